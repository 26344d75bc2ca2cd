//! Grids that are in device memory already, such as an array of PyTorch, CuPy or JAX. They never leave it.
//!
//! The caller has a stream in which the grids are made and the results are used. The search waits for what the stream has
//! now, runs in streams of its own, and lets the caller's stream wait for its end.

use std::collections::VecDeque;

use cudarc::driver::sys::CUstream;
use ninefold::solve::Backend;

use crate::counts::search_limit;
use crate::device::CPU_CHUNK;
use crate::driver::{self, Address, Event};
use crate::launch::ResultAddresses;
use crate::slot::ResidentSlot;
use crate::work::share;
use crate::{Cuda, CudaError};

/// Grids in device memory, and where their results go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resident {
    /// The address of the grids, 81 bytes each.
    pub puzzles: u64,
    /// How many there are.
    pub grids: usize,
    /// The address of the solutions, 81 bytes each. They may be the grids themselves.
    pub solutions: u64,
    /// The address of the numbers of solutions, 32 bits each.
    pub counts: u64,
    /// The byte before that of the digit 1: `b'0'` in text, 0 in arrays of numbers. The nine bytes after it are digits, and
    /// all others empty cells.
    pub zero: u8,
}

/// A stream of the caller, as its address: 0 or 1 for the default stream, 2 for that of the thread.
pub type StreamAddress = u64;

impl Cuda {
    /// Solves grids in device memory, with the results of [`Cuda::solve`], and returns when they are there.
    ///
    /// Grids with several solutions are copied to the CPU engine, which chooses the solution to show.
    ///
    /// # Errors
    /// That the device has failed. The results are then those of a part of the grids.
    ///
    /// # Safety
    /// The addresses are in the memory of this device and have room for as many grids and counts. Other work that uses them
    /// is in this stream, or has ended.
    pub unsafe fn solve_resident(
        &self,
        resident: Resident,
        limit: usize,
        stream: StreamAddress,
    ) -> Result<(), CudaError> {
        let shared = &self.shared;
        let _bound = shared.context.bind()?;
        let start = self.start(stream)?;
        let mut in_flight: VecDeque<(ResidentSlot, Part)> = VecDeque::new();
        let mut done = Ok(());
        for part in resident.parts(shared.plan.resident_chunk()) {
            done = done.and_then(|()| {
                let mut slot = match self.another_slot(in_flight.len())? {
                    Some(slot) => slot,
                    // SAFETY: the part's addresses are the caller's, and its work was enqueued in the slot's stream.
                    None => unsafe { self.settle_oldest(&mut in_flight, limit)? },
                };
                // SAFETY: the caller vouches for the addresses, and the slot is kept until its work is done.
                let enqueued = unsafe { self.enqueue_part(&mut slot, part, limit, &start, true) };
                in_flight.push_back((slot, part));
                enqueued
            });
        }
        while !in_flight.is_empty() {
            // SAFETY: as above.
            match unsafe { self.settle_oldest(&mut in_flight, limit) } {
                Ok(slot) => shared.resident_slots.give_back(slot),
                Err(error) => done = done.and(Err(error)),
            }
        }
        done
    }

    /// Solves grids in device memory without waiting: the results are there for what is enqueued in the stream afterwards.
    ///
    /// The CPU sees none of them. A grid with several solutions gets zeros instead of a solution, and one that the search has
    /// given up gets a count with all bits set: -1 as a signed number.
    ///
    /// # Errors
    /// That the device has failed.
    ///
    /// # Safety
    /// The addresses are in the memory of this device and have room for as many grids and counts, and stay valid until the
    /// stream has come so far. Other work that uses them is in this stream, or has ended.
    pub unsafe fn enqueue_resident(
        &self,
        resident: Resident,
        limit: usize,
        stream: StreamAddress,
    ) -> Result<(), CudaError> {
        let shared = &self.shared;
        let _bound = shared.context.bind()?;
        let start = self.start(stream)?;
        let mut slots: VecDeque<ResidentSlot> = VecDeque::new();
        let mut done = Ok(());
        for part in resident.parts(shared.plan.resident_chunk()) {
            done = done.and_then(|()| {
                let mut slot = match self.another_slot(slots.len())? {
                    Some(slot) => slot,
                    None => slots.pop_front().expect("a call that gets no other slot has one"),
                };
                // SAFETY: the caller vouches for the addresses. What a slot is used for next comes later in its stream.
                let enqueued = unsafe {
                    self.enqueue_part(&mut slot, part, limit, &start, false)
                        .and_then(|()| slot.search.done.hold(stream as CUstream))
                };
                slots.push_back(slot);
                enqueued
            });
        }
        slots.into_iter().for_each(|slot| shared.resident_slots.give_back(slot));
        done
    }

