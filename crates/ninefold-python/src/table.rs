//! Results of many rows, by column: as lists, as NumPy arrays, as an Arrow struct array.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, ListBuilder, StringBuilder, StructBuilder};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, BooleanArray, FixedSizeBinaryArray, Float64Array, Int64Array,
    LargeBinaryArray, LargeStringArray, OffsetSizeTrait, RecordBatch, RecordBatchIterator, RecordBatchOptions,
    StringArray, StringViewArray, StructArray,
};
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};
use ninefold::symmetry::ClassId;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyString, PyTuple};

use crate::error::RowError;
use crate::rows::{Rows, Texts, buffer_mut};
use crate::run::{Run, Signals, list_rows};

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
    Ids(Vec<Option<ClassId>>),
    Lists(Vec<Option<Vec<String>>>),
    /// How often something of each name occurs.
    Counts(Vec<Option<Vec<(&'static str, i32)>>>),
}

/// Grids as 81 characters each, one after the other. Where one is missing, the characters mean nothing.
pub(crate) struct Grids {
    cells: Buffer,
    /// The rows without a grid, in order.
    missing: Vec<usize>,
}

impl Grids {
    /// Of the characters of all rows and the rows that have none.
    pub(crate) fn new(cells: Vec<u8>, missing: Vec<usize>) -> Grids {
        Grids { cells: Buffer::from_vec(cells), missing }
    }

    fn nulls(&self, first: usize, len: usize) -> Option<NullBuffer> {
        let before = |end: usize| self.missing.partition_point(|row| *row < end);
        let missing = &self.missing[before(first)..before(first + len)];
        if missing.is_empty() {
            return None;
        }
        let mut present = BooleanBufferBuilder::new(len);
        present.append_n(len, true);
        missing.iter().for_each(|row| present.set_bit(row - first, false));
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
    /// Of grids of 81 characters each.
    pub(crate) fn grids(py: Python<'_>, grids: impl ExactSizeIterator<Item = Option<[u8; 81]>>) -> PyResult<Column> {
        let mut cells = vec![0; grids.len() * 81];
        let mut missing = Vec::new();
        let mut signals = Signals::new(py);
        for ((row, grid), cells) in grids.enumerate().zip(cells.as_chunks_mut::<81>().0) {
            signals.row()?;
            match grid {
                Some(grid) => *cells = grid,
                None => missing.push(row),
            }
        }
        Ok(Column::Grids(Grids::new(cells, missing)))
    }

    /// The rows `first..first + len` as an Arrow array.
    fn to_arrow(&self, py: Python<'_>, texts: Texts, first: usize, len: usize) -> PyResult<ArrayRef> {
        let rows = first..first + len;
        let mut signals = Signals::new(py);
        Ok(match self {
            Column::Grids(grids) => grids.to_arrow(texts, first, len).map_err(arrow_error)?,
            Column::Names(names, codes) => {
                let mut builder = StringBuilder::with_capacity(len, len * 8);
                for code in &codes[rows] {
                    signals.row()?;
                    builder.append_option(names.get(usize::from(*code)));
                }
                Arc::new(builder.finish())
            }
            Column::Ints(values) => Arc::new(values[rows].iter().copied().collect::<Int64Array>()),
            Column::Floats(values) => Arc::new(values[rows].iter().copied().collect::<Float64Array>()),
            Column::Bools(values) => Arc::new(values[rows].iter().copied().collect::<BooleanArray>()),
            Column::Texts(values) => {
                let mut builder = StringBuilder::with_capacity(len, len * 16);
                for value in &values[rows] {
                    signals.row()?;
                    builder.append_option(value.as_ref());
                }
                Arc::new(builder.finish())
            }
            Column::Ids(values) => {
                let mut builder = StringBuilder::with_capacity(len, len * 32);
                for value in &values[rows] {
                    signals.row()?;
                    builder.append_option(value.map(|id| id.to_string()));
                }
                Arc::new(builder.finish())
            }
            Column::Lists(values) => {
                let mut builder = ListBuilder::new(StringBuilder::new());
                for value in &values[rows] {
                    signals.row()?;
                    value.iter().flatten().for_each(|item| builder.values().append_value(item));
                    builder.append(value.is_some());
                }
                Arc::new(builder.finish())
            }
            Column::Counts(values) => {
                let mut builder = ListBuilder::new(StructBuilder::from_fields(count_fields(), len));
                for value in &values[rows] {
                    signals.row()?;
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
                let text = |cells: &[u8; 81]| PyString::new(py, str::from_utf8(cells).unwrap_or_default());
                let rows = grids.cells.as_chunks::<81>().0.iter().enumerate();
                list_rows(py, rows.map(|(row, cells)| (!missing(row)).then(|| text(cells))))
            }
            Column::Names(names, codes) => {
                let names: Vec<_> = names.iter().map(|name| PyString::intern(py, name)).collect();
                list_rows(py, codes.iter().map(|code| names.get(usize::from(*code))))
            }
            Column::Ints(values) => list_rows(py, values),
            Column::Floats(values) => list_rows(py, values),
            Column::Bools(values) => list_rows(py, values),
            Column::Texts(values) => list_rows(py, values),
            Column::Ids(values) => list_rows(py, values.iter().map(|id| id.map(|id| id.to_string()))),
            Column::Lists(values) => list_rows(py, values),
            Column::Counts(values) => {
                let counts = |counts: &Vec<(&'static str, i32)>| counts.iter().copied().collect::<BTreeMap<_, _>>();
                list_rows(py, values.iter().map(|value| value.as_ref().map(counts)))
            }
        }
    }

    /// Writes the values to memory of NumPy: 81 numbers or characters each, bytes, `int64`, `float64`.
    fn fill(&self, array: &Bound<'_, PyAny>, numbers: bool) -> PyResult<()> {
        match self {
            Column::Grids(grids) => {
                let mut missing = grids.missing.iter().peekable();
                let number = |byte: u8| if byte.is_ascii_digit() { byte - b'0' } else { 0 };
                let cells = grids.cells.as_chunks::<81>().0.iter().enumerate();
                fill(array, cells, |(row, cells)| match missing.next_if_eq(&&row) {
                    Some(_) => [0; 81],
                    None if numbers => cells.map(number),
                    None => *cells,
                })
            }
            Column::Names(_, codes) => fill(array, codes.iter(), |code| [*code]),
            Column::Ints(values) => fill(array, values.iter(), |value| value.unwrap_or(-1).to_ne_bytes()),
            Column::Floats(values) => fill(array, values.iter(), |value| value.unwrap_or(f64::NAN).to_ne_bytes()),
            Column::Bools(values) => fill(array, values.iter(), |value| [u8::from(*value == Some(true))]),
            Column::Texts(_) | Column::Ids(_) | Column::Lists(_) | Column::Counts(_) => {
                Err(PyValueError::new_err("the values of this column have no fixed size"))
            }
        }
    }
}

/// Writes `N` bytes for each row to an array that was made for them.
fn fill<T, const N: usize>(
    array: &Bound<'_, PyAny>,
    rows: impl ExactSizeIterator<Item = T>,
    mut bytes: impl FnMut(T) -> [u8; N],
) -> PyResult<()> {
    let mut buffer = buffer_mut(array, rows.len() * N)?;
    let mut signals = Signals::new(array.py());
    for (target, row) in buffer.as_mut_slice().as_chunks_mut::<N>().0.iter_mut().zip(rows) {
        signals.row()?;
        *target = bytes(row);
    }
    Ok(())
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
    /// The results of these rows. Where rows with errors are kept, a column says what is wrong.
    pub(crate) fn new(
        rows: &Rows,
        run: &Run,
        columns: impl IntoIterator<Item = (impl Into<Cow<'static, str>>, Column)>,
        errors: Vec<(usize, RowError)>,
    ) -> Table {
        let mut columns: Vec<_> = columns.into_iter().map(|(name, column)| (name.into(), column)).collect();
        if run.keep {
            let mut messages = vec![None; rows.source.len()];
            for (row, error) in &errors {
                messages[*row] = Some(error.message());
            }
            columns.push(("error".into(), Column::Texts(messages)));
        }
        Table { columns, lengths: rows.lengths.clone(), texts: rows.texts, errors }
    }

    /// Nothing but errors: the results of these rows are elsewhere.
    pub(crate) fn of_errors(rows: &Rows, errors: Vec<(usize, RowError)>) -> Table {
        Table { columns: Vec::new(), lengths: rows.lengths.clone(), texts: rows.texts, errors }
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
    fn batches(&self, py: Python<'_>) -> PyResult<(Arc<Schema>, Vec<RecordBatch>)> {
        let arrays = |first: usize, len: usize| {
            let columns = self.columns.iter();
            columns.map(|(_, column)| column.to_arrow(py, self.texts, first, len)).collect::<PyResult<Vec<_>>>()
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
            batch.map_err(arrow_error)
        });
        let batches = batches.collect::<PyResult<Vec<_>>>()?;
        Ok((schema, batches))
    }
}

fn arrow_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.lengths.iter().sum()
    }

    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.columns.iter().map(|(name, _)| name.as_ref()).collect()
    }

    /// The values of a column.
    fn list<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        self.column(name)?.to_list(py)
    }

    /// Writes the values of a column to an array of bytes that was made for them.
    #[pyo3(signature = (name, array, numbers=false))]
    fn fill(&self, name: &str, array: &Bound<'_, PyAny>, numbers: bool) -> PyResult<()> {
        self.column(name)?.fill(array, numbers)
    }

    /// What is wrong, by row.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let errors = PyDict::new(py);
        let mut signals = Signals::new(py);
        for (row, error) in &self.errors {
            signals.row()?;
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
        let (_, mut batches) = self.batches(py)?;
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
        let (schema, batches) = self.batches(py)?;
        let reader = RecordBatchIterator::new(batches.into_iter().map(Ok), schema);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }
}
