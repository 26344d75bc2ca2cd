//! Propagators: each takes candidates that its constraint rules out, and never one that an assignment could use.
//!
//! A propagator whose cells all have their value decides its constraint exactly. What it does before that is a matter of
//! speed. Tests compare every kind with the predicate of the rules it comes from.

mod any_of;
mod cage;
mod classic;
mod count;
mod house;
mod index;
mod line;
mod outside;
mod pair;
mod rank;
mod skyline;
mod square;
mod sum;
mod sum_line;

pub(crate) use any_of::{AnyOf, Branch};
pub(crate) use cage::{CageSets, Thirds};
pub(crate) use classic::{Classic, houses as classic_houses};
pub(crate) use count::{Circles, Clause, CountDistinct, Occurs, SameValues, Test};
pub(crate) use house::House;
pub(crate) use index::{Element, ValueElement};
pub(crate) use line::{Between, Lockout, Rising};
pub(crate) use outside::{LayeredLine, Lunchbox, XSum};
pub(crate) use pair::{AllPairs, PairCheck, Relation};
pub(crate) use rank::{DistinctLines, OrderedLines, Rank};
pub(crate) use skyline::Skyline;
pub(crate) use square::{ClassTable, Classes, DifferIf};
pub(crate) use sum::{Combinations, MAX_GROUPS, SumBounds, SumData, SumExact, SumGroup, SumTables};
pub(crate) use sum_line::{MAX_LINE_SUM, SumLine};

use super::space::{GOT_VALUE, Space};
use super::subsets::{Memory, Sweep};

