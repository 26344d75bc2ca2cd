/** What has to be fetched, compressed as servers do. */

import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { DIST } from './serve.ts'

test('the engine takes less than 450 KB and everything else less than 250 KB', async () => {
  const sizes = { engine: 0, rest: 0 }
  for (const entry of await readdir(DIST, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const size = gzipSync(await readFile(join(entry.parentPath, entry.name)), { level: 9 }).length
    sizes[entry.name.endsWith('.wasm') ? 'engine' : 'rest'] += size
  }
  console.log(`engine ${sizes.engine} bytes, everything else ${sizes.rest} bytes`)
  expect(sizes.engine).toBeGreaterThan(0)
  expect(sizes.engine).toBeLessThan(450_000)
  expect(sizes.rest).toBeLessThan(250_000)
})

test('the texts of lessons are not loaded with the page', async () => {
  const page = await readFile(join(DIST, 'index.html'), 'utf8')
  const loaded = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]!)
  expect(loaded.length).toBeGreaterThan(0)
  for (const file of loaded) expect(await readFile(join(DIST, file), 'utf8')).not.toContain('almost locked set is a group of cells')
})
