//! DLPack: how libraries exchange arrays on any device.
//!
//! An array is a structure of C in a capsule of Python. Its first version has the capsule name `dltensor`, later ones
//! `dltensor_versioned`.

use std::ffi::{CStr, c_void};
use std::ptr::{self, NonNull};
use std::slice;
use std::sync::Arc;

use ninefold_cuda::Memory;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The type of device of memory on an NVIDIA GPU.
pub(super) const CUDA: i32 = 2;
/// That of memory that the driver moves between host and GPU.
pub(super) const CUDA_MANAGED: i32 = 13;

const NAME: &CStr = c"dltensor";
const VERSIONED_NAME: &CStr = c"dltensor_versioned";

#[repr(C)]
struct DlTensor {
    data: *mut c_void,
    device_type: i32,
    device_id: i32,
    ndim: i32,
    code: u8,
    bits: u8,
    lanes: u16,
    shape: *const i64,
    strides: *const i64,
    byte_offset: u64,
}

#[repr(C)]
struct Managed {
    tensor: DlTensor,
    manager: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Managed)>,
}

#[repr(C)]
struct ManagedVersioned {
    major: u32,
    minor: u32,
    manager: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut ManagedVersioned)>,
    flags: u64,
    tensor: DlTensor,
}

/// What a capsule says about an array.
pub(super) struct Tensor {
    pub(super) device_type: i32,
    pub(super) address: u64,
    /// Such as `uint8`.
    pub(super) dtype: String,
    pub(super) shape: Vec<i64>,
    /// In elements; `None` if the array is contiguous.
    pub(super) strides: Option<Vec<i64>>,
}

/// Reads a capsule. It stays the owner of the array: what is read is valid as long as the capsule.
pub(super) fn read(capsule: &Bound<'_, PyAny>) -> Option<Tensor> {
    let capsule = capsule.cast::<PyCapsule>().ok()?;
    let tensor: *const DlTensor = if capsule.is_valid_checked(Some(VERSIONED_NAME)) {
        let managed = capsule.pointer_checked(Some(VERSIONED_NAME)).ok()?.cast::<ManagedVersioned>();
        // SAFETY: a capsule of this name holds this structure. Its two numbers are first in every version; only in the
        // first major version is the rest as declared here.
        unsafe {
            if managed.as_ref().major != 1 {
                return None;
            }
            &raw const (*managed.as_ptr()).tensor
        }
    } else {
        let managed = capsule.pointer_checked(Some(NAME)).ok()?.cast::<Managed>();
        // SAFETY: a capsule of this name holds this structure.
        unsafe { &raw const (*managed.as_ptr()).tensor }
    };
    // SAFETY: as above; the capsule is borrowed, so nothing frees it meanwhile.
    let tensor = unsafe { &*tensor };
    let dimensions = usize::try_from(tensor.ndim).ok()?;
    // SAFETY: shape and strides have as many numbers as there are dimensions, unless they are missing.
    let numbers = |start: *const i64| unsafe {
        if start.is_null() || dimensions == 0 { None } else { Some(slice::from_raw_parts(start, dimensions).to_vec()) }
    };
    let kind = match tensor.code {
        0 => "int",
        1 => "uint",
        2 => "float",
        4 => "bfloat",
        5 => "complex",
        6 => "bool",
        _ => "unknown type with bits: ",
    };
    let lanes = if tensor.lanes == 1 { String::new() } else { format!("x{}", tensor.lanes) };
    Some(Tensor {
        device_type: tensor.device_type,
        address: tensor.data as u64 + tensor.byte_offset,
        dtype: format!("{kind}{}{lanes}", tensor.bits),
        shape: numbers(tensor.shape).unwrap_or_default(),
        strides: numbers(tensor.strides),
    })
}

/// An array that is lent to another library, with what it refers to.
#[repr(C)]
struct Lent<T> {
    /// First, because the other library knows its address alone.
    managed: T,
    shape: Vec<i64>,
    _memory: Arc<Memory>,
}

/// A type of capsule content.
trait Capsule: Sized {
    const NAME: &'static CStr;

    fn new(tensor: DlTensor) -> Self;
    fn tensor(&mut self) -> &mut DlTensor;
}

impl Capsule for Managed {
    const NAME: &'static CStr = NAME;

    fn new(tensor: DlTensor) -> Managed {
        Managed { tensor, manager: ptr::null_mut(), deleter: Some(free::<Managed>) }
    }

    fn tensor(&mut self) -> &mut DlTensor {
        &mut self.tensor
    }
}

impl Capsule for ManagedVersioned {
    const NAME: &'static CStr = VERSIONED_NAME;

    fn new(tensor: DlTensor) -> ManagedVersioned {
        let deleter = Some(free::<ManagedVersioned> as unsafe extern "C" fn(*mut ManagedVersioned));
        ManagedVersioned { major: 1, minor: 0, manager: ptr::null_mut(), deleter, flags: 0, tensor }
    }

    fn tensor(&mut self) -> &mut DlTensor {
        &mut self.tensor
    }
}

/// Frees an array that another library no longer needs, in any thread.
unsafe extern "C" fn free<T: Capsule>(managed: *mut T) {
    // SAFETY: the address is that of the first field of a boxed `Lent<T>`, and the other library calls this once.
    drop(unsafe { Box::from_raw(managed.cast::<Lent<T>>()) });
}

/// Frees an array whose capsule no library has taken over: one that does so changes the capsule's name.
unsafe extern "C" fn free_unused<T: Capsule>(capsule: *mut ffi::PyObject) {
    // SAFETY: Python calls this with the capsule while it is attached. A capsule of this name holds a boxed `Lent<T>`.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, T::NAME.as_ptr()) == 1 {
            free::<T>(ffi::PyCapsule_GetPointer(capsule, T::NAME.as_ptr()).cast());
        }
    }
}

/// A capsule with an array in device memory. `code` and `bits` are the type of its elements.
pub(super) fn write<'py>(
    py: Python<'py>,
    memory: &Arc<Memory>,
    ordinal: usize,
    shape: &[usize],
    (code, bits): (u8, u8),
    versioned: bool,
) -> PyResult<Bound<'py, PyCapsule>> {
    let tensor = DlTensor {
        data: memory.address() as *mut c_void,
        device_type: CUDA,
        device_id: ordinal as i32,
        ndim: shape.len() as i32,
        code,
        bits,
        lanes: 1,
        shape: ptr::null(),
        strides: ptr::null(),
        byte_offset: 0,
    };
    let shape = shape.iter().map(|&length| length as i64).collect();
    if versioned {
        lend::<ManagedVersioned>(py, tensor, shape, memory)
    } else {
        lend::<Managed>(py, tensor, shape, memory)
    }
}

fn lend<'py, T: Capsule>(
    py: Python<'py>,
    tensor: DlTensor,
    shape: Vec<i64>,
    memory: &Arc<Memory>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let mut lent = Box::new(Lent { managed: T::new(tensor), shape, _memory: Arc::clone(memory) });
    lent.managed.tensor().shape = lent.shape.as_ptr();
    let start = NonNull::from(Box::leak(lent)).cast::<c_void>();
    // SAFETY: the address is that of a boxed `Lent<T>`, which the destructor or the library that takes it over frees.
    unsafe { PyCapsule::new_with_pointer_and_destructor(py, start, T::NAME, Some(free_unused::<T>)) }
}
