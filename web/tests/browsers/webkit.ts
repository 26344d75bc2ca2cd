/** WebKitGTK's small browser over WebDriver. It has no mode without windows, so these are on a display of memory. */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { keyActions, PATIENCE, printed, start, tapActions, type Driver } from './driver.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const DISPLAY = '/usr/bin/Xvfb'
const LIBRARIES = '/usr/lib/x86_64-linux-gnu'
const PROGRAM = [LIBRARIES, '/usr/lib/aarch64-linux-gnu']
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).flatMap((name) => (name.startsWith('webkit2gtk-') ? [`${folder}/${name}/MiniBrowser`] : [])))
  .find((path) => existsSync(path))

export const hasWebKit = PROGRAM !== undefined && existsSync(DRIVER) && existsSync(DISPLAY)

/** The browser's own buttons are wider than a phone. */
const SLIM = '* { font-size: 1px; min-width: 0; padding: 0; margin: 0 } toolbar image, headerbar image { -gtk-icon-size: 1px; min-width: 0 }'

export async function webkit(): Promise<Driver> {
  const display = await start(DISPLAY, () => ['-displayfd', '1', '-screen', '0', '1400x1200x24', '-nolisten', 'tcp'])
  const [, number] = await printed(display.child, /^(\d+)\n/)
  // The driver does not print its port, and takes none of the system's choice.
  const port = 20_000 + (process.pid % 20_000)
  const slim = (folder: string): string[] => {
    mkdirSync(`${folder}/.config/gtk-3.0`, { recursive: true })
    writeFileSync(`${folder}/.config/gtk-3.0/gtk.css`, SLIM)
    return [`--port=${port}`]
  }
  const driver = await start(DRIVER, slim, {
    DISPLAY: `:${number}`,
    // Its processes cannot have a sandbox of their own as root or in a container.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  })
  const ask = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`)
    return value
  }
  const until = Date.now() + PATIENCE
  while (!(await ask('GET', '/status').then(() => true, () => false))) {
    if (Date.now() > until) throw new Error('WebKitWebDriver did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const options = { 'webkitgtk:browserOptions': { binary: PROGRAM, args: ['--automation'] } }
  const made = await ask<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '/session', { capabilities: { alwaysMatch: options } })
  const session = `/session/${made.sessionId}`
  const evaluate = async <T>(expression: string): Promise<T> => {
    const script = `const done = arguments[0]; (async () => (${expression}))().then((value) => done([value ?? null]), (error) => done(String(error)))`
    const answer = await ask<[T] | string>('POST', `${session}/execute/async`, { script, args: [] })
    if (typeof answer === 'string') throw new Error(answer)
    return answer[0]
  }
  const perform = (actions: unknown[]): Promise<void> => ask('POST', `${session}/actions`, { actions })
  return {
    version: made.capabilities.browserVersion,
    goto: (url) => ask('POST', `${session}/url`, { url }),
    reload: () => ask('POST', `${session}/refresh`, {}),
    resize: async (width, height) => {
      await ask('POST', `${session}/window/rect`, { width, height })
      // What is left beside the page is known only now.
      const [w, h] = await evaluate<[number, number]>('[innerWidth, innerHeight]')
      await ask('POST', `${session}/window/rect`, { width: 2 * width - w, height: 2 * height - h })
    },
    evaluate,
    press: (key) => perform(keyActions(key)),
    tap: (x, y) => perform(tapActions(x, y)),
    close: async () => {
      await ask('DELETE', session).catch(() => undefined)
      await driver.end()
      await display.end()
    },
  }
}
