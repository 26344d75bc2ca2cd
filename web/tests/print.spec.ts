/** Paper: puzzles that are pasted or ordered, so many a page, with their solutions at the end. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { EASY, EASY_SOLVED, HARD, givens, open, useBrowser } from './page.ts'

useBrowser()

/** Opens the page with a print command that only lays the sheet out. */
async function openForPrint(options: Parameters<typeof open>[0] = {}): Promise<Page> {
  const page = await open(options)
  await page.evaluate(() => (window.print = () => void (document.documentElement.dataset['printed'] = '')))
  return page
}

/** Waits until the sheet is given to the printer. */
async function print(page: Page): Promise<void> {
  await page.evaluate(() => delete document.documentElement.dataset['printed'])
  await page.click('#print-go')
  await page.locator('html[data-printed]').waitFor({ state: 'attached' })
}

/** The digits of every grid on the sheet, read where they are printed: 81 characters each. */
const grids = (page: Page): Promise<string[]> =>
  page.$$eval('#sheet svg', (pictures) =>
    pictures.map((picture) => {
      const box = picture.getBoundingClientRect()
      const cells = Array.from({ length: 81 }, () => '.')
      for (const text of picture.querySelectorAll('text')) {
        const { height, left, top, width } = text.getBoundingClientRect()
        const [row, col] = [top + height / 2 - box.top, left + width / 2 - box.left].map((at) => Math.floor((9 * at) / box.width))
        cells[9 * row! + col!] = text.textContent
      }
      return cells.join('')
    }),
  )

/** How many figures there are on each page of the sheet. */
const perPage = (page: Page): Promise<number[]> => page.$$eval('.sheet-page', (pages) => pages.map((one) => one.querySelectorAll('svg').length))

/** The number of pages of the printed file, on paper as narrow as A4 and as short as Letter. */
const paperPages = async (page: Page): Promise<number> => (await page.pdf({ width: '210mm', height: '279mm' })).toString('latin1').match(/\/Type\s*\/Page\b/g)!.length

/** Whether every row, column and box has all digits. */
function isSolution(grid: string): boolean {
  const houses = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((at) => [
    (cell: number) => Math.floor(cell / 9) === at,
    (cell: number) => cell % 9 === at,
    (cell: number) => 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3) === at,
  ])
  return houses.every((holds) => [...grid].filter((_, cell) => holds(cell)).sort().join('') === '123456789')
}

test('pasted puzzles are printed with their solutions, and the board is not', async () => {
  const page = await openForPrint({ link: givens(EASY) })
  await page.click('#open-print')
  await page.fill('#print-text', `${EASY}\n${HARD}\n`)
  await print(page)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('#board').isVisible()).toBe(false)
  expect((await grids(page)).slice(0, 3)).toEqual([EASY, HARD, EASY_SOLVED])
})

test('ordered puzzles are printed by level, and the seed prints the same ones again', async () => {
  const page = await openForPrint()
  await page.click('[data-command="print"]')
  const order = async (): Promise<string[]> => {
    for (const [level, count] of [['easy', 5], ['medium', 2]]) await page.fill(`#print-${level}`, String(count))
    await page.selectOption('#print-per-page', '4')
    await print(page)
    await page.emulateMedia({ media: 'print' })
    return grids(page)
  }
  await page.fill('#print-seed', '7')
  const first = await order()
  expect(await perPage(page)).toEqual([4, 1, 2, 7])
  expect(await page.locator('#sheet h2').allInnerTexts()).toEqual(['Easy', 'Medium', 'Solutions'])
  expect(await page.locator('.sheet-foot').first().innerText()).toBe('Ninefold: 5 × Easy, 2 × Medium · seed 7')
  expect(await paperPages(page)).toBe(4)
  // The browser's own command prints the board again.
  await expect.poll(() => page.locator('#sheet').innerHTML()).toBe('')
  // The puzzles have one solution each, so one that completes it is the engine's.
  const [puzzles, solutions] = [first.slice(0, 7), first.slice(7)]
  expect(new Set(puzzles).size).toBe(7)
  for (const [at, solution] of solutions.entries()) {
    expect(isSolution(solution), solution).toBe(true)
    expect([...puzzles[at]!].every((digit, cell) => digit === '.' || digit === solution[cell])).toBe(true)
  }
  await page.emulateMedia({ media: 'screen' })
  await page.click('[data-command="print"]')
  expect(await order()).toEqual(first)
  await page.emulateMedia({ media: 'screen' })
  await page.click('[data-command="print"]')
  await page.fill('#print-seed', '')
  expect(await order()).not.toEqual(first)
})

test('every number of puzzles fits on its page, on A4 and on Letter, and exercises show their step', async () => {
  const page = await openForPrint({ settings: { language: 'zh' } })
  // The sheet goes once it is printed; here it is looked at afterwards.
  await page.evaluate(() => addEventListener('afterprint', (event) => event.stopImmediatePropagation()))
  for (const count of [1, 2, 4, 6, 9, 12]) {
    await page.click('[data-command="print"]')
    await page.fill('#print-seed', '3')
    await page.fill('#print-medium', '0')
    await page.fill('#print-easy', String(count))
    await page.selectOption('#print-technique', 'naked-pair')
    await page.fill('#print-exercises', '1')
    await page.selectOption('#print-per-page', String(count))
    await print(page)
    // The puzzles, the exercise, the solutions, and the step.
    expect(await paperPages(page), `${count} a page`).toBe(4)
  }
  expect(await page.locator('#sheet h2').allInnerTexts()).toEqual(['简单', '显性数对', '答案'])
  expect(await page.locator('#sheet figcaption').last().innerText()).toMatch(/^13\. .*因此可从r\d+c\d+删去/)
})

test('an order can be stopped, and one that cannot be printed says why', async () => {
  const page = await openForPrint()
  await page.click('[data-command="print"]')
  const trouble = (): Promise<string> => page.locator('#dialog-print .bad-text').innerText()
  await page.fill('#print-medium', '0')
  await page.click('#print-go')
  await expect.poll(trouble).toMatch(/at least one/)
  await page.fill('#print-extreme', '201')
  await page.click('#print-go')
  await expect.poll(trouble).toMatch(/at most 200/)
  await page.fill('#print-extreme', '200')
  await page.fill('#print-seed', '-1')
  await page.click('#print-go')
  await expect.poll(trouble).toMatch(/whole number/)
  await page.fill('#print-seed', '')
  await page.click('#print-go')
  await expect.poll(() => page.locator('#print-progress').innerText()).toMatch(/\d+ of 200/)
  await page.click('#print-stop')
  await expect.poll(trouble).toMatch(/Stopped/i)
  expect(await page.locator('#sheet svg').count()).toBe(0)
})
