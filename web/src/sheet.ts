/**
 * A sheet to print: pages of puzzles under headings, then pages of solutions. It is a hidden part of the page, which
 * `print.css` shows on paper alone.
 */

import { byId, el } from './dom'

/** How many puzzles there can be on a page; `print.css` has a size for each. */
export const PER_PAGE = ['1', '2', '4', '6', '9', '12'] as const

/** Solutions are smaller than puzzles, unless there are few. */
const answersPerPage = (count: number): number => (count <= 6 ? 6 : 12)
/** Steps have a sentence each, which needs room. */
const STEPS_PER_PAGE = 4

/** A puzzle and its solution as SVG pictures, with what is written below them. */
export interface PrintedPuzzle {
  readonly picture: string
  readonly caption: string
  /** Null for a sheet without solutions. */
  readonly answer: string | null
  /** The step that the answer shows, in words; empty for a solution. */
  readonly sentence: string
}

/** Puzzles that begin on a new page. */
export interface PrintedChapter {
  readonly heading: string
  readonly puzzles: readonly PrintedPuzzle[]
}

/** Lays the puzzles out. `foot` is a line below every page. */
export function layOut(chapters: readonly PrintedChapter[], perPage: number, answersHeading: string, foot: string): void {
  const answered = chapters.flatMap((chapter) => chapter.puzzles).flatMap(({ answer, caption, sentence }) => (answer === null ? [] : [{ sentence, drawn: figure(answer, sentence ? `${caption}. ${sentence}` : caption) }]))
  const drawn = (steps: boolean): HTMLElement[] => answered.flatMap(({ drawn, sentence }) => ((sentence !== '') === steps ? [drawn] : []))
  const [solutions, steps] = [drawn(false), drawn(true)]
  byId('sheet').replaceChildren(
    ...chapters.flatMap(({ heading, puzzles }) => pages(puzzles.map(({ caption, picture }) => figure(picture, caption)), perPage, heading, foot)),
    ...pages(solutions, answersPerPage(solutions.length), answersHeading, foot),
    ...pages(steps, STEPS_PER_PAGE, solutions.length > 0 ? '' : answersHeading, foot),
  )
}

function figure(picture: string, caption: string): HTMLElement {
  // The picture is the library's own; it is read as SVG, not as part of the page.
  const drawing = new DOMParser().parseFromString(picture, 'image/svg+xml').documentElement
  return el('figure', {}, document.importNode(drawing, true), caption ? el('figcaption', {}, caption) : null)
}

/** The heading is on the first of the pages. */
function pages(figures: readonly HTMLElement[], perPage: number, heading: string, foot: string): HTMLElement[] {
  const pages: HTMLElement[] = []
  for (let at = 0; at < figures.length; at += perPage) {
    pages.push(
      el(
        'section',
        { class: 'sheet-page' },
        heading && at === 0 ? el('h2', {}, heading) : null,
        el('div', { class: `sheet-grid of-${perPage}` }, ...figures.slice(at, at + perPage)),
        foot ? el('p', { class: 'sheet-foot' }, foot) : null,
      ),
    )
  }
  return pages
}
