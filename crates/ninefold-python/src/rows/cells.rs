//! Cells in memory that Python owns: NumPy arrays and everything else with the buffer protocol.
//!
//! Any layout is read in place: rows and columns may be strided, reversed, transposed. Each worker copies the puzzle it is
//! about to solve into its own memory, 81 bytes at a time, and checks and converts the copy. If another thread writes to
//! the array meanwhile, some puzzle may be a mixture of old and new cells, but what is solved was checked.

use std::ops::Range;
use std::slice;

use ninefold::{Grid, text};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;

use super::{Chunk, Other, Source, read_text};
use crate::error::{RowError, kind_error};

/// An array with the shape (n, 81) or (n, 9, 9).
pub(super) struct Cells {
    /// Keeps the memory alive.
    _buffer: PyBuffer<u8>,
    /// The first cell of the first row.
    start: Address,
    len: usize,
    /// From one row to the next.
    stride: isize,
    /// Where the cells of a row are, counted from its first.
    offsets: [isize; 81],
    /// Whether they follow one another.
    contiguous: bool,
    /// Characters, not numbers.
    text: bool,
}

/// An address in memory that Python owns.
struct Address(*const u8);

// SAFETY: the address is only read from, as far as the buffer's shape and strides reach; see `Cells::copy_row`.
unsafe impl Send for Address {}
// SAFETY: as above.
unsafe impl Sync for Address {}

const EXPECTED: &str = "an array of uint8 with the shape (n, 81) or (n, 9, 9)";

impl Cells {
    pub(super) fn new(array: &Bound<'_, PyAny>, text: bool) -> PyResult<Cells> {
        let Ok(buffer) = PyBuffer::<u8>::get(array) else { return Err(kind_error(array, EXPECTED)) };
        let strides = buffer.strides();
        let mut offsets = [0; 81];
        match *buffer.shape() {
            [_, 81] => {
                for (cell, offset) in offsets.iter_mut().enumerate() {
                    *offset = cell as isize * strides[1];
                }
            }
            [_, 9, 9] => {
                for (cell, offset) in offsets.iter_mut().enumerate() {
                    *offset = (cell / 9) as isize * strides[1] + (cell % 9) as isize * strides[2];
                }
            }
            _ => return Err(kind_error(array, EXPECTED)),
        }
        if buffer.suboffsets().is_some() {
            return Err(kind_error(array, EXPECTED));
        }
        let contiguous = offsets.iter().enumerate().all(|(cell, &offset)| offset == cell as isize);
        Ok(Cells {
            start: Address(buffer.buf_ptr().cast_const().cast()),
            len: buffer.shape()[0],
            stride: strides[0],
            offsets,
            contiguous,
            text,
            _buffer: buffer,
        })
    }

    /// Copies a row.
    #[inline]
    fn copy_row(&self, row: usize) -> [u8; 81] {
        assert!(row < self.len);
        let mut cells = [0; 81];
        // SAFETY: the buffer is exported for as long as `_buffer` lives, its exporter may not move or free it until then,
        // and `row` and the offsets of the cells are inside its shape. Another thread may write to it: each byte is
        // copied once and checked after that, so any value is harmless.
        unsafe {
            let first = self.start.0.offset(row as isize * self.stride);
            if self.contiguous {
                first.copy_to_nonoverlapping(cells.as_mut_ptr(), 81);
            } else {
                for (cell, offset) in cells.iter_mut().zip(self.offsets) {
                    *cell = first.offset(offset).read();
                }
            }
        }
        cells
    }
}

impl Source for Cells {
    fn len(&self) -> usize {
        self.len
    }

    fn read<'a>(&'a self, range: Range<usize>, scratch: &'a mut Vec<[u8; 81]>, chunk: &mut Chunk<'a>) {
        let first = range.start;
        scratch.reserve(range.len());
        for row in range {
            let mut cells = self.copy_row(row);
            let good = if self.text {
                text::plain_line(&cells).is_some()
            } else {
                let good = cells.iter().fold(true, |good, &number| good & (number <= 9));
                cells.iter_mut().for_each(|number| *number = number.wrapping_add(b'0'));
                good
            };
            if good {
                scratch.push(cells);
                chunk.rows.push((row - first) as u32);
            } else {
                chunk.push_other(row - first, || self.other(cells));
            }
        }
        chunk.plain.extend(scratch.iter());
    }
}

impl Cells {
    /// A row that is no plain line.
    #[cold]
    fn other(&self, cells: [u8; 81]) -> Other {
        if self.text {
            return read_text(without_padding(&cells));
        }
        match Grid::try_from(cells.map(|character| character.wrapping_sub(b'0'))) {
            Err(error) => Other::Bad(RowError::Cell { cell: error.cell, found: error.found.to_string() }),
            Ok(grid) => Other::Position(Box::new(grid.into())),
        }
    }
}

/// The text without the zeros with which NumPy fills it up.
fn without_padding(text: &[u8; 81]) -> &[u8] {
    let end = text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &text[..end]
}

/// Memory of an array that was made to receive results.
pub(crate) struct BufferMut(PyBuffer<u8>);

/// The memory of an array of this many bytes that was made a moment ago to receive results.
pub(crate) fn buffer_mut(array: &Bound<'_, PyAny>, len: usize) -> PyResult<BufferMut> {
    let fits = |buffer: &PyBuffer<u8>| !buffer.readonly() && buffer.is_c_contiguous() && buffer.item_count() == len;
    match PyBuffer::<u8>::get(array) {
        Ok(buffer) if fits(&buffer) => Ok(BufferMut(buffer)),
        _ => Err(kind_error(array, &format!("a new array of {len} bytes"))),
    }
}

impl BufferMut {
    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        let len = self.0.item_count();
        if len == 0 {
            return &mut [];
        }
        // SAFETY: the buffer is contiguous, writable and has `len` bytes (`buffer_mut`), and stays exported as long as
        // `self` lives. The package made the array for this call and has given it to no other code, so that nothing
        // else reads or writes it.
        unsafe { slice::from_raw_parts_mut(self.0.buf_ptr().cast(), len) }
    }
}
