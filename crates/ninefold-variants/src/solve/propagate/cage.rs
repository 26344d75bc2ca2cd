//! Cages: cells that differ and hold one of a list of allowed sets of values.

use std::collections::HashMap;
use std::sync::Arc;

use super::Scratch;
use crate::solve::peers::Peers;
use crate::solve::space::{Space, is_single, values};
use crate::solve::subsets::{Family, Filtered, MAX_VALUES, Memory, PACKED, Sweep, common, pack};

/// The allowed sets, in the form that the number of values admits.
#[derive(Clone, Debug)]
enum Allowed {
    Small(Family<1>),
    Medium(Box<Family<8>>),
    Large(Box<Family<16>>),
    /// For more than ten values the sets themselves, as masks of values.
    List(Arc<Vec<u32>>),
}

/// Cells that differ and hold one of the allowed sets.
#[derive(Clone, Debug)]
pub(crate) struct CageSets {
    pub(crate) cells: Box<[u16]>,
    allowed: Allowed,
    first: u32,
    /// A value that the cage must hold leaves the cells that are peers of all its places.
    peers: Arc<Peers>,
    small: Option<SmallCage>,
}

/// Two or three cells of few values, by tables.
#[derive(Clone, Debug)]
enum SmallCage {
    /// For each element those that make an allowed set with it.
    Two([u16; MAX_VALUES]),
    Three(Arc<Thirds>),
}

/// For three cells: for each element the elements that make an allowed set with it and an element of a set.
#[derive(Debug)]
pub(crate) struct Thirds {
    /// By the element, then by the set.
    rows: Vec<Vec<u16>>,
}

impl Thirds {
    fn new(sets: &[u32], first: u32, count: u32) -> Thirds {
        let row = |a: u32| {
            let mut row = vec![0u16; 1 << count];
            for set in sets.iter().map(|set| set >> first).filter(|set| set >> a & 1 == 1) {
                values(set & !(1 << a)).for_each(|b| row[1 << b] |= set as u16 & !(1 << a | 1 << b));
            }
            // A set has what its lowest element and the others have.
            for set in 1..row.len() {
                row[set] |= row[set & set.wrapping_neg()] | row[set & (set - 1)];
            }
            row
        };
        Thirds { rows: (0..count).map(row).collect() }
    }
}

/// For each element those that make a set of two with it.
fn partners(sets: &[u32], first: u32) -> [u16; MAX_VALUES] {
    let with = |element: usize| {
        let having = sets.iter().map(|set| set >> first).filter(|set| set >> element & 1 == 1);
        having.fold(0, |all, set| all | set as u16 & !(1 << element))
    };
    core::array::from_fn(with)
}

/// The family of some masks of values.
fn family<const W: usize>(sets: &[u32], first: u32) -> Family<W> {
    let mut family = [0; W];
    for set in sets {
        let elements = (set >> first) as usize;
        family[elements / 64] |= 1 << (elements % 64);
    }
    family
}

impl CageSets {
    /// `all` are the values of the board. Cages with the same sets share a table.
    pub(crate) fn new(
        cells: Vec<u16>,
        sets: &Arc<Vec<u32>>,
        all: u32,
        peers: &Arc<Peers>,
        known: &mut HashMap<Vec<u32>, Arc<Thirds>>,
    ) -> CageSets {
        let first = all.trailing_zeros();
        let allowed = match all.count_ones() as usize {
            0..=6 => Allowed::Small(family(sets, first)),
            7..=9 => Allowed::Medium(Box::new(family(sets, first))),
            MAX_VALUES => Allowed::Large(Box::new(family(sets, first))),
            _ => Allowed::List(Arc::clone(sets)),
        };
        let small = match cells.len() {
            _ if all.count_ones() as usize > MAX_VALUES => None,
            2 => Some(SmallCage::Two(partners(sets, first))),
            3 => {
                let table = || Thirds::new(sets, first, all.count_ones()).into();
                Some(SmallCage::Three(Arc::clone(known.entry(sets.to_vec()).or_insert_with(table))))
            }
            _ => None,
        };
        CageSets { cells: cells.into(), allowed, first, peers: Arc::clone(peers), small }
    }

    /// Whether one run takes all values that no assignment uses.
    pub(crate) fn is_exact(&self) -> bool {
        !matches!(self.allowed, Allowed::List(_))
    }

