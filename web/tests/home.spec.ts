/** The first screen: what there is to do, today's puzzle, one tap to a game, the tour, the end of a game. */

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { EASY, EASY_SOLVED, HARD, cell, digits, fixSeed, givens, open, ready, shows, solveByHand, useBrowser, view } from './page.ts'

useBrowser()

test('the first visit begins with a tour that can be skipped', async () => {
  const page = await open({ tour: true })
  await page.locator('#dialog-tour').waitFor()
  for (let step = 0; step < 3; step++) await page.click('#tour-next')
  await page.click('#tour-next')
  await page.locator('#dialog-tour').waitFor({ state: 'detached' })
  await page.reload()
  await ready(page)
  expect(await page.locator('#dialog-tour').count()).toBe(0)
  const other = await open({ tour: true })
  await other.click('#tour-skip')
  await other.locator('#dialog-tour').waitFor({ state: 'detached' })
  await other.locator('[data-command="today"]').waitFor()
})

test("today's puzzle is the same for everyone, and the calendar knows when it is solved", async () => {
  const [one, other] = [await open(), await open({ locale: 'zh-CN' })]
  const puzzles: string[] = []
  for (const page of [one, other]) {
    await expect.poll(() => page.locator('[data-command="today"] .mini text').count()).toBeGreaterThan(16)
    await page.click('[data-command="today"]')
    puzzles.push(await digits(page))
  }
  expect(puzzles[0]).toBe(puzzles[1])
  const solution = await one.evaluate(() => (JSON.parse(localStorage.getItem('ninefold.day')!) as { made: { solution: string } }).made.solution)
  await solveByHand(one, puzzles[0]!, solution)
  await one.locator('#ending').waitFor()
  await one.click('#go-home')
  await one.click('[data-command="calendar"]')
  await one.locator('#dialog-calendar .day.today.solved').waitFor()
})

test('one tap begins a puzzle of a level with as many givens as newspapers print', async () => {
  const page = await open()
  await fixSeed(page, 3)
  await page.click('[data-command="level-easy"]')
  await expect.poll(() => digits(page)).toMatch(/[1-9]/)
  const first = await digits(page)
  const count = [...first].filter((digit) => digit !== '.').length
  expect(count).toBeGreaterThanOrEqual(34)
  await expect.poll(() => page.locator('#status-name').innerText()).toBe('Easy')
  await view(page, 'path')
  await expect.poll(() => page.locator('#panel-path').innerText()).toMatch(/Easy/)
})

test('the end of a game tells time, hints and the hardest technique, and shares without spoilers', async () => {
  const page = await open({ link: givens(EASY), settings: { timer: true } })
  await view(page, 'hint')
  await page.click('#panel-hint [data-command="more"]')
  await page.locator('#panel-hint .ladder').waitFor()
  await solveByHand(page, EASY, EASY_SOLVED)
  const ending = page.locator('#ending')
  await expect.poll(() => ending.innerText()).toMatch(/Hardest step:\s+(Hidden|Naked)/)
  expect(await ending.innerText()).toMatch(/Hints\s+1/)
  await ending.locator('[data-command="share"]').click()
  await expect.poll(() => page.locator('#card-text').innerText()).toMatch(/solved in \d+:\d\d with 1 hint\./)
  expect(await page.locator('.share-card text').allTextContents().then((texts) => texts.filter((text) => /^[1-9]$/.test(text)).length)).toBe(30)
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-card')])
  expect((await readFile((await download.path())!)).length).toBeGreaterThan(5000)
  await page.keyboard.press('Escape')
  await ending.locator('[data-command="next"]').click()
  await expect.poll(() => digits(page)).not.toBe(EASY_SOLVED)
  await expect.poll(() => page.locator('#status-name').innerText()).toBe('Easy')
})

test('digits first: a digit is chosen, then its cells', async () => {
  const page = await open({ link: givens(EASY), settings: { input: 'digit' } })
  await page.click('#keys [data-digit="4"]')
  await cell(page, 1, 3).click()
  await shows(page, `534${EASY.slice(3)}`)
  await page.click('#keys [data-digit="4"]')
  await cell(page, 1, 4).click()
  await shows(page, `534${EASY.slice(3)}`)
})

test('notes are filled in and cleaned up, and hints respect what they may use', async () => {
  const page = await open({ link: givens(HARD) })
  await page.click('[data-tool="fill"]')
  await expect.poll(() => cell(page, 1, 6).locator('.note').allInnerTexts()).toEqual(['6', '8'])
  await page.click('#open-settings')
  await page.click('#hint-techniques summary')
  await page.getByLabel('Locked Candidates Type 1 (Pointing)').or(page.getByLabel(/Pointing/)).first().uncheck()
  await page.keyboard.press('Escape')
  await view(page, 'hint')
  await page.click('#panel-hint [data-command="more"]')
  await page.click('#panel-hint [data-command="all"]')
  expect(await page.locator('#panel-hint .ladder').innerText()).not.toMatch(/Pointing/)
})

test('a wish that cannot be met ends with the nearest puzzle and the reason', async () => {
  const page = await open()
  await page.click('[data-command="generate"]')
  await page.locator('dialog[open] select').nth(0).selectOption('easy')
  await page.locator('dialog[open] select').nth(1).selectOption('quarter-turn')
  await page.locator('dialog[open] input[data-end="most"]').fill('17')
  await page.click('#generate-go')
  await page.locator('#generate-nearest').waitFor()
  expect(await page.locator('#generate-nearest').innerText()).toMatch(/nearest.*\d+ givens/)
})
