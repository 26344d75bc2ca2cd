//! Device memory for results that stay on the device, and where an address is.

use crate::driver::{self, DeviceMemory, Stream};
use crate::{Cuda, CudaError};

/// Device memory that is freed when the value is dropped.
#[derive(Debug)]
pub struct Memory {
    memory: DeviceMemory,
    bytes: usize,
    cuda: Cuda,
}

impl Cuda {
    /// Allocates device memory. Its bytes are not initialised.
    ///
    /// # Errors
    /// That there is not enough memory, or that the device has failed.
    pub fn allocate(&self, bytes: usize) -> Result<Memory, CudaError> {
        let memory = DeviceMemory::new(&self.shared.context, bytes.max(1))?;
        Ok(Memory { memory, bytes, cuda: self.clone() })
    }

    /// The number of the device whose memory contains this address; `None` if it is not in device memory.
    ///
    /// # Errors
    /// That there is no driver, or that it is too old.
    pub fn device_of(address: u64) -> Result<Option<usize>, CudaError> {
        driver::load()?;
        Ok(driver::device_of(address))
    }
}

impl Memory {
    /// Where it begins.
    pub fn address(&self) -> u64 {
        self.memory.address()
    }

    /// How many bytes it has.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// A copy on the host. It does not wait for work that another stream has enqueued.
    ///
    /// # Errors
    /// That the device has failed.
    pub fn to_vec(&self) -> Result<Vec<u8>, CudaError> {
        let context = &self.cuda.shared.context;
        let stream = Stream::new(context)?;
        let _bound = context.bind()?;
        let mut bytes = vec![0; self.bytes];
        // SAFETY: the memory has this length, and the stream is waited for before the bytes are read or dropped.
        let copied = unsafe { driver::download(&mut bytes, self.memory.address(), stream.raw()) };
        stream.wait().and(copied).map(|()| bytes)
    }
}
