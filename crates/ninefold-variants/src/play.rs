//! A puzzle while it is played: which rules the values so far break, and in which cells.
//!
//! A house is broken where a value occurs twice. A rule is broken when its propagators leave a cell without candidates, with
//! nothing but the values of its own cells: so a cage is broken as soon as its sum is out of reach, not only when it is full.
//! The propagators never remove a value that the rule allows, so no rule is called broken that is not. Of the values of a
//! broken rule only as many are shown as it takes.

use std::sync::Arc;

use ninefold::Language;

use crate::board::HouseName;
use crate::explain::house_words;
use crate::rule::{Region, Rule};
use crate::solve::engine::Engine;
use crate::solve::model::Model;
use crate::solve::search::Search;
use crate::{Cell, Part, ValueSet, Variant, symbol};

/// A part of the puzzle that values break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BrokenPart {
    /// A house has a value twice.
    House(HouseName),
    /// The rule of this number does not hold.
    Rule(usize),
    /// A cell has another value than is given.
    Given,
}

/// A broken part and the cells whose values break it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The part.
    pub part: BrokenPart,
    /// The cells, in order.
    pub cells: Vec<Cell>,
}

/// The values of a text of one character a cell, `.` for an empty one; missing characters are empty cells.
///
/// ```
/// use ninefold_variants::play::values_of;
///
/// assert_eq!(values_of("1.A", 4), [Some(1), None, Some(10), None]);
/// ```
pub fn values_of(text: &str, cells: usize) -> Vec<Option<u8>> {
    let mut values: Vec<Option<u8>> =
        text.chars().map(|character| (0..=25).find(|&value| symbol(value) == character)).collect();
    values.resize(cells, None);
    values
}

/// The cells that have a value which an earlier or a later one of them has too, by value.
fn repeated(cells: &[Cell], values: &[Option<u8>]) -> Vec<Vec<Cell>> {
    let mut places: Vec<Vec<Cell>> = vec![Vec::new(); 32];
    for &cell in cells {
        if let Some(value) = values[cell.index()] {
            places[usize::from(value)].push(cell);
        }
    }
    places.into_iter().filter(|cells| cells.len() > 1).collect()
}

impl Variant {
    /// The parts of the puzzle that these values break: one entry for each part and value.
    ///
    /// ```
    /// use ninefold_variants::play::{BrokenPart, values_of};
    /// use ninefold_variants::text;
    ///
    /// let puzzle = text::read(".Shape~4x4.Cage~3~R1C1~R1C2")?;
    /// assert_eq!(puzzle.broken(&values_of("2", 16)), []);
    /// assert_eq!(puzzle.broken(&values_of("4", 16))[0].part, BrokenPart::Rule(0));
    /// # Ok::<(), ninefold_variants::text::ReadError>(())
    /// ```
    ///
    /// # Panics
    /// When there is not one entry for each cell.
    pub fn broken(&self, values: &[Option<u8>]) -> Vec<Broken> {
        let board = self.board();
        assert_eq!(values.len(), board.cell_count(), "one entry for each cell");
        let mut broken = Vec::new();
        for house in board.houses() {
            let part = BrokenPart::House(house.name);
            broken.extend(repeated(&house.cells, values).into_iter().map(|cells| Broken { part, cells }));
        }
        let setting = self.setting();
        for (number, rule) in self.rules().iter().enumerate() {
            let part = BrokenPart::Rule(number);
            if let Rule::Region(region) = rule
                && *region != Region::SameRegions
            {
                let sets = region.sets(board);
                let cells = sets.into_iter().flat_map(|cells| repeated(&crate::rule::once(cells), values));
                broken.extend(cells.map(|cells| Broken { part, cells }));
                continue;
            }
            let mut filled = crate::rule::once(rule.cells(&setting));
            let all = filled.len();
            filled.retain(|cell| values[cell.index()].is_some());
            let wrong = if filled.len() == all {
                let complete: Vec<u8> = values.iter().map(|value| value.unwrap_or(board.first_value())).collect();
                !rule.holds(&setting, &complete)
            } else {
                !filled.is_empty() && self.contradicts(rule, &filled, values)
            };
            if wrong {
                broken.push(Broken { part, cells: self.fewest(rule, filled, values) });
            }
        }
        let not_given =
            |&cell: &Cell| values[cell.index()].is_some_and(|value| !self.givens()[cell.index()].contains(value));
        let cells: Vec<Cell> = board.cells().filter(not_given).collect();
        if !cells.is_empty() {
            broken.push(Broken { part: BrokenPart::Given, cells });
        }
        broken
    }

    /// Whether the values of these cells alone contradict the rule.
    fn contradicts(&self, rule: &Rule, cells: &[Cell], values: &[Option<u8>]) -> bool {
        let mut model = Model::new(self.board());
        for &cell in cells {
            model.restrict(cell, values[cell.index()].map_or(ValueSet::EMPTY, ValueSet::of));
        }
        rule.post(&self.setting(), &mut model);
        Search::new(&Arc::new(Engine::new(&model))).root().is_none()
    }

