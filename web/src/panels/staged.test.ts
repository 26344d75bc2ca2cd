import { describe, expect, it } from 'vitest'
import type { Ask, Engine, Position, Reasoning, StagesPart, Step } from '../engine'
import { stagedSteps, stillHolds } from './staged'
import type { Stage } from './staged'

const POSITION: Position = { givens: '', placed: '', candidates: null }
const step = (slug: string): Step => ({ technique: slug }) as Step
const part = (...slugs: string[]): StagesPart => ({
  answer: { answer: 'unique', solution: '', before: { placed: 'placed', candidates: [] } },
  stages: slugs.map((technique) => ({ techniques: [technique], groups: [{ technique, name: technique, count: 3, steps: [step(technique)], more: 2 }], stopped: technique === 'chain' })),
})

/** An engine that reports all parts but the last as progress. */
const engine = (...parts: StagesPart[]): Engine =>
  ({
    stepStages: (_: Position, __: Reasoning, { progress }: Ask<StagesPart>) => {
      for (const one of parts.slice(0, -1)) progress?.(one)
      return Promise.resolve(parts.at(-1)!)
    },
  }) as unknown as Engine

describe('steps in stages', () => {
  it('are added up as they come', async () => {
    const stages: Stage[] = []
    await stagedSteps(engine(part('single', 'pair'), part('chain'), part('net')), POSITION, {}, new AbortController().signal, (stage) => stages.push(stage))
    expect(stages.map(({ more }) => more)).toEqual([true, true, false])
    expect(stages.map(({ steps }) => ('steps' in steps ? steps.steps.length : -1))).toEqual([2, 3, 4])
    expect(stages[2]!.steps).toMatchObject({ counts: { single: 3, net: 3 }, more: 8, stopped: ['chain'], before: { placed: 'placed' } })
  })

  it('end with a position that is at fault', async () => {
    const stages: Stage[] = []
    await stagedSteps(engine({ answer: { answer: 'none' }, stages: [] }), POSITION, {}, new AbortController().signal, (stage) => stages.push(stage))
    expect(stages).toEqual([{ steps: { answer: 'none' }, more: false }])
  })

  it('still hold while every candidate of their drawing is there', () => {
    const pair = { view: { candidates: [{ candidate: '5r1c1', role: 'pattern' }, { candidate: '5r1c2', role: 'eliminated' }] } } as Step
    expect(stillHolds(pair, () => true)).toBe(true)
    expect(stillHolds(pair, (name) => name !== '5r1c2')).toBe(false)
  })
})
