//! `ninefold generate`: puzzles to order.
//!
//! Thread `t` of `T` makes the chunks `t`, `t + T`, `t + 2 T`, ... of the seed's puzzles and sends them through a channel
//! of its own that holds a few; the main thread takes from the channels in turn. So puzzles come out in order whatever the
//! number of threads, and nobody runs far ahead.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use ninefold::explain::{Explainer, Level, Technique};
use ninefold::generate::{Generator, Recipe, SearchStoppedError, Symmetry, Target};
use ninefold::rate::Scale;
use ninefold::symmetry::{GridSet, PatternSymmetry};
use ninefold::text::Record;
use ninefold::{Cell, CellSet, Control, Grid, Puzzle, rate};

use super::shuffle::seed_of_the_clock;
use super::{Outcome, tell};
use crate::args::Generate;
use crate::output::json::{self, Object};
use crate::output::{grid, to_terminal};
use crate::progress::Progress;
use crate::sink::{End, Pieces, Resume, Sink};
use crate::tally::{counted, grouped};
use crate::{interrupt, threads};

/// How long a search may find nothing before it ends, where no time is told.
const SILENCE: Duration = Duration::from_secs(60);
/// Puzzles that wait for their turn, of all threads together, about.
const WAITING: u64 = 1 << 14;

pub(crate) fn run(args: &Generate) -> anyhow::Result<Outcome> {
    let args = &with_defaults(args)?;
    let generator = Generator::new(recipe(args)?)?;
    let seed = args.seed.unwrap_or_else(seed_of_the_clock);
    interrupt::install();
    let drawn = args.number == 1 && !args.json && args.results.write.is_none() && std::io::stdout().is_terminal();
    let mut pieces = Pieces::new(Sink::open(args.results.write.as_deref(), &[], Resume::Never, "generate")?);
    let progress = Progress::new(args.results.quiet, args.results.write.is_none(), Some(args.number));
    progress.begin_at(0);
    let clock = Clock::new(args.time, generator.recipe().is_certain());
    let job = Job { args, seed, generator: &generator, clock: &clock, threads: threads(args, &generator) };
    let (mut made, mut twins, mut nearest) = (0, 0, None);
    thread::scope(|scope| -> anyhow::Result<()> {
        // However this thread leaves, the others stop: here, or because nobody takes what they send.
        let _stop = StopAtEnd(&clock);
        let mut receivers: Vec<Receiver<Chunk>> = (0..job.threads)
            .map(|thread| {
                let (sender, receiver) = mpsc::sync_channel(job.waiting());
                let job = &job;
                let work = move || job.work(thread, &sender);
                thread::Builder::new().spawn_scoped(scope, work).context("cannot start a thread")?;
                Ok(receiver)
            })
            .collect::<anyhow::Result<_>>()?;
        let mut seen = GridSet::new();
        let mut turn = 0;
        while made < args.number && !receivers.is_empty() {
            turn %= receivers.len();
            let Ok(chunk) = receivers[turn].recv() else {
                // Its time is over; the others may have found something in theirs.
                receivers.remove(turn);
                continue;
            };
            turn += 1;
            for item in chunk {
                match item {
                    Err(gave_up) => nearest = nearest.or(gave_up.nearest),
                    Ok(item) if made == args.number => drop(item),
                    Ok(Made { canonical: Some(form), .. }) if args.distinct && !seen.insert(&form) => twins += 1,
                    Ok(item) => {
                        made += 1;
                        if drawn { to_terminal(&drawing(&item.puzzle))? } else { pieces.add(&item.text)? }
                    }
                }
            }
            progress.show(made, made);
            pieces.pause()?;
        }
        Ok(())
    })?;
    pieces.finish(End::Complete)?;
    let elapsed = progress.finish();
    if !args.results.quiet {
        tell(&summary(args, seed, made, twins, nearest.as_ref(), elapsed));
    }
    Ok(if made == args.number { Outcome::AllUnique } else { Outcome::SomeNot })
}

/// Who asks for nothing gets a puzzle as most people want it. A mask that was named is read: what is recorded says it all.
fn with_defaults(args: &Generate) -> anyhow::Result<Generate> {
    let mut args = args.clone();
    if let Some(mask) = &args.mask {
        let cells = read_mask(mask)?;
        args.mask = Some(Cell::all().map(|cell| if cells.contains(cell) { 'x' } else { '.' }).collect());
    }
    let difficulty = args.er.is_some() || args.level.is_some();
    let techniques = args.require.len() + args.allow.len() + args.forbid.len() > 0;
    if !difficulty && !techniques && args.symmetry.is_none() && args.givens.is_none() && args.mask.is_none() {
        args.symmetry = Some(Symmetry::HalfTurn);
        args.level = Some(Level::Medium);
    }
    Ok(args)
}

