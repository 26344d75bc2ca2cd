//! Alternating inferences: if this is false that is true, if that is true the next is false, and so on.
//!
//! ```text
//!   node 0 ==strong== node 1 --weak-- node 2 ==strong== node 3
//! ```
//!
//! At least one end of a strong link is true, at most one end of a weak link. In an open chain that begins and ends with
//! strong links, the first or the last node is true, so what both rule out is false.
//!
//! A closed chain returns to its first node. Where the links alternate all around, exactly one end of each weak link is
//! true too, so what both ends rule out is false. Where two strong links meet at the first node, it is true. Where two
//! weak links meet there, it is false.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::Shape;
use crate::explain::notation::cell_groups;
use crate::explain::words::{Argument, Arguments};
use crate::explain::{Role, View};
use crate::{CandidateSet, CellSet, Digit, DigitSet, House, HouseSet, Pencilmarks};

/// The statement "the digit is in one of these cells". One cell is a candidate; more are a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The digit.
    pub digit: Digit,
    /// The cells, all in one house.
    pub cells: CellSet,
}

impl Node {
    /// Its candidates.
    pub fn candidates(self) -> CandidateSet {
        CandidateSet::of_digit(self.digit, self.cells)
    }
}

/// Whether at least one end of a link is true, or at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// At least one end is true.
    Strong,
    /// At most one end is true.
    Weak,
}

/// Why a link holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Both ends are candidates of one cell (strong: the only two).
    Cell,
    /// Both ends are the same digit in one house (strong: in all the cells it has there).
    House(House),
    /// Both ends are digits of an almost locked set, each in all the cells it has there. Strong only.
    AlmostLockedSet(AlmostLockedSet),
}

/// Cells of a house with one candidate more than cells: it lacks one of its digits, and holds all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AlmostLockedSet {
    /// The cells.
    pub cells: CellSet,
    /// All their candidates, one more than there are cells.
    pub digits: DigitSet,
}

/// The link from a node to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// At least one end, or at most one.
    pub strength: Strength,
    /// Why.
    pub reason: Reason,
}

/// Nodes with strong and weak links in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The nodes in order.
    pub nodes: Vec<Node>,
    /// Link `i` joins node `i` to node `i + 1`. A closed chain has one more, from the last node to the first.
    pub links: Vec<Link>,
}

impl Chain {
    /// Whether it returns to its first node.
    pub fn is_closed(&self) -> bool {
        self.links.len() == self.nodes.len()
    }

    /// The node after node `i`. After the last node of a closed chain comes the first.
    pub fn after(&self, index: usize) -> Node {
        self.nodes[(index + 1) % self.nodes.len()]
    }
}

impl fmt::Display for Chain {
    /// Eureka notation: `5r1c1=5r1c7-5r3c8=2r3c8`; `=` is strong, `-` weak.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let node =
            |f: &mut fmt::Formatter<'_>, node: Node| write!(f, "{}{}", node.digit, cell_groups(node.cells).join(","));
        for (index, &first) in self.nodes.iter().enumerate() {
            node(f, first)?;
            if let Some(link) = self.links.get(index) {
                f.write_str(if link.strength == Strength::Strong { "=" } else { "-" })?;
            }
        }
        match self.nodes.first() {
            Some(&first) if self.is_closed() => node(f, first),
            _ => Ok(()),
        }
    }
}

impl Shape for Vec<Chain> {
    fn describe(&self) -> (&'static str, Arguments) {
        let mut text = String::new();
        for (index, chain) in self.iter().enumerate() {
            let _ = write!(text, "{}{chain}", if index > 0 { ", " } else { "" });
        }
        let Some(chain) = self.first() else { return ("chain", vec![]) };
        let mut arguments = vec![Argument::text("chain", text)];
        if let (Some(first), Some(last)) = (chain.nodes.first(), chain.nodes.last()) {
            arguments.push(Argument::candidates("start", first.candidates()));
            arguments.push(Argument::candidates("end", last.candidates()));
        }
        let key = match chain.links.first().filter(|_| chain.is_closed()) {
            None => "chain",
            Some(_) if chain.links.len().is_multiple_of(2) => "continuous-loop",
            Some(Link { strength: Strength::Strong, .. }) => "loop-true",
            Some(_) => "loop-false",
        };
        (key, arguments)
    }

    fn highlight(&self, _marks: &Pencilmarks, view: &mut View) {
        for chain in self {
            for (index, node) in chain.nodes.iter().enumerate() {
                view.add_cells(node.cells, Role::Pattern);
                // If the first node is false, every second node is true.
                let on = (index % 2 == 1) == (chain.links.first().is_none_or(|l| l.strength == Strength::Strong));
                view.add_candidates(node.candidates(), if on { Role::On } else { Role::Off });
            }
            for (index, link) in chain.links.iter().enumerate() {
                if let Reason::AlmostLockedSet(set) = link.reason {
                    view.add_cells(set.cells, Role::AlmostLockedSet);
                }
                view.add_link(chain.nodes[index], chain.after(index), link.strength);
            }
        }
    }

    fn focus(&self) -> (HouseSet, CellSet) {
        let cells = self.iter().flat_map(|chain| &chain.nodes).fold(CellSet::EMPTY, |cells, node| cells | node.cells);
        (HouseSet::EMPTY, cells)
    }

    fn digits(&self) -> DigitSet {
        self.iter().flat_map(|chain| &chain.nodes).map(|node| node.digit).collect()
    }
}
