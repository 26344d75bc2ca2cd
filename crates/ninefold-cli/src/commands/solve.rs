//! `ninefold solve`: the solution of each puzzle, or the reason why there is not exactly one.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use ninefold::json::{Answered, Count, InputError, NumberedSolution, Object, Table};
use ninefold::solve::{Backend, Solved};
use ninefold::text::{ParseError, Record};
use ninefold::{Answer, Position};

use super::pictures::Pictures;
use super::solver::Solver;
use super::{Outcome, Run, chunks, names, say, sum_up, writes_to_file};
use crate::args::{Output as Shape, Solve};
use crate::chunk::{Chunk, ChunkSize, Chunks, Content, Item, LineGroup, line_groups};
use crate::input::Input;
use crate::output::{self, grid, line, push_members, push_object, svg};
use crate::pipeline::{Output, Source, Unsettled, Worker};
use crate::tally::{Tally, counted, grouped};

pub(crate) fn run(args: &Solve) -> anyhow::Result<Outcome> {
    let backend = args.hardware.backend()?;
    let inputs = Input::all(&args.inputs.inputs)?;
    let write = args.batch.write.as_deref();
    let shape = args.output();
    let plain = matches!(shape, None | Some(Shape::Line | Shape::Json)) && !args.all && args.count.is_none();
    if plain && !args.stats && args.inputs.from.is_none() && inputs.iter().all(super::variant::is_other_size) {
        return super::variant::solve(inputs, shape == Some(Shape::Json), &args.batch);
    }
    let size = match shape {
        _ if args.all => ChunkSize::Single,
        None | Some(Shape::Line) if !args.stats && args.hardware.is_cpu() => ChunkSize::Large,
        None | Some(Shape::Line) if !args.stats => ChunkSize::Huge,
        _ => ChunkSize::Medium,
    };
    let mut chunks = chunks(&inputs, &args.inputs, write, size);
    if shape == Some(Shape::Svg) {
        return pictures(args, chunks, &inputs);
    }
    let to_terminal = !writes_to_file(write) && std::io::stdout().is_terminal();
    let drawn = matches!(shape, None | Some(Shape::Grid)) && args.count.is_none() && !args.all;
    if to_terminal
        && drawn
        && let Some((input, item)) = chunks.single()
    {
        return show(&input, &item, args);
    }
    let shape = shape.unwrap_or(Shape::Line);
    let styled = shape == Shape::Grid && !writes_to_file(write) && grid::colours();
    let question = Question { shape, count: args.count, all: args.all, stats: args.stats, styled };
    let table = (shape == Shape::Csv).then(|| {
        let first = chunks.first().map(|(record, ..)| record);
        Arc::new(Table::of_answers(question.columns(), first.as_ref()))
    });
    let writes = [write];
    let mut run = Run::new(&inputs, chunks, &writes, &args.batch);
    run.job = format!("solve {question:?} {:?}", args.inputs.from);
    run.header = table.as_ref().map(|table| table.header()).unwrap_or_default();
    let prompt = !writes_to_file(write);
    let worker = move || Solving::new(question, table.clone(), prompt, backend.clone());
    let done = run.run(worker, Unsettled)?;
    Ok(sum_up(done.as_ref(), &args.batch.effort, |done| {
        let solutions =
            if args.all { format!("; {}", counted(done.tally.solutions, "solution")) } else { String::new() };
        if args.stats { solutions + &work(&done.tally) } else { solutions }
    }))
}

fn work(tally: &Tally) -> String {
    format!("; {} guesses, {} passes", grouped(tally.guesses), grouped(tally.passes))
}

/// The question about each puzzle, and the output of the answer.
#[derive(Clone, Copy, Debug)]
struct Question {
    shape: Shape,
    count: Option<u64>,
    all: bool,
    stats: bool,
    /// Whether grids are drawn with colours.
    styled: bool,
}

