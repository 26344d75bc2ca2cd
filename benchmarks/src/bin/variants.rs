//! Variants: how long uniqueness proofs take, beside the times that Interactive Sudoku Solver needed.
//!
//! ```text
//! cargo run --release -p ninefold-benchmarks --bin variants -- DIR [--set NAME] [--only TEXT] [--guesses N] [--each]
//! ```
//!
//! `DIR` holds the sets of puzzles; `--set` takes only those whose file name contains a text, `--only` the puzzles whose
//! name does. One thread, CPU time of the thread, reading not counted, setting up counted. Answers are compared with the solutions in
//! the files. The times of Interactive Sudoku Solver are those the file states, measured under node on another day.

use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use ninefold_benchmarks::thread_time;
use ninefold_variants::{Answer, Run, Variant, text};

#[derive(Parser)]
struct Arguments {
    /// The folder with the sets.
    dir: std::path::PathBuf,
    /// Only sets whose file name contains this.
    #[arg(long, default_value = "")]
    set: String,
    /// Only puzzles whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Give up a puzzle after so many guesses.
    #[arg(long, default_value_t = 5_000_000)]
    guesses: u64,
    /// Print each puzzle.
    #[arg(long)]
    each: bool,
}

/// One puzzle of a set.
struct Entry {
    name: String,
    puzzle: String,
    solution: Option<String>,
    /// Milliseconds that Interactive Sudoku Solver took, if it finished.
    peer: Option<f64>,
}

fn entries(name: &str, content: &str) -> Vec<Entry> {
    let lines = content.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    let entry = |(number, line): (usize, &str)| {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            [title, _, puzzle, solution, _, peer] => Entry {
                name: title.to_owned(),
                puzzle: puzzle.to_owned(),
                solution: Some(solution.to_owned()),
                peer: peer.trim().parse().ok(),
            },
            _ => Entry {
                name: format!("{name} line {}", number + 1),
                puzzle: fields[0].to_owned(),
                solution: fields.get(1).map(|&solution| solution.to_owned()),
                peer: None,
            },
        }
    };
    lines.map(entry).collect()
}

/// The solution as the file writes it: letters from A on where there are more than nine values.
fn as_written(variant: &Variant, solution: &str) -> String {
    let letters = variant.board().last_value() > 9;
    let first = if letters { b'A' - 1 } else { b'0' };
    solution.chars().map(|symbol| char::from(first + symbol.to_digit(36).unwrap_or(0) as u8)).collect()
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    let mut files: Vec<_> = std::fs::read_dir(&arguments.dir)
        .with_context(|| arguments.dir.display().to_string())?
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let mut wrong = 0;
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !name.contains(&arguments.set) {
            continue;
        }
        let content = std::fs::read_to_string(&path)?;
        let mut times = Vec::new();
        let (mut ours, mut peers, mut guesses, mut unfinished) = (0.0, 0.0, 0, 0);
        for entry in entries(&name, &content) {
            if !entry.name.contains(&arguments.only) {
                continue;
            }
            let variant = match text::read(&entry.puzzle) {
                Ok(variant) => variant,
                Err(error) => {
                    println!("{:<40} {error}", entry.name);
                    continue;
                }
            };
            let start = thread_time();
            let result = variant.solve_with_stats(&Run::single().max_guesses(arguments.guesses));
            let time = (thread_time() - start).as_secs_f64() * 1e3;
            times.push(time);
            let (answer, stats) = match result {
                Ok((Answer::Unique(solution), stats)) => {
                    let fits = entry
                        .solution
                        .as_ref()
                        .is_none_or(|expected| *expected == as_written(&variant, &solution.to_string()));
                    (if fits { "unique" } else { "WRONG" }, stats)
                }
                Ok((Answer::NoSolution, stats)) => ("NO SOLUTION", stats),
                Ok((Answer::Multiple(..), stats)) => ("SEVERAL SOLUTIONS", stats),
                Err(_) => ("unfinished", Default::default()),
            };
            wrong += usize::from(answer != "unique");
            unfinished += usize::from(answer == "unfinished");
            guesses += stats.guesses;
            if let Some(peer) = entry.peer {
                ours += time;
                peers += peer;
            }
            if arguments.each {
                let peer = entry.peer.map_or("".into(), |peer| format!("{peer:.1}"));
                println!("{:<40} {time:>10.2} ms {peer:>8} {:>9} {answer}", entry.name, stats.guesses);
            }
        }
        if times.is_empty() {
            continue;
        }
        times.sort_by(f64::total_cmp);
        let total: f64 = times.iter().sum();
        print!(
            "{name:<24} {:>4} puzzles, {unfinished} unfinished: median {:.2} ms, longest {:.1} ms, sum {total:.1} ms, {guesses} guesses",
            times.len(),
            times[times.len() / 2],
            times[times.len() - 1],
        );
        if peers > 0.0 {
            print!("; where the peer finished {ours:.1} against {peers:.1} ms: {:.1}x", peers / ours);
        }
        println!();
    }
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
