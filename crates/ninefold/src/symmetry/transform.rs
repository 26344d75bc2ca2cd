//! The transforms of a Sudoku: a group of order 1,218,998,108,160.
//!
//! Each of these maps houses to houses and therefore solutions to solutions:
//!
//! - relabelling the digits (9! ways),
//! - permuting rows within a band, and bands (3!^4 ways),
//! - permuting columns within a stack, and stacks (3!^4 ways),
//! - transposing: rows become columns (2 ways).
//!
//! Turns and the other mirrors are compositions of these. In total there are 9! x 6^8 x 2 transforms. Each has exactly
//! one representation:
//!
//! ```text
//!   transpose or not       then move rows and columns        then relabel
//!   r2c3 -> r3c2           r3 -> rows[3], c2 -> cols[2]      5 -> digits[5]
//! ```
//!
//! Transforms with the same effect are therefore equal, and the order of the group can be counted from the
//! representation.
//!
//! Any type made of cells, digits and houses is [`Transformable`], part by part.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::{
    Block, Candidate, CandidateSet, Cell, CellSet, Col, Digit, DigitSet, Grid, House, HouseSet, Pencilmarks, Position,
    Puzzle, Random, Row, Solution,
};

/// A relabelling of the digits, a permutation of the lines, and possibly a transposition.
///
/// Prints as `transposed rows 123456789 cols 123456789 digits 123456789`: the new place of each line (after the
/// transposition, if there is one) and the new label of each digit.
///
/// ```
/// use ninefold::symmetry::Transform;
/// use ninefold::{Grid, Random};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let transform = Transform::random(&mut Random::new(1));
/// let image = transform.apply(&grid);
/// assert_ne!(image, grid);
/// assert_eq!(transform.inverse().apply(&image), grid);
/// assert_eq!(transform.then(&transform.inverse()), Transform::IDENTITY);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transform {
    transposed: bool,
    /// Row `i`, counted after transposing, becomes row `rows[i]`.
    rows: [u8; 9],
    /// Column `i`, counted after transposing, becomes column `cols[i]`.
    cols: [u8; 9],
    /// The digit with index `i` becomes the one with index `digits[i]`.
    digits: [u8; 9],
}

const IN_PLACE: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

impl Transform {
    /// The number of transforms.
    pub const COUNT: u64 = 1_218_998_108_160;

    /// The transform that changes nothing.
    pub const IDENTITY: Transform = Transform { transposed: false, rows: IN_PLACE, cols: IN_PLACE, digits: IN_PLACE };

    /// The reflection in the diagonal: rows become columns.
    pub const TRANSPOSE: Transform = Transform { transposed: true, ..Transform::IDENTITY };

    /// Relabels the digits: 1 becomes the first of these, 2 the second, and so on. `None` if a digit is missing.
    ///
    /// ```
    /// use ninefold::Digit;
    /// use ninefold::symmetry::Transform;
    ///
    /// let mut digits = Digit::ALL;
    /// digits.reverse();
    /// let transform = Transform::of_digits(digits).unwrap();
    /// assert_eq!(transform.apply(&Digit::D1), Digit::D9);
    /// ```
    pub fn of_digits(digits: [Digit; 9]) -> Option<Transform> {
        let digits = digits.map(|digit| digit.index() as u8);
        is_permutation(&digits).then_some(Transform { digits, ..Transform::IDENTITY })
    }

    /// Permutes the rows: the first becomes the first of these, and so on. `None` if the rows of a band do not stay
    /// together, or if a row is missing.
    ///
    /// ```
    /// use ninefold::Row;
    /// use ninefold::symmetry::Transform;
    ///
    /// let upside_down = std::array::from_fn(|i| Row::from_index(8 - i));
    /// assert!(Transform::of_rows(upside_down).is_some());
    /// let mixed_bands = std::array::from_fn(|i| Row::from_index(i * 2 % 9));
    /// assert!(Transform::of_rows(mixed_bands).is_none());
    /// ```
    pub fn of_rows(rows: [Row; 9]) -> Option<Transform> {
        let rows = rows.map(|row| row.index() as u8);
        keeps_bands(&rows).then_some(Transform { rows, ..Transform::IDENTITY })
    }

