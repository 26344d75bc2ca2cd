//! A cache of what engines found, by board.
//!
//! A table with open addressing, keyed by the whole board: a wrong hit would be a wrong rating. It is emptied when its
//! content grows past a bound. So memory is bounded for every puzzle.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::super::board::{Board, Mask};
use super::Engine;
use super::nested::List;

/// The bytes that may be held before the table is emptied.
const BOUND: usize = 64 << 20;

struct Slot {
    engine: Engine,
    digits: [Mask; 81],
    list: Rc<List>,
}

#[derive(Default)]
pub(super) struct Memo {
    slots: Vec<Slot>,
    /// Places in `slots` plus one, zero where there is none; a power of two long.
    table: Vec<u32>,
    bytes: usize,
}

fn hash(engine: Engine, digits: &[Mask; 81]) -> usize {
    let seed = match engine {
        Engine::Forcing => 1,
        Engine::Nishio => 2,
        Engine::Multiple => 3,
        Engine::Dynamic(level) => 4 + u64::from(level),
        Engine::Deep(level) => 16 + u64::from(level),
    };
    let mut hash = seed;
    // Nine bits a cell: seven cells a word.
    for cells in digits.chunks(7) {
        let word = cells.iter().fold(0, |word, &mask| word << 9 | u64::from(mask));
        hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 31;
    }
    hash as usize
}

impl Memo {
    fn find(&self, engine: Engine, digits: &[Mask; 81]) -> (usize, Option<usize>) {
        let mask = self.table.len() - 1;
        let mut place = hash(engine, digits) & mask;
        loop {
            match self.table[place] {
                0 => return (place, None),
                slot => {
                    let index = slot as usize - 1;
                    let slot = &self.slots[index];
                    if slot.engine == engine && slot.digits == *digits {
                        return (place, Some(index));
                    }
                }
            }
            place = (place + 1) & mask;
        }
    }

    pub(super) fn get(&self, engine: Engine, board: &Board) -> Option<Rc<List>> {
        if self.table.is_empty() {
            return None;
        }
        let (_, index) = self.find(engine, board.cells());
        index.map(|index| Rc::clone(&self.slots[index].list))
    }

    pub(super) fn insert(&mut self, engine: Engine, board: &Board, list: &Rc<List>) {
        self.bytes += list.size() + size_of::<Slot>();
        if self.bytes > BOUND {
            self.clear();
        }
        if self.table.len() < 2 * (self.slots.len() + 1) {
            self.grow();
        }
        let (place, found) = self.find(engine, board.cells());
        if found.is_none() {
            self.slots.push(Slot { engine, digits: *board.cells(), list: Rc::clone(list) });
            self.table[place] = self.slots.len() as u32;
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.table.len()).max(1024);
        self.table.clear();
        self.table.resize(size, 0);
        for index in 0..self.slots.len() {
            let (place, _) = self.find(self.slots[index].engine, &self.slots[index].digits);
            self.table[place] = index as u32 + 1;
        }
    }

    fn clear(&mut self) {
        *self = Memo::default();
    }

    /// Removes what depends on the counts of the grid besides the candidates: the lists of engines that use patterns.
    pub(super) fn forget_patterns(&mut self) {
        if self.slots.iter().any(|slot| slot.engine.uses_patterns()) {
            self.clear();
        }
    }
}