impl Question {
    /// The columns of CSV after the puzzle.
    fn columns(self) -> &'static [&'static str] {
        match (self.count, self.all, self.stats) {
            (Some(_), ..) => &["count", "error"],
            (None, true, _) => &["solution", "error"],
            (None, false, false) => &["answer", "solution", "second", "error"],
            (None, false, true) => &["answer", "solution", "second", "error", "guesses", "passes"],
        }
    }
}

/// The exit status depends on uniqueness, so a second solution is searched for even if the limit is 1.
fn at_least_two(limit: u64) -> usize {
    usize::try_from(limit.max(2)).unwrap_or(usize::MAX)
}

/// Solutions that another program reads are written after this time, even if there are few.
const PAUSE: Duration = Duration::from_millis(100);

struct Solving {
    question: Question,
    table: Option<Arc<Table>>,
    /// Whether another program may be reading the results.
    prompt: bool,
    solver: Solver,
    buffer: String,
}

impl Solving {
    fn new(question: Question, table: Option<Arc<Table>>, prompt: bool, backend: Backend) -> Solving {
        Solving { question, table, prompt, solver: Solver::new(backend), buffer: String::new() }
    }

    /// Whether plain lines can be answered directly from their bytes.
    fn takes_plain(&self) -> bool {
        let Question { shape, all, stats, .. } = self.question;
        shape == Shape::Line && !all && !stats
    }

    /// Answers puzzles of 81 bytes, digits and empty cells, with a line each.
    fn plain(&self, puzzles: &[&[u8; 81]], out: &mut Output<'_>) {
        let counter = out.counter();
        let backend = self.solver.backend();
        match self.question.count {
            Some(limit) => {
                let mut counts = vec![0; puzzles.len()];
                backend.solve_bytes(puzzles.iter().copied(), at_least_two(limit), |number, outcome| {
                    out.tally.count(outcome.count());
                    counter.add(1);
                    counts[number] = limit.min(outcome.count() as u64);
                });
                counts.into_iter().for_each(|count| out.line(count));
            }
            None => {
                let mut answers = line::Answers::new(puzzles.len(), out.text);
                backend.solve_bytes(puzzles.iter().copied(), 2, |number, outcome| {
                    out.tally.count(outcome.count());
                    counter.add(1);
                    answers.put(number, outcome.count(), outcome.first());
                });
                answers.finish();
            }
        }
    }

    /// Answers items: puzzles and errors.
    fn items(&mut self, input: &str, items: &[Item], out: &mut Output<'_>) {
        let counter = out.counter();
        match (self.question.count, self.question.stats) {
            (Some(limit), false) => {
                let counts = self.solver.counts(items, at_least_two(limit), counter);
                self.show_all(input, items, counts, out, |this, record, count, out| {
                    this.count(record, count, limit, out);
                });
            }
            (Some(limit), true) => {
                // Statistics are available for single searches only.
                for item in items {
                    match item {
                        Ok(record) => {
                            let mut solutions = record.position.solutions();
                            let count = solutions.by_ref().take(at_least_two(limit)).count();
                            out.tally.work(solutions.stats());
                            counter.add(1);
                            self.count(record, count, limit, out);
                        }
                        Err(error) => self.error(input, error, out),
                    }
                }
            }
            (None, false) => {
                let answers = self.solver.counted_answers(items, counter);
                self.show_all(input, items, answers, out, |this, record, answer, out| {
                    this.answer(record, &answer, None, out);
                });
            }
            (None, true) => {
                let solved = self.solver.answers_with_stats(items, counter);
                self.show_all(input, items, solved, out, |this, record, solved, out| {
                    out.tally.work(solved.stats);
                    this.answer(record, &solved.answer, Some(&solved), out);
                });
            }
        }
    }

