//! `ninefold generate`: new puzzles with given properties.
//!
//! A chunk is a range of puzzle numbers of the seed. Puzzles do not depend on each other, so they are the same for any
//! number of threads. Two decisions depend on earlier puzzles and are settled in order: whether a puzzle is isomorphic to an
//! earlier one, and whether there are enough puzzles.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{IsTerminal, Read};
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use ninefold::explain::{Explainer, Level};
use ninefold::generate::{Generator, Recipe, RecipeError, SearchStoppedError, Symmetry, Target};
use ninefold::json::{Generated, Members, Object};
use ninefold::symmetry::GridSet;
use ninefold::text::{self, Record};
use ninefold::{CellSet, Control, Grid, Puzzle, rate};

use super::dedup::for_each_chunk;
use super::{Outcome, say, say_complete, seed_of_the_clock, writes_to_file};
use crate::args::Generate;
use crate::output::grid;
use crate::pipeline::{self, Done, Numbered, Output, Plan, Settler, Source, Worker};
use crate::progress::Progress;
use crate::results::{Opened, Results, recorded_number};
use crate::tally::{Tally, counted, grouped};
use crate::{complain, threads};

/// A search that finds no puzzle for this time ends, unless --time is given.
const SILENCE: Duration = Duration::from_secs(60);
/// The approximate number of puzzles that may wait for their turn.
const WAITING: u64 = 1 << 14;
/// The maximum number of chunks that may wait.
const MAX_WAITING_CHUNKS: u64 = 1 << 12;

pub(crate) fn run(args: &Generate) -> anyhow::Result<Outcome> {
    let recipe = recipe(args)?;
    let generator = Generator::new(recipe.clone()).map_err(|error| match error {
        RecipeError::NotMinimal { .. } => anyhow!("{error}; {REDUNDANT}"),
        _ => anyhow!(error),
    })?;
    let write = args.batch.write.as_deref();
    let recorded = || if args.batch.resume { recorded_number(write, "seed") } else { None };
    let seed = args.seed.or_else(recorded).unwrap_or_else(seed_of_the_clock);
    let options = Options { recipe, distinct: args.distinct };
    let job = format!("generate seed {seed} {} {} {} {}", args.first, args.number, args.json, options.to_json());
    let results = match Results::open(&[write], &[], args.batch.resume, &job)? {
        Opened::Results(results) => results,
        Opened::Complete => {
            say_complete(&[write]);
            return Ok(Outcome::Success);
        }
    };
    let size = generator.recipe().preferred_batch().min(args.number);
    let clock = Arc::new(Clock::new(args.time, generator.recipe().is_certain()));
    let drawn = args.number == 1 && !args.json && !writes_to_file(write) && std::io::stdout().is_terminal();
    let plan = Plan {
        // Several threads do not speed up a single chunk. Further chunks are not needed and would slow it down.
        threads: threads::number(args.batch.effort.threads)
            .min(args.number.div_ceil(size).try_into().unwrap_or(usize::MAX)),
        progress: Progress::new(args.batch.effort.quiet, results.is_read_at_once(), Some(args.number)),
        header: String::new(),
        footer: String::new(),
        gather: true,
        waiting: (WAITING / size).min(MAX_WAITING_CHUNKS) as usize,
    };
    let source = Numbers {
        first: args.first,
        next: args.first,
        end: if args.distinct { None } else { args.first.checked_add(args.number) },
        size,
        index: 0,
        clock: Arc::clone(&clock),
    };
    let settler = Enough {
        number: args.number,
        made: 0,
        seen: args.distinct.then(GridSet::new),
        isomorphic: 0,
        nearest: None,
        clock: Arc::clone(&clock),
    };
    let shape = match (args.json, drawn) {
        (true, _) => Shape::Json,
        (false, true) => Shape::Drawn,
        (false, false) => Shape::Line,
    };
    let work = Arc::new(Work { generator, seed, options, clock, shape, distinct: args.distinct });
    let summary_of = Arc::clone(&work);
    let done = pipeline::run(source, results, plan, move || Maker(Arc::clone(&work)), settler)?;
    sum_up(args, seed, &summary_of.options, &done);
    Ok(if done.settler.made == args.number { Outcome::Success } else { Outcome::SomeNot })
}

