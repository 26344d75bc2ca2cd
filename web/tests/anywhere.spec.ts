/** Every screen, language and light; without a network; for every reader. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { EASY, FIERCE, HARD, MULTIPLE, VERY_HARD, LIMITS, cell, digits, givens, open, ready, settled, shows, useBrowser, view } from './page.ts'

useBrowser()

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds fault with, a line each. */
async function faults(page: Page): Promise<string[]> {
  // Colours in the middle of a transition are nobody's.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> } }).axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ failureSummary, html }) => `${id}: ${html} ${failureSummary}`))
  })
}

const VIEWS = ['hint', 'steps', 'path', 'ask', 'watch'] as const

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe-core finds no fault in any view, ${colorScheme}`, async () => {
    const page = await open({ link: givens(HARD), colorScheme, reducedMotion: 'reduce' })
    expect(await faults(page)).toEqual([])
    for (const name of VIEWS) {
      await view(page, name)
      await settled(page, name)
      if (name === 'hint') {
        for (let rung = 0; rung < 5; rung++) await page.click('#panel-hint [data-command="more"]')
        await page.locator('#panel-hint [data-command="apply"]').waitFor()
      }
      expect(await faults(page), name).toEqual([])
    }
    for (const dialog of ['new', 'share', 'print', 'keys', 'settings']) {
      await page.click(`#open-${dialog}`)
      expect(await faults(page), dialog).toEqual([])
      await page.keyboard.press('Escape')
    }
  })
}

test('axe-core finds no fault on a phone', async () => {
  const page = await open({ link: givens(HARD), viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })
  expect(await faults(page)).toEqual([])
  await view(page, 'path')
  await page.locator('#panel-path .chart').waitFor()
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 740, height: 360 })
  for (const name of ['play', 'hint', 'ask'] as const) {
    await view(page, name)
    expect(await faults(page), `${name}, on its side`).toEqual([])
  }
})

test('axe-core finds no fault where there is something to say about the puzzle', async () => {
  const page = await open({ link: givens(MULTIPLE), reducedMotion: 'reduce' })
  await page.locator('#banner.warn').waitFor()
  await page.click('#panel-hint [data-command="more"]')
  await page.locator('#panel-hint .callout').waitFor()
  expect(await faults(page), 'several solutions').toEqual([])
  await page.evaluate((link) => void (location.hash = link), givens(FIERCE))
  await view(page, 'path')
  await page.click('#panel-path summary')
  expect(await faults(page), 'a path that ends').toEqual([])
  await page.click('#panel-path [data-command="on"]')
  await page.click('#panel-hint [data-command="more"]')
  await page.locator('#panel-hint [data-command="tell-one"]').waitFor()
  expect(await faults(page), 'no hint').toEqual([])
  await page.click('#open-new')
  for (const name of ['generate', 'paste']) {
    await page.click(`[data-page="${name}"]`)
    expect(await faults(page), name).toEqual([])
  }
  await page.fill('#paste-text', `${EASY.slice(1)}\n${HARD}`)
  await page.click('#paste-read')
  await page.locator('.reading .callout').waitFor()
  expect(await faults(page), 'a text that is wrong').toEqual([])
})

test('on a phone nothing is cut off, and fingers play', async () => {
  for (const width of [320, 360, 412, 768]) {
    const page = await open({ link: givens(EASY), viewport: { width, height: 780 }, hasTouch: true, isMobile: true })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow, `${width} wide`).toBeLessThanOrEqual(0)
    await cell(page, 1, 3).tap()
    await page.locator('#keys [data-digit="4"]').tap()
    await shows(page, `534${EASY.slice(3)}`)
  }
})

/** How far the page can be scrolled, to the right and down. */
const scrolls = (page: Page): Promise<[number, number]> =>
  page.evaluate(() => {
    const { clientHeight, clientWidth, scrollHeight, scrollWidth } = document.documentElement
    return [scrollWidth - clientWidth, scrollHeight - clientHeight]
  })

/** Those of the elements that are not wholly on the screen, or have another on top of them. */
const hidden = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(selector, (elements) =>
    elements
      .filter((element) => {
        const { bottom, height, left, right, top, width } = element.getBoundingClientRect()
        const there = document.elementFromPoint(left + width / 2, top + height / 2)
        return width === 0 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || !(element.contains(there) || there?.contains(element))
      })
      .map((element) => `${element.id} ${element.className} ${element.textContent}`),
  )

