//! Results of many rows, by column: as lists, as bytes for NumPy, as an Arrow struct array.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder, StructBuilder,
};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray, LargeStringArray,
    OffsetSizeTrait, RecordBatch, RecordBatchIterator, RecordBatchOptions, StringArray, StringViewArray, StructArray,
};
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyCapsule, PyDict, PyList, PyString, PyTuple};

use crate::error::RowError;
use crate::rows::{Rows, Texts};

/// The values of a column, one a row.
pub(crate) enum Column {
    /// Grids as 81 characters each.
    Grids(Grids),
    /// Numbers of names; a number without a name is a missing value.
    Names(&'static [&'static str], Vec<u8>),
    Ints(Vec<Option<i64>>),
    Floats(Vec<Option<f64>>),
    Bools(Vec<Option<bool>>),
    Texts(Vec<Option<String>>),
    Lists(Vec<Option<Vec<String>>>),
    /// How often something of each name occurs.
    Counts(Vec<Option<Vec<(&'static str, i32)>>>),
}

/// Grids as 81 characters each, one after the other. Where one is missing, the characters mean nothing.
pub(crate) struct Grids {
    cells: Buffer,
    /// The rows without a grid.
    missing: Vec<usize>,
}

impl Grids {
    /// Of the characters of all rows and the rows that have none.
    pub(crate) fn new(cells: Vec<u8>, missing: Vec<usize>) -> Grids {
        Grids { cells: Buffer::from_vec(cells), missing }
    }

    fn nulls(&self, first: usize, len: usize) -> Option<NullBuffer> {
        let inside = self.missing.iter().filter(|row| (first..first + len).contains(row)).map(|row| row - first);
        let mut rows = inside.peekable();
        rows.peek()?;
        let mut present = BooleanBufferBuilder::new(len);
        present.append_n(len, true);
        rows.for_each(|row| present.set_bit(row, false));
        Some(NullBuffer::new(present.finish()))
    }

    fn to_arrow(&self, texts: Texts, first: usize, len: usize) -> Result<ArrayRef, ArrowError> {
        let (cells, nulls) = (self.cells.slice_with_length(first * 81, len * 81), self.nulls(first, len));
        Ok(match texts {
            Texts::Utf8 => Arc::new(StringArray::try_new(offsets(len)?, cells, nulls)?),
            Texts::LargeUtf8 => Arc::new(LargeStringArray::try_new(offsets(len)?, cells, nulls)?),
            Texts::Binary => Arc::new(BinaryArray::try_new(offsets(len)?, cells, nulls)?),
            Texts::LargeBinary => Arc::new(LargeBinaryArray::try_new(offsets(len)?, cells, nulls)?),
            Texts::FixedSizeBinary => Arc::new(FixedSizeBinaryArray::try_new(81, cells, nulls)?),
            Texts::Utf8View => Arc::new(StringViewArray::try_new(views(&cells)?, vec![cells], nulls)?),
            Texts::BinaryView => Arc::new(BinaryViewArray::try_new(views(&cells)?, vec![cells], nulls)?),
        })
    }
}

/// Where texts of 81 bytes begin and end.
fn offsets<O: OffsetSizeTrait>(len: usize) -> Result<OffsetBuffer<O>, ArrowError> {
    if O::from_usize(len * 81).is_none() {
        return Err(ArrowError::OffsetOverflowError(len * 81));
    }
    Ok(OffsetBuffer::from_repeated_length(81, len))
}

/// A view of each text of 81 bytes: its length, its first four bytes, the number of its buffer, its place there.
fn views(cells: &Buffer) -> Result<ScalarBuffer<u128>, ArrowError> {
    if u32::try_from(cells.len()).is_err() {
        return Err(ArrowError::OffsetOverflowError(cells.len()));
    }
    let view = |(row, text): (usize, &[u8; 81])| {
        let prefix = u32::from_le_bytes([text[0], text[1], text[2], text[3]]);
        81 | u128::from(prefix) << 32 | ((row * 81) as u128) << 96
    };
    Ok(cells.as_chunks::<81>().0.iter().enumerate().map(view).collect())
}

impl Column {
    /// The rows `first..first + len` as an Arrow array.
    fn to_arrow(&self, texts: Texts, first: usize, len: usize) -> Result<ArrayRef, ArrowError> {
        let rows = first..first + len;
        Ok(match self {
            Column::Grids(grids) => return grids.to_arrow(texts, first, len),
            Column::Names(names, codes) => {
                let mut builder = StringBuilder::with_capacity(len, len * 8);
                for code in &codes[rows] {
                    builder.append_option(names.get(usize::from(*code)));
                }
                Arc::new(builder.finish())
            }
            Column::Ints(values) => {
                let mut builder = Int64Builder::with_capacity(len);
                values[rows].iter().for_each(|value| builder.append_option(*value));
                Arc::new(builder.finish())
            }
            Column::Floats(values) => {
                let mut builder = Float64Builder::with_capacity(len);
                values[rows].iter().for_each(|value| builder.append_option(*value));
                Arc::new(builder.finish())
            }
            Column::Bools(values) => {
                let mut builder = BooleanBuilder::with_capacity(len);
                values[rows].iter().for_each(|value| builder.append_option(*value));
                Arc::new(builder.finish())
            }
            Column::Texts(values) => {
                let mut builder = StringBuilder::with_capacity(len, len * 16);
                values[rows].iter().for_each(|value| builder.append_option(value.as_ref()));
                Arc::new(builder.finish())
            }
            Column::Lists(values) => {
                let mut builder = ListBuilder::new(StringBuilder::new());
                for value in &values[rows] {
                    value.iter().flatten().for_each(|item| builder.values().append_value(item));
                    builder.append(value.is_some());
                }
                Arc::new(builder.finish())
            }
            Column::Counts(values) => {
                let mut builder = ListBuilder::new(StructBuilder::from_fields(count_fields(), len));
                for value in &values[rows] {
                    for (name, count) in value.iter().flatten() {
                        let item = builder.values();
                        if let Some(names) = item.field_builder::<StringBuilder>(0) {
                            names.append_value(name);
                        }
                        if let Some(counts) = item.field_builder::<Int32Builder>(1) {
                            counts.append_value(*count);
                        }
                        item.append(true);
                    }
                    builder.append(value.is_some());
                }
                Arc::new(builder.finish())
            }
        })
    }

    /// A list of Python values.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self {
            Column::Grids(grids) => {
                let missing = |row: usize| grids.missing.binary_search(&row).is_ok();
                let text = |cells: &[u8; 81]| PyString::new(py, str::from_utf8(cells).unwrap_or_default()).into_any();
                let none = || py.None().into_bound(py);
                let rows = grids.cells.as_chunks::<81>().0.iter().enumerate();
                PyList::new(py, rows.map(|(row, cells)| if missing(row) { none() } else { text(cells) }))
            }
            Column::Names(names, codes) => {
                let names: Vec<_> = names.iter().map(|name| PyString::intern(py, name)).collect();
                PyList::new(py, codes.iter().map(|code| names.get(usize::from(*code))))
            }
            Column::Ints(values) => PyList::new(py, values),
            Column::Floats(values) => PyList::new(py, values),
            Column::Bools(values) => PyList::new(py, values),
            Column::Texts(values) => PyList::new(py, values),
            Column::Lists(values) => PyList::new(py, values),
            Column::Counts(values) => {
                let counts = values.iter().map(|value| {
                    value.as_ref().map(|counts| counts.iter().copied().collect::<std::collections::BTreeMap<_, _>>())
                });
                PyList::new(py, counts.collect::<Vec<_>>())
            }
        }
    }

    /// The values as bytes, for NumPy: 81 numbers or characters each, bytes, `int64`, `float64`.
    fn to_bytes<'py>(&self, py: Python<'py>, numbers: bool) -> PyResult<Bound<'py, PyByteArray>> {
        let fill = |len: usize, fill: &dyn Fn(&mut [u8])| {
            PyByteArray::new_with(py, len, |bytes| {
                fill(bytes);
                Ok(())
            })
        };
        match self {
            Column::Grids(grids) => fill(grids.cells.len(), &|bytes| {
                bytes.copy_from_slice(&grids.cells);
                for row in &grids.missing {
                    bytes[row * 81..][..81].fill(0);
                }
                if numbers {
                    let number = |byte: u8| if byte.is_ascii_digit() { byte - b'0' } else { 0 };
                    bytes.iter_mut().for_each(|byte| *byte = number(*byte));
                }
            }),
            Column::Names(_, codes) => fill(codes.len(), &|bytes| bytes.copy_from_slice(codes)),
            Column::Ints(values) => fill(values.len() * 8, &|bytes| {
                for (bytes, value) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(values) {
                    *bytes = value.unwrap_or(-1).to_ne_bytes();
                }
            }),
            Column::Floats(values) => fill(values.len() * 8, &|bytes| {
                for (bytes, value) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(values) {
                    *bytes = value.unwrap_or(f64::NAN).to_ne_bytes();
                }
            }),
            Column::Bools(values) => fill(values.len(), &|bytes| {
                for (byte, value) in bytes.iter_mut().zip(values) {
                    *byte = u8::from(*value == Some(true));
                }
            }),
            Column::Texts(_) | Column::Lists(_) | Column::Counts(_) => {
                Err(PyValueError::new_err("the values of this column have no fixed size"))
            }
        }
    }
}

