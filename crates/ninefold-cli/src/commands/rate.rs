//! `ninefold rate`: the difficulty of each puzzle on one of the library's scales.

use std::sync::Arc;

use anyhow::ensure;
use ninefold::json::{Answered, InputError, Members, Object, Table};
use ninefold::rate::{Rating, Scale, ScaleRating, Se, SeStep, SeTrace, UnfinishedError};
use ninefold::text::Record;
use ninefold::{Answer, Control, Grid, Position, ProvedPosition};

use super::solver::{AnsweredItem, Solver};
use super::{Outcome, Run, canon, chunks, sum_up};
use crate::args::Rate;
use crate::chunk::{Chunk, ChunkSize};
use crate::input::Input;
use crate::output::{self, line, push_members, push_object};
use crate::pipeline::{Output, Unsettled, Worker};

pub(crate) fn run(args: &Rate) -> anyhow::Result<Outcome> {
    let question = Question {
        scale: args.scale,
        json: args.json,
        trace: args.trace,
        max_er: args.max_er,
        pearl: args.pearl,
        diamond: args.diamond,
        canonical: args.canonical,
    };
    let only_se = question.trace || question.pearl || question.diamond || question.max_er.is_some();
    ensure!(
        args.scale == Scale::Se || !only_se,
        "--trace, --max-er, --pearl and --diamond belong to the scale se, not to {}",
        args.scale
    );
    let inputs = Input::all(&args.inputs.inputs)?;
    let write = args.batch.write.as_deref();
    let mut chunks = chunks(&inputs, &args.inputs, write, ChunkSize::Small);
    let table = args.csv.then(|| {
        let columns: Vec<&'static str> =
            ["answer"].iter().chain(args.scale.members()).chain(&["error"]).copied().collect();
        let first = chunks.first().map(|(record, ..)| record);
        Arc::new(Table::of_answers(&columns, first.as_ref()))
    });
    let writes = [write];
    let mut run = Run::new(&inputs, chunks, &writes, &args.batch);
    run.job = format!("rate {question:?} csv {} {:?}", args.csv, args.inputs.from);
    run.header = table.as_ref().map(|table| table.header()).unwrap_or_default();
    let worker = move || Rater { question, table: table.clone(), solver: Solver::default(), buffer: String::new() };
    let done = run.run(worker, Unsettled)?;
    Ok(sum_up(done.as_ref(), &args.batch.effort, |_| String::new()))
}

/// The question about each puzzle.
#[derive(Clone, Copy, Debug)]
struct Question {
    scale: Scale,
    json: bool,
    trace: bool,
    max_er: Option<Rating>,
    pearl: bool,
    diamond: bool,
    canonical: bool,
}

/// The rating of a puzzle, and its steps if requested.
struct Rated {
    rating: Result<ScaleRating, UnfinishedError>,
    steps: Vec<SeStep>,
}

impl Question {
    fn rate(&self, position: &ProvedPosition) -> Rated {
        let mut control = Control::new();
        if !self.trace {
            let rating = self.scale.rate_proved(position, self.max_er, &mut control);
            return Rated { rating, steps: Vec::new() };
        }
        let se = Se::of_pencilmarks(&position.start());
        let se = self.max_er.map_or(se.clone(), |max_er| se.max_er(max_er));
        let SeTrace { steps, rating } = se.trace_with(&mut control);
        Rated { rating: rating.map(ScaleRating::Se), steps }
    }

    /// Whether the filters keep a rated puzzle. They drop a puzzle whose rating stopped at the bound.
    fn wants(&self, rated: &Rated) -> bool {
        match &rated.rating {
            Ok(ScaleRating::Se(rating)) => (!self.pearl || rating.is_pearl()) && (!self.diamond || rating.is_diamond()),
            _ => !self.pearl && !self.diamond,
        }
    }

    /// `8.8/1.2/1.2`, or `>7.0`.
    fn figures(&self, rated: &Rated) -> String {
        match (&rated.rating, self.max_er) {
            (Ok(rating), _) => rating.to_string(),
            (Err(_), Some(max_er)) => format!(">{max_er}"),
            (Err(unfinished), None) => format!("! {unfinished}"),
        }
    }
}

