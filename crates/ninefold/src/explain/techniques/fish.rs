//! Fish: in some houses all places of a digit lie in as many other houses, so the digit is nowhere else in these.
//!
//! ```text
//!        c2      c7         X-wing: rows 2 and 6 have 5 only in columns 2 and 7. Each row uses one of the two
//!   r2   5   .   5          columns, so no other row has its 5 there.
//!        -       -
//!   r6   5   .   5
//!        -       -
//! ```
//!
//! The houses whose places are examined are the *base*, those that contain them the *cover*. Three of each are a swordfish,
//! four a jellyfish, then squirmbag, whale and leviathan. A base candidate outside the cover is a *fin*; one in two base
//! houses is an *endo fin*. With fins the argument still eliminates what all of them see. It eliminates candidates that
//! lie in more cover houses than base houses.
//!
//! | kind | base | cover |
//! |---|---|---|
//! | basic | rows | columns |
//! | Franken | rows and blocks | columns and blocks |
//! | mutant | anything | anything else |
//!
//! or with rows and columns exchanged. A finned basic fish is *sashimi* if a base line has fewer than two candidates
//! without the fins.
//!
//! # The search
//! Trying all bases and covers is too slow for large fish, so the search starts at the end: at a candidate, the *target*,
//! that is in no template of its digit (see `rookery.rs`; nothing else can be eliminated, and in most positions there is
//! none). If it were true, its peers would be false. A fish that eliminates it consists of houses that cannot all have the
//! digit then: `n` base houses whose remaining candidates lie in `n - 1` cover houses (the *core*), and as the last cover
//! a house of the target. The fins are what the target sees.
//!
//! The remaining candidates of the base houses do not overlap, because a candidate that counts twice cannot be covered
//! twice. Candidates that share no cover house need a cover each. This bounds the search from the first base house on.
//!
//! Fish with the same conclusions are pushed once.

use alloc::vec::Vec;

use crate::explain::finder::{Finder, Flow, GO_ON, StepSearch};
use crate::explain::technique::FishKind;
use crate::explain::{Fish, Pattern, Technique};
use crate::{Cell, CellSet, Digit, HouseSet};

/// The houses from which a kind of fish chooses its base and its cover.
type HouseChoice = (HouseSet, HouseSet);

const BASIC_HOUSES: [HouseChoice; 2] = [(HouseSet::ROWS, HouseSet::COLS), (HouseSet::COLS, HouseSet::ROWS)];
const ROWS_AND_BLOCKS: HouseSet = HouseSet::ROWS.union(HouseSet::BLOCKS);
const COLS_AND_BLOCKS: HouseSet = HouseSet::COLS.union(HouseSet::BLOCKS);
const FRANKEN_HOUSES: [HouseChoice; 2] = [(ROWS_AND_BLOCKS, COLS_AND_BLOCKS), (COLS_AND_BLOCKS, ROWS_AND_BLOCKS)];
const MUTANT_HOUSES: [HouseChoice; 1] = [(HouseSet::FULL, HouseSet::FULL)];

/// The finder of a fish.
pub(in crate::explain) const fn finder<const SIZE: usize>(kind: FishKind) -> Finder {
    match kind {
        FishKind::Basic | FishKind::Finned | FishKind::Sashimi => basic::<SIZE>,
        FishKind::Franken | FishKind::FinnedFranken => franken::<SIZE>,
        FishKind::Mutant | FishKind::FinnedMutant => mutant::<SIZE>,
    }
}

/// Fish of lines, with fins or without.
fn basic<const SIZE: usize>(search: &mut StepSearch<'_>) -> Flow {
    fish(search, SIZE, &BASIC_HOUSES)
}

/// Fish of lines and blocks, all base lines of one direction and all cover lines of the other.
fn franken<const SIZE: usize>(search: &mut StepSearch<'_>) -> Flow {
    fish(search, SIZE, &FRANKEN_HOUSES)
}

/// Fish of any houses.
fn mutant<const SIZE: usize>(search: &mut StepSearch<'_>) -> Flow {
    fish(search, SIZE, &MUTANT_HOUSES)
}

