/**
 * A game of a puzzle of another size or with rules: what the player has written, and how it is undone, kept and read back.
 * It knows neither rules nor the browser.
 */

import { isGameId, numberUpTo } from '../store'
import { titleFrom } from '../titles'
import type { VariantSummary } from '../games'

/** What one cell holds: a value or the empty text, notes, and values that were ruled out. Sets are bits. */
export type Mark = readonly [value: string, notes: number, struck: number]

export interface Change {
  readonly cell: number
  readonly before: Mark
  readonly after: Mark
}

export interface VariantGame {
  readonly id: string
  /** The puzzle, in a form that the engine reads. */
  readonly text: string
  readonly name: string
  readonly author: string
  /** A character for each cell, `.` where nothing is given. */
  readonly givens: string
  marks: Mark[]
  past: Change[][]
  future: Change[][]
  elapsed: number
  hints: number
  revealed: boolean
  finished: number | null
}

const EMPTY: Mark = ['', 0, 0]

/** The number of a value's character, which is its bit. */
export const numberOf = (value: string): number => parseInt(value, 36)
export const bitOf = (value: string): number => 1 << numberOf(value)
/** The bits of a text of values. */
export const setOf = (values: string): number => [...values].reduce((set, value) => set | bitOf(value), 0)

export function newGame(id: string, text: string, name: string, author: string, givens: string): VariantGame {
  const marks = [...givens].map((given): Mark => (given === '.' ? EMPTY : [given, 0, 0]))
  return { id, text, name: titleFrom(name), author: titleFrom(author), givens, marks, past: [], future: [], elapsed: 0, hints: 0, revealed: false, finished: null }
}

export const isGiven = (game: VariantGame, cell: number): boolean => game.givens[cell] !== '.'
export const valuesOf = (game: VariantGame): string => game.marks.map(([value]) => value || '.').join('')
export const struckOf = (game: VariantGame): number[] => game.marks.map(([, , struck]) => struck)

/** Changes the marks of cells that are not given; nothing is remembered where nothing changes. */
function change(game: VariantGame, cells: Iterable<number>, next: (mark: Mark, cell: number) => Mark): boolean {
  const changes: Change[] = []
  for (const cell of cells) {
    const before = game.marks[cell]
    if (!before || isGiven(game, cell)) continue
    const after = next(before, cell)
    if (after.some((part, at) => part !== before[at])) changes.push({ cell, before, after })
  }
  if (changes.length === 0) return false
  for (const { after, cell } of changes) game.marks[cell] = after
  game.past.push(changes)
  game.future = []
  return true
}

/** Puts a value into cells, or takes it out where all of them have it. */
export function enter(game: VariantGame, cells: readonly number[], value: string): boolean {
  const open = cells.filter((cell) => !isGiven(game, cell))
  const all = open.length > 0 && open.every((cell) => game.marks[cell]![0] === value)
  return change(game, open, ([, notes, struck]) => [all ? '' : value, notes, struck])
}

/** Adds a note to the empty ones of the cells, or removes it where all of them have it. */
export function note(game: VariantGame, cells: readonly number[], value: string): boolean {
  const bit = bitOf(value)
  const open = cells.filter((cell) => !isGiven(game, cell) && game.marks[cell]![0] === '')
  const all = open.every((cell) => (game.marks[cell]![1] & bit) !== 0)
  return change(game, open, ([held, notes, struck]) => [held, all ? notes & ~bit : notes | bit, struck])
}

/** Empties cells: the values first, where there are none the notes. */
export function erase(game: VariantGame, cells: readonly number[]): boolean {
  const some = cells.some((cell) => !isGiven(game, cell) && game.marks[cell]![0] !== '')
  return change(game, cells, ([value, notes, struck]) => (some ? ['', notes, struck] : [value, 0, struck]))
}

/** Writes what a hint concludes: a value, or values that are ruled out and leave the notes. */
export function conclude(game: VariantGame, placed: readonly [number, string] | undefined, removed: readonly (readonly [number, string])[]): boolean {
  if (placed) return change(game, [placed[0]], ([, notes, struck]) => [placed[1], notes, struck])
  const gone = new Map(removed.map(([cell, values]) => [cell, setOf(values)]))
  return change(game, gone.keys(), ([value, notes, struck], cell) => [value, notes & ~gone.get(cell)!, struck | gone.get(cell)!])
}

