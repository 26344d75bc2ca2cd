//! The CUDA driver as far as this crate uses it: values that release what they hold.
//!
//! All `unsafe` calls of the driver are here. A call needs the context of its device to be current in the calling thread:
//! [`Context::bind`] sees to that, and restores the caller's context afterwards.

use std::ffi::{CString, c_void};
use std::ptr;
use std::sync::Arc;

use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys::{self, CUresult};

use crate::{CudaError, Version};

/// The version of CUDA whose PTX the kernels are compiled to.
pub(crate) const NEEDED: Version = Version { major: 12, minor: 0 };
/// The compute capability that the kernels are compiled for.
pub(crate) const NEEDED_CAPABILITY: Version = Version { major: 7, minor: 5 };

/// What the driver's failures mean.
fn explain(error: DriverError) -> CudaError {
    let text = |found: Result<&std::ffi::CStr, DriverError>| found.map(|text| text.to_string_lossy().into_owned());
    let reason = match (text(error.error_name()), text(error.error_string())) {
        (Ok(name), Ok(description)) => format!("{description} ({name})"),
        _ => format!("unknown error {}", error.0 as u32),
    };
    match error.0 {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => {
            CudaError::OutOfMemory { needed: 0, free: result::mem_get_info().map_or(0, |(free, _)| free) }
        }
        CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION => {
            CudaError::DriverTooOld { found: driver_version().unwrap_or(NEEDED), needed: NEEDED }
        }
        // After these the context of the process is unusable for good.
        CUresult::CUDA_ERROR_ECC_UNCORRECTABLE
        | CUresult::CUDA_ERROR_ILLEGAL_ADDRESS
        | CUresult::CUDA_ERROR_LAUNCH_TIMEOUT
        | CUresult::CUDA_ERROR_LAUNCH_FAILED
        | CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION
        | CUresult::CUDA_ERROR_MISALIGNED_ADDRESS
        | CUresult::CUDA_ERROR_INVALID_ADDRESS_SPACE
        | CUresult::CUDA_ERROR_INVALID_PC
        | CUresult::CUDA_ERROR_HARDWARE_STACK_ERROR
        | CUresult::CUDA_ERROR_ASSERT
        | CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED
        | CUresult::CUDA_ERROR_DEVICE_UNAVAILABLE
        | CUresult::CUDA_ERROR_NVLINK_UNCORRECTABLE
        | CUresult::CUDA_ERROR_UNKNOWN => CudaError::DeviceLost { reason },
        _ => CudaError::Driver { reason },
    }
}

/// The version of CUDA that the installed driver supports.
fn driver_version() -> Option<Version> {
    let mut version = 0;
    // SAFETY: the library was found, and the pointer is valid for the call.
    let done = unsafe { sys::cuDriverGetVersion(&mut version) };
    let version = u32::try_from(version).ok()?;
    done.result().ok().map(|()| Version { major: version / 1000, minor: version % 1000 / 10 })
}

/// Loads the driver's library, and makes sure that it is new enough.
pub(crate) fn load() -> Result<(), CudaError> {
    // SAFETY: loading the driver's library runs its initialisation, which has no preconditions.
    if !unsafe { sys::is_culib_present() } {
        return Err(CudaError::NoDriver);
    }
    if let Err(error) = result::init() {
        return Err(match error.0 {
            CUresult::CUDA_ERROR_NO_DEVICE => CudaError::NoDevice { ordinal: 0, devices: 0 },
            CUresult::CUDA_ERROR_STUB_LIBRARY => CudaError::NoDriver,
            _ => explain(error),
        });
    }
    match driver_version() {
        Some(found) if found < NEEDED => Err(CudaError::DriverTooOld { found, needed: NEEDED }),
        _ => Ok(()),
    }
}

/// How many devices there are.
pub(crate) fn devices() -> Result<usize, CudaError> {
    load()?;
    let devices = result::device::get_count().map_err(explain)?;
    Ok(usize::try_from(devices).unwrap_or(0))
}

/// A device, and the context that all users of it in this process share.
#[derive(Debug)]
pub(crate) struct Context {
    device: sys::CUdevice,
    context: sys::CUcontext,
}

