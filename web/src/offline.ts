/**
 * The service worker: after the first visit the page works without a network.
 *
 * All files of a build are kept together under the build's own name and served from there, so that the parts of the page
 * always fit each other. A new build is fetched in the background; it takes over when the last open page of the old one
 * is closed.
 *
 * The files that read photographs and the engine for other sizes and rules are fetched when they are first needed, and kept
 * from then on.
 *
 * `vite.config.ts` puts in the name of the build and the lists of its files.
 */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

declare const BUILD: string
declare const FILES: readonly string[]
declare const FILES_LATER: readonly string[]

const ours = (name: string): boolean => name.startsWith('ninefold-')

self.addEventListener('install', (event) => {
  const fetched = caches.open(BUILD).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' }))))
  ;(event as ExtendableEvent).waitUntil(fetched)
})

self.addEventListener('activate', (event) => {
  const removed = caches.keys().then((names) => Promise.all(names.filter((name) => ours(name) && name !== BUILD).map((name) => caches.delete(name))))
  ;(event as ExtendableEvent).waitUntil(removed)
})

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(BUILD)
  const kept = await cache.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true })
  if (kept) return kept
  const fetched = await fetch(request)
  const path = new URL(request.url).pathname
  if (fetched.ok && FILES_LATER.some((file) => path.endsWith(`/${file}`))) await cache.put(request, fetched.clone())
  return fetched
}

self.addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return
  ;(event as FetchEvent).respondWith(answer(request))
})

export {}
