/** Links, texts and pictures of the puzzle. */

import type { Api } from '../api'
import { button, el } from '../dom'
import type { Position } from '../engine'
import { t } from '../i18n'
import { digitsOf } from '../words'
import { field, openDialog, radios, select } from './dialog'

const FORMATS = ['line', 'grid', 'pencilmarks', 'candidates', 'hodoku', 'sdk', 'ss', 'csv', 'json', 'opensudoku'] as const

export function openShare(api: Api): void {
  const link = el('input', { type: 'text', readonly: true, 'aria-label': t('share.link'), id: 'share-link' })
  const showLink = (withMarks: boolean): void => {
    link.value = api.link(withMarks)
  }
  showLink(true)
  const text = el('textarea', { rows: 6, readonly: true, 'aria-label': t('share.text'), spellcheck: 'false' })
  const showText = (format: string): void => {
    api.engine.write(api.position(), format).then((written) => (text.value = written), api.failed)
  }
  showText('line')
  const shareNow = 'share' in navigator ? button(t('share.send'), { icon: 'share', on: { click: () => void navigator.share({ url: link.value, title: 'Ninefold' }).catch(() => undefined) } }) : null
  openDialog(
    'dialog-share',
    t('share'),
    el('h3', {}, t('share.link')),
    radios('carry', t('share.carry'), [['marks', t('share.marks')], ['puzzle', t('share.puzzle')]], 'marks', (value) => showLink(value === 'marks')),
    link,
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
    el('div', { class: 'row' }, button(t('share.svg'), { id: 'save-svg', on: { click: () => void saveSvg(api) } }), button(t('share.png'), { id: 'save-png', on: { click: () => void savePng(api) } })),
  )
}

/** The picture of what the board shows now. */
async function picture(api: Api): Promise<string> {
  const { shown } = api.state
  if (shown?.position && shown.step) {
    const position: Position = {
      givens: api.puzzle(),
      placed: shown.position.digits.map((digit) => digit || '.').join(''),
      candidates: shown.position.candidates.map((set) => digitsOf(set).join('')),
    }
    return api.engine.svg(position, shown.step, api.theme())
  }
  return api.engine.svg(api.position(), null, api.theme())
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  el('a', { href: url, download: name }).click()
  // The download has begun once the click is over; a little later is surely enough.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

async function saveSvg(api: Api): Promise<void> {
  try {
    download(new Blob([await picture(api)], { type: 'image/svg+xml' }), 'sudoku.svg')
  } catch (error) {
    api.failed(error)
  }
}

const PNG_SIDE = 1200

async function savePng(api: Api): Promise<void> {
  const url = URL.createObjectURL(new Blob([await picture(api)], { type: 'image/svg+xml' }))
  try {
    const image = new Image(PNG_SIDE, PNG_SIDE)
    image.src = url
    await image.decode()
    const canvas = el('canvas', { width: PNG_SIDE, height: PNG_SIDE })
    canvas.getContext('2d')!.drawImage(image, 0, 0, PNG_SIDE, PNG_SIDE)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob) download(blob, 'sudoku.png')
  } catch (error) {
    api.failed(error)
  } finally {
    URL.revokeObjectURL(url)
  }
}
