//! Many puzzles, from stream to stream, in order: every thread reads, works and writes, and they take turns at it.
//!
//! ```text
//!   input -- one at a time --> a thread cuts a chunk
//!                                   |  alone with its chunk it answers the puzzles
//!                                   v
//!   sink  <-- one at a time -- whoever is at the desk when the next pieces are there, in order
//! ```
//!
//! A slot is a chunk of the input, the piece of output that becomes of it, and their buffers. There is a fixed number of
//! slots, so memory does not grow with the input: who finds no free slot waits. A slot is taken before its chunk is cut,
//! so the chunk that everybody waits for is always among those being worked on.
//!
//! There is no thread for reading alone and none for writing alone. With as many threads as cores they would have to
//! wait for a core while the others wait for them.
//!
//! No thread outlives its purpose: when the sink fails (nobody reads the output any more, the disk is full) nobody gets
//! a slot any more. Nothing waits for a thread that reads; the input may say nothing for a long time.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};

use crate::chunk::{Chunk, Chunks, Content, Item, line_ends, read_lines};
use crate::progress::{Counter, Progress};
use crate::sink::{End, Packer, Packing, Sink};
use crate::tally::Tally;
use crate::threads;

/// What is done with each puzzle. Every thread has one.
pub(crate) trait Worker: 'static {
    /// Whether [`plain`](Worker::plain) can be asked.
    fn takes_plain(&self) -> bool {
        false
    }

    /// Answers puzzles whose 81 bytes are digits and empty cells, with a line each, and counts each when it is answered.
    fn plain(&mut self, _puzzles: &[&[u8; 81]], _out: &mut Vec<u8>, _tally: &mut Tally, _answered: &Counter) {}

    /// Answers a puzzle, or the failure to read one, with whole lines.
    fn item(&mut self, input: &str, item: &Item, out: &mut Vec<u8>, tally: &mut Tally);
}

/// A chunk on its way, with what becomes of it.
#[derive(Default)]
struct Slot {
    chunk: Chunk,
    out: Vec<u8>,
    packed: Vec<u8>,
    tally: Tally,
    /// The thread that had it last: its buffers are in the memory nearest to that thread's core.
    home: usize,
}

/// How the work is done.
pub(crate) struct Plan {
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) progress: Progress,
    /// What stands before the first answer.
    pub(crate) header: &'static str,
}

/// What became of it.
pub(crate) struct Done {
    pub(crate) tally: Tally,
    /// Puzzles of these that an earlier run had done.
    pub(crate) before: u64,
    pub(crate) elapsed: Duration,
    /// Some input could not be read to its end.
    pub(crate) trouble: bool,
}

/// Slots beside one for each thread, if there are as many threads: pieces that are done before their turn comes. A
/// slot can grow to a megabyte, and a hundred of them are to be enough for a large machine.
const MORE_SLOTS: usize = 24;
/// Nobody gets a slot while so many bytes wait for their turn. The piece they wait for is being worked on.
const MOST_WAITING: usize = 1 << 24;
/// A buffer that has grown beyond this is not kept for the next piece.
const MOST_KEPT: usize = 1 << 19;
/// A piece that could be written does not wait longer than this for others to be written with it.
const PAUSE: Duration = Duration::from_millis(100);

/// What the threads share.
struct Shared {
    chunks: Mutex<Chunks>,
    desk: Mutex<Desk>,
    /// Slots were put back, or nobody gets one any more.
    freed: Condvar,
    /// A thread has ended, or all of it has failed.
    ended: Condvar,
    /// Chunks that an earlier run has done.
    done_before: u64,
    packing: Packing,
    header: &'static str,
}

/// Where slots are taken, and put back with a piece to write.
struct Desk {
    free: Vec<Slot>,
    /// Pieces whose turn has not come, by number.
    waiting: BTreeMap<u64, Slot>,
    waiting_bytes: usize,
    /// Pieces that come next, in order, and the number of the one after them.
    ready: VecDeque<Slot>,
    next: u64,
    ready_bytes: usize,
    /// Pieces are written together from this many bytes on.
    enough_bytes: usize,
    last_written: Instant,
    /// Away while somebody writes.
    writer: Option<Writer>,
    /// Threads that have not ended.
    working: usize,
    /// Why all of it ends early.
    failure: Option<anyhow::Error>,
    stopped: bool,
}