fn count_fields() -> Fields {
    Fields::from(vec![Field::new("technique", DataType::Utf8, true), Field::new("count", DataType::Int32, true)])
}

/// Columns with names, and what is wrong with which rows.
#[pyclass(frozen, module = "ninefold._ninefold")]
pub(crate) struct Table {
    columns: Vec<(Cow<'static, str>, Column)>,
    /// The lengths of the Arrow arrays that the rows came in.
    lengths: Vec<usize>,
    texts: Texts,
    errors: Vec<(usize, RowError)>,
}

impl Table {
    /// The results of these rows. With `keep`, rows with errors have a column that says what is wrong.
    pub(crate) fn new(
        rows: &Rows,
        columns: impl IntoIterator<Item = (impl Into<Cow<'static, str>>, Column)>,
        errors: Vec<(usize, RowError)>,
        keep: bool,
    ) -> Table {
        let mut columns: Vec<_> = columns.into_iter().map(|(name, column)| (name.into(), column)).collect();
        if keep {
            let mut messages = vec![None; rows.source.len()];
            for (row, error) in &errors {
                messages[*row] = Some(error.message());
            }
            columns.push(("error".into(), Column::Texts(messages)));
        }
        Table { columns, lengths: rows.lengths.clone(), texts: rows.texts, errors }
    }

    /// Results without an input.
    pub(crate) fn made(len: usize, columns: impl IntoIterator<Item = (impl Into<Cow<'static, str>>, Column)>) -> Table {
        Table {
            columns: columns.into_iter().map(|(name, column)| (name.into(), column)).collect(),
            lengths: vec![len],
            texts: Texts::Utf8,
            errors: Vec::new(),
        }
    }

    fn column(&self, name: &str) -> PyResult<&Column> {
        let found = self.columns.iter().find(|(own, _)| own == name);
        found.map(|(_, column)| column).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    /// The struct arrays, one for each array that the rows came in.
    fn batches(&self) -> Result<(Arc<Schema>, Vec<RecordBatch>), ArrowError> {
        let arrays = |first: usize, len: usize| {
            let columns = self.columns.iter();
            columns.map(|(_, column)| column.to_arrow(self.texts, first, len)).collect::<Result<Vec<_>, _>>()
        };
        let types = arrays(0, 0)?;
        let fields = self.columns.iter().zip(&types);
        let fields: Vec<_> =
            fields.map(|((name, _), array)| Field::new(name.as_ref(), array.data_type().clone(), true)).collect();
        let schema = Arc::new(Schema::new(fields));
        let mut first = 0;
        let batches = self.lengths.iter().map(|&len| {
            let options = RecordBatchOptions::new().with_row_count(Some(len));
            let batch = RecordBatch::try_new_with_options(schema.clone(), arrays(first, len)?, &options);
            first += len;
            batch
        });
        let batches = batches.collect::<Result<Vec<_>, _>>()?;
        Ok((schema, batches))
    }
}

fn arrow_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.columns.iter().map(|(name, _)| name.as_ref()).collect()
    }

    /// The values of a column.
    fn list<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        self.column(name)?.to_list(py)
    }