    /// Writes the answers to puzzles, and the errors, in order.
    fn show_all<A>(
        &mut self,
        input: &str,
        items: &[Item],
        answers: Vec<A>,
        out: &mut Output<'_>,
        mut show: impl FnMut(&mut Self, &Record, A, &mut Output<'_>),
    ) {
        let mut answers = answers.into_iter();
        for item in items {
            match item {
                Ok(record) => {
                    if let Some(answer) = answers.next() {
                        show(self, record, answer, out);
                    }
                }
                Err(error) => self.error(input, error, out),
            }
            out.end_of_item();
        }
    }

    fn answer(&mut self, record: &Record, answer: &Answer, solved: Option<&Solved>, out: &mut Output<'_>) {
        out.tally.answer(answer);
        let position = &record.position;
        match self.question.shape {
            Shape::Line | Shape::Svg => out.line(line::answer(position, answer)),
            Shape::Grid if self.question.styled => out.line(grid::drawn(record, answer)),
            Shape::Grid => out.line(grid::plain(position, answer)),
            Shape::Json | Shape::Csv => {
                let object = Object::of(record).with(&Answered(position, answer));
                let object = solved.map_or(object.clone(), |solved| object.with(&solved.stats));
                self.object(&object, out);
            }
        }
    }

    fn count(&mut self, record: &Record, found: usize, limit: u64, out: &mut Output<'_>) {
        out.tally.count(found);
        let count = limit.min(found as u64);
        match self.question.shape {
            Shape::Json | Shape::Csv => self.object(&Object::of(record).with(&Count { count, limit }), out),
            Shape::Line | Shape::Grid | Shape::Svg => out.line(count),
        }
    }

    fn error(&mut self, input: &str, error: &ParseError, out: &mut Output<'_>) {
        out.tally.unreadable += 1;
        out.counter().add(1);
        let error = InputError::of(input, error);
        match (self.question.shape, &self.table) {
            (Shape::Csv, Some(table)) => output::push_error_row(table, &error, &mut self.buffer, out),
            (Shape::Json, _) => push_members(&error, &mut self.buffer, out),
            _ => out.line(format_args!("! {error}")),
        }
    }

    /// Writes an object as JSON, or as a row.
    fn object(&mut self, object: &Object<'_>, out: &mut Output<'_>) {
        match &self.table {
            Some(table) => output::push_row(table, object, &mut self.buffer, out),
            None => push_object(object, &mut self.buffer, out),
        }
    }

    /// Writes every solution of a puzzle.
    fn all(&mut self, record: &Record, out: &mut Output<'_>) {
        let mut found = 0;
        let mut shown = Instant::now();
        let mut solutions = record.position.solutions();
        for solution in solutions.by_ref() {
            found += 1;
            match self.question.shape {
                Shape::Json | Shape::Csv => {
                    let numbered = NumberedSolution { solution: &solution, number: found };
                    self.object(&Object::of(record).with(&numbered), out);
                }
                Shape::Grid => out.line(grid::plain(&record.position, &Answer::Unique(solution))),
                Shape::Line | Shape::Svg => out.line(solution),
            }
            out.end_of_item();
            if self.prompt && shown.elapsed() >= PAUSE {
                out.show_now();
                shown = Instant::now();
            }
        }
        out.tally.work(solutions.stats());
        out.tally.solutions += found;
        out.tally.count(found.min(2) as usize);
        out.counter().add(1);
        // In the line format, a puzzle without a solution has a line, too.
        if found == 0 && matches!(self.question.shape, Shape::Line | Shape::Grid) {
            out.line(line::answer(&record.position, &Answer::NoSolution));
        }
    }

    /// Answers raw lines. Plain puzzles are collected and answered together. The library's reader reads all other lines.
    fn lines(&mut self, input: &str, lines: &[u8], first_line: u64, out: &mut Output<'_>) {
        for group in line_groups(lines, first_line) {
            match group {
                LineGroup::Plain(puzzles) => self.plain(&puzzles, out),
                LineGroup::Items(items) => self.items(input, &items, out),
            }
        }
    }
}

impl Worker<Chunk> for Solving {
    type Draft = ();

