import { describe, expect, it } from 'vitest'
import { fillIn } from './i18n'
import { en } from './i18n/en'
import * as variants from './i18n/variants'
import { zh } from './i18n/zh'
import { conclusionWords } from './phrases'

const argumentsOf = (message: string): string[] => [...new Set([...message.matchAll(/\{(\w+)/g)].map((match) => match[1]!))].sort()

describe('the catalogues', () => {
  it('say the same messages, and say each of them', () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort())
    expect(Object.values(zh).every((message) => message !== '')).toBe(true)
  })

  it('use no argument that the other does not know', () => {
    for (const [one, two] of [[en, zh], [variants.en, variants.zh]] as const) {
      for (const [key, message] of Object.entries(one)) {
        expect(argumentsOf(message), key).toEqual(expect.arrayContaining(argumentsOf((two as Readonly<Record<string, string>>)[key]!)))
      }
    }
  })
})

describe('a message', () => {
  it('takes arguments and forms', () => {
    expect(fillIn('{count} {count|step|steps}', { count: 1 })).toBe('1 step')
    expect(fillIn('{count} {count|step|steps}', { count: 2 })).toBe('2 steps')
    expect(fillIn('a {b} c', {})).toBe('a {b} c')
  })

  it('does not look into its arguments', () => {
    expect(fillIn('{name}!', { name: '{name} <b> $&' })).toBe('{name} <b> $&!')
  })
})

describe('what follows from a step', () => {
  it('is said in words instead of shorthand', () => {
    expect(conclusionWords('+5r1c2')).toBe('r1c2 is 5')
    expect(conclusionWords('-1r78c2 -4r3c8')).toBe('r78c2 is not 1, r3c8 is not 4')
  })
})