struct Rater {
    question: Question,
    table: Option<Arc<Table>>,
    solver: Solver,
    buffer: String,
}

impl Rater {
    /// Writes the answer and the rating. `rated` is the puzzle, or its canonical form if that was rated.
    fn show(&mut self, record: &Record, rated: &Position, answer: &Answer, rating: &Rated, out: &mut Output<'_>) {
        let question = self.question;
        if self.table.is_none() && !question.json {
            out.line(format_args!("{} {}", rated.to_line(), question.figures(rating)));
            rating.steps.iter().for_each(|step| out.line(format_args!("  {step}")));
            return;
        }
        let mut object = Object::of(record).with(answer);
        if question.canonical {
            object.string("canonical", rated.digits());
        }
        match (&rating.rating, question.max_er) {
            (Ok(rating), _) => rating.add_to(&mut object),
            // A table has no column for a bound.
            (Err(_), Some(_)) if self.table.is_some() => object.string("er", question.figures(rating)),
            (Err(_), Some(max_er)) => object.raw("harder_than", max_er),
            (Err(_), None) => {}
        }
        if question.trace {
            object.objects("steps", &rating.steps);
        }
        self.object(&object, out);
    }

    /// Writes the result for a puzzle without exactly one solution, which has no rating.
    fn refuse(&mut self, record: &Record, answer: &Answer, out: &mut Output<'_>) {
        match self.table.is_none() && !self.question.json {
            true => out.line(line::answer(&record.position, answer)),
            false => self.object(&Object::of(record).with(&Answered(&record.position, answer)), out),
        }
    }

    fn error(&mut self, error: &InputError<'_>, out: &mut Output<'_>) {
        out.tally.unreadable += 1;
        match &self.table {
            Some(table) => output::push_error_row(table, error, &mut self.buffer, out),
            None if self.question.json => push_members(error, &mut self.buffer, out),
            None => out.line(format_args!("! {error}")),
        }
    }

    fn object(&mut self, object: &Object<'_>, out: &mut Output<'_>) {
        match &self.table {
            Some(table) => output::push_row(table, object, &mut self.buffer, out),
            None => push_object(object, &mut self.buffer, out),
        }
    }

    fn item(&mut self, input: &str, item: AnsweredItem<'_>, out: &mut Output<'_>) {
        let (record, answer) = match item {
            Ok(answered) => answered,
            Err(error) => return self.error(&InputError::of(input, error), out),
        };
        let position = &record.position;
        if self.question.canonical && position.is_sukaku() {
            return self.error(&canon::no_form(input, record), out);
        }
        out.tally.answer(&answer);
        let Ok(proved) = position.prove_with(answer) else { return self.refuse(record, &answer, out) };
        let form = self.question.canonical.then(|| canonical(&proved)).flatten();
        let rated = form.unwrap_or(proved);
        let rating = self.question.rate(&rated);
        if self.question.wants(&rating) {
            self.show(record, &puzzle(rated.position()), &answer, &rating, out);
        }
    }
}

/// The puzzle of a position, without the digits and notes of a player.
fn puzzle(position: &Position) -> Position {
    if position.is_players() { Position::of_givens(position.givens()) } else { *position }
}

/// The canonical form of the puzzle, which has exactly one solution, too.
fn canonical(proved: &ProvedPosition) -> Option<ProvedPosition> {
    let form: Grid = *proved.puzzle()?.canonical_form().givens();
    Position::of_givens(form).prove().ok()
}

impl Worker<Chunk> for Rater {
    type Draft = ();

    fn work(&mut self, chunk: &mut Chunk, out: &mut Output<'_>) {
        let input = Arc::clone(&chunk.input);
        for item in self.solver.answered(chunk.items()) {
            self.item(&input, item, out);
            out.counter().add(1);
            out.end_of_item();
        }
    }
}
