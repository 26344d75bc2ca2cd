/** Questions about the puzzle: is it unique, is it minimal, how hard is it, what is it in canonical form. */

import type { Api, News } from '../api'
import * as board from '../board'
import { button, byId, el, redraw } from '../dom'
import type { Canonical, Checked, NotAPuzzle, Rated } from '../engine'
import type { Key } from '../i18n'
import { number, t } from '../i18n'
import { houseWords } from '../phrases'
import type { Panel } from '../tabs'
import { cellNamed } from '../words'
import { busy, notAPuzzle } from './parts'

type Work = 'rate' | 'canonical'

export class AskPanel implements Panel {
  private readonly root = byId('panel-ask')
  private checked: Checked | null = null
  private rated: Rated | NotAPuzzle | null = null
  private canonical: Canonical | null = null
  private readonly working: Partial<Record<Work, AbortController>> = {}
  private about = ''
  /** What the board shows: one of two solutions, or givens that can be left out. */
  private showing: 'first' | 'second' | 'redundant' | null = null

  constructor(private readonly api: Api) {}

  open(): void {
    if (this.about === this.api.puzzle()) this.render()
    else void this.ask()
  }

  close(): void {
    for (const work of Object.values(this.working)) work.abort()
    this.showing = null
    this.api.act((state) => (state.overlay = null))
  }

  changed(news: News): void {
    if (this.about !== this.api.puzzle()) void this.ask()
    else if (news === 'language') this.render()
  }

  private async ask(): Promise<void> {
    for (const work of Object.values(this.working)) work.abort()
    const about = this.api.puzzle()
    this.about = about
    this.checked = null
    this.rated = null
    this.canonical = null
    this.show(null)
    try {
      const checked = await this.api.engine.check(this.api.grid())
      if (about !== this.about) return
      this.checked = checked
      this.render()
      this.api.announce(this.solutionWords(checked))
    } catch (error) {
      this.api.failed(error)
    }
  }

  private async work(kind: Work): Promise<void> {
    const { about } = this
    const work = new AbortController()
    this.working[kind] = work
    this.render()
    try {
      const ask = { signal: work.signal }
      if (kind === 'rate') {
        const rated = await this.api.engine.rate(this.api.grid(), ask)
        if (about === this.about) this.rated = rated
      } else {
        const canonical = await this.api.engine.canonical(this.api.grid(), ask)
        if (about === this.about) this.canonical = canonical
      }
    } catch (error) {
      this.api.failed(error)
    } finally {
      if (this.working[kind] === work) delete this.working[kind]
    }
    this.render()
    if (kind === 'rate' && this.rated?.answer === 'unique') this.api.announce(t('ask.rating', { rating: this.rated.er.toFixed(1) }))
    if (kind === 'canonical' && this.canonical) this.api.announce(`${t('ask.canonical.title')}: ${this.canonical.canonical}`)
  }

  private show(what: typeof this.showing): void {
    this.showing = this.showing === what ? null : what
    const { checked } = this
    const cells = (names: readonly string[] | undefined): number[] =>
      (names ?? []).flatMap((name) => {
        const cell = cellNamed(name)
        return cell === null ? [] : [cell]
      })
    const digits = (text: string | undefined): number[] => Array.from(text ?? '', (digit) => Number(digit) || 0)
    this.api.act((state) => {
      if (!checked || this.showing === null) state.overlay = null
      else if (this.showing === 'redundant') state.overlay = { digits: digits(this.about), last: null, marked: cells(checked.redundant) }
      else state.overlay = { digits: digits(this.showing === 'first' ? checked.solution : checked.second), last: null, marked: cells(checked.differences) }
    })
    this.render()
    // The marked cells can be seen; here they are said.
    const marked = this.showing === null ? undefined : this.showing === 'redundant' ? checked?.redundant : checked?.differences
    if (marked) this.api.announce(t('ask.marked', { cells: marked.join(t('comma')) }))
  }

  private solutionWords(checked: Checked): string {
    if (checked.answer === 'none') return t('ask.none')
    if (checked.answer === 'unique') return t('ask.unique')
    return checked.count >= checked.limit ? t('ask.many', { count: number(checked.limit) }) : t('ask.several', { count: number(checked.count) })
  }

  private render(): void {
    redraw(this.root, el('h2', { class: 'unseen' }, t('ask.title')), ...(this.checked ? this.contents(this.checked) : []))
  }

