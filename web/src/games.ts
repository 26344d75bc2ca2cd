/**
 * Every game that was played, kept in the browser's database.
 *
 *     summaries   what a list of games shows, small
 *     games       the whole game as text, undo history included
 *     results     one line for each solved puzzle; statistics are made of these, and outlive their games
 *
 * Games of puzzles of other sizes and rules are kept in the same way. Their summaries say so, and their text is read by
 * `variants/state.ts`.
 *
 * Whatever is read back is checked. Where the browser has no database, as in some private windows, everything is kept
 * until the page is closed.
 */

import * as board from './board'
import type { Level } from './engine'
import type { State } from './state'
import { newState } from './state'
import { gameFromText, gameToText, isGameId, numberUpTo } from './store'
import { titleFrom } from './titles'

/** What a list of games shows of one. */
export interface Summary {
  readonly id: string
  readonly name: string
  readonly author: string
  readonly level: Level | null
  readonly score: number | null
  readonly day: string | null
  /** 81 characters each: the givens, and all digits on the board. */
  readonly givens: string
  readonly placed: string
  readonly elapsed: number
  readonly hints: number
  readonly revealed: boolean
  readonly finished: number | null
  /** When it was last played, in milliseconds since 1970. */
  readonly updated: number
}

/** What a list shows of a game of another size or with rules. */
export interface VariantSummary {
  readonly id: string
  readonly variant: true
  readonly name: string
  readonly author: string
  /** How much of it is filled in. */
  readonly percent: number
  readonly elapsed: number
  readonly hints: number
  readonly revealed: boolean
  readonly finished: number | null
  readonly updated: number
}

/** A solved puzzle. */
export interface Result {
  readonly id: string
  readonly level: Level | null
  readonly day: string | null
  readonly elapsed: number
  readonly hints: number
  readonly finished: number
}

type Store = 'summaries' | 'games' | 'results'
const STORES: readonly Store[] = ['summaries', 'games', 'results']

/** A game as the list shows it. */
export function summaryOf(state: State, now: number): Summary {
  const { author, day, finished, hints, id, level, revealed, score } = state.game
  const placed = state.marks.map((mark) => mark.digit || '.').join('')
  return { id, name: state.name, author, level, score, day, givens: board.givensOf(state), placed, elapsed: Math.round(board.played(state, now)), hints, revealed, finished, updated: now }
}

/** The summary of a stored game's text, or null if the text is not a game. */
function summaryOfText(text: unknown, updated: number): Summary | null {
  const state = newState()
  if (typeof text !== 'string' || !gameFromText(state, text)) return null
  return summaryOf(state, updated)
}

/** A summary that was stored, or null if it is not one. */
function summaryFrom(value: unknown): Summary | null {
  if (value === null || typeof value !== 'object') return null
  const { givens, id, placed, updated, ...rest } = value as Record<string, unknown>
  const isLine = (text: unknown): text is string => typeof text === 'string' && /^[.1-9]{81}$/.test(text)
  if (!isGameId(id) || !isLine(givens) || !isLine(placed)) return null
  // The other facts are checked as those of a game are.
  const marks = Array.from({ length: 81 }, () => [])
  const checked = summaryOfText(JSON.stringify({ version: 1, marks, name: rest['name'], elapsed: rest['elapsed'], game: { ...rest, id } }), 0)
  return checked && { ...checked, givens, placed, updated: typeof updated === 'number' && updated > 0 && updated < 8.64e15 ? updated : 0 }
}

/** A summary of a variant that was stored, or null if it is not one. */
function variantFrom(value: unknown): VariantSummary | null {
  if (value === null || typeof value !== 'object') return null
  const { author, elapsed, finished, hints, id, name, percent, revealed, updated, variant } = value as Record<string, unknown>
  if (!isGameId(id) || variant !== true) return null
  return {
    id,
    variant,
    name: titleFrom(name),
    author: titleFrom(author),
    percent: Math.floor(numberUpTo(percent, 100, 0)),
    elapsed: numberUpTo(elapsed, 1e12, 0),
    hints: Math.floor(numberUpTo(hints, 1e6, 0)),
    revealed: revealed === true,
    finished: numberUpTo(finished, 8.64e15, null),
    updated: numberUpTo(updated, 8.64e15, 0),
  }
}

