/** A small picture of a puzzle, for lists to choose from. */

import { svg } from './dom'
import { CELLS, colOf, rowOf } from './words'

/** The digits of a line of 81 characters; those that are not givens are drawn in the player's colour. */
export function miniBoard(digits: string, givens: string = digits): SVGSVGElement {
  const texts = CELLS.filter((cell) => /[1-9]/.test(digits[cell] ?? '')).map((cell) => {
    const text = svg('text', { x: colOf(cell) * 10 + 5, y: rowOf(cell) * 10 + 8.1, ...(givens[cell] === digits[cell] ? {} : { class: 'mini-placed' }) })
    text.textContent = digits[cell]!
    return text
  })
  const lines = [3, 6].map((at) => `M0 ${at * 10}h90M${at * 10} 0v90`).join('')
  return svg(
    'svg',
    { class: 'mini', viewBox: '-1 -1 92 92', 'aria-hidden': 'true' },
    svg('rect', { class: 'mini-paper', x: 0, y: 0, width: 90, height: 90, rx: 3 }),
    svg('path', { class: 'mini-lines', d: lines }),
    ...texts,
  )
}
