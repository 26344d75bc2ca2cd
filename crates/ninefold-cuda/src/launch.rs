//! Launches of the kernels, and the way of a chunk through the device.

use std::ffi::c_void;

use cudarc::driver::sys::CUstream;

use crate::CudaError;
use crate::counts::{Counts, search_limit};
use crate::driver::{self, Address, Kernel};
use crate::form::Form;
use crate::gpu::{Shared, lock};
use crate::plan::{GRID_BYTES, SEARCH_THREADS};
use crate::slot::{DigSlot, HostSide, Search, Slot};

/// Threads of a block of every kernel but the search: `BLOCK_GRIDS` in `text.cuh`.
const BLOCK_GRIDS: usize = 128;
/// The guesses after which a thread leaves a grid to the CPU. The hardest known puzzles take fewer than 512.
const BUDGET: u32 = 2048;
/// So many threads of a warp wait to be served together, and to guess together.
const SERVE_AT: u32 = 4;
const GUESS_AT: u32 = 12;

/// What every kernel that searches needs: `Work` in `search.cuh`.
#[repr(C)]
struct Work {
    queue: Address,
    stacks: Address,
    grids: u32,
    budget: u32,
    serve_at: u32,
    guess_at: u32,
    one: u32,
}

/// What a search is to do: `Task` in `search.cuh`.
#[repr(C)]
struct Task {
    work: Work,
    states: Address,
    counts: Address,
    limit: u32,
}

/// What is to be dug: `DigTask` in `dig.cuh`.
#[repr(C)]
struct DigTask {
    work: Work,
    grids: Address,
    orders: Address,
    unfinished: Address,
}

/// Where results go: `Results` in `text.cuh`.
#[repr(C)]
pub(crate) struct ResultAddresses {
    pub(crate) solutions: Address,
    pub(crate) count_bytes: Address,
    pub(crate) counts: Address,
    pub(crate) limit: u32,
    pub(crate) zero: u32,
}

/// Pointers to arguments, as a launch wants them.
macro_rules! arguments {
    ($($argument:expr),* $(,)?) => {
        &mut [$((&raw mut $argument).cast::<c_void>()),*]
    };
}

/// Blocks for so many grids, a thread each.
fn blocks_for(grids: usize) -> u32 {
    grids.div_ceil(BLOCK_GRIDS) as u32
}

impl Shared {
    /// Reads text.
    ///
    /// # Safety
    /// There are as many grids at both addresses, a context is current, and the stream belongs to it.
    pub(crate) unsafe fn parse(
        &self,
        stream: CUstream,
        (mut bytes, mut states): (Address, Address),
        grids: usize,
        zero: u8,
    ) -> Result<(), CudaError> {
        let (mut count, mut zero) = (grids as u32, u32::from(zero));
        // SAFETY: the arguments are those of the kernel, and the caller vouches for the addresses.
        unsafe {
            let arguments = arguments![bytes, states, count, zero];
            self.kernels.parse.launch(stream, blocks_for(grids), BLOCK_GRIDS as u32, arguments)
        }
    }

    /// Reads candidates.
    ///
    /// # Safety
    /// As for [`parse`](Self::parse).
    unsafe fn parse_candidates(
        &self,
        stream: CUstream,
        (mut bytes, mut states): (Address, Address),
        grids: usize,
    ) -> Result<(), CudaError> {
        let mut count = grids as u32;
        // SAFETY: the arguments are those of the kernel, and the caller vouches for the addresses.
        unsafe {
            let arguments = arguments![bytes, states, count];
            self.kernels.parse_candidates.launch(stream, blocks_for(grids), BLOCK_GRIDS as u32, arguments)
        }
    }

    /// Counts solutions, each grid's up to the limit, which is one at least.
    ///
    /// # Safety
    /// The slot has room for as many grids, and its context is current.
    pub(crate) unsafe fn search(&self, slot: &Search, grids: usize, limit: u32) -> Result<(), CudaError> {
        let (stream, queue) = (slot.stream.raw(), slot.queue.address());
        let (states, counts) = (slot.states.address(), slot.counts.address());
        let task = |work| Task { work, states, counts, limit };
        // SAFETY: the argument is that of the kernel, and the caller vouches for the addresses.
        unsafe { self.launch_with_stacks(&self.kernels.search, stream, queue, grids, task) }
    }

