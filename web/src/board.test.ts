import { describe, expect, it } from 'vitest'
import * as board from './board'
import type { State } from './state'
import { newState } from './state'
import { ALL_DIGITS, CELLS, HOUSES, PEERS, candidateNamed, cellName, cellNamed, houseNamed, setOf } from './words'

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'

function game(text = EASY): State {
  const state = newState()
  board.load(state, board.marksOf({ givens: text }))
  return state
}

const snapshot = (state: State): string => JSON.stringify(state.marks)
const at = (name: string): number => cellNamed(name)!

describe('words', () => {
  it('gives every cell twenty peers and every house nine cells', () => {
    expect(PEERS.every((peers, cell) => peers.length === 20 && !peers.includes(cell))).toBe(true)
    expect(HOUSES.length).toBe(27)
    expect(HOUSES.every((house) => house.length === 9)).toBe(true)
  })

  it('reads the names it writes and no others', () => {
    expect(CELLS.every((cell) => cellNamed(cellName(cell)) === cell)).toBe(true)
    expect(cellNamed('r0c1')).toBeNull()
    expect(cellNamed('r1c10')).toBeNull()
    expect(candidateNamed('5r4c7')).toEqual({ digit: 5, cell: 33 })
    expect(candidateNamed('0r4c7')).toBeNull()
    expect(houseNamed('b5')).toContain(40)
    expect(houseNamed('x5')).toEqual([])
  })
})

describe('digits', () => {
  it('are placed in every chosen cell but givens', () => {
    const state = game()
    board.choose(state, at('r1c1'))
    board.alsoChoose(state, at('r1c3'))
    board.enter(state, 4)
    expect(state.marks[at('r1c1')]!.digit).toBe(5)
    expect(state.marks[at('r1c3')]!.digit).toBe(4)
  })

  it('are taken away when entered a second time', () => {
    const state = game()
    board.choose(state, at('r1c3'))
    board.enter(state, 4)
    board.enter(state, 4)
    expect(state.marks[at('r1c3')]!.digit).toBe(0)
  })

  it('leave the notes of cells that see them, in one action', () => {
    const state = game()
    board.choose(state, at('r1c4'))
    board.enter(state, 4, 'corner')
    board.enter(state, 4, 'centre')
    board.choose(state, at('r9c9'))
    board.choose(state, at('r1c3'))
    board.enter(state, 4)
    expect(state.marks[at('r1c4')]!.corner).toBe(0)
    expect(state.marks[at('r1c4')]!.centre).toBe(0)
    board.undo(state)
    expect(state.marks[at('r1c4')]!.corner).toBe(setOf(4))
    expect(state.marks[at('r1c3')]!.digit).toBe(0)
  })

  it('leave notes alone where the player wants that', () => {
    const state = game()
    state.settings.tidy = false
    board.choose(state, at('r1c4'))
    board.enter(state, 4, 'corner')
    board.choose(state, at('r1c3'))
    board.enter(state, 4)
    expect(state.marks[at('r1c4')]!.corner).toBe(setOf(4))
  })
})

describe('notes', () => {
  it('are added to all chosen cells unless all have them', () => {
    const state = game()
    board.choose(state, at('r1c3'))
    board.enter(state, 1, 'corner')
    board.alsoChoose(state, at('r1c4'))
    board.enter(state, 1, 'corner')
    expect([state.marks[2]!.corner, state.marks[3]!.corner]).toEqual([1, 1])
    board.enter(state, 1, 'corner')
    expect([state.marks[2]!.corner, state.marks[3]!.corner]).toEqual([0, 0])
  })

  it('are not written into filled cells', () => {
    const state = game()
    board.choose(state, at('r1c1'))
    board.enter(state, 1, 'centre')
    expect(state.past.length).toBe(0)
  })

  it('in some cells are reminders; in all empty cells they are candidates', () => {
    const state = game()
    expect(board.positionOf(state)).toEqual({ givens: EASY, placed: EASY, candidates: null })
    board.choose(state, at('r1c3'))
    board.enter(state, 1, 'centre')
    expect(board.positionOf(state).candidates).toBeNull()
    board.fillNotes(state)
    board.enter(state, 2, 'centre')
    expect(board.positionOf(state).candidates![2]).toBe('14')
  })

  it('are cleaned of what placed digits rule out', () => {
    const state = game()
    board.choose(state, at('r1c3'))
    board.enter(state, 5, 'centre')
    board.enter(state, 1, 'centre')
    board.enter(state, 3, 'corner')
    board.cleanNotes(state)
    expect(state.marks[2]).toMatchObject({ centre: setOf(1), corner: 0 })
    board.undo(state)
    expect(state.marks[2]).toMatchObject({ centre: setOf(1) | setOf(5), corner: setOf(3) })
  })

  it('can be filled with every candidate', () => {
    const state = game()
    board.fillNotes(state)
    expect(board.positionOf(state).candidates![2]).toBe('124')
  })
})

