//! A solution path in steps that people can follow, each proved by the checker.
//!
//! A step looks at one part of the puzzle at a time, from simple to complex:
//!
//! ```text
//!   naked single     a cell has one candidate left
//!   hidden single    a value has one place left in a house that holds every value
//!   pointing         the places of a value in a house all see another cell
//!   tuple            so many cells of a region share as many values
//!   rule             one rule (a cage, a thermometer, a dot, ...) leaves a cell fewer candidates
//!   total            the total of houses minus the sums of cages (innies and outies, the 45 rule)
//!   solver           no step above applies: the solver's value, marked as such
//! ```
//!
//! The step for a rule takes what the solver's propagators conclude from this rule alone. The checker has no part in that: it
//! tries all assignments of the rule's cells and asks the rule's predicate.

pub mod check;
mod hint;
mod sentence;
mod totals;

use std::sync::Arc;

pub use hint::Hint;
use ninefold::Language;
pub(crate) use sentence::house as house_words;
pub use totals::Total;

use crate::rule::Rule;
use crate::solve::engine::Engine;
use crate::solve::model::Model;
use crate::{Answer, Cell, Run, Stopped, ValueSet, Variant};

/// The method of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The cell has one candidate left.
    NakedSingle,
    /// The value has one place left in this region.
    HiddenSingle {
        /// The region.
        region: Region,
    },
    /// All places of the value in a region see the cells that lose it.
    Pointing {
        /// The region.
        region: Region,
        /// The value.
        value: u8,
        /// Its places.
        places: Vec<Cell>,
    },
    /// Cells of a region that share as many values as they are.
    Tuple {
        /// The region.
        region: Region,
        /// The cells.
        cells: Vec<Cell>,
        /// Their values.
        values: ValueSet,
    },
    /// One rule of the puzzle, by its number.
    Rule(usize),
    /// The total of houses minus the sums of cages.
    Total(Total),
    /// The solver's value: no simple reason was found.
    Solver,
}

/// Cells that differ: a house of the board or those of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name in English.
    pub english: String,
    /// Its name in Chinese.
    pub chinese: String,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Whether it holds every value.
    pub full: bool,
}

/// One step: candidates that go, or a cell that gets its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The method.
    pub reason: Reason,
    /// The cell that gets its value.
    pub placed: Option<(Cell, u8)>,
    /// The candidates that go.
    pub removed: Vec<(Cell, ValueSet)>,
}

/// A path from the givens to the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The steps.
    pub steps: Vec<Step>,
    /// The candidates before the first step: the givens are placed, and their values are not in cells that differ from them.
    pub start: Vec<ValueSet>,
}

/// Candidates and what finders need.
struct Finder<'a> {
    variant: &'a Variant,
    regions: Vec<Region>,
    /// For each cell the cells that differ from it.
    peers: Vec<Vec<Cell>>,
    candidates: Vec<ValueSet>,
    placed: Vec<bool>,
}

impl Variant {
    /// The regions in which no value repeats: houses, and rules that say no more than that.
    pub fn regions(&self) -> Vec<Region> {
        let board = self.board();
        let full = |cells: &[Cell]| cells.len() == board.value_count();
        let mut regions: Vec<Region> = board
            .houses()
            .into_iter()
            .map(|house| {
                let (english, chinese) = sentence::house(house.name);
                Region { english, chinese, full: full(&house.cells), cells: house.cells }
            })
            .collect();
        for rule in self.rules() {
            if let Rule::Region(region) = rule {
                for cells in region.sets(board) {
                    let kind = rule.kind();
                    let english = format!("the {} region of {}", kind.english().to_lowercase(), board.name(cells[0]));
                    let chinese = format!("{}的{}区域", board.name(cells[0]), kind.chinese());
                    regions.push(Region { english, chinese, full: full(&cells), cells });
                }
            }
        }
        regions
    }

