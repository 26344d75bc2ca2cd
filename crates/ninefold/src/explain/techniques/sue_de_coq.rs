//! Sue de Coq: two cells of a line and a block, or three, whose digits are shared out between the two houses.
//!
//! ```text
//!   1234 1234 · | 12  ·  ·      The two cells r1c1 and r1c2 hold two of 1, 2, 3, 4. One of 1 and 2 goes to r1c4, one of 3
//!   34   ·    · |               and 4 to r2c1. So four cells hold four digits: 1 and 2 are on the row there and
//!   ·    ·    · |               nowhere else, 3 and 4 in the block there and nowhere else.
//! ```
//!
//! In general: cells where a line and a block cross, cells of the line outside the block, cells of the block outside the
//! line, as many as they have digits, so that the cells of the line and those of the block have no digit in common. Then
//! no digit can be used twice, so each is used once. A digit of the line's cells, or of the crossing and not of the
//! block's cells, is on the line; and the other way round.

use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, Search};
use crate::explain::{Pattern, Position, SueDeCoq, Technique};
use crate::{Block, CandidateSet, Cell, CellSet, DigitSet, House, HouseSet};

/// Blocks in order, lines that cross them in order, cells in order.
pub(in crate::explain) fn sue_de_coq(search: &mut Search<'_>) -> Flow {
    let position = search.position;
    for block in Block::all() {
        for line in block.cells().houses() & (HouseSet::ROWS | HouseSet::COLS) {
            let crossing = block.cells() & line.cells() & position.empty_cells();
            if crossing.len() < 2 {
                continue;
            }
            let shared = position.digits_among(crossing);
            if shared.len() < 4 {
                continue;
            }
            let on_line = Part::all(position, line.cells() - block.cells(), shared);
            let in_block = Part::all(position, block.cells() - line.cells(), shared);
            let mut chosen = Vec::from([crossing]);
            if crossing.len() == 3 {
                chosen.extend(crossing.iter().map(|cell| crossing.without(cell)));
            }
            for crossing in chosen {
                in_crossing(search, line, block.into(), crossing, &on_line, &in_block)?;
            }
        }
    }
    GO_ON
}

/// Some cells of one of the houses outside the other, and their candidates.
#[derive(Clone, Copy)]
struct Part {
    cells: CellSet,
    digits: DigitSet,
}

impl Part {
    /// All choices of open cells among these that take something from the crossing.
    fn all(position: &Position, cells: CellSet, crossing: DigitSet) -> Vec<Part> {
        let cells: Vec<Cell> = (cells & position.empty_cells()).iter().collect();
        let mut parts = Vec::with_capacity(1 << cells.len());
        parts.push(Part { cells: CellSet::EMPTY, digits: DigitSet::EMPTY });
        for cell in cells {
            let digits = position.digits_in(cell);
            for index in 0..parts.len() {
                let Part { cells, digits: known } = parts[index];
                parts.push(Part { cells: cells.with(cell), digits: known | digits });
            }
        }
        // What takes nothing from all of the crossing takes nothing from two of its cells.
        parts.retain(|part| part.takes(crossing) > 0);
        parts
    }

    /// How many digits of the crossing it uses up: its cells that its own other digits cannot fill.
    fn takes(self, crossing: DigitSet) -> usize {
        self.cells.len().saturating_sub((self.digits - crossing).len())
    }
}

fn in_crossing(
    search: &mut Search<'_>,
    line: House,
    block: House,
    crossing: CellSet,
    on_line: &[Part],
    in_block: &[Part],
) -> Flow {
    let position = search.position;
    let shared = position.digits_among(crossing);
    let surplus = shared.len().saturating_sub(crossing.len());
    if surplus < 2 {
        return GO_ON;
    }
    for a in on_line.iter().filter(|part| (1..surplus).contains(&part.takes(shared))) {
        for b in in_block {
            let fits = a.takes(shared) + b.takes(shared) == surplus && a.digits.is_disjoint(b.digits);
            if !fits || b.takes(shared) == 0 {
                continue;
            }
            let on_line = a.digits | (shared - b.digits);
            let in_block = b.digits | (shared - a.digits);
            let mut removed = CandidateSet::EMPTY;
            for (digits, house, part) in [(on_line, line, a), (in_block, block, b)] {
                let rest = house.cells() - crossing - part.cells;
                for digit in digits {
                    removed |= CandidateSet::of_digit(digit, rest & position.cells_with(digit));
                }
            }
            search.push(Technique::SueDeCoq, CandidateSet::EMPTY, removed, || {
                let digits = shared | a.digits | b.digits;
                Pattern::SueDeCoq(SueDeCoq { line, block, crossing, in_line: a.cells, in_block: b.cells, digits })
            })?;
        }
    }
    GO_ON
}
