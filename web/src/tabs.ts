/**
 * The views beside the board: hint, steps, path, puzzle, search. On a phone the keys are a view as well, and the tabs
 * lie at the bottom of the screen.
 */

import type { News } from './api'
import { byId, el, icon } from './dom'

export type Tab = 'play' | 'hint' | 'steps' | 'path' | 'ask' | 'watch'

/** What a view does when it is looked at and left, and when something has changed. */
export interface Panel {
  open(): void
  close(): void
  changed(news: News): void
}

const TABS: readonly (readonly [Tab, string])[] = [
  ['play', 'grid'],
  ['hint', 'bulb'],
  ['steps', 'list'],
  ['path', 'chart'],
  ['ask', 'ask'],
  ['watch', 'watch'],
]

export class Tabs {
  private current: Tab = 'play'

  constructor(private readonly panels: Readonly<Record<Exclude<Tab, 'play'>, Panel>>) {
    const list = byId('tabs')
    for (const [tab, sign] of TABS) {
      const element = el(
        'button',
        { type: 'button', role: 'tab', id: `tab-${tab}`, class: 'tab', 'aria-controls': tab === 'play' ? 'pad' : `panel-${tab}`, on: { click: () => this.open(tab) } },
        icon(sign),
        el('span', { data: { t: `tab.${tab}` } }),
      )
      list.append(element)
    }
    list.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      if (!step) return
      event.preventDefault()
      const shown = TABS.filter(([tab]) => byId(`tab-${tab}`).offsetParent !== null)
      const at = shown.findIndex(([tab]) => tab === this.current)
      const next = shown[(at + step + shown.length) % shown.length]![0]
      this.open(next)
      byId(`tab-${next}`).focus()
    })
    // Where there is room for keys and views, some view is always open.
    const wide = matchMedia('(min-width: 860px) and (min-height: 520px)')
    const fit = (): void => {
      if (wide.matches && this.current === 'play') this.open('hint')
    }
    wide.addEventListener('change', fit)
    this.render()
    fit()
  }

  get tab(): Tab {
    return this.current
  }

  open(tab: Tab): void {
    if (tab === this.current) return
    const left = this.current
    // While one view closes, none is told of changes: it would take up what it lets go.
    this.current = 'play'
    if (left !== 'play') this.panels[left].close()
    this.current = tab
    this.render()
    if (tab !== 'play') this.panels[tab].open()
  }

  /** Tells the open view that something has changed. */
  changed(news: News): void {
    if (this.current !== 'play') this.panels[this.current].changed(news)
  }

  private render(): void {
    byId('layout').dataset['tab'] = this.current
    for (const [tab] of TABS) {
      const element = byId(`tab-${tab}`)
      element.setAttribute('aria-selected', String(tab === this.current))
      element.tabIndex = tab === this.current ? 0 : -1
      if (tab !== 'play') byId(`panel-${tab}`).hidden = tab !== this.current
    }
  }
}

