//! The measured solvers: a name, and a function from puzzles to their numbers of solutions, up to two.

use std::cell::RefCell;

use ninefold::solve::{Backend, Cpu};
use ninefold::{Answer, Digit, Grid};

/// 81 characters.
pub(crate) type Line = [u8; 81];

/// A solver in the table.
pub(crate) struct Entrant {
    /// The name in the table.
    pub(crate) name: String,
    /// Whether it belongs to another project.
    pub(crate) peer: bool,
    solve: fn(Cpu, &[Line]) -> Vec<u8>,
    cpu: Cpu,
}

impl Entrant {
    /// For each puzzle the number of its solutions, at most two.
    pub(crate) fn solve(&self, puzzles: &[Line]) -> Vec<u8> {
        (self.solve)(self.cpu, puzzles)
    }
}

/// All solvers, other projects' first; Ninefold with each of these instruction sets.
pub(crate) fn all(cpus: &[Cpu]) -> Vec<Entrant> {
    // Other solvers select their instruction set themselves; their `cpu` is not used.
    let mut all =
        vec![Entrant { name: "sudoku 0.8 (counts)".to_owned(), peer: true, solve: sudoku_crate, cpu: Cpu::best() }];
    for &cpu in cpus {
        for (way, solve) in [("one by one", one_by_one as fn(_, &[Line]) -> _), ("batch", batch), ("bytes", bytes)] {
            all.push(Entrant { name: format!("ninefold {cpu}, {way}"), peer: false, solve, cpu });
        }
    }
    all
}

fn sudoku_crate(_: Cpu, puzzles: &[Line]) -> Vec<u8> {
    let solve = |line: &Line| {
        let line = std::str::from_utf8(line).expect("puzzles are ASCII");
        sudoku::Sudoku::from_str_line(line).map_or(0, |puzzle| puzzle.solutions_count_up_to(2) as u8)
    };
    puzzles.iter().map(solve).collect()
}

fn one_by_one(cpu: Cpu, puzzles: &[Line]) -> Vec<u8> {
    let solve = |line: &Line| {
        let grid = Grid::from(line.map(Digit::from_ascii));
        match std::hint::black_box(cpu.solve(&grid)) {
            Answer::NoSolution => 0,
            Answer::Unique(_) => 1,
            Answer::Multiple(..) => 2,
        }
    };
    puzzles.iter().map(solve).collect()
}

fn batch(cpu: Cpu, puzzles: &[Line]) -> Vec<u8> {
    let grids: Vec<Grid> = puzzles.iter().map(|line| Grid::from(line.map(Digit::from_ascii))).collect();
    let count = |answer: Answer| match answer {
        Answer::NoSolution => 0,
        Answer::Unique(_) => 1,
        Answer::Multiple(..) => 2,
    };
    Backend::from(cpu).solve_batch(&grids).into_iter().map(count).collect()
}

fn bytes(cpu: Cpu, puzzles: &[Line]) -> Vec<u8> {
    thread_local! {
        /// Reused in every round, as when a file is processed in chunks: the allocation of memory is not measured.
        static SOLUTIONS: RefCell<Vec<Line>> = const { RefCell::new(Vec::new()) };
    }
    let mut counts = vec![0; puzzles.len()];
    SOLUTIONS.with_borrow_mut(|solutions| {
        solutions.resize(puzzles.len(), [0; 81]);
        Backend::from(cpu).solve_bytes(puzzles.iter(), 2, |number, outcome| {
            counts[number] = outcome.count() as u8;
            solutions[number] = *outcome.first().unwrap_or(&[b'.'; 81]);
        });
        std::hint::black_box(solutions);
    });
    counts
}
