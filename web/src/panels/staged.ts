/** All steps of a position, as the engine finds them: first what easy techniques find, which is there at once. */

import type { AllSteps, Engine, Position, Reasoning, StagesPart, Step, Steps } from '../engine'

/** Steps so far. */
export interface Stage {
  readonly steps: Steps
  /** Whether harder techniques are still being tried. */
  readonly more: boolean
}

/** Asks for all steps, and calls `found` whenever there are more of them. */
export async function stagedSteps(engine: Engine, position: Position, reasoning: Reasoning, signal: AbortSignal, found: (stage: Stage) => void): Promise<void> {
  let all: AllSteps = { answer: 'unique', steps: [], counts: {}, stopped: [], more: 0, before: { placed: '', candidates: [] } }
  const add = ({ answer, stages }: StagesPart): Steps => {
    if (!('before' in answer)) return answer
    const groups = stages.flatMap((stage) => stage.groups)
    all = {
      answer: 'unique',
      steps: [...all.steps, ...groups.flatMap(({ steps }) => steps)],
      counts: { ...all.counts, ...Object.fromEntries(groups.map(({ count, technique }) => [technique, count])) },
      stopped: [...all.stopped, ...stages.filter(({ stopped }) => stopped).flatMap(({ techniques }) => techniques)],
      more: all.more + groups.reduce((sum, { more }) => sum + more, 0),
      before: answer.before,
    }
    return all
  }
  const last = await engine.stepStages(position, reasoning, { signal, progress: (part) => found({ steps: add(part), more: true }) })
  found({ steps: add(last), more: false })
}

/** Whether a step still holds after a move: all candidates of its drawing are still there. */
export function stillHolds(step: Step, standing: (candidate: string) => boolean): boolean {
  return step.view.candidates.every(({ candidate }) => standing(candidate))
}
