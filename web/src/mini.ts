/** A small picture of a puzzle, for lists to choose from. */

import { svg } from './dom'
import { CELLS, colOf, rowOf } from './words'

export function miniBoard(givens: string): SVGSVGElement {
  const digits = CELLS.filter((cell) => /[1-9]/.test(givens[cell] ?? '')).map((cell) => {
    const text = svg('text', { x: colOf(cell) * 10 + 5, y: rowOf(cell) * 10 + 8.1 })
    text.textContent = givens[cell]!
    return text
  })
  const lines = [3, 6].map((at) => `M0 ${at * 10}h90M${at * 10} 0v90`).join('')
  return svg(
    'svg',
    { class: 'mini', viewBox: '-1 -1 92 92', 'aria-hidden': 'true' },
    svg('rect', { class: 'mini-paper', x: 0, y: 0, width: 90, height: 90, rx: 3 }),
    svg('path', { class: 'mini-lines', d: lines }),
    ...digits,
  )
}
