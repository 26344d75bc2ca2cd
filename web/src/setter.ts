/**
 * A puzzle that is being typed in: a line that says at every moment what it is, and the tools of those who make puzzles.
 *
 * With a symmetry, the cells that are still missing from the pattern are marked, and erasing one cell erases those that
 * belong to it.
 */

import type { Api } from './api'
import { positionShown } from './api'
import * as board from './board'
import { field, openDialog, select } from './dialogs/dialog'
import { button, byId, el } from './dom'
import type { Checked, Symmetry, View } from './engine'
import { number, t } from './i18n'
import { symmetryWords } from './panels/ask'
import { LONGEST_TITLE, titleFrom } from './titles'
import { cellNamed } from './words'

const SYMMETRIES: readonly Symmetry[] = ['half-turn', 'quarter-turn', 'left-right', 'top-bottom', 'diagonal', 'anti-diagonal']
const NOTHING: View = { cells: [], candidates: [], houses: [], links: [] }

export class Setter {
  private readonly root = byId('setter')
  private checked: Checked | null = null
  private about = ''
  private drawn = ''
  private soon = 0
  private showing: 'possible' | 'differ' | null = null
  private symmetry: Symmetry | '' = ''
  private orbits: readonly (readonly number[])[] = []

  constructor(private readonly api: Api) {}

  render(): void {
    const { state } = this.api
    const entering = state.phase === 'enter'
    byId('layout').classList.toggle('entering', entering)
    this.root.hidden = !entering
    if (!entering) {
      this.showing = null
      this.about = ''
      return
    }
    const givens = this.api.puzzle()
    if (givens !== this.about) {
      const before = this.about
      this.about = givens
      this.checked = null
      if (before.length === 81) this.follow(before, givens)
      clearTimeout(this.soon)
      this.soon = window.setTimeout(() => void this.check().catch(this.api.failed), 120)
    }
    this.draw()
  }

  /** Ends typing; the puzzle begins. */
  finish(): void {
    this.api.act((state) => {
      state.shown = null
      board.endEntering(state)
    })
    this.api.askAboutPuzzle()
    this.api.view.focus(this.api.state)
    this.api.announce(t('entering.ended'))
  }

  /** With a symmetry: what was erased takes its orbit with it. */
  private follow(before: string, now: string): void {
    const erased = this.orbits.filter((orbit) => orbit.length > 1 && orbit.some((cell) => before[cell] !== '.' && now[cell] === '.') && orbit.some((cell) => now[cell] !== '.'))
    if (erased.length === 0) return
    const gone = new Set(erased.flat())
    const rest = [...now].map((digit, cell) => (gone.has(cell) ? '.' : digit)).join('')
    this.about = rest
    queueMicrotask(() => this.api.act((state) => board.setGivens(state, rest)))
  }

  private async check(): Promise<void> {
    const { about } = this
    if (!/[1-9]/.test(about)) {
      this.checked = null
      this.show()
      return this.draw()
    }
    const checked = await this.api.engine.check(about)
    if (about !== this.about) return
    this.checked = checked
    this.draw()
    this.show()
  }

  /** What is known about the givens, in one line. */
  private verdict(): { text: string; tone: string } {
    const { checked } = this
    if (!/[1-9]/.test(this.about)) return { text: t('setter.empty'), tone: 'plain' }
    if (checked === null) return { text: '…', tone: 'plain' }
    const conflict = checked.conflicts[0]
    if (conflict) return { text: t('verdict.conflict', { digit: conflict.digit, house: conflict.house, cells: conflict.cells.join(t('comma')) }), tone: 'bad' }
    if (checked.answer === 'none') return { text: t('setter.none'), tone: 'bad' }
    if (checked.answer === 'unique') return { text: t(checked.minimal ? 'setter.uniqueMinimal' : 'setter.unique'), tone: 'good' }
    if (checked.count >= checked.limit) return { text: t('setter.many', { count: number(checked.limit) }), tone: 'warn' }
    return { text: t('setter.several', { count: number(checked.count), cells: number(checked.differences?.length ?? 0) }), tone: 'warn' }
  }