/// Memory that propagators use and leave.
pub(crate) struct Scratch {
    pub(crate) masks: Vec<u32>,
    pub(crate) words: Vec<u64>,
    pub(crate) small: Vec<Sweep<1>>,
    pub(crate) medium: Vec<Sweep<8>>,
    pub(crate) large: Vec<Sweep<16>>,
    pub(crate) memory: Memory,
    /// Copies of the candidates for alternatives, one for each depth of nesting.
    pub(crate) copies: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Scratch {
    pub(crate) fn new() -> Scratch {
        Scratch {
            masks: Vec::new(),
            words: Vec::new(),
            small: Vec::new(),
            medium: Vec::new(),
            large: Vec::new(),
            memory: Memory::new(),
            copies: Vec::new(),
        }
    }
}

macro_rules! propagators {
    ($($variant:ident),*) => {
        /// One propagator of any kind.
        #[derive(Clone, Debug)]
        pub(crate) enum Propagator {
            $($variant($variant),)*
        }

        impl Propagator {
            /// Takes candidates away; false when a cell has none left or the constraint cannot hold.
            #[inline(always)]
            pub(crate) fn run(&self, space: &mut Space<'_>, scratch: &mut Scratch) -> bool {
                // A function of its own for each kind. In one function for all, every run would reserve the memory of the
                // most demanding one: 19 KB, touched page by page.
                match self {
                    $(Propagator::$variant(propagator) => {
                        #[inline(never)]
                        fn run(propagator: &$variant, space: &mut Space<'_>, scratch: &mut Scratch) -> bool {
                            propagator.run(space, scratch)
                        }
                        run(propagator, space, scratch)
                    })*
                }
            }
        }

        $(impl From<$variant> for Propagator {
            fn from(propagator: $variant) -> Propagator {
                Propagator::$variant(propagator)
            }
        })*
    };
}
propagators!(
    Classic,
    House,
    PairCheck,
    AllPairs,
    Rising,
    SumBounds,
    SumExact,
    CageSets,
    Clause,
    Between,
    Lockout,
    Occurs,
    Circles,
    CountDistinct,
    SameValues,
    Element,
    ValueElement,
    Lunchbox,
    XSum,
    LayeredLine,
    AnyOf,
    OrderedLines,
    Rank,
    DistinctLines,
    Classes,
    DifferIf,
    Skyline,
    SumLine,
    Test
);

impl Propagator {
    /// The cells whose changes matter.
    pub(crate) fn cells(&self) -> Vec<u16> {
        let mut cells = match self {
            Propagator::Classic(_) => (0..81).collect(),
            Propagator::House(p) => p.cells.to_vec(),
            Propagator::PairCheck(p) => vec![p.a, p.b],
            Propagator::AllPairs(p) => p.cells.to_vec(),
            Propagator::Rising(p) => p.cells.to_vec(),
            Propagator::SumBounds(p) => p.data.cells(),
            Propagator::SumExact(p) => p.data.cells(),
            Propagator::CageSets(p) => p.cells.to_vec(),
            Propagator::Clause(p) => p.literals.iter().map(|literal| literal.0).collect(),
            Propagator::Between(p) => p.cells.to_vec(),
            Propagator::Lockout(p) => p.cells.to_vec(),
            Propagator::Occurs(p) => p.cells.to_vec(),
            Propagator::Circles(p) => p.cells.to_vec(),
            Propagator::CountDistinct(p) => [&[p.control], &p.cells[..]].concat(),
            Propagator::SameValues(p) => p.sets.concat(),
            Propagator::Element(p) => [&[p.control], &p.line[..]].concat(),
            Propagator::ValueElement(p) => [&[p.held, p.control], &p.line[..]].concat(),
            Propagator::Lunchbox(p) => p.cells.to_vec(),
            Propagator::XSum(p) => p.cells.to_vec(),
            Propagator::LayeredLine(p) => p.cells.to_vec(),
            Propagator::AnyOf(p) => p.cells(),
            Propagator::OrderedLines(p) => [&p.less[..], &p.greater].concat(),
            Propagator::Rank(p) => p.lines.concat(),
            Propagator::DistinctLines(p) => p.lines.concat(),
            Propagator::Classes(p) => p.cells.to_vec(),
            Propagator::DifferIf(p) => [&[p.cell], &p.others[..]].concat(),
            Propagator::Skyline(p) => p.cells.to_vec(),
            Propagator::SumLine(p) => p.cells.to_vec(),
            Propagator::Test(p) => p.cells.to_vec(),
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The cells whose changes matter, each with the events that do: values lost, or that the cell got its value.
    pub(crate) fn events(&self) -> Vec<(u16, u32)> {
        match self {
            Propagator::Clause(p) => p.literals.to_vec(),
            Propagator::Occurs(p) => p.cells.iter().map(|&cell| (cell, p.value | GOT_VALUE)).collect(),
            Propagator::DifferIf(p) => {
                (p.others.iter()).map(|&cell| (cell, GOT_VALUE)).chain([(p.cell, GOT_VALUE)]).collect()
            }
            _ => self.cells().into_iter().map(|cell| (cell, !0)).collect(),
        }
    }

    /// Whether a second run right after the first does nothing. Then its own changes do not queue it again.
    pub(crate) fn settles(&self) -> bool {
        match self {
            Propagator::PairCheck(_) | Propagator::Clause(_) | Propagator::SumExact(_) => true,
            Propagator::Classes(_) | Propagator::Skyline(_) => true,
            Propagator::CageSets(p) => p.is_exact(),
            // A cell that occurs twice is filtered as two cells.
            Propagator::LayeredLine(p) => self.cells().len() == p.cells.len(),
            Propagator::SumLine(p) => self.cells().len() == p.cells.len(),
            _ => false,
        }
    }

    /// Cheap ones run first: the order of the queue.
    pub(crate) fn cost(&self) -> u32 {
        match self {
            Propagator::House(_) => 1,
            Propagator::PairCheck(_) | Propagator::Rising(_) | Propagator::Clause(_) => 2,
            Propagator::Classes(_) | Propagator::DifferIf(_) => 2,
            Propagator::SumBounds(p) => 3 + p.data.cells().len() as u32 / 4,
            // A pass over all houses pays once cages have finished. A contradiction is theirs then, and counts for their
            // cells: that saves a quarter of the time of renbans.
            Propagator::Classic(_) => 20,
            Propagator::Element(_) | Propagator::ValueElement(_) | Propagator::Between(_) | Propagator::Lockout(_) => 5,
            Propagator::Occurs(_) | Propagator::AllPairs(_) => 6,
            Propagator::Circles(_) | Propagator::CountDistinct(_) | Propagator::SameValues(_) => 10,
            Propagator::CageSets(p) => 14 + p.cells.len() as u32,
            Propagator::SumExact(p) => 26 + p.data.cells().len() as u32,
            Propagator::LayeredLine(_) | Propagator::Skyline(_) | Propagator::SumLine(_) => 60,
            Propagator::Lunchbox(_) | Propagator::XSum(_) => 62,
            Propagator::OrderedLines(_) | Propagator::Rank(_) | Propagator::DistinctLines(_) => 64,
            Propagator::AnyOf(_) => 70,
            Propagator::Test(_) => 90,
        }
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::{Propagator, Scratch};
    use crate::solve::space::{NO_CELL, Queue, Space, values};

    /// Runs a propagator once, and compares what it leaves with the values of all assignments that `holds` accepts. True
    /// when there is such an assignment.
    pub(crate) fn is_exact(propagator: &Propagator, masks: &[u32], holds: impl Fn(&[u32]) -> bool) -> bool {
        let mut used = vec![0; masks.len()];
        let mut assignment = Vec::new();
        all(masks, &mut assignment, &holds, &mut used);
        let possible = used.iter().all(|&mask| mask != 0);
        let left = run_once(propagator, masks);
        assert_eq!(left.is_some(), possible, "{propagator:?} {masks:?}");
        assert!(left.is_none_or(|left| left == used), "{propagator:?} {masks:?} instead of {used:?}");
        possible
    }

    /// Runs a propagator once, for a constraint with these assignments and maybe others that the masks rule out. It must
    /// keep what they use, and decide when every cell has its value. Returns how many candidates it took, if it did not
    /// fail.
    pub(crate) fn is_sound(propagator: &Propagator, masks: &[u32], assignments: &[Vec<u32>]) -> Option<u32> {
        let within = |assignment: &Vec<u32>| masks.iter().zip(assignment).all(|(mask, value)| mask >> value & 1 == 1);
        let left = run_once(propagator, masks);
        let mut possible = false;
        for assignment in assignments.iter().filter(|assignment| within(assignment)) {
            let kept = |left: &Vec<u32>| left.iter().zip(assignment).all(|(mask, value)| mask >> value & 1 == 1);
            assert!(left.as_ref().is_some_and(kept), "{propagator:?} {masks:?}: {left:?} loses {assignment:?}");
            possible = true;
        }
        let decided = masks.iter().all(|mask| mask.is_power_of_two());
        assert!(!decided || left.is_some() == possible, "{propagator:?} {masks:?}");
        let count = |masks: &[u32]| masks.iter().map(|mask| mask.count_ones()).sum::<u32>();
        left.map(|left| count(masks) - count(&left))
    }

    /// What a propagator leaves in one run; `None` when it fails.
    fn run_once(propagator: &Propagator, masks: &[u32]) -> Option<Vec<u32>> {
        let (mut left, mut queue, mut fixed) = (masks.to_vec(), Queue::default(), Vec::new());
        let mut space = Space {
            masks: &mut left,
            queue: &mut queue,
            watch: &[],
            fixed: &mut fixed,
            failed: NO_CELL,
            failed_house: NO_CELL,
        };
        propagator.run(&mut space, &mut Scratch::new()).then_some(left)
    }

    fn all(masks: &[u32], assignment: &mut Vec<u32>, holds: &impl Fn(&[u32]) -> bool, used: &mut [u32]) {
        match masks.get(assignment.len()) {
            Some(&mask) => {
                for value in values(mask) {
                    assignment.push(value);
                    all(masks, assignment, holds, used);
                    assignment.pop();
                }
            }
            None if holds(assignment) => {
                assignment.iter().zip(used).for_each(|(value, used)| *used |= 1 << value);
            }
            None => {}
        }
    }
}
