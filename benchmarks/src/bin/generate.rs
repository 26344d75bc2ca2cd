//! The speed of generating grids and puzzles, compared with the crate `sudoku`.
//!
//! ```text
//! cargo run --release -p ninefold-benchmarks --bin generate -- [--rounds N]
//! ```
//!
//! One thread, rounds interleaved in one process, CPU time of the thread. Both generate solution grids, and minimal
//! puzzles without symmetry and with a half turn. Every puzzle is checked, outside the measured time.

use std::process::ExitCode;

use ninefold::generate::{FullGrids, Generator, Recipe, Symmetry};
use ninefold::{Control, Grid, Puzzle, Random};
use ninefold_benchmarks::{median, thread_time};
use sudoku::Sudoku;

/// The numbers for which a round takes about half a second.
const GRIDS: u64 = 100_000;
const PUZZLES: u64 = 20_000;
const PEER_GRIDS: u64 = 6_000;
const PEER_PUZZLES: u64 = 2_500;

fn main() -> ExitCode {
    let rounds = match std::env::args().collect::<Vec<_>>().as_slice() {
        [_] => 5,
        [_, flag, number] if flag == "--rounds" && number.parse::<usize>().is_ok_and(|number| number > 0) => {
            number.parse().unwrap_or(1)
        }
        _ => {
            eprintln!("usage: generate [--rounds N]");
            return ExitCode::from(2);
        }
    };
    let mut rates = vec![Vec::new(); 6];
    for round in 0..rounds as u64 {
        for (place, rate) in [
            peer(PEER_GRIDS, Sudoku::generate_solved),
            grids(round),
            peer(PEER_PUZZLES, || Sudoku::generate_with_symmetry(sudoku::Symmetry::None)),
            puzzles(round, Symmetry::None),
            peer(PEER_PUZZLES, || Sudoku::generate_with_symmetry(sudoku::Symmetry::HalfRotation)),
            puzzles(round, Symmetry::HalfTurn),
        ]
        .into_iter()
        .enumerate()
        {
            rates[place].push(rate);
        }
    }
    println!("{:<28} {:>12} {:>12} {:>8}", "", "sudoku /s", "ninefold /s", "ratio");
    for (name, pair) in
        ["solution grids", "minimal puzzles", "minimal with a half turn"].into_iter().zip(rates.chunks(2))
    {
        let ratios = pair[1].iter().zip(&pair[0]).map(|(ours, peer)| ours / peer).collect();
        println!(
            "{name:<28} {:>12.0} {:>12.0} {:>7.1}x",
            median(pair[0].clone()),
            median(pair[1].clone()),
            median(ratios)
        );
    }
    ExitCode::SUCCESS
}

fn peer(count: u64, make: impl Fn() -> Sudoku) -> f64 {
    let start = thread_time();
    let made: Vec<Sudoku> = (0..count).map(|_| make()).collect();
    let rate = count as f64 / (thread_time() - start).as_secs_f64();
    assert!(made.iter().all(|sudoku| sudoku.is_uniquely_solvable()));
    rate
}

fn grids(round: u64) -> f64 {
    let grids = FullGrids::new();
    let mut random = Random::stream(1, round);
    let start = thread_time();
    let made: Vec<_> = (0..GRIDS).map(|_| grids.draw(&mut random)).collect();
    let rate = GRIDS as f64 / (thread_time() - start).as_secs_f64();
    assert!(made.iter().all(|grid| Grid::from(*grid).conflicts().next().is_none()));
    rate
}

fn puzzles(round: u64, symmetry: Symmetry) -> f64 {
    let generator = Generator::new(Recipe::default().symmetry(symmetry)).expect("puzzles with symmetry exist");
    let start = thread_time();
    let made = generator.batch(round, 0..PUZZLES, &mut Control::new());
    let rate = PUZZLES as f64 / (thread_time() - start).as_secs_f64();
    let fine = |puzzle: Puzzle| symmetry.holds(puzzle.givens().filled()) && puzzle.givens().solve().is_unique();
    assert!(made.into_iter().all(|puzzle| puzzle.is_ok_and(fine)));
    rate
}
