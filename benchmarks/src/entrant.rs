//! Who is measured: a name and a function from puzzles to the number of their solutions, none, one or two.

use ninefold::{Answer, Digit, Grid};

/// 81 characters.
pub(crate) type Line = [u8; 81];

/// A solver in the table.
pub(crate) struct Entrant {
    /// Its name in the table.
    pub(crate) name: &'static str,
    /// Whether it is somebody else's.
    pub(crate) peer: bool,
    /// For each puzzle the number of its solutions, at most two.
    pub(crate) solve: fn(&[Line]) -> Vec<u8>,
}

/// Everybody, peers first.
pub(crate) fn all() -> Vec<Entrant> {
    vec![
        Entrant { name: "sudoku 0.8 (counts)", peer: true, solve: sudoku_crate },
        Entrant { name: "ninefold, one by one", peer: false, solve: one_by_one },
    ]
}

fn sudoku_crate(puzzles: &[Line]) -> Vec<u8> {
    let solve = |line: &Line| {
        let line = std::str::from_utf8(line).expect("puzzles are ASCII");
        sudoku::Sudoku::from_str_line(line).map_or(0, |puzzle| puzzle.solutions_count_up_to(2) as u8)
    };
    puzzles.iter().map(solve).collect()
}

fn one_by_one(puzzles: &[Line]) -> Vec<u8> {
    let solve = |line: &Line| {
        let grid = Grid::from(line.map(Digit::from_ascii));
        match std::hint::black_box(grid.solve()) {
            Answer::NoSolution => 0,
            Answer::Unique(_) => 1,
            Answer::Multiple(..) => 2,
        }
    };
    puzzles.iter().map(solve).collect()
}
