//! A hint: what one rule found, what follows from it, and how it is told.
//!
//! The sentences are those of the traces people exchange, to the letter: two programs that agree on every line of a
//! trace agree on the rating for the right reasons.

use alloc::vec::Vec;
use core::fmt;

use super::board::Mask;

/// One application of one rule.
#[derive(Clone, Debug)]
pub(super) struct Hint {
    /// The raw rating. Ties between hints are decided by these very doubles, sums of tenths and their rounding
    /// included; only what is printed is rounded to tenths.
    pub(super) rating: f64,
    pub(super) reason: Reason,
    pub(super) eliminations: Eliminations,
    /// Cell and digit.
    pub(super) placement: Option<(usize, usize)>,
}

impl Hint {
    /// A hint that only places a digit.
    pub(super) fn placing(rating: f64, reason: Reason, cell: usize, digit: usize) -> Hint {
        Hint { rating, reason, eliminations: Eliminations::default(), placement: Some((cell, digit)) }
    }

    /// A hint that only eliminates, if there is anything to eliminate.
    pub(super) fn eliminating(
        rating: f64,
        eliminations: Eliminations,
        reason: impl FnOnce() -> Reason,
    ) -> Option<Hint> {
        (!eliminations.is_empty()).then(|| Hint { rating, reason: reason(), eliminations, placement: None })
    }
}

/// Which digits to take from which cells, in the order in which the rule named the cells.
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

    /// Cells and digits as they were added.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, Mask)> {
        self.0.iter().map(|&(cell, digits)| (usize::from(cell), digits))
    }

    pub(super) fn into_reading_order(mut self) -> Vec<(u8, Mask)> {
        sort_for_reading(&mut self.0);
        self.0
    }
}

/// Puts entries into the order in which a chain reads them: by the cell's number modulo a power of two that grows with
/// the number of cells, and as they were added where that is equal. The scale's reference kept them in a hash table,
/// and chains depend on which elimination comes first.
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

/// The two kinds of forcing chains and the three of cycles differ by the links they may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    /// One digit throughout.
    X,
    /// Cells with two candidates.
    Y,
    /// Both.
    XY,
}

/// A candidate, on or off. The digit counts from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) cell: u8,
    pub(super) digit: u8,
    pub(super) on: bool,
}

impl Literal {
    pub(super) fn new(candidate: usize, on: bool) -> Literal {
        Literal { cell: (candidate / 9) as u8, digit: (candidate % 9) as u8, on }
    }
}

