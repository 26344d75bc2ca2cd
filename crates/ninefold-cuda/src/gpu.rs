//! A device that is ready to solve: its kernels, its stacks and its slots.

use std::ffi::c_void;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, thread};

use cudarc::driver::sys::CUstream;

use crate::CudaError;
use crate::driver::{self, Address, Context, DeviceMemory, Event, Kernel, Module, PinnedMemory};
use crate::form::Form;
use crate::plan::{GRID_BYTES, Plan, RESIDENT_SLOTS, SEARCH_THREADS};
use crate::pool::Pool;
use crate::slot::{DigSlot, HostSide, ResidentSlot, Search, Slot};

/// The kernels, compiled for any GPU that is new enough. `cargo xtask ptx` makes them from `kernels/`.
const KERNELS: &str = include_str!("../kernels/kernels.ptx");

/// Threads of a block of every kernel but the search: `BLOCK_GRIDS` in `text.cuh`.
const BLOCK_GRIDS: usize = 128;
/// The guesses after which a thread leaves a grid to the CPU. The hardest known puzzles take fewer than 512.
const BUDGET: u32 = 2048;
/// So many threads of a warp wait to be served together, and to guess together.
const SERVE_AT: u32 = 4;
const GUESS_AT: u32 = 12;
/// What is counted for a grid that was given up: `UNFINISHED_BYTE` in `text.cuh`.
const UNFINISHED_BYTE: u8 = 255;
/// The same in 32 bits: `UNFINISHED` in `search.cuh`.
const UNFINISHED: u32 = 0x8000_0000;

/// See [`Options::least_batch`].
const LEAST_BATCH: usize = 1000;

/// Which device to open, and how much of the machine to use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    device: usize,
    threads: Option<NonZeroUsize>,
    memory: Option<usize>,
    least_batch: Option<usize>,
}

impl Options {
    /// The number of the device, as `nvidia-smi` counts them; 0 by default.
    #[must_use]
    pub fn device(mut self, ordinal: usize) -> Options {
        self.device = ordinal;
        self
    }

    /// How many threads of the CPU copy grids and solve what the device leaves to them; as many as there are cores by
    /// default.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Options {
        self.threads = Some(threads);
        self
    }

    /// How many bytes of device memory may be taken; half of what is free by default.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Options {
        self.memory = Some(bytes);
        self
    }

    /// A [`Backend`](ninefold::solve::Backend) solves batches of fewer puzzles than this on the CPU: one of its threads is
    /// done with a thousand, the default, before the device has begun.
    #[must_use]
    pub fn least_batch(mut self, puzzles: usize) -> Options {
        self.least_batch = Some(puzzles);
        self
    }
}

/// An NVIDIA GPU that solves puzzles.
///
/// Clones share the device. Calls from several threads run side by side.
#[derive(Clone)]
pub struct Cuda {
    pub(crate) shared: Arc<Shared>,
}

/// What is the same for all users of a device.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) slots: Pool<Slot>,
    pub(crate) resident_slots: Pool<ResidentSlot>,
    pub(crate) dig_slots: Pool<DigSlot>,
    stacks: Mutex<Stacks>,
    kernels: Kernels,
    _module: Module,
    pub(crate) plan: Plan,
    pub(crate) threads: NonZeroUsize,
    pub(crate) least_batch: usize,
    name: String,
    pub(crate) failure: Mutex<Option<CudaError>>,
    // Last, because all others need it when they are dropped.
    pub(crate) context: Arc<Context>,
}

/// Sets of stacks, each with the end of the last search that used it.
#[derive(Debug)]
struct Stacks {
    sets: Vec<(DeviceMemory, Event)>,
    next: usize,
}

#[derive(Debug)]
struct Kernels {
    parse: Kernel,
    parse_candidates: Kernel,
    search: Kernel,
    format: Kernel,
    gather: Kernel,
    scatter: Kernel,
    dig: Kernel,
    format_grids: Kernel,
}

/// What a search is to do: `Task` in `search.cuh`.
#[repr(C)]
struct Task {
    states: Address,
    counts: Address,
    grids: u32,
    limit: u32,
    queue: Address,
    stacks: Address,
    budget: u32,
    serve_at: u32,
    guess_at: u32,
    one: u32,
}

