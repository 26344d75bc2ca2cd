//! The checker: proves steps with the predicates of the rules, and shares no code with the finders.
//!
//! A step is proved when every candidate it removes occurs in no assignment of the cells that its reason names. For a region
//! the assignments are those of different values, all values where it is full. For a rule they are those for which the rule's
//! predicate holds and no house has a value twice. Assignments are tried one by one, up to a limit. For a total the equation
//! is added up again from the houses and cages it names.

use super::{Path, Reason, Step, Total};
use crate::rule::{Cage, Rule, different};
use crate::{Cell, ValueSet, Variant};

/// How many assignments of a rule the checker tries for one step.
pub const EFFORT: u64 = 3_000_000;

/// What the checker found out about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The step follows.
    Proved,
    /// The step does not follow from its reason.
    Refuted,
    /// There are too many assignments to try.
    TooLong,
    /// The step is the solver's value and claims no reason.
    Unreasoned,
}

/// Checks all steps of a path in order.
pub fn path(variant: &Variant, path: &Path) -> Vec<Verdict> {
    let mut candidates = after_givens(variant);
    path.steps
        .iter()
        .map(|step| {
            let verdict = step_from(variant, &candidates, step);
            if let Some((cell, value)) = step.placed {
                candidates[cell.index()] = ValueSet::of(value);
            }
            step.removed.iter().for_each(|&(cell, values)| candidates[cell.index()] -= values);
            verdict
        })
        .collect()
}

/// The candidates without the values of givens in cells that differ from them.
fn after_givens(variant: &Variant) -> Vec<ValueSet> {
    let mut candidates = variant.givens().to_vec();
    for given in variant.board().cells() {
        let Some(value) = variant.given(given) else { continue };
        for cell in variant.board().cells() {
            if candidates[cell.index()].contains(value) && differ(variant, cell, given) {
                candidates[cell.index()] -= ValueSet::of(value);
            }
        }
    }
    candidates
}

/// Checks one step from these candidates.
pub fn step_from(variant: &Variant, candidates: &[ValueSet], step: &Step) -> Verdict {
    // A placed value leaves the cells that differ from its cell; that part is the same for all reasons.
    let holds = |ok: bool| if ok { Verdict::Proved } else { Verdict::Refuted };
    let spread = step.placed.is_none_or(|(placed, value)| {
        let leaves = |&(cell, values): &(Cell, ValueSet)| {
            cell == placed || (values == ValueSet::of(value) && differ(variant, cell, placed))
        };
        step.removed.iter().all(leaves)
    });
    match (&step.reason, step.placed) {
        (Reason::Solver, _) => Verdict::Unreasoned,
        (Reason::NakedSingle, Some((cell, value))) => holds(spread && candidates[cell.index()] == ValueSet::of(value)),
        (Reason::HiddenSingle { region }, Some((cell, value))) => {
            let full = region.cells.len() == variant.board().value_count();
            let others = region.cells.iter().filter(|&&other| other != cell);
            let alone = others.into_iter().all(|other| !candidates[other.index()].contains(value));
            holds(spread && full && is_region(variant, &region.cells) && region.cells.contains(&cell) && alone)
        }
        (Reason::Pointing { region, value, places }, None) => {
            let full = region.cells.len() == variant.board().value_count();
            let all =
                region.cells.iter().all(|cell| places.contains(cell) || !candidates[cell.index()].contains(*value));
            let sees = |&(cell, values): &(Cell, ValueSet)| {
                values == ValueSet::of(*value) && places.iter().all(|&place| differ(variant, cell, place))
            };
            holds(full && is_region(variant, &region.cells) && all && step.removed.iter().all(sees))
        }
        (Reason::Tuple { region, cells, .. }, None) => {
            let union = cells.iter().fold(ValueSet::EMPTY, |union, cell| union | candidates[cell.index()]);
            let inside = cells.iter().all(|cell| region.cells.contains(cell));
            let leaves = |&(cell, values): &(Cell, ValueSet)| {
                region.cells.contains(&cell) && !cells.contains(&cell) && values.is_subset(union)
            };
            holds(
                is_region(variant, &region.cells)
                    && inside
                    && union.len() <= cells.len()
                    && step.removed.iter().all(leaves),
            )
        }
        (Reason::Rule(number), None) => by_rule(variant, candidates, *number, step),
        (Reason::Total(total), None) if is_true(variant, total) => {
            let cells: Vec<Cell> = total.innies.iter().chain(&total.outies).copied().collect();
            by_assignments(variant, candidates, &cells, step, &|filled| {
                let sum = |cells: &[Cell]| cells.iter().map(|cell| i64::from(filled[cell.index()])).sum::<i64>();
                sum(&total.innies) - sum(&total.outies) == total.difference
            })
        }
        _ => Verdict::Refuted,
    }
}

