/** Puzzles on paper: pasted ones, or new ones as ordered, with their solutions at the end. */

import type { Api } from '../api'
import { button, byId, el } from '../dom'
import type { Level, OrderedPuzzle, OrderPart } from '../engine'
import { language, t } from '../i18n'
import { LEVELS } from '../levels'
import { errorWords, levelWords, titleWords } from '../phrases'
import type { PrintedChapter, PrintedPuzzle } from '../sheet'
import { layOut, PER_PAGE } from '../sheet'
import { checkbox, field, openDialog, select } from './dialog'

type Source = 'paste' | 'order'

/** More would keep the browser busy for long. */
const MOST_PUZZLES = 200
/** How many milliseconds the search for one puzzle may take. */
const PATIENCE = 60_000
const LARGEST_SEED = 2 ** 32 - 1

/** What was chosen last, for the next time. */
const wanted = { perPage: '4', candidates: false, solutions: true, counts: { easy: 0, medium: 12, hard: 0, unfair: 0, extreme: 0 } as Record<Level, number>, technique: '', exercises: 6, seed: '' }

/** What goes on the sheet. */
interface Contents {
  readonly chapters: readonly PrintedChapter[]
  /** Below every page: how to get the same sheet again. */
  readonly foot: string
  /** What to say once it is printed. */
  readonly note: string
}

/** What the player has to change, in words. */
class Unprintable extends Error {}

export function openPrint(api: Api, start: Source = 'paste'): void {
  let source = start
  const perPage = { value: start === 'paste' ? '1' : wanted.perPage }
  const text = el('textarea', { rows: 5, spellcheck: 'false', 'aria-label': t('print.puzzles'), id: 'print-text' })
  text.value = `${api.puzzle()}\n`
  const trouble = el('p', { class: 'bad-text', role: 'status' })
  const status = el('div', {})
  const closed = new AbortController()
  let work = new AbortController()
  const words = el('p', { role: 'status', id: 'print-progress' })
  const bar = el('progress', { 'aria-labelledby': 'print-progress' })
  const stop = button(t('stop'), { icon: 'stop', class: 'small', id: 'print-stop', on: { click: () => work.abort() } })
  const progress = (done: number, count: number): void => {
    words.textContent = t('print.busy', { done, count })
    bar.max = count
    bar.value = done
    if (!status.firstChild) status.append(el('div', { class: 'busy' }, words, bar, stop))
  }
  const run = async (): Promise<void> => {
    trouble.textContent = ''
    go.disabled = true
    work = new AbortController()
    closed.signal.addEventListener('abort', () => work.abort(), { once: true })
    try {
      const contents = source === 'paste' ? await pasted(api, text.value) : await ordered(api, work.signal, progress)
      layOut(contents.chapters, Number(perPage.value), t('print.answers'), contents.foot)
      dialog.close()
      // The browser's own command prints the board again once this is done.
      addEventListener('afterprint', () => byId('sheet').replaceChildren(), { once: true })
      window.print()
      if (contents.note) api.toast(contents.note)
    } catch (error) {
      if (error instanceof Unprintable) trouble.textContent = error.message
      else if (error instanceof Error && error.name === 'Cancelled') trouble.textContent = t('new.generate.stopped')
      else api.failed(error)
    } finally {
      go.disabled = false
      status.replaceChildren()
    }
  }
  const go = button(t('print.go'), { class: 'primary', icon: 'print', id: 'print-go', on: { click: () => void run() } })
  const parts: Readonly<Record<Source, HTMLElement>> = { paste: el('div', { class: 'print-source' }, el('p', { class: 'soft' }, t('print.text')), text), order: el('div', { class: 'print-source' }, ...orderFields(api)) }
  const show = (which: Source): void => {
    source = which
    for (const element of tabs.querySelectorAll<HTMLElement>('button')) element.setAttribute('aria-pressed', String(element.dataset['page'] === which))
    for (const [name, part] of Object.entries(parts)) part.hidden = name !== which
    count.value = perPage.value = which === 'paste' ? '1' : wanted.perPage
  }
  const tabs = el(
    'div',
    { class: 'segments', role: 'group', 'aria-label': t('print.puzzles') },
    ...(['paste', 'order'] as const).map((which) => button(t(`print.${which}`), { data: { page: which }, on: { click: () => show(which) } })),
  )
  const count = select(PER_PAGE.map((one): [string, string] => [one, one]), perPage.value, (value) => {
    perPage.value = value
    if (source === 'order') wanted.perPage = value
  })
  count.id = 'print-per-page'
  const dialog = openDialog(
    'dialog-print',
    t('print'),
    tabs,
    parts.paste,
    parts.order,
    field(t('print.perPage'), count),
    checkbox(t('print.candidates'), wanted.candidates, (on) => (wanted.candidates = on)),
    checkbox(t('print.solutions'), wanted.solutions, (on) => (wanted.solutions = on)),
    trouble,
    el('div', { class: 'row' }, go),
    status,
  )
  dialog.addEventListener('close', () => closed.abort())
  show(source)
}

