/** A game of a puzzle of another size or with rules: the board, the keys, and what can be asked of the engine. */

import type { Api } from '../api'
import { clockText } from '../api'
import { openDialog } from '../dialogs/dialog'
import { button, el, icon } from '../dom'
import { Cancelled } from '../worker-client'
import type { VariantSummary } from '../games'
import { language, number, t } from '../i18n'
import { variantFragment } from '../link'
import { isCommand, onBoard } from './input'
import type { Shown } from './screen'
import * as state from './state'
import type { VariantGame } from './state'
import './variants.css'
import { engine } from './variant-engine'
import type { Part, VariantHint, VariantPuzzle } from './variant-engine'
import type { Face } from './view'
import { VariantBoard } from './view'
import type { VariantKey } from './words'
import { v } from './words'

/** Counting stops here. */
const MOST_SOLUTIONS = 10_000

export interface PlayCommands {
  keep(summary: VariantSummary, text: string): void
  draw(): void
}

export class Play implements Shown {
  private readonly board: VariantBoard
  private readonly message = el('div', { class: 'v-message', role: 'status' })
  private readonly clock = el('span', { class: 'v-clock', role: 'timer' })
  private readonly head = el('div', { class: 'v-head' })
  private readonly tools = el('div', { class: 'v-tools' })
  private readonly keys = el('div', { class: 'v-keys', role: 'group' })
  private readonly questions = el('div', { class: 'v-questions', role: 'group' })
  private active: number
  private chosen: Set<number>
  private noting = false
  private zoomed = false
  private broken: readonly Part[] = []
  private hint: VariantHint | null = null
  private work: AbortController | null = null
  private asked = 0
  /** Whether the message is about what is broken. */
  private saysBroken = false
  private saving = 0
  private since: number | null = null
  private readonly ticking: number
  private readonly ends = new AbortController()
  private readonly dark = matchMedia('(prefers-color-scheme: dark)')

  constructor(
    private readonly api: Api,
    root: HTMLElement,
    private readonly game: VariantGame,
    private puzzle: VariantPuzzle,
    private readonly commands: PlayCommands,
  ) {
    this.active = Math.max(0, [...game.givens].indexOf('.'))
    this.chosen = new Set([this.active])
    this.board = new VariantBoard(v('board', { rows: puzzle.rows, columns: puzzle.columns }))
    root.replaceChildren(el('div', { class: 'v-screen', data: { view: 'play' } }, this.board.element, el('div', { class: 'v-below' }, this.head, this.message, this.tools, this.keys, this.questions)))
    const { signal } = this.ends
    onBoard(this.board, signal, {
      start: (cell, several) => this.choose(several ? new Set([...this.chosen, cell]) : new Set([cell]), cell),
      over: (cell) => this.choose(new Set([...this.chosen, cell]), cell),
      end: () => undefined,
    })
    document.addEventListener('keydown', (event) => this.key(event), { signal })
    document.addEventListener('visibilitychange', () => this.tick(), { signal })
    this.dark.addEventListener('change', () => this.redraw(), { signal })
    this.ticking = window.setInterval(() => this.tick(), 1000)
    this.tick()
    this.draw()
    this.board.choose(this.chosen, this.active, true)
    this.ask()
  }

  redraw(): void {
    void engine.puzzle(this.game.text, language()).then((puzzle) => {
      this.puzzle = puzzle
      this.draw()
      this.ask()
    }, this.api.failed)
  }

  close(): void {
    this.save()
    clearInterval(this.ticking)
    clearTimeout(this.saving)
    this.ends.abort()
    this.work?.abort()
  }

  save(): void {
    this.tick()
    this.commands.keep(state.summaryOf(this.game, Date.now()), state.gameToText(this.game))
  }

  // What happens.

  private choose(chosen: Set<number>, active: number): void {
    this.chosen = chosen
    this.active = active
    this.light()
    this.board.choose(chosen, active, true)
  }

  /** Changes the game, draws it, keeps it, and asks what is broken now. */
  private act(change: (game: VariantGame) => boolean): void {
    if (!change(this.game)) return
    this.hint = null
    // What was said is about the position before.
    if (!this.work && !this.saysBroken) this.say('')
    this.draw()
    this.ask()
    clearTimeout(this.saving)
    this.saving = window.setTimeout(() => this.save(), 250)
  }

  private enter(value: string, noting = this.noting): void {
    const cells = [...this.chosen]
    this.act((game) => (noting ? state.note(game, cells, value) : state.enter(game, cells, value)))
    this.api.announce(this.face(this.active).words)
  }

