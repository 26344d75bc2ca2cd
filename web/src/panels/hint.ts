/**
 * The ladder: a hint a little at a time, from where to look to the full step, which can then be applied. A mistake in the
 * player's own marks comes before anything else.
 *
 * A hint and playing go together: the player may type while the hint is open, and it stays until it is applied, put
 * away, or no longer fits the board.
 */

import type { Api, News } from '../api'
import { positionShown } from '../api'
import * as board from '../board'
import { button, byId, el, redraw } from '../dom'
import type { Hint, MistakeInfo, Step, View } from '../engine'
import type { Key } from '../i18n'
import { t } from '../i18n'
import type { Panel } from '../tabs'
import type { Candidate } from '../words'
import { CELLS, candidateNamed, cellNamed, contains } from '../words'
import type { OpenView } from './parts'
import { busy, legend, levelChip, notAPuzzle, wayOut } from './parts'

const RUNGS: readonly Key[] = ['rung.where', 'rung.digit', 'rung.technique', 'rung.pattern', 'rung.step']

/** The candidates with these names. */
export const candidates = (names: readonly string[]): Candidate[] =>
  names.flatMap((name) => {
    const found = candidateNamed(name)
    return found ? [found] : []
  })

/** Does what a step says. */
export function applyStep(api: Api, step: Step): void {
  api.act((state) => {
    board.apply(state, candidates(step.placements), candidates(step.eliminations))
    const first = candidates([...step.placements, ...step.eliminations])[0]
    if (first) board.choose(state, first.cell)
  })
  api.announce(t('applied', { name: step.name }))
}

/** As much of a step as a rung may show: the houses to look at, then the pattern, then all of it. */
function viewAt(view: View, focus: readonly string[], rung: number): View {
  if (rung >= 5) return view
  if (rung < 4) return { houses: focus.map((house) => ({ house, role: 'base' })), cells: [], candidates: [], links: [] }
  return { ...view, candidates: view.candidates.filter(({ role }) => role !== 'placed' && role !== 'eliminated') }
}

export class HintPanel implements Panel {
  private readonly root = byId('panel-hint')
  private hint: Hint | null = null
  private rung = 0
  /** Rungs asked for so far: presses count while the engine still thinks about the first. */
  private wanted = 0
  private asking: AbortController | null = null
  /** Whether the question has taken so long that it should be said. */
  private waiting = false
  /** The position that the engine is asked about. */
  private about = ''

  constructor(
    private readonly api: Api,
    private readonly openView: OpenView,
  ) {}

  open(): void {
    this.render()
    this.show()
  }

  /** The hint stays, and its highlight with it; the other views draw their own. */
  close(): void {
    this.asking?.abort()
  }

  /** Puts the hint away. */
  dismiss(): void {
    this.asking?.abort()
    this.forget()
    this.openView('play')
    this.api.view.focus(this.api.state)
  }

  /** Whether a hint is there. */
  get isShown(): boolean {
    return this.hint !== null
  }

  /** The slug of the technique, once the hint has named it. */
  get technique(): string | null {
    return isStep(this.hint) && this.rung >= 3 ? this.hint.step.technique : null
  }

  /** Lets the hint go without leaving the view. */
  forget(): void {
    const { hint } = this
    this.hint = null
    this.rung = 0
    if (hint) this.api.act((state) => (state.shown = state.shown?.follows ? null : state.shown))
    this.render()
  }

  changed(news: News): void {
    if (news === 'language' && this.hint) {
      // The same hint in other words.
      void this.ask(this.rung).then(() => this.render())
    } else if (this.asking && this.key() !== this.about) {
      // The position has moved on: this answer is no longer wanted.
      this.asking.abort()
    } else if (this.hint && this.isOutdated(this.hint)) {
      this.forget()
    } else if (news === 'language') {
      this.render()
    }
  }

  /** Whether the board has moved on so far that the hint says nothing about it any more. */
  private isOutdated(hint: Hint): boolean {
    if (!isStep(hint)) return this.key() !== this.about
    const { state } = this.api
    const undone = CELLS.some((cell) => hint.before.placed[cell] !== '.' && String(state.marks[cell]!.digit) !== hint.before.placed[cell])
    const standing = board.standingCandidates(state)
    const left = candidates([...hint.step.placements, ...hint.step.eliminations]).some(({ cell, digit }) => contains(standing[cell]!, digit))
    return undone || !left
  }

  private key(): string {
    return JSON.stringify(this.api.position())
  }

  /** The next rung; the first asks for a hint. */
  async more(): Promise<void> {
    if (this.asking) {
      this.wanted++
      return
    }
    if (this.hint === null) {
      await this.ask(1)
      if (isStep(this.hint)) this.api.act((state) => (state.game = { ...state.game, hints: state.game.hints + 1 }))
    } else if (isStep(this.hint)) {
      this.rung = Math.min(5, this.rung + 1)
    }
    this.tell()
  }

  /** Asks for a hint and tells so many of its rungs, and one more for each press in the meantime. */
  private async ask(rungs: number): Promise<void> {
    this.wanted = rungs
    const asking = new AbortController()
    this.asking = asking
    this.about = this.key()
    // Most answers come at once; only a long wait is shown.
    const patience = window.setTimeout(() => {
      this.waiting = true
      this.render()
    }, 250)
    try {
      const hint = await this.api.engine.hint(this.api.position(), this.api.reasoning(), { signal: asking.signal })
      this.hint = hint
      const mistake = mistakeOf(hint)
      if (mistake) {
        const cell = cellNamed(mistake.cell)
        if (cell !== null) this.api.act((state) => board.choose(state, cell))
      }
    } catch (error) {
      this.hint = null
      this.api.failed(error)
    } finally {
      clearTimeout(patience)
      this.waiting = false
      this.asking = null
      this.rung = this.hint ? Math.min(5, this.wanted) : 0
    }
  }

