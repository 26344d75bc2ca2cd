//! Ninefold compared with other solvers.
//!
//! All solvers run in one process on one thread. Rounds are interleaved: a busy machine slows all solvers alike. Only
//! the CPU time of the thread counts. Every round starts from the 81 characters of each puzzle and searches for a
//! second solution. Ninefold returns the solutions; the other solvers only count them. Every answer is checked, outside
//! the measured time.

mod entrant;
mod sets;

use std::path::PathBuf;

use clap::Parser;
use entrant::Entrant;
use ninefold::solve::Cpu;
use ninefold_benchmarks::{median, thread_time};
use sets::Set;

/// Measures solvers on sets of puzzles and prints one table.
#[derive(Parser)]
struct Args {
    /// Folder of puzzle files, or a file, one puzzle per line (repeatable)
    #[arg(long, value_name = "DIR")]
    data: Vec<PathBuf>,
    /// Rounds; the table shows the best and the median
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Only sets whose name contains this
    #[arg(long, value_name = "TEXT")]
    set: Option<String>,
    /// Only solvers whose name contains this, and the other projects' solvers
    #[arg(long, value_name = "TEXT")]
    entrant: Option<String>,
    /// Instruction set for Ninefold: portable, avx2 or avx512 (repeatable; by default the best)
    #[arg(long, value_name = "NAME")]
    cpu: Vec<String>,
    /// At most this many puzzles of a set, taken evenly
    #[arg(long, default_value_t = 50_000)]
    most: usize,
    /// Puzzles in the generated sets (0 for none)
    #[arg(long, default_value_t = 20_000)]
    generate: usize,
    /// Only check the answers of every solver on a few puzzles
    #[arg(long)]
    check: bool,
}

fn main() -> anyhow::Result<()> {
    let mut args = Args::parse();
    if args.check {
        (args.rounds, args.most, args.generate) = (1, 200, 100);
    }
    let mut entrants = entrant::all(&cpus(&args.cpu)?);
    if let Some(text) = &args.entrant {
        entrants.retain(|entrant| entrant.peer || entrant.name.contains(text.as_str()));
    }
    let mut sets = sets::generated(args.generate);
    for path in &args.data {
        sets.extend(sets::read(path)?);
    }
    for set in &mut sets {
        set.thin(args.most);
    }
    if let Some(text) = &args.set {
        sets.retain(|set| set.name.contains(text.as_str()));
    }
    println!("{:<26} {:>8}  {:<28} {:>12} {:>12} {:>9}", "set", "puzzles", "solver", "best /s", "median /s", "ratio");
    for set in &sets {
        check(set, &entrants);
        measure(set, &entrants, args.rounds);
    }
    Ok(())
}

/// The instruction sets with these names.
fn cpus(names: &[String]) -> anyhow::Result<Vec<Cpu>> {
    if names.is_empty() {
        return Ok(vec![Cpu::best()]);
    }
    Ok(names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?)
}

/// Panics if two solvers disagree about a puzzle.
fn check(set: &Set, entrants: &[Entrant]) {
    let expected = entrants[0].solve(&set.puzzles);
    for entrant in &entrants[1..] {
        let found = entrant.solve(&set.puzzles);
        for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let puzzle = String::from_utf8_lossy(&set.puzzles[i]);
            assert_eq!(found, expected, "solutions up to two of {puzzle} in {}, by {}", set.name, entrant.name);
        }
    }
}

fn measure(set: &Set, entrants: &[Entrant], rounds: usize) {
    // Puzzles a second, by entrant and round.
    let mut rates: Vec<Vec<f64>> = vec![Vec::new(); entrants.len()];
    for round in 0..rounds {
        for turn in 0..entrants.len() {
            // Each solver is first in turn.
            let entrant = (turn + round) % entrants.len();
            let start = thread_time();
            let solved = entrants[entrant].solve(&set.puzzles).len();
            rates[entrant].push(solved as f64 / (thread_time() - start).as_secs_f64());
        }
    }
    let peer = entrants.iter().position(|entrant| entrant.peer).expect("a peer is always measured");
    for (i, entrant) in entrants.iter().enumerate() {
        let best = rates[i].iter().copied().fold(0.0, f64::max);
        let ratios = rates[i].iter().zip(&rates[peer]).map(|(rate, peer)| rate / peer).collect();
        let (name, puzzles) =
            if i == 0 { (set.name.as_str(), set.puzzles.len().to_string()) } else { ("", String::new()) };
        println!(
            "{name:<26} {puzzles:>8}  {:<28} {best:>12.0} {:>12.0} {:>8.2}x",
            entrant.name,
            median(rates[i].clone()),
            median(ratios)
        );
    }
}
