//! Uniqueness: a puzzle has one solution, so no two digits of it can be exchanged in some cells.
//!
//! ```text
//!   57 . . | 57  .  .      If r1c1, r1c4, r2c1 and r2c4 held only 5 and 7, the digits could be exchanged: the two rows, two
//!   57 . . | 57+ .  .      columns and two blocks would still be right. So r2c4 is neither: uniqueness test 1.
//! ```
//!
//! The four cells lie in two rows, two columns and two blocks, and none of them is given. The *floor* are the cells with
//! exactly the two candidates, the *roof* the others. A roof cell may have only one of the two.
//!
//! | test | roof | then |
//! |---|---|---|
//! | 1 | one cell | it is neither digit |
//! | 2 | two cells on a line, with the same third digit | one of them holds it |
//! | 3 | two cells on a line | they act as one cell with their other digits, in a naked subset |
//! | 4 | two cells on a line which has one of the digits nowhere else, or a block has | neither holds the other digit |
//! | 5 | two cells across, or three, with the same third digit | one of them holds it |
//! | 6 | two cells across; both rows have one of the digits nowhere else, or both columns | neither holds it |
//! | hidden | a floor cell, and across from it a cell whose row and column have one of the digits nowhere else | it does not hold the other |
//!
//! An *avoidable rectangle* has cells that are filled but were not given. A *unique loop* is longer, with two cells in each
//! of its houses. In a *bivalue universal grave* all empty cells form such loops.

use crate::explain::finder::{Flow, GO_ON, StepSearch};
use crate::explain::rectangles::{RECTANGLE_CELLS, RECTANGLES, Rectangle};
use crate::explain::{Deadly, Facts, Grave, Pattern, Technique};
use crate::{CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseSet};

pub(in crate::explain) fn test_1(search: &mut StepSearch<'_>) -> Flow {
    rectangles(search, Technique::UniquenessTest1)
}

pub(in crate::explain) fn test_2(search: &mut StepSearch<'_>) -> Flow {
    rectangles(search, Technique::UniquenessTest2)
}

pub(in crate::explain) fn test_3(search: &mut StepSearch<'_>) -> Flow {
    rectangles(search, Technique::UniquenessTest3)
}

pub(in crate::explain) fn test_4(search: &mut StepSearch<'_>) -> Flow {
    rectangles(search, Technique::UniquenessTest4)
}

pub(in crate::explain) fn test_5(search: &mut StepSearch<'_>) -> Flow {
    rectangles(search, Technique::UniquenessTest5)
}

pub(in crate::explain) fn test_6(search: &mut StepSearch<'_>) -> Flow {
    rectangles(search, Technique::UniquenessTest6)
}

pub(in crate::explain) fn hidden_rectangle(search: &mut StepSearch<'_>) -> Flow {
    rectangles(search, Technique::HiddenRectangle)
}

/// Rectangles in order, then pairs of digits in order.
fn rectangles(search: &mut StepSearch<'_>, technique: Technique) -> Flow {
    for &Rectangle { corners, cells, digits } in search.facts.rectangles() {
        if technique == Technique::HiddenRectangle {
            hidden(search, &corners, cells, digits)?;
        } else {
            Roof::new(search, cells, digits).each(search, |found| found == technique, |found| found)?;
        }
    }
    GO_ON
}

/// A deadly pattern and those of its cells that have other candidates too.
#[derive(Clone, Copy)]
struct Roof {
    cells: CellSet,
    digits: DigitSet,
    roof: CellSet,
    /// The other candidates of the roof.
    extras: DigitSet,
}

impl Roof {
    fn new(search: &StepSearch<'_>, cells: CellSet, digits: DigitSet) -> Roof {
        let facts = search.facts;
        let roof: CellSet = cells.iter().filter(|&cell| facts.digits_in(cell) != digits).collect();
        Roof { cells, digits, roof, extras: facts.digits_among(roof) - digits }
    }

