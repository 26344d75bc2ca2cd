//! The pipeline of all long-running commands: chunks are processed on all threads, and results are written in order.
//!
//! ```text
//!   source --- one at a time ---> a thread takes a slot and fills it with the next chunk
//!                                      |  in parallel, it processes the chunk: to text, or to a draft to be settled
//!                                      v
//!   results <-- in order -------- one thread at a time settles the next drafts and writes the text
//! ```
//!
//! **A slot** is a chunk with its result and the buffers of both. The number of slots is fixed, so memory does not grow
//! with the input: a thread waits if no slot is free. A slot is taken before its chunk is read, so the chunk that all
//! others wait for always has one.
//!
//! **Settling** is the work that depends on earlier chunks: whether a puzzle is the first of its class, or how many puzzles
//! were written before. It is done in order, and is short.
//!
//! **A long answer** is written in parts. A worker whose text becomes long waits until all earlier chunks are written, and
//! then passes on its text so far ([`Output::end_of_item`]). An answer therefore does not have to fit in memory.
//!
//! There is no thread for reading only or for writing only. With one worker per core, such a thread would wait for a core
//! while the workers wait for it.
//!
//! If the results can no longer be written (the reading program has ended, the disk is full), no thread gets a slot any
//! more, and the run ends. It does not wait for a thread that reads: input may pause for a long time.

mod output;
mod writer;

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};

pub(crate) use output::Output;
use output::Turn;
use writer::Writer;

use crate::progress::{Counter, Progress};
use crate::results::{Compression, Compressor, End, Results};
use crate::tally::Tally;

/// The source of chunks.
pub(crate) trait Source: Send + 'static {
    /// A piece of work.
    type Chunk: Numbered + Default + Send + 'static;

    /// Replaces the chunk by the next one. Returns `false` at the end.
    fn next_into(&mut self, chunk: &mut Self::Chunk) -> bool;

    /// Whether some input could not be read. The error is already reported.
    fn has_failed(&self) -> bool {
        false
    }
}

/// A chunk with its place in the input.
pub(crate) trait Numbered {
    /// The number of the chunk, from 0.
    fn index(&self) -> u64;

    /// The amount of input up to the end of this chunk, in the unit of the progress bar.
    fn position(&self) -> u64;

    /// Whether the chunk with this number may differ in another run.
    fn is_doubtful(&self) -> bool {
        false
    }
}

/// Processes chunks. Each thread has its own worker.
pub(crate) trait Worker<C>: 'static {
    /// The result that has to be settled in order.
    type Draft: Default + Send + 'static;

    /// Processes a chunk.
    fn work(&mut self, chunk: &mut C, out: &mut Output<'_>) -> Self::Draft;
}

/// Processes drafts in the order of their chunks.
pub(crate) trait Settler<D>: Send + 'static {
    /// Whether there are drafts to settle.
    const SETTLES: bool = true;

    /// Takes over the counts of the puzzles that an earlier run settled.
    fn resume_after(&mut self, _tally: &Tally) {}

    /// Reads the results of an earlier run from the unfinished file.
    fn restore(&mut self, _unfinished: &Path) -> anyhow::Result<()> {
        Ok(())
    }

    /// Settles a draft, and appends to the text of each result. A break ends the run: no further chunk is needed.
    fn settle(&mut self, draft: D, texts: &mut [Vec<u8>], tally: &mut Tally) -> anyhow::Result<ControlFlow<()>>;
}

/// The settler of commands without drafts: the workers write the results.
pub(crate) struct Unsettled;

impl Settler<()> for Unsettled {
    const SETTLES: bool = false;

    fn settle(&mut self, (): (), _: &mut [Vec<u8>], _: &mut Tally) -> anyhow::Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }
}

/// The parameters of a run.
pub(crate) struct Plan {
    pub(crate) threads: usize,
    pub(crate) progress: Progress,
    /// The beginning of each of the results.
    pub(crate) header: String,
    /// The end of each of the results.
    pub(crate) footer: String,
    /// Whether chunks are small. The results of several small chunks are compressed together.
    pub(crate) gather: bool,
    /// The number of chunks that may wait for their turn, in addition to one for each thread.
    pub(crate) waiting: usize,
}

/// The outcome of a run.
pub(crate) struct Done<S> {
    pub(crate) tally: Tally,
    /// How many of these puzzles an earlier run finished.
    pub(crate) before: u64,
    pub(crate) elapsed: Duration,
    /// Whether some input could not be read to its end.
    pub(crate) has_failed: bool,
    pub(crate) settler: S,
}

