/**
 * A puzzle of a level in one press: the recipe of each level, and one puzzle of each made ahead, so that the next game
 * begins at once.
 */

import type { Api } from './api'
import type { Generated, GenerateOptions, Level } from './engine'
import { levelWords } from './phrases'

export const LEVELS: readonly Level[] = ['easy', 'medium', 'hard', 'unfair', 'extreme']

/** What a puzzle of a level looks like: symmetric, and with about as many givens as newspapers print. */
const RECIPES: Readonly<Record<Level, Omit<GenerateOptions, 'seed'>>> = {
  easy: { level: 'easy', symmetry: 'half-turn', least: 34, most: 40 },
  medium: { level: 'medium', symmetry: 'half-turn', least: 29, most: 34 },
  hard: { level: 'hard', symmetry: 'half-turn', least: 26, most: 32 },
  unfair: { level: 'unfair', symmetry: 'half-turn' },
  extreme: { level: 'extreme' },
}

/** The puzzle of a level and a seed: the same for everyone. */
export const recipeOf = (level: Level, seed: number): GenerateOptions => ({ seed, ...RECIPES[level] })

const anySeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!

/** A puzzle with what is known about it. */
export type Made = Pick<Generated, 'puzzle' | 'level' | 'score' | 'hardest'>

const READY = 'ninefold.ready'

/** A puzzle as it was stored, or null if it is not one. */
export function madeFrom(value: unknown): Made | null {
  const { hardest, level, puzzle, score } = (value ?? {}) as Record<string, unknown>
  if (typeof puzzle !== 'string' || !/^[.1-9]{81}$/.test(puzzle) || typeof score !== 'number' || !(score >= 0 && score < 1e9)) return null
  const known = LEVELS.find((name) => name === level)
  return known ? { puzzle, level: known, score, hardest: typeof hardest === 'string' && /^[a-z0-9-]{1,60}$/.test(hardest) ? hardest : null } : null
}

export class Levels {
  private preparing = false

  constructor(private readonly api: Api) {}

  /** Starts a new puzzle of a level. */
  async start(level: Level, signal?: AbortSignal): Promise<void> {
    const ready = readyPuzzles()
    const made = ready[level] ?? (await this.api.engine.generate(recipeOf(level, anySeed()), signal ? { signal } : undefined))
    keep({ ...ready, [level]: undefined })
    this.open(made)
    this.prepare(level)
  }

  /** Starts a made puzzle. */
  open(made: Made, known: { day?: string; name?: string } = {}): void {
    const { level, hardest, puzzle, score } = made
    const { day = null, name = levelWords(level) } = known
    this.api.startPosition({ givens: puzzle, placed: puzzle, candidates: null }, name, { level, score, hardest, day })
  }

  /** Makes a puzzle of the level ahead, if there is none and nothing else is being made. */
  prepare(level: Level): void {
    if (this.preparing || readyPuzzles()[level]) return
    this.preparing = true
    const done = (): void => {
      this.preparing = false
    }
    // Failing is no harm: the puzzle is then made when it is wanted.
    this.api.engine.generateAhead(recipeOf(level, anySeed())).then((made) => keep({ ...readyPuzzles(), [level]: made }), () => undefined).finally(done)
  }
}

function readyPuzzles(): Partial<Record<Level, Made>> {
  try {
    const value = JSON.parse(localStorage.getItem(READY) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(LEVELS.flatMap((level) => {
      const made = madeFrom(value?.[level])
      return made && made.level === level ? [[level, made]] : []
    }))
  } catch {
    return {}
  }
}

function keep(ready: Partial<Record<Level, Made | undefined>>): void {
  try {
    localStorage.setItem(READY, JSON.stringify(ready))
  } catch {
    // No room: puzzles are made when they are wanted.
  }
}
