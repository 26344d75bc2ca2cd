//! A stack of fixed size whose slots are not cleared before use.
//!
//! A search keeps up to 81 states of 288 bytes. Clearing them takes longer than solving an easy puzzle, and most
//! searches use none.

use core::mem::MaybeUninit;

/// Up to `N` values.
pub(in crate::solve) struct Stack<T, const N: usize> {
    /// The first `len` slots hold values; those before `first` have been popped from the bottom.
    slots: [MaybeUninit<T>; N],
    first: usize,
    len: usize,
}

impl<T: Copy, const N: usize> Stack<T, N> {
    /// An empty stack.
    #[inline(always)]
    pub(in crate::solve) fn new() -> Stack<T, N> {
        Stack { slots: [const { MaybeUninit::uninit() }; N], first: 0, len: 0 }
    }

    /// The number of values.
    #[inline(always)]
    pub(in crate::solve) fn len(&self) -> usize {
        self.len - self.first
    }

    /// Pushes a value and returns a reference to it.
    ///
    /// # Panics
    /// When the stack is full.
    #[inline(always)]
    pub(in crate::solve) fn push(&mut self, value: T) -> &mut T {
        let slot = self.slots[self.len].write(value);
        self.len += 1;
        slot
    }

    /// Pops the top value and returns a reference to its slot.
    #[inline(always)]
    pub(in crate::solve) fn pop(&mut self) -> Option<&T> {
        let top = self.len.checked_sub(1).filter(|&top| top >= self.first)?;
        self.len = top;
        // SAFETY: slots below `len` were written by `push`.
        Some(unsafe { self.slots[top].assume_init_ref() })
    }

    /// The value at the bottom.
    #[inline(always)]
    pub(in crate::solve) fn oldest(&self) -> Option<&T> {
        // SAFETY: slots below `len` were written by `push`.
        (self.first < self.len).then(|| unsafe { self.slots[self.first].assume_init_ref() })
    }

    /// Pops the bottom value and returns a reference to its slot. The slot is not reused.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(in crate::solve) fn pop_oldest(&mut self) -> Option<&T> {
        let oldest = self.first;
        if oldest == self.len {
            return None;
        }
        self.first += 1;
        // SAFETY: slots below `len` were written by `push`.
        Some(unsafe { self.slots[oldest].assume_init_ref() })
    }
}

impl<T: Copy, const N: usize> Clone for Stack<T, N> {
    fn clone(&self) -> Stack<T, N> {
        let mut copy = Stack { first: self.first, ..Stack::new() };
        for slot in &self.slots[..self.len] {
            // SAFETY: slots below `len` were written by `push`.
            copy.push(unsafe { slot.assume_init() });
        }
        copy
    }
}
