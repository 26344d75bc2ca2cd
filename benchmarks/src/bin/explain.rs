//! How fast puzzles are explained, how far the techniques go, and which of them it takes.
//!
//! ```text
//! cargo run --release -p ninefold-benchmarks --bin explain -- [--check] [--all] [--limit N] FILE...
//! ```
//!
//! Each file has a puzzle a line (81 characters, digits and dots or zeros; what follows them is ignored). One thread.
//! `--check` proves every step, outside the time that is measured; `--all` uses every technique of the table but those
//! that are found on request only.

use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs};

use ninefold::explain::check::check_path;
use ninefold::explain::{Explainer, Position, Technique};
use ninefold::{Grid, Puzzle};

struct Options {
    check: bool,
    limit: usize,
    explainer: Explainer,
    files: Vec<String>,
}

fn options() -> Result<Options, String> {
    let mut options = Options { check: false, limit: usize::MAX, explainer: Explainer::default(), files: Vec::new() };
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--check" => options.check = true,
            "--all" => options.explainer = Explainer::with_all(),
            "--limit" => {
                let number = arguments.next().and_then(|number| number.parse().ok());
                options.limit = number.ok_or("--limit needs a number")?;
            }
            flag if flag.starts_with("--") => return Err(format!("unknown option {flag}")),
            _ => options.files.push(argument),
        }
    }
    if options.files.is_empty() { Err("name a file of puzzles".into()) } else { Ok(options) }
}

fn puzzles(text: &str) -> impl Iterator<Item = Puzzle> {
    let line = |line: &str| line.get(..81).and_then(|cells| cells.parse::<Grid>().ok());
    text.lines().filter_map(line).filter_map(|grid| Puzzle::new(grid).ok())
}

fn is_forcing(technique: Technique) -> bool {
    technique.slug().starts_with("forcing-")
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    for file in &options.files {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
        };
        report(file, &text, &options);
    }
    ExitCode::SUCCESS
}

fn report(file: &str, text: &str, options: &Options) {
    let explainer = &options.explainer;
    let (mut count, mut solved, mut without_nets, mut without_forcing) = (0_u32, 0_u32, 0_u32, 0_u32);
    let mut total = Duration::ZERO;
    let (mut slowest, mut slowest_step) = (Duration::ZERO, Duration::ZERO);
    let mut steps = vec![(0_u64, 0_u32); Technique::COUNT];
    for puzzle in puzzles(text).take(options.limit) {
        let start = Instant::now();
        let path = explainer.path(&puzzle);
        let time = start.elapsed();
        total += time;
        slowest = slowest.max(time);
        count += 1;
        if options.check {
            if let Err(flaw) = check_path(&path, puzzle.solution()) {
                panic!("{}: {flaw}", puzzle.givens());
            }
            for (marks, _) in path.positions() {
                let position = Position::new(marks, path.givens());
                let start = Instant::now();
                std::hint::black_box(explainer.first_step(&position));
                slowest_step = slowest_step.max(start.elapsed());
            }
        }
        for (technique, times) in path.counts() {
            let (all, in_puzzles) = &mut steps[technique.index()];
            *all += times as u64;
            *in_puzzles += 1;
        }
        if path.is_solved() {
            let used = path.counts();
            solved += 1;
            without_forcing += u32::from(!used.iter().any(|(technique, _)| is_forcing(*technique)));
            without_nets += u32::from(!used.iter().any(|(technique, _)| technique.slug().contains("forcing-net")));
        } else {
            println!("unsolved {}", puzzle.givens());
        }
    }
    let seconds = total.as_secs_f64();
    println!("{file}: {count} puzzles, {solved} solved, {} not", count - solved);
    println!("  {without_forcing} without any forcing chain or net, {without_nets} without a net");
    println!(
        "  {:.1} paths/s, {:.3} ms a path",
        f64::from(count) / seconds,
        1000.0 * seconds / f64::from(count.max(1))
    );
    println!(
        "  slowest path {slowest:.2?}, slowest step {slowest_step:.2?}{}",
        if options.check { "" } else { " (with --check)" }
    );
    for technique in Technique::all().filter(|technique| steps[technique.index()].0 > 0) {
        let (all, in_puzzles) = steps[technique.index()];
        println!("  {:>9} steps in {:>7} puzzles  {}", all, in_puzzles, technique.name());
    }
}
