//! A device that is ready to solve: its kernels, its stacks and its slots.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, thread};

use crate::CudaError;
use crate::driver::{self, Context, DeviceMemory, Event, Kernel, Module};
use crate::plan::{Plan, RESIDENT_SLOTS, SEARCH_THREADS};
use crate::pool::Pool;
use crate::slot::{DigSlot, ResidentSlot, Slot};

/// The kernels, compiled for any GPU that is new enough. `cargo xtask ptx` makes them from `kernels/`.
const KERNELS: &str = include_str!("../kernels/kernels.ptx");

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
    pub(crate) stacks: Mutex<Stacks>,
    pub(crate) kernels: Kernels,
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
pub(crate) struct Stacks {
    pub(crate) sets: Vec<(DeviceMemory, Event)>,
    pub(crate) next: usize,
}

/// The kernels by their names.
#[derive(Debug)]
pub(crate) struct Kernels {
    pub(crate) parse: Kernel,
    pub(crate) parse_candidates: Kernel,
    pub(crate) search: Kernel,
    pub(crate) format: Kernel,
    pub(crate) gather: Kernel,
    pub(crate) scatter: Kernel,
    pub(crate) dig: Kernel,
    pub(crate) format_grids: Kernel,
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

impl Shared {
    /// A slot for grids that come from the host. See [`Pool::take`].
    pub(crate) fn take_slot(&self) -> Result<Slot, CudaError> {
        self.slots.take(|| Slot::new(&self.context, &self.plan))
    }
}
