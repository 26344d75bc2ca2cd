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

/** A puzzle's title with its author, as far as they are known. */
export const titleWords = (title: string, author: string): string => (author === '' ? title : title === '' ? t('title.author', { author }) : t('title.both', { title, author }))

/** What follows from a step, for those who do not know the shorthand: `+5r1c2 -1r78c2` is "r1c2 is 5, r78c2 is not 1". */
export const conclusionWords = (notation: string): string =>
  notation
    .split(' ')
    .map((one) => one.replace(/^([+-])([1-9])(r.*)$/, (_, sign: string, digit: string, cells: string) => t(sign === '+' ? 'step.is' : 'step.is-not', { cells, digit })))
    .join(t('comma'))

/** A colour to paint with, 1 to 8. */
export const colourWords = (colour: number): string => t(`colour.${colour}` as Key)

/** Where a text is wrong and how. What was found and expected comes in the library's words. */
export const errorWords = ({ column, expected, found, line }: ReadError): string => t('new.paste.error', { line, column, found, expected })
