/** Firefox over WebDriver BiDi, which it speaks itself. */

import { existsSync } from 'node:fs'
import { keyActions, printed, start, tapActions, type Driver } from './driver.ts'

const PROGRAM = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))

export const hasFirefox = PROGRAM !== undefined

interface Answer {
  id?: number
  result?: unknown
  error?: string
  message?: string
}

export async function firefox(): Promise<Driver> {
  const { child, end } = await start(PROGRAM!, (folder) => ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0', 'about:blank'])
  const [, address] = await printed(child, /WebDriver BiDi listening on (ws:\/\/\S+)/)
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('no connection to Firefox')))
  })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  socket.addEventListener('message', ({ data }) => {
    const { error, id, message, result } = JSON.parse(String(data)) as Answer
    const one = waiting.get(id ?? -1)
    waiting.delete(id ?? -1)
    if (error) one?.reject(new Error(`${error}: ${message}`))
    else one?.resolve(result)
  })
  let next = 1
  const send = <T>(method: string, params: unknown): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.set(next, { resolve: resolve as (value: unknown) => void, reject })
      socket.send(JSON.stringify({ id: next++, method, params }))
    })
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const { context } = contexts[0]!
  const perform = (actions: unknown[]): Promise<void> => send('input.performActions', { context, actions })
  return {
    version: capabilities.browserVersion,
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    evaluate: async <T>(expression: string): Promise<T> => {
      // Values come as text: the protocol's own form is a tree.
      const wrapped = `(async () => JSON.stringify((await (${expression})) ?? null))()`
      const answer = await send<{ result: { value: string }; exceptionDetails?: { text: string } }>('script.evaluate', { expression: wrapped, target: { context }, awaitPromise: true })
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
      return JSON.parse(answer.result.value) as T
    },
    press: (key) => perform(keyActions(key)),
    tap: (x, y) => perform(tapActions(x, y)),
    close: async () => {
      socket.close()
      await end()
    },
  }
}
