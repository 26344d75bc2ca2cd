//! Which cells a house has and which cells see each other: tables shared by the whole crate, computed at compile time.
//!
//! ```text
//!            stack 1       stack 2       stack 3
//!          c1  c2  c3    c4  c5  c6    c7  c8  c9
//! band 1 r1 [ triad ]     [ triad ]     [ triad ]     a band is three blocks side by side, a stack three blocks one
//!        r2    b1            b2            b3         above the other, a triad the three cells that a line and a
//!        r3                                           block share
//! ```

use crate::{Cell, CellSet};

/// The nine cells of each house: rows, then columns, then blocks.
pub(crate) const HOUSE_CELLS: [CellSet; 27] = house_cells();

/// The 20 cells that share a house with each cell.
pub(crate) const PEERS: [CellSet; 81] = peers();

/// The cells of each house in reading order: the cell at place 0, 1, ... 8.
pub(crate) const CELL_AT: [[Cell; 9]; 27] = cell_at();

/// The place of each cell in its row, in its column and in its block.
pub(crate) const PLACE: [[u8; 3]; 81] = place();

const fn house_cells() -> [CellSet; 27] {
    let mut sets = [CellSet::EMPTY; 27];
    let mut index = 0;
    while index < 81 {
        let cell = Cell::from_index(index);
        let houses = [cell.row().index(), 9 + cell.col().index(), 18 + cell.block().index()];
        let mut i = 0;
        while i < 3 {
            sets[houses[i]] = sets[houses[i]].with(cell);
            i += 1;
        }
        index += 1;
    }
    sets
}

const fn peers() -> [CellSet; 81] {
    let mut sets = [CellSet::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        let cell = Cell::from_index(index);
        let houses = [cell.row().index(), 9 + cell.col().index(), 18 + cell.block().index()];
        let mut i = 0;
        while i < 3 {
            sets[index] = sets[index].union(HOUSE_CELLS[houses[i]]);
            i += 1;
        }
        sets[index] = sets[index].without(cell);
        index += 1;
    }
    sets
}

const fn cell_at() -> [[Cell; 9]; 27] {
    let mut table = [[Cell::from_index(0); 9]; 27];
    let mut house = 0;
    while house < 27 {
        let (mut index, mut place) = (0, 0);
        while index < 81 {
            let cell = Cell::from_index(index);
            if HOUSE_CELLS[house].contains(cell) {
                table[house][place] = cell;
                place += 1;
            }
            index += 1;
        }
        house += 1;
    }
    table
}

const fn place() -> [[u8; 3]; 81] {
    let mut table = [[0; 3]; 81];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            table[CELL_AT[house][place].index()][house / 9] = place as u8;
            place += 1;
        }
        house += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{CELL_AT, PLACE};
    use crate::{Cell, House};

    #[test]
    fn peers_are_the_other_cells_of_the_same_row_column_or_block() {
        for a in Cell::all() {
            for b in Cell::all() {
                let (ra, ca, rb, cb) = (a.index() / 9, a.index() % 9, b.index() / 9, b.index() % 9);
                let share = ra == rb || ca == cb || (ra / 3 == rb / 3 && ca / 3 == cb / 3);
                assert_eq!(a.sees(b), a != b && share, "{a} {b}");
            }
        }
    }

    #[test]
    fn the_three_houses_of_a_cell_are_those_that_contain_it() {
        for cell in Cell::all() {
            let containing: alloc::vec::Vec<House> = House::all().filter(|h| h.cells().contains(cell)).collect();
            assert_eq!(containing, cell.houses());
        }
    }
    #[test]
    fn the_places_of_a_house_are_its_cells_in_reading_order() {
        for house in House::all() {
            let cells = CELL_AT[house.index()];
            assert!(cells.is_sorted());
            assert_eq!(crate::CellSet::from(cells), house.cells());
            for (place, cell) in cells.into_iter().enumerate() {
                assert_eq!(usize::from(PLACE[cell.index()][house.index() / 9]), place);
            }
        }
    }
}
