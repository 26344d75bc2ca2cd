/** How the player likes it, and which keys there are. */

import type { Api } from '../api'
import { el } from '../dom'
import type { Key } from '../i18n'
import { t } from '../i18n'
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
    el('p', { class: 'soft' }, t('settings.privacy')),
  )
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
