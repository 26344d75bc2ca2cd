//! The depth scale: how deeply trial and error must be nested to solve a puzzle.
//!
//! Trial and error of depth 1 assumes a candidate and follows singles. If that ends in a contradiction, the candidate is
//! eliminated. This is repeated with every candidate until nothing changes. Depth 2 does the same with trial and error of
//! depth 1 in place of singles, and so on:
//!
//! ```text
//!   close(grid, 0):   follow all naked and hidden singles
//!   close(grid, n):   repeat until nothing changes:
//!                       for each candidate:
//!                         if close(grid with the candidate placed, n - 1) is a contradiction: eliminate it
//! ```
//!
//! The rating is the lowest n for which this solves the puzzle. Only contradictions count: a solution that turns up
//! inside an assumption proves nothing. The result does not depend on the order of the candidates or on how the puzzle is
//! arranged. This is T&E(singles, n) as Denis Berthier defines it ("Pattern-Based Constraint Satisfaction and Logic
//! Puzzles"). Most published puzzles have depth 0 or 1, the hardest known ones 2. Very few need 3.

use core::fmt;

use super::singles::{Contradiction, SinglesGrid};
use crate::{Control, Pencilmarks, Solution};

/// The depth of trial and error; prints the number.
///
/// ```
/// use ninefold::rate::{Rating, Scale};
/// use ninefold::{Control, Grid, Puzzle};
///
/// // AI Escargot.
/// let grid: Grid =
///     "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..".parse()?;
/// let rating = Scale::Depth.rate(&Puzzle::new(grid)?, &mut Control::new())?;
/// assert_eq!(rating.value(), Rating::from_whole(2));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DepthRating {
    /// How deeply assumptions are nested.
    pub depth: u32,
}

impl fmt::Display for DepthRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.depth, f)
    }
}

/// What ended a closure early.
enum Ended {
    Contradiction,
    Stopped,
}

impl From<Contradiction> for Ended {
    fn from(Contradiction: Contradiction) -> Ended {
        Ended::Contradiction
    }
}

/// The rating of a position with one solution. Stopped, or deeper than `max`: an error with the greatest depth known not
/// to be enough, plus one.
pub(super) fn rate(
    marks: &Pencilmarks,
    max: Option<u32>,
    control: &mut Control<'_>,
) -> Result<DepthRating, DepthRating> {
    let answer = marks.solve();
    let solution = answer.unique();
    let mut depth = 0;
    let Ok(mut grid) = SinglesGrid::new(marks) else { return Ok(DepthRating { depth }) };
    while !grid.is_complete() {
        depth += 1;
        if max.is_some_and(|max| depth > max) || close(&mut grid, depth, solution, control).is_err() {
            return Err(DepthRating { depth });
        }
        control.progress(depth.into(), None);
    }
    Ok(DepthRating { depth })
}

/// Eliminates every candidate that trial and error of this depth can. Candidates of `solution`, if it is known, are not
/// tried: they lead to no contradiction.
fn close(
    grid: &mut SinglesGrid,
    depth: u32,
    solution: Option<&Solution>,
    control: &mut Control<'_>,
) -> Result<(), Ended> {
    let mut changed = true;
    while changed && !grid.is_complete() {
        changed = false;
        for cell in grid.open_cells() {
            for digit in grid.digits_in(cell) {
                let digits = grid.digits_in(cell);
                if digits.len() < 2
                    || !digits.contains(digit)
                    || solution.is_some_and(|solution| solution[cell] == digit)
                {
                    continue;
                }
                if depth > 1 && control.should_stop() {
                    return Err(Ended::Stopped);
                }
                let mut trial = grid.clone();
                let outcome = trial.place(cell, digit).map_err(Ended::from);
                match outcome
                    .and_then(|()| if depth > 1 { close(&mut trial, depth - 1, None, control) } else { Ok(()) })
                {
                    Ok(()) => {}
                    Err(Ended::Stopped) => return Err(Ended::Stopped),
                    Err(Ended::Contradiction) => {
                        grid.eliminate(cell, digit)?;
                        changed = true;
                        // What less depth can do is cheaper.
                        if depth > 1 {
                            close(grid, depth - 1, solution, control)?;
                        }
                    }
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    fn depth(line: &str) -> u32 {
        rate(&Pencilmarks::from(line.parse::<Grid>().unwrap()), None, &mut Control::new()).unwrap().depth
    }

    #[test]
    fn known_puzzles_have_the_known_depth() {
        for (line, expected) in [
            ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 0),
            ("57..8.4.........3...32..1.5...4.8........5...2.7.....19.1.....4.8.7.9.....2....6.", 1),
            ("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 2),
            // Loki.
            ("57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..", 3),
        ] {
            assert_eq!(depth(line), expected, "{line}");
        }
    }
}