    fn work(&mut self, chunk: &mut Chunk, out: &mut Output<'_>) {
        let input = Arc::clone(&chunk.input);
        if let Content::Lines(first_line) = chunk.content
            && self.takes_plain()
        {
            return self.lines(&input, chunk.lines(), first_line, out);
        }
        if self.question.all {
            for item in chunk.items().iter() {
                match item {
                    Ok(record) => self.all(record, out),
                    Err(error) => self.error(&input, error, out),
                }
            }
            return;
        }
        self.items(&input, chunk.items(), out);
    }
}

/// Draws the answer to one puzzle on the terminal.
fn show(input: &str, item: &Item, args: &Solve) -> anyhow::Result<Outcome> {
    let mut tally = Tally::default();
    let begin = Instant::now();
    let (drawing, mut summary) = match item {
        Ok(record) => {
            let position: &Position = &record.position;
            let solved = position.solve_with_stats();
            let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
            tally.answer(&solved.answer);
            tally.work(solved.stats);
            let givens = position.given_cells().len();
            (grid::drawn(record, &solved.answer), format!("{tally}; {givens} givens; {milliseconds:.2} ms"))
        }
        Err(error) => {
            tally.unreadable += 1;
            (format!("! {}\n", InputError::of(input, error)), tally.to_string())
        }
    };
    output::to_terminal(&drawing)?;
    if args.stats {
        summary += &work(&tally);
    }
    if !args.batch.effort.quiet {
        say(&summary);
    }
    Ok(tally.outcome())
}

/// Writes a picture of each solution.
fn pictures(args: &Solve, mut chunks: Chunks, inputs: &[Input]) -> anyhow::Result<Outcome> {
    ensure!(args.count.is_none() && !args.all, "a picture shows one solution: --count and --all need another --output");
    ensure!(!args.batch.resume, "--output svg cannot be resumed");
    let mut pictures = Pictures::new(args.batch.write.as_deref());
    let mut tally = Tally::default();
    let mut solver = Solver::default();
    let mut chunk = Chunk::default();
    while chunks.next_into(&mut chunk) {
        let input = chunk.input.clone();
        for item in solver.answered(chunk.items()) {
            match item {
                Ok((record, answer)) => {
                    tally.answer(&answer);
                    pictures.add(svg::solved(record, &answer, args.theme))?;
                }
                Err(error) => {
                    tally.unreadable += 1;
                    say(&format!("! {}", InputError::of(&input, error)));
                }
            }
        }
    }
    pictures.finish()?;
    ensure!(chunks.has_failed() || tally.puzzles() > 0, "no puzzle found in {}", names(inputs));
    if !args.batch.effort.quiet {
        say(&tally.to_string());
    }
    Ok(if chunks.has_failed() { Outcome::Failed } else { tally.outcome() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::tests::{chunks_of, nasty_texts};
    use crate::progress::Counter;

    /// Answers all chunks of a text, as raw lines or as items.
    fn answers(text: &[u8], as_lines: bool) -> (String, Tally) {
        let (_file, mut chunks) = chunks_of(text, true);
        let question = Question { shape: Shape::Line, count: None, all: false, stats: false, styled: false };
        let mut solving = Solving::new(question, None, false, Backend::cpu());
        let (mut text, mut tally, mut messages) = (Vec::new(), Tally::default(), Vec::new());
        let counter = Counter::default();
        let mut out = Output::new(&mut text, &mut tally, &mut messages, &counter, &|_, _| ());
        let mut chunk = Chunk::default();
        while chunks.next_into(&mut chunk) {
            if !as_lines {
                chunk.items();
            }
            // The name of the file differs.
            chunk.input = "input".into();
            solving.work(&mut chunk, &mut out);
        }
        (String::from_utf8(text).unwrap(), tally)
    }

    #[test]
    fn plain_puzzles_and_others_get_the_same_answers() {
        let mut puzzles = 0;
        for text in nasty_texts() {
            let (fast, slow) = (answers(&text, true), answers(&text, false));
            let differ = fast.0.lines().zip(slow.0.lines()).find(|(fast, slow)| fast != slow);
            assert!(fast == slow, "{differ:?}");
            puzzles += fast.1.unique;
        }
        assert!(puzzles > 1000);
    }
}
