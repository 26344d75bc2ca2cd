/** Every step the position allows now, by technique; each can be looked at and applied. */

import type { Api, News } from '../api'
import { positionShown } from '../api'
import { button, byId, el, redraw } from '../dom'
import type { Step, Steps } from '../engine'
import { language, number, t } from '../i18n'
import { conclusionWords } from '../phrases'
import type { Panel } from '../tabs'
import { Asking } from './asking'
import { applyStep } from './hint'
import type { OpenView } from './parts'
import { busy, legend, levelChip, notAPuzzle, wayOut } from './parts'

export class StepsPanel implements Panel {
  private readonly root = byId('panel-steps')
  private steps: Steps | null = null
  private chosen: Step | null = null
  private filter = ''
  private about = ''
  private readonly asking: Asking
  private soon = 0

  constructor(
    private readonly api: Api,
    private readonly openView: OpenView,
  ) {
    this.asking = new Asking(api.failed)
  }

  open(): void {
    this.ask()
  }

  close(): void {
    clearTimeout(this.soon)
    this.asking.stop()
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
    this.about = this.key()
    this.chosen = null
    this.steps = null
    void this.asking.ask((signal) => this.api.engine.steps(this.api.position(), { language: language() }, { signal }), {
      patience: this.root.childElementCount ? 150 : 0,
      waiting: () => this.render(),
      done: (steps) => {
        this.steps = steps
        this.render()
        const found = steps && 'steps' in steps ? steps.steps.length + steps.more : 0
        this.api.announce(found ? t('steps.found', { count: found }) : (this.root.querySelector('.callout')?.textContent ?? ''))
      },
    })
  }

  /** Shows a step; a second time hides it. */
  private choose(step: Step): void {
    const { steps } = this
    if (!steps || !('steps' in steps)) return
    const scrolled = this.root.scrollTop
    this.chosen = this.chosen === step ? null : step
    this.api.act((state) => (state.shown = this.chosen && { view: step.view, position: positionShown(steps.before), step }))
    this.render()
    this.root.scrollTop = scrolled
    if (this.chosen) this.api.announce(step.sentence)
    this.root.querySelector<HTMLElement>('.step-item[aria-expanded="true"]')?.focus()
  }

  private render(): void {
    redraw(this.root, el('h2', { class: 'unseen' }, t('steps.title')), ...this.contents())
  }

  private contents(): Node[] {
    const { steps } = this
    if (this.asking.busy) {
      return [
        busy(t('steps.busy'), () => {
          this.asking.stop()
          this.render()
        }),
      ]
    }
    if (steps === null) return [el('div', { class: 'row' }, button(t('steps.ask'), { class: 'primary', on: { click: () => this.ask() } }))]
    if (steps.answer !== 'unique') return [notAPuzzle(steps, this.openView)]
    if (!('steps' in steps)) return [el('p', { class: 'callout bad' }, steps.mistakes[0]?.sentence ?? '')]
    if (steps.steps.length === 0) return wayOut(this.api, this.openView, t('steps.none'))
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
                el('button', { type: 'button', class: 'step-item', 'aria-expanded': String(step === this.chosen), on: { click: () => this.choose(step) } }, conclusionWords(step.notation)),
                step === this.chosen ? this.details(step) : null,
              ),
            ),
          ),
        ),
      ),
    )
    return [select, el('p', { class: 'soft' }, t('steps.choose')), list, ...(steps.more ? [el('p', { class: 'soft' }, t('steps.more', { count: number(steps.more) }))] : [])]
  }

  private details(step: Step): HTMLElement {
    return el(
      'article',
      { class: 'step-details' },
      el('p', {}, step.sentence),
      el('div', { class: 'row' }, button(t('apply'), { class: 'primary', on: { click: () => applyStep(this.api, step) } })),
      legend(step.view),
    )
  }

  apply(): boolean {
    if (!this.chosen) return false
    applyStep(this.api, this.chosen)
    return true
  }
}
