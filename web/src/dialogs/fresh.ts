/** A new puzzle: from the gallery, generated, pasted, from a file, typed in, or from a photograph. */

import type { Api } from '../api'
import * as board from '../board'
import { button, byId, el } from '../dom'
import type { Generated, GenerateOptions, Level, Reading, ReadPuzzle, Symmetry } from '../engine'
import { GALLERY } from '../gallery'
import { language, number, t } from '../i18n'
import { LEVELS } from '../levels'
import { miniBoard } from '../mini'
import { levelChip } from '../panels/parts'
import { symmetryWords } from '../panels/ask'
import { errorWords, levelWords } from '../phrases'
import { batch } from './batch'
import { field, openDialog, select } from './dialog'

type Page = 'gallery' | 'generate' | 'paste' | 'photo'
const PAGES: readonly Page[] = ['gallery', 'generate', 'paste', 'photo']
const SYMMETRIES: readonly Symmetry[] = ['half-turn', 'quarter-turn', 'left-right', 'top-bottom', 'diagonal', 'anti-diagonal']
const FEWEST_GIVENS = 17
/** After so many milliseconds the nearest puzzle is offered. */
const PATIENCE = 5000
const MOST_GIVENS = 45

/** What was chosen last, for the next time. */
const wanted: { page: Page; level: Level | ''; symmetry: Symmetry | ''; technique: string; least: number; most: number } = { page: 'gallery', level: 'medium', symmetry: 'half-turn', technique: '', least: FEWEST_GIVENS, most: MOST_GIVENS }

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
    const { signal } = work.stop
    if (page === 'photo') {
      body.replaceChildren()
      // Loaded when it is opened: most players never take a photograph.
      void import('../photo/photo').then(({ photo }) => {
        if (!signal.aborted) body.replaceChildren(...photo(api, signal, done))
      }, api.failed)
      return
    }
    const pages = { gallery: () => gallery(api, done), generate: () => generate(api, work.stop, done), paste: () => paste(api, signal, done, page === start?.page ? start : undefined) }
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
          void api.begin(entry.puzzle, name, { level: entry.level }).then(done, api.failed)
        }
        return el('li', {}, el('button', { type: 'button', class: 'card', on: { click: start } }, miniBoard(entry.puzzle), el('strong', {}, name), levelChip(entry.level), el('span', { class: 'soft' }, entry.note[language()])))
      }),
    ),
  ]
}