    /// Permutes the columns: the first becomes the first of these, and so on. `None` if the columns of a stack do not
    /// stay together, or if a column is missing.
    pub fn of_cols(cols: [Col; 9]) -> Option<Transform> {
        let cols = cols.map(|col| col.index() as u8);
        keeps_bands(&cols).then_some(Transform { cols, ..Transform::IDENTITY })
    }

    /// From parts that are known to be valid: permutations that keep bands and stacks together.
    pub(super) fn from_parts(transposed: bool, rows: [u8; 9], cols: [u8; 9], digits: [u8; 9]) -> Transform {
        debug_assert!(keeps_bands(&rows) && keeps_bands(&cols) && is_permutation(&digits));
        Transform { transposed, rows, cols, digits }
    }

    /// A random transform; all are equally likely.
    ///
    /// ```
    /// use ninefold::Random;
    /// use ninefold::symmetry::Transform;
    ///
    /// assert_eq!(Transform::random(&mut Random::new(7)), Transform::random(&mut Random::new(7)));
    /// ```
    pub fn random(random: &mut Random) -> Transform {
        let mut digits = IN_PLACE;
        random.shuffle(&mut digits);
        let (rows, cols) = (random_lines(random), random_lines(random));
        Transform { transposed: random.below(2) == 1, rows, cols, digits }
    }

    /// Whether rows become columns.
    #[inline]
    pub const fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// The composition: this transform, then the other.
    ///
    /// ```
    /// use ninefold::symmetry::Transform;
    ///
    /// assert_eq!(Transform::TRANSPOSE.then(&Transform::TRANSPOSE), Transform::IDENTITY);
    /// ```
    #[must_use]
    pub fn then(&self, next: &Transform) -> Transform {
        let after = |first: &[u8; 9], second: &[u8; 9]| first.map(|i| second[usize::from(i)]);
        let digits = after(&self.digits, &next.digits);
        let transposed = self.transposed != next.transposed;
        // If the second one transposes, the columns of the first are its rows.
        let (first_rows, first_cols) =
            if next.transposed { (&self.cols, &self.rows) } else { (&self.rows, &self.cols) };
        Transform { transposed, rows: after(first_rows, &next.rows), cols: after(first_cols, &next.cols), digits }
    }

    /// The inverse transform.
    #[must_use]
    pub fn inverse(&self) -> Transform {
        let inverse = |of: &[u8; 9]| {
            let mut back = [0; 9];
            for (from, &to) in (0u8..).zip(of) {
                back[usize::from(to)] = from;
            }
            back
        };
        let (rows, cols) = (inverse(&self.rows), inverse(&self.cols));
        let (rows, cols) = if self.transposed { (cols, rows) } else { (rows, cols) };
        Transform { transposed: self.transposed, rows, cols, digits: inverse(&self.digits) }
    }

    /// The image of a value: a cell, a digit, a house, a grid, a deduction, or several of them.
    ///
    /// ```
    /// use ninefold::Cell;
    /// use ninefold::symmetry::Transform;
    ///
    /// let cell: Cell = "r4c7".parse().unwrap();
    /// assert_eq!(Transform::TRANSPOSE.apply(&cell).to_string(), "r7c4");
    /// ```
    #[inline]
    pub fn apply<T: Transformable>(&self, value: &T) -> T {
        value.transformed(self)
    }

    /// The image of a cell.
    #[inline]
    pub const fn cell(&self, cell: Cell) -> Cell {
        let (row, col) = (cell.index() / 9, cell.index() % 9);
        let (row, col) = if self.transposed { (col, row) } else { (row, col) };
        Cell::from_index(self.rows[row] as usize * 9 + self.cols[col] as usize)
    }

    /// The image of a digit.
    #[inline]
    pub const fn digit(&self, digit: Digit) -> Digit {
        Digit::from_index(self.digits[digit.index()] as usize)
    }

    /// The image of a house; a row may become a column.
    pub const fn house(&self, house: House) -> House {
        match house {
            House::Row(row) if self.transposed => House::Col(Col::from_index(self.cols[row.index()] as usize)),
            House::Row(row) => House::Row(Row::from_index(self.rows[row.index()] as usize)),
            House::Col(col) if self.transposed => House::Row(Row::from_index(self.rows[col.index()] as usize)),
            House::Col(col) => House::Col(Col::from_index(self.cols[col.index()] as usize)),
            House::Block(block) => House::Block(self.block(block)),
        }
    }

