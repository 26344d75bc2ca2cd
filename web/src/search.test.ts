import { describe, expect, it } from 'vitest'
import { Search } from './search'

// Kind (guessed 0, forced 1, taken back 2, solved 3), digit and cell, as the engine packs them.
const event = (kind: number, digit: number, cell: number): number => (kind << 11) | (digit << 7) | cell

const EVENTS = [event(0, 1, 0), event(1, 2, 1), event(2, 2, 1), event(2, 1, 0), event(0, 3, 0), event(1, 1, 1), event(3, 0, 0), event(2, 1, 1), event(2, 3, 0)]

function search(events: readonly number[] = EVENTS): { walk: Search; asked: number[] } {
  const asked: number[] = []
  const walk = new Search('.'.repeat(81), 'naive', async (from, count) => {
    asked.push(from)
    return { events: Uint16Array.from(events.slice(from, from + count)), done: from + count >= events.length }
  })
  return { walk, asked }
}

describe('a walk through a search', () => {
  it('comes back to where it was, step for step', async () => {
    const { walk } = search()
    const seen: string[] = []
    const now = (): string => JSON.stringify([walk.digits, walk.counters, walk.at])
    while (await walk.prepare(true)) {
      seen.push(now())
      expect(walk.walk(1)).toBe(1)
    }
    expect(walk.at).toBe(EVENTS.length)
    expect(walk.total).toBe(EVENTS.length)
    expect(walk.counters).toEqual({ placed: 4, takenBack: 4, guesses: 2, solutions: 1 })
    while (await walk.prepare(false)) {
      walk.walk(-1)
      expect(now()).toBe(seen.pop())
    }
    expect(seen).toEqual([])
  })

  it('stops at a solution where that is wanted', async () => {
    const { walk } = search()
    await walk.prepare(true)
    expect(walk.walk(100, true)).toBe(7)
    expect(walk.digits.slice(0, 2)).toEqual([3, 1])
  })

  it('asks for a long search in chunks, and again for those it let go', async () => {
    const long = Array.from({ length: (1 << 17) * 15 + 5 }, (_, at) => (at % 2 ? event(2, 1, 0) : event(0, 1, 0)))
    const { walk, asked } = search(long)
    while (await walk.prepare(true)) walk.walk(Infinity)
    expect(walk.at).toBe(long.length)
    const before = asked.length
    while (await walk.prepare(false)) walk.walk(-Infinity)
    expect(walk.at).toBe(0)
    expect(walk.counters.placed).toBe(0)
    expect(asked.length).toBeGreaterThan(before)
  })
})
