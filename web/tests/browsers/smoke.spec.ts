/** The page in browsers other than Chromium: what a player does in the first minutes. */

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Driver } from './driver.ts'
import { firefox, hasFirefox } from './firefox.ts'
import { hasWebKit, webkit } from './webkit.ts'

const BROWSERS = [
  { name: 'Firefox', there: hasFirefox, launch: firefox },
  { name: 'WebKit', there: hasWebKit, launch: webkit },
]

for (const { name, there } of BROWSERS) if (!there) console.log(`${name} is not installed: its tests are skipped`)

for (const { launch, name, there } of BROWSERS) describe.skipIf(!there)(name, () => {
  let browser: Driver

  beforeAll(async () => {
    browser = await launch()
    console.log(`${name} ${browser.version}`)
  })
  afterAll(() => browser?.close())

  const until = <T>(expression: string, expected: T): Promise<unknown> => expect.poll(() => browser.evaluate<T>(expression), { message: expression }).toEqual(expected)
  const count = (selector: string): string => `document.querySelectorAll(${JSON.stringify(selector)}).length`
  const text = (selector: string): Promise<string> => browser.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`)
  const complaints = (): Promise<string[]> => browser.evaluate('window.complaints')
  const ready = (): Promise<unknown> => until('document.documentElement.dataset.ready', '')

  /** Presses the middle of an element that is there and nothing else covers. */
  async function tap(selector: string): Promise<void> {
    const place = `(() => {
      const element = document.querySelector(${JSON.stringify(selector)})
      if (!element) return null
      element.scrollIntoView({ block: 'nearest' })
      const { height, left, top, width } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hit = document.elementFromPoint(x, y)
      return hit && (element.contains(hit) || hit.contains(element)) ? [x, y] : null
    })()`
    await expect.poll(() => browser.evaluate(place), { message: `${selector} can be pressed` }).not.toBeNull()
    const [x, y] = (await browser.evaluate<[number, number]>(place))!
    await browser.tap(x, y)
  }

  const cell = (at: number): string => `#board .cell[data-cell="${at}"]`
  const digit = (at: number): string => `document.querySelector('${cell(at)} .digit')?.textContent ?? '.'`
  const emptyCells = (): Promise<number[]> => browser.evaluate(`[...document.querySelectorAll('#board .cell')].flatMap((cell, at) => cell.querySelector('.digit') ? [] : [at])`)

  test('home opens on a phone, and nothing scrolls sideways', async () => {
    await browser.goto(inject('address'))
    await browser.evaluate(`localStorage.setItem('ninefold.tour', '1')`)
    await browser.resize(390, 844)
    await browser.reload()
    await ready()
    expect(await browser.evaluate('[innerWidth, innerHeight]')).toEqual([390, 844])
    await until(count('[data-command^="level-"]'), 5)
    expect(await browser.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
    expect(await complaints()).toEqual([])
  })

  test('an easy game is played with keys and by tapping, with a hint', async () => {
    await tap('[data-command="level-easy"]')
    await until(`document.querySelector('#board') !== null && document.querySelectorAll('#board .given').length > 16`, true)
    const [first, second] = (await emptyCells()) as [number, number]
    await tap(cell(first))
    await browser.press('4')
    await until(digit(first), '4')
    await tap(cell(second))
    await tap('#keys [data-digit="7"]')
    await until(digit(second), '7')
    await tap('[data-tool="undo"]')
    await tap('[data-tool="undo"]')
    await until(digit(second), '.')
    await until(digit(first), '.')
    expect(await browser.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
    await tap('#tab-hint')
    await expect.poll(() => text('#panel-hint')).toMatch(/\w+/)
    await tap('#panel-hint [data-command="more"]')
    await expect.poll(() => browser.evaluate<number>(count('#panel-hint .ladder li'))).toBeGreaterThan(0)
    expect(await complaints()).toEqual([])
  })

  test('the path is explained, and the game is there after a reload', async () => {
    await browser.resize(1280, 900)
    const [first] = (await emptyCells()) as [number]
    await tap(cell(first))
    await browser.press('5')
    await until(digit(first), '5')
    await tap('#tab-analyse')
    await tap('#tab-path')
    await expect.poll(() => browser.evaluate<number>(count('#panel-path .chart'))).toBe(1)
    expect(await complaints()).toEqual([])
    // The game in progress is kept a moment after the last change.
    await until(`(localStorage.getItem('ninefold.game') ?? '').length > 0`, true)
    await browser.reload()
    await ready()
    await until(digit(first), '5')
    await tap('#go-home')
    await until(count('[data-command="continue"]'), 1)
    await tap('[data-command="games"]')
    await until(count('dialog[open] .game-card'), 1)
    expect(await complaints()).toEqual([])
  })

  test('new puzzles are laid out for printing', async () => {
    await browser.press('\uE00C')
    await until(count('dialog[open]'), 0)
    await browser.evaluate(`void (window.print = () => (document.documentElement.dataset.printed = 'yes'))`)
    await tap('[data-command="print"]')
    await browser.evaluate(`(() => { for (const [id, value] of [['print-medium', '2'], ['print-seed', '7']]) { const input = document.getElementById(id); input.value = value; input.dispatchEvent(new Event('input', { bubbles: true })) } })()`)
    await tap('#print-go')
    await until('document.documentElement.dataset.printed', 'yes')
    expect(await browser.evaluate(count('#sheet svg'))).toBe(4)
    expect(await complaints()).toEqual([])
  })
})