    /// All assignments of two cells.
    fn two(&self, partners: &[u16; MAX_VALUES], space: &mut Space<'_>) -> bool {
        let [a, b] = [0, 1].map(|place| space.get(self.cells[place]) >> self.first);
        let (mut kept, mut required) = ([0u32; 2], !0);
        for value in values(a) {
            let some = b & u32::from(partners[value as usize]);
            if some != 0 {
                kept[0] |= 1 << value;
                kept[1] |= some;
                required &= 1 << value | if is_single(some) { some } else { 0 };
            }
        }
        if kept[0] == 0 || !(0..2).all(|place| space.keep(self.cells[place], kept[place] << self.first)) {
            return false;
        }
        leave_peers(&self.cells, self.first, required, &kept, &self.peers, space)
    }

    /// All assignments of three cells.
    fn three(&self, thirds: &Thirds, space: &mut Space<'_>) -> bool {
        let [a, b, c] = [0, 1, 2].map(|place| space.get(self.cells[place]) >> self.first);
        let (mut kept, mut required) = ([0u32; 3], !0);
        for value in values(a) {
            let (row, bit) = (&thirds.rows[value as usize], 1 << value);
            let with = |set: u32| u32::from(row[set as usize]);
            let (some_b, some_c) = (b & with(c & !bit), c & with(b & !bit));
            if some_b == 0 {
                continue;
            }
            kept[0] |= bit;
            kept[1] |= some_b;
            kept[2] |= some_c;
            // All sets with this value have another one if there is none without it.
            let mut all = bit;
            for other in values(required & (some_b | some_c)).map(|other| 1 << other) {
                if some_b & !other & with(some_c & !other) == 0 {
                    all |= other;
                }
            }
            required &= all;
        }
        if kept[0] == 0 || !(0..3).all(|place| space.keep(self.cells[place], kept[place] << self.first)) {
            return false;
        }
        leave_peers(&self.cells, self.first, required, &kept, &self.peers, space)
    }

    pub(crate) fn run(&self, space: &mut Space<'_>, scratch: &mut Scratch) -> bool {
        match &self.small {
            Some(SmallCage::Two(partners)) => return self.two(partners, space),
            Some(SmallCage::Three(thirds)) => return self.three(thirds, space),
            None => {}
        }
        match &self.allowed {
            Allowed::Small(allowed) => {
                if scratch.small.is_empty() {
                    scratch.small.push(Sweep::new());
                }
                let sweep = &mut scratch.small[0];
                filter(&self.cells, self.first, allowed, &self.peers, sweep, &mut scratch.memory, space)
            }
            Allowed::Medium(allowed) => {
                if scratch.medium.is_empty() {
                    scratch.medium.push(Sweep::new());
                }
                let sweep = &mut scratch.medium[0];
                filter(&self.cells, self.first, allowed, &self.peers, sweep, &mut scratch.memory, space)
            }
            Allowed::Large(allowed) => {
                if scratch.large.is_empty() {
                    scratch.large.push(Sweep::new());
                }
                let sweep = &mut scratch.large[0];
                filter(&self.cells, self.first, allowed, &self.peers, sweep, &mut scratch.memory, space)
            }
            Allowed::List(sets) => self.filter_list(sets, space),
        }
    }

    /// Keeps the values of the sets that the cells can hold one by one; exact when all cells have their value.
    fn filter_list(&self, sets: &[u32], space: &mut Space<'_>) -> bool {
        let (mut fixed, mut all) = (0, 0);
        for &cell in &self.cells {
            let mask = space.get(cell);
            all |= mask;
            if is_single(mask) {
                fixed |= mask;
            }
        }
        let (mut some, mut every) = (0, !0);
        for &set in sets {
            if fixed & !set == 0 && set & !all == 0 && self.cells.iter().all(|&cell| space.get(cell) & set != 0) {
                some |= set;
                every &= set;
            }
        }
        if some == 0 {
            return false;
        }
        let mut required = every & !fixed;
        while required != 0 {
            let value = required & required.wrapping_neg();
            required ^= value;
            let mut places = self.cells.iter().filter(|&&cell| space.get(cell) & value != 0);
            if let (Some(&cell), None) = (places.next(), places.next())
                && !space.keep(cell, value)
            {
                return false;
            }
        }
        self.cells.iter().all(|&cell| space.keep(cell, some))
    }
}

/// The exact filter of a cage, and the conclusions outside of it.
pub(super) fn filter<const W: usize>(
    cells: &[u16],
    first: u32,
    allowed: &Family<W>,
    peers: &Peers,
    sweep: &mut Sweep<W>,
    memory: &mut Memory,
    space: &mut Space<'_>,
) -> bool {
    let mut masks = [0u32; MAX_VALUES];
    let masks = &mut masks[..cells.len()];
    for (mask, &cell) in masks.iter_mut().zip(cells) {
        *mask = space.get(cell) >> first;
    }
    // Families stay where they are during a search: the address tells them apart.
    let question = core::ptr::from_ref(allowed) as usize as u64;
    let sweep = |masks: &mut [u32]| sweep_of(masks, allowed, sweep);
    let Some(required) = remembered(masks, question, memory, sweep) else { return false };
    for (&mask, &cell) in masks.iter().zip(cells) {
        if !space.keep(cell, mask << first) {
            return false;
        }
    }
    leave_peers(cells, first, required, masks, peers, space)
}