  private ask(): void {
    const asked = ++this.asked
    void engine.broken(this.game.text, state.valuesOf(this.game), language()).then(({ broken, solved }) => {
      if (asked !== this.asked || this.ends.signal.aborted) return
      this.broken = broken
      if (solved && this.game.finished === null) {
        this.tick()
        this.game.finished = Date.now()
        this.save()
        this.say(this.game.revealed ? v('solved.revealed') : v('solved', { time: clockText(this.game.elapsed) }), 'good')
      }
      this.draw()
      if (!this.hint && !this.work && (broken.length > 0 || this.saysBroken)) this.sayBroken()
    }, this.api.failed)
  }

  private key(event: KeyboardEvent): void {
    if (!isCommand(event, this.board)) return
    const command = event.ctrlKey || event.metaKey
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
    const arrow = ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] } as const)[key as 'ArrowUp']
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
    const value = digit ?? key
    const done = (): void => event.preventDefault()
    if (arrow) {
      const next = this.board.neighbour(this.active, arrow[0], arrow[1])
      this.choose(event.shiftKey ? new Set([...this.chosen, next]) : new Set([next]), next)
      return done()
    }
    if (command && /^[ZY]$/.test(key)) {
      this.act(key === 'Y' || event.shiftKey ? state.redo : state.undo)
      return done()
    }
    if (command || event.altKey) return
    if (value.length === 1 && this.puzzle.values.includes(value)) {
      this.enter(value, this.noting || (event.shiftKey && digit !== undefined))
      return done()
    }
    const run = { Backspace: () => this.act((game) => state.erase(game, [...this.chosen])), Delete: () => this.act((game) => state.erase(game, [...this.chosen])), ' ': () => this.toggleNotes(), N: () => this.toggleNotes(), H: () => void this.askHint(), ENTER: () => this.apply(), Enter: () => this.apply(), Escape: () => this.dismiss() }[key]
    if (!run) return
    run()
    done()
  }

  private toggleNotes(): void {
    this.noting = !this.noting
    this.draw()
  }

  /** Adds the time since the last call, where the game is played. */
  private tick(): void {
    const now = Date.now()
    if (this.since !== null) this.game.elapsed += Math.min(now - this.since, 60_000)
    this.since = document.visibilityState === 'visible' && this.game.finished === null ? now : null
    this.clock.textContent = clockText(this.game.elapsed)
  }

  // Questions.

  /** Does long work that can be stopped. */
  private async during<T>(name: VariantKey, work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.work?.abort()
    const stop = new AbortController()
    this.work = stop
    this.hint = null
    this.light()
    this.say('')
    this.message.append(el('p', {}, `${v(name)}: ${v('busy')}`), el('progress', { 'aria-label': v('busy') }), button(v('stop'), { icon: 'stop', class: 'small', data: { command: 'stop' }, on: { click: () => stop.abort() } }))
    try {
      return await work(stop.signal)
    } catch (error) {
      if (error instanceof Cancelled) {
        if (this.work === stop) this.say(v('stopped'))
      } else {
        this.sayBroken()
        this.api.failed(error)
      }
      return null
    } finally {
      if (this.work === stop) this.work = null
    }
  }

  private async askHint(): Promise<void> {
    const { game } = this
    const hint = await this.during('hint', (signal) => engine.hint(game.text, state.valuesOf(game), state.struckOf(game), language(), { signal }))
    if (!hint) return
    game.hints++
    if (hint.answer) return this.say(v(`answer.${hint.answer}`), 'bad')
    this.hint = hint
    const applies = hint.placed !== undefined || (hint.removed?.length ?? 0) > 0
    this.say('')
    this.message.append(
      el('p', { class: 'v-sentence' }, hint.sentence ?? ''),
      el(
        'div',
        { class: 'row' },
        applies && button(v('apply'), { class: 'primary small', data: { command: 'apply' }, on: { click: () => this.apply() } }),
        button(v('dismiss'), { class: 'small', data: { command: 'dismiss' }, on: { click: () => this.dismiss() } }),
      ),
    )
    this.draw()
  }

  private apply(): void {
    const { hint } = this
    if (!hint) return
    this.hint = null
    this.say('')
    if (hint.placed) this.choose(new Set([hint.placed[0]]), hint.placed[0])
    this.act((game) => state.conclude(game, hint.placed, hint.removed ?? []))
  }

  private dismiss(): void {
    this.hint = null
    this.draw()
    this.sayBroken()
  }

  private async candidates(): Promise<void> {
    const { game } = this
    const values = state.valuesOf(game)
    const found = await this.during('candidates', (signal) => engine.candidates(game.text, values, { signal }))
    if (!found || values !== state.valuesOf(game)) return
    if (found.some((set) => set === '')) return this.say(v('candidates.none'), 'bad')
    this.act((changed) => state.setNotes(changed, found))
    this.say(v('candidates.done'))
  }

  private async count(): Promise<void> {
    const { game } = this
    const found = await this.during('count', (signal) => engine.count(game.text, state.valuesOf(game), MOST_SOLUTIONS, { signal }))
    if (!found) return
    const { complete, count } = found
    this.say(v(!complete ? 'count.many' : count === 0 ? 'count.none' : count === 1 ? 'count.one' : 'count.some', { count: number(count) }), count === 1 ? 'good' : count === 0 ? 'bad' : '')
  }

  private async solve(): Promise<void> {
    const { game } = this
    const found = await this.during('solve', (signal) => engine.solve(game.text, { signal }))
    if (!found) return
    if (found.answer !== 'unique') return this.say(v(found.answer === 'none' ? 'answer.none' : 'solve.multiple'), 'bad')
    this.say('')
    this.act((changed) => state.reveal(changed, found.solution!))
  }

  private openRules(): void {
    const { drawings, rules, setter } = this.puzzle
    openDialog(
      'dialog-rules',
      v('rules'),
      el('p', {}, v('rules.houses')),
      el('dl', { class: 'v-rule-list' }, ...rules.flatMap(({ count, meaning, name }) => [el('dt', {}, name, count > 1 ? el('span', { class: 'soft' }, ` ${v('rules.count', { count })}`) : null), el('dd', {}, meaning)])),
      ...(setter ? [el('h3', {}, v('rules.setter')), el('p', { class: 'v-setter' }, setter)] : []),
      ...(drawings.length > 0 ? [el('h3', {}, v('rules.drawings')), el('ul', {}, ...drawings.slice(0, 50).map((words) => el('li', {}, words)))] : []),
    )
  }

  private openShare(): void {
    const { author, name, text } = this.game
    const link = location.href.replace(/[#?].*$/, '') + variantFragment(this.puzzle.text ?? text, { author, name })
    const row = (title: string, id: string, value: string): HTMLElement[] => {
      const field = el('textarea', { rows: 2, readonly: true, id, spellcheck: 'false', 'aria-label': title })
      field.value = value
      return [el('h3', {}, title), field, el('div', { class: 'row' }, button(t('copy'), { icon: 'copy', on: { click: () => void this.api.copy(field.value) } }))]
    }
    const fields = row(v('share.fpuzzles'), 'share-fpuzzles', '')
    const strings = row(v('share.iss'), 'share-iss', this.puzzle.text ?? this.puzzle.text_error ?? '')
    openDialog('dialog-variant-share', v('share'), el('p', { class: 'soft' }, v('share.without')), ...row(v('share.link'), 'share-link', link), ...strings, ...fields)
    // What the format has no form for is said in its place.
    const show = (words: string): void => void ((fields[1] as HTMLTextAreaElement).value = words)
    engine.write(text, 'fpuzzles-link').then(show, (error: unknown) => show(error instanceof Error ? error.message : String(error)))
  }

  // Drawing.

  private say(words: string, kind: 'good' | 'bad' | '' = ''): void {
    this.saysBroken = false
    this.message.className = `v-message ${kind}`
    this.message.replaceChildren(...(words ? [el('p', {}, words)] : []))
  }

  private sayBroken(): void {
    const [first, second, ...more] = this.broken.map(({ words }) => words)
    if (!first) return this.say('')
    const parts = [first, ...(second ? [second] : []), ...(more.length > 0 ? [v('broken.more', { count: more.length })] : [])].join(t('comma'))
    this.say(v('broken', { parts }), 'bad')
    this.saysBroken = true
  }

  private face(cell: number): Face {
    const { game, puzzle } = this
    const [value, notes] = game.marks[cell]!
    const name = puzzle.names[cell]!
    const given = state.isGiven(game, cell)
    const wrong = this.broken.some(({ cells }) => cells.includes(cell))
    const removed = this.hint?.removed?.find(([there]) => there === cell)
    const gone = removed ? state.setOf(removed[1]) : 0
    const limited = puzzle.limited.find((entry) => entry.cell === cell)
    // What a hint removes is shown even where the player has no notes.
    const shown = notes || (limited ? state.setOf(limited.values) : 0)
    const values = [...puzzle.values].filter((symbol) => notes & state.bitOf(symbol)).join(' ')
    const words = given ? v('cell.given', { cell: name, value }) : value ? v(wrong ? 'cell.wrong' : 'cell.value', { cell: name, value }) : values ? v('cell.notes', { cell: name, values }) : v('cell.empty', { cell: name })
    return { value, given, wrong, notes: shown | gone, gone, words }
  }

  private light(): void {
    const { hint } = this
    this.board.light([
      ['chosen', this.chosen],
      ['broken', this.broken.flatMap(({ cells }) => cells)],
      ['pattern', hint?.pattern ?? []],
      ['target', [hint?.placed, hint?.wrong, hint?.ruled_out].flatMap((placed) => (placed ? [placed[0]] : [])).concat(hint?.removed?.map(([cell]) => cell) ?? [])],
      ['active', [this.active]],
    ])
  }

  private draw(): void {
    const { game, puzzle } = this
    this.board.show(puzzle, this.api.theme() === 'dark')
    this.board.element.classList.toggle('zoomed', this.zoomed)
    this.board.faces((cell) => this.face(cell))
    this.light()
    this.board.choose(this.chosen, this.active, false)
    this.head.replaceChildren(el('h2', {}, game.name), game.author ? el('span', { class: 'soft' }, t('title.author', { author: game.author })) : '', this.clock)
    const tool = (name: VariantKey, sign: string, run: () => void, options: { disabled?: boolean; pressed?: boolean } = {}): HTMLElement =>
      el('button', { type: 'button', class: 'v-do', disabled: options.disabled, 'aria-pressed': options.pressed === undefined ? undefined : String(options.pressed), data: { command: name }, on: { click: run } }, icon(sign), el('span', {}, v(name)))
    replace(
      this.tools,
      tool('undo', 'undo', () => this.act(state.undo), { disabled: game.past.length === 0 }),
      tool('redo', 'redo', () => this.act(state.redo), { disabled: game.future.length === 0 }),
      tool('erase', 'erase', () => this.act((changed) => state.erase(changed, [...this.chosen]))),
      tool('notes', 'note', () => this.toggleNotes(), { pressed: this.noting }),
      ...(puzzle.columns > 9 ? [tool('zoom', 'grid', () => this.zoom(), { pressed: this.zoomed })] : []),
      tool('hint', 'bulb', () => void this.askHint()),
    )
    this.keys.setAttribute('aria-label', v('keys'))
    this.keys.style.setProperty('--v-keys', String(keyColumns(puzzle.values.length)))
    const full = new Map<string, number>()
    for (const [value] of game.marks) full.set(value, (full.get(value) ?? 0) + 1)
    replace(
      this.keys,
      ...[...puzzle.values].map((value) => el('button', { type: 'button', class: `v-key${this.noting ? ' noting' : ''}${(full.get(value) ?? 0) >= puzzle.rows ? ' full' : ''}`, data: { value }, on: { click: () => this.enter(value) } }, value)),
    )
    this.questions.setAttribute('aria-label', v('actions'))
    const question = (name: VariantKey, run: () => void): HTMLElement => button(v(name), { class: 'small', data: { command: name }, on: { click: run } })
    replace(
      this.questions,
      question('candidates', () => void this.candidates()),
      question('count', () => void this.count()),
      question('solve', () => void this.solve()),
      question('rules', () => this.openRules()),
      question('share', () => this.openShare()),
      question('restart', () => this.act(state.restart)),
      question('new', () => this.commands.draw()),
    )
  }

  private zoom(): void {
    this.zoomed = !this.zoomed
    this.draw()
    this.board.choose(this.chosen, this.active, true)
  }
}

/** How many keys are in a row. */
export const keyColumns = (values: number): number => (values <= 10 ? values : Math.ceil(values / (values <= 20 ? 2 : 3)))

/** Replaces the children that differ, and keeps the focus. */
function replace(parent: HTMLElement, ...children: HTMLElement[]): void {
  const focused = parent.contains(document.activeElement) ? [...parent.children].indexOf(document.activeElement!) : -1
  for (const [at, child] of children.entries()) {
    const old = parent.children[at]
    // Listeners of a button do the same for the whole game, so one that looks the same can stay.
    if (!old) parent.append(child)
    else if (!old.isEqualNode(child)) old.replaceWith(child)
  }
  while (parent.childElementCount > children.length) parent.lastElementChild!.remove()
  if (focused >= 0 && !parent.contains(document.activeElement)) (parent.children[focused] as HTMLElement | undefined)?.focus()
}