// SAFETY: contexts may be used by any thread, and by several at a time.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Context {
    pub(crate) fn new(ordinal: usize) -> Result<Context, CudaError> {
        let devices = devices()?;
        if ordinal >= devices {
            return Err(CudaError::NoDevice { ordinal, devices });
        }
        let device = result::device::get(ordinal as i32).map_err(explain)?;
        // SAFETY: the device exists. The context is released once, when the value is dropped.
        let context = unsafe { result::primary_ctx::retain(device) }.map_err(explain)?;
        let context = Context { device, context };
        let attribute = |attribute| context.attribute(attribute).map(|number| number as u32);
        let found = Version {
            major: attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            minor: attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        };
        if found < NEEDED_CAPABILITY {
            return Err(CudaError::DeviceTooOld { name: context.name()?, found, needed: NEEDED_CAPABILITY });
        }
        Ok(context)
    }

    pub(crate) fn name(&self) -> Result<String, CudaError> {
        result::device::get_name(self.device).map_err(explain)
    }

    fn attribute(&self, attribute: sys::CUdevice_attribute) -> Result<usize, CudaError> {
        // SAFETY: the device exists.
        let number = unsafe { result::device::get_attribute(self.device, attribute) }.map_err(explain)?;
        Ok(usize::try_from(number).unwrap_or(0))
    }

    pub(crate) fn multiprocessors(&self) -> Result<usize, CudaError> {
        self.attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
    }

    /// Makes the context current in this thread, until the value is dropped.
    pub(crate) fn bind(&self) -> Result<Bound, CudaError> {
        // SAFETY: the context is retained as long as `self` exists.
        unsafe { sys::cuCtxPushCurrent_v2(self.context) }.result().map_err(explain)?;
        Ok(Bound(std::marker::PhantomData))
    }

    /// The bytes of device memory that are free.
    pub(crate) fn free_memory(&self) -> Result<usize, CudaError> {
        let _bound = self.bind()?;
        result::mem_get_info().map(|(free, _)| free).map_err(explain)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the context was retained once. What depends on it holds an `Arc` of it, and is gone. A failure means that
        // the device or the driver is gone, too.
        let _ = unsafe { result::primary_ctx::release(self.device) };
    }
}

/// A context is current in this thread.
pub(crate) struct Bound(std::marker::PhantomData<*const ()>);

impl Drop for Bound {
    fn drop(&mut self) {
        let mut context = ptr::null_mut();
        // SAFETY: the pointer is valid, and the context on top is the one that `bind` has put there.
        let _ = unsafe { sys::cuCtxPopCurrent_v2(&mut context) };
    }
}

/// An address in device memory.
pub(crate) type Address = sys::CUdeviceptr;

/// Device memory.
#[derive(Debug)]
pub(crate) struct DeviceMemory {
    context: Arc<Context>,
    address: Address,
}

impl DeviceMemory {
    pub(crate) fn new(context: &Arc<Context>, bytes: usize) -> Result<DeviceMemory, CudaError> {
        let _bound = context.bind()?;
        // SAFETY: a context is current. The memory is freed once, when the value is dropped.
        let address = unsafe { result::malloc_sync(bytes) }.map_err(|error| match explain(error) {
            CudaError::OutOfMemory { free, .. } => CudaError::OutOfMemory { needed: bytes, free },
            error => error,
        })?;
        Ok(DeviceMemory { context: Arc::clone(context), address })
    }

    pub(crate) fn address(&self) -> Address {
        self.address
    }
}

impl Drop for DeviceMemory {
    fn drop(&mut self) {
        if let Ok(_bound) = self.context.bind() {
            // SAFETY: the memory was allocated in this context. The driver waits for work that uses it.
            let _ = unsafe { result::free_sync(self.address) };
        }
    }
}

/// Memory of the host that the device can read and write by itself.
#[derive(Debug)]
pub(crate) struct PinnedMemory {
    context: Arc<Context>,
    start: *mut u8,
    bytes: usize,
}

// SAFETY: the memory is owned by the value, as that of a `Vec`.
unsafe impl Send for PinnedMemory {}
// SAFETY: as above.
unsafe impl Sync for PinnedMemory {}

impl PinnedMemory {
    pub(crate) fn new(context: &Arc<Context>, bytes: usize) -> Result<PinnedMemory, CudaError> {
        let _bound = context.bind()?;
        let flags = sys::CU_MEMHOSTALLOC_PORTABLE;
        // SAFETY: a context is current. The memory is freed once, when the value is dropped.
        let start = unsafe { result::malloc_host(bytes.max(1), flags) }.map_err(explain)?.cast::<u8>();
        // SAFETY: the memory was just allocated, and is as long as that. Bytes have to be initialised before they are read.
        unsafe { ptr::write_bytes(start, 0, bytes) };
        Ok(PinnedMemory { context: Arc::clone(context), start, bytes })
    }

