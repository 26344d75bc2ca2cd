/** Everything that has no button of its own on a small screen. */

import { el, icon } from '../dom'
import { t } from '../i18n'
import { openDialog } from './dialog'

export interface MenuEntry {
  readonly name: string
  readonly icon: string
  readonly run: () => void
  readonly id: string
  readonly disabled?: boolean
  readonly pressed?: boolean
}

export function openMenu(groups: readonly (readonly MenuEntry[])[]): void {
  const dialog = openDialog(
    'dialog-menu',
    t('more'),
    ...groups.map((group) =>
      el(
        'div',
        { class: 'menu' },
        ...group.map(({ disabled, icon: sign, id, name, pressed, run }) => {
          const press = (): void => {
            dialog.close()
            run()
          }
          return el('button', { type: 'button', id: `menu-${id}`, disabled: disabled === true, ...(pressed === undefined ? {} : { 'aria-pressed': String(pressed) }), on: { click: press } }, icon(sign), el('span', {}, name))
        }),
      ),
    ),
  )
}
