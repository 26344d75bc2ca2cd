/** A new puzzle: from the gallery, generated, pasted, from a file, or typed in. */

import type { Api } from '../api'
import * as board from '../board'
import { button, byId, el } from '../dom'
import type { GenerateOptions, Level, Reading, Symmetry } from '../engine'
import { GALLERY } from '../gallery'
import { language, number, t } from '../i18n'
import { miniBoard } from '../mini'
import { levelChip } from '../panels/parts'
import { symmetryWords } from '../panels/ask'
import { errorWords, levelWords } from '../phrases'
import { field, openDialog, select } from './dialog'

type Page = 'gallery' | 'generate' | 'paste'
const PAGES: readonly Page[] = ['gallery', 'generate', 'paste']
const LEVELS: readonly Level[] = ['easy', 'medium', 'hard', 'unfair', 'extreme']
const SYMMETRIES: readonly Symmetry[] = ['half-turn', 'quarter-turn', 'left-right', 'top-bottom', 'diagonal', 'anti-diagonal']
const FEWEST_GIVENS = 20
const MOST_GIVENS = 45
/** Of a long list, so many are offered. */
const MOST_OFFERED = 200

/** What was chosen last, for the next time. */
const wanted: { page: Page; level: Level | ''; symmetry: Symmetry | ''; givens: number } = { page: 'gallery', level: 'medium', symmetry: '', givens: MOST_GIVENS }

export function openFresh(api: Api, start?: { page: Page; text?: string; reading?: Reading }): void {
  if (start) wanted.page = start.page
  const body = el('div', { class: 'fresh' })
  const work = { stop: new AbortController() }
  const tabs = el(
    'div',
    { class: 'segments', role: 'group', 'aria-label': t('new.title') },
    ...PAGES.map((page) => button(t(`new.${page}`), { data: { page }, on: { click: () => show(page) } })),
  )
  const dialog = openDialog('dialog-new', t('new.title'), tabs, body)
  dialog.addEventListener('close', () => work.stop.abort())
  const done = (): void => {
    dialog.close()
    api.view.focus(api.state)
  }
  const show = (page: Page): void => {
    work.stop.abort()
    work.stop = new AbortController()
    wanted.page = page
    for (const element of tabs.querySelectorAll<HTMLElement>('button')) element.setAttribute('aria-pressed', String(element.dataset['page'] === page))
    const pages = { gallery: () => gallery(api, done), generate: () => generate(api, work.stop, done), paste: () => paste(api, done, page === start?.page ? start : undefined) }
    body.replaceChildren(...pages[page]())
  }
  show(wanted.page)
}

function gallery(api: Api, done: () => void): Node[] {
  return [
    el(
      'ul',
      { class: 'gallery' },
      ...GALLERY.map((entry) => {
        const name = entry.name[language()]
        const start = (): void => {
          api.startPosition({ givens: entry.puzzle, placed: entry.puzzle, candidates: null }, name)
          done()
        }
        return el('li', {}, el('button', { type: 'button', class: 'card', on: { click: start } }, miniBoard(entry.puzzle), el('strong', {}, name), levelChip(entry.level), el('span', { class: 'soft' }, entry.note[language()])))
      }),
    ),
  ]
}

function generate(api: Api, stop: AbortController, done: () => void): Node[] {
  const status = el('div', {})
  const givens = el('output', {}, wanted.givens >= MOST_GIVENS ? t('new.givens.any') : t('new.givens.most', { count: wanted.givens }))
  const slider = el('input', { type: 'range', min: FEWEST_GIVENS, max: MOST_GIVENS, value: wanted.givens, 'aria-label': t('new.givens') })
  slider.addEventListener('input', () => {
    wanted.givens = Number(slider.value)
    givens.textContent = wanted.givens >= MOST_GIVENS ? t('new.givens.any') : t('new.givens.most', { count: wanted.givens })
  })
  const go = button(t('new.generate.go'), { class: 'primary', id: 'generate-go', on: { click: () => void run() } })
  const run = async (): Promise<void> => {
    const options: GenerateOptions = { seed: crypto.getRandomValues(new Uint32Array(1))[0]! }
    if (wanted.level) options.level = wanted.level
    if (wanted.symmetry) options.symmetry = wanted.symmetry
    if (wanted.givens < MOST_GIVENS) options.givens = wanted.givens
    const work = new AbortController()
    stop.signal.addEventListener('abort', () => work.abort())
    const text = el('p', { role: 'status' }, t('new.generate.busy'))
    go.disabled = true
    status.replaceChildren(el('div', { class: 'busy' }, text, el('progress', { 'aria-label': t('new.generate.busy') }), button(t('stop'), { icon: 'stop', class: 'small', id: 'generate-stop', on: { click: () => work.abort() } })))
    try {
      const made = await api.engine.generate(options, { signal: work.signal, progress: ({ tried }) => (text.textContent = t('new.generate.tried', { count: number(tried) })) })
      api.startPosition({ givens: made.puzzle, placed: made.puzzle, candidates: null }, t('new.generate.name', { level: levelWords(made.level), score: number(made.score) }))
      done()
    } catch (error) {
      status.replaceChildren(el('p', { class: 'soft' }, error instanceof Error && error.name === 'Cancelled' ? t('new.generate.stopped') : t('failed', { message: String(error) })))
    } finally {
      go.disabled = false
    }
  }
  return [
    field(
      t('new.level'),
      select([['', t('new.any')], ...LEVELS.map((level): [string, string] => [level, levelWords(level)])], wanted.level, (value) => (wanted.level = value as Level | '')),
    ),
    field(
      t('ask.symmetry'),
      select([['', t('new.any')], ...SYMMETRIES.map((symmetry): [string, string] => [symmetry, symmetryWords(symmetry)])], wanted.symmetry, (value) => (wanted.symmetry = value as Symmetry | '')),
    ),
    el('label', { class: 'field' }, el('span', { class: 'row spread' }, el('span', {}, t('new.givens')), givens), slider),
    el('div', { class: 'row' }, go),
    status,
  ]
}