    const fn block(&self, block: Block) -> Block {
        let (band, stack) = (block.index() / 3, block.index() % 3);
        let (band, stack) = if self.transposed { (stack, band) } else { (band, stack) };
        Block::from_index(self.rows[band * 3] as usize / 3 * 3 + self.cols[stack * 3] as usize / 3)
    }
}

/// A random permutation of the bands and of the lines in each band.
fn random_lines(random: &mut Random) -> [u8; 9] {
    let mut bands = [0, 1, 2];
    random.shuffle(&mut bands);
    let mut lines = [0; 9];
    for (place, band) in lines.chunks_exact_mut(3).zip(bands) {
        let mut within = [0, 1, 2];
        random.shuffle(&mut within);
        for (line, i) in place.iter_mut().zip(within) {
            *line = band * 3 + i;
        }
    }
    lines
}

fn is_permutation(places: &[u8; 9]) -> bool {
    places.iter().all(|&place| place < 9) && places.iter().fold(0u16, |seen, &place| seen | 1 << place) == 0x1FF
}

fn keeps_bands(lines: &[u8; 9]) -> bool {
    is_permutation(lines) && lines.chunks_exact(3).all(|band| band.iter().all(|&line| line / 3 == band[0] / 3))
}

impl Default for Transform {
    fn default() -> Transform {
        Transform::IDENTITY
    }
}

impl fmt::Display for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.transposed {
            f.write_str("transposed ")?;
        }
        for (name, places) in [("rows ", &self.rows), (" cols ", &self.cols), (" digits ", &self.digits)] {
            f.write_str(name)?;
            places.iter().try_for_each(|place| write!(f, "{}", place + 1))?;
        }
        Ok(())
    }
}

/// Text that is not a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTransformError;

impl fmt::Display for ParseTransformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a transform such as rows 123456789 cols 123456789 digits 123456789")
    }
}

impl core::error::Error for ParseTransformError {}

impl FromStr for Transform {
    type Err = ParseTransformError;

    /// Parses what [`Display`](fmt::Display) prints.
    ///
    /// ```
    /// use ninefold::symmetry::Transform;
    /// use ninefold::Random;
    ///
    /// let transform = Transform::random(&mut Random::new(1));
    /// assert_eq!(transform.to_string().parse(), Ok(transform));
    /// assert!("rows 111111111 cols 123456789 digits 123456789".parse::<Transform>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Transform, ParseTransformError> {
        let mut words = text.split_whitespace().peekable();
        let transposed = words.next_if_eq(&"transposed").is_some();
        let mut places = |name: &str| {
            let number = words.next_if_eq(&name).and_then(|_| words.next())?;
            let digits: Vec<u8> = number.bytes().map(|byte| byte.wrapping_sub(b'1')).collect();
            digits.try_into().ok().filter(is_permutation)
        };
        let (rows, cols, digits) = (places("rows"), places("cols"), places("digits"));
        let lines = |lines: Option<[u8; 9]>| lines.filter(keeps_bands).ok_or(ParseTransformError);
        let transform = Transform {
            transposed,
            rows: lines(rows)?,
            cols: lines(cols)?,
            digits: digits.ok_or(ParseTransformError)?,
        };
        if words.next().is_some() { Err(ParseTransformError) } else { Ok(transform) }
    }
}

impl fmt::Debug for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Transform({self})")
    }
}

/// A type whose values a [`Transform`] maps to values of the same type.
///
/// Applying two transforms in sequence equals applying their composition, and solving commutes with transforms: the
/// solution of the image is the image of the solution.
///
/// ```
/// use ninefold::symmetry::{Transform, Transformable};
/// use ninefold::{Cell, Digit};
///
/// struct Note(Cell, Digit);
/// impl Transformable for Note {
///     fn transformed(&self, transform: &Transform) -> Note {
///         Note(self.0.transformed(transform), self.1.transformed(transform))
///     }
/// }
///
/// let note = Transform::TRANSPOSE.apply(&Note("r1c2".parse().unwrap(), Digit::D5));
/// assert_eq!(note.0.to_string(), "r2c1");
/// ```
pub trait Transformable {
    /// The image under the transform.
    #[must_use]
    fn transformed(&self, transform: &Transform) -> Self;
}

