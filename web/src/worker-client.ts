/**
 * A worker that answers questions, and the questions it has not answered yet.
 *
 * Long work is cancelled with an `AbortSignal`: the worker that does it is ended and a new one takes its place. The
 * other questions that it has not answered are sent to the new one.
 */

export interface Request {
  id: number
  question: string
  args: unknown[]
}

export type Reply =
  | { id: number; kind: 'answer'; value: unknown }
  | { id: number; kind: 'progress'; value: unknown }
  /** `broken`: the engine panicked, which is a mistake of ours, and must not be asked again. */
  | { id: number; kind: 'refused' | 'broken'; message: string }

/** For work that takes a while. */
export interface Ask<Progress = never> {
  signal?: AbortSignal
  progress?: (progress: Progress) => void
}

/** Long work that was stopped by its signal. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled')
    this.name = 'Cancelled'
  }
}

interface Waiting {
  request: Request
  resolve: (value: unknown) => void
  reject: (error: Error) => void
  progress: ((progress: never) => void) | undefined
}

/** One worker, the questions it has not answered yet, and the way to start over. */
export class WorkerClient {
  private worker: Worker | null = null
  private readonly waiting = new Map<number, Waiting>()
  private next = 1

  constructor(private readonly start: () => Worker) {}

  ask<T>(question: Request['question'], args: unknown[], how: Ask<never> = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (how.signal?.aborted) return reject(new Cancelled())
      const id = this.next++
      const request: Request = { id, question, args }
      const stop = () => {
        if (!this.waiting.delete(id)) return
        reject(new Cancelled())
        this.restart()
      }
      const settle = () => how.signal?.removeEventListener('abort', stop)
      this.waiting.set(id, {
        request,
        resolve: (value) => (settle(), resolve(value as T)),
        reject: (error) => (settle(), reject(error)),
        progress: how.progress,
      })
      how.signal?.addEventListener('abort', stop, { once: true })
      this.running().postMessage(request)
    })
  }

  private running(): Worker {
    if (this.worker === null) {
      const worker = this.start()
      worker.addEventListener('message', (event: MessageEvent<Reply>) => this.answered(event.data))
      worker.addEventListener('error', (event) => this.failed(event.message))
      this.worker = worker
    }
    return this.worker
  }

  private answered(reply: Reply): void {
    const waiting = this.waiting.get(reply.id)
    if (waiting === undefined) return
    if (reply.kind === 'progress') {
      waiting.progress?.(reply.value as never)
      return
    }
    this.waiting.delete(reply.id)
    if (reply.kind === 'answer') waiting.resolve(reply.value)
    else waiting.reject(new Error(reply.message))
    // An engine that panicked is in no known state.
    if (reply.kind === 'broken') this.restart()
  }

  private failed(message: string): void {
    const all = [...this.waiting.values()]
    this.waiting.clear()
    this.worker?.terminate()
    this.worker = null
    for (const waiting of all) waiting.reject(new Error(message || 'the engine could not be started'))
  }

  /** Ends the worker and asks a new one what is still to be answered. It loads the engine at once, for the next question. */
  private restart(): void {
    this.worker?.terminate()
    this.worker = null
    const load: Request = { id: 0, question: 'ready', args: [] }
    for (const request of [load, ...[...this.waiting.values()].map((waiting) => waiting.request)]) this.running().postMessage(request)
  }
}

