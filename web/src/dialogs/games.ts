/** All kept games: go on with one, look at a solved one, delete one, save all to a file and read them back. */

import type { Api } from '../api'
import { clockText } from '../api'
import { button, byId, el, icon } from '../dom'
import type { Summary, VariantSummary } from '../games'
import { gameName, percentOf } from '../home'
import { language, number, t } from '../i18n'
import { miniBoard } from '../mini'
import { levelChip } from '../panels/parts'
import { openDialog } from './dialog'
import { download } from './share'

type Kept = Summary | VariantSummary

const nameOf = (game: Kept): string => ('variant' in game ? game.name || t('games.unnamed') : gameName(game))

export async function openGames(api: Api, variants: { open(id: string): void; forget(id: string): void }): Promise<void> {
  api.save()
  const list = el('div', { class: 'games' })
  const show = async (): Promise<void> => {
    const games = [...(await api.games.list()), ...(await api.games.variants())].sort((a, b) => b.updated - a.updated)
    const isDone = ({ finished, revealed }: Kept): boolean => finished !== null || revealed
    list.replaceChildren(
      ...(games.length === 0 ? [el('p', { class: 'soft' }, t('games.none'))] : []),
      ...section(t('games.going'), games.filter((game) => !isDone(game))),
      ...section(t('games.finished'), games.filter(isDone)),
    )
  }
  const section = (title: string, games: readonly Kept[]): Node[] =>
    games.length === 0 ? [] : [el('h3', {}, title), el('ul', { class: 'game-list' }, ...games.map((game) => el('li', {}, card(game), remove(game))))]
  const card = (game: Kept): HTMLElement => {
    const open = (): void => {
      dialog.close()
      if ('variant' in game) return variants.open(game.id)
      void api.openGame(game.id).then((there) => {
        if (!there) api.toast(t('games.lost'))
      })
    }
    const done = game.finished !== null
    const when = new Date(game.updated).toLocaleDateString(language() === 'zh' ? 'zh-CN' : 'en-GB', { day: 'numeric', month: 'short' })
    const facts = [
      ...(game.author ? [t('title.author', { author: game.author })] : []),
      done ? `✓ ${clockText(game.elapsed)}` : game.revealed ? t('games.revealed') : `${t('home.percent', { percent: 'variant' in game ? game.percent : percentOf(game) })} · ${clockText(game.elapsed)}`,
      ...(game.hints > 0 ? [t('games.hints', { count: game.hints })] : []),
      ...(!('variant' in game) && game.score !== null ? [t('games.score', { score: number(game.score) })] : []),
      when,
    ]
    return el(
      'button',
      { type: 'button', class: 'game-card', data: { game: game.id }, on: { click: open } },
      'variant' in game ? el('span', { class: 'mini-variant' }, icon('grid')) : miniBoard(game.placed, game.givens),
      el('span', { class: 'home-text' }, el('strong', {}, nameOf(game), !('variant' in game) && game.level && game.name ? levelChip(game.level) : null), el('span', { class: 'soft' }, facts.join(' · '))),
    )
  }
  const remove = (game: Kept): HTMLElement => {
    const ask = (): void => {
      const question = openDialog(
        'dialog-delete',
        t('games.delete.title'),
        el('p', {}, t('games.delete.text', { name: nameOf(game) })),
        el(
          'div',
          { class: 'row' },
          button(t('games.delete'), {
            class: 'danger',
            id: 'delete-game',
            on: {
              click: () => {
                api.games.remove(game.id)
                variants.forget(game.id)
                question.close()
                void show()
              },
            },
          }),
          button(t('games.keep'), { on: { click: () => question.close() } }),
        ),
      )
    }
    return button('', { icon: 'trash', class: 'quiet', 'aria-label': t('games.delete.of', { name: nameOf(game) }), title: t('games.delete'), on: { click: ask } })
  }
  const save = async (): Promise<void> => download(new Blob([await api.games.export()], { type: 'application/json' }), 'ninefold-games.json')
  const file = byId<HTMLInputElement>('games-file')
  const read = async (): Promise<void> => {
    const chosen = file.files?.[0]
    file.value = ''
    if (!chosen || chosen.size > LARGEST_FILE) return
    const count = await api.games.import(await chosen.text())
    api.toast(t('games.imported', { count }))
    await show()
  }
  file.onchange = () => void read().catch(api.failed)
  const dialog = openDialog(
    'dialog-games',
    t('home.games'),
    list,
    el('p', { class: 'soft' }, t('games.where')),
    el('div', { class: 'row' }, button(t('games.export'), { id: 'export-games', on: { click: () => void save().catch(api.failed) } }), el('button', { type: 'button', id: 'import-games', on: { click: () => file.click() } }, icon('plus'), el('span', {}, t('games.import')))),
  )
  await show().catch(api.failed)
}

/** Thousands of games fit. */
const LARGEST_FILE = 100 << 20
