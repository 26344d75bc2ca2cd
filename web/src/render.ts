/**
 * Draws the board from the state. Knows nothing of what may be done and why.
 *
 * Three layers: backgrounds and discs (SVG), cells as text in an ARIA grid, lines and arrows (SVG). A cell is rebuilt
 * only when what it shows has changed; the drawings are small and rebuilt whole.
 */

import { allowedIn, isSolved, litDigit, standingCandidates, wrongCells } from './board'
import { byId, el, replaceChanged, setAttribute, setText, svg } from './dom'
import { UNIT, cornerOf, drawOver, drawUnder } from './highlights'
import { t } from './i18n'
import { colourWords } from './phrases'
import type { Marks, State } from './state'
import type { Cell, Digit, DigitSet } from './words'
import { CELLS, DIGITS, PEERS, candidateNamed, colOf, contains, digitsOf, rowOf } from './words'

/** What one cell shows. */
interface Face {
  readonly digit: Digit
  readonly given: boolean
  readonly wrong: boolean
  /** Candidates in a three by three of their own, or null for the player's notes. */
  readonly candidates: DigitSet | null
  /** Whether centre notes have a place for each digit too. */
  readonly plain: boolean
  readonly marks: Marks
  /** Candidates that the shown step speaks of. */
  readonly spoken: DigitSet
}

/** What a board is drawn in. */
export interface BoardElements {
  readonly box: HTMLElement
  readonly grid: HTMLElement
  readonly under: SVGSVGElement
  readonly over: SVGSVGElement
}

const boardOfThePage = (): BoardElements => ({ box: byId('board-box'), grid: byId('board'), under: byId('under'), over: byId('over') })

/** The elements of another board, such as that of a lesson. */
export function newBoard(label: string): BoardElements {
  const layer = (name: string): SVGSVGElement => svg('svg', { class: `layer ${name}`, viewBox: `0 0 ${9 * UNIT} ${9 * UNIT}`, 'aria-hidden': 'true' })
  const [under, over] = [layer('under'), layer('over')]
  const grid = el('div', { class: 'cells', role: 'grid', 'aria-rowcount': 9, 'aria-colcount': 9, 'aria-label': label })
  return { box: el('div', { class: 'board' }, under, grid, over), grid, under, over }
}

export class BoardView {
  private readonly grid: HTMLElement
  private readonly box: HTMLElement
  private readonly under: SVGSVGElement
  private readonly over: SVGSVGElement
  private readonly cells: HTMLElement[] = []
  /** What of each cell is seen, and what is read out. */
  private readonly faces: HTMLElement[] = []
  private readonly words: HTMLElement[] = []
  private readonly drawn: string[] = []
  private readonly lines = lines()

  constructor({ box, grid, over, under }: BoardElements = boardOfThePage()) {
    this.grid = grid
    this.box = box
    this.under = under
    this.over = over
    for (let row = 0; row < 9; row++) {
      const line = el('div', { role: 'row', class: 'cells-row', 'aria-rowindex': row + 1 })
      for (let col = 0; col < 9; col++) {
        const face = el('span', { class: 'face', 'aria-hidden': 'true' })
        const words = el('span', { class: 'unseen' })
        const cell = el('div', { role: 'gridcell', class: 'cell', 'aria-colindex': col + 1, data: { cell: String(row * 9 + col) }, tabindex: -1 }, words, face)
        this.cells.push(cell)
        this.faces.push(face)
        this.words.push(words)
        line.append(cell)
      }
      this.grid.append(line)
    }
  }

  /** Puts the keyboard into the active cell. */
  focus(state: State): void {
    this.cells[state.active]!.focus({ preventScroll: true })
  }

  /** The active cell in words, without its place, which whoever is in it knows. */
  describe(state: State): string {
    return wordsOf(state.active, facesOf(state)[state.active]!).slice(1).join(t('comma'))
  }

  render(state: State): void {
    const faces = facesOf(state)
    // A solved board is looked at, not played.
    const lit = state.overlay || state.shown?.position || isSolved(state) ? 0 : litDigit(state)
    for (const cell of CELLS) {
      const element = this.cells[cell]!
      const face = faces[cell]!
      const { marks } = face
      // Cells without a candidate of the digit that lights up look the same whichever it is.
      const seen = face.candidates ?? marks.corner | marks.centre
      const mine = lit && !face.digit && contains(seen, lit) ? lit : 0
      const key = [face.digit, +face.plain, +face.given, +face.wrong, face.candidates, marks.corner, marks.centre, marks.tints.join(''), marks.colours, face.spoken, mine].join()
      if (this.drawn[cell] !== key) {
        this.drawn[cell] = key
        this.faces[cell]!.replaceChildren(...contentsOf(face, mine))
        element.className = `cell${face.given ? ' given' : ''}${face.wrong ? ' wrong' : ''}${marks.colours ? ' painted' : ''}`
      }
      setText(this.words[cell]!, wordsOf(cell, face).join(t('comma')))
      setAttribute(element, 'aria-selected', String(state.selection.has(cell)))
      setAttribute(element, 'aria-readonly', String(face.given && state.phase === 'play'))
      setAttribute(element, 'tabindex', cell === state.active ? '0' : '-1')
    }
    this.box.classList.toggle('showing', Boolean(state.shown?.position))
    replaceChanged(this.under, ...backgrounds(state, faces, lit))
    replaceChanged(this.over, ...this.lines, ...outline(state), ...(state.shown ? drawOver(state.shown.view) : []))
  }

