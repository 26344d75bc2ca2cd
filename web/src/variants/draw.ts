/** The drawing board: a new puzzle of one of the kinds, generated or drawn stroke by stroke, checked, then played. */

import type { Api } from '../api'
import { Cancelled } from '../worker-client'
import { field, select } from '../dialogs/dialog'
import { button, el, icon } from '../dom'
import { language } from '../i18n'
import { isCommand, onBoard } from './input'
import { keyColumns } from './play'
import type { Shown } from './screen'
import * as sketches from './sketch'
import type { Sketch } from './sketch'
import { numberOf } from './state'
import { engine } from './variant-engine'
import type { Sketched, Themes, Verdict } from './variant-engine'
import './variants.css'
import { VariantBoard } from './view'
import type { VariantKey } from './words'
import { v } from './words'

const KEPT = 'ninefold.sketch'
const TOOLS = ['given', 'cage', 'thermo', 'arrow', 'white', 'black', 'region', 'rising', 'falling', 'all-dots', 'erase'] as const
type Tool = (typeof TOOLS)[number]
const isTool = (name: string): name is Tool => (TOOLS as readonly string[]).includes(name)
/** Tools that are pressed and not drawn with. */
const SWITCHES: readonly Tool[] = ['rising', 'falling', 'all-dots']
const HOW: Readonly<Record<Tool, VariantKey>> = { given: 'draw.how.given', cage: 'draw.how.cage', thermo: 'draw.how.thermo', arrow: 'draw.how.arrow', white: 'draw.how.dot', black: 'draw.how.dot', region: 'draw.how.region', rising: 'draw.how.toggle', falling: 'draw.how.toggle', 'all-dots': 'draw.how.toggle', erase: 'draw.how.erase' }

export class Drawing implements Shown {
  private readonly board = new VariantBoard(v('draw.title'))
  private readonly head = el('div', { class: 'v-head v-choices' })
  private readonly message = el('div', { class: 'v-message', role: 'status' })
  private readonly tools = el('div', { class: 'v-tools v-drawing', role: 'group' })
  private readonly keys = el('div', { class: 'v-keys', role: 'group' })
  private readonly questions = el('div', { class: 'v-questions', role: 'group' })
  private readonly sketch: Sketch
  private themes: Themes = { sides: [4, 6, 8, 9, 10, 12, 16], themes: [] }
  private shown: Sketched | null = null
  private verdict: Verdict | null = null
  private tool: Tool = 'given'
  private allTools = false
  private stroke: number[] = []
  private active = 0
  private seed = crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000
  private work: AbortController | null = null
  private readonly ends = new AbortController()

  constructor(
    private readonly api: Api,
    root: HTMLElement,
    private readonly play: (text: string, name: string) => void,
  ) {
    this.sketch = sketches.sketchFromText(kept())
    root.replaceChildren(el('div', { class: 'v-screen', data: { view: 'draw' } }, this.board.element, el('div', { class: 'v-below' }, this.head, this.message, this.tools, this.keys, this.questions)))
    const { signal } = this.ends
    onBoard(this.board, signal, {
      start: (cell) => this.pen([cell]),
      over: (cell) => this.extend(cell),
      end: () => this.commit(),
    })
    document.addEventListener('keydown', (event) => this.key(event), { signal })
    void engine.themes().then((themes) => {
      this.themes = themes
      this.chooseTool()
      return this.refresh()
    }).catch(this.api.failed)
  }

  redraw(): void {
    void this.refresh().catch(this.api.failed)
  }

  save(): void {
    try {
      localStorage.setItem(KEPT, sketches.sketchToText(this.sketch))
    } catch {
      // No room: the sketch lives as long as the page.
    }
  }

  close(): void {
    this.save()
    this.ends.abort()
    this.work?.abort()
  }

  // Drawing with the pen.

  private ownTools(): Tool[] {
    return (this.themes.themes.find(({ theme }) => theme === this.sketch.theme)?.tools ?? []).filter(isTool)
  }

