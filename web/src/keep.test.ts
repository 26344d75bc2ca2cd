import { describe, expect, it } from 'vitest'
import * as board from './board'
import { fragment, readLink, unpack } from './link'
import { newState } from './state'
import type { State } from './state'
import { gameFromText, gameToText, restore, save, settingsFromText } from './store'

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

/** A game with marks of every kind. */
function played(): State {
  const state = newState()
  board.load(state, board.marksOf({ givens: EASY }), 'Tuesday, with ünïcode & more')
  board.choose(state, 2)
  board.enter(state, 4)
  board.choose(state, 3)
  board.enter(state, 6, 'corner')
  board.enter(state, 2, 'centre')
  board.enter(state, 8, 'colour')
  state.target = 6
  board.enter(state, 8, 'colour')
  board.setAutomatic(state, true)
  board.choose(state, 5)
  board.enter(state, 8, 'centre')
  return state
}

describe('a link', () => {
  it('carries puzzle, notes, colours and name', () => {
    const state = played()
    const link = `https://example.org/play/${fragment(state.marks, true, state.name, true)}`
    expect(readLink(link)).toEqual({ marks: state.marks, automatic: true, name: state.name })
    expect(readLink(`  ${link}\n`)).toEqual({ marks: state.marks, automatic: true, name: state.name })
    expect(link.length).toBeLessThan(300)
  })

  it('carries the puzzle alone, readable', () => {
    const state = played()
    const link = fragment(state.marks, false, '', false)
    expect(link).toBe(`#p=${EASY}`)
    expect(readLink(link)!.marks.map((mark) => mark.digit || '.').join('')).toBe(EASY)
  })

  it('that is damaged is refused', () => {
    const packed = fragment(played().marks, true, '', true)
    for (let length = 0; length < packed.length; length++) {
      expect(readLink(packed.slice(0, length))).toBeNull()
    }
    expect(readLink(`${packed}A`)).toBeNull()
    for (const link of ['', '#', '#p=', `#p=${EASY}1`, '#s=', '#s=<script>', '#x=1', EASY, 'https://example.org/']) {
      expect(readLink(link)).toBeNull()
    }
  })

  it('of random characters is refused or harmless', () => {
    let seed = 7
    const next = (): number => (seed = (seed * 48271) % 2147483647)
    for (let i = 0; i < 2000; i++) {
      const text = Array.from({ length: 20 + (next() % 60) }, () => String.fromCharCode(45 + (next() % 78))).join('')
      const unpacked = unpack(text)
      if (unpacked) expect(unpacked.marks.every((mark) => mark.digit <= 9 && mark.tints.length === 9)).toBe(true)
    }
  })
})

describe('the store', () => {
  it('brings back the game with its history', () => {
    const state = played()
    board.undo(state)
    const again = newState()
    expect(gameFromText(again, gameToText(state, 12345))).toBe(true)
    expect(again.marks).toEqual(state.marks)
    expect(again.past).toEqual(state.past)
    expect(again.future).toEqual(state.future)
    expect(again.elapsed).toBe(12345)
    expect(again.name).toBe(state.name)
    while (board.undo(again)) {
      // Back to the start.
    }
    expect(board.digitsOfState(again)).toBe(EASY)
  })

  it('refuses what it did not write, and leaves the state alone', () => {
    const texts = ['', 'null', '1', '[]', '{}', '{"version":1}', '{"version":1,"marks":[]}', '{"version":2,"marks":[]}']
    texts.push(JSON.stringify({ version: 1, marks: Array.from({ length: 81 }, () => [10]) }))
    texts.push(JSON.stringify({ version: 1, marks: Array.from({ length: 81 }, () => ['5']) }))
    for (const text of texts) {
      const state = played()
      const before = JSON.stringify(state.marks)
      expect(gameFromText(state, text)).toBe(false)
      expect(JSON.stringify(state.marks)).toBe(before)
    }
  })

  it('drops a damaged history and keeps the game', () => {
    const state = played()
    const value = JSON.parse(gameToText(state, 0))
    value.past[0][0][0] = 81
    const again = newState()
    expect(gameFromText(again, JSON.stringify(value))).toBe(true)
    expect(again.past).toEqual([])
    expect(again.marks).toEqual(state.marks)
  })

  it('keeps the game without history where room is short, and survives a storage that refuses', () => {
    const kept = new Map<string, string>()
    const small = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (value.length > 1500) throw new Error('full')
        kept.set(key, value)
      },
    }
    const state = played()
    for (let i = 0; i < 100; i++) board.enter(state, 1, 'colour')
    save(state, 1, small)
    const { state: again, restored } = restore(small, state.settings)
    expect(restored).toBe(true)
    expect(again.marks).toEqual(state.marks)
    expect(again.past).toEqual([])
    const refusing = {
      getItem: (): string | null => {
        throw new Error('no')
      },
      setItem: () => {
        throw new Error('no')
      },
    }
    save(state, 1, refusing)
    expect(restore(refusing, state.settings).restored).toBe(false)
  })

  it('takes settings one by one', () => {
    const settings = settingsFromText('{"theme":"dark","mistakes":"maybe","tidy":false,"extra":1}')
    expect(settings).toMatchObject({ theme: 'dark', mistakes: 'conflicts', tidy: false })
    expect(settings).not.toHaveProperty('extra')
    expect(settingsFromText('garbage')).toEqual(settingsFromText(null))
  })
})