describe('automatic candidates', () => {
  it('are what the rule allows, less what is struck out', () => {
    const state = game()
    board.setAutomatic(state, true)
    board.choose(state, at('r1c3'))
    board.enter(state, 2, 'centre')
    expect(board.standingCandidates(state)[2]).toBe(setOf(1) | setOf(4))
    expect(board.positionOf(state).candidates![2]).toBe('14')
    board.enter(state, 2, 'centre')
    expect(board.standingCandidates(state)[2]).toBe(setOf(1) | setOf(2) | setOf(4))
    expect(board.positionOf(state).candidates).toBeNull()
  })

  it('keep what full notes had ruled out, and give it back', () => {
    const state = game()
    board.fillNotes(state)
    board.choose(state, at('r1c3'))
    board.enter(state, 2, 'centre')
    board.enter(state, 4, 'centre')
    board.setAutomatic(state, true)
    expect(board.standingCandidates(state)[2]).toBe(setOf(1))
    board.choose(state, at('r1c4'))
    board.enter(state, 6, 'centre')
    const standing = board.standingCandidates(state)[3]
    board.setAutomatic(state, false)
    expect(state.marks[3]!.centre).toBe(standing)
  })

  it('come with a text that tells its candidates', () => {
    const state = newState()
    const candidates = CELLS.map(() => ALL_DIGITS & ~setOf(9))
    board.load(state, board.marksOf({ givens: EASY, candidates }))
    expect(state.settings.automatic).toBe(true)
    expect(board.standingCandidates(state).every((set) => (set & setOf(9)) === 0)).toBe(true)
  })
})

describe('a puzzle given as pencilmarks', () => {
  it('is asked about with its candidates, and keeps them when it is started over', () => {
    const state = newState()
    const candidates = CELLS.map((cell) => (cell === 0 ? setOf(5) : ALL_DIGITS))
    board.load(state, board.marksOf({ givens: '.'.repeat(81), candidates }))
    expect(board.puzzleOf(state)).toMatchObject({ givens: '.'.repeat(81) })
    expect((board.puzzleOf(state) as { candidates: string[] }).candidates.slice(0, 2)).toEqual(['5', '123456789'])
    board.choose(state, 1)
    board.enter(state, 1, 'centre')
    board.restart(state)
    expect(board.standingCandidates(state).slice(0, 2)).toEqual([setOf(5), ALL_DIGITS])
  })

  it('is one only where the givens are too few', () => {
    const state = newState()
    board.load(state, board.marksOf({ givens: EASY, candidates: CELLS.map(() => ALL_DIGITS & ~setOf(9)) }))
    expect(board.puzzleOf(state)).toBe(EASY)
  })
})

describe('colours', () => {
  it('mix in a cell, and go when painted again', () => {
    const state = game()
    board.setMode(state, 'colour')
    board.choose(state, 0)
    board.enter(state, 1)
    board.enter(state, 3)
    expect(state.marks[0]!.colours).toBe(0b101)
    board.enter(state, 1)
    expect(state.marks[0]!.colours).toBe(0b100)
  })

  it('are eight: a ninth key paints nothing', () => {
    const state = game()
    board.choose(state, 0)
    board.enter(state, 9, 'colour')
    expect(state.marks[0]!.colours).toBe(0)
  })

  it('tint one candidate, and the last one wins', () => {
    const state = game()
    state.target = 4
    board.choose(state, 2)
    board.enter(state, 1, 'colour')
    board.enter(state, 2, 'colour')
    expect(state.marks[2]!.tints[3]).toBe(2)
    board.enter(state, 2, 'colour')
    expect(state.marks[2]!.tints[3]).toBe(0)
  })
})

describe('erasing', () => {
  it('takes digits, then notes, then colours, and never a given', () => {
    const state = game()
    board.choose(state, 2)
    board.enter(state, 1, 'corner')
    board.enter(state, 1, 'colour')
    board.enter(state, 4)
    board.alsoChoose(state, 0)
    board.erase(state)
    expect(state.marks[2]).toMatchObject({ digit: 0, corner: 1, colours: 1 })
    board.erase(state)
    expect(state.marks[2]).toMatchObject({ corner: 0, colours: 1 })
    board.erase(state)
    expect(state.marks[2]).toMatchObject({ colours: 0 })
    expect(state.marks[0]).toMatchObject({ digit: 5, given: true })
  })
})

