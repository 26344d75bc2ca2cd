//! The solver for people who want to read it, and the oracle of the tests.
//!
//! It knows the givens, the houses and the predicate of each rule, nothing else. It fills the empty cell with the fewest
//! possible values first. A value is possible in a cell when no house has it already and no rule that it completes
//! is broken.

use crate::rule::Setting;
use crate::{Answer, Cell, Solution, Variant};

/// A rule that waits for its cells.
struct Waiting {
    rule: usize,
    cells: Vec<Cell>,
}

/// The naive search.
pub struct Naive<'a> {
    variant: &'a Variant,
    setting: Setting<'a>,
    /// For each cell the cells of its houses.
    peers: Vec<Vec<Cell>>,
    waiting: Vec<Waiting>,
    /// For each cell the numbers of the rules that speak of it.
    rules_of: Vec<Vec<usize>>,
    values: Vec<Option<u8>>,
    /// How many more values may be tried.
    left: u64,
}

impl<'a> Naive<'a> {
    /// A search that gives up after so many tries.
    pub fn new(variant: &'a Variant, tries: u64) -> Naive<'a> {
        let board = variant.board();
        let mut peers = vec![Vec::new(); board.cell_count()];
        for house in board.houses() {
            for &cell in &house.cells {
                peers[cell.index()].extend(house.cells.iter().copied().filter(|&other| other != cell));
            }
        }
        let setting = variant.setting();
        let mut rules_of = vec![Vec::new(); board.cell_count()];
        let mut waiting = Vec::new();
        for (rule, defined) in variant.rules().iter().enumerate() {
            let mut cells = defined.cells(&setting);
            cells.sort_unstable();
            cells.dedup();
            cells.iter().for_each(|cell| rules_of[cell.index()].push(waiting.len()));
            waiting.push(Waiting { rule, cells });
        }
        Naive { variant, setting, peers, waiting, rules_of, values: vec![None; board.cell_count()], left: tries }
    }

    /// Whether a value in an empty cell breaks a house or a rule that it completes.
    fn fits(&mut self, cell: Cell, value: u8) -> bool {
        if self.peers[cell.index()].iter().any(|peer| self.values[peer.index()] == Some(value)) {
            return false;
        }
        self.values[cell.index()] = Some(value);
        let first = self.variant.board().first_value();
        let broken = self.rules_of[cell.index()].iter().any(|&number| {
            let waiting = &self.waiting[number];
            if !waiting.cells.iter().all(|cell| self.values[cell.index()].is_some()) {
                return false;
            }
            let filled: Vec<u8> = self.values.iter().map(|value| value.unwrap_or(first)).collect();
            !self.variant.rules()[waiting.rule].holds(&self.setting, &filled)
        });
        self.values[cell.index()] = None;
        !broken
    }

    /// Calls `found` with each solution until it returns false; `None` when there were too many tries, otherwise
    /// whether to go on.
    fn search(&mut self, found: &mut impl FnMut(Vec<u8>) -> bool) -> Option<bool> {
        let mut best: Option<(Cell, Vec<u8>)> = None;
        for cell in self.variant.board().cells() {
            if self.values[cell.index()].is_some() {
                continue;
            }
            self.left = self.left.checked_sub(1)?;
            let given = self.variant.givens()[cell.index()];
            let possible: Vec<u8> = given.iter().filter(|&value| self.fits(cell, value)).collect();
            if best.as_ref().is_none_or(|(_, fewest)| possible.len() < fewest.len()) {
                let done = possible.len() < 2;
                best = Some((cell, possible));
                if done {
                    break;
                }
            }
        }
        let Some((cell, possible)) = best else {
            return Some(found(self.values.iter().map(|value| value.unwrap_or(0)).collect()));
        };
        for value in possible {
            self.values[cell.index()] = Some(value);
            let goes_on = self.search(found);
            self.values[cell.index()] = None;
            if goes_on != Some(true) {
                return goes_on;
            }
        }
        Some(true)
    }
}

/// All solutions up to a limit; `None` when they could not be found in so many tries.
///
/// ```
/// use ninefold_variants::solve::naive;
/// use ninefold_variants::{Board, Variant};
///
/// let empty = Variant::new(Board::square(4)?);
/// assert_eq!(naive::solutions(&empty, 1000, 1_000_000).unwrap().len(), 288);
/// # Ok::<(), ninefold_variants::BoardError>(())
/// ```
pub fn solutions(variant: &Variant, limit: usize, tries: u64) -> Option<Vec<Solution>> {
    let mut solutions = Vec::new();
    // Rules without cells are decided before the first guess.
    let setting = variant.setting();
    let empty = vec![variant.board().first_value(); variant.board().cell_count()];
    for rule in variant.rules() {
        if rule.cells(&setting).is_empty() && !rule.holds(&setting, &empty) {
            return Some(solutions);
        }
    }
    Naive::new(variant, tries).search(&mut |values| {
        solutions.push(Solution::proved(variant.board(), values));
        solutions.len() < limit
    })?;
    Some(solutions)
}

/// The answer, if it is found in so many tries.
pub fn solve(variant: &Variant, tries: u64) -> Option<Answer> {
    let mut found = solutions(variant, 2, tries)?.into_iter();
    Some(match (found.next(), found.next()) {
        (Some(first), Some(second)) => Answer::Multiple(first, second),
        (Some(only), None) => Answer::Unique(only),
        _ => Answer::NoSolution,
    })
}
