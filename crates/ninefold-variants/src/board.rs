//! The board: its sides, its values, the houses that come with it, and extra cells beside it.
//!
//! ```text
//!   6 rows x 6 columns, values 1-6, blocks of 2 x 3         extra cells lie outside the grid
//!
//!     . . . | . . .                                           A1 A2 A3
//!     . . . | . . .     rows and columns are all different
//!     ------+------     unless the board is raw;
//!     . . . | . . .     a block or piece of a jigsaw that has
//!     . . . | . . .     as many cells as there are values
//!     ------+------     holds each of them
//!     . . . | . . .
//!     . . . | . . .
//! ```
//!
//! Everything is checked when the board is built. A cell of a board is in range wherever it is used with that board.

use core::fmt;
use std::sync::Arc;

use crate::ValueSet;

/// The largest number of rows, columns and values.
pub const MAX_SIDE: usize = 25;

/// The largest number of cells, extra cells included.
pub const MAX_CELLS: usize = 1000;

/// A cell of a board: grid cells in reading order, then the extra cells.
///
/// The board knows its name: [`Board::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell of this index. Whether a board has it is for the board to say: [`Board::has`].
    pub const fn new(index: usize) -> Cell {
        Cell(if index < u16::MAX as usize { index as u16 } else { u16::MAX })
    }

    /// The place of the cell among the cells of its board.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Extra cells beside the grid that share a name: `A1`, `A2`, ...; a single one is `A`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExtraCells {
    /// Upper-case letters.
    pub prefix: String,
    /// What the cells are for, for people.
    pub label: String,
    /// How many.
    pub count: usize,
    /// How many stand in a row when they are drawn; neighbours in that picture are adjacent.
    pub columns: usize,
}

/// Which cells form the pieces that a digit may not repeat in, besides rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shape {
    rows: usize,
    columns: usize,
    first: u8,
    values: usize,
    lines: bool,
    blocks: Option<(usize, usize)>,
    region_size: Option<usize>,
    pieces: Vec<Vec<Cell>>,
    extra: Vec<ExtraCells>,
}

/// The sides, the values and the houses of a puzzle.
///
/// ```
/// use ninefold_variants::Board;
///
/// let board = Board::square(6)?;
/// assert_eq!(board.blocks(), Some((2, 3)));
/// assert_eq!(board.houses().len(), 18);
/// assert_eq!(board.name(board.cell(1, 4).unwrap()), "r2c5");
/// # Ok::<(), ninefold_variants::BoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    shape: Arc<Shape>,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.fmt(f)
    }
}

/// A board that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// A side of no cells, or of more than 25.
    Side(usize),
    /// No values, fewer than the longer side has cells, or more than 25.
    Values {
        /// How many were asked for.
        found: usize,
        /// The fewest this board can have.
        least: usize,
    },
    /// Values that start at a number other than 0 or 1.
    FirstValue(usize),
    /// Blocks of this many rows and columns do not tile the grid.
    Blocks(usize, usize),
    /// A piece of the jigsaw has this many cells, and the board has fewer values.
    Piece(usize),
    /// A piece of the jigsaw has a cell that is not in the grid, or twice the same.
    PieceCell(usize),
    /// The name of a group of extra cells is not made of upper-case letters, or another group has it.
    Prefix(String),
    /// More cells than [`MAX_CELLS`].
    Cells(usize),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Side(side) => write!(f, "a side of {side} cells, expected 1 to {MAX_SIDE}"),
            BoardError::Values { found, least } => write!(f, "{found} values, expected {least} to {MAX_SIDE}"),
            BoardError::FirstValue(first) => write!(f, "values that start at {first}, expected 0 or 1"),
            BoardError::Blocks(height, width) => {
                write!(f, "blocks of {height} rows and {width} columns, which do not tile the grid")
            }
            BoardError::Piece(cells) => write!(f, "a region of {cells} cells, more than there are values"),
            BoardError::PieceCell(cell) => write!(f, "cell {cell} of a region is outside the grid or repeated"),
            BoardError::Prefix(prefix) => {
                write!(f, "extra cells named {prefix:?}, expected upper-case letters that name no other group")
            }
            BoardError::Cells(cells) => write!(f, "{cells} cells, expected at most {MAX_CELLS}"),
        }
    }
}

impl core::error::Error for BoardError {}