  /** The tool that puzzles of this kind begin with. */
  private chooseTool(): void {
    this.tool = this.ownTools().find((tool) => !SWITCHES.includes(tool)) ?? 'given'
  }

  private pen(cells: number[]): void {
    this.stroke = cells
    this.active = cells[cells.length - 1] ?? this.active
    this.board.stroke(this.tool === 'given' ? [] : cells)
    this.light()
    this.board.choose(new Set(cells), this.active, true)
  }

  /** The stroke goes on, or goes back where it came from. */
  private extend(cell: number): void {
    if (this.tool === 'given') return this.pen([cell])
    const at = this.stroke.indexOf(cell)
    const line = this.tool === 'thermo' || this.tool === 'arrow'
    if (at >= 0) return line ? this.pen(this.stroke.slice(0, at + 1)) : undefined
    this.pen([...this.stroke, cell])
  }

  private commit(): void {
    const cells = this.stroke
    this.board.stroke([])
    if (this.tool === 'given' || cells.length === 0) return
    // Lines and dots need two cells: a tap on one chooses it.
    if (cells.length === 1 && (this.tool === 'thermo' || this.tool === 'arrow' || this.tool === 'white' || this.tool === 'black')) return
    this.act(() => sketches.add(this.sketch, this.tool, null, cells))
  }

  /** Changes the sketch and asks the engine for the puzzle. A stroke that draws nothing is taken back. */
  private act(change: () => void): void {
    change()
    this.verdict = null
    void this.refresh().catch(this.api.failed)
  }

  private async refresh(): Promise<void> {
    const { side, strokes, theme } = this.sketch
    const text = strokes.join('\n')
    const shown = await engine.sketch(theme, side, text, language())
    if (this.ends.signal.aborted || text !== this.sketch.strokes.join('\n') || theme !== this.sketch.theme || side !== this.sketch.side) return
    this.shown = shown
    if (shown.error) this.sketch.strokes.pop()
    this.active = Math.min(this.active, shown.puzzle.names.length - 1)
    this.save()
    this.draw(shown.error)
  }

  /** A value of the board, or a digit of a sum. */
  private enter(value: string): void {
    if (this.tool === 'given') {
      const has = this.shown?.puzzle.givens[this.active] === value
      return this.act(() => sketches.add(this.sketch, 'given', has ? null : numberOf(value), [this.active]))
    }
    const sum = sketches.lastSum(this.sketch)
    if (this.tool !== 'cage' || sum === null || !/^\d$/.test(value)) return
    // The sum is checked when it is complete: a first digit alone may be too small.
    const next = Number(`${sum === '-' ? '' : sum}${value}`)
    if (next <= 999) this.setSum(next)
  }

  private erase(): void {
    if (this.tool === 'cage') {
      const sum = sketches.lastSum(this.sketch)
      if (sum !== null && sum !== '-') this.setSum(Math.floor(sum / 10) || null)
      return
    }
    if (this.tool === 'given') this.act(() => sketches.add(this.sketch, 'given', null, [this.active]))
  }

  private setSum(sum: number | null): void {
    sketches.setLastSum(this.sketch, sum)
    this.verdict = null
    const { side, strokes, theme } = this.sketch
    const text = strokes.join('\n')
    void engine.sketch(theme, side, text, language()).then((shown) => {
      if (text !== this.sketch.strokes.join('\n')) return
      // Too small or too large so far: the cage is shown without it, and the sum stays to be completed.
      if (!shown.error) this.shown = shown
      this.save()
      this.draw(shown.error)
    }, this.api.failed)
  }

