/** The puzzle of each day of a month, and which of them were solved. */

import type { Api } from '../api'
import { dateOf, dayOf, dayWords, levelOfDay, puzzleOfDay } from '../daily'
import { button, el } from '../dom'
import { language, t } from '../i18n'
import type { Levels } from '../levels'
import { levelWords } from '../phrases'
import { openDialog } from './dialog'

export async function openCalendar(api: Api, levels: Levels): Promise<void> {
  const today = dayOf(new Date())
  const games = await api.games.list()
  const results = await api.games.results()
  const solved = new Set(results.map(({ day }) => day))
  const begun = new Set(games.filter(({ finished }) => finished === null).map(({ day }) => day))
  const body = el('div', { class: 'calendar-body' })
  const dialog = openDialog('dialog-calendar', t('home.calendar'), body)
  const locale = language() === 'zh' ? 'zh-CN' : 'en-GB'
  const open = async (day: string): Promise<void> => {
    const kept = games.find((game) => game.day === day)
    try {
      if (kept) await api.openGame(kept.id)
      else levels.open(await puzzleOfDay(api, day), { day, name: t('home.dayOf', { day: dayWords(day) }) })
      dialog.close()
    } catch (error) {
      api.failed(error)
    }
  }
  const show = (month: Date): void => {
    const first = new Date(month.getFullYear(), month.getMonth(), 1, 12)
    const count = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate()
    const go = (by: number) => () => show(new Date(month.getFullYear(), month.getMonth() + by, 1, 12))
    const isLast = dayOf(first).slice(0, 7) >= today.slice(0, 7)
    // Weeks begin on Monday.
    const before = (first.getDay() + 6) % 7
    const weekdays = Array.from({ length: 7 }, (_, at) => new Date(2024, 0, 1 + at, 12).toLocaleDateString(locale, { weekday: 'narrow' }))
    const days = Array.from({ length: count }, (_, at) => dayOf(new Date(month.getFullYear(), month.getMonth(), at + 1, 12)))
    const cell = (day: string): HTMLElement => {
      const state = solved.has(day) ? 'solved' : begun.has(day) ? 'begun' : 'new'
      const words = `${dayWords(day)}, ${levelWords(levelOfDay(day))}${state === 'new' ? '' : `, ${t(`calendar.${state}`)}`}`
      return el(
        'button',
        { type: 'button', class: `day ${state} level-${levelOfDay(day)}${day === today ? ' today' : ''}`, disabled: day > today, 'aria-label': words, title: words, data: { day }, on: { click: () => void open(day) } },
        el('span', {}, String(dateOf(day).getDate())),
        el('span', { class: 'day-sign', 'aria-hidden': 'true' }, state === 'solved' ? '✓' : state === 'begun' ? '…' : '•'),
      )
    }
    body.replaceChildren(
      el(
        'div',
        { class: 'row spread' },
        button('', { icon: 'back', class: 'quiet', 'aria-label': t('calendar.before'), on: { click: go(-1) } }),
        el('strong', { 'aria-live': 'polite' }, first.toLocaleDateString(locale, { month: 'long', year: 'numeric' })),
        button('', { icon: 'next', class: 'quiet', 'aria-label': t('calendar.after'), disabled: isLast, on: { click: go(1) } }),
      ),
      el('div', { class: 'days' }, ...weekdays.map((name) => el('span', { class: 'soft weekday', 'aria-hidden': 'true' }, name)), ...Array.from({ length: before }, () => el('span', {})), ...days.map(cell)),
      el('p', { class: 'soft' }, t('calendar.text')),
    )
  }
  show(new Date())
}
