//! A hint: what one rule found, what follows from it, and the sentence that describes it.
//!
//! The sentences are those of the traces people exchange, to the letter: two programs that agree on every line of a
//! trace agree on the rating for the right reasons.

use alloc::vec::Vec;
use core::fmt;

use super::board::Mask;
use crate::explain::Pattern;
use crate::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseSet};

/// One application of one rule.
#[derive(Clone, Debug)]
pub(super) struct Hint {
    /// The raw rating. Ties between hints are broken by these doubles, which are sums of tenths with rounding errors;
    /// only what is printed is rounded to tenths.
    pub(super) rating: f64,
    pub(super) reason: Reason,
    pub(super) eliminations: Eliminations,
    pub(super) placement: Option<Candidate>,
    /// The chains, where the reason is some.
    pub(super) proof: Option<Pattern>,
}

impl Hint {
    /// A hint that only places a digit.
    pub(super) fn placing(rating: f64, reason: Reason, placement: Candidate) -> Hint {
        Hint { rating, reason, eliminations: Eliminations::default(), placement: Some(placement), proof: None }
    }

    /// A hint that only eliminates, if there is anything to eliminate.
    pub(super) fn eliminating(
        rating: f64,
        eliminations: Eliminations,
        reason: impl FnOnce() -> Reason,
    ) -> Option<Hint> {
        (!eliminations.is_empty()).then(|| Hint {
            rating,
            reason: reason(),
            eliminations,
            placement: None,
            proof: None,
        })
    }
}

/// Which digits to remove from which cells, in the order in which the rule named the cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Eliminations(Vec<(u8, Mask)>);

impl Eliminations {
    /// Adds digits to eliminate from a cell; nothing happens when there are none.
    pub(super) fn add(&mut self, cell: usize, digits: Mask) {
        if digits == 0 {
            return;
        }
        match self.0.iter_mut().find(|entry| usize::from(entry.0) == cell) {
            Some(entry) => entry.1 |= digits,
            None => self.0.push((cell as u8, digits)),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them as a set.
    pub(super) fn candidates(&self) -> CandidateSet {
        let of_cell =
            |&(cell, digits)| CandidateSet::of_cell(Cell::from_index(usize::from(cell)), DigitSet::from_bits(digits));
        self.0.iter().map(of_cell).fold(CandidateSet::EMPTY, |all, some| all | some)
    }

    pub(super) fn into_reading_order(mut self) -> Vec<(u8, Mask)> {
        sort_for_reading(&mut self.0);
        self.0
    }
}

/// Puts entries into the order in which a chain reads them: by the cell's number modulo a power of two that grows with
/// the number of cells, and in the order of insertion where that is equal. The reference program stores them in a hash
/// table, and its chains depend on which elimination comes first.
pub(super) fn sort_for_reading(entries: &mut [(u8, Mask)]) {
    if entries.len() < 2 {
        return;
    }
    let buckets = match entries.len() {
        0..=12 => 16,
        13..=24 => 32,
        25..=48 => 64,
        _ => 128,
    };
    entries.sort_by_key(|&(cell, _)| cell % buckets);
}

/// The links that forcing chains and cycles may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    /// One digit throughout.
    X,
    /// Cells with two candidates.
    Y,
    /// Both.
    XY,
}

/// A candidate, on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) candidate: Candidate,
    pub(super) on: bool,
}

/// What was found: the technique and the cells, digits and houses its sentence names.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reason {
    HiddenSingle { placed: Candidate, house: House },
    NakedSingle { placed: Candidate },
    Locked { direct: bool, cells: CellSet, digit: Digit, base: House, cover: House },
    HiddenSet { direct: bool, cells: CellSet, digits: DigitSet, house: House },
    NakedSet { cells: CellSet, digits: DigitSet, house: House },
    Fish { cells: Vec<Cell>, digit: Digit, base: HouseSet, cover: HouseSet },
    Wing { pivot: Cell, wings: [Cell; 2], pivot_size: usize, digit: Digit },
    Loop { kind: u8, cells: Vec<Cell>, digits: [Digit; 2], helpers: CellSet },
    Bug { kind: u8, cells: Vec<Cell>, digits: DigitSet, extras: CandidateSet, helpers: CellSet },
    Aligned { cells: Vec<Cell> },
    Cycle { links: Links, cells: Vec<Cell> },
    ForcingChain { links: Links, complexity: u32, target: Literal },
    Contradiction { nishio: bool, source: Literal, clash: Candidate },
    Double { source: Candidate, target: Literal },
    Cell { cell: Cell, target: Literal },
    House { house: House, digit: Digit, target: Literal },
}

