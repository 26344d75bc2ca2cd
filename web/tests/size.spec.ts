/** What has to be fetched, compressed as servers do. */

import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { DIST } from './serve.ts'

test('the engine takes less than 450 KB, the one for other sizes and rules less than 420 KB, everything else less than 250 KB', async () => {
  const sizes = { engine: 0, photos: 0, variants: 0, rest: 0 }
  for (const entry of await readdir(DIST, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const size = gzipSync(await readFile(join(entry.parentPath, entry.name)), { level: 9 }).length
    const module = entry.name.endsWith('.wasm')
    sizes[entry.name.includes('photo') ? 'photos' : module ? (entry.name.includes('variants') ? 'variants' : 'engine') : 'rest'] += size
  }
  console.log(`engine ${sizes.engine} bytes, other sizes and rules ${sizes.variants} bytes, photographs ${sizes.photos} bytes, everything else ${sizes.rest} bytes`)
  expect(sizes.engine).toBeGreaterThan(0)
  expect(sizes.engine).toBeLessThan(450_000)
  expect(sizes.variants).toBeGreaterThan(0)
  expect(sizes.variants).toBeLessThan(420_000)
  expect(sizes.rest).toBeLessThan(250_000)
})

test('the engine for other sizes and rules, and its screens, are not loaded with the page, nor is the engine kept before it is needed', async () => {
  const page = await readFile(join(DIST, 'index.html'), 'utf8')
  const kept = (await readFile(join(DIST, 'offline.js'), 'utf8')).match(/^const FILES = (.*)$/m)![1]!
  for (const text of [page, kept]) expect(text).not.toMatch(/assets\/[^"]*variants[^"]*\.wasm/)
  const loaded = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]!)
  for (const file of loaded) expect(await readFile(join(DIST, file), 'utf8')).not.toContain('Drag from the bulb')
})

test('what reads photographs is not loaded with the page, nor kept before it is needed', async () => {
  const page = await readFile(join(DIST, 'index.html'), 'utf8')
  const kept = (await readFile(join(DIST, 'offline.js'), 'utf8')).match(/^const FILES = (.*)$/m)![1]!
  for (const text of [page, kept]) expect(text).not.toMatch(/assets\/[^"]*photo/)
  expect(JSON.parse(kept)).toContain('./')
})

test('the texts of lessons are not loaded with the page', async () => {
  const page = await readFile(join(DIST, 'index.html'), 'utf8')
  const loaded = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]!)
  expect(loaded.length).toBeGreaterThan(0)
  for (const file of loaded) expect(await readFile(join(DIST, file), 'utf8')).not.toContain('almost locked set is a group of cells')
})