/** A game of a variant in an exported file: its summary, and the text that `variants/state.ts` checks when it is opened. */
function variantEntry(value: unknown): { summary: VariantSummary; text: string } | null {
  const { game, summary } = (value ?? {}) as { game?: unknown; summary?: unknown }
  const checked = variantFrom(summary)
  const { id, variant } = (game ?? {}) as { id?: unknown; variant?: unknown }
  return checked && variant === 1 && id === checked.id ? { summary: checked, text: JSON.stringify(game) } : null
}

function resultFrom(value: unknown): Result | null {
  const summary = summaryFrom({ givens: '.'.repeat(81), placed: '.'.repeat(81), updated: 1, ...(value as object) })
  return summary && summary.finished !== null ? { id: summary.id, level: summary.level, day: summary.day, elapsed: summary.elapsed, hints: summary.hints, finished: summary.finished } : null
}

/** The file that all games are exported to. */
interface GamesFile {
  readonly ninefold: 'games'
  readonly version: 1
  readonly games: readonly { readonly updated: number; readonly game: unknown }[]
  readonly results: readonly Result[]
  readonly variants?: readonly { readonly summary: VariantSummary; readonly game: unknown }[]
}

export class Games {
  private database: Promise<IDBDatabase | null>
  /** What is kept where there is no database. */
  private readonly memory: Readonly<Record<Store, Map<string, unknown>>> = { summaries: new Map(), games: new Map(), results: new Map() }
  /** Writes that have begun; a list waits for them. */
  private writing: Promise<unknown> = Promise.resolve()

  constructor(factory: IDBFactory | undefined = globalThis.indexedDB, name = 'ninefold') {
    this.database = openDatabase(factory, name)
  }

  /** Keeps a game. A puzzle in which nothing was done yet is no game. */
  put(state: State, now: number = Date.now()): void {
    if (state.past.length === 0 && state.future.length === 0) return
    const summary = summaryOf(state, now)
    this.write((put) => {
      put('summaries', summary.id, summary)
      put('games', summary.id, gameToText(state, summary.elapsed))
      const { day, elapsed, finished, hints, id, level, revealed } = summary
      if (finished !== null && !revealed) put('results', id, { id, level, day, elapsed, hints, finished } satisfies Result)
    })
  }

  /** Keeps a game of a variant. */
  putVariant(summary: VariantSummary, text: string): void {
    this.write((put) => {
      put('summaries', summary.id, summary)
      put('games', summary.id, text)
    })
  }

  /** All games of variants, the one played last first. */
  async variants(): Promise<VariantSummary[]> {
    const all = (await this.all('summaries')).flatMap((value) => variantFrom(value) ?? [])
    return all.sort((a, b) => b.updated - a.updated)
  }

  /** All games, the one played last first. */
  async list(): Promise<Summary[]> {
    const all = (await this.all('summaries')).flatMap((value) => summaryFrom(value) ?? [])
    return all.sort((a, b) => b.updated - a.updated)
  }

  /** The text of a game, or null if there is no such game. */
  async text(id: string): Promise<string | null> {
    await this.writing
    const database = await this.database
    const value = database ? await asked(database.transaction('games').objectStore('games').get(id)) : this.memory.games.get(id)
    return typeof value === 'string' ? value : null
  }

  remove(id: string): void {
    this.write((put) => {
      put('summaries', id, null)
      put('games', id, null)
    })
  }

  async results(): Promise<Result[]> {
    return (await this.all('results')).flatMap((value) => resultFrom(value) ?? [])
  }

