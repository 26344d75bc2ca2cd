/** Every step the position allows now, by technique; each can be looked at and applied. */

import type { Api, News } from '../api'
import { positionShown } from '../api'
import * as board from '../board'
import { button, byId, el, redraw } from '../dom'
import type { Step, Steps } from '../engine'
import { number, t } from '../i18n'
import { conclusionWords } from '../phrases'
import type { Panel } from '../tabs'
import { candidateNamed, contains, digitsOf } from '../words'
import { applyStep } from './hint'
import type { OpenView } from './parts'
import { busy, legend, levelChip, notAPuzzle, wayOut } from './parts'
import { stagedSteps, stillHolds } from './staged'
import type { Stage } from './staged'

export class StepsPanel implements Panel {
  private readonly root = byId('panel-steps')
  private steps: Steps | null = null
  private chosen: Step | null = null
  private filter = ''
  private about = ''
  private asking: AbortController | null = null
  /** Whether steps are still being looked for. */
  private busy = false
  private soon = 0

  constructor(
    private readonly api: Api,
    private readonly openView: OpenView,
  ) {}

  open(): void {
    this.ask()
  }

  close(): void {
    clearTimeout(this.soon)
    this.asking?.abort()
    this.busy = false
    this.about = ''
    this.steps = null
    this.chosen = null
    this.api.act((state) => (state.shown = null))
  }

  changed(news: News): void {
    if (news !== 'language' && this.key() === this.about) return
    // The player may be in the middle of typing; the list follows when that rests.
    clearTimeout(this.soon)
    this.soon = window.setTimeout(() => this.ask(), news === 'language' ? 0 : 300)
  }

  private key(): string {
    return JSON.stringify(this.api.position())
  }

  private ask(): void {
    this.asking?.abort()
    const asking = new AbortController()
    this.asking = asking
    this.about = this.key()
    this.chosen = null
    this.keepValid()
    this.busy = true
    // An answer that comes at once should not flicker.
    const patience = window.setTimeout(() => this.render(), this.root.childElementCount ? 150 : 0)
    const found = ({ more, steps }: Stage): void => {
      if (asking.signal.aborted) return
      clearTimeout(patience)
      this.steps = steps
      this.busy = more
      this.render()
      if (!more) {
        const count = 'steps' in steps ? steps.steps.length + steps.more : 0
        this.api.announce(count ? t('steps.found', { count }) : (this.root.querySelector('.callout')?.textContent ?? ''))
      }
    }
    stagedSteps(this.api.engine, this.api.position(), this.api.reasoning(), asking.signal, found).catch((error: unknown) => {
      if (asking.signal.aborted) return
      this.busy = false
      this.api.failed(error)
      this.render()
    })
  }

  /** After a move, steps that still hold stay in the list until the new answer is there. */
  private keepValid(): void {
    const { steps } = this
    if (!steps || !('steps' in steps)) {
      this.steps = null
      return
    }
    const { state } = this.api
    const standing = board.standingCandidates(state)
    const isLeft = (name: string): boolean => {
      const candidate = candidateNamed(name)
      return candidate !== null && contains(standing[candidate.cell]!, candidate.digit)
    }
    const left = steps.steps.filter((step) => stillHolds(step, isLeft))
    this.steps = left.length > 0 ? { ...steps, steps: left, more: 0, before: { placed: board.digitsOfState(state), candidates: standing.map((set) => digitsOf(set).join('')) } } : null
  }

  private stop(): void {
    this.asking?.abort()
    this.busy = false
    this.render()
  }

  /** Shows a step; a second time hides it. */
  private choose(step: Step): void {
    const { steps } = this
    if (!steps || !('steps' in steps)) return
    // The view around it scrolls.
    const around = this.root.parentElement!
    const scrolled = around.scrollTop
    this.chosen = this.chosen === step ? null : step
    this.api.act((state) => (state.shown = this.chosen && { view: step.view, position: positionShown(steps.before), step }))
    this.render()
    around.scrollTop = scrolled
    if (this.chosen) this.api.announce(step.sentence)
    this.root.querySelector<HTMLElement>('.step-item[aria-expanded="true"]')?.focus()
  }

  private render(): void {
    redraw(this.root, el('h2', { class: 'unseen' }, t('steps.title')), ...this.contents())
  }

  private contents(): Node[] {
    const { steps } = this
    const searching = this.busy ? [busy(t('steps.busy'), () => this.stop())] : []
    if (steps === null && this.busy) return searching
    if (steps === null) return [el('div', { class: 'row' }, button(t('steps.ask'), { class: 'primary', on: { click: () => this.ask() } }))]
    if (steps.answer !== 'unique') return [notAPuzzle(steps, this.openView)]
    if (!('steps' in steps)) return [el('p', { class: 'callout bad' }, steps.mistakes[0]?.sentence ?? '')]
    if (steps.steps.length === 0) return this.busy ? searching : wayOut(this.api, this.openView, t('steps.none'))
    const names = new Map<string, { name: string; steps: Step[] }>()
    for (const step of steps.steps) {
      const group = names.get(step.technique) ?? { name: step.name, steps: [] }
      group.steps.push(step)
      names.set(step.technique, group)
    }
    if (!names.has(this.filter)) this.filter = ''
    const select = el(
      'select',
      {
        'aria-label': t('steps.filter'),
        'data-command': 'filter',
        on: {
          change: () => {
            this.filter = select.value
            this.render()
            this.root.querySelector('select')?.focus()
          },
        },
      },
      el('option', { value: '' }, `${t('steps.all')} (${number(steps.steps.length + steps.more)})`),
      ...[...names].map(([slug, { name, steps: some }]) => el('option', { value: slug, selected: slug === this.filter }, `${name} (${some.length})`)),
    )
    const groups = [...names].filter(([slug]) => !this.filter || slug === this.filter)
    const list = el(
      'div',
      { class: 'step-list' },
      ...groups.map(([, { name, steps: some }]) =>
        el(
          'section',
          { 'aria-label': name },
          el('h3', { class: 'step-group' }, name, levelChip(some[0]!.level)),
          el(
            'ul',
            {},
            ...some.map((step) =>
              el(
                'li',
                {},
                el(
                  'button',
                  // The name keeps the keyboard and a press here when more steps are found meanwhile.
                  { type: 'button', class: 'step-item', 'data-command': `${step.technique} ${step.notation}`, 'aria-expanded': String(step === this.chosen), on: { click: () => this.choose(step) } },
                  conclusionWords(step.notation),
                ),
                step === this.chosen ? this.details(step) : null,
              ),
            ),
          ),
        ),
      ),
    )
    return [select, el('p', { class: 'soft' }, t('steps.choose')), ...searching, list, ...(steps.more ? [el('p', { class: 'soft' }, t('steps.more', { count: number(steps.more) }))] : [])]
  }

  private details(step: Step): HTMLElement {
    return el(
      'article',
      { class: 'step-details' },
      el('p', {}, step.sentence),
      el('div', { class: 'row' }, button(t('apply'), { class: 'primary', 'data-command': 'apply', on: { click: () => applyStep(this.api, step) } })),
      legend(step.view),
    )
  }

  apply(): boolean {
    if (!this.chosen) return false
    applyStep(this.api, this.chosen)
    return true
  }
}
