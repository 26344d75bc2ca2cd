// Answers questions about puzzles of other sizes and rules, away from the page. The module is loaded when the worker starts.

import init, * as variants from '../../pkg/ninefold_variants'
import { answerQuestions } from '../worker-loop'

/** The puzzle that was asked about last. It remembers its solution. */
let known: { text: string; game: variants.VariantGame } | null = null

function game(text: string): variants.VariantGame {
  if (known?.text !== text) {
    const game = new variants.VariantGame(text)
    known?.game.free()
    known = { text, game }
  }
  return known.game
}

const answers: Record<string, (...args: never[]) => unknown> = {
  isVariant: (text: string) => variants.is_variant(text),
  split: (text: string) => variants.split(text),
  puzzle: (text: string, language: string) => JSON.parse(game(text).puzzle(language)),
  broken: (text: string, values: string, language: string) => JSON.parse(game(text).broken(values, language)),
  write: (text: string, format: string) => game(text).write(format),
  themes: () => JSON.parse(variants.themes()),
  sketch: (theme: string, side: number, strokes: string, language: string) => JSON.parse(variants.sketch(theme, side, strokes, language)),
  check: (theme: string, side: number, strokes: string, language: string) => JSON.parse(variants.check(theme, side, strokes, language)),
  generate: (theme: string, side: number, seed: number) => variants.generate(theme, side, seed),
  hint: (text: string, values: string, struck: number[], language: string) => JSON.parse(game(text).hint(values, Uint32Array.from(struck), language)),
  solve: (text: string) => JSON.parse(game(text).solve()),
  candidates: (text: string, values: string) => (JSON.parse(game(text).candidates(values)) as { candidates: string[] }).candidates,
  count: (text: string, values: string, limit: number) => JSON.parse(game(text).count(values, limit)),
}

answerQuestions(init(), answers, () => {
  known = null
})
