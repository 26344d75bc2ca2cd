/**
 * Positions to practise on: each is on the path of a generated puzzle, just before a step of the lesson's techniques. No
 * easier technique applies there, and every step of these techniques counts as right.
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

/** So many puzzles are looked at before it is said that there is nothing. */
const MOST_PUZZLES = 40
/** Milliseconds to look for a puzzle that needs the technique. */
const PATIENCE = 20_000

/** The next exercise of a lesson; null if none was found. */
export async function exercise(engine: Engine, techniques: readonly string[], seed: number, language: Language, signal: AbortSignal): Promise<Exercise | null> {
  const all = (await engine.techniques(language)).filter((technique) => technique.default)
  const ours = all.filter(({ technique }) => techniques.includes(technique))
  for (let attempt = 0; attempt < MOST_PUZZLES && ours.length > 0; attempt++) {
    const wanted = ours[(seed + attempt) % ours.length]!
    const made = await engine.generateAhead({ seed: (seed + 7919 * attempt) >>> 0, technique: wanted.technique, patience: PATIENCE }, { signal })
    if (!made.fits) continue
    const path = await engine.path(made.puzzle, { language }, { signal })
    if (path.answer !== 'unique' || !('steps' in path)) continue
    const steps = path.steps.filter(({ technique }) => techniques.includes(technique))
    const step = steps[seed % Math.max(1, steps.length)]
    if (!step) continue
    const position = { givens: made.puzzle, placed: step.before.placed, candidates: [...step.before.candidates] }
    const without = all.map(({ technique }) => technique).filter((technique) => !techniques.includes(technique))
    const found = await engine.steps(position, { language, without }, { signal })
    const right = 'steps' in found ? [step, ...found.steps] : [step]
    return {
      puzzle: made.puzzle,
      before: step.before,
      step,
      placements: new Set(right.flatMap(({ placements }) => placements)),
      eliminations: new Set(right.flatMap(({ eliminations }) => eliminations)),
      solution: made.solution,
    }
  }
  return null
}
