/**
 * Everything that can be done to the state: choosing cells, writing digits and notes, painting, undoing, the clock.
 *
 * No function here knows the browser; time comes in as an argument. Whatever changes marks goes through `commit`, which
 * is why all of it can be undone.
 */

import type { Grid, Position } from './engine'
import type { Action, Change, GameFacts, Marks, Mode, State } from './state'
import { EMPTY, MODES, newGame } from './state'
import type { Candidate, Cell, Digit, DigitSet } from './words'
import { ALL_DIGITS, CELLS, DIGITS, HOUSES, PEERS, colOf, contains, digitsOf, rowOf, setOf } from './words'

// Loading.

/** What a text or a link says about a grid: 81 characters each, any character that is not a digit is an empty cell. */
export interface Setup {
  readonly givens: string
  readonly placed?: string
  /** The candidates that stand, where the text tells them. */
  readonly candidates?: readonly DigitSet[] | null
  readonly name?: string
}

const digitAt = (text: string | undefined, cell: Cell): Digit => {
  const digit = Number(text?.[cell])
  return digit >= 1 && digit <= 9 ? digit : 0
}

/** The marks that a setup asks for. */
export function marksOf(setup: Setup): Marks[] {
  const marks = CELLS.map((cell): Marks => {
    const given = digitAt(setup.givens, cell)
    const digit = given || digitAt(setup.placed, cell)
    return digit ? { ...EMPTY, digit, given: given !== 0 } : EMPTY
  })
  const { candidates } = setup
  if (!candidates) {
    return marks
  }
  const allowed = allowedIn(marks)
  return marks.map((mark, cell) => (mark.digit ? mark : { ...mark, struck: allowed[cell]! & ~candidates[cell]! }))
}

/** Starts a new game with these marks, and with what is known about it. */
export function load(state: State, marks: readonly Marks[], name = '', known: Partial<GameFacts> = {}): void {
  state.marks = [...marks]
  // Fewer givens than seventeen make no puzzle by themselves; what is ruled out belongs to it.
  const few = marks.filter((mark) => mark.given).length < 17
  state.excluded = few && marks.some((mark) => mark.struck) ? marks.map((mark) => mark.struck) : null
  state.name = name
  state.game = newGame(known)
  state.held = 0
  state.phase = 'play'
  state.past = []
  state.future = []
  state.elapsed = 0
  state.since = null
  state.paused = false
  state.solution = null
  state.shown = null
  state.overlay = null
  if (marks.some((mark) => mark.struck)) {
    state.settings.automatic = true
  }
}

/** Begins to type a puzzle into an empty grid, or into the givens there are. */
export function beginEntering(state: State, keepGivens: boolean): void {
  const marks = state.marks.map((mark) => (keepGivens && mark.given ? { ...EMPTY, digit: mark.digit, given: true } : EMPTY))
  load(state, marks)
  state.phase = 'enter'
  choose(state, 0)
}

/** Makes these the givens; can be undone. */
export function setGivens(state: State, givens: string): void {
  commit(
    state,
    CELLS.map((cell) => {
      const digit = digitAt(givens, cell)
      return [cell, digit ? { ...EMPTY, digit, given: true } : EMPTY]
    }),
  )
}

/** Ends typing: what was typed is the puzzle. */
export function endEntering(state: State): void {
  const { active, name } = state
  const { author, id } = state.game
  load(state, state.marks, name, { author, id })
  choose(state, active)
}

/** Takes away all but the givens; can be undone. */
export function restart(state: State): void {
  commit(
    state,
    CELLS.map((cell) => {
      const { digit, given } = state.marks[cell]!
      const struck = state.excluded?.[cell] ?? 0
      return [cell, given ? { ...EMPTY, digit, given } : struck ? { ...EMPTY, struck } : EMPTY]
    }),
  )
  state.elapsed = 0
  state.game = { ...state.game, finished: null, hints: 0, revealed: false }
}

// Choosing cells.

/** Chooses one cell. */
export function choose(state: State, cell: Cell): void {
  state.selection = new Set([cell])
  state.active = cell
}

/** Adds a cell to those chosen. */
export function alsoChoose(state: State, cell: Cell): void {
  state.selection.add(cell)
  state.active = cell
}

