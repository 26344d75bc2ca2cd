/** Lessons: the idea, an example, exercises that say what is right and why not, and progress that is kept. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { HARD, givens, open, ready, useBrowser, view } from './page.ts'

useBrowser()

/** What the exercise asks for, as the page itself shows it after "Show me". */
async function solve(page: Page): Promise<void> {
  const panel = page.locator('.lesson-panel')
  await panel.locator('[data-command="show"]').waitFor()
  // Tries candidates until one is right: every wrong one gets a reason.
  const cells = await page.$$eval('.lesson .cell', (all) =>
    all.flatMap((cell) => [...cell.querySelectorAll('.candidates > span')].map((span) => [Number((cell as HTMLElement).dataset['cell']), span.textContent!] as const)),
  )
  for (const [cell, digit] of cells) {
    await page.locator(`.lesson .cell[data-cell="${cell}"]`).click()
    await panel.locator(`[data-digit="${digit}"]`).click()
    if ((await panel.locator('.lesson-said.good').count()) > 0) return
    expect((await panel.locator('.lesson-said.bad').innerText()).length).toBeGreaterThan(10)
  }
  throw new Error('no answer was right')
}

test('a lesson explains, shows an example and asks for the move; progress is kept', async () => {
  const page = await open({ reducedMotion: 'reduce' })
  await page.click('[data-command="learn"]')
  await page.click('[data-lesson="hidden-singles"]')
  await expect.poll(() => page.locator('.lesson-idea p').count()).toBe(3)
  await expect.poll(() => page.locator('.lesson .callout').innerText()).toMatch(/Example: /)
  expect(await page.locator('.lesson .under > *').count()).toBeGreaterThan(0)
  await page.click('[data-command="practise"]')
  await solve(page)
  await expect.poll(() => page.locator('.lesson-panel').innerText()).toMatch(/1 of 3 exercises/)
  await page.click('.lesson-panel [data-command="next"]')
  await page.locator('.lesson-panel [data-command="show"]').waitFor()
  await page.reload()
  await ready(page)
  await page.goBack()
  await expect.poll(() => page.locator('[data-lesson="hidden-singles"]').innerText()).toMatch(/1 of 3/)
})

test('an elimination is practised, in Chinese too', async () => {
  const page = await open({ locale: 'zh-CN', reducedMotion: 'reduce' })
  await page.click('[data-command="learn"]')
  await page.click('[data-lesson="locked"]')
  await expect.poll(() => page.locator('.lesson-idea').innerText()).toMatch(/这个数/)
  await page.click('[data-command="practise"]')
  await page.locator('.lesson-panel [data-command="show"]').waitFor()
  await page.click('[data-command="show"]')
  await expect.poll(() => page.locator('.lesson .strike').count()).toBeGreaterThan(0)
})

test('a hint leads to the lesson of its technique', async () => {
  const page = await open({ link: givens(HARD) })
  await view(page, 'hint')
  await page.click('#panel-hint [data-command="more"]')
  await page.click('#panel-hint [data-command="all"]')
  await view(page, 'learn')
  await expect.poll(() => page.locator('#panel-learn .lesson-link').first().getAttribute('data-lesson')).toBe('locked')
})