const REDUNDANT: &str = "--redundant adds givens that could be left out";

/// The requested properties, with the defaults.
fn recipe(args: &Generate) -> anyhow::Result<Recipe> {
    let ratings = args.ratings();
    let techniques = args.require.len() + args.allow.len() + args.without.len() > 0;
    let pattern = args.symmetry.is_some() || args.givens.is_some() || args.mask.is_some();
    let symmetry = args.symmetry.unwrap_or(if pattern { Symmetry::None } else { Symmetry::HalfTurn });
    let nothing_else = !pattern && !techniques && ratings.is_empty();
    let level = args.level.or(nothing_else.then_some(Level::Medium));
    let mut target = ratings.into_iter().fold(Target::default(), |target, (scale, range)| target.rating(scale, range));
    target = level.map_or(target.clone(), |level| target.level(level));
    target = args.require.iter().fold(target, |target, &technique| target.require(technique));
    target = args.allow.iter().fold(target, |target, &technique| target.allow(technique));
    target = args.without.iter().fold(target, |target, &technique| target.solvable_without(technique));
    let mut recipe = Recipe::default().target(target).symmetry(symmetry);
    if let Some(givens) = &args.givens {
        recipe = recipe.givens(givens.clone());
    }
    if let Some(mask) = &args.mask {
        recipe = recipe.mask(read_mask(mask)?);
    }
    Ok(if args.redundant { recipe.redundant() } else { recipe })
}

/// The maximum length of a mask.
const MAX_MASK: u64 = 1 << 16;

/// The cells of a mask, from a file or from the drawing itself.
fn read_mask(mask: &OsStr) -> anyhow::Result<CellSet> {
    let path = Path::new(mask);
    let drawing = mask.to_str().filter(|text| text.chars().filter(|c| !c.is_whitespace()).count() >= 81);
    if let Some(drawing) = drawing.filter(|_| !path.exists()) {
        return text::parse_mask(drawing).context("--mask");
    }
    let name = path.display();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_MASK + 1).read_to_end(&mut bytes));
    read.with_context(|| format!("{name}: neither a file that can be read nor a drawing of 81 cells"))?;
    if bytes.len() as u64 > MAX_MASK {
        bail!("{name}: too large for a mask of 81 cells");
    }
    let text = String::from_utf8(bytes).with_context(|| format!("{name}: cannot read"))?;
    text::parse_mask(&text).with_context(|| name.to_string())
}

/// The requested properties, as JSON.
struct Options {
    recipe: Recipe,
    distinct: bool,
}

impl Members for Options {
    fn add_to(&self, object: &mut Object<'_>) {
        self.recipe.add_to(object);
        if self.distinct {
            object.raw("distinct", true);
        }
    }
}

impl Options {
    fn to_json(&self) -> String {
        Object::new().with(self).to_string()
    }
}

/// Ranges of puzzle numbers.
struct Numbers {
    first: u64,
    next: u64,
    /// The end of the numbers, or `None` to continue until there are enough puzzles.
    end: Option<u64>,
    size: u64,
    index: u64,
    clock: Arc<Clock>,
}

#[derive(Default)]
struct NumberRange {
    index: u64,
    numbers: Range<u64>,
    /// The number of puzzles up to its end.
    position: u64,
}

impl Source for Numbers {
    type Chunk = NumberRange;

