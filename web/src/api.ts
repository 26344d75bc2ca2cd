/**
 * Joins state, engine and page: everything that happens goes through `act`, which changes the state, draws it and keeps
 * it. Panels and dialogs get this object and nothing else.
 */

import * as board from './board'
import { button, byId, el } from './dom'
import type { Grid, Position, Reading, Reasoning, Solved } from './engine'
import { Engine } from './engine'
import { language, number, setLanguage, t, translate } from './i18n'
import { Games } from './games'
import { fragment, readLink, readVariantLink } from './link'
import { BoardView } from './render'
import type { GameFacts, Marks, Settings, State } from './state'
import { gameFromText, save } from './store'
import { CELLS, DIGITS, setOf } from './words'
import type { DigitSet } from './words'

/** A set of digits from a string of them. */
export const setFrom = (digits: string): DigitSet => DIGITS.reduce((set, digit) => (digits.includes(String(digit)) ? set | setOf(digit) : set), 0)

/** Digits and candidates of a position, as the board shows them. */
export function positionShown(position: { placed: string; candidates: readonly string[] }): { digits: number[]; candidates: DigitSet[] } {
  return { digits: CELLS.map((cell) => Number(position.placed[cell]) || 0), candidates: position.candidates.map(setFrom) }
}

/** What has changed. */
export type News = 'state' | 'language' | 'theme'

export class Api {
  readonly engine = new Engine()
  readonly view = new BoardView()
  /** What the engine says about the givens; null until it has. */
  verdict: Solved | null = null
  private readonly listeners: ((news: News) => void)[] = []
  private saving = 0
  private toasting = 0
  private wasSolved = false
  readonly games = new Games()
  /** Whether the game is on the screen; its clock runs only then. */
  isPlaying = (): boolean => true
  /** Shows the game. */
  showGame = (): void => undefined
  /** Opens a text as a puzzle of another size or with rules. Says whether it is one, or why it cannot be read. */
  openVariant: (text: string, name: string, author: string) => Promise<true | false | string> = () => Promise.resolve(false)
  /** Called when the player places the last digit. */
  onSolved = (): void => undefined

  constructor(readonly state: State) {
    setLanguage(state.settings.language)
    this.wasSolved = board.isSolved(state)
  }

  /** Calls `listener` after every change. */
  subscribe(listener: (news: News) => void): void {
    this.listeners.push(listener)
  }

  private tell(news: News): void {
    for (const listener of this.listeners) listener(news)
  }

  /** Changes the state, draws it, keeps it. */
  act(change: (state: State) => void): void {
    change(this.state)
    this.refresh()
  }

  /**
   * Changes the state and takes the keyboard to the active cell. The focus goes first: after drawing, the browser would
   * have to lay the board out at once to know that the cell can have it.
   */
  go(change: (state: State) => void): void {
    change(this.state)
    this.view.focus(this.state)
    this.refresh()
  }

  private refresh(): void {
    const { state } = this
    const solved = state.phase === 'play' && board.isSolved(state)
    if (solved) board.stopClock(state, Date.now())
    else if (document.visibilityState === 'visible' && this.isPlaying()) board.startClock(state, Date.now())
    const ended = solved && !this.wasSolved
    this.wasSolved = solved
    if (ended && !state.game.revealed && state.game.finished === null) state.game = { ...state.game, finished: Date.now() }
    this.draw()
    if (ended && !state.game.revealed) {
      this.view.celebrate()
      this.announce(t('solved'))
      this.onSolved()
    }
    this.saveSoon()
  }

  draw(): void {
    this.view.render(this.state)
    this.tell('state')
  }

  private saveSoon(): void {
    clearTimeout(this.saving)
    this.saving = window.setTimeout(() => this.save(), 250)
  }

  save(): void {
    clearTimeout(this.saving)
    save(this.state, board.played(this.state, Date.now()), localStorage)
    this.games.put(this.state)
  }

  /** Changes what is known about the game. */
  note(facts: Partial<GameFacts>): void {
    this.act((state) => (state.game = { ...state.game, ...facts }))
  }

  // Puzzles.

  /** Starts a game; the one before is kept. */
  start(marks: readonly Marks[], name: string, automatic?: boolean, known: Partial<GameFacts> = {}): void {
    const { state } = this
    this.save()
    const before = state.past.length > 0 && !board.isSolved(state) ? state.game.id : null
    if (automatic !== undefined) state.settings.automatic = automatic
    board.load(state, marks, name, known)
    board.choose(state, CELLS.find((cell) => !marks[cell]!.digit) ?? 40)
    this.opened()
    if (before) this.toast(t('replaced'), { text: t('replaced.back'), run: () => void this.openGame(before) })
  }

  /** Starts a game from a position the engine has read or made. */
  startPosition(position: Position, name = '', known: Partial<GameFacts> = {}): void {
    const candidates = position.candidates?.map(setFrom) ?? null
    // A text with candidates is shown with them.
    this.start(board.marksOf({ givens: position.givens, placed: position.placed, candidates }), name, candidates ? true : undefined, known)
  }

  /** Goes on with the game of this puzzle if there is one that is not solved, else starts it. */
  async begin(givens: string, name = '', known: Partial<GameFacts> = {}): Promise<void> {
    const kept = (await this.games.list()).find((game) => game.givens === givens && game.finished === null && !game.revealed)
    if (!kept || !(await this.openGame(kept.id))) this.startPosition({ givens, placed: givens, candidates: null }, name, known)
  }

