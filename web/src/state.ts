/**
 * What the page knows, without a browser: the grid with the player's marks, what is selected, what was done, what is
 * wanted. `board.ts` changes it, `render.ts` draws it.
 *
 * The player's marks and what the engine points at are kept apart: marks are part of the game, can be undone, saved and
 * shared; a shown step is only looked at.
 */

import type { Level, Step, View } from './engine'
import type { Cell, Digit, DigitSet } from './words'
import { CELLS } from './words'

/** All that is written in one cell. Never changed in place, so that old ones can be kept for undoing. */
export interface Marks {
  readonly digit: Digit
  /** Whether the digit was printed at the start. */
  readonly given: boolean
  /** Small digits at the rim: where in a house a digit can go. */
  readonly corner: DigitSet
  /** Small digits in the middle: what the cell can be. */
  readonly centre: DigitSet
  /** Candidates the player has ruled out, beyond those that the rule does. */
  readonly struck: DigitSet
  /** Colours of the cell, a bit each. */
  readonly colours: number
  /** The colour of each candidate, 1 to 8; 0 for none. */
  readonly tints: readonly number[]
}

/** How many colours there are to paint with. */
export const COLOURS = 8

const NO_TINTS: readonly number[] = Object.freeze([0, 0, 0, 0, 0, 0, 0, 0, 0])

export const EMPTY: Marks = Object.freeze({
  digit: 0,
  given: false,
  corner: 0,
  centre: 0,
  struck: 0,
  colours: 0,
  tints: NO_TINTS,
})

/** What a digit key does. */
export type Mode = 'digit' | 'corner' | 'centre' | 'colour'
export const MODES: readonly Mode[] = ['digit', 'corner', 'centre', 'colour']

/** A cell before and after something was done. */
export interface Change {
  readonly cell: Cell
  readonly before: Marks
  readonly after: Marks
}

/** One thing done: what undo takes back at once. */
export type Action = readonly Change[]

export interface Settings {
  theme: 'auto' | 'light' | 'dark'
  language: 'en' | 'zh'
  /** Which wrong digits are shown: none, those that break the rule, or all that differ from the solution. */
  mistakes: 'none' | 'conflicts' | 'all'
  /** Whether the page writes candidates, and the player only strikes them out. */
  automatic: boolean
  /** Whether a placed digit leaves the notes of the cells that see it. */
  tidy: boolean
  /** Whether equal digits light up. */
  equal: boolean
  /** Whether the houses of the chosen cell are tinted. */
  houses: boolean
  timer: boolean
  /** What is chosen first: a cell, then its digit, or a digit, then its cells. */
  input: 'cell' | 'digit'
  /** One kind of note, each digit in its place, or notes in corners and in the centre. */
  notes: 'plain' | 'both'
  /** Whether hints may rely on the solution being unique. */
  uniqueness: boolean
  /** Slugs of techniques that hints do without. */
  without: readonly string[]
}

/** What is known about a game beside its marks. */
export interface GameFacts {
  /** Distinguishes games; a new one for each puzzle that is started. */
  readonly id: string
  /** When it was started and solved, in milliseconds since 1970; null while it is not solved. */
  readonly started: number
  readonly finished: number | null
  /** The level, the score and the slug of the hardest technique of its path, once they are known. */
  readonly level: Level | null
  readonly score: number | null
  readonly hardest: string | null
  /** The day whose puzzle it is, `2026-11-15`; null for all others. */
  readonly day: string | null
  readonly author: string
  /** How many hints were asked for. */
  readonly hints: number
  /** Whether the page has filled the solution in. */
  readonly revealed: boolean
}

/** The facts of a new game. */
export function newGame(known: Partial<GameFacts> = {}, now: number = Date.now()): GameFacts {
  const id = `${now.toString(36)}-${Math.floor(Math.random() * 2 ** 32).toString(36)}`
  return { id, started: now, finished: null, level: null, score: null, hardest: null, day: null, author: '', hints: 0, revealed: false, ...known }
}

/** What the engine points at. */
export interface Shown {
  readonly view: View
  /** The position the view speaks about: 81 digits, and the candidates that stand. Null leaves the player's marks. */
  readonly position: { readonly digits: readonly Digit[]; readonly candidates: readonly DigitSet[] } | null
  /** The step, where all of it is shown. */
  readonly step: Step | null
  /** Whether the game continues below it: the player's digits are drawn, and typing does not hide it. */
  readonly follows?: boolean
}

/** Digits drawn instead of the game's while a search is watched, or solutions compared. */
export interface Overlay {
  readonly digits: readonly Digit[]
  /** The cell that was touched last, and how. */
  readonly last: { readonly cell: Cell; readonly kind: 'placed' | 'back' } | null
  /** Cells to point out. */
  readonly marked: readonly Cell[]
}

export interface State {
  marks: Marks[]
  /** Candidates that the puzzle itself rules out: some puzzles are given as pencilmarks. Null for all others. */
  excluded: readonly DigitSet[] | null
  /** What the puzzle is called, where it came with a name. */
  name: string
  game: GameFacts
  /** While a puzzle is being typed in, digits become givens. */
  phase: 'enter' | 'play'
  selection: Set<Cell>
  /** The cell that the keyboard is in, one of the selection unless that is empty. */
  active: Cell
  mode: Mode
  /** What colour mode paints: whole cells (0) or this candidate. */
  target: Digit
  /** With digits first: the digit that the next cells get; 0 for none. */
  held: Digit
  past: Action[]
  future: Action[]
  /** Milliseconds played, until `since`. */
  elapsed: number
  /** When the clock was last started; null while it is stopped. */
  since: number | null
  paused: boolean
  /** The only solution of the givens, once the engine has found it. */
  solution: string | null
  shown: Shown | null
  overlay: Overlay | null
  settings: Settings
}

export const DEFAULT_SETTINGS: Settings = {
  theme: 'auto',
  language: 'en',
  mistakes: 'conflicts',
  automatic: false,
  tidy: true,
  equal: true,
  houses: true,
  timer: true,
  input: 'cell',
  notes: 'plain',
  uniqueness: true,
  without: [],
}

/** An empty grid. */
export function newState(settings: Settings = DEFAULT_SETTINGS): State {
  return {
    marks: CELLS.map(() => EMPTY),
    excluded: null,
    name: '',
    game: newGame(),
    phase: 'enter',
    selection: new Set([40]),
    active: 40,
    mode: 'digit',
    target: 0,
    held: 0,
    past: [],
    future: [],
    elapsed: 0,
    since: null,
    paused: false,
    solution: null,
    shown: null,
    overlay: null,
    settings: { ...settings },
  }
}
