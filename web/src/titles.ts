/**
 * The title and the author of a puzzle: how long they may be, and how they are written into files and read back.
 *
 *     JSON, CSV, OpenSudoku   members `title` and `author`
 *     SadMan Sudoku           the headers for the description and the author
 *     lines and drawings      a comment: `"Rainy day" by A. Setter`
 *
 * Both come from links, files and storage: they are cut and cleaned wherever they come in.
 */

export const LONGEST_TITLE = 120

/** A title or an author's name: one line, not too long, without halves of characters. The empty text for all else. */
export function titleFrom(value: unknown): string {
  if (typeof value !== 'string') return ''
  // What is cut off may be long; what is looked at is not.
  const characters = Array.from(value.slice(0, 8 * LONGEST_TITLE).replace(/[\s\p{Cc}]+/gu, ' ').trim())
  return characters
    .filter((character) => !/^[\ud800-\udfff]$/.test(character))
    .slice(0, LONGEST_TITLE)
    .join('')
    .trim()
}

/** What a file of this format says about the puzzle. */
export function titleMembers(format: string, title: string, author: string): Readonly<Record<string, string>> {
  const given = (members: Record<string, string>): Record<string, string> => Object.fromEntries(Object.entries(members).filter(([, text]) => text !== ''))
  if (format === 'json' || format === 'csv' || format === 'opensudoku') return given({ title, author })
  if (format === 'sdk') return given({ description: title, author })
  return given({ comment: author ? `${title ? `"${title}" ` : ''}by ${author}` : title })
}

/** The title and the author among the members of a puzzle that was read. */
export function titleOf(members: Readonly<Record<string, unknown>>): { name: string; author: string } {
  const byName = new Map(Object.entries(members).map(([name, value]) => [name.toLowerCase(), typeof value === 'number' ? String(value) : value]))
  const author = titleFrom(byName.get('author'))
  const name = ['name', 'title', 'description', 'id'].map((wanted) => titleFrom(byName.get(wanted))).find((text) => text !== '')
  if (name) return { name, author }
  const comment = titleFrom(byName.get('comment')).replace(/^#\s*/, '')
  const written = /^(?:"(.+)" )?by (.+)$/.exec(comment)
  return written ? { name: written[1] ?? '', author: author || written[2]! } : { name: comment, author }
}
