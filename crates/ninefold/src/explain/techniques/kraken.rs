//! Kraken fish: a fish with fins that eliminates nothing alone, and chains from its fins.
//!
//! ```text
//!   type 1   a finned fish would remove 5r4c7 if its fins saw it; each fin, if true, makes 5r4c7 false by a chain
//!   type 2   one of the fish's candidates in a cover house or one of its fins must be true, because without them there
//!            are more base houses than covers; each of these makes the same candidate false by a chain
//! ```
//!
//! Fish of two to four houses, basic and Franken, with at most two fins and no candidate in two base houses.
//!
//! In most positions there is none, and a quick test shows it. Assume the candidate that such a fish would eliminate. The
//! chains, read backwards, eliminate candidates of the digit, and by the fish the rest cannot fill all houses. So no
//! template is left (see `rookery.rs`). Only candidates that pass this test are searched for.
//!
//! The search tries all bases. Covers are found from the first base candidate that is neither covered nor a fin: it
//! becomes a fin, or one of its two other houses covers it. So there are few covers for each base, and fins without a
//! common consequence end the search early.
//!
//! Order: smaller fish first, then by digit and base houses. Each conclusion is reported once.

use alloc::vec;
use alloc::vec::Vec;

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::links::Graph;
use crate::explain::{Facts, Fish, Kraken, Pattern, Technique, rookery};
use crate::{Candidate, CandidateSet, CellSet, Digit, House, HouseSet};

const LARGEST: usize = 4;
const MOST_FINS: usize = 2;

/// Both types.
pub(in crate::explain) fn kraken_fish(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let graph = facts.set_links();
    let mut makes_false = vec![CandidateSet::EMPTY; 729];
    for number in 0..graph.candidates() {
        let Some(candidate) = graph.candidate(number) else { continue };
        let follows = graph.closure().common(&[number]).filter(|(_, holds)| !holds);
        makes_false[candidate.index()] = follows.filter_map(|(number, _)| graph.candidate(number)).collect();
    }
    let useful = Digit::ALL.map(|digit| useful(facts, digit, &makes_false));
    let mut kraken = KrakenSearch { graph, makes_false, reported: [CandidateSet::EMPTY; 2] };
    for size in 2..=LARGEST {
        for digit in Digit::ALL {
            let common = useful[digit.index()];
            if common.is_empty() {
                continue;
            }
            for (bases, covers) in [(HouseSet::ROWS, HouseSet::COLS), (HouseSet::COLS, HouseSet::ROWS)] {
                let open = |house: &House| facts.places(*house, digit).len() > 1;
                let bases: Vec<House> = (bases | HouseSet::BLOCKS).iter().filter(open).collect();
                let covers = covers | HouseSet::BLOCKS;
                let start = Base { houses: HouseSet::EMPTY, cells: CellSet::EMPTY };
                kraken.base(search, (digit, common), size, &bases, covers, start)?;
            }
        }
    }
    GO_ON
}

/// The candidates that, if true, leave no template of the digit.
fn useful(facts: &Facts, digit: Digit, makes_false: &[CandidateSet]) -> CandidateSet {
    let there = facts.marks().placed().cells_with(digit);
    let open = there.iter().fold(facts.cells_with(digit), |cells, cell| cells - cell.peers());
    let none_left = |candidate: &Candidate| {
        rookery::in_some_template((there | open) - makes_false[candidate.index()].cells_with(digit)).is_empty()
    };
    facts.marks().candidates().iter().filter(none_left).collect()
}

#[derive(Clone, Copy)]
struct Base {
    houses: HouseSet,
    cells: CellSet,
}

struct KrakenSearch<'a> {
    graph: &'a Graph,
    /// For each candidate what it makes false by chains.
    makes_false: Vec<CandidateSet>,
    /// The conclusions already reported, of each type.
    reported: [CandidateSet; 2],
}

