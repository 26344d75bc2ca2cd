/** How many puzzles were solved, how fast, and how many days in a row. */

import type { Api } from '../api'
import { clockText } from '../api'
import { dayOf } from '../daily'
import { el } from '../dom'
import { number, t } from '../i18n'
import { LEVELS } from '../levels'
import { levelChip } from '../panels/parts'
import { byLevel, streak } from '../statistics'
import { openDialog } from './dialog'

export async function openStatistics(api: Api): Promise<void> {
  const results = await api.games.results()
  const rows = byLevel(results, LEVELS)
  const days = streak(results, dayOf(new Date()))
  const big = (name: string, value: number): HTMLElement => el('div', {}, el('dt', { class: 'soft' }, name), el('dd', {}, number(value)))
  openDialog(
    'dialog-statistics',
    t('home.statistics'),
    el('dl', { class: 'ratings' }, big(t('statistics.solved'), results.length), big(t('statistics.streak'), days)),
    rows.length === 0
      ? el('p', { class: 'soft' }, t('statistics.none'))
      : el(
          'table',
          { class: 'kinds' },
          el('thead', {}, el('tr', {}, ...['new.level', 'statistics.solved', 'statistics.best', 'statistics.median'].map((key) => el('th', { scope: 'col' }, t(key as 'new.level'))))),
          el('tbody', {}, ...rows.map(({ best, level, median, solved }) => el('tr', {}, el('th', { scope: 'row' }, level ? levelChip(level) : t('statistics.other')), el('td', {}, number(solved)), el('td', {}, clockText(best)), el('td', {}, clockText(median))))),
        ),
    el('p', { class: 'soft' }, t('games.where')),
  )
}