/// Digits in order, targets in order.
fn fish(search: &mut StepSearch<'_>, size: usize, choices: &[HouseChoice]) -> Flow {
    let facts = search.facts;
    for digit in Digit::ALL {
        let candidates = facts.cells_with(digit);
        let mut found_fish = Vec::new();
        for target in facts.impossible(digit) {
            search.poll()?;
            for &(bases, covers) in choices {
                let of_target = FishSearch { candidates, target, bases, covers };
                of_target.each(size, &mut |base, cover| {
                    let Some(fish) = FoundFish::new(digit, candidates, base, cover) else { return GO_ON };
                    let same = |other: &FoundFish| {
                        (other.technique, other.eliminations) == (fish.technique, fish.eliminations)
                    };
                    let known = found_fish.iter().any(same);
                    // A siamese pair may consist of fish without new conclusions of their own.
                    if search.limits.siamese_fish || (!known && search.wants(fish.technique)) {
                        found_fish.push(fish);
                    }
                    if known {
                        return GO_ON;
                    }
                    search.push_eliminations(fish.technique, digit, fish.eliminations, || Pattern::Fish(fish.fish))
                })?;
            }
        }
        siamese(search, digit, &found_fish)?;
    }
    GO_ON
}

/// Pairs of fish with the same base that conclude more together than either does. A finned and a sashimi fish may form a
/// pair, which counts as either.
fn siamese(search: &mut StepSearch<'_>, digit: Digit, found_fish: &[FoundFish]) -> Flow {
    if !search.limits.siamese_fish {
        return GO_ON;
    }
    let mut seen = Vec::new();
    for (index, first) in found_fish.iter().enumerate() {
        for second in &found_fish[index + 1..] {
            let eliminations = first.eliminations | second.eliminations;
            let same_base = first.fish.base == second.fish.base;
            if !same_base || eliminations == first.eliminations || eliminations == second.eliminations {
                continue;
            }
            for technique in [first.technique, second.technique] {
                if search.wants(technique) && !seen.contains(&(technique, eliminations)) {
                    seen.push((technique, eliminations));
                    search.push_eliminations(technique, digit, eliminations, || {
                        Pattern::SiameseFish([first.fish, second.fish])
                    })?;
                }
            }
        }
    }
    GO_ON
}

/// A fish, its kind and what it removes.
#[derive(Clone, Copy)]
struct FoundFish {
    technique: Technique,
    fish: Fish,
    eliminations: CellSet,
}

impl FoundFish {
    /// The fish of these houses; nothing if it eliminates nothing.
    fn new(digit: Digit, candidates: CellSet, base: HouseSet, cover: HouseSet) -> Option<FoundFish> {
        let [in_base, in_two_bases] = multiplicities(base, candidates);
        let [in_cover, in_two_covers] = multiplicities(cover, candidates);
        let fins = in_base - in_cover;
        let endo_fins = in_two_bases - fins;
        let more_covers = (in_cover - in_base) | (in_two_covers - in_two_bases);
        let eliminations = more_covers & (fins | endo_fins).common_peers();
        if eliminations.is_empty() {
            return None;
        }
        let finned = !(fins | endo_fins).is_empty();
        let straight = |rows: HouseSet, cols: HouseSet| (base & cols).is_empty() && (cover & rows).is_empty();
        let kind = if !straight(HouseSet::ROWS, HouseSet::COLS) && !straight(HouseSet::COLS, HouseSet::ROWS) {
            if finned { FishKind::FinnedMutant } else { FishKind::Mutant }
        } else if !((base | cover) & HouseSet::BLOCKS).is_empty() {
            if finned { FishKind::FinnedFranken } else { FishKind::Franken }
        } else if !finned {
            FishKind::Basic
        } else if base.iter().any(|house| ((house.cells() & candidates) - fins).len() < 2) {
            FishKind::Sashimi
        } else {
            FishKind::Finned
        };
        let technique = Technique::of_fish(kind, base.len())?;
        Some(FoundFish { technique, fish: Fish { digit, base, cover, fins, endo_fins }, eliminations })
    }
}

/// The candidates in at least one of the houses, and in at least two of them. Three need no distinction: a candidate with
/// three bases is a fin that no cover contains, and one with three covers counts as one with two.
fn multiplicities(houses: HouseSet, candidates: CellSet) -> [CellSet; 2] {
    houses.iter().fold([CellSet::EMPTY; 2], |[one, two], house| {
        let cells = house.cells() & candidates;
        [one | cells, two | (one & cells)]
    })
}