  private key(event: KeyboardEvent): void {
    if (!isCommand(event, this.board) || event.altKey) return
    const command = event.ctrlKey || event.metaKey
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
    const arrow = ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] } as const)[key as 'ArrowUp']
    const done = (): void => event.preventDefault()
    if (arrow) {
      const next = this.board.neighbour(this.active, arrow[0], arrow[1])
      if (event.shiftKey && this.tool !== 'given') this.extend(next)
      else this.pen([next])
      return done()
    }
    if (command) {
      if (!/^[ZY]$/.test(key)) return
      this.undo(key === 'Y' || event.shiftKey)
      return done()
    }
    const value = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? key
    if (key === 'Enter' || key === ' ') this.commit()
    else if (key === 'Backspace' || key === 'Delete') this.erase()
    else if (value.length === 1 && (this.tool === 'cage' ? /^\d$/.test(value) : this.shown?.puzzle.values.includes(value))) this.enter(value)
    else return
    done()
  }

  private undo(again: boolean): void {
    this.act(() => void (again ? sketches.redo(this.sketch) : sketches.undo(this.sketch)))
  }

  // Questions.

  private async during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.work?.abort()
    const stop = new AbortController()
    this.work = stop
    this.message.className = 'v-message'
    this.message.replaceChildren(el('p', {}, v('busy')), el('progress', { 'aria-label': v('busy') }), button(v('stop'), { icon: 'stop', class: 'small', data: { command: 'stop' }, on: { click: () => stop.abort() } }))
    try {
      return await work(stop.signal)
    } catch (error) {
      if (error instanceof Cancelled) this.say(v('stopped'))
      else {
        this.say('')
        this.api.failed(error)
      }
      return null
    } finally {
      if (this.work === stop) this.work = null
    }
  }

  private async check(): Promise<void> {
    const { side, strokes, theme } = this.sketch
    const verdict = await this.during((signal) => engine.check(theme, side, strokes.join('\n'), language(), { signal }))
    if (!verdict) return
    this.verdict = verdict
    this.draw()
    if (verdict.answer === 'unique') return this.say(v('draw.unique'), 'good')
    if (verdict.answer === 'multiple') return this.say(v('draw.multiple', { count: verdict.differ?.length ?? 0 }), 'bad')
    const parts = verdict.contradiction?.map(({ words }) => words) ?? []
    this.say(parts.length > 0 ? v('draw.none', { parts: parts.join('; ') }) : v('draw.none.board'), 'bad')
  }

  private async generate(): Promise<void> {
    const { side, theme } = this.sketch
    const text = await this.during((signal) => engine.generate(theme, side, this.seed, { signal }))
    if (text === null) return
    this.seed = (this.seed + 1) % 1_000_000
    this.play(text, `${v(`theme.${theme}` as VariantKey)} ${side}×${side}`)
  }

  private start(): void {
    const { side, theme } = this.sketch
    const { puzzle, unfinished } = this.shown ?? {}
    if (unfinished || !puzzle?.text) return this.say(unfinished ?? puzzle?.text_error ?? '', 'bad')
    this.play(puzzle.text, `${v(`theme.${theme}` as VariantKey)} ${side}×${side}`)
  }

  // What is shown.

  private say(words: string, kind: 'good' | 'bad' | '' = ''): void {
    this.message.className = `v-message ${kind}`
    this.message.replaceChildren(...(words ? [el('p', {}, words)] : []))
  }

  private light(): void {
    this.board.light([
      ['differ', this.verdict?.differ ?? []],
      ['broken', this.verdict?.contradiction?.flatMap(({ cells }) => cells) ?? []],
      ['chosen', this.stroke],
      ['active', [this.active]],
    ])
  }

  private draw(error?: string): void {
    const { sketch } = this
    const puzzle = this.shown?.puzzle
    if (!puzzle) return
    this.board.show(puzzle, this.api.theme() === 'dark')
    this.board.faces((cell) => {
      const value = puzzle.givens[cell] === '.' ? '' : puzzle.givens[cell]!
      const name = puzzle.names[cell]!
      return { value, given: true, wrong: false, notes: 0, gone: 0, words: value ? v('cell.given', { cell: name, value }) : v('cell.empty', { cell: name }) }
    })
    this.stroke = []
    this.light()
    this.board.choose(new Set(), this.active, false)
    const restart = (change: () => void): void =>
      this.act(() => {
        change()
        sketch.strokes = []
        sketch.undone = []
        this.chooseTool()
      })
    const seed = el('input', { type: 'number', min: 0, max: 999_999, value: this.seed, id: 'v-seed', on: { change: () => (this.seed = Math.max(0, Math.min(999_999, Math.floor(Number(seed.value)) || 0))) } })
    this.head.replaceChildren(
      field(v('draw.kind'), named('v-kind', select(this.themes.themes.map(({ theme }): [string, string] => [theme, v(`theme.${theme}` as VariantKey)]), sketch.theme, (theme) => restart(() => (sketch.theme = theme))))),
      field(v('draw.size'), named('v-side', select(this.themes.sides.map((side): [string, string] => [String(side), `${side}×${side}`]), String(sketch.side), (side) => restart(() => (sketch.side = Number(side)))))),
      field(v('draw.seed'), seed),
      button(v('draw.generate'), { icon: 'plus', data: { command: 'generate' }, on: { click: () => void this.generate() } }),
    )
    const own = this.ownTools()
    const offered = TOOLS.filter((tool) => tool === 'given' || tool === 'erase' || own.includes(tool) || (this.allTools && (tool !== 'region' || own.includes('region'))))
    const isOn = (tool: Tool): boolean => this.shown?.on.includes(tool) ?? false
    this.tools.setAttribute('aria-label', v('draw.tools'))
    this.tools.replaceChildren(
      ...offered.map((tool) => {
        const press = (): void => {
          if (SWITCHES.includes(tool)) return this.act(() => sketches.add(sketch, tool, null, []))
          this.tool = tool
          this.draw()
        }
        return el('button', { type: 'button', class: 'small v-tool', 'aria-pressed': String(SWITCHES.includes(tool) ? isOn(tool) : this.tool === tool), data: { pen: tool }, on: { click: press } }, el('span', { class: `v-sign sign-${tool}`, 'aria-hidden': 'true' }), el('span', {}, v(`draw.${tool}`)))
      }),
      el('button', { type: 'button', class: 'small v-tool', 'aria-pressed': String(this.allTools), data: { pen: 'more' }, on: { click: () => ((this.allTools = !this.allTools), this.draw()) } }, icon('more'), el('span', {}, v('draw.more'))),
    )
    const typing = this.tool === 'given' ? [...puzzle.values] : this.tool === 'cage' ? [...'1234567890'] : []
    this.keys.setAttribute('aria-label', v(this.tool === 'cage' ? 'draw.keys' : 'keys'))
    this.keys.style.setProperty('--v-keys', String(keyColumns(typing.length + 1)))
    this.keys.replaceChildren(
      ...typing.map((value) => el('button', { type: 'button', class: 'v-key', data: { value }, on: { click: () => this.enter(value) } }, value)),
      ...(typing.length > 0 ? [el('button', { type: 'button', class: 'v-key', 'aria-label': v('draw.back'), data: { command: 'back' }, on: { click: () => this.erase() } }, icon('erase'))] : []),
    )
    const sum = this.tool === 'cage' ? sketches.lastSum(sketch) : null
    const how = sum === null ? v(HOW[this.tool], { count: sketch.side }) : sum === '-' ? v('draw.sum.none') : v('draw.sum', { sum })
    this.say(error ?? this.shown?.unfinished ?? how, error ? 'bad' : '')
    if (!error && this.shown?.unfinished) this.message.append(el('p', { class: 'soft' }, how))
    this.questions.setAttribute('aria-label', v('actions'))
    const command = (name: VariantKey, id: string, run: () => void, options: { class?: string; disabled?: boolean } = {}): HTMLElement => button(v(name), { class: `small ${options.class ?? ''}`, disabled: options.disabled, data: { command: id }, on: { click: run } })
    this.questions.replaceChildren(
      command('undo', 'undo', () => this.undo(false), { disabled: sketch.strokes.length === 0 }),
      command('redo', 'redo', () => this.undo(true), { disabled: sketch.undone.length === 0 }),
      command('draw.clear', 'clear', () => restart(() => undefined)),
      command('draw.check', 'check', () => void this.check()),
      command('draw.play', 'play', () => this.start(), { class: 'primary' }),
    )
  }
}

const named = <T extends HTMLElement>(id: string, element: T): T => {
  element.id = id
  return element
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}