    /// What follows from the six tests. `wanted` decides which to try, `name` gives the technique to report.
    fn each(
        self,
        search: &mut StepSearch<'_>,
        wanted: impl Fn(Technique) -> bool,
        name: impl Fn(Technique) -> Technique,
    ) -> Flow {
        let facts = search.facts;
        let lines = self.roof.common_houses() & (HouseSet::ROWS | HouseSet::COLS);
        let alone = self.roof.single();
        if let Some(cell) = alone.filter(|_| wanted(Technique::UniquenessTest1)) {
            let removed = CandidateSet::of_cell(cell, facts.digits_in(cell) & self.digits);
            search.push(name(Technique::UniquenessTest1), CandidateSet::EMPTY, removed, || self.pattern())?;
        }
        let on_line = self.roof.len() == 2 && !lines.is_empty();
        let third = if on_line { Technique::UniquenessTest2 } else { Technique::UniquenessTest5 };
        if let Some(digit) = self.extras.single().filter(|_| self.roof.len() > 1 && wanted(third)) {
            let holders = self.roof & facts.cells_with(digit);
            let removed = holders.common_peers() & facts.cells_with(digit);
            search.push_eliminations(name(third), digit, removed, || self.pattern())?;
        }
        if self.roof.len() != 2 {
            return GO_ON;
        }
        if on_line && wanted(Technique::UniquenessTest3) {
            self.subsets(search, name(Technique::UniquenessTest3))?;
        }
        if on_line && wanted(Technique::UniquenessTest4) {
            self.linked(search, name(Technique::UniquenessTest4))?;
        }
        if !on_line && wanted(Technique::UniquenessTest6) {
            self.crossed(search, name(Technique::UniquenessTest6))?;
        }
        GO_ON
    }

    fn pattern(self) -> Pattern {
        let Roof { cells, digits, .. } = self;
        Pattern::Deadly(Deadly { cells, digits, helpers: CellSet::EMPTY, linked: None, links: HouseSet::EMPTY })
    }

    fn linked_pattern(self, linked: Digit, links: HouseSet) -> Pattern {
        let Roof { cells, digits, .. } = self;
        Pattern::Deadly(Deadly { cells, digits, helpers: CellSet::EMPTY, linked: Some(linked), links })
    }

    /// Test 3: houses in order, then cells in order.
    fn subsets(self, search: &mut StepSearch<'_>, technique: Technique) -> Flow {
        let facts = search.facts;
        for house in self.roof.common_houses() {
            let others = (house.cells() & facts.empty_cells()) - self.roof;
            self.choose_helpers(search, technique, others, others, CellSet::EMPTY, self.extras)?;
        }
        GO_ON
    }

    fn choose_helpers(
        self,
        search: &mut StepSearch<'_>,
        technique: Technique,
        others: CellSet,
        mut from: CellSet,
        helpers: CellSet,
        union: DigitSet,
    ) -> Flow {
        let facts = search.facts;
        if !helpers.is_empty() && union.len() == helpers.len() + 1 {
            // If the subset lies in two houses, both lose the digits.
            let houses = (helpers | self.roof).common_houses();
            let rest = houses.cells() - helpers - self.roof;
            let removed = union.iter().fold(CandidateSet::EMPTY, |set, digit| {
                set | CandidateSet::of_digit(digit, rest & facts.cells_with(digit))
            });
            let Roof { cells, digits, .. } = self;
            search.push(technique, CandidateSet::EMPTY, removed, || {
                Pattern::Deadly(Deadly { cells, digits, helpers, linked: None, links: HouseSet::EMPTY })
            })?;
        }
        // With all others as helpers, no cell would be left to eliminate from.
        if helpers.len() + 1 >= others.len() {
            return GO_ON;
        }
        while let Some(cell) = from.first() {
            from.remove(cell);
            let union = union | facts.digits_in(cell);
            if union.len() <= others.len() {
                self.choose_helpers(search, technique, others, from, helpers.with(cell), union)?;
            }
        }
        GO_ON
    }

    /// Test 4: digits in order, houses in order.
    fn linked(self, search: &mut StepSearch<'_>, technique: Technique) -> Flow {
        let facts = search.facts;
        for linked in self.digits {
            let Some(other) = self.digits.without(linked).first() else { continue };
            for house in self.roof.common_houses() {
                if confined(facts, house, linked, self.roof) {
                    let removed = self.roof & facts.cells_with(other);
                    search
                        .push_eliminations(technique, other, removed, || self.linked_pattern(linked, house.into()))?;
                }
            }
        }
        GO_ON
    }

