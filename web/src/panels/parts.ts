/** Pieces that several views share. */

import type { Api } from '../api'
import * as board from '../board'
import { button, el, svg } from '../dom'
import type { Level, NotAPuzzle, Role, View } from '../engine'
import { SQUARES } from '../highlights'
import { t } from '../i18n'
import { houseWords, levelWords } from '../phrases'
import type { View as TabView } from '../tabs'
import { cellName } from '../words'

/** Goes to another view. */
export type OpenView = (view: TabView) => void

export const levelChip = (level: Level): HTMLElement => el('span', { class: `chip level-${level}` }, levelWords(level))

/** What the colours, shapes and lines of a view stand for. */
export function legend(view: View): HTMLElement {
  const roles = new Set<Role>([...view.houses, ...view.cells, ...view.candidates].map(({ role }) => role))
  const kinds = new Set(view.links.map(({ kind }) => kind))
  const sign = (role: Role): SVGElement => {
    const shape = SQUARES.includes(role)
      ? svg('rect', { class: `part role-${role}`, x: 3, y: 3, width: 14, height: 14, rx: 3 })
      : svg('circle', { class: `part role-${role}`, cx: 10, cy: 10, r: 7.5 })
    const more = role === 'eliminated' ? [svg('path', { class: 'strike', d: 'M5 5l10 10' })] : role === 'placed' ? [svg('circle', { class: 'ring', cx: 10, cy: 10, r: 7.5 })] : []
    return svg('svg', { class: 'legend-sign', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, shape, ...more)
  }
  const line = (kind: 'strong' | 'weak'): SVGElement =>
    svg('svg', { class: 'legend-sign', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, svg('path', { class: `link-line ${kind}`, d: 'M2 10h16' }))
  return el(
    'ul',
    { class: 'legend', 'aria-label': t('legend') },
    ...[...roles].map((role) => el('li', {}, sign(role), t(`role.${role}`))),
    ...[...kinds].map((kind) => el('li', {}, line(kind), t(`link.${kind}`))),
    el('li', {}, t('legend.cells')),
  )
}

/** Why there is nothing to say about steps, and where more is to be seen. */
export function notAPuzzle(answer: NotAPuzzle, open?: OpenView): HTMLElement {
  const conflict = answer.conflicts?.[0]
  const text = conflict
    ? t('verdict.conflict', { digit: conflict.digit, house: houseWords(conflict.house), cells: conflict.cells.join(', ') })
    : answer.answer === 'none'
      ? t('verdict.none')
      : t('verdict.multiple.short')
  const look = open && answer.answer === 'multiple' ? el('div', { class: 'row' }, button(t('verdict.look'), { data: { command: 'look' }, on: { click: () => open('ask') } })) : null
  return el('div', { class: 'callout bad' }, el('p', {}, text), look)
}

/** What can be done where no technique finds a step: take one digit from the solution, or see how a search does it. */
export function wayOut(api: Api, open: OpenView, text: string): Node[] {
  const tellOne = (): void => {
    const { solution } = api.state
    if (!solution) return
    let shown: number | null = null
    api.act((state) => (shown = board.tellOne(state, solution)))
    if (shown !== null) api.toast(t('stuck.shown', { cell: cellName(shown), digit: solution[shown]! }))
  }
  return [
    el('div', { class: 'callout' }, el('p', {}, text), el('p', {}, t('stuck.text'))),
    el(
      'div',
      { class: 'row next' },
      api.state.solution ? button(t('stuck.cell'), { class: 'primary', data: { command: 'tell-one' }, on: { click: tellOne } }) : null,
      button(t('stuck.watch'), { data: { command: 'watch' }, on: { click: () => open('watch') } }),
    ),
  ]
}

/** Work under way, and the way to stop it. */
export function busy(text: string, stop: () => void): HTMLElement {
  return el('div', { class: 'busy' }, el('p', { class: 'busy-text', role: 'status' }, text), el('progress', { 'aria-label': text }), button(t('stop'), { icon: 'stop', class: 'small', data: { command: 'stop' }, on: { click: stop } }))
}