function generate(api: Api, stop: AbortController, done: () => void): Node[] {
  const status = el('div', {})
  const words = (): string => (wanted.least <= FEWEST_GIVENS && wanted.most >= MOST_GIVENS ? t('new.givens.any') : t('new.givens.range', { least: wanted.least, most: wanted.most }))
  const givens = el('output', {}, words())
  const slider = (end: 'least' | 'most'): HTMLInputElement => {
    const input = el('input', { type: 'range', min: FEWEST_GIVENS, max: MOST_GIVENS, value: wanted[end], 'aria-label': `${t('new.givens')}: ${t(`new.${end}`)}`, data: { end } })
    input.addEventListener('input', () => {
      wanted[end] = Number(input.value)
      // The other end gives way.
      if (end === 'least') wanted.most = Math.max(wanted.most, wanted.least)
      else wanted.least = Math.min(wanted.least, wanted.most)
      for (const both of [least, most]) both.value = String(wanted[both.dataset['end'] as 'least' | 'most'])
      givens.textContent = words()
    })
    return input
  }
  const [least, most] = [slider('least'), slider('most')]
  const technique = select([['', t('new.any')]], '', (value) => (wanted.technique = value))
  void api.engine.techniques(language()).then((all) => {
    technique.append(...all.filter((one) => one.default).map((one) => el('option', { value: one.technique, selected: one.technique === wanted.technique }, one.name)))
  }, api.failed)
  const go = button(t('new.generate.go'), { class: 'primary', id: 'generate-go', on: { click: () => void run(PATIENCE) } })
  const play = ({ hardest, level, puzzle, score }: Generated): void => {
    api.startPosition({ givens: puzzle, placed: puzzle, candidates: null }, levelWords(level), { level, score, hardest })
    done()
  }
  const run = async (patience: number): Promise<void> => {
    const options: GenerateOptions = { seed: crypto.getRandomValues(new Uint32Array(1))[0]!, patience }
    if (wanted.level) options.level = wanted.level
    if (wanted.symmetry) options.symmetry = wanted.symmetry
    if (wanted.technique) options.technique = wanted.technique
    if (wanted.least > FEWEST_GIVENS) options.least = wanted.least
    if (wanted.most < MOST_GIVENS) options.most = wanted.most
    const work = new AbortController()
    stop.signal.addEventListener('abort', () => work.abort())
    const text = el('p', { role: 'status' }, t('new.generate.busy'))
    go.disabled = true
    status.replaceChildren(el('div', { class: 'busy' }, text, el('progress', { 'aria-label': t('new.generate.busy') }), button(t('stop'), { icon: 'stop', class: 'small', id: 'generate-stop', on: { click: () => work.abort() } })))
    try {
      const made = await api.engine.generate(options, { signal: work.signal, progress: ({ tried }) => (text.textContent = t('new.generate.tried', { count: number(tried) })) })
      if (made.fits) play(made)
      else status.replaceChildren(nearest(made, () => play(made), () => void run(6 * PATIENCE)))
    } catch (error) {
      status.replaceChildren(el('p', { class: 'soft' }, error instanceof Error && error.name === 'Cancelled' ? t('new.generate.stopped') : t('failed', { message: error instanceof Error ? error.message : String(error) })))
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
    field(t('new.technique'), technique),
    el('fieldset', { class: 'field' }, el('legend', { class: 'row spread' }, el('strong', {}, `${t('new.givens')} `), givens), el('label', { class: 'range' }, el('span', {}, t('new.least')), least), el('label', { class: 'range' }, el('span', {}, t('new.most')), most)),
    el('div', { class: 'row' }, go),
    status,
  ]
}

/** What came nearest when nothing fits, with what can be done about it. */
function nearest(made: Generated, play: () => void, searchOn: () => void): HTMLElement {
  const count = [...made.puzzle].filter((digit) => digit !== '.').length
  return el(
    'div',
    { class: 'callout', role: 'status', id: 'generate-nearest' },
    el('p', {}, t('new.generate.nearest', { level: levelWords(made.level), givens: count })),
    el('p', { class: 'soft' }, t('new.generate.why')),
    el('div', { class: 'row' }, button(t('new.generate.take'), { class: 'primary', on: { click: play } }), button(t('new.generate.on'), { on: { click: searchOn } })),
  )
}

function paste(api: Api, closed: AbortSignal, done: () => void, start?: { text?: string; reading?: Reading }): Node[] {
  const text = el('textarea', { rows: 8, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-label': t('new.paste.text'), placeholder: t('new.paste.hint'), id: 'paste-text' })
  text.value = start?.text ?? ''
  const result = el('div', { class: 'reading', 'aria-live': 'polite' })
  const show = (reading: Reading): void => result.replaceChildren(...readingParts(api, reading, text.value, done, closed))
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
    api.save()
    board.beginEntering(api.state, false)
    api.showGame()
    api.act(() => undefined)
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
function readingParts(api: Api, reading: Reading, text: string, done: () => void, closed: AbortSignal): Node[] {
  const lines = text.split(/\r\n|\n|\r/)
  const parts: Node[] = []
  if (reading.refused) return [el('p', { class: 'callout bad' }, reading.refused)]
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
    const start = (puzzle: ReadPuzzle): void => {
      api.startPosition(puzzle, puzzle.name, { author: puzzle.author })
      done()
    }
    parts.push(batch(api, reading.puzzles, reading.puzzles.length + reading.more, start, closed))
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
