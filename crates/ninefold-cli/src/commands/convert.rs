//! `ninefold convert`: any format to any format, or to a picture.

use ninefold::Pencilmarks;
use ninefold::text::{Record, Writer};

use super::{Outcome, Pictures, names, tell};
use crate::args::{Convert, Target};
use crate::chunk::{Chunk, Chunks};
use crate::input::Input;
use crate::interrupt;
use crate::output::{self, svg};
use crate::sink::{End, Pieces, Resume, Sink};

/// Where records go.
enum Door {
    Pictures(Pictures),
    Text(Writer, Pieces),
}

pub(crate) fn run(args: &Convert) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let mut chunks = Chunks::new(inputs.clone(), args.inputs.from, args.write.is_some());
    interrupt::install();
    let mut door = match args.to {
        Target::Svg => Door::Pictures(Pictures::new(args.write.as_deref())),
        Target::Text(format) => Door::Text(
            Writer::new(format),
            Pieces::new(Sink::open(args.write.as_deref(), &inputs, Resume::Never, "convert")?),
        ),
    };
    let (mut converted, mut unreadable) = (0u64, 0u64);
    let mut chunk = Chunk::default();
    let mut text = String::new();
    while chunks.next_into(&mut chunk) {
        let input = chunk.input.clone();
        for item in chunk.items() {
            match item {
                Ok(record) => {
                    converted += 1;
                    let record = with_candidates(record, args.candidates);
                    match &mut door {
                        Door::Pictures(pictures) => pictures.add(svg::puzzle(&record, args.theme))?,
                        Door::Text(writer, pieces) => {
                            writer.write(&record, &mut text);
                            pieces.add(text.as_bytes())?;
                            text.clear();
                        }
                    }
                }
                Err(error) => {
                    unreadable += 1;
                    tell(&format!("! {}", output::place(&input, error)));
                }
            }
        }
        if let Door::Text(_, pieces) = &mut door {
            pieces.pause()?;
        }
    }
    match door {
        Door::Pictures(pictures) => pictures.finish()?,
        Door::Text(mut writer, mut pieces) => {
            writer.finish(&mut text);
            pieces.add(text.as_bytes())?;
            pieces.finish(End::of(chunks.trouble, converted + unreadable))?;
        }
    }
    anyhow::ensure!(chunks.trouble || converted + unreadable > 0, "no puzzle found in {}", names(&inputs));
    Ok(Outcome::of_reading(chunks.trouble, unreadable))
}

/// The record, with the candidates that its digits leave if it has none and they are wanted.
fn with_candidates(record: &Record, wanted: bool) -> Record {
    let mut record = record.clone();
    if wanted && record.candidates.is_none() {
        record.candidates = Some(Pencilmarks::from(&record.grid).candidates());
    }
    record
}
