//! Sudoku on NVIDIA GPUs: the answers of the CPU engine, hundreds of millions of them a second.
//!
//! ```
//! use ninefold::Grid;
//! use ninefold::solve::Backend;
//! use ninefold_cuda::Cuda;
//!
//! let backend = match Cuda::new() {
//!     Ok(cuda) => Backend::device(cuda),
//!     Err(missing) => {
//!         eprintln!("{missing}; the CPU does it");
//!         Backend::cpu()
//!     }
//! };
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! assert!(backend.solve_batch(&vec![grid; 10_000]).iter().all(|answer| answer.is_unique()));
//! # Ok::<(), ninefold::text::ParseError>(())
//! ```
//!
//! At run time only the NVIDIA driver is needed. It is loaded when a device is opened: without it a program starts as usual,
//! and [`Cuda::new`] says what is missing.
//!
//! # Which way in
//!
//! | the puzzles are | use |
//! |---|---|
//! | grids or positions of the library | [`Backend::device`](ninefold::solve::Backend::device) with a [`Cuda`], [`Choice`] by name |
//! | 81 bytes each, in one piece of memory | [`Cuda::solve`]; the fastest with memory from [`Cuda::pinned`] |
//! | parsed by several threads of a program | a [`Workspace`] for each thread |
//! | in device memory, made by another library | [`Cuda::solve_resident`], [`Cuda::enqueue_resident`]; [`Cuda::allocate`] for the results |
//! | yet to be made: minimal ones, from full grids | [`Cuda::dig`] |
//!
//! # The same answers
//!
//! The device counts solutions, and finds the one of puzzles that have one. Where there are several, the CPU engine finds the
//! ones to show, so that they are the same on every machine. It also solves what takes the device too long, such as grids
//! that are nearly empty.

mod batch;
mod choice;
mod counts;
mod device;
mod dig;
mod driver;
mod error;
mod form;
mod gpu;
mod launch;
mod memory;
mod plan;
mod pool;
mod resident;
mod slot;
mod work;
mod workspace;

pub use batch::Pinned;
pub use choice::{Choice, ParseChoiceError, named};
pub use error::{CudaError, Version};
pub use gpu::{Cuda, Options};
pub use memory::Memory;
pub use resident::{Resident, StreamAddress};
pub use workspace::{Solved, Workspace};