impl Transformable for Cell {
    #[inline]
    fn transformed(&self, transform: &Transform) -> Cell {
        transform.cell(*self)
    }
}

impl Transformable for Digit {
    #[inline]
    fn transformed(&self, transform: &Transform) -> Digit {
        transform.digit(*self)
    }
}

impl Transformable for Candidate {
    #[inline]
    fn transformed(&self, transform: &Transform) -> Candidate {
        Candidate::new(transform.cell(self.cell()), transform.digit(self.digit()))
    }
}

impl Transformable for House {
    #[inline]
    fn transformed(&self, transform: &Transform) -> House {
        transform.house(*self)
    }
}

/// Transforms a struct field by field; fields after the semicolon are copied.
macro_rules! transform_fields {
    ($($name:ident { $($field:ident),* $(; $($kept:ident),*)? })*) => {
        $(impl $crate::symmetry::Transformable for $name {
            fn transformed(&self, transform: &$crate::symmetry::Transform) -> $name {
                $name {
                    $($field: $crate::symmetry::Transformable::transformed(&self.$field, transform),)*
                    $($($kept: self.$kept,)*)?
                }
            }
        })*
    };
}
pub(crate) use transform_fields;

macro_rules! transform_elements {
    ($($set:ident)*) => {
        $(impl Transformable for $set {
            fn transformed(&self, transform: &Transform) -> $set {
                self.iter().map(|element| element.transformed(transform)).collect()
            }
        })*
    };
}
transform_elements!(CellSet DigitSet CandidateSet HouseSet);

impl Transformable for Grid {
    fn transformed(&self, transform: &Transform) -> Grid {
        let mut image = Grid::EMPTY;
        for (cell, digit) in self.placements() {
            image[transform.cell(cell)] = Some(transform.digit(digit));
        }
        image
    }
}

impl Transformable for Solution {
    fn transformed(&self, transform: &Transform) -> Solution {
        let mut image = [Digit::D1; 81];
        for cell in Cell::all() {
            image[transform.cell(cell).index()] = transform.digit(self[cell]);
        }
        Solution::from_solver(image)
    }
}

impl Transformable for Puzzle {
    fn transformed(&self, transform: &Transform) -> Puzzle {
        // The image of the only solution is the only solution of the image.
        Puzzle::proved(self.givens().transformed(transform), self.solution().transformed(transform))
    }
}

impl Transformable for Pencilmarks {
    fn transformed(&self, transform: &Transform) -> Pencilmarks {
        Pencilmarks::new(self.placed().transformed(transform), self.candidates().transformed(transform))
    }
}

impl Transformable for Position {
    fn transformed(&self, transform: &Transform) -> Position {
        self.mapped(
            |grid| grid.transformed(transform),
            |cells| cells.transformed(transform),
            |candidates| candidates.transformed(transform),
        )
    }
}

impl<T: Transformable> Transformable for Option<T> {
    fn transformed(&self, transform: &Transform) -> Option<T> {
        self.as_ref().map(|value| value.transformed(transform))
    }
}

impl<T: Transformable> Transformable for Vec<T> {
    fn transformed(&self, transform: &Transform) -> Vec<T> {
        self.iter().map(|value| value.transformed(transform)).collect()
    }
}

impl<T: Transformable, const N: usize> Transformable for [T; N] {
    fn transformed(&self, transform: &Transform) -> [T; N] {
        core::array::from_fn(|i| self[i].transformed(transform))
    }
}

