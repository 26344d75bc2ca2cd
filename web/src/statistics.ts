/** What the results of solved puzzles say: how many, how fast, how many days in a row. */

import { dateOf, dayOf } from './daily'
import type { Level } from './engine'
import type { Result } from './games'

export interface LevelStatistics {
  readonly level: Level | null
  readonly solved: number
  readonly best: number
  readonly median: number
}

/** The statistics of each level that has results, in the order of the levels; puzzles of no known level come last. */
export function byLevel(results: readonly Result[], levels: readonly Level[]): LevelStatistics[] {
  return [...levels, null].flatMap((level) => {
    const times = results.filter((result) => result.level === level).map(({ elapsed }) => elapsed).sort((a, b) => a - b)
    if (times.length === 0) return []
    const middle = times.length >> 1
    const median = times.length % 2 ? times[middle]! : (times[middle - 1]! + times[middle]!) / 2
    return [{ level, solved: times.length, best: times[0]!, median }]
  })
}

/** Days in a row with a solved puzzle, up to today or yesterday. */
export function streak(results: readonly Result[], today: string): number {
  const days = new Set(results.map(({ finished }) => dayOf(new Date(finished))))
  const before = (day: string): string => {
    const date = dateOf(day)
    date.setDate(date.getDate() - 1)
    return dayOf(date)
  }
  let day = days.has(today) ? today : before(today)
  let length = 0
  while (days.has(day)) {
    length++
    day = before(day)
  }
  return length
}