    /// Where the device finds the memory: pinned memory has one address for both.
    pub(crate) fn address(&self) -> Address {
        self.start as Address
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        // SAFETY: the memory is initialised and as long as that, and `self` owns it.
        unsafe { std::slice::from_raw_parts(self.start, self.bytes) }
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: as above, and `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.bytes) }
    }
}

impl Drop for PinnedMemory {
    fn drop(&mut self) {
        if let Ok(_bound) = self.context.bind() {
            // SAFETY: the memory was allocated in this context, and nothing borrows it.
            let _ = unsafe { result::free_host(self.start.cast()) };
        }
    }
}

/// Whether the device can read and write these bytes of the host by itself.
pub(crate) fn is_pinned(bytes: &[u8]) -> bool {
    let known = |byte: &u8| {
        let mut kind: u32 = 0;
        let mut attributes = [sys::CUpointer_attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE];
        let mut results = [(&raw mut kind).cast()];
        let address = ptr::from_ref(byte) as sys::CUdeviceptr;
        // SAFETY: one attribute is asked for, an unsigned number of 32 bits. The driver looks the address up and does not
        // read from it; memory that it does not know has the number 0.
        let found = unsafe { sys::cuPointerGetAttributes(1, attributes.as_mut_ptr(), results.as_mut_ptr(), address) };
        found == CUresult::CUDA_SUCCESS && kind == sys::CUmemorytype::CU_MEMORYTYPE_HOST as u32
    };
    bytes.first().is_some_and(known) && bytes.last().is_some_and(known)
}

/// The number of the device whose memory contains this address.
pub(crate) fn device_of(address: Address) -> Option<usize> {
    let (mut kind, mut ordinal): (u32, i32) = (0, -1);
    let mut attributes = [
        sys::CUpointer_attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
        sys::CUpointer_attribute::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
    ];
    let mut results = [(&raw mut kind).cast(), (&raw mut ordinal).cast()];
    // SAFETY: two attributes are asked for, numbers of 32 bits. The driver looks the address up and does not read from it;
    // memory that it does not know has the kind 0.
    let found = unsafe { sys::cuPointerGetAttributes(2, attributes.as_mut_ptr(), results.as_mut_ptr(), address) };
    let is_device = kind == sys::CUmemorytype::CU_MEMORYTYPE_DEVICE as u32;
    if found == CUresult::CUDA_SUCCESS && is_device { usize::try_from(ordinal).ok() } else { None }
}

/// Work that the device does in order.
#[derive(Debug)]
pub(crate) struct Stream {
    context: Arc<Context>,
    stream: sys::CUstream,
}

// SAFETY: streams may be used by any thread, and by several at a time.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

impl Stream {
    pub(crate) fn new(context: &Arc<Context>) -> Result<Stream, CudaError> {
        let _bound = context.bind()?;
        let stream = result::stream::create(result::stream::StreamKind::NonBlocking).map_err(explain)?;
        Ok(Stream { context: Arc::clone(context), stream })
    }

    pub(crate) fn raw(&self) -> sys::CUstream {
        self.stream
    }

    /// Waits until all work is done.
    pub(crate) fn wait(&self) -> Result<(), CudaError> {
        // SAFETY: the stream exists.
        unsafe { result::stream::synchronize(self.stream) }.map_err(explain)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Ok(_bound) = self.context.bind() {
            // SAFETY: the stream belongs to this context. Its work goes on until it is done; the memory that it uses is freed
            // by calls that wait for it.
            let _ = unsafe { result::stream::destroy(self.stream) };
        }
    }
}

/// A point in the work of a stream.
#[derive(Debug)]
pub(crate) struct Event {
    context: Arc<Context>,
    event: sys::CUevent,
}

// SAFETY: events may be used by any thread, and by several at a time.
unsafe impl Send for Event {}
// SAFETY: as above.
unsafe impl Sync for Event {}

impl Event {
    pub(crate) fn new(context: &Arc<Context>) -> Result<Event, CudaError> {
        let _bound = context.bind()?;
        // Threads that wait for the device leave the processor to others.
        let flags =
            sys::CUevent_flags::CU_EVENT_BLOCKING_SYNC as u32 | sys::CUevent_flags::CU_EVENT_DISABLE_TIMING as u32;
        let mut event = ptr::null_mut();
        // SAFETY: a context is current, and the pointer is valid for the call.
        unsafe { sys::cuEventCreate(&mut event, flags) }.result().map_err(explain)?;
        Ok(Event { context: Arc::clone(context), event })
    }

    /// Marks the end of the work that the stream has now.
    ///
    /// # Safety
    /// The stream exists and belongs to the same context.
    pub(crate) unsafe fn record(&self, stream: sys::CUstream) -> Result<(), CudaError> {
        // SAFETY: the event exists, and the caller vouches for the stream.
        unsafe { result::event::record(self.event, stream) }.map_err(explain)
    }

    /// Lets the stream wait until the device has come to this point.
    ///
    /// # Safety
    /// The stream exists.
    pub(crate) unsafe fn hold(&self, stream: sys::CUstream) -> Result<(), CudaError> {
        // SAFETY: the event exists, and the caller vouches for the stream.
        unsafe { sys::cuStreamWaitEvent(stream, self.event, 0) }.result().map_err(explain)
    }

    /// Waits until the device has come to this point.
    pub(crate) fn wait(&self) -> Result<(), CudaError> {
        // SAFETY: the event exists.
        unsafe { result::event::synchronize(self.event) }.map_err(explain)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if let Ok(_bound) = self.context.bind() {
            // SAFETY: the event belongs to this context. The driver keeps it as long as work refers to it.
            let _ = unsafe { result::event::destroy(self.event) };
        }
    }
}

/// Compiled kernels.
#[derive(Debug)]
pub(crate) struct Module {
    context: Arc<Context>,
    module: sys::CUmodule,
}

// SAFETY: modules may be used by any thread, and by several at a time.
unsafe impl Send for Module {}
// SAFETY: as above.
unsafe impl Sync for Module {}

impl Module {
    /// Compiles kernels for the device. The driver keeps the result on disk.
    pub(crate) fn new(context: &Arc<Context>, ptx: &str) -> Result<Module, CudaError> {
        let _bound = context.bind()?;
        let ptx =
            CString::new(ptx).map_err(|_| CudaError::Driver { reason: "the kernels contain a zero byte".into() })?;
        // SAFETY: a context is current, and the text ends with a zero.
        let module = unsafe { result::module::load_data(ptx.as_ptr().cast()) }.map_err(explain)?;
        Ok(Module { context: Arc::clone(context), module })
    }

    pub(crate) fn kernel(&self, name: &str) -> Result<Kernel, CudaError> {
        let _bound = self.context.bind()?;
        let name =
            CString::new(name).map_err(|_| CudaError::Driver { reason: "a name contains a zero byte".into() })?;
        // SAFETY: the module exists. Kernels are kept beside it.
        let function = unsafe { result::module::get_function(self.module, name) }.map_err(explain)?;
        Ok(Kernel { function })
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        if let Ok(_bound) = self.context.bind() {
            // SAFETY: the module belongs to this context, and no kernel of it is launched any more.
            let _ = unsafe { result::module::unload(self.module) };
        }
    }
}

/// A function that runs on the device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    function: sys::CUfunction,
}

// SAFETY: functions may be used by any thread, and by several at a time.
unsafe impl Send for Kernel {}
// SAFETY: as above.
unsafe impl Sync for Kernel {}

impl Kernel {
    /// How many blocks of so many threads a multiprocessor runs at a time.
    pub(crate) fn blocks_at_once(&self, threads: u32) -> Result<usize, CudaError> {
        // SAFETY: the function exists as long as its module.
        let blocks =
            unsafe { result::occupancy::max_active_block_per_multiprocessor(self.function, threads as i32, 0) };
        blocks.map(|blocks| usize::try_from(blocks).unwrap_or(0)).map_err(explain)
    }

    /// Runs the kernel on a stream.
    ///
    /// # Safety
    /// The module exists, a context is current and the stream belongs to it. The arguments have the types that the kernel
    /// declares, and what they point to is valid until the kernel has ended.
    pub(crate) unsafe fn launch(
        &self,
        stream: sys::CUstream,
        blocks: u32,
        threads: u32,
        arguments: &mut [*mut c_void],
    ) -> Result<(), CudaError> {
        // SAFETY: the caller vouches for it.
        unsafe { result::launch_kernel(self.function, (blocks, 1, 1), (threads, 1, 1), 0, stream, arguments) }
            .map_err(explain)
    }
}

/// Copies from the host to the device.
///
/// # Safety
/// A context is current and the stream belongs to it. There are as many bytes at the address. The host's bytes stay valid
/// and unchanged until the stream has come so far.
pub(crate) unsafe fn upload(to: Address, from: &[u8], stream: sys::CUstream) -> Result<(), CudaError> {
    // SAFETY: the caller vouches for it.
    unsafe { result::memcpy_htod_async(to, from, stream) }.map_err(explain)
}

/// Copies from the device to the host.
///
/// # Safety
/// A context is current and the stream belongs to it. There are as many bytes at the address. The host's bytes stay valid
/// and unread until the stream has come so far.
pub(crate) unsafe fn download(to: &mut [u8], from: Address, stream: sys::CUstream) -> Result<(), CudaError> {
    // SAFETY: the caller vouches for it.
    unsafe { result::memcpy_dtoh_async(to, from, stream) }.map_err(explain)
}

/// Sets bytes to zero.
///
/// # Safety
/// A context is current and the stream belongs to it. There are as many bytes at the address.
pub(crate) unsafe fn clear(at: Address, bytes: usize, stream: sys::CUstream) -> Result<(), CudaError> {
    // SAFETY: the caller vouches for it.
    unsafe { result::memset_d8_async(at, 0, bytes, stream) }.map_err(explain)
}