/** How many of each level and of a technique, and the seed. */
function orderFields(api: Api): Node[] {
  const amount = (value: number, id: string, change: (value: number) => void): HTMLInputElement => {
    const input = el('input', { type: 'number', inputmode: 'numeric', min: 0, max: MOST_PUZZLES, value, id })
    input.addEventListener('input', () => change(Math.max(0, Math.floor(Number(input.value) || 0))))
    return input
  }
  const technique = select([['', t('print.noTechnique')]], '', (value) => (wanted.technique = value))
  technique.id = 'print-technique'
  void api.engine.techniques(language()).then((all) => {
    technique.append(...all.filter((one) => one.default).map((one) => el('option', { value: one.technique, selected: one.technique === wanted.technique }, one.name)))
  }, api.failed)
  const seed = el('input', { type: 'text', inputmode: 'numeric', value: wanted.seed, maxlength: 10, placeholder: t('print.seed.any'), id: 'print-seed' })
  seed.addEventListener('input', () => (wanted.seed = seed.value.trim()))
  return [
    el('p', { class: 'soft' }, t('print.order.text')),
    el('div', { class: 'counts' }, ...LEVELS.map((level) => field(levelWords(level), amount(wanted.counts[level], `print-${level}`, (value) => (wanted.counts[level] = value))))),
    el('div', { class: 'counts practice' }, field(t('print.technique'), technique), field(t('print.exercises'), amount(wanted.exercises, 'print-exercises', (value) => (wanted.exercises = value)))),
    field(t('print.seed'), seed),
  ]
}

/** The puzzles of a text. */
async function pasted(api: Api, text: string): Promise<Contents> {
  const reading = await api.engine.read(text, language())
  const error = reading.errors[0]
  if (error) throw new Unprintable(errorWords(error))
  const found = reading.puzzles.slice(0, MOST_PUZZLES)
  if (found.length === 0) throw new Unprintable(t('new.paste.nothing'))
  const grids = found.map(({ givens }) => givens)
  const pictures = await api.engine.print(grids, wanted.candidates ? 'candidates' : 'puzzle')
  const answers = wanted.solutions ? await api.engine.print(grids, 'solution') : []
  const puzzles = found.map(({ author, name }, at): PrintedPuzzle => ({
    picture: pictures[at]!,
    caption: titleWords(name, author) || (found.length > 1 ? t('new.paste.number', { number: at + 1 }) : titleWords(api.state.name, api.state.game.author)),
    answer: answers[at] ?? null,
    sentence: '',
  }))
  return { chapters: [{ heading: '', puzzles }], foot: '', note: '' }
}

/** New puzzles, as many of each level as wanted. */
async function ordered(api: Api, signal: AbortSignal, progress: (done: number, count: number) => void): Promise<Contents> {
  const kinds: [string, number][] = [...LEVELS.map((level): [string, number] => [level, wanted.counts[level]]), [wanted.technique, wanted.technique ? wanted.exercises : 0]]
  const parts = kinds.filter(([, count]) => count > 0)
  const total = parts.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) throw new Unprintable(t('print.none'))
  if (total > MOST_PUZZLES) throw new Unprintable(t('print.tooMany', { count: MOST_PUZZLES }))
  if (wanted.seed !== '' && !(/^\d+$/.test(wanted.seed) && Number(wanted.seed) <= LARGEST_SEED)) throw new Unprintable(t('print.badSeed', { largest: LARGEST_SEED }))
  const seed = wanted.seed === '' ? crypto.getRandomValues(new Uint32Array(1))[0]! : Number(wanted.seed)
  progress(0, total)
  const made = await api.engine.order(parts.map(([kind, count]) => `${count} ${kind}`).join(', '), seed, language(), PATIENCE, { signal, progress: ({ done }) => progress(done, total) })
  if (made.puzzles.length === 0) throw new Unprintable(t('print.rare'))
  const puzzles = await drawn(api, made.puzzles)
  const chapters = made.parts.map((part, at): PrintedChapter => ({ heading: partName(part), puzzles: puzzles.filter((_, puzzle) => made.puzzles[puzzle]!.part === at) }))
  const foot = `Ninefold: ${t('print.foot', { order: made.parts.map((part) => t('print.part', { count: part.count, name: partName(part) })).join(t('comma')), seed })}`
  const note = made.puzzles.length < total ? t('print.some', { count: made.puzzles.length }) : t('print.again', { seed })
  return { chapters, foot, note }
}

const partName = ({ level, name }: OrderPart): string => (level ? levelWords(level) : (name ?? ''))

/** Puzzles with their solutions; exercises with the step that they ask for. */
async function drawn(api: Api, puzzles: readonly OrderedPuzzle[]): Promise<PrintedPuzzle[]> {
  const { engine } = api
  return Promise.all(
    puzzles.map(async ({ before, puzzle, step }, at): Promise<PrintedPuzzle> => {
      const caption = String(at + 1)
      if (before && step) {
        const position = { givens: puzzle, ...before }
        return { picture: await engine.svg(position, null, 'light'), caption, answer: wanted.solutions ? await engine.svg(position, step, 'light') : null, sentence: step.sentence }
      }
      const [picture] = await engine.print([puzzle], wanted.candidates ? 'candidates' : 'puzzle')
      const [answer] = wanted.solutions ? await engine.print([puzzle], 'solution') : []
      return { picture: picture!, caption, answer: answer ?? null, sentence: '' }
    }),
  )
}
