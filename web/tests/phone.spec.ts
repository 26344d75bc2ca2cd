/** Small and large screens: nothing is cut off, nothing scrolls sideways, and the board is as large as it can be. */

import { expect, test } from 'vitest'
import { EASY, HARD, SIZES, cell, device, digits, givens, hidden, open, scrolls, shows, solveByHand, EASY_SOLVED, useBrowser, view } from './page.ts'

useBrowser()

/** How wide the board has to be: as wide as the screen, or as high as the keys leave it. */
const smallest = (width: number, height: number): number => (width < height ? Math.min(width - 24, height * 0.66) : Math.min(height * 0.86, width * 0.6))

for (const [width, height] of SIZES) {
  const size = `${width} by ${height}`
  test(`${size}: a game fits and can be played, and a hint is read with the board and the keys in sight`, async () => {
    const page = await open({ link: givens(HARD), ...device(width, height) })
    const board = (await page.locator('#board-box').boundingBox())!
    expect(board.width).toBeGreaterThanOrEqual(smallest(width, height))
    // What is not displayed on this screen has no rectangle; what is displayed is whole.
    const { broken, count } = await page.$$eval('#board-box, #keys button, #tools button, #tabs button, .bar button, #status-name, #clock', (elements) => {
      const displayed = elements.filter((element) => element.getClientRects().length > 0)
      const isCut = (element: Element): boolean => {
        const { bottom, left, right, top } = element.getBoundingClientRect()
        return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5
      }
      return { count: displayed.length, broken: displayed.filter(isCut).map((element) => element.id || element.textContent) }
    })
    expect(count).toBeGreaterThan(15)
    expect(broken).toEqual([])
    expect(await scrolls(page)).toEqual([0, 0])
    await cell(page, 1, 6).click()
    await page.locator('#keys [data-digit="6"]').click()
    await shows(page, `529416${HARD.slice(6)}`)
    await page.locator('[data-tool="undo"]').click()
    await shows(page, HARD)
    // Notes can be read.
    await page.keyboard.press('f')
    const note = await page.locator('#board .note').first().evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
    expect(note).toBeGreaterThanOrEqual(11)
    await page.keyboard.press('Control+z')
    await view(page, 'hint')
    for (let rung = 0; rung < 5; rung++) await page.click('#panel-hint [data-command="more"]')
    await page.locator('#panel-hint [data-command="apply"]').waitFor()
    expect(await hidden(page, '#board-box, #panel-hint [data-command="apply"], #keys [data-digit]')).toEqual([])
    const text = (await page.locator('#panel-hint .latest').boundingBox())!
    const now = (await page.locator('#board-box').boundingBox())!
    expect(text.x >= now.x + now.width - 1 || text.y >= now.y + now.height - 1).toBe(true)
    expect(await scrolls(page)).toEqual([0, 0])
  })
}

test('home and lessons do not scroll sideways on any screen', async () => {
  const page = await open({ reducedMotion: 'reduce' })
  const widths = async (): Promise<Record<string, number>> => {
    const found: Record<string, number> = {}
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      found[`${width} by ${height}`] = (await scrolls(page))[0]
    }
    return found
  }
  const none = Object.fromEntries(SIZES.map(([width, height]) => [`${width} by ${height}`, 0]))
  await page.locator('[data-command="today"]').waitFor()
  expect(await widths()).toEqual(none)
  await page.click('[data-command="learn"]')
  await page.locator('[data-lesson="locked"]').waitFor()
  expect(await widths()).toEqual(none)
  await page.click('[data-lesson="locked"]')
  await page.locator('.lesson .callout').waitFor()
  expect(await widths()).toEqual(none)
})

test('on a phone the hint stays while the player types, until it is applied, put away or outdated', async () => {
  const page = await open({ link: givens(EASY), ...device(390, 664) })
  await view(page, 'hint')
  await page.click('#panel-hint [data-command="more"]')
  await page.click('#panel-hint [data-command="all"]')
  const marks = (): Promise<number> => page.locator('#under [class*="role-"]').count()
  await expect.poll(marks).toBeGreaterThan(0)
  const sentence = await page.locator('#panel-hint .latest').innerText()
  // A digit elsewhere: the hint stays, the digit is seen.
  expect(await page.locator('#live').textContent()).toBeTruthy()
  const target = /r(\d)c(\d)/.exec(sentence)!
  const other = [...EASY].findIndex((digit, at) => digit === '.' && (Math.floor(at / 9) + 1 !== Number(target[1]) || (at % 9) + 1 !== Number(target[2])) && !sentence.includes(`r${Math.floor(at / 9) + 1}c${(at % 9) + 1}`))
  await cell(page, Math.floor(other / 9) + 1, (other % 9) + 1).tap()
  await page.locator(`#keys [data-digit="${EASY_SOLVED[other]}"]`).tap()
  await expect.poll(async () => (await digits(page))[other]).toBe(EASY_SOLVED[other])
  expect(await page.locator('#panel-hint .latest').innerText()).toBe(sentence)
  expect(await marks()).toBeGreaterThan(0)
  // Back to the keys: the highlight stays, and the hint continues where it was.
  if (await page.locator('#tab-play').isVisible()) {
    await view(page, 'play')
    expect(await marks()).toBeGreaterThan(0)
    await view(page, 'hint')
    expect(await page.locator('#panel-hint .latest').innerText()).toBe(sentence)
  }
  await page.click('#panel-hint [data-command="dismiss"]')
  await expect.poll(marks).toBe(0)
  // The digit that a hint is about makes it outdated.
  await view(page, 'hint')
  await page.click('#panel-hint [data-command="more"]')
  await page.click('#panel-hint [data-command="all"]')
  await page.locator('#panel-hint [data-command="apply"]').tap()
  await expect.poll(marks).toBe(0)
})

test('on the smallest phone a whole puzzle is played to its end', async () => {
  const page = await open({ link: givens(EASY), ...device(320, 568) })
  await solveByHand(page, EASY, EASY_SOLVED)
  await page.locator('#ending [data-command="next"]').waitFor()
  expect(await hidden(page, '#board-box, #ending [data-command="next"], #ending [data-command="share"]')).toEqual([])
  expect(await scrolls(page)).toEqual([0, 0])
})
