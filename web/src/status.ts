/**
 * What stands above and below the board: the puzzle's name, how much is left, the clock; and a banner for what matters
 * now: typing in, a puzzle that is none, a puzzle solved.
 */

import type { Api } from './api'
import { clockText } from './api'
import * as board from './board'
import { button, byId, el, setAttribute, setText } from './dom'
import { number, t } from './i18n'
import { houseWords } from './phrases'

export class Status {
  private bannerKey = ''

  constructor(
    private readonly api: Api,
    private readonly commands: { fresh: () => void; ask: () => void },
  ) {
    byId('pause').addEventListener('click', () => this.pause(!api.state.paused))
    byId('curtain').addEventListener('click', () => this.pause(false))
    setInterval(() => this.renderClock(), 250)
  }

  pause(paused: boolean): void {
    this.api.act((state) => board.setPaused(state, paused, Date.now()))
    if (paused) byId('curtain').focus()
    else this.api.view.focus(this.api.state)
  }

  private renderClock(): void {
    const { state } = this.api
    const text = clockText(board.played(state, Date.now()))
    setText(byId('clock'), text)
  }

  render(): void {
    const { state } = this.api
    const left = state.marks.filter((mark) => !mark.digit).length
    const givens = 81 - state.marks.filter((mark) => !mark.given).length
    setText(byId('status-name'), state.phase === 'enter' ? t('entering.title') : state.name || t('givens', { count: givens }))
    setText(byId('status-left'), state.phase === 'play' && left > 0 && left < 81 ? t('left', { count: left }) : '')
    byId('status-clock').hidden = !state.settings.timer || state.phase === 'enter'
    byId('curtain').hidden = !state.paused
    setAttribute(byId('pause-icon'), 'href', state.paused ? '#i-play' : '#i-pause')
    const pause = byId<HTMLButtonElement>('pause')
    setAttribute(pause, 'aria-label', t(state.paused ? 'resume' : 'pause'))
    setAttribute(pause, 'title', t(state.paused ? 'resume' : 'pause'))
    pause.disabled = state.phase === 'play' && board.isSolved(state)
    this.renderClock()
    this.renderBanner()
  }

  private renderBanner(): void {
    const { api } = this
    const { state, verdict } = api
    const banner = byId('banner')
    const full = board.isFull(state)
    const solved = board.isSolved(state)
    const kind = state.phase === 'enter' ? 'enter' : state.overlay || state.shown ? '' : solved ? 'solved' : verdict && verdict.answer !== 'unique' ? verdict.answer : full ? 'full' : ''
    const key = [kind, t('new'), kind === 'none' ? JSON.stringify(verdict?.conflicts) : '', kind === 'enter' ? board.conflicts(state).size : 0].join()
    if (key === this.bannerKey) return
    this.bannerKey = key
    banner.hidden = kind === ''
    banner.className = 'banner'
    const say = (text: string, tone: string, ...buttons: HTMLElement[]): void => {
      banner.classList.add(tone)
      banner.replaceChildren(el('p', {}, text), ...buttons)
    }
    switch (kind) {
      case 'enter': {
        const done = button(t('entering.done'), { class: 'primary', id: 'entering-done', on: { click: () => this.endEntering() } })
        say(t('entering.text'), board.conflicts(state).size ? 'bad' : 'plain', done)
        break
      }
      case 'solved':
        say(state.settings.timer ? t('solved.time', { time: clockText(state.elapsed) }) : t('solved'), 'good', button(t('new.another'), { on: { click: this.commands.fresh } }))
        break
      case 'full':
        say(t('full.wrong'), 'bad')
        break
      case 'none': {
        const conflict = verdict?.conflicts?.[0]
        const text = conflict
          ? t('verdict.conflict', { digit: conflict.digit, house: houseWords(conflict.house), cells: conflict.cells.join(', ') })
          : t('verdict.none')
        say(text, 'bad', button(t('entering.again'), { on: { click: () => api.act((changed) => board.beginEntering(changed, true)) } }))
        break
      }
      case 'multiple':
        say(t('verdict.multiple', { count: number(verdict?.differences?.length ?? 0) }), 'warn', button(t('verdict.look'), { on: { click: this.commands.ask } }))
        break
      default:
        banner.replaceChildren()
    }
  }

  endEntering(): void {
    this.api.act(board.endEntering)
    this.api.askAboutPuzzle()
    this.api.view.focus(this.api.state)
    this.api.announce(t('entering.ended'))
  }
}