    /// Test 6: digits in order, rows before columns.
    fn crossed(self, search: &mut StepSearch<'_>, technique: Technique) -> Flow {
        let facts = search.facts;
        for linked in self.digits {
            for lines in [HouseSet::ROWS, HouseSet::COLS] {
                let houses = self.cells.houses() & lines;
                let inside = |house: House| confined(facts, house, linked, self.cells);
                if houses.iter().all(inside) {
                    let removed = self.roof & facts.cells_with(linked);
                    search.push_eliminations(technique, linked, removed, || self.linked_pattern(linked, houses))?;
                }
            }
        }
        GO_ON
    }
}

/// Whether the house has places for the digit, all of them among these cells.
fn confined(facts: &Facts, house: House, digit: Digit, cells: CellSet) -> bool {
    let places = facts.places(house, digit);
    !places.is_empty() && places.cells(house).is_subset(cells)
}

/// Corners in order, digits in order.
fn hidden(search: &mut StepSearch<'_>, corners: &[Cell; 4], cells: CellSet, digits: DigitSet) -> Flow {
    let facts = search.facts;
    for (index, &across) in corners.iter().enumerate() {
        // The corners are row by row, so the opposite one has the opposite index.
        if facts.digits_in(corners[3 - index]) != digits {
            continue;
        }
        for linked in digits {
            let Some(other) = digits.without(linked).first() else { continue };
            let links = [House::from(across.row()), House::from(across.col())];
            let inside = |house: &House| confined(facts, *house, linked, cells);
            if links.iter().all(inside) {
                let removed = CellSet::from(across) & facts.cells_with(other);
                search.push_eliminations(Technique::HiddenRectangle, other, removed, || {
                    let links = links.into_iter().collect();
                    Pattern::Deadly(Deadly { cells, digits, helpers: CellSet::EMPTY, linked: Some(linked), links })
                })?;
            }
        }
    }
    GO_ON
}

/// Three corners placed: the fourth cannot complete the rectangle. Rectangles in order.
pub(in crate::explain) fn avoidable_1(search: &mut StepSearch<'_>) -> Flow {
    avoidable(search, Technique::AvoidableRectangle1)
}

/// Two corners placed: the other two cannot both complete the rectangle. Rectangles in order.
pub(in crate::explain) fn avoidable_2(search: &mut StepSearch<'_>) -> Flow {
    avoidable(search, Technique::AvoidableRectangle2)
}

fn avoidable(search: &mut StepSearch<'_>, technique: Technique) -> Flow {
    let facts = search.facts;
    let placed = facts.marks().placed();
    let free = !facts.givens();
    let wanted = if technique == Technique::AvoidableRectangle1 { 1 } else { 2 };
    if (free - facts.empty_cells()).len() < 4 - wanted {
        return GO_ON;
    }
    for (&cells, corners) in RECTANGLE_CELLS.iter().zip(&RECTANGLES) {
        let open = cells & facts.empty_cells();
        if !cells.is_subset(free) || open.len() != wanted {
            continue;
        }
        // One diagonal would have one digit, the other the other.
        let diagonals = [[corners[0], corners[3]], [corners[1], corners[2]]];
        let there = diagonals.map(|pair| pair.into_iter().filter_map(|cell| placed[cell]).collect::<DigitSet>());
        let digits = match (there[0].single(), there[1].single()) {
            (Some(first), Some(second)) if first != second => [first, second],
            // Both placed cells are on one diagonal: the other digit is one of the two that both open cells have.
            _ => {
                diagonal(search, technique, cells, open, there)?;
                continue;
            }
        };
        let completing = |cell: Cell| if diagonals[0].contains(&cell) { digits[0] } else { digits[1] };
        let pair: DigitSet = digits.into_iter().collect();
        if let Some(cell) = open.single() {
            let removed = CellSet::from(cell) & facts.cells_with(completing(cell));
            search.push_eliminations(technique, completing(cell), removed, || avoidable_pattern(cells, pair))?;
            continue;
        }
        let bivalue = |cell: Cell| facts.digits_in(cell).len() == 2 && facts.digits_in(cell).contains(completing(cell));
        let rest = |cell: Cell| facts.digits_in(cell).without(completing(cell));
        let third = open.iter().fold(DigitSet::FULL, |common, cell| common & rest(cell)).single();
        if let Some(digit) = third.filter(|_| open.iter().all(bivalue)) {
            let removed = open.common_peers() & facts.cells_with(digit);
            search.push_eliminations(technique, digit, removed, || avoidable_pattern(cells, pair))?;
        }
    }
    GO_ON
}

