/**
 * A search as something that can be walked through, forwards and back.
 *
 * The engine hands over the events of a search in chunks, on demand. An event changes one cell, so it can be done and
 * undone; wherever the walk is, the digits on the board and the counters are those after so many events.
 */

import type { WatchMode } from './engine'
import { readEvent } from './engine'
import type { SearchEvent } from './engine'

/** Where the events come from. */
export type Source = (from: number, count: number) => Promise<{ events: Uint16Array; done: boolean }>

export interface Counters {
  placed: number
  takenBack: number
  guesses: number
  solutions: number
}

/** Events asked for at once; a few seconds at high speed. */
const CHUNK = 1 << 17
/** Chunks kept; those farthest from the walk are asked for again. */
const KEPT = 12

export class Search {
  /** Events that have been done. */
  at = 0
  readonly digits: number[]
  readonly counters: Counters = { placed: 0, takenBack: 0, guesses: 0, solutions: 0 }
  /** Cells that hold a guess. */
  readonly guessed = new Set<number>()
  last: SearchEvent | null = null
  /** How many events there are, once the end has been seen. */
  total: number | null = null
  private readonly chunks = new Map<number, Uint16Array>()

  constructor(
    givens: string,
    readonly mode: WatchMode,
    private readonly source: Source,
  ) {
    this.digits = Array.from(givens, (digit) => Number(digit) || 0)
  }

  /** Makes sure that the event after (or before) the walk is at hand. Says whether there is one. */
  async prepare(forwards: boolean): Promise<boolean> {
    const wanted = forwards ? this.at : this.at - 1
    if (wanted < 0 || (this.total !== null && wanted >= this.total)) return false
    const number = Math.floor(wanted / CHUNK)
    if (!this.chunks.has(number)) {
      const { done, events } = await this.source(number * CHUNK, CHUNK)
      this.chunks.set(number, events)
      if (done) this.total = number * CHUNK + events.length
      const far = [...this.chunks.keys()].sort((a, b) => Math.abs(b - number) - Math.abs(a - number))
      for (const key of far.slice(0, Math.max(0, far.length - KEPT))) this.chunks.delete(key)
    }
    return wanted % CHUNK < this.chunks.get(number)!.length
  }

  /**
   * Walks so many events on, backwards where negative, as far as events are at hand. With `untilSolved` it stops after
   * a solution. Says how many it walked.
   */
  walk(count: number, untilSolved = false): number {
    const step = Math.sign(count)
    let walked = 0
    while (walked < Math.abs(count)) {
      const index = step > 0 ? this.at : this.at - 1
      const event = index >= 0 ? this.chunks.get(Math.floor(index / CHUNK))?.[index % CHUNK] : undefined
      if (event === undefined) break
      const read = readEvent(event)
      this.apply(read, step)
      this.at += step
      walked += 1
      if (untilSolved && read.kind === 'solved' && step > 0) break
    }
    return walked
  }

  private apply(event: SearchEvent, step: number): void {
    const { cell, digit, kind } = event
    const { counters } = this
    this.last = event
    switch (kind) {
      case 'solved':
        counters.solutions += step
        return
      case 'taken-back':
        counters.takenBack += step
        this.digits[cell] = step > 0 ? 0 : digit
        if (step > 0) this.guessed.delete(cell)
        return
      case 'guessed':
      case 'forced':
        counters.placed += step
        this.digits[cell] = step > 0 ? digit : 0
        if (kind === 'guessed') {
          counters.guesses += step
          if (step > 0) this.guessed.add(cell)
          else this.guessed.delete(cell)
        }
    }
  }
}