/// What is to be dug: `DigTask` in `dig.cuh`.
#[repr(C)]
struct DigTask {
    grids: Address,
    orders: Address,
    unfinished: Address,
    count: u32,
    queue: Address,
    stacks: Address,
    budget: u32,
    serve_at: u32,
    guess_at: u32,
    one: u32,
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

impl fmt::Debug for Cuda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cuda").field("name", &self.shared.name).field("plan", &self.shared.plan).finish_non_exhaustive()
    }
}

impl Cuda {
    /// Opens the first device.
    ///
    /// # Errors
    /// What is missing: the driver, a device, or memory.
    pub fn new() -> Result<Cuda, CudaError> {
        Cuda::open(&Options::default())
    }

    /// Opens a device.
    ///
    /// # Errors
    /// What is missing: the driver, a device, or memory.
    pub fn open(options: &Options) -> Result<Cuda, CudaError> {
        let context = Arc::new(Context::new(options.device)?);
        let module = Module::new(&context, KERNELS)?;
        let kernels = Kernels {
            parse: module.kernel("parse")?,
            parse_candidates: module.kernel("parse_candidates")?,
            search: module.kernel("search")?,
            format: module.kernel("format")?,
            gather: module.kernel("gather")?,
            scatter: module.kernel("scatter")?,
            dig: module.kernel("dig")?,
            format_grids: module.kernel("format_grids")?,
        };
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = options.threads.unwrap_or_else(cores);
        let (plan, stacks) = {
            let _bound = context.bind()?;
            let free = context.free_memory()?;
            // A plan takes half of what it is given.
            let free = options.memory.map_or(free, |bytes| free.min(bytes.saturating_mul(2)));
            let blocks_at_once = kernels.search.blocks_at_once(SEARCH_THREADS as u32)?;
            allocate_stacks(&context, &Plan::fitting(free, context.multiprocessors()?, blocks_at_once, threads.get())?)?
        };
        let name = context.name()?;
        let shared = Shared {
            slots: Pool::new(plan.slots),
            resident_slots: Pool::new(RESIDENT_SLOTS),
            dig_slots: Pool::new(plan.slots),
            stacks: Mutex::new(stacks),
            kernels,
            _module: module,
            plan,
            threads,
            least_batch: options.least_batch.unwrap_or(LEAST_BATCH),
            name,
            failure: Mutex::new(None),
            context,
        };
        Ok(Cuda { shared: Arc::new(shared) })
    }

    /// How many devices there are.
    ///
    /// # Errors
    /// That there is no driver, or that it is too old.
    pub fn devices() -> Result<usize, CudaError> {
        driver::devices()
    }

    /// The name of the device, such as `NVIDIA H200`.
    pub fn device_name(&self) -> &str {
        &self.shared.name
    }

    /// The last failure after which a batch was finished by the CPU, see [`Device`](ninefold::solve::Device).
    pub fn last_failure(&self) -> Option<CudaError> {
        lock(&self.shared.failure).clone()
    }
}

