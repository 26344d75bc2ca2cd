/** Puzzles come in: typed, pasted in every format, dropped, from the gallery; what is wrong is shown where it is. */

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EASY, MULTIPLE, cell, digits, givens, open, paste, shows, useBrowser } from './page.ts'

useBrowser()

const rows = EASY.match(/.{9}/g)!

/** The puzzle in each format that the engine reads. */
const FORMATS: Readonly<Record<string, string>> = {
  line: EASY,
  'line with a comment': `${EASY} # easy, SE 1.2`,
  'line with zeros': EASY.replaceAll('.', '0'),
  grid: rows.map((row) => row.replace(/(...)(...)(...)/, '$1|$2|$3')).join('\n'),
  'drawn grid': [0, 3, 6]
    .map((band) => `+-------+-------+-------+\n${rows.slice(band, band + 3).map((row) => `| ${[...row].join(' ').replace(/(.{5}) (.{5}) (.{5})/, '$1 | $2 | $3')} |`).join('\n')}`)
    .join('\n')
    .concat('\n+-------+-------+-------+'),
  hodoku: `:0000:x:${EASY}:::`,
  sdk: `#AExample\n[Puzzle]\n${rows.join('\n')}\n`,
  ss: rows.map((row, at) => (at % 3 === 0 && at > 0 ? '-----------\n' : '') + row.replace(/(...)(...)(...)/, '$1|$2|$3')).join('\n'),
  csv: `puzzle,level\n${EASY},easy\n`,
  json: JSON.stringify({ puzzle: EASY }),
  opensudoku: `<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku><name>Example</name><game data="${EASY.replaceAll('.', '0')}"/></opensudoku>`,
}

test('every format can be pasted onto the board', async () => {
  const page = await open({ link: givens(EASY) })
  for (const [format, text] of Object.entries(FORMATS)) {
    await paste(page, MULTIPLE)
    await shows(page, MULTIPLE)
    await paste(page, text)
    await expect.poll(() => digits(page), { message: format }).toBe(EASY)
  }
})

test('pencilmarks bring their candidates with them', async () => {
  const page = await open({ link: givens(EASY) })
  const drawn = [...EASY].map((digit, at) => (digit === '.' ? (at === 3 ? '26' : '123456789') : digit))
  await paste(page, Array.from({ length: 9 }, (_, row) => drawn.slice(9 * row, 9 * row + 9).join(' ')).join('\n'))
  await shows(page, EASY)
  // What the givens rule out is not shown.
  await expect.poll(() => cell(page, 1, 4).locator('.candidates > span').allInnerTexts()).toEqual(['2', '6'])
  await expect.poll(() => cell(page, 1, 3).locator('.candidates > span').allInnerTexts()).toEqual(['1', '2', '4'])
})

test('a link made by the page can be pasted', async () => {
  const page = await open({ link: givens(EASY) })
  await paste(page, `https://example.org/ninefold/${givens(MULTIPLE)}`)
  await shows(page, MULTIPLE)
})

test('what cannot be read is shown where it is wrong, in words', async () => {
  const page = await open({ link: givens(EASY) })
  await paste(page, `${EASY.slice(0, 31)}z${EASY.slice(32)}`)
  const error = page.locator('dialog[open] .callout.bad')
  await error.first().waitFor()
  expect(await error.first().innerText()).toMatch(/1.*32/)
  expect(await error.locator('mark').first().innerText()).toBe('z')
  await shows(page, EASY)
})

test('garbage of any kind neither breaks the page nor becomes part of it', async () => {
  const page = await open({ link: givens(EASY) })
  const garbage = [
    'hello',
    '<img src=x onerror="document.title=1"><script>document.title=2</script>',
    '{"puzzle":',
    '<opensudoku><game data="',
    '\u0000\ufffe\u202e',
    '1'.repeat(70_000),
    'puzzle\n"',
    '#s=AAAA',
    ':0300:',
  ]
  for (const text of garbage) {
    await paste(page, text)
    await page.locator('dialog[open]').waitFor()
    expect(await page.locator('dialog[open] .callout.bad').count()).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' }).catch(() => undefined)
  }
  expect(await page.title()).toMatch(/Ninefold/)
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(await digits(page)).toBe(EASY)
})

