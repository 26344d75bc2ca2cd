// How the page is built: `cargo xtask web` runs this after the engine is compiled into `pkg/`.

import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Relative addresses: the page can be put into any folder of any server.
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0 },
  worker: { format: 'es' },
  test: { include: ['src/**/*.test.ts'] },
})
