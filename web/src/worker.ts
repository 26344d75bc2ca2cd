// The engine's side of the desk: loads the WebAssembly once, answers one question after the other.
//
// It converts, calls and converts back. The engine takes a position as the JSON object in which the library reads and
// writes puzzles, and answers in JSON.

import init, * as ninefold from '../pkg/ninefold'
import type { GenerateOptions, Grid, Language, OrderPart, OrderedPuzzle, Position, Reading, ReadPuzzle, Reasoning, StagesAnswer, StepStage, Theme, WatchMode } from './engine'
import { answerQuestions } from './worker-loop'
import { titleMembers, titleOf } from './titles'

/** A position as the library writes it, with further members. */
function record(grid: Grid, more: Readonly<Record<string, string>> = {}): string {
  if (typeof grid === 'string') return JSON.stringify({ puzzle: grid, ...more })
  const { givens, candidates, sukaku } = grid
  const puzzle = Array.from(givens, (given, cell) => (given === '.' ? (grid.placed[cell] ?? '.') : given)).join('')
  // Givens mark a player's position. The candidates of a sukaku belong to the puzzle.
  if (sukaku && candidates !== null) return JSON.stringify({ puzzle, candidates, ...more })
  return JSON.stringify(candidates === null ? { puzzle, givens, ...more } : { puzzle, givens, candidates, ...more })
}

/** A puzzle as the library writes it: whatever the file has beside it are members. */
type ReadRecord = Record<string, unknown> & { puzzle: string; givens?: string; candidates?: string[]; solution?: string; line: number; column: number }

function readPuzzle(read: ReadRecord): ReadPuzzle {
  const { puzzle, givens, candidates, solution, line, column } = read
  return { givens: givens ?? puzzle, placed: puzzle, candidates: candidates ?? null, solution: solution ?? null, ...titleOf(read), line, column }
}

function reading(text: string, language: Language): Reading {
  const { puzzles, ...rest } = JSON.parse(ninefold.read(text, language)) as Omit<Reading, 'puzzles'> & { puzzles: ReadRecord[] }
  return { ...rest, puzzles: puzzles.map(readPuzzle) }
}

/** Techniques with a sign before each: `+` to use it too, `-` not to. */
function techniques(options: Reasoning): string {
  const plus = (options.with ?? []).map((slug) => `+${slug}`)
  const minus = (options.without ?? []).map((slug) => `-${slug}`)
  return [...plus, ...minus].join(' ')
}

const language = (options: Reasoning) => options.language ?? 'en'
const uniqueness = (options: Reasoning) => options.uniqueness ?? true

const answers: Record<string, (...args: never[]) => unknown> = {
  read: reading,
  solve: (grid: Grid) => JSON.parse(ninefold.solve(record(grid))),
  check: (grid: Grid) => JSON.parse(ninefold.check(record(grid))),
  possible: (grid: Grid) => (JSON.parse(ninefold.possible(record(grid))) as { candidates: string[] }).candidates,
  minimise: (grid: Grid, symmetry: string, seed: number) => (JSON.parse(ninefold.minimise(record(grid), symmetry, seed)) as { puzzle: string }).puzzle,
  orbits: (symmetry: string) => JSON.parse(ninefold.orbits(symmetry)),
  hint: (position: Position, options: Reasoning) =>
    JSON.parse(ninefold.hint(record(position), language(options), techniques(options), uniqueness(options))),
  steps: (position: Position, options: Reasoning) =>
    JSON.parse(ninefold.steps(record(position), language(options), techniques(options), uniqueness(options))),
  stages: (position: Position, options: Reasoning, progress: (value: unknown) => void) => {
    const search = ninefold.step_stages(record(position), language(options), techniques(options), uniqueness(options))
    const answer = JSON.parse(search.answer) as StagesAnswer
    let stages: StepStage[] = []
    let reported = -Infinity
    for (let stage = search.next_stage(); stage !== undefined; stage = search.next_stage()) {
      stages.push(JSON.parse(stage) as StepStage)
      // The first steps are reported at once. Later ones wait a little: the page draws the whole list anew.
      const now = performance.now()
      if (now - reported >= 100 && stages.some(({ groups }) => groups.length > 0)) {
        reported = now
        progress({ answer, stages })
        stages = []
      }
    }
    search.free()
    return { answer, stages }
  },
  ratedPath: (grid: Grid, options: Reasoning) => JSON.parse(ninefold.rated_path(record(grid), language(options))),
  path: (grid: Grid, options: Reasoning) =>
    JSON.parse(ninefold.path(record(grid), language(options), techniques(options), uniqueness(options))),
  rate: (grid: Grid) => JSON.parse(ninefold.rate(record(grid))),
  canonical: (grid: Grid) => JSON.parse(ninefold.canonical(record(grid))),
  generate: ({ seed, level, symmetry, least = 17, most = 81, technique, patience = Infinity }: GenerateOptions, progress: (value: unknown) => void) => {
    const begun = performance.now()
    let reported = begun
    const tried = (count: number) => {
      const now = performance.now()
      if (now - reported >= 100) {
        reported = now
        progress({ tried: count })
      }
      return now - begun > patience
    }
    return JSON.parse(ninefold.generate(seed, level ?? '', symmetry ?? '', technique ?? '', least, most, { tried }))
  },
  practice: (techniques: string[], seed: number, language: Language, patience: number) => {
    const begun = performance.now()
    const found = ninefold.practice(techniques.join(' '), seed, language, { tried: () => performance.now() - begun > patience })
    return found === undefined ? null : JSON.parse(found)
  },
  order: (text: string, seed: number, language: Language, patience: number, progress: (value: unknown) => void) => {
    const search = ninefold.order(text, seed, language)
    const parts = JSON.parse(search.parts) as OrderPart[]
    const puzzles: OrderedPuzzle[] = []
    for (;;) {
      const begun = performance.now()
      const found = search.next_puzzle({ tried: () => performance.now() - begun > patience })
      if (found === undefined) break
      puzzles.push(JSON.parse(found) as OrderedPuzzle)
      progress({ done: puzzles.length })
    }
    search.free()
    return { parts, puzzles }
  },
  watch: (grid: Grid, mode: WatchMode, from: number, count: number) => {
    const watched = ninefold.watch(record(grid), mode, from, count)
    const counters = JSON.parse(watched.counters)
    const { events, done } = watched
    watched.free()
    return { events, from, done, counters }
  },
  techniques: (language: Language) => JSON.parse(ninefold.techniques(language)),
  write: (position: Position, format: string, title: string, author: string) => ninefold.write(record(position, titleMembers(format, title, author)), format),
  svg: (position: Position, step: { technique: string; notation: string } | null, theme: Theme) =>
    ninefold.svg(record(position), step?.technique ?? '', step?.notation ?? '', theme),
  print: (grids: Grid[], what: string) => grids.map((grid) => ninefold.print(record(grid), what)),
}

answerQuestions(init(), answers)