function paste(api: Api, done: () => void, start?: { text?: string; reading?: Reading }): Node[] {
  const text = el('textarea', { rows: 8, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-label': t('new.paste.text'), placeholder: t('new.paste.hint'), id: 'paste-text' })
  text.value = start?.text ?? ''
  const result = el('div', { class: 'reading', 'aria-live': 'polite' })
  const show = (reading: Reading): void => result.replaceChildren(...readingParts(api, reading, text.value, done))
  const read = async (): Promise<void> => {
    try {
      const reading = await api.startText(text.value)
      if (reading) show(reading)
      else done()
    } catch (error) {
      api.failed(error)
    }
  }
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void read()
  })
  if (start?.reading) show(start.reading)
  const type = (): void => {
    api.act((state) => board.beginEntering(state, false))
    done()
    api.announce(t('entering.text'))
  }
  return [
    el('p', { class: 'soft' }, t('new.paste.formats')),
    text,
    el(
      'div',
      { class: 'row' },
      button(t('new.paste.read'), { class: 'primary', id: 'paste-read', on: { click: () => void read() } }),
      button(t('new.paste.file'), { on: { click: () => byId('file').click() } }),
      button(t('new.paste.type'), { id: 'type-puzzle', on: { click: type } }),
    ),
    result,
  ]
}

/** What a text held: mistakes where they are, and the puzzles to choose from. */
function readingParts(api: Api, reading: Reading, text: string, done: () => void): Node[] {
  const lines = text.split(/\r\n|\n|\r/)
  const parts: Node[] = []
  if (reading.puzzles.length === 0 && reading.errors.length === 0) return [el('p', { class: 'callout bad' }, t('new.paste.nothing'))]
  for (const error of reading.errors.slice(0, 20)) {
    parts.push(
      el(
        'div',
        { class: 'callout bad' },
        el('p', {}, errorWords(error)),
        errorLine(lines[error.line - 1] ?? '', error.column),
      ),
    )
  }
  if (reading.errors.length > 20) parts.push(el('p', {}, t('new.paste.errors', { count: reading.errors.length - 20 })))
  if (reading.puzzles.length > 0) {
    parts.push(
      el('p', {}, t('new.paste.choose', { count: reading.puzzles.length + reading.more })),
      el(
        'ul',
        { class: 'gallery' },
        ...reading.puzzles.slice(0, MOST_OFFERED).map((puzzle, at) => {
          const name = puzzle.name || t('new.paste.number', { number: at + 1 })
          const start = (): void => {
            api.startPosition(puzzle, puzzle.name)
            done()
          }
          return el('li', {}, el('button', { type: 'button', class: 'card', on: { click: start } }, miniBoard(puzzle.givens), el('strong', {}, name)))
        }),
      ),
    )
  }
  return parts
}

/** The line a mistake is in, with the character marked; long lines are cut around it. */
function errorLine(line: string, column: number): HTMLElement {
  const characters = Array.from(line)
  const from = Math.max(0, column - 30)
  const before = characters.slice(from, column - 1).join('')
  const there = characters[column - 1] ?? ' '
  const after = characters.slice(column, column + 30).join('')
  return el('p', { class: 'mono error-line' }, from > 0 ? '…' : '', before, el('mark', {}, there), after, column + 30 < characters.length ? '…' : '')
}
