//! The ordered end of the pipeline: settles drafts, gathers text, writes pieces, notes how far they got.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

use super::{Done, Numbered, PAUSE, Ready, Settler, Slot, end_of};
use crate::progress::{Progress, say};
use crate::results::{Compression, Compressor, Results};
use crate::tally::Tally;

/// So many bytes are appended to a file at a time, if there is no hurry: renaming it twice then costs nothing beside them.
const TOGETHER_BYTES: usize = 1 << 19;
/// Gathered text is compressed as one piece when it has so many bytes ...
const PIECE_BYTES: usize = 1 << 17;
/// ... or when it is that of so many chunks. Where the pieces end depends on the text alone, not on time.
const PIECE_CHUNKS: u64 = 64;

pub(super) struct Writer<T> {
    results: Results,
    progress: Progress,
    settler: T,
    /// Text is gathered here and compressed here; otherwise the workers have done it.
    gather: Option<Gathered>,
    /// Chunks since the last note in the log.
    chunks: u64,
    tally: Tally,
    certain: bool,
    position: u64,
    last_flush: Instant,
}

/// Text that is to be written together, for each of the results.
struct Gathered {
    texts: Vec<Vec<u8>>,
    compressors: Vec<Compressor>,
    is_compressed: bool,
    /// Nothing of a chunk is among it that is not finished.
    at_end_of_chunk: bool,
}

impl<T> Writer<T> {
    pub(super) fn new(results: Results, progress: Progress, settler: T, gather: bool, header: &str) -> Writer<T> {
        let compressions: Vec<Compression> = (0..results.sinks()).map(|sink| results.compression(sink)).collect();
        let header = if results.chunks == 0 { header } else { "" };
        let gather = gather.then(|| Gathered {
            texts: compressions.iter().map(|_| header.as_bytes().to_vec()).collect(),
            is_compressed: compressions.iter().any(|compression| *compression != Compression::None),
            compressors: compressions.into_iter().map(Compressor::new).collect(),
            at_end_of_chunk: true,
        });
        Writer {
            results,
            progress,
            settler,
            gather,
            chunks: 0,
            tally: Tally::default(),
            certain: true,
            position: 0,
            last_flush: Instant::now(),
        }
    }

    /// How many bytes are worth being written together. If another program reads the results, it gets them at once.
    pub(super) fn enough_bytes(&self) -> usize {
        match self.gather.is_some() || self.results.is_read_at_once() {
            true => 0,
            false => TOGETHER_BYTES,
        }
    }

    /// Whether there is text that may be written though it is not much.
    pub(super) fn has_gathered(&self) -> bool {
        self.gather.as_ref().is_some_and(|gathered| !gathered.is_compressed && !gathered.is_empty())
    }

    /// Puts a chunk into the counts.
    fn count<C: Numbered, D>(&mut self, slot: &mut Slot<C, D>) {
        slot.messages.drain(..).for_each(|message| say(&message));
        self.progress.begin_at(slot.chunk.position());
        self.chunks += 1;
        self.tally += slot.tally;
        self.certain &= !slot.chunk.is_doubtful();
        self.position = slot.chunk.position();
    }

    /// What was put so far are the results of whole chunks.
    fn end_chunks(&mut self) -> anyhow::Result<()> {
        if self.chunks > 0 {
            let tally = std::mem::take(&mut self.tally);
            self.results.end_chunks(std::mem::take(&mut self.chunks), tally, self.certain)?;
            self.progress.show(self.position, self.results.tally.puzzles());
        }
        Ok(())
    }

    /// Writes what comes next. The slots go to `freed`.
    pub(super) fn write<C: Numbered, D: Default>(
        &mut self,
        ready: VecDeque<Ready<C, D>>,
        compression: Option<Compression>,
        freed: &mut Vec<Slot<C, D>>,
    ) -> anyhow::Result<ControlFlow<()>>
    where
        T: Settler<D>,
    {
        match self.gather.is_some() {
            true => self.settle(ready, freed),
            false => self.write_pieces(ready, compression, freed).map(ControlFlow::Continue),
        }
    }

