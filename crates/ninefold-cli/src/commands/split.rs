//! `ninefold split`: a training set and a test set that have no class in common.
//!
//! A hash of the seed and the canonical form determines the side of a class. All members of a class therefore go to the same
//! side in every collection, no class has to be stored, and puzzles that are added to a collection later do not move others.

use std::ops::ControlFlow;
use std::sync::Arc;

use ninefold::symmetry::Class;
use ninefold::text::Layout;

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
        let sides = keyed.iter().map(|(_, key)| Class::of_form(*key).lot(self.seed) < self.fraction).collect();
        (keyed, sides)
    }
}

/// Appends each puzzle to the text of its side.
struct Distributor {
    layout: Arc<Layout>,
    /// The number of puzzles on each side, including those of an earlier run.
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
