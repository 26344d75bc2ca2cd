// How the page is built: `cargo xtask web` runs this after the engine is compiled into `pkg/`.

import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { transformWithOxc, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

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
      const files = ['./', ...built.map((file) => file.fileName).filter((name) => name !== 'index.html'), ...fixed]
      const source = await readFile('src/offline.ts', 'utf8')
      const { code } = await transformWithOxc(source.replace(/^export \{\}$/m, ''), 'offline.ts', { target: 'es2022' })
      const named = `const BUILD = ${JSON.stringify(`ninefold-${build.digest('hex').slice(0, 16)}`)}\nconst FILES = ${JSON.stringify(files)}\n`
      this.emitFile({ type: 'asset', fileName: 'offline.js', source: named + code })
    },
  }
}

export default defineConfig({
  // Relative addresses: the page can be put into any folder of any server.
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0 },
  worker: { format: 'es' },
  plugins: [offline()],
  test: { include: ['src/**/*.test.ts'] },
})
