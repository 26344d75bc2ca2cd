//! Subsets: as many digits as cells, in one house.
//!
//! ```text
//!   57   57   .  | 279  .    .  |        naked pair: the first two cells take 5 and 7, so the fourth cannot be 7
//!   579  579  29 | 29   .    .  |        hidden pair: 5 and 7 have only the first two cells, which cannot be 9
//! ```
//!
//! In both cases some k cells of a house hold exactly some k digits. In a naked subset the cells have no other candidate,
//! in a hidden one the digits have no other place. Where one is, the rest of the house forms the other.
//!
//! A *locked* subset is a naked pair or triple in the three cells that a line and a block share, with something to remove
//! from both houses.

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::{Pattern, Places, Subset, Technique};
use crate::{CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseSet};

pub(in crate::explain) fn locked_pair(search: &mut StepSearch<'_>) -> Flow {
    naked(search, Technique::LockedPair, 2, true)
}

pub(in crate::explain) fn locked_triple(search: &mut StepSearch<'_>) -> Flow {
    naked(search, Technique::LockedTriple, 3, true)
}

pub(in crate::explain) fn naked_pair(search: &mut StepSearch<'_>) -> Flow {
    naked(search, Technique::NakedPair, 2, false)
}

pub(in crate::explain) fn naked_triple(search: &mut StepSearch<'_>) -> Flow {
    naked(search, Technique::NakedTriple, 3, false)
}

pub(in crate::explain) fn naked_quadruple(search: &mut StepSearch<'_>) -> Flow {
    naked(search, Technique::NakedQuadruple, 4, false)
}

pub(in crate::explain) fn hidden_pair(search: &mut StepSearch<'_>) -> Flow {
    hidden(search, Technique::HiddenPair, 2)
}

pub(in crate::explain) fn hidden_triple(search: &mut StepSearch<'_>) -> Flow {
    hidden(search, Technique::HiddenTriple, 3)
}

pub(in crate::explain) fn hidden_quadruple(search: &mut StepSearch<'_>) -> Flow {
    hidden(search, Technique::HiddenQuadruple, 4)
}

/// Houses in order, cells in order.
fn naked(search: &mut StepSearch<'_>, technique: Technique, size: usize, locked: bool) -> Flow {
    let facts = search.facts;
    // A locked subset lies in a block and on a line. Searching the blocks finds each one once.
    for house in if locked { HouseSet::BLOCKS } else { HouseSet::FULL } {
        let empty = house.cells() & facts.empty_cells();
        if empty.len() <= size {
            continue;
        }
        let mut cells = [Cell::from_index(0); 9];
        let mut candidates = [0; 9];
        let mut count = 0;
        for cell in empty {
            let digits = facts.digits_in(cell);
            if (2..=size).contains(&digits.len()) {
                (cells[count], candidates[count]) = (cell, digits.to_bits());
                count += 1;
            }
        }
        each_choice(&candidates[..count], size, &mut |chosen, union| {
            let cells: CellSet = (0..count).filter(|i| chosen >> i & 1 != 0).map(|i| cells[i]).collect();
            let digits = DigitSet::from_bits(union);
            let removed = |house: House| {
                let others = house.cells() - cells;
                digits.iter().fold(CandidateSet::EMPTY, |set, digit| {
                    set | CandidateSet::of_digit(digit, others & facts.cells_with(digit))
                })
            };
            let houses = if locked { cells.common_houses() } else { house.into() };
            if locked && (houses.len() < 2 || houses.iter().any(|house| removed(house).is_empty())) {
                return GO_ON;
            }
            let eliminations = houses.iter().fold(CandidateSet::EMPTY, |set, house| set | removed(house));
            search.push(technique, CandidateSet::EMPTY, eliminations, || {
                Pattern::Subset(Subset { digits, cells, houses, hidden: false })
            })
        })?;
    }
    GO_ON
}

/// Houses in order, digits in order.
fn hidden(search: &mut StepSearch<'_>, technique: Technique, size: usize) -> Flow {
    let facts = search.facts;
    for house in House::all() {
        let mut digits = [Digit::D1; 9];
        let mut places = [0; 9];
        let mut count = 0;
        for digit in Digit::ALL {
            let there = facts.places(house, digit);
            if (2..=size).contains(&there.len()) {
                (digits[count], places[count]) = (digit, there.to_bits());
                count += 1;
            }
        }
        each_choice(&places[..count], size, &mut |chosen, union| {
            let digits: DigitSet = (0..count).filter(|i| chosen >> i & 1 != 0).map(|i| digits[i]).collect();
            let cells = Places::from_bits(union).cells(house);
            let eliminations = (!digits).iter().fold(CandidateSet::EMPTY, |set, digit| {
                set | CandidateSet::of_digit(digit, cells & facts.cells_with(digit))
            });
            search.push(technique, CandidateSet::EMPTY, eliminations, || {
                Pattern::Subset(Subset { digits, cells, houses: house.into(), hidden: true })
            })
        })?;
    }
    GO_ON
}

/// Every choice of `size` of these nine-bit sets whose union has `size` elements: which were chosen, and the union.
///
/// Cells with their digits make naked subsets, digits with their places hidden ones.
fn each_choice(sets: &[u16], size: usize, found: &mut dyn FnMut(u16, u16) -> Flow) -> Flow {
    fn choose(
        sets: &[u16],
        from: usize,
        missing: usize,
        size: usize,
        (chosen, union): (u16, u16),
        found: &mut dyn FnMut(u16, u16) -> Flow,
    ) -> Flow {
        if missing == 0 {
            // k cells with fewer than k digits cannot be filled: a contradiction, not a subset.
            return if union.count_ones() as usize == size { found(chosen, union) } else { GO_ON };
        }
        for index in from..=sets.len().saturating_sub(missing) {
            let Some(&set) = sets.get(index) else { break };
            let union = union | set;
            if union.count_ones() as usize <= size {
                choose(sets, index + 1, missing - 1, size, (chosen | 1 << index, union), found)?;
            }
        }
        GO_ON
    }
    choose(sets, 0, size, size, (0, 0), found)
}
