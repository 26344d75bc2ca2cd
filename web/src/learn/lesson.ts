/**
 * One lesson: the idea in three sentences with an example that draws itself, then exercises. The learner chooses a cell
 * and a digit: what can be placed, or what can be removed. The answer says whether that is right, and if not, why.
 */

import type { Api } from '../api'
import { positionShown } from '../api'
import * as board from '../board'
import { button, el } from '../dom'
import type { View } from '../engine'
import { language, t } from '../i18n'
import { play } from '../motion'
import { legend } from '../panels/parts'
import { BoardView, newBoard } from '../render'
import type { State } from '../state'
import { EMPTY, newState } from '../state'
import { CELLS, DIGITS, cellName } from '../words'
import { exercise } from './practice'
import type { Exercise } from './practice'
import { ENOUGH, LESSONS, addSolved, progress } from './progress'
import type { LessonId } from './progress'
import type { Lesson } from './screen'
import { TEXTS } from './texts'

export const isLesson = (id: string): id is LessonId => (LESSONS as readonly string[]).includes(id)

/** The seed of every lesson's example: the same for everyone. */
const EXAMPLE = 2

const NOTHING: View = { cells: [], candidates: [], houses: [], links: [] }

export function openLesson(api: Api, root: HTMLElement, id: LessonId, open: (lesson: string) => void): Lesson {
  const lesson = new OpenLesson(api, root, id, open)
  lesson.start()
  return lesson
}

class OpenLesson implements Lesson {
  private readonly state: State
  private readonly view: BoardView
  private readonly panel = el('div', { class: 'lesson-panel' })
  private readonly life = new AbortController()
  private drawing = new AbortController()
  private stage: 'idea' | 'practice' = 'idea'
  private current: Exercise | null = null
  /** The exercise after this one, looked for while this one is solved. */
  private following: Promise<Exercise | null> | null = null
  private busy = true
  private solved = false
  private said: { text: string; good: boolean } | null = null
  private seed = crypto.getRandomValues(new Uint32Array(1))[0]! >>> 4

  constructor(
    private readonly api: Api,
    root: HTMLElement,
    private readonly id: LessonId,
    private readonly open: (lesson: string) => void,
  ) {
    this.state = newState({ ...api.state.settings, automatic: false, mistakes: 'none' })
    this.state.phase = 'play'
    const elements = newBoard(t('learn.board'))
    this.view = new BoardView(elements)
    const frame = el('div', { class: 'board-frame' }, elements.box)
    root.replaceChildren(el('div', { class: 'lesson' }, el('section', { class: 'stage', 'aria-label': t('learn.board') }, frame), this.panel))
    elements.grid.addEventListener('pointerdown', (event) => {
      const cell = Number((event.target as HTMLElement).closest<HTMLElement>('.cell')?.dataset['cell'])
      if (Number.isInteger(cell)) this.choose(cell)
    })
    elements.grid.addEventListener('focusin', (event) => {
      const cell = Number((event.target as HTMLElement).dataset['cell'])
      if (Number.isInteger(cell) && cell !== this.state.active) this.choose(cell)
    })
    elements.grid.addEventListener('keydown', (event) => this.key(event))
  }

  start(): void {
    void this.load(EXAMPLE).then(() => this.showStep())
  }

  translate(): void {
    this.render()
  }

  close(): void {
    this.life.abort()
    this.drawing.abort()
  }

  private find(seed: number): Promise<Exercise | null> {
    return exercise(this.api.engine, TEXTS[this.id].techniques, seed, language(), this.life.signal).catch((error: unknown) => {
      if (!this.life.signal.aborted) this.api.failed(error)
      return null
    })
  }

  /** Takes a position onto the board. */
  private async load(seed: number, ahead: Promise<Exercise | null> | null = null): Promise<void> {
    this.busy = true
    this.solved = false
    this.said = null
    this.current = null
    this.drawing.abort()
    this.render()
    const found = await (ahead ?? this.find(seed))
    if (this.life.signal.aborted) return
    this.busy = false
    this.current = found
    if (found) {
      this.state.marks = CELLS.map((cell) => {
        const digit = Number(found.before.placed[cell]) || 0
        return digit ? { ...EMPTY, digit, given: found.puzzle[cell] !== '.' } : EMPTY
      })
      this.show(NOTHING)
    }
    this.render()
  }

  private show(view: View): void {
    if (!this.current) return
    this.state.shown = { view, position: positionShown({ placed: this.current.before.placed, candidates: this.current.before.candidates }), step: null, follows: true }
    this.view.render(this.state)
  }

  /** Draws the step of the position, stage by stage. */
  private showStep(): void {
    const { current } = this
    if (!current) return
    this.drawing.abort()
    this.drawing = new AbortController()
    this.state.selection = new Set()
    void play(current.step.view, (frame) => this.show(frame), this.drawing.signal)
  }

  private practise(): void {
    this.stage = 'practice'
    const ahead = this.following ?? this.find(++this.seed)
    this.following = null
    void this.load(0, ahead).then(() => {
      if (this.life.signal.aborted || !this.current) return
      const empty = CELLS.find((cell) => !this.state.marks[cell]!.digit) ?? 40
      this.choose(empty)
      this.following = this.find(++this.seed)
    })
  }

