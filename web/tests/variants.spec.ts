/** Puzzles of other sizes and rules: opened, played, asked about, drawn, kept. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { EASY, device, faults, givens, hidden, open, paste, ready, scrolls, shows, useBrowser } from './page.ts'

useBrowser()

const THERMO = '.Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1'
const SOLVED = '1234341221434321'
const link = (text: string): string => `#v=${encodeURIComponent(text)}`

const cell = (page: Page, at: number) => page.locator(`#variant [data-cell="${at}"]`)
const command = (page: Page, name: string) => page.locator(`#variant [data-command="${name}"]`)
const message = (page: Page) => page.locator('#variant .v-message')
/** What the board shows, a character for each cell. */
const values = (page: Page): Promise<string> => page.$$eval('#variant [data-cell]', (cells) => cells.map((one) => one.querySelector('.v-value')?.textContent ?? '.').join(''))
const playing = (page: Page) => page.locator('.v-screen[data-view="play"] [data-cell]').first().waitFor()

/** Drags over cells. */
async function drag(page: Page, cells: readonly number[]): Promise<void> {
  for (const [at, one] of cells.entries()) {
    const box = (await cell(page, one).boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    if (at === 0) await page.mouse.down()
  }
  await page.mouse.up()
}

test('a link opens a variant: broken rules are shown, everything can be asked, and the game is kept', async () => {
  const page = await open({ link: `${link(THERMO)}&n=Mercury` })
  await playing(page)
  expect(await values(page)).toBe('....3...2......1')
  expect(await page.locator('#variant h2').innerText()).toBe('Mercury')
  // A thermometer of four cells starts with 1; nothing is twice in a house.
  await cell(page, 0).click()
  await page.keyboard.press('4')
  await expect.poll(() => message(page).innerText()).toBe('Broken: Thermometer r1c1 r1c2 r1c3 r1c4')
  expect(await cell(page, 0).getAttribute('aria-label')).toBe('r1c1, 4, breaks a rule')
  await command(page, 'undo').click()
  await expect.poll(() => message(page).innerText()).toBe('')
  await command(page, 'hint').click()
  await expect.poll(() => message(page).innerText()).toContain('4 is the only candidate left in r4c1.')
  await command(page, 'apply').click()
  await expect.poll(() => values(page)).toBe('....3...2...4..1')
  await command(page, 'count').click()
  await expect.poll(() => message(page).innerText()).toBe('Exactly one solution from here.')
  await command(page, 'candidates').click()
  await expect.poll(() => page.locator('#variant .v-note').allTextContents().then((texts) => texts.join(''))).toBe('123441214332')
  // Notes by the keyboard, then the game after a reload.
  await cell(page, 1).click()
  await page.keyboard.press('n')
  await page.keyboard.press('4')
  await page.reload()
  await ready(page)
  await playing(page)
  expect(await values(page)).toBe('....3...2...4..1')
  expect(await cell(page, 1).getAttribute('aria-label')).toBe('r1c2, notes 2 4')
  await command(page, 'solve').click()
  await expect.poll(() => values(page)).toBe(SOLVED)
  await expect.poll(() => message(page).innerText()).toBe('Solved by the engine.')
  // It is in the list of games.
  await page.click('#go-home')
  await page.click('[data-command="games"]')
  await page.locator('.game-card', { hasText: 'Mercury' }).click()
  await playing(page)
  expect(await values(page)).toBe(SOLVED)
})

test('texts of all forms can be pasted, and a classic puzzle is still a classic puzzle', async () => {
  const page = await open({ link: givens(EASY) })
  await paste(page, THERMO)
  await playing(page)
  await command(page, 'share').click()
  await expect.poll(() => page.locator('#share-fpuzzles').inputValue()).toContain('f-puzzles.com')
  const shared = [await page.locator('#share-link').inputValue(), await page.locator('#share-iss').inputValue(), await page.locator('#share-fpuzzles').inputValue()]
  await page.keyboard.press('Escape')
  expect(shared[1]).toBe(THERMO)
  for (const text of [...shared, '1...............', '{"size":4,"grid":[[{},{},{},{}],[{"value":3,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"killercage":[{"cells":["R1C1","R1C2"],"value":"5"}]}']) {
    await page.click('#go-home')
    await paste(page, text)
    await playing(page)
    await expect.poll(() => page.locator('#variant [data-cell]').count()).toBe(16)
  }
  // What is damaged is refused in words, with the place.
  await page.click('#go-home')
  await paste(page, '.Thermo~R1C1~R1C0')
  await expect.poll(() => page.locator('dialog[open] .callout.bad').innerText()).toBe('line 1, column 14: found "R1C0", expected a cell of the board')
  await page.keyboard.press('Escape')
  await paste(page, EASY)
  await shows(page, EASY)
})

test('a link of SudokuPad opens with the part that has a meaning and names the rest, a line of killer cages with its sums', async () => {
  const page = await open({ link: givens(EASY) })
  await paste(page, 'https://sudokupad.app/sclN4YwpgNhDOBcDa9gDdYEYC+AaHBdL8OW+heBRKsATBrvgE5gDmAlgPYB2ci8ADFrxL80JNANFYRJPlipCsAZglyCYpdKriCmkQQVb4+qQXiaVpxSX3n96/CACGTMN1CQYCeGMGrJdLMgOEACuYLAA7NgoQaGwAC4scRBhAAQAgikADsEAXjnJtFgQLBwuCMAA7g4AngAKbCVx3HwAdACsAu2i7ZJd9mwQbPSwAGYjvBO8tBhAA==')
  await playing(page)
  expect(await values(page)).toBe('1..............2')
  expect(await page.locator('#variant h2').innerText()).toBe('A puzzle')
  await command(page, 'rules').click()
  await expect.poll(() => page.locator('#dialog-rules li').allTextContents()).toEqual(['line r1c1 r2c2 colour ff0000'])
  await page.keyboard.press('Escape')
  await page.click('#go-home')
  // Nine cages, a row each.
  await paste(page, 'j<<<<<<<<'.repeat(9))
  await playing(page)
  await expect.poll(() => page.locator('#variant [data-cell]').count()).toBe(81)
  expect(await page.locator('#variant svg text', { hasText: /^45$/ }).count()).toBe(9)
})

test('a puzzle is solved by hand, on a phone, with the keys below the board', async () => {
  const page = await open({ link: link(THERMO), ...device(390, 844) })
  await playing(page)
  expect(await scrolls(page)).toEqual([0, 0])
  expect(await hidden(page, '.v-board, .v-key, .v-do, .v-questions button')).toEqual([])
  for (const [at, value] of [...SOLVED].entries()) {
    if ('....3...2......1'[at] !== '.') continue
    await cell(page, at).tap()
    await page.locator(`#variant .v-key[data-value="${value}"]`).tap()
  }
  await expect.poll(() => message(page).innerText()).toMatch(/^Solved in \d/)
})

test('after a variant was opened once, variants work without a network', async () => {
  const page = await open()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await ready(page)
  await paste(page, THERMO)
  await playing(page)
  await page.context().setOffline(true)
  await page.reload()
  await ready(page)
  await playing(page)
  await command(page, 'hint').click()
  await command(page, 'apply').waitFor()
  await page.context().setOffline(false)
})

test('axe-core finds no fault in a game, in the dark, and on the drawing board', async () => {
  const page = await open({ link: link(THERMO), colorScheme: 'dark', reducedMotion: 'reduce' })
  await playing(page)
  await command(page, 'hint').click()
  await command(page, 'apply').waitFor()
  expect(await faults(page), 'a game').toEqual([])
  await command(page, 'new').click()
  await page.locator('.v-screen[data-view="draw"] [data-cell]').first().waitFor()
  expect(await faults(page), 'the drawing board').toEqual([])
})

test('long work can be stopped, and the engine answers afterwards', async () => {
  // More solutions than are counted.
  const page = await open({ link: link('.Shape~9x9.Cage~0~R1C1~R1C2.AntiKnight') })
  await playing(page)
  await command(page, 'count').click()
  await command(page, 'stop').click()
  await expect.poll(() => message(page).innerText()).toBe('Stopped.')
  await command(page, 'hint').click()
  await expect.poll(() => message(page).innerText()).toBe('This puzzle has several solutions, so no step is certain.')
})

/** For each kind: what is drawn, and the string form that comes out. */
const DRAWN: readonly { kind: string; draw: (page: Page) => Promise<void>; text: string; verdict: RegExp }[] = [
  {
    kind: 'killer',
    draw: async (page) => {
      await drag(page, [0, 1])
      await page.keyboard.press('5')
      await page.locator('#variant .v-rules text', { hasText: '5' }).waitFor()
    },
    text: '.Shape~4x4.Cage~5~R1C1~R1C2',
    verdict: /^Several solutions/,
  },
  {
    kind: 'thermo',
    draw: async (page) => {
      await drag(page, [0, 1, 2, 3])
      await drag(page, [5, 6, 7])
    },
    text: '.Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Thermo~R2C2~R2C3~R2C4',
    verdict: /^No solution.*Thermometer r1c1 r1c2 r1c3 r1c4; Thermometer r2c2/,
  },
  { kind: 'arrow', draw: (page) => drag(page, [0, 1, 2]), text: '.Shape~4x4.Arrow~R1C1~R1C2~R1C3', verdict: /^Several/ },
  {
    kind: 'kropki',
    draw: async (page) => {
      await drag(page, [0, 1])
      await page.click('[data-pen="black"]')
      await drag(page, [1, 2])
    },
    text: '.Shape~4x4.WhiteDot~R1C1~R1C2.BlackDot~R1C2~R1C3',
    verdict: /^Several/,
  },
  { kind: 'x', draw: (page) => page.click('[data-pen="rising"]'), text: '.Shape~4x4.Diagonal~-1', verdict: /^Several/ },
  {
    kind: 'jigsaw',
    draw: async (page) => {
      for (const cells of [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 12, 13], [10, 11, 15, 14]]) await drag(page, cells)
    },
    text: '.Shape~4x4.NoBoxes.Jigsaw~AAAABBBBCCDDCCDD',
    verdict: /^Several/,
  },
]

