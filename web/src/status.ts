/**
 * The puzzle's name, how much is left, the clock; and a banner for what matters now: typing in, a grid that is not a
 * puzzle, a mistake in a full board, a solution that was filled in.
 */

import type { Api } from './api'
import { clockText } from './api'
import * as board from './board'
import { button, byId, el, setAttribute, setText } from './dom'
import { number, t } from './i18n'
import { houseWords, titleWords } from './phrases'

export class Status {
  private bannerKey = ''

  constructor(
    private readonly api: Api,
    private readonly commands: { ask: () => void },
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
    if (!this.api.isPlaying()) return
    const { state } = this.api
    const left = state.marks.filter((mark) => !mark.digit).length
    const givens = 81 - state.marks.filter((mark) => !mark.given).length
    setText(byId('status-name'), state.phase === 'enter' ? t('entering.title') : titleWords(state.name, state.game.author) || t('givens', { count: givens }))
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
    const kind = state.phase === 'enter' ? '' : state.overlay || (state.shown && !state.shown.follows) ? '' : solved ? (state.game.revealed ? 'revealed' : '') : verdict && verdict.answer !== 'unique' ? verdict.answer : full ? 'full' : ''
    const key = [kind, t('new'), kind === 'none' ? JSON.stringify(verdict?.conflicts) : ''].join()
    if (key === this.bannerKey) return
    this.bannerKey = key
    banner.hidden = kind === ''
    banner.className = 'banner'
    const say = (text: string, tone: string, ...buttons: HTMLElement[]): void => {
      banner.classList.add(tone)
      banner.replaceChildren(el('p', {}, text), ...buttons)
    }
    switch (kind) {
      case 'revealed':
        say(t('revealed'), 'plain', button(t('ask.restart'), { on: { click: () => api.act(board.restart) } }))
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
}