/** Makes these the notes of the empty cells. */
export function setNotes(game: VariantGame, notes: readonly string[]): boolean {
  return change(game, game.marks.keys(), ([value, before, struck], cell) => [value, value ? before : setOf(notes[cell] ?? ''), struck])
}

/** Fills in a solution. */
export function reveal(game: VariantGame, solution: string): boolean {
  game.revealed = true
  return change(game, game.marks.keys(), ([value, notes, struck], cell) => [solution[cell] ?? value, notes, struck])
}

export function restart(game: VariantGame): boolean {
  return change(game, game.marks.keys(), () => EMPTY)
}

export function undo(game: VariantGame): boolean {
  const changes = game.past.pop()
  if (!changes) return false
  for (const { before, cell } of changes) game.marks[cell] = before
  game.future.push(changes)
  return true
}

export function redo(game: VariantGame): boolean {
  const changes = game.future.pop()
  if (!changes) return false
  for (const { after, cell } of changes) game.marks[cell] = after
  game.past.push(changes)
  return true
}

/** How much is filled in, in percent. */
export function percentOf(game: VariantGame): number {
  const open = game.marks.filter((_, cell) => !isGiven(game, cell))
  return open.length === 0 ? 100 : Math.floor((100 * open.filter(([value]) => value !== '').length) / open.length)
}

export function summaryOf(game: VariantGame, updated: number): VariantSummary {
  const { author, elapsed, finished, hints, id, name, revealed } = game
  return { id, variant: true, name, author, percent: percentOf(game), elapsed: Math.round(elapsed), hints, revealed, finished, updated }
}

/** The game as text. */
export const gameToText = (game: VariantGame): string => JSON.stringify({ variant: 1, ...game, elapsed: Math.round(game.elapsed) })

const SETS = 2 ** 26

function markFrom(value: unknown): Mark | null {
  if (!Array.isArray(value) || value.length !== 3) return null
  const [held, ...sets] = value as unknown[]
  const isSet = (set: unknown): boolean => typeof set === 'number' && Number.isInteger(set) && set >= 0 && set < SETS
  return typeof held === 'string' && /^[0-9A-P]?$/.test(held) && sets.every(isSet) ? (value as unknown as Mark) : null
}

function changesFrom(value: unknown, cells: number): Change[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const changes = value.map((entry: unknown) => {
    const { after, before, cell } = (entry ?? {}) as Record<string, unknown>
    const marks = [markFrom(before), markFrom(after)]
    return typeof cell === 'number' && Number.isInteger(cell) && cell >= 0 && cell < cells && marks[0] && marks[1] ? { cell, before: marks[0], after: marks[1] } : null
  })
  return changes.every((entry) => entry !== null) ? (changes as Change[]) : null
}

/** The game of a text, or null if it is none: the text may come from a file or from another version of the page. */
export function gameFromText(text: string): VariantGame | null {
  let value: Record<string, unknown> | null
  try {
    value = JSON.parse(text) as Record<string, unknown> | null
  } catch {
    return null
  }
  if (value === null || typeof value !== 'object' || value['variant'] !== 1) return null
  const { givens, id, text: puzzle } = value
  if (!isGameId(id) || typeof puzzle !== 'string' || typeof givens !== 'string' || !/^[.0-9A-P]{1,1000}$/.test(givens)) return null
  const game = newGame(id, puzzle, value['name'] as string, value['author'] as string, givens)
  const marks = Array.isArray(value['marks']) ? value['marks'].map(markFrom) : []
  if (marks.length !== givens.length || marks.some((mark, cell) => mark === null || (givens[cell] !== '.' && mark[0] !== givens[cell]))) return null
  game.marks = marks as Mark[]
  const list = (name: string): Change[][] => {
    const all = Array.isArray(value[name]) ? (value[name] as unknown[]).map((entry) => changesFrom(entry, givens.length)) : []
    return all.every((entry) => entry !== null) ? (all as Change[][]) : []
  }
  game.past = list('past')
  game.future = list('future')
  game.elapsed = numberUpTo(value['elapsed'], 10 * 365 * 24 * 3600 * 1000, 0)
  game.hints = Math.floor(numberUpTo(value['hints'], 1e6, 0))
  game.revealed = value['revealed'] === true
  game.finished = numberUpTo(value['finished'], 8.64e15, null)
  return game
}
