//! Backtracking with constraint propagation: a guess is made only when no placement follows.
//!
//! It differs from [`naive`](super::naive) in two ways:
//!
//! - **Propagation.** A placed digit is eliminated from the cell's peers. A cell with one candidate left gets that
//!   digit. A digit with one place left in a house is placed there. This repeats until nothing follows. A cell without
//!   candidates or a digit without a place shows that the last guess was wrong.
//! - **Fewest candidates first.** A guess is made in a cell with the fewest candidates.
//!
//! This reduces the hundred thousand placements of the naive search to a few dozen, with one or two guesses. It is
//! written to be observed, not to be fast: the solver behind [`Grid::solve`](crate::Grid::solve) applies the same rules
//! to whole bands at once.
//!
//! ```
//! use std::ops::ControlFlow;
//! use ninefold::solve::naive::{self, Observer, Order};
//! use ninefold::solve::propagation;
//! use ninefold::{Cell, Digit, Grid, Solution};
//!
//! #[derive(Default)]
//! struct UntilSolved(u64);
//! impl Observer for UntilSolved {
//!     fn placed(&mut self, _: Cell, _: Digit) -> ControlFlow<()> {
//!         self.0 += 1;
//!         ControlFlow::Continue(())
//!     }
//!     fn solved(&mut self, _: Solution) -> ControlFlow<()> {
//!         ControlFlow::Break(())
//!     }
//! }
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
//! let (mut without, mut with) = (UntilSolved::default(), UntilSolved::default());
//! let _ = naive::search(&grid, Order::Rows, &mut without);
//! let _ = propagation::search(&grid, &mut with);
//! assert_eq!(with.0, 51, "51 cells are empty, and each is filled once");
//! assert!(without.0 > 4000);
//! ```

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::naive::Observer;
use crate::{Cell, Digit, DigitSet, Grid, House, Pencilmarks, Solution};

/// Searches for all solutions of the grid and calls the observer at every step.
///
/// Returns `Break` if the observer did. A grid in which a house holds a digit twice is not searched.
///
/// ```
/// use std::ops::ControlFlow;
/// use ninefold::solve::{naive::Observer, propagation};
/// use ninefold::{Cell, Digit, Grid};
///
/// struct Guesses(u32);
/// impl Observer for Guesses {
///     fn guessed(&mut self, _: Cell, _: Digit) -> ControlFlow<()> {
///         self.0 += 1;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let easy: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let mut guesses = Guesses(0);
/// let _ = propagation::search(&easy, &mut guesses);
/// assert_eq!(guesses.0, 0);
/// ```
pub fn search(grid: &Grid, observer: &mut impl Observer) -> ControlFlow<()> {
    if grid.conflicts().next().is_some() {
        return ControlFlow::Continue(());
    }
    fill(Pencilmarks::from(grid), observer)
}

/// Visits every solution of these pencilmarks, and takes every placement back.
fn fill(mut marks: Pencilmarks, observer: &mut impl Observer) -> ControlFlow<()> {
    let mut followed = Vec::new();
    loop {
        match next(&marks) {
            Action::Follows(cell, digit) => {
                marks.place(cell, digit);
                followed.push((cell, digit));
                observer.placed(cell, digit)?;
            }
            Action::Contradiction => break,
            Action::Solved => {
                let digits = marks.placed().as_array().map(|digit| digit.expect("every cell was filled"));
                observer.solved(Solution::from_solver(digits))?;
                break;
            }
            Action::Choice(cell, digits) => {
                for digit in digits {
                    let mut with = marks;
                    with.place(cell, digit);
                    observer.guessed(cell, digit)?;
                    observer.placed(cell, digit)?;
                    fill(with, observer)?;
                    observer.taken_back(cell, digit)?;
                }
                break;
            }
        }
    }
    for (cell, digit) in followed.into_iter().rev() {
        observer.taken_back(cell, digit)?;
    }
    ControlFlow::Continue(())
}

/// The next action of the search.
enum Action {
    /// This digit follows in this cell.
    Follows(Cell, Digit),
    /// A cell has no candidate, or a digit no place.
    Contradiction,
    /// Every cell is filled.
    Solved,
    /// Nothing follows; guess in this cell, the first with the fewest candidates.
    Choice(Cell, DigitSet),
}

fn next(marks: &Pencilmarks) -> Action {
    let mut fewest: Option<(Cell, DigitSet)> = None;
    for cell in marks.empty_cells() {
        let digits = marks.digits_in(cell);
        match digits.single() {
            Some(digit) => return Action::Follows(cell, digit),
            None if digits.is_empty() => return Action::Contradiction,
            None if fewest.is_none_or(|(_, least)| digits.len() < least.len()) => fewest = Some((cell, digits)),
            None => {}
        }
    }
    let Some((cell, digits)) = fewest else { return Action::Solved };
    for house in House::all() {
        for digit in DigitSet::FULL - marks.placed().digits_in(house.cells()) {
            let places = marks.cells_with(digit) & house.cells();
            match places.single() {
                Some(place) => return Action::Follows(place, digit),
                None if places.is_empty() => return Action::Contradiction,
                None => {}
            }
        }
    }
    Action::Choice(cell, digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replays the observed steps on a separate grid.
    struct Replay {
        grid: Grid,
        guesses: usize,
        announced: Option<(Cell, Digit)>,
        solutions: Vec<Solution>,
    }

    impl Observer for Replay {
        fn guessed(&mut self, cell: Cell, digit: Digit) -> ControlFlow<()> {
            self.guesses += 1;
            self.announced = Some((cell, digit));
            ControlFlow::Continue(())
        }
        fn placed(&mut self, cell: Cell, digit: Digit) -> ControlFlow<()> {
            assert!(self.announced.take().is_none_or(|guess| guess == (cell, digit)), "a guess is placed at once");
            assert_eq!(self.grid[cell].replace(digit), None, "only empty cells are filled");
            assert_eq!(self.grid.conflicts().next(), None, "no placement breaks the rule");
            ControlFlow::Continue(())
        }
        fn taken_back(&mut self, cell: Cell, digit: Digit) -> ControlFlow<()> {
            assert_eq!(self.grid[cell].take(), Some(digit), "only placed digits are taken back");
            ControlFlow::Continue(())
        }
        fn solved(&mut self, solution: Solution) -> ControlFlow<()> {
            assert_eq!(self.grid, solution.into());
            self.solutions.push(solution);
            ControlFlow::Continue(())
        }
    }

    fn replay(line: &str) -> Replay {
        let grid: Grid = line.parse().unwrap();
        let mut replay = Replay { grid, guesses: 0, announced: None, solutions: Vec::new() };
        assert!(search(&grid, &mut replay).is_continue());
        assert_eq!(replay.grid, grid, "every placement is taken back");
        replay
    }

    #[test]
    fn the_observer_sees_a_search_that_obeys_the_rule_and_undoes_itself() {
        for (line, solutions) in [
            ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 1),
            ("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 1),
            ("59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65", 10),
            ("12345678.........9...............................................................", 0),
            ("11...............................................................................", 0),
        ] {
            assert_eq!(replay(line).solutions.len(), solutions, "{line}");
        }
    }

    #[test]
    fn easy_puzzles_need_no_guess_and_hard_ones_do() {
        let easy = replay("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
        assert_eq!(easy.guesses, 0);
        let hard = replay("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..");
        assert!((1..200).contains(&hard.guesses), "{}", hard.guesses);
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
        assert!(search(&Grid::EMPTY, &mut StopAfter(1000)).is_break());
    }
}
