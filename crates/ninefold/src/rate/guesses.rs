//! The guesses scale: how many guesses a simple backtracking makes before it finds the solution.
//!
//! The backtracking is fixed, so that the number can be computed by any program:
//!
//! ```text
//!   solve(grid):
//!     follow all naked and hidden singles              a contradiction: fail
//!     if every cell is filled: done
//!     cell = the one with the fewest candidates        the first in reading order among equals
//!     for each of its digits, ascending:
//!       if it is not the last one: guesses += 1        the last one is no guess: the others have failed
//!       if solve(grid with the digit in the cell): done
//!     fail
//! ```
//!
//! The number depends on how the puzzle is arranged: exchange two rows, and other cells and digits come first. So the
//! rating is the median over [`COPIES`] random isomorphs (rows, columns and digits permuted) with a fixed seed. They
//! are drawn from the canonical form of the puzzle, so all arrangements of a puzzle have the same rating.

use alloc::vec::Vec;
use core::fmt;

use super::singles::{Contradiction, SinglesGrid};
use crate::symmetry::Transform;
use crate::{Control, Grid, Pencilmarks, Puzzle, Random};

/// How many isomorphs are solved. An odd number: the median is a whole number.
const COPIES: usize = 99;

/// The seed of the isomorphs.
const SEED: u64 = 1;

/// How many guesses are made between two questions whether to stop: about a millisecond.
const PATIENCE: u32 = 256;

/// The guesses of a simple backtracking, over random isomorphs of the puzzle; prints the median.
///
/// ```
/// use ninefold::rate::{Rating, Scale};
/// use ninefold::{Control, Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let rating = Scale::Guesses.rate(&Puzzle::new(grid)?, &mut Control::new())?;
/// assert_eq!(rating.value(), Rating::NONE, "singles solve it");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GuessesRating {
    /// The median.
    pub median: u32,
    /// The fewest guesses of all isomorphs.
    pub fewest: u32,
    /// The most guesses of all isomorphs.
    pub most: u32,
}

impl fmt::Display for GuessesRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.median, f)
    }
}

/// The rating of a position with one solution; nothing if it was stopped.
pub(super) fn rate(marks: &Pencilmarks, control: &mut Control<'_>) -> Option<GuessesRating> {
    let start = arrangement(marks);
    let mut random = Random::new(SEED);
    let mut counts = Vec::with_capacity(COPIES);
    for copy in 0..COPIES {
        let marks = Transform::random(&mut random).apply(&start);
        let mut search = GuessSearch { guesses: 0, control, until_asked: 0 };
        if let Ok(grid) = SinglesGrid::new(&marks) {
            search.solve(&grid);
        }
        let guesses = search.guesses;
        if control.should_stop() {
            return None;
        }
        counts.push(guesses);
        control.progress(copy as u64 + 1, Some(COPIES as u64));
    }
    counts.sort_unstable();
    Some(GuessesRating { median: counts[COPIES / 2], fewest: counts[0], most: counts[COPIES - 1] })
}

/// The arrangement that all isomorphs of the position share; the position itself where more candidates are gone than
/// the placed digits rule out, for it has no canonical form then.
fn arrangement(marks: &Pencilmarks) -> Pencilmarks {
    let grid: &Grid = marks.placed();
    match Puzzle::new(*grid) {
        Ok(puzzle) if Pencilmarks::from(grid) == *marks => Pencilmarks::from(puzzle.canonical_form().givens()),
        _ => *marks,
    }
}

struct GuessSearch<'a, 'c> {
    guesses: u32,
    control: &'a mut Control<'c>,
    until_asked: u32,
}

impl GuessSearch<'_, '_> {
    /// Whether the grid has a solution. Also ends when it is stopped.
    fn solve(&mut self, grid: &SinglesGrid) -> bool {
        let Some(cell) = grid.open_cells().min_by_key(|&cell| grid.digits_in(cell).len()) else { return true };
        let mut rest = grid.digits_in(cell);
        while let Some(digit) = rest.first() {
            rest.remove(digit);
            self.guesses += u32::from(!rest.is_empty());
            if self.is_stopped() {
                return true;
            }
            let mut next = grid.clone();
            match next.place(cell, digit) {
                Ok(()) if self.solve(&next) => return true,
                Ok(()) | Err(Contradiction) => {}
            }
        }
        false
    }

    fn is_stopped(&mut self) -> bool {
        if self.until_asked == 0 {
            self.until_asked = PATIENCE;
            self.control.should_stop();
        }
        self.until_asked -= 1;
        self.control.is_stopped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Needs trial and error nested three deep.
    const LOKI: &str = "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";

    fn rating(line: &str) -> GuessesRating {
        rate(&Pencilmarks::from(line.parse::<Grid>().unwrap()), &mut Control::new()).unwrap()
    }

    #[test]
    fn all_arrangements_of_a_puzzle_have_the_same_rating() {
        let puzzle = Puzzle::new(LOKI.parse::<Grid>().unwrap()).unwrap();
        let expected = rating(LOKI);
        assert!(expected.fewest < expected.median && expected.median < expected.most, "{expected:?}");
        for seed in 0..3 {
            let image = Transform::random(&mut Random::new(seed)).apply(&puzzle);
            assert_eq!(rating(&image.to_string()), expected);
        }
    }

    #[test]
    fn the_backtracking_is_the_documented_one() {
        /// The pseudocode above with the crate's sets, nothing shared but these.
        fn solve(marks: &Pencilmarks, guesses: &mut u32) -> bool {
            let mut marks = *marks;
            loop {
                let empty = marks.empty_cells();
                let hidden = crate::House::all().find_map(|house| {
                    let missing = !marks.placed().digits_in(house.cells());
                    missing.iter().find_map(|digit| Some(((house.cells() & marks.cells_with(digit)).single()?, digit)))
                });
                let naked = empty.iter().find_map(|cell| Some((cell, marks.digits_in(cell).single()?)));
                let broken = empty.iter().any(|cell| marks.digits_in(cell).is_empty())
                    || crate::House::all().any(|house| {
                        let missing = !marks.placed().digits_in(house.cells());
                        missing.iter().any(|digit| house.cells().is_disjoint(marks.cells_with(digit)))
                    });
                match (broken, naked.or(hidden)) {
                    (true, _) => return false,
                    (false, Some((cell, digit))) => marks.place(cell, digit),
                    (false, None) => break,
                }
            }
            let Some(cell) = marks.empty_cells().iter().min_by_key(|&cell| marks.digits_in(cell).len()) else {
                return true;
            };
            let digits = marks.digits_in(cell);
            digits.iter().enumerate().any(|(index, digit)| {
                *guesses += u32::from(index + 1 < digits.len());
                let mut next = marks;
                next.place(cell, digit);
                solve(&next, guesses)
            })
        }
        for line in [LOKI, "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"] {
            let marks = Pencilmarks::from(line.parse::<Grid>().unwrap());
            let mut expected = 0;
            assert!(solve(&marks, &mut expected));
            let mut control = Control::new();
            let mut search = GuessSearch { guesses: 0, control: &mut control, until_asked: 0 };
            assert!(search.solve(&SinglesGrid::new(&marks).unwrap()));
            assert_eq!(search.guesses, expected, "{line}");
            assert!(expected > 0);
        }
    }

    #[test]
    fn it_can_be_stopped() {
        let mut control = Control::new().stop_when(|| true);
        assert_eq!(rate(&Pencilmarks::from(LOKI.parse::<Grid>().unwrap()), &mut control), None);
    }
}
