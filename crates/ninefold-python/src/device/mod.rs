//! Grids on a GPU: they are read from device memory, and the results stay there.

mod dlpack;
mod grids;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ninefold::StoppedError;
use ninefold::solve::Backend;
use ninefold_cuda::{Choice, Cuda, CudaError, Memory, Options, Resident};
use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict};

pub(crate) use grids::is_on_device;

use crate::error::{device_error, wrong_kind};
use crate::run::Run;
use grids::DeviceGrids;

/// The GPU of this number. It is opened once: that takes half a second.
fn opened(ordinal: usize) -> Result<Cuda, CudaError> {
    static OPENED: Mutex<BTreeMap<usize, Cuda>> = Mutex::new(BTreeMap::new());
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(cuda) = opened.get(&ordinal) {
        return Ok(cuda.clone());
    }
    let cuda = Cuda::open(&Options::default().device(ordinal))?;
    opened.insert(ordinal, cuda.clone());
    Ok(cuda)
}

/// The backend that the argument `device` names: `cpu`, `cuda`, `auto`, or an instruction set of the CPU.
pub(crate) fn backend(py: Python<'_>, device: &str) -> PyResult<Backend> {
    match device.parse() {
        Ok(Choice::Cuda) => py.detach(|| opened(0)).map(Backend::device).map_err(|error| device_error(py, &error)),
        Ok(Choice::Auto) => Ok(py.detach(|| opened(0)).map_or_else(|_| Backend::cpu(), Backend::device)),
        Ok(_) => Ok(Backend::cpu()),
        Err(_) => Backend::named(device).ok_or_else(|| {
            let expected = "expected cpu, cuda, auto or an instruction set of this CPU";
            pyo3::exceptions::PyValueError::new_err(format!("found device={device:?}, {expected}"))
        }),
    }
}

/// Grids that are solved between two looks at signals: the hardest take a GPU 50 ms.
const PART: usize = 1 << 20;

/// Solves grids in device memory: the solutions, if they are wanted, and the numbers of solutions up to a limit.
#[pyfunction]
#[pyo3(signature = (array, limit, wants_solutions, progress=None))]
pub(crate) fn solve_on_device(
    py: Python<'_>,
    array: &Bound<'_, PyAny>,
    limit: usize,
    wants_solutions: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Option<DeviceArray>, DeviceArray)> {
    let run = Run::new(py, "raise", None, progress, None)?;
    let grids = DeviceGrids::import(array)?;
    let failed = |error: CudaError| device_error(py, &error);
    let len = grids.shape[0];
    let found = if len == 0 { Ok(Some(0)) } else { Cuda::device_of(grids.address) };
    let Some(ordinal) = found.map_err(failed)? else {
        return Err(wrong_kind(py, "an address that is not in the memory of a GPU", "an array on the GPU"));
    };
    let limit = limit.min(i32::MAX as usize);
    let solved = run.detached(py, |control, _| {
        let mut solve = || {
            let cuda = opened(ordinal)?;
            let counts = cuda.allocate(4 * len)?;
            // Solutions that are not wanted go to the same place, part by part.
            let room = if wants_solutions { len } else { len.min(PART) };
            let solutions = cuda.allocate(81 * room)?;
            for first in (0..len).step_by(PART) {
                if control.should_stop() {
                    return Ok(None);
                }
                let resident = Resident {
                    puzzles: grids.address + 81 * first as u64,
                    grids: PART.min(len - first),
                    solutions: solutions.address() + if wants_solutions { 81 * first as u64 } else { 0 },
                    counts: counts.address() + 4 * first as u64,
                    zero: 0,
                };
                // SAFETY: the array has so many grids of 81 bytes at this address (`checked`), which is in this device's
                // memory (`device_of`), and its owner lives until the end of the call. The results have their own memory,
                // which no other code knows yet. What makes the array comes before this in its stream.
                unsafe { cuda.solve_resident(resident, limit, grids.stream)? };
                control.progress((first + resident.grids) as u64, Some(len as u64));
            }
            Ok(Some((solutions, counts)))
        };
        solve().transpose().ok_or(StoppedError)
    })?;
    let (solutions, counts) = solved.map_err(failed)?;
    let array = |memory, shape, element| DeviceArray { memory: Arc::new(memory), shape, element, ordinal };
    let solutions = wants_solutions.then(|| array(solutions, grids.shape.clone(), Element::Uint8));
    Ok((solutions, array(counts, vec![len], Element::Int32)))
}

#[derive(Clone, Copy)]
enum Element {
    Uint8,
    Int32,
}

/// An array in the memory of a GPU.
///
/// It has the interfaces with which other libraries read it in place: `torch.from_dlpack(array)`, `cupy.asarray(array)`,
/// `jax.dlpack.from_dlpack(array)`. It is complete when it is returned, so every stream can use it.
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct DeviceArray {
    memory: Arc<Memory>,
    shape: Vec<usize>,
    element: Element,
    ordinal: usize,
}

#[pymethods]
impl DeviceArray {
    /// The lengths of the axes.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, &self.shape)
    }

    /// The type of the elements: `uint8` or `int32`.
    #[getter]
    fn dtype(&self) -> &'static str {
        match self.element {
            Element::Uint8 => "uint8",
            Element::Int32 => "int32",
        }
    }

    /// The number of the GPU.
    #[getter]
    fn device(&self) -> usize {
        self.ordinal
    }

    /// A copy in the memory of the host, as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.memory.to_vec()).map_err(|error| device_error(py, &error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A copy in the memory of the host, as a NumPy array.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = py.import("numpy")?.call_method1("frombuffer", (self.to_bytes(py)?, self.dtype()))?;
        array.call_method1("reshape", (self.shape(py)?,))
    }

    #[getter]
    fn __cuda_array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        let kind = match self.element {
            Element::Uint8 => "|u1",
            Element::Int32 => "<i4",
        };
        interface.set_item("shape", self.shape(py)?)?;
        interface.set_item("typestr", kind)?;
        interface.set_item("data", (if self.memory.is_empty() { 0 } else { self.memory.address() }, false))?;
        interface.set_item("strides", py.None())?;
        interface.set_item("version", 3)?;
        // Nothing has to be waited for.
        interface.set_item("stream", py.None())?;
        Ok(interface)
    }

    fn __dlpack_device__(&self) -> (i32, usize) {
        (dlpack::CUDA, self.ordinal)
    }

    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        stream: Option<&Bound<'py, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, usize)>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The array is complete, so no stream has to wait for it.
        let _ = stream;
        if copy == Some(true) || dl_device.is_some_and(|device| device != self.__dlpack_device__()) {
            return Err(PyBufferError::new_err("this array is neither copied nor moved to another device"));
        }
        let versioned = max_version.is_some_and(|(major, _)| major >= 1);
        let element = match self.element {
            Element::Uint8 => (1, 8),
            Element::Int32 => (0, 32),
        };
        dlpack::write(py, &self.memory, self.ordinal, &self.shape, element, versioned)
    }

    fn __len__(&self) -> usize {
        self.shape[0]
    }

    fn __repr__(&self) -> String {
        format!("<DeviceArray of {} with the shape {:?} on GPU {}>", self.dtype(), self.shape, self.ordinal)
    }
}
