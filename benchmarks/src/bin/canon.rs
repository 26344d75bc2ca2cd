//! The speed of canonical forms of solution grids and puzzles, compared with the crate `sudoku`.
//!
//! One thread, CPU time of the thread, rounds interleaved. Every grid is a random isomorph, not a canonical form. Every
//! form is checked outside the measured time: isomorphs have the same form, and both programs find the same forms and
//! numbers of automorphisms.

use anyhow::{Context, ensure};
use clap::Parser;
use ninefold::symmetry::Transform;
use ninefold::{Grid, Puzzle, Random, Solution};
use ninefold_benchmarks::{median, thread_time};

/// Measures canonical forms and prints one table.
#[derive(Parser)]
struct Args {
    /// Solution grids, and as many puzzles
    #[arg(long, default_value_t = 20_000)]
    grids: usize,
    /// Rounds; the table shows the best and the median
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let mut random = Random::new(1);
    let mut solutions = Vec::new();
    let mut puzzles = Vec::new();
    for _ in 0..args.grids {
        let solved = sudoku::Sudoku::generate_solved();
        let grid: Grid = solved.to_str_line().parse()?;
        solutions.push(Transform::random(&mut random).apply(&Solution::new(grid)?));
        let puzzle: Grid = sudoku::Sudoku::generate_from(solved).to_str_line().parse()?;
        puzzles.push(Transform::random(&mut random).apply(&Puzzle::new(puzzle)?));
    }
    let lines: Vec<String> = solutions.iter().map(Solution::to_string).collect();
    let peer: Vec<sudoku::Sudoku> =
        lines.iter().map(|line| sudoku::Sudoku::from_str_line(line)).collect::<Result<_, _>>()?;
    check(&solutions, &peer, &mut random)?;

    let sudoku_crate = || each(&peer, |sudoku| sudoku.canonicalized());
    let forms = || each(&solutions, Solution::canonical_form);
    let with_transforms = || each(&solutions, Solution::canonical);
    let of_puzzles = || each(&puzzles, Puzzle::canonical_form);
    let minlex = || each(&puzzles, |puzzle| puzzle.givens().minlex());
    let entrants: [(&str, &dyn Fn() -> usize); 5] = [
        ("sudoku 0.8, solution grids", &sudoku_crate),
        ("ninefold, solution grids", &forms),
        ("ninefold, with transforms", &with_transforms),
        ("ninefold, solved puzzles", &of_puzzles),
        ("ninefold, minlex of givens", &minlex),
    ];
    let mut rates = vec![Vec::new(); entrants.len()];
    for round in 0..args.rounds {
        for turn in 0..entrants.len() {
            // Each program is first in turn.
            let entrant = (turn + round) % entrants.len();
            let start = thread_time();
            let done = (entrants[entrant].1)();
            rates[entrant].push(done as f64 / (thread_time() - start).as_secs_f64());
        }
    }
    println!("{:<28} {:>12} {:>12} {:>8}", "forms a second, one thread", "best", "median", "ratio");
    let first = median(rates[0].clone());
    for ((name, _), rates) in entrants.iter().zip(rates) {
        let (best, median) = (rates.iter().copied().fold(0.0, f64::max), median(rates));
        println!("{name:<28} {best:>12.0} {median:>12.0} {:>7.1}x", median / first);
    }
    Ok(())
}

/// Applies the function to each item. Returns their number.
fn each<T, R>(items: &[T], mut work: impl FnMut(&T) -> R) -> usize {
    for item in items {
        std::hint::black_box(work(item));
    }
    items.len()
}

/// Isomorphs have equal forms, and both programs find the same forms and numbers of automorphisms.
fn check(solutions: &[Solution], peer: &[sudoku::Sudoku], random: &mut Random) -> anyhow::Result<()> {
    for (solution, peer) in solutions.iter().zip(peer) {
        let canonical = solution.canonical();
        let image = Transform::random(random).apply(solution);
        ensure!(image.canonical_form() == *canonical.form(), "two forms of {solution}");
        let (form, automorphisms) = peer.canonicalized().context("the crate `sudoku` finds no form")?;
        ensure!(form.to_str_line().as_bytes() == canonical.form().to_bytes(), "{solution}: `sudoku` finds {form}");
        ensure!(automorphisms == canonical.automorphisms(), "{solution}: `sudoku` finds {automorphisms} automorphisms");
    }
    Ok(())
}
