/** A worker's side of the conversation: it answers each question when its engine is loaded. */

import type { Reply, Request } from './worker-client'

/**
 * Answers the messages of the page, one after another. The last argument of every answer is a function that reports
 * progress. `broken` is called when the engine panicked.
 */
export function answerQuestions(loaded: Promise<unknown>, answers: Record<string, (...args: never[]) => unknown>, broken = (): void => {}): void {
  addEventListener('message', async (event: MessageEvent<Request>) => {
    const { id, question, args } = event.data
    const reply = (reply: Reply) => postMessage(reply)
    try {
      await loaded
      const progress = (value: unknown) => reply({ id, kind: 'progress', value })
      reply({ id, kind: 'answer', value: question === 'ready' ? null : answers[question]!(...([...args, progress] as never[])) })
    } catch (error) {
      const panicked = error instanceof WebAssembly.RuntimeError
      if (panicked) broken()
      reply({ id, kind: panicked ? 'broken' : 'refused', message: error instanceof Error ? error.message : String(error) })
    }
  })
}
