//! Sums: plain and weighted ones, arrows, little killers, zippers, region sums and sum lines.

use super::{Checker, Family, Kind, RuleError, RuleReason, Setting, sum_of};
use crate::solve::model::Model;
use crate::{Board, Cell};

/// A sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sum {
    /// The cells, each times its coefficient, have this sum. Values may repeat.
    Linear {
        /// The sum.
        sum: i32,
        /// Cells with their coefficients, from -100 to 100.
        terms: Vec<(Cell, i32)>,
    },
    /// All segments have the same sum.
    Equal(Vec<Vec<Cell>>),
    /// The cells of a diagonal, from the cell beside the clue on, have this sum. Values may repeat.
    LittleKiller {
        /// The sum.
        sum: u32,
        /// The diagonal.
        cells: Vec<Cell>,
    },
    /// The cells of the arrow have the sum in the circle. A pill of two or three cells is a number, read from left to
    /// right and from top to bottom; all of its cells but the first are at most 9.
    Arrow {
        /// One to three cells.
        circle: Vec<Cell>,
        /// The arrow without the circle.
        arrow: Vec<Cell>,
    },
    /// The first and the last cell have the same sum as the cells between them.
    DoubleArrow(Vec<Cell>),
    /// Two cells at the same distance from the middle of the line have the same sum for all distances, which is the
    /// value of the middle cell where there is one.
    Zipper(Vec<Cell>),
    /// The stretches into which the borders of regions cut the line have the same sum.
    RegionSum(Vec<Cell>),
    /// The line splits into stretches that each have this sum.
    SumLine {
        /// The sum.
        sum: u32,
        /// The line.
        cells: Vec<Cell>,
        /// Whether the last cell is followed by the first, and a stretch may lie over this place.
        is_loop: bool,
    },
}

/// The pill's cells in the order in which they are read.
pub(crate) fn in_reading_order(circle: &[Cell]) -> Vec<Cell> {
    let mut sorted = circle.to_vec();
    sorted.sort_unstable();
    sorted
}

/// The line, cut where it goes from one region to another.
pub(crate) fn stretches(board: &Board, line: &[Cell]) -> Vec<Vec<Cell>> {
    let region_of = board.region_of_cells();
    if region_of.iter().all(Option::is_none) {
        return Vec::new();
    }
    let region = |cell: Cell| region_of.get(cell.index()).copied().flatten();
    line.chunk_by(|&a, &b| region(a) == region(b)).map(<[Cell]>::to_vec).collect()
}

/// The pairs of a zipper, and its middle.
fn zipper(line: &[Cell]) -> (Vec<[Cell; 2]>, Option<Cell>) {
    let pairs = (0..line.len() / 2).map(|place| [line[place], line[line.len() - 1 - place]]).collect();
    (pairs, (line.len() % 2 == 1).then(|| line[line.len() / 2]))
}

/// Posts that all segments have the same sum.
fn post_equal(segments: &[Vec<Cell>], model: &mut Model) {
    // The shortest segment is the one whose sum is known best: every other segment equals it, and each other.
    let mut sorted: Vec<&Vec<Cell>> = segments.iter().collect();
    sorted.sort_by_key(|segment| segment.len());
    for (place, segment) in sorted.iter().enumerate() {
        for other in &sorted[..place] {
            let terms: Vec<_> =
                segment.iter().map(|&cell| (cell, 1)).chain(other.iter().map(|&cell| (cell, -1))).collect();
            model.sum(&terms, 0);
            if other.len() == 1 {
                break;
            }
        }
    }
}

impl Sum {
    /// The cells of a plain list.
    fn list(&self) -> Vec<Cell> {
        match self {
            Sum::Linear { terms, .. } => terms.iter().map(|&(cell, _)| cell).collect(),
            Sum::Equal(segments) => segments.concat(),
            Sum::Arrow { circle, arrow } => [circle.as_slice(), arrow].concat(),
            Sum::LittleKiller { cells, .. }
            | Sum::DoubleArrow(cells)
            | Sum::Zipper(cells)
            | Sum::RegionSum(cells)
            | Sum::SumLine { cells, .. } => cells.clone(),
        }
    }
}

/// Whether values split into stretches of this sum, from the first on.
fn splits(values: &[u8], sum: u64) -> bool {
    let mut rest = 0;
    let mut ends = false;
    for &value in values {
        rest += u64::from(value);
        if rest > sum {
            return false;
        }
        ends = rest == sum;
        if ends {
            rest = 0;
        }
    }
    // Zeros after the last full stretch belong to it.
    ends || (rest == 0 && values.iter().any(|&value| value > 0))
}