/** Adds a cell to those chosen, or takes it away. */
export function toggleChosen(state: State, cell: Cell): void {
  if (state.selection.has(cell) && state.selection.size > 1) {
    state.selection.delete(cell)
  } else {
    state.selection.add(cell)
  }
  state.active = cell
}

/** Goes some rows down and columns right, round the edges; `extend` keeps what is chosen. */
export function move(state: State, down: number, right: number, extend = false): void {
  const row = (rowOf(state.active) + down + 9) % 9
  const col = (colOf(state.active) + right + 9) % 9
  const go = extend ? alsoChoose : choose
  go(state, row * 9 + col)
}

export function chooseAll(state: State): void {
  state.selection = new Set(CELLS)
}

/** Chooses nothing; the keyboard stays where it is. */
export function chooseNone(state: State): void {
  state.selection = new Set()
}

/** Chooses every cell with the same digit, or, from an empty cell, with the same notes or colours. */
export function chooseAlike(state: State, cell: Cell): void {
  const wanted = state.marks[cell]!
  const alike = (mark: Marks): boolean => {
    if (wanted.digit || mark.digit) {
      return mark.digit === wanted.digit
    }
    if (wanted.colours) {
      return mark.colours === wanted.colours
    }
    return mark.centre === wanted.centre && mark.corner === wanted.corner
  }
  const blank = !wanted.digit && !wanted.colours && !wanted.centre && !wanted.corner
  state.selection = new Set(blank ? [cell] : CELLS.filter((other) => alike(state.marks[other]!)))
  state.active = cell
}

// Writing.

export function setMode(state: State, mode: Mode): void {
  state.mode = mode
}

export function nextMode(state: State): void {
  const modes = modesOf(state)
  state.mode = modes[(modes.indexOf(state.mode) + 1) % modes.length]!
}

/** The modes there are: with one kind of note, corners have none of their own. */
export const modesOf = (state: State): readonly Mode[] => (state.settings.notes === 'plain' ? MODES.filter((mode) => mode !== 'corner') : MODES)

/** With digits first: the next cells get this digit; the same again lets it go. */
export function hold(state: State, digit: Digit): void {
  state.held = state.held === digit ? 0 : digit
}

/** A digit key: with digits first it is held, else it writes into the chosen cells. */
export function press(state: State, digit: Digit): void {
  if (state.settings.input === 'digit' && state.phase === 'play' && state.mode !== 'colour') hold(state, digit)
  else enter(state, digit)
}

/** Writes a digit into the chosen cells in the way of the mode; removes it if all of them have it. */
export function enter(state: State, digit: Digit, mode: Mode = state.mode): void {
  if (state.phase === 'enter') {
    enterGiven(state, digit)
    return
  }
  switch (mode) {
    case 'digit':
      return place(state, digit)
    case 'corner':
      return note(state, digit, 'corner')
    case 'centre':
      return state.settings.automatic ? strike(state, digit) : note(state, digit, 'centre')
    case 'colour':
      return paint(state, digit)
  }
}

const chosen = (state: State): Cell[] => [...state.selection].sort((a, b) => a - b)
const chosenEmpty = (state: State): Cell[] => chosen(state).filter((cell) => !state.marks[cell]!.digit)

function enterGiven(state: State, digit: Digit): void {
  commit(
    state,
    chosen(state).map((cell) => [cell, { ...EMPTY, digit, given: true }]),
  )
}

function place(state: State, digit: Digit): void {
  const cells = chosen(state).filter((cell) => !state.marks[cell]!.given)
  if (cells.length > 0 && cells.every((cell) => state.marks[cell]!.digit === digit)) {
    commit(
      state,
      cells.map((cell) => [cell, { ...state.marks[cell]!, digit: 0 }]),
    )
    return
  }
  commit(state, placing(state, cells, digit))
}

/** The marks after a digit is placed in some cells: there, and in the notes of the cells they see. */
function placing(state: State, cells: readonly Cell[], digit: Digit): [Cell, Marks][] {
  const after = new Map<Cell, Marks>(cells.map((cell) => [cell, { ...state.marks[cell]!, digit }]))
  if (state.settings.tidy) {
    for (const cell of cells) {
      for (const peer of PEERS[cell]!) {
        const mark = after.get(peer) ?? state.marks[peer]!
        if (!mark.digit && contains(mark.corner | mark.centre, digit)) {
          after.set(peer, { ...mark, corner: mark.corner & ~setOf(digit), centre: mark.centre & ~setOf(digit) })
        }
      }
    }
  }
  return [...after]
}

