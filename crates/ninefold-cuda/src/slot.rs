//! Slots: memory for a chunk of grids, and a stream that takes them through the device.

use std::sync::Arc;

use crate::CudaError;
use crate::driver::{Address, Context, DeviceMemory, Event, PinnedMemory, Stream};
use crate::plan::{GRID_BYTES, LIST_BYTES, Plan, STATE_BYTES};

/// What a search works on, and the stream that it runs in.
#[derive(Debug)]
pub(crate) struct Search {
    pub(crate) stream: Stream,
    /// The end of the last chunk.
    pub(crate) done: Event,
    pub(crate) states: DeviceMemory,
    pub(crate) counts: DeviceMemory,
    pub(crate) queue: DeviceMemory,
}

impl Search {
    fn new(context: &Arc<Context>, grids: usize) -> Result<Search, CudaError> {
        Ok(Search {
            stream: Stream::new(context)?,
            done: Event::new(context)?,
            states: DeviceMemory::new(context, grids * STATE_BYTES)?,
            counts: DeviceMemory::new(context, grids * 4)?,
            queue: DeviceMemory::new(context, 4)?,
        })
    }
}

/// A slot for grids that come from the host.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) search: Search,
    /// The grids as they came, then their solutions.
    pub(crate) bytes: DeviceMemory,
    /// One byte or four for each grid, in the host's memory.
    pub(crate) counts: PinnedMemory,
    pub(crate) host: Staging,
}

/// The host's side of a slot, made when it is first needed: grids that are in pinned memory already do not use it.
#[derive(Debug, Default)]
pub(crate) struct Staging(Option<HostSide>);

/// The memory of the host through which grids go that are not in pinned memory.
#[derive(Debug)]
pub(crate) struct HostSide {
    pub(crate) input: PinnedMemory,
    pub(crate) solutions: PinnedMemory,
}

impl Staging {
    /// The host's side, made if need be.
    pub(crate) fn get(&mut self, context: &Arc<Context>, plan: &Plan) -> Result<&mut HostSide, CudaError> {
        let side = match self.0.take() {
            Some(side) => side,
            None => {
                let bytes = plan.staged_chunk() * GRID_BYTES;
                HostSide { input: PinnedMemory::new(context, bytes)?, solutions: PinnedMemory::new(context, bytes)? }
            }
        };
        Ok(self.0.insert(side))
    }
}

impl Slot {
    pub(crate) fn new(context: &Arc<Context>, plan: &Plan) -> Result<Slot, CudaError> {
        let chunk = plan.chunk;
        Ok(Slot {
            search: Search::new(context, chunk)?,
            bytes: DeviceMemory::new(context, chunk * GRID_BYTES)?,
            counts: PinnedMemory::new(context, chunk * 4)?,
            host: Staging::default(),
        })
    }
}

/// A slot for grids that are in device memory.
#[derive(Debug)]
pub(crate) struct ResidentSlot {
    pub(crate) search: Search,
    /// Grids that the CPU has to look at, their numbers, and their counts.
    lists: DeviceMemory,
    grids: usize,
    /// How many there are.
    pub(crate) length: PinnedMemory,
}

impl ResidentSlot {
    pub(crate) fn new(context: &Arc<Context>, plan: &Plan) -> Result<ResidentSlot, CudaError> {
        let grids = plan.resident_chunk();
        Ok(ResidentSlot {
            search: Search::new(context, grids)?,
            lists: DeviceMemory::new(context, grids * LIST_BYTES)?,
            grids,
            length: PinnedMemory::new(context, 4)?,
        })
    }

    /// Where the grids are listed: their numbers, their counts and their bytes.
    pub(crate) fn lists(&self) -> (Address, Address, Address) {
        let (start, grids) = (self.lists.address(), self.grids as u64);
        (start, start + 4 * grids, start + 8 * grids)
    }
}

/// A slot for full grids that become puzzles.
#[derive(Debug)]
pub(crate) struct DigSlot {
    pub(crate) stream: Stream,
    /// The end of the last chunk.
    pub(crate) done: Event,
    /// The grids, then the puzzles.
    pub(crate) bytes: DeviceMemory,
    pub(crate) orders: DeviceMemory,
    pub(crate) states: DeviceMemory,
    pub(crate) unfinished: DeviceMemory,
    pub(crate) queue: DeviceMemory,
    pub(crate) host: DigHost,
}

/// The memory of the host that belongs to such a slot.
#[derive(Debug)]
pub(crate) struct DigHost {
    pub(crate) solutions: PinnedMemory,
    pub(crate) orders: PinnedMemory,
    pub(crate) puzzles: PinnedMemory,
    pub(crate) unfinished: PinnedMemory,
}

impl DigSlot {
    pub(crate) fn new(context: &Arc<Context>, plan: &Plan) -> Result<DigSlot, CudaError> {
        let grids = plan.dig_chunk();
        let device = |bytes| DeviceMemory::new(context, bytes);
        let pinned = |bytes| PinnedMemory::new(context, bytes);
        Ok(DigSlot {
            stream: Stream::new(context)?,
            done: Event::new(context)?,
            bytes: device(grids * GRID_BYTES)?,
            orders: device(grids * GRID_BYTES)?,
            states: device(grids * STATE_BYTES)?,
            unfinished: device(grids)?,
            queue: device(4)?,
            host: DigHost {
                solutions: pinned(grids * GRID_BYTES)?,
                orders: pinned(grids * GRID_BYTES)?,
                puzzles: pinned(grids * GRID_BYTES)?,
                unfinished: pinned(grids)?,
            },
        })
    }
}
