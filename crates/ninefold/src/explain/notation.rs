//! The shorthand of players: `r4c7`, `r12c5`, `-5r2c3`.

use alloc::string::String;
use alloc::vec::Vec;

use super::Deduction;
use crate::{CandidateSet, CellSet, Digit};

/// Cells in short, one text for each group: cells of rows with the same columns are written together, `r15c4`, `r12c45`.
pub(super) fn cell_groups(cells: CellSet) -> Vec<String> {
    // Rows by the columns they have in the set, in the order of each group's first row.
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for row in 0..9 {
        let cols: Vec<usize> = cells.iter().filter(|c| c.row().index() == row).map(|c| c.col().index()).collect();
        if cols.is_empty() {
            continue;
        }
        match groups.iter_mut().find(|(_, other)| *other == cols) {
            Some((rows, _)) => rows.push(row),
            None => groups.push((Vec::from([row]), cols)),
        }
    }
    let number = |indices: &[usize]| indices.iter().map(|i| char::from(b'1' + *i as u8)).collect::<String>();
    groups.iter().map(|(rows, cols)| alloc::format!("r{}c{}", number(rows), number(cols))).collect()
}

/// Candidates in short, one text for each digit and group of cells: `5r2c37`.
pub(super) fn candidate_groups(candidates: CandidateSet) -> Vec<String> {
    let of_digit = |digit: Digit| {
        cell_groups(candidates.cells_with(digit)).into_iter().map(move |cells| alloc::format!("{digit}{cells}"))
    };
    Digit::ALL.into_iter().flat_map(of_digit).collect()
}

impl Deduction {
    /// The conclusions in the shorthand of players: `+5r4c7` is placed, `-5r2c37` is removed from two cells.
    pub fn notation(&self) -> String {
        let signed = |sign: char, candidates| {
            candidate_groups(candidates).into_iter().map(move |group| alloc::format!("{sign}{group}"))
        };
        let conclusions: Vec<String> = signed('+', self.placements).chain(signed('-', self.eliminations)).collect();
        conclusions.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;

    #[test]
    fn cells_are_written_together_where_rows_have_the_same_columns() {
        let short = |cells: CellSet| cell_groups(cells).join(" ");
        let set = |names: &str| names.split(' ').map(|name| name.parse::<Cell>().unwrap()).collect::<CellSet>();
        assert_eq!(short(set("r1c1")), "r1c1");
        assert_eq!(short(set("r1c1 r1c3 r5c1 r5c3")), "r15c13");
        assert_eq!(short(set("r1c4 r5c4")), "r15c4");
        assert_eq!(short(set("r1c4 r2c1 r2c2 r5c4")), "r15c4 r2c12");
        assert_eq!(short(CellSet::EMPTY), "");
    }
}