/// The number of large chunks that may wait for their turn, at most four for each thread. A slot can grow to a megabyte:
/// the limit bounds the memory on a machine with many cores.
pub(crate) const FEW_WAITING: usize = 24;
/// The number of small chunks that may wait. Some of them take much longer than others.
pub(crate) const MANY_WAITING: usize = 1024;
/// No slot is given out while this many bytes wait for their turn. The chunk they wait for already has a slot.
const MAX_WAITING: usize = 1 << 24;
/// The maximum memory of all free buffers together.
const MAX_KEPT: usize = 1 << 24;
/// The longest time that finished results wait to be written together with others.
const PAUSE: Duration = Duration::from_millis(100);

/// A chunk in the pipeline, with its result.
struct Slot<C, D> {
    chunk: C,
    text: Vec<u8>,
    compressed: Vec<u8>,
    draft: D,
    tally: Tally,
    messages: Vec<String>,
    /// The last thread that used the slot: its buffers are in the memory nearest to that thread's core.
    home: usize,
}

/// Results in order: the text of a long answer so far, or the rest of a chunk.
enum Ready<C, D> {
    Part(Vec<u8>),
    End(Slot<C, D>),
}

/// The data that the threads share.
struct Shared<S: Source, D, T> {
    source: Mutex<S>,
    state: Mutex<PipelineState<S::Chunk, D, T>>,
    /// Signals that slots were returned, or that no more are given out.
    freed: Condvar,
    /// Signals that another chunk is next, or that writing has ended.
    advanced: Condvar,
    /// Signals that a thread has ended, or that the run has failed.
    ended: Condvar,
    /// The number of chunks that an earlier run finished.
    done_before: u64,
    /// The compression by workers.
    compression: Option<Compression>,
    header: String,
    /// The largest buffer that a free slot keeps.
    max_kept: usize,
}

/// The free slots, the waiting results, and the writer.
struct PipelineState<C, D, T> {
    free: Vec<Slot<C, D>>,
    /// Finished slots that wait for their turn, by the number of the chunk.
    waiting: BTreeMap<u64, Slot<C, D>>,
    waiting_bytes: usize,
    /// The results to write next, in order, and the number of the chunk after them.
    ready: VecDeque<Ready<C, D>>,
    next: u64,
    ready_bytes: usize,
    /// The number of bytes from which results are written.
    enough_bytes: usize,
    last_written: Instant,
    /// The writer. `None` while a thread writes.
    writer: Option<Writer<T>>,
    /// Whether the writer has collected text that could be written.
    has_gathered: bool,
    /// The number of threads that have not ended.
    working: usize,
    /// The reason if the run ends early.
    failure: Option<anyhow::Error>,
    stopped: bool,
}

/// Runs the pipeline. The results are in the order of the chunks for any number of threads.
pub(crate) fn run<S, W, T>(
    source: S,
    results: Results,
    plan: Plan,
    worker: impl Fn() -> W + Send + Sync + 'static,
    mut settler: T,
) -> anyhow::Result<Done<T>>
where
    S: Source,
    W: Worker<S::Chunk>,
    T: Settler<W::Draft>,
{
    let Plan { threads, progress, header, footer, gather, waiting } = plan;
    let (done_before, before) = (results.chunks, results.tally.puzzles());
    progress.resumes_after(before);
    if done_before == 0 {
        progress.begin_at(0);
    }
    let gather = gather || T::SETTLES;
    let compression = results.compression(0);
    let slots = threads + if waiting > FEW_WAITING { waiting } else { waiting.min(4 * threads) };
    let counters: Vec<_> = (0..threads).map(|_| progress.counter()).collect();
    if done_before > 0 {
        settler.resume_after(&results.tally);
        results.unfinished_file().map_or(Ok(()), |path| settler.restore(path))?;
    }
    let writer = Writer::new(results, progress, settler, gather, if gather { &header } else { "" });
    let shared = Arc::new(Shared {
        source: Mutex::new(source),
        freed: Condvar::new(),
        advanced: Condvar::new(),
        ended: Condvar::new(),
        done_before,
        compression: (!gather && compression != Compression::None).then_some(compression),
        header: if gather { String::new() } else { header },
        max_kept: MAX_KEPT / slots,
        state: Mutex::new(PipelineState {
            free: (0..slots).map(|_| Slot::new()).collect(),
            waiting: BTreeMap::new(),
            waiting_bytes: 0,
            ready: VecDeque::new(),
            next: done_before,
            ready_bytes: 0,
            enough_bytes: writer.enough_bytes(),
            last_written: Instant::now(),
            writer: Some(writer),
            has_gathered: false,
            working: threads,
            failure: None,
            stopped: false,
        }),
    });
    let worker = Arc::new(worker);
    for (thread, counter) in counters.into_iter().enumerate() {
        let worker = Arc::clone(&worker);
        let started = thread::Builder::new().spawn({
            let shared = Arc::clone(&shared);
            move || {
                let _leave = Leave(&shared);
                shared.work(thread, &mut worker(), &counter);
            }
        });
        shared.expect_started(started.map(drop));
    }
    let mut state = shared.state();
    while state.working > 0 && state.failure.is_none() {
        state = shared.ended.wait_timeout(state, PAUSE).unwrap_or_else(PoisonError::into_inner).0;
        state = shared.write(state, false);
    }
    state = shared.write(state, true);
    if let Some(failure) = state.failure.take() {
        return Err(failure);
    }
    let writer = state.writer.take().expect("no other thread writes any more");
    drop(state);
    let has_failed = shared.source.lock().unwrap_or_else(PoisonError::into_inner).has_failed();
    writer.finish(before, has_failed, &footer)
}

