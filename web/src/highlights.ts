/**
 * A step drawn on the board: houses as strips, cells tinted, candidates on discs, links as arrows.
 *
 *     under the digits   houses, cells, discs
 *     over the digits    rings round what is placed, strokes through what is removed, arrows
 *
 * Parts that differ by colour differ by shape too: fins and the second colour of a network are squares, what is placed
 * has a ring, what is removed is struck out; strong links are solid, weak ones dotted. The drawing knows parts, not
 * techniques. A cell is 60 units wide.
 */

import { svg } from './dom'
import type { Role, View } from './engine'
import { candidateNamed, cellNamed, colOf, houseNamed, rowOf } from './words'
import type { Candidate, Cell } from './words'

export const UNIT = 60
const DISC = 9

interface Place {
  readonly x: number
  readonly y: number
}

export const cornerOf = (cell: Cell): Place => ({ x: colOf(cell) * UNIT, y: rowOf(cell) * UNIT })

/** The middle of a candidate's ninth of its cell. */
export function centreOf({ cell, digit }: Candidate): Place {
  const { x, y } = cornerOf(cell)
  return { x: x + 11 + ((digit - 1) % 3) * 19, y: y + 11 + Math.floor((digit - 1) / 3) * 19 }
}

const SQUARES: readonly Role[] = ['fin', 'endo-fin', 'colour-b', 'colour-d', 'off']

/** What lies under the digits. */
export function drawUnder(view: View): SVGElement[] {
  const shapes: SVGElement[] = []
  for (const { house, role } of view.houses) {
    const cells = houseNamed(house)
    if (cells.length === 0) continue
    const first = cornerOf(cells[0]!)
    const last = cornerOf(cells[8]!)
    const [width, height] = [last.x - first.x + UNIT, last.y - first.y + UNIT]
    shapes.push(svg('rect', { class: `house-edge role-${role}`, x: first.x + 2, y: first.y + 2, width: width - 4, height: height - 4, rx: 6 }))
  }
  for (const { cell, role } of view.cells) {
    const index = cellNamed(cell)
    if (index === null) continue
    const { x, y } = cornerOf(index)
    shapes.push(svg('rect', { class: `cell-part role-${role}`, x: x + 1.5, y: y + 1.5, width: UNIT - 3, height: UNIT - 3, rx: 5 }))
  }
  shapes.push(...groups(view))
  for (const { candidate, role } of view.candidates) {
    const found = candidateNamed(candidate)
    if (found === null) continue
    const { x, y } = centreOf(found)
    const shape = SQUARES.includes(role)
      ? svg('rect', { class: `part role-${role}`, x: x - DISC + 0.5, y: y - DISC + 0.5, width: 2 * DISC - 1, height: 2 * DISC - 1, rx: 3 })
      : svg('circle', { class: `part role-${role}`, cx: x, cy: y, r: DISC })
    shapes.push(shape)
  }
  return shapes
}

/** A band through the candidates of each node that has several: they are true or false together. */
function groups(view: View): SVGElement[] {
  const nodes = new Map(view.links.flatMap(({ from, to }) => [from, to]).map((names) => [names.join(), names]))
  return [...nodes.values()]
    .filter((names) => names.length > 1)
    .map((names) => {
      const path = places(names).map(({ x, y }) => `${x} ${y}`)
      return svg('path', { class: 'group', d: `M${path.join('L')}` })
    })
}

/** Where the candidates with these names are. */
function places(names: readonly string[]): Place[] {
  return names.flatMap((name) => {
    const found = candidateNamed(name)
    return found ? [centreOf(found)] : []
  })
}

const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y)

/** What lies over the digits. */
export function drawOver(view: View): SVGElement[] {
  const shapes: SVGElement[] = []
  for (const link of view.links) {
    shapes.push(...arrow(link, view))
  }
  for (const { candidate, role } of view.candidates) {
    const found = candidateNamed(candidate)
    if (found === null) continue
    const { x, y } = centreOf(found)
    if (role === 'placed') shapes.push(svg('circle', { class: 'ring', cx: x, cy: y, r: DISC + 0.5 }))
    if (role === 'eliminated') shapes.push(svg('path', { class: 'strike', d: `M${x - 6} ${y - 6}l12 12` }))
  }
  return shapes
}

/** An arrow between the nearest candidates of two nodes, bent away from the candidates that lie between them. */
function arrow(link: View['links'][number], view: View): SVGElement[] {
  const pairs = places(link.from).flatMap((from) => places(link.to).map((to) => ({ from, to })))
  pairs.sort((a, b) => distance(a.from, a.to) - distance(b.from, b.to))
  const nearest = pairs[0]
  if (nearest === undefined) return []
  const { from, to } = nearest
  const length = distance(from, to) || 1
  // Of the two ways to bend, the one that passes the other candidates of the step at a greater distance.
  const others = places(view.candidates.map(({ candidate }) => candidate)).filter((place) => distance(place, from) > 1 && distance(place, to) > 1)
  // Between neighbours in a cell the arrow goes round the outside, else there is no room for it.
  const bend = length < 30 ? 12 : Math.min(22, 6 + length / 10)
  const ways = [bend, -bend].map((side) => {
    const middle = { x: (from.x + to.x) / 2 - ((to.y - from.y) / length) * side, y: (from.y + to.y) / 2 + ((to.x - from.x) / length) * side }
    return { middle, room: Math.min(99, ...others.map((place) => distance(place, middle))) }
  })
  const { middle } = ways[0]!.room >= ways[1]!.room - 0.5 ? ways[0]! : ways[1]!
  // The control point of a curve through the middle lies twice as far out.
  const control = { x: 2 * middle.x - (from.x + to.x) / 2, y: 2 * middle.y - (from.y + to.y) / 2 }
  const edge = (at: Place, gap: number): Place => {
    const away = distance(at, control) || 1
    return { x: at.x + ((control.x - at.x) / away) * gap, y: at.y + ((control.y - at.y) / away) * gap }
  }
  const gap = Math.min(DISC + 1.5, length / 2.5)
  const start = edge(from, gap)
  const tip = edge(to, gap)
  const neck = edge(to, gap + 7)
  const side = { x: ((tip.y - neck.y) / 7) * 4, y: (-(tip.x - neck.x) / 7) * 4 }
  const r = (value: number): string => value.toFixed(1)
  const curve = `M${r(start.x)} ${r(start.y)}Q${r(control.x)} ${r(control.y)} ${r(neck.x)} ${r(neck.y)}`
  const head = `M${r(tip.x)} ${r(tip.y)}L${r(neck.x + side.x)} ${r(neck.y + side.y)}L${r(neck.x - side.x)} ${r(neck.y - side.y)}z`
  return [
    svg('path', { class: 'link-halo', d: curve }),
    svg('path', { class: `link-line ${link.kind}`, d: curve }),
    svg('path', { class: 'link-head', d: head }),
  ]
}
