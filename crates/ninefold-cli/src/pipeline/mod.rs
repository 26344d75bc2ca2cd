//! The pipeline that all long commands run through: chunks of work on all threads, results in order.
//!
//! ```text
//!   source --- one at a time ---> a thread takes a slot and fills it with the next chunk
//!                                      |  on its own it works on the chunk: text, or a draft that is to be settled
//!                                      v
//!   results <-- in order -------- any one thread settles what comes next and writes it
//! ```
//!
//! **A slot** is a chunk, what becomes of it, and their buffers. There is a fixed number of slots, so memory does not grow
//! with the input: a thread that finds no free slot waits. A slot is taken before its chunk is cut, so the chunk that all
//! others wait for is always being worked on.
//!
//! **Settling** is for what depends on the chunks before: whether a puzzle is the first of its class, or how many puzzles
//! there are already. It happens in order, and is short.
//!
//! **A long answer** is written in parts. A worker whose text grows long waits until all chunks before its own are done,
//! and then hands over what it has ([`Output::end_of_item`]). So no answer has to fit into memory.
//!
//! There is no thread for reading alone and none for writing alone. With as many threads as cores they would have to wait
//! for a core while the others wait for them.
//!
//! If the results cannot be written any more (their reader has ended, the disk is full), no thread gets a slot any more,
//! and the run ends. It does not wait for a thread that reads: the input may be silent for a long time.

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

/// Where chunks come from.
pub(crate) trait Source: Send + 'static {
    /// A piece of work.
    type Chunk: Numbered + Default + Send + 'static;

    /// Replaces the chunk by the next one; `false` if there is none.
    fn next_into(&mut self, chunk: &mut Self::Chunk) -> bool;

    /// Whether some input could not be read. The user has been told.
    fn has_failed(&self) -> bool {
        false
    }
}

/// A chunk with its place in the input.
pub(crate) trait Numbered {
    /// Its number, from 0.
    fn index(&self) -> u64;

    /// How far the input is read with it, in the unit of the progress bar.
    fn position(&self) -> u64;

    /// Whether another run may cut another chunk with this number.
    fn is_doubtful(&self) -> bool {
        false
    }
}

/// What is done with chunks. Each thread has one.
pub(crate) trait Worker<C>: 'static {
    /// What is to be settled in order.
    type Draft: Default + Send + 'static;

    /// Works on a chunk.
    fn work(&mut self, chunk: &mut C, out: &mut Output<'_>) -> Self::Draft;
}

/// What is done with drafts, in the order of their chunks.
pub(crate) trait Settler<D>: Send + 'static {
    /// Whether there is anything to settle.
    const SETTLES: bool = true;

    /// An earlier run has settled puzzles with these counts.
    fn resume_after(&mut self, _tally: &Tally) {}

    /// Learns from the unfinished file what an earlier run has settled.
    fn restore(&mut self, _unfinished: &Path) -> anyhow::Result<()> {
        Ok(())
    }

    /// Appends to the text of each result. A break ends the run: no further chunk is needed.
    fn settle(&mut self, draft: D, texts: &mut [Vec<u8>], tally: &mut Tally) -> anyhow::Result<ControlFlow<()>>;
}

/// Nothing is to be settled: the workers write the results.
pub(crate) struct Unsettled;

impl Settler<()> for Unsettled {
    const SETTLES: bool = false;

    fn settle(&mut self, (): (), _: &mut [Vec<u8>], _: &mut Tally) -> anyhow::Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }
}

/// How the work is done.
pub(crate) struct Plan {
    pub(crate) threads: usize,
    pub(crate) progress: Progress,
    /// The beginning of each of the results.
    pub(crate) header: String,
    /// The end of each of the results.
    pub(crate) footer: String,
    /// Chunks are small: the results of many of them are compressed together.
    pub(crate) gather: bool,
    /// How many chunks may wait for their turn, beside one for each thread.
    pub(crate) waiting: usize,
}

/// What became of it.
pub(crate) struct Done<S> {
    pub(crate) tally: Tally,
    /// Puzzles of these that an earlier run had done.
    pub(crate) before: u64,
    pub(crate) elapsed: Duration,
    /// Some input could not be read to its end.
    pub(crate) has_failed: bool,
    pub(crate) settler: S,
}

/// How many large chunks may wait for their turn, at most four for each thread. A slot can grow to a megabyte, and a hundred
/// of them have to suffice for a large machine.
pub(crate) const FEW_WAITING: usize = 24;
/// How many small chunks may wait. Some of them take much longer than others.
pub(crate) const MANY_WAITING: usize = 1024;
/// No slot is handed out while so many bytes wait for their turn. The chunk they wait for is being worked on.
const MAX_WAITING: usize = 1 << 24;
/// All buffers together keep no more than this for the next chunks.
const MAX_KEPT: usize = 1 << 24;
/// Results that could be written do not wait longer than this for others to be written with them.
const PAUSE: Duration = Duration::from_millis(100);

/// A chunk in the pipeline, with what becomes of it.
struct Slot<C, D> {
    chunk: C,
    text: Vec<u8>,
    compressed: Vec<u8>,
    draft: D,
    tally: Tally,
    messages: Vec<String>,
    /// The thread that had it last: its buffers are in the memory nearest to that thread's core.
    home: usize,
}

/// Results in order: the text of a long answer so far, or the rest of a chunk.
enum Ready<C, D> {
    Part(Vec<u8>),
    End(Slot<C, D>),
}

