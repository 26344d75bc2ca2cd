// A few tests of the built page in Firefox and WebKit: `npm run test:browsers`, after `npm run build`.

import { defineConfig } from 'vitest/config'
import { MINUTE } from '../vitest.config.ts'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    globalSetup: './serve.ts',
    testTimeout: 5 * MINUTE,
    hookTimeout: 5 * MINUTE,
    expect: { poll: { timeout: MINUTE } },
    maxWorkers: 1,
    // Later versions of Node.js have it without being asked.
    execArgv: ['--experimental-websocket'],
  },
})
