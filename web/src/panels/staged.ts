/**
 * All steps of a position, a stage at a time: first what easy techniques find, which is there at once, then harder ones.
 * Stages that are not wanted any more are not asked for.
 */

import type { Engine, Level, Position, Reasoning, Step, Steps, TechniqueInfo } from '../engine'

/** Techniques by level; the last takes seconds. */
const STAGES: readonly (readonly Level[])[] = [['easy', 'medium'], ['hard'], ['unfair'], ['extreme']]

/** Steps so far. */
export interface Stage {
  readonly steps: Steps
  /** Whether harder techniques are still being tried. */
  readonly more: boolean
}

/** Asks stage by stage, and calls `found` after each. */
export async function stagedSteps(engine: Engine, position: Position, reasoning: Reasoning, signal: AbortSignal, found: (stage: Stage) => void): Promise<void> {
  const techniques = await engine.techniques(reasoning.language ?? 'en')
  const all: Step[] = []
  let left = 0
  for (const [at, levels] of STAGES.entries()) {
    if (signal.aborted) return
    const steps = await engine.steps(position, { ...reasoning, without: othersThan(techniques, levels, reasoning.without ?? []) }, { signal })
    // The position itself is at fault: harder techniques say the same.
    if (!('steps' in steps)) return found({ steps, more: false })
    all.push(...steps.steps)
    left += steps.more
    found({ steps: { ...steps, steps: [...all], more: left }, more: at < STAGES.length - 1 })
  }
}

/** The techniques of other levels, and those that are not to be used. */
function othersThan(techniques: readonly TechniqueInfo[], levels: readonly Level[], without: readonly string[]): string[] {
  return techniques.filter(({ level, technique }) => !levels.includes(level) || without.includes(technique)).map(({ technique }) => technique)
}

/** Whether a step still holds after a move: all candidates of its drawing are still there. */
export function stillHolds(step: Step, standing: (candidate: string) => boolean): boolean {
  return step.view.candidates.every(({ candidate }) => standing(candidate))
}
