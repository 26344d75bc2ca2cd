/**
 * The puzzle of a day. The date is the seed, so everyone gets the same puzzle without a server; the weekday decides how
 * hard it is. A day's puzzle is kept once it was made.
 */

import type { Api } from './api'
import type { Level } from './engine'
import { language } from './i18n'
import { madeFrom, recipeOf } from './levels'
import type { Made } from './levels'

/** Sunday first, as dates count. */
const WEEK: readonly Level[] = ['hard', 'easy', 'medium', 'medium', 'hard', 'hard', 'unfair']

/** `2026-11-15`, where the player is. */
export function dayOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Noon of a day: no change of clocks moves it to another. */
export const dateOf = (day: string): Date => new Date(`${day}T12:00:00`)

export const levelOfDay = (day: string): Level => WEEK[dateOf(day).getDay()]!

export const seedOfDay = (day: string): number => Number(day.replaceAll('-', ''))

/** A day in words: "15 November". */
export function dayWords(day: string): string {
  return dateOf(day).toLocaleDateString(language() === 'zh' ? 'zh-CN' : 'en-GB', { day: 'numeric', month: 'long' })
}

const KEPT = 'ninefold.day'

/** The puzzle of a day, from the last visit or from the engine. */
export async function puzzleOfDay(api: Api, day: string): Promise<Made> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as { day?: unknown; made?: unknown } | null
    const made = kept?.day === day ? madeFrom(kept.made) : null
    if (made) return made
  } catch {
    // Not ours: it is made anew.
  }
  const made = await api.engine.generateAhead(recipeOf(levelOfDay(day), seedOfDay(day)))
  try {
    if (day === dayOf(new Date())) localStorage.setItem(KEPT, JSON.stringify({ day, made }))
  } catch {
    // No room: it is made again next time.
  }
  return made
}
