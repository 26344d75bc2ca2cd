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
        Entrant { name: "ninefold, batch", peer: false, solve: batch },
        Entrant { name: "ninefold, bytes", peer: false, solve: bytes },
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

fn batch(puzzles: &[Line]) -> Vec<u8> {
    let grids: Vec<Grid> = puzzles.iter().map(|line| Grid::from(line.map(Digit::from_ascii))).collect();
    let count = |answer: Answer| match answer {
        Answer::NoSolution => 0,
        Answer::Unique(_) => 1,
        Answer::Multiple(..) => 2,
    };
    ninefold::solve_batch(&grids).into_iter().map(count).collect()
}

fn bytes(puzzles: &[Line]) -> Vec<u8> {
    let mut counts = vec![0; puzzles.len()];
    let mut solutions = vec![[0; 81]; puzzles.len()];
    ninefold::solve_bytes(puzzles.iter(), 2, |number, count, first| {
        counts[number] = count as u8;
        solutions[number] = *first.unwrap_or(&[b'.'; 81]);
    });
    std::hint::black_box(solutions);
    counts
}
