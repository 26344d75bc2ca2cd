/**
 * The screens of the page: home, a game, lessons, puzzles of other sizes and rules. The browser's own way back leads from one to the one before.
 *
 * The address does not change: what is behind its `#` is free for puzzles. A reload stays on the screen.
 */

import { byId } from './dom'

export type Screen = 'home' | 'game' | 'learn' | 'variant'

/** What a screen does when it is shown. `detail` says which lesson or which game. */
export type Enter = (detail: string) => void

const ELEMENTS: Readonly<Record<Screen, string>> = { home: 'home', game: 'layout', learn: 'learn', variant: 'variant' }

export class Screens {
  private current: Screen = 'home'

  constructor(
    private readonly enter: Readonly<Record<Screen, Enter>>,
    private readonly leave: Readonly<Record<Screen, () => void>>,
  ) {
    addEventListener('popstate', () => this.show())
  }

  get screen(): Screen {
    return this.current
  }

  /** Goes to a screen; the way back leads here. */
  go(screen: Screen, detail = ''): void {
    const same = stateOf(history.state)
    if (same?.screen !== screen || same.detail !== detail) history.pushState({ screen, detail }, '')
    this.show()
  }

  /** Begins with a screen, or with the one before a reload. */
  begin(otherwise: Screen): void {
    if (!stateOf(history.state)) history.replaceState({ screen: otherwise, detail: '' }, '')
    this.show()
  }

  /** Begins with this screen, whatever was shown before. */
  replace(screen: Screen): void {
    history.replaceState({ screen, detail: '' }, '')
    this.show()
  }

  private show(): void {
    const { detail, screen } = stateOf(history.state) ?? { screen: 'home' as const, detail: '' }
    if (screen !== this.current) this.leave[this.current]()
    this.current = screen
    document.body.dataset['screen'] = screen
    for (const [name, id] of Object.entries(ELEMENTS)) byId(id).hidden = name !== screen
    for (const dialog of document.querySelectorAll('dialog')) dialog.close()
    scrollTo(0, 0)
    this.enter[screen](detail)
  }
}

/** What the browser keeps for a screen, if it is ours. */
function stateOf(value: unknown): { screen: Screen; detail: string } | null {
  const { screen, detail } = (value ?? {}) as { screen?: unknown; detail?: unknown }
  if (screen !== 'home' && screen !== 'game' && screen !== 'learn' && screen !== 'variant') return null
  return { screen, detail: typeof detail === 'string' ? detail : '' }
}
