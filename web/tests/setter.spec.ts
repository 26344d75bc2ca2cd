/** Those who make puzzles: a live verdict while typing, possible digits, minimising, symmetry, lists. */

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { EASY, HARD, MULTIPLE, cell, digits, givens, open, paste, shows, useBrowser } from './page.ts'

useBrowser()

/** Begins to type a puzzle in. */
async function enter(page: Page): Promise<void> {
  await page.click('[data-command="enter"]')
  await page.locator('#setter').waitFor()
}

const verdict = (page: Page): Promise<string> => page.locator('#setter [role="status"]').innerText()

async function type(page: Page, puzzle: string): Promise<void> {
  await cell(page, 1, 1).click()
  for (const character of puzzle) await page.keyboard.press(character === '.' ? 'Space' : character)
}

test('the verdict follows every given', async () => {
  const page = await open()
  await enter(page)
  await type(page, '55')
  await expect.poll(() => verdict(page)).toMatch(/5 is in r1 more than once|more than once/)
  await page.keyboard.press('Control+z')
  await expect.poll(() => verdict(page)).toMatch(/1,000 solutions or more/)
  await type(page, MULTIPLE)
  await expect.poll(() => verdict(page)).toMatch(/solutions/)
  await page.click('[data-command="differ"]')
  await expect.poll(() => page.locator('#under .role-pattern').count()).toBeGreaterThan(1)
  await type(page, EASY)
  await expect.poll(() => verdict(page)).toMatch(/Exactly one solution/)
  await page.click('[data-command="possible"]')
  await expect.poll(() => cell(page, 1, 3).locator('.candidates > span').allInnerTexts()).toEqual(['4'])
})

test('a puzzle is minimised with one click, and the click can be undone', async () => {
  const page = await open()
  await enter(page)
  await type(page, EASY)
  await expect.poll(() => verdict(page)).toMatch(/Exactly one solution/)
  await page.click('[data-command="minimise"]')
  await expect.poll(() => verdict(page)).toMatch(/every given is needed/)
  expect([...(await digits(page))].filter((digit) => digit !== '.').length).toBeLessThan(30)
  await page.keyboard.press('Control+z')
  await shows(page, EASY)
})

test('a symmetry marks what is missing, and erases what belongs together', async () => {
  const page = await open()
  await enter(page)
  await page.locator('#setter select').selectOption('half-turn')
  await cell(page, 1, 1).click()
  await page.keyboard.press('5')
  await expect.poll(() => page.locator('#under .role-fin').count()).toBe(1)
  await cell(page, 9, 9).click()
  await page.keyboard.press('9')
  await expect.poll(() => page.locator('#under .role-fin').count()).toBe(0)
  await cell(page, 1, 1).click()
  await page.keyboard.press('Delete')
  await expect.poll(() => digits(page)).toBe('.'.repeat(81))
})

test('a pasted list is rated, sorted and saved', async () => {
  const page = await open({ link: givens(EASY) })
  await paste(page, `${EASY} easy one\n${HARD} hard one\n${MULTIPLE} no puzzle\n`)
  await page.click('#batch-rate')
  await expect.poll(() => page.locator('#batch-sort').isEnabled()).toBe(true)
  await page.click('#batch-sort')
  expect(await page.locator('dialog[open] .card').first().innerText()).toMatch(/hard one/)
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#batch-save')])
  const lines = (await readFile((await download.path())!, 'utf8')).trim().split('\n')
  expect(lines.length).toBe(4)
  expect(lines[1]).toMatch(new RegExp(`^${HARD.replaceAll('.', '\\.')},"hard one","Hard",\\d+$`))
})

test('what people have can be pasted: sentences and links of other pages', async () => {
  const page = await open({ link: givens(HARD) })
  const zeros = EASY.replaceAll('.', '0')
  for (const text of [
    `Can you solve ${EASY}? It was in the newspaper.`,
    `https://www.sudokuwiki.org/Sudoku?bd=${zeros}`,
    `https://sudoku.coach/en/play/${zeros}`,
    EASY.replaceAll('.', '-'),
    EASY.replaceAll('.', '-').match(/.{9}/g)!.join('\n'),
  ]) {
    await paste(page, HARD)
    await shows(page, HARD)
    await paste(page, text)
    await expect.poll(() => digits(page), { message: text }).toBe(EASY)
  }
})

test('title and author travel with links, texts, pictures and kept games', async () => {
  const page = await open()
  await enter(page)
  await type(page, EASY)
  await page.click('[data-command="details"]')
  await page.fill('#setter-title', '"Rainy" day')
  await page.fill('#setter-author', '😀 Setter')
  await page.keyboard.press('Escape')
  await page.click('#entering-done')
  const title = (on: Page): Promise<string> => on.locator('#status-name').innerText()
  await expect.poll(() => title(page)).toBe('"Rainy" day, by 😀 Setter')
  await cell(page, 1, 3).click()
  await page.keyboard.press('4')
  await page.click('#open-share')
  expect(await page.locator('#share-contains').innerText()).toContain('Title: "Rainy" day, by 😀 Setter.')
  const link = await page.inputValue('#share-link')
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-svg')])
  expect(await readFile((await download.path())!, 'utf8')).toContain('"Rainy" day, by 😀 Setter</text>')
  const texts: Record<string, string> = {}
  for (const format of ['line', 'grid', 'sdk', 'csv', 'json', 'opensudoku']) {
    await page.locator('#dialog-share select').selectOption(format)
    await expect.poll(() => page.locator('#dialog-share textarea').inputValue()).toMatch({ line: /^534/, grid: /\+--/, sdk: /\[Puzzle\]/, csv: /^puzzle,/, json: /\{"puzzle"/, opensudoku: /<game / }[format]!)
    texts[format] = await page.locator('#dialog-share textarea').inputValue()
  }
  await page.keyboard.press('Escape')
  await page.click('#go-home')
  await page.click('[data-command="games"]')
  expect(await page.locator('.game-card').first().innerText()).toMatch(/"Rainy" day[^]*by 😀 Setter/)
  const other = await open({ link: link.slice(link.indexOf('#')) })
  await expect.poll(() => title(other)).toBe('"Rainy" day, by 😀 Setter')
  for (const [format, text] of Object.entries(texts)) {
    await paste(other, givens(HARD))
    await shows(other, HARD)
    await paste(other, text)
    await expect.poll(() => title(other), { message: `${format}: ${text}` }).toBe('"Rainy" day, by 😀 Setter')
  }
})