/// The same digit placed on one diagonal; both cells of the other have the same two candidates.
fn diagonal(
    search: &mut StepSearch<'_>,
    technique: Technique,
    cells: CellSet,
    open: CellSet,
    there: [DigitSet; 2],
) -> Flow {
    let facts = search.facts;
    let Some(placed) = (there[0] | there[1]).single().filter(|_| open.len() == 2) else { return GO_ON };
    let candidates = facts.digits_among(open);
    if candidates.len() != 2 || !open.iter().all(|cell| facts.digits_in(cell) == candidates) {
        return GO_ON;
    }
    for digit in candidates {
        let pair = candidates.without(digit).with(placed);
        let removed = open.common_peers() & facts.cells_with(digit);
        search.push_eliminations(technique, digit, removed, || avoidable_pattern(cells, pair))?;
    }
    GO_ON
}

fn avoidable_pattern(cells: CellSet, digits: DigitSet) -> Pattern {
    Pattern::Deadly(Deadly { cells, digits, helpers: CellSet::EMPTY, linked: None, links: HouseSet::EMPTY })
}

/// Every empty cell has two candidates, except one with a digit that has three places in each of its houses.
pub(in crate::explain) fn bug_plus_one(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    let Some(cell) = (facts.empty_cells() - facts.bivalue_cells()).single() else { return GO_ON };
    let digits = facts.digits_in(cell);
    if digits.len() != 3 {
        return GO_ON;
    }
    let mut extra = DigitSet::FULL;
    for house in House::all() {
        let own = house.cells().contains(cell);
        let mut thrice = DigitSet::EMPTY;
        for digit in Digit::ALL {
            match facts.places(house, digit).len() {
                0 | 2 => {}
                3 if own => thrice.insert(digit),
                _ => return GO_ON,
            }
        }
        if own {
            extra &= thrice;
        }
    }
    let Some(digit) = (extra & digits).single() else { return GO_ON };
    let removed = CandidateSet::of_cell(cell, digits.without(digit));
    search.push(Technique::BugPlusOne, CandidateSet::EMPTY, removed, || Pattern::Grave(Grave { cell, digit }))
}

/// Loops of six cells and more, by their first cell; pairs of digits in order.
pub(in crate::explain) fn unique_loop(search: &mut StepSearch<'_>) -> Flow {
    let facts = search.facts;
    for first in Digit::ALL {
        for second in Digit::ALL.into_iter().filter(|&second| first < second) {
            let both = facts.cells_with(first) & facts.cells_with(second);
            let digits = DigitSet::from(first).with(second);
            if (both & facts.bivalue_cells()).len() < 4 {
                continue;
            }
            search.poll()?;
            for start in both {
                let later = both.iter().filter(|&cell| start < cell).collect();
                Growth { digits, cells: CellSet::EMPTY, open: HouseSet::EMPTY, full: HouseSet::EMPTY }
                    .add(search, start, later)?;
            }
        }
    }
    GO_ON
}

/// A loop under construction: the houses with one of its cells are open, those with two are full.
#[derive(Clone, Copy)]
struct Growth {
    digits: DigitSet,
    cells: CellSet,
    open: HouseSet,
    full: HouseSet,
}

impl Growth {
    fn add(self, search: &mut StepSearch<'_>, cell: Cell, from: CellSet) -> Flow {
        let houses = HouseSet::of_cell(cell);
        if !(houses & self.full).is_empty() {
            return GO_ON;
        }
        let grown = Growth {
            digits: self.digits,
            cells: self.cells.with(cell),
            open: (self.open | houses) - (self.open & houses),
            full: self.full | (self.open & houses),
        };
        let roof = Roof::new(search, grown.cells, self.digits);
        // More than one extra digit in more than two cells: no test applies.
        if roof.roof.len() > 2 && roof.extras.len() > 1 {
            return GO_ON;
        }
        let Some(house) = grown.open.first() else {
            let tests = |test| test != Technique::UniquenessTest6;
            return if grown.cells.len() > 4 { roof.each(search, tests, |_| Technique::UniqueLoop) } else { GO_ON };
        };
        for next in (house.cells() & from) - grown.cells {
            grown.add(search, next, from)?;
        }
        GO_ON
    }
}
