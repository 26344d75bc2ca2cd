/**
 * The words of the board: cells, houses, digits and sets of digits.
 *
 * A cell is its index, 0 to 80, row by row; the engine calls it `r4c7`. A set of digits is nine bits of a number, the
 * lowest for digit 1. Peers come from the rule: two cells see each other when a house has both.
 */

/** One of 81 places, row by row. */
export type Cell = number
/** 1 to 9; 0 means none where a digit may be missing. */
export type Digit = number
/** Some of the nine digits, a bit each. */
export type DigitSet = number

export const CELLS: readonly Cell[] = Array.from({ length: 81 }, (_, cell) => cell)
export const DIGITS: readonly Digit[] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
export const ALL_DIGITS: DigitSet = 0b111_111_111

export const rowOf = (cell: Cell): number => Math.floor(cell / 9)
export const colOf = (cell: Cell): number => cell % 9
export const blockOf = (cell: Cell): number => Math.floor(rowOf(cell) / 3) * 3 + Math.floor(colOf(cell) / 3)

/** The cells of the 27 houses: rows, columns, blocks. */
export const HOUSES: readonly (readonly Cell[])[] = [rowOf, colOf, blockOf].flatMap((numberOf) =>
  DIGITS.map((digit) => CELLS.filter((cell) => numberOf(cell) === digit - 1)),
)

/** For each cell the twenty others that share a house with it. */
export const PEERS: readonly (readonly Cell[])[] = CELLS.map((cell) =>
  CELLS.filter((other) => other !== cell && HOUSES.some((house) => house.includes(cell) && house.includes(other))),
)

/** `r4c7` */
export const cellName = (cell: Cell): string => `r${rowOf(cell) + 1}c${colOf(cell) + 1}`

/** The cell called `r4c7`, or null. */
export function cellNamed(name: string): Cell | null {
  const match = /^r([1-9])c([1-9])$/.exec(name)
  return match ? (Number(match[1]) - 1) * 9 + Number(match[2]) - 1 : null
}

/** The cells of the house called `r4`, `c7` or `b5`; none for any other name. */
export function houseNamed(name: string): readonly Cell[] {
  const match = /^([rcb])([1-9])$/.exec(name)
  return match ? HOUSES['rcb'.indexOf(match[1]!) * 9 + Number(match[2]) - 1]! : []
}

/** A digit in a cell, as the engine writes it: `5r4c7`. */
export interface Candidate {
  readonly digit: Digit
  readonly cell: Cell
}

/** The candidate called `5r4c7`, or null. */
export function candidateNamed(name: string): Candidate | null {
  const cell = cellNamed(name.slice(1))
  const digit = Number(name[0])
  return cell !== null && digit >= 1 && digit <= 9 ? { digit, cell } : null
}

/** The set of one digit. */
export const setOf = (digit: Digit): DigitSet => 1 << (digit - 1)
export const contains = (set: DigitSet, digit: Digit): boolean => (set & setOf(digit)) !== 0
export const digitsOf = (set: DigitSet): Digit[] => DIGITS.filter((digit) => contains(set, digit))
