//! The speed of explanations, the puzzles solved, the techniques used, and the proof of every step.
//!
//! ```text
//! cargo run --release -p ninefold-benchmarks --bin explain -- [OPTIONS] [FILE...]
//! ```
//!
//! Each file has one puzzle per line (81 characters, digits and dots or zeros; the rest of the line is ignored). Times
//! are CPU times of a thread: other processes do not count.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use ninefold::explain::check::{Claim, check, check_path};
use ninefold::explain::{Explainer, Facts, NextStep, Path, Technique};
use ninefold::rate::Se;
use ninefold::{Candidate, CandidateSet, Cell, CellSet, Control, Digit, Grid, Pencilmarks, Puzzle, Random};
use ninefold_benchmarks::thread_time;

/// Explains the puzzles of files and prints statistics.
#[derive(Parser)]
struct Args {
    /// Files of puzzles
    files: Vec<PathBuf>,
    /// Also this many random minimal puzzles
    #[arg(long, default_value_t = 0, value_name = "N")]
    generate: u64,
    /// The seed of the random puzzles
    #[arg(long, default_value_t = 2024, value_name = "N")]
    seed: u64,
    /// Use every technique of the table
    #[arg(long)]
    all: bool,
    /// Prove every step of every path
    #[arg(long)]
    check: bool,
    /// Prove all steps of all techniques, large fish included, at every position of every path
    #[arg(long)]
    every: bool,
    /// Measure the next step at every position, and with incomplete or wrong pencilmarks
    #[arg(long)]
    next: bool,
    /// Measure the search of each technique separately
    #[arg(long)]
    finders: bool,
    /// Compare the implications of each path with those of the Sudoku Explainer path, and prove that path, too
    #[arg(long)]
    se: bool,
    /// Skip this many puzzles of each file
    #[arg(long, default_value_t = 0, value_name = "N")]
    skip: usize,
    /// At most this many puzzles of each file
    #[arg(long, default_value_t = usize::MAX, value_name = "N")]
    limit: usize,
    /// Use only every Nth puzzle of each file
    #[arg(long, default_value_t = 1, value_name = "N")]
    step: usize,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_name = "N")]
    threads: usize,
}

type Puzzles = Box<dyn Iterator<Item = Puzzle> + Send>;

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    let mut sets: Vec<(String, Puzzles)> = Vec::new();
    for file in &args.files {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let lines: Vec<Grid> = text.lines().filter_map(|line| line.get(..81)?.parse().ok()).collect();
        let puzzles = lines.into_iter().skip(args.skip).step_by(args.step.max(1)).take(args.limit);
        sets.push((file.display().to_string(), Box::new(puzzles.filter_map(|grid| Puzzle::new(grid).ok()))));
    }
    if args.generate > 0 {
        let seed = args.seed;
        sets.push(("random minimal".to_owned(), Box::new((0..args.generate).map(move |item| minimal(seed, item)))));
    }
    let mut flaws = 0;
    for (name, puzzles) in sets {
        let tally = tally(&args, puzzles);
        tally.print(&name, &args);
        flaws += tally.flaws;
    }
    Ok(if flaws == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// A random solution with givens removed in random order while it is unique.
fn minimal(seed: u64, item: u64) -> Puzzle {
    let mut random = Random::stream(seed, item);
    let mut cells: Vec<Cell> = Cell::all().collect();
    random.shuffle(&mut cells);
    let mut grid = Grid::EMPTY;
    for &cell in &cells[..16] {
        let mut digits = Digit::ALL;
        random.shuffle(&mut digits);
        for digit in digits {
            grid[cell] = Some(digit);
            if grid.count(1) == 1 {
                break;
            }
        }
    }
    let solution: Grid = grid.solutions().next().expect("every placement left a solution").into();
    random.shuffle(&mut cells);
    let mut givens = CellSet::FULL;
    for cell in cells {
        if solution.restricted_to(givens.without(cell)).solve().is_unique() {
            givens.remove(cell);
        }
    }
    Puzzle::new(solution.restricted_to(givens)).expect("exactly one solution")
}

/// The positions of a path before each step, and its end if it is not solved.
fn positions(path: &Path) -> impl Iterator<Item = Pencilmarks> {
    let stuck = (!path.is_solved()).then(|| *path.end());
    path.positions().map(|(marks, _)| marks).chain(stuck)
}

fn tally(args: &Args, puzzles: Puzzles) -> Tally {
    let puzzles = Mutex::new(puzzles);
    let total = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(|| {
                let mut tally = Tally::default();
                let explainer = if args.all { Explainer::with_all() } else { Explainer::default() };
                loop {
                    let next = puzzles.lock().expect("no thread panics").next();
                    let Some(puzzle) = next else { break };
                    tally.add(args, &explainer, &puzzle);
                }
                total.lock().expect("no thread panics").merge(tally);
            });
        }
    });
    total.into_inner().expect("no thread panics")
}

