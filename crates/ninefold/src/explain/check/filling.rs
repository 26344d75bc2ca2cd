//! Proof by trying every filling of a few cells.
//!
//! The arguments for wings, Sue de Coq, aligned exclusion and the uniqueness patterns differ. But all of them are about a
//! few cells, and conclude that some candidates are false in every filling of these. So the proof needs none of the
//! arguments: it fills the cells in every way that breaks no rule, leaves out what the pattern forbids (for example a
//! deadly rectangle), and keeps what all fillings have in common.

use alloc::vec::Vec;

use super::{ProofError, Proved, demand};
use crate::{CandidateSet, Cell, CellSet, Digit, DigitSet, Pencilmarks};

/// No pattern has more cells. With more, trying all fillings takes too long.
const MOST_CELLS: usize = 16;

/// Whether a filling is possible.
pub(super) type Allowed<'a> = dyn Fn(&[(Cell, Digit)]) -> bool + 'a;

/// What is true in every filling of the cells. `allowed` decides which of the fillings that break no rule are possible.
///
/// Placed cells keep their digit.
pub(super) fn every_filling(cells: CellSet, marks: &Pencilmarks, allowed: &Allowed<'_>) -> Result<Proved, ProofError> {
    demand(!cells.is_empty() && cells.len() <= MOST_CELLS, "too many cells to fill in")?;
    let mut filling = Filling { marks, allowed, chosen: Vec::new(), proved: None };
    // Cells with few candidates first: that keeps the tree small.
    let mut order: Vec<Cell> = cells.iter().collect();
    order.sort_by_key(|&cell| options(cell, marks).len());
    filling.fill(&order);
    filling.proved.ok_or(ProofError::Pattern("its cells cannot be filled"))
}

/// The digits that the cell can hold.
fn options(cell: Cell, marks: &Pencilmarks) -> DigitSet {
    marks.placed()[cell].map_or(marks.digits_in(cell), DigitSet::from)
}

struct Filling<'a> {
    marks: &'a Pencilmarks,
    allowed: &'a Allowed<'a>,
    chosen: Vec<(Cell, Digit)>,
    /// What all fillings so far have in common; nothing before the first.
    proved: Option<Proved>,
}

impl Filling<'_> {
    fn fill(&mut self, rest: &[Cell]) {
        let Some((&cell, rest)) = rest.split_first() else { return self.keep() };
        for digit in options(cell, self.marks) {
            if self.chosen.iter().all(|&(other, taken)| taken != digit || !other.sees(cell)) {
                self.chosen.push((cell, digit));
                self.fill(rest);
                self.chosen.pop();
            }
        }
    }

    /// Keeps what this filling has in common with those before.
    fn keep(&mut self) {
        if !(self.allowed)(&self.chosen) {
            return;
        }
        let (mut placements, mut eliminations) = (CandidateSet::EMPTY, CandidateSet::EMPTY);
        for &(cell, digit) in &self.chosen {
            let marks = self.marks;
            placements |= CandidateSet::of_cell(cell, digit.into());
            eliminations |= CandidateSet::of_cell(cell, marks.digits_in(cell).without(digit))
                | CandidateSet::of_digit(digit, marks.cells_with(digit) & cell.peers());
        }
        self.proved = Some(match self.proved {
            None => Proved { placements, eliminations },
            Some(so_far) => {
                Proved { placements: so_far.placements & placements, eliminations: so_far.eliminations & eliminations }
            }
        });
    }
}
