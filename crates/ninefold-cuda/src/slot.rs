//! A slot: memory for a chunk of grids on both sides, and a stream that takes them through the device.

use std::sync::Arc;

use crate::CudaError;
use crate::driver::{Context, DeviceMemory, Event, PinnedMemory, Stream};
use crate::plan::{LONGEST_GRID_BYTES, STATE_BYTES};

/// Memory for a chunk of grids, and a stream.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) stream: Stream,
    /// The end of the last chunk.
    pub(crate) done: Event,
    /// The grids as they came, then their solutions.
    pub(crate) bytes: DeviceMemory,
    pub(crate) states: DeviceMemory,
    pub(crate) counts: DeviceMemory,
    pub(crate) count_bytes: DeviceMemory,
    pub(crate) queue: DeviceMemory,
    /// The host's side. Grids that are in pinned memory already do not use it.
    pub(crate) host: HostSide,
}

/// The memory of the host that belongs to a slot.
#[derive(Debug)]
pub(crate) struct HostSide {
    pub(crate) input: PinnedMemory,
    pub(crate) solutions: PinnedMemory,
    /// One byte or four for each grid.
    pub(crate) counts: PinnedMemory,
}

impl Slot {
    pub(crate) fn new(context: &Arc<Context>, chunk: usize) -> Result<Slot, CudaError> {
        let device = |bytes| DeviceMemory::new(context, bytes);
        let pinned = |bytes| PinnedMemory::new(context, bytes);
        Ok(Slot {
            stream: Stream::new(context)?,
            done: Event::new(context)?,
            bytes: device(chunk * LONGEST_GRID_BYTES)?,
            states: device(chunk * STATE_BYTES)?,
            counts: device(chunk * 4)?,
            count_bytes: device(chunk)?,
            queue: device(4)?,
            host: HostSide {
                input: pinned(chunk * LONGEST_GRID_BYTES)?,
                solutions: pinned(chunk * 81)?,
                counts: pinned(chunk * 4)?,
            },
        })
    }
}
