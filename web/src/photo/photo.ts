/** From a photograph to a puzzle: the frame that was found, and the reading beside it, before it becomes a game. */

import type { Api } from '../api'
import { button, el, svg } from '../dom'
import { t, type Key } from '../i18n'
import { CELLS, cellName, colOf, rowOf } from '../words'
import { PhotoEngine, decode, type PhotoReading, type Point } from './reading'

/** How far an arrow key moves a corner, in parts of the picture's width. */
const STEP = 1 / 200
/** Where the corners are if none were found, in parts of the picture. */
const INSET = 0.1

export function photo(api: Api, closed: AbortSignal, done: () => void): Node[] {
  const engine = new PhotoEngine()
  closed.addEventListener('abort', () => engine.end())
  const result = el('div', { class: 'photo', 'aria-live': 'polite' })
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return
    result.replaceChildren(el('p', { class: 'soft' }, t('photo.reading')))
    let picture: HTMLCanvasElement
    try {
      picture = await decode(file)
    } catch {
      result.replaceChildren(el('p', { class: 'callout bad' }, t('photo.error.not-an-image')))
      return
    }
    try {
      await new Check(api, engine, picture, result, done).read(null)
    } catch (error) {
      result.replaceChildren()
      api.failed(error)
    }
  }
  const chooser = (camera: boolean): HTMLInputElement => {
    const input = el('input', { type: 'file', accept: 'image/*', hidden: true, data: { photo: camera ? 'camera' : 'file' }, ...(camera ? { capture: 'environment' } : {}) })
    input.addEventListener('change', () => {
      void open(input.files?.[0])
      // The same file can be chosen again.
      input.value = ''
    })
    return input
  }
  const [camera, file] = [chooser(true), chooser(false)]
  return [
    el('p', { class: 'soft' }, t('photo.private')),
    el('div', { class: 'row' }, button(t('photo.take'), { icon: 'camera', class: 'primary', on: { click: () => camera.click() } }), button(t('photo.choose'), { on: { click: () => file.click() } })),
    camera,
    file,
    result,
  ]
}

/** The check of one photograph: corners that can be moved, digits that can be corrected. */
class Check {
  private corners: Point[]
  private readonly handles: SVGCircleElement[]
  private readonly outline = svg('polygon', { class: 'photo-outline' })
  private readonly cells: HTMLInputElement[]
  private readonly status = el('div', { class: 'photo-status', role: 'status' })
  private readonly play = button(t('photo.play'), { class: 'primary', id: 'photo-play', on: { click: () => this.start() } })
  private readonly written = el('input', { type: 'checkbox' })
  private readonly writtenChoice = el('label', { class: 'choice', hidden: true }, this.written, el('span', {}, t('photo.written')))
  private reading: PhotoReading = {}
  /** Counts changes, so that the answer about an earlier one is not shown. */
  private change = 0

  constructor(
    private readonly api: Api,
    private readonly engine: PhotoEngine,
    private readonly picture: HTMLCanvasElement,
    private readonly result: HTMLElement,
    private readonly done: () => void,
  ) {
    const { height, width } = picture
    const [left, right, top, bottom] = [INSET * width, (1 - INSET) * width, INSET * height, (1 - INSET) * height]
    this.corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
    this.handles = this.corners.map((_, at) => this.handle(at))
    this.cells = CELLS.map((cell) => this.cell(cell))
  }

  /** Reads the picture, with the corners that a person has set, if any. */
  async read(corners: readonly Point[] | null): Promise<void> {
    this.status.replaceChildren(el('p', { class: 'soft' }, t('photo.reading')))
    const reading = await this.engine.read(this.picture, corners)
    if (!reading) return
    this.reading = reading
    if (reading.corners && !corners) this.corners = reading.corners.map(([x, y]): Point => [x, y])
    const puzzle = reading.puzzle ?? '.'.repeat(81)
    CELLS.forEach((cell) => {
      const digit = puzzle[cell]!
      this.cells[cell]!.value = digit === '.' ? '' : digit
      this.mark(cell)
    })
    this.writtenChoice.hidden = !reading.written
    this.draw()
    if (!this.result.contains(this.picture)) this.show()
    await this.judge()
  }

