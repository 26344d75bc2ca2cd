/**
 * The end of a game: a card with the time, the hints and the hardest technique the puzzle needs, and the next puzzle of
 * the level. A solution that the page has filled in is no ending.
 */

import type { Api } from './api'
import { clockText } from './api'
import * as board from './board'
import { button, byId, el } from './dom'
import { language, t } from './i18n'
import type { Levels } from './levels'
import { levelWords } from './phrases'
import { byLevel, streak } from './statistics'
import { dayOf } from './daily'

export class Ending {
  private readonly root = byId('ending')
  private drawn = ''
  private best = ''
  /** Names of techniques by slug, in the language they were asked for. */
  private names: { language: string; bySlug: ReadonlyMap<string, string> } = { language: '', bySlug: new Map() }
  private asked = ''

  constructor(
    private readonly api: Api,
    private readonly levels: Levels,
    private readonly commands: { fresh: () => void; share: () => void; lesson: (technique: string) => void },
  ) {}

  render(): void {
    const { state } = this.api
    const solved = state.phase === 'play' && board.isSolved(state) && !state.game.revealed && !state.overlay && !(state.shown && !state.shown.follows)
    byId('layout').classList.toggle('ended', solved)
    this.root.hidden = !solved
    if (!solved) return
    if (this.asked !== `${state.game.id} ${language()}`) void this.ask()
    const { hardest, hints, level } = state.game
    const name = hardest ? this.names.bySlug.get(hardest) : undefined
    const key = [state.game.id, hints, level, name, this.best, t('new')].join()
    if (key === this.drawn && this.root.childElementCount > 0) return
    this.drawn = key
    const fact = (title: string, value: string): HTMLElement => el('div', {}, el('dt', { class: 'soft' }, title), el('dd', {}, value))
    this.root.replaceChildren(
      el('h2', {}, t('ending.title')),
      el('dl', { class: 'ending-facts' }, ...(state.settings.timer ? [fact(t('ending.time'), clockText(state.elapsed))] : []), fact(t('ending.hints'), String(hints)), ...(level ? [fact(t('new.level'), levelWords(level))] : [])),
      ...(name && hardest
        ? [el('p', {}, t('ending.hardest'), ' ', button(name, { class: 'link', data: { command: 'lesson' }, on: { click: () => this.commands.lesson(hardest) } }))]
        : []),
      ...(this.best ? [el('p', { class: 'good-text' }, this.best)] : []),
      el(
        'div',
        { class: 'row' },
        button(level ? t('ending.next', { level: levelWords(level) }) : t('new.another'), {
          class: 'primary',
          data: { command: 'next' },
          on: { click: () => (level ? void this.levels.start(level).catch(this.api.failed) : this.commands.fresh()) },
        }),
        button(t('ending.share'), { icon: 'share', data: { command: 'share' }, on: { click: this.commands.share } }),
      ),
    )
  }

  /** Asks for what the card says beside the time: the technique's name, the level, a personal best. */
  private async ask(): Promise<void> {
    const { api } = this
    const { id } = api.state.game
    this.asked = `${id} ${language()}`
    this.best = ''
    try {
      if (this.names.language !== language()) {
        const list = await api.engine.techniques(language())
        this.names = { language: language(), bySlug: new Map(list.map(({ name, technique }) => [technique, name])) }
      }
      if (api.state.game.level === null) {
        const path = await api.engine.path(api.grid(), { language: language() })
        if (api.state.game.id === id && 'steps' in path) api.note({ level: path.level, score: path.score, hardest: path.hardest })
      }
      api.save()
      const results = await api.games.results()
      if (api.state.game.id !== id) return
      const { level } = api.state.game
      const ours = byLevel(results.filter((result) => result.level === level), level ? [level] : [])[0]
      const days = streak(results, dayOf(new Date()))
      const isBest = ours !== undefined && ours.solved > 1 && api.state.elapsed <= ours.best
      this.best = isBest && level ? t('ending.best', { level: levelWords(level) }) : days > 1 ? t('ending.streak', { count: days }) : ''
    } catch (error) {
      api.failed(error)
    }
    this.render()
  }
}