    /// A slot for a call that has so many, unless it has to make do with them.
    fn another_slot(&self, has: usize) -> Result<Option<ResidentSlot>, CudaError> {
        let make = || ResidentSlot::new(&self.shared.context, &self.shared.plan);
        let pool = &self.shared.resident_slots;
        if has == 0 { pool.take(make).map(Some) } else { pool.take_if_any(make) }
    }

    /// Waits for the oldest part, lets the CPU finish it, and returns its slot.
    ///
    /// # Safety
    /// The parts' addresses are valid, and they were enqueued in the slots' streams.
    unsafe fn settle_oldest(
        &self,
        in_flight: &mut VecDeque<(ResidentSlot, Part)>,
        limit: usize,
    ) -> Result<ResidentSlot, CudaError> {
        let (slot, part) = in_flight.pop_front().expect("a call that gets no other slot has one");
        // SAFETY: the caller vouches for it.
        match unsafe { self.settle_part(&slot, part, limit) } {
            Ok(()) => Ok(slot),
            Err(error) => {
                self.shared.resident_slots.give_back(slot);
                Err(error)
            }
        }
    }

    /// What the caller's stream has now.
    fn start(&self, stream: StreamAddress) -> Result<Event, CudaError> {
        let start = Event::new(&self.shared.context)?;
        // SAFETY: the caller of the public functions vouches for the stream.
        unsafe { start.record(stream as CUstream)? };
        Ok(start)
    }

    /// Enqueues a part in the slot's stream.
    ///
    /// # Safety
    /// The part's addresses are valid. The slot is not used otherwise until its stream has come so far.
    unsafe fn enqueue_part(
        &self,
        slot: &mut ResidentSlot,
        part: Part,
        limit: usize,
        start: &Event,
        listed: bool,
    ) -> Result<(), CudaError> {
        let Part { puzzles, solutions, counts, grids, zero } = part;
        let stream = slot.search.stream.raw();
        let (states, counted) = (slot.search.states.address(), slot.search.counts.address());
        let limit_of_search = search_limit(limit);
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        let results = ResultAddresses { solutions, count_bytes: 0, counts, limit, zero: u32::from(zero) };
        // SAFETY: the caller vouches for the addresses of the part, and a part is not larger than a slot. The solutions may
        // replace the grids, so that these are listed before.
        unsafe {
            start.hold(stream)?;
            self.shared.parse(stream, (puzzles, states), grids, zero)?;
            self.shared.search(&slot.search, grids, limit_of_search)?;
            if listed {
                // The queue is not needed any more: the length of the list takes its place.
                let (length, (list, _, listed)) = (slot.search.queue.address(), slot.lists());
                self.shared.gather(stream, (puzzles, counted), grids, (length, list, listed))?;
                driver::download(slot.length.as_mut_slice(), length, stream)?;
            }
            self.shared.format(stream, (states, counted), results, grids)?;
            slot.search.done.record(stream)
        }
    }

