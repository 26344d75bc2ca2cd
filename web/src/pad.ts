/**
 * The keys under or beside the board: what a digit does, the digits or colours themselves, and the tools.
 */

import type { Api } from './api'
import * as board from './board'
import { button, byId, el, icon, replaceChanged, setAttribute } from './dom'
import type { Key } from './i18n'
import { t } from './i18n'
import { colourWords } from './phrases'
import type { Mode, State } from './state'
import { COLOURS } from './state'
import { DIGITS } from './words'

interface Tool {
  readonly name: Key
  readonly icon: string
  readonly keys: string
  readonly run: () => void
  readonly enabled?: (state: State) => boolean
  readonly pressed?: (state: State) => boolean
}

const MODE_KEYS: Readonly<Record<Mode, string>> = { digit: 'Z', corner: 'X', centre: 'C', colour: 'V' }

export class Pad {
  private readonly tools: readonly (Tool & { element: HTMLButtonElement })[]
  private drawn = ''

  constructor(
    private readonly api: Api,
    commands: { hint: () => void; check: () => void },
  ) {
    const run = (change: (state: State) => unknown) => () => api.act((state) => void change(state))
    const playing = (state: State): boolean => state.phase === 'play'
    const byHand = (state: State): boolean => playing(state) && !state.settings.automatic
    const tools: Tool[] = [
      { name: 'undo', icon: 'undo', keys: 'Ctrl+Z', run: run(board.undo), enabled: (state) => state.past.length > 0 },
      { name: 'redo', icon: 'redo', keys: 'Ctrl+Y', run: run(board.redo), enabled: (state) => state.future.length > 0 },
      { name: 'erase', icon: 'erase', keys: 'Del', run: run(board.erase) },
      {
        name: 'notes',
        icon: 'note',
        keys: 'C',
        run: run((state) => board.setMode(state, state.mode === 'centre' ? 'digit' : 'centre')),
        enabled: playing,
        pressed: (state) => state.mode === 'centre',
      },
      { name: 'fill', icon: 'fill', keys: 'F', run: run(board.fillNotes), enabled: byHand },
      { name: 'clean', icon: 'clean', keys: 'D', run: run(board.cleanNotes), enabled: byHand },
      {
        name: 'automatic',
        icon: 'auto',
        keys: 'A',
        run: () => api.set('automatic', !api.state.settings.automatic),
        enabled: playing,
        pressed: (state) => state.settings.automatic,
      },
      { name: 'check', icon: 'check', keys: 'K', run: commands.check, enabled: playing },
      { name: 'hint', icon: 'bulb', keys: 'H', run: commands.hint, enabled: playing },
    ]
    this.tools = tools.map((tool) => ({ ...tool, element: el('button', { type: 'button', class: 'tool', on: { click: tool.run }, data: { tool: tool.name } }) }))
    byId('tools').append(...this.tools.map(({ element }) => element))
  }

  render(): void {
    const { state } = this.api
    for (const { element, enabled, pressed } of this.tools) {
      element.disabled = enabled ? !enabled(state) : false
      if (pressed) setAttribute(element, 'aria-pressed', String(pressed(state)))
    }
    const counts = DIGITS.map((digit) => board.remaining(state, digit))
    const entering = state.phase === 'enter'
    const { automatic, input, notes } = state.settings
    const key = [state.mode, state.target, state.held, automatic, input, notes, entering, counts, t('undo')].join()
    if (key === this.drawn) return
    this.drawn = key
    // Keys that are redrawn while one of them has the focus get it back.
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['key'] : undefined
    this.renderModes(state, entering)
    this.renderTargets(state, entering)
    this.renderKeys(state, counts, entering)
    for (const { element, icon: name, keys, name: text } of this.tools) {
      replaceChanged(element, icon(name), el('span', {}, t(text)))
      setAttribute(element, 'title', `${t(text)} (${keys})`)
    }
    if (focused) document.querySelector<HTMLElement>(`#pad [data-key="${focused}"]`)?.focus()
  }

  private renderModes(state: State, entering: boolean): void {
    byId('modes').hidden = entering
    byId('pad').dataset['notes'] = state.settings.notes
    replaceChanged(
      byId('modes'),
      ...board.modesOf(state).map((mode) => {
        const plain = mode === 'centre' && state.settings.notes === 'plain'
        const name = mode === 'centre' && state.settings.automatic ? t('mode.candidates') : plain ? t('notes') : t(`mode.${mode}`)
        return el(
          'button',
          {
            type: 'button',
            class: 'mode',
            'aria-pressed': String(state.mode === mode),
            title: `${name} (${MODE_KEYS[mode]})`,
            data: { key: mode, mode },
            on: { click: () => this.api.act((changed) => board.setMode(changed, mode)) },
          },
          el('span', { class: `mode-sign sign-${mode}`, 'aria-hidden': 'true' }),
          el('span', {}, name),
        )
      }),
    )
  }

  private renderTargets(state: State, entering: boolean): void {
    const targets = byId('targets')
    targets.hidden = state.mode !== 'colour' || entering
    replaceChanged(
      targets,
      el('span', { class: 'soft' }, t('target')),
      ...[0, ...DIGITS].map((digit) =>
        button(digit ? String(digit) : t('target.cell'), {
          class: 'small target',
          'aria-pressed': String(state.target === digit),
          'aria-label': digit ? t('target.candidate', { digit }) : t('target.cell'),
          data: { key: `target-${digit}` },
          on: { click: () => this.api.act((changed) => (changed.target = digit)) },
        }),
      ),
    )
  }

  private renderKeys(state: State, counts: readonly number[], entering: boolean): void {
    const keys = byId('keys')
    const painting = state.mode === 'colour' && !entering
    const press = (digit: number) => () => this.api.act((changed) => board.press(changed, digit))
    if (painting) {
      replaceChanged(
        keys,
        ...DIGITS.slice(0, COLOURS).map((colour) =>
          el(
            'button',
            { type: 'button', class: `key swatch paint-${colour}`, 'aria-label': `${colour} ${colourWords(colour)}`, title: colourWords(colour), data: { key: `digit-${colour}` }, on: { click: press(colour) } },
            String(colour),
          ),
        ),
        button(t('unpaint'), { class: 'key words', data: { key: 'unpaint' }, on: { click: () => this.api.act(board.unpaint) } }),
      )
      return
    }
    replaceChanged(
      keys,
      ...DIGITS.map((digit) => {
        const left = counts[digit - 1]!
        const small = state.mode !== 'digit' && !entering
        return el(
          'button',
          {
            type: 'button',
            class: `key${left <= 0 ? ' done' : ''}${small ? ` small-${state.mode}` : ''}`,
            ...(state.settings.input === 'digit' && !entering ? { 'aria-pressed': String(state.held === digit) } : {}),
            'aria-label': entering ? String(digit) : t('key', { digit, left: Math.max(0, left) }),
            data: { key: `digit-${digit}`, digit: String(digit) },
            on: { click: press(digit) },
          },
          el('span', { class: 'key-digit' }, String(digit)),
          // The space keeps the two numbers apart for those who only hear them.
          ' ',
          entering ? null : el('span', { class: 'key-left', 'aria-hidden': 'true' }, left > 0 ? String(left) : ''),
        )
      }),
      el(
        'button',
        { type: 'button', class: 'key only-narrow', 'aria-label': t('erase'), data: { key: 'erase' }, on: { click: () => this.api.act(board.erase) } },
        icon('erase'),
      ),
    )
  }
}
