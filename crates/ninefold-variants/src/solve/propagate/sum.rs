//! Weighted sums, in two strengths.
//!
//! Cells with the same weight that differ from each other form a group. [`SumBounds`] knows the smallest and the largest
//! sum of each group of different values and cuts what lies too far out; with three open cells or fewer it is exact.
//! [`SumExact`] knows all sums that each group can have, convolves them, and filters each group by the sums that the
//! others leave it: exact but for what different groups have to do with each other.

use std::sync::Arc;

use super::Scratch;
use super::cage::{filter, leave_peers};
use crate::solve::peers::Peers;
use crate::solve::space::{Space, above, below, high, is_single, low, sum_of, values};
use crate::solve::subsets::{MAX_VALUES, SumTable, Sweep, common, is_empty, meets};

/// Cells of one weight that all differ.
#[derive(Clone, Debug)]
pub(crate) struct SumGroup {
    pub(crate) cells: Box<[u16]>,
    pub(crate) weight: i32,
}

/// A sum of groups.
#[derive(Clone, Debug)]
pub(crate) struct SumData {
    groups: Box<[SumGroup]>,
    total: i64,
    /// Whether all weights are 1 or -1.
    unit: bool,
    peers: Arc<Peers>,
}

impl SumData {
    /// Parts the terms into groups.
    pub(crate) fn new(terms: &[(u16, i32)], total: i64, peers: &Arc<Peers>) -> SumData {
        let mut weights: Vec<i32> = terms.iter().map(|term| term.1).collect();
        weights.sort_unstable_by_key(|&weight| core::cmp::Reverse(weight));
        weights.dedup();
        let mut groups = Vec::new();
        for weight in weights {
            let cells: Vec<u16> = terms.iter().filter(|term| term.1 == weight).map(|term| term.0).collect();
            groups.extend(peers.groups(&cells).into_iter().map(|cells| SumGroup { cells: cells.into(), weight }));
        }
        let unit = terms.iter().all(|term| term.1.abs() == 1);
        SumData { groups: groups.into(), total, unit, peers: Arc::clone(peers) }
    }

    pub(crate) fn cells(&self) -> Vec<u16> {
        self.groups.iter().flat_map(|group| group.cells.iter().copied()).collect()
    }

    pub(crate) fn groups(&self) -> &[SumGroup] {
        &self.groups
    }
}

/// Sets of a number of values with a sum, for at most ten values.
#[derive(Clone, Debug)]
pub(crate) struct Combinations {
    /// By number of values, then by sum.
    lists: Vec<Vec<Box<[u32]>>>,
}

impl Combinations {
    /// All sets of the board's values, if there are few enough values.
    pub(crate) fn new(all: u32) -> Option<Combinations> {
        let count = all.count_ones() as usize;
        if count > MAX_VALUES {
            return None;
        }
        let most = sum_of(all) as usize;
        let mut lists = vec![vec![Vec::new(); most + 1]; count + 1];
        let mut set = all;
        loop {
            lists[set.count_ones() as usize][sum_of(set) as usize].push(set);
            if set == 0 {
                break;
            }
            set = (set - 1) & all;
        }
        let boxed = |list: Vec<Vec<u32>>| list.into_iter().map(Into::into).collect();
        Some(Combinations { lists: lists.into_iter().map(boxed).collect() })
    }

    #[inline(always)]
    fn get(&self, count: usize, sum: i64) -> &[u32] {
        let list = self.lists.get(count).and_then(|list| list.get(usize::try_from(sum).ok()?));
        list.map_or(&[], |list| list)
    }
}

/// Bounds of the sum; for one group of different cells all its sets of values.
#[derive(Clone, Debug)]
pub(crate) struct SumBounds {
    pub(crate) data: Arc<SumData>,
    pub(crate) combinations: Option<Arc<Combinations>>,
}

/// The smallest and the largest values that the cells of a group can hold together, as sets.
#[inline(always)]
fn extremes(group: &SumGroup, space: &Space<'_>) -> Option<(u32, u32, usize)> {
    let (mut least, mut most, mut open) = (0u32, 0u32, 0);
    for &cell in &group.cells {
        let mask = space.get(cell);
        open += usize::from(!is_single(mask));
        // The lowest free value that is not below the cell's lowest; taking it in any order gives the same set.
        let free = !least & !below(low(mask));
        least |= free & free.wrapping_neg();
        let free = !most & !above(high(mask));
        if free == 0 {
            return None;
        }
        most |= 1 << high(free);
    }
    Some((least, most, open))
}