test('each of the six kinds is drawn, checked and played', async () => {
  const page = await open({ ...device(390, 844), hasTouch: false, isMobile: false })
  await page.click('[data-command="variants"]')
  await page.locator('#v-kind option[value="killer"]').waitFor({ state: 'attached' })
  await page.selectOption('#v-side', '4')
  for (const { draw, kind, text, verdict } of DRAWN) {
    await page.selectOption('#v-kind', kind)
    await expect.poll(() => page.locator('#variant [data-cell]').count()).toBe(16)
    await expect.poll(() => command(page, 'undo').isDisabled()).toBe(true)
    await draw(page)
    await expect.poll(() => command(page, 'undo').isDisabled()).toBe(false)
    await command(page, 'check').click()
    await expect.poll(() => message(page).innerText(), { message: kind }).toMatch(verdict)
    await command(page, 'play').click()
    await playing(page)
    await command(page, 'share').click()
    await expect.poll(() => page.locator('#share-iss').inputValue()).toBe(text)
    await page.keyboard.press('Escape')
    await command(page, 'new').click()
    await page.locator('.v-screen[data-view="draw"] [data-cell]').first().waitFor()
  }
  // A stroke that draws nothing says why, and a given completes a puzzle.
  await page.selectOption('#v-kind', 'thermo')
  await expect.poll(() => command(page, 'undo').isDisabled()).toBe(true)
  await page.click('[data-pen="given"]')
  await cell(page, 5).click()
  await page.keyboard.press('3')
  await expect.poll(() => values(page)).toBe('.....3..........')
  // The sketch is kept.
  await page.reload()
  await ready(page)
  await expect.poll(() => values(page)).toBe('.....3..........')
})

