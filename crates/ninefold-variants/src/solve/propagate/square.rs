//! Rules of the whole grid with few cells each: squares that hold all classes of values, and cells that differ under a
//! condition.

use std::sync::Arc;

use super::Scratch;
use crate::solve::space::{Space, is_single};

/// Four cells hold a value of each of three classes.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    pub(crate) cells: [u16; 4],
    /// The values of each class. Together they are all values.
    pub(crate) classes: [u32; 3],
    pub(crate) table: Arc<ClassTable>,
}

/// For the classes that four cells can have, three bits for each cell, those that they have in some assignment with all
/// three classes.
#[derive(Debug)]
pub(crate) struct ClassTable([u16; 1 << 12]);

impl ClassTable {
    pub(crate) fn new() -> ClassTable {
        let mut table = [0; 1 << 12];
        for (possible, kept) in table.iter_mut().enumerate() {
            for number in 0..81u32 {
                let classes = [number % 3, number / 3 % 3, number / 9 % 3, number / 27];
                let all = classes.iter().fold(0, |all, class| all | 1 << class);
                let bits = (0..).zip(classes).fold(0u16, |bits, (place, class)| bits | 1 << (3 * place + class));
                if all == 7 && possible as u16 & bits == bits {
                    *kept |= bits;
                }
            }
        }
        ClassTable(table)
    }
}

impl Classes {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let mut possible = 0;
        for (place, &cell) in self.cells.iter().enumerate() {
            let mask = space.get(cell);
            for (number, class) in self.classes.iter().enumerate() {
                possible |= usize::from(mask & class != 0) << (3 * place + number);
            }
        }
        let mut lost = possible as u16 & !self.table.0[possible];
        while lost != 0 {
            let bit = lost.trailing_zeros() as usize;
            lost &= lost - 1;
            if !space.remove(self.cells[bit / 3], self.classes[bit % 3]) {
                return false;
            }
        }
        // Without an assignment every cell has lost everything.
        true
    }
}

/// Where a cell has a value, some others all differ.
#[derive(Clone, Debug)]
pub(crate) struct DifferIf {
    pub(crate) cell: u16,
    /// As a mask.
    pub(crate) value: u32,
    pub(crate) others: Box<[u16]>,
}

impl DifferIf {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let mask = space.get(self.cell);
        if mask & self.value == 0 {
            return true;
        }
        // A cell that gets its value here may settle the next.
        let mut done = 0u32;
        loop {
            let (mut held, mut fresh) = (0, None);
            for (place, &other) in self.others.iter().enumerate() {
                let value = space.get(other);
                if is_single(value) {
                    if held & value != 0 {
                        return space.remove(self.cell, self.value);
                    }
                    held |= value;
                    if done >> place & 1 == 0 {
                        fresh = Some((place, value));
                    }
                }
            }
            let Some((place, value)) = fresh.filter(|_| mask == self.value) else { return true };
            done |= 1 << place;
            for (near, &other) in self.others.iter().enumerate() {
                if near != place && !space.remove(other, value) {
                    return false;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{is_exact, is_sound};
    use super::*;

    #[test]
    fn squares_keep_exactly_the_values_of_their_assignments() {
        let mut random = ninefold::Random::new(13);
        let table = Arc::new(ClassTable::new());
        let classes = [0b1110, 0b111_0000, 0b11_1000_0000];
        let mut possible = 0;
        for _ in 0..2000 {
            let masks: Vec<u32> = (0..4)
                .map(|_| 1 << (1 + random.below(9)) | 1 << (1 + random.below(9)) | 1 << (1 + random.below(9)))
                .collect();
            let square = Classes { cells: [0, 1, 2, 3], classes, table: Arc::clone(&table) };
            possible += usize::from(is_exact(&square.into(), &masks, |values| {
                classes.iter().all(|class| values.iter().any(|value| class >> value & 1 == 1))
            }));
        }
        assert!(possible > 1000, "{possible}");
    }

    #[test]
    fn cells_that_differ_under_a_condition_keep_their_assignments() {
        let mut random = ninefold::Random::new(14);
        // A cell and three others with the values 0 to 3; they differ where the cell has 0.
        let differ = |values: &[u32]| values[0] != values[1] && values[0] != values[2] && values[1] != values[2];
        let all = (0..256u32).map(|number| (0..4).map(|place| number >> (2 * place) & 3).collect::<Vec<u32>>());
        let assignments: Vec<Vec<u32>> = all.filter(|values| values[0] != 0 || differ(&values[1..])).collect();
        let (mut taken, mut failed) = (0, 0);
        for _ in 0..4000 {
            let masks: Vec<u32> = (0..4)
                .map(|place| {
                    let more = random.below(16) & random.below(16);
                    1 << random.below(if place == 0 { 2 } else { 4 }) | if random.below(2) == 0 { more } else { 0 }
                })
                .collect();
            let propagator = DifferIf { cell: 0, value: 1, others: [1, 2, 3].into() };
            match is_sound(&propagator.into(), &masks, &assignments) {
                Some(count) => taken += count,
                None => failed += 1,
            }
        }
        assert!(taken > 400 && failed > 400, "{taken} {failed}");
    }
}