  /** Lets the digits move a little: it is done. */
  celebrate(): void {
    this.box.classList.remove('solved')
    // Reading a size makes the browser notice that the class was gone.
    void this.box.offsetWidth
    this.box.classList.add('solved')
  }
}

function facesOf(state: State): Face[] {
  const { overlay, shown } = state
  const follows = shown?.follows === true
  const wrong = overlay || (shown?.position && !follows) ? new Set<Cell>() : wrongCells(state)
  // Below a hint the game continues: what its digits rule out is not shown.
  const allowed = follows && shown?.position ? allowedIn(state.marks) : null
  const plain = state.settings.notes === 'plain'
  const standing = state.settings.automatic && state.phase === 'play' ? standingCandidates(state) : null
  const spoken = new Array<DigitSet>(81).fill(0)
  for (const { candidate } of shown?.view.candidates ?? []) {
    const found = candidateNamed(candidate)
    if (found) spoken[found.cell]! |= 1 << (found.digit - 1)
  }
  return CELLS.map((cell) => {
    const marks = state.marks[cell]!
    const position = shown?.position
    const digit = overlay?.digits[cell] ?? (follows ? marks.digit : (position?.digits[cell] ?? marks.digit))
    const candidates = overlay ? 0 : position ? position.candidates[cell]! & (allowed?.[cell] ?? ~0) : standing ? standing[cell]! : null
    return { digit, given: marks.given && digit === marks.digit, wrong: wrong.has(cell), candidates, plain, marks, spoken: spoken[cell]! }
  })
}

function contentsOf(face: Face, lit: Digit): Node[] {
  const { candidates, digit, marks, spoken } = face
  if (digit) return [el('span', { class: 'digit' }, String(digit))]
  const tint = (small: Digit): string => (marks.tints[small - 1] ? ` paint-${marks.tints[small - 1]}` : '')
  const litUp = (small: Digit): string => (small === lit ? ' lit' : '')
  const inNinths = (digits: readonly Digit[], classOf: (small: Digit) => string): Node => {
    const box = el('span', { class: 'candidates' })
    for (const small of digits) {
      box.append(el('span', { class: `c${small} ${classOf(small)}` }, String(small)))
    }
    return box
  }
  if (candidates !== null) {
    const bold = (small: Digit): string => (contains(marks.corner, small) ? ' strong' : '')
    const quiet = (small: Digit): string => (contains(spoken, small) ? '' : 'idle')
    return [inNinths(digitsOf(candidates), (small) => quiet(small) + bold(small) + tint(small) + litUp(small))]
  }
  const nodes: Node[] = digitsOf(marks.corner).map((small, at) => el('span', { class: `corner k${at}${tint(small)}${litUp(small)}` }, String(small)))
  const centre = digitsOf(marks.centre)
  if (face.plain && centre.length > 0) {
    nodes.push(inNinths(centre, (small) => `note${tint(small)}${litUp(small)}`))
  } else if (centre.length > 0) {
    const size = centre.length > 4 ? ' long' : ''
    nodes.push(el('span', { class: `centre${size}` }, ...centre.map((small) => el('span', { class: `${tint(small)}${litUp(small)}`.trim() }, String(small)))))
  }
  // A coloured candidate without a note still has a place to be seen in.
  const loose = digitsOf(~(marks.corner | marks.centre)).filter((small) => marks.tints[small - 1])
  if (loose.length > 0) nodes.push(inNinths(loose, tint))
  return nodes
}

/** The cell in words, for a screen reader: its place, then what it shows. */
function wordsOf(cell: Cell, face: Face): string[] {
  const { candidates, digit, given, marks, wrong } = face
  const parts = [t('cell.place', { row: rowOf(cell) + 1, col: colOf(cell) + 1 })]
  const list = (digits: DigitSet): string => digitsOf(digits).join(' ')
  if (digit) {
    parts.push(t(given ? 'cell.given' : 'cell.digit', { digit }))
    if (wrong) parts.push(t('cell.wrong'))
  } else {
    parts.push(t('cell.empty'))
    if (candidates) parts.push(t('cell.candidates', { digits: list(candidates) }))
    if (candidates === null && marks.centre) parts.push(t('cell.centre', { digits: list(marks.centre) }))
    if (marks.corner) parts.push(t('cell.corner', { digits: list(marks.corner) }))
  }
  if (marks.colours) parts.push(t('cell.colours', { colours: digitsOf(marks.colours).map(colourWords).join(' ') }))
  return parts
}

