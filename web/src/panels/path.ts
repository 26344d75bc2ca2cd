/**
 * The whole way from the givens to the solution: a bar for each step, as high as the step is hard, and the step under
 * the bar that was chosen.
 *
 * The chart is one control, like a slider: arrow keys walk through the steps, a click goes to one.
 */

import type { Api, News } from '../api'
import { positionShown, setFrom } from '../api'
import * as board from '../board'
import { button, byId, el, redraw, svg } from '../dom'
import type { Mistaken, NotAPuzzle, Path, PathStep, View } from '../engine'
import { language, number, t } from '../i18n'
import { play } from '../motion'
import type { Panel } from '../tabs'
import { Asking } from './asking'
import { candidates } from './hint'
import type { OpenView } from './parts'
import { busy, legend, levelChip, notAPuzzle, wayOut } from './parts'

const HEIGHT = 96

export class PathPanel implements Panel {
  private readonly root = byId('panel-path')
  private path: Path | NotAPuzzle | Mistaken | null = null
  private at = 0
  private drawing = new AbortController()
  private notation = false
  /** Whose steps: those that a person finds easiest, or those of the Sudoku Explainer rating. */
  private order: 'easiest' | 'se' = 'easiest'
  /** Whether the lines of steps are shown. */
  private opened = false
  private about = ''
  private readonly asking: Asking

  constructor(
    private readonly api: Api,
    private readonly openView: OpenView,
  ) {
    this.asking = new Asking(api.failed)
  }

  open(): void {
    if (this.key() === this.about && this.path) this.go(this.at)
    else this.ask()
  }

  close(): void {
    this.asking.stop()
    this.drawing.abort()
    this.api.act((state) => (state.shown = null))
  }

  changed(news: News): void {
    if (this.key() !== this.about) this.ask()
    else if (news === 'language') this.render()
  }

  private key(): string {
    return `${language()} ${this.order} ${this.api.puzzle()}`
  }

  private ask(): void {
    const { about } = this
    this.about = this.key()
    // In another language the same step stays open.
    if (about.slice(3) !== this.about.slice(3)) this.at = 0
    this.path = null
    const { engine } = this.api
    const ask = (signal: AbortSignal) => (this.order === 'se' ? engine.ratedPath(this.api.grid(), { language: language() }, { signal }) : engine.path(this.api.grid(), { language: language() }, { signal }))
    void this.asking.ask(ask, {
      patience: 120,
      waiting: () => this.render(),
      done: (path) => {
        this.path = path
        this.go(this.at)
      },
    })
  }

  private step(): PathStep | null {
    return this.path && 'steps' in this.path ? (this.path.steps[this.at] ?? null) : null
  }

  /** Shows a step. */
  private go(at: number): void {
    const count = this.path && 'steps' in this.path ? this.path.steps.length : 0
    this.at = Math.max(0, Math.min(count - 1, at))
    const step = this.step()
    this.drawing.abort()
    this.drawing = new AbortController()
    this.api.act((state) => (state.shown = step && { view: step.view, position: positionShown(step.before), step }))
    // Chains light up link by link.
    if (step && step.view.links.length > 1) {
      const { drawing } = this
      const show = (view: View): void => {
        // When the player continues, the step is hidden.
        if (this.api.state.shown === null) drawing.abort()
        else this.api.act((state) => (state.shown = { view, position: positionShown(step.before), step }))
      }
      void play(step.view, show, this.drawing.signal)
    }
    this.render()
    if (step) this.api.announce(`${t('path.step', { at: this.at + 1, count })}: ${step.name}. ${step.sentence}`)
  }

  /** Makes the player's board the position before this step. */
  private play(): void {
    const step = this.step()
    if (!step) return
    this.api.act((state) => {
      board.takePosition(state, step.before.placed, step.before.candidates.map(setFrom))
      const first = candidates([...step.placements, ...step.eliminations])[0]
      if (first) board.choose(state, first.cell)
      state.shown = { view: step.view, position: positionShown(step.before), step }
    })
    this.api.toast(t('path.played'))
  }