/// What the threads share.
struct Shared<S: Source, D, T> {
    source: Mutex<S>,
    state: Mutex<State<S::Chunk, D, T>>,
    /// Slots were put back, or none is handed out any more.
    freed: Condvar,
    /// Another chunk is the next, or nothing is written any more.
    advanced: Condvar,
    /// A thread has ended, or the run has failed.
    ended: Condvar,
    /// Chunks that an earlier run has done.
    done_before: u64,
    /// Workers compress their text.
    compression: Option<Compression>,
    header: String,
    /// A free slot keeps no buffer that is larger.
    max_kept: usize,
}

/// Free slots, results that wait, and the right to write.
struct State<C, D, T> {
    free: Vec<Slot<C, D>>,
    /// Slots whose turn has not come, by the number of the chunk.
    waiting: BTreeMap<u64, Slot<C, D>>,
    waiting_bytes: usize,
    /// Results that come next, in order, and the number of the chunk after them.
    ready: VecDeque<Ready<C, D>>,
    next: u64,
    ready_bytes: usize,
    /// Results are written together from this many bytes on.
    enough_bytes: usize,
    last_written: Instant,
    /// Not here while a thread writes.
    writer: Option<Writer<T>>,
    /// The writer has gathered text that could be written.
    has_gathered: bool,
    /// Threads that have not ended.
    working: usize,
    /// Why the run ends early.
    failure: Option<anyhow::Error>,
    stopped: bool,
}

/// Does all of it. The results are those of the chunks in order, whatever the number of threads.
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
        state: Mutex::new(State {
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

/// Reports the end of a thread, also by a panic: the others must not wait for the chunk it had.
struct Leave<'a, S: Source, D, T>(&'a Shared<S, D, T>);

impl<S: Source, D, T> Drop for Leave<'_, S, D, T> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.working -= 1;
        if thread::panicking() {
            self.0.fail(&mut state, anyhow!("a working thread died"));
        }
        self.0.ended.notify_all();
    }
}

impl<S: Source, D, T> Shared<S, D, T> {
    fn state(&self) -> MutexGuard<'_, State<S::Chunk, D, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The run fails if a thread cannot be started.
    fn expect_started(&self, started: io::Result<()>) {
        if let Err(error) = started.context("cannot start a thread") {
            let mut state = self.state();
            state.working -= 1;
            self.fail(&mut state, error);
        }
    }

    /// Ends the run early.
    fn fail(&self, state: &mut State<S::Chunk, D, T>, error: anyhow::Error) {
        state.failure.get_or_insert(error);
        self.stop(state);
    }

    /// No chunk is needed any more.
    fn stop(&self, state: &mut State<S::Chunk, D, T>) {
        state.stopped = true;
        self.freed.notify_all();
        self.advanced.notify_all();
        self.ended.notify_all();
    }
}

impl<S: Source, D: Default + Send, T: Settler<D>> Shared<S, D, T> {
    /// Chunk after chunk, until there is none.
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
                compressor.compress(&slot.text, &mut slot.compressed).expect("memory takes every byte");
            }
            let mut state = self.state();
            self.take(&mut state, slot);
            drop(self.write(state, false));
        }
    }

    /// Waits for a slot, preferably one that this thread had before; `None` if nothing is to be done any more.
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

    /// The next chunk that no earlier run has done; `false` if there is none.
    fn fill(&self, chunk: &mut S::Chunk) -> bool {
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        while source.next_into(chunk) {
            if chunk.index() >= self.done_before {
                return true;
            }
        }
        false
    }

    /// Writes the beginning of a chunk's text, when all chunks before it are done.
    fn hand_over(&self, index: u64, text: &mut Vec<u8>, turn: Turn) {
        let mut state = self.state();
        let waits = |state: &mut State<S::Chunk, D, T>| {
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
            // The pieces of a chunk depend on its text alone: they are the same in every run.
            Some(compression) => {
                Compressor::new(compression).compress(text, &mut part).expect("memory takes every byte");
                text.clear();
            }
            None => std::mem::swap(text, &mut part),
        }
        state.ready_bytes += part.len();
        state.ready.push_back(Ready::Part(part));
        drop(self.write(state, true));
    }

    /// Takes a slot whose results are to be written in their turn.
    fn take(&self, state: &mut State<S::Chunk, D, T>, slot: Slot<S::Chunk, D>) {
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

    /// Writes what is due, or all that can be written, unless another thread is writing: that one will do it.
    fn write<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<S::Chunk, D, T>>,
        all: bool,
    ) -> MutexGuard<'a, State<S::Chunk, D, T>> {
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
                        // What comes after the end is not written.
                        state.ready.clear();
                        state.waiting.clear();
                        state.next = u64::MAX;
                        self.stop(&mut state);
                    }
                }
                // After a failure nothing more is written.
                Err(error) => self.fail(&mut state, error),
            }
            self.freed.notify_all();
            self.advanced.notify_all();
        }
        state
    }
}

impl<C, D, T> State<C, D, T> {
    /// Whether it is time to write: there is enough, or it has waited long enough, or its slots are needed.
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

    /// The slot, without memory that it only has because one answer was long.
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

/// How a run ends.
fn end_of(has_failed: bool, tally: &Tally) -> End {
    match tally.puzzles() {
        _ if has_failed => End::Incomplete,
        0 => End::Nothing,
        _ => End::Complete,
    }
}
