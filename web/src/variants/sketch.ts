/**
 * A puzzle in the making, as the list of strokes that draw it. Undoing leaves the last stroke out; the engine turns the list
 * into a puzzle. It knows neither rules nor the browser.
 *
 * A stroke is a line of text: the tool, a number or `-`, the cells.
 */

export interface Sketch {
  theme: string
  side: number
  strokes: string[]
  undone: string[]
}

export const newSketch = (theme = 'killer', side = 9): Sketch => ({ theme, side, strokes: [], undone: [] })

export function add(sketch: Sketch, tool: string, number: number | null, cells: readonly number[]): void {
  sketch.strokes.push([tool, number ?? '-', ...cells].join(' '))
  sketch.undone = []
}

export function undo(sketch: Sketch): boolean {
  const stroke = sketch.strokes.pop()
  if (stroke !== undefined) sketch.undone.push(stroke)
  return stroke !== undefined
}

export function redo(sketch: Sketch): boolean {
  const stroke = sketch.undone.pop()
  if (stroke !== undefined) sketch.strokes.push(stroke)
  return stroke !== undefined
}

/** The sum of the cage that was drawn last; null if something else was. */
export function lastSum(sketch: Sketch): number | '-' | null {
  const match = /^cage (\d+|-) /.exec(sketch.strokes[sketch.strokes.length - 1] ?? '')
  return match ? (match[1] === '-' ? '-' : Number(match[1])) : null
}

/** Gives the cage that was drawn last a sum: the stroke changes, no new one is made. */
export function setLastSum(sketch: Sketch, sum: number | null): void {
  const at = sketch.strokes.length - 1
  sketch.strokes[at] = sketch.strokes[at]!.replace(/^cage \S+/, `cage ${sum ?? '-'}`)
}

export const sketchToText = (sketch: Sketch): string => JSON.stringify(sketch)

/** The sketch of a text, or a new one if it is none. */
export function sketchFromText(text: string | null): Sketch {
  try {
    const { side, strokes, theme, undone } = JSON.parse(text ?? 'null') as Record<string, unknown>
    const isList = (list: unknown): list is string[] => Array.isArray(list) && list.length < 5000 && list.every((stroke) => typeof stroke === 'string' && /^[a-z-]{1,10} (\d{1,6}|-)( \d{1,3})*$/.test(stroke))
    if (typeof theme === 'string' && /^[a-z]{1,10}$/.test(theme) && typeof side === 'number' && side >= 1 && side <= 25 && isList(strokes) && isList(undone)) return { theme, side, strokes, undone }
  } catch {
    // Not ours: begin anew.
  }
  return newSketch()
}
