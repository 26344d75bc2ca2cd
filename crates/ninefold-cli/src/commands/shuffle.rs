//! `ninefold shuffle`: a random isomorph of each puzzle.
//!
//! Each puzzle has a random generator of its own, made from the seed and the number of the puzzle. Other puzzles, and how
//! often each is shuffled, change nothing.

use std::sync::Arc;

use ninefold::Random;
use ninefold::json::{InputError, Object};
use ninefold::symmetry::Transform;
use ninefold::text::Layout;

use super::keyed::layout_of;
use super::{Outcome, Run, chunks, say, seed_of_the_clock, sum_up_reading};
use crate::args::Shuffle;
use crate::chunk::{Chunk, ChunkSize, Chunks};
use crate::input::Input;
use crate::output::push_object;
use crate::pipeline::{Numbered, Output, Source, Unsettled, Worker};
use crate::results::recorded_number;

pub(crate) fn run(args: &Shuffle) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let write = args.batch.write.as_deref();
    let size = if args.number < MANY { ChunkSize::Medium } else { ChunkSize::Small };
    let mut chunks = chunks(&inputs, &args.inputs, write, size);
    let layout = Arc::new(layout_of(&mut chunks, args.json));
    let first_chunk = chunks.first().map_or(0, |(.., index)| index);
    let recorded = || if args.batch.resume { recorded_number(write, "seed") } else { None };
    let seed = args.seed.or_else(recorded).unwrap_or_else(seed_of_the_clock);
    let writes = [write];
    let mut run = Run::new(&inputs, chunks, &writes, &args.batch);
    run.job = format!("shuffle seed {seed} {} json {} {:?}", args.number, args.json, args.inputs.from);
    run.header = layout.header();
    run.footer = layout.footer().to_owned();
    let (times, json) = (args.number, args.json);
    let worker =
        move || Shuffler { seed, times, json, layout: Arc::clone(&layout), first_chunk, buffer: String::new() };
    let done = run.run_on(|chunks| CountedChunks { chunks, items: 0 }, worker, Unsettled)?;
    let outcome = sum_up_reading(done.as_ref(), &args.batch.effort, |_| None);
    let some = done.is_some_and(|done| done.tally.read > 0);
    if args.seed.is_none() && !args.batch.effort.quiet && some {
        say(&format!("--seed {seed} gives the same again"));
    }
    Ok(outcome)
}

/// From so many isomorphs of a puzzle on, chunks are small.
const MANY: u64 = 16;

/// Chunks that know how many puzzles come before them.
struct CountedChunks {
    chunks: Chunks,
    items: u64,
}

#[derive(Default)]
struct CountedChunk {
    chunk: Chunk,
    /// The number of its first item, from 0.
    first: u64,
}

impl Source for CountedChunks {
    type Chunk = CountedChunk;

    fn next_into(&mut self, counted: &mut CountedChunk) -> bool {
        let there = self.chunks.next_into(&mut counted.chunk);
        if there {
            counted.first = self.items;
            self.items += counted.chunk.items().len() as u64;
        }
        there
    }

    fn has_failed(&self) -> bool {
        self.chunks.has_failed()
    }
}

impl Numbered for CountedChunk {
    fn index(&self) -> u64 {
        self.chunk.index()
    }

    fn position(&self) -> u64 {
        self.chunk.position()
    }

    fn is_doubtful(&self) -> bool {
        self.chunk.is_doubtful()
    }
}

struct Shuffler {
    seed: u64,
    times: u64,
    json: bool,
    layout: Arc<Layout>,
    /// The chunk with the first puzzle.
    first_chunk: u64,
    buffer: String,
}

impl Worker<CountedChunk> for Shuffler {
    type Draft = ();

    fn work(&mut self, counted: &mut CountedChunk, out: &mut Output<'_>) {
        let CountedChunk { chunk, first } = counted;
        let input = Arc::clone(&chunk.input);
        let mut is_first = chunk.index <= self.first_chunk;
        for (item, number) in chunk.items().iter().zip(*first..) {
            out.counter().add(1);
            let record = match item {
                Ok(record) => record,
                Err(error) => {
                    out.tally.unreadable += 1;
                    out.report(InputError::of(&input, error));
                    continue;
                }
            };
            out.tally.read += 1;
            let mut random = Random::stream(self.seed, number);
            for _ in 0..self.times {
                let transform = Transform::random(&mut random);
                let image = transform.apply(record);
                if self.json {
                    push_object(&Object::of(&image).with(&transform), &mut self.buffer, out);
                } else {
                    self.buffer.clear();
                    if !std::mem::take(&mut is_first) {
                        self.buffer.push_str(self.layout.separator());
                    }
                    self.layout.push(&image, &mut self.buffer);
                    out.text.extend_from_slice(self.buffer.as_bytes());
                }
                out.end_of_item();
            }
        }
    }
}