/// What a house is: its kind and its number, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseName {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// A rectangular block.
    Block(usize),
    /// A piece of a jigsaw.
    Piece(usize),
}

/// Cells of the board in which no value repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// Which one.
    pub name: HouseName,
    /// Its cells, in reading order.
    pub cells: Vec<Cell>,
}

impl Board {
    /// The usual board of this many rows, columns and values, with the most nearly square blocks that fit.
    ///
    /// # Errors
    /// When a board cannot have so many rows.
    pub fn square(side: usize) -> Result<Board, BoardError> {
        Board::new(side, side, side, 1)
    }

    /// A board with values from `first`, its longer side's default blocks, no jigsaw and no extra cells.
    ///
    /// # Errors
    /// When a side or the number of values is out of range.
    pub fn new(rows: usize, columns: usize, values: usize, first: usize) -> Result<Board, BoardError> {
        for side in [rows, columns] {
            if !(1..=MAX_SIDE).contains(&side) {
                return Err(BoardError::Side(side));
            }
        }
        let least = rows.max(columns);
        if !(least..=MAX_SIDE).contains(&values) {
            return Err(BoardError::Values { found: values, least });
        }
        if first > 1 {
            return Err(BoardError::FirstValue(first));
        }
        let blocks = default_blocks(rows, columns, least);
        let shape = Shape {
            rows,
            columns,
            first: first as u8,
            values,
            lines: true,
            blocks,
            region_size: None,
            pieces: Vec::new(),
            extra: Vec::new(),
        };
        Ok(Board { shape: Arc::new(shape) })
    }

    /// A board without rows, columns and blocks: cells and values alone. It may have fewer values than cells in a row.
    ///
    /// # Errors
    /// When a side or the number of values is out of range.
    pub fn raw(rows: usize, columns: usize, values: usize, first: usize) -> Result<Board, BoardError> {
        for side in [rows, columns] {
            if !(1..=MAX_SIDE).contains(&side) {
                return Err(BoardError::Side(side));
            }
        }
        if !(1..=MAX_SIDE).contains(&values) {
            return Err(BoardError::Values { found: values, least: 1 });
        }
        if first > 1 {
            return Err(BoardError::FirstValue(first));
        }
        let shape = Shape {
            rows,
            columns,
            first: first as u8,
            values,
            lines: false,
            blocks: None,
            region_size: None,
            pieces: Vec::new(),
            extra: Vec::new(),
        };
        Ok(Board { shape: Arc::new(shape) })
    }

    fn with(&self, change: impl FnOnce(&mut Shape)) -> Board {
        let mut board = self.clone();
        change(Arc::make_mut(&mut board.shape));
        board
    }

    /// The board without blocks.
    pub fn without_blocks(&self) -> Board {
        self.with(|shape| shape.blocks = None)
    }

    /// The board with blocks of this many rows and columns.
    ///
    /// # Errors
    /// When such blocks do not tile the grid or have more cells than there are values.
    pub fn with_blocks(&self, height: usize, width: usize) -> Result<Board, BoardError> {
        let fits =
            height > 0 && width > 0 && self.rows().is_multiple_of(height) && self.columns().is_multiple_of(width);
        if !fits || height * width > self.value_count() {
            return Err(BoardError::Blocks(height, width));
        }
        Ok(self.with(|shape| shape.blocks = Some((height, width))))
    }

    /// The board with blocks of this many cells: the most nearly square ones that tile the grid, or none.
    ///
    /// # Errors
    /// When a block would have more cells than there are values.
    pub fn with_region_size(&self, cells: usize) -> Result<Board, BoardError> {
        if cells == 0 || cells > self.value_count() {
            return Err(BoardError::Piece(cells));
        }
        Ok(self.with(|shape| {
            shape.region_size = Some(cells);
            if shape.lines {
                shape.blocks = default_blocks(shape.rows, shape.columns, cells);
            }
        }))
    }