test('a stroke has every cell on its way, however few points of it are reported', async () => {
  const page = await open({ ...device(390, 844), hasTouch: false, isMobile: false })
  await page.click('[data-command="variants"]')
  await page.locator('#v-kind option[value="thermo"]').waitFor({ state: 'attached' })
  await page.selectOption('#v-side', '4')
  await page.selectOption('#v-kind', 'thermo')
  await expect.poll(() => page.locator('#variant [data-cell]').count()).toBe(16)
  // Two points: from corner to corner.
  await drag(page, [0, 15])
  await expect.poll(() => command(page, 'undo').isDisabled()).toBe(false)
  await command(page, 'play').click()
  await playing(page)
  await command(page, 'share').click()
  await expect.poll(() => page.locator('#share-iss').inputValue()).toBe('.Shape~4x4.Thermo~R1C1~R2C2~R3C3~R4C4')
})

test('a puzzle is generated by its seed, and looks the same in Chinese', async () => {
  const page = await open({ locale: 'zh-CN' })
  await page.click('[data-command="variants"]')
  await page.locator('#v-kind option[value="killer"]').waitFor({ state: 'attached' })
  await page.selectOption('#v-side', '6')
  await page.fill('#v-seed', '7')
  await page.locator('#v-seed').blur()
  await command(page, 'generate').click()
  await playing(page)
  expect(await page.locator('#variant h2').innerText()).toBe('杀手 6×6')
  await command(page, 'count').click()
  await expect.poll(() => message(page).innerText()).toBe('从这里起恰有一个解。')
})
