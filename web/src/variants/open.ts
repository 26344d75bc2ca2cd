/** Opens puzzles of other sizes and rules: a text becomes a game, a kept game is shown. */

import type { Api } from '../api'
import type { VariantSummary } from '../games'
import { language } from '../i18n'
import { Play } from './play'
import { gameFromText, gameToText, newGame, summaryOf } from './state'
import { engine } from './variant-engine'
import { kindOf, v } from './words'

/** What a text holds: a game, or a Sudoku for the other engine. */
export type Opened = { readonly summary: VariantSummary; readonly text: string } | { readonly classic: string; readonly name: string; readonly author: string }

/** The game of a text; false if the text is no such puzzle, or why it cannot be read. */
export async function openText(api: Api, text: string, name: string, author: string): Promise<Opened | false | string> {
  if (!(await engine.isVariant(text))) return false
  const [first, ...more] = await engine.split(text)
  try {
    const puzzle = await engine.puzzle(first ?? '', language())
    if (more.length > 0) api.toast(v('open.first', { count: more.length + 1 }))
    if (puzzle.classic && puzzle.limited.length === 0) return { classic: puzzle.givens, name: name || puzzle.title, author: author || puzzle.author }
    // The string form has no room for the setter's words and for drawings.
    const whole = puzzle.setter !== '' || puzzle.drawings.length > 0 ? first : puzzle.text
    const game = newGame(crypto.randomUUID(), whole ?? first ?? '', name || puzzle.title || kindOf(puzzle), author || puzzle.author, puzzle.givens)
    return { summary: summaryOf(game, Date.now()), text: gameToText(game) }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Shows a kept game; null if the text is none. */
export async function openGame(api: Api, root: HTMLElement, text: string, keep: (summary: VariantSummary, text: string) => void, draw: () => void): Promise<Play | null> {
  const game = gameFromText(text)
  if (!game) return null
  return new Play(api, root, game, await engine.puzzle(game.text, language()), { keep, draw })
}
