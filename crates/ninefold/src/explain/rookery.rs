//! The templates of a digit.
//!
//! A *template* of a digit is a choice of nine cells, one in each house, from the cells where it is placed or a candidate:
//! one way to complete the digit. A candidate that is in no template is false, and reasoning about one digit alone can
//! refute no other. So every finder that reasons about a single digit (fish, colours, X-chains) needs to search only
//! where a candidate is in no template. In most positions there is none.
//!
//! There are 46656 templates of an empty grid, but they need not be listed:
//!
//! ```text
//!   stack    0     1     2
//!   row 0  . x . | . . . | . . .     a band uses one column of each stack: one of 3 * 3 * 3 = 27 choices,
//!   row 1  . . . | . . . | x . .     with its rows in one of six orders. Three bands make a template when their
//!   row 2  . . . | . . x | . . .     choices differ in every stack.
//! ```
//!
//! A set of choices is 27 bits. For one order of the rows it is the product of three sets of columns, which is an `and`
//! of three table entries. All nine digits take a few microseconds.

use crate::{CellSet, Row};

/// `PRODUCT[stack][columns]`: the choices that use one of these columns (three bits) in this stack.
const PRODUCT: [[u32; 8]; 3] = {
    let mut table = [[0; 8]; 3];
    let mut choice = 0;
    while choice < 27 {
        let digits = [choice % 3, choice / 3 % 3, choice / 9];
        let mut stack = 0;
        while stack < 3 {
            let mut columns = 0;
            while columns < 8 {
                if columns >> digits[stack] & 1 != 0 {
                    table[stack][columns] |= 1 << choice;
                }
                columns += 1;
            }
            stack += 1;
        }
        choice += 1;
    }
    table
};

/// `ELSEWHERE[choice]`: the choices that differ from this one in every stack.
const ELSEWHERE: [u32; 27] = {
    let mut table = [0; 27];
    let mut choice = 0;
    while choice < 27 {
        let digits = [choice % 3, choice / 3 % 3, choice / 9];
        table[choice] =
            PRODUCT[0][7 ^ 1 << digits[0]] & PRODUCT[1][7 ^ 1 << digits[1]] & PRODUCT[2][7 ^ 1 << digits[2]];
        choice += 1;
    }
    table
};

/// The six orders in which the rows of a band use the stacks: `ORDERS[i][stack]` is a row of the band.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The cells that are in some template made of these cells. Empty if there is no template.
pub(super) fn in_some_template(cells: CellSet) -> CellSet {
    let bits = cells.to_bits();
    // Three columns of a row in a stack.
    let columns = |row: usize, stack: usize| (bits >> (row * 9 + stack * 3)) as usize & 7;
    let mut choices = [[0u32; 6]; 3];
    let mut possible = [0u32; 3];
    for band in 0..3 {
        for (order, rows) in ORDERS.iter().enumerate() {
            let product =
                (0..3).fold(u32::MAX, |set, stack| set & PRODUCT[stack][columns(band * 3 + rows[stack], stack)]);
            choices[band][order] = product;
            possible[band] |= product;
        }
    }
    let used = choices_used(possible);
    let mut union = CellSet::EMPTY;
    for band in 0..3 {
        let mut rows = [0u16; 3];
        for (order, stacks) in ORDERS.iter().enumerate() {
            let used = choices[band][order] & used[band];
            if used == 0 {
                continue;
            }
            for stack in 0..3 {
                for column in 0..3 {
                    if used & PRODUCT[stack][1 << column] != 0 {
                        rows[stacks[stack]] |= 1 << (stack * 3 + column);
                    }
                }
            }
        }
        for (row, bits) in rows.into_iter().enumerate() {
            union |= CellSet::from_bits(u128::from(bits) << ((band * 3 + row) * 9));
        }
    }
    union
}

/// Of the choices possible in each band, those that some template makes.
fn choices_used(possible: [u32; 3]) -> [u32; 3] {
    let mut used = [0u32; 3];
    let mut first = possible[0];
    while first != 0 {
        let a = first.trailing_zeros() as usize;
        first &= first - 1;
        let mut second = possible[1] & ELSEWHERE[a];
        while second != 0 {
            let b = second.trailing_zeros() as usize;
            second &= second - 1;
            // The third band has the one choice that is left.
            let third = possible[2] & ELSEWHERE[a] & ELSEWHERE[b];
            if third != 0 {
                used[0] |= 1 << a;
                used[1] |= 1 << b;
                used[2] |= third;
            }
        }
    }
    used
}

/// The cells that are in every template, given the cells that are in some: the only such cell of its row.
pub(super) fn in_every_template(in_some: CellSet) -> CellSet {
    Row::all().filter_map(|row| (row.cells() & in_some).single()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Col};

    /// All templates, one row after the other.
    fn each(cells: CellSet, row: usize, chosen: CellSet, found: &mut impl FnMut(CellSet)) {
        if row == 9 {
            return found(chosen);
        }
        for cell in Row::from_index(row).cells() & cells {
            if cell.peers().is_disjoint(chosen) {
                each(cells, row + 1, chosen.with(cell), found);
            }
        }
    }

    #[test]
    fn an_empty_grid_has_46656_templates_and_every_cell_is_in_one() {
        let mut count = 0;
        each(CellSet::FULL, 0, CellSet::EMPTY, &mut |_| count += 1);
        assert_eq!(count, 46656);
        assert_eq!(in_some_template(CellSet::FULL), CellSet::FULL);
        assert_eq!(in_every_template(CellSet::FULL), CellSet::EMPTY);
    }

    #[test]
    fn unions_and_intersections_agree_with_listing_all_templates() {
        let mut state = 1u64;
        let mut with_templates = 0;
        for density in [2, 3, 4, 5] {
            for _ in 0..100 {
                // The cells of one template, and more cells at random.
                let cells: CellSet = Cell::all()
                    .filter(|cell| {
                        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        let (row, col) = (cell.row().index(), cell.col().index());
                        col == (row % 3 * 3 + row / 3) || (state >> 33) % 8 < density
                    })
                    .collect();
                let (mut union, mut common) = (CellSet::EMPTY, CellSet::FULL);
                each(cells, 0, CellSet::EMPTY, &mut |template| {
                    union |= template;
                    common &= template;
                });
                assert_eq!(in_some_template(cells), union);
                assert_eq!(in_every_template(union), common);
                with_templates += usize::from(union != cells);
            }
        }
        assert!(with_templates > 50, "the sample is too small");
        assert_eq!(in_some_template(CellSet::FULL - Col::from_index(4).cells()), CellSet::EMPTY);
    }
}
