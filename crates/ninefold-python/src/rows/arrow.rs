//! Texts in Arrow arrays of other programs, read in place.
//!
//! An array comes through the Arrow PyCapsule interface: `__arrow_c_array__` for one array, `__arrow_c_stream__` for a
//! stream of them. Arrow memory is immutable, so workers borrow the puzzles from it.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{Array, ArrayRef, make_array};
use arrow_schema::DataType;
use ninefold::text;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use super::{Chunk, Other, Source};
use crate::error::{kind_error, wrong_kind};

/// Arrays of texts, as one sequence of rows.
pub(super) struct Strings {
    arrays: Vec<ArrayRef>,
    /// The number of rows before each array, and of all.
    starts: Vec<usize>,
    texts: Texts,
}

/// An Arrow type for texts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Texts {
    Utf8,
    LargeUtf8,
    Utf8View,
    Binary,
    LargeBinary,
    BinaryView,
    /// 81 bytes each.
    FixedSizeBinary,
}

const EXPECTED: &str = "an Arrow array of strings, or of binaries of 81 bytes";

impl Strings {
    /// Imports an array, a stream of arrays, or a column of a table.
    pub(super) fn import(array: &Bound<'_, PyAny>, column: Option<&str>) -> PyResult<Strings> {
        let (data_type, arrays) = import(array)?;
        let (data_type, arrays) = match &data_type {
            DataType::Struct(fields) => {
                let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                let index = column_index(&names, column)?;
                let field = |array: ArrayRef| -> ArrayRef {
                    let parent = array.as_struct();
                    let child = parent.column(index);
                    // A row that is missing as a whole has no puzzle, whatever its field holds.
                    match arrow_buffer::NullBuffer::union(parent.nulls(), child.nulls()) {
                        Some(nulls) if parent.null_count() > 0 => {
                            let data = child.to_data().into_builder().nulls(Some(nulls));
                            data.build().map_or_else(|_| child.clone(), make_array)
                        }
                        _ => child.clone(),
                    }
                };
                (fields[index].data_type().clone(), arrays.into_iter().map(field).collect())
            }
            _ => (data_type, arrays),
        };
        let texts = match data_type {
            DataType::Utf8 => Texts::Utf8,
            DataType::LargeUtf8 => Texts::LargeUtf8,
            DataType::Utf8View => Texts::Utf8View,
            DataType::Binary => Texts::Binary,
            DataType::LargeBinary => Texts::LargeBinary,
            DataType::BinaryView => Texts::BinaryView,
            DataType::FixedSizeBinary(81) => Texts::FixedSizeBinary,
            other => return Err(wrong_kind(array.py(), &format!("an Arrow array of {other}"), EXPECTED)),
        };
        let mut starts = vec![0];
        for array in &arrays {
            starts.push(starts[starts.len() - 1] + array.len());
        }
        Ok(Strings { arrays, starts, texts })
    }

    pub(super) fn lengths(&self) -> Vec<usize> {
        self.arrays.iter().map(|array| array.len()).collect()
    }

    pub(super) fn texts(&self) -> Texts {
        self.texts
    }

    /// Adds some rows of one array; `row` is the place of the first in the chunk.
    fn read_array<'a>(&self, array: &'a ArrayRef, range: Range<usize>, row: usize, chunk: &mut Chunk<'a>) {
        match self.texts {
            Texts::Utf8 => push_all(chunk, row, range, array, |at| array.as_string::<i32>().value(at).as_bytes()),
            Texts::LargeUtf8 => push_all(chunk, row, range, array, |at| array.as_string::<i64>().value(at).as_bytes()),
            Texts::Utf8View => push_all(chunk, row, range, array, |at| array.as_string_view().value(at).as_bytes()),
            Texts::Binary => push_all(chunk, row, range, array, |at| array.as_binary::<i32>().value(at)),
            Texts::LargeBinary => push_all(chunk, row, range, array, |at| array.as_binary::<i64>().value(at)),
            Texts::BinaryView => push_all(chunk, row, range, array, |at| array.as_binary_view().value(at)),
            Texts::FixedSizeBinary => push_all(chunk, row, range, array, |at| array.as_fixed_size_binary().value(at)),
        }
    }
}