impl Reason {
    /// The technique's name as the sentence gives it, without its cells.
    pub(super) fn technique(&self) -> &'static str {
        const HIDDEN: [&str; 3] = ["Hidden Pair", "Hidden Triplet", "Hidden Quad"];
        const NAKED: [&str; 3] = ["Naked Pair", "Naked Triplet", "Naked Quad"];
        const FISH: [&str; 3] = ["X-Wing", "Swordfish", "Jellyfish"];
        const BUG: [&str; 4] = ["BUG type 1", "BUG type 2", "BUG type 3", "BUG type 4"];
        match self {
            Reason::HiddenSingle { .. } => "Hidden Single",
            Reason::NakedSingle { .. } => "Naked Single",
            Reason::Locked { direct: true, base: House::Block(_), .. } => "Direct Pointing",
            Reason::Locked { direct: true, .. } => "Direct Claiming",
            Reason::Locked { base: House::Block(_), .. } => "Pointing",
            Reason::Locked { .. } => "Claiming",
            Reason::HiddenSet { direct: true, digits, .. } if digits.len() == 2 => "Direct Hidden Pair",
            Reason::HiddenSet { direct: true, .. } => "Direct Hidden Triplet",
            Reason::HiddenSet { digits, .. } => HIDDEN[digits.len() - 2],
            Reason::NakedSet { digits, .. } => NAKED[digits.len() - 2],
            Reason::Fish { base, .. } => FISH[base.len() - 2],
            Reason::Wing { pivot_size: 2, .. } => "XY-Wing",
            Reason::Wing { .. } => "XYZ-Wing",
            Reason::Loop { cells, .. } if cells.len() == 4 => "Unique Rectangle",
            Reason::Loop { .. } => "Unique Loop",
            Reason::Bug { kind, .. } => BUG[usize::from(*kind) - 1],
            Reason::Aligned { cells } if cells.len() == 2 => "Aligned Pair Exclusion",
            Reason::Aligned { .. } => "Aligned Triplet Exclusion",
            Reason::Cycle { links: Links::X, cells } if cells.len() == 4 => "Generalized X-Wing",
            Reason::Cycle { links: Links::X, .. } => "Bidirectional X-Cycle",
            Reason::Cycle { links: Links::Y, .. } => "Bidirectional Y-Cycle",
            Reason::Cycle { links: Links::XY, .. } => "Bidirectional Cycle",
            Reason::ForcingChain { links: Links::X, complexity: 6, .. } => "Turbot Fish",
            Reason::ForcingChain { links: Links::X, .. } => "Forcing X-Chain",
            Reason::ForcingChain { .. } => "Forcing Chain",
            Reason::Contradiction { nishio: true, .. } => "Nishio Forcing Chain",
            Reason::Contradiction { .. } => "Contradiction Forcing Chain",
            Reason::Double { .. } => "Double Forcing Chain",
            Reason::Cell { .. } => "Cell Forcing Chains",
            Reason::House { .. } => "Region Forcing Chains",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.technique())?;
        match self {
            Reason::HiddenSingle { placed, house } => {
                write!(f, ": {}: {} in {}", placed.cell(), placed.digit(), kind(*house))
            }
            Reason::NakedSingle { placed } => write!(f, ": {}: {}", placed.cell(), placed.digit()),
            Reason::Locked { direct, cells, digit, base, cover } => {
                let (of, and) = if *direct { ("of", "in") } else { ("in", "and") };
                write!(f, ": {}: {digit} {of} {} {and} {}", Counted(*cells), kind(*base), kind(*cover))
            }
            Reason::HiddenSet { cells, digits, house, .. } | Reason::NakedSet { cells, digits, house } => {
                write!(f, ": {}: {} in {}", Counted(*cells), Joined(*digits, ","), kind(*house))
            }
            Reason::Fish { cells, digit, base, cover } => {
                let line = |houses: &HouseSet| houses.first().map_or("line", kind);
                let (cells, size) = (Counted(cells.iter().copied()), base.len());
                write!(f, ": {cells}: {digit} in {size} {}s and {size} {}s", line(base), line(cover))
            }
            Reason::Wing { pivot, wings: [first, second], digit, .. } => {
                write!(f, ": {} on value {digit}", Counted([*pivot, *first, *second]))
            }
            Reason::Loop { kind, cells, digits: [a, b], .. } => {
                if cells.len() != 4 {
                    write!(f, " {}", cells.len())?;
                }
                write!(f, " type {kind}: {} on {a}, {b}", Counted(cells.iter().copied()))
            }
            Reason::Bug { kind: 1, cells, .. } => write!(f, ": {}", Joined(cells.iter(), ",")),
            Reason::Bug { cells, digits, .. } => {
                write!(f, ": {} on {}", Joined(cells.iter(), ","), Joined(*digits, ", "))
            }
            Reason::Aligned { cells } | Reason::Cycle { cells, .. } => write!(f, ": {}", Joined(cells.iter(), ",")),
            Reason::ForcingChain { target, .. } => write!(f, ": {target}"),
            Reason::Contradiction { source, clash, .. } => {
                write!(f, ": {source} ==> {} both on & off", Dotted(*clash))
            }
            Reason::Double { source, target } => write!(f, ": {} on & off ==> {target}", Dotted(*source)),
            Reason::Cell { cell, target } => write!(f, ": {cell} ==> {target}"),
            Reason::House { house, digit, target } => write!(f, ": {digit} in {} ==> {target}", kind(*house)),
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Dotted(self.candidate), if self.on { "on" } else { "off" })
    }
}

