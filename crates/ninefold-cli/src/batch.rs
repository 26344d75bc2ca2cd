//! Many puzzles, from stream to stream: one thread reads, many work, one writes in order.
//!
//! ```text
//!              work                    done
//!   reader ============> worker  =================> writer ----> sink
//!     ^                  worker                       |
//!     |                  worker                       |
//!     +===============================================+
//!                        slots, to be used again
//! ```
//!
//! A slot is a chunk of the input, the piece of output that becomes of it, and their buffers. There is a fixed number of
//! slots, so memory does not grow with the input: when the writer falls behind, the reader waits for a slot. A slot is
//! taken before its chunk is cut, so the chunk that the writer waits for is always among those being worked on.
//!
//! No thread outlives its purpose: when the writer stops (nobody reads the output any more, the disk is full) the others
//! find their channels closed. Nothing waits for the reader then; it may be blocked by an input that says nothing.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{anyhow, bail};

use crate::chunk::{Chunk, Chunks, Content, Item, line_ends, read_lines};
use crate::progress::Progress;
use crate::sink::{Packing, Sink};
use crate::tally::Tally;

/// What is done with each puzzle. Every thread has one.
pub(crate) trait Worker: 'static {
    /// Whether [`plain`](Worker::plain) can be asked.
    fn takes_plain(&self) -> bool {
        false
    }

    /// Answers puzzles whose 81 bytes are digits and empty cells, with a line each.
    fn plain(&mut self, _puzzles: &[&[u8; 81]], _out: &mut Vec<u8>, _tally: &mut Tally) {}

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
    pub(crate) elapsed: Duration,
    /// Some input could not be read to its end.
    pub(crate) trouble: bool,
}

/// Does all of it. Results are in the sink, in the order of the puzzles, whatever the number of threads.
pub(crate) fn run<W: Worker>(
    mut chunks: Chunks,
    mut sink: Sink,
    mut plan: Plan,
    worker: impl Fn() -> W + Send + Sync + 'static,
) -> anyhow::Result<Done> {
    let threads = plan.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let (free_sender, free) = channel();
    let (work_sender, work) = channel();
    let (done_sender, done) = channel();
    for _ in 0..2 * threads + 2 {
        free_sender.send(Slot::default())?;
    }
    let done_before = sink.pieces;
    let reader = thread::spawn(move || {
        read(&mut chunks, done_before, &free, &work_sender);
        chunks.trouble
    });
    let work = Arc::new(Mutex::new(work));
    let worker = Arc::new(worker);
    for _ in 0..threads {
        let (work, done, worker) = (Arc::clone(&work), done_sender.clone(), Arc::clone(&worker));
        let (packing, header) = (sink.packing, plan.header);
        thread::spawn(move || work_on(&mut worker(), &work, &done, packing, header));
    }
    drop(done_sender);
    let before = sink.tally.puzzles();
    write(&done, &free_sender, &mut sink, &mut |puzzles| plan.progress.show(puzzles - before))?;
    let elapsed = plan.progress.finish();
    let trouble = reader.join().map_err(|_| anyhow!("the reading thread died"))?;
    let tally = sink.tally;
    sink.finish(!trouble)?;
    Ok(Done { tally, elapsed, trouble })
}

/// Cuts chunks into free slots; leaves out those that an earlier run has done.
fn read(chunks: &mut Chunks, done_before: u64, free: &Receiver<Slot>, work: &Sender<Slot>) {
    while let Ok(mut slot) = free.recv() {
        loop {
            if !chunks.next_into(&mut slot.chunk) {
                return;
            }
            if slot.chunk.index >= done_before {
                break;
            }
        }
        if work.send(slot).is_err() {
            return;
        }
    }
}

/// Sends `None` when its thread dies of a panic, so that nobody waits for the chunk it had.
struct Alarm<'a>(&'a Sender<Option<Slot>>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(None);
        }
    }
}

fn work_on(
    worker: &mut impl Worker,
    work: &Mutex<Receiver<Slot>>,
    done: &Sender<Option<Slot>>,
    packing: Packing,
    header: &str,
) {
    let _alarm = Alarm(done);
    loop {
        let received = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(mut slot) = received else { return };
        slot.out.clear();
        slot.tally = Tally::default();
        if slot.chunk.index == 0 {
            slot.out.extend_from_slice(header.as_bytes());
        }
        answer(worker, &mut slot);
        if packing != Packing::Plain {
            packing.pack(&slot.out, &mut slot.packed).expect("memory takes every byte");
        }
        if done.send(Some(slot)).is_err() {
            return;
        }
    }
}

fn answer(worker: &mut impl Worker, slot: &mut Slot) {
    let Slot { chunk, out, tally, .. } = slot;
    match chunk.content {
        Content::Lines(first_line) if worker.takes_plain() => {
            answer_lines(worker, &chunk.input, chunk.lines(), first_line, out, tally);
        }
        _ => {
            let input = Arc::clone(&chunk.input);
            for item in chunk.items() {
                worker.item(&input, item, out, tally);
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
) {
    let mut plain = Vec::new();
    let mut line = first_line;
    let mut rest = lines;
    while !rest.is_empty() {
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let (text, after) = rest.split_at(end);
        rest = after;
        if let Some(cells) = plain_puzzle(text) {
            plain.push(cells);
            line += 1;
            continue;
        }
        worker.plain(&plain, out, tally);
        plain.clear();
        for item in read_lines(text, line) {
            worker.item(input, &item, out, tally);
        }
        line += line_ends(text);
    }
    worker.plain(&plain, out, tally);
}

/// The cells, if the line begins with 81 of them and then ends, or goes on with something that is no cell: a comment.
fn plain_puzzle(line: &[u8]) -> Option<&[u8; 81]> {
    let (cells, rest) = line.split_first_chunk::<81>()?;
    let is_comment = |rest: &[u8]| !is_cell(rest[0]) && rest.len() < 1 << 10 && memchr::memchr(b'\r', rest).is_none();
    let ends = matches!(rest, [] | [b'\n'] | [b'\r', b'\n']) || is_comment(rest.strip_suffix(b"\r\n").unwrap_or(rest));
    // All of them are looked at, so that the compiler can look at many together.
    let all_cells = cells.iter().fold(true, |all, &cell| all & is_cell(cell));
    (ends && all_cells).then_some(cells)
}

/// What is a cell in the line format.
const fn is_cell(byte: u8) -> bool {
    byte.is_ascii_digit() | matches!(byte, b'.' | b'*' | b'_' | b'?' | b'x' | b'X')
}

/// Writes pieces in order and gives their slots back.
fn write(
    done: &Receiver<Option<Slot>>,
    free: &Sender<Slot>,
    sink: &mut Sink,
    progress: &mut dyn FnMut(u64),
) -> anyhow::Result<()> {
    let mut waiting = BTreeMap::new();
    for slot in done {
        let Some(slot) = slot else { bail!("a working thread died") };
        waiting.insert(slot.chunk.index, slot);
        while let Some(slot) = waiting.remove(&sink.pieces) {
            let piece = if sink.packing == Packing::Plain { &slot.out } else { &slot.packed };
            sink.put(piece, slot.tally)?;
            progress(sink.tally.puzzles());
            // The reader may have ended.
            let _ = free.send(slot);
        }
    }
    Ok(())
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

        fn plain(&mut self, puzzles: &[&[u8; 81]], out: &mut Vec<u8>, _tally: &mut Tally) {
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
                    answer(&mut worker, &mut slot);
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