impl SumBounds {
    #[inline]
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let data = &*self.data;
        if let (Some(combinations), [group]) = (&self.combinations, &data.groups[..])
            && group.weight == 1
        {
            return self.one_group(combinations, group, space);
        }
        loop {
            let (mut least, mut most, mut open) = (0i64, 0i64, 0);
            for group in &data.groups {
                let Some((low_set, high_set, open_here)) = extremes(group, space) else { return false };
                let weight = i64::from(group.weight);
                let (a, b) = (weight * i64::from(sum_of(low_set)), weight * i64::from(sum_of(high_set)));
                least += a.min(b);
                most += a.max(b);
                open += open_here;
            }
            if data.total < least || data.total > most {
                return false;
            }
            if least == most {
                return true;
            }
            if open <= 3 && data.unit {
                return self.few(space);
            }
            let (rise, fall) = (data.total - least, most - data.total);
            let mut changed = false;
            for group in &data.groups {
                let Some((low_set, high_set, _)) = extremes(group, space) else { return false };
                let times = i64::from(group.weight.abs());
                let (mut up, mut down) = (rise / times, fall / times);
                if group.weight < 0 {
                    core::mem::swap(&mut up, &mut down);
                }
                // One value can be at most so much above the largest of the smallest set, and the other way round.
                let cap = i64::from(high(low_set)) + up;
                let floor = i64::from(low(high_set)) - down;
                let mut keep = !0;
                if cap < 31 {
                    keep &= below(cap as u32 + 1);
                }
                if floor > 0 {
                    keep &= !below(floor.min(31) as u32);
                }
                if keep != !0 {
                    for &cell in &group.cells {
                        let before = space.get(cell);
                        if !space.keep(cell, keep) {
                            return false;
                        }
                        changed |= before != space.get(cell);
                    }
                }
            }
            if !changed {
                return true;
            }
        }
    }

    /// Different cells: the values of the sets that they can hold, and the only places of values that all sets have.
    #[inline]
    fn one_group(&self, combinations: &Combinations, group: &SumGroup, space: &mut Space<'_>) -> bool {
        let (mut fixed, mut once, mut twice, mut open) = (0, 0, 0, 0);
        for &cell in &group.cells {
            let mask = space.get(cell);
            if is_single(mask) {
                fixed |= mask;
            } else {
                open += 1;
                twice |= once & mask;
                once |= mask;
            }
        }
        if open <= 3 {
            return self.few(space);
        }
        let available = once & !fixed;
        let (mut some, mut every) = (0, !0);
        for &set in combinations.get(open, self.data.total - i64::from(sum_of(fixed))) {
            if set & !available == 0 {
                some |= set;
                every &= set;
            }
        }
        if some == 0 {
            return false;
        }
        let lost = once & !some;
        let hidden = every & once & !twice;
        if lost | hidden != 0 {
            for &cell in &group.cells {
                let mask = space.get(cell);
                if is_single(mask) {
                    continue;
                }
                let only = mask & hidden;
                if !space.keep(cell, if only == 0 { some } else { only }) {
                    return false;
                }
            }
        }
        true
    }

    /// At most three open cells with weights 1 and -1: all assignments.
    #[inline]
    fn few(&self, space: &mut Space<'_>) -> bool {
        let data = &*self.data;
        let mut rest = data.total;
        let mut cells = [(0u16, 1i32); 3];
        let mut count = 0;
        for group in &data.groups {
            for &cell in &group.cells {
                let mask = space.get(cell);
                if is_single(mask) {
                    rest -= i64::from(group.weight) * i64::from(low(mask));
                } else {
                    cells[count] = (cell, group.weight);
                    count += 1;
                }
            }
        }
        let differ = |a: usize, b: usize| data.peers.differ(cells[a].0, cells[b].0);
        match count {
            0 => rest == 0,
            1 => {
                let value = rest * i64::from(cells[0].1);
                u32::try_from(value).is_ok_and(|value| value < 32 && space.keep(cells[0].0, 1 << value))
            }
            2 => {
                let (a, b) = (space.get(cells[0].0), space.get(cells[1].0));
                let (a, b) = two(a, cells[0].1, b, cells[1].1, rest, differ(0, 1));
                space.keep(cells[0].0, a) && space.keep(cells[1].0, b)
            }
            _ => {
                let (a, b, c) = (space.get(cells[0].0), space.get(cells[1].0), space.get(cells[2].0));
                let (with_b, with_c, apart) = (differ(0, 1), differ(0, 2), differ(1, 2));
                let (mut keep_a, mut keep_b, mut keep_c) = (0, 0, 0);
                for value in values(a) {
                    let bit = 1u32 << value;
                    let b = if with_b { b & !bit } else { b };
                    let c = if with_c { c & !bit } else { c };
                    let left = rest - i64::from(cells[0].1) * i64::from(value);
                    let (some_b, some_c) = two(b, cells[1].1, c, cells[2].1, left, apart);
                    if some_b != 0 {
                        keep_a |= bit;
                        keep_b |= some_b;
                        keep_c |= some_c;
                    }
                }
                space.keep(cells[0].0, keep_a) && space.keep(cells[1].0, keep_b) && space.keep(cells[2].0, keep_c)
            }
        }
    }
}