    /// Writes pieces that the workers have compressed.
    fn write_pieces<C: Numbered, D>(
        &mut self,
        mut ready: VecDeque<Ready<C, D>>,
        compression: Option<Compression>,
        freed: &mut Vec<Slot<C, D>>,
    ) -> anyhow::Result<()> {
        let last_end = ready.iter().rposition(|item| matches!(item, Ready::End(_)));
        let whole = last_end.map_or(0, |at| at + 1);
        if whole > 0 {
            self.results.put(&[ready.range(..whole).map(|item| item.piece(compression)).collect()])?;
            for item in ready.range_mut(..whole) {
                if let Ready::End(slot) = item {
                    self.count(slot);
                }
            }
            self.end_chunks()?;
        }
        if whole < ready.len() {
            self.results.put(&[ready.range(whole..).map(|item| item.piece(compression)).collect()])?;
        }
        freed.extend(ready.into_iter().filter_map(Ready::into_slot));
        Ok(())
    }

    /// Settles drafts and gathers the text.
    fn settle<C: Numbered, D: Default>(
        &mut self,
        ready: VecDeque<Ready<C, D>>,
        freed: &mut Vec<Slot<C, D>>,
    ) -> anyhow::Result<ControlFlow<()>>
    where
        T: Settler<D>,
    {
        let mut flow = ControlFlow::Continue(());
        for item in ready {
            let Some(gathered) = &mut self.gather else { break };
            match item {
                Ready::Part(part) => {
                    gathered.texts[0].extend_from_slice(&part);
                    gathered.at_end_of_chunk = false;
                }
                Ready::End(mut slot) => {
                    gathered.texts[0].extend_from_slice(&slot.text);
                    gathered.at_end_of_chunk = true;
                    if T::SETTLES {
                        let draft = std::mem::take(&mut slot.draft);
                        flow = self.settler.settle(draft, &mut gathered.texts, &mut slot.tally)?;
                    }
                    self.count(&mut slot);
                    freed.push(slot);
                }
            }
            if self.gather.as_ref().is_some_and(|gathered| gathered.is_piece(self.chunks)) {
                self.flush()?;
            }
            if flow.is_break() {
                break;
            }
        }
        if self.has_gathered() && (self.results.is_read_at_once() || self.last_flush.elapsed() >= PAUSE) {
            self.flush()?;
        }
        Ok(flow)
    }

    /// Writes what is gathered.
    fn flush(&mut self) -> anyhow::Result<()> {
        let Some(gathered) = &mut self.gather else { return Ok(()) };
        self.last_flush = Instant::now();
        let mut packed: Vec<Vec<u8>> = vec![Vec::new(); gathered.texts.len()];
        for ((text, compressor), packed) in gathered.texts.iter_mut().zip(&mut gathered.compressors).zip(&mut packed) {
            compressor.compress(text, packed)?;
            text.clear();
        }
        let pieces: Vec<Vec<&[u8]>> = packed.iter().map(|piece| vec![&piece[..]]).collect();
        self.results.put(&pieces)?;
        if self.gather.as_ref().is_some_and(|gathered| gathered.at_end_of_chunk) { self.end_chunks() } else { Ok(()) }
    }

    /// Everything has been settled: writes the rest and the footer, and gives the files their names.
    pub(super) fn finish(mut self, before: u64, has_failed: bool, footer: &str) -> anyhow::Result<Done<T>> {
        let Writer { gather, results, .. } = &mut self;
        match gather {
            Some(gathered) => gathered.texts.iter_mut().for_each(|text| text.extend_from_slice(footer.as_bytes())),
            None => {
                let mut packed = Vec::new();
                Compressor::new(results.compression(0)).compress(footer.as_bytes(), &mut packed)?;
                results.put(&[vec![&packed[..]]])?;
            }
        }
        self.flush()?;
        let Writer { results, progress, settler, .. } = self;
        let tally = results.tally;
        let finished = results.finish(end_of(has_failed, &tally));
        let elapsed = progress.finish();
        finished?;
        Ok(Done { tally, before, elapsed, has_failed, settler })
    }
}

impl Gathered {
    fn is_empty(&self) -> bool {
        self.texts.iter().all(Vec::is_empty)
    }

    /// Whether the text is to be a piece, if it is that of so many chunks.
    fn is_piece(&self, chunks: u64) -> bool {
        let bytes: usize = self.texts.iter().map(Vec::len).sum();
        bytes >= PIECE_BYTES || (self.is_compressed && self.at_end_of_chunk && chunks >= PIECE_CHUNKS)
    }
}

impl<C, D> Ready<C, D> {
    fn piece(&self, compression: Option<Compression>) -> &[u8] {
        match self {
            Ready::Part(part) => part,
            Ready::End(slot) => slot.piece(compression),
        }
    }

    fn into_slot(self) -> Option<Slot<C, D>> {
        match self {
            Ready::Part(_) => None,
            Ready::End(slot) => Some(slot),
        }
    }
}
