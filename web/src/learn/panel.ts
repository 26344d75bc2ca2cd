/** The view of a game that leads to the lessons, first of all to the one about the technique of the hint. */

import type { Api, News } from '../api'
import { byId, el, redraw } from '../dom'
import { t } from '../i18n'
import type { Panel } from '../tabs'

export class LearnPanel implements Panel {
  private readonly root = byId('panel-learn')

  constructor(
    private readonly api: Api,
    private readonly commands: { open: (lesson: string) => void; hinted: () => string | null },
  ) {}

  open(): void {
    void this.render().catch(this.api.failed)
  }

  close(): void {
    this.root.replaceChildren()
  }

  changed(news: News): void {
    if (news === 'language') this.open()
  }

  private async render(): Promise<void> {
    const { lessonList, lessonOf } = await import('./list')
    const technique = this.commands.hinted()
    const first = technique === null ? null : lessonOf(technique)
    redraw(this.root, el('h2', { class: 'unseen' }, t('tab.learn')), el('p', { class: 'soft' }, t('learn.intro')), lessonList(this.commands.open, first))
  }
}
