/** Four steps for those who come for the first time; they can be skipped. */

import { button, el, svg } from '../dom'
import type { Key } from '../i18n'
import { t } from '../i18n'
import { openDialog } from './dialog'

const STEPS = ['play', 'notes', 'hint', 'keep'] as const
const SEEN = 'ninefold.tour'

/** Whether the tour was seen or skipped on this device. */
export function isTourSeen(): boolean {
  try {
    return localStorage.getItem(SEEN) !== null
  } catch {
    return true
  }
}

export function openTour(done: () => void = () => undefined): void {
  try {
    localStorage.setItem(SEEN, '1')
  } catch {
    // No leave to store anything: it may come again.
  }
  let at = 0
  const body = el('div', { class: 'tour-body', 'aria-live': 'polite' })
  const dialog = openDialog('dialog-tour', t('tour'), body)
  dialog.addEventListener('close', done)
  const show = (): void => {
    const step = STEPS[at]!
    const last = at === STEPS.length - 1
    const next = button(t(last ? 'tour.done' : 'tour.next'), { class: 'primary', id: 'tour-next', on: { click: () => (last ? dialog.close() : go(1)) } })
    body.replaceChildren(
      picture(step),
      el('h3', {}, t(`tour.${step}` as Key)),
      el('p', {}, t(`tour.${step}.text` as Key)),
      el('div', { class: 'row spread' }, el('span', { class: 'soft' }, t('tour.count', { at: at + 1, count: STEPS.length })), el('span', { class: 'row' }, last ? null : button(t('tour.skip'), { class: 'quiet', id: 'tour-skip', on: { click: () => dialog.close() } }), next)),
    )
    next.focus()
  }
  const go = (by: number): void => {
    at += by
    show()
  }
  show()
}

/** A box of a board that shows what the step is about. */
function picture(step: (typeof STEPS)[number]): SVGElement {
  const text = (x: number, y: number, digit: string, kind: string): SVGElement => {
    const element = svg('text', { x, y, class: kind })
    element.textContent = digit
    return element
  }
  const at = (index: number): { x: number; y: number } => ({ x: (index % 3) * 40 + 20, y: Math.floor(index / 3) * 40 + 20 })
  const digits = ['5', '3', '', '6', '', '', '', '9', '8'].flatMap((digit, index) => (digit ? [text(at(index).x, at(index).y + 10, digit, 'tour-given')] : []))
  const cell = at(2)
  const tile = (kind: string): SVGElement => svg('rect', { class: kind, x: 80, y: 0, width: 40, height: 40 })
  const notes = ['1', '2', '4'].map((digit, index) => text(88 + (index % 2) * 12 + (digit === '4' ? 0 : 0), digit === '4' ? 25 : 14, digit, 'tour-note'))
  const parts: Readonly<Record<typeof step, SVGElement[]>> = {
    play: [tile('u-chosen'), text(cell.x, cell.y + 10, '4', 'tour-placed')],
    notes: [tile('u-chosen'), ...notes],
    hint: [svg('rect', { class: 'house-edge role-base', x: 2, y: 2, width: 116, height: 116, rx: 4 }), svg('circle', { class: 'part role-placed', cx: cell.x, cy: cell.y, r: 14 }), text(cell.x, cell.y + 10, '4', 'tour-placed')],
    keep: [text(cell.x, cell.y + 10, '4', 'tour-placed'), svg('path', { class: 'tour-check', d: 'M70 82l16 16 28-34' })],
  }
  return svg(
    'svg',
    { class: 'tour-picture', viewBox: '-2 -2 124 124', 'aria-hidden': 'true' },
    svg('rect', { class: 'mini-paper', x: 0, y: 0, width: 120, height: 120, rx: 6 }),
    ...parts[step].filter((part) => part.tagName !== 'text'),
    svg('path', { class: 'line-thin', d: 'M40 0v120M80 0v120M0 40h120M0 80h120' }),
    ...digits,
    ...parts[step].filter((part) => part.tagName === 'text'),
  )
}