/// Reports the end of a thread, also after a panic: the others must not wait for its chunk.
struct Leave<'a, S: Source, D, T>(&'a Shared<S, D, T>);

impl<S: Source, D, T> Drop for Leave<'_, S, D, T> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.working -= 1;
        if thread::panicking() {
            self.0.fail(&mut state, anyhow!("a worker thread panicked"));
        }
        self.0.ended.notify_all();
    }
}

impl<S: Source, D, T> Shared<S, D, T> {
    fn state(&self) -> MutexGuard<'_, PipelineState<S::Chunk, D, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the run fail if a thread could not be started.
    fn expect_started(&self, started: io::Result<()>) {
        if let Err(error) = started.context("cannot start a thread") {
            let mut state = self.state();
            state.working -= 1;
            self.fail(&mut state, error);
        }
    }

    /// Ends the run early.
    fn fail(&self, state: &mut PipelineState<S::Chunk, D, T>, error: anyhow::Error) {
        state.failure.get_or_insert(error);
        self.stop(state);
    }

    /// Stops giving out slots: no further chunk is needed.
    fn stop(&self, state: &mut PipelineState<S::Chunk, D, T>) {
        state.stopped = true;
        self.freed.notify_all();
        self.advanced.notify_all();
        self.ended.notify_all();
    }
}

impl<S: Source, D: Default + Send, T: Settler<D>> Shared<S, D, T> {
    /// Processes chunks until there are no more.
    fn work(&self, thread: usize, worker: &mut impl Worker<S::Chunk, Draft = D>, counter: &Counter) {
        let mut compressor = Compressor::new(self.compression.unwrap_or(Compression::None));
        while let Some(mut slot) = self.free_slot(thread) {
            if !self.fill(&mut slot.chunk) {
                self.state().free.push(slot);
                self.freed.notify_all();
                return;
            }
            slot.text.clear();
            slot.compressed.clear();
            slot.tally = Tally::default();
            if slot.chunk.index() == 0 {
                slot.text.extend_from_slice(self.header.as_bytes());
            }
            let index = slot.chunk.index();
            let hand_over = |text: &mut Vec<u8>, turn| self.hand_over(index, text, turn);
            let mut out = Output::new(&mut slot.text, &mut slot.tally, &mut slot.messages, counter, &hand_over);
            slot.draft = worker.work(&mut slot.chunk, &mut out);
            if self.compression.is_some() {
                compressor.compress(&slot.text, &mut slot.compressed).expect("writing to memory cannot fail");
            }
            let mut state = self.state();
            self.take(&mut state, slot);
            drop(self.write(state, false));
        }
    }

