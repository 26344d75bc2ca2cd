//! Reads the bytes of an input, and cuts them at line ends.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ninefold::text::{MAX_ELEMENT, MAX_LINE, Splitter};

use super::LINE_BYTES;

/// The number of bytes read at a time.
pub(super) const READ_BYTES: usize = 1 << 16;

/// The number of reads after which no place to cut is expected. A producer that sends single bytes would otherwise have them
/// searched again and again.
const MOST_READS: usize = 1000;

/// The bytes of an input. They end if reading fails, and the error is reported after the results of the bytes before it.
pub(super) struct Stream {
    pub(super) inner: Box<dyn Read + Send>,
    /// The number of bytes read.
    pub(super) count: Arc<AtomicU64>,
    /// Whether to return the available bytes when the producer pauses.
    pub(super) prompt: bool,
    pub(super) ended: bool,
    pub(super) failure: Option<io::Error>,
}

impl Stream {
    /// Appends this many bytes, or the bytes of one read if results are to appear promptly.
    pub(super) fn read(&mut self, buffer: &mut Vec<u8>, count: usize) {
        let from = buffer.len();
        let read = if self.prompt {
            buffer.resize(from + count, 0);
            let read = retry(|| self.inner.read(&mut buffer[from..]));
            buffer.truncate(from + *read.as_ref().unwrap_or(&0));
            read.map(|read| read == 0)
        } else {
            self.inner.by_ref().take(count as u64).read_to_end(buffer).map(|read| read < count)
        };
        self.count.fetch_add((buffer.len() - from) as u64, Ordering::Relaxed);
        match read {
            Ok(ended) => self.ended = ended,
            Err(error) => {
                self.ended = true;
                self.failure = Some(error);
            }
        }
    }

    /// Whether the input is read to its end.
    pub(super) fn is_complete(&self) -> bool {
        self.ended && self.failure.is_none()
    }

    /// Moves the next whole lines, about this many bytes, into the buffer, and keeps the rest in `ahead`. The last line of
    /// the input may have no line end. The buffer is empty at the end of the input. Returns `false` if instead a line was
    /// skipped that is too long for a puzzle.
    pub(super) fn cut_lines(&mut self, ahead: &mut Vec<u8>, buffer: &mut Vec<u8>, size: usize) -> bool {
        std::mem::swap(ahead, buffer);
        let mut size = size;
        // A buffer keeps its capacity, so it gets no more than it needs.
        buffer.reserve_exact(size.saturating_sub(buffer.len()));
        loop {
            while buffer.len() < size && !self.ended && !(self.prompt && end_of_lines(buffer).is_some()) {
                self.read(buffer, size - buffer.len());
            }
            if self.ended && buffer.len() <= size {
                if self.failure.is_some() {
                    buffer.truncate(end_of_lines(buffer).unwrap_or(0));
                }
                return true;
            }
            if let Some(end) = end_of_lines(&buffer[..buffer.len().min(size)]) {
                ahead.extend_from_slice(&buffer[end..]);
                buffer.truncate(end);
                return true;
            }
            if size > MAX_LINE + 1 {
                break;
            }
            size = MAX_LINE + 2;
        }
        self.skip_line(buffer, ahead);
        false
    }

    /// Moves the next whole rows or elements, about this many bytes, into the buffer, and keeps the rest in `ahead`. Returns
    /// `false` if there is no place to cut: at the end of the input, or where only one reader can continue. The buffer then
    /// has all bytes that were read.
    pub(super) fn cut_piece(
        &mut self,
        ahead: &mut Vec<u8>,
        buffer: &mut Vec<u8>,
        size: usize,
        splitter: &mut Splitter,
    ) -> bool {
        std::mem::swap(ahead, buffer);
        let mut size = size;
        for _ in 0..MOST_READS {
            while buffer.len() < size && !self.ended && !(self.prompt && end_of_lines(buffer).is_some()) {
                self.read(buffer, size - buffer.len());
            }
            let text = &buffer[..buffer.len().min(size)];
            // A short line can have a long answer, so the number of lines is bounded as well. An element may have many lines.
            let most = end_of_line(text, (size / LINE_BYTES).max(1));
            let mut end = splitter.split(&text[..most]);
            if end == 0 {
                end = splitter.split(text);
            }
            if end > 0 {
                ahead.extend_from_slice(&buffer[end..]);
                buffer.truncate(end);
                return true;
            }
            if self.ended && buffer.len() <= size || size > MAX_ELEMENT {
                return false;
            }
            // A slow producer has sent less than an element: the next read waits for more.
            if buffer.len() < size {
                self.read(buffer, size - buffer.len());
            } else {
                size *= 2;
            }
        }
        false
    }

    /// Reads to the end of the line whose beginning is in the buffer, and keeps the rest in `ahead`.
    fn skip_line(&mut self, buffer: &mut Vec<u8>, ahead: &mut Vec<u8>) {
        loop {
            if let Some(at) = memchr::memchr2(b'\n', b'\r', buffer) {
                let is_return = buffer[at] == b'\r';
                while is_return && buffer.len() == at + 1 && !self.ended {
                    self.read(buffer, 1);
                }
                let rest = &buffer[at + 1..];
                let rest = if is_return { rest.strip_prefix(b"\n").unwrap_or(rest) } else { rest };
                ahead.extend_from_slice(rest);
                return;
            }
            if self.ended {
                return;
            }
            buffer.clear();
            self.read(buffer, READ_BYTES);
        }
    }
}

fn retry(mut read: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match read() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// The number of lines that end in these bytes.
pub(crate) fn line_ends(bytes: &[u8]) -> u64 {
    let feeds = memchr::memchr_iter(b'\n', bytes).count();
    let lone_returns = memchr::memchr_iter(b'\r', bytes).filter(|&at| bytes.get(at + 1) != Some(&b'\n')).count();
    (feeds + lone_returns) as u64
}

/// The end of the line with this number, from 1. There must be more lines.
pub(super) fn end_of_line(bytes: &[u8], number: usize) -> usize {
    let is_end = |at: &usize| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
    let mut ends = memchr::memchr2_iter(b'\n', b'\r', bytes).filter(is_end);
    ends.nth(number - 1).map_or(bytes.len(), |at| at + 1)
}

/// The end of the last whole line. A carriage return as the last byte may be half of a line end and is not counted.
fn end_of_lines(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(1)?;
    memchr::memrchr(b'\n', bytes).or_else(|| memchr::memrchr(b'\r', &bytes[..last])).map(|at| at + 1)
}
