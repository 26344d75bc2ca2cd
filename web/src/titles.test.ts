import { describe, expect, it } from 'vitest'
import { LONGEST_TITLE, titleFrom, titleMembers, titleOf } from './titles'

describe('a title', () => {
  it('is one line, not too long, without halves of characters', () => {
    expect(titleFrom('  Rainy\n\tday\u0000 ')).toBe('Rainy day')
    expect(titleFrom(7)).toBe('')
    expect(titleFrom('x'.repeat(1e6))).toHaveLength(LONGEST_TITLE)
    const faces = titleFrom('😀'.repeat(1000))
    expect([...faces]).toHaveLength(LONGEST_TITLE)
    expect(() => encodeURIComponent(faces)).not.toThrow()
    expect(() => encodeURIComponent(titleFrom('a\ud800b'))).not.toThrow()
    expect(titleFrom('a\ud800b')).toBe('ab')
  })

  it('and its author are read back from what is written, in every format', () => {
    for (const format of ['json', 'csv', 'opensudoku', 'sdk', 'line', 'grid']) {
      for (const [title, author] of [['Rainy day', 'A. Setter'], ['Stand by me', ''], ['', '作者'], ['"Quoted" by night', 'B'], ['', '']]) {
        expect(titleOf({ puzzle: '.', line: 1, ...titleMembers(format, title!, author!) }), format).toEqual({ name: title, author })
      }
    }
  })

  it('is whatever a file says first', () => {
    expect(titleOf({ Name: 'one', title: 'two', Author: 'me' })).toEqual({ name: 'one', author: 'me' })
    expect(titleOf({ id: 17, comment: 'easy' })).toEqual({ name: '17', author: '' })
    expect(titleOf({ comment: '# easy, SE 1.2' })).toEqual({ name: 'easy, SE 1.2', author: '' })
  })
})