impl<A: Transformable, B: Transformable> Transformable for (A, B) {
    fn transformed(&self, transform: &Transform) -> (A, B) {
        (self.0.transformed(transform), self.1.transformed(transform))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn some() -> impl Iterator<Item = Transform> {
        let mut random = Random::new(5);
        (0..200).map(move |_| Transform::random(&mut random))
    }

    #[test]
    fn the_laws_of_a_group_hold() {
        let all: Vec<Transform> = some().collect();
        for triple in all.windows(3) {
            let [a, b, c] = triple else { unreachable!() };
            assert_eq!(a.then(b).then(c), a.then(&b.then(c)));
            assert_eq!(a.then(&Transform::IDENTITY), *a);
            assert_eq!(Transform::IDENTITY.then(a), *a);
            assert_eq!(a.then(&a.inverse()), Transform::IDENTITY);
            assert_eq!(a.inverse().then(a), Transform::IDENTITY);
            for candidate in Candidate::all() {
                assert_eq!(b.apply(&a.apply(&candidate)), a.then(b).apply(&candidate));
            }
        }
    }

    #[test]
    fn houses_become_houses_with_the_same_cells() {
        for transform in some() {
            for house in House::all() {
                assert_eq!(transform.apply(&house).cells(), transform.apply(&house.cells()), "{house} {transform}");
            }
            assert_eq!(transform.apply(&HouseSet::FULL), HouseSet::FULL);
            assert_eq!(transform.apply(&DigitSet::FULL), DigitSet::FULL);
            assert_eq!(transform.apply(&CandidateSet::FULL), CandidateSet::FULL);
        }
    }

    #[test]
    fn transforms_with_the_same_effect_are_equal() {
        // The images of cells and digits determine the parts of a transform: the representation is unique.
        for a in some() {
            let rows: [u8; 9] = core::array::from_fn(|i| {
                let on_diagonal = a.cell(Cell::from_index(i * 10));
                on_diagonal.row().index() as u8
            });
            let cols: [u8; 9] = core::array::from_fn(|i| a.cell(Cell::from_index(i * 10)).col().index() as u8);
            let along_the_row = [0, 1].map(|i| a.cell(Cell::from_index(i)).row());
            let transposed = along_the_row[0] != along_the_row[1];
            let digits = Digit::ALL.map(|digit| a.digit(digit).index() as u8);
            assert_eq!(Transform::from_parts(transposed, rows, cols, digits), a);
        }
        let by_part: u64 = 2 * 6u64.pow(8) * (1..=9u64).product::<u64>();
        assert_eq!(Transform::COUNT, by_part);
    }

    #[test]
    fn filling_solving_and_pencilmarks_commute_with_transforms() {
        let grid: Grid = GRID.parse().unwrap();
        let puzzle = Puzzle::new(grid).unwrap();
        let marks = Pencilmarks::from(&grid);
        for transform in some() {
            let image = transform.apply(&grid);
            for (cell, digit) in grid.placements() {
                assert_eq!(image[transform.cell(cell)], Some(transform.digit(digit)));
            }
            assert_eq!(image.filled(), transform.apply(&grid.filled()));
            assert_eq!(Puzzle::new(image), Ok(transform.apply(&puzzle)));
            assert_eq!(Pencilmarks::from(&image), transform.apply(&marks));
            assert_eq!(transform.inverse().apply(&image), grid);
        }
    }

    #[test]
    fn random_transforms_are_uniformly_distributed() {
        let mut random = Random::new(6);
        let mut seen = [[0u32; 81]; 2];
        let mut digits = [0u32; 9];
        let (first, last) = (Cell::from_index(0), Cell::from_index(80));
        for _ in 0..81_000 {
            let transform = Transform::random(&mut random);
            seen[0][transform.cell(first).index()] += 1;
            seen[1][transform.cell(last).index()] += 1;
            digits[transform.digit(Digit::D4).index()] += 1;
        }
        assert!(seen.iter().flatten().all(|count| count.abs_diff(1000) < 200), "{seen:?}");
        assert!(digits.iter().all(|count| count.abs_diff(9000) < 500), "{digits:?}");
    }

    #[test]
    fn permutations_that_mix_bands_or_lack_a_digit_are_refused() {
        let mut rows: [Row; 9] = core::array::from_fn(Row::from_index);
        assert_eq!(Transform::of_rows(rows), Some(Transform::IDENTITY));
        rows.swap(2, 3);
        assert_eq!(Transform::of_rows(rows), None);
        let mut cols: [Col; 9] = core::array::from_fn(Col::from_index);
        cols[0] = cols[1];
        assert_eq!(Transform::of_cols(cols), None);
        assert_eq!(Transform::of_digits([Digit::D1; 9]), None);
        let mut digits = Digit::ALL;
        digits.reverse();
        let renamed = Transform::of_digits(digits).unwrap().then(&Transform::TRANSPOSE);
        assert_eq!(renamed.to_string(), "transposed rows 123456789 cols 123456789 digits 987654321");
    }
}
