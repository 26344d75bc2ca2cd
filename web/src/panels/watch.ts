/**
 * Watching a search: the classic backtracking, cell by cell, beside the same puzzle solved with propagation. Both run
 * on the engine's own observer; the board shows the one that is chosen.
 */

import type { Api, News } from '../api'
import { button, byId, el, icon, redraw } from '../dom'
import type { WatchMode } from '../engine'
import { number, t } from '../i18n'
import { Search } from '../search'
import type { Panel } from '../tabs'

const MODES: readonly WatchMode[] = ['naive', 'propagation']
/** The slowest and the fastest speed, in events a second; the slider is logarithmic. */
const SLOWEST = 1
const FASTEST = 1_000_000
/** The whole search is counted so far without being asked; more takes seconds. */
const COUNTED_AT_ONCE = 20_000_000

interface Whole {
  placed: number
  /** Whether the search ended; else the number is only a beginning. */
  done: boolean
}

export class WatchPanel implements Panel {
  private readonly root = byId('panel-watch')
  private search: Search | null = null
  private mode: WatchMode = 'naive'
  private about = ''
  private whole: Partial<Record<WatchMode, Whole>> = {}
  /** 1 forwards, -1 back, 0 standing. */
  private direction = 0
  private speed = 20
  private frame = 0
  private before = 0
  private owed = 0
  private work = new AbortController()
  /** Parts of the view that change with every frame. */
  private parts: { at: HTMLElement; placed: HTMLElement; back: HTMLElement; guesses: HTMLElement; event: HTMLElement; play: HTMLElement; rewind: HTMLElement } | null = null

  constructor(private readonly api: Api) {}

  open(): void {
    this.begin()
  }

  close(): void {
    this.stop()
    this.work.abort()
    this.about = ''
    this.api.act((state) => (state.overlay = null))
  }

  changed(news: News): void {
    if (this.api.puzzle() !== this.about) this.begin()
    else if (news === 'language') this.render()
  }

  /** Takes the board back to the givens, for a puzzle or a way of searching. */
  private begin(): void {
    this.stop()
    const puzzle = this.api.puzzle()
    if (puzzle !== this.about) {
      this.work.abort()
      this.work = new AbortController()
      this.about = puzzle
      this.whole = {}
      for (const mode of MODES) void this.count(mode, COUNTED_AT_ONCE)
    }
    const { signal } = this.work
    this.search = new Search(puzzle, this.mode, (from, count) => this.api.engine.watch(puzzle, this.mode, from, count, { signal }))
    this.render()
    this.show()
  }

  /** Counts the placements of a whole search, up to so many events. */
  private async count(mode: WatchMode, limit: number): Promise<void> {
    const { about } = this
    try {
      const { counters, done } = await this.api.engine.watch(about, mode, limit, 1, { signal: this.work.signal })
      if (about !== this.about) return
      this.whole[mode] = { placed: counters.placed, done }
      this.render()
    } catch (error) {
      this.api.failed(error)
    }
  }

  private show(): void {
    const { search } = this
    if (!search) return
    const { last } = search
    const place = last && last.kind !== 'solved' ? { cell: last.cell, kind: last.kind === 'taken-back' ? ('back' as const) : ('placed' as const) } : null
    // Every placement of the classic search is a try; pointing all of them out would say nothing.
    const marked = search.mode === 'propagation' ? [...search.guessed] : []
    this.api.state.overlay = { digits: search.digits, last: place, marked }
    this.api.view.render(this.api.state)
    this.renderNumbers()
  }

  // Walking.

  private play(direction: number): void {
    if (this.direction === direction) {
      this.stop()
      return
    }
    this.direction = direction
    this.before = performance.now()
    this.owed = 0
    this.renderNumbers()
    cancelAnimationFrame(this.frame)
    this.frame = requestAnimationFrame(this.tick)
  }

  private stop(): void {
    cancelAnimationFrame(this.frame)
    this.direction = 0
    this.renderNumbers()
  }

  private readonly tick = (now: number): void => {
    void (async () => {
      const { direction, search } = this
      if (!search || direction === 0) return
      this.owed += (Math.min(100, now - this.before) / 1000) * this.speed
      this.before = now
      const steps = Math.floor(this.owed)
      if (steps > 0) {
        this.owed -= steps
        try {
          if (!(await search.prepare(direction > 0))) {
            this.stop()
            return
          }
        } catch (error) {
          this.stop()
          this.api.failed(error)
          return
        }
        if (search !== this.search || this.direction !== direction) return
        search.walk(direction * steps, true)
        this.show()
        if (search.last?.kind === 'solved' && direction > 0) {
          this.stop()
          this.api.announce(t('watch.solved', { placed: number(search.counters.placed), back: number(search.counters.takenBack) }))
          return
        }
      }
      this.frame = requestAnimationFrame(this.tick)
    })()
  }

  private async step(direction: number): Promise<void> {
    this.stop()
    const { search } = this
    try {
      if (search && (await search.prepare(direction > 0))) {
        search.walk(direction)
        this.show()
        this.api.announce(this.eventWords())
      }
    } catch (error) {
      this.api.failed(error)
    }
  }

  /** Walks on to the next solution, or to the end. */
  private async skip(): Promise<void> {
    this.stop()
    const { search } = this
    if (!search) return
    try {
      while (search === this.search && (await search.prepare(true))) {
        search.walk(Infinity, true)
        this.show()
        if (search.last?.kind === 'solved') break
        // A breath for the page: the stop button works.
        await new Promise((resolve) => setTimeout(resolve))
      }
    } catch (error) {
      this.api.failed(error)
    }
    this.api.announce(this.eventWords())
  }

