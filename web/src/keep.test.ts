import { describe, expect, it } from 'vitest'
import * as board from './board'
import { Games } from './games'
import { fragment, readLink, unpack } from './link'
import { newState } from './state'
import type { State } from './state'
import { gameFromText, gameToText, restore, save, settingsFromText } from './store'
import * as variants from './variants/state'

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

const NO_TITLE = { name: '', author: '' }

describe('a link', () => {
  it('carries puzzle, notes, colours, title and author', () => {
    const state = played()
    const link = `https://example.org/play/${fragment(state.marks, true, { name: state.name, author: 'A. Setter' }, true)}`
    expect(readLink(link)).toEqual({ marks: state.marks, automatic: true, name: state.name, author: 'A. Setter' })
    expect(readLink(`  ${link}\n`)).toEqual({ marks: state.marks, automatic: true, name: state.name, author: 'A. Setter' })
    expect(link.length).toBeLessThan(300)
  })

  it('carries the puzzle alone, readable', () => {
    const state = played()
    const link = fragment(state.marks, false, NO_TITLE, false)
    expect(link).toBe(`#p=${EASY}`)
    expect(readLink(link)!.marks.map((mark) => mark.digit || '.').join('')).toBe(EASY)
  })

  it('has a title and an author of bounded length', () => {
    const read = readLink(`#p=${EASY}&n=${'x'.repeat(5000)}&a=${'%F0%9F%98%80'.repeat(500)}`)!
    expect([read.name.length, [...read.author].length]).toEqual([120, 120])
    expect(fragment(played().marks, false, { name: 'a\ud800', author: ' \n' }, false)).toBe(`#p=${EASY}&n=a`)
  })

  it('that is damaged is refused', () => {
    const packed = fragment(played().marks, true, NO_TITLE, true)
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
  it('restores the game with its history', () => {
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

describe('what was stored', () => {
  it('with impossible values is read with possible ones', () => {
    const state = played()
    const text = (changes: object): string => JSON.stringify({ ...(JSON.parse(gameToText(state, 5)) as object), ...changes })
    for (const elapsed of [1e308, -1, null, 'x', Infinity, {}]) {
      const read = newState()
      expect(gameFromText(read, text({ elapsed }))).toBe(true)
      expect(read.elapsed).toBe(0)
    }
    const read = newState()
    const game = { id: '<b>', started: 1e300, finished: 'yes', level: 'godlike', score: -3, hardest: 'X Wing!', day: '15.11.2026', author: 7, hints: 1e9, revealed: 1 }
    expect(gameFromText(read, text({ game, name: 'x'.repeat(100_000) }))).toBe(true)
    expect(read.game).toMatchObject({ finished: null, level: null, score: null, hardest: null, day: null, author: '', hints: 0, revealed: false })
    expect(read.game.id).toMatch(/^[a-z0-9-]+$/)
    expect(read.name.length).toBe(120)
  })
})

describe('games', () => {
  /** Without a database: the same code keeps them in memory. */
  const kept = (): Games => new Games(undefined)

  it('are listed, opened, replaced and removed', async () => {
    const games = kept()
    const state = played()
    games.put(state, 1000)
    const other = played()
    games.put(other, 2000)
    expect((await games.list()).map(({ id }) => id)).toEqual([other.game.id, state.game.id])
    games.put(state, 3000)
    expect((await games.list()).map(({ id, updated }) => [id, updated])).toEqual([[state.game.id, 3000], [other.game.id, 2000]])
    const again = newState()
    expect(gameFromText(again, (await games.text(state.game.id))!)).toBe(true)
    expect(again.past).toEqual(state.past)
    games.remove(state.game.id)
    expect((await games.list()).length).toBe(1)
    expect(await games.text(state.game.id)).toBeNull()
  })

  it('in which nothing was done are not kept', async () => {
    const games = kept()
    const state = newState()
    board.load(state, board.marksOf({ givens: EASY }))
    games.put(state)
    expect(await games.list()).toEqual([])
  })

  it('that were solved leave a result behind, those that were revealed do not', async () => {
    const games = kept()
    const state = played()
    state.game = { ...state.game, finished: 5000, level: 'hard', hints: 2 }
    games.put(state, 5000)
    games.remove(state.game.id)
    const revealed = played()
    revealed.game = { ...revealed.game, finished: 6000, revealed: true }
    games.put(revealed, 6000)
    expect(await games.results()).toEqual([{ id: state.game.id, level: 'hard', day: null, elapsed: 0, hints: 2, finished: 5000 }])
  })

  it('travel in one file, and newer ones stay', async () => {
    const [here, there] = [kept(), kept()]
    const state = played()
    state.game = { ...state.game, finished: 5000 }
    here.put(state, 1000)
    const file = await here.export()
    expect(await there.import(file)).toBe(1)
    expect(await there.import(file)).toBe(0)
    expect(await there.text(state.game.id)).toBe(await here.text(state.game.id))
    expect((await there.results()).length).toBe(1)
    there.put(state, 9000)
    expect(await there.import(file)).toBe(0)
    expect((await there.list())[0]!.updated).toBe(9000)
  })

  it('of variants are listed by themselves and travel in the same file', async () => {
    const [here, there] = [kept(), kept()]
    here.put(played(), 500)
    const variant = variants.newGame('v1', '.Shape~4x4', 'Mercury', 'A. Setter', '1...............')
    variants.enter(variant, [1], '2')
    here.putVariant(variants.summaryOf(variant, 1000), variants.gameToText(variant))
    expect((await here.list()).length).toBe(1)
    expect(await here.variants()).toEqual([variants.summaryOf(variant, 1000)])
    const file = await here.export()
    expect(await there.import(file)).toBe(2)
    expect(await there.import(file)).toBe(0)
    expect(variants.gameFromText((await there.text('v1'))!)).toEqual(variant)
    const broken = JSON.stringify({ ...(JSON.parse(file) as object), variants: [null, {}, { summary: variants.summaryOf(variant, 2000), game: { id: 'other', variant: 1 } }] })
    expect(await there.import(broken)).toBe(0)
  })

  it('of a broken file are left out', async () => {
    const games = kept()
    for (const text of ['', 'null', '[]', '{"ninefold":"games"}', '{"ninefold":"games","games":[null,7,{"game":{}}],"results":[null,1,{"id":"x"}]}', 'x'.repeat(1000)]) {
      expect(await games.import(text)).toBe(0)
    }
    expect(await games.results()).toEqual([])
  })
})
