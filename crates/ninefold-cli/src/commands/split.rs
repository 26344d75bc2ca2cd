//! `ninefold split`: a training set and a test set that have no class in common.
//!
//! The side of a class is drawn at random from the seed and the canonical form alone. So the members of a class go to the
//! same side wherever they are, nothing has to be remembered, and puzzles that are added to a collection later do not move
//! those that were there.

use std::ops::ControlFlow;
use std::sync::Arc;

use ninefold::text::Layout;
use ninefold::{Grid, Random};

use super::keyed::{KeyFinder, Keyed, Sameness, layout_of, push_text};
use super::{Outcome, Run, sum_up_reading};
use crate::args::Split;
use crate::chunk::{Chunk, ChunkSize, Chunks};
use crate::input::Input;
use crate::pipeline::{Output, Settler, Worker};
use crate::tally::{Tally, counted, grouped};

pub(crate) fn run(args: &Split) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    anyhow::ensure!(args.train != args.test, "--train and --test are the same file");
    let mut chunks = Chunks::new(inputs.clone(), args.inputs.from, ChunkSize::Medium, true);
    let sameness = if args.by_solution { Sameness::Solution } else { Sameness::Class };
    let layout = Arc::new(layout_of(&mut chunks, args.json));
    let (seed, fraction) = (args.seed, args.fraction);
    let writes = [Some(args.train.as_path()), Some(args.test.as_path())];
    let run = Run {
        inputs: &inputs,
        chunks,
        writes: &writes,
        resume: args.resume,
        effort: &args.effort,
        job: format!(
            "split {sameness:?} {seed} {fraction} json {} {:?} {:?} {:?}",
            args.json, args.train, args.test, args.inputs.from
        ),
        header: layout.header(),
        footer: layout.footer().to_owned(),
    };
    let settler = Distributor { layout: Arc::clone(&layout), written: [0; 2] };
    let worker = move || SideWorker { finder: KeyFinder::new(sameness, Arc::clone(&layout)), seed, fraction };
    let done = run.run(worker, settler)?;
    Ok(sum_up_reading(done.as_ref(), &args.effort, |done| {
        let Tally { unreadable, written: [train, test], read, .. } = done.tally;
        let summary = format!(
            "{}: {} to {}, {} to {}",
            counted(read + unreadable, "puzzle"),
            grouped(train),
            args.train.display(),
            grouped(test),
            args.test.display()
        );
        Some(if unreadable > 0 { format!("{summary}, {} unreadable", grouped(unreadable)) } else { summary })
    }))
}

struct SideWorker {
    finder: KeyFinder,
    seed: u64,
    fraction: f64,
}

impl Worker<Chunk> for SideWorker {
    /// The puzzles, and whether each goes to the test set.
    type Draft = (Keyed, Vec<bool>);

    fn work(&mut self, chunk: &mut Chunk, out: &mut Output<'_>) -> (Keyed, Vec<bool>) {
        let keyed = self.finder.work(chunk, out);
        let sides = keyed.iter().map(|(_, key)| is_test(self.seed, key, self.fraction)).collect();
        (keyed, sides)
    }
}

/// Appends each puzzle to the text of its side.
struct Distributor {
    layout: Arc<Layout>,
    /// How many each side has, those of an earlier run included.
    written: [u64; 2],
}

impl Settler<(Keyed, Vec<bool>)> for Distributor {
    fn resume_after(&mut self, tally: &Tally) {
        self.written = tally.written;
    }

    fn settle(
        &mut self,
        (keyed, sides): (Keyed, Vec<bool>),
        texts: &mut [Vec<u8>],
        tally: &mut Tally,
    ) -> anyhow::Result<ControlFlow<()>> {
        for ((text, _), is_test) in keyed.iter().zip(sides) {
            let side = usize::from(is_test);
            push_text(text, &self.layout, self.written[side] == 0, &mut texts[side]);
            tally.written[side] += 1;
            self.written[side] += 1;
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Whether a class goes to the test set.
fn is_test(seed: u64, key: &Grid, fraction: f64) -> bool {
    let random = key.to_bytes().chunks(8).fold(seed, |state, bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        Random::stream(state, u64::from_le_bytes(word)).next_u64()
    });
    // 53 bits, so that the quotient is exact and below 1.
    ((random >> 11) as f64) / ((1u64 << 53) as f64) < fraction
}

#[cfg(test)]
mod tests {
    use ninefold::{Cell, Digit};

    use super::*;

    #[test]
    fn sides_are_drawn_as_often_as_the_fraction_says_and_never_change() {
        let grid = |number: usize| {
            let mut grid = Grid::EMPTY;
            grid[Cell::from_index(number % 81)] = Some(Digit::from_index(number / 81 % 9));
            grid[Cell::from_index(number * 7 % 81)] = Some(Digit::from_index(number / 729 % 9));
            grid
        };
        let count = |seed, fraction| (0..6561).filter(|&number| is_test(seed, &grid(number), fraction)).count();
        assert_eq!([count(1, 0.0), count(1, 1.0)], [0, 6561]);
        assert!(count(1, 0.1).abs_diff(656) < 100, "{}", count(1, 0.1));
        assert!((0..6561).any(|number| is_test(1, &grid(number), 0.5) != is_test(2, &grid(number), 0.5)));
        // A collection that was split by an earlier version has the same puzzles on the same side.
        let sides: String = (0..16).map(|number| if is_test(42, &grid(number), 0.5) { '1' } else { '0' }).collect();
        assert_eq!(sides, "0110100100011101");
    }
}