  // Drawing.

  private eventWords(): string {
    const last = this.search?.last
    if (!last) return t('watch.start')
    if (last.kind === 'solved') return t('watch.found')
    const cell = `r${Math.floor(last.cell / 9) + 1}c${(last.cell % 9) + 1}`
    const kind = last.kind === 'guessed' && this.mode === 'naive' ? 'tried' : last.kind
    return t(`watch.${kind}`, { cell, digit: last.digit })
  }

  private renderNumbers(): void {
    const { parts, search } = this
    if (!parts || !search) return
    parts.at.textContent = number(search.at)
    parts.placed.textContent = number(search.counters.placed)
    parts.back.textContent = number(search.counters.takenBack)
    parts.guesses.textContent = number(search.counters.guesses)
    parts.event.textContent = this.eventWords()
    const set = (element: HTMLElement, playing: boolean, name: string, text: string): void => {
      element.replaceChildren(icon(playing ? 'pause' : name))
      element.setAttribute('aria-label', playing ? t('pause') : text)
      element.title = playing ? t('pause') : text
    }
    set(parts.play, this.direction > 0, 'play', t('watch.play'))
    set(parts.rewind, this.direction < 0, 'rewind', t('watch.rewind'))
  }

  private render(): void {
    const whole = MODES.map((mode) => this.whole[mode])
    const most = Math.max(1, ...whole.map((one) => one?.placed ?? 0))
    const card = (mode: WatchMode): HTMLElement => {
      const one = this.whole[mode]
      const count = one === undefined ? '…' : one.done ? number(one.placed) : t('watch.more', { count: number(Math.floor(one.placed / 1e6) * 1e6) })
      const bar = el('span', { class: 'race-bar', 'aria-hidden': 'true' })
      bar.style.width = `${one ? Math.max(1, (one.placed / most) * 100) : 0}%`
      return el(
        'button',
        {
          type: 'button',
          class: 'race',
          'aria-pressed': String(this.mode === mode),
          data: { command: mode },
          on: {
            click: () => {
              this.mode = mode
              this.begin()
            },
          },
        },
        el('strong', {}, t(`watch.${mode}`)),
        el('span', { class: 'soft' }, t(`watch.${mode}.idea`)),
        el('span', { class: 'race-track' }, bar),
        el('span', {}, t('watch.placements', { count })),
      )
    }
    const control = (name: string, command: string, text: string, run: () => void): HTMLElement =>
      button('', { icon: name, class: 'control', 'aria-label': text, title: text, data: { command }, on: { click: run } })
    const play = control('play', 'play', t('watch.play'), () => this.play(1))
    const rewind = control('rewind', 'rewind', t('watch.rewind'), () => this.play(-1))
    const counter = (name: string): [HTMLElement, HTMLElement] => {
      const value = el('dd', { class: 'counter' }, '0')
      return [el('div', {}, el('dt', { class: 'soft' }, name), value), value]
    }
    const [atBox, at] = counter(t('watch.events'))
    const [placedBox, placed] = counter(t('watch.placed'))
    const [backBox, back] = counter(t('watch.takenBack'))
    const [guessBox, guesses] = counter(t('watch.guesses'))
    const event = el('p', { class: 'watch-event' })
    this.parts = { at, placed, back, guesses, event, play, rewind }
    const slider = el('input', {
      type: 'range',
      min: 0,
      max: 100,
      value: Math.round((Math.log(this.speed / SLOWEST) / Math.log(FASTEST / SLOWEST)) * 100),
      'aria-label': t('watch.speed'),
      'aria-valuetext': t('watch.rate', { count: number(this.speed) }),
      data: { command: 'speed' },
    })
    const rate = el('span', { class: 'soft rate' }, t('watch.rate', { count: number(this.speed) }))
    slider.addEventListener('input', () => {
      const exact = SLOWEST * (FASTEST / SLOWEST) ** (Number(slider.value) / 100)
      this.speed = Number(exact.toPrecision(exact < 10 ? 1 : 2))
      rate.textContent = t('watch.rate', { count: number(this.speed) })
      slider.setAttribute('aria-valuetext', rate.textContent)
    })
    const unfinished = this.whole.naive !== undefined && !this.whole.naive.done
    redraw(
      this.root,
      el('h2', { class: 'unseen' }, t('watch.title')),
      el('div', { class: 'races' }, card('naive'), card('propagation')),
      ...(unfinished ? [el('p', { class: 'soft' }, t('watch.unfinished'), ' ', button(t('watch.count'), { class: 'link', on: { click: () => void this.count('naive', 1e15) } }))] : []),
      el(
        'div',
        { class: 'controls', role: 'group', 'aria-label': t('watch.controls') },
        control('first', 'first', t('watch.first'), () => this.begin()),
        rewind,
        control('back', 'back', t('watch.back'), () => void this.step(-1)),
        play,
        control('next', 'next', t('watch.next'), () => void this.step(1)),
        control('last', 'last', t('watch.skip'), () => void this.skip()),
      ),
      event,
      el('dl', { class: 'counters' }, atBox, placedBox, backBox, this.mode === 'naive' ? null : guessBox),
      el('label', { class: 'speed' }, el('span', {}, t('watch.speed')), slider, rate),
      el('p', { class: 'soft' }, t('watch.why')),
    )
    this.renderNumbers()
  }
}
