// The engine's side of the desk: loads the WebAssembly once, answers one question after the other.
//
// It converts, calls and converts back. The engine takes a position as the JSON object in which the library reads and
// writes puzzles, and answers in JSON.

import init, * as ninefold from '../pkg/ninefold'
import type { GenerateOptions, Grid, Language, Position, Reasoning, Theme, WatchMode } from './engine'

export interface Request {
  id: number
  question: string
  args: unknown[]
}

export type Reply =
  | { id: number; kind: 'answer'; value: unknown }
  | { id: number; kind: 'progress'; value: unknown }
  /** `broken`: the engine panicked, which is a mistake of ours, and must not be asked again. */
  | { id: number; kind: 'refused' | 'broken'; message: string }

/** A position as the library writes it. */
function record(grid: Grid): string {
  if (typeof grid === 'string') return JSON.stringify({ puzzle: grid })
  const { givens, candidates } = grid
  const puzzle = Array.from(givens, (given, cell) => (given === '.' ? (grid.placed[cell] ?? '.') : given)).join('')
  return JSON.stringify(candidates === null ? { puzzle, givens } : { puzzle, givens, candidates })
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
  read: (text: string, language: Language) => JSON.parse(ninefold.read(text, language)),
  solve: (grid: Grid) => JSON.parse(ninefold.solve(record(grid))),
  check: (grid: Grid) => JSON.parse(ninefold.check(record(grid))),
  hint: (position: Position, options: Reasoning) =>
    JSON.parse(ninefold.hint(record(position), language(options), techniques(options), uniqueness(options))),
  steps: (position: Position, options: Reasoning) =>
    JSON.parse(ninefold.steps(record(position), language(options), techniques(options), uniqueness(options))),
  path: (grid: Grid, options: Reasoning) =>
    JSON.parse(ninefold.path(record(grid), language(options), techniques(options), uniqueness(options))),
  rate: (grid: Grid) => JSON.parse(ninefold.rate(record(grid))),
  canonical: (grid: Grid) => JSON.parse(ninefold.canonical(record(grid))),
  generate: ({ seed, level, symmetry, givens = 81 }: GenerateOptions, progress: (value: unknown) => void) => {
    let told = performance.now()
    const tried = (count: number) => {
      const now = performance.now()
      if (now - told < 100) return
      told = now
      progress({ tried: count })
    }
    const name = symmetry === undefined ? '' : symmetry.replace(' mirror', '').replace(' ', '-')
    return JSON.parse(ninefold.generate(seed, level ?? '', name, givens, { tried }))
  },
  watch: (grid: Grid, mode: WatchMode, from: number, count: number) => {
    const watched = ninefold.watch(record(grid), mode, from, count)
    const counters = JSON.parse(watched.counters)
    const { events, done } = watched
    watched.free()
    return { events, from, done, counters }
  },
  techniques: (language: Language) => JSON.parse(ninefold.techniques(language)),
  write: (position: Position, format: string) => ninefold.write(record(position), format),
  svg: (position: Position, step: { technique: string; notation: string } | null, theme: Theme) =>
    ninefold.svg(record(position), step?.technique ?? '', step?.notation ?? '', theme),
  print: (grids: Grid[], what: string) => grids.map((grid) => ninefold.print(record(grid), what)),
}

const loaded = init()

addEventListener('message', async (event: MessageEvent<Request>) => {
  const { id, question, args } = event.data
  const reply = (reply: Reply) => postMessage(reply)
  try {
    await loaded
    const progress = (value: unknown) => reply({ id, kind: 'progress', value })
    const answer = question === 'ready' ? null : answers[question]!(...([...args, progress] as never[]))
    reply({ id, kind: 'answer', value: answer })
  } catch (error) {
    const kind = error instanceof WebAssembly.RuntimeError ? 'broken' : 'refused'
    reply({ id, kind, message: error instanceof Error ? error.message : String(error) })
  }
})
