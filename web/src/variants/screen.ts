/**
 * The screen for puzzles of other sizes and rules: a game of one, or the board on which one is drawn. Its parts and its engine
 * are loaded when it is first opened.
 */

import type { Api } from '../api'
import { byId, el } from '../dom'
import type { VariantSummary } from '../games'
import { t } from '../i18n'

/** A part that is shown on the screen. */
export interface Shown {
  /** Draws it in another language or another light. */
  redraw(): void
  /** Keeps what there is to keep, and stops what it does. */
  close(): void
  /** Keeps what there is to keep. */
  save(): void
}

/** The name of the screen on which a puzzle is drawn. */
export const DRAWING = 'draw'

/** The game in progress: written at once, even while the page is being closed. */
const CURRENT = 'ninefold.variant'

export class VariantScreen {
  private readonly root = byId('variant')
  private shown: Shown | null = null
  private detail: string | null = null

  constructor(
    private readonly api: Api,
    private readonly go: (detail: string) => void,
  ) {}

  /** Shows a game, or the drawing board. */
  show(detail: string): void {
    this.hide()
    this.detail = detail
    this.root.replaceChildren(el('progress', { 'aria-label': t('home.variants') }))
    void this.load(detail).catch(this.api.failed)
  }

  hide(): void {
    this.shown?.close()
    this.shown = null
    this.detail = null
    this.root.replaceChildren()
  }

  redraw(): void {
    this.shown?.redraw()
  }

  save(): void {
    this.shown?.save()
  }

  /** Opens a text as a new game. Says whether it is a puzzle of another size or with rules, or why it cannot be read. */
  async open(text: string, name: string, author: string): Promise<true | false | string> {
    const { openText } = await import('./open')
    const opened = await openText(this.api, text, name, author)
    if (typeof opened !== 'object') return opened
    if ('classic' in opened) {
      this.api.startPosition({ givens: opened.classic, placed: opened.classic, candidates: null }, opened.name, { author: opened.author })
      return true
    }
    this.keep(opened.summary, opened.text)
    this.go(opened.summary.id)
    return true
  }

  /** Keeps a game. */
  keep(summary: VariantSummary, text: string): void {
    try {
      localStorage.setItem(CURRENT, JSON.stringify({ summary, text }))
    } catch {
      // No room: the database has it soon.
    }
    this.api.games.putVariant(summary, text)
  }

  /** Forgets a game that was deleted. */
  forget(id: string): void {
    if (this.current()?.summary.id === id) localStorage.removeItem(CURRENT)
  }

  /** The game that was kept last while the page was being closed. */
  current(): { summary: VariantSummary; text: string } | null {
    try {
      const { summary, text } = JSON.parse(localStorage.getItem(CURRENT) ?? 'null') as { summary: VariantSummary; text: string }
      return typeof text === 'string' && typeof summary.id === 'string' ? { summary, text } : null
    } catch {
      return null
    }
  }

  private async load(detail: string): Promise<void> {
    if (detail === DRAWING) {
      const { Drawing } = await import('./draw')
      if (this.detail === detail) this.shown = new Drawing(this.api, this.root, (text, name) => void this.open(text, name, '').then((opened) => typeof opened === 'string' && this.api.toast(opened), this.api.failed))
      return
    }
    const [{ openGame }, kept] = await Promise.all([import('./open'), this.text(detail)])
    if (this.detail !== detail) return
    const game = kept === null ? null : await openGame(this.api, this.root, kept, (summary, text) => this.keep(summary, text), () => this.go(DRAWING))
    if (this.detail !== detail) game?.close()
    else if (game) this.shown = game
    else this.go(DRAWING)
  }

  private async text(id: string): Promise<string | null> {
    const current = this.current()
    return current?.summary.id === id ? current.text : this.api.games.text(id)
  }
}
