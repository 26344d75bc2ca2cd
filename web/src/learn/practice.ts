/**
 * Positions to practise on, from the engine: one of the lesson's techniques is the next step there. Every step of these
 * techniques counts as right.
 */

import type { Engine, Language, Step } from '../engine'

/** A position, what can be concluded in it, and the solution. */
export interface Exercise {
  readonly puzzle: string
  readonly before: { readonly placed: string; readonly candidates: readonly string[] }
  readonly step: Step
  /** All conclusions of the lesson's techniques here, as the engine names candidates. */
  readonly placements: ReadonlySet<string>
  readonly eliminations: ReadonlySet<string>
  readonly solution: string
}

/** Milliseconds to look for a position. */
const PATIENCE = 20_000

/** The next exercise of a lesson; null if none was found. */
export async function exercise(engine: Engine, techniques: readonly string[], seed: number, language: Language, signal: AbortSignal): Promise<Exercise | null> {
  const all = (await engine.techniques(language)).filter((one) => one.default).map(({ technique }) => technique)
  const found = await engine.practice(all.filter((technique) => techniques.includes(technique)), seed, language, PATIENCE, { signal })
  if (!found) return null
  const { before, puzzle, solution, step } = found
  const without = all.filter((technique) => !techniques.includes(technique))
  const others = await engine.steps({ givens: puzzle, placed: before.placed, candidates: before.candidates }, { language, without }, { signal })
  const right = 'steps' in others ? [step, ...others.steps] : [step]
  return {
    puzzle,
    before,
    step,
    placements: new Set(right.flatMap(({ placements }) => placements)),
    eliminations: new Set(right.flatMap(({ eliminations }) => eliminations)),
    solution,
  }
}
