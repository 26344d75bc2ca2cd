/**
 * Keyboard, mouse and touch on the board, text pasted or dropped anywhere.
 *
 * Letters are commands only while the keyboard is in the board or nowhere in particular, so that nothing is taken from
 * fields, buttons and screen readers.
 */

import type { Api } from './api'
import * as board from './board'
import { byId } from './dom'
import { t } from './i18n'
import type { Mode } from './state'
import { type Point, pointOf, pointsTo } from './stroke'

export interface Commands {
  hint(): void
  check(): void
  apply(): void
  keys(): void
  escape(): void
  text(text: string, name: string): void
  endEntering(): void
  undo(): void
  redo(): void
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const LETTER_MODES: Readonly<Record<string, Mode>> = { z: 'digit', x: 'corner', c: 'centre', v: 'colour' }

/** The digit of a key, whatever shift makes of it; 0 for none. */
function digitOf(event: KeyboardEvent): number {
  const match = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)
  // Without a code (on-screen keyboards) the character itself has to do.
  return match ? Number(match[1]) : /^[1-9]$/.test(event.key) ? Number(event.key) : 0
}

export function listen(api: Api, commands: Commands): void {
  keyboard(api, commands)
  pointer(api)
  textFromOutside(commands)
}

function keyboard(api: Api, commands: Commands): void {
  const inBoard = (): boolean => {
    if (!api.isPlaying()) return false
    const focus = document.activeElement
    return focus === null || focus === document.body || byId('board').contains(focus)
  }
  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]')) return
    const command = event.ctrlKey || event.metaKey
    const target = event.target
    const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    // Undo works from everywhere but fields, which have their own.
    if (command && !typing && api.isPlaying() && !event.altKey && /^[zy]$/i.test(event.key)) {
      event.preventDefault()
      if (event.key.toLowerCase() === 'y' || event.shiftKey) commands.redo()
      else commands.undo()
      return
    }
    if (event.key === 'Escape' && !typing && api.isPlaying()) {
      commands.escape()
      return
    }
    if (typing || !inBoard() || api.state.paused) return
    if (boardKey(api, commands, event, command)) event.preventDefault()
  })
}

/** Does what the key means on the board; says whether it means anything. */
function boardKey(api: Api, commands: Commands, event: KeyboardEvent, command: boolean): boolean {
  const { state } = api
  const go = (change: () => void): true => {
    api.go(change)
    return true
  }
  /** A change in the cell the keyboard is in, which is read out. */
  const edit = (change: () => void): true => {
    api.act(change)
    api.announce(api.view.describe(state))
    return true
  }
  const switchMode = (change: () => void): true => {
    api.act(change)
    api.announce(t(`mode.${state.mode}`))
    return true
  }
  const arrow = ARROWS[event.key]
  if (arrow && !event.altKey) {
    return go(() => board.move(state, arrow[0], arrow[1], event.shiftKey || command))
  }
  const digit = digitOf(event)
  if (digit) {
    const small: Mode = state.settings.notes === 'plain' ? 'centre' : 'corner'
    const mode: Mode | undefined = event.altKey ? 'colour' : command ? 'centre' : event.shiftKey ? small : undefined
    edit(() => board.enter(state, digit, mode))
    if (state.phase === 'enter') go(() => board.move(state, state.active % 9 === 8 ? 1 : 0, 1))
    return true
  }
  if (command) {
    if (event.key.toLowerCase() !== 'a') return false
    return go(() => board.chooseAll(state))
  }
  if (event.altKey) return false
  if (state.phase === 'enter' && /^[0. ]$/.test(event.key)) {
    api.act(() => board.erase(state))
    return go(() => board.move(state, state.active % 9 === 8 ? 1 : 0, 1))
  }
  switch (event.key) {
    case 'Home':
      return go(() => board.choose(state, state.active - (state.active % 9)))
    case 'End':
      return go(() => board.choose(state, state.active - (state.active % 9) + 8))
    case 'PageUp':
      return go(() => board.choose(state, state.active % 9))
    case 'PageDown':
      return go(() => board.choose(state, 72 + (state.active % 9)))
    case 'Backspace':
    case 'Delete':
    case '0':
      return edit(() => board.erase(state))
    case ' ':
      return switchMode(() => board.nextMode(state))
    case 'Enter':
      if (state.phase === 'enter') commands.endEntering()
      else commands.apply()
      return true
    case '?':
      commands.keys()
      return true
  }
  const letter = event.key.toLowerCase()
  const mode = LETTER_MODES[letter]
  if (mode) return switchMode(() => board.setMode(state, mode))
  switch (letter) {
    case 'h':
      commands.hint()
      return true
    case 'k':
      commands.check()
      return true
    case 'a':
      api.set('automatic', !state.settings.automatic)
      return true
    case 'f':
      api.act(board.fillNotes)
      return true
    case 'd':
      api.act(board.cleanNotes)
      return true
    case 's':
      return go(() => board.chooseAlike(state, state.active))
  }
  return false
}