function note(state: State, digit: Digit, where: 'corner' | 'centre'): void {
  const cells = chosenEmpty(state)
  const everywhere = cells.every((cell) => contains(state.marks[cell]![where], digit))
  commit(
    state,
    cells.map((cell) => {
      const mark = state.marks[cell]!
      // A digit that is noted again is no longer ruled out.
      const struck = everywhere ? mark.struck : mark.struck & ~setOf(digit)
      return [cell, { ...mark, struck, [where]: everywhere ? mark[where] & ~setOf(digit) : mark[where] | setOf(digit) }]
    }),
  )
}

/** Rules a candidate out in the chosen cells; where it is ruled out in all of them, lets it stand again. */
function strike(state: State, digit: Digit): void {
  const allowed = allowedIn(state.marks)
  const cells = chosenEmpty(state).filter((cell) => contains(allowed[cell]!, digit))
  const nowhere = cells.every((cell) => contains(state.marks[cell]!.struck, digit))
  commit(
    state,
    cells.map((cell) => {
      const mark = state.marks[cell]!
      return [cell, { ...mark, struck: nowhere ? mark.struck & ~setOf(digit) : mark.struck | setOf(digit) }]
    }),
  )
}

/** Paints the chosen cells, or their candidate of the target digit. The same colour a second time takes it away. */
export function paint(state: State, colour: number): void {
  if (colour > 8) {
    return
  }
  const cells = chosen(state)
  const { target } = state
  if (target === 0) {
    const bit = 1 << (colour - 1)
    const everywhere = cells.every((cell) => state.marks[cell]!.colours & bit)
    commit(
      state,
      cells.map((cell) => {
        const mark = state.marks[cell]!
        return [cell, { ...mark, colours: everywhere ? mark.colours & ~bit : mark.colours | bit }]
      }),
    )
    return
  }
  const empty = cells.filter((cell) => !state.marks[cell]!.digit)
  const everywhere = empty.every((cell) => state.marks[cell]!.tints[target - 1] === colour)
  commit(
    state,
    empty.map((cell) => {
      const mark = state.marks[cell]!
      return [cell, { ...mark, tints: mark.tints.map((old, at) => (at === target - 1 ? (everywhere ? 0 : colour) : old)) }]
    }),
  )
}

/** Erases in the chosen cells: digits if there are any, else notes, else colours. In colour mode, colours first. */
export function erase(state: State): void {
  const cells = chosen(state)
  const layers: ((mark: Marks) => Marks)[] = [
    (mark) => (mark.given && state.phase === 'play' ? mark : { ...mark, digit: 0, given: false }),
    (mark) => (mark.digit ? mark : { ...mark, corner: 0, centre: 0, struck: 0 }),
    (mark) => ({ ...mark, colours: 0, tints: EMPTY.tints }),
  ]
  if (state.mode === 'colour') {
    layers.unshift(layers.pop()!)
  }
  for (const layer of layers) {
    if (commit(state, cells.map((cell) => [cell, layer(state.marks[cell]!)]))) {
      return
    }
  }
}

/** Takes all colours off the board. */
export function unpaint(state: State): void {
  commit(
    state,
    CELLS.map((cell) => [cell, { ...state.marks[cell]!, colours: 0, tints: EMPTY.tints }]),
  )
}

/** Writes all candidates as centre notes. */
export function fillNotes(state: State): void {
  const standing = standingCandidates(state)
  commit(
    state,
    CELLS.filter((cell) => !state.marks[cell]!.digit).map((cell) => [cell, { ...state.marks[cell]!, centre: standing[cell]! }]),
  )
}

/** Takes out of the notes what placed digits rule out. */
export function cleanNotes(state: State): void {
  const allowed = allowedIn(state.marks)
  commit(
    state,
    CELLS.filter((cell) => !state.marks[cell]!.digit).map((cell) => {
      const mark = state.marks[cell]!
      return [cell, { ...mark, corner: mark.corner & allowed[cell]!, centre: mark.centre & allowed[cell]! }]
    }),
  )
}

