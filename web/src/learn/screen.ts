/** The screen of lessons: the list of them, or one. Its parts are loaded when it is opened. */

import type { Api } from '../api'
import { byId } from '../dom'

/** An open lesson. */
export interface Lesson {
  /** Draws it in another language. */
  translate(): void
  /** Stops what it does. */
  close(): void
}

export class LearnScreen {
  private readonly root = byId('learn')
  private lesson: Lesson | null = null
  private shown: string | null = null

  constructor(
    private readonly api: Api,
    private readonly commands: { open: (lesson: string) => void },
  ) {}

  /** Shows a lesson, or the list for the empty name. */
  show(id: string): void {
    this.hide()
    this.shown = id
    void this.load(id).catch(this.api.failed)
  }

  hide(): void {
    this.lesson?.close()
    this.lesson = null
    this.shown = null
    this.root.replaceChildren()
  }

  translate(): void {
    if (this.lesson) this.lesson.translate()
    else if (this.shown !== null) this.show(this.shown)
  }

  /** Opens the lesson about a technique, or the list if there is none. */
  openFor(technique: string): void {
    void import('./list').then(({ lessonOf }) => this.commands.open(lessonOf(technique) ?? ''), this.api.failed)
  }

  private async load(id: string): Promise<void> {
    const [{ listScreen }, { isLesson, openLesson }] = await Promise.all([import('./list'), import('./lesson')])
    if (this.shown !== id) return
    if (isLesson(id)) this.lesson = openLesson(this.api, this.root, id, this.commands.open)
    else this.root.replaceChildren(...listScreen(this.commands.open))
  }
}