/// A search for the fish that remove one candidate.
struct FishSearch {
    candidates: CellSet,
    target: Cell,
    /// The houses to choose the base from.
    bases: HouseSet,
    /// The houses to choose the cover from.
    covers: HouseSet,
}

type Receiver<'a> = dyn FnMut(HouseSet, HouseSet) -> Flow + 'a;

impl FishSearch {
    /// All fish of this size: base and cover.
    fn each(&self, size: usize, found: &mut Receiver<'_>) -> Flow {
        let houses = HouseSet::of_cell(self.target);
        self.cores(size, &mut |base, cover| {
            let body = base.cells() & self.candidates;
            for last in houses & self.covers {
                // A cover house without base candidates would only change the name of the fish.
                if !last.cells().is_disjoint(body) {
                    found(base, cover.with(last))?;
                }
            }
            GO_ON
        })?;
        // The target itself may be a base candidate, if it lies in two cover houses (a cannibalistic fish).
        self.cores(size - 1, &mut |base, cover| {
            for own in houses & self.bases {
                let others = houses.without(own);
                if others.is_subset(self.covers) {
                    found(base.with(own), cover | others)?;
                }
            }
            GO_ON
        })
    }

    /// All choices of `size` base houses and one cover house fewer that contain the base candidates which the target does
    /// not see.
    fn cores(&self, size: usize, found: &mut Receiver<'_>) -> Flow {
        let rest = (self.candidates - self.target.peers()).without(self.target);
        let useful: HouseSet = self.bases.iter().filter(|house| !house.cells().is_disjoint(rest)).collect();
        let chosen = Chosen { base: HouseSet::EMPTY, need: CellSet::EMPTY };
        self.choose_base(size, useful, rest, chosen, &mut |chosen| {
            self.choose_cover(size - 1, self.covers - chosen.base, HouseSet::EMPTY, chosen.need, &mut |cover| {
                if has_idle_house(cover, chosen.need) { GO_ON } else { found(chosen.base, cover) }
            })
        })
    }

    fn choose_base(
        &self,
        size: usize,
        mut from: HouseSet,
        rest: CellSet,
        chosen: Chosen,
        found: &mut dyn FnMut(Chosen) -> Flow,
    ) -> Flow {
        while let Some(house) = from.first() {
            from.remove(house);
            let cells = house.cells() & rest;
            if !cells.is_disjoint(chosen.need) {
                continue;
            }
            let chosen = Chosen { base: chosen.base.with(house), need: chosen.need | cells };
            if needs_more(chosen.need, self.covers - chosen.base, size - 1) {
                continue;
            }
            if chosen.base.len() == size {
                found(chosen)?;
            } else {
                self.choose_base(size, from, rest, chosen, found)?;
            }
        }
        GO_ON
    }

    fn choose_cover(
        &self,
        missing: usize,
        mut from: HouseSet,
        cover: HouseSet,
        need: CellSet,
        found: &mut dyn FnMut(HouseSet) -> Flow,
    ) -> Flow {
        let Some(cell) = need.first() else {
            // Fewer covers than allowed: then fewer bases are enough, and that is another fish.
            return if missing == 0 { found(cover) } else { GO_ON };
        };
        if needs_more(need, from, missing) {
            return GO_ON;
        }
        for house in HouseSet::of_cell(cell) & from {
            // A house tried here need not be tried again with the next choice.
            from.remove(house);
            self.choose_cover(missing - 1, from, cover.with(house), need - house.cells(), found)?;
        }
        GO_ON
    }
}

/// Whether some cover house contains nothing that the others do not: then fewer houses form the fish.
fn has_idle_house(cover: HouseSet, need: CellSet) -> bool {
    cover.iter().any(|house| (need & house.cells()).is_subset(cover.without(house).cells()))
}

/// Base houses, and their candidates that the cover must contain.
#[derive(Clone, Copy)]
struct Chosen {
    base: HouseSet,
    need: CellSet,
}