/** Turns automatic candidates on or off. What the player has ruled out in the one way is ruled out in the other. */
export function setAutomatic(state: State, on: boolean): void {
  if (state.settings.automatic === on || isHidden(state)) {
    return
  }
  const standing = standingCandidates(state)
  const allowed = allowedIn(state.marks)
  state.settings.automatic = on
  const changed = CELLS.map((cell): [Cell, Marks] => {
    const mark = state.marks[cell]!
    if (mark.digit) {
      return [cell, mark]
    }
    return [cell, on ? { ...mark, struck: allowed[cell]! & ~standing[cell]! } : { ...mark, centre: mark.struck ? standing[cell]! : mark.centre }]
  })
  commit(state, changed)
}

/** Does what a step says: places digits, removes candidates. */
export function apply(state: State, placements: readonly Candidate[], eliminations: readonly Candidate[]): void {
  const standing = standingCandidates(state)
  const after = new Map<Cell, Marks>()
  const now = (cell: Cell): Marks => after.get(cell) ?? state.marks[cell]!
  for (const { cell, digit } of eliminations) {
    const mark = now(cell)
    const struck = mark.struck | setOf(digit)
    const centre = mark.centre || standing[cell]!
    // Without automatic candidates, notes show what is left.
    after.set(cell, state.settings.automatic ? { ...mark, struck } : { ...mark, struck, centre: centre & ~setOf(digit), corner: mark.corner & ~setOf(digit) })
  }
  for (const { cell, digit } of placements) {
    if (!state.marks[cell]!.given) {
      for (const [other, mark] of placing({ ...state, marks: CELLS.map(now) }, [cell], digit)) {
        after.set(other, mark)
      }
    }
  }
  state.shown = null
  commit(state, [...after])
}

/** Makes the board a position of the path: its digits, and its candidates in the way the player keeps them. */
export function takePosition(state: State, placed: string, candidates: readonly DigitSet[]): void {
  const digits = CELLS.map((cell) => ({ ...EMPTY, digit: digitAt(placed, cell) }))
  const allowed = allowedIn(digits)
  commit(
    state,
    CELLS.map((cell) => {
      const mark = state.marks[cell]!
      if (mark.given) return [cell, mark]
      const kept = { ...mark, digit: digits[cell]!.digit, corner: 0, centre: 0, struck: 0 }
      if (kept.digit || candidates[cell] === allowed[cell]) return [cell, kept]
      const struck = allowed[cell]! & ~candidates[cell]!
      return [cell, state.settings.automatic ? { ...kept, struck } : { ...kept, struck, centre: candidates[cell]! }]
    }),
  )
}

/** Takes back a mistake: removes a wrong digit, or restores a candidate that was ruled out. */
export function mend(state: State, cell: Cell, digit: Digit, what: 'placement' | 'elimination'): void {
  const mark = state.marks[cell]!
  const centre = mark.centre ? mark.centre | setOf(digit) : 0
  commit(state, [[cell, what === 'placement' ? { ...mark, digit: 0 } : { ...mark, centre, struck: mark.struck & ~setOf(digit) }]])
  choose(state, cell)
}

/** Writes one digit of a solution: that of the chosen cell, or where fewest candidates stand. Says where; null if none is left. */
export function tellOne(state: State, solution: string): Cell | null {
  const standing = standingCandidates(state)
  const size = (cell: Cell): number => (cell === state.active && state.selection.has(cell) ? 0 : digitsOf(standing[cell]!).length)
  const empty = CELLS.filter((cell) => !state.marks[cell]!.digit)
  if (empty.length === 0 || isHidden(state)) return null
  const cell = empty.reduce((best, next) => (size(next) < size(best) ? next : best))
  apply(state, [{ cell, digit: digitAt(solution, cell) }], [])
  choose(state, cell)
  return cell
}

/** Writes all digits of a solution. The puzzle then counts as revealed, not as solved. */
export function fill(state: State, digits: string): void {
  state.game = { ...state.game, revealed: true }
  commit(
    state,
    CELLS.map((cell) => [cell, state.marks[cell]!.given ? state.marks[cell]! : { ...state.marks[cell]!, digit: digitAt(digits, cell) }]),
  )
}

// Undoing.