describe('undo', () => {
  it('walks back to the start and forward again through anything done', () => {
    const state = game()
    const states = [snapshot(state)]
    // A fixed walk through every kind of action.
    let seed = 1
    const next = (below: number): number => (seed = (seed * 48271) % 2147483647) % below
    for (let i = 0; i < 500; i++) {
      board.choose(state, next(81))
      const kind = next(8)
      if (kind < 4) board.enter(state, 1 + next(9), (['digit', 'corner', 'centre', 'colour'] as const)[kind]!)
      else if (kind === 4) board.erase(state)
      else if (kind === 5) board.setAutomatic(state, next(2) === 0)
      else if (kind === 6) board.fillNotes(state)
      else board.apply(state, [{ cell: next(81), digit: 1 + next(9) }], [{ cell: next(81), digit: 1 + next(9) }])
      if (snapshot(state) !== states[states.length - 1]) states.push(snapshot(state))
    }
    expect(state.past.length).toBe(states.length - 1)
    for (let i = states.length - 2; i >= 0; i--) {
      expect(board.undo(state)).toBe(true)
      expect(snapshot(state)).toBe(states[i])
    }
    expect(board.undo(state)).toBe(false)
    for (let i = 1; i < states.length; i++) {
      board.redo(state)
      expect(snapshot(state)).toBe(states[i])
    }
    expect(board.redo(state)).toBe(false)
  })

  it('forgets what was taken back once something else is done', () => {
    const state = game()
    board.choose(state, 2)
    board.enter(state, 4)
    board.undo(state)
    board.enter(state, 1)
    expect(board.redo(state)).toBe(false)
  })
})

describe('marks that are out of sight', () => {
  it('are not changed while the game is paused or something else is on the board', () => {
    const state = game()
    board.choose(state, 2)
    board.enter(state, 4)
    const before = snapshot(state)
    const attempts = [
      () => board.enter(state, 1),
      () => board.erase(state),
      () => board.undo(state),
      () => board.fillNotes(state),
      () => board.setAutomatic(state, true),
    ]
    for (const attempt of attempts) {
      state.overlay = { digits: [], last: null, marked: [] }
      attempt()
      state.overlay = null
      state.paused = true
      attempt()
      state.paused = false
      expect(snapshot(state)).toBe(before)
    }
    expect(state.settings.automatic).toBe(false)
    expect(board.undo(state)).toBe(true)
  })
})

describe('choosing', () => {
  it('goes round the edges', () => {
    const state = game()
    board.choose(state, at('r1c1'))
    board.move(state, -1, 0)
    expect(cellName(state.active)).toBe('r9c1')
    board.move(state, 0, -1, true)
    expect([...state.selection].map(cellName)).toEqual(['r9c1', 'r9c9'])
  })

  it('finds every cell with the same digit', () => {
    const state = game()
    board.chooseAlike(state, at('r1c1'))
    expect([...state.selection].every((cell) => state.marks[cell]!.digit === 5)).toBe(true)
    expect(state.selection.size).toBe([...EASY].filter((digit) => digit === '5').length)
  })
})

describe('mistakes', () => {
  it('are shown as far as the player likes', () => {
    const state = game()
    state.solution = SOLUTION
    board.choose(state, at('r1c3'))
    board.enter(state, 1)
    expect(board.wrongCells(state).size).toBe(0)
    state.settings.mistakes = 'all'
    expect([...board.wrongCells(state)].map(cellName)).toEqual(['r1c3'])
    board.enter(state, 5)
    state.settings.mistakes = 'conflicts'
    expect([...board.wrongCells(state)].map(cellName).sort()).toEqual(['r1c1', 'r1c3'])
    state.settings.mistakes = 'none'
    expect(board.wrongCells(state).size).toBe(0)
  })
})

describe('the first mistake', () => {
  it('is a wrong digit, then a candidate wrongly ruled out, then a note that leaves it out, then none', () => {
    const state = game()
    expect(board.firstMistake(state, SOLUTION)).toBeNull()
    board.choose(state, at('r1c4'))
    board.enter(state, 2, 'centre')
    expect(board.firstMistake(state, SOLUTION)).toEqual({ cell: at('r1c4'), digit: 6, what: 'note' })
    board.fillNotes(state)
    board.enter(state, 6, 'centre')
    expect(board.firstMistake(state, SOLUTION)).toEqual({ cell: at('r1c4'), digit: 6, what: 'elimination' })
    board.choose(state, at('r9c1'))
    board.enter(state, 2)
    expect(board.firstMistake(state, SOLUTION)).toEqual({ cell: at('r9c1'), digit: 2, what: 'placement' })
  })
})

describe('a step', () => {
  it('is applied at once and undone at once', () => {
    const state = game()
    const before = snapshot(state)
    board.apply(state, [{ cell: 2, digit: 4 }], [{ cell: 3, digit: 6 }, { cell: 3, digit: 2 }])
    expect(state.marks[2]!.digit).toBe(4)
    // r1c4 could be 2, 6 or (before) 4.
    expect(state.marks[3]!.centre).toBe(0)
    board.undo(state)
    expect(snapshot(state)).toBe(before)
  })
})

