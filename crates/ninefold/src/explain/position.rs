//! A position as the finders see it: the pencilmarks, and facts about them that several finders ask for.
//!
//! Facts are worked out when somebody first asks and kept until the position changes, so that no two finders compute
//! the same thing and an easy step never pays for what only hard steps need.

use alloc::vec::Vec;
use core::cell::OnceCell;

use super::links::Graph;
use super::rectangles::{Rectangle, rectangles};
use super::sets::AlmostLockedSets;
use super::{Deduction, rookery};
use crate::geometry::HOUSE_CELLS;
use crate::{Cell, CellSet, Digit, DigitSet, House, Mistake, Pencilmarks, Puzzle};

/// Pencilmarks, which of the placed digits were given, and shared facts.
#[derive(Clone, Debug)]
pub struct Position {
    marks: Pencilmarks,
    givens: CellSet,
    empty: CellSet,
    facts: Facts,
}

/// What has been worked out about the candidates so far.
#[derive(Clone, Debug, Default)]
struct Facts {
    bivalue: OnceCell<CellSet>,
    places: OnceCell<[[Places; 9]; 27]>,
    possible: OnceCell<[CellSet; 9]>,
    links: OnceCell<Graph>,
    group_links: OnceCell<Graph>,
    set_links: OnceCell<Graph>,
    sets: OnceCell<AlmostLockedSets>,
    rectangles: OnceCell<Vec<Rectangle>>,
}

impl Position {
    /// These pencilmarks; `givens` are the placed cells that were printed in the puzzle.
    ///
    /// Only reasoning about avoidable rectangles asks which digits were given.
    pub fn new(marks: Pencilmarks, givens: CellSet) -> Position {
        Position { empty: marks.empty_cells(), marks, givens, facts: Facts::default() }
    }

    /// These pencilmarks as a person may have written them: candidates that a placed digit rules out are dropped.
    pub fn tidied(mut marks: Pencilmarks, givens: CellSet) -> Position {
        super::path::drop_seen(&mut marks);
        Position::new(marks, givens)
    }

    /// A person's own position of this puzzle, made fit to be reasoned about.
    ///
    /// A cell without any pencilmark is one the person has not filled in: it gets every candidate that no placed digit
    /// rules out. Candidates that a placed digit rules out are dropped.
    ///
    /// # Errors
    /// The first mistake: nothing found among wrong pencilmarks can be trusted.
    ///
    /// ```
    /// use ninefold::explain::Position;
    /// use ninefold::{Candidate, Grid, Mistake, Pencilmarks, Puzzle};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    /// let puzzle = Puzzle::new(grid).unwrap();
    /// let mut marks = Pencilmarks::from(grid);
    /// assert_eq!(Position::of_person(&puzzle, &marks).unwrap().marks(), &marks);
    /// // r1c3 is 4, and no longer stands there.
    /// let needed: Candidate = "4r1c3".parse().unwrap();
    /// marks.eliminate(needed);
    /// let mistake = Mistake::Elimination { cell: needed.cell(), digit: needed.digit() };
    /// assert_eq!(Position::of_person(&puzzle, &marks).unwrap_err(), mistake);
    /// ```
    pub fn of_person(puzzle: &Puzzle, marks: &Pencilmarks) -> Result<Position, Mistake> {
        let mut marks = *marks;
        match super::path::tidy(puzzle, &mut marks) {
            Some(mistake) => Err(mistake),
            None => Ok(Position::new(marks, puzzle.givens().filled())),
        }
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

    /// The candidates of these cells, taken together.
    pub fn digits_among(&self, cells: CellSet) -> DigitSet {
        cells.iter().fold(DigitSet::EMPTY, |digits, cell| digits | self.digits_in(cell))
    }

    /// The cells with exactly two candidates.
    pub fn bivalue_cells(&self) -> CellSet {
        *self.facts.bivalue.get_or_init(|| self.empty.iter().filter(|&cell| self.digits_in(cell).len() == 2).collect())
    }

    /// Where in a house the digit can go.
    #[inline]
    pub fn places(&self, house: House, digit: Digit) -> Places {
        self.facts.places.get_or_init(|| all_places(&self.marks))[house.index()][digit.index()]
    }

    /// The cells where the digit is placed or can be, as far as the digit alone can tell: those that are in one of its
    /// templates, the choices of nine such cells, one in each house.
    ///
    /// Whatever can be concluded about the other candidates of the digit, reasoning about one digit alone cannot
    /// conclude more than that they are false, and nothing about these unless they are the only ones in a house.
    pub fn possible(&self, digit: Digit) -> CellSet {
        self.facts.possible.get_or_init(|| {
            let placed = self.marks.placed();
            Digit::ALL.map(|digit| {
                let there = placed.cells_with(digit);
                // Nobody has to tidy the pencilmarks of placed digits' peers.
                let open = there.iter().fold(self.cells_with(digit), |cells, cell| cells - cell.peers());
                rookery::in_some_template(there | open)
            })
        })[digit.index()]
    }

    /// The digit's candidates that are in none of its templates: the only ones that reasoning about the digit alone can
    /// remove.
    #[inline]
    pub fn impossible(&self, digit: Digit) -> CellSet {
        self.cells_with(digit) - self.possible(digit)
    }

    /// The links between candidates.
    pub(super) fn links(&self) -> &Graph {
        self.facts.links.get_or_init(|| Graph::plain(self))
    }

    /// The links between candidates and groups of them.
    pub(super) fn group_links(&self) -> &Graph {
        self.facts.group_links.get_or_init(|| Graph::grouped(self))
    }

    /// The links between candidates, groups and almost locked sets.
    pub(super) fn set_links(&self) -> &Graph {
        self.facts.set_links.get_or_init(|| Graph::with_sets(self))
    }

    /// The almost locked sets.
    pub(super) fn almost_locked_sets(&self) -> &AlmostLockedSets {
        self.facts.sets.get_or_init(|| AlmostLockedSets::new(self))
    }

    /// The rectangles that two digits could fill in two ways, but for other candidates.
    pub(super) fn rectangles(&self) -> &[Rectangle] {
        self.facts.rectangles.get_or_init(|| rectangles(self))
    }

    /// Carries out a deduction; whatever was known about the old candidates is forgotten.
    pub fn apply(&mut self, deduction: &Deduction) {
        deduction.apply_to(&mut self.marks);
        for candidate in deduction.placements {
            self.empty.remove(candidate.cell());
        }
        self.facts = Facts::default();
    }
}

impl From<&Puzzle> for Position {
    /// The start: the givens placed, every candidate that no given rules out.
    fn from(puzzle: &Puzzle) -> Position {
        Position::new(Pencilmarks::from(puzzle.givens()), puzzle.givens().filled())
    }
}

/// Some of the nine cells of a house, by their place in it: the cells of a house in reading order have the places 0 to 8.
///
/// A house's nine bits are cheaper to count and to combine than 81, and finders do little else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Places(u16);

impl Places {
    /// None.
    pub const EMPTY: Places = Places(0);