const same = (a: Marks, b: Marks): boolean =>
  a === b ||
  (a.digit === b.digit &&
    a.given === b.given &&
    a.corner === b.corner &&
    a.centre === b.centre &&
    a.struck === b.struck &&
    a.colours === b.colours &&
    a.tints.every((tint, at) => tint === b.tints[at]))

/** Whether the player's marks are out of sight: what cannot be seen is not changed. */
export const isHidden = (state: State): boolean => state.overlay !== null || state.paused

/** Changes marks and remembers how to undo it. Says whether anything changed. */
function commit(state: State, wanted: readonly (readonly [Cell, Marks])[]): boolean {
  if (isHidden(state)) return false
  const action: Change[] = wanted
    .map(([cell, after]) => ({ cell, before: state.marks[cell]!, after }))
    .filter(({ before, after }) => !same(before, after))
  if (action.length === 0) {
    return false
  }
  write(state, action, 'after')
  state.past.push(action)
  state.future = []
  hideShown(state)
  return true
}

/** A step of another position is hidden when the game continues; one that follows the game stays. */
function hideShown(state: State): void {
  if (!state.shown?.follows) state.shown = null
}

function write(state: State, action: Action, side: 'before' | 'after'): void {
  const marks = [...state.marks]
  for (const change of action) {
    marks[change.cell] = change[side]
  }
  state.marks = marks
}

/** Takes back the last action; goes to its cells. */
export function undo(state: State): boolean {
  return travel(state, state.past, state.future, 'before')
}

/** Does again what was taken back. */
export function redo(state: State): boolean {
  return travel(state, state.future, state.past, 'after')
}

function travel(state: State, from: Action[], to: Action[], side: 'before' | 'after'): boolean {
  const action = isHidden(state) ? undefined : from.pop()
  if (!action) {
    return false
  }
  write(state, action, side)
  to.push(action)
  hideShown(state)
  // The player sees where something changed; the first cell is the one acted on, the others only lost a note.
  choose(state, action[0]!.cell)
  return true
}

// The clock.

/** Lets the clock run, if there is something to play. */
export function startClock(state: State, now: number): void {
  if (state.since === null && !state.paused && state.phase === 'play' && !isSolved(state) && state.marks.some((mark) => mark.given)) {
    state.since = now
  }
}

export function stopClock(state: State, now: number): void {
  state.elapsed = played(state, now)
  state.since = null
}

export function setPaused(state: State, paused: boolean, now: number): void {
  stopClock(state, now)
  state.paused = paused
  startClock(state, now)
}

/** Milliseconds played. */
export function played(state: State, now: number): number {
  return state.elapsed + (state.since === null ? 0 : Math.max(0, now - state.since))
}

// Questions that need no engine.

/** The digits that the rule leaves to each empty cell; none to filled cells. */
export function allowedIn(marks: readonly Marks[]): DigitSet[] {
  return CELLS.map((cell) => {
    if (marks[cell]!.digit) {
      return 0
    }
    let taken = 0
    for (const peer of PEERS[cell]!) {
      const { digit } = marks[peer]!
      taken |= digit ? setOf(digit) : 0
    }
    return ALL_DIGITS & ~taken
  })
}

/** Whether the player has written notes into every empty cell: only then do notes say what a cell can be. */
export const hasFullNotes = (state: State): boolean => state.marks.every((mark) => mark.digit || mark.centre)

/**
 * The player's remaining candidates: what the rule allows, less what was ruled out. Notes in some cells
 * are reminders and rule nothing out; notes in all empty cells are a list of candidates.
 */
export function standingCandidates(state: State): DigitSet[] {
  const full = !state.settings.automatic && hasFullNotes(state)
  return allowedIn(state.marks).map((digits, cell) => {
    const { centre, struck } = state.marks[cell]!
    return digits & ~struck & (full ? centre : ALL_DIGITS)
  })
}

const line = (digits: readonly Digit[]): string => digits.map((digit) => (digit === 0 ? '.' : String(digit))).join('')

/** The givens, 81 characters. */
export const givensOf = (state: State): string => line(state.marks.map((mark) => (mark.given ? mark.digit : 0)))