describe('mending', () => {
  it('takes a wrong digit away, and lets a candidate stand again in notes and in automatic candidates', () => {
    const state = game()
    board.choose(state, 2)
    board.enter(state, 1)
    board.mend(state, 2, 1, 'placement')
    expect(state.marks[2]!.digit).toBe(0)
    board.enter(state, 1, 'centre')
    board.mend(state, 2, 4, 'elimination')
    expect(state.marks[2]!.centre).toBe(setOf(1) | setOf(4))
    board.setAutomatic(state, true)
    board.mend(state, 2, 2, 'elimination')
    expect(board.standingCandidates(state)[2]).toBe(setOf(1) | setOf(2) | setOf(4))
  })
})

describe('one digit of the solution', () => {
  it('is that of the chosen cell, or of the cell with the fewest candidates', () => {
    const state = game()
    board.choose(state, at('r9c1'))
    expect(board.tellOne(state, SOLUTION)).toBe(at('r9c1'))
    expect(state.marks[at('r9c1')]!.digit).toBe(3)
    // A filled cell is chosen now; r5c5 has a single candidate, and comes before others that do.
    expect(board.tellOne(state, SOLUTION)).toBe(at('r5c5'))
    expect(state.marks[at('r5c5')]!.digit).toBe(5)
    board.undo(state)
    board.undo(state)
    expect(board.digitsOfState(state)).toBe(EASY)
  })

  it('is none where all are there', () => {
    const state = game(SOLUTION)
    expect(board.tellOne(state, SOLUTION)).toBeNull()
    expect(state.past).toEqual([])
  })
})

describe('a whole game', () => {
  it('is solved when the last digit is right, and not before', () => {
    const state = game()
    board.fill(state, SOLUTION)
    expect(board.isSolved(state)).toBe(true)
    board.choose(state, at('r1c3'))
    board.enter(state, 1)
    expect(board.isFull(state)).toBe(true)
    expect(board.isSolved(state)).toBe(false)
    board.restart(state)
    expect(board.digitsOfState(state)).toBe(EASY)
    board.undo(state)
    board.undo(state)
    expect(board.isSolved(state)).toBe(true)
  })
})

describe('typing a puzzle in', () => {
  it('makes givens of digits until it is ended', () => {
    const state = newState()
    board.beginEntering(state, false)
    board.enter(state, 5)
    board.choose(state, 1)
    board.enter(state, 3)
    expect(board.givensOf(state)).toBe('53'.padEnd(81, '.'))
    board.erase(state)
    expect(board.givensOf(state)).toBe('5'.padEnd(81, '.'))
    board.endEntering(state)
    board.enter(state, 7)
    expect(board.givensOf(state)).toBe('5'.padEnd(81, '.'))
    expect(board.digitsOfState(state)).toBe('57'.padEnd(81, '.'))
  })
})

describe('the clock', () => {
  it('counts only while it runs', () => {
    const state = game()
    board.startClock(state, 1000)
    expect(board.played(state, 3000)).toBe(2000)
    board.setPaused(state, true, 3000)
    expect(board.played(state, 9000)).toBe(2000)
    board.setPaused(state, false, 9000)
    expect(board.played(state, 10000)).toBe(3000)
    board.fill(state, SOLUTION)
    board.stopClock(state, 10000)
    board.startClock(state, 11000)
    expect(board.played(state, 20000)).toBe(3000)
  })
})

describe('digits first', () => {
  it('hold a digit for the cells that follow, and let it go', () => {
    const state = game()
    state.settings.input = 'digit'
    board.press(state, 4)
    expect(state.held).toBe(4)
    expect(state.past.length).toBe(0)
    expect(board.litDigit(state)).toBe(4)
    board.press(state, 4)
    expect(state.held).toBe(0)
  })

  it('do not hold colours, nor givens while a puzzle is typed in', () => {
    const state = game()
    state.settings.input = 'digit'
    board.setMode(state, 'colour')
    board.press(state, 3)
    expect(state.held).toBe(0)
    board.beginEntering(state, false)
    board.setMode(state, 'digit')
    board.press(state, 3)
    expect(state.marks[0]).toMatchObject({ digit: 3, given: true })
  })
})

describe('a game', () => {
  it('gets a new identity with each puzzle, and keeps it from typing to playing', () => {
    const state = game()
    const first = state.game.id
    board.beginEntering(state, true)
    const { id } = state.game
    expect(id).not.toBe(first)
    board.endEntering(state)
    expect(state.game.id).toBe(id)
  })

  it('whose solution was filled in is revealed, until it is started over', () => {
    const state = game()
    board.fill(state, SOLUTION)
    expect(state.game.revealed).toBe(true)
    board.restart(state)
    expect(state.game.revealed).toBe(false)
  })
})
