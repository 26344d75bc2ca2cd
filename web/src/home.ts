/** The first screen: go on, today's puzzle, a new game of any level, lessons, and ways to bring a puzzle. */

import type { Api } from './api'
import { clockText } from './api'
import { dayOf, dayWords, levelOfDay, puzzleOfDay } from './daily'
import { button, byId, el, icon } from './dom'
import type { Level } from './engine'
import type { Summary, VariantSummary } from './games'
import { t } from './i18n'
import { LEVELS } from './levels'
import type { Levels, Made } from './levels'
import { miniBoard } from './mini'
import { levelChip } from './panels/parts'
import { levelWords } from './phrases'
import { learnt } from './learn/progress'

export interface HomeCommands {
  games(): void
  calendar(): void
  statistics(): void
  learn(): void
  variants(): void
  variant(id: string): void
  enter(): void
  paste(): void
  photo(): void
  gallery(): void
  generate(): void
  print(): void
  tour(): void
}

/** How much of a puzzle is filled in, in percent. */
export const percentOf = ({ givens, placed }: Pick<Summary, 'givens' | 'placed'>): number => {
  const empty = [...givens].filter((digit) => digit === '.').length
  const left = [...placed].filter((digit) => digit === '.').length
  return empty === 0 ? 100 : Math.floor((100 * (empty - left)) / empty)
}

/** What a game is called in a list. */
export const gameName = ({ day, level, name }: Pick<Summary, 'day' | 'level' | 'name'>): string => (day ? t('home.dayOf', { day: dayWords(day) }) : name || (level ? levelWords(level) : t('games.unnamed')))

export class Home {
  private readonly root = byId('home')
  private games: Summary[] = []
  private variants: VariantSummary[] = []
  private today: Made | null = null
  private making: { level: Level; stop: AbortController } | null = null

  constructor(
    private readonly api: Api,
    private readonly levels: Levels,
    private readonly commands: HomeCommands,
  ) {}

  /** Reads what is kept, and draws it. */
  async show(): Promise<void> {
    this.render()
    ;[this.games, this.variants] = await Promise.all([this.api.games.list(), this.api.games.variants()])
    this.render()
    if (!this.today) {
      try {
        this.today = await puzzleOfDay(this.api, dayOf(new Date()))
        this.render()
      } catch (error) {
        this.api.failed(error)
      }
    }
    // What a beginner chooses first should be there at once.
    this.levels.prepare('easy')
  }

  /** The keyboard stays on the same command. */
  render(): void {
    const focused = this.root.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset['command'] : undefined
    const isOpen = ({ finished, revealed }: Summary | VariantSummary): boolean => finished === null && !revealed
    const [game, variant] = [this.games.find(isOpen), this.variants.find(isOpen)]
    const current = variant && variant.updated > (game?.updated ?? 0) ? variant : game
    this.root.replaceChildren(
      el('div', { class: 'home-head' }, el('h2', { class: 'home-title' }, t('home.title')), el('p', { class: 'soft home-why' }, t('home.why'))),
      el(
        'div',
        { class: 'home-cards' },
        el('div', { class: 'home-now' }, current ? ('variant' in current ? this.goOnVariant(current) : this.goOn(current)) : this.firstSteps(), this.day()),
        el(
          'div',
          { class: 'home-more' },
          el('section', { class: 'home-section' }, el('h3', {}, t('home.new')), el('div', { class: 'levels' }, ...LEVELS.map((level) => this.level(level)))),
          this.lessons(),
          this.drawing(),
          el(
            'section',
            { class: 'home-section' },
            el('h3', {}, t('home.bring')),
            el('div', { class: 'home-links' }, this.link('note', 'enter', this.commands.enter), this.link('copy', 'paste', this.commands.paste), this.link('camera', 'photo', this.commands.photo), this.link('plus', 'generate', this.commands.generate), this.link('grid', 'gallery', this.commands.gallery), this.link('print', 'print', this.commands.print)),
          ),
          el(
            'section',
            { class: 'home-section' },
            el('h3', {}, t('home.yours')),
            el('div', { class: 'home-links' }, this.link('games', 'games', this.commands.games), this.link('calendar', 'calendar', this.commands.calendar), this.link('chart', 'statistics', this.commands.statistics)),
          ),
        ),
      ),
    )
    if (focused) this.root.querySelector<HTMLElement>(`[data-command="${focused}"]`)?.focus()
  }

