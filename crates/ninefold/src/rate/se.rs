//! The Sudoku Explainer scale: solve as a person would, always by the easiest technique that helps, and report how hard
//! the hardest step was.
//!
//! ```text
//!   until every cell has a value:
//!     ask the producers, easiest first, for a hint; take the first one
//!     ER = the highest rating so far
//!     apply the hint
//!     ED = the first hint's rating;  EP = ER when the first value is placed
//! ```
//!
//! There are 32 producers, from hidden singles (1.0) to dynamic chains with three levels of chains inside (10.5 and up),
//! in one fixed order, and after each hint the search starts again from the first. A rating is therefore the outcome of
//! thousands of small decisions about which hint comes first. This module takes each of them as the established
//! program does (Sukaku Explainer with the techniques of version 1.2.1, one thread), which is the only way for two
//! programs to give the same numbers.
//!
//! One file an idea: [`board`] and [`hint`] are what all others speak of, then come the producers from [`singles`] to
//! [`aligned`], and [`chains`] is the engine room.

mod aligned;
mod board;
mod bug;
mod chains;
mod fish;
mod hint;
mod locking;
mod loops;
mod sets;
mod singles;
mod wings;

use alloc::string::ToString;

use aligned::Tried;
use board::{PEERS, Position, bits};
use chains::{Chains, Engine};
use hint::Hint;

use super::{Rating, SeRating, SeStep, Unfinished};
use crate::{Candidate, CandidateSet, Cell, Digit, DigitSet, Pencilmarks};

/// The producers of hints, in the order in which they are asked, each with the least rating it gives. No later one gives
/// less.
const PRODUCERS: [(f64, Producer); 32] = [
    (1.0, Producer::HiddenSingle),
    (1.7, Producer::DirectLocking),
    (2.0, Producer::DirectHiddenSet(2)),
    (2.3, Producer::NakedSingle),
    (2.5, Producer::DirectHiddenSet(3)),
    (2.6, Producer::Locking),
    (3.0, Producer::NakedSet(2)),
    (3.2, Producer::Fish(2)),
    (3.4, Producer::HiddenSet(2)),
    (3.6, Producer::NakedSet(3)),
    (3.8, Producer::Fish(3)),
    (4.0, Producer::HiddenSet(3)),
    (4.2, Producer::Wing(2)),
    (4.4, Producer::Wing(3)),
    (4.5, Producer::UniqueLoop),
    (5.0, Producer::NakedSet(4)),
    (5.2, Producer::Fish(4)),
    (5.4, Producer::HiddenSet(4)),
    (5.6, Producer::Grave),
    (6.2, Producer::Aligned(2)),
    (6.5, Producer::Chains(Engine::Forcing)),
    (7.5, Producer::Aligned(3)),
    (7.5, Producer::Chains(Engine::Nishio)),
    (8.0, Producer::Chains(Engine::Multiple)),
    (8.5, Producer::Chains(Engine::Dynamic(0))),
    (9.0, Producer::Chains(Engine::Dynamic(1))),
    (9.5, Producer::Chains(Engine::Dynamic(2))),
    (10.0, Producer::Chains(Engine::Dynamic(3))),
    (10.5, Producer::Chains(Engine::Deep(0))),
    (10.5, Producer::Chains(Engine::Deep(1))),
    (10.5, Producer::Chains(Engine::Deep(2))),
    (10.5, Producer::Chains(Engine::Deep(3))),
];

#[derive(Clone, Copy)]
enum Producer {
    HiddenSingle,
    DirectLocking,
    /// Sets and fish by their size, wings by their pivot's, exclusion by its number of cells.
    DirectHiddenSet(usize),
    NakedSingle,
    Locking,
    NakedSet(usize),
    Fish(usize),
    HiddenSet(usize),
    Wing(usize),
    UniqueLoop,
    Grave,
    Aligned(usize),
    Chains(Engine),
}

impl Producer {
    fn hint(self, position: &Position, chains: &mut Chains<'_>, tried: &mut [Option<Tried>; 2]) -> Option<Hint> {
        match self {
            Producer::HiddenSingle => singles::hidden_single(position),
            Producer::DirectLocking => locking::direct_locking(position),
            Producer::DirectHiddenSet(size) => sets::direct_hidden_set(position, size),
            Producer::NakedSingle => singles::naked_single(position),
            Producer::Locking => locking::locking(position),
            Producer::NakedSet(size) => sets::naked_set(position, size),
            Producer::Fish(size) => fish::fish(position, size),
            Producer::HiddenSet(size) => sets::hidden_set(position, size),
            Producer::Wing(pivot_size) => wings::wing(position, pivot_size),
            Producer::UniqueLoop => loops::unique_loop(position, &mut || {
                chains.tick();
                chains.stopped()
            }),
            Producer::Grave => bug::grave(position),
            Producer::Aligned(size) => aligned::aligned(position, size, &mut tried[size - 2]),
            Producer::Chains(engine) => chains.best(engine, position),
        }
    }
}