/// Whether these cells need more than `limit` of the covers: counts cells of which no two share a cover.
fn needs_more(mut need: CellSet, covers: HouseSet, limit: usize) -> bool {
    let mut count = 0;
    while let Some(cell) = need.first() {
        let houses = HouseSet::of_cell(cell) & covers;
        count += 1;
        if houses.is_empty() || count > limit {
            return true;
        }
        for house in houses {
            need -= house.cells();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;
    use crate::explain::Facts;
    use crate::{CandidateSet, House};

    /// Every choice of `size` houses.
    fn choices(from: HouseSet, size: usize, chosen: HouseSet, found: &mut dyn FnMut(HouseSet)) {
        if size == 0 {
            return found(chosen);
        }
        let mut rest = from;
        while let Some(house) = rest.first() {
            rest.remove(house);
            choices(rest, size - 1, chosen.with(house), found);
        }
    }

    /// Whether some part of the fish, fewer base houses and as many covers, removes the cell too.
    fn is_removed_by_part(whole: &FoundFish, candidates: CellSet, target: Cell) -> bool {
        let mut removed = false;
        for size in 1..whole.fish.base.len() {
            choices(whole.fish.base, size, HouseSet::EMPTY, &mut |base| {
                choices(whole.fish.cover, size, HouseSet::EMPTY, &mut |cover| {
                    let [in_base, in_two_bases] = multiplicities(base, candidates);
                    let [in_cover, in_two_covers] = multiplicities(cover, candidates);
                    let fins = (in_base - in_cover) | in_two_bases;
                    let more_covers = (in_cover - in_base) | (in_two_covers - in_two_bases);
                    removed |= (more_covers & fins.common_peers()).contains(target);
                });
            });
        }
        removed
    }

    /// A template and as many cells again, chosen by a number.
    fn places(mut number: u64) -> CellSet {
        let template = |cell: &Cell| cell.col().index() == cell.row().index() % 3 * 3 + cell.row().index() / 3;
        let mut cells: CellSet = Cell::all().filter(template).collect();
        while cells.len() < 20 {
            number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            cells.insert(Cell::from_index((number >> 33) as usize % 81));
        }
        cells
    }

    #[test]
    fn the_search_finds_what_trying_all_bases_and_covers_finds() {
        let digit = Digit::D1;
        let mut kinds = BTreeSet::new();
        for number in 0..6 {
            let candidates = places(number);
            let facts = Facts::new(CandidateSet::of_digit(digit, candidates).into(), CellSet::EMPTY);
            for (size, (bases, covers)) in [(2, MUTANT_HOUSES[0]), (3, FRANKEN_HOUSES[0])] {
                let (mut possible, mut needed) = (BTreeSet::new(), BTreeSet::new());
                choices(bases, size, HouseSet::EMPTY, &mut |base| {
                    choices(covers - base, size, HouseSet::EMPTY, &mut |cover| {
                        let Some(found_fish) = FoundFish::new(digit, candidates, base, cover) else { return };
                        let key = (found_fish.technique, found_fish.eliminations);
                        possible.insert(key);
                        // A house that contributes nothing only changes the name of the fish.
                        let Fish { fins, endo_fins, .. } = found_fish.fish;
                        let body = base.cells() & candidates;
                        let idle_base = |house: House| (house.cells() & candidates).is_subset(fins | endo_fins);
                        if base.iter().any(idle_base) || cover.iter().any(|h| h.cells().is_disjoint(body)) {
                            return;
                        }
                        let own = |cell| !is_removed_by_part(&found_fish, candidates, cell);
                        if !needed.contains(&key) && found_fish.eliminations.iter().any(own) {
                            needed.insert(key);
                        }
                    });
                });
                let mut found = BTreeSet::new();
                for target in facts.impossible(digit) {
                    let _ = FishSearch { candidates, target, bases, covers }.each(size, &mut |base, cover| {
                        let found_fish = FoundFish::new(digit, candidates, base, cover);
                        found.extend(found_fish.map(|found_fish| (found_fish.technique, found_fish.eliminations)));
                        GO_ON
                    });
                }
                assert!(found.is_subset(&possible));
                assert!(needed.is_subset(&found), "{candidates}: {:?}", needed.difference(&found));
                kinds.extend(needed.iter().map(|(technique, _)| *technique));
            }
        }
        assert!(kinds.len() > 6, "the sample has only {kinds:?}");
    }
}
