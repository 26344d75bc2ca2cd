//! What a player's own position can have wrong, and what is done with it before any reasoning.

use crate::{CandidateSet, Cell, Digit, DigitSet, Mistake, Pencilmarks, Puzzle};

/// Finds what is wrong. If nothing is, fills in the candidates of empty cells without pencilmarks and removes candidates
/// that a placed digit rules out.
pub(super) fn tidy(puzzle: &Puzzle, marks: &mut Pencilmarks) -> Result<(), Mistake> {
    let solution = puzzle.solution();
    for cell in Cell::all() {
        if let Some(placed) = marks.placed()[cell].filter(|&digit| digit != solution[cell]) {
            return Err(Mistake::Placement { cell, placed });
        }
    }
    let mut candidates = marks.candidates();
    for cell in marks.empty_cells() {
        if marks.digits_in(cell).is_empty() {
            candidates |= CandidateSet::of_cell(cell, DigitSet::FULL);
        } else if !marks.digits_in(cell).contains(solution[cell]) {
            return Err(Mistake::Elimination { cell, digit: solution[cell] });
        }
    }
    *marks = Pencilmarks::new(*marks.placed(), candidates);
    drop_seen(marks);
    Ok(())
}

/// Removes the candidates that a placed digit rules out.
pub(super) fn drop_seen(marks: &mut Pencilmarks) {
    let placed = *marks.placed();
    let mut candidates = marks.candidates();
    for digit in Digit::ALL {
        for cell in placed.cells_with(digit) {
            candidates -= CandidateSet::of_digit(digit, cell.peers());
        }
    }
    *marks = Pencilmarks::new(placed, candidates);
}
