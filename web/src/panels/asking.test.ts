import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Asking } from './asking'

describe('a question', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const heard = () => ({ patience: 100, waiting: vi.fn(), done: vi.fn() })
  const after = <T>(time: number, answer: T): Promise<T> => new Promise((resolve) => void setTimeout(() => resolve(answer), time))

  it('that is answered at once is never waited for', async () => {
    const [asking, then] = [new Asking(vi.fn()), heard()]
    void asking.ask(() => after(10, 'yes'), then)
    expect(asking.busy).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(asking.busy).toBe(false)
    expect(then.waiting).not.toHaveBeenCalled()
    expect(then.done.mock.calls).toEqual([['yes']])
  })

  it('that takes long says so before its answer', async () => {
    const [asking, then] = [new Asking(vi.fn()), heard()]
    void asking.ask(() => after(500, 'yes'), then)
    await vi.advanceTimersByTimeAsync(200)
    expect(then.waiting).toHaveBeenCalledOnce()
    expect(then.done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000)
    expect(then.done.mock.calls).toEqual([['yes']])
  })

  it('is given up for the next one, and its answer is dropped', async () => {
    const [asking, first, second] = [new Asking(vi.fn()), heard(), heard()]
    let given: AbortSignal | undefined
    void asking.ask((signal) => {
      given = signal
      return after(50, 'old')
    }, first)
    void asking.ask(() => after(80, 'new'), second)
    expect(given?.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(first.done).not.toHaveBeenCalled()
    expect(second.done.mock.calls).toEqual([['new']])
  })

  it('that was stopped says nothing more, not even that it failed', async () => {
    const failed = vi.fn()
    const [asking, then] = [new Asking(failed), heard()]
    void asking.ask(() => after(50, 0).then(() => Promise.reject(new Error('stopped'))), then)
    asking.stop()
    expect(asking.busy).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(failed).not.toHaveBeenCalled()
    expect(then.done).not.toHaveBeenCalled()
  })

  it('that fails says so and is done without an answer', async () => {
    const failed = vi.fn()
    const [asking, then] = [new Asking(failed), heard()]
    void asking.ask(() => after(10, 0).then(() => Promise.reject(new Error('broken'))), then)
    await vi.advanceTimersByTimeAsync(1000)
    expect(failed).toHaveBeenCalledOnce()
    expect(then.done.mock.calls).toEqual([[null]])
  })
})
