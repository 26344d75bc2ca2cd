//! `ninefold dedup`: the first of each class of puzzles.

use ninefold::symmetry::GridSet;

use super::keyed::{By, Keyed};
use super::{Outcome, names, tell};
use crate::args::Dedup;
use crate::chunk::{Chunks, Grain};
use crate::input::Input;
use crate::progress::Progress;
use crate::sink::{End, Pieces, Resume, Sink};
use crate::tally::{counted, grouped, pace};
use crate::{interrupt, rounds};

pub(crate) fn run(args: &Dedup) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let mut chunks = Chunks::new(inputs.clone(), args.inputs.from, args.results.write.is_some()).grain(Grain::Medium);
    interrupt::install();
    let mut pieces = Pieces::new(Sink::open(args.results.write.as_deref(), &inputs, Resume::Never, "dedup")?);
    let total = inputs.iter().map(Input::size).sum();
    let progress = Progress::new(args.results.quiet, args.results.write.is_none(), total);
    let by = if args.exact { By::Givens } else { By::Class };
    let mut seen = GridSet::new();
    let (mut puzzles, mut unreadable) = (0u64, 0u64);
    rounds::run(
        &mut chunks,
        args.results.threads,
        &progress,
        |chunk| Keyed::of(chunk, by, args.json),
        |keyed| {
            for trouble in &keyed.troubles {
                unreadable += 1;
                tell(&format!("! {trouble}"));
            }
            for (line, key) in keyed.iter() {
                puzzles += 1;
                if seen.insert(key) {
                    pieces.add(line)?;
                }
            }
            pieces.pause()?;
            Ok(puzzles)
        },
    )?;
    pieces.finish(End::of(chunks.trouble, puzzles + unreadable))?;
    let elapsed = progress.finish();
    anyhow::ensure!(chunks.trouble || puzzles + unreadable > 0, "no puzzle found in {}", names(&inputs));
    if !args.results.quiet && puzzles + unreadable > 0 {
        let kept = seen.len() as u64;
        let mut summary = format!(
            "{}: {} kept, {} left out",
            counted(puzzles + unreadable, "puzzle"),
            grouped(kept),
            grouped(puzzles - kept)
        );
        if unreadable > 0 {
            summary += &format!(", {} unreadable", grouped(unreadable));
        }
        tell(&(summary + &pace(puzzles, elapsed)));
    }
    Ok(Outcome::of_reading(chunks.trouble, unreadable))
}
