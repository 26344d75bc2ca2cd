//! Pencilmarks and the facts derived from them that several finders need.
//!
//! A fact is computed when a finder first asks for it and kept until the pencilmarks change. So no two finders compute the
//! same fact, and an easy step does not pay for what only hard steps need.

use alloc::vec::Vec;
use core::cell::OnceCell;

use super::links::Graph;
use super::places::{Places, all_places};
use super::rectangles::{Rectangle, rectangles};
use super::sets::AlmostLockedSets;
use super::{Deduction, mistake, rookery};
use crate::{Cell, CellSet, Digit, DigitSet, House, Mistake, Pencilmarks, ProvedPosition, Puzzle};

/// Pencilmarks, the cells whose digit was given, and the facts derived from them.
///
/// ```
/// use ninefold::explain::Facts;
/// use ninefold::{Digit, Grid, House, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let facts = Facts::from(&Puzzle::new(grid)?);
/// let row: House = "r1".parse()?;
/// assert_eq!(facts.places(row, Digit::D4).cells(row).to_string(), "r1c3 r1c6 r1c7 r1c8 r1c9");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Facts {
    marks: Pencilmarks,
    givens: CellSet,
    empty: CellSet,
    derived: Derived,
}

/// The facts computed so far.
#[derive(Clone, Debug, Default)]
struct Derived {
    bivalue: OnceCell<CellSet>,
    places: OnceCell<[[Places; 9]; 27]>,
    possible: OnceCell<[CellSet; 9]>,
    links: OnceCell<Graph>,
    group_links: OnceCell<Graph>,
    set_links: OnceCell<Graph>,
    sets: OnceCell<AlmostLockedSets>,
    rectangles: OnceCell<Vec<Rectangle>>,
}

impl Facts {
    /// Of these pencilmarks; `givens` are the cells whose digit was printed in the puzzle.
    ///
    /// Only avoidable rectangles depend on which digits were given.
    pub fn new(marks: Pencilmarks, givens: CellSet) -> Facts {
        Facts { empty: marks.empty_cells(), marks, givens, derived: Derived::default() }
    }

    /// The pencilmarks of a position, completed and cleared of notes that a placed digit excludes; see
    /// [`ProvedPosition::marks`].
    ///
    /// # Errors
    /// The first mistake: no deduction from wrong pencilmarks is sound.
    pub fn of_position(position: &ProvedPosition) -> Result<Facts, Mistake> {
        Ok(Facts::new(position.marks()?, position.given_cells()))
    }

    /// Of pencilmarks as a player may have written them: candidates that a placed digit rules out are removed.
    pub fn tidied(mut marks: Pencilmarks, givens: CellSet) -> Facts {
        mistake::drop_seen(&mut marks);
        Facts::new(marks, givens)
    }

    /// Of a player's own position of this puzzle.
    ///
    /// An empty cell without any pencilmark gets every candidate that no placed digit rules out. Candidates that a placed
    /// digit rules out are removed.
    ///
    /// # Errors
    /// The first mistake: conclusions from wrong pencilmarks are worthless.
    ///
    /// ```
    /// use ninefold::explain::Facts;
    /// use ninefold::{Candidate, Grid, Mistake, Pencilmarks, Puzzle};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    /// let puzzle = Puzzle::new(grid).unwrap();
    /// let mut marks = Pencilmarks::from(grid);
    /// assert_eq!(Facts::of_person(&puzzle, &marks).unwrap().marks(), &marks);
    /// // The solution has 4 in r1c3.
    /// let needed: Candidate = "4r1c3".parse().unwrap();
    /// marks.eliminate(needed);
    /// let mistake = Mistake::Elimination { cell: needed.cell(), digit: needed.digit() };
    /// assert_eq!(Facts::of_person(&puzzle, &marks).unwrap_err(), mistake);
    /// ```
    pub fn of_person(puzzle: &Puzzle, marks: &Pencilmarks) -> Result<Facts, Mistake> {
        let mut marks = *marks;
        mistake::tidy(puzzle, &mut marks)?;
        Ok(Facts::new(marks, puzzle.givens().filled()))
    }

    /// The pencilmarks.
    #[inline]
    pub const fn marks(&self) -> &Pencilmarks {
        &self.marks
    }

    /// The cells whose digit was given.
    #[inline]
    pub const fn givens(&self) -> CellSet {
        self.givens
    }

