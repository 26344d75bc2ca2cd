//! Generated puzzles are checked by a solver that shares no code with the library.
//!
//! By default a thousand puzzles of each kind. `NINEFOLD_TIMES=100 cargo test --release -p ninefold --test generate` checks
//! a hundred thousand.

mod times;

use ninefold::generate::{Generator, Recipe, Symmetry};
use ninefold::{Cell, Control, Grid, Puzzle};

/// Backtracking in the cell with the fewest candidates, or in the only place of a digit in a house.
#[derive(Clone)]
struct ReferenceSolver {
    digits: [u16; 81],
    filled: [bool; 81],
}

impl ReferenceSolver {
    /// The grid. If a cell is given, its digit is excluded there.
    fn new(grid: &Grid, without: Option<Cell>) -> Option<ReferenceSolver> {
        let mut solver = ReferenceSolver { digits: [0x1FF; 81], filled: [false; 81] };
        if let Some(cell) = without {
            solver.digits[cell.index()] &= !(1 << (grid[cell].unwrap().get() - 1));
        }
        for (cell, digit) in grid.placements().filter(|(cell, _)| Some(*cell) != without) {
            solver.place(cell.index(), 1 << (digit.get() - 1))?;
        }
        Some(solver)
    }

    fn sees(a: usize, b: usize) -> bool {
        let (row, col, other_row, other_col) = (a / 9, a % 9, b / 9, b % 9);
        row == other_row || col == other_col || (row / 3 == other_row / 3 && col / 3 == other_col / 3)
    }

    fn place(&mut self, cell: usize, digit: u16) -> Option<()> {
        if self.digits[cell] & digit == 0 {
            return None;
        }
        self.digits[cell] = digit;
        self.filled[cell] = true;
        for other in (0..81).filter(|&other| other != cell && ReferenceSolver::sees(cell, other)) {
            self.digits[other] &= !digit;
            if self.digits[other] == 0 {
                return None;
            }
        }
        Some(())
    }

    /// The cells of house 0 to 26.
    fn house(house: usize) -> impl Iterator<Item = usize> {
        (0..9).map(move |i| match house / 9 {
            0 => house % 9 * 9 + i,
            1 => i * 9 + house % 9,
            _ => (house % 9 / 3 * 3 + i / 3) * 9 + house % 3 * 3 + i % 3,
        })
    }

    /// An empty cell and the digits to place there; `None` if all cells are filled.
    fn choice(&self) -> Option<(usize, u16)> {
        let empty = (0..81).filter(|&cell| !self.filled[cell]);
        let fewest = empty.min_by_key(|&cell| self.digits[cell].count_ones())?;
        if self.digits[fewest].count_ones() > 1 {
            for house in 0..27 {
                let (mut once, mut twice) = (0, 0);
                for cell in ReferenceSolver::house(house) {
                    twice |= once & self.digits[cell];
                    once |= self.digits[cell];
                }
                if once != 0x1FF {
                    return Some((fewest, 0));
                }
                let hidden =
                    ReferenceSolver::house(house).find(|&cell| !self.filled[cell] && self.digits[cell] & !twice != 0);
                if let Some(cell) = hidden {
                    return Some((cell, self.digits[cell] & !twice));
                }
            }
        }
        Some((fewest, self.digits[fewest]))
    }

    fn count(mut self, limit: usize) -> usize {
        loop {
            let Some((cell, digits)) = self.choice() else { return 1 };
            if digits.count_ones() != 1 {
                let mut found = 0;
                for digit in (0..9).map(|digit| 1 << digit).filter(|digit| digits & digit != 0) {
                    let mut guess = self.clone();
                    if found < limit && guess.place(cell, digit).is_some() {
                        found += guess.count(limit - found);
                    }
                }
                return found;
            }
            if self.place(cell, digits).is_none() {
                return 0;
            }
        }
    }
}

fn solutions(grid: &Grid) -> usize {
    ReferenceSolver::new(grid, None).map_or(0, |solver| solver.count(2))
}

/// Whether there is a second solution without this given.
fn is_needed(puzzle: &Puzzle, cell: Cell) -> bool {
    ReferenceSolver::new(puzzle.givens(), Some(cell)).is_some_and(|solver| solver.count(1) > 0)
}

fn how_many() -> u64 {
    times::times(1000) as u64
}

#[test]
fn the_reference_solver_counts_correctly() {
    let good: Grid =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    assert_eq!(solutions(&good), 1);
    let mut bad = good;
    bad[Cell::from_index(0)] = None;
    bad[Cell::from_index(1)] = None;
    assert_eq!(solutions(&bad), 2);
    assert_eq!(solutions(&Grid::EMPTY), 2);
    bad[Cell::from_index(0)] = good[Cell::from_index(1)];
    bad[Cell::from_index(1)] = good[Cell::from_index(1)];
    assert_eq!(solutions(&bad), 0);
    let redundant = Puzzle::new(good).unwrap().redundant_givens();
    for cell in good.filled() {
        assert_eq!(is_needed(&Puzzle::new(good).unwrap(), cell), !redundant.contains(cell));
    }
}

#[test]
fn every_puzzle_has_one_solution_and_needs_every_given() {
    let generator = Generator::new(Recipe::default()).unwrap();
    let count = how_many();
    for first in (0..count).step_by(500) {
        for puzzle in generator.batch(2026, first..count.min(first + 500), &mut Control::new()) {
            let puzzle = puzzle.unwrap();
            assert_eq!(solutions(puzzle.givens()), 1, "{puzzle}");
            assert!(puzzle.givens().filled().iter().all(|cell| is_needed(&puzzle, cell)), "{puzzle}");
        }
    }
}

#[test]
fn every_puzzle_with_a_symmetry_has_it_and_needs_every_orbit() {
    for symmetry in Symmetry::ALL {
        let generator = Generator::new(Recipe::default().symmetry(symmetry)).unwrap();
        for puzzle in generator.batch(2027, 0..how_many() / 10, &mut Control::new()) {
            let puzzle = puzzle.unwrap();
            let givens = puzzle.givens().filled();
            assert!(symmetry.holds(givens), "{symmetry} {puzzle}");
            assert_eq!(solutions(puzzle.givens()), 1, "{puzzle}");
            for orbit in symmetry.orbits().into_iter().filter(|orbit| orbit.is_subset(givens)) {
                let without = puzzle.givens().restricted_to(givens - orbit);
                assert_eq!(solutions(&without), 2, "{symmetry} {puzzle} without {orbit}");
            }
        }
    }
}
