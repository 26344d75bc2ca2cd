//! `ninefold shuffle`: each puzzle written down differently, by lot.

use std::time::{SystemTime, UNIX_EPOCH};

use ninefold::Random;
use ninefold::symmetry::Transform;
use ninefold::text::{self, Format, Record};

use super::{Outcome, names, tell};
use crate::args::Shuffle;
use crate::chunk::{Chunk, Chunks};
use crate::input::Input;
use crate::output::json::Object;
use crate::sink::{End, Pieces, Resume, Sink};
use crate::{interrupt, output};

pub(crate) fn run(args: &Shuffle) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let mut chunks = Chunks::new(inputs.clone(), args.inputs.from, args.write.is_some());
    interrupt::install();
    let mut pieces = Pieces::new(Sink::open(args.write.as_deref(), &inputs, Resume::Never, "shuffle")?);
    let seed = args.seed.unwrap_or_else(seed_of_the_clock);
    let (mut number, mut unreadable) = (0u64, 0u64);
    let mut chunk = Chunk::default();
    let mut text = Vec::new();
    while chunks.next_into(&mut chunk) {
        let input = chunk.input.clone();
        for item in chunk.items() {
            // A generator for each puzzle: what stands elsewhere, and how often each is shuffled, changes nothing.
            let mut random = Random::stream(seed, number);
            number += 1;
            match item {
                Ok(record) => {
                    for _ in 0..args.number {
                        show(record, &Transform::random(&mut random), args.json, &mut text);
                        pieces.add(&text)?;
                        text.clear();
                    }
                }
                Err(error) => {
                    unreadable += 1;
                    tell(&format!("! {}", output::place(&input, error)));
                }
            }
        }
        pieces.pause()?;
    }
    pieces.finish(End::of(chunks.trouble, number))?;
    anyhow::ensure!(chunks.trouble || number > 0, "no puzzle found in {}", names(&inputs));
    if args.seed.is_none() && !args.quiet && number > unreadable {
        tell(&format!("--seed {seed} gives the same again"));
    }
    Ok(Outcome::of_reading(chunks.trouble, unreadable))
}

/// A seed that nobody has chosen.
pub(super) fn seed_of_the_clock() -> u64 {
    // Short enough to be typed.
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros() as u64 % 1_000_000_000)
}

fn show(record: &Record, transform: &Transform, json: bool, out: &mut Vec<u8>) {
    let image = Record {
        grid: transform.apply(&record.grid),
        givens: transform.apply(&record.givens),
        candidates: transform.apply(&record.candidates),
        solution: transform.apply(&record.solution),
        ..record.clone()
    };
    if json {
        let mut object = Object::as_it_is(&image);
        object.string("transform", &transform.to_string());
        object.end(out);
    } else {
        let format = if image.candidates.is_some() { Format::Candidates } else { Format::Line };
        out.extend_from_slice(text::write(&image, format).as_bytes());
    }
}
