//! From file to file: `ninefold solve` compared with the engine alone, and with `cat`, which only copies.
//!
//! The puzzles of a file are repeated and shuffled into a large one. Each round measures the wall-clock time of the
//! engine from memory to memory (on one thread and on all threads), of `cat` from file to file, and of the command from
//! file to file. The share is the rate relative to the engine's rate on one thread times the number of threads. The
//! engine's own share on all threads shows how much the machine can deliver: other work on the cores lowers both
//! shares. The results are compared with the engine's, outside the measured time.

use std::fs::{self, File};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use clap::Parser;
use ninefold::Random;
use ninefold_benchmarks::median;

/// Measures `ninefold solve` on a large file.
#[derive(Parser)]
struct Args {
    /// File of puzzles, one per line, each with one solution
    puzzles: PathBuf,
    /// Puzzles in the large file
    #[arg(long, default_value_t = 5_000_000)]
    count: usize,
    /// Threads of the command
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, NonZeroUsize::get))]
    threads: usize,
    /// Rounds; the table shows the median
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Folder for the large files, which are removed at the end
    #[arg(long, default_value_os_t = std::env::temp_dir())]
    folder: PathBuf,
    /// Also measure results written as .gz and .zst
    #[arg(long)]
    packed: bool,
    /// The command; by default the one in the folder of this program
    #[arg(long, value_name = "FILE")]
    ninefold: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let beside = || Ok::<_, std::io::Error>(std::env::current_exe()?.with_file_name("ninefold"));
    let ninefold = args.ninefold.clone().map_or_else(beside, Ok)?;
    ensure!(ninefold.is_file(), "{} is missing: cargo build --release builds it", ninefold.display());
    let scratch = Scratch::new(&args.folder)?;
    let (input, output) = (scratch.0.join("puzzles.txt"), scratch.0.join("solutions.txt"));
    let text = large(&args.puzzles, args.count)?;
    fs::write(&input, &text).with_context(|| format!("cannot write {}", input.display()))?;
    let mut expected = vec![b'\n'; text.len()];
    let mut names = vec!["solutions.txt"];
    if args.packed {
        names.extend(["solutions.txt.gz", "solutions.txt.zst"]);
    }

    let (mut engine, mut engines, mut cat) = (Vec::new(), Vec::new(), Vec::new());
    let mut command = vec![Vec::new(); names.len()];
    for _ in 0..args.rounds {
        engine.push(timed(|| solve(&text, &mut expected))?);
        engines.push(timed(|| solve_on(args.threads, &text, &mut expected))?);
        cat.push(timed(|| runs(Command::new("cat").arg(&input).stdout(File::create(&output)?)))?);
        fs::remove_file(&output)?;
        for (name, seconds) in names.iter().zip(&mut command) {
            let output = scratch.0.join(name);
            let mut solve = Command::new(&ninefold);
            solve.arg("solve").arg(&input).args(["--quiet", "--threads", &args.threads.to_string(), "--write"]);
            seconds.push(timed(|| runs(solve.arg(&output)))?);
            if output.extension().is_some_and(|extension| extension == "txt") {
                ensure!(fs::read(&output)? == expected, "the command's results differ from the engine's");
            }
            fs::remove_file(&output)?;
        }
    }

    let engine = median(engine);
    let share = |seconds: f64| Some(engine / args.threads as f64 / seconds);
    println!("{} puzzles of {}, {} threads", args.count, args.puzzles.display(), args.threads);
    println!("{:<32} {:>8} {:>12} {:>28}", "", "seconds", "puzzles/s", "share of engine x threads");
    let row = |name: &str, seconds: f64, share: Option<f64>| {
        let share = share.map_or_else(String::new, |share| format!("{:.1} %", 100.0 * share));
        println!("{name:<32} {seconds:>8.3} {:>12.0} {share:>28}", args.count as f64 / seconds);
    };
    row("engine, one thread", engine, None);
    let engines = median(engines);
    row("engine, all threads", engines, share(engines));
    row("cat", median(cat), None);
    for (name, seconds) in names.iter().zip(command) {
        let seconds = median(seconds);
        row(&format!("solve --write {name}"), seconds, share(seconds));
    }
    Ok(())
}

/// The puzzles of the file, repeated as often as needed, in a reproducible order.
fn large(path: &Path, count: usize) -> anyhow::Result<Vec<u8>> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let is_cell = |byte: &u8| *byte == b'.' || byte.is_ascii_digit();
    let is_puzzle = |line: &&[u8]| line.len() == 81 && line.iter().all(is_cell);
    let lines = text.split(|&byte| byte == b'\n').map(|line| line.get(..81).unwrap_or(line));
    let mut puzzles: Vec<&[u8]> = lines.filter(is_puzzle).collect();
    ensure!(!puzzles.is_empty(), "{} has no puzzle", path.display());
    let mut random = Random::new(17);
    let mut large = Vec::with_capacity(82 * count);
    while large.len() < 82 * count {
        random.shuffle(&mut puzzles);
        for puzzle in puzzles.iter().take(count - large.len() / 82) {
            large.extend_from_slice(puzzle);
            large.push(b'\n');
        }
    }
    Ok(large)
}

/// The engine alone: lines to lines, on this thread.
fn solve(lines: &[u8], solutions: &mut [u8]) -> anyhow::Result<()> {
    let mut unique = true;
    let puzzles = lines.chunks_exact(82).filter_map(|line| line.first_chunk());
    ninefold::solve_bytes(puzzles, 2, |number, outcome| {
        unique &= outcome.count() == 1;
        if let Some(first) = outcome.first() {
            solutions[82 * number..][..81].copy_from_slice(first);
        }
    });
    ensure!(unique, "every puzzle must have one solution");
    Ok(())
}

/// The same on several threads, each with a part of the lines.
fn solve_on(threads: usize, lines: &[u8], solutions: &mut [u8]) -> anyhow::Result<()> {
    let part = lines.len().div_ceil(82 * threads) * 82;
    std::thread::scope(|scope| {
        let parts = lines.chunks(part).zip(solutions.chunks_mut(part));
        let workers: Vec<_> = parts.map(|(lines, solutions)| scope.spawn(|| solve(lines, solutions))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("the engine does not panic"))
    })
}

fn timed(work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<f64> {
    let begin = Instant::now();
    work()?;
    Ok(begin.elapsed().as_secs_f64())
}

fn runs(command: &mut Command) -> anyhow::Result<()> {
    let status = command.stdin(Stdio::null()).status()?;
    if !status.success() {
        bail!("{} failed: {status}", command.get_program().display());
    }
    Ok(())
}

/// A folder that is removed with its contents.
struct Scratch(PathBuf);

impl Scratch {
    fn new(folder: &Path) -> anyhow::Result<Scratch> {
        let path = folder.join(format!("ninefold-files-{}", std::process::id()));
        fs::create_dir(&path).with_context(|| format!("cannot create {}", path.display()))?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            eprintln!("cannot remove {}: {error}", self.0.display());
        }
    }
}