  private goOn(game: Summary): HTMLElement {
    return this.card('continue', t('home.continue'), gameName(game), miniBoard(game.placed, game.givens), [
      game.level ? levelChip(game.level) : null,
      el('span', { class: 'soft' }, `${t('home.percent', { percent: percentOf(game) })} · ${clockText(game.elapsed)}`),
    ], () => void this.api.openGame(game.id))
  }

  private goOnVariant(game: VariantSummary): HTMLElement {
    return this.card('continue', t('home.continue'), game.name || t('games.unnamed'), icon('grid'), [el('span', { class: 'soft' }, `${t('home.percent', { percent: game.percent })} · ${clockText(game.elapsed)}`)], () => this.commands.variant(game.id))
  }

  /** Where there is nothing to go on with. */
  private firstSteps(): HTMLElement {
    return this.card('tour', t('home.first'), t('home.first.text'), icon('bulb'), [], this.commands.tour)
  }

  private day(): HTMLElement {
    const day = dayOf(new Date())
    const game = this.games.find((kept) => kept.day === day)
    const solved = game !== undefined && game.finished !== null
    const open = async (): Promise<void> => {
      if (game) await this.api.openGame(game.id)
      else if (this.today) this.levels.open(this.today, { day, name: t('home.dayOf', { day: dayWords(day) }) })
    }
    const picture = this.today ? miniBoard(game?.placed ?? this.today.puzzle, this.today.puzzle) : miniBoard('')
    const state = solved ? el('span', { class: 'good-text' }, `✓ ${clockText(game.elapsed)}`) : game ? el('span', { class: 'soft' }, t('home.percent', { percent: percentOf(game) })) : null
    return this.card('today', t('home.today'), dayWords(day), picture, [levelChip(this.today?.level ?? levelOfDay(day)), state], () => void open())
  }

  private card(command: string, title: string, name: string, picture: Node, facts: (Node | null)[], open: () => void): HTMLElement {
    return el(
      'button',
      { type: 'button', class: `home-card ${command}`, data: { command }, on: { click: open } },
      el('span', { class: 'home-picture' }, picture),
      el('span', { class: 'home-text' }, el('strong', {}, title), el('span', {}, name), el('span', { class: 'row facts-row' }, ...facts)),
      icon('next'),
    )
  }

  private level(level: Level): HTMLElement {
    const busy = this.making?.level === level
    return button(levelWords(level), {
      class: `level-button level-${level}${busy ? ' making' : ''}`,
      'aria-busy': String(busy),
      data: { command: `level-${level}` },
      on: { click: () => void this.start(level) },
    })
  }

  private async start(level: Level): Promise<void> {
    this.making?.stop.abort()
    const making = { level, stop: new AbortController() }
    this.making = making
    this.render()
    const slow = setTimeout(() => this.api.toast(t('home.making', { level: levelWords(level) })), 1500)
    try {
      await this.levels.start(level, making.stop.signal)
    } catch (error) {
      this.api.failed(error)
    } finally {
      clearTimeout(slow)
      if (this.making === making) this.making = null
      this.render()
    }
  }

  private lessons(): HTMLElement {
    const { done, of } = learnt()
    return el(
      'button',
      { type: 'button', class: 'home-card learn-card', data: { command: 'learn' }, on: { click: this.commands.learn } },
      icon('learn'),
      el('span', { class: 'home-text' }, el('strong', {}, t('tab.learn')), el('span', { class: 'soft' }, done > 0 ? t('learn.progress', { done, of }) : t('home.learn'))),
      icon('next'),
    )
  }

  private drawing(): HTMLElement {
    return el(
      'button',
      { type: 'button', class: 'home-card learn-card', data: { command: 'variants' }, on: { click: this.commands.variants } },
      icon('grid'),
      el('span', { class: 'home-text' }, el('strong', {}, t('home.variants')), el('span', { class: 'soft' }, t('home.variants.text'))),
      icon('next'),
    )
  }

  private link(sign: string, name: 'enter' | 'paste' | 'photo' | 'generate' | 'gallery' | 'print' | 'games' | 'calendar' | 'statistics', run: () => void): HTMLElement {
    return button(t(`home.${name}`), { icon: sign, class: 'home-link', data: { command: name }, on: { click: run } })
  }
}
