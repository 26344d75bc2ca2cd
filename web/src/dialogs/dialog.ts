/** A dialog: built when it is opened, gone when it is closed. */

import { button, byId, el } from '../dom'
import { t } from '../i18n'

export function openDialog(id: string, title: string, ...body: Node[]): HTMLDialogElement {
  const heading = `${id}-title`
  const dialog = el(
    'dialog',
    { id, 'aria-labelledby': heading },
    el('div', { class: 'dialog-head' }, el('h2', { id: heading }, title), button('', { icon: 'close', class: 'quiet', 'aria-label': t('close'), title: t('close'), on: { click: () => dialog.close() } })),
    el('div', { class: 'dialog-body' }, ...body),
  )
  dialog.addEventListener('close', () => dialog.remove())
  // A click outside, which lands on the dialog itself, closes it.
  dialog.addEventListener('pointerdown', (event) => {
    if (event.target === dialog) dialog.close()
  })
  byId('dialogs').append(dialog)
  dialog.showModal()
  return dialog
}

/** Choices of which one is taken. */
export function radios<T extends string>(name: string, legend: string, choices: readonly (readonly [T, string])[], chosen: T, choose: (value: T) => void): HTMLElement {
  return el(
    'fieldset',
    { class: 'choices' },
    el('legend', {}, legend),
    ...choices.map(([value, text]) => el('label', { class: 'choice' }, el('input', { type: 'radio', name, value, checked: value === chosen, on: { change: () => choose(value) } }), el('span', {}, text))),
  )
}

export function checkbox(text: string, on: boolean, change: (on: boolean) => void): HTMLElement {
  const box = el('input', { type: 'checkbox', checked: on, on: { change: () => change(box.checked) } })
  return el('label', { class: 'choice' }, box, el('span', {}, text))
}

/** A field with its name above it. */
export const field = (name: string, control: HTMLElement): HTMLElement => el('label', { class: 'field' }, el('span', {}, name), control)

/** A list to choose one of. */
export function select(choices: readonly (readonly [string, string])[], chosen: string, change: (value: string) => void): HTMLSelectElement {
  const list = el('select', {}, ...choices.map(([value, text]) => el('option', { value, selected: value === chosen }, text)))
  list.addEventListener('change', () => change(list.value))
  return list
}