  private render(): void {
    redraw(this.root, el('h2', { class: 'unseen' }, t('path.title')), ...this.contents())
    this.root.querySelector('.bar-now')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  private contents(): Node[] {
    const { path } = this
    if (this.asking.busy) {
      return [
        this.orders(),
        busy(t('path.busy'), () => {
          this.asking.stop()
          this.render()
        }),
      ]
    }
    if (path === null) return [this.orders(), el('p', { class: 'soft' }, t('path.none')), el('div', { class: 'row' }, button(t('path.ask'), { class: 'primary', on: { click: () => this.ask() } }))]
    if (path.answer !== 'unique') return [notAPuzzle(path, this.openView)]
    if (!('steps' in path)) return [el('p', { class: 'callout bad' }, path.mistakes[0]?.sentence ?? '')]
    const step = this.step()
    const names = new Map(path.steps.map(({ level, name, technique }) => [technique, { name, level }]))
    const summary = el(
      'p',
      { class: 'row' },
      path.level ? levelChip(path.level) : null,
      el('span', {}, t('path.summary', { steps: path.steps.length, score: number(path.score) })),
    )
    if (!step) return [summary, ...(path.solved ? [el('p', { class: 'soft' }, t('path.empty'))] : wayOut(this.api, this.openView, t('steps.none')))]
    const go = (to: number) => () => this.go(to)
    const last = path.steps.length - 1
    const arrow = (name: 'first' | 'back' | 'next' | 'last', to: number, off: boolean): HTMLElement =>
      button('', { icon: name, class: 'small', 'aria-label': t(`path.${name}`), title: t(`path.${name}`), data: { command: name }, 'aria-disabled': String(off), on: { click: go(to) } })
    return [
      this.orders(),
      summary,
      el(
        'article',
        { class: 'step-details' },
        el('h3', {}, step.name, levelChip(step.level), step.rating === undefined ? null : el('span', { class: 'soft' }, t('path.rating', { rating: step.rating.toFixed(1) }))),
        el('p', { class: 'step-sentence' }, step.sentence),
        step.lines.length > 0 ? this.lines(step) : null,
        el('details', { class: 'notation', open: this.notation }, el('summary', { on: { click: () => (this.notation = !this.notation) } }, t('path.notation')), el('p', { class: 'mono' }, step.notation)),
      ),
      this.chart(path),
      el('p', { class: 'soft' }, t('path.step', { at: this.at + 1, count: path.steps.length })),
      el(
        'div',
        { class: 'row spread' },
        el('div', { class: 'row' }, arrow('first', 0, this.at === 0), arrow('back', this.at - 1, this.at === 0), arrow('next', this.at + 1, this.at === last), arrow('last', last, this.at === last)),
        button(t('path.play'), { class: 'small', data: { command: 'play' }, on: { click: () => this.play() } }),
      ),
      ...(path.solved ? [] : [this.ending(path)]),
      legend(step.view),
      el(
        'details',
        { class: 'counts' },
        el('summary', {}, t('path.techniques')),
        el(
          'table',
          {},
          el('tbody', {}, ...Object.entries(path.techniques).map(([slug, count]) => el('tr', {}, el('th', { scope: 'row' }, names.get(slug)?.name ?? slug), el('td', {}, names.has(slug) ? levelChip(names.get(slug)!.level) : ''), el('td', { class: 'count' }, `${count}×`)))),
        ),
      ),
    ]
  }

  /** The choice whose steps are shown. */
  private orders(): HTMLElement {
    const choice = (order: 'easiest' | 'se'): HTMLElement => {
      const choose = (): void => {
        this.order = order
        this.ask()
      }
      return button(t(`path.order.${order}`), { class: 'small', data: { command: order }, 'aria-pressed': String(order === this.order), on: { click: choose } })
    }
    return el('div', { class: 'row', role: 'group', 'aria-label': t('path.order') }, choice('easiest'), choice('se'))
  }

  /** The argument line by line. A line shows the links that it is about. */
  private lines(step: PathStep): HTMLElement {
    const show = (links: readonly number[]): void => {
      this.drawing.abort()
      const view = links.length > 0 ? { ...step.view, links: step.view.links.filter((_, at) => links.includes(at)) } : step.view
      this.api.act((state) => (state.shown = { view, position: positionShown(step.before), step }))
    }
    const items = step.lines.map(({ depth, links, text }) => el('li', { class: `depth-${Math.min(depth, 4)}` }, button(text, { class: 'quiet line', on: { click: () => show(links) } })))
    return el('details', { class: 'lines', open: this.opened }, el('summary', { on: { click: () => (this.opened = !this.opened) } }, t('path.lines')), el('ol', {}, ...items))
  }

  /** The path ends before the solution: what is left to do. */
  private ending(path: Path): HTMLElement {
    return el(
      'div',
      { class: 'callout' },
      el('p', {}, t('path.stuck', { count: path.steps.length })),
      el(
        'div',
        { class: 'row' },
        button(t('path.on'), { class: 'small', data: { command: 'on' }, on: { click: () => this.playOn(path) } }),
        button(t('stuck.watch'), { class: 'small', data: { command: 'watch' }, on: { click: () => this.openView('watch') } }),
      ),
    )
  }

  /** Makes the player's board the position behind the last step; the hint says what can be done there. */
  private playOn(path: Path): void {
    const last = path.steps.at(-1)
    if (!last) return
    this.api.act((state) => {
      board.takePosition(state, last.before.placed, last.before.candidates.map(setFrom))
      board.apply(state, candidates(last.placements), candidates(last.eliminations))
    })
    this.openView('hint')
  }

  private chart(path: Path): HTMLElement {
    const { steps } = path
    // Scores span three decades; their logarithm can be seen. Ratings are drawn as they are.
    const size = ({ rating, score }: PathStep): number => rating ?? Math.log(1 + score)
    const most = Math.max(...steps.map(size))
    const bars = steps.map((step, at) => {
      const height = Math.max(5, (size(step) / most) * (HEIGHT - 6))
      return svg('rect', { class: `step-bar level-${step.level}${at === this.at ? ' bar-now' : ''}`, x: at * 8 + 1, y: HEIGHT - height, width: 6, height, rx: 1.5 })
    })
    const now = svg('rect', { class: 'bar-cursor', x: this.at * 8, y: 0, width: 8, height: HEIGHT })
    const width = steps.length * 8
    const drawing = svg('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, now, ...bars)
    drawing.style.minWidth = `${Math.min(width, steps.length * 4)}px`
    drawing.style.maxWidth = `${steps.length * 24}px`
    const step = steps[this.at]!
    const chart = el(
      'div',
      {
        class: 'chart',
        role: 'slider',
        tabindex: 0,
        data: { command: 'chart' },
        'aria-label': t('path.chart'),
        'aria-valuemin': 1,
        'aria-valuemax': steps.length,
        'aria-valuenow': this.at + 1,
        'aria-valuetext': `${t('path.step', { at: this.at + 1, count: steps.length })}: ${step.name}`,
        on: {
          click: (event) => {
            const box = drawing.getBoundingClientRect()
            this.go(Math.floor(((event.clientX - box.left) / box.width) * steps.length))
          },
          keydown: (event) => {
            const to = { ArrowRight: this.at + 1, ArrowUp: this.at + 1, ArrowLeft: this.at - 1, ArrowDown: this.at - 1, Home: 0, End: steps.length - 1, PageUp: this.at + 10, PageDown: this.at - 10 }[event.key]
            if (to === undefined) return
            event.preventDefault()
            this.go(to)
          },
        },
      },
      drawing as unknown as Node,
    )
    return chart
  }
}
