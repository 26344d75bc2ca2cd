// The engine as the page sees it: every question, every answer, and the client that asks.
//
// The engine is the Rust library, compiled to WebAssembly, and runs in workers so that the page never freezes. All
// questions and answers are plain data, in the shapes that the command line prints with `--json`: cells are `r4c7`,
// candidates `5r4c7`, houses `r4`, `c7` and `b5`, grids 81 characters with `.` for an empty cell.
//
// Quick questions and long ones have a worker each, so that a hint does not wait for a rating. Long work is cancelled
// with an `AbortSignal`: the worker that does it is ended and a new one takes its place. The other
// questions that it has not answered are sent to the new one.

import type { Ask } from './worker-client'
import { WorkerClient } from './worker-client'

export { Cancelled } from './worker-client'
export type { Ask } from './worker-client'

// ---------------------------------------------------------------------------------------------------------- questions

export type Language = 'en' | 'zh'
export type Theme = 'light' | 'dark'

/** `r4c7`. */
export type CellName = string
/** `5r4c7`. */
export type CandidateName = string
/** `r4`, `c7`, `b5`. */
export type HouseName = string

/** A player's position of a puzzle. */
export interface Position {
  /** The givens, 81 characters. */
  givens: string
  /** Every digit on the board, givens included, 81 characters. */
  placed: string
  /**
   * The remaining candidates, a string of digits for each of 81 cells, or null if the player keeps none. An empty cell
   * with an empty string is one the player has not filled in; it is not a mistake.
   */
  candidates: string[] | null
  /** The candidates belong to the puzzle: it is given as candidates only (a sukaku). */
  sukaku?: boolean
}

/** What can be asked about: a grid of givens, or a position. */
export type Grid = string | Position

/** How the engine should think and speak. */
export interface Reasoning {
  language?: Language
  /** Slugs of techniques not to use. */
  without?: string[]
  /** Slugs of techniques to use that are off by default. */
  with?: string[]
  /** Whether to rely on the solution being unique. Default: yes. */
  uniqueness?: boolean
}

// ------------------------------------------------------------------------------------------------------------ answers

/** What a text held. */
export interface Reading {
  /** The format it was read as: `line`, `grid`, `pencilmarks`, `hodoku`, `sdk`, ... or null if there was nothing. */
  format: string | null
  puzzles: ReadPuzzle[]
  errors: ReadError[]
  /** How many more there are: only the first 1,000 puzzles and errors come back. */
  more: number
  /** Why a puzzle of another size or with rules cannot be read. */
  refused?: string
}

export interface ReadPuzzle extends Position {
  /** Where it begins in the text, both counted from 1. */
  line: number
  column: number
  /** Its name in the file, or what follows it in its line; empty if there is nothing. */
  name: string
  author: string
  /** The solution beside it, unchecked. */
  solution: string | null
}

export interface ReadError {
  /** Both counted from 1; columns count characters. */
  line: number
  column: number
  /** What is there, and what is expected. */
  found: string
  expected: string
}

export interface Conflict {
  house: HouseName
  digit: number
  cells: CellName[]
}

export type AnswerWord = 'unique' | 'none' | 'multiple'

export interface Solved {
  puzzle: string
  answer: AnswerWord
  /** The only solution, or the first of several. */
  solution?: string
  /** Another one. */
  second?: string
  /** The cells where the two differ. */
  differences?: CellName[]
  /** Why there is no solution: houses that hold a digit twice, or candidates that are missing. */
  conflicts?: Conflict[]
  mistakes?: MistakeInfo[]
  guesses: number
  passes: number
}

export type Symmetry = 'half-turn' | 'quarter-turn' | 'left-right' | 'top-bottom' | 'diagonal' | 'anti-diagonal'

export interface Checked {
  puzzle: string
  answer: AnswerWord
  solution?: string
  second?: string
  differences?: CellName[]
  /** Solutions, counted up to `limit`. */
  count: number
  limit: number
  conflicts: Conflict[]
  /** If there is exactly one solution: whether every given is needed, and those that can each be left out. */
  minimal?: boolean
  redundant?: CellName[]
  /** What the player got wrong. */
  mistakes: MistakeInfo[]
  symmetries: Symmetry[]
}

export type Level = 'easy' | 'medium' | 'hard' | 'unfair' | 'extreme'