    /// The values of a column as bytes, for NumPy.
    #[pyo3(signature = (name, numbers=false))]
    fn bytes<'py>(&self, py: Python<'py>, name: &str, numbers: bool) -> PyResult<Bound<'py, PyByteArray>> {
        self.column(name)?.to_bytes(py, numbers)
    }

    /// What is wrong, by row.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let errors = PyDict::new(py);
        for (row, error) in &self.errors {
            errors.set_item(row, error.to_python(py, Some(*row)))?;
        }
        Ok(errors)
    }

    /// The whole table as one Arrow struct array.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // The interface allows any type to be returned, whatever was requested: the consumer converts.
        let _ = requested_schema;
        let (_, mut batches) = self.batches().map_err(arrow_error)?;
        let (Some(batch), true) = (batches.pop(), batches.is_empty()) else {
            return Err(PyValueError::new_err("the rows are in several arrays: use __arrow_c_stream__"));
        };
        let array = StructArray::from(batch).into_data();
        let schema = FFI_ArrowSchema::try_from(array.data_type()).map_err(arrow_error)?;
        let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
        let array = PyCapsule::new_with_value(py, FFI_ArrowArray::new(&array), c"arrow_array")?;
        PyTuple::new(py, [schema, array])
    }

    /// The table as a stream of Arrow struct arrays, one for each array that the rows came in.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let (schema, batches) = self.batches().map_err(arrow_error)?;
        let reader = RecordBatchIterator::new(batches.into_iter().map(Ok), schema);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }
}
