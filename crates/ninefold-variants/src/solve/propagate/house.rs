//! Houses: cells that hold every value once.
//!
//! A look at the candidates of all cells of a house shows which values have one place left (hidden singles) and which have
//! two or three. If all places of a value lie in another house too, the rest of that house loses the value (locked
//! candidates).
//!
//! ```text
//!   cells of the house   {1,2} {1,3} {2,3} {2,3,4}
//!   in some cell         1 2 3 4
//!   in at least two      1 2 3
//!   in one               4         the last cell has it
//! ```

use super::Scratch;
use crate::solve::peers::Peers;
use crate::solve::space::{Space, is_single, values};

/// A house and what lies around it.
#[derive(Clone, Debug)]
pub(crate) struct House {
    pub(crate) cells: Box<[u16]>,
    /// All values of the board.
    all: u32,
    overlaps: Box<[Overlap]>,
}

/// Cells outside of a house that see the same places of it: the rest of another house, or a cell that differs from places of
/// several houses.
#[derive(Clone, Debug)]
struct Overlap {
    /// The places in the house.
    own: u32,
    /// The cells that see all of them.
    rest: Box<[u16]>,
}

/// The most cells of a house: as many as a board has values.
const MAX_CELLS: usize = 32;

impl House {
    /// The house among all houses, each of them sorted, with this number.
    pub(crate) fn new(houses: &[Vec<u16>], number: usize, all: u32, peers: &Peers) -> House {
        let cells = &houses[number];
        let mut overlaps = Vec::new();
        for other in houses.iter().enumerate().filter(|&(other, _)| other != number).map(|(_, other)| other) {
            let shared = |cell: &u16| other.binary_search(cell).is_ok();
            let own = (0..).zip(cells).filter(|(_, cell)| shared(cell)).fold(0, |own, (place, _)| own | 1u32 << place);
            if own.count_ones() > 1 {
                let rest = other.iter().copied().filter(|cell| cells.binary_search(cell).is_err()).collect();
                overlaps.push(Overlap { own, rest });
            }
        }
        // Cells that differ from places of the house beyond what the houses say.
        let mut seen = vec![0u32; peers.count()];
        for (place, &cell) in cells.iter().enumerate() {
            peers.list(cell).iter().for_each(|&near| seen[usize::from(near)] |= 1 << place);
        }
        for (cell, &own) in (0u16..).zip(&seen) {
            let known = |overlap: &Overlap| own & !overlap.own == 0 && overlap.rest.contains(&cell);
            if own.count_ones() > 1 && cells.binary_search(&cell).is_err() && !overlaps.iter().any(known) {
                overlaps.push(Overlap { own, rest: [cell].into() });
            }
        }
        House { cells: cells.as_slice().into(), all, overlaps: overlaps.into() }
    }

    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let mut masks = [0u32; MAX_CELLS];
        let masks = &mut masks[..self.cells.len()];
        // Values with at least one, two, three and four places; a value that a cell has counts for many.
        let (mut one, mut two, mut three, mut four) = (0, 0, 0, 0);
        for (mask, &cell) in masks.iter_mut().zip(&self.cells) {
            *mask = space.get(cell);
            four |= three & *mask;
            three |= two & *mask;
            two |= one & *mask;
            one |= *mask;
        }
        if one != self.all {
            return false;
        }
        let mut hidden = one & !two;
        for (&mask, &cell) in masks.iter().zip(&self.cells) {
            let here = mask & hidden;
            if here != 0 {
                if !is_single(here) {
                    space.failed = cell;
                    return false;
                }
                hidden &= !here;
                if here != mask && !space.keep(cell, here) {
                    return false;
                }
            }
        }
        let few = two & !four;
        if few == 0 {
            return true;
        }
        // The places of these values.
        let mut places = [0u32; 32];
        for (place, &mask) in masks.iter().enumerate() {
            for value in values(mask & few) {
                places[value as usize] |= 1 << place;
            }
        }
        for value in values(few) {
            let left = places[value as usize];
            for overlap in &self.overlaps {
                if left & !overlap.own == 0 && !overlap.rest.iter().all(|&cell| space.remove(cell, 1 << value)) {
                    return false;
                }
            }
        }
        true
    }
}
