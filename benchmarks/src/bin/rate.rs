//! The speed of ratings, with the figures of other raters.
//!
//! Files have one puzzle per line, 81 characters; other lines (comments, steps of a trace) are skipped. If a Sudoku
//! Explainer rating follows the puzzle, it is compared with the result. One thread, CPU time of the thread.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Parser;
use ninefold::explain::Facts;
use ninefold::rate::{Rating, Scale};
use ninefold::{Control, Grid, Pencilmarks};
use ninefold_benchmarks::thread_time;

/// Measures the ratings of the puzzles in files and prints one table.
#[derive(Parser)]
struct Args {
    /// Files of puzzles, one set each
    files: Vec<PathBuf>,
    /// Also print a line for each puzzle that takes at least this many milliseconds
    #[arg(long, value_name = "MS")]
    slow: Option<u64>,
    /// The scale: se, hodoku, guesses or depth
    #[arg(long, default_value = "se")]
    scale: Scale,
    /// At most this many puzzles of a set
    #[arg(long, default_value_t = 10_000)]
    most: usize,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    println!("| set | puzzles | seconds | puzzles/s | slowest | lowest | median | highest |");
    println!("|---|---|---|---|---|---|---|---|");
    let (mut all_puzzles, mut all_seconds) = (0, 0.0);
    for path in &args.files {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let is_puzzle =
            |line: &&str| line.len() >= 81 && line.bytes().take(81).all(|b| b == b'.' || b.is_ascii_digit());
        let (mut puzzles, mut total) = (0, Duration::ZERO);
        let (mut slowest, mut values) = (Duration::ZERO, Vec::new());
        for line in text.lines().filter(is_puzzle).take(args.most) {
            let start = thread_time();
            let grid: Grid = line[..81].parse()?;
            let facts = Facts::new(Pencilmarks::from(&grid), grid.filled());
            let rating = args.scale.rate_position(&facts, &mut Control::new())?;
            let taken = thread_time() - start;
            if let Some(expected) = line[81..].split_whitespace().next().filter(|_| args.scale == Scale::Se) {
                ensure!(rating.to_string() == expected, "{} is {rating}, expected {expected}", &line[..81]);
            }
            if args.slow.is_some_and(|least| taken >= Duration::from_millis(least)) {
                eprintln!("{} {rating} {} ms", &line[..81], taken.as_millis());
            }
            puzzles += 1;
            total += taken;
            slowest = slowest.max(taken);
            values.push(rating.value());
        }
        let (name, seconds) = (path.file_stem().unwrap_or_default().to_string_lossy(), total.as_secs_f64());
        values.sort_unstable();
        let at = |index: usize| {
            values.get(index).map_or(String::new(), |&value: &Rating| args.scale.display(value).to_string())
        };
        println!(
            "| {name} | {puzzles} | {seconds:.3} | {:.0} | {:.0} ms | {} | {} | {} |",
            f64::from(puzzles) / seconds.max(1e-9),
            slowest.as_secs_f64() * 1000.0,
            at(0),
            at(values.len() / 2),
            at(values.len().saturating_sub(1)),
        );
        all_puzzles += puzzles;
        all_seconds += seconds;
    }
    println!(
        "| all | {all_puzzles} | {all_seconds:.3} | {:.0} | | | | |",
        f64::from(all_puzzles) / all_seconds.max(1e-9)
    );
    if args.scale != Scale::Se {
        return Ok(());
    }
    println!();
    println!("Other raters, one thread, as published or measured once (not measured in this run):");
    println!("| rater | figure |");
    println!("|---|---|");
    println!("| serate (Sukaku Explainer 1.18, the reference) | about 2.5 mixed puzzles/s; 160 s for one of ER 10.7 |");
    println!("| skfr 2.0.2 | 139 mixed puzzles/s, about 0.65 s at ER 10; 7 of 111 ratings differ from the reference |");
    Ok(())
}