fn kind(house: House) -> &'static str {
    match house {
        House::Block(_) => "block",
        House::Row(_) => "row",
        House::Col(_) => "column",
    }
}

/// A candidate as the traces write it: `r4c7.5`.
struct Dotted(Candidate);

impl fmt::Display for Dotted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0.cell(), self.0.digit())
    }
}

/// Items with something between them.
struct Joined<T>(T, &'static str);

impl<T: IntoIterator<Item: fmt::Display> + Clone> fmt::Display for Joined<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.clone().into_iter().enumerate() {
            if i > 0 {
                f.write_str(self.1)?;
            }
            write!(f, "{item}")?;
        }
        Ok(())
    }
}

/// Cells with the word before them: `Cell r1c1`, `Cells r1c1,r1c2`.
struct Counted<T>(T);

impl<T: IntoIterator<Item = Cell> + Clone> fmt::Display for Counted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0.clone().into_iter().count() == 1 { "" } else { "s" };
        write!(f, "Cell{plural} {}", Joined(self.0.clone(), ","))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn eliminations_are_read_by_bucket_then_as_they_came() {
        let mut map = Eliminations::default();
        for cell in [3, 20, 19, 4] {
            map.add(cell, 1);
        }
        map.add(20, 4);
        assert_eq!(map.into_reading_order(), [(3, 1), (19, 1), (20, 5), (4, 1)]);
    }

    #[test]
    fn sentences_are_those_of_the_traces() {
        let cells = |names: &str| names.split(',').map(|name| name.parse().unwrap()).collect::<Vec<Cell>>();
        let houses = |names: &str| names.split(',').map(|name| name.parse::<House>().unwrap()).collect::<HouseSet>();
        let fish = Reason::Fish {
            cells: cells("r3c4,r3c8,r6c4,r6c8"),
            digit: Digit::D9,
            base: houses("c4,c8"),
            cover: houses("r3,r6"),
        };
        assert_eq!(fish.to_string(), "X-Wing: Cells r3c4,r3c8,r6c4,r6c8: 9 in 2 columns and 2 rows");
        let ring = Reason::Loop {
            kind: 4,
            cells: cells("r5c4,r5c5,r7c5,r7c8,r8c8,r8c4"),
            digits: [Digit::D4, Digit::D2],
            helpers: CellSet::EMPTY,
        };
        assert_eq!(ring.to_string(), "Unique Loop 6 type 4: Cells r5c4,r5c5,r7c5,r7c8,r8c8,r8c4 on 4, 2");
        let bug = Reason::Bug {
            kind: 2,
            cells: cells("r6c5,r4c2,r4c3"),
            digits: Digit::D9.into(),
            extras: CandidateSet::EMPTY,
            helpers: CellSet::EMPTY,
        };
        assert_eq!(bug.to_string(), "BUG type 2: r6c5,r4c2,r4c3 on 9");
        let locked = Reason::Locked {
            direct: true,
            cells: cells("r9c1,r9c2").into_iter().collect(),
            digit: Digit::D1,
            base: "b7".parse().unwrap(),
            cover: "r9".parse().unwrap(),
        };
        assert_eq!(locked.to_string(), "Direct Pointing: Cells r9c1,r9c2: 1 of block in row");
    }
}
