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

/** Parts that are drawn as squares, so that they differ from their neighbours by more than colour. */
export const SQUARES: readonly Role[] = ['fin', 'endo-fin', 'colour-b', 'colour-d', 'off']

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
  const others = places(view.candidates.map(({ candidate }) => candidate)).filter((place) => distance(place, from) > 1 && distance(place, to) > 1)
  // Between neighbours in a cell the arrow goes round the outside, else there is no room for it.
  const bend = length < 30 ? 12 : Math.min(22, 6 + length / 10)
  // Of some ways to bend, the one that passes the other candidates of the step at the greatest distance.
  const ways = [bend, -bend, 1.9 * bend, -1.9 * bend].map((side, at) => {
    // The control point of a curve lies twice as far out as its middle.
    const control = { x: (from.x + to.x) / 2 - ((to.y - from.y) / length) * side * 2, y: (from.y + to.y) / 2 + ((to.x - from.x) / length) * side * 2 }
    const along = [0.2, 0.35, 0.5, 0.65, 0.8].map((t) => ({
      x: (1 - t) ** 2 * from.x + 2 * t * (1 - t) * control.x + t ** 2 * to.x,
      y: (1 - t) ** 2 * from.y + 2 * t * (1 - t) * control.y + t ** 2 * to.y,
    }))
    const inside = along.every(({ x, y }) => Math.min(x, y, 9 * UNIT - x, 9 * UNIT - y) > 2)
    const room = Math.min(16, ...others.flatMap((place) => along.map((point) => distance(place, point))))
    // A gentle curve is preferred to a wide one that has a little more room.
    return { control, worth: inside ? room - at / 2 : -1 }
  })
  const { control } = ways.reduce((best, way) => (way.worth > best.worth ? way : best))
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
