/**
 * Games and settings as text, and the game in progress across reloads.
 *
 * The whole game, undo history included, is one JSON text. Marks are lists of numbers without trailing zeros, an action
 * a list of cell, marks before, marks after; a long game takes some tens of kilobytes. What is read back is checked like
 * any stranger's data, since another version of the page, a file or an extension may have written it.
 *
 * The game in progress is written at once to `localStorage`, which works even while the page is being closed; `games.ts`
 * keeps all games.
 */

import type { Level } from './engine'
import { DEFAULT_SETTINGS, EMPTY, MODES, newGame, newState } from './state'
import type { Action, GameFacts, Marks, Settings, State } from './state'
import { titleFrom } from './titles'
import { ALL_DIGITS, CELLS } from './words'

/** Where it is kept. `localStorage` fits; tests use a map. */
export interface Storage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const GAME = 'ninefold.game'
const SETTINGS = 'ninefold.settings'

const numbersOf = (mark: Marks): number[] => {
  const numbers = [mark.digit, mark.given ? 1 : 0, mark.corner, mark.centre, mark.struck, mark.colours, ...mark.tints]
  while (numbers.length > 0 && numbers[numbers.length - 1] === 0) {
    numbers.pop()
  }
  return numbers
}

/** The marks these numbers stand for, or null if they stand for none. */
function marksFrom(value: unknown): Marks | null {
  if (!Array.isArray(value) || value.length > 15) {
    return null
  }
  const limits = [9, 1, ALL_DIGITS, ALL_DIGITS, ALL_DIGITS, 255, 8, 8, 8, 8, 8, 8, 8, 8, 8]
  const numbers = limits.map((limit, at): number => {
    const number: unknown = value[at] ?? 0
    return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= limit ? number : NaN
  })
  if (numbers.some(Number.isNaN)) {
    return null
  }
  const [digit, given, corner, centre, struck, colours, ...tints] = numbers as [number, number, number, number, number, number, ...number[]]
  return value.length === 0 ? EMPTY : { digit, given: given === 1 && digit > 0, corner, centre, struck, colours, tints }
}

function actionFrom(value: unknown): Action | null {
  if (!Array.isArray(value)) {
    return null
  }
  const action = value.map((change: unknown) => {
    if (!Array.isArray(change) || !CELLS.includes(change[0] as number)) {
      return null
    }
    const before = marksFrom(change[1])
    const after = marksFrom(change[2])
    return before && after ? { cell: change[0] as number, before, after } : null
  })
  return action.length > 0 && action.every((change) => change !== null) ? (action as Action) : null
}

const LEVELS: readonly Level[] = ['easy', 'medium', 'hard', 'unfair', 'extreme']
/** Ten years: no game takes longer, and every clock can show it. */
const LONGEST_GAME = 10 * 365 * 24 * 3600 * 1000
/** The last moment that dates can have. */
const LAST_MOMENT = 8.64e15

/** A number between 0 and a limit, or another value for anything else. */
export function numberUpTo<T>(value: unknown, limit: number, otherwise: T): number | T {
  return typeof value === 'number' && value >= 0 && value <= limit ? value : otherwise
}

/** Whether this is a technique's slug, or could be that of another version. */
const isSlug = (value: unknown): value is string => typeof value === 'string' && /^[a-z0-9-]{1,60}$/.test(value)

export const isGameId = (value: unknown): value is string => typeof value === 'string' && /^[a-z0-9-]{1,40}$/.test(value)

/** The facts about a game; those that are missing or broken are as in a new one. */
function factsFrom(value: unknown): GameFacts {
  const read = (value !== null && typeof value === 'object' ? value : {}) as Record<string, unknown>
  const fresh = newGame()
  const { author, day, finished, hardest, hints, id, level, revealed, score, started } = read
  return {
    id: isGameId(id) ? id : fresh.id,
    started: Math.floor(numberUpTo(started, LAST_MOMENT, fresh.started)),
    finished: numberUpTo(finished, LAST_MOMENT, null),
    level: LEVELS.find((known) => known === level) ?? null,
    score: numberUpTo(score, 1e9, null),
    hardest: isSlug(hardest) ? hardest : null,
    day: typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? day : null,
    author: titleFrom(author),
    hints: Math.floor(numberUpTo(hints, 1e6, 0)),
    revealed: revealed === true,
  }
}