  /** Everything as the text of one file. */
  async export(): Promise<string> {
    const summaries = await this.list()
    const games: { updated: number; game: unknown }[] = []
    for (const { id, updated } of summaries) {
      const text = await this.text(id)
      if (text !== null) games.push({ updated, game: JSON.parse(text) as unknown })
    }
    const variants: { summary: VariantSummary; game: unknown }[] = []
    for (const summary of await this.variants()) {
      const text = await this.text(summary.id)
      if (text !== null) variants.push({ summary, game: JSON.parse(text) as unknown })
    }
    return JSON.stringify({ ninefold: 'games', version: 1, games, results: await this.results(), variants } satisfies GamesFile)
  }

  /** Adds the games of an exported file; a game that is here already stays if it was played later. Says how many were added. */
  async import(text: string): Promise<number> {
    const file = readFile(text)
    if (!file) return 0
    const known = new Map([...(await this.list()), ...(await this.variants())].map((summary) => [summary.id, summary.updated]))
    let added = 0
    this.write((put) => {
      for (const entry of file.games) {
        const { game, updated } = (entry ?? {}) as { game?: unknown; updated?: unknown }
        const state = newState()
        const moment = typeof updated === 'number' && updated > 0 && updated < 8.64e15 ? updated : 1
        if (!gameFromText(state, JSON.stringify(game) ?? '') || (known.get(state.game.id) ?? 0) >= moment) continue
        put('summaries', state.game.id, summaryOf(state, moment))
        put('games', state.game.id, gameToText(state, state.elapsed))
        added++
      }
      for (const entry of file.variants.flatMap((value) => variantEntry(value) ?? [])) {
        if ((known.get(entry.summary.id) ?? 0) >= entry.summary.updated) continue
        put('summaries', entry.summary.id, entry.summary)
        put('games', entry.summary.id, entry.text)
        added++
      }
      for (const value of file.results) {
        const result = resultFrom(value)
        if (result) put('results', result.id, result)
      }
    })
    await this.writing
    return added
  }

  private async all(store: Store): Promise<unknown[]> {
    await this.writing
    const database = await this.database
    return database ? asked(database.transaction(store).objectStore(store).getAll()) : [...this.memory[store].values()]
  }

  /** Writes some entries, all of them or none; null removes one. */
  private write(entries: (put: (store: Store, key: string, value: unknown) => void) => void): void {
    const list: [Store, string, unknown][] = []
    entries((store, key, value) => list.push([store, key, value]))
    const write = async (): Promise<void> => {
      const database = await this.database
      if (!database) {
        for (const [store, key, value] of list) {
          if (value === null) this.memory[store].delete(key)
          else this.memory[store].set(key, value)
        }
        return
      }
      const transaction = database.transaction(STORES, 'readwrite')
      for (const [store, key, value] of list) {
        if (value === null) transaction.objectStore(store).delete(key)
        else transaction.objectStore(store).put(value, key)
      }
      await new Promise<void>((resolve) => {
        transaction.oncomplete = () => resolve()
        // No room: the game in progress is kept by `store.ts` still.
        transaction.onabort = () => resolve()
      })
    }
    this.writing = this.writing.then(write, write).catch(() => undefined)
  }
}

/** The parts of an exported file, or null for any other text. */
function readFile(text: string): { games: readonly unknown[]; results: readonly unknown[]; variants: readonly unknown[] } | null {
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null
    if (value === null || typeof value !== 'object' || value['ninefold'] !== 'games') return null
    const list = (name: string): readonly unknown[] => (Array.isArray(value[name]) ? (value[name] as unknown[]) : [])
    return { games: list('games'), results: list('results'), variants: list('variants') }
  } catch {
    return null
  }
}

function openDatabase(factory: IDBFactory | undefined, name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = factory!.open(name, 1)
      request.onupgradeneeded = () => {
        for (const store of STORES) request.result.createObjectStore(store)
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(null)
      request.onblocked = () => resolve(null)
    } catch {
      resolve(null)
    }
  })
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database could not be read'))
  })
}
