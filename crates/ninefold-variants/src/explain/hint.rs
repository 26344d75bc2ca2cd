//! The next step from a player's position.
//!
//! The finder starts from the values on the board and from what the player has ruled out. First both are compared with the
//! solution: a step from a wrong value would prove anything.

use ninefold::Language;

use super::{Finder, Reason, Step};
use crate::rule::once;
use crate::{Cell, Solution, ValueSet, Variant, symbol};

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// A value on the board is wrong.
    Wrong(Cell, u8),
    /// The value of the solution was ruled out in this cell.
    RuledOut(Cell, u8),
    /// A step.
    Step(Step),
    /// Every cell has its value.
    Solved,
}

impl Variant {
    /// The next step from these values, where the values in `struck` are ruled out.
    ///
    /// ```
    /// use ninefold::Language;
    /// use ninefold_variants::explain::Hint;
    /// use ninefold_variants::play::values_of;
    /// use ninefold_variants::{Run, ValueSet, text};
    ///
    /// let puzzle = text::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1")?;
    /// let answer = puzzle.solve(&Run::single())?;
    /// let solution = answer.unique().expect("a puzzle");
    /// let hint = puzzle.hint(solution, &values_of("....3...2......1", 16), &[ValueSet::EMPTY; 16]);
    /// assert_eq!(hint.sentence(&puzzle, Language::ENGLISH), "4 is the only candidate left in r4c1.");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When there is not one entry for each cell.
    pub fn hint(&self, solution: &Solution, values: &[Option<u8>], struck: &[ValueSet]) -> Hint {
        let cells = self.board().cell_count();
        assert!(values.len() == cells && struck.len() == cells, "one entry for each cell");
        for cell in self.board().cells() {
            let right = solution.value(cell);
            match values[cell.index()] {
                Some(value) if value != right => return Hint::Wrong(cell, value),
                None if struck[cell.index()].contains(right) => return Hint::RuledOut(cell, right),
                _ => {}
            }
        }
        let mut finder = Finder::new(self);
        finder.candidates.iter_mut().zip(struck).for_each(|(candidates, &struck)| *candidates -= struck);
        for cell in self.board().cells() {
            if let Some(value) = values[cell.index()] {
                let step = finder.place(cell, value, Reason::NakedSingle);
                finder.apply(&step);
            }
        }
        finder.next(solution).map_or(Hint::Solved, Hint::Step)
    }
}

impl Hint {
    /// The hint in a sentence.
    pub fn sentence(&self, variant: &Variant, language: Language) -> String {
        let chinese = language == Language::CHINESE;
        let name = |cell: &Cell| variant.board().name(*cell);
        match self {
            Hint::Wrong(cell, value) => {
                let (cell, value) = (name(cell), symbol(*value));
                if chinese { format!("{cell}的{value}不对。") } else { format!("{value} in {cell} is wrong.") }
            }
            Hint::RuledOut(cell, value) => {
                let (cell, value) = (name(cell), symbol(*value));
                if chinese {
                    format!("{cell}是{value}，但它已被排除。")
                } else {
                    format!("{value} belongs in {cell}, but it is ruled out there.")
                }
            }
            Hint::Step(step) => step.sentence(variant, language),
            Hint::Solved => if chinese { "每个格子都已填好。" } else { "Every cell has its value." }.to_owned(),
        }
    }

    /// The cells that the sentence speaks of, without those that change.
    pub fn pattern(&self, variant: &Variant) -> Vec<Cell> {
        match self {
            Hint::Wrong(..) | Hint::RuledOut(..) | Hint::Solved => Vec::new(),
            Hint::Step(step) => match &step.reason {
                Reason::HiddenSingle { region } => region.cells.clone(),
                Reason::Pointing { places, .. } => places.clone(),
                Reason::Tuple { cells, .. } => cells.clone(),
                Reason::Rule(number) => {
                    variant.rules().get(*number).map_or_else(Vec::new, |rule| once(rule.cells(&variant.setting())))
                }
                Reason::Total(total) => {
                    let houses = total.houses.iter().flat_map(|house| house.cells.iter().copied());
                    once(houses.chain(total.outies.iter().copied()).collect())
                }
                Reason::NakedSingle | Reason::Solver => Vec::new(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::values_of;
    use crate::{Run, text};

    /// Follows hints from the givens to the solution.
    fn follow(puzzle: &str) -> usize {
        let variant = text::read(puzzle).unwrap();
        let answer = variant.solve(&Run::single()).unwrap();
        let solution = answer.unique().unwrap();
        let cells = variant.board().cell_count();
        let mut values: Vec<Option<u8>> = variant.board().cells().map(|cell| variant.given(cell)).collect();
        let mut struck = vec![ValueSet::EMPTY; cells];
        for steps in 0..500 {
            match variant.hint(solution, &values, &struck) {
                Hint::Solved => {
                    assert!(values.iter().zip(solution.values()).all(|(value, &right)| *value == Some(right)));
                    return steps;
                }
                Hint::Step(Step { placed: Some((cell, value)), .. }) => values[cell.index()] = Some(value),
                Hint::Step(step) => {
                    assert!(step.removed.iter().any(|&(cell, set)| !(set - struck[cell.index()]).is_empty()));
                    step.removed.iter().for_each(|&(cell, set)| struck[cell.index()] |= set);
                }
                other => panic!("{other:?}"),
            }
        }
        panic!("{puzzle}: the hints do not end");
    }

    #[test]
    fn hints_lead_from_the_givens_to_the_solution() {
        let steps = follow(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1");
        assert!(steps >= 13, "{steps} steps for 13 empty cells");
        let killer = crate::generate::generate(crate::generate::Theme::Killer, 6, 1, &Run::single()).unwrap();
        follow(&text::write(killer.variant(), text::Format::Iss).unwrap());
    }

    #[test]
    fn mistakes_come_first() {
        let variant =
            text::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1").unwrap();
        let answer = variant.solve(&Run::single()).unwrap();
        let solution = answer.unique().unwrap();
        let mut struck = vec![ValueSet::EMPTY; 16];
        let wrong = variant.hint(solution, &values_of("...33...2......1", 16), &struck);
        assert_eq!(wrong, Hint::Wrong(Cell::new(3), 3));
        assert_eq!(wrong.sentence(&variant, Language::ENGLISH), "3 in r1c4 is wrong.");
        struck[0] = ValueSet::of(1);
        let struck_out = variant.hint(solution, &values_of("....3...2......1", 16), &struck);
        assert_eq!(struck_out, Hint::RuledOut(Cell::new(0), 1));
    }
}
