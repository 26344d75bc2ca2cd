/** Small phrases about Sudoku that the page builds itself. */

import type { Level, ReadError } from './engine'
import type { Key } from './i18n'
import { t } from './i18n'

/** `r4` as "row 4". */
export function houseWords(house: string): string {
  const kinds: Readonly<Record<string, Key>> = { r: 'house.row', c: 'house.column', b: 'house.block' }
  const key = kinds[house[0] ?? '']
  return key ? t(key, { number: house.slice(1) }) : house
}

export const levelWords = (level: Level): string => t(`level.${level}`)

/** Where a text is wrong and how. What was found and expected comes in the library's words. */
export const errorWords = ({ column, expected, found, line }: ReadError): string => t('new.paste.error', { line, column, found, expected })