/// Allocates the stacks of the first plan for which there is memory: other processes may have taken some meanwhile.
fn allocate_stacks(context: &Arc<Context>, plans: &[Plan]) -> Result<(Plan, Stacks), CudaError> {
    let mut failure = None;
    for plan in plans {
        let set = |_| Ok((DeviceMemory::new(context, plan.stack_bytes())?, Event::new(context)?));
        match (0..plan.stacks).map(set).collect::<Result<Vec<_>, CudaError>>() {
            Ok(sets) => return Ok((*plan, Stacks { sets, next: 0 })),
            Err(error @ CudaError::OutOfMemory { .. }) => failure = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(failure.unwrap_or(CudaError::OutOfMemory { needed: 0, free: 0 }))
}

/// What a mutex holds. A thread that panicked while it held the lock left it valid: every change is a single assignment.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Blocks for so many grids, a thread each.
fn blocks_for(grids: usize) -> u32 {
    grids.div_ceil(BLOCK_GRIDS) as u32
}

impl Shared {
    /// A slot for grids that come from the host. See [`Pool::take`].
    pub(crate) fn take_slot(&self) -> Result<Slot, CudaError> {
        self.slots.take(|| Slot::new(&self.context, &self.plan))
    }

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
        let task = |stacks| Task {
            states: slot.states.address(),
            counts: slot.counts.address(),
            grids: grids as u32,
            limit,
            queue,
            stacks,
            budget: BUDGET,
            serve_at: SERVE_AT,
            guess_at: GUESS_AT,
            one: 1,
        };
        // SAFETY: the argument is that of the kernel, and the caller vouches for the addresses.
        unsafe { self.launch_with_stacks(&self.kernels.search, stream, queue, grids, task) }
    }

    /// Digs grids.
    ///
    /// # Safety
    /// The slot has room for as many grids, and its context is current.
    pub(crate) unsafe fn launch_dig(&self, slot: &DigSlot, grids: usize) -> Result<(), CudaError> {
        let (stream, queue) = (slot.stream.raw(), slot.queue.address());
        let task = |stacks| DigTask {
            grids: slot.states.address(),
            orders: slot.orders.address(),
            unfinished: slot.unfinished.address(),
            count: grids as u32,
            queue,
            stacks,
            budget: BUDGET,
            serve_at: SERVE_AT,
            guess_at: GUESS_AT,
            one: 1,
        };
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
        task: impl FnOnce(Address) -> T,
    ) -> Result<(), CudaError> {
        let blocks = self.plan.blocks.min(grids.div_ceil(SEARCH_THREADS));
        let mut stacks = lock(&self.stacks);
        let number = stacks.next;
        stacks.next = (number + 1) % stacks.sets.len();
        let (memory, free) = &stacks.sets[number];
        let mut task = task(memory.address());
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

/// To show a first solution, the search has to know whether it is the only one: others are the CPU's to choose from.
pub(crate) fn search_limit(limit: usize) -> u32 {
    u32::try_from(limit.max(2)).map_or(UNFINISHED - 1, |limit| limit.min(UNFINISHED - 1))
}

/// What the device has counted.
pub(crate) enum Counts<'a> {
    /// Small limits take a byte for each grid.
    Narrow(&'a [u8]),
    /// Others take four.
    Wide(&'a [[u8; 4]]),
}

/// What the device says about a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// No solution, or the only one.
    Settled(usize),
    /// So many solutions.
    Several(usize),
    /// The search was given up.
    Unfinished,
}

impl<'a> Counts<'a> {
    fn are_wide(limit: usize) -> bool {
        limit >= usize::from(UNFINISHED_BYTE)
    }

    /// What `run` has left in the counts of a slot.
    pub(crate) fn new(counts: &'a PinnedMemory, grids: usize, limit: usize) -> Counts<'a> {
        let bytes = counts.as_slice();
        match Counts::are_wide(limit) {
            true => Counts::Wide(&bytes.as_chunks().0[..grids]),
            false => Counts::Narrow(&bytes[..grids]),
        }
    }

    pub(crate) fn get(&self, grid: usize) -> Count {
        match self {
            Counts::Narrow(bytes) => match bytes[grid] {
                UNFINISHED_BYTE => Count::Unfinished,
                count => Count::of(usize::from(count)),
            },
            Counts::Wide(words) => match u32::from_le_bytes(words[grid]) {
                UNFINISHED => Count::Unfinished,
                count => Count::of(count as usize),
            },
        }
    }

    /// The grids that the CPU has to look at.
    pub(crate) fn unsettled(&self) -> Vec<usize> {
        let grids = match self {
            Counts::Narrow(bytes) => bytes.len(),
            Counts::Wide(words) => words.len(),
        };
        let mut unsettled = Vec::new();
        let mut start = 0;
        while start < grids {
            // Most grids have one solution: eight of them at a time.
            if let Counts::Narrow(bytes) = self
                && let Some(eight) = bytes[start..].first_chunk::<8>()
                && *eight == [1; 8]
            {
                start += 8;
                continue;
            }
            if !matches!(self.get(start), Count::Settled(_)) {
                unsettled.push(start);
            }
            start += 1;
        }
        unsettled
    }
}

impl Count {
    fn of(count: usize) -> Count {
        if count > 1 { Count::Several(count) } else { Count::Settled(count) }
    }
}
