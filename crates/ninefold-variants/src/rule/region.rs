//! Cells in which no value repeats: diagonals, windoku, disjoint groups, extra regions.

use super::{Checker, Family, Kind, RuleError, RuleReason, Setting, different, once, values_of};
use crate::board::default_blocks;
use crate::solve::model::Model;
use crate::{Board, Cell};

/// One of the two main diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Diagonal {
    /// From the bottom left to the top right: `/`.
    Rising,
    /// From the top left to the bottom right: `\`.
    Falling,
}

impl Diagonal {
    /// Its cells, from the top down.
    pub fn cells(self, board: &Board) -> Vec<Cell> {
        let column = |row: usize| match self {
            Diagonal::Rising => board.columns().checked_sub(row + 1),
            Diagonal::Falling => Some(row),
        };
        (0..board.rows()).filter_map(|row| board.cell(row, column(row)?)).collect()
    }
}

/// Cells in which no value repeats.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Region {
    /// A main diagonal of a square grid.
    Diagonal(Diagonal),
    /// The inner blocks, one cell away from the edge and from each other: four of them on a 9 x 9 board.
    Windoku,
    /// The cells at the same place of each block.
    DisjointGroups,
    /// A region that the setter adds.
    ExtraRegion(Vec<Cell>),
    /// Any cells.
    AllDifferent(Vec<Cell>),
    /// All regions of the largest size (rows, columns, blocks, pieces) hold the same values.
    SameRegions,
}

impl Region {
    /// The sets of cells in which no value repeats.
    pub fn sets(&self, board: &Board) -> Vec<Vec<Cell>> {
        match self {
            Region::Diagonal(diagonal) => vec![diagonal.cells(board)],
            Region::Windoku => windows(board),
            Region::DisjointGroups => disjoint_groups(board),
            Region::ExtraRegion(cells) | Region::AllDifferent(cells) => vec![cells.clone()],
            Region::SameRegions => Vec::new(),
        }
    }
}

/// The size of a block of the board: as asked for, or as long as the longer side.
fn block_size(board: &Board) -> usize {
    board.region_size().unwrap_or(board.rows().max(board.columns()))
}

fn windows(board: &Board) -> Vec<Vec<Cell>> {
    let size = board.region_size().unwrap_or(board.value_count());
    let Some((height, width)) = default_blocks(board.rows(), board.columns(), size) else { return Vec::new() };
    let mut regions = Vec::new();
    for top in (1..).step_by(height + 1).take_while(|top| top + height < board.rows()) {
        for left in (1..).step_by(width + 1).take_while(|left| left + width < board.columns()) {
            regions.push((0..height * width).filter_map(|i| board.cell(top + i / width, left + i % width)).collect());
        }
    }
    regions
}

fn disjoint_groups(board: &Board) -> Vec<Vec<Cell>> {
    let blocks = board.blocks().or_else(|| default_blocks(board.rows(), board.columns(), block_size(board)));
    let Some((height, width)) = blocks else { return Vec::new() };
    (0..height * width)
        .map(|place| {
            let tops = (0..board.rows()).step_by(height);
            tops.flat_map(|top| (0..board.columns()).step_by(width).map(move |left| (top, left)))
                .filter_map(|(top, left)| board.cell(top + place / width, left + place % width))
                .collect()
        })
        .collect()
}

/// The largest houses, when there are at least two and they are smaller than the set of values.
fn largest_houses(board: &Board) -> Vec<Vec<Cell>> {
    let houses: Vec<_> = board.houses().into_iter().map(|house| house.cells).collect();
    let largest = houses.iter().map(Vec::len).max().unwrap_or(0);
    if largest == board.value_count() {
        return Vec::new();
    }
    houses.into_iter().filter(|house| house.len() == largest).collect()
}

impl Family for Region {
    fn kind(&self) -> Kind {
        match self {
            Region::Diagonal(_) => Kind::Diagonal,
            Region::Windoku => Kind::Windoku,
            Region::DisjointGroups => Kind::DisjointGroups,
            Region::ExtraRegion(_) => Kind::ExtraRegion,
            Region::AllDifferent(_) => Kind::AllDifferent,
            Region::SameRegions => Kind::SameRegions,
        }
    }

    fn check(&self, board: &Board) -> Result<(), RuleError> {
        let checker = Checker { kind: self.kind(), board };
        match self {
            Region::Diagonal(_) | Region::Windoku if !board.is_square() => {
                checker.fail(RuleReason::Board("a square board"))
            }
            Region::Diagonal(_) | Region::Windoku | Region::DisjointGroups | Region::SameRegions => Ok(()),
            Region::ExtraRegion(cells) | Region::AllDifferent(cells) => checker.at_least(cells, 1, "at least one"),
        }
    }

    fn cells(&self, setting: &Setting<'_>) -> Vec<Cell> {
        match self {
            Region::SameRegions => largest_houses(setting.board).concat(),
            _ => self.sets(setting.board).concat(),
        }
    }

    fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool {
        match self {
            Region::SameRegions => {
                let sorted = |cells: &Vec<Cell>| {
                    let mut sorted = values_of(cells, values);
                    sorted.sort_unstable();
                    sorted
                };
                let houses = largest_houses(setting.board);
                houses.windows(2).all(|pair| sorted(&pair[0]) == sorted(&pair[1]))
            }
            // A list may name a cell twice, which says nothing new.
            _ => self.sets(setting.board).into_iter().all(|cells| different(&once(cells), values)),
        }
    }

    fn post(&self, setting: &Setting<'_>, model: &mut Model) {
        match self {
            Region::SameRegions => model.same_values(&largest_houses(setting.board)),
            _ => self.sets(setting.board).into_iter().for_each(|cells| model.different(&once(cells))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(board: &Board, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&cell| board.name(cell)).collect()
    }

    #[test]
    fn the_regions_are_where_the_rules_say() {
        let board = Board::square(9).unwrap();
        assert_eq!(names(&board, &Diagonal::Rising.cells(&board))[..2], ["r1c9", "r2c8"]);
        assert_eq!(names(&board, &Diagonal::Falling.cells(&board))[..2], ["r1c1", "r2c2"]);
        let windows = Region::Windoku.sets(&board);
        assert_eq!(windows.len(), 4);
        assert_eq!(
            names(&board, &windows[3]),
            "r6c6 r6c7 r6c8 r7c6 r7c7 r7c8 r8c6 r8c7 r8c8".split(' ').collect::<Vec<_>>()
        );
        let groups = Region::DisjointGroups.sets(&board);
        assert_eq!((groups.len(), names(&board, &groups[8])[1].as_str()), (9, "r3c6"));
        // Six rows of nine values: four blocks of 3 x 3, nine groups of four cells.
        let board = Board::new(6, 6, 9, 1).unwrap().with_region_size(9).unwrap();
        let groups = Region::DisjointGroups.sets(&board);
        assert_eq!((groups.len(), groups[0].len()), (9, 4));
    }
}
