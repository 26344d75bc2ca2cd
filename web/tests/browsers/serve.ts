/**
 * Serves the page with a script before its own that collects what the browser complains about: not every protocol
 * reports the console.
 */

import type { TestProject } from 'vitest/node'
import { servePage } from '../serve.ts'

const COLLECT = `
window.complaints = []
for (const level of ['error', 'warn']) {
  const plain = console[level]
  console[level] = (...words) => {
    window.complaints.push(words.map(String).join(' '))
    plain.apply(console, words)
  }
}
addEventListener('error', (event) => window.complaints.push(event.message || 'not loaded: ' + (event.target.src || event.target.href)), true)
addEventListener('unhandledrejection', (event) => window.complaints.push(String(event.reason)))
addEventListener('securitypolicyviolation', (event) => window.complaints.push(event.violatedDirective + ' ' + event.blockedURI))
`

export default (project: TestProject): Promise<() => Promise<void>> =>
  servePage(project, {
    '/collect.js': () => COLLECT,
    '/index.html': (page) => page.replace('<head>', '<head><script src="./collect.js"></script>'),
  })