    /// Leaves cells out while the values of the others contradict the rule: halves first, then single cells.
    fn fewest(&self, rule: &Rule, mut cells: Vec<Cell>, values: &[Option<u8>]) -> Vec<Cell> {
        let mut size = cells.len().div_ceil(2);
        while size > 0 {
            let mut start = 0;
            while start < cells.len() {
                let end = (start + size).min(cells.len());
                let rest = [&cells[..start], &cells[end..]].concat();
                if !rest.is_empty() && self.contradicts(rule, &rest, values) {
                    cells = rest;
                } else {
                    start = end;
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        cells
    }

    /// The part in words: `7 twice in row 4`, `Killer cage r1c1 r1c2`.
    pub fn broken_words(&self, broken: &Broken, values: &[Option<u8>], language: Language) -> String {
        let chinese = language == Language::CHINESE;
        match broken.part {
            BrokenPart::House(name) => {
                let (english, words) = house_words(name);
                let value = broken.cells.first().and_then(|cell| values[cell.index()]).map_or('.', symbol);
                if chinese { format!("{words}有两个{value}") } else { format!("{value} twice in {english}") }
            }
            BrokenPart::Rule(number) => self.part_words(Part::Rule(number), language),
            BrokenPart::Given => if chinese { "与题目所给不符" } else { "other than given" }.to_owned(),
        }
    }

    /// The cells of a part of the puzzle.
    pub fn part_cells(&self, part: Part) -> Vec<Cell> {
        match part {
            Part::Given(cell) => vec![cell],
            Part::Rule(number) => {
                self.rules().get(number).map_or_else(Vec::new, |rule| crate::rule::once(rule.cells(&self.setting())))
            }
        }
    }

    /// A part of the puzzle in words: its name and its first cells.
    pub fn part_words(&self, part: Part, language: Language) -> String {
        const SHOWN: usize = 6;
        let chinese = language == Language::CHINESE;
        let kind = match part {
            Part::Given(_) => {
                if chinese {
                    "已知数"
                } else {
                    "given"
                }
            }
            Part::Rule(number) => match self.rules().get(number).map(Rule::kind) {
                Some(kind) if chinese => kind.chinese(),
                Some(kind) => kind.english(),
                None => "",
            },
        };
        // In the order of the rule: the bulb of a thermometer comes first.
        let mut cells = match part {
            Part::Given(cell) => vec![cell],
            Part::Rule(number) => self.rules().get(number).map_or_else(Vec::new, |rule| rule.cells(&self.setting())),
        };
        let more = if cells.len() > SHOWN { " …" } else { "" };
        cells.truncate(SHOWN);
        let names: Vec<String> = cells.iter().map(|&cell| self.board().name(cell)).collect();
        format!("{kind} {}{more}", names.join(" ")).trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Theme, generate};
    use crate::{Run, text};

    fn broken(puzzle: &str, values: &str) -> Vec<(BrokenPart, Vec<String>)> {
        let variant = text::read(puzzle).unwrap();
        let values = values_of(values, variant.board().cell_count());
        let name = |cell: Cell| variant.board().name(cell);
        variant.broken(&values).into_iter().map(|b| (b.part, b.cells.into_iter().map(name).collect())).collect()
    }

    #[test]
    fn a_value_twice_in_a_house_breaks_each_house_that_has_both() {
        let found = broken(".Shape~4x4", "11..1");
        assert_eq!(
            found,
            [
                (BrokenPart::House(HouseName::Row(0)), vec!["r1c1".into(), "r1c2".into()]),
                (BrokenPart::House(HouseName::Column(0)), vec!["r1c1".into(), "r2c1".into()]),
                (BrokenPart::House(HouseName::Block(0)), vec!["r1c1".into(), "r1c2".into(), "r2c1".into()]),
            ]
        );
    }

    #[test]
    fn a_rule_is_broken_as_soon_as_it_cannot_hold_and_shows_only_the_cells_that_matter() {
        let thermo = ".Shape~6x6.Thermo~R1C1~R1C2~R1C3~R1C4";
        assert_eq!(broken(thermo, "3"), []);
        assert_eq!(broken(thermo, "4"), [(BrokenPart::Rule(0), vec!["r1c1".to_owned()])]);
        assert_eq!(broken(thermo, "1.54"), [(BrokenPart::Rule(0), vec!["r1c3".to_owned(), "r1c4".to_owned()])]);
        // Of a rule for the whole grid, the two cells that break it.
        let knight = ".Shape~6x6.AntiKnight";
        assert_eq!(broken(knight, "..5..1....5."), [(BrokenPart::Rule(0), vec!["r1c3".to_owned(), "r2c5".to_owned()])]);
        // Values on a diagonal.
        let diagonal = ".Shape~4x4.Diagonal~-1";
        assert_eq!(
            broken(diagonal, "1..............1"),
            [(BrokenPart::Rule(0), vec!["r1c1".to_owned(), "r4c4".to_owned()])]
        );
        // A value that the puzzle excludes.
        assert_eq!(broken(".Shape~4x4.~R1C1_2_3", "1"), [(BrokenPart::Given, vec!["r1c1".to_owned()])]);
    }

    #[test]
    fn nothing_of_a_solution_is_broken() {
        for theme in Theme::ALL {
            let puzzle = generate(theme, 6, 2, &Run::single()).unwrap();
            let mut values: Vec<Option<u8>> = puzzle.solution().values().iter().map(|&value| Some(value)).collect();
            assert_eq!(puzzle.variant().broken(&values), [], "{theme:?}");
            for place in (0..values.len()).step_by(2) {
                values[place] = None;
            }
            assert_eq!(puzzle.variant().broken(&values), [], "{theme:?}, half of it");
        }
    }

    #[test]
    fn parts_are_named_in_both_languages() {
        let variant = text::read(".Shape~4x4.Cage~3~R1C1~R1C2").unwrap();
        let values = values_of("44", 16);
        let words = |language| {
            variant.broken(&values).iter().map(|b| variant.broken_words(b, &values, language)).collect::<Vec<_>>()
        };
        assert_eq!(words(Language::ENGLISH), ["4 twice in row 1", "4 twice in box 1", "Killer cage r1c1 r1c2"]);
        assert_eq!(words(Language::CHINESE), ["第1行有两个4", "第1宫有两个4", "杀手笼 r1c1 r1c2"]);
    }
}
