/** Pieces that several views share. */

import { button, el, svg } from '../dom'
import type { Level, NotAPuzzle, Role, View } from '../engine'
import { SQUARES } from '../highlights'
import { t } from '../i18n'
import { houseWords, levelWords } from '../phrases'

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
  )
}

/** Why there is nothing to say about steps. */
export function notAPuzzle(answer: NotAPuzzle): HTMLElement {
  const conflict = answer.conflicts[0]
  const text = conflict
    ? t('verdict.conflict', { digit: conflict.digit, house: houseWords(conflict.house), cells: conflict.cells.join(', ') })
    : answer.answer === 'none'
      ? t('verdict.none')
      : t('verdict.multiple.short')
  return el('p', { class: 'callout bad' }, text)
}

/** Work under way, and the way to stop it. */
export function busy(text: string, stop: () => void): HTMLElement {
  return el('div', { class: 'busy' }, el('p', { class: 'busy-text', role: 'status' }, text), el('progress', { 'aria-label': text }), button(t('stop'), { icon: 'stop', class: 'small', data: { command: 'stop' }, on: { click: stop } }))
}
