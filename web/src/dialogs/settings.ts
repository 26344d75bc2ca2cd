/** How the player likes it, and which keys there are. */

import type { Api } from '../api'
import { el } from '../dom'
import type { Key } from '../i18n'
import { language, t } from '../i18n'
import { checkbox, openDialog, radios } from './dialog'

export function openSettings(api: Api): void {
  const { settings } = api.state
  const dialog = openDialog(
    'dialog-settings',
    t('settings'),
    radios('language', t('settings.language'), [['en', 'English'], ['zh', '简体中文']], settings.language, (value) => {
      api.set('language', value)
      // The dialog itself speaks the new language.
      dialog.close()
      openSettings(api)
    }),
    radios('theme', t('settings.theme'), [['auto', t('settings.theme.auto')], ['light', t('settings.theme.light')], ['dark', t('settings.theme.dark')]], settings.theme, (value) => api.set('theme', value)),
    radios(
      'mistakes',
      t('settings.mistakes'),
      [['none', t('settings.mistakes.none')], ['conflicts', t('settings.mistakes.conflicts')], ['all', t('settings.mistakes.all')]],
      settings.mistakes,
      (value) => api.set('mistakes', value),
    ),
    radios('input', t('settings.input'), [['cell', t('settings.input.cell')], ['digit', t('settings.input.digit')]], settings.input, (value) => {
      api.set('input', value)
      api.act((state) => (state.held = 0))
    }),
    radios('notes', t('settings.notes'), [['plain', t('settings.notes.plain')], ['both', t('settings.notes.both')]], settings.notes, (value) => {
      api.set('notes', value)
      api.act((state) => (state.mode = state.mode === 'corner' ? 'centre' : state.mode))
    }),
    el(
      'fieldset',
      { class: 'choices' },
      el('legend', {}, t('settings.board')),
      checkbox(t('settings.automatic'), settings.automatic, (on) => api.set('automatic', on)),
      checkbox(t('settings.tidy'), settings.tidy, (on) => api.set('tidy', on)),
      checkbox(t('settings.equal'), settings.equal, (on) => api.set('equal', on)),
      checkbox(t('settings.houses'), settings.houses, (on) => api.set('houses', on)),
      checkbox(t('settings.timer'), settings.timer, (on) => api.set('timer', on)),
    ),
    el('fieldset', { class: 'choices' }, el('legend', {}, t('settings.hints')), checkbox(t('settings.uniqueness'), settings.uniqueness, (on) => api.set('uniqueness', on))),
    techniqueChoices(api),
    el('p', { class: 'soft' }, t('settings.privacy')),
  )
}

/** Which techniques hints may use; the list is asked for when it is opened. */
function techniqueChoices(api: Api): HTMLElement {
  const list = el('div', { class: 'choices' })
  const choose = (technique: string, on: boolean): void => {
    const others = api.state.settings.without.filter((slug) => slug !== technique)
    api.set('without', on ? others : [...others, technique])
  }
  const show = async (): Promise<void> => {
    const all = await api.engine.techniques(language())
    const { without } = api.state.settings
    list.replaceChildren(...all.filter((technique) => technique.default).map(({ name, technique }) => checkbox(name, !without.includes(technique), (on) => choose(technique, on))))
  }
  const details = el('details', { id: 'hint-techniques' }, el('summary', {}, t('settings.techniques')), list)
  details.addEventListener('toggle', () => {
    if (details.open) void show().catch(api.failed)
  })
  return details
}

const KEYS: readonly (readonly [string, Key])[] = [
  ['← ↑ ↓ →', 'keys.arrows'],
  ['Shift + ← ↑ ↓ →', 'keys.extend'],
  ['1 – 9', 'keys.digits'],
  ['Shift + 1 – 9', 'keys.corner'],
  ['Ctrl + 1 – 9', 'keys.centre'],
  ['Alt + 1 – 8', 'keys.colour'],
  ['Z  X  C  V', 'keys.modes'],
  ['Space', 'keys.next'],
  ['Del  Backspace  0', 'keys.erase'],
  ['Ctrl + Z  Ctrl + Y', 'keys.undo'],
  ['A', 'keys.automatic'],
  ['F', 'keys.fill'],
  ['D', 'keys.clean'],
  ['S', 'keys.same'],
  ['Ctrl + A', 'keys.all'],
  ['H', 'keys.hint'],
  ['Enter', 'keys.apply'],
  ['K', 'keys.check'],
  ['Esc', 'keys.escape'],
  ['Ctrl + V', 'keys.paste'],
  ['?', 'keys.keys'],
]

export function openKeys(): void {
  openDialog(
    'dialog-keys',
    t('keys'),
    el('p', { class: 'soft' }, t('keys.intro')),
    el('table', { class: 'key-table' }, el('tbody', {}, ...KEYS.map(([keys, key]) => el('tr', {}, el('th', { scope: 'row' }, ...keys.split('  ').map((one) => el('kbd', {}, one))), el('td', {}, t(key)))))),
  )
}
