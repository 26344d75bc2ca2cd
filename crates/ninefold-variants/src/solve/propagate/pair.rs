//! Relations of two cells: a value stays while the other cell has a partner for it.

use std::sync::Arc;

use super::Scratch;
use crate::solve::space::{Space, values};

/// For a set of first values all second values that go with one of them.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    rows: Box<[u32; 32]>,
    /// The same for every set of values, where there are few of them.
    unions: Option<Box<[u32]>>,
}

/// Boards whose largest value is at most this have a table of all sets: 2048 entries.
const MAX_TABLE: u32 = 10;

impl Relation {
    /// `all` are the values of the board.
    pub(crate) fn new(rows: &[u32; 32], all: u32) -> Relation {
        let unions = (31 - all.leading_zeros() <= MAX_TABLE).then(|| {
            let mut unions = vec![0; 2 * (1 << (31 - all.leading_zeros()))];
            for set in 1..unions.len() {
                unions[set] = unions[set & (set - 1)] | rows[set.trailing_zeros() as usize];
            }
            unions.into()
        });
        Relation { rows: Box::new(*rows), unions }
    }

    #[inline(always)]
    pub(crate) fn partners(&self, mask: u32) -> u32 {
        match &self.unions {
            Some(unions) => unions[mask as usize],
            None => values(mask).fold(0, |all, value| all | self.rows[value as usize]),
        }
    }
}

/// The values of two cells are a pair.
#[derive(Clone, Debug)]
pub(crate) struct PairCheck {
    pub(crate) a: u16,
    pub(crate) b: u16,
    pub(crate) forward: Arc<Relation>,
    pub(crate) backward: Arc<Relation>,
}

impl PairCheck {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        // After the first step every value of b has a partner in a, and the second takes only values of a without one.
        space.keep(self.b, self.forward.partners(space.get(self.a)))
            && space.keep(self.a, self.backward.partners(space.get(self.b)))
    }
}

/// Any two of the cells are a pair of a symmetric relation.
#[derive(Clone, Debug)]
pub(crate) struct AllPairs {
    pub(crate) cells: Box<[u16]>,
    pub(crate) relation: Arc<Relation>,
}

impl AllPairs {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        for (place, &cell) in self.cells.iter().enumerate() {
            let partners = self.relation.partners(space.get(cell));
            for (other, &near) in self.cells.iter().enumerate() {
                if other != place && !space.keep(near, partners) {
                    return false;
                }
            }
        }
        true
    }
}
