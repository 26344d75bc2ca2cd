/** The page in a browser, as the tests use it. Whatever the console complains about fails the test. */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'

export const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
export const EASY_SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
/** A swordfish. */
export const HARD = '52941.7.3..6..3..2..32......523...76637.5.2..19.62753.3...6942.2..83.6..96.7423.5'
/** Chains and forcing chains. */
export const VERY_HARD = '.6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8...'
/** Takes many seconds to rate. */
export const HARDEST = '98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6'
/** Forcing nets. */
export const FIERCE = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..'
export const MULTIPLE = '.........6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

/** How long to wait for something that happens soon on an idle machine, in milliseconds. */
const PATIENCE = 120_000

/**
 * Whether limits on times are checked. They depend on the machine, and on what else it does: by default the times are
 * only printed. `NINEFOLD_LIMITS=1 npm run test:browser` checks them, on an idle machine.
 */
export const LIMITS = process.env['NINEFOLD_LIMITS'] === '1'

/** Chromium without its windows, which needs half the time, and the whole browser. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

let browser: Browser
let contexts: { context: BrowserContext; complaints: string[] }[] = []

/** Starts the browser for a file of tests, and closes pages after each. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({
      timeout: PATIENCE,
      executablePath: process.env['NINEFOLD_BROWSER'] ?? BROWSERS.find((path) => existsSync(path)) ?? BROWSERS[0],
      // Without a graphics card, emulating one costs more than doing without.
      // The sandbox does not work for root, as which tests on throw-away machines run.
      args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    })
  })
  afterEach(async () => {
    const closed = contexts
    contexts = []
    for (const { context } of closed) await context.close()
    expect(closed.flatMap(({ complaints }) => complaints)).toEqual([])
  })
  afterAll(() => browser.close())
}

export interface Open extends BrowserContextOptions {
  /** Behind the address: `#p=...`. */
  link?: string
  /** Settings that were chosen on an earlier visit. */
  settings?: Record<string, unknown>
  /** Whether it is the very first visit, which begins with the tour. */
  tour?: boolean
}

export const givens = (puzzle: string): string => `#p=${puzzle}`

/** Opens the page in a browser that has never seen it, in English by default. */
export async function open({ link = '', settings, tour = false, ...options }: Open = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options })
  context.setDefaultTimeout(PATIENCE)
  const complaints: string[] = []
  contexts.push({ context, complaints })
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  await context.addInitScript(
    ({ settings, tour }) => {
      if (location.protocol === 'about:') return
      // Once: what the player changes later stays.
      if (sessionStorage.getItem('prepared')) return
      sessionStorage.setItem('prepared', '1')
      if (!tour) localStorage.setItem('ninefold.tour', '1')
      if (settings) localStorage.setItem('ninefold.settings', JSON.stringify(settings))
    },
    { settings, tour },
  )
  const page = await context.newPage()
  await go(page, link)
  return page
}

export async function go(page: Page, link = ''): Promise<void> {
  await page.goto(inject('address') + link)
  await ready(page)
}

export const ready = (page: Page): Promise<unknown> => page.waitForSelector('html[data-ready]', { state: 'attached' })

/** What the board shows: 81 characters. */
export const digits = (page: Page): Promise<string> =>
  page.$$eval('#board .cell', (cells) => cells.map((cell) => cell.querySelector('.digit')?.textContent ?? '.').join(''))

export const cell = (page: Page, row: number, col: number) => page.locator(`#board .cell[data-cell="${(row - 1) * 9 + col - 1}"]`)

/** Waits until the board shows these digits. */
export const shows = (page: Page, expected: string): Promise<unknown> => expect.poll(() => digits(page)).toBe(expected)

/** Opens one of the views beside the board. */
export async function view(page: Page, name: 'play' | 'hint' | 'learn' | 'steps' | 'path' | 'ask' | 'watch'): Promise<void> {
  const top = name === 'play' || name === 'hint' || name === 'learn'
  if (!top) await page.click('#tab-analyse')
  await page.click(`#tab-${name}`)
}

/** The sizes of screens that the page is made for. */
export const SIZES = [[320, 568], [360, 640], [375, 553], [390, 664], [390, 844], [412, 732], [844, 390], [768, 1024], [1366, 768], [2560, 1440]] as const

/** How a browser of this size behaves. */
export const device = (width: number, height: number) => ({ viewport: { width, height }, hasTouch: width < 1000, isMobile: width < 1000, reducedMotion: 'reduce' as const })

/** Fills in a puzzle by hand, cell by cell. */
export async function solveByHand(page: Page, puzzle: string, solution: string, skip = 0): Promise<void> {
  const empty = [...puzzle].flatMap((digit, at) => (digit === '.' ? [at] : []))
  for (const at of empty.slice(skip)) {
    await cell(page, Math.floor(at / 9) + 1, (at % 9) + 1).click()
    await page.keyboard.press(solution[at]!)
  }
}

/** How far the page can be scrolled, to the right and down. */
export const scrolls = (page: Page): Promise<[number, number]> =>
  page.evaluate(() => {
    const { clientHeight, clientWidth, scrollHeight, scrollWidth } = document.documentElement
    return [scrollWidth - clientWidth, scrollHeight - clientHeight]
  })

/** Those of the elements that are not wholly on the screen, or have another on top of them. */
export const hidden = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(selector, (elements) =>
    elements
      .filter((element) => {
        const { bottom, height, left, right, top, width } = element.getBoundingClientRect()
        const there = document.elementFromPoint(left + width / 2, top + height / 2)
        return width === 0 || left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5 || !(element.contains(there) || there?.contains(element))
      })
      .map((element) => `${element.id} ${element.className} ${element.textContent}`),
  )

/** Waits until a view shows what it was opened for. */
export async function settled(page: Page, name: 'hint' | 'steps' | 'path' | 'ask' | 'watch'): Promise<void> {
  const shown = { hint: '[data-command]', steps: '.step-item', path: '.chart', ask: '.facts', watch: '.race:nth-of-type(2)' }
  await page.locator(`#panel-${name} ${shown[name]}`).first().waitFor()
  // The search is counted after it is shown.
  if (name === 'watch') await expect.poll(() => page.locator('#panel-watch .races').innerText()).not.toContain('…')
}

/** Makes the page's random numbers this one, so that it generates the same puzzle every time. */
export const fixSeed = (page: Page, seed: number): Promise<void> =>
  page.evaluate((seed) => {
    crypto.getRandomValues = (array) => {
      if (array instanceof Uint32Array) array.fill(seed)
      return array
    }
  }, seed)

/** Puts a text into the page as a paste into the board does. */
export const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)

/** What axe-core finds fault with, a line each, in the whole page or in one element of it. */
export async function faults(page: Page, within = 'html', rules?: string[]): Promise<string[]> {
  // Colours in the middle of a transition are not measured.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  const loaded = await page.evaluate(() => 'axe' in window)
  if (!loaded) await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  return page.evaluate(async ([within, rules]) => {
    type Axe = { run(within: string, options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> }
    // What passes is not described.
    const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(within, options)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ failureSummary, html }) => `${id}: ${html} ${failureSummary}`))
  }, [within, rules] as const)
}

/** The same in the light and in the dark, where only the colours differ. */
export async function faultsInBoth(page: Page, within?: string): Promise<string[]> {
  const light = await faults(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await faults(page, within, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((fault) => `in the dark, ${fault}`)]
}
