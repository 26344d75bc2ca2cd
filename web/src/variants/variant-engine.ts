/**
 * The engine for other sizes and rules as the page sees it. It is a WebAssembly module of its own, in workers of its own,
 * and is loaded when such a puzzle is first opened.
 *
 * Cells are numbers, values are characters with letters above 9, `.` is an empty cell. Sets of values are bits: bit `v` is
 * the value `v`.
 */

import type { Ask } from '../worker-client'
import { WorkerClient } from '../worker-client'
import type { Language } from '../engine'

/** A kind of rule of a puzzle, in words. */
export interface RuleKind {
  readonly rule: string
  readonly name: string
  readonly meaning: string
  readonly count: number
}

/** A puzzle, with all that is shown of it. */
export interface VariantPuzzle {
  /** In the string form, or none where it has no such form; then why. */
  readonly text?: string
  readonly text_error?: string
  readonly rows: number
  readonly columns: number
  /** A character for each value. */
  readonly values: string
  /** Whether it is a Sudoku that the other engine plays. */
  readonly classic: boolean
  readonly givens: string
  /** Cells that may have some of the values only. */
  readonly limited: readonly { readonly cell: number; readonly values: string }[]
  readonly names: readonly string[]
  /** The width of a cell, the middle of each, and what of the drawing is seen. */
  readonly side: number
  readonly places: readonly (readonly [number, number])[]
  readonly box: readonly [number, number, number, number]
  /** The board and its rules without digits: elements of an SVG picture. */
  readonly light: string
  readonly dark: string
  readonly rules: readonly RuleKind[]
  readonly title: string
  readonly author: string
  /** The rules in the setter's words. */
  readonly setter: string
  /** Lines and other drawings that have no rule attached. */
  readonly drawings: readonly string[]
}

export interface Part {
  readonly words: string
  readonly cells: readonly number[]
}

export interface Broken {
  readonly solved: boolean
  readonly broken: readonly Part[]
}

export interface VariantHint {
  readonly sentence?: string
  readonly pattern?: readonly number[]
  readonly placed?: readonly [number, string]
  readonly removed?: readonly (readonly [number, string])[]
  readonly wrong?: readonly [number, string]
  readonly ruled_out?: readonly [number, string]
  readonly solved?: boolean
  /** Why there is no hint: the puzzle has not exactly one solution. */
  readonly answer?: 'none' | 'multiple'
}

export interface VariantAnswer {
  readonly answer: 'unique' | 'none' | 'multiple'
  readonly solution?: string
}

export interface Verdict extends VariantAnswer {
  /** The cells in which two solutions differ. */
  readonly differ?: readonly number[]
  /** Parts that contradict each other. */
  readonly contradiction?: readonly Part[]
}

export interface Sketched {
  readonly puzzle: VariantPuzzle
  /** The tools that switch a rule, where it is on. */
  readonly on: readonly string[]
  /** What is missing before it can be played. */
  readonly unfinished?: string
  /** Why the last stroke drew nothing. */
  readonly error?: string
}

export interface Themes {
  readonly sides: readonly number[]
  readonly themes: readonly { readonly theme: string; readonly tools: readonly string[] }[]
}

const start = (): Worker => new Worker(new URL('./variants-worker.ts', import.meta.url), { type: 'module' })

export class VariantEngine {
  private readonly quick = new WorkerClient(start)
  private readonly long = new WorkerClient(start)

  /** Whether a text starts with a puzzle of another size or with rules. */
  isVariant(text: string): Promise<boolean> {
    return this.quick.ask('isVariant', [text])
  }

  /** The texts of the puzzles in a text. */
  split(text: string): Promise<string[]> {
    return this.quick.ask('split', [text])
  }

  puzzle(text: string, language: Language): Promise<VariantPuzzle> {
    return this.quick.ask('puzzle', [text, language])
  }

  broken(text: string, values: string, language: Language): Promise<Broken> {
    return this.quick.ask('broken', [text, values, language])
  }

  write(text: string, format: 'iss' | 'fpuzzles-link'): Promise<string> {
    return this.quick.ask('write', [text, format])
  }

  themes(): Promise<Themes> {
    return this.quick.ask('themes', [])
  }

  /** A puzzle made of strokes, one a line. */
  sketch(theme: string, side: number, strokes: string, language: Language): Promise<Sketched> {
    return this.quick.ask('sketch', [theme, side, strokes, language])
  }

  check(theme: string, side: number, strokes: string, language: Language, ask: Ask): Promise<Verdict> {
    return this.long.ask('check', [theme, side, strokes, language], ask)
  }

  generate(theme: string, side: number, seed: number, ask: Ask): Promise<string> {
    return this.long.ask('generate', [theme, side, seed], ask)
  }

  hint(text: string, values: string, struck: readonly number[], language: Language, ask: Ask): Promise<VariantHint> {
    return this.long.ask('hint', [text, values, struck, language], ask)
  }

  solve(text: string, ask: Ask): Promise<VariantAnswer> {
    return this.long.ask('solve', [text], ask)
  }

  /** The values that occur in some solution with these values, for each cell. */
  candidates(text: string, values: string, ask: Ask): Promise<string[]> {
    return this.long.ask('candidates', [text, values], ask)
  }

  count(text: string, values: string, limit: number, ask: Ask): Promise<{ count: number; complete: boolean }> {
    return this.long.ask('count', [text, values, limit], ask)
  }
}

/** One for the page: its workers start with the first question. */
export const engine = new VariantEngine()