impl Family for Sum {
    fn kind(&self) -> Kind {
        match self {
            Sum::Linear { .. } => Kind::Sum,
            Sum::Equal(_) => Kind::EqualSum,
            Sum::LittleKiller { .. } => Kind::LittleKiller,
            Sum::Arrow { .. } => Kind::Arrow,
            Sum::DoubleArrow(_) => Kind::DoubleArrow,
            Sum::Zipper(_) => Kind::Zipper,
            Sum::RegionSum(_) => Kind::RegionSum,
            Sum::SumLine { .. } => Kind::SumLine,
        }
    }

    fn check(&self, board: &Board) -> Result<(), RuleError> {
        let checker = Checker { kind: self.kind(), board };
        match self {
            Sum::Linear { sum, terms } => {
                if let Some((_, coefficient)) = terms.iter().find(|(_, coefficient)| coefficient.abs() > 100) {
                    let found = (*coefficient).into();
                    return checker.fail(RuleReason::Number { found, expected: "a coefficient from -100 to 100" });
                }
                checker.sum((*sum).into())?;
            }
            Sum::Equal(segments) => {
                if segments.iter().any(Vec::is_empty) {
                    return checker.fail(RuleReason::CellCount { found: 0, expected: "a cell in each segment" });
                }
            }
            Sum::LittleKiller { sum, .. } => checker.sum((*sum).into())?,
            Sum::SumLine { sum, .. } => {
                checker.sum((*sum).into())?;
                if *sum == 0 || *sum > 1000 {
                    let found = (*sum).into();
                    return checker.fail(RuleReason::Number { found, expected: "a sum from 1 to 1000" });
                }
            }
            Sum::Arrow { circle, arrow } => {
                if !(1..=3).contains(&circle.len()) {
                    return checker
                        .fail(RuleReason::CellCount { found: circle.len(), expected: "one to three in the circle" });
                }
                if arrow.is_empty() {
                    return checker.fail(RuleReason::CellCount { found: 0, expected: "at least one on the arrow" });
                }
            }
            Sum::DoubleArrow(cells) => return checker.at_least(cells, 2, "at least two"),
            Sum::Zipper(_) | Sum::RegionSum(_) => {}
        }
        checker.at_least(&self.list(), 1, "at least one")
    }

    fn cells(&self, _: &Setting<'_>) -> Vec<Cell> {
        self.list()
    }

    fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool {
        let same = |sums: Vec<i64>| sums.windows(2).all(|pair| pair[0] == pair[1]);
        match self {
            Sum::Linear { sum, terms } => {
                let total: i64 =
                    terms.iter().map(|&(cell, times)| i64::from(times) * i64::from(values[cell.index()])).sum();
                total == i64::from(*sum)
            }
            Sum::Equal(segments) => same(segments.iter().map(|segment| sum_of(segment, values)).collect()),
            Sum::LittleKiller { sum, cells } => sum_of(cells, values) == i64::from(*sum),
            Sum::Arrow { circle, arrow } => {
                let read = in_reading_order(circle);
                let number = read.iter().fold(0, |number, cell| 10 * number + i64::from(values[cell.index()]));
                read[1..].iter().all(|cell| values[cell.index()] <= 9) && number == sum_of(arrow, values)
            }
            Sum::DoubleArrow(cells) => {
                let ends = [cells[0], cells[cells.len() - 1]];
                sum_of(&ends, values) == sum_of(&cells[1..cells.len() - 1], values)
            }
            Sum::Zipper(cells) => {
                let (pairs, middle) = zipper(cells);
                let middle = middle.map(|cell| i64::from(values[cell.index()]));
                same(pairs.iter().map(|pair| sum_of(pair, values)).chain(middle).collect())
            }
            Sum::RegionSum(cells) => {
                same(stretches(setting.board, cells).iter().map(|stretch| sum_of(stretch, values)).collect())
            }
            Sum::SumLine { sum, cells, is_loop } => {
                let line = super::values_of(cells, values);
                let turns = if *is_loop { line.len() } else { 1 };
                (0..turns).any(|turn| {
                    let mut turned = line.clone();
                    turned.rotate_left(turn);
                    splits(&turned, (*sum).into())
                })
            }
        }
    }