/** The game as text. */
export function gameToText(state: State, elapsed: number, history: boolean = true): string {
  const actions = (list: readonly Action[]): unknown[] =>
    history ? list.map((action) => action.map(({ cell, before, after }) => [cell, numbersOf(before), numbersOf(after)])) : []
  return JSON.stringify({
    version: 1,
    marks: state.marks.map(numbersOf),
    excluded: state.excluded,
    name: state.name,
    game: state.game,
    phase: state.phase,
    active: state.active,
    mode: state.mode,
    elapsed: Math.round(elapsed),
    paused: state.paused,
    past: actions(state.past),
    future: actions(state.future),
  })
}

/** Puts the game of a text into the state. Says whether it could; if not, the state is untouched. */
export function gameFromText(state: State, text: string): boolean {
  let value: Record<string, unknown>
  try {
    value = JSON.parse(text) as Record<string, unknown>
  } catch {
    return false
  }
  if (value === null || typeof value !== 'object' || value['version'] !== 1 || !Array.isArray(value['marks'])) {
    return false
  }
  const marks = value['marks'].map(marksFrom)
  if (marks.length !== 81 || marks.some((mark) => mark === null)) {
    return false
  }
  const list = (name: string): Action[] => {
    const actions = Array.isArray(value[name]) ? value[name].map(actionFrom) : []
    return actions.every((action) => action !== null) ? (actions as Action[]) : []
  }
  const { active, elapsed, game, mode, name, paused, phase } = value
  // Games of earlier versions have the old name.
  const excluded = value['excluded'] ?? value['told']
  const isSet = (set: unknown): boolean => typeof set === 'number' && Number.isInteger(set) && set >= 0 && set <= ALL_DIGITS
  state.marks = marks as Marks[]
  state.excluded = Array.isArray(excluded) && excluded.length === 81 && excluded.every(isSet) ? (excluded as number[]) : null
  state.name = titleFrom(name)
  state.game = factsFrom(game)
  state.phase = phase === 'enter' ? 'enter' : 'play'
  state.active = CELLS.includes(active as number) ? (active as number) : 40
  state.selection = new Set([state.active])
  state.mode = MODES.find((known) => known === mode) ?? 'digit'
  state.elapsed = numberUpTo(elapsed, LONGEST_GAME, 0)
  state.paused = paused === true
  state.past = list('past')
  state.future = list('future')
  state.since = null
  state.solution = null
  state.held = 0
  state.shown = null
  state.overlay = null
  return true
}

/** The settings of a text; what is missing or unknown stays as it is by default. */
export function settingsFromText(text: string | null, defaults: Settings = DEFAULT_SETTINGS): Settings {
  const choices: { [name in Exclude<keyof Settings, 'without'>]: readonly Settings[name][] } = {
    theme: ['auto', 'light', 'dark'],
    language: ['en', 'zh'],
    mistakes: ['none', 'conflicts', 'all'],
    automatic: [true, false],
    tidy: [true, false],
    equal: [true, false],
    houses: [true, false],
    timer: [true, false],
    input: ['cell', 'digit'],
    notes: ['plain', 'both'],
    uniqueness: [true, false],
  }
  let value: unknown = null
  try {
    value = JSON.parse(text ?? 'null')
  } catch {
    // Not ours: the defaults stand.
  }
  const read = (value !== null && typeof value === 'object' ? value : {}) as Record<string, unknown>
  const entries = Object.entries(choices).map(([name, known]) => [
    name,
    (known as readonly unknown[]).includes(read[name]) ? read[name] : defaults[name as keyof Settings],
  ])
  const without = Array.isArray(read['without']) ? read['without'].filter(isSlug).slice(0, 200) : defaults.without
  return { ...(Object.fromEntries(entries) as unknown as Settings), without }
}

/** Keeps game and settings. Where there is no room for the history, the game is kept without it. */
export function save(state: State, elapsed: number, storage: Storage): void {
  for (const history of [true, false]) {
    try {
      storage.setItem(SETTINGS, JSON.stringify(state.settings))
      storage.setItem(GAME, gameToText(state, elapsed, history))
      return
    } catch {
      // No room, or no permission to store anything: the game continues without.
    }
  }
}

/** What was kept, or an empty state; `restored` says which. */
export function restore(storage: Storage, defaults: Settings): { state: State; restored: boolean } {
  let game: string | null = null
  let settings: string | null = null
  try {
    game = storage.getItem(GAME)
    settings = storage.getItem(SETTINGS)
  } catch {
    // No leave to read: begin anew.
  }
  const state = newState(settingsFromText(settings, defaults))
  return { state, restored: game !== null && gameFromText(state, game) }
}