    /// The places whose bits these are, bit 0 for the first cell of the house; higher bits than the ninth are dropped.
    #[inline]
    pub const fn from_bits(bits: u16) -> Places {
        Places(bits & 0x1FF)
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Places in either.
    #[inline]
    pub const fn union(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// The nine bits, bit 0 for the first cell of the house.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The cells at these places of the house.
    pub fn cells(self, house: House) -> CellSet {
        let mut rest = self.0;
        let mut cells = CellSet::EMPTY;
        while rest != 0 {
            cells.insert(cell_at(house, rest.trailing_zeros() as usize));
            rest &= rest - 1;
        }
        cells
    }

    /// The first cell at these places of the house.
    pub fn first(self, house: House) -> Option<Cell> {
        (self.0 != 0).then(|| cell_at(house, self.0.trailing_zeros() as usize))
    }
}

/// The cell at a place of a house, 0 to 8 in reading order.
#[inline]
pub(super) const fn cell_at(house: House, place: usize) -> Cell {
    CELL_AT[house.index()][place]
}

const CELL_AT: [[Cell; 9]; 27] = {
    let mut table = [[Cell::from_index(0); 9]; 27];
    let mut house = 0;
    while house < 27 {
        let (mut index, mut place) = (0, 0);
        while index < 81 {
            let cell = Cell::from_index(index);
            if HOUSE_CELLS[house].contains(cell) {
                table[house][place] = cell;
                place += 1;
            }
            index += 1;
        }
        house += 1;
    }
    table
};

fn all_places(marks: &Pencilmarks) -> [[Places; 9]; 27] {
    let mut table = [[Places::EMPTY; 9]; 27];
    for digit in Digit::ALL {
        for cell in marks.cells_with(digit) {
            let (row, col, block) = (cell.row().index(), cell.col().index(), cell.block().index());
            table[row][digit.index()].0 |= 1 << col;
            table[9 + col][digit.index()].0 |= 1 << row;
            table[18 + block][digit.index()].0 |= 1 << (row % 3 * 3 + col % 3);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    #[test]
    fn facts_agree_with_the_candidates() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
        let position = Position::from(&Puzzle::new(grid).unwrap());
        for house in House::all() {
            for digit in Digit::ALL {
                let cells = position.cells_with(digit) & house.cells();
                let places = position.places(house, digit);
                assert_eq!(places.cells(house), cells);
                assert_eq!(places.len(), cells.len());
                assert_eq!(places.first(house), cells.first());
            }
        }
        for cell in Cell::all() {
            assert_eq!(position.bivalue_cells().contains(cell), position.digits_in(cell).len() == 2);
        }
    }
}
