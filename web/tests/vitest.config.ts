// Tests of the built page in a real browser: `npm run test:browser`, after `npm run build`.

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    globalSetup: './serve.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A browser each: two at a time is what small machines can do.
    maxWorkers: 2,
  },
})