struct Writer {
    sink: Sink,
    progress: Progress,
}

/// Does all of it. Results are in the sink, in the order of the puzzles, whatever the number of threads.
pub(crate) fn run<W: Worker>(
    chunks: Chunks,
    sink: Sink,
    plan: Plan,
    worker: impl Fn() -> W + Send + Sync + 'static,
) -> anyhow::Result<Done> {
    let threads = threads::number(plan.threads);
    let (done_before, before) = (sink.pieces, sink.tally.puzzles());
    let progress = plan.progress;
    progress.resumes_after(before);
    if done_before == 0 {
        progress.begin_at(0);
    }
    let counters: Vec<_> = (0..threads).map(|_| progress.counter()).collect();
    let shared = Arc::new(Shared {
        chunks: Mutex::new(chunks),
        freed: Condvar::new(),
        ended: Condvar::new(),
        done_before,
        packing: sink.packing,
        header: plan.header,
        desk: Mutex::new(Desk {
            free: (0..threads + MORE_SLOTS.min(4 * threads)).map(|_| Slot::default()).collect(),
            waiting: BTreeMap::new(),
            waiting_bytes: 0,
            ready: VecDeque::new(),
            next: done_before,
            ready_bytes: 0,
            enough_bytes: sink.enough_bytes(),
            last_written: Instant::now(),
            writer: Some(Writer { sink, progress }),
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
    let mut desk = shared.desk();
    while desk.working > 0 && desk.failure.is_none() {
        desk = shared.ended.wait_timeout(desk, PAUSE).unwrap_or_else(PoisonError::into_inner).0;
        desk = shared.write(desk, false);
    }
    desk = shared.write(desk, true);
    if let Some(failure) = desk.failure.take() {
        return Err(failure);
    }
    let Writer { sink, progress } = desk.writer.take().expect("nobody is left to write");
    drop(desk);
    let trouble = shared.chunks.lock().unwrap_or_else(PoisonError::into_inner).trouble;
    let tally = sink.tally;
    let finished = sink.finish(End::of(trouble, tally.puzzles()));
    let elapsed = progress.finish();
    finished?;
    Ok(Done { tally, before, elapsed, trouble })
}

/// Tells the others when a thread ends, also when it dies of a panic: nobody must wait for the chunk it had.
struct Leave<'a>(&'a Shared);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        let mut desk = self.0.desk();
        desk.working -= 1;
        if thread::panicking() {
            self.0.fail(&mut desk, Err(anyhow!("a working thread died")));
        }
        self.0.ended.notify_all();
    }
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A thread that could not be started does not work, and its share of the work is not done silently by the others.
    fn expect_started(&self, started: io::Result<()>) {
        if started.is_err() {
            let mut desk = self.desk();
            desk.working -= 1;
            self.fail(&mut desk, started.context("cannot start a thread"));
        }
    }

    /// If it has failed, everybody stops.
    fn fail(&self, desk: &mut Desk, result: anyhow::Result<()>) {
        if let Err(error) = result {
            desk.stopped = true;
            desk.failure.get_or_insert(error);
            self.freed.notify_all();
            self.ended.notify_all();
        }
    }

    /// Chunk after chunk, until there is none.
    fn work(&self, thread: usize, worker: &mut impl Worker, answered: &Counter) {
        let mut packer = Packer::new(self.packing);
        while let Some(mut slot) = self.free_slot(thread) {
            if !self.cut(&mut slot.chunk) {
                self.desk().free.push(slot);
                self.freed.notify_all();
                return;
            }
            slot.out.clear();
            slot.tally = Tally::default();
            if slot.chunk.index == 0 {
                slot.out.extend_from_slice(self.header.as_bytes());
            }
            answer(worker, &mut slot, answered);
            if self.packing != Packing::Plain {
                packer.pack(&slot.out, &mut slot.packed).expect("memory takes every byte");
            }
            let mut desk = self.desk();
            desk.take(slot, self.packing);
            drop(self.write(desk, false));
        }
    }

    /// Waits for a slot, best one that this thread had before; `None` when nothing is to be done any more.
    fn free_slot(&self, thread: usize) -> Option<Slot> {
        let mut desk = self.desk();
        loop {
            if desk.stopped {
                return None;
            }
            let at_home = desk.free.iter().rposition(|slot| slot.home == thread);
            if let Some(at) = at_home.or(desk.free.len().checked_sub(1))
                && desk.waiting_bytes < MOST_WAITING
            {
                let slot = desk.free.remove(at);
                return Some(Slot { home: thread, ..slot });
            }
            desk = self.freed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Cuts the next chunk that no earlier run has done; `false` when there is none.
    fn cut(&self, chunk: &mut Chunk) -> bool {
        let mut chunks = self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        while chunks.next_into(chunk) {
            if chunk.index >= self.done_before {
                return true;
            }
        }
        false
    }

    /// Writes what is due, or all that can be written, unless somebody else is writing: then they will see to it.
    fn write<'a>(&'a self, mut desk: MutexGuard<'a, Desk>, all: bool) -> MutexGuard<'a, Desk> {
        while desk.is_due(all)
            && let Some(mut writer) = desk.writer.take()
        {
            let ready = std::mem::take(&mut desk.ready);
            desk.ready_bytes = 0;
            drop(desk);
            let written = writer.write(&ready, self.packing);
            desk = self.desk();
            desk.free.extend(ready.into_iter().map(Slot::with_small_buffers));
            desk.last_written = Instant::now();
            // After a failure nothing more is written.
            desk.writer = written.is_ok().then_some(writer);
            self.fail(&mut desk, written);
            self.freed.notify_all();
        }
        desk
    }
}

impl Desk {
    /// Takes a slot whose piece is to be written in its turn.
    fn take(&mut self, slot: Slot, packing: Packing) {
        self.waiting_bytes += slot.piece(packing).len();
        self.waiting.insert(slot.chunk.index, slot);
        while let Some(slot) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.waiting_bytes -= slot.piece(packing).len();
            self.ready_bytes += slot.piece(packing).len();
            self.ready.push_back(slot);
        }
    }

    /// Whether it is time to write: there is enough, or it has waited long enough, or its slots are needed.
    fn is_due(&self, all: bool) -> bool {
        let enough = || self.ready_bytes >= self.enough_bytes || self.free.is_empty();
        !self.ready.is_empty() && (all || enough() || self.last_written.elapsed() >= PAUSE)
    }
}

impl Slot {
    /// The slot, without what it has only because one answer was long.
    fn with_small_buffers(mut self) -> Slot {
        for buffer in [&mut self.out, &mut self.packed] {
            if buffer.capacity() > MOST_KEPT {
                *buffer = Vec::new();
            }
        }
        self
    }

    fn piece(&self, packing: Packing) -> &[u8] {
        if packing == Packing::Plain { &self.out } else { &self.packed }
    }
}

impl Writer {
    fn write(&mut self, slots: &VecDeque<Slot>, packing: Packing) -> anyhow::Result<()> {
        let Some((first, last)) = slots.front().zip(slots.back()) else { return Ok(()) };
        self.progress.begin_at(first.chunk.position);
        self.sink.put(slots.iter().map(|slot| (slot.piece(packing), slot.tally)), !last.chunk.doubtful)?;
        self.progress.show(last.chunk.position, self.sink.tally.puzzles());
        Ok(())
    }
}

fn answer(worker: &mut impl Worker, slot: &mut Slot, answered: &Counter) {
    let Slot { chunk, out, tally, .. } = slot;
    match chunk.content {
        Content::Lines(first_line) if worker.takes_plain() => {
            answer_lines(worker, &chunk.input, chunk.lines(), first_line, out, tally, answered);
        }
        // They are not gathered: read, they take several times the memory.
        Content::Lines(first_line) => {
            for item in read_lines(chunk.lines(), first_line) {
                worker.item(&chunk.input, &item, out, tally);
                answered.add(1);
            }
        }
        Content::Items => {
            let input = Arc::clone(&chunk.input);
            for item in chunk.items() {
                worker.item(&input, item, out, tally);
                answered.add(1);
            }
        }
    }
}

/// Answers raw lines. Plain puzzles are gathered and answered together, any other line goes through the library's reader.
fn answer_lines(
    worker: &mut impl Worker,
    input: &str,
    lines: &[u8],
    first_line: u64,
    out: &mut Vec<u8>,
    tally: &mut Tally,
    answered: &Counter,
) {
    let mut plain = Vec::with_capacity(lines.len() / 82 + 1);
    let mut line = first_line;
    let mut rest = lines;
    while !rest.is_empty() {
        // Nearly all lines are 81 cells and a line feed; that is seen without looking for the end.
        if let Some((cells, [b'\n', after @ ..])) = rest.split_first_chunk()
            && all_cells(cells)
        {
            plain.push(cells);
            line += 1;
            rest = after;
            continue;
        }
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let (text, after) = rest.split_at(end);
        rest = after;
        if let Some(cells) = plain_puzzle(text) {
            plain.push(cells);
            line += 1;
            continue;
        }
        worker.plain(&plain, out, tally, answered);
        plain.clear();
        for item in read_lines(text, line) {
            worker.item(input, &item, out, tally);
            answered.add(1);
        }
        line += line_ends(text);
    }
    worker.plain(&plain, out, tally, answered);
}

/// The cells, if the line begins with 81 of them and then ends, or goes on with something that is no cell: a comment.
fn plain_puzzle(line: &[u8]) -> Option<&[u8; 81]> {
    let (cells, rest) = line.split_first_chunk()?;
    let rest = rest.strip_suffix(b"\n").unwrap_or(rest);
    let rest = rest.strip_suffix(b"\r").unwrap_or(rest);
    // A return elsewhere ends a line too, and long lines have a limit: the library knows about these.
    let is_comment = || !is_cell(rest[0]) && rest.len() < 1 << 10 && memchr::memchr(b'\r', rest).is_none();
    ((rest.is_empty() || is_comment()) && all_cells(cells)).then_some(cells)
}

/// Whether each byte is a cell. They are all looked at, so that the compiler can look at many together.
fn all_cells(bytes: &[u8; 81]) -> bool {
    // The digits and the dot are neighbours but for the slash, and enough for most files.
    let usual = bytes.iter().fold(true, |all, &byte| all & (byte.wrapping_sub(b'.') < 12) & (byte != b'/'));
    usual || bytes.iter().all(|&byte| is_cell(byte))
}

/// What is a cell in the line format.
const fn is_cell(byte: u8) -> bool {
    byte.is_ascii_digit() | matches!(byte, b'.' | b'*' | b'_' | b'?' | b'x' | b'X')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::tests::{chunks_of, nasty_texts};

    /// Answers with what it was asked; takes plain puzzles, or not.
    struct Echo {
        plain: bool,
        plain_seen: usize,
    }

    impl Worker for Echo {
        fn takes_plain(&self) -> bool {
            self.plain
        }

        fn plain(&mut self, puzzles: &[&[u8; 81]], out: &mut Vec<u8>, _tally: &mut Tally, _answered: &Counter) {
            for puzzle in puzzles {
                self.plain_seen += 1;
                let text = std::str::from_utf8(*puzzle).unwrap();
                out.extend_from_slice(format!("{}\n", text.parse::<ninefold::Grid>().unwrap()).as_bytes());
            }
        }

        fn item(&mut self, _input: &str, item: &Item, out: &mut Vec<u8>, _tally: &mut Tally) {
            let text = item.as_ref().map_or_else(ToString::to_string, |record| record.grid.to_string());
            out.extend_from_slice(format!("{text}\n").as_bytes());
        }
    }

    #[test]
    fn plain_puzzles_and_others_get_the_same_answers_on_both_roads() {
        let mut plain_seen = 0;
        for text in nasty_texts() {
            let [fast, slow] = [true, false].map(|plain| {
                let (_file, mut chunks) = chunks_of(&text, true);
                let mut worker = Echo { plain, plain_seen: 0 };
                let mut slot = Slot::default();
                let mut answers = Vec::new();
                while chunks.next_into(&mut slot.chunk) {
                    slot.out.clear();
                    answer(&mut worker, &mut slot, &Counter::default());
                    answers.extend_from_slice(&slot.out);
                }
                plain_seen += worker.plain_seen;
                String::from_utf8(answers).unwrap()
            });
            assert!(fast == slow, "{:?}", fast.lines().zip(slow.lines()).find(|(fast, slow)| fast != slow));
        }
        assert!(plain_seen > 1000);
    }
}