/// What was found: the technique and the cells, digits and houses its sentence names. Digits count from zero, kinds of
/// house are those of the board.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reason {
    HiddenSingle { cell: usize, digit: usize, kind: usize },
    NakedSingle { cell: usize, digit: usize },
    Locked { direct: bool, cells: Vec<u8>, digit: usize, base: usize, cover: usize },
    HiddenSet { direct: bool, cells: Vec<u8>, digits: Mask, kind: usize },
    NakedSet { cells: Vec<u8>, digits: Mask, kind: usize },
    Fish { cells: Vec<u8>, digit: usize, size: usize, base: usize, cover: usize },
    Wing { cells: [u8; 3], pivot_size: usize, digit: usize },
    Loop { kind: u8, cells: Vec<u8>, digits: [usize; 2] },
    Bug { kind: u8, cells: Vec<u8>, digits: Mask },
    Aligned { cells: Vec<u8> },
    Cycle { links: Links, cells: Vec<u8> },
    ForcingChain { links: Links, complexity: u32, target: Literal },
    Contradiction { nishio: bool, source: Literal, clash: Literal },
    Double { source: Literal, target: Literal },
    Cell { cell: usize, target: Literal },
    House { digit: usize, kind: usize, target: Literal },
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
            Reason::Locked { direct: true, base: super::board::BLOCK, .. } => "Direct Pointing",
            Reason::Locked { direct: true, .. } => "Direct Claiming",
            Reason::Locked { base: super::board::BLOCK, .. } => "Pointing",
            Reason::Locked { .. } => "Claiming",
            Reason::HiddenSet { direct: true, digits, .. } if digits.count_ones() == 2 => "Direct Hidden Pair",
            Reason::HiddenSet { direct: true, .. } => "Direct Hidden Triplet",
            Reason::HiddenSet { digits, .. } => HIDDEN[digits.count_ones() as usize - 2],
            Reason::NakedSet { digits, .. } => NAKED[digits.count_ones() as usize - 2],
            Reason::Fish { size, .. } => FISH[size - 2],
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
            Reason::HiddenSingle { cell, digit, kind } => {
                write!(f, ": {}: {} in {}", Cell(*cell), digit + 1, house(*kind))
            }
            Reason::NakedSingle { cell, digit } => write!(f, ": {}: {}", Cell(*cell), digit + 1),
            Reason::Locked { direct, cells, digit, base, cover } => {
                let (of, and) = if *direct { ("of", "in") } else { ("in", "and") };
                write!(f, ": {}: {} {of} {} {and} {}", Full(cells), digit + 1, house(*base), house(*cover))
            }
            Reason::HiddenSet { cells, digits, kind, .. } | Reason::NakedSet { cells, digits, kind } => {
                write!(f, ": {}: {} in {}", Full(cells), Digits(*digits, ","), house(*kind))
            }
            Reason::Fish { cells, digit, size, base, cover } => {
                let (cells, digit) = (Full(cells), digit + 1);
                write!(f, ": {cells}: {digit} in {size} {}s and {size} {}s", house(*base), house(*cover))
            }
            Reason::Wing { cells, digit, .. } => write!(f, ": {} on value {}", Full(cells), digit + 1),
            Reason::Loop { kind, cells, digits: [a, b] } => {
                if cells.len() != 4 {
                    write!(f, " {}", cells.len())?;
                }
                write!(f, " type {kind}: {} on {}, {}", Full(cells), a + 1, b + 1)
            }
            Reason::Bug { kind: 1, cells, .. } => write!(f, ": {}", Cells(cells)),
            Reason::Bug { cells, digits, .. } => write!(f, ": {} on {}", Cells(cells), Digits(*digits, ", ")),
            Reason::Aligned { cells } | Reason::Cycle { cells, .. } => write!(f, ": {}", Cells(cells)),
            Reason::ForcingChain { target, .. } => write!(f, ": {target}"),
            Reason::Contradiction { source, clash, .. } => {
                write!(f, ": {source} ==> {} both on & off", Candidate(clash))
            }
            Reason::Double { source, target } => write!(f, ": {} on & off ==> {target}", Candidate(source)),
            Reason::Cell { cell, target } => write!(f, ": {} ==> {target}", Cell(*cell)),
            Reason::House { digit, kind, target } => write!(f, ": {} in {} ==> {target}", digit + 1, house(*kind)),
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Candidate(self), if self.on { "on" } else { "off" })
    }
}

fn house(kind: usize) -> &'static str {
    ["block", "row", "column"][kind]
}

struct Cell(usize);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.0 / 9 + 1, self.0 % 9 + 1)
    }
}

struct Candidate<'a>(&'a Literal);

impl fmt::Display for Candidate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", Cell(self.0.cell.into()), self.0.digit + 1)
    }
}

struct Cells<'a>(&'a [u8]);

impl fmt::Display for Cells<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &cell) in self.0.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{}", Cell(cell.into()))?;
        }
        Ok(())
    }
}

struct Full<'a>(&'a [u8]);

impl fmt::Display for Full<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell{} {}", if self.0.len() == 1 { "" } else { "s" }, Cells(self.0))
    }
}

struct Digits(Mask, &'static str);

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, digit) in super::board::bits(self.0).enumerate() {
            let comma = if i > 0 { self.1 } else { "" };
            write!(f, "{comma}{}", digit + 1)?;
        }
        Ok(())
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
        let fish = Reason::Fish { cells: [21, 25, 48, 52].into(), digit: 8, size: 2, base: 2, cover: 1 };
        assert_eq!(fish.to_string(), "X-Wing: Cells r3c4,r3c8,r6c4,r6c8: 9 in 2 columns and 2 rows");
        let ring = Reason::Loop { kind: 4, cells: [39, 40, 58, 61, 70, 66].into(), digits: [3, 1] };
        assert_eq!(ring.to_string(), "Unique Loop 6 type 4: Cells r5c4,r5c5,r7c5,r7c8,r8c8,r8c4 on 4, 2");
        let bug = Reason::Bug { kind: 2, cells: [49, 28, 29].into(), digits: 1 << 8 };
        assert_eq!(bug.to_string(), "BUG type 2: r6c5,r4c2,r4c3 on 9");
        let locked = Reason::Locked { direct: true, cells: [72, 73].into(), digit: 0, base: 0, cover: 1 };
        assert_eq!(locked.to_string(), "Direct Pointing: Cells r9c1,r9c2: 1 of block in row");
    }
}