/** The puzzle as the engine is asked about it, without the player's marks. */
export function puzzleOf(state: State): Grid {
  const givens = givensOf(state)
  const { excluded } = state
  if (!excluded) return givens
  const allowed = allowedIn(state.marks.map((mark) => (mark.given ? mark : EMPTY)))
  return { givens, placed: givens, candidates: allowed.map((digits, cell) => digitsOf(digits & ~excluded[cell]!).join('')), sukaku: true }
}

/** Givens and placed digits, 81 characters. */
export const digitsOfState = (state: State): string => line(state.marks.map((mark) => mark.digit))

/**
 * The position as the engine is asked about it. Candidates are given where the player has ruled some out, or
 * keeps notes in every empty cell.
 */
export function positionOf(state: State): Position {
  const { excluded } = state
  if (excluded) {
    // The player's candidates are those of the puzzle, as far as they are left.
    const candidates = standingCandidates(state).map((digits, cell) => digitsOf(digits & ~excluded[cell]!).join(''))
    return { givens: givensOf(state), placed: digitsOfState(state), candidates, sukaku: true }
  }
  const keeps = state.marks.some((mark) => !mark.digit && mark.struck) || (!state.settings.automatic && hasFullNotes(state))
  return {
    givens: givensOf(state),
    placed: digitsOfState(state),
    candidates: keeps ? standingCandidates(state).map((set) => digitsOf(set).join('')) : null,
  }
}

/** Cells whose digit occurs twice in a house. */
export function conflicts(state: State): Set<Cell> {
  const found = new Set<Cell>()
  for (const house of HOUSES) {
    for (const digit of DIGITS) {
      const cells = house.filter((cell) => state.marks[cell]!.digit === digit)
      if (cells.length > 1) {
        cells.forEach((cell) => found.add(cell))
      }
    }
  }
  return found
}

/** Cells that are shown as wrong, as the settings want it. */
export function wrongCells(state: State): Set<Cell> {
  // While a puzzle is typed in, a broken rule is always worth knowing.
  if (state.settings.mistakes === 'none' && state.phase === 'play') {
    return new Set()
  }
  const wrong = conflicts(state)
  const { solution } = state
  if (state.settings.mistakes === 'all' && solution) {
    for (const cell of CELLS) {
      const { digit, given } = state.marks[cell]!
      if (digit && !given && String(digit) !== solution[cell]) {
        wrong.add(cell)
      }
    }
  }
  return wrong
}

/**
 * The first of the player's marks that the solution contradicts: a wrong digit, else a candidate wrongly ruled out, else
 * a note that leaves out the digit of its cell, which is no mistake while notes are incomplete.
 */
export function firstMistake(state: State, solution: string): { cell: Cell; digit: Digit; what: 'placement' | 'elimination' | 'note' } | null {
  const placed = CELLS.find((cell) => state.marks[cell]!.digit && String(state.marks[cell]!.digit) !== solution[cell])
  if (placed !== undefined) return { cell: placed, digit: state.marks[placed]!.digit, what: 'placement' }
  const standing = standingCandidates(state)
  const missing = (sets: (cell: Cell) => DigitSet): Cell | undefined => CELLS.find((cell) => !state.marks[cell]!.digit && !contains(sets(cell), Number(solution[cell])))
  const ruledOut = missing((cell) => standing[cell]!)
  if (ruledOut !== undefined) return { cell: ruledOut, digit: Number(solution[ruledOut]), what: 'elimination' }
  const note = missing((cell) => (state.settings.automatic ? 0 : state.marks[cell]!.centre) || ALL_DIGITS)
  return note === undefined ? null : { cell: note, digit: Number(solution[note]), what: 'note' }
}

/** The digit that lights up: the one that is held, or that of the cell the keyboard is in. */
export function litDigit(state: State): Digit {
  if (state.held) return state.held
  return state.settings.equal && state.selection.has(state.active) ? state.marks[state.active]!.digit : 0
}

/** How many of a digit are still to be placed; below zero when there are too many. */
export function remaining(state: State, digit: Digit): number {
  return 9 - state.marks.filter((mark) => mark.digit === digit).length
}

export const isFull = (state: State): boolean => state.marks.every((mark) => mark.digit !== 0)

/** Whether every house holds every digit. */
export const isSolved = (state: State): boolean => isFull(state) && conflicts(state).size === 0
