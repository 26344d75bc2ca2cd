//! `ninefold dedup`: the first of each class of puzzles.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use ninefold::symmetry::GridSet;
use ninefold::text::Layout;

use super::keyed::{KeyFinder, Keyed, Sameness, layout_of, push_text};
use super::{Outcome, Run, chunks, sum_up_reading};
use crate::args::Dedup;
use crate::chunk::{Chunk, ChunkSize, Chunks};
use crate::input::Input;
use crate::pipeline::{Output, Settler, Source, Worker};
use crate::tally::{Tally, counted, grouped};

pub(crate) fn run(args: &Dedup) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let write = args.batch.write.as_deref();
    let mut chunks = chunks(&inputs, &args.inputs, write, ChunkSize::Medium);
    let sameness = if args.exact { Sameness::Givens } else { Sameness::Class };
    let layout = Arc::new(layout_of(&mut chunks, args.json));
    let writes = [write];
    let mut run = Run::new(&inputs, chunks, &writes, &args.batch);
    run.job = format!("dedup {sameness:?} json {} {:?}", args.json, args.inputs.from);
    run.header = layout.header();
    run.footer = layout.footer().to_owned();
    let settler = FirstOfClass { seen: GridSet::new(), sameness, layout: Arc::clone(&layout) };
    let worker = move || KeyWorker(KeyFinder::new(sameness, Arc::clone(&layout)));
    let done = run.run(worker, settler)?;
    Ok(sum_up_reading(done.as_ref(), &args.batch.effort, |done| {
        let Tally { unreadable, written: [kept, _], read, .. } = done.tally;
        let puzzles = counted(read + unreadable, "puzzle");
        let summary = format!("{puzzles}: {} kept, {} left out", grouped(kept), grouped(read - kept));
        Some(if unreadable > 0 { format!("{summary}, {} unreadable", grouped(unreadable)) } else { summary })
    }))
}

struct KeyWorker(KeyFinder);

impl Worker<Chunk> for KeyWorker {
    type Draft = Keyed;

    fn work(&mut self, chunk: &mut Chunk, out: &mut Output<'_>) -> Keyed {
        self.0.work(chunk, out)
    }
}

/// Keeps the first puzzle of each class.
struct FirstOfClass {
    seen: GridSet,
    sameness: Sameness,
    layout: Arc<Layout>,
}

impl Settler<Keyed> for FirstOfClass {
    /// What an earlier run has kept is in its file: its classes are found there.
    fn restore(&mut self, unfinished: &Path) -> anyhow::Result<()> {
        let mut finder = KeyFinder::new(self.sameness, Arc::clone(&self.layout));
        for_each_chunk(unfinished, |chunk| {
            for (_, key) in finder.find(chunk, |_| ()).iter() {
                self.seen.insert(key);
            }
        });
        Ok(())
    }

    fn settle(&mut self, keyed: Keyed, texts: &mut [Vec<u8>], tally: &mut Tally) -> anyhow::Result<ControlFlow<()>> {
        for (text, key) in keyed.iter() {
            if self.seen.insert(key) {
                tally.written[0] += 1;
                push_text(text, &self.layout, self.seen.len() == 1, &mut texts[0]);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Reads a file of results.
pub(super) fn for_each_chunk(path: &Path, mut each: impl FnMut(&mut Chunk)) {
    let inputs = vec![Input::File(path.to_owned())];
    let mut chunks = Chunks::new(inputs, None, ChunkSize::Medium, true);
    let mut chunk = Chunk::default();
    while chunks.next_into(&mut chunk) {
        each(&mut chunk);
    }
}