/// Adds rows of texts to a chunk.
#[inline]
fn push_all<'a>(
    chunk: &mut Chunk<'a>,
    row: usize,
    range: Range<usize>,
    array: &ArrayRef,
    value: impl Fn(usize) -> &'a [u8],
) {
    let nulls = array.nulls();
    for (row, at) in (row..).zip(range) {
        if nulls.is_some_and(|nulls| nulls.is_null(at)) {
            chunk.push_other(row, || Other::Missing);
        } else {
            chunk.push_text(row, value(at));
        }
    }
}

impl Source for Strings {
    fn len(&self) -> usize {
        self.starts[self.arrays.len()]
    }

    fn read<'a>(&'a self, range: Range<usize>, _: &'a mut Vec<[u8; 81]>, chunk: &mut Chunk<'a>) {
        let mut at = range.start;
        let mut index = self.starts.partition_point(|&start| start <= at) - 1;
        while at < range.end {
            let (start, end) = (self.starts[index], range.end.min(self.starts[index + 1]));
            self.read_array(&self.arrays[index], at - start..end - start, at - range.start, chunk);
            at = end;
            index += 1;
        }
    }
}

/// Which column of a table holds the puzzles.
pub(crate) fn column_index(names: &[&str], column: Option<&str>) -> PyResult<usize> {
    let found = match column {
        Some(column) => names.iter().position(|name| *name == column),
        None if names.len() == 1 => Some(0),
        None => text::puzzle_column(names),
    };
    found.ok_or_else(|| {
        let expected = column.unwrap_or("puzzle");
        PyValueError::new_err(format!("found the columns {}, expected a column {expected}", names.join(", ")))
    })
}

/// The arrays behind an object and their type.
fn import(array: &Bound<'_, PyAny>) -> PyResult<(DataType, Vec<ArrayRef>)> {
    let py = array.py();
    if array.hasattr(intern!(py, "__arrow_c_array__"))? {
        let capsules = array.call_method0(intern!(py, "__arrow_c_array__"))?;
        let (schema, data): (Bound<'_, PyAny>, Bound<'_, PyAny>) = capsules.cast::<PyTuple>()?.extract()?;
        let schema = schema.cast::<PyCapsule>()?.pointer_checked(Some(c"arrow_schema"))?.cast::<FFI_ArrowSchema>();
        let data = data.cast::<PyCapsule>()?.pointer_checked(Some(c"arrow_array"))?.cast::<FFI_ArrowArray>();
        // SAFETY: a capsule of this name holds an array of the C data interface, initialised by its producer. It is moved
        // out of the capsule, as a consumer does.
        let data = unsafe { FFI_ArrowArray::from_raw(data.as_ptr()) };
        if data.is_released() {
            return Err(PyValueError::new_err("found an Arrow array that was consumed before, expected a new one"));
        }
        // SAFETY: as above for the schema, which stays in its capsule and lives until the end of this function.
        let data = unsafe { from_ffi(data, schema.as_ref()) }.map_err(arrow_error)?;
        return Ok((data.data_type().clone(), vec![make_array(data)]));
    }
    if array.hasattr(intern!(py, "__arrow_c_stream__"))? {
        let capsule = array.call_method0(intern!(py, "__arrow_c_stream__"))?;
        let stream =
            capsule.cast::<PyCapsule>()?.pointer_checked(Some(c"arrow_array_stream"))?.cast::<FFI_ArrowArrayStream>();
        // SAFETY: a capsule of this name holds a stream of the C stream interface, initialised by its producer. It is
        // moved out of the capsule.
        let reader = unsafe { ArrayStreamReader::from_raw(stream.as_ptr()) }.map_err(arrow_error)?;
        let data_type = arrow_array::ArrayReader::field(&reader).data_type().clone();
        let mut arrays = Vec::new();
        for array in reader {
            // The producer of the stream may compute each array now.
            py.check_signals()?;
            arrays.push(array.map_err(arrow_error)?);
        }
        return Ok((data_type, arrays));
    }
    Err(kind_error(array, EXPECTED))
}

/// An array or stream that does not keep to the Arrow format.
fn arrow_error(error: arrow_schema::ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