/// Whether no value repeats in these cells, by a house or a rule.
fn is_region(variant: &Variant, cells: &[Cell]) -> bool {
    variant.regions().iter().any(|region| region.cells == cells)
}

/// Whether two cells differ: a house has both, or a rule never holds when they are equal.
fn differ(variant: &Variant, a: Cell, b: Cell) -> bool {
    if a == b {
        return false;
    }
    let both = |cells: &[Cell]| cells.contains(&a) && cells.contains(&b);
    if variant.board().houses().iter().any(|house| both(&house.cells)) {
        return true;
    }
    let setting = variant.setting();
    variant.rules().iter().any(|rule| rule.separates(&setting, a, b))
}

/// Whether the innies minus the outies have the difference: the terms of the houses and cages are added up cell by cell.
fn is_true(variant: &Variant, total: &Total) -> bool {
    let board = variant.board();
    let mut terms = vec![0; board.cell_count()];
    let (mut constant, mut sums) = (0, 0);
    for house in &total.houses {
        if !is_region(variant, &house.cells) || house.cells.len() != board.value_count() {
            return false;
        }
        house.cells.iter().for_each(|cell| terms[cell.index()] += 1);
        constant += board.values().iter().map(i64::from).sum::<i64>();
    }
    for &number in &total.cages {
        let Some(Rule::Cage(Cage::Killer { sum: Some(sum), cells })) = variant.rules().get(number) else {
            return false;
        };
        cells.iter().for_each(|cell| terms[cell.index()] -= 1);
        constant -= i64::from(*sum);
        sums += i64::from(*sum);
    }
    total.innies.iter().for_each(|cell| terms[cell.index()] -= 1);
    total.outies.iter().for_each(|cell| terms[cell.index()] += 1);
    terms.iter().all(|&term| term == 0) && constant == total.difference && sums == total.sums
}

fn by_rule(variant: &Variant, candidates: &[ValueSet], number: usize, step: &Step) -> Verdict {
    let setting = variant.setting();
    let Some(rule) = variant.rules().get(number) else { return Verdict::Refuted };
    let mut cells = rule.cells(&setting);
    cells.sort_unstable();
    cells.dedup();
    by_assignments(variant, candidates, &cells, step, &|filled| rule.holds(&setting, filled))
}

/// Tries all assignments of these cells that pass the test and have no value twice in a house. None of them may use a
/// candidate that the step removes.
fn by_assignments(
    variant: &Variant,
    candidates: &[ValueSet],
    cells: &[Cell],
    step: &Step,
    test: &dyn Fn(&[u8]) -> bool,
) -> Verdict {
    if step.removed.iter().any(|(cell, _)| !cells.contains(cell)) {
        return Verdict::Refuted;
    }
    let houses: Vec<Vec<Cell>> = variant
        .regions()
        .into_iter()
        .map(|region| region.cells.into_iter().filter(|cell| cells.contains(cell)).collect())
        .filter(|cells: &Vec<Cell>| cells.len() > 1)
        .collect();
    let mut left = EFFORT;
    for &(cell, values) in &step.removed {
        for value in values.iter() {
            let mut filled = vec![variant.board().first_value(); variant.board().cell_count()];
            filled[cell.index()] = value;
            let rest: Vec<Cell> = cells.iter().copied().filter(|&other| other != cell).collect();
            let mut search = Assignments { candidates, houses: &houses, left: &mut left, known: vec![cell] };
            match search.any(&rest, &mut filled, test) {
                None => return Verdict::TooLong,
                Some(true) => return Verdict::Refuted,
                Some(false) => {}
            }
        }
    }
    Verdict::Proved
}

