/**
 * One question at a time: whoever asks again gives up the question before, and an answer that comes too late is dropped.
 */

/** What becomes of a question. */
interface Then<T> {
  /** How long to wait before saying so, in milliseconds: an answer that comes at once should not flicker. */
  patience: number
  /** The answer takes longer than that. */
  waiting: () => void
  /** The answer is there, or null where asking failed. Not called after the question is withdrawn. */
  done: (answer: T | null) => void
}

export class Asking {
  private current: AbortController | null = null

  constructor(private readonly failed: (error: unknown) => void) {}

  /** Whether an answer is waited for. */
  get busy(): boolean {
    return this.current !== null
  }

  /** Withdraws the question. */
  stop(): void {
    this.current?.abort()
    this.current = null
  }

  async ask<T>(question: (signal: AbortSignal) => Promise<T>, then: Then<T>): Promise<void> {
    this.stop()
    const asked = new AbortController()
    this.current = asked
    const waiting = setTimeout(then.waiting, then.patience)
    let answer: T | null = null
    try {
      answer = await question(asked.signal)
    } catch (error) {
      if (this.current === asked) this.failed(error)
    } finally {
      clearTimeout(waiting)
    }
    if (this.current !== asked) return
    this.current = null
    then.done(answer)
  }
}
