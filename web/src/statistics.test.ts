import { describe, expect, it } from 'vitest'
import { dayOf, levelOfDay, seedOfDay } from './daily'
import type { Result } from './games'
import { LEVELS } from './levels'
import { byLevel, streak } from './statistics'

const at = (day: string): number => new Date(`${day}T10:00:00`).getTime()
const result = (level: Result['level'], elapsed: number, day = '2026-11-15'): Result => ({ id: `${level}${elapsed}${day}`, level, day: null, elapsed, hints: 0, finished: at(day) })

describe('statistics', () => {
  it('have the best and the median time of each level', () => {
    const results = [result('hard', 30), result('easy', 5), result('easy', 9), result('easy', 6), result('easy', 20), result(null, 7)]
    expect(byLevel(results, LEVELS)).toEqual([
      { level: 'easy', solved: 4, best: 5, median: 7.5 },
      { level: 'hard', solved: 1, best: 30, median: 30 },
      { level: null, solved: 1, best: 7, median: 7 },
    ])
    expect(byLevel([], LEVELS)).toEqual([])
  })

  it('count days in a row, also before today is played', () => {
    const days = (...list: string[]): Result[] => list.map((day) => result('easy', 1, day))
    expect(streak(days('2026-11-14', '2026-11-15', '2026-11-13', '2026-11-11'), '2026-11-15')).toBe(3)
    expect(streak(days('2026-11-14', '2026-11-13'), '2026-11-15')).toBe(2)
    expect(streak(days('2026-11-13'), '2026-11-15')).toBe(0)
    expect(streak(days('2026-03-01', '2026-02-28'), '2026-03-01')).toBe(2)
  })
})

describe('the puzzle of a day', () => {
  it('comes from the date alone', () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
    expect(seedOfDay('2026-11-15')).toBe(20261115)
    expect(levelOfDay('2026-11-15')).toBe('hard')
    expect(levelOfDay('2026-11-16')).toBe('easy')
  })
})