struct Assignments<'a> {
    candidates: &'a [ValueSet],
    houses: &'a [Vec<Cell>],
    left: &'a mut u64,
    known: Vec<Cell>,
}

impl Assignments<'_> {
    /// Whether some assignment of the rest passes the test; `None` when there are too many.
    fn any(&mut self, rest: &[Cell], filled: &mut Vec<u8>, test: &dyn Fn(&[u8]) -> bool) -> Option<bool> {
        *self.left = self.left.checked_sub(1)?;
        let Some((&cell, rest)) = rest.split_first() else { return Some(test(filled)) };
        for value in self.candidates[cell.index()].iter() {
            filled[cell.index()] = value;
            self.known.push(cell);
            let clash = self.houses.iter().filter(|house| house.contains(&cell)).any(|house| {
                let known: Vec<Cell> = house.iter().copied().filter(|cell| self.known.contains(cell)).collect();
                !different(&known, filled)
            });
            let found = if clash { Some(false) } else { self.any(rest, filled, test) };
            self.known.pop();
            if found != Some(false) {
                return found;
            }
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Run, text};

    #[test]
    fn every_step_of_a_path_is_proved_and_leads_to_the_solution() {
        for puzzle in [
            ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1",
            "1.....2..3......",
            ".Shape~6x6.Cage~3~R1C1~R1C2.Cage~9~R1C3~R2C3.Arrow~R3C3~R3C4~R4C4.~R1C4_4~R2C5_2~R6C6_1~R5C1_2~R4C2_3~R6C3_4~R3C6_6",
        ] {
            let variant = text::read(puzzle).unwrap();
            let Some(explained) = variant.explain(&Run::single()).unwrap() else { continue };
            let verdicts = path(&variant, &explained);
            for (step, verdict) in explained.steps.iter().zip(&verdicts) {
                assert!(matches!(verdict, Verdict::Proved | Verdict::Unreasoned), "{step:?} {verdict:?}");
            }
            let placed = explained.steps.iter().filter_map(|step| step.placed).count();
            let givens = variant.board().cells().filter(|&cell| variant.given(cell).is_some()).count();
            assert_eq!(placed + givens, variant.board().cell_count());
        }
    }

    /// Cages in the first two rows whose sums leave r1c4 (an innie) and r3c1 (an outie).
    const TOTALS: &str = ".Shape~4x4.Cage~6~R1C1~R1C2~R1C3.Cage~10~R2C1~R2C2~R2C3~R2C4.Cage~7~R3C1~R4C1~R4C2";

    #[test]
    fn totals_of_houses_give_innies_and_outies_and_are_proved() {
        let variant = text::read(TOTALS).unwrap();
        let step = super::super::totals_of(&variant).unwrap();
        assert_eq!(
            step.sentence(&variant, ninefold::Language::ENGLISH),
            "Row 1 has the total 10, and 1 cage has 6, so r1c4 is 4: r1c4 cannot be 1, 2 or 3."
        );
        assert_eq!(step_from(&variant, variant.givens(), &step), Verdict::Proved);
        // An equation that leaves out a cage, or has another difference, is refuted.
        let Reason::Total(total) = &step.reason else { panic!("{step:?}") };
        for wrong in [
            Total { cages: Vec::new(), ..total.clone() },
            Total { difference: total.difference - 1, ..total.clone() },
            Total { innies: vec![Cell::new(2)], ..total.clone() },
        ] {
            let step = Step { reason: Reason::Total(wrong), ..step.clone() };
            assert_eq!(step_from(&variant, variant.givens(), &step), Verdict::Refuted, "{step:?}");
        }
    }

    #[test]
    fn a_false_step_is_refuted() {
        let variant = text::read(".Shape~4x4.Cage~5~R1C1~R1C2").unwrap();
        let cell = Cell::new(0);
        let step = Step { reason: Reason::Rule(0), placed: None, removed: vec![(cell, ValueSet::of(4))] };
        assert_eq!(step_from(&variant, variant.givens(), &step), Verdict::Refuted);
        let single =
            Step { reason: Reason::NakedSingle, placed: Some((cell, 1)), removed: vec![(cell, ValueSet::of(2))] };
        assert_eq!(step_from(&variant, variant.givens(), &single), Verdict::Refuted);
    }
}