    /// Waits for a slot, preferably one that this thread used before. `None` if the run ends.
    fn free_slot(&self, thread: usize) -> Option<Slot<S::Chunk, D>> {
        let mut state = self.state();
        loop {
            if state.stopped {
                return None;
            }
            let at_home = state.free.iter().rposition(|slot| slot.home == thread);
            if let Some(at) = at_home.or(state.free.len().checked_sub(1))
                && state.waiting_bytes < MAX_WAITING
            {
                let mut slot = state.free.swap_remove(at);
                slot.home = thread;
                return Some(slot);
            }
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Fills the slot with the next chunk that no earlier run finished. Returns `false` at the end.
    fn fill(&self, chunk: &mut S::Chunk) -> bool {
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        while source.next_into(chunk) {
            if chunk.index() >= self.done_before {
                return true;
            }
        }
        false
    }

    /// Writes the first part of a chunk's text when all earlier chunks are written.
    fn hand_over(&self, index: u64, text: &mut Vec<u8>, turn: Turn) {
        let mut state = self.state();
        let waits = |state: &mut PipelineState<S::Chunk, D, T>| {
            !state.stopped && (state.next != index || state.ready_bytes >= MAX_WAITING)
        };
        match turn {
            Turn::Now if waits(&mut state) => return,
            Turn::Now => {}
            Turn::Wait => {
                state = self.advanced.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
            }
        }
        if state.stopped {
            return;
        }
        let mut part = Vec::new();
        match self.compression {
            // The pieces of a chunk depend only on its text: they are the same in every run.
            Some(compression) => {
                Compressor::new(compression).compress(text, &mut part).expect("writing to memory cannot fail");
                text.clear();
            }
            None => std::mem::swap(text, &mut part),
        }
        state.ready_bytes += part.len();
        state.ready.push_back(Ready::Part(part));
        drop(self.write(state, true));
    }

    /// Adds a finished slot, whose results are written in their turn.
    fn take(&self, state: &mut PipelineState<S::Chunk, D, T>, slot: Slot<S::Chunk, D>) {
        state.waiting_bytes += slot.piece(self.compression).len();
        state.waiting.insert(slot.chunk.index(), slot);
        while let Some(slot) = state.waiting.remove(&state.next) {
            state.next += 1;
            let bytes = slot.piece(self.compression).len();
            state.waiting_bytes -= bytes;
            state.ready_bytes += bytes;
            state.ready.push_back(Ready::End(slot));
            self.advanced.notify_all();
        }
    }

    /// Writes the results that are due, or all that can be written. If another thread is writing, that thread does it.
    fn write<'a>(
        &'a self,
        mut state: MutexGuard<'a, PipelineState<S::Chunk, D, T>>,
        all: bool,
    ) -> MutexGuard<'a, PipelineState<S::Chunk, D, T>> {
        while state.is_due(all)
            && let Some(mut writer) = state.writer.take()
        {
            let ready = std::mem::take(&mut state.ready);
            state.ready_bytes = 0;
            drop(state);
            let mut freed = Vec::with_capacity(ready.len());
            let written = writer.write(ready, self.compression, &mut freed);
            state = self.state();
            state.free.extend(freed.into_iter().map(|slot| slot.with_small_buffers(self.max_kept)));
            state.last_written = Instant::now();
            state.has_gathered = writer.has_gathered();
            match written {
                Ok(flow) => {
                    state.writer = Some(writer);
                    if flow.is_break() {
                        // Results after the end of the run are not written.
                        state.ready.clear();
                        state.waiting.clear();
                        state.next = u64::MAX;
                        self.stop(&mut state);
                    }
                }
                // After a failure no more results are written.
                Err(error) => self.fail(&mut state, error),
            }
            self.freed.notify_all();
            self.advanced.notify_all();
        }
        state
    }
}

impl<C, D, T> PipelineState<C, D, T> {
    /// Whether to write now: there are enough bytes, or they have waited long enough, or their slots are needed.
    fn is_due(&self, all: bool) -> bool {
        let is_late = || self.last_written.elapsed() >= PAUSE;
        let enough = || self.ready_bytes >= self.enough_bytes || self.free.is_empty();
        (!self.ready.is_empty() && (all || enough() || is_late())) || (self.has_gathered && is_late())
    }
}

impl<C: Default, D: Default> Slot<C, D> {
    fn new() -> Slot<C, D> {
        Slot {
            chunk: C::default(),
            text: Vec::new(),
            compressed: Vec::new(),
            draft: D::default(),
            tally: Tally::default(),
            messages: Vec::new(),
            home: 0,
        }
    }

    /// The slot without buffers that grew because of one long answer.
    fn with_small_buffers(mut self, max_kept: usize) -> Slot<C, D> {
        for buffer in [&mut self.text, &mut self.compressed] {
            if buffer.capacity() > max_kept {
                *buffer = Vec::new();
            }
        }
        self
    }
}

impl<C, D> Slot<C, D> {
    fn piece(&self, compression: Option<Compression>) -> &[u8] {
        if compression.is_some() { &self.compressed } else { &self.text }
    }
}

/// The end of a run.
fn end_of(has_failed: bool, tally: &Tally) -> End {
    match tally.puzzles() {
        _ if has_failed => End::Incomplete,
        0 => End::Nothing,
        _ => End::Complete,
    }
}
