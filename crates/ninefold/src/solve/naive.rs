//! Textbook backtracking: for each empty cell in order, place each digit from 1 to 9, recurse, take the digit back.
//!
//! Three arrays record which digits each row, column and block already holds. A digit is placed only if all three allow
//! it. It is taken back when all ways to fill the later cells have been visited, and the next digit follows. This
//! visits every solution, and the code is short enough to verify by reading. It is the oracle for the tests of all
//! other solvers.
//!
//! It is also slow. Some puzzles take hundreds of millions of placements, and a grid with few givens and no solution
//! may take years. An [`Observer`] can stop it at any placement.

use core::ops::ControlFlow;

use crate::{Answer, Cell, Digit, DigitSet, Grid, Solution};

/// The order in which empty cells are filled.
///
/// ```
/// use std::ops::ControlFlow;
/// use ninefold::solve::naive::{Observer, Order, search};
/// use ninefold::{Cell, Digit, Grid};
///
/// struct Second(Vec<Cell>);
/// impl Observer for Second {
///     fn placed(&mut self, cell: Cell, _: Digit) -> ControlFlow<()> {
///         self.0.push(cell);
///         if self.0.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
///     }
/// }
///
/// let mut second = Second(Vec::new());
/// let _ = search(&Grid::EMPTY, Order::Columns, &mut second);
/// assert_eq!(second.0[1].to_string(), "r2c1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// Left to right, then down.
    #[default]
    Rows,
    /// Top to bottom, then right.
    Columns,
}