    /// The board with these pieces of a jigsaw besides its blocks. A piece may be disconnected.
    ///
    /// # Errors
    /// When a piece has a cell outside the grid, a cell twice, or more cells than there are values.
    pub fn with_pieces(&self, pieces: Vec<Vec<Cell>>) -> Result<Board, BoardError> {
        let mut pieces = pieces;
        for piece in &mut pieces {
            if piece.len() > self.value_count() {
                return Err(BoardError::Piece(piece.len()));
            }
            piece.sort_unstable();
            let outside = piece.iter().position(|cell| cell.index() >= self.grid_cells());
            let twice = piece.windows(2).position(|pair| pair[0] == pair[1]);
            if let Some(place) = outside.or(twice) {
                return Err(BoardError::PieceCell(piece[place].index()));
            }
        }
        pieces.sort_unstable();
        pieces.dedup();
        Ok(self.with(|shape| shape.pieces = pieces))
    }

    /// The board with more extra cells beside it.
    ///
    /// # Errors
    /// When the name is not free or not made of upper-case letters, or when there would be more than [`MAX_CELLS`].
    pub fn with_extra(&self, extra: ExtraCells) -> Result<Board, BoardError> {
        let letters = !extra.prefix.is_empty() && extra.prefix.bytes().all(|byte| byte.is_ascii_uppercase());
        if !letters || self.extra().iter().any(|group| group.prefix == extra.prefix) {
            return Err(BoardError::Prefix(extra.prefix));
        }
        let cells = self.cell_count().saturating_add(extra.count);
        if extra.count == 0 || cells > MAX_CELLS {
            return Err(BoardError::Cells(cells));
        }
        Ok(self.with(|shape| shape.extra.push(extra)))
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.shape.rows
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.shape.columns
    }

    /// Whether it has as many rows as columns.
    pub fn is_square(&self) -> bool {
        self.rows() == self.columns()
    }

    /// The smallest value, 0 or 1.
    pub fn first_value(&self) -> u8 {
        self.shape.first
    }

    /// The largest value.
    pub fn last_value(&self) -> u8 {
        self.shape.first + self.shape.values as u8 - 1
    }

    /// How many values.
    pub fn value_count(&self) -> usize {
        self.shape.values
    }

    /// All values.
    pub fn values(&self) -> ValueSet {
        ValueSet::range(self.first_value(), self.last_value())
    }

    /// Whether no value repeats in a row or a column.
    pub fn has_lines(&self) -> bool {
        self.shape.lines
    }

    /// Rows and columns of a block, if there are blocks.
    pub fn blocks(&self) -> Option<(usize, usize)> {
        self.shape.blocks
    }

    /// The size of blocks and pieces where it was asked for.
    pub fn region_size(&self) -> Option<usize> {
        self.shape.region_size
    }

    /// The pieces of the jigsaw.
    pub fn pieces(&self) -> &[Vec<Cell>] {
        &self.shape.pieces
    }

    /// The groups of extra cells.
    pub fn extra(&self) -> &[ExtraCells] {
        &self.shape.extra
    }

    /// How many cells the grid has.
    pub fn grid_cells(&self) -> usize {
        self.rows() * self.columns()
    }

    /// How many cells there are, extra cells included.
    pub fn cell_count(&self) -> usize {
        self.grid_cells() + self.extra().iter().map(|group| group.count).sum::<usize>()
    }