/// What bounds a rating.
pub(super) struct Limits<'a> {
    pub(super) max_er: Option<Rating>,
    pub(super) max_steps: Option<usize>,
    pub(super) should_stop: &'a mut dyn FnMut() -> bool,
}

/// The rating a raw double prints as.
fn tenths(raw: f64) -> Rating {
    Rating::from_tenths(((raw + 0.05) * 10.0) as u16)
}

/// Rates a position; `on_step` sees every step if it wants them.
pub(super) fn rate(
    marks: &Pencilmarks,
    limits: Limits<'_>,
    mut on_step: Option<&mut dyn FnMut(SeStep)>,
) -> Result<SeRating, Unfinished> {
    let mut position = position(marks);
    let mut rating = SeRating { er: Rating::NONE, ep: Rating::NONE, ed: Rating::NONE };
    let mut chains = Chains::new(limits.should_stop);
    let mut tried = [None, None];
    let mut steps = 0;
    while !position.is_complete() {
        if limits.max_steps.is_some_and(|max| steps >= max) {
            return Err(Unfinished::Steps { so_far: rating });
        }
        let mut hint = None;
        for (least, producer) in PRODUCERS {
            if limits.max_er.is_some_and(|max| tenths(least) > max) {
                return Err(Unfinished::Harder { so_far: rating });
            }
            hint = producer.hint(&position, &mut chains, &mut tried);
            if chains.stopped() {
                return Err(Unfinished::Stopped { so_far: rating });
            }
            if hint.is_some() {
                break;
            }
        }
        let Some(hint) = hint else {
            rating.er = Rating::BEYOND;
            break;
        };
        let of_step = tenths(hint.rating);
        if limits.max_er.is_some_and(|max| of_step > max) {
            return Err(Unfinished::Harder { so_far: rating });
        }
        rating.er = rating.er.max(of_step);
        if rating.ep == Rating::NONE {
            if rating.ed == Rating::NONE {
                rating.ed = rating.er;
            }
            if hint.placement.is_some() {
                rating.ep = rating.er;
            }
        }
        for (cell, digits) in hint.eliminations.iter() {
            for digit in bits(digits) {
                position.board.remove(cell, digit);
            }
        }
        if let Some((cell, digit)) = hint.placement {
            position.place(cell, digit);
        }
        steps += 1;
        if let Some(on_step) = &mut on_step {
            on_step(step(of_step, hint));
        }
    }
    Ok(rating)
}

/// The marks as this module's board.
///
/// Where nothing is placed (a puzzle told in pencilmarks), a cell with one candidate that none of its peers has counts
/// as filled from the start.
fn position(marks: &Pencilmarks) -> Position {
    let mut position = Position::new();
    let mut told_in_marks = true;
    for cell in Cell::all() {
        if let Some(digit) = marks.placed()[cell] {
            told_in_marks = false;
            position.fill(cell.index(), digit.index());
        }
        for digit in marks.digits_in(cell) {
            position.board.insert(cell.index(), digit.index());
        }
    }
    if told_in_marks {
        for (cell, &peers) in PEERS.iter().enumerate() {
            let digits = position.board.digits(cell);
            if digits.is_power_of_two() {
                let digit = digits.trailing_zeros() as usize;
                if bits(peers).all(|peer| !position.board.has(peer, digit)) {
                    position.fill(cell, digit);
                }
            }
        }
    }
    position
}

fn step(rating: Rating, hint: Hint) -> SeStep {
    let eliminations = hint
        .eliminations
        .iter()
        .map(|(cell, digits)| CandidateSet::of_cell(Cell::from_index(cell), DigitSet::from_bits(digits)))
        .fold(CandidateSet::EMPTY, |all, some| all | some);
    let placement =
        hint.placement.map(|(cell, digit)| Candidate::new(Cell::from_index(cell), Digit::from_index(digit)));
    SeStep { rating, technique: hint.reason.technique(), text: hint.reason.to_string(), eliminations, placement }
}
