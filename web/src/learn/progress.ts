/** How far a learner is: solved exercises of each lesson, kept in the browser. */

/** The lessons in the order people learn them. The texts are loaded when a lesson is opened. */
export const LESSONS = [
  'singles', 'hidden-singles', 'locked', 'naked-subsets', 'hidden-subsets', 'x-wing', 'swordfish', 'skyscraper', 'kite', 'empty-rectangle',
  'xy-wing', 'xyz-wing', 'w-wing', 'unique-rectangle', 'bug', 'colouring', 'finned-fish', 'remote-pair', 'x-chain', 'xy-chain', 'chains', 'als-xz', 'als-wing', 'sue-de-coq',
] as const
export type LessonId = (typeof LESSONS)[number]

/** So many solved exercises finish a lesson. */
export const ENOUGH = 3

const KEPT = 'ninefold.lessons'

/** Solved exercises by lesson. */
export function progress(): Partial<Record<LessonId, number>> {
  let value: unknown = null
  try {
    value = JSON.parse(localStorage.getItem(KEPT) ?? 'null')
  } catch {
    // Not ours, or no leave to read: nothing is learnt yet.
  }
  const read = (value !== null && typeof value === 'object' ? value : {}) as Record<string, unknown>
  return Object.fromEntries(
    LESSONS.flatMap((id) => {
      const count = read[id]
      return typeof count === 'number' && Number.isInteger(count) && count > 0 && count < 1e6 ? [[id, count]] : []
    }),
  )
}

/** Another exercise is solved. */
export function addSolved(id: LessonId): void {
  const now = progress()
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...now, [id]: (now[id] ?? 0) + 1 }))
  } catch {
    // No room: the lesson can be taken again.
  }
}

export const isDone = (id: LessonId): boolean => (progress()[id] ?? 0) >= ENOUGH

/** How many lessons are finished. */
export function learnt(): { done: number; of: number } {
  const now = progress()
  return { done: LESSONS.filter((id) => (now[id] ?? 0) >= ENOUGH).length, of: LESSONS.length }
}
