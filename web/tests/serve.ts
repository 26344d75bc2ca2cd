/** Serves the built page on loopback for the time of the tests, as any plain server would. */

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { TestProject } from 'vitest/node'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

export const DIST = join(import.meta.dirname, '../dist')

declare module 'vitest' {
  export interface ProvidedContext {
    address: string
  }
}

/** Files that are made or changed on the way: the text of each path from the text that is there. */
type Changes = Readonly<Record<string, (text: string) => string>>

export async function servePage(project: TestProject, changes: Changes = {}): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname))
    const name = path.endsWith('/') ? `${path}index.html` : path
    const change = changes[name]
    const stored = readFile(join(DIST, name))
    const bytes = change ? stored.then(String, () => '').then(change) : stored
    bytes.then(
      (content) => response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('address', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
}

export default (project: TestProject): Promise<() => Promise<void>> => servePage(project)