    /// Explains the solution of a puzzle that has exactly one; `None` for others.
    ///
    /// ```
    /// use ninefold_variants::{Run, text};
    /// use ninefold::Language;
    ///
    /// let puzzle = text::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1")?;
    /// let path = puzzle.explain(&Run::single())?.expect("a unique solution");
    /// let sentence = path.steps[0].sentence(&puzzle, Language::ENGLISH);
    /// assert_eq!(sentence, "4 is the only candidate left in r4c1.");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the run is stopped.
    pub fn explain(&self, run: &Run<'_>) -> Result<Option<Path>, Stopped> {
        let Answer::Unique(solution) = self.solve(run)? else { return Ok(None) };
        let mut finder = Finder::new(self);
        for cell in self.board().cells() {
            if let Some(value) = self.given(cell) {
                finder.apply(&finder.place(cell, value, Reason::NakedSingle));
            }
        }
        let start = finder.candidates.clone();
        let mut steps = Vec::new();
        while let Some(step) = finder.next(&solution) {
            run.poll(steps.len() as u64)?;
            finder.apply(&step);
            steps.push(step);
        }
        Ok(Some(Path { steps, start }))
    }
}

impl<'a> Finder<'a> {
    fn new(variant: &'a Variant) -> Finder<'a> {
        let regions = variant.regions();
        let cells = variant.board().cell_count();
        // Cells that differ by a house or by a rule that says so, not by what a relation implies.
        let sets = crate::solve::peers::Peers::new(cells, &variant.model().different);
        let peers = (0..cells).map(|cell| sets.list(cell as u16).iter().map(|&peer| Cell::new(peer.into())).collect());
        Finder {
            variant,
            regions,
            peers: peers.collect(),
            candidates: variant.givens().to_vec(),
            placed: vec![false; cells],
        }
    }

    fn apply(&mut self, step: &Step) {
        if let Some((cell, value)) = step.placed {
            self.candidates[cell.index()] = ValueSet::of(value);
            self.placed[cell.index()] = true;
        }
        for &(cell, values) in &step.removed {
            self.candidates[cell.index()] -= values;
        }
    }

    fn next(&self, solution: &crate::Solution) -> Option<Step> {
        if self.placed.iter().all(|&placed| placed) {
            return None;
        }
        let simple = self.naked_single().or_else(|| self.hidden_single()).or_else(|| self.pointing());
        let found = simple
            .or_else(|| self.tuple(2))
            .or_else(|| self.rule())
            .or_else(|| self.total())
            .or_else(|| self.tuple(3))
            .or_else(|| self.tuple(4));
        Some(found.unwrap_or_else(|| {
            let open = self.variant.board().cells().filter(|cell| !self.placed[cell.index()]);
            let cell = open.min_by_key(|cell| self.candidates[cell.index()].len()).unwrap_or(Cell::new(0));
            self.place(cell, solution.value(cell), Reason::Solver)
        }))
    }

    /// The step that gives a cell its value: the other candidates of the cell go, and the value leaves its peers.
    fn place(&self, cell: Cell, value: u8, reason: Reason) -> Step {
        let own = self.candidates[cell.index()] - ValueSet::of(value);
        let mut removed: Vec<(Cell, ValueSet)> = Vec::new();
        if !own.is_empty() {
            removed.push((cell, own));
        }
        for &peer in &self.peers[cell.index()] {
            if self.candidates[peer.index()].contains(value) {
                removed.push((peer, ValueSet::of(value)));
            }
        }
        Step { reason, placed: Some((cell, value)), removed }
    }

    fn naked_single(&self) -> Option<Step> {
        self.variant.board().cells().find_map(|cell| {
            let value = self.candidates[cell.index()].single().filter(|_| !self.placed[cell.index()])?;
            Some(self.place(cell, value, Reason::NakedSingle))
        })
    }

    fn hidden_single(&self) -> Option<Step> {
        for region in self.regions.iter().filter(|region| region.full) {
            for value in self.variant.board().values().iter() {
                let mut places = region.cells.iter().filter(|cell| self.candidates[cell.index()].contains(value));
                if let (Some(&cell), None) = (places.next(), places.next())
                    && !self.placed[cell.index()]
                {
                    return Some(self.place(cell, value, Reason::HiddenSingle { region: region.clone() }));
                }
            }
        }
        None
    }

    fn pointing(&self) -> Option<Step> {
        for region in self.regions.iter().filter(|region| region.full) {
            for value in self.variant.board().values().iter() {
                let places: Vec<Cell> =
                    region.cells.iter().copied().filter(|cell| self.candidates[cell.index()].contains(value)).collect();
                if !(2..=5).contains(&places.len()) {
                    continue;
                }
                let sees_all = |cell: &&Cell| {
                    self.candidates[cell.index()].contains(value)
                        && places[1..].iter().all(|p| self.peers[p.index()].contains(cell))
                };
                let removed: Vec<(Cell, ValueSet)> = self.peers[places[0].index()]
                    .iter()
                    .filter(sees_all)
                    .map(|&cell| (cell, ValueSet::of(value)))
                    .collect();
                if !removed.is_empty() {
                    return Some(Step {
                        reason: Reason::Pointing { region: region.clone(), value, places },
                        placed: None,
                        removed,
                    });
                }
            }
        }
        None
    }

    /// So many cells of a region with as many candidates together.
    fn tuple(&self, size: usize) -> Option<Step> {
        for region in &self.regions {
            let open: Vec<Cell> = region.cells.iter().copied().filter(|cell| !self.placed[cell.index()]).collect();
            let narrow: Vec<Cell> =
                open.iter().copied().filter(|cell| self.candidates[cell.index()].len() <= size).collect();
            let mut chosen = Vec::new();
            if let Some(step) = self.tuple_from(region, &open, &narrow, 0, size, ValueSet::EMPTY, &mut chosen) {
                return Some(step);
            }
        }
        None
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a recursion")]
    fn tuple_from(
        &self,
        region: &Region,
        open: &[Cell],
        narrow: &[Cell],
        from: usize,
        size: usize,
        values: ValueSet,
        chosen: &mut Vec<Cell>,
    ) -> Option<Step> {
        if chosen.len() == size {
            let rest = open.iter().filter(|cell| !chosen.contains(cell));
            let removed: Vec<(Cell, ValueSet)> = rest
                .map(|&cell| (cell, self.candidates[cell.index()] & values))
                .filter(|(_, values)| !values.is_empty())
                .collect();
            let reason = Reason::Tuple { region: region.clone(), cells: chosen.clone(), values };
            return (!removed.is_empty()).then_some(Step { reason, placed: None, removed });
        }
        for (place, &cell) in narrow.iter().enumerate().skip(from) {
            let union = values | self.candidates[cell.index()];
            if union.len() > size {
                continue;
            }
            chosen.push(cell);
            let found = self.tuple_from(region, open, narrow, place + 1, size, union, chosen);
            chosen.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// What one rule says about the candidates, with the differences of its cells that the houses imply.
    fn rule(&self) -> Option<Step> {
        let setting = self.variant.setting();
        let board = self.variant.board();
        for (number, rule) in self.variant.rules().iter().enumerate() {
            let mut cells = rule.cells(&setting);
            cells.sort_unstable();
            cells.dedup();
            if matches!(rule, Rule::Region(_)) || cells.iter().all(|cell| self.placed[cell.index()]) {
                continue;
            }
            let mut model = Model::new(board);
            for cell in board.cells() {
                model.restrict(cell, self.candidates[cell.index()]);
            }
            // Only differences within the rule: the step speaks of this rule.
            for region in &self.regions {
                let shared: Vec<Cell> = region.cells.iter().copied().filter(|cell| cells.contains(cell)).collect();
                if shared.len() > 1 && shared.len() < board.value_count() {
                    model.different(&shared);
                }
            }
            rule.post(&setting, &mut model);
            let engine = Arc::new(Engine::new(&model));
            let mut search = crate::solve::search::Search::new(&engine);
            let Some(masks) = search.root() else { continue };
            let removed: Vec<(Cell, ValueSet)> = cells
                .iter()
                .map(|&cell| (cell, self.candidates[cell.index()] - ValueSet::from_bits(masks[cell.index()])))
                .filter(|(_, values)| !values.is_empty())
                .collect();
            if !removed.is_empty() {
                return Some(Step { reason: Reason::Rule(number), placed: None, removed });
            }
        }
        None
    }
}

impl Step {
    /// The step in a sentence.
    pub fn sentence(&self, variant: &Variant, language: Language) -> String {
        sentence::of(self, variant, language)
    }
}

/// The first step by totals from the givens.
#[cfg(test)]
fn totals_of(variant: &Variant) -> Option<Step> {
    Finder::new(variant).total()
}