export type Role =
  | 'pattern'
  | 'base'
  | 'cover'
  | 'fin'
  | 'endo-fin'
  | 'on'
  | 'off'
  | 'als'
  | 'als-b'
  | 'als-c'
  | 'als-d'
  | 'target'
  | 'pivot'
  | 'pincer'
  | 'colour-a'
  | 'colour-b'
  | 'colour-c'
  | 'colour-d'
  | 'deadly'
  | 'excluder'
  | 'placed'
  | 'eliminated'

/** What to highlight. */
export interface View {
  cells: { cell: CellName; role: Role }[]
  candidates: { candidate: CandidateName; role: Role }[]
  houses: { house: HouseName; role: Role }[]
  links: { from: CandidateName[]; to: CandidateName[]; kind: 'strong' | 'weak' }[]
}

export interface Step {
  /** The technique's slug, such as `x-wing`, its HoDoKu code, and its name in the language asked for. */
  technique: string
  code: string | null
  name: string
  level: Level
  score: number
  placements: CandidateName[]
  eliminations: CandidateName[]
  /** In players' shorthand; with the technique it names the step. */
  notation: string
  /** The full step in words. */
  sentence: string
  /** The argument line by line, if it is a chain of implications. */
  lines: Line[]
  view: View
}

/** A line of an argument. `links` are indices of the view's links that it is about. */
export interface Line {
  depth: number
  text: string
  links: number[]
}

/** A step of a path, with the position it was found in. */
export interface PathStep extends Step {
  /** The Sudoku Explainer rating, in the path of that rating. */
  rating?: number
  before: { placed: string; candidates: string[] }
}

/** The answer to a question about steps if there is not exactly one solution. */
export interface NotAPuzzle {
  answer: 'none' | 'multiple'
  solution?: string
  second?: string
  differences?: CellName[]
  conflicts?: Conflict[]
  mistakes?: MistakeInfo[]
}

export interface MistakeInfo {
  /** `placement`: this digit is placed and wrong. `elimination`: this digit belongs here and was crossed out. */
  kind: 'placement' | 'elimination'
  cell: CellName
  digit: number
  /** In words, if it is a player's. */
  sentence?: string
}

/** The answer to a question about steps if the position has a mistake. */
export interface Mistaken {
  answer: 'unique'
  mistakes: MistakeInfo[]
}

export type Hint =
  | NotAPuzzle
  | { answer: 'unique'; kind: 'mistake' | 'incomplete'; hint: string; mistakes: MistakeInfo[] }
  /** `rungs`: where to look, which digit, which technique, the pattern, the full step, in words. `focus`: the houses of
   * the first rung. */
  | { answer: 'unique'; kind: 'step'; hint: string; rungs: string[]; focus: HouseName[]; step: Step; before: { placed: string; candidates: string[] } }
  | { answer: 'unique'; kind: 'stuck' | 'solved'; hint: string }

export interface AllSteps {
  answer: 'unique'
  steps: Step[]
  /** How many instances of each technique were found, by slug. */
  counts: Record<string, number>
  /** Slugs of the techniques whose search used up its budget. */
  stopped: string[]
  /** How many were left out. */
  more: number
  /** The position the steps were found in: the player's own, completed. */
  before: { placed: string; candidates: string[] }
}

export type Steps = NotAPuzzle | Mistaken | AllSteps

/** What a search in stages begins with: the position, or why there are no steps. */
export type StagesAnswer = NotAPuzzle | Mistaken | { answer: 'unique'; solution: string; before: { placed: string; candidates: string[] } }

/** The steps of one technique. */
export interface StepGroup {
  technique: string
  name: string
  /** How many instances were found. */
  count: number
  /** The first instance of each conclusion that no easier step has. */
  steps: Step[]
  /** How many of them were left out. */
  more: number
}

/** What the search for one technique, or for a few that are found together, has found. */
export interface StepStage {
  /** Slugs of the techniques that were searched for. */
  techniques: string[]
  groups: StepGroup[]
  /** Whether the search used up its budget: there may be more steps. */
  stopped: boolean
}

/** Some stages of a search, with the position they belong to. */
export interface StagesPart {
  answer: StagesAnswer
  stages: StepStage[]
}

