/** The list of lessons, and which lesson a technique belongs to. */

import { el, icon } from '../dom'
import { language, number, t } from '../i18n'
import { ENOUGH, LESSONS, learnt, progress } from './progress'
import type { LessonId } from './progress'
import { TEXTS } from './texts'

/** The lesson about a technique, by its slug. */
export function lessonOf(technique: string): LessonId | null {
  return LESSONS.find((id) => TEXTS[id].techniques.includes(technique)) ?? null
}

/** Buttons for all lessons; `first` is put before the others. */
export function lessonList(open: (lesson: string) => void, first: LessonId | null = null): HTMLElement {
  const solved = progress()
  const order = first ? [first, ...LESSONS.filter((id) => id !== first)] : LESSONS
  return el(
    'ol',
    { class: 'lessons' },
    ...order.map((id) => {
      const count = solved[id] ?? 0
      const done = count >= ENOUGH
      const { name } = TEXTS[id][language()]
      return el(
        'li',
        {},
        el(
          'button',
          { type: 'button', class: `lesson-link${done ? ' done' : ''}${id === first ? ' first' : ''}`, data: { lesson: id }, on: { click: () => open(id) } },
          el('span', { class: 'lesson-number', 'aria-hidden': 'true' }, done ? '✓' : number(LESSONS.indexOf(id) + 1)),
          el('span', { class: 'home-text' }, el('strong', {}, name), el('span', { class: 'soft' }, done ? t('learn.done') : count > 0 ? t('learn.solved', { count, of: ENOUGH }) : TEXTS[id][language()].short)),
          icon('next'),
        ),
      )
    }),
  )
}

/** The whole screen of the list. */
export function listScreen(open: (lesson: string) => void): Node[] {
  const { done, of } = learnt()
  return [
    el(
      'div',
      { class: 'learn-list' },
      el('div', { class: 'home-head' }, el('h2', { class: 'home-title' }, t('tab.learn')), el('p', { class: 'soft' }, t('learn.intro')), el('p', { class: 'soft' }, t('learn.progress', { done, of }))),
      lessonList(open),
    ),
  ]
}
