//! One file for each instruction set: the operations of [`vector`](super::vector), and entry points that enable the
//! CPU's features.
//!
//! There is no Sudoku here. Each entry point only instantiates generic code. [`Cpu`] selects the entry point by the
//! features of the CPU, which the standard library detects once per process. A WebAssembly module with vectors runs only
//! where they are available, so it has no portable instructions.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod choice;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod neon;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
mod stack;

use core::fmt;

use super::any_batch::AnyBatch;
use super::lanes::Batch;
use super::search::{self, BandMasks, PuzzleSearch, Stats};
use crate::{Answer, Grid, Solution};
pub use choice::CpuError;
pub(super) use stack::Stack;

/// An instruction set of this CPU. The answers are the same with each.
///
/// Everything in the crate uses [`Cpu::best`]; the others are for tests and measurements.
///
/// ```
/// use ninefold::Grid;
/// use ninefold::solve::Cpu;
///
/// for cpu in Cpu::available() {
///     assert_eq!(cpu.solve(&Grid::EMPTY), Grid::EMPTY.solve(), "{cpu}");
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Cpu(Kind);

#[derive(Clone, Copy)]
enum Kind {
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    Neon(neon::Neon),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(simd128::Simd128),
}

impl Cpu {
    /// The best instruction set of this CPU.
    #[inline]
    fn detected() -> Cpu {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(avx512) = avx512::Avx512::new() {
                return Cpu(Kind::Avx512(avx512));
            }
            if let Some(avx2) = avx2::Avx2::new() {
                return Cpu(Kind::Avx2(avx2));
            }
        }
        #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
        return Cpu(Kind::Neon(neon::Neon));
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return Cpu(Kind::Simd128(simd128::Simd128));
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        #[allow(unreachable_code)]
        Cpu(Kind::Portable)
    }

    /// All instruction sets of this CPU, from the slowest to the best.
    pub fn available() -> impl Iterator<Item = Cpu> {
        let all = [
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Some(Cpu(Kind::Portable)),
            #[cfg(target_arch = "x86_64")]
            avx2::Avx2::new().map(|avx2| Cpu(Kind::Avx2(avx2))),
            #[cfg(target_arch = "x86_64")]
            avx512::Avx512::new().map(|avx512| Cpu(Kind::Avx512(avx512))),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Some(Cpu(Kind::Neon(neon::Neon))),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Some(Cpu(Kind::Simd128(simd128::Simd128))),
        ];
        all.into_iter().flatten()
    }

    /// The name: `portable`, `avx2`, `avx512`, `neon` or `simd128`.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "avx512",
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Kind::Neon(_) => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128(_) => "simd128",
        }
    }

    /// [`Grid::solve`](crate::Grid::solve) with these instructions.
    pub fn solve(self, grid: &Grid) -> Answer {
        search::answer_grid(self, grid)
    }

    /// [`Grid::solutions`](crate::Grid::solutions) with these instructions.
    pub fn solutions(self, grid: &Grid) -> search::Solutions {
        search::Solutions::of_grid(self, grid)
    }

    /// See [`search::next_solution`].
    #[inline]
    pub(super) fn next_solution(self, search: &mut PuzzleSearch, dead_end_limit: u64) -> Option<Solution> {
        match self.0 {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Kind::Portable => search::next_solution::<portable::Words>(search, dead_end_limit),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(avx2) => avx2.next_solution(search, dead_end_limit),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(avx512) => avx512.next_solution(search, dead_end_limit),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Kind::Neon(neon) => neon.next_solution(search, dead_end_limit),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128(simd128) => simd128.next_solution(search, dead_end_limit),
        }
    }

    /// See [`search::settle`].
    #[inline]
    pub(super) fn settle(self, state: &mut BandMasks) -> bool {
        match self.0 {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Kind::Portable => search::settle::<portable::Words>(state),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(avx2) => avx2.settle(state),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(avx512) => avx512.settle(state),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Kind::Neon(neon) => neon.settle(state),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128(simd128) => simd128.settle(state),
        }
    }

    /// See [`search::answer`]; with AVX-512, `pair::answer`.
    #[inline]
    pub(super) fn answer(self, search: &mut PuzzleSearch) -> Answer {
        match self.0 {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Kind::Portable => search::answer::<portable::Words>(self, search),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(avx2) => avx2.answer(search),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(avx512) => avx512.answer(search),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Kind::Neon(neon) => neon.answer(search),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128(simd128) => simd128.answer(search),
        }
    }

    /// See [`super::lanes::solve_batch`]. One engine serves all types of batches, and a puzzle costs a few nanoseconds more.
    pub(super) fn solve_lanes<B: Batch>(self, batch: &mut B, limit: usize) -> Stats {
        // The page loads the engine, so there it is compiled only once, with statistics.
        if B::STATS || cfg!(target_family = "wasm") {
            self.solve_lanes_of(&mut AnyBatch::<true>(batch), limit)
        } else {
            self.solve_lanes_of(&mut AnyBatch::<false>(batch), limit)
        }
    }

    /// [`solve_lanes`](Cpu::solve_lanes) for batches of many quick puzzles: with vectors they have an engine of their own.
    /// Each such engine takes seconds to compile, and in WebAssembly it would be a twentieth of the module.
    pub(super) fn solve_frequent<B: Batch>(self, batch: &mut B, limit: usize) -> Stats {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(avx2) => avx2.solve_batch(batch, limit),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(avx512) => avx512.solve_batch(batch, limit),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Kind::Neon(neon) => neon.solve_batch(batch, limit),
            _ => self.solve_lanes(batch, limit),
        }
    }

    fn solve_lanes_of<const STATS: bool>(self, batch: &mut AnyBatch<'_, STATS>, limit: usize) -> Stats {
        match self.0 {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Kind::Portable => super::lanes::solve_batch::<portable::Array, _, 16>(batch, limit),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(avx2) => avx2.solve_batch(batch, limit),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(avx512) => avx512.solve_batch(batch, limit),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Kind::Neon(neon) => neon.solve_batch(batch, limit),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128(simd128) => simd128.solve_batch(batch, limit),
        }
    }
}

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cpu({self})")
    }
}
