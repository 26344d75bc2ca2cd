/** The words of the screens for other sizes and rules. They are loaded with these screens. */

import { en, zh } from '../i18n/variants'
import { fillIn, language } from '../i18n'
import type { VariantPuzzle } from './variant-engine'

export type VariantKey = keyof typeof en

/** A message with its arguments put in. */
export const v = (key: VariantKey, values: Readonly<Record<string, string | number>> = {}): string => fillIn((language() === 'zh' ? zh : en)[key], values)

/** What a puzzle without a title is called: its first rule and its size. */
export function kindOf({ columns, rows, rules }: Pick<VariantPuzzle, 'columns' | 'rows' | 'rules'>): string {
  const size = `${rows}×${columns}`
  return rules[0] ? `${rules[0].name} ${size}` : `Sudoku ${size}`
}