export interface Path {
  answer: 'unique'
  solved: boolean
  /** Null if the path does not end at the solution. */
  level: Level | null
  score: number
  /** Of all steps together. */
  implications: number
  /** Slug of the hardest technique. */
  hardest: string | null
  /** How often each technique is used, by slug, easiest first. */
  techniques: Record<string, number>
  steps: PathStep[]
}

export interface Rated {
  answer: 'unique'
  /** Sudoku Explainer ratings: the hardest step, the hardest up to the first placement, the first step. */
  er: number
  ep: number
  ed: number
  steps: RatedStep[]
}

export interface RatedStep {
  technique: string
  name: string
  rating: number
  placements: CandidateName[]
  eliminations: CandidateName[]
  sentence: string
}

export interface Canonical {
  /** The puzzle that represents all isomorphic ones. */
  canonical: string
  /** How many transforms leave the puzzle unchanged. */
  automorphisms: number
}

export interface GenerateOptions {
  /** Decides everything; the same seed and options give the same puzzle. */
  seed: number
  level?: Level
  symmetry?: Symmetry
  /** The number of givens, at least and at most. */
  least?: number
  most?: number
  /** The slug of a technique that the path needs. */
  technique?: string
  /** How many milliseconds to search; after that the nearest puzzle is the answer. Default: until one fits. */
  patience?: number
}

export interface Generated {
  puzzle: string
  solution: string
  level: Level
  score: number
  /** Slug of the hardest technique. */
  hardest: string | null
  /** Whether it is what was asked for; if not, it is the nearest that was found. */
  fits: boolean
}

/** A position in which a technique is the next step, on the path of a generated puzzle. */
export interface Practised {
  puzzle: string
  solution: string
  step: Step
  before: { placed: string; candidates: string[] }
}

/** A part of an order: so many puzzles of a level, or positions of a technique. */
export interface OrderPart {
  count: number
  level?: Level
  /** The technique's slug, and its name in the language asked for. */
  technique?: string
  name?: string
}

/** A puzzle of an order; for a technique with the step and the position before it. */
export interface OrderedPuzzle {
  /** The index of its part. */
  part: number
  puzzle: string
  solution: string
  step?: Step
  before?: { placed: string; candidates: string[] }
}

export interface Ordered {
  parts: OrderPart[]
  /** In the order of the parts. There are fewer than ordered if one took longer than the patience. */
  puzzles: OrderedPuzzle[]
}

/** Puzzles made so far; more follow until one fits. */
export interface GenerateProgress {
  tried: number
}

export type WatchMode = 'naive' | 'propagation'

export interface Watched {
  /** Events `from`, `from + 1`, ... of the search; take them apart with `readEvent`. */
  events: Uint16Array
  from: number
  /** Whether the search ended with the last of these events. */
  done: boolean
  /** From the start of the search to the end of these events. */
  counters: { placed: number; takenBack: number; guesses: number; solutions: number }
}

export interface SearchEvent {
  /** `forced` is placed because nothing else was left, `guessed` is placed to see what comes of it. */
  kind: 'guessed' | 'forced' | 'taken-back' | 'solved'
  /** 0 to 80; no meaning in `solved`. */
  cell: number
  digit: number
}

export interface TechniqueInfo {
  /** Its slug, such as `x-wing`. */
  technique: string
  code: string | null
  name: string
  idea: string
  level: Level
  score: number
  /** Whether it is in use by default. */
  default: boolean
  /** Whether it relies on the solution being unique. */
  uniqueness: boolean
}

/** Takes an event of a search apart. */
export function readEvent(event: number): SearchEvent {
  const kinds = ['guessed', 'forced', 'taken-back', 'solved'] as const
  return { kind: kinds[(event >> 11) & 3]!, cell: event & 127, digit: (event >> 7) & 15 }
}

// ------------------------------------------------------------------------------------------------------------- client

const start = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })

/** The engine. Every method may be called at any time. */
export class Engine {
  private readonly quick = new WorkerClient(start)
  private readonly long = new WorkerClient(start)
  /** For work whose answer is needed later. */
  private readonly ahead = new WorkerClient(start)

  /** Resolves when the engine is loaded. */
  ready(): Promise<void> {
    return this.quick.ask('ready', [])
  }

  /** Every puzzle and position in a text, whatever its format. */
  read(text: string, language: Language): Promise<Reading> {
    return this.quick.ask('read', [text, language])
  }

  solve(grid: Grid): Promise<Solved> {
    return this.quick.ask('solve', [grid])
  }