/// The values of two cells, with weights 1 or -1, that have a partner for this sum.
#[inline(always)]
fn two(a: u32, weight_a: i32, b: u32, weight_b: i32, sum: i64, differ: bool) -> (u32, u32) {
    // With weight -1 for the first cell all signs change.
    let (sum, weight_b) = if weight_a < 0 { (-sum, -weight_b) } else { (sum, weight_b) };
    if !(-31..=62).contains(&sum) {
        return (0, 0);
    }
    let sum = sum as i32;
    // For each value of b the value of a that goes with it: sum - b, or sum + b.
    let partner_of = |b: u32| {
        let (mirrored, shift) = if weight_b > 0 { (b.reverse_bits(), sum - 31) } else { (b, sum) };
        let wide = u64::from(mirrored);
        (if shift >= 0 { wide << shift.min(32) } else { wide >> -shift }) as u32
    };
    let mut a = a & partner_of(b);
    if differ && weight_b > 0 && sum >= 0 && sum % 2 == 0 && sum / 2 < 32 {
        a &= !(1 << (sum / 2));
    }
    if differ && weight_b < 0 && sum == 0 {
        return (0, 0);
    }
    // And back: b is sum - a, or a - sum.
    let back = if weight_b > 0 {
        let wide = u64::from(a.reverse_bits());
        let shift = sum - 31;
        (if shift >= 0 { wide << shift.min(32) } else { wide >> -shift }) as u32
    } else {
        let wide = u64::from(a);
        (if sum >= 0 { wide >> sum } else { wide << -sum }) as u32
    };
    (a, b & back)
}

/// All sums of the groups.
#[derive(Clone, Debug)]
pub(crate) struct SumExact {
    pub(crate) data: Arc<SumData>,
    pub(crate) tables: Arc<SumTables>,
}

/// The sets of each sum, for the number of values of the board.
#[derive(Clone, Debug)]
pub(crate) enum SumTables {
    /// Up to six values.
    Small(SumTable<1>, u32),
    /// Up to nine.
    Medium(SumTable<8>, u32),
    /// Ten.
    Large(SumTable<16>, u32),
}

impl SumTables {
    /// The tables for the values of a board, if there are few enough.
    pub(crate) fn new(all: u32) -> Option<SumTables> {
        let (count, first) = (all.count_ones() as usize, all.trailing_zeros());
        match count {
            1..=6 => Some(SumTables::Small(SumTable::new(count, first), first)),
            7..=9 => Some(SumTables::Medium(SumTable::new(count, first), first)),
            MAX_VALUES => Some(SumTables::Large(SumTable::new(count, first), first)),
            _ => None,
        }
    }
}

/// The most groups that [`SumExact`] takes.
pub(crate) const MAX_GROUPS: usize = 8;

/// The sums that two parts have together.
#[inline(always)]
fn convolve(a: u128, mut b: u128) -> u128 {
    let mut all = 0;
    while b != 0 {
        all |= a << b.trailing_zeros();
        b &= b - 1;
    }
    all
}

impl SumExact {
    pub(crate) fn run(&self, space: &mut Space<'_>, scratch: &mut Scratch) -> bool {
        let groups = self.data.groups.len();
        match &*self.tables {
            SumTables::Small(table, first) => {
                scratch.small.resize_with(groups.max(scratch.small.len()), Sweep::new);
                exact(&self.data, table, *first, &mut scratch.small, space)
            }
            SumTables::Medium(table, first) => {
                scratch.medium.resize_with(groups.max(scratch.medium.len()), Sweep::new);
                exact(&self.data, table, *first, &mut scratch.medium, space)
            }
            SumTables::Large(table, first) => {
                scratch.large.resize_with(groups.max(scratch.large.len()), Sweep::new);
                exact(&self.data, table, *first, &mut scratch.large, space)
            }
        }
    }
}