    /// Digs grids.
    ///
    /// # Safety
    /// The slot has room for as many grids, and its context is current.
    pub(crate) unsafe fn launch_dig(&self, slot: &DigSlot, grids: usize) -> Result<(), CudaError> {
        let (stream, queue) = (slot.stream.raw(), slot.queue.address());
        let (orders, unfinished) = (slot.orders.address(), slot.unfinished.address());
        let task = |work| DigTask { work, grids: slot.states.address(), orders, unfinished };
        // SAFETY: the argument is that of the kernel, and the caller vouches for the addresses.
        unsafe { self.launch_with_stacks(&self.kernels.dig, stream, queue, grids, task) }
    }

    /// Launches a kernel that needs a queue and stacks.
    ///
    /// # Safety
    /// `task` makes the argument of the kernel, whose addresses are valid. A context is current, and the stream belongs to it.
    unsafe fn launch_with_stacks<T>(
        &self,
        kernel: &Kernel,
        stream: CUstream,
        queue: Address,
        grids: usize,
        task: impl FnOnce(Work) -> T,
    ) -> Result<(), CudaError> {
        let blocks = self.plan.blocks.min(grids.div_ceil(SEARCH_THREADS));
        let mut stacks = lock(&self.stacks);
        let number = stacks.next;
        stacks.next = (number + 1) % stacks.sets.len();
        let (memory, free) = &stacks.sets[number];
        let mut task = task(Work {
            queue,
            stacks: memory.address(),
            grids: grids as u32,
            budget: BUDGET,
            serve_at: SERVE_AT,
            guess_at: GUESS_AT,
            one: 1,
        });
        // SAFETY: the caller vouches for the argument. The stacks are long enough for all blocks, and the kernel that used
        // them before has ended.
        unsafe {
            driver::clear(queue, 4, stream)?;
            free.hold(stream)?;
            kernel.launch(stream, blocks as u32, SEARCH_THREADS as u32, arguments![task])?;
            free.record(stream)
        }
    }

    /// Writes grids as text.
    ///
    /// # Safety
    /// As for [`parse`](Self::parse).
    pub(crate) unsafe fn format_grids(
        &self,
        stream: CUstream,
        (mut states, mut bytes): (Address, Address),
        grids: usize,
    ) -> Result<(), CudaError> {
        let mut count = grids as u32;
        // SAFETY: the arguments are those of the kernel, and the caller vouches for the addresses.
        unsafe {
            let arguments = arguments![states, bytes, count];
            self.kernels.format_grids.launch(stream, blocks_for(grids), BLOCK_GRIDS as u32, arguments)
        }
    }

    /// Writes solutions and counts.
    ///
    /// # Safety
    /// There are as many states, counts and results. A context is current, and the stream belongs to it.
    pub(crate) unsafe fn format(
        &self,
        stream: CUstream,
        (mut states, mut counts): (Address, Address),
        mut results: ResultAddresses,
        grids: usize,
    ) -> Result<(), CudaError> {
        let mut count = grids as u32;
        // SAFETY: the arguments are those of the kernel, and the caller vouches for the addresses.
        unsafe {
            let arguments = arguments![states, counts, results, count];
            self.kernels.format.launch(stream, blocks_for(grids), BLOCK_GRIDS as u32, arguments)
        }
    }

    /// Lists the grids that the CPU has to look at.
    ///
    /// # Safety
    /// There are as many grids and counts, and the lists have room for all. A context is current, and the stream belongs to
    /// it.
    pub(crate) unsafe fn gather(
        &self,
        stream: CUstream,
        (mut bytes, mut counts): (Address, Address),
        grids: usize,
        (mut length, mut list, mut listed): (Address, Address, Address),
    ) -> Result<(), CudaError> {
        let mut count = grids as u32;
        // SAFETY: the arguments are those of the kernel, and the caller vouches for the addresses.
        unsafe {
            driver::clear(length, 4, stream)?;
            let arguments = arguments![bytes, counts, count, length, list, listed];
            self.kernels.gather.launch(stream, blocks_for(grids), BLOCK_GRIDS as u32, arguments)
        }
    }