fn recipe(args: &Generate) -> anyhow::Result<Recipe> {
    let mut target = Target::default();
    if let Some((first, last)) = args.er {
        target = target.rating(Scale::Se, first..=last);
    }
    if let Some(level) = args.level {
        target = target.level(level);
    }
    target = args.require.iter().fold(target, |target, &technique| target.require(technique));
    target = args.allow.iter().fold(target, |target, &technique| target.allow(technique));
    target = args.forbid.iter().fold(target, |target, &technique| target.solvable_without(technique));
    let mut recipe = Recipe::default().target(target).symmetry(args.symmetry.unwrap_or_default());
    if let Some((first, last)) = args.givens {
        recipe = recipe.givens(first..=last);
    }
    if let Some(mask) = &args.mask {
        recipe = recipe.mask(cells_of(mask)?);
    }
    Ok(if args.redundant { recipe.redundant() } else { recipe })
}

/// The cells in which a drawing has something: a file, or the drawing itself.
fn read_mask(mask: &str) -> anyhow::Result<CellSet> {
    if mask.chars().filter(|character| !character.is_whitespace()).count() >= 81 && !Path::new(mask).exists() {
        return cells_of(mask).context("--mask");
    }
    let text = std::fs::read_to_string(mask)
        .with_context(|| format!("{mask}: neither a file that can be read nor a drawing of 81 cells"))?;
    cells_of(&text).with_context(|| mask.to_owned())
}

/// A given where there is a digit, a letter, `#` or `*`; an empty cell where there is `.`, `0` or `_`. Blanks and borders
/// do not count.
fn cells_of(text: &str) -> anyhow::Result<CellSet> {
    let mut cells = Cell::all();
    let mut mask = CellSet::EMPTY;
    for (line, text) in text.lines().enumerate() {
        for (column, character) in text.chars().enumerate() {
            let given = match character {
                '1'..='9' | 'a'..='z' | 'A'..='Z' | '#' | '*' => true,
                '.' | '0' | '_' | '·' => false,
                '|' | '+' | '-' | '\u{2500}'..='\u{257f}' => continue,
                blank if blank.is_whitespace() => continue,
                other => bail!("{}:{}: found '{other}', expected a cell: x or .", line + 1, column + 1),
            };
            match cells.next() {
                Some(cell) if given => mask.insert(cell),
                Some(_) => {}
                None => bail!("{}:{}: found a cell too many, expected 81", line + 1, column + 1),
            }
        }
    }
    match cells.len() {
        0 => Ok(mask),
        missing => bail!("found {} cells, expected 81", 81 - missing),
    }
}

/// Puzzles made at a time.
fn chunk(args: &Generate, generator: &Generator) -> u64 {
    generator.recipe().preferred_batch().min(args.number)
}

fn threads(args: &Generate, generator: &Generator) -> u64 {
    let threads = threads::number(args.results.threads) as u64;
    // One chunk is not made faster by several, and more chunks than are asked for would be in the way of the first.
    threads.min(args.number.div_ceil(chunk(args, generator)))
}

/// What threads send.
type Chunk = Vec<Result<Made, SearchStoppedError>>;

struct Made {
    puzzle: Puzzle,
    text: Vec<u8>,
    /// Where somebody wants to know it.
    canonical: Option<Grid>,
}

/// What the threads work on.
struct Job<'a> {
    args: &'a Generate,
    seed: u64,
    generator: &'a Generator,
    clock: &'a Clock,
    threads: u64,
}

impl Job<'_> {
    fn chunk(&self) -> u64 {
        chunk(self.args, self.generator)
    }

    /// Chunks that wait for their turn, for each thread.
    fn waiting(&self) -> usize {
        (WAITING / self.threads / self.chunk()).max(1) as usize
    }

    /// Makes this thread's share until nobody wants more.
    fn work(&self, thread: u64, sender: &SyncSender<Chunk>) {
        let size = self.chunk();
        for first in (thread * size..).step_by((self.threads * size) as usize) {
            if self.clock.is_over() {
                return;
            }
            let mut control = Control::new().stop_when(|| self.clock.is_over());
            let puzzles = self.generator.batch(self.seed, first..first + size, &mut control);
            let chunk = puzzles.into_iter().zip(first..).map(|(puzzle, number)| Ok(self.made(puzzle?, number)));
            if sender.send(chunk.collect()).is_err() {
                return;
            }
        }
    }

    fn made(&self, puzzle: Puzzle, number: u64) -> Made {
        self.clock.found();
        let args = self.args;
        let canonical = (args.distinct || args.json).then(|| *puzzle.canonical_form().givens());
        let text = match &canonical {
            Some(canonical) if args.json => self.json(&puzzle, number, canonical),
            _ => format!("{puzzle}\n").into_bytes(),
        };
        Made { puzzle, text, canonical }
    }

    fn json(&self, puzzle: &Puzzle, number: u64, canonical: &Grid) -> Vec<u8> {
        let mut object = Object::of(&Record::new(*puzzle.givens()), Some(puzzle.solution()));
        object.raw("seed", &self.seed.to_string());
        object.raw("number", &number.to_string());
        object.string("version", env!("CARGO_PKG_VERSION"));
        object.raw("options", &options(self.args));
        let givens = puzzle.givens().filled();
        object.raw("givens", &givens.len().to_string());
        object.raw("minimal", &puzzle.redundant_givens().is_empty().to_string());
        let symmetries = PatternSymmetry::of(givens).map(|symmetry| json::quoted(&symmetry.to_string()));
        object.raw("symmetries", &json::array(symmetries));
        let rating = rate::se(puzzle);
        for (name, figure) in [("er", rating.er), ("ep", rating.ep), ("ed", rating.ed)] {
            object.raw(name, &figure.to_string());
        }
        let path = Explainer::default().path(puzzle);
        object.string("level", path.level().slug());
        object.raw("score", &path.score().to_string());
        let mut techniques = Object::empty();
        for (technique, times) in path.counts() {
            techniques.raw(technique.slug(), &times.to_string());
        }
        object.raw("techniques", &techniques.text());
        object.string("canonical", &canonical.to_string());
        let mut text = Vec::new();
        object.end(&mut text);
        text
    }
}