    /// The cells with nothing placed.
    #[inline]
    pub const fn empty_cells(&self) -> CellSet {
        self.empty
    }

    /// The candidates of a cell.
    #[inline]
    pub const fn digits_in(&self, cell: Cell) -> DigitSet {
        self.marks.digits_in(cell)
    }

    /// The cells where the digit is a candidate.
    #[inline]
    pub const fn cells_with(&self, digit: Digit) -> CellSet {
        self.marks.cells_with(digit)
    }

    /// The candidates of all these cells together.
    pub fn digits_among(&self, cells: CellSet) -> DigitSet {
        cells.iter().fold(DigitSet::EMPTY, |digits, cell| digits | self.digits_in(cell))
    }

    /// The cells with exactly two candidates.
    pub fn bivalue_cells(&self) -> CellSet {
        *self
            .derived
            .bivalue
            .get_or_init(|| self.empty.iter().filter(|&cell| self.digits_in(cell).len() == 2).collect())
    }

    /// The places of a digit in a house.
    #[inline]
    pub fn places(&self, house: House, digit: Digit) -> Places {
        self.derived.places.get_or_init(|| all_places(&self.marks))[house.index()][digit.index()]
    }

    /// The cells that are in some template of the digit. A template is a choice of nine cells, one in each house, among
    /// those where the digit is placed or is a candidate.
    ///
    /// Reasoning about a single digit can show that its other candidates are false, and nothing else.
    pub fn possible(&self, digit: Digit) -> CellSet {
        self.derived.possible.get_or_init(|| {
            let placed = self.marks.placed();
            Digit::ALL.map(|digit| {
                let there = placed.cells_with(digit);
                // The pencilmarks may contain candidates that a placed digit rules out.
                let open = there.iter().fold(self.cells_with(digit), |cells, cell| cells - cell.peers());
                rookery::in_some_template(there | open)
            })
        })[digit.index()]
    }

    /// The digit's candidates that are in none of its templates: the only ones that reasoning about the digit alone can
    /// eliminate.
    #[inline]
    pub fn impossible(&self, digit: Digit) -> CellSet {
        self.cells_with(digit) - self.possible(digit)
    }

    /// The links between candidates.
    pub(super) fn links(&self) -> &Graph {
        self.derived.links.get_or_init(|| Graph::plain(self))
    }

    /// The links between candidates and groups of them.
    pub(super) fn group_links(&self) -> &Graph {
        self.derived.group_links.get_or_init(|| Graph::grouped(self))
    }

    /// The links between candidates, groups and almost locked sets.
    pub(super) fn set_links(&self) -> &Graph {
        self.derived.set_links.get_or_init(|| Graph::with_sets(self))
    }

    /// The almost locked sets.
    pub(super) fn almost_locked_sets(&self) -> &AlmostLockedSets {
        self.derived.sets.get_or_init(|| AlmostLockedSets::new(self))
    }

    /// The rectangles that two digits could fill in two ways if there were no other candidates.
    pub(super) fn rectangles(&self) -> &[Rectangle] {
        self.derived.rectangles.get_or_init(|| rectangles(self))
    }

    /// Applies a deduction and discards all derived facts.
    pub fn apply(&mut self, deduction: &Deduction) {
        deduction.apply_to(&mut self.marks);
        for candidate in deduction.placements {
            self.empty.remove(candidate.cell());
        }
        self.derived = Derived::default();
    }
}

impl From<&Puzzle> for Facts {
    /// The start: the givens are placed, and every candidate that no given rules out is present.
    fn from(puzzle: &Puzzle) -> Facts {
        Facts::new(Pencilmarks::from(puzzle.givens()), puzzle.givens().filled())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    #[test]
    fn facts_agree_with_the_candidates() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
        let facts = Facts::from(&Puzzle::new(grid).unwrap());
        for house in House::all() {
            for digit in Digit::ALL {
                let cells = facts.cells_with(digit) & house.cells();
                let places = facts.places(house, digit);
                assert_eq!(places.cells(house), cells);
                assert_eq!(places.len(), cells.len());
                assert_eq!(places.first(house), cells.first());
            }
        }
        for cell in Cell::all() {
            assert_eq!(facts.bivalue_cells().contains(cell), facts.digits_in(cell).len() == 2);
        }
    }
}
