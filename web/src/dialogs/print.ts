/** Puzzles on paper: one or several, with or without candidates, with their solutions at the end. */

import type { Api } from '../api'
import { button, byId, el } from '../dom'
import type { Grid } from '../engine'
import { language, t } from '../i18n'
import { errorWords } from '../phrases'
import { checkbox, field, openDialog, select } from './dialog'

interface Printed {
  readonly grid: Grid
  readonly name: string
}

/** More would keep the browser busy for long. */
const MOST_PUZZLES = 200

export function openPrint(api: Api): void {
  const choice = { perPage: '1', candidates: false, solutions: true }
  const text = el('textarea', { rows: 5, spellcheck: 'false', 'aria-label': t('print.puzzles'), id: 'print-text' })
  text.value = `${api.puzzle()}\n`
  const trouble = el('p', { class: 'bad-text', role: 'status' })
  const run = async (): Promise<void> => {
    try {
      const reading = await api.engine.read(text.value, language())
      const error = reading.errors[0]
      if (error) {
        trouble.textContent = errorWords(error)
        return
      }
      const puzzles = reading.puzzles.slice(0, MOST_PUZZLES).map(({ givens, name }, at): Printed => ({ grid: givens, name: name || (reading.puzzles.length > 1 ? t('new.paste.number', { number: at + 1 }) : api.state.name) }))
      if (puzzles.length === 0) {
        trouble.textContent = t('new.paste.nothing')
        return
      }
      await fillSheet(api, puzzles, Number(choice.perPage), choice.candidates, choice.solutions)
      dialog.close()
      window.print()
    } catch (error) {
      api.failed(error)
    }
  }
  const dialog = openDialog(
    'dialog-print',
    t('print'),
    el('p', { class: 'soft' }, t('print.text')),
    text,
    field(
      t('print.perPage'),
      select(
        ['1', '2', '4', '6'].map((count): [string, string] => [count, count]),
        choice.perPage,
        (value) => (choice.perPage = value),
      ),
    ),
    checkbox(t('print.candidates'), choice.candidates, (on) => (choice.candidates = on)),
    checkbox(t('print.solutions'), choice.solutions, (on) => (choice.solutions = on)),
    trouble,
    el('div', { class: 'row' }, button(t('print.go'), { class: 'primary', icon: 'print', id: 'print-go', on: { click: () => void run() } })),
  )
}

/** Lays the puzzles out on pages. */
async function fillSheet(api: Api, puzzles: readonly Printed[], perPage: number, candidates: boolean, solutions: boolean): Promise<void> {
  const grids = puzzles.map(({ grid }) => grid)
  const pictures = await api.engine.print(grids, candidates ? 'candidates' : 'puzzle')
  const solved = solutions ? await api.engine.print(grids, 'solution') : []
  const figures = pictures.map((svg, at) => figure(svg, puzzles[at]!.name))
  const answers = solved.map((svg, at) => figure(svg, puzzles[at]!.name ? `${puzzles[at]!.name}: ${t('print.solution')}` : t('print.solution')))
  byId('sheet').replaceChildren(...pages(figures, perPage), ...pages(answers, Math.max(perPage, 6)))
}

function figure(picture: string, name: string): HTMLElement {
  // The picture is the library's own; it is read as SVG, not as part of the page.
  const drawing = new DOMParser().parseFromString(picture, 'image/svg+xml').documentElement
  return el('figure', {}, document.importNode(drawing, true), name ? el('figcaption', {}, name) : null)
}

function pages(figures: readonly HTMLElement[], perPage: number): HTMLElement[] {
  const pages: HTMLElement[] = []
  for (let at = 0; at < figures.length; at += perPage) {
    pages.push(el('div', { class: `sheet-page of-${perPage}` }, ...figures.slice(at, at + perPage)))
  }
  return pages
}