/// The statistics of a set.
#[derive(Default)]
struct Tally {
    puzzles: u64,
    solved: u64,
    without_nets: u64,
    without_forcing: u64,
    time: Duration,
    slowest: Slowest,
    /// The numbers of steps and of puzzles with such steps.
    steps: BTreeMap<Technique, (u64, u64)>,
    proved: u64,
    flaws: u64,
    /// The times of all paths, for the median.
    times: Vec<Duration>,
    /// How many paths have no more implications than the Sudoku Explainer path, and all implications of both.
    no_larger: u64,
    implications: [u64; 2],
    /// The times of next steps on the way.
    next_times: Vec<Duration>,
    /// The slowest next step by kind of pencilmarks.
    next: BTreeMap<&'static str, Slowest>,
    /// Searches by their first technique (some techniques share a search): their number, their time, the slowest.
    finders: BTreeMap<Technique, (u64, Duration, Slowest)>,
}

#[derive(Default)]
struct Slowest {
    time: Duration,
    what: String,
}

impl Slowest {
    fn note(&mut self, time: Duration, what: impl FnOnce() -> String) {
        if time > self.time {
            *self = Slowest { time, what: what() };
        }
    }

    fn merge(&mut self, other: Slowest) {
        self.note(other.time, || other.what);
    }
}

impl Tally {
    fn add(&mut self, args: &Args, explainer: &Explainer, puzzle: &Puzzle) {
        let start = thread_time();
        let path = explainer.path(puzzle);
        let time = thread_time() - start;
        self.time += time;
        self.times.push(time);
        self.slowest.note(time, || puzzle.to_string());
        self.puzzles += 1;
        let used = path.counts();
        for &(technique, times) in &used {
            let (steps, puzzles) = self.steps.entry(technique).or_default();
            (*steps, *puzzles) = (*steps + times as u64, *puzzles + 1);
        }
        if path.is_solved() {
            let some = |part: &str| used.iter().any(|(technique, _)| technique.slug().starts_with(part));
            self.solved += 1;
            self.without_forcing += u64::from(!some("forcing-"));
            self.without_nets += u64::from(!some("forcing-net"));
        }
        if args.check {
            match check_path(&path, puzzle.solution()) {
                Ok(()) => self.proved += path.steps().len() as u64,
                Err(flaw) => self.flaw(&format!("{puzzle}: {flaw}")),
            }
        }
        if args.se {
            self.compare(puzzle, &path);
        }
        if args.every {
            self.every(puzzle, &path);
        }
        if args.next {
            self.next(explainer, puzzle, &path);
        }
        if args.finders {
            self.finders(explainer, &path);
        }
    }

    fn flaw(&mut self, what: &str) {
        self.flaws += 1;
        println!("FLAW {what}");
    }

    /// Compares a path with the path of the rating, and proves the latter.
    fn compare(&mut self, puzzle: &Puzzle, path: &Path) {
        let (trace, rated) = Se::new(puzzle).explained(&mut Control::new());
        match check_path(&rated, puzzle.solution()) {
            Ok(()) => self.proved += rated.steps().len() as u64,
            Err(flaw) => {
                let text = trace.steps.get(flaw.step).map_or(String::new(), |step| step.to_string());
                self.flaw(&format!("{puzzle}: rating: {flaw}; {text}"));
            }
        }
        let sizes = [path.implications(), rated.implications()];
        self.no_larger += u64::from(sizes[0] <= sizes[1]);
        self.implications = [0, 1].map(|i| self.implications[i] + sizes[i] as u64);
    }

    /// Proves all steps of all techniques at the positions of the path.
    fn every(&mut self, puzzle: &Puzzle, path: &Path) {
        let all = Explainer::with_all();
        for marks in positions(path) {
            let claim = Claim { marks: &marks, givens: path.givens(), solution: Some(puzzle.solution()) };
            for step in all.all_steps(&Facts::new(marks, path.givens())) {
                match check(&step, &claim) {
                    Ok(()) => self.proved += 1,
                    Err(flaw) => self.flaw(&format!("{puzzle}: {} {}: {flaw}", step.technique, step.notation())),
                }
            }
        }
    }