    /// Waits for a part, and lets the CPU finish what the device has not.
    ///
    /// # Safety
    /// The part's addresses are valid, and it was enqueued in the slot's stream.
    unsafe fn settle_part(&self, slot: &ResidentSlot, part: Part, limit: usize) -> Result<(), CudaError> {
        slot.search.stream.wait()?;
        let length = slot.length.as_slice().first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes)) as usize;
        if length == 0 || limit == 0 {
            return Ok(());
        }
        let (stream, (list, found_counts, listed)) = (slot.search.stream.raw(), slot.lists());
        let mut puzzles = vec![[0; 81]; length];
        // SAFETY: the list has this length, and the copy is done before anything is read.
        unsafe { driver::download(puzzles.as_flattened_mut(), listed, stream)? };
        slot.search.stream.wait()?;
        let (mut solutions, mut counts) = (vec![[0; 81]; length], vec![[0; 4]; length]);
        let chunks =
            puzzles.chunks_mut(CPU_CHUNK).zip(solutions.chunks_mut(CPU_CHUNK)).zip(counts.chunks_mut(CPU_CHUNK));
        share(self.shared.threads.get().min(length.div_ceil(CPU_CHUNK)), chunks, |next| {
            while let Some(((puzzles, solutions), counts)) = next() {
                solve_numbers(puzzles, part.zero, limit, solutions, counts);
            }
            Ok(())
        })?;
        // SAFETY: the lists have this length. The host's memory is kept until the stream has come so far, even if a call fails.
        let enqueued = unsafe {
            driver::upload(listed, solutions.as_flattened(), stream)
                .and_then(|()| driver::upload(found_counts, counts.as_flattened(), stream))
                .and_then(|()| {
                    let found = (list, listed, found_counts);
                    self.shared.scatter(stream, found, length, (part.solutions, part.counts))
                })
        };
        slot.search.stream.wait().and(enqueued)
    }
}

/// Solves grids on the CPU whose digits are the nine bytes after `zero`, and leaves them as text.
fn solve_numbers(puzzles: &mut [[u8; 81]], zero: u8, limit: usize, solutions: &mut [[u8; 81]], counts: &mut [[u8; 4]]) {
    for byte in puzzles.as_flattened_mut() {
        *byte = byte.wrapping_sub(zero).wrapping_add(b'0');
    }
    Backend::cpu().solve_bytes(&*puzzles, limit, |index, outcome| {
        let first = outcome.first().copied();
        solutions[index] = first.map_or([0; 81], |text| text.map(|byte| byte.wrapping_sub(b'0').wrapping_add(zero)));
        counts[index] = u32::try_from(outcome.count()).unwrap_or(u32::MAX).to_le_bytes();
    });
}

/// Grids that fit in a slot.
#[derive(Clone, Copy)]
struct Part {
    puzzles: Address,
    solutions: Address,
    counts: Address,
    grids: usize,
    zero: u8,
}

impl Resident {
    /// Cuts the grids into parts.
    fn parts(self, chunk: usize) -> impl Iterator<Item = Part> {
        (0..self.grids).step_by(chunk).map(move |start| Part {
            puzzles: self.puzzles + 81 * start as u64,
            solutions: self.solutions + 81 * start as u64,
            counts: self.counts + 4 * start as u64,
            grids: chunk.min(self.grids - start),
            zero: self.zero,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_all_grids() {
        let resident = Resident { puzzles: 1000, grids: 25, solutions: 5000, counts: 9000, zero: 0 };
        let parts: Vec<Part> = resident.parts(10).collect();
        assert_eq!(parts.iter().map(|part| part.grids).collect::<Vec<_>>(), [10, 10, 5]);
        assert_eq!((parts[2].puzzles, parts[2].solutions, parts[2].counts), (1000 + 1620, 5000 + 1620, 9000 + 80));
    }

    #[test]
    fn numbers_are_solved_as_text_is() {
        let text = *b"534..8912672195348198342567859..1423426853791713924856961537284287419635345286179";
        let mut puzzles = [text.map(|byte| if byte == b'.' { 0 } else { byte - b'0' })];
        let (mut solutions, mut counts) = ([[7; 81]], [[7; 4]]);
        solve_numbers(&mut puzzles, 0, 5, &mut solutions, &mut counts);
        Backend::cpu().solve_bytes([&text], 5, |_, outcome| {
            assert_eq!(Some(&solutions[0].map(|byte| byte + b'0')), outcome.first());
            assert_eq!(u32::from_le_bytes(counts[0]) as usize, outcome.count());
        });
    }
}
