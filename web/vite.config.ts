// How the page is built: `cargo xtask web` runs this after the engine is compiled into `pkg/`.

import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { transformWithOxc, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The characters of English, and the signs that the page uses. */
const LATIN = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('') + '’‘“”–—…·×°±✓äöüéèïñÄÖÜß'
const DIGITS = '0123456789'

/**
 * Makes the typeface: one file with the digits alone, which the board needs first, and one with everything else that the
 * page writes in English. Chinese comes from the system.
 */
function typeface(): Plugin {
  const source = 'node_modules/@fontsource-variable/figtree'
  return {
    name: 'typeface',
    async buildStart() {
      const font = await readFile(`${source}/files/figtree-latin-wght-normal.woff2`)
      await mkdir('fonts', { recursive: true })
      const variationAxes = { wght: { min: 400, max: 700 } }
      await writeFile('fonts/digits.woff2', await subsetFont(font, DIGITS, { targetFormat: 'woff2', variationAxes }))
      await writeFile('fonts/latin.woff2', await subsetFont(font, LATIN, { targetFormat: 'woff2', variationAxes }))
    },
    async generateBundle() {
      // The licence travels with the font.
      this.emitFile({ type: 'asset', fileName: 'figtree-licence.txt', source: await readFile(`${source}/LICENSE`) })
    },
  }
}

/** Writes the service worker, which has to know the names of all files. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    async generateBundle(_, bundle) {
      const built = Object.values(bundle).filter((file) => !file.fileName.endsWith('.map'))
      const fixed = await readdir('public')
      const build = createHash('sha256')
      for (const file of built) build.update(file.fileName).update(file.type === 'chunk' ? file.code : file.source)
      for (const name of fixed) build.update(await readFile(`public/${name}`))
      const names = built.map((file) => file.fileName).filter((name) => name !== 'index.html')
      const later = names.filter((name) => name.includes('photo') || /variants[^/]*\.wasm$/.test(name))
      const files = ['./', ...names.filter((name) => !later.includes(name)), ...fixed]
      const source = await readFile('src/offline.ts', 'utf8')
      const { code } = await transformWithOxc(source.replace(/^export \{\}$/m, ''), 'offline.ts', { target: 'es2022' })
      const named = `const BUILD = ${JSON.stringify(`ninefold-${build.digest('hex').slice(0, 16)}`)}\nconst FILES = ${JSON.stringify(files)}\nconst FILES_LATER = ${JSON.stringify(later)}\n`
      this.emitFile({ type: 'asset', fileName: 'offline.js', source: named + code })
    },
  }
}

export default defineConfig({
  // Relative addresses: the page can be put into any folder of any server.
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0 },
  worker: { format: 'es' },
  plugins: [typeface(), offline()],
  // A cap, for machines with other work to do.
  test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 },
})
