/**
 * The views of a game: play, hint, analyse, learn. Analyse has views of its own: steps, path, puzzle, search. On a phone
 * the keys are a view as well, and the tabs are at the bottom of the screen.
 */

import type { News } from './api'
import { byId, el, icon } from './dom'

/** What a view does when it is looked at and left, and when something has changed. */
export interface Panel {
  open(): void
  close(): void
  changed(news: News): void
}

export type View = 'play' | 'hint' | 'steps' | 'path' | 'ask' | 'watch' | 'learn'
type Top = 'play' | 'hint' | 'analyse' | 'learn'

const TOP: readonly (readonly [Top, string])[] = [
  ['play', 'grid'],
  ['hint', 'bulb'],
  ['analyse', 'chart'],
  ['learn', 'learn'],
]
const ANALYSE: readonly View[] = ['steps', 'path', 'ask', 'watch']

const topOf = (view: View): Top => (view === 'play' || view === 'hint' || view === 'learn' ? view : 'analyse')

export class Tabs {
  private current: View = 'play'
  /** The view of Analyse that was open last. */
  private analyse: View = 'path'

  constructor(private readonly panels: Readonly<Record<Exclude<View, 'play'>, Panel>>) {
    const tab = (name: Top | View, parts: Node[], open: () => void): HTMLElement =>
      el('button', { type: 'button', role: 'tab', id: `tab-${name}`, class: 'tab', 'aria-controls': name === 'play' ? 'pad' : `panel-${name}`, on: { click: open } }, ...parts, el('span', { data: { t: `tab.${name}` } }))
    byId('tabs').append(...TOP.map(([name, sign]) => tab(name, [icon(sign)], () => this.openTop(name))))
    byId('views').append(...ANALYSE.map((view) => tab(view, [], () => this.open(view))))
    arrows(byId('tabs'))
    arrows(byId('views'))
    // Where there is room for keys and views, some view is always open.
    const wide = matchMedia('(min-width: 860px) and (min-height: 520px)')
    const fit = (): void => {
      if (wide.matches && this.current === 'play') this.open('hint')
    }
    wide.addEventListener('change', fit)
    this.render()
    fit()
  }

  get view(): View {
    return this.current
  }

  openTop(top: Top): void {
    this.open(top === 'analyse' ? (topOf(this.current) === 'analyse' ? this.current : this.analyse) : top)
  }

  open(view: View): void {
    if (view === this.current) return
    const left = this.current
    // While one view closes, none hears of changes: it would take up what it lets go.
    this.current = 'play'
    if (left !== 'play') this.panels[left].close()
    this.current = view
    if (topOf(view) === 'analyse') this.analyse = view
    this.render()
    // Below the keys the highlight of a hint stays.
    this.panels[view === 'play' ? 'hint' : view].open()
  }

  /** Tells the open view that something has changed. */
  changed(news: News): void {
    if (this.current !== 'play') this.panels[this.current].changed(news)
  }

  private render(): void {
    const top = topOf(this.current)
    const select = (name: string, on: boolean): void => {
      const element = byId(`tab-${name}`)
      element.setAttribute('aria-selected', String(on))
      element.tabIndex = on ? 0 : -1
      if (name !== 'play') byId(`panel-${name}`).hidden = !on
    }
    byId('layout').dataset['tab'] = top
    for (const [name] of TOP) select(name, name === top)
    for (const view of ANALYSE) select(view, view === (top === 'analyse' ? this.current : this.analyse))
  }
}

/** Arrow keys go from tab to tab. */
function arrows(list: HTMLElement): void {
  list.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!step) return
    event.preventDefault()
    const shown = [...list.querySelectorAll<HTMLElement>('[role="tab"]')].filter((tab) => tab.offsetParent !== null)
    const at = shown.findIndex((tab) => tab.getAttribute('aria-selected') === 'true')
    const next = shown[(at + step + shown.length) % shown.length]
    next?.click()
    next?.focus()
  })
}