/// Observes the search, and may stop it with `ControlFlow::Break`.
///
/// By default every method does nothing and costs nothing.
///
/// ```
/// use std::ops::ControlFlow;
/// use ninefold::solve::naive::{Observer, Order, search};
/// use ninefold::{Grid, Solution};
///
/// struct First(Option<Solution>);
/// impl Observer for First {
///     fn solved(&mut self, solution: Solution) -> ControlFlow<()> {
///         self.0 = Some(solution);
///         ControlFlow::Break(())
///     }
/// }
///
/// let mut first = First(None);
/// assert!(search(&Grid::EMPTY, Order::Rows, &mut first).is_break());
/// assert!(first.0.is_some());
/// ```
pub trait Observer {
    /// The digit to be placed next is a guess. Only searches that also place digits by deduction call this.
    fn guessed(&mut self, _cell: Cell, _digit: Digit) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A digit was placed in an empty cell.
    fn placed(&mut self, _cell: Cell, _digit: Digit) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A digit was taken back.
    fn taken_back(&mut self, _cell: Cell, _digit: Digit) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The last empty cell was filled.
    fn solved(&mut self, _solution: Solution) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Searches for all solutions of the grid and calls the observer at every step.
///
/// Returns `Break` if the observer did. A grid in which a house holds a digit twice is not searched.
///
/// ```
/// use std::ops::ControlFlow;
/// use ninefold::solve::naive::{Observer, Order, search};
/// use ninefold::{Cell, Digit, Grid};
///
/// struct Counter(u64);
/// impl Observer for Counter {
///     fn placed(&mut self, _: Cell, _: Digit) -> ControlFlow<()> {
///         self.0 += 1;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let mut counter = Counter(0);
/// let _ = search(&grid, Order::Rows, &mut counter);
/// assert!(counter.0 > 51, "51 cells are empty, and some digits were taken back");
/// ```
pub fn search(grid: &Grid, order: Order, observer: &mut impl Observer) -> ControlFlow<()> {
    if grid.conflicts().next().is_some() {
        return ControlFlow::Continue(());
    }
    let mut search = Backtracker {
        grid: *grid,
        rows: [DigitSet::EMPTY; 9],
        cols: [DigitSet::EMPTY; 9],
        blocks: [DigitSet::EMPTY; 9],
    };
    for cell in Cell::all() {
        if let Some(digit) = grid[cell] {
            search.place(cell, digit);
        }
    }
    search.fill(0, order, observer)
}

/// The partly filled grid, and the digits of each row, column and block.
struct Backtracker {
    grid: Grid,
    rows: [DigitSet; 9],
    cols: [DigitSet; 9],
    blocks: [DigitSet; 9],
}

impl Backtracker {
    /// Visits every way to fill the empty cells from the `step`-th cell on.
    fn fill(&mut self, step: usize, order: Order, observer: &mut impl Observer) -> ControlFlow<()> {
        if step == 81 {
            let digits = self.grid.as_array().map(|digit| digit.expect("every cell was filled"));
            return observer.solved(Solution::from_solver(digits));
        }
        let cell = match order {
            Order::Rows => Cell::from_index(step),
            Order::Columns => Cell::from_index(step % 9 * 9 + step / 9),
        };
        if self.grid[cell].is_some() {
            return self.fill(step + 1, order, observer);
        }
        for digit in Digit::ALL {
            if self.allows(cell, digit) {
                self.place(cell, digit);
                observer.placed(cell, digit)?;
                self.fill(step + 1, order, observer)?;
                self.take_back(cell, digit);
                observer.taken_back(cell, digit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn allows(&self, cell: Cell, digit: Digit) -> bool {
        let (row, col) = (cell.row().index(), cell.col().index());
        !(self.rows[row] | self.cols[col] | self.blocks[(row / 3) * 3 + col / 3]).contains(digit)
    }

    fn place(&mut self, cell: Cell, digit: Digit) {
        let (row, col) = (cell.row().index(), cell.col().index());
        self.grid[cell] = Some(digit);
        self.rows[row].insert(digit);
        self.cols[col].insert(digit);
        self.blocks[(row / 3) * 3 + col / 3].insert(digit);
    }

    fn take_back(&mut self, cell: Cell, digit: Digit) {
        let (row, col) = (cell.row().index(), cell.col().index());
        self.grid[cell] = None;
        self.rows[row].remove(digit);
        self.cols[col].remove(digit);
        self.blocks[(row / 3) * 3 + col / 3].remove(digit);
    }
}

/// Solves the grid: no solution, the only one, or the first two of several.
///
/// ```
/// use ninefold::{Answer, Grid, solve::naive};
///
/// assert!(matches!(naive::solve(&Grid::EMPTY), Answer::Multiple(..)));
/// ```
pub fn solve(grid: &Grid) -> Answer {
    struct FirstTwo(Answer);
    impl Observer for FirstTwo {
        fn solved(&mut self, solution: Solution) -> ControlFlow<()> {
            match self.0 {
                Answer::Unique(first) => {
                    self.0 = Answer::Multiple(first, solution);
                    ControlFlow::Break(())
                }
                _ => {
                    self.0 = Answer::Unique(solution);
                    ControlFlow::Continue(())
                }
            }
        }
    }
    let mut found = FirstTwo(Answer::NoSolution);
    let _ = search(grid, Order::Rows, &mut found);
    found.0
}

/// Counts the solutions, and stops at `limit`.
///
/// ```
/// use ninefold::{Grid, solve::naive};
///
/// assert_eq!(naive::count(&Grid::EMPTY, 100), 100);
/// ```
pub fn count(grid: &Grid, limit: usize) -> usize {
    struct Counter {
        found: usize,
        limit: usize,
    }
    impl Observer for Counter {
        fn solved(&mut self, _: Solution) -> ControlFlow<()> {
            self.found += 1;
            if self.found < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }
    let mut counter = Counter { found: 0, limit };
    if limit > 0 {
        let _ = search(grid, Order::Rows, &mut counter);
    }
    counter.found
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Replays the observed steps on a separate grid.
    struct Replay {
        grid: Grid,
        placements: usize,
        solutions: Vec<Solution>,
    }

    impl Observer for Replay {
        fn placed(&mut self, cell: Cell, digit: Digit) -> ControlFlow<()> {
            assert_eq!(self.grid[cell], None, "only empty cells are filled");
            self.grid[cell] = Some(digit);
            assert_eq!(self.grid.conflicts().next(), None, "no placement breaks the rule");
            self.placements += 1;
            ControlFlow::Continue(())
        }
        fn taken_back(&mut self, cell: Cell, digit: Digit) -> ControlFlow<()> {
            assert_eq!(self.grid[cell], Some(digit), "only placed digits are taken back");
            self.grid[cell] = None;
            ControlFlow::Continue(())
        }
        fn solved(&mut self, solution: Solution) -> ControlFlow<()> {
            assert_eq!(self.grid, solution.into());
            self.solutions.push(solution);
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn the_observer_sees_every_placement_and_every_take_back() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let mut seen = Vec::new();
        for order in [Order::Rows, Order::Columns] {
            let mut replay = Replay { grid, placements: 0, solutions: Vec::new() };
            assert!(search(&grid, order, &mut replay).is_continue());
            assert_eq!(replay.grid, grid, "every placement is taken back");
            assert_eq!(replay.solutions.len(), 1);
            seen.push(replay);
        }
        assert_eq!(seen[0].solutions, seen[1].solutions);
        assert_ne!(seen[0].placements, seen[1].placements, "the orders visit different cells first");
    }

    #[test]
    fn an_observer_can_stop_the_search() {
        struct StopAfter(usize);
        impl Observer for StopAfter {
            fn placed(&mut self, _: Cell, _: Digit) -> ControlFlow<()> {
                self.0 -= 1;
                if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
        }
        assert!(search(&Grid::EMPTY, Order::Rows, &mut StopAfter(1000)).is_break());
    }

    #[test]
    fn counts_are_the_known_ones() {
        assert_eq!(count(&Grid::EMPTY, 0), 0);
        assert_eq!(count(&Grid::EMPTY, 500), 500);
        let mut grid: Grid = PUZZLE.parse().unwrap();
        assert_eq!(count(&grid, 10), 1);
        grid["r1c3".parse().unwrap()] = Some(Digit::D5);
        assert_eq!(count(&grid, 10), 0, "a conflict leaves no solution");
        assert_eq!(solve(&grid), Answer::NoSolution);
        assert!(matches!(solve(&Grid::EMPTY), Answer::Multiple(a, b) if a != b));
    }
}