test('on a phone on its side, keys and views stand beside the whole board', async () => {
  for (const [width, height] of [[667, 375], [844, 390], [932, 430]] as const) {
    const page = await open({ link: givens(HARD), viewport: { width, height }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })
    const size = `${width} by ${height}`
    expect(await hidden(page, '#board-box, #keys button, #modes button, [data-tool]:not([data-tool="erase"]), #tabs button, #open-new, #open-settings, #pause'), size).toEqual([])
    expect(await scrolls(page), size).toEqual([0, 0])
    await cell(page, 1, 6).tap()
    await page.locator('#keys [data-digit="6"]').tap()
    await shows(page, `529416${HARD.slice(6)}`)
    await page.locator('[data-tool="undo"]').tap()
    await shows(page, HARD)
    // A hint told to the end is read, and applied, with the board in sight.
    await view(page, 'hint')
    for (let rung = 0; rung < 5; rung++) await page.click('#panel-hint [data-command="more"]')
    await page.locator('#panel-hint [data-command="apply"]').waitFor()
    expect(await hidden(page, '#board-box, #panel-hint .latest, #panel-hint [data-command="apply"]'), size).toEqual([])
    expect(await scrolls(page), size).toEqual([0, 0])
  }
})

test('where there is room nothing scrolls, and what matters now is in sight', async () => {
  for (const [width, height] of [[1024, 768], [1280, 720], [1280, 800], [1920, 1080]] as const) {
    const size = `${width} by ${height}`
    const page = await open({ link: givens(MULTIPLE), viewport: { width, height }, reducedMotion: 'reduce' })
    await page.locator('#banner.warn').waitFor()
    expect(await hidden(page, '#board-box, #banner button, #keys button:not(.only-narrow), [data-tool], #tabs button:not(#tab-play)'), size).toEqual([])
    expect(await scrolls(page), size).toEqual([0, 0])
    await page.click('#open-new')
    await page.click('[data-page="paste"]')
    await page.click('#type-puzzle')
    expect(await hidden(page, '#board-box, #entering-done'), size).toEqual([])
    expect(await scrolls(page), size).toEqual([0, 0])
  }
})

test('both languages say everything, and are remembered', async () => {
  const page = await open({ link: givens(EASY) })
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  await page.click('#switch-language')
  await expect.poll(() => page.locator('html').getAttribute('lang')).toMatch(/^zh/)
  await page.keyboard.press('Escape')
  await view(page, 'hint')
  await page.click('#panel-hint [data-command="more"]')
  await expect.poll(() => page.locator('#panel-hint .ladder').innerText()).toMatch(/[\u4e00-\u9fff]/)
  await page.reload()
  await ready(page)
  expect(await page.locator('html').getAttribute('lang')).toMatch(/^zh/)
  const chinese = await open({ locale: 'zh-CN' })
  expect(await chinese.locator('html').getAttribute('lang')).toMatch(/^zh/)
})

test('dark follows the system, or the player', async () => {
  const background = (page: Page): Promise<number> =>
    page.evaluate(() => {
      const canvas = document.createElement('canvas').getContext('2d')!
      canvas.fillStyle = getComputedStyle(document.body).backgroundColor
      canvas.fillRect(0, 0, 1, 1)
      return canvas.getImageData(0, 0, 1, 1).data[0]!
    })
  const dark = await open({ colorScheme: 'dark' })
  expect(await background(dark)).toBeLessThan(80)
  const light = await open({ colorScheme: 'light' })
  expect(await background(light)).toBeGreaterThan(200)
  await light.click('#switch-theme')
  await expect.poll(() => background(light)).toBeLessThan(80)
})

test('after one visit the page works without a network', async () => {
  const page = await open({ link: givens(EASY) })
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.context().setOffline(true)
  await page.reload()
  await ready(page)
  await shows(page, EASY)
  await view(page, 'hint')
  await page.click('#panel-hint [data-command="more"]')
  await page.locator('#panel-hint .ladder li').waitFor()
  await page.context().setOffline(false)
})

