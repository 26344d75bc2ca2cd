/** The way of a finger or the mouse over a board. A browser with much to do reports only some points of a quick stroke. */

export interface Point {
  readonly x: number
  readonly y: number
}

/** How far points are apart, and how many there are at most for one reported point. */
const STEP = 4
const MOST = 500

export const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY })

/** The points after `from` up to where the pointer is now, on straight lines between those that the browser knows. */
export function pointsTo(from: Point, event: PointerEvent): Point[] {
  // Older browsers know only the last one.
  const known = event.getCoalescedEvents?.() ?? []
  const points: Point[] = []
  let { x, y } = from
  for (const end of [...known, event].map(pointOf)) {
    const steps = Math.min(MOST, Math.max(1, Math.ceil(Math.hypot(end.x - x, end.y - y) / STEP)))
    for (let step = 1; step <= steps; step++) points.push({ x: x + ((end.x - x) * step) / steps, y: y + ((end.y - y) * step) / steps })
    ;({ x, y } = end)
  }
  return points
}
