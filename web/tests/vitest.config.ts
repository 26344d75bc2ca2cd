// Tests of the built page in a real browser: `npm run test:browser`, after `npm run build`.

import { defineConfig } from 'vitest/config'

export const MINUTE = 60_000

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    globalSetup: './serve.ts',
    // Tests wait for what happens, not for a time. These are caps, for machines with other work to do.
    testTimeout: 5 * MINUTE,
    hookTimeout: 5 * MINUTE,
    expect: { poll: { timeout: 2 * MINUTE } },
    // A browser each: two at a time is what small machines can do.
    maxWorkers: 2,
  },
})
