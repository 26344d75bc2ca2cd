/**
 * Draws the board of a puzzle of any size: what the engine drew of its rules, and over it values, notes and highlights.
 *
 * Layers from the lowest: highlights of cells, the engine's picture, values and notes as an ARIA grid, the stroke that is
 * being drawn. A cell is drawn anew only when what it shows has changed.
 */

import { el, setAttribute, svg } from '../dom'
import { numberOf } from './state'
import type { VariantPuzzle } from './variant-engine'

/** How a cell is shown. */
export interface Face {
  readonly value: string
  readonly given: boolean
  readonly wrong: boolean
  /** Notes as bits, and those of them that a hint removes. */
  readonly notes: number
  readonly gone: number
  /** What a screen reader says. */
  readonly words: string
}

export type Light = 'chosen' | 'active' | 'broken' | 'pattern' | 'target' | 'differ'

export class VariantBoard {
  readonly element: HTMLElement
  private readonly picture: SVGSVGElement
  private readonly lights = svg('g', { 'aria-hidden': 'true' })
  private readonly rules = svg('g', { class: 'v-rules', 'aria-hidden': 'true' })
  private readonly grid = svg('g', { class: 'v-cells' })
  private readonly pen = svg('polyline', { class: 'v-pen', 'aria-hidden': 'true' })
  private cells: SVGGElement[] = []
  private drawn: string[] = []
  private puzzle: VariantPuzzle | null = null
  private shownRules = ''

  constructor(label: string) {
    this.picture = svg('svg', { class: 'v-picture', role: 'grid', 'aria-label': label, 'aria-multiselectable': 'true' }, this.lights, this.rules, this.grid, this.pen)
    this.element = el('div', { class: 'v-board' }, this.picture)
  }

