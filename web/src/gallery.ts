/** Puzzles to start from, easiest first. All are well known. */

import type { Level } from './engine'

export interface Entry {
  readonly puzzle: string
  readonly level: Level
  readonly name: Readonly<Record<'en' | 'zh', string>>
  readonly note: Readonly<Record<'en' | 'zh', string>>
}

export const GALLERY: readonly Entry[] = [
  {
    puzzle: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
    level: 'easy',
    name: { en: 'A first puzzle', zh: '第一题' },
    note: { en: 'Singles all the way', zh: '全程唯一数' },
  },
]
