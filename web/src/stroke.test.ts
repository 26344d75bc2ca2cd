import { describe, expect, it } from 'vitest'
import { pointsTo } from './stroke'

const event = (x: number, y: number, known: readonly (readonly [number, number])[] | null): PointerEvent =>
  ({ clientX: x, clientY: y, ...(known && { getCoalescedEvents: () => known.map(([clientX, clientY]) => ({ clientX, clientY })) }) }) as unknown as PointerEvent

describe('the points of a stroke', () => {
  it('are a few pixels apart, up to the last one', () => {
    expect(pointsTo({ x: 0, y: 0 }, event(10, 0, null))).toEqual([{ x: 10 / 3, y: 0 }, { x: 20 / 3, y: 0 }, { x: 10, y: 0 }])
    expect(pointsTo({ x: 5, y: 5 }, event(5, 5, null))).toEqual([{ x: 5, y: 5 }])
  })

  it('go through the points that the browser reports together', () => {
    const points = pointsTo({ x: 0, y: 0 }, event(40, 40, [[0, 40], [40, 40]]))
    expect(points).toContainEqual({ x: 0, y: 40 })
    expect(points.every(({ x, y }) => x === 0 || y === 40)).toBe(true)
  })

  it('are a bounded number', () => {
    expect(pointsTo({ x: 0, y: 0 }, event(1e9, 1e9, null)).length).toBe(500)
  })
})