    fn next_into(&mut self, range: &mut NumberRange) -> bool {
        let end = self.next.saturating_add(self.size).min(self.end.unwrap_or(u64::MAX));
        if self.next == end || self.clock.is_over() {
            return false;
        }
        *range = NumberRange { index: self.index, numbers: self.next..end, position: end - self.first };
        self.index += 1;
        self.next = end;
        true
    }
}

impl Numbered for NumberRange {
    fn index(&self) -> u64 {
        self.index
    }

    fn position(&self) -> u64 {
        self.position
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Line,
    Json,
    /// A drawn grid on a terminal.
    Drawn,
}

/// The data that all threads need to generate puzzles.
struct Work {
    generator: Generator,
    seed: u64,
    options: Options,
    clock: Arc<Clock>,
    shape: Shape,
    distinct: bool,
}

/// A generated puzzle in its output form.
struct Made {
    text: Vec<u8>,
    /// The canonical form, if isomorphic puzzles are left out.
    canonical: Option<Grid>,
}

impl Work {
    fn made(&self, puzzle: &Puzzle, number: u64) -> Made {
        self.clock.found();
        let canonical = (self.distinct || self.shape == Shape::Json).then(|| *puzzle.canonical_form().givens());
        let text = match (self.shape, &canonical) {
            (Shape::Json, Some(canonical)) => self.json(puzzle, number, canonical),
            (Shape::Drawn, _) => drawing(puzzle),
            _ => format!("{puzzle}\n"),
        };
        Made { text: text.into_bytes(), canonical: canonical.filter(|_| self.distinct) }
    }

    fn json(&self, puzzle: &Puzzle, number: u64, canonical: &Grid) -> String {
        let record = Record::new(*puzzle.givens());
        let generated = Generated {
            puzzle,
            seed: self.seed,
            number,
            options: &self.options,
            rating: rate::se(puzzle),
            path: &Explainer::default().path(puzzle),
            canonical,
        };
        Object::of(&record).with(&generated).to_string() + "\n"
    }
}

struct Maker(Arc<Work>);

impl Worker<NumberRange> for Maker {
    type Draft = Vec<Result<Made, SearchStoppedError>>;

    fn work(&mut self, range: &mut NumberRange, out: &mut Output<'_>) -> Self::Draft {
        let work = &self.0;
        let mut control = Control::new().stop_when(|| work.clock.is_over());
        let numbers = range.numbers.clone();
        let puzzles = work.generator.batch(work.seed, numbers.clone(), &mut control);
        out.counter().add(puzzles.iter().flatten().count() as u64);
        puzzles.into_iter().zip(numbers).map(|(puzzle, number)| Ok(work.made(&puzzle?, number))).collect()
    }
}

/// Writes puzzles in order until there are enough.
struct Enough {
    number: u64,
    made: u64,
    seen: Option<GridSet>,
    /// The number of puzzles left out because they are isomorphic to earlier ones.
    isomorphic: u64,
    nearest: Option<Puzzle>,
    clock: Arc<Clock>,
}

impl Settler<Vec<Result<Made, SearchStoppedError>>> for Enough {
    fn resume_after(&mut self, tally: &Tally) {
        self.made = tally.unique;
    }

    /// Reads the puzzles that an earlier run generated from its file.
    fn restore(&mut self, unfinished: &Path) -> anyhow::Result<()> {
        let Some(seen) = &mut self.seen else { return Ok(()) };
        for_each_chunk(unfinished, |chunk| {
            for record in chunk.items().iter().flatten() {
                if let Ok(puzzle) = Puzzle::new(record.position.givens()) {
                    seen.insert(puzzle.canonical_form().givens());
                }
            }
        });
        Ok(())
    }

