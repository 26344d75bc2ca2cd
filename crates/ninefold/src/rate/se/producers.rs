//! The producers of hints in their order, and the main loop.
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
//! in one fixed order. After each hint the search starts again from the first. A rating is therefore the outcome of
//! thousands of small decisions about which hint comes first. This module makes each of them as the reference program
//! does (Sukaku Explainer with the techniques of version 1.2.1, one thread). Otherwise the numbers would differ.

use alloc::string::ToString;

use super::aligned::{self, Tried};
use super::board::RatedGrid;
use super::chains::{Chains, Engine};
use super::hint::Hint;
use super::{Bounds, End, Outcome, SeRating, SeStep, bug, explained, fish, locking, loops, sets, singles, wings};
use crate::explain::Deduction;
use crate::rate::Rating;
use crate::{Control, Pencilmarks};

/// The producers of hints in the order in which they are asked, each with the lowest rating it gives. No later one gives
/// a lower one.
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
    fn hint(self, grid: &RatedGrid, chains: &mut Chains<'_, '_>, tried: &mut [Option<Tried>; 2]) -> Option<Hint> {
        match self {
            Producer::HiddenSingle => singles::hidden_single(grid),
            Producer::DirectLocking => locking::direct_locking(grid),
            Producer::DirectHiddenSet(size) => sets::direct_hidden_set(grid, size),
            Producer::NakedSingle => singles::naked_single(grid),
            Producer::Locking => locking::locking(grid),
            Producer::NakedSet(size) => sets::naked_set(grid, size),
            Producer::Fish(size) => fish::fish(grid, size),
            Producer::HiddenSet(size) => sets::hidden_set(grid, size),
            Producer::Wing(pivot_size) => wings::wing(grid, pivot_size),
            Producer::UniqueLoop => loops::unique_loop(grid, &mut || {
                chains.tick();
                chains.stopped()
            }),
            Producer::Grave => bug::grave(grid),
            Producer::Aligned(size) => aligned::aligned(grid, size, &mut tried[size - 2]),
            Producer::Chains(engine) => chains.best(engine, grid),
        }
    }
}

/// The rating that a raw double prints as.
fn tenths(raw: f64) -> Rating {
    Rating::from_tenths(((raw + 0.05) * 10.0) as u32)
}

/// Receives each step, and its deduction if that was asked for.
pub(super) type OnStep<'a> = dyn FnMut(SeStep, Option<Deduction>) + 'a;

/// Rates a position and reports every step to `on_step`; with `explains`, each with its deduction.
pub(super) fn rate(
    marks: &Pencilmarks,
    bounds: &Bounds,
    control: &mut Control<'_>,
    mut on_step: Option<&mut OnStep<'_>>,
    explains: bool,
) -> Outcome {
    let mut grid = RatedGrid::from(marks);
    let mut marks = RatedGrid::started(marks);
    let mut rating = SeRating { er: Rating::NONE, ep: Rating::NONE, ed: Rating::NONE };
    let mut chains = Chains::new(control, explains);
    let mut tried = [None, None];
    let mut steps = 0;
    while !grid.is_complete() {
        if bounds.max_steps.is_some_and(|max| steps >= max) {
            return Outcome { rating, end: End::Steps };
        }
        let hint = match next_hint(&grid, bounds, &mut chains, &mut tried) {
            Ok(Some(hint)) => hint,
            Ok(None) => {
                rating.er = Rating::BEYOND;
                break;
            }
            Err(end) => return Outcome { rating, end },
        };
        let of_step = tenths(hint.rating);
        if bounds.max_er.is_some_and(|max| of_step > max) {
            return Outcome { rating, end: End::Harder };
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
        let deduction = explains.then(|| explained::deduction(&hint, &marks));
        if let Some(deduction) = &deduction {
            deduction.apply_to(&mut marks);
        }
        hint.eliminations.candidates().iter().for_each(|candidate| grid.remove(candidate));
        if let Some(placed) = hint.placement {
            grid.place(placed.cell().index(), placed.digit().index());
        }
        steps += 1;
        chains.progress(steps);
        if let Some(on_step) = &mut on_step {
            on_step(step(of_step, &hint), deduction);
        }
    }
    Outcome { rating, end: End::Rated }
}

/// The first hint of the first producer that has one; nothing if none has.
fn next_hint(
    grid: &RatedGrid,
    bounds: &Bounds,
    chains: &mut Chains<'_, '_>,
    tried: &mut [Option<Tried>; 2],
) -> Result<Option<Hint>, End> {
    for (least, producer) in PRODUCERS {
        if bounds.max_er.is_some_and(|max| tenths(least) > max) {
            return Err(End::Harder);
        }
        let hint = producer.hint(grid, chains, tried);
        if chains.stopped() {
            return Err(End::Stopped);
        }
        if hint.is_some() {
            return Ok(hint);
        }
    }
    Ok(None)
}

fn step(rating: Rating, hint: &Hint) -> SeStep {
    SeStep {
        rating,
        technique: hint.reason.technique(),
        text: hint.reason.to_string(),
        eliminations: hint.eliminations.candidates(),
        placement: hint.placement,
    }
}