    fn post(&self, setting: &Setting<'_>, model: &mut Model) {
        let plain = |cells: &[Cell]| cells.iter().map(|&cell| (cell, 1)).collect::<Vec<_>>();
        let minus = |cells: &[Cell]| cells.iter().map(|&cell| (cell, -1)).collect::<Vec<_>>();
        match self {
            Sum::Linear { sum, terms } => model.sum(terms, (*sum).into()),
            Sum::Equal(segments) => post_equal(segments, model),
            Sum::LittleKiller { sum, cells } => model.sum(&plain(cells), (*sum).into()),
            Sum::Arrow { circle, arrow } => {
                let read = in_reading_order(circle);
                let mut terms = plain(arrow);
                for (place, &cell) in read.iter().rev().enumerate() {
                    terms.push((cell, -[1, 10, 100][place]));
                }
                for &cell in &read[1..] {
                    model.restrict(cell, crate::ValueSet::range(0, 9));
                }
                model.sum(&terms, 0);
            }
            Sum::DoubleArrow(cells) => {
                let mut terms = plain(&cells[1..cells.len() - 1]);
                terms.extend(minus(&[cells[0], cells[cells.len() - 1]]));
                model.sum(&terms, 0);
            }
            Sum::Zipper(cells) => {
                let (pairs, middle) = zipper(cells);
                let mut segments: Vec<Vec<Cell>> = pairs.into_iter().map(|pair| pair.to_vec()).collect();
                segments.extend(middle.map(|cell| vec![cell]));
                post_equal(&segments, model);
            }
            Sum::RegionSum(cells) => post_equal(&stretches(setting.board, cells), model),
            Sum::SumLine { sum, cells, is_loop } => model.sum_line(cells, *sum, *is_loop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_hold_as_their_rules_say() {
        let board = Board::square(9).unwrap();
        let setting = Setting { board: &board, rules: &[] };
        let cells = |count: usize| (0..count).map(Cell::new).collect::<Vec<_>>();
        let holds = |rule: &Sum, list: &[u8]| {
            let mut values = vec![1; 81];
            values[..list.len()].copy_from_slice(list);
            rule.holds(&setting, &values)
        };
        let weighted = Sum::Linear { sum: 1, terms: cells(3).into_iter().zip([2, -3, 1]).collect() };
        assert!(holds(&weighted, &[2, 1, 0]) && !holds(&weighted, &[2, 1, 1]));
        let arrow = Sum::Arrow { circle: cells(1), arrow: cells(4)[1..].to_vec() };
        assert!(holds(&arrow, &[9, 2, 3, 4]) && !holds(&arrow, &[8, 2, 3, 4]));
        // A pill is read in reading order however it was drawn.
        let pill = Sum::Arrow { circle: vec![Cell::new(1), Cell::new(0)], arrow: cells(5)[2..].to_vec() };
        assert!(holds(&pill, &[1, 5, 3, 4, 8]) && !holds(&pill, &[5, 1, 3, 4, 8]));
        let double = Sum::DoubleArrow(cells(4));
        assert!(holds(&double, &[1, 3, 4, 6]) && !holds(&double, &[1, 3, 4, 7]));
        let odd = Sum::Zipper(cells(5));
        assert!(holds(&odd, &[1, 2, 9, 7, 8]) && !holds(&odd, &[1, 2, 8, 7, 8]));
        let even = Sum::Zipper(cells(4));
        assert!(holds(&even, &[1, 2, 7, 8]) && !holds(&even, &[1, 2, 7, 9]));
        // r1c1 to r1c5 is cut between columns 3 and 4.
        let region = Sum::RegionSum(cells(5));
        assert!(holds(&region, &[1, 2, 6, 4, 5]) && !holds(&region, &[1, 2, 6, 4, 6]));
        let line = Sum::SumLine { sum: 10, cells: cells(5), is_loop: false };
        assert!(holds(&line, &[4, 6, 1, 2, 7]) && !holds(&line, &[6, 1, 2, 7, 4]) && !holds(&line, &[5, 6, 1, 2, 6]));
        let around = Sum::SumLine { sum: 10, cells: cells(5), is_loop: true };
        assert!(holds(&around, &[6, 1, 2, 7, 4]) && !holds(&around, &[6, 1, 2, 7, 5]));
        let equal = Sum::Equal(vec![cells(2), cells(4)[2..].to_vec()]);
        assert!(holds(&equal, &[4, 5, 8, 1]) && !holds(&equal, &[4, 5, 8, 2]));
    }
}