/// Leaves the masks what a sweep leaves them and returns what it returns, from memory if it has run before.
#[inline(always)]
pub(super) fn remembered(
    masks: &mut [u32],
    question: u64,
    memory: &mut Memory,
    mut sweep: impl FnMut(&mut [u32]) -> Option<u32>,
) -> Option<u32> {
    let Some(packed) = pack(masks) else { return sweep(masks) };
    let result = memory.get(packed, question, || {
        let mut left = [0u32; MAX_VALUES];
        let left = &mut left[..masks.len()];
        left.copy_from_slice(masks);
        match sweep(left) {
            Some(required) => Filtered { masks: pack(left).unwrap_or(0), required },
            None => Filtered::default(),
        }
    });
    if result.masks == 0 {
        return None;
    }
    unpack(result.masks, masks);
    Some(result.required)
}

/// Leaves the masks what some allowed set uses, and returns what all of these sets have; `None` if there is no set.
pub(super) fn sweep_of<const W: usize>(masks: &mut [u32], allowed: &Family<W>, sweep: &mut Sweep<W>) -> Option<u32> {
    if !sweep.forward(masks) || !sweep.backward(allowed, masks) {
        return None;
    }
    let mut held = *sweep.sets();
    for (word, allowed) in held.iter_mut().zip(allowed) {
        *word &= allowed;
    }
    Some(common(&held, masks.iter().fold(0, |all, mask| all | mask)))
}

/// Masks from one number.
#[inline(always)]
fn unpack(packed: u64, masks: &mut [u32]) {
    for (place, mask) in (0..).zip(masks) {
        *mask = (packed >> (PACKED * place)) as u32 & ((1 << PACKED) - 1);
    }
}

/// Values that a group of cells must hold leave the cells that see all their places in the group.
pub(super) fn leave_peers(
    cells: &[u16],
    first: u32,
    required: u32,
    masks: &[u32],
    peers: &Peers,
    space: &mut Space<'_>,
) -> bool {
    for element in values(required) {
        let value = 1u32 << element;
        // A value in its only place leaves the peers anyway.
        if masks.contains(&value) {
            continue;
        }
        for word in 0..peers.words() {
            let mut seen = !0;
            for (&cell, &mask) in cells.iter().zip(masks) {
                if mask & value != 0 {
                    seen &= peers.row(cell)[word];
                }
            }
            while seen != 0 {
                let cell = (word * 64) as u16 + seen.trailing_zeros() as u16;
                seen &= seen - 1;
                if !space.remove(cell, value << first) {
                    return false;
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::space::{NO_CELL, Queue};

    #[test]
    fn tables_of_small_cages_keep_what_the_sweep_keeps() {
        let mut random = ninefold::Random::new(9);
        let all = 0x3fe;
        let peers = Arc::new(Peers::new(5, &[(0..5).collect()]));
        let mut scratch = Scratch::new();
        let cages: Vec<(CageSets, CageSets)> = [2, 3, 2, 3, 3]
            .into_iter()
            .map(|cells| {
                let sets = (0..1u32 << 9).map(|set| set << 1).filter(|set| set.count_ones() == u32::from(cells));
                let sets = Arc::new(sets.filter(|_| random.below(8) == 0).collect());
                let by_table = CageSets::new((0..cells).collect(), &sets, all, &peers, &mut HashMap::new());
                let by_sweep = CageSets { small: None, ..by_table.clone() };
                (by_table, by_sweep)
            })
            .collect();
        let mut possible = 0;
        for case in 0..4000 {
            let mut masks: Vec<u32> =
                (0..5).map(|_| 1 << (1 + random.below(9)) | all & random.below(1 << 10)).collect();
            let mut other = masks.clone();
            let mut run = |cage: &CageSets, masks: &mut [u32]| {
                let (mut queue, mut fixed) = (Queue::default(), Vec::new());
                let (queue, fixed) = (&mut queue, &mut fixed);
                let mut space = Space { masks, queue, watch: &[], fixed, failed: NO_CELL, failed_house: NO_CELL };
                cage.run(&mut space, &mut scratch)
            };
            let (by_table, by_sweep) = &cages[case % cages.len()];
            let fits = run(by_table, &mut masks);
            assert_eq!(fits, run(by_sweep, &mut other));
            assert!(!fits || masks == other, "{masks:?} {other:?}");
            possible += usize::from(fits);
        }
        assert!(possible > 200, "{possible}");
    }
}
