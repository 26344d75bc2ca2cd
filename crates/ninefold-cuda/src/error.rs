//! What can go wrong with a GPU, and what helps.

use std::error::Error;
use std::fmt;

/// Why a GPU could not be used.
///
/// In each case the batch can be solved with [`Backend::cpu`](ninefold::solve::Backend::cpu) instead: its answers are the
/// same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CudaError {
    /// The library of the NVIDIA driver is not installed.
    NoDriver,
    /// There is no device of this number.
    NoDevice {
        /// The number that was asked for.
        ordinal: usize,
        /// How many devices there are.
        devices: usize,
    },
    /// The driver is older than the kernels need.
    DriverTooOld {
        /// The version of CUDA that the driver supports.
        found: Version,
        /// The version that is needed.
        needed: Version,
    },
    /// The device is older than the kernels need.
    DeviceTooOld {
        /// The name of the device.
        name: String,
        /// Its compute capability.
        found: Version,
        /// The compute capability that is needed.
        needed: Version,
    },
    /// The device has too little free memory.
    OutOfMemory {
        /// How many bytes were asked for at least.
        needed: usize,
        /// How many bytes were free.
        free: usize,
    },
    /// The device has stopped working. No call of this process can use it again.
    DeviceLost {
        /// What the driver says.
        reason: String,
    },
    /// Any other failure of the driver.
    Driver {
        /// What the driver says.
        reason: String,
    },
}

/// A major and a minor number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// The major number.
    pub major: u32,
    /// The minor number.
    pub minor: u32,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl fmt::Display for CudaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CudaError::NoDriver => {
                write!(f, "the NVIDIA driver is not installed: its library (libcuda.so.1, nvcuda.dll) was not found")
            }
            CudaError::NoDevice { devices: 0, .. } => write!(f, "the NVIDIA driver finds no GPU"),
            CudaError::NoDevice { ordinal, devices } => {
                write!(f, "there is no GPU {ordinal}: they are numbered from 0 to {}", devices - 1)
            }
            CudaError::DriverTooOld { found, needed } => {
                write!(f, "the NVIDIA driver supports CUDA {found}; {needed} or newer is needed")
            }
            CudaError::DeviceTooOld { name, found, needed } => {
                write!(f, "the GPU {name} has compute capability {found}; {needed} or newer is needed")
            }
            CudaError::OutOfMemory { needed, free } => {
                let mebibytes = |bytes: usize| bytes.div_ceil(1 << 20);
                write!(f, "the GPU has {} MiB free; {} MiB are needed", mebibytes(*free), mebibytes(*needed))
            }
            CudaError::DeviceLost { reason } => write!(f, "the GPU has stopped working: {reason}"),
            CudaError::Driver { reason } => write!(f, "the NVIDIA driver failed: {reason}"),
        }
    }
}

impl Error for CudaError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_was_found_and_what_is_needed() {
        let (found, needed) = (Version { major: 11, minor: 8 }, Version { major: 12, minor: 0 });
        let shown = |error: CudaError| error.to_string();
        assert_eq!(
            shown(CudaError::DriverTooOld { found, needed }),
            "the NVIDIA driver supports CUDA 11.8; 12.0 or newer is needed"
        );
        assert_eq!(shown(CudaError::NoDevice { ordinal: 0, devices: 0 }), "the NVIDIA driver finds no GPU");
        assert_eq!(
            shown(CudaError::NoDevice { ordinal: 3, devices: 2 }),
            "there is no GPU 3: they are numbered from 0 to 1"
        );
        assert_eq!(
            shown(CudaError::OutOfMemory { needed: 3 << 20, free: 1 << 19 }),
            "the GPU has 1 MiB free; 3 MiB are needed"
        );
    }
}