    /// Measures the next step with the pencilmarks of the path, and with missing, fewer or wrong ones.
    fn next(&mut self, explainer: &Explainer, puzzle: &Puzzle, path: &Path) {
        let mut random = Random::stream(7, self.puzzles);
        for marks in positions(path) {
            let candidates = marks.candidates();
            let solution: CandidateSet =
                Cell::all().map(|cell| Candidate::new(cell, puzzle.solution()[cell])).collect();
            let some = |random: &mut Random, among: CandidateSet, of: u32| -> CandidateSet {
                among.iter().filter(|_| random.below(of) == 0).collect()
            };
            let cells = |random: &mut Random| -> CandidateSet {
                let cells = Cell::all().filter(|_| random.below(3) == 0);
                cells.fold(CandidateSet::EMPTY, |all, cell| all | CandidateSet::of_cell(cell, ninefold::DigitSet::FULL))
            };
            let kinds = [
                ("as on the path", candidates),
                ("none", CandidateSet::EMPTY),
                ("in some cells", candidates - cells(&mut random)),
                ("some false ones gone", candidates - (some(&mut random, candidates, 8) - solution)),
                ("many false ones gone", candidates - (some(&mut random, candidates, 3) - solution)),
                ("a true one gone", candidates - some(&mut random, candidates, 30)),
            ];
            for (kind, candidates) in kinds {
                let marks = Pencilmarks::new(*marks.placed(), candidates);
                let start = thread_time();
                let next = explainer.next_step(puzzle, &marks);
                let time = thread_time() - start;
                self.next_times.push(time);
                self.next.entry(kind).or_default().note(time, || match next {
                    NextStep::Step(step, _) => format!("{} in {puzzle}", step.technique),
                    NextStep::Mistake(_) => format!("a mistake in {puzzle}"),
                    NextStep::Stuck | NextStep::Solved => format!("no step in {puzzle}"),
                });
            }
        }
    }

    /// Repeats the searches of the path, one technique after the other.
    fn finders(&mut self, explainer: &Explainer, path: &Path) {
        let mut searches: Vec<Vec<Technique>> = Vec::new();
        for technique in explainer.techniques().iter() {
            match searches.last_mut().filter(|together| together[0].order() == technique.order()) {
                Some(together) => together.push(technique),
                None => searches.push(vec![technique]),
            }
        }
        let searches: Vec<(Technique, Explainer)> =
            searches.into_iter().map(|together| (together[0], Explainer::with_order(together))).collect();
        for marks in positions(path) {
            let position = Facts::new(marks, path.givens());
            for (technique, search) in &searches {
                let start = thread_time();
                let found = search.first_step(&position);
                let time = thread_time() - start;
                let (count, total, slowest) = self.finders.entry(*technique).or_default();
                (*count, *total) = (*count + 1, *total + time);
                slowest.note(time, || position.marks().placed().to_string());
                if found.is_some() {
                    break;
                }
            }
        }
    }

    fn merge(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.solved += other.solved;
        self.without_nets += other.without_nets;
        self.without_forcing += other.without_forcing;
        self.time += other.time;
        self.times.extend(other.times);
        self.next_times.extend(other.next_times);
        self.no_larger += other.no_larger;
        self.implications = [0, 1].map(|i| self.implications[i] + other.implications[i]);
        self.slowest.merge(other.slowest);
        for (technique, (steps, puzzles)) in other.steps {
            let mine = self.steps.entry(technique).or_default();
            *mine = (mine.0 + steps, mine.1 + puzzles);
        }
        self.proved += other.proved;
        self.flaws += other.flaws;
        for (kind, slowest) in other.next {
            self.next.entry(kind).or_default().merge(slowest);
        }
        for (technique, (count, time, slowest)) in other.finders {
            let mine = self.finders.entry(technique).or_default();
            (mine.0, mine.1) = (mine.0 + count, mine.1 + time);
            mine.2.merge(slowest);
        }
    }

    fn print(&self, name: &str, args: &Args) {
        let seconds = self.time.as_secs_f64();
        println!("{name}: {} puzzles, {} solved, {} not", self.puzzles, self.solved, self.puzzles - self.solved);
        println!("  {} without any forcing chain or net, {} without a net", self.without_forcing, self.without_nets);
        println!(
            "  {:.0} paths/s, {:.3} ms per path, median {:.2?}, slowest {:.2?}: {}",
            self.puzzles as f64 / seconds,
            1000.0 * seconds / self.puzzles.max(1) as f64,
            median(&self.times),
            self.slowest.time,
            self.slowest.what
        );
        if args.se {
            println!(
                "  {} paths have no more implications than the Sudoku Explainer path; all together {} and {}",
                self.no_larger, self.implications[0], self.implications[1]
            );
        }
        if args.next {
            println!("  next step: median {:.2?}", median(&self.next_times));
        }
        if args.check || args.every || args.se {
            println!("  {} steps proved, {} flawed", self.proved, self.flaws);
        }
        for (kind, slowest) in &self.next {
            println!("  slowest next step, pencilmarks {kind}: {:.2?}, {}", slowest.time, slowest.what);
        }
        for (technique, (count, time, slowest)) in &self.finders {
            println!(
                "  {:>8.1} µs per puzzle in {count:>9} searches, slowest {:>9.2?}, {}",
                1e6 * time.as_secs_f64() / self.puzzles.max(1) as f64,
                slowest.time,
                technique.name(),
            );
        }
        for (technique, (steps, puzzles)) in &self.steps {
            println!("  {steps:>9} steps in {puzzles:>7} puzzles  {}", technique.name());
        }
    }
}