  /** Goes on with a kept game; says whether there was one. */
  async openGame(id: string): Promise<boolean> {
    if (id !== this.state.game.id) {
      this.save()
      const text = await this.games.text(id)
      if (text === null || !gameFromText(this.state, text)) return false
    }
    board.stopClock(this.state, Date.now())
    this.opened()
    this.view.focus(this.state)
    return true
  }

  private opened(): void {
    this.wasSolved = board.isSolved(this.state)
    this.askAboutPuzzle()
    this.showGame()
    this.refresh()
  }

  /** Starts the game of a link; says whether it was one. */
  startLink(link: string): boolean {
    const linked = readLink(link)
    if (linked) this.start(linked.marks, linked.name, linked.automatic || undefined, { author: linked.author })
    return linked !== null
  }

  /** Reads a text, a link of ours included. Starts the puzzle if there is exactly one; the caller shows all else. */
  async startText(text: string, name = ''): Promise<Reading | null> {
    if (this.startLink(text)) return null
    const link = readVariantLink(text)
    const reading: Reading = link ? { format: null, puzzles: [], errors: [], more: 0 } : await this.engine.read(text, language())
    if (reading.puzzles.length === 0) {
      // What the engine does not know may be of another size or have rules.
      const opened = await this.openVariant(link?.text ?? text, link?.name || name, link?.author ?? '')
      if (opened === true) return null
      if (opened !== false) return { ...reading, errors: [], refused: opened }
    }
    const only = reading.puzzles.length === 1 && reading.errors.length === 0 && reading.more === 0 ? reading.puzzles[0] : undefined
    if (!only) return reading
    this.startPosition(only, only.name || name, { author: only.author })
    return null
  }

  /** Asks whether the givens have one solution, which determines what is a mistake. */
  askAboutPuzzle(): void {
    this.verdict = null
    this.state.solution = null
    const givens = board.givensOf(this.state)
    if (this.state.phase === 'enter' || this.state.marks.every((mark) => !mark.given && !mark.struck)) return
    void this.engine.solve(this.grid()).then((verdict) => {
      if (board.givensOf(this.state) !== givens || this.state.phase === 'enter') return
      this.verdict = verdict
      this.state.solution = verdict.answer === 'unique' ? (verdict.solution ?? null) : null
      this.draw()
    }, this.failed)
  }

  /** The givens: what tells one puzzle from another. */
  puzzle(): string {
    return board.givensOf(this.state)
  }

  /** The puzzle without the player's marks. */
  grid(): Grid {
    return board.puzzleOf(this.state)
  }

  /** How the engine reasons for this player. */
  reasoning(): Reasoning {
    const { uniqueness, without } = this.state.settings
    return { language: language(), uniqueness, without: [...without] }
  }

  position(): Position {
    return board.positionOf(this.state)
  }

  /** A link to the puzzle, with or without the player's marks. */
  link(withMarks: boolean): string {
    const { game, marks, name, settings } = this.state
    const base = location.href.replace(/[#?].*$/, '')
    return base + fragment(marks, settings.automatic, { author: game.author, name }, withMarks)
  }

  // Settings.

  set<K extends keyof Settings>(name: K, value: Settings[K]): void {
    this.act((state) => {
      if (name === 'automatic') board.setAutomatic(state, value as boolean)
      else state.settings[name] = value
    })
    if (name === 'theme') {
      this.applyTheme()
      this.tell('theme')
    }
    if (name === 'language') this.applyLanguage()
  }

  applyTheme(): void {
    const { theme } = this.state.settings
    if (theme === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }

  /** The theme that is seen. */
  theme(): 'light' | 'dark' {
    const { theme } = this.state.settings
    return theme === 'auto' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : theme
  }

  applyLanguage(): void {
    setLanguage(this.state.settings.language)
    document.documentElement.lang = language() === 'zh' ? 'zh-Hans' : 'en'
    translate(document)
    this.tell('language')
    this.draw()
  }

  // Telling.

  /** Says something to a screen reader. */
  announce(text: string): void {
    const live = byId('live')
    // The same text twice would not be read again.
    live.textContent = live.textContent === text ? `${text}\u00a0` : text
  }

  /** Says something to everyone, in passing; perhaps with something to do about it. */
  toast(text: string, action?: { text: string; run: () => void }): void {
    const toast = byId('toast')
    const hide = (): void => {
      toast.hidden = true
    }
    const press = (): void => {
      hide()
      action?.run()
    }
    toast.replaceChildren(el('span', {}, text), ...(action ? [button(action.text, { class: 'link', on: { click: press } })] : []))
    toast.hidden = false
    clearTimeout(this.toasting)
    this.toasting = window.setTimeout(hide, (action ? 8000 : 2500) + 50 * text.length)
    this.announce(text)
  }

  /** For promises: the engine could not answer. */
  readonly failed = (error: unknown): void => {
    if (error instanceof Error && error.name === 'Cancelled') return
    this.toast(t('failed', { message: error instanceof Error ? error.message : String(error) }))
  }

  async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      this.toast(t('copied'))
    } catch {
      this.toast(t('copy.failed'))
    }
  }
}

/** Milliseconds as `1:02:03` or `2:03`. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${number(h)}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
