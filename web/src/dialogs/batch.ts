/** A pasted list of puzzles: each can be opened; all can be rated, sorted by how hard they are, and saved as CSV. */

import type { Api } from '../api'
import { button, el } from '../dom'
import type { Level, ReadPuzzle } from '../engine'
import { number, t } from '../i18n'
import { miniBoard } from '../mini'
import { levelChip } from '../panels/parts'
import { levelWords } from '../phrases'
import { download } from './share'

/** Of a long list, so many are shown and rated. */
const MOST_SHOWN = 200

interface Entry {
  readonly puzzle: ReadPuzzle
  readonly name: string
  /** Null until it is rated; a text where it cannot be. */
  rated: { level: Level; score: number } | 'none' | 'multiple' | null
}

export function batch(api: Api, puzzles: readonly ReadPuzzle[], count: number, open: (puzzle: ReadPuzzle) => void, closed: AbortSignal): HTMLElement {
  const entries: Entry[] = puzzles.slice(0, MOST_SHOWN).map((puzzle, at) => ({ puzzle, name: puzzle.name || t('new.paste.number', { number: at + 1 }), rated: null }))
  const list = el('ul', { class: 'gallery' })
  const progress = el('p', { class: 'soft', role: 'status' })
  const words = ({ rated }: Entry): Node => {
    if (rated === null) return el('span', {})
    if (typeof rated === 'string') return el('span', { class: 'bad-text' }, t(rated === 'none' ? 'ask.none' : 'batch.several'))
    return el('span', { class: 'row' }, levelChip(rated.level), el('span', { class: 'soft' }, number(rated.score)))
  }
  const show = (): void =>
    list.replaceChildren(...entries.map((entry) => el('li', {}, el('button', { type: 'button', class: 'card', on: { click: () => open(entry.puzzle) } }, miniBoard(entry.puzzle.givens), el('strong', {}, entry.name), words(entry)))))
  const scoreOf = ({ rated }: Entry): number => (rated !== null && typeof rated === 'object' ? rated.score : -1)
  const rate = async (): Promise<void> => {
    rateAll.disabled = true
    for (const [at, entry] of entries.entries()) {
      progress.textContent = t('batch.busy', { done: at, count: entries.length })
      if (closed.aborted) return
      const path = await api.engine.path(entry.puzzle.givens, {}, { signal: closed })
      entry.rated = path.answer !== 'unique' ? path.answer : 'steps' in path && path.level !== null ? { level: path.level, score: path.score } : null
      show()
    }
    progress.textContent = ''
    sort.disabled = false
    save.disabled = false
  }
  const rateAll = button(t('batch.rate'), { class: 'small', id: 'batch-rate', on: { click: () => void rate().catch(api.failed) } })
  const sort = button(t('batch.sort'), {
    class: 'small',
    id: 'batch-sort',
    disabled: true,
    on: {
      click: () => {
        entries.sort((a, b) => scoreOf(b) - scoreOf(a))
        show()
      },
    },
  })
  const save = button(t('batch.export'), { class: 'small', id: 'batch-save', disabled: true, on: { click: () => download(new Blob([csv(entries)], { type: 'text/csv' }), 'puzzles.csv') } })
  show()
  return el('div', { class: 'reading' }, el('p', {}, t('new.paste.choose', { count })), el('div', { class: 'row' }, rateAll, sort, save), progress, list)
}

/** A row for each puzzle. Names are quoted: they are anyone's text. */
function csv(entries: readonly Entry[]): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  const row = ({ name, puzzle, rated }: Entry): string => {
    const [level, score] = rated !== null && typeof rated === 'object' ? [levelWords(rated.level), String(rated.score)] : [rated ?? '', '']
    return [puzzle.givens, quoted(name), quoted(level), score].join(',')
  }
  return ['puzzle,name,level,score', ...entries.map(row)].join('\n') + '\n'
}