    /// All cells, extra cells last.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.cell_count()).map(Cell::new)
    }

    /// Whether the board has this cell.
    pub fn has(&self, cell: Cell) -> bool {
        cell.index() < self.cell_count()
    }

    /// Whether the cell is in the grid, not an extra one.
    pub fn in_grid(&self, cell: Cell) -> bool {
        cell.index() < self.grid_cells()
    }

    /// The cell in this row and column of the grid, both counted from 0.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        (row < self.rows() && column < self.columns()).then(|| Cell::new(row * self.columns() + column))
    }

    /// The cell so many rows down and columns to the right of another grid cell.
    pub fn step(&self, cell: Cell, down: isize, right: isize) -> Option<Cell> {
        let (row, column) = self.place(cell)?;
        self.cell(row.checked_add_signed(down)?, column.checked_add_signed(right)?)
    }

    /// Row and column of a grid cell, counted from 0.
    pub fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        self.in_grid(cell).then(|| (cell.index() / self.columns(), cell.index() % self.columns()))
    }

    /// The cells of a row, left to right.
    pub fn row(&self, row: usize) -> Vec<Cell> {
        (0..self.columns()).filter_map(|column| self.cell(row, column)).collect()
    }

    /// The cells of a column, top to bottom.
    pub fn column(&self, column: usize) -> Vec<Cell> {
        (0..self.rows()).filter_map(|row| self.cell(row, column)).collect()
    }

    /// The blocks, left to right and top to bottom, their cells in reading order.
    pub fn block_regions(&self) -> Vec<Vec<Cell>> {
        let Some((height, width)) = self.blocks() else { return Vec::new() };
        let mut regions = Vec::new();
        for top in (0..self.rows()).step_by(height) {
            for left in (0..self.columns()).step_by(width) {
                regions
                    .push((0..height * width).filter_map(|i| self.cell(top + i / width, left + i % width)).collect());
            }
        }
        regions
    }

    /// The regions that cut the grid: the blocks, or the pieces of the jigsaw where there are no blocks.
    pub fn regions(&self) -> Vec<Vec<Cell>> {
        if self.blocks().is_some() { self.block_regions() } else { self.pieces().to_vec() }
    }

    /// For each grid cell the number of its region in [`regions`](Board::regions).
    pub fn region_of_cells(&self) -> Vec<Option<usize>> {
        let mut region_of = vec![None; self.grid_cells()];
        for (number, region) in self.regions().iter().enumerate() {
            for cell in region {
                region_of[cell.index()] = Some(number);
            }
        }
        region_of
    }

    /// Rows, columns, blocks and pieces.
    pub fn houses(&self) -> Vec<House> {
        let mut houses = Vec::new();
        if self.has_lines() {
            houses.extend((0..self.rows()).map(|row| House { name: HouseName::Row(row), cells: self.row(row) }));
            houses.extend(
                (0..self.columns()).map(|column| House { name: HouseName::Column(column), cells: self.column(column) }),
            );
        }
        let blocks = self.block_regions().into_iter().enumerate();
        houses.extend(blocks.map(|(block, cells)| House { name: HouseName::Block(block), cells }));
        let pieces = self.pieces().iter().cloned().enumerate();
        houses.extend(pieces.map(|(piece, cells)| House { name: HouseName::Piece(piece), cells }));
        houses
    }

    /// The cells that share a side with this one: up, left, right, down.
    ///
    /// Extra cells are adjacent as they are drawn, within their group.
    pub fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        if self.in_grid(cell) {
            return [(-1, 0), (0, -1), (0, 1), (1, 0)]
                .into_iter()
                .filter_map(|(down, right)| self.step(cell, down, right))
                .collect();
        }
        let mut start = self.grid_cells();
        for group in self.extra() {
            if cell.index() < start + group.count {
                let (place, columns) = (cell.index() - start, group.columns.max(1));
                let mut near = Vec::new();
                if place >= columns {
                    near.push(place - columns);
                }
                if place % columns > 0 {
                    near.push(place - 1);
                }
                if place % columns + 1 < columns && place + 1 < group.count {
                    near.push(place + 1);
                }
                if place + columns < group.count {
                    near.push(place + columns);
                }
                return near.into_iter().map(|place| Cell::new(start + place)).collect();
            }
            start += group.count;
        }
        Vec::new()
    }

    /// Each pair of grid cells that share a side, once, the earlier cell first.
    pub fn neighbour_pairs(&self) -> Vec<(Cell, Cell)> {
        let mut pairs = Vec::new();
        for cell in (0..self.grid_cells()).map(Cell::new) {
            pairs
                .extend([(0, 1), (1, 0)].into_iter().filter_map(|step| Some((cell, self.step(cell, step.0, step.1)?))));
        }
        pairs
    }

    /// The name of a cell: `r4c7`, or the name of an extra cell.
    pub fn name(&self, cell: Cell) -> String {
        if let Some((row, column)) = self.place(cell) {
            return format!("r{}c{}", row + 1, column + 1);
        }
        let mut place = cell.index() - self.grid_cells().min(cell.index());
        for group in self.extra() {
            if place < group.count {
                return if group.count == 1 { group.prefix.clone() } else { format!("{}{}", group.prefix, place + 1) };
            }
            place -= group.count;
        }
        format!("cell {}", cell.index())
    }

    /// The first cell of a group of extra cells.
    pub(crate) fn extra_start(&self, prefix: &str) -> Option<usize> {
        let mut start = self.grid_cells();
        for group in self.extra() {
            if group.prefix == prefix {
                return Some(start);
            }
            start += group.count;
        }
        None
    }

    /// Whether this is the board of classic Sudoku: 9 x 9, digits 1 to 9, blocks of 3 x 3, nothing else.
    pub fn is_classic(&self) -> bool {
        *self.shape
            == Shape {
                rows: 9,
                columns: 9,
                first: 1,
                values: 9,
                lines: true,
                blocks: Some((3, 3)),
                region_size: self.region_size(),
                pieces: Vec::new(),
                extra: Vec::new(),
            }
    }
}