  private draw(): void {
    const { text, tone } = this.verdict()
    const { name } = this.api.state
    const unique = this.checked?.answer === 'unique'
    const key = [text, tone, this.showing, this.symmetry, name, unique, t('new')].join()
    if (key === this.drawn && this.root.childElementCount > 0) return
    this.drawn = key
    const focused = this.root.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset['command'] : undefined
    const toggle = (what: 'possible' | 'differ', enabled: boolean): HTMLElement =>
      button(t(`setter.${what}`), { class: 'small', 'aria-pressed': String(this.showing === what), disabled: !enabled, data: { command: what }, on: { click: () => this.toggle(what) } })
    const symmetry = select([['', t('setter.symmetry.none')], ...SYMMETRIES.map((one): [string, string] => [one, symmetryWords(one)])], this.symmetry, (value) => void this.lock(value as Symmetry | '').catch(this.api.failed))
    symmetry.setAttribute('aria-label', t('setter.symmetry'))
    symmetry.dataset['command'] = 'symmetry'
    this.root.replaceChildren(
      el('div', { class: `banner ${tone}` }, el('p', { role: 'status' }, text), button(t('entering.done'), { class: 'primary', id: 'entering-done', data: { command: 'done' }, on: { click: () => this.finish() } })),
      el(
        'div',
        { class: 'setter-tools' },
        toggle('possible', this.checked !== null && this.checked.answer !== 'none'),
        toggle('differ', this.checked?.answer === 'multiple'),
        button(t('setter.minimise'), { class: 'small', disabled: !unique || this.checked?.minimal === true, data: { command: 'minimise' }, on: { click: () => void this.minimise().catch(this.api.failed) } }),
        symmetry,
        button(t('setter.details'), { class: 'small', data: { command: 'details' }, on: { click: () => this.details() } }),
      ),
    )
    if (focused) this.root.querySelector<HTMLElement>(`[data-command="${focused}"]`)?.focus()
  }

  private toggle(what: 'possible' | 'differ'): void {
    this.showing = this.showing === what ? null : what
    this.draw()
    this.show()
  }

  /** Draws what was asked for, and what the symmetry still needs. */
  private show(): void {
    const { about, checked } = this
    const missing = this.orbits.filter((orbit) => orbit.some((cell) => about[cell] !== '.')).flatMap((orbit) => orbit.filter((cell) => about[cell] === '.'))
    const differ = this.showing === 'differ' ? (checked?.differences ?? []) : []
    const cells = [...missing.map((cell) => ({ cell: `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`, role: 'fin' as const })), ...differ.map((cell) => ({ cell, role: 'pattern' as const }))]
    const draw = (candidates: readonly string[] | null): void =>
      this.api.act((state) => {
        const position = candidates && positionShown({ placed: about, candidates })
        state.shown = cells.length > 0 || position ? { view: { ...NOTHING, cells }, position, step: null, follows: true } : null
      })
    if (this.showing !== 'possible' || !checked || checked.answer === 'none') return draw(null)
    void this.api.engine.possible(about).then((possible) => {
      if (about === this.about && this.showing === 'possible') draw(possible)
    }, this.api.failed)
  }

  private async minimise(): Promise<void> {
    const { about } = this
    const minimal = await this.api.engine.minimise(about, this.symmetry, crypto.getRandomValues(new Uint32Array(1))[0]!)
    if (about !== this.about) return
    const count = [...about].filter((digit, cell) => digit !== '.' && minimal[cell] === '.').length
    // The orbits of what goes are complete already.
    this.about = minimal
    this.api.act((state) => board.setGivens(state, minimal))
    this.api.toast(t('setter.minimised', { count }))
    await this.check()
  }

  private async lock(symmetry: Symmetry | ''): Promise<void> {
    const orbits = symmetry === '' ? [] : await this.api.engine.orbits(symmetry)
    this.symmetry = symmetry
    this.orbits = orbits.map((orbit) => orbit.flatMap((name) => cellNamed(name) ?? []))
    this.draw()
    this.show()
  }

  /** The puzzle's title and author, which travel with it. */
  private details(): void {
    const { state } = this.api
    const title = el('input', { type: 'text', value: state.name, maxlength: LONGEST_TITLE, id: 'setter-title' })
    const author = el('input', { type: 'text', value: state.game.author, maxlength: LONGEST_TITLE, id: 'setter-author' })
    title.addEventListener('input', () => this.api.act((changed) => (changed.name = titleFrom(title.value))))
    author.addEventListener('input', () => this.api.note({ author: titleFrom(author.value) }))
    openDialog('dialog-details', t('setter.details'), field(t('setter.title'), title), field(t('setter.author'), author))
  }
}
