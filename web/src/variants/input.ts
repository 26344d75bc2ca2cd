/** Pointers and keys on the board of a variant. */

import { type Point, pointOf, pointsTo } from '../stroke'
import type { VariantBoard } from './view'

export interface Strokes {
  start(cell: number, several: boolean): void
  over(cell: number): void
  end(): void
}

/** Calls for the cells that a finger or the mouse goes over. */
export function onBoard(board: VariantBoard, signal: AbortSignal, strokes: Strokes): void {
  const { element } = board
  let pointer: number | null = null
  let last: number | null = null
  let from: Point = { x: 0, y: 0 }
  const move = (event: PointerEvent): void => {
    for (const { x, y } of pointsTo(from, event)) {
      const cell = board.cellAt(x, y, true)
      if (cell === null || cell === last) continue
      last = cell
      strokes.over(cell)
    }
    from = pointOf(event)
  }
  element.addEventListener(
    'pointerdown',
    (event) => {
      const cell = board.cellAt(event.clientX, event.clientY)
      if (cell === null || event.button !== 0) return
      // A zoomed board is moved by dragging.
      if (!element.classList.contains('zoomed')) {
        event.preventDefault()
        element.setPointerCapture(event.pointerId)
        pointer = event.pointerId
      }
      last = cell
      from = pointOf(event)
      strokes.start(cell, event.shiftKey || event.ctrlKey || event.metaKey)
      if (pointer === null) strokes.end()
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      if (pointer !== event.pointerId) return
      move(event)
    },
    { signal },
  )
  const end = (event: PointerEvent): void => {
    if (pointer !== event.pointerId) return
    if (event.type === 'pointerup') move(event)
    pointer = null
    strokes.end()
  }
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
}

/** Whether a key is meant for the board: the keyboard is in it or nowhere in particular. */
export function isCommand(event: KeyboardEvent, board: VariantBoard): boolean {
  if (document.querySelector('dialog[open]')) return false
  const focus = document.activeElement
  const undo = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)
  const typing = focus instanceof HTMLInputElement || focus instanceof HTMLSelectElement || focus instanceof HTMLTextAreaElement
  return !typing && (undo || focus === null || focus === document.body || board.element.contains(focus))
}