function backgrounds(state: State, faces: readonly Face[], lit: Digit): SVGElement[] {
  const { overlay, shown } = state
  if (overlay) {
    const { last, marked } = overlay
    return [...tiles('u-marked', marked), ...(last ? tiles(last.kind === 'placed' ? 'u-last' : 'u-last-back', [last.cell]) : [])]
  }
  if (shown?.position && !shown.follows) return drawUnder(shown.view)
  // A hint points at houses itself; others beside them would mislead.
  const peers = state.settings.houses && !shown && !isSolved(state) && state.selection.size === 1 && state.phase === 'play' ? PEERS[state.active]! : []
  const equal = CELLS.filter((cell) => lit && faces[cell]!.digit === lit)
  const wrong = CELLS.filter((cell) => faces[cell]!.wrong)
  // A painted cell keeps its colours; the outline says that it is chosen.
  const chosen = [...state.selection].filter((cell) => !state.marks[cell]!.colours && !faces[cell]!.wrong)
  const painted = CELLS.flatMap((cell) => stripes(cell, state.marks[cell]!.colours))
  return [...tiles('u-house', peers), ...tiles('u-equal', equal), ...painted, ...tiles('u-wrong', wrong), ...tiles('u-chosen', chosen), ...(shown ? drawUnder(shown.view) : [])]
}

/** Some cells in one colour, as one shape: the fewer there are, the sooner the board is drawn. */
function tiles(kind: string, cells: readonly Cell[]): SVGElement[] {
  if (cells.length === 0) return []
  const path = cells.map((cell) => `M${colOf(cell) * UNIT} ${rowOf(cell) * UNIT}h${UNIT}v${UNIT}h-${UNIT}z`)
  return [svg('path', { class: kind, d: path.join('') })]
}

/** The colours of a cell side by side. */
function stripes(cell: Cell, colours: number): SVGElement[] {
  const { x, y } = cornerOf(cell)
  const list = digitsOf(colours)
  const width = UNIT / list.length
  return list.map((colour, at) => svg('rect', { class: `paint-${colour}`, x: x + at * width, y, width, height: UNIT }))
}

function lines(): SVGElement[] {
  const path = (thick: boolean): string =>
    [1, 2, 3, 4, 5, 6, 7, 8]
      .filter((at) => (at % 3 === 0) === thick)
      .map((at) => `M0 ${at * UNIT}h${9 * UNIT}M${at * UNIT} 0v${9 * UNIT}`)
      .join('')
  return [
    svg('path', { class: 'line-thin', d: path(false) }),
    svg('path', { class: 'line-thick', d: path(true) }),
    svg('rect', { class: 'line-frame', x: 0, y: 0, width: 9 * UNIT, height: 9 * UNIT, rx: 8 }),
    ...DIGITS.flatMap((number) => [
      svg('text', { class: 'line-name', x: -10, y: (number - 0.5) * UNIT + 3.5 }, document.createTextNode(`r${number}`)),
      svg('text', { class: 'line-name', x: (number - 0.5) * UNIT, y: -5 }, document.createTextNode(`c${number}`)),
    ]),
  ]
}

/** The rim of the chosen cells: every side of a chosen cell behind which there is none. */
function outline(state: State): SVGElement[] {
  if (state.overlay) return []
  const has = (row: number, col: number): boolean => row >= 0 && row < 9 && col >= 0 && col < 9 && state.selection.has(row * 9 + col)
  let path = ''
  for (const cell of state.shown?.position && !state.shown.follows ? [] : state.selection) {
    const [row, col] = [rowOf(cell), colOf(cell)]
    const [left, top] = [col * UNIT + 1.5, row * UNIT + 1.5]
    const [right, bottom] = [left + UNIT - 3, top + UNIT - 3]
    if (!has(row - 1, col)) path += `M${left} ${top}H${right}`
    if (!has(row + 1, col)) path += `M${left} ${bottom}H${right}`
    if (!has(row, col - 1)) path += `M${left} ${top}V${bottom}`
    if (!has(row, col + 1)) path += `M${right} ${top}V${bottom}`
  }
  const { x, y } = cornerOf(state.active)
  return [
    svg('path', { class: 'choice-edge', d: path }),
    svg('rect', { class: 'active-edge', x: x + 1.5, y: y + 1.5, width: UNIT - 3, height: UNIT - 3, rx: 3 }),
  ]
}