  /** Applies the step, if all of it has been shown. */
  apply(): boolean {
    if (!isStep(this.hint) || this.rung < 5) return false
    applyStep(this.api, this.hint.step)
    return true
  }

  private tell(): void {
    this.render()
    this.show()
    this.root.querySelector('.latest')?.scrollIntoView({ block: 'nearest' })
    const { hint, rung } = this
    if (isStep(hint)) this.api.announce(hint.rungs[rung - 1] ?? '')
    else if (hint) this.api.announce(this.root.querySelector('.callout')?.textContent ?? '')
  }

  private show(): void {
    const { hint, rung } = this
    if (!isStep(hint)) return
    const view = viewAt(hint.step.view, hint.focus, rung)
    this.api.act((state) => (state.shown = { view, position: rung < 4 ? null : positionShown(hint.before), step: rung < 5 ? null : hint.step, follows: true }))
  }

  private render(): void {
    redraw(this.root, ...this.contents())
  }

  private contents(): Node[] {
    const { hint, rung } = this
    const more = (text: string, primary = true): HTMLElement =>
      button(text, { class: primary ? 'primary' : '', data: { command: 'more' }, on: { click: () => void this.more() } })
    // The tab above says what this is; only those who cannot see it need the heading.
    const title = el('h2', { class: 'unseen' }, t('hint.title'))
    const waiting = (): HTMLElement => busy(t('hint.busy'), () => this.asking?.abort())
    if (hint === null) {
      return [
        title,
        el('p', { class: 'soft' }, t('hint.intro')),
        // The button stays where it is while the engine thinks: a further press counts, and hits nothing else.
        el('div', { class: 'row' }, more(t('hint.ask'))),
        this.waiting
          ? waiting()
          : el('ol', { class: 'ladder-preview', 'aria-hidden': 'true' }, ...RUNGS.map((name, at) => el('li', {}, el('span', { class: 'rung-number' }, String(at + 1)), t(name)))),
      ]
    }
    if (this.waiting) return [title, waiting()]
    if (hint.answer !== 'unique') return [title, notAPuzzle(hint, this.openView)]
    switch (hint.kind) {
      case 'mistake':
      case 'incomplete':
        return [
          el('h2', {}, t(`hint.${hint.kind}`)),
          el('p', { class: hint.kind === 'mistake' ? 'callout bad' : 'callout' }, hint.hint),
          el('div', { class: 'row' }, button(t('hint.mend'), { class: 'primary', data: { command: 'mend' }, on: { click: () => this.mend() } })),
        ]
      case 'stuck':
        return [title, ...wayOut(this.api, this.openView, hint.hint)]
      case 'solved':
        return [title, el('p', { class: 'callout' }, hint.hint)]
      case 'step': {
        const dismiss = button('', { icon: 'close', class: 'quiet dismiss', 'aria-label': t('hint.dismiss'), title: t('hint.dismiss'), data: { command: 'dismiss' }, on: { click: () => this.dismiss() } })
        const shown = hint.rungs.slice(0, rung)
        // The full step repeats the pattern; it is shown once.
        if (rung === 5) shown.splice(3, 1)
        const names = rung === 5 ? RUNGS.filter((_, at) => at !== 3) : RUNGS
        const list = el(
          'ol',
          { class: 'ladder' },
          ...shown.map((text, at) =>
            el('li', { class: at === shown.length - 1 ? 'latest' : '' }, el('h3', {}, t(names[at]!), at === 2 ? levelChip(hint.step.level) : null), el('p', {}, text)),
          ),
        )
        const buttons =
          rung < 5
            ? [
                more(t('hint.more')),
                button(t('hint.all'), {
                  data: { command: 'all' },
                  on: {
                    click: () => {
                      this.rung = 5
                      this.tell()
                    },
                  },
                }),
              ]
            : [button(t('apply'), { class: 'primary', data: { command: 'apply' }, on: { click: () => this.apply() } })]
        const count = el('span', { class: 'soft rung-count' }, t('hint.rung', { at: rung, count: 5 }))
        return [title, list, el('div', { class: 'row next' }, ...buttons, count, dismiss), ...(rung >= 4 ? [legend(viewAt(hint.step.view, hint.focus, rung))] : [])]
      }
    }
  }

  /** Takes a mistake back: a wrong digit goes, a missing candidate is restored. */
  private mend(): void {
    const mistake = mistakeOf(this.hint)
    const cell = mistake && cellNamed(mistake.cell)
    if (!mistake || cell === null) return
    this.api.act((state) => board.mend(state, cell, mistake.digit, mistake.kind))
  }
}

/** Whether a hint is a step. */
function isStep(hint: Hint | null): hint is Extract<Hint, { kind: 'step' }> {
  return hint !== null && hint.answer === 'unique' && hint.kind === 'step'
}

/** The mistake that a hint names. */
function mistakeOf(hint: Hint | null): MistakeInfo | null {
  return hint !== null && hint.answer === 'unique' && (hint.kind === 'mistake' || hint.kind === 'incomplete') ? (hint.mistakes[0] ?? null) : null
}