impl KrakenSearch<'_> {
    /// Adds base houses that share no candidate, then looks for covers.
    fn base(
        &mut self,
        search: &mut StepSearch<'_>,
        (digit, common): (Digit, CandidateSet),
        missing: usize,
        houses: &[House],
        covers: HouseSet,
        base: Base,
    ) -> Flow {
        if missing == 0 {
            let fish = Fish {
                digit,
                base: base.houses,
                cover: HouseSet::EMPTY,
                fins: CellSet::EMPTY,
                endo_fins: CellSet::EMPTY,
            };
            return self.cover(search, fish, base.cells, covers - base.houses, common);
        }
        search.poll()?;
        for (index, &house) in houses.iter().enumerate() {
            let cells = house.cells() & search.facts.cells_with(digit);
            if cells.is_disjoint(base.cells) {
                let base = Base { houses: base.houses.with(house), cells: base.cells | cells };
                self.base(search, (digit, common), missing - 1, &houses[index + 1..], covers, base)?;
            }
        }
        GO_ON
    }

    /// `common` is what all fins so far make false.
    fn cover(
        &mut self,
        search: &mut StepSearch<'_>,
        fish: Fish,
        left: CellSet,
        covers: HouseSet,
        common: CandidateSet,
    ) -> Flow {
        let Some(cell) = left.first() else {
            return if fish.cover.len() == fish.base.len() { self.fish(search, fish, common) } else { GO_ON };
        };
        if fish.fins.len() < MOST_FINS {
            let common = common & self.makes_false[Candidate::new(cell, fish.digit).index()];
            if !common.is_subset(self.reported[0] & self.reported[1]) {
                let fish = Fish { fins: fish.fins.with(cell), ..fish };
                self.cover(search, fish, left.without(cell), covers, common)?;
            }
        }
        if fish.cover.len() < fish.base.len() {
            for house in HouseSet::of_cell(cell) & covers {
                // No cover contains a fin.
                if house.cells().is_disjoint(fish.fins) {
                    let fish = Fish { cover: fish.cover.with(house), ..fish };
                    self.cover(search, fish, left - house.cells(), covers.without(house), common)?;
                }
            }
        }
        GO_ON
    }

    fn fish(&mut self, search: &mut StepSearch<'_>, fish: Fish, common: CandidateSet) -> Flow {
        let of_digit = search.facts.cells_with(fish.digit);
        let base = fish.base.cells() & of_digit;
        if search.wants(Technique::KrakenFish1) && !fish.fins.is_empty() {
            let removable = ((fish.cover.cells() & of_digit) - base) - self.reported[0].cells_with(fish.digit);
            let removed = removable & common.cells_with(fish.digit);
            for candidate in CandidateSet::of_digit(fish.digit, removed) {
                // If it sees all fins, this is a finned fish.
                if fish.fins.is_subset(candidate.cell().peers()) {
                    continue;
                }
                self.reported[0].insert(candidate);
                let graph = self.graph;
                search.push(Technique::KrakenFish1, CandidateSet::EMPTY, candidate.into(), || {
                    kraken(graph, fish, None, fish.fins, candidate)
                })?;
            }
        }
        if search.wants(Technique::KrakenFish2) {
            for house in fish.cover {
                let spared = base & house.cells();
                for candidate in self.all_make_false(fish.digit, spared, common - self.reported[1]) {
                    self.reported[1].insert(candidate);
                    let graph = self.graph;
                    search.push(Technique::KrakenFish2, CandidateSet::EMPTY, candidate.into(), || {
                        kraken(graph, fish, Some(house), spared | fish.fins, candidate)
                    })?;
                }
            }
        }
        GO_ON
    }

    /// The candidates among these that the digit in each of the cells makes false by a chain.
    fn all_make_false(&self, digit: Digit, cells: CellSet, among: CandidateSet) -> CandidateSet {
        let mut all = among;
        for cell in cells {
            if all.is_empty() {
                break;
            }
            all &= self.makes_false[Candidate::new(cell, digit).index()];
        }
        all
    }
}

fn kraken(graph: &Graph, fish: Fish, spared: Option<House>, members: CellSet, target: Candidate) -> Pattern {
    let target = graph.number(target).unwrap_or_default();
    let start = |cell| graph.number(Candidate::new(cell, fish.digit));
    let branches =
        members.iter().filter_map(start).map(|start| graph.consequences(start, true).branch(&[(target, false)], None));
    Pattern::Kraken(Kraken { fish, spared, branches: branches.collect() })
}