    /// Writes what the CPU found for the listed grids.
    ///
    /// # Safety
    /// The lists have this length, and the listed grids exist. A context is current, and the stream belongs to it.
    pub(crate) unsafe fn scatter(
        &self,
        stream: CUstream,
        (mut list, mut found, mut found_counts): (Address, Address, Address),
        length: usize,
        (mut solutions, mut counts): (Address, Address),
    ) -> Result<(), CudaError> {
        let mut count = length as u32;
        // SAFETY: the arguments are those of the kernel, and the caller vouches for the addresses.
        unsafe {
            let arguments = arguments![list, found, found_counts, count, solutions, counts];
            self.kernels.scatter.launch(stream, blocks_for(length), BLOCK_GRIDS as u32, arguments)
        }
    }

    /// How many grids of a form fit in the host's side of a slot.
    pub(crate) fn staged_chunk<F: Form>(&self) -> usize {
        self.plan.staged_chunk() * GRID_BYTES / F::BYTES
    }

    /// Takes grids through the device and waits for them. Input and output are in the slot, unless pinned memory is given.
    pub(crate) fn run<F: Form>(
        &self,
        slot: &mut Slot,
        grids: usize,
        limit: usize,
        input: Option<&[u8]>,
        solutions: Option<&mut [u8]>,
    ) -> Result<(), CudaError> {
        assert!(grids * F::BYTES <= self.plan.chunk * GRID_BYTES, "a slot has room for {} grids", self.plan.chunk);
        let _bound = self.context.bind()?;
        let Slot { search, bytes, counts: host_counts, host } = slot;
        let host = match (&input, &solutions) {
            (Some(_), Some(_)) => None,
            _ => Some(host.get(&self.context, &self.plan)?),
        };
        let (input, solutions) = match host {
            None => (input.unwrap_or_default(), solutions.unwrap_or_default()),
            Some(HostSide { input: staged, solutions: staged_solutions }) => (
                input.unwrap_or_else(|| &staged.as_slice()[..grids * F::BYTES]),
                solutions.unwrap_or_else(|| &mut staged_solutions.as_mut_slice()[..grids * GRID_BYTES]),
            ),
        };
        let (stream, bytes) = (search.stream.raw(), bytes.address());
        let (states, counts) = (search.states.address(), search.counts.address());
        let wide = Counts::are_wide(limit);
        // Bytes are written to the host's memory by the kernel: another copy would make the bus wait.
        let count_bytes = if wide { 0 } else { host_counts.address() };
        let zero = u32::from(b'0');
        let results = ResultAddresses { solutions: bytes, count_bytes, counts: 0, limit: search_limit(limit), zero };
        // SAFETY: the slot's memory has room for as many grids as this. Input and output are borrowed until the end of the
        // function, which waits for the stream.
        let enqueued = unsafe {
            driver::upload(bytes, input, stream)
                .and_then(|()| match F::CANDIDATES {
                    true => self.parse_candidates(stream, (bytes, states), grids),
                    false => self.parse(stream, (bytes, states), grids, b'0'),
                })
                .and_then(|()| self.search(search, grids, search_limit(limit)))
                .and_then(|()| self.format(stream, (states, counts), results, grids))
                .and_then(|()| driver::download(solutions, bytes, stream))
                .and_then(|()| match wide {
                    true => driver::download(&mut host_counts.as_mut_slice()[..4 * grids], counts, stream),
                    false => Ok(()),
                })
                .and_then(|()| search.done.record(stream))
        };
        match enqueued {
            Ok(()) => search.done.wait(),
            // What was enqueued still uses the memory.
            Err(error) => search.stream.wait().and(Err(error)),
        }
    }
}