test('a puzzle is typed in cell by cell and then played', async () => {
  const page = await open({ link: givens(EASY) })
  await page.click('#open-new')
  await page.click('[data-page="paste"]')
  await page.click('#type-puzzle')
  await cell(page, 1, 1).click()
  for (const character of EASY) await page.keyboard.press(character === '.' ? 'Space' : character)
  await page.click('#entering-done')
  await shows(page, EASY)
  await cell(page, 1, 1).click()
  await page.keyboard.press('9')
  expect((await digits(page))[0]).toBe('5')
})

test('several puzzles in one text can be chosen from', async () => {
  const page = await open({ link: givens(EASY) })
  await paste(page, `${MULTIPLE}\n${EASY} the easy one\n`)
  await page.locator('dialog[open] .card').nth(1).click()
  await shows(page, EASY)
})

test('a file can be opened and dropped', async () => {
  const page = await open({ link: givens(EASY) })
  await page.setInputFiles('#file', { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from(MULTIPLE) })
  await shows(page, MULTIPLE)
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'dropped.sdm', { type: 'text/plain' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  }, EASY)
  await shows(page, EASY)
})

test('the gallery has examples to start from', async () => {
  const page = await open({ link: givens(EASY) })
  await page.click('#open-new')
  await page.click('[data-page="gallery"]')
  const cards = page.locator('dialog[open] .card')
  expect(await cards.count()).toBeGreaterThan(8)
  await cards.nth(2).click()
  await expect.poll(() => digits(page)).not.toBe(EASY)
})

test('a grid without a single solution is said to be none', async () => {
  const page = await open({ link: givens(MULTIPLE) })
  await page.locator('#banner.warn').waitFor()
  await paste(page, EASY.replace('53..7', '55..7'))
  const banner = page.locator('#banner.bad')
  await banner.waitFor()
  expect(await banner.innerText()).toContain('r1c1, r1c2')
})

/** Opens the page for photographs. */
async function photos(link = givens(MULTIPLE)) {
  const page = await open({ link })
  await page.click('#open-new')
  await page.click('[data-page="photo"]')
  await page.locator('[data-photo="file"]').waitFor({ state: 'attached' })
  return page
}

const readCells = (page: Awaited<ReturnType<typeof open>>) =>
  page.$$eval('.photo-cell', (cells) => cells.map((cell) => (cell as HTMLInputElement).value || '.').join(''))

test('a photograph becomes a game after a look at it', async () => {
  const page = await photos()
  await page.setInputFiles('[data-photo="file"]', join(import.meta.dirname, '../../examples/photo.jpg'))
  await page.locator('.photo-status .callout').waitFor()
  expect(await readCells(page)).toBe(EASY)
  // The frame is around the puzzle, not where it is put when none is found.
  const [corner] = await page.$$eval('.photo-corner', (corners) => corners.map((circle) => Number(circle.getAttribute('cx'))))
  expect(Math.abs(corner! - 54)).toBeLessThan(8)
  // A digit that is taken away and put back.
  await page.fill('.photo-cell[data-cell="0"]', '')
  await page.fill('.photo-cell[data-cell="1"]', '5')
  await page.locator('.photo-status .callout.bad').waitFor()
  await page.fill('.photo-cell[data-cell="0"]', '5')
  await page.fill('.photo-cell[data-cell="1"]', '3')
  await page.locator('.photo-status .callout:not(.bad)').waitFor()
  // A corner that is moved a little: it is read again, from there.
  await page.locator('.photo-corner').first().press('ArrowRight')
  await expect.poll(() => readCells(page)).toBe(EASY)
  await page.locator('.photo-status .callout:not(.bad)').waitFor()
  await page.click('#photo-play')
  await shows(page, EASY)
})

test('a file that is no picture, and a picture without a puzzle, are named', async () => {
  const page = await photos()
  await page.setInputFiles('[data-photo="file"]', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await page.locator('.photo .callout.bad').waitFor()
  const white = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(400, 300)
    const context = canvas.getContext('2d')!
    context.fillStyle = 'white'
    context.fillRect(0, 0, 400, 300)
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
  })
  await page.setInputFiles('[data-photo="file"]', { name: 'white.png', mimeType: 'image/png', buffer: Buffer.from(white) })
  await page.locator('.photo-status .callout.bad').waitFor()
  expect(await page.locator('.photo-corner').count()).toBe(4)
  expect(await page.isDisabled('#photo-play')).toBe(true)
  expect(await digits(page)).toBe(MULTIPLE)
})