  private choose(cell: number): void {
    board.choose(this.state, cell)
    this.view.render(this.state)
    this.view.focus(this.state)
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
    if (step) {
      event.preventDefault()
      board.move(this.state, step[0]!, step[1]!)
      this.choose(this.state.active)
    } else if (/^[1-9]$/.test(event.key)) {
      event.preventDefault()
      this.answer(Number(event.key))
    }
  }

  /** The learner's move: this digit in the chosen cell. */
  private answer(digit: number): void {
    const { current } = this
    const cell = this.state.active
    if (!current || this.stage !== 'practice' || this.solved || !this.state.selection.has(cell)) return
    const name = `${digit}${cellName(cell)}`
    const values = { digit, cell: cellName(cell) }
    const placing = current.step.placements.length > 0
    const belongs = current.solution[cell] === String(digit)
    if ((placing ? current.placements : current.eliminations).has(name)) {
      this.solved = true
      addSolved(this.id)
      this.say(t('learn.right'), true)
      this.showStep()
    } else if (placing) {
      this.say(t(belongs ? 'learn.wrong.later' : 'learn.wrong.digit', values), false)
    } else {
      this.say(t(belongs ? 'learn.wrong.true' : 'learn.wrong.other', values), false)
    }
  }

  private say(text: string, good: boolean): void {
    this.said = { text, good }
    this.render()
    this.api.announce(text)
  }

  private render(): void {
    const focused = this.panel.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset['command'] : undefined
    const { name } = TEXTS[this.id][language()]
    const at = LESSONS.indexOf(this.id)
    this.panel.replaceChildren(
      el('div', { class: 'row spread' }, el('h2', {}, name), el('span', { class: 'soft' }, t('tour.count', { at: at + 1, count: LESSONS.length }))),
      ...(this.stage === 'idea' ? this.idea() : this.exerciseParts()),
    )
    if (focused) this.panel.querySelector<HTMLElement>(`[data-command="${focused}"]`)?.focus()
  }

  private idea(): Node[] {
    const text = TEXTS[this.id][language()]
    const { current } = this
    return [
      el('div', { class: 'lesson-idea' }, ...text.idea.map((sentence) => el('p', {}, sentence))),
      ...this.waiting(),
      ...(current ? [el('div', { class: 'callout' }, el('p', {}, el('strong', {}, `${t('learn.example')}: `), current.step.sentence)), legend(current.step.view)] : []),
      el(
        'div',
        { class: 'row next' },
        button(t('learn.try'), { class: 'primary', data: { command: 'practise' }, on: { click: () => this.practise() } }),
        button(t('learn.again'), { data: { command: 'again' }, disabled: !current, on: { click: () => this.showStep() } }),
      ),
    ]
  }

  private waiting(): Node[] {
    if (this.busy) return [el('p', { class: 'soft', role: 'status' }, t('learn.busy')), el('progress', { 'aria-label': t('learn.busy') })]
    return this.current ? [] : [el('p', { class: 'soft' }, t('learn.none'))]
  }

  private exerciseParts(): Node[] {
    const { current } = this
    const count = progress()[this.id] ?? 0
    const next = LESSONS[LESSONS.indexOf(this.id) + 1]
    const done = count >= ENOUGH
    const keys = el('div', { class: 'keys lesson-keys' }, ...DIGITS.map((digit) => button(String(digit), { class: 'key', data: { command: `digit-${digit}`, digit: String(digit) }, disabled: !current || this.solved, on: { click: () => this.answer(digit) } })))
    const task = current ? t(current.step.placements.length > 0 ? 'learn.task.place' : 'learn.task.remove') : ''
    return [
      ...this.waiting(),
      ...(current && !this.solved ? [el('p', { class: 'lesson-task' }, task)] : []),
      ...(this.said ? [el('p', { class: `callout lesson-said ${this.said.good ? 'good' : 'bad'}` }, el('strong', {}, this.said.text), this.solved && current ? ` ${current.step.sentence}` : '')] : []),
      ...(this.solved ? [] : [keys]),
      el('p', { class: 'soft' }, done ? t('learn.finished') : t('learn.solved', { count, of: ENOUGH })),
      el(
        'div',
        { class: 'row next' },
        this.solved || !current
          ? button(t('learn.next'), { class: 'primary', data: { command: 'next' }, disabled: this.busy, on: { click: () => this.practise() } })
          : button(t('learn.show'), { data: { command: 'show' }, on: { click: () => this.reveal() } }),
        button(t('learn.idea'), { data: { command: 'idea' }, on: { click: () => this.backToIdea() } }),
        done && next ? button(t('learn.lesson.next'), { data: { command: 'next-lesson' }, on: { click: () => this.open(next) } }) : null,
      ),
    ]
  }

  /** Shows the step instead of waiting for the learner's move; it does not count. */
  private reveal(): void {
    if (!this.current) return
    this.solved = true
    this.said = { text: this.current.step.name, good: true }
    this.render()
    this.showStep()
    this.api.announce(this.current.step.sentence)
  }

  private backToIdea(): void {
    this.stage = 'idea'
    void this.load(EXAMPLE).then(() => this.showStep())
  }
}
