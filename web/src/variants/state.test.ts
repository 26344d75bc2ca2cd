import { describe, expect, it } from 'vitest'
import { readVariantLink, variantFragment } from '../link'
import { add, lastSum, newSketch, redo as redoStroke, setLastSum, sketchFromText, sketchToText, undo as undoStroke } from './sketch'
import { bitOf, conclude, enter, erase, gameFromText, gameToText, newGame, note, percentOf, redo, restart, reveal, setNotes, setOf, undo, valuesOf } from './state'

const game = () => newGame('a1', '.Shape~4x4', 'Name', '', '1...............')

describe('a game of a variant', () => {
  it('takes values and notes, but not in givens', () => {
    const played = game()
    expect(enter(played, [0, 1], '2')).toBe(true)
    expect(valuesOf(played)).toBe('12..............')
    expect(enter(played, [0], '3')).toBe(false)
    note(played, [1, 2], 'A')
    expect(played.marks[1]![1]).toBe(0)
    expect(played.marks[2]![1]).toBe(bitOf('A'))
    enter(played, [1], '2')
    expect(valuesOf(played)).toBe('1...............')
    expect(percentOf(played)).toBe(0)
  })

  it('undoes and redoes everything, one action at a time', () => {
    const played = game()
    const before = JSON.stringify(played.marks)
    enter(played, [1, 2], '3')
    note(played, [3], '4')
    erase(played, [1])
    setNotes(played, played.marks.map(() => '12'))
    conclude(played, undefined, [[3, '1']])
    conclude(played, [4, '2'], [])
    reveal(played, '1234341221434321')
    restart(played)
    const after = JSON.stringify(played.marks)
    const count = played.past.length
    expect(count).toBe(8)
    while (undo(played));
    expect(JSON.stringify(played.marks)).toBe(before)
    while (redo(played));
    expect(JSON.stringify(played.marks)).toBe(after)
    expect(played.past.length).toBe(count)
  })

  it('remembers what hints rule out, and takes it from the notes', () => {
    const played = game()
    setNotes(played, played.marks.map(() => '1234'))
    conclude(played, undefined, [[5, '13']])
    expect(played.marks[5]).toEqual(['', setOf('24'), setOf('13')])
  })

  it('is read back from its text, and from no other', () => {
    const played = game()
    enter(played, [5], '2')
    note(played, [6], '3')
    undo(played)
    expect(gameFromText(gameToText(played))).toEqual(played)
    const value = JSON.parse(gameToText(played)) as Record<string, unknown>
    for (const broken of ['', 'null', '[]', JSON.stringify({ ...value, marks: [] }), JSON.stringify({ ...value, givens: 'x' }), JSON.stringify({ ...value, id: '../' }), JSON.stringify({ ...value, marks: Array(16).fill(['z', 0, 0]) })]) {
      expect(gameFromText(broken), broken).toBeNull()
    }
  })

  it('has a link that carries every character', () => {
    const text = '.Shape~4x4.Cage~5~R1C1~R1C2.~R4C4_1+2&3'
    const link = `https://example.org/${variantFragment(text, { name: 'A & B', author: '' })}`
    expect(readVariantLink(link)).toEqual({ text, name: 'A & B', author: '' })
    expect(readVariantLink('https://example.org/#p=1')).toBeNull()
  })
})

describe('a sketch', () => {
  it('is a list of strokes', () => {
    const sketch = newSketch('killer', 4)
    add(sketch, 'cage', null, [0, 1])
    expect(lastSum(sketch)).toBe('-')
    setLastSum(sketch, 15)
    expect(sketch.strokes).toEqual(['cage 15 0 1'])
    add(sketch, 'given', 3, [5])
    expect(lastSum(sketch)).toBeNull()
    undoStroke(sketch)
    expect(sketch.strokes).toEqual(['cage 15 0 1'])
    redoStroke(sketch)
    expect(sketch.strokes).toEqual(['cage 15 0 1', 'given 3 5'])
    expect(sketchFromText(sketchToText(sketch))).toEqual(sketch)
    expect(sketchFromText('{"theme":"killer","side":9,"strokes":["<b>"],"undone":[]}')).toEqual(newSketch())
  })
})
