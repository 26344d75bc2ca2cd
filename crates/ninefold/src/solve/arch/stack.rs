//! A stack of fixed size whose slots are not cleared before use.
//!
//! A search keeps up to 81 states of 288 bytes. Clearing them takes longer than solving an easy puzzle, and most
//! searches use none.

use core::mem::MaybeUninit;

/// Up to `N` values.
pub(in crate::solve) struct Stack<T, const N: usize> {
    /// The first `len` slots hold values.
    slots: [MaybeUninit<T>; N],
    len: usize,
}

impl<T: Copy, const N: usize> Stack<T, N> {
    /// With nothing on it.
    #[inline(always)]
    pub(in crate::solve) fn new() -> Stack<T, N> {
        Stack { slots: [const { MaybeUninit::uninit() }; N], len: 0 }
    }

    /// How many values it holds.
    #[inline(always)]
    pub(in crate::solve) fn len(&self) -> usize {
        self.len
    }

    /// Puts a value on top.
    ///
    /// # Panics
    /// When the stack is full.
    #[inline(always)]
    pub(in crate::solve) fn push(&mut self, value: T) {
        self.slots[self.len].write(value);
        self.len += 1;
    }

    /// Takes the value from the top.
    #[inline(always)]
    pub(in crate::solve) fn pop(&mut self) -> Option<T> {
        let top = self.len.checked_sub(1)?;
        self.len = top;
        // SAFETY: slots below `len` were written by `push`, and `T: Copy` leaves them valid.
        Some(unsafe { self.slots[top].assume_init() })
    }
}

impl<T: Copy, const N: usize> Clone for Stack<T, N> {
    fn clone(&self) -> Stack<T, N> {
        let mut copy = Stack::new();
        for slot in &self.slots[..self.len] {
            // SAFETY: slots below `len` were written by `push`.
            copy.push(unsafe { slot.assume_init() });
        }
        copy
    }
}