  private contents(checked: Checked): Node[] {
    const fact = (name: string, ...value: (Node | string)[]): HTMLElement => el('div', {}, el('dt', {}, name), el('dd', {}, ...value))
    const mark = (good: boolean, text: string): HTMLElement => el('span', { class: good ? 'good-text' : 'bad-text' }, text)
    const toggle = (what: 'first' | 'second' | 'redundant', text: string): HTMLElement =>
      button(text, { class: 'small', 'aria-pressed': String(this.showing === what), data: { command: what }, on: { click: () => this.show(what) } })
    const facts = [
      fact(t('ask.givens'), number([...this.about].filter((digit) => digit !== '.').length)),
      ...checked.conflicts.map((conflict) => fact(t('ask.conflict'), t('verdict.conflict', { digit: conflict.digit, house: houseWords(conflict.house), cells: conflict.cells.join(', ') }))),
      fact(t('ask.solutions'), mark(checked.answer === 'unique', this.solutionWords(checked))),
    ]
    if (checked.answer === 'multiple') {
      facts.push(
        fact(
          t('ask.differ'),
          el('p', {}, t('ask.differ.text', { count: checked.differences?.length ?? 0 })),
          el('div', { class: 'row' }, toggle('first', t('ask.first')), toggle('second', t('ask.second'))),
        ),
      )
    }
    if (checked.minimal !== undefined) {
      facts.push(
        checked.minimal
          ? fact(t('ask.minimal'), mark(true, t('ask.minimal.yes')))
          : fact(t('ask.minimal'), el('p', {}, t('ask.minimal.no', { count: checked.redundant?.length ?? 0 })), el('div', { class: 'row' }, toggle('redundant', t('ask.redundant')))),
      )
    }
    facts.push(fact(t('ask.symmetry'), checked.symmetries.length ? checked.symmetries.map(symmetryWords).join(t('comma')) : t('ask.symmetry.none')))
    return [
      el('dl', { class: 'facts' }, ...facts),
      el(
        'div',
        { class: 'row' },
        button(t('ask.solve'), { data: { command: 'solve' }, disabled: checked.answer !== 'unique', on: { click: () => this.solve(checked) } }),
        button(t('ask.restart'), { data: { command: 'restart' }, on: { click: () => this.restart() } }),
        button(t('ask.edit'), { data: { command: 'edit' }, on: { click: () => this.api.act((state) => board.beginEntering(state, true)) } }),
      ),
      el('h3', { class: 'section', tabindex: -1, data: { place: 'rate' } }, t('ask.rating.title')),
      ...this.rating(checked),
      el('h3', { class: 'section', tabindex: -1, data: { place: 'canonical' } }, t('ask.canonical.title')),
      ...this.canonicalForm(checked),
    ]
  }

  private solve(checked: Checked): void {
    this.api.act((state) => {
      state.overlay = null
      board.fill(state, checked.solution ?? '')
    })
  }

  private restart(): void {
    this.api.act((state) => {
      state.overlay = null
      board.restart(state)
    })
    this.api.toast(t('ask.restarted'))
  }

  private rating(checked: Checked): Node[] {
    const { rated } = this
    if (this.working.rate) return [busy(t('ask.rating.busy'), () => this.working.rate?.abort())]
    if (rated === null) {
      return [
        el('p', { class: 'soft' }, t('ask.rating.text')),
        el('div', { class: 'row' }, button(t('ask.rate'), { data: { command: 'rate' }, disabled: checked.answer !== 'unique', on: { click: () => void this.work('rate') } })),
      ]
    }
    if (rated.answer !== 'unique') return [notAPuzzle(rated)]
    const kinds = new Map<string, { rating: number; count: number }>()
    for (const { rating, name } of rated.steps) {
      const one = kinds.get(name) ?? { rating: 0, count: 0 }
      kinds.set(name, { rating: Math.max(one.rating, rating), count: one.count + 1 })
    }
    const rows = [...kinds].sort(([, a], [, b]) => b.rating - a.rating)
    const big = (name: string, value: number, meaning: string): HTMLElement => el('div', {}, el('dt', { class: 'soft' }, name), el('dd', {}, value.toFixed(1)), el('dd', { class: 'soft' }, meaning))
    return [
      el('dl', { class: 'ratings' }, big('ER', rated.er, t('ask.er')), big('EP', rated.ep, t('ask.ep')), big('ED', rated.ed, t('ask.ed'))),
      el('table', { class: 'kinds' }, el('tbody', {}, ...rows.map(([name, { count, rating }]) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, rating.toFixed(1)), el('td', { class: 'count' }, `${count}×`))))),
    ]
  }

  private canonicalForm(checked: Checked): Node[] {
    const { canonical } = this
    if (this.working.canonical) return [busy(t('ask.canonical.busy'), () => this.working.canonical?.abort())]
    if (canonical === null) {
      return [
        el('p', { class: 'soft' }, t('ask.canonical.text')),
        el('div', { class: 'row' }, button(t('ask.canonical'), { data: { command: 'canonical' }, disabled: checked.answer !== 'unique', on: { click: () => void this.work('canonical') } })),
      ]
    }
    return [
      el('p', { class: 'mono line81' }, canonical.canonical),
      el('p', { class: 'soft' }, canonical.automorphisms === 1 ? t('ask.automorphisms.none') : t('ask.automorphisms', { number: number(canonical.automorphisms) })),
      el(
        'div',
        { class: 'row' },
        button(t('copy'), { icon: 'copy', class: 'small', on: { click: () => void this.api.copy(canonical.canonical) } }),
        button(t('ask.canonical.play'), {
          class: 'small',
          on: { click: () => this.api.startPosition({ givens: canonical.canonical, placed: canonical.canonical, candidates: null }, t('ask.canonical.title')) },
        }),
      ),
    ]
  }
}

/** A symmetry in the player's language. */
export function symmetryWords(symmetry: string): string {
  const key: Readonly<Record<string, Key>> = {
    'half-turn': 'symmetry.half-turn',
    'quarter-turn': 'symmetry.quarter-turn',
    'left-right': 'symmetry.left-right',
    'top-bottom': 'symmetry.top-bottom',
    diagonal: 'symmetry.diagonal',
    'anti-diagonal': 'symmetry.anti-diagonal',
  }
  const known = key[symmetry]
  return known ? t(known) : symmetry
}