fn exact<const W: usize>(
    data: &SumData,
    table: &SumTable<W>,
    first: u32,
    sweeps: &mut [Sweep<W>],
    space: &mut Space<'_>,
) -> bool {
    let count = data.groups.len();
    if let [group] = &data.groups[..]
        && group.weight == 1
        && let Some(allowed) = usize::try_from(data.total).ok().and_then(|total| table.by_sum.get(total))
    {
        return filter(&group.cells, first, allowed, &data.peers, &mut sweeps[0], space);
    }
    let mut masks = [[0u32; MAX_VALUES]; MAX_GROUPS];
    // The sums of each group, times the size of its weight.
    let mut sums = [0u128; MAX_GROUPS];
    let mut open_groups = 0;
    for (place, group) in data.groups.iter().enumerate() {
        let masks = &mut masks[place][..group.cells.len()];
        let mut open = 0;
        for (mask, &cell) in masks.iter_mut().zip(&group.cells) {
            *mask = space.get(cell) >> first;
            open += usize::from(!is_single(*mask));
        }
        open_groups += usize::from(open > 0);
        let times = group.weight.unsigned_abs();
        if let [mask] = masks[..] {
            let largest = times * (high(mask) + first);
            if largest > 127 {
                return true;
            }
            sums[place] = values(mask).fold(0, |all, element| all | 1 << (times * (element + first)));
            continue;
        }
        if !sweeps[place].forward(masks) {
            return false;
        }
        let sets = sweeps[place].sets();
        let (mut least, mut most) = (0u32, 0u32);
        for &mask in masks.iter() {
            least += low(mask) + first;
            most += high(mask) + first;
        }
        if times * most > 127 {
            return true;
        }
        for sum in least..=most.min(table.by_sum.len() as u32 - 1) {
            if meets(sets, &table.by_sum[sum as usize]) {
                sums[place] |= 1 << (times * sum);
            }
        }
        if sums[place] == 0 {
            return false;
        }
    }
    if open_groups == 0 {
        return true;
    }
    // Positive groups on one side, negative ones and the total on the other.
    let side = |sign: i32, without: usize| -> Option<u128> {
        let total = data.total * i64::from(-sign);
        let start = u32::try_from(total.max(0)).ok().filter(|&start| start < 128)?;
        let mut all = 1u128 << start;
        for (place, group) in data.groups.iter().enumerate() {
            if place != without && group.weight.signum() == sign {
                // Sums beyond 127 fall out of the set; they are too large only if the other side cannot reach them.
                let top = 127 - all.leading_zeros() + 127 - sums[place].leading_zeros();
                if top > 127 {
                    return None;
                }
                all = convolve(all, sums[place]);
            }
        }
        Some(all)
    };
    let mut allowed = [0u128; MAX_GROUPS];
    for place in 0..count {
        let sign = data.groups[place].weight.signum();
        let (Some(own), Some(other)) = (side(sign, place), side(-sign, place)) else { return true };
        let mut rest = sums[place];
        while rest != 0 {
            let sum = rest.trailing_zeros();
            rest &= rest - 1;
            if (own << sum) & other != 0 {
                allowed[place] |= 1 << sum;
            }
        }
        if allowed[place] == 0 {
            return false;
        }
    }
    for (place, group) in data.groups.iter().enumerate() {
        let times = group.weight.unsigned_abs();
        let masks = &mut masks[place][..group.cells.len()];
        if let [mask] = masks[..] {
            let keep = values(mask).filter(|element| allowed[place] >> (times * (element + first)) & 1 == 1);
            let keep = keep.fold(0, |all, element| all | 1u32 << element);
            if !space.keep(group.cells[0], keep << first) {
                return false;
            }
            continue;
        }
        let mut sets = [0u64; W];
        let mut rest = allowed[place];
        while rest != 0 {
            let sum = rest.trailing_zeros() / times;
            rest &= rest - 1;
            sets.iter_mut().zip(&table.by_sum[sum as usize]).for_each(|(word, more)| *word |= more);
        }
        sets.iter_mut().zip(sweeps[place].sets()).for_each(|(word, held)| *word &= held);
        if is_empty(&sets) || !sweeps[place].backward(&sets, masks) {
            return false;
        }
        let mut all = 0;
        for (&mask, &cell) in masks.iter().zip(&group.cells) {
            all |= mask;
            if !space.keep(cell, mask << first) {
                return false;
            }
        }
        if !leave_peers(&group.cells, first, common(&sets, all), masks, &data.peers, space) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cells_keep_exactly_the_values_with_partners() {
        let mut random = ninefold::Random::new(5);
        for _ in 0..20_000 {
            let (a, b) = (random.below(1 << 26), random.below(1 << 26));
            let (weight_a, weight_b) = ([1, -1][random.below(2) as usize], [1, -1][random.below(2) as usize]);
            let sum = i64::from(random.below(120)) - 60;
            let differ = random.below(2) == 1;
            let mut expected = (0, 0);
            for x in values(a) {
                for y in values(b) {
                    let total = i64::from(weight_a) * i64::from(x) + i64::from(weight_b) * i64::from(y);
                    if total == sum && !(differ && x == y) {
                        expected.0 |= 1 << x;
                        expected.1 |= 1 << y;
                    }
                }
            }
            assert_eq!(two(a, weight_a, b, weight_b, sum, differ), expected, "{a:b} {b:b} {weight_a} {weight_b} {sum}");
        }
    }
}
