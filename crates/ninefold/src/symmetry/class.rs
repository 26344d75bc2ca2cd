//! A class of puzzles: all that are isomorphic to each other, represented by their canonical form.
//!
//! What is decided per class is decided without a leak: isomorphic puzzles never end up on two sides of a split, and any
//! machine can decide for any puzzle alone.
//!
//! ```text
//!   canonical form, 81 characters  --SHA-256-->  id    128 bits, 32 hexadecimal digits
//!                                  --seed----->  lot   a number from 0 up to 1  -->  part of a split
//! ```

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::sha256::sha256;
use crate::{Answer, Grid, Puzzle, Random, Solution};

/// A class of isomorphic grids.
///
/// ```
/// use ninefold::symmetry::{Class, Transform};
/// use ninefold::{Puzzle, Random};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let isomorph = Transform::random(&mut Random::new(1)).apply(&puzzle);
/// let class = Class::of(&puzzle);
/// assert_eq!(Class::of(&isomorph), class);
/// assert_eq!(class.id().to_string(), "72cdf4dc158aa2df7398b74573c03272");
/// // Out of a hundred classes, about ten are in the test set.
/// let test = class.part(42, &[0.1]) == 0;
/// assert_eq!(test, class.lot(42) < 0.1);
/// # Ok::<(), ninefold::ParsePuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    form: Grid,
}

impl Class {
    /// The class of a puzzle: all puzzles isomorphic to it, and no others.
    pub fn of(puzzle: &Puzzle) -> Class {
        Class { form: *puzzle.canonical_form().givens() }
    }

    /// The class of all puzzles whose solutions are isomorphic to this one.
    pub fn of_solution(solution: &Solution) -> Class {
        Class { form: solution.canonical_form().into() }
    }

    /// The class of any grid, for a caller that has its answer already.
    ///
    /// A grid with exactly one solution is in the class of its puzzle. Every other grid is represented by its least
    /// isomorph ([`Grid::minlex`]): no puzzle is in the same class, since isomorphic grids have equally many solutions.
    pub fn of_answered(grid: &Grid, answer: &Answer) -> Class {
        let form = match answer {
            Answer::Unique(solution) => solution.canonical().form_of(grid),
            Answer::NoSolution | Answer::Multiple(..) => grid.minlex(),
        };
        Class { form }
    }

    /// The class that this canonical form represents. The grid has to be a canonical form: this is not checked.
    pub const fn of_form(form: Grid) -> Class {
        Class { form }
    }

    /// The canonical form.
    pub const fn form(&self) -> &Grid {
        &self.form
    }

    /// A name of the class: the first 128 bits of the SHA-256 hash of its form, 81 characters with `.` for empty cells.
    ///
    /// Among 10^12 classes the chance that any two have the same name is about 10^-15.
    pub fn id(&self) -> ClassId {
        let hash = sha256(&self.form.to_bytes());
        ClassId(u128::from_be_bytes(*hash.first_chunk().expect("a hash has 32 bytes")))
    }

    /// A number from 0 up to, not including, 1 that depends on the seed and the class alone. All numbers are equally
    /// likely.
    pub fn lot(&self, seed: u64) -> f64 {
        let lot = self.form.to_bytes().chunks(8).fold(seed, |state, bytes| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            Random::stream(state, u64::from_le_bytes(word)).next_u64()
        });
        // 53 bits: the quotient is exact and below 1.
        ((lot >> 11) as f64) / ((1u64 << 53) as f64)
    }

    /// The part of a split that the class belongs to: the number of the share that its lot falls into, or
    /// `shares.len()` if it falls into none of them.
    ///
    /// The shares are fractions of all classes, counted from lot 0 up. What they leave is the last part.
    pub fn part(&self, seed: u64, shares: &[f64]) -> usize {
        let lot = self.lot(seed);
        let mut end = 0.0;
        let ends = shares.iter().map(|share| {
            end += share;
            end
        });
        ends.take_while(|end| *end <= lot).count()
    }
}

/// A name of a class that is the same on every machine. Prints as 32 hexadecimal digits, and is read from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(u128);

impl ClassId {
    /// As a number.
    pub const fn get(self) -> u128 {
        self.0
    }
}

impl From<u128> for ClassId {
    fn from(id: u128) -> ClassId {
        ClassId(id)
    }
}

impl fmt::Display for ClassId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for ClassId {
    type Err = ParseClassIdError;

    fn from_str(text: &str) -> Result<ClassId, ParseClassIdError> {
        let is_hex = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u128::from_str_radix(text, 16).ok().filter(|_| is_hex);
        number.map(ClassId).ok_or_else(|| ParseClassIdError { found: text.into() })
    }
}

/// Text that is not the name of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseClassIdError {
    /// The text.
    pub found: String,
}

impl fmt::Display for ParseClassIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found '{}', expected 32 hexadecimal digits", self.found)
    }
}

impl core::error::Error for ParseClassIdError {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;
    use crate::symmetry::Transform;
    use crate::{Cell, Digit};

    /// Different grids; that they are no forms does not matter here.
    fn class(number: usize) -> Class {
        let mut grid = Grid::EMPTY;
        grid[Cell::from_index(number % 81)] = Some(Digit::from_index(number / 81 % 9));
        grid[Cell::from_index(number * 7 % 81)] = Some(Digit::from_index(number / 729 % 9));
        Class::of_form(grid)
    }

    #[test]
    fn lots_are_spread_evenly_and_stay_the_same_in_every_version() {
        let count = |seed, share| (0..6561).filter(|&number| class(number).lot(seed) < share).count();
        assert_eq!([count(1, 0.0), count(1, 1.0)], [0, 6561]);
        assert!(count(1, 0.1).abs_diff(656) < 100, "{}", count(1, 0.1));
        assert!((0..6561).any(|number| (class(number).lot(1) < 0.5) != (class(number).lot(2) < 0.5)));
        // A collection that was split by an earlier version keeps its parts.
        let lots: String = (0..16).map(|number| if class(number).lot(42) < 0.5 { '1' } else { '0' }).collect();
        assert_eq!(lots, "0110100100011101");
    }

    #[test]
    fn parts_follow_the_lots_and_the_rest_is_the_last_part() {
        let shares = [0.1, 0.0, 0.25];
        for number in 0..2000 {
            let expected = match class(number).lot(7) {
                ..0.1 => 0,
                ..0.35 => 2,
                _ => 3,
            };
            assert_eq!(class(number).part(7, &shares), expected);
        }
        assert_eq!(class(3).part(7, &[]), 0);
        assert_eq!(class(3).part(7, &[1.0]), 0);
    }

    #[test]
    fn isomorphic_grids_are_in_one_class_and_others_are_not() {
        let lines = [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8....",
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
        ];
        let mut random = Random::new(5);
        let mut ids = Vec::new();
        for line in lines {
            let grid: Grid = line.parse().unwrap();
            let class = Class::of_answered(&grid, &grid.solve());
            for _ in 0..10 {
                let image = Transform::random(&mut random).apply(&grid);
                assert_eq!(Class::of_answered(&image, &image.solve()), class, "{line}");
            }
            if let Ok(puzzle) = Puzzle::new(grid) {
                assert_eq!(Class::of(&puzzle), class);
            }
            assert_eq!(class.id().to_string().parse(), Ok(class.id()));
            ids.push(class.id());
        }
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), lines.len());
        for wrong in ["", "+0000000000000000000000000000000", "0", "g0000000000000000000000000000000"] {
            assert!(wrong.parse::<ClassId>().is_err(), "{wrong}");
        }
    }
}