/// The most nearly square block of this many cells that tiles the grid, wide before high; none of one row or column.
pub(crate) fn default_blocks(rows: usize, columns: usize, cells: usize) -> Option<(usize, usize)> {
    (2..=cells.isqrt()).rev().filter(|small| cells.is_multiple_of(*small)).find_map(|small| {
        let large = cells / small;
        [(small, large), (large, small)]
            .into_iter()
            .find(|&(height, width)| rows.is_multiple_of(height) && columns.is_multiple_of(width))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_blocks_are_the_most_nearly_square_that_tile() {
        let blocks = |rows, columns| Board::new(rows, columns, rows.max(columns), 1).unwrap().blocks();
        assert_eq!(blocks(9, 9), Some((3, 3)));
        assert_eq!(blocks(6, 6), Some((2, 3)));
        assert_eq!(blocks(8, 8), Some((2, 4)));
        assert_eq!(blocks(12, 12), Some((3, 4)));
        assert_eq!(blocks(5, 10), Some((5, 2)));
        assert_eq!(blocks(4, 6), Some((2, 3)));
        assert_eq!(blocks(6, 4), Some((3, 2)));
        assert_eq!(blocks(7, 7), None);
        assert_eq!(blocks(25, 25), Some((5, 5)));
        assert_eq!(Board::new(6, 6, 9, 1).unwrap().blocks(), Some((2, 3)));
        assert_eq!(Board::new(6, 6, 9, 1).unwrap().with_region_size(9).unwrap().blocks(), Some((3, 3)));
    }

    #[test]
    fn blocks_tile_the_grid() {
        for (rows, columns) in [(4, 6), (6, 4), (6, 6), (9, 9), (8, 6), (16, 16), (25, 25), (10, 10)] {
            let board = Board::new(rows, columns, rows.max(columns), 1).unwrap();
            let mut cells: Vec<_> = board.block_regions().concat();
            cells.sort();
            assert_eq!(cells, (0..rows * columns).map(Cell::new).collect::<Vec<_>>(), "{rows} x {columns}");
        }
    }

    #[test]
    fn impossible_boards_are_refused_with_the_reason() {
        assert_eq!(Board::new(0, 9, 9, 1), Err(BoardError::Side(0)));
        assert_eq!(Board::new(9, 26, 26, 1), Err(BoardError::Side(26)));
        assert_eq!(Board::new(9, 9, 8, 1), Err(BoardError::Values { found: 8, least: 9 }));
        assert_eq!(Board::new(9, 9, 9, 2), Err(BoardError::FirstValue(2)));
        let board = Board::square(9).unwrap();
        assert_eq!(board.with_blocks(2, 4), Err(BoardError::Blocks(2, 4)));
        assert_eq!(board.with_pieces(vec![vec![Cell::new(81)]]), Err(BoardError::PieceCell(81)));
        assert_eq!(board.with_pieces(vec![vec![Cell::new(3), Cell::new(3)]]), Err(BoardError::PieceCell(3)));
        let group = |prefix: &str, count| ExtraCells { prefix: prefix.into(), label: String::new(), count, columns: 9 };
        assert!(matches!(board.with_extra(group("a", 1)), Err(BoardError::Prefix(_))));
        assert!(matches!(board.with_extra(group("A", 100_000)), Err(BoardError::Cells(_))));
    }

    #[test]
    fn extra_cells_have_names_and_neighbours_of_their_own() {
        let group = ExtraCells { prefix: "A".into(), label: String::new(), count: 5, columns: 3 };
        let board = Board::square(4).unwrap().with_extra(group).unwrap();
        let name = |index| board.name(Cell::new(index));
        assert_eq!([name(0), name(15), name(16), name(20)], ["r1c1", "r4c4", "A1", "A5"]);
        let near: Vec<_> = board.neighbours(Cell::new(17)).into_iter().map(|cell| board.name(cell)).collect();
        assert_eq!(near, ["A1", "A3", "A5"]);
    }
}