    fn settle(
        &mut self,
        draft: Vec<Result<Made, SearchStoppedError>>,
        texts: &mut [Vec<u8>],
        tally: &mut Tally,
    ) -> anyhow::Result<ControlFlow<()>> {
        for item in draft {
            match item {
                Err(stopped) => self.nearest = self.nearest.or(stopped.nearest),
                Ok(_) if self.made == self.number => break,
                Ok(Made { canonical: Some(form), .. })
                    if self.seen.as_mut().is_some_and(|seen| !seen.insert(&form)) =>
                {
                    self.isomorphic += 1;
                }
                Ok(made) => {
                    self.made += 1;
                    tally.unique += 1;
                    texts[0].extend_from_slice(&made.text);
                }
            }
        }
        if self.made < self.number {
            return Ok(ControlFlow::Continue(()));
        }
        self.clock.stop();
        Ok(ControlFlow::Break(()))
    }
}

/// The puzzle for a terminal.
fn drawing(puzzle: &Puzzle) -> String {
    let drawn = grid::draw(puzzle.givens(), |_| anstyle::Style::new().bold());
    let text = format!("{drawn} {}\n {puzzle}\n", properties(puzzle));
    if grid::colours() { text } else { anstream::adapter::strip_str(&text).to_string() }
}

/// `24 givens, medium, SE 4.2`
fn properties(puzzle: &Puzzle) -> String {
    let givens = puzzle.givens().filled().len();
    let level = Explainer::default().path(puzzle).level();
    let level = level.map_or(String::new(), |level| format!("{level}, "));
    format!("{givens} givens, {level}SE {}", rate::se(puzzle).er)
}

/// Prints the number of puzzles, what is missing, and how to generate the same puzzles again.
fn sum_up(args: &Generate, seed: u64, options: &Options, done: &Done<Enough>) {
    let Enough { made, isomorphic, nearest, .. } = &done.settler;
    let quiet = args.batch.effort.quiet;
    if !quiet {
        let seconds = done.elapsed.as_secs_f64();
        let mut text = format!("{} in {seconds:.1} s", counted(*made, "puzzle"));
        if *made >= 1000 {
            text += &format!(", {}/s", grouped(((made - done.before) as f64 / seconds) as u64));
        }
        if *isomorphic > 0 {
            text += &format!("; {} isomorphic to earlier ones left out", grouped(*isomorphic));
        }
        if args.seed.is_none() {
            text += &format!("; --seed {seed} gives the same again");
        }
        say(&text);
    }
    if *made == args.number {
        return;
    }
    // A failed search is reported even with --quiet.
    let mut text = format!("{} found of {} for {}", grouped(*made), grouped(args.number), options.to_json());
    if let Some(puzzle) = nearest {
        text += &format!("\nnearest: {puzzle} with {}", properties(puzzle));
    } else if args.mask.is_some() {
        text += "\nno puzzle with one solution was found for the mask";
    }
    let many = args.givens.as_ref().is_some_and(|givens| *givens.start() > RARELY_MINIMAL);
    if many && !args.redundant && args.mask.is_none() {
        text += &format!("\nevery given has to be needed; {REDUNDANT}");
    }
    complain(&text);
}

/// Minimal puzzles with more givens are rare.
const RARELY_MINIMAL: usize = 27;

/// Determines when to stop.
struct Clock {
    begin: Instant,
    time: Option<Duration>,
    /// The longest time without a new puzzle.
    silence: Option<Duration>,
    /// Milliseconds from the beginning to the last puzzle.
    last: AtomicU64,
    stopped: AtomicBool,
}

impl Clock {
    fn new(time: Option<Duration>, certain: bool) -> Clock {
        let silence = (time.is_none() && !certain).then_some(SILENCE);
        let (last, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        Clock { begin: Instant::now(), time, silence, last, stopped }
    }

    fn found(&self) {
        self.last.fetch_max(self.begin.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        let elapsed = self.begin.elapsed();
        let last = || Duration::from_millis(self.last.load(Ordering::Relaxed));
        self.stopped.load(Ordering::Relaxed)
            || self.time.is_some_and(|time| elapsed > time)
            || self.silence.is_some_and(|silence| elapsed > last() + silence)
    }
}