function pointer(api: Api): void {
  const grid = byId('board')
  const cellAt = ({ x, y }: Point): number | null => {
    const box = grid.getBoundingClientRect()
    const col = Math.floor(((x - box.left) / box.width) * 9)
    const row = Math.floor(((y - box.top) / box.height) * 9)
    return col >= 0 && col < 9 && row >= 0 && row < 9 ? row * 9 + col : null
  }
  let dragging: number | null = null
  let last: number | null = null
  let from: Point = { x: 0, y: 0 }
  grid.addEventListener('pointerdown', (event) => {
    from = pointOf(event)
    const cell = cellAt(from)
    if (cell === null || event.button !== 0) return
    event.preventDefault()
    grid.setPointerCapture(event.pointerId)
    dragging = event.pointerId
    last = cell
    const several = event.shiftKey || event.ctrlKey || event.metaKey
    api.go((state) => {
      if (several) return board.toggleChosen(state, cell)
      board.choose(state, cell)
      if (state.held && !state.marks[cell]!.given) board.enter(state, state.held)
    })
  })
  grid.addEventListener('pointermove', (event) => {
    if (dragging !== event.pointerId || api.state.held) return
    const cells: number[] = []
    for (const point of pointsTo(from, event)) {
      const cell = cellAt(point)
      if (cell === null || cell === last) continue
      last = cell
      cells.push(cell)
    }
    from = pointOf(event)
    if (cells.length > 0) api.act((state) => cells.forEach((cell) => board.alsoChoose(state, cell)))
  })
  const end = (event: PointerEvent): void => {
    if (dragging === event.pointerId) dragging = null
  }
  grid.addEventListener('pointerup', end)
  grid.addEventListener('pointercancel', end)
  grid.addEventListener('dblclick', (event) => {
    const cell = cellAt(pointOf(event))
    if (cell !== null) api.act((state) => board.chooseAlike(state, cell))
  })
  // A screen reader or a script may move the focus by itself.
  grid.addEventListener('focusin', (event) => {
    const cell = Number((event.target as HTMLElement).dataset['cell'])
    if (Number.isInteger(cell) && cell !== api.state.active) api.act((state) => board.choose(state, cell))
  })
}

/** The largest file that is read. A million puzzles fit. */
const LARGEST_FILE = 100 << 20

export async function textOfFile(file: File): Promise<string | null> {
  return file.size <= LARGEST_FILE ? file.text() : null
}

function textFromOutside(commands: Commands): void {
  document.addEventListener('paste', (event) => {
    const target = event.target
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || document.querySelector('dialog[open]')) return
    const text = event.clipboardData?.getData('text/plain')
    if (text?.trim()) {
      event.preventDefault()
      commands.text(text, '')
    }
  })
  const drop = byId('drop')
  const carries = (event: DragEvent): boolean => [...(event.dataTransfer?.types ?? [])].some((type) => type === 'Files' || type === 'text/plain')
  document.addEventListener('dragover', (event) => {
    if (!carries(event)) return
    event.preventDefault()
    drop.hidden = false
  })
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) drop.hidden = true
  })
  document.addEventListener('drop', (event) => {
    drop.hidden = true
    if (!carries(event)) return
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    if (file) {
      void textOfFile(file).then((text) => commands.text(text ?? '', file.name))
    } else {
      commands.text(event.dataTransfer?.getData('text/plain') ?? '', '')
    }
  })
}
