/**
 * A step that draws itself: the houses to look at, then the pattern, then one link after the other, then what follows.
 * With reduced motion all of it is there at once.
 */

import type { View } from './engine'

const FRAME = 650
/** Chains have many links; they are drawn faster. */
const LINK = 380

const isConclusion = ({ role }: { role: string }): boolean => role === 'placed' || role === 'eliminated'

/** The stages of a drawing, the last of which is complete. */
export function framesOf(view: View): View[] {
  const pattern = view.candidates.filter((part) => !isConclusion(part))
  const linked = new Set(view.links.flatMap(({ from, to }) => [...from, ...to]))
  const free = pattern.filter(({ candidate }) => !linked.has(candidate))
  const frames: View[] = []
  if (view.houses.length > 0) frames.push({ houses: view.houses, cells: [], candidates: [], links: [] })
  if (view.cells.length > 0 || free.length > 0) frames.push({ houses: view.houses, cells: view.cells, candidates: free, links: [] })
  for (let count = 1; count <= view.links.length; count++) {
    const links = view.links.slice(0, count)
    const seen = new Set(links.flatMap(({ from, to }) => [...from, ...to]))
    frames.push({ houses: view.houses, cells: view.cells, candidates: pattern.filter(({ candidate }) => !linked.has(candidate) || seen.has(candidate)), links })
  }
  frames.push(view)
  return frames
}

/** Shows the stages one after the other, until the signal stops it. */
export async function play(view: View, show: (frame: View) => void, signal: AbortSignal): Promise<void> {
  const frames = matchMedia('(prefers-reduced-motion: reduce)').matches ? [view] : framesOf(view)
  const pause = frames.length > 8 ? LINK : FRAME
  for (const [at, frame] of frames.entries()) {
    if (signal.aborted) return
    show(frame)
    if (at < frames.length - 1) await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
