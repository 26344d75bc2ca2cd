//! Patterns inside chains: locking, hidden pairs, naked pairs and X-Wings on the working board.
//!
//! They are the patterns of the main loop, with the counts of the grid being rated; here they turn candidates off. A
//! pattern depends on the candidates that had to be removed first. A pattern that depends on none existed before the
//! assumption and is ignored.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use super::super::board::{self, Board, CELL_AT, Counts, HOUSE_CELLS, bits, cells_at, house};
use super::super::fish::fishes;
use super::super::hint::Eliminations;
use super::super::locking::locked;
use super::super::sets::{Set, hidden_sets, naked_sets};
use super::propagation::{Propagation, Work};
use crate::DigitSet;
use crate::explain::{Because, Subset};

/// The board at the start of the propagation, the working board, and the counts of the grid being rated.
#[derive(Clone, Copy)]
struct Boards<'a> {
    start: &'a Board,
    now: &'a Board,
    counts: &'a Counts,
}

impl Boards<'_> {
    /// Whether a candidate has been removed.
    fn removed(&self, cell: usize, digit: usize) -> bool {
        self.start.has(cell, digit) && !self.now.has(cell, digit)
    }
}

/// What one kind of pattern found: eliminations, and the range in `parents` of the candidates they depend on.
#[derive(Default)]
struct FoundPatterns {
    found: Vec<(Eliminations, Range<usize>, Because)>,
    parents: Vec<usize>,
}

impl FoundPatterns {
    fn note(
        &mut self,
        eliminations: Eliminations,
        because: impl FnOnce() -> Because,
        parents: impl FnOnce(&mut Vec<usize>),
    ) -> ControlFlow<()> {
        if !eliminations.is_empty() {
            let before = self.parents.len();
            parents(&mut self.parents);
            if self.parents.len() > before {
                self.found.push((eliminations, before..self.parents.len(), because()));
            }
        }
        ControlFlow::Continue(())
    }
}

/// The patterns of the first kind that eliminates anything.
fn find(boards: Boards<'_>) -> FoundPatterns {
    let mut finds = FoundPatterns::default();
    for rule in [locking, hidden_pairs, naked_pairs, x_wings] {
        rule(boards, &mut finds);
        if !finds.found.is_empty() {
            break;
        }
    }
    finds
}

/// The pattern that turns a candidate off.
pub(super) fn because(start: &Board, now: &Board, counts: &Counts, candidate: usize) -> Option<Because> {
    let finds = find(Boards { start, now, counts });
    let turns_off = |eliminations: &Eliminations| eliminations.candidates().contains(board::candidate(candidate));
    finds.found.into_iter().find(|(eliminations, ..)| turns_off(eliminations)).map(|(.., because)| because)
}

/// Applies the first kind of pattern that eliminates anything. Returns whether one did.
pub(super) fn apply(propagation: &mut Propagation, work: &mut Work, start: &Board, counts: &Counts) -> bool {
    let finds = find(Boards { start, now: &work.board, counts });
    let nodes = propagation.len();
    let any = !finds.found.is_empty();
    for (eliminations, parents, _) in finds.found {
        let eliminated = eliminations.into_reading_order();
        let eliminated =
            eliminated.iter().flat_map(|&(cell, digits)| bits(digits).map(move |digit| 9 * usize::from(cell) + digit));
        propagation.apply_rule(work, eliminated, &finds.parents[parents], None, nodes);
    }
    any
}

fn subset(set: &Set, hidden: bool) -> Because {
    let (digits, cells) = (DigitSet::from_bits(set.digits), cells_at(set.house, set.places));
    Because::Subset(Subset { digits, cells, houses: house(set.house).into(), hidden })
}

fn locking(boards: Boards<'_>, finds: &mut FoundPatterns) {
    let changed = |house: usize, digit: usize| boards.start.places(house, digit) != boards.now.places(house, digit);
    let _ = locked(boards.now, changed, |pattern| {
        let because = || Because::Locked(house(pattern.base));
        finds.note(pattern.eliminations(boards.now), because, |parents| {
            for cell in CELL_AT[pattern.base].map(usize::from) {
                if boards.removed(cell, pattern.digit) && HOUSE_CELLS[pattern.cover] >> cell & 1 == 0 {
                    parents.push(9 * cell + pattern.digit);
                }
            }
        })
    });
}

fn hidden_pairs(boards: Boards<'_>, finds: &mut FoundPatterns) {
    let _ = hidden_sets(boards.now, boards.counts, 2, 4, |set| {
        finds.note(
            set.hidden_eliminations(boards.now),
            || subset(&set, true),
            |parents| {
                for place in bits(511 & !set.places) {
                    let cell = usize::from(CELL_AT[set.house][place]);
                    parents.extend(bits(set.digits & boards.start.digits(cell)).map(|digit| 9 * cell + digit));
                }
            },
        )
    });
}

fn naked_pairs(boards: Boards<'_>, finds: &mut FoundPatterns) {
    let _ = naked_sets(boards.now, boards.counts, 2, |set| {
        finds.note(
            set.naked_eliminations(boards.now),
            || subset(&set, false),
            |parents| {
                for cell in set.cells().map(usize::from) {
                    parents.extend(bits(boards.start.digits(cell) & !set.digits).map(|digit| 9 * cell + digit));
                }
            },
        )
    });
}

fn x_wings(boards: Boards<'_>, finds: &mut FoundPatterns) {
    let _ = fishes(boards.now, boards.counts, 2, |fish| {
        finds.note(
            fish.eliminations(boards.now),
            || Because::Fish(fish.pattern()),
            |parents| {
                let covered = fish.cover_cells();
                for line in bits(fish.base) {
                    for cell in CELL_AT[9 * fish.base_kind + line].map(usize::from) {
                        if boards.removed(cell, fish.digit) && covered >> cell & 1 == 0 {
                            parents.push(9 * cell + fish.digit);
                        }
                    }
                }
            },
        )
    });
}