test('it can be installed', async () => {
  const page = await open()
  const manifest = (await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')!
    return (await fetch(link.href)).json()
  })) as { icons: { src: string; sizes: string }[]; display: string; start_url: string }
  expect(manifest.display).toBe('standalone')
  for (const { src } of manifest.icons) expect(await page.evaluate(async (src) => (await fetch(src)).status, src)).toBe(200)
  expect(manifest.icons.map(({ sizes }) => sizes)).toContain('512x512')
})

test('nothing is fetched from anywhere else', async () => {
  const page = await open()
  const origin = new URL(page.url()).origin
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { protocol } = new URL(request.url())
    if (!request.url().startsWith(origin) && protocol !== 'blob:' && protocol !== 'data:') elsewhere.push(request.url())
  })
  await page.reload()
  await ready(page)
  for (const name of VIEWS) await view(page, name)
  expect(elsewhere).toEqual([])
})

test('it is ready within a second', async () => {
  const times: number[] = []
  for (let time = 0; time < 4; time++) {
    const page = await open({ link: givens(VERY_HARD) })
    times.push(
      await page.evaluate(() => {
        const paint = performance.getEntriesByName('first-contentful-paint')[0]
        return performance.now() - (paint?.startTime ?? 0)
      }),
    )
  }
  console.log(`ready ${times.map((time) => time.toFixed(0)).join(', ')} ms after the first paint`)
  if (LIMITS) expect(Math.min(...times)).toBeLessThan(1000)
})

test('the keyboard reaches every button, and a screen reader hears the board', async () => {
  const page = await open({ link: givens(EASY) })
  const reached = new Set<string>()
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press('Tab')
    reached.add(await page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('data-tool') || document.activeElement?.getAttribute('data-key') || document.activeElement?.getAttribute('data-cell') || ''))
  }
  for (const id of ['open-new', 'open-share', 'open-print', 'open-settings', 'hint', 'check', 'digit-1', 'digit-9', 'tab-hint']) expect([...reached], id).toContain(id)
  expect(await page.locator('#board[role="grid"] [role="row"] [role="gridcell"]').count()).toBe(81)
  expect(await cell(page, 1, 1).textContent()).toMatch(/row 1.*column 1.*5/i)
})

test('the keyboard goes on where it was', async () => {
  const page = await open({ link: givens(HARD) })
  const focused = (): Promise<string> => page.evaluate(() => (document.activeElement === document.body ? 'nowhere' : (document.activeElement?.closest('[role="tabpanel"], [role="grid"]')?.id ?? 'elsewhere')))
  // The way past everything leads to the board, and is no puzzle.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('board')
  expect(await page.locator('#toast').isVisible()).toBe(false)
  // Commands that are gone once they have done their work.
  await view(page, 'ask')
  for (const command of ['rate', 'canonical']) {
    await page.focus(`#panel-ask [data-command="${command}"]`)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator(`#panel-ask [data-command="${command}"], #panel-ask .busy`).count()).toBe(0)
    expect(await focused(), command).toBe('panel-ask')
  }
  await page.focus('#panel-ask [data-command="redundant"]')
  await page.keyboard.press('Enter')
  expect(await page.locator('#live').textContent()).toMatch(/r\dc\d, r\dc\d/)
  await view(page, 'steps')
  await page.locator('#panel-steps .step-item').first().press('Enter')
  await page.locator('#panel-steps .step-details button').press('Enter')
  await page.locator('#panel-steps .step-details').waitFor({ state: 'detached' })
  await page.locator('#panel-steps .step-item').first().waitFor()
  expect(await focused(), 'apply').toBe('panel-steps')
})

test('a sheet to print holds the puzzles and their solutions', async () => {
  const page = await open({ link: givens(EASY) })
  await page.evaluate(() => (window.print = () => undefined))
  await page.click('#open-print')
  await page.fill('#print-text', `${EASY}\n${HARD}\n`)
  await page.click('#print-go')
  await expect.poll(() => page.locator('#sheet svg').count()).toBe(4)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('#board').isVisible()).toBe(false)
  expect(await page.locator('#sheet svg').first().isVisible()).toBe(true)
})

test('pictures can be saved', async () => {
  const page = await open({ link: givens(EASY) })
  await page.click('#open-share')
  for (const kind of ['svg', 'png']) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#save-${kind}`)])
    const file = await readFile((await download.path())!)
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${kind}$`))
    expect(file.length).toBeGreaterThan(1000)
  }
  expect(await digits(page)).toBe(EASY)
})