  /** Shows another puzzle, or the same one after a change. */
  show(puzzle: VariantPuzzle, dark: boolean): void {
    const picture = dark ? puzzle.dark : puzzle.light
    if (picture !== this.shownRules) {
      this.shownRules = picture
      // The picture is the engine's own. It is parsed as a document, where nothing of it is run.
      const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${picture}</svg>`, 'image/svg+xml')
      this.rules.replaceChildren(...[...parsed.documentElement.childNodes].map((node) => document.importNode(node, true)))
    }
    setAttribute(this.picture, 'viewBox', puzzle.box.join(' '))
    this.element.style.setProperty('--v-ratio', String(puzzle.box[2] / puzzle.box[3]))
    this.element.style.setProperty('--v-columns', String(puzzle.columns))
    const same = this.puzzle !== null && this.puzzle.names.join() === puzzle.names.join() && this.puzzle.places.join() === puzzle.places.join()
    this.puzzle = puzzle
    if (same) return
    this.drawn = []
    const half = puzzle.side / 2
    this.cells = puzzle.places.map(([x, y], cell) =>
      svg('g', { role: 'gridcell', tabindex: -1, 'data-cell': cell, transform: `translate(${x - half} ${y - half})` }, svg('rect', { class: 'v-hit', width: puzzle.side, height: puzzle.side })),
    )
    const rows: SVGGElement[] = []
    for (let cell = 0; cell < this.cells.length; cell += puzzle.columns) rows.push(svg('g', { role: 'row' }, ...this.cells.slice(cell, cell + puzzle.columns)))
    this.grid.replaceChildren(...rows)
  }

  /** Draws what cells show. */
  faces(face: (cell: number) => Face): void {
    const { puzzle } = this
    if (!puzzle) return
    const across = Math.max(3, Math.ceil(Math.sqrt(puzzle.values.length)))
    const step = (puzzle.side - 6) / across
    // Under the sums of cages.
    const top = puzzle.rules.some(({ rule }) => rule === 'killer') ? 17 : 3
    const down = (puzzle.side - 3 - top) / Math.max(2, Math.ceil(puzzle.values.length / across))
    const first = numberOf(puzzle.values[0] ?? '1')
    for (const [cell, group] of this.cells.entries()) {
      const { given, gone, notes, value, words, wrong } = face(cell)
      const key = `${value}/${given}/${wrong}/${notes}/${gone}/${words}`
      if (this.drawn[cell] === key) continue
      this.drawn[cell] = key
      group.setAttribute('aria-label', words)
      while (group.childNodes.length > 1) group.lastChild!.remove()
      if (value) {
        const text = svg('text', { class: `v-value${given ? ' given' : ''}${wrong ? ' wrong' : ''}`, x: puzzle.side / 2, y: puzzle.side / 2 })
        text.textContent = value
        group.append(text)
        continue
      }
      for (const [set, name] of [[notes & ~gone, 'v-note'], [notes & gone, 'v-note gone']] as const) {
        const shown = [...puzzle.values].filter((symbol) => set & (1 << numberOf(symbol)))
        if (shown.length === 0) continue
        // Each character has a place of its own.
        const places = shown.map((symbol) => numberOf(symbol) - first)
        const text = svg('text', {
          class: name,
          'font-size': Math.min(17, step * 0.9, down * 1.05),
          x: places.map((place) => 3 + step * ((place % across) + 0.5)).join(' '),
          y: places.map((place) => top + down * (Math.floor(place / across) + 0.5)).join(' '),
        })
        text.textContent = shown.join('')
        group.append(text)
      }
    }
  }

  /** Lights cells up; a later light is drawn over an earlier one. */
  light(lights: readonly (readonly [Light, Iterable<number>])[]): void {
    const { puzzle } = this
    if (!puzzle) return
    const half = puzzle.side / 2
    this.lights.replaceChildren(
      ...lights.flatMap(([name, cells]) =>
        [...cells].flatMap((cell) => {
          const place = puzzle.places[cell]
          return place ? [svg('rect', { class: `v-light ${name}`, x: place[0] - half, y: place[1] - half, width: puzzle.side, height: puzzle.side })] : []
        }),
      ),
    )
  }

  /** Says which cells are chosen, and which of them has the keyboard. */
  choose(chosen: ReadonlySet<number>, active: number, focus: boolean): void {
    for (const [cell, group] of this.cells.entries()) {
      setAttribute(group, 'tabindex', cell === active ? '0' : '-1')
      setAttribute(group, 'aria-selected', String(chosen.has(cell)))
    }
    const group = this.cells[active]
    if (focus) group?.focus({ preventScroll: true })
    if (group && this.element.classList.contains('zoomed')) group.scrollIntoView({ block: 'center', inline: 'center' })
  }

  /** Draws a line along cells. */
  stroke(cells: readonly number[]): void {
    const points = cells.flatMap((cell) => this.puzzle?.places[cell]?.join(',') ?? [])
    // A single point is drawn as a dot.
    this.pen.setAttribute('points', (points.length === 1 ? [points[0], points[0]] : points).join(' '))
  }

  /** The cell under a point of the screen. With `near`, only the middle of cells counts, so that a finger can go diagonally. */
  cellAt(x: number, y: number, near = false): number | null {
    const { puzzle } = this
    const matrix = this.picture.getScreenCTM()
    if (!puzzle || !matrix) return null
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse())
    const reach = puzzle.side * (near ? 0.4 : 0.5)
    const cell = puzzle.places.findIndex(([cx, cy]) => Math.abs(point.x - cx) <= reach && Math.abs(point.y - cy) <= reach)
    return cell < 0 ? null : cell
  }

  /** The cell so many rows and columns away, as the cells are drawn; the same one at the edge. */
  neighbour(cell: number, down: number, right: number): number {
    const { puzzle } = this
    const place = puzzle?.places[cell]
    if (!puzzle || !place) return cell
    const [x, y] = [place[0] + right * puzzle.side, place[1] + down * puzzle.side]
    const found = puzzle.places.findIndex(([cx, cy]) => Math.abs(cx - x) < 1 && Math.abs(cy - y) < 1)
    return found < 0 ? cell : found
  }
}
