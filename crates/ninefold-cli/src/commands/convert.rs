//! `ninefold convert`: any format to any format, or to a picture.

use std::sync::Arc;

use anyhow::ensure;
use ninefold::json::InputError;
use ninefold::text::{Layout, Record};
use ninefold::{Pencilmarks, Position};

use super::pictures::Pictures;
use super::{Outcome, Run, chunks, names, say, sum_up_reading};
use crate::args::{Convert, Target};
use crate::chunk::{Chunk, ChunkSize, Chunks};
use crate::input::Input;
use crate::output::svg;
use crate::pipeline::{Output, Source, Unsettled, Worker};

pub(crate) fn run(args: &Convert) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let write = args.batch.write.as_deref();
    let mut chunks = chunks(&inputs, &args.inputs, write, ChunkSize::Medium);
    let target = args.target();
    let first = match target {
        Target::Svg => return pictures(args, chunks, &inputs),
        Target::Text(_) | Target::JsonLines => chunks.first(),
    };
    let record = first.as_ref().map(|(record, ..)| with_candidates(record, args.candidates));
    let layout = match target {
        Target::Text(format) => Layout::new(format, record.as_ref()),
        Target::JsonLines | Target::Svg => Layout::json_lines(),
    };
    let writes = [write];
    let mut run = Run::new(&inputs, chunks, &writes, &args.batch);
    run.job = format!("convert {target:?} {} {:?}", args.candidates, args.inputs.from);
    match &first {
        Some(_) => (run.header, run.footer) = (layout.header(), layout.footer().to_owned()),
        // No puzzle can be read.
        None => run.footer = layout.empty(),
    }
    let converter = Converter {
        layout: Arc::new(layout),
        candidates: args.candidates,
        first_chunk: first.map_or(0, |(.., index)| index),
    };
    let done = run.run(move || (converter.clone(), String::new()), Unsettled)?;
    Ok(sum_up_reading(done.as_ref(), &args.batch.effort, |_| None))
}

/// Writes records in the target's layout.
#[derive(Clone)]
struct Converter {
    layout: Arc<Layout>,
    candidates: bool,
    /// The chunk with the first puzzle.
    first_chunk: u64,
}

impl Worker<Chunk> for (Converter, String) {
    type Draft = ();

    fn work(&mut self, chunk: &mut Chunk, out: &mut Output<'_>) {
        let (converter, buffer) = self;
        let input = Arc::clone(&chunk.input);
        let mut is_first = chunk.index <= converter.first_chunk;
        for item in chunk.items().iter() {
            out.counter().add(1);
            match item {
                Ok(record) => {
                    out.tally.read += 1;
                    buffer.clear();
                    if !std::mem::take(&mut is_first) {
                        buffer.push_str(converter.layout.separator());
                    }
                    let record = with_candidates(record, converter.candidates);
                    out.tally.incomplete += u64::from(converter.layout.leaves_out(&record));
                    converter.layout.push(&record, buffer);
                    out.text.extend_from_slice(buffer.as_bytes());
                    out.end_of_item();
                }
                Err(error) => {
                    out.tally.unreadable += 1;
                    out.report(InputError::of(&input, error));
                }
            }
        }
    }
}

/// The record, with the candidates that its digits leave if it has none and they are wanted.
fn with_candidates(record: &Record, wanted: bool) -> Record {
    let mut record = record.clone();
    let position = &record.position;
    if wanted && position.candidates().is_none() {
        let candidates = Pencilmarks::from(position.digits()).candidates();
        record.position = match position.is_players() {
            true => Position::of_player(position.givens(), *position.digits(), Some(candidates)),
            false => Position::of_digits_and_candidates(*position.digits(), candidates),
        };
    }
    record
}

/// A picture of each puzzle.
fn pictures(args: &Convert, mut chunks: Chunks, inputs: &[Input]) -> anyhow::Result<Outcome> {
    ensure!(!args.batch.resume, "--to svg cannot be resumed");
    let mut pictures = Pictures::new(args.batch.write.as_deref());
    let (mut read, mut unreadable) = (0u64, 0u64);
    let mut chunk = Chunk::default();
    while chunks.next_into(&mut chunk) {
        let input = chunk.input.clone();
        for item in chunk.items().iter() {
            match item {
                Ok(record) => {
                    read += 1;
                    pictures.add(svg::puzzle(&with_candidates(record, args.candidates), args.theme))?;
                }
                Err(error) => {
                    unreadable += 1;
                    say(&format!("! {}", InputError::of(&input, error)));
                }
            }
        }
    }
    pictures.finish()?;
    ensure!(chunks.has_failed() || read + unreadable > 0, "no puzzle found in {}", names(inputs));
    Ok(match unreadable {
        _ if chunks.has_failed() => Outcome::Failed,
        0 => Outcome::Success,
        _ => Outcome::SomeNot,
    })
}
