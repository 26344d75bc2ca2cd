//! How much of a device's memory the search takes.
//!
//! Memory is needed for two things. *Stacks* hold the states that the threads of a search have put aside; a search that runs
//! needs a set of its own. *Slots* hold the grids on their way in and out. More of either keeps the device busier while one
//! search ends and the next begins. A plan takes at most half of the memory that is free when the device is opened, and
//! less where little is free. Several processes can therefore share a device.

use crate::CudaError;

/// Threads of a warp.
const LANES: usize = 32;
/// Warps of a block: `WARPS` in `search.cuh`.
const WARPS: usize = 2;
/// Threads of a block of the search.
pub(crate) const SEARCH_THREADS: usize = WARPS * LANES;
/// States that a thread can put aside: `DEPTH` in `search.cuh`.
const DEPTH: usize = 32;
/// Bytes of a state.
pub(crate) const STATE_BYTES: usize = 112;
/// Bytes of a state on a stack: `STACK_QUADS` in `search.cuh`, sixteen each.
const STACK_STATE_BYTES: usize = 128;
/// Bytes of the stacks of a block.
const BLOCK_STACK_BYTES: usize = SEARCH_THREADS * DEPTH * STACK_STATE_BYTES;
/// Bytes of a grid as text.
pub(crate) const GRID_BYTES: usize = 81;
/// Bytes of device memory that a slot needs for each grid: its bytes, its state and its count.
const SLOT_GRID_BYTES: usize = GRID_BYTES + STATE_BYTES + 4;
/// Bytes that a list of grids needs for each: its number, its count and its bytes.
pub(crate) const LIST_BYTES: usize = 4 + 4 + GRID_BYTES;
/// Bytes of device memory that a slot for grids in device memory needs for each grid.
const RESIDENT_GRID_BYTES: usize = STATE_BYTES + 4 + LIST_BYTES;
/// Bytes of device memory that a slot for full grids needs for each: there are as many of these as of the first kind.
const DIG_GRID_BYTES: usize = STATE_BYTES + 2 * GRID_BYTES + 1;
/// A chunk of full grids is a part of other chunks: drawing them takes the CPU a hundred times as long as copying.
const DIG_PART: usize = 4;
/// Such a slot is so many times as large as others: nothing is copied that could run beside the search.
const RESIDENT_TIMES: usize = 4;
/// How many of them there are.
pub(crate) const RESIDENT_SLOTS: usize = 2;

/// So many slots keep the device busy where the CPU has little to copy.
const LEAST_SLOTS: usize = 4;

/// What to allocate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Blocks of a search: all of them run at the same time.
    pub(crate) blocks: usize,
    /// Sets of stacks: so many searches run at the same time.
    pub(crate) stacks: usize,
    /// Grids that a slot has room for.
    pub(crate) chunk: usize,
    /// Slots, at most.
    pub(crate) slots: usize,
}

impl Plan {
    /// What can be allocated, the best first: blocks of a multiprocessor, sets of stacks, grids of a slot.
    const CHOICES: [(usize, usize, usize); 7] = [
        (12, 3, 1 << 18),
        (12, 2, 1 << 17),
        (8, 2, 1 << 16),
        (4, 2, 1 << 16),
        (4, 2, 1 << 15),
        (2, 2, 1 << 14),
        (1, 1, 1 << 12),
    ];

    /// The plans that fit into the memory that is free, the best first.
    ///
    /// # Errors
    /// That there is none.
    pub(crate) fn fitting(
        free: usize,
        multiprocessors: usize,
        blocks_at_once: usize,
        threads: usize,
    ) -> Result<Vec<Plan>, CudaError> {
        let plans: Vec<Plan> = Plan::CHOICES
            .into_iter()
            .filter_map(|(blocks, stacks, chunk)| {
                let plan =
                    Plan { blocks: multiprocessors * blocks.min(blocks_at_once).max(1), stacks, chunk, slots: 0 };
                let taken = plan.stacks * plan.stack_bytes() + RESIDENT_SLOTS * plan.resident_slot_bytes();
                let room = (free / 2).checked_sub(taken)?;
                let slots = (room / plan.slot_bytes()).min(threads.max(LEAST_SLOTS));
                (slots >= 1).then_some(Plan { slots, ..plan })
            })
            .collect();
        if plans.is_empty() {
            let (blocks, stacks, chunk) = Plan::CHOICES[Plan::CHOICES.len() - 1];
            let least = Plan { blocks: multiprocessors * blocks, stacks, chunk, slots: 1 };
            let needed = least.stack_bytes() + RESIDENT_SLOTS * least.resident_slot_bytes() + least.slot_bytes();
            return Err(CudaError::OutOfMemory { needed: 2 * needed, free });
        }
        Ok(plans)
    }

    /// Bytes of a set of stacks.
    pub(crate) fn stack_bytes(&self) -> usize {
        self.blocks * BLOCK_STACK_BYTES
    }

    /// Bytes of device memory of a slot, and of one for full grids.
    fn slot_bytes(&self) -> usize {
        self.chunk * SLOT_GRID_BYTES + self.dig_chunk() * DIG_GRID_BYTES
    }

    /// Full grids that a slot has room for.
    pub(crate) fn dig_chunk(&self) -> usize {
        self.chunk / DIG_PART
    }

    /// Grids that the host's side of a slot has room for. Smaller chunks let more threads copy at a time.
    pub(crate) fn staged_chunk(&self) -> usize {
        self.chunk / 2
    }

    /// Grids that a slot for grids in device memory has room for.
    pub(crate) fn resident_chunk(&self) -> usize {
        RESIDENT_TIMES * self.chunk
    }

    /// Bytes of device memory of such a slot.
    fn resident_slot_bytes(&self) -> usize {
        self.resident_chunk() * RESIDENT_GRID_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_takes_half_of_what_is_free_at_most() {
        for free in [30 << 20, 100 << 20, 1 << 30, 8 << 30, 140 << 30] {
            for multiprocessors in [14, 40, 132] {
                let Ok(plans) = Plan::fitting(free, multiprocessors, 12, 16) else { continue };
                for plan in plans {
                    let resident = RESIDENT_SLOTS * plan.resident_slot_bytes();
                    let taken = plan.stacks * plan.stack_bytes() + plan.slots * plan.slot_bytes() + resident;
                    assert!(taken <= free / 2, "{plan:?}");
                    assert!(plan.slots >= 1 && plan.slots <= 16, "{plan:?}");
                }
            }
        }
    }

    #[test]
    fn a_large_device_gets_the_best_plan_and_a_small_one_some_plan() {
        let large = Plan::fitting(140 << 30, 132, 12, 16).unwrap()[0];
        assert_eq!(large, Plan { blocks: 132 * 12, stacks: 3, chunk: 1 << 18, slots: 16 });
        let small = Plan::fitting(256 << 20, 14, 4, 8).unwrap()[0];
        assert!(small.blocks <= 14 * 4 && small.chunk >= 1 << 12, "{small:?}");
    }

    #[test]
    fn too_little_memory_is_an_error_that_says_how_much_is_needed() {
        let Err(CudaError::OutOfMemory { needed, free }) = Plan::fitting(1 << 20, 132, 12, 16) else {
            panic!("a megabyte is too little")
        };
        assert_eq!(free, 1 << 20);
        assert!(Plan::fitting(needed, 132, 12, 16).is_ok(), "{needed} bytes are enough");
    }
}
