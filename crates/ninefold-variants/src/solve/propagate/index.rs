//! Cells that give a place in a line.

use super::Scratch;
use crate::solve::space::{Space, is_single, low, values};

/// The cell of the line at the place in the control, counted from 1, has the value.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) control: u16,
    pub(crate) line: Box<[u16]>,
    pub(crate) value: u32,
    /// Whether the value occurs at most once in the line.
    pub(crate) distinct: bool,
}

impl Element {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let mut places = 0;
        for place in values(space.get(self.control)) {
            if space.get(self.line[place as usize - 1]) & self.value != 0 {
                places |= 1 << place;
            }
        }
        if !space.keep(self.control, places) {
            return false;
        }
        if is_single(places) && !space.keep(self.line[low(places) as usize - 1], self.value) {
            return false;
        }
        if self.distinct {
            for (place, &cell) in self.line.iter().enumerate() {
                if places >> (place + 1) & 1 == 0 && !space.remove(cell, self.value) {
                    return false;
                }
            }
        }
        true
    }
}

/// The cell of the line at the place in the control has the value of another cell.
#[derive(Clone, Debug)]
pub(crate) struct ValueElement {
    pub(crate) held: u16,
    pub(crate) control: u16,
    pub(crate) line: Box<[u16]>,
}

impl ValueElement {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let held = space.get(self.held);
        let (mut places, mut found) = (0, 0);
        for place in values(space.get(self.control)) {
            let both = space.get(self.line[place as usize - 1]) & held;
            if both != 0 {
                places |= 1 << place;
                found |= both;
            }
        }
        if !space.keep(self.control, places) || !space.keep(self.held, found) {
            return false;
        }
        !is_single(places) || space.keep(self.line[low(places) as usize - 1], space.get(self.held))
    }
}
