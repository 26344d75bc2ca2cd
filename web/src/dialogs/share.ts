/** Links, texts and pictures of the puzzle. */

import type { Api } from '../api'
import { clockText } from '../api'
import { button, el } from '../dom'
import { t } from '../i18n'
import { levelWords, titleWords } from '../phrases'
import { boardPicture, cardPicture } from '../picture'
import { field, openDialog, radios, select } from './dialog'

const FORMATS = ['line', 'grid', 'pencilmarks', 'candidates', 'hodoku', 'sdk', 'ss', 'csv', 'json', 'opensudoku'] as const

export function openShare(api: Api): void {
  const link = el('input', { type: 'text', readonly: true, 'aria-label': t('share.link'), id: 'share-link' })
  const contains = el('p', { class: 'soft', id: 'share-contains' })
  const title = (): string => titleWords(api.state.name, api.state.game.author)
  const showLink = (withMarks: boolean): void => {
    link.value = api.link(withMarks)
    const { marks } = api.state
    const count = marks.filter((mark) => mark.given).length
    const placed = marks.filter((mark) => mark.digit && !mark.given).length
    const notes = marks.filter((mark) => !mark.digit && (mark.corner || mark.centre || mark.struck || mark.colours)).length
    contains.textContent = `${t('share.contains')}: ${withMarks ? t('share.contains.marks', { count, placed, notes }) : t('share.contains.puzzle', { count })}${title() ? ` ${t('share.contains.title', { title: title() })}` : ''}`
  }
  showLink(false)
  const text = el('textarea', { rows: 6, readonly: true, 'aria-label': t('share.text'), spellcheck: 'false' })
  const showText = (format: string): void => {
    api.engine.write(api.position(), format, api.state.name, api.state.game.author).then((written) => (text.value = written), api.failed)
  }
  showText('line')
  const shareNow = 'share' in navigator ? button(t('share.send'), { icon: 'share', on: { click: () => void navigator.share({ url: link.value, title: 'Ninefold' }).catch(() => undefined) } }) : null
  openDialog(
    'dialog-share',
    t('share'),
    el('h3', {}, t('share.link')),
    radios('carry', t('share.carry'), [['puzzle', t('share.puzzle')], ['marks', t('share.marks')]], 'puzzle', (value) => showLink(value === 'marks')),
    link,
    contains,
    el('div', { class: 'row' }, button(t('share.copy'), { class: 'primary', icon: 'copy', on: { click: () => void api.copy(link.value) } }), shareNow),
    el('p', { class: 'soft' }, t('share.private')),
    el('h3', { class: 'section' }, t('share.text')),
    field(
      t('share.format'),
      select(
        FORMATS.map((format): [string, string] => [format, t(`format.${format}`)]),
        'line',
        showText,
      ),
    ),
    text,
    el('div', { class: 'row' }, button(t('copy'), { icon: 'copy', on: { click: () => void api.copy(text.value) } })),
    el('h3', { class: 'section' }, t('share.picture')),
    el('p', { class: 'soft' }, t('share.picture.text')),
    el('div', { class: 'row' }, button(t('share.svg'), { id: 'save-svg', on: { click: () => void saveSvg(title()).catch(api.failed) } }), button(t('share.png'), { id: 'save-png', on: { click: () => void boardPicture(title()).then((picture) => savePng(api, picture, 'sudoku.png'), api.failed) } })),
  )
}

/** A picture as a part of the page, which has the typeface itself. */
function preview(picture: string): Node {
  const plain = picture.replace(/<style[^>]*>[^<]*<\/style>/, '')
  return document.importNode(new DOMParser().parseFromString(plain, 'image/svg+xml').documentElement, true)
}

/** What a player shows of a solved puzzle: the empty puzzle with level and time, and one line of text; no solution. */
export async function openShareCard(api: Api): Promise<void> {
  const { elapsed, game, name } = api.state
  const title = name || (game.level ? levelWords(game.level) : 'Sudoku')
  const line = `Ninefold: ${t(game.hints > 0 ? 'card.text' : 'card.textNone', { name: title, time: clockText(elapsed), hints: game.hints })}`
  try {
    const [puzzle] = await api.engine.print([api.puzzle()], 'puzzle')
    const card = await cardPicture(puzzle ?? '', title, game.author && t('title.author', { author: game.author }), clockText(elapsed))
    const text = `${line}\n${api.link(false)}`
    openDialog(
      'dialog-card',
      t('card.title'),
      el('div', { class: 'share-card' }, preview(card)),
      el('p', { id: 'card-text' }, line),
      el('p', { class: 'soft' }, t('card.note')),
      el(
        'div',
        { class: 'row' },
        'share' in navigator ? button(t('share.send'), { class: 'primary', icon: 'share', on: { click: () => void navigator.share({ text }).catch(() => undefined) } }) : null,
        button(t('card.copy'), { icon: 'copy', on: { click: () => void api.copy(text) } }),
        button(t('card.save'), { id: 'save-card', on: { click: () => void savePng(api, card, 'ninefold.png') } }),
      ),
    )
  } catch (error) {
    api.failed(error)
  }
}

/** Saves a file. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  el('a', { href: url, download: name }).click()
  // The download has begun once the click is over; a little later is surely enough.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

async function saveSvg(title: string): Promise<void> {
  download(new Blob([await boardPicture(title)], { type: 'image/svg+xml' }), 'sudoku.svg')
}

const PNG_WIDTH = 1200

/** Saves a picture. */
async function savePng(api: Api, picture: string, name: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }))
  try {
    const [, , width = 1, height = 1] = /viewBox="([^"]*)"/.exec(picture)![1]!.split(' ').map(Number)
    const [w, h] = [PNG_WIDTH, Math.round((PNG_WIDTH * height) / width)]
    const image = new Image(w, h)
    image.src = url
    await image.decode()
    const canvas = el('canvas', { width: w, height: h })
    canvas.getContext('2d')!.drawImage(image, 0, 0, w, h)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob) download(blob, name)
  } catch (error) {
    api.failed(error)
  } finally {
    URL.revokeObjectURL(url)
  }
}
