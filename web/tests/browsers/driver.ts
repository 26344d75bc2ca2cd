/**
 * What the tests ask of a browser, whatever protocol it speaks: keys and pointers are the browser's own, everything else
 * is read by a script in the page.
 */

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Driver {
  readonly version: string
  goto(address: string): Promise<void>
  reload(): Promise<void>
  /** Makes the page this large. */
  resize(width: number, height: number): Promise<void>
  /** The value of an expression in the page; it may be a promise. */
  evaluate<T>(expression: string): Promise<T>
  /** Presses and releases a key: a character, or a code point of WebDriver. */
  press(key: string): Promise<void>
  /** Presses a mouse button or a finger at this point. */
  tap(x: number, y: number): Promise<void>
  close(): Promise<void>
}

/** A sequence of input as both protocols write it. */
export const keyActions = (key: string): unknown[] => [{ type: 'key', id: 'keyboard', actions: [{ type: 'keyDown', value: key }, { type: 'keyUp', value: key }] }]

export const tapActions = (x: number, y: number): unknown[] => [
  {
    type: 'pointer',
    id: 'pointer',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]

/** How long a browser may take to start, in milliseconds. */
export const PATIENCE = 120_000

/** A program with a folder of its own, and the way to end both. */
export async function start(program: string, args: (folder: string) => string[], environment: Record<string, string> = {}): Promise<{ child: ChildProcess; end: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-browser-'))
  const child = spawn(program, args(folder), { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder, ...environment } })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill()
      await gone
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { child, end }
}

/** Waits for a text in what a program prints, and returns the match. */
export function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    let text = ''
    const look = (part: Buffer): void => {
      text += part.toString()
      const match = text.match(pattern)
      if (match) resolve(match)
    }
    child.stdout!.on('data', look)
    child.stderr!.on('data', look)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`the browser ended: ${text}`)))
    setTimeout(() => reject(new Error(`the browser did not start: ${text}`)), PATIENCE).unref()
  })
}
