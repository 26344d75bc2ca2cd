import { describe, expect, it } from 'vitest'
import type { Engine, Position, Reasoning, Step, TechniqueInfo } from '../engine'
import { stagedSteps, stillHolds } from './staged'
import type { Stage } from './staged'

const POSITION: Position = { givens: '', placed: '', candidates: null }
const technique = (slug: string, level: TechniqueInfo['level']): TechniqueInfo => ({ technique: slug, code: null, name: slug, idea: '', level, score: 0, default: true, uniqueness: false })
const TECHNIQUES = [technique('single', 'easy'), technique('pair', 'medium'), technique('fish', 'hard'), technique('chain', 'unfair'), technique('net', 'extreme')]
const step = (slug: string): Step => ({ technique: slug }) as Step

/** An engine that finds one step of each technique it may use. */
function engine(asked: string[][], answer?: unknown): Engine {
  return {
    techniques: () => Promise.resolve(TECHNIQUES),
    steps: (_: Position, { without = [] }: Reasoning) => {
      const used = TECHNIQUES.map((one) => one.technique).filter((slug) => !without.includes(slug))
      asked.push(used)
      return Promise.resolve(answer ?? { answer: 'unique', steps: used.map(step), more: 0, before: { placed: '', candidates: [] } })
    },
  } as unknown as Engine
}

describe('steps in stages', () => {
  it('come easiest first, and each technique is asked for once', async () => {
    const [asked, stages]: [string[][], Stage[]] = [[], []]
    await stagedSteps(engine(asked), POSITION, { without: ['fish'] }, new AbortController().signal, (stage) => stages.push(stage))
    expect(asked).toEqual([['single', 'pair'], [], ['chain'], ['net']])
    expect(stages.map(({ more }) => more)).toEqual([true, true, true, false])
    expect(stages.map(({ steps }) => ('steps' in steps ? steps.steps.length : -1))).toEqual([2, 2, 3, 4])
  })

  it('end with a position that is at fault, or when they are stopped', async () => {
    const [asked, stages]: [string[][], Stage[]] = [[], []]
    await stagedSteps(engine(asked, { answer: 'none' }), POSITION, {}, new AbortController().signal, (stage) => stages.push(stage))
    expect([asked.length, stages.length]).toEqual([1, 1])
    const stop = new AbortController()
    await stagedSteps(engine(asked), POSITION, {}, stop.signal, () => stop.abort())
    expect(asked.length).toBe(2)
  })

  it('still hold while every candidate of their drawing is there', () => {
    const pair = { view: { candidates: [{ candidate: '5r1c1', role: 'pattern' }, { candidate: '5r1c2', role: 'eliminated' }] } } as Step
    expect(stillHolds(pair, () => true)).toBe(true)
    expect(stillHolds(pair, (name) => name !== '5r1c2')).toBe(false)
  })
})