  /** The candidates that occur in some solution of the givens, a string of digits for each cell. */
  possible(grid: Grid): Promise<string[]> {
    return this.quick.ask('possible', [grid])
  }

  /** The puzzle without the givens that it does not need. */
  minimise(grid: Grid, symmetry: Symmetry | '', seed: number): Promise<string> {
    return this.quick.ask('minimise', [grid, symmetry, seed])
  }

  /** The groups of cells that a symmetry maps to each other. */
  orbits(symmetry: Symmetry | ''): Promise<CellName[][]> {
    return this.quick.ask('orbits', [symmetry])
  }

  check(grid: Grid): Promise<Checked> {
    return this.quick.ask('check', [grid])
  }

  hint(position: Position, options: Reasoning = {}, ask?: Ask): Promise<Hint> {
    return this.quick.ask('hint', [position, options], ask)
  }

  /** All steps the position allows now. */
  steps(position: Position, options: Reasoning = {}, ask?: Ask): Promise<Steps> {
    return this.long.ask('steps', [position, options], ask)
  }

  /** The same in stages, easiest techniques first: all but the last are reported as progress. */
  stepStages(position: Position, options: Reasoning, ask: Ask<StagesPart>): Promise<StagesPart> {
    return this.long.ask('stages', [position, options], ask as Ask<never>)
  }

  /** The steps of the Sudoku Explainer rating, in its order. */
  ratedPath(grid: Grid, options: Reasoning = {}, ask?: Ask): Promise<Path | NotAPuzzle | Mistaken> {
    return this.long.ask('ratedPath', [grid, options], ask)
  }

  /** The way from the givens to the solution. */
  path(grid: Grid, options: Reasoning = {}, ask?: Ask): Promise<Path | NotAPuzzle | Mistaken> {
    return this.long.ask('path', [grid, options], ask)
  }

  /** The Sudoku Explainer rating. The hardest puzzles take minutes. */
  rate(grid: Grid, ask?: Ask): Promise<Rated | NotAPuzzle> {
    return this.long.ask('rate', [grid], ask)
  }

  canonical(grid: Grid, ask?: Ask): Promise<Canonical> {
    return this.long.ask('canonical', [grid], ask)
  }

  generate(options: GenerateOptions, ask?: Ask<GenerateProgress>): Promise<Generated> {
    return this.long.ask('generate', [options], ask as Ask<never>)
  }

  /** A puzzle that may be wanted later. */
  generateAhead(options: GenerateOptions, ask?: Ask): Promise<Generated> {
    return this.ahead.ask('generate', [options], ask)
  }

  /** A position in which one of the techniques is the next step; null if none is found in so many milliseconds. */
  practice(techniques: string[], seed: number, language: Language, patience: number, ask?: Ask): Promise<Practised | null> {
    return this.ahead.ask('practice', [techniques, seed, language, patience], ask)
  }

  /** The puzzles of an order such as `12 medium, 4 x-wing`; none takes longer than so many milliseconds. */
  order(text: string, seed: number, language: Language, patience: number, ask: Ask<{ done: number }>): Promise<Ordered> {
    return this.long.ask('order', [text, seed, language, patience], ask as Ask<never>)
  }

  /** A part of the events of a search. */
  watch(grid: Grid, mode: WatchMode, from: number, count: number, ask?: Ask): Promise<Watched> {
    return this.long.ask('watch', [grid, mode, from, count], ask)
  }

  techniques(language: Language): Promise<TechniqueInfo[]> {
    return this.quick.ask('techniques', [language])
  }

  /** A position in another text format, such as `line`, `grid`, `pencilmarks`, `hodoku`, `json`, with title and author where the format has room. */
  write(position: Position, format: string, title: string, author: string): Promise<string> {
    return this.quick.ask('write', [position, format, title, author])
  }

  /** A picture of the position, with the candidates it has, and with a step of it drawn in. */
  svg(position: Position, step: Step | null, theme: Theme): Promise<string> {
    return this.quick.ask('svg', [position, step && { technique: step.technique, notation: step.notation }, theme])
  }

  /** Pictures for a sheet: the puzzles, the puzzles with all candidates, or their solutions. */
  print(grids: Grid[], what: 'puzzle' | 'candidates' | 'solution'): Promise<string[]> {
    return this.quick.ask('print', [grids, what])
  }
}