/// What was asked for, as an object.
fn options(args: &Generate) -> String {
    let mut object = Object::empty();
    if let Some(symmetry) = args.symmetry {
        object.string("symmetry", symmetry.name());
    }
    if let Some((first, last)) = args.givens {
        object.string("givens", &format!("{first}..{last}"));
    }
    if let Some(mask) = &args.mask {
        object.string("mask", mask);
    }
    if args.redundant {
        object.raw("redundant", "true");
    }
    if let Some((first, last)) = args.er {
        object.string("er", &format!("{first}..{last}"));
    }
    if let Some(level) = args.level {
        object.string("level", level.slug());
    }
    for (name, techniques) in [("require", &args.require), ("allow", &args.allow), ("forbid", &args.forbid)] {
        if !techniques.is_empty() {
            let slugs = techniques.iter().map(|technique| json::quoted(Technique::slug(*technique)));
            object.raw(name, &json::array(slugs));
        }
    }
    if args.distinct {
        object.raw("distinct", "true");
    }
    object.text()
}

/// The puzzle as a person at a terminal likes to see it.
fn drawing(puzzle: &Puzzle) -> String {
    let drawn = grid::draw(puzzle.givens(), |_| anstyle::Style::new().bold());
    let givens = puzzle.givens().filled().len();
    let level = Explainer::default().path(puzzle).level();
    format!("{drawn} {givens} givens, {}, SE {}\n {puzzle}\n", level.slug(), rate::se(puzzle).er)
}

/// What was asked for, what was found, and how to get it again.
fn summary(args: &Generate, seed: u64, made: u64, twins: u64, nearest: Option<&Puzzle>, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let mut text = format!("{} in {seconds:.1} s", counted(made, "puzzle"));
    if made >= 1000 {
        text += &format!(", {}/s", grouped((made as f64 / seconds) as u64));
    }
    if twins > 0 {
        text += &format!("; {} left out that came before in another dress", grouped(twins));
    }
    if made < args.number {
        text += &format!("; {} were asked for: {}", grouped(args.number), options(args));
        if let Some(puzzle) = nearest {
            let er = rate::se(puzzle).er;
            let level = Explainer::default().path(puzzle).level();
            let givens = puzzle.givens().filled().len();
            text += &format!("\nnearest: {puzzle} with {givens} givens, {}, SE {er}", level.slug());
        } else if args.mask.is_some() {
            text += "\nno puzzle with one solution was found for the mask";
        }
    }
    if args.seed.is_none() {
        text += &format!("; --seed {seed} gives the same again");
    }
    text
}

/// When to stop.
struct Clock {
    begin: Instant,
    time: Option<Duration>,
    /// How long nothing may be found.
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

    fn is_over(&self) -> bool {
        let elapsed = self.begin.elapsed();
        let last = || Duration::from_millis(self.last.load(Ordering::Relaxed));
        self.stopped.load(Ordering::Relaxed)
            || self.time.is_some_and(|time| elapsed > time)
            || self.silence.is_some_and(|silence| elapsed > last() + silence)
    }
}

struct StopAtEnd<'a>(&'a Clock);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_read_from_drawings_and_errors_name_the_place() {
        let row = "x..|1.#|..*\n";
        let drawing = format!("{}------+-------\n{}{}", row.repeat(3), row.repeat(3), row.repeat(3));
        let mask = cells_of(&drawing).unwrap();
        assert_eq!(mask.len(), 36);
        assert_eq!(mask.first().map(|cell| cell.to_string()).as_deref(), Some("r1c1"));
        assert_eq!(cells_of("x.?").unwrap_err().to_string(), "1:3: found '?', expected a cell: x or .");
        assert_eq!(cells_of(&"x".repeat(80)).unwrap_err().to_string(), "found 80 cells, expected 81");
        assert!(cells_of(&"x".repeat(82)).unwrap_err().to_string().starts_with("1:82: found a cell too many"));
    }
}
