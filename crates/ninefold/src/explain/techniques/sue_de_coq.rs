//! Sue de Coq: two or three cells of a line and a block, whose digits are divided between the two houses.
//!
//! ```text
//!   1234 1234 · | 12  ·  ·      The two cells r1c1 and r1c2 hold two of 1, 2, 3, 4. One of 1 and 2 goes to r1c4, one of 3
//!   34   ·    · |               and 4 to r2c1. So four cells hold four digits: 1 and 2 are on the row there and
//!   ·    ·    · |               nowhere else, 3 and 4 in the block there and nowhere else.
//! ```
//!
//! In general: cells where a line and a block cross, cells of the line outside the block and cells of the block outside the
//! line have together as many digits as cells, and the latter two have no digit in common. Then no digit can be used
//! twice, so each is used once. A digit of the line's cells, or of the crossing and not of the block's cells, is on the
//! line; and correspondingly for the block.

use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::{Facts, Pattern, SueDeCoq, Technique};
use crate::{Block, CandidateSet, Cell, CellSet, DigitSet, House, HouseSet};

/// Blocks in order, lines that cross them in order, cells in order.
pub(in crate::explain) fn sue_de_coq(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    for block in Block::all() {
        for line in block.cells().houses() & (HouseSet::ROWS | HouseSet::COLS) {
            let crossing = block.cells() & line.cells() & facts.empty_cells();
            if crossing.len() < 2 || facts.digits_among(crossing).len() < 4 {
                continue;
            }
            let on_line = Outside::new(facts, line.cells() - block.cells());
            let in_block = Outside::new(facts, block.cells() - line.cells());
            in_crossing(search, line, block.into(), crossing, &on_line, &in_block)?;
            if crossing.len() == 3 {
                for cell in crossing {
                    in_crossing(search, line, block.into(), crossing.without(cell), &on_line, &in_block)?;
                }
            }
        }
    }
    GO_ON
}

/// The open cells of one of the houses outside the other, at most six, and the candidates of every choice of them.
struct Outside {
    cells: [Cell; 6],
    count: usize,
    digits: [DigitSet; 64],
}

impl Outside {
    fn new(facts: &Facts, cells: CellSet) -> Outside {
        let mut outside = Outside { cells: [Cell::from_index(0); 6], count: 0, digits: [DigitSet::EMPTY; 64] };
        for cell in cells & facts.empty_cells() {
            outside.cells[outside.count] = cell;
            let bit = 1 << outside.count;
            for choice in 0..bit {
                outside.digits[bit | choice] = outside.digits[choice] | facts.digits_in(cell);
            }
            outside.count += 1;
        }
        outside
    }

    /// The choices that take some digits of the crossing and leave some: cells that their own other digits cannot fill.
    fn parts(&self, crossing: DigitSet, surplus: usize) -> impl Iterator<Item = Part> + Clone {
        (1_usize..1 << self.count).filter_map(move |choice| {
            let digits = self.digits[choice];
            let takes = (choice.count_ones() as usize).saturating_sub((digits - crossing).len());
            (1..surplus).contains(&takes).then_some(Part { choice, digits, takes })
        })
    }

    fn chosen(&self, part: Part) -> CellSet {
        (0..self.count).filter(|index| part.choice >> index & 1 != 0).map(|index| self.cells[index]).collect()
    }
}

/// Some cells of one of the houses outside the other, their candidates, and how many digits of the crossing they take.
#[derive(Clone, Copy)]
struct Part {
    choice: usize,
    digits: DigitSet,
    takes: usize,
}

fn in_crossing(
    search: &mut StepSearch<'_>,
    line: House,
    block: House,
    crossing: CellSet,
    on_line: &Outside,
    in_block: &Outside,
) -> Flow {
    let facts = search.facts;
    let shared = facts.digits_among(crossing);
    let surplus = shared.len().saturating_sub(crossing.len());
    if surplus < 2 {
        return GO_ON;
    }
    let mut of_block: Option<Vec<Part>> = None;
    for a in on_line.parts(shared, surplus) {
        let of_block = of_block.get_or_insert_with(|| in_block.parts(shared, surplus).collect());
        if of_block.is_empty() {
            break;
        }
        let fits = |b: &&Part| a.takes + b.takes == surplus && a.digits.is_disjoint(b.digits);
        for &b in of_block.iter().filter(fits) {
            let (in_line, in_block) = (on_line.chosen(a), in_block.chosen(b));
            let of_line = (a.digits | (shared - b.digits), line, in_line);
            let of_block = (b.digits | (shared - a.digits), block, in_block);
            let mut removed = CandidateSet::EMPTY;
            for (digits, house, part) in [of_line, of_block] {
                let rest = house.cells() - crossing - part;
                for digit in digits {
                    removed |= CandidateSet::of_digit(digit, rest & facts.cells_with(digit));
                }
            }
            search.push(Technique::SueDeCoq, CandidateSet::EMPTY, removed, || {
                let digits = shared | a.digits | b.digits;
                Pattern::SueDeCoq(SueDeCoq { line, block, crossing, in_line, in_block, digits })
            })?;
        }
    }
    GO_ON
}
