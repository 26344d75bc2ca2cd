//! The batch engine alone, for comparison with front ends: puzzles in memory, answers to memory.
//!
//! Prints the CPU time of the best round in seconds and the number of puzzles. `cargo xtask bench python` runs it between
//! its own rounds.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;

use clap::Parser;
use ninefold::Control;
use ninefold::solve::Threads;
use ninefold_benchmarks::process_time;

/// Measures the batch engine on a file of puzzles, one per line.
#[derive(Parser)]
struct Args {
    /// The file
    file: PathBuf,
    /// Threads
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,
    /// Rounds; the best counts
    #[arg(long, default_value_t = 1)]
    rounds: usize,
}

/// Puzzles that a thread solves at a time.
const CHUNK: usize = 4096;

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let text = std::fs::read(&args.file)?;
    let lines = text.split(|&byte| byte == b'\n').filter_map(|line| line.first_chunk::<81>());
    let puzzles: Vec<[u8; 81]> = lines.copied().collect();
    let threads = Threads::new().with_count(args.threads);
    let mut best = f64::INFINITY;
    for _ in 0..args.rounds {
        let mut solutions = vec![[0; 81]; puzzles.len()];
        let mut counts = vec![0; puzzles.len()];
        let slots: Vec<_> = solutions.chunks_mut(CHUNK).zip(counts.chunks_mut(CHUNK)).map(Mutex::new).collect();
        let begin = process_time();
        threads.map_chunks(puzzles.len(), CHUNK, &mut Control::new(), |range| {
            let mut slot = slots[range.start / CHUNK].lock().expect("each slot is taken once");
            let (solutions, counts) = &mut *slot;
            threads.backend().solve_bytes(puzzles[range].iter(), 2, |puzzle, outcome| {
                counts[puzzle] = outcome.count();
                if let Some(first) = outcome.first() {
                    solutions[puzzle] = *first;
                }
            });
        })?;
        best = best.min((process_time() - begin).as_secs_f64());
        drop(slots);
        anyhow::ensure!(counts.iter().all(|&count| count == 1), "not every puzzle has one solution");
    }
    println!("{best} {}", puzzles.len());
    Ok(())
}
