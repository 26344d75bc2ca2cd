//! Grids in device memory that another library owns.
//!
//! ```text
//!   __dlpack__(stream=1)         the producer makes the default stream wait for the array    PyTorch, CuPy, JAX
//!   __cuda_array_interface__     the array names its stream                                  Numba and others
//! ```

use ninefold_cuda::StreamAddress;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::dlpack::{self, CUDA, CUDA_MANAGED};
use crate::error::wrong_kind;

/// Grids in device memory.
pub(super) struct DeviceGrids {
    /// The first cell. Cells are numbers, and grids follow one another.
    pub(super) address: u64,
    pub(super) shape: Vec<usize>,
    /// The stream in which they are made.
    pub(super) stream: StreamAddress,
    /// Keeps the memory alive.
    _owner: Py<PyAny>,
}

/// The legacy default stream, as both interfaces write it.
const DEFAULT_STREAM: StreamAddress = 1;

const EXPECTED: &str =
    "an array of uint8 on the GPU with the shape (n, 81) or (n, 9, 9), its cells one after the other";

/// Whether the memory of an array is on a GPU.
#[pyfunction]
pub(crate) fn is_on_device(array: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(has_cuda_interface(array)? || dlpack_device(array)?.is_some_and(|(kind, _)| is_cuda(kind)))
}

fn is_cuda(device_type: i32) -> bool {
    device_type == CUDA || device_type == CUDA_MANAGED
}

fn has_cuda_interface(array: &Bound<'_, PyAny>) -> PyResult<bool> {
    // A class has the attribute, too. PyTorch raises an error for tensors that are not on a GPU.
    Ok(!array.is_instance_of::<pyo3::types::PyType>()
        && array.getattr(intern!(array.py(), "__cuda_array_interface__")).is_ok_and(|found| !found.is_none()))
}

fn dlpack_device(array: &Bound<'_, PyAny>) -> PyResult<Option<(i32, i32)>> {
    let method = array.getattr_opt(intern!(array.py(), "__dlpack_device__"))?;
    let Some(method) = method.filter(|_| !array.is_instance_of::<pyo3::types::PyType>()) else { return Ok(None) };
    let (kind, id): (Bound<'_, PyAny>, i32) = method.call0()?.extract()?;
    // Some libraries return a member of an enumeration, which can be used as a number.
    Ok(Some((kind.call_method0(intern!(array.py(), "__index__"))?.extract()?, id)))
}

impl DeviceGrids {
    /// Of an array with either interface. DLPack is preferred: it orders the work of both sides.
    pub(super) fn import(array: &Bound<'_, PyAny>) -> PyResult<DeviceGrids> {
        match dlpack_device(array)? {
            Some((kind, _)) if is_cuda(kind) => DeviceGrids::from_dlpack(array),
            _ => DeviceGrids::from_cuda_interface(array),
        }
    }

    fn from_dlpack(array: &Bound<'_, PyAny>) -> PyResult<DeviceGrids> {
        let py = array.py();
        let arguments = PyDict::new(py);
        arguments.set_item("stream", DEFAULT_STREAM)?;
        arguments.set_item("max_version", (1, 0))?;
        let capsule = match array.call_method(intern!(py, "__dlpack__"), (), Some(&arguments)) {
            // A library that knows only the first version has no such argument.
            Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                arguments.del_item("max_version")?;
                array.call_method(intern!(py, "__dlpack__"), (), Some(&arguments))?
            }
            capsule => capsule?,
        };
        let name = array.get_type().fully_qualified_name()?.to_string();
        let tensor = dlpack::read(&capsule)
            .ok_or_else(|| wrong_kind(py, &format!("{name} without a DLPack capsule"), EXPECTED))?;
        let found = format!("{name} of {} with the shape {:?}", tensor.dtype, tensor.shape);
        if !matches!(tensor.dtype.as_str(), "uint8" | "int8") {
            return Err(wrong_kind(py, &found, EXPECTED));
        }
        let shape = checked(&tensor.shape, tensor.strides.as_deref())
            .map_err(|why| wrong_kind(py, &(found + why), EXPECTED))?;
        if !is_cuda(tensor.device_type) {
            let found = format!("{name} in memory of the device type {}", tensor.device_type);
            return Err(wrong_kind(py, &found, EXPECTED));
        }
        Ok(DeviceGrids { address: tensor.address, shape, stream: DEFAULT_STREAM, _owner: capsule.unbind() })
    }

    fn from_cuda_interface(array: &Bound<'_, PyAny>) -> PyResult<DeviceGrids> {
        let py = array.py();
        let interface = array.getattr(intern!(py, "__cuda_array_interface__"))?;
        let name = array.get_type().fully_qualified_name()?.to_string();
        let wrong = |found: &str| wrong_kind(py, found, EXPECTED);
        let missing = |member: &str| wrong(&format!("{name} with a __cuda_array_interface__ without {member}"));
        let Ok(members) = interface.cast::<PyDict>() else { return Err(missing("members")) };
        let member = |name: &str| Ok::<_, PyErr>(members.get_item(name)?.filter(|value| !value.is_none()));
        let shape: Vec<i64> =
            member("shape")?.and_then(|shape| shape.extract().ok()).ok_or_else(|| missing("a shape"))?;
        let kind: String =
            member("typestr")?.and_then(|kind| kind.extract().ok()).ok_or_else(|| missing("a typestr"))?;
        let data = member("data")?.and_then(|data| data.cast_into::<PyTuple>().ok());
        let address =
            data.and_then(|data| data.get_item(0).ok()?.extract().ok()).ok_or_else(|| missing("an address"))?;
        let found = format!("{name} of {kind} with the shape {shape:?}");
        if !matches!(kind.as_str(), "|u1" | "|i1") {
            return Err(wrong(&found));
        }
        if member("mask")?.is_some() {
            return Err(wrong(&(found + " and a mask")));
        }
        // An element has one byte, so strides in bytes are strides in elements.
        let strides: Option<Vec<i64>> = member("strides")?.map(|strides| strides.extract()).transpose()?;
        let shape = checked(&shape, strides.as_deref()).map_err(|why| wrong(&(found + why)))?;
        // Without a stream nothing has to be waited for, or the array is of a version that means the default stream.
        let stream = member("stream")?.map_or(Ok(DEFAULT_STREAM), |stream| stream.extract())?;
        Ok(DeviceGrids { address, shape, stream, _owner: array.clone().unbind() })
    }
}

/// The shape of grids that follow one another, or what is wrong.
fn checked(shape: &[i64], strides: Option<&[i64]>) -> Result<Vec<usize>, &'static str> {
    let lengths: Option<Vec<usize>> = shape.iter().map(|&length| usize::try_from(length).ok()).collect();
    let lengths = lengths.filter(|lengths| matches!(lengths[..], [_, 81] | [_, 9, 9])).ok_or("")?;
    let mut next = 1;
    for (axis, &length) in lengths.iter().enumerate().rev() {
        let stride = strides.map_or(Some(&next), |strides| strides.get(axis));
        if lengths[0] > 0 && length > 1 && stride != Some(&next) {
            return Err(" and gaps or another order");
        }
        next = next.saturating_mul(length as i64);
    }
    Ok(lengths)
}
