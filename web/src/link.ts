/**
 * Links that carry a puzzle, and a player's marks with it.
 *
 * All of it follows the `#`, which browsers do not send to any server:
 *
 *     #p=53..7....6..195...   the givens, readable, 81 characters
 *     #s=AbC_...              givens, digits, notes and colours, packed into bits
 *     #v=.Shape~4x4.Cage...   a puzzle of another size or with rules, in any text form
 *     &n=...&a=...            a title and an author, where there are
 *
 * The bits: one for automatic candidates, then for each cell two that say what follows.
 *
 *     00 nothing   01 a given (4 bits)   10 a placed digit (4 bits)   11 everything: digit, given, then for corner
 *     notes, centre notes, struck candidates, colours and tints one bit whether there are any, and they
 *
 * A link is data from a stranger: whatever does not decode exactly is refused.
 */

import type { Marks } from './state'
import { EMPTY } from './state'
import { titleFrom } from './titles'
import { CELLS } from './words'

/** What a link carries. */
export interface Linked {
  readonly marks: Marks[]
  readonly name: string
  readonly author: string
  readonly automatic: boolean
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

class BitWriter {
  private bits: number[] = []

  write(value: number, width: number): void {
    for (let at = width - 1; at >= 0; at--) {
      this.bits.push((value >> at) & 1)
    }
  }

  /** Six bits a character, filled up with zeros. */
  text(): string {
    let text = ''
    for (let at = 0; at < this.bits.length; at += 6) {
      let sextet = 0
      for (let bit = 0; bit < 6; bit++) {
        sextet = sextet * 2 + (this.bits[at + bit] ?? 0)
      }
      text += ALPHABET[sextet]
    }
    return text
  }
}

class BitReader {
  private at = 0

  constructor(private readonly text: string) {}

  /** The next bits as a number; `NaN` when there are no more, or the character is none of ours. */
  read(width: number): number {
    let value = 0
    for (let bit = 0; bit < width; bit++, this.at++) {
      const sextet = ALPHABET.indexOf(this.text[Math.floor(this.at / 6)] ?? ' ')
      if (sextet < 0) {
        return NaN
      }
      value = value * 2 + ((sextet >> (5 - (this.at % 6))) & 1)
    }
    return value
  }

  /** Whether all was read: less than a character is left. */
  isDone(): boolean {
    return this.text.length === Math.ceil(this.at / 6)
  }
}

const PARTS = [
  ['corner', 9],
  ['centre', 9],
  ['struck', 9],
  ['colours', 8],
] as const

/** Marks as text of 22 to 1,100 characters. */
export function pack(marks: readonly Marks[], automatic: boolean): string {
  const bits = new BitWriter()
  bits.write(automatic ? 1 : 0, 1)
  for (const mark of marks) {
    const tinted = mark.tints.some((tint) => tint !== 0)
    if (tinted || PARTS.some(([part]) => mark[part] !== 0)) {
      bits.write(3, 2)
      bits.write(mark.digit, 4)
      bits.write(mark.given ? 1 : 0, 1)
      for (const [part, width] of PARTS) {
        bits.write(mark[part] ? 1 : 0, 1)
        bits.write(mark[part], mark[part] ? width : 0)
      }
      bits.write(tinted ? 1 : 0, 1)
      for (const tint of tinted ? mark.tints : []) {
        bits.write(tint, 4)
      }
    } else if (mark.digit) {
      bits.write(mark.given ? 1 : 2, 2)
      bits.write(mark.digit, 4)
    } else {
      bits.write(0, 2)
    }
  }
  return bits.text()
}

/** The marks that `pack` packed, or null for any other text. */
export function unpack(text: string): { marks: Marks[]; automatic: boolean } | null {
  const bits = new BitReader(text)
  const automatic = bits.read(1) === 1
  const marks: Marks[] = []
  for (const _ of CELLS) {
    const kind = bits.read(2)
    if (Number.isNaN(kind)) {
      return null
    }
    if (kind === 0) {
      marks.push(EMPTY)
      continue
    }
    const digit = bits.read(4)
    const given = kind === 3 ? bits.read(1) === 1 : kind === 1
    const mark = { ...EMPTY, digit, given }
    if (kind === 3) {
      for (const [part, width] of PARTS) {
        mark[part] = bits.read(1) ? bits.read(width) : 0
      }
      if (bits.read(1)) {
        mark.tints = EMPTY.tints.map(() => bits.read(4))
      }
    }
    const numbers = [digit, mark.corner, mark.centre, mark.struck, mark.colours, ...mark.tints]
    if (numbers.some(Number.isNaN) || digit > 9 || (given && !digit) || mark.tints.some((tint) => tint > 8)) {
      return null
    }
    marks.push(mark)
  }
  return bits.isDone() ? { marks, automatic } : null
}

/** The part of a link behind the `#`: the givens alone, or everything. */
export function fragment(marks: readonly Marks[], automatic: boolean, { author, name }: { readonly author: string; readonly name: string }, withMarks: boolean): string {
  const givens = marks.map((mark) => (mark.given ? mark.digit : '.')).join('')
  const parameter = (key: string, text: string): string => (titleFrom(text) ? `&${key}=${encodeURIComponent(titleFrom(text))}` : '')
  return (withMarks ? `#s=${pack(marks, automatic)}` : `#p=${givens}`) + parameter('n', name) + parameter('a', author)
}

/** What a link says, or null if it is none of ours. Takes a whole link or the part from the `#` on. */
export function readLink(link: string): Linked | null {
  const text = link.trim()
  const at = text.indexOf('#')
  if (at < 0 || /\s/.test(text)) return null
  const parameters = new URLSearchParams(text.slice(at + 1))
  const [name, author] = [titleFrom(parameters.get('n')), titleFrom(parameters.get('a'))]
  const packed = parameters.get('s')
  if (packed !== null) {
    const unpacked = unpack(packed)
    return unpacked && { ...unpacked, name, author }
  }
  const givens = parameters.get('p')
  if (givens !== null && /^[.0-9]{81}$/.test(givens)) {
    const marks = [...givens].map((character) => (Number(character) ? { ...EMPTY, digit: Number(character), given: true } : EMPTY))
    return { marks, name, author, automatic: false }
  }
  return null
}

/** The part of a link behind the `#` for a puzzle of another size or with rules. */
export function variantFragment(text: string, { author, name }: { readonly author: string; readonly name: string }): string {
  const parameter = (key: string, value: string): string => (titleFrom(value) ? `&${key}=${encodeURIComponent(titleFrom(value))}` : '')
  return `#v=${encodeURIComponent(text)}${parameter('n', name)}${parameter('a', author)}`
}

/** The puzzle of another size or with rules in a link, or null if it is none. */
export function readVariantLink(link: string): { readonly text: string; readonly name: string; readonly author: string } | null {
  const text = link.trim()
  const at = text.indexOf('#v=')
  if (at < 0 || /\s/.test(text)) return null
  const parameters = new URLSearchParams(text.slice(at + 1))
  return { text: parameters.get('v') ?? '', name: titleFrom(parameters.get('n')), author: titleFrom(parameters.get('a')) }
}