  private show(): void {
    const { height, width } = this.picture
    const overlay = svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'photo-overlay' }, this.outline, ...this.handles)
    this.picture.setAttribute('role', 'img')
    this.picture.setAttribute('aria-label', t('photo.picture'))
    this.result.replaceChildren(
      el(
        'div',
        { class: 'photo-both' },
        el('figure', {}, el('div', { class: 'photo-frame' }, this.picture, overlay), el('figcaption', { class: 'soft' }, t('photo.corners'))),
        el('figure', {}, el('div', { class: 'photo-cells', role: 'group', 'aria-label': t('photo.read') }, ...this.cells), el('figcaption', { class: 'soft' }, t('photo.correct'))),
      ),
      this.status,
      this.writtenChoice,
      el('div', { class: 'row' }, this.play),
    )
  }

  private draw(): void {
    this.outline.setAttribute('points', this.corners.map((corner) => corner.join(',')).join(' '))
    this.handles.forEach((handle, at) => {
      const [x, y] = this.corners[at]!
      handle.setAttribute('cx', String(x))
      handle.setAttribute('cy', String(y))
    })
  }

  /** A corner that can be dragged, or moved with the arrow keys. */
  private handle(at: number): SVGCircleElement {
    const { height, width } = this.picture
    const handle = svg('circle', { r: Math.max(width, height) / 32, class: 'photo-corner', tabindex: 0, role: 'button', 'aria-label': t('photo.corner', { number: at + 1 }) })
    const move = (x: number, y: number): void => {
      this.corners[at] = [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))]
      this.draw()
    }
    const moved = (): void => void this.read(this.corners).catch(this.api.failed)
    handle.addEventListener('pointerdown', (event) => {
      handle.setPointerCapture(event.pointerId)
      event.preventDefault()
    })
    handle.addEventListener('pointermove', (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return
      const box = this.picture.getBoundingClientRect()
      move(((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height)
    })
    handle.addEventListener('pointerup', (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return
      handle.releasePointerCapture(event.pointerId)
      moved()
    })
    handle.addEventListener('keydown', (event) => {
      const ways: Readonly<Record<string, Point>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
      const way = ways[event.key]
      if (!way) return
      event.preventDefault()
      const [x, y] = this.corners[at]!
      move(x + way[0] * STEP * width, y + way[1] * STEP * width)
      moved()
    })
    return handle
  }

  /** A cell of the reading, which can be corrected. */
  private cell(cell: number): HTMLInputElement {
    const place = `photo-cell${colOf(cell) % 3 === 2 && colOf(cell) < 8 ? ' right' : ''}${rowOf(cell) % 3 === 2 && rowOf(cell) < 8 ? ' bottom' : ''}`
    const input = el('input', { class: place, inputmode: 'numeric', maxlength: 1, autocomplete: 'off', 'aria-label': cellName(cell), data: { cell: String(cell) } })
    input.addEventListener('input', () => {
      if (!/^[1-9]$/.test(input.value)) input.value = ''
      input.classList.remove('doubtful')
      void this.judge().catch(this.api.failed)
    })
    return input
  }

  /** Marks a cell that is read with doubt, and says what else it may be. */
  private mark(cell: number): void {
    const input = this.cells[cell]!
    const doubtful = this.reading.doubtful?.includes(this.reading.cells?.[cell]?.cell ?? '') ?? false
    input.classList.toggle('doubtful', doubtful)
    input.title = doubtful ? this.doubt(cell) : ''
  }

  /** Both readings of a doubtful cell. */
  private doubt(cell: number): string {
    const read = this.reading.cells?.[cell]
    const word = (digit: number | undefined): string => (digit === undefined ? t('photo.empty') : String(digit))
    return t('photo.doubt', { cell: cellName(cell), first: word(read?.digit), second: word(read?.second?.digit) })
  }

  private puzzle(): string {
    return this.cells.map((input) => input.value || '.').join('')
  }

  /** Says whether the reading is a puzzle, and which cells to look at. */
  private async judge(): Promise<void> {
    const change = ++this.change
    const { error } = this.reading
    const doubts = CELLS.filter((cell) => this.cells[cell]!.classList.contains('doubtful')).map((cell) => el('li', {}, this.doubt(cell)))
    const puzzle = this.puzzle()
    const nothing = puzzle === '.'.repeat(81)
    this.play.disabled = nothing
    const verdict = nothing ? null : (await this.api.engine.solve(puzzle)).answer
    if (change !== this.change) return
    const words = verdict ? el('p', { class: verdict === 'unique' ? 'callout good' : 'callout bad' }, t(`photo.${verdict}`)) : null
    const problem = nothing && error ? el('p', { class: 'callout bad' }, t(KNOWN.has(error.kind) ? (`photo.error.${error.kind}` as Key) : 'photo.error.no-grid')) : null
    const parts = [problem, words, doubts.length > 0 ? el('ul', { class: 'photo-doubts' }, ...doubts) : null]
    this.status.replaceChildren(...parts.filter((part) => part !== null))
  }

  private start(): void {
    const givens = this.puzzle()
    const { written } = this.reading
    const placed = this.written.checked && written ? [...givens].map((digit, cell) => (digit === '.' ? written[cell]! : digit)).join('') : givens
    this.api.startPosition({ givens, placed, candidates: null }, t('photo.name'))
    this.done()
  }
}

/** Kinds of errors that have words of their own. */
const KNOWN: ReadonlySet<string> = new Set(['no-grid', 'too-small', 'corners'])
