//! Weighted sums, in two strengths.
//!
//! Cells with the same weight that differ from each other form a group. [`SumBounds`] knows the smallest and the largest
//! sum of each group of different values and cuts what lies too far out; with three open cells or fewer it is exact.
//! [`SumExact`] knows all sums that each group can have, convolves them, and filters each group by the sums that the
//! others leave it: exact but for what different groups have to do with each other.

use std::sync::Arc;

use super::Scratch;
use super::cage::{filter, leave_peers, remembered, sweep_of};
use crate::solve::peers::Peers;
use crate::solve::space::{Space, below, high, is_single, low, sum_of, values};
use crate::solve::subsets::{Filtered, MAX_VALUES, Memory, SumTable, Sweep, meets, pack};

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
    /// Bounds take nothing when the total is at least this far from both the smallest and the largest sum.
    loose: i64,
    peers: Arc<Peers>,
}

impl SumData {
    /// Parts the terms into groups. `all` are the values of the board.
    pub(crate) fn new(terms: &[(u16, i32)], total: i64, all: u32, peers: &Arc<Peers>) -> SumData {
        let mut weights: Vec<i32> = terms.iter().map(|term| term.1).collect();
        weights.sort_unstable_by_key(|&weight| core::cmp::Reverse(weight));
        weights.dedup();
        let mut groups = Vec::new();
        for weight in weights {
            let cells: Vec<u16> = terms.iter().filter(|term| term.1 == weight).map(|term| term.0).collect();
            groups.extend(peers.groups(&cells).into_iter().map(|cells| SumGroup { cells: cells.into(), weight }));
        }
        let unit = terms.iter().all(|term| term.1.abs() == 1);
        let heaviest = terms.iter().map(|term| i64::from(term.1.abs())).max().unwrap_or(1);
        SumData {
            groups: groups.into(),
            total,
            unit,
            loose: i64::from(31 - all.leading_zeros()) * heaviest,
            peers: Arc::clone(peers),
        }
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
        let free = !least & (mask & mask.wrapping_neg()).wrapping_neg();
        least |= free & free.wrapping_neg();
        let free = !most & (!0 >> mask.leading_zeros());
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
            // The extremes of the first groups; those of more are found a second time.
            let mut known = [(0, 0); MAX_GROUPS];
            for (place, group) in data.groups.iter().enumerate() {
                let Some((low_set, high_set, open_here)) = extremes(group, space) else { return false };
                let weight = i64::from(group.weight);
                let (a, b) = (weight * i64::from(sum_of(low_set)), weight * i64::from(sum_of(high_set)));
                least += a.min(b);
                most += a.max(b);
                open += open_here;
                if let Some(known) = known.get_mut(place) {
                    *known = (low_set, high_set);
                }
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
            if rise.min(fall) >= data.loose {
                return true;
            }
            let mut changed = false;
            for (place, group) in data.groups.iter().enumerate() {
                let (low_set, high_set) = match known.get(place) {
                    Some(&known) => known,
                    None => match extremes(group, space) {
                        Some((low_set, high_set, _)) => (low_set, high_set),
                        None => return false,
                    },
                };
                let times = i64::from(group.weight.abs());
                let (mut up, mut down) = if times == 1 { (rise, fall) } else { (rise / times, fall / times) };
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
        // The first open cells, and what is left for the open cells.
        let (mut first, mut rest) = ([0; 3], self.data.total);
        for &cell in &group.cells {
            let mask = space.get(cell);
            if is_single(mask) {
                fixed |= mask;
                rest -= i64::from(low(mask));
            } else {
                if let Some(place) = first.get_mut(open) {
                    *place = cell;
                }
                open += 1;
                twice |= once & mask;
                once |= mask;
            }
        }
        match open {
            0..3 => return self.few(space),
            3 => return self.three(first, rest, space),
            _ => {}
        }
        let available = once & !fixed;
        let (mut some, mut every) = (0, !0);
        for &set in combinations.get(open, rest) {
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

    /// Three open cells that differ, of at most ten values: all assignments.
    fn three(&self, cells: [u16; 3], rest: i64, space: &mut Space<'_>) -> bool {
        let [a, b, c] = cells.map(|cell| space.get(cell));
        // The partner of a value is the sum less the value: the mask the other way round and moved.
        let [turned_b, turned_c] = [b, c].map(|mask| u64::from(mask.reverse_bits()) << 32);
        let (mut keep, mut required) = ([0u32; 3], !0u32);
        // Three values up to ten have no larger sum.
        let most = u32::try_from(rest).ok().filter(|&rest| rest < 32);
        for value in values(most.map_or(0, |most| a & below(most + 1))) {
            let sum = rest as u32 - value;
            // Neither the value of the first cell, nor its partner, nor half the sum twice.
            let partner = ((1u64 << (32 + sum - value)) >> 32) as u32;
            let equal = 1 << value | partner | (!sum & 1) << (sum / 2);
            let some_b = b & (turned_c >> (63 - sum)) as u32 & !equal;
            let some_c = c & (turned_b >> (63 - sum)) as u32 & !equal;
            if some_b != 0 {
                keep[0] |= 1 << value;
                keep[1] |= some_b;
                keep[2] |= some_c;
                let both = some_b | some_c;
                let more = both & (both - 1);
                required &= 1 << value | if is_single(more) { both } else { 0 };
            }
        }
        (0..3).all(|place| space.keep(cells[place], keep[place]))
            && (required == 0 || leave_peers(&cells, 0, required, &keep, &self.data.peers, space))
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
        let one_group = data.groups.len() == 1 && data.groups[0].weight == 1;
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
                let fits = space.keep(cells[0].0, a) && space.keep(cells[1].0, b);
                // Two values for two different cells: no other cell that differs from both has one of them.
                let both = a | b;
                let locked = fits && one_group && a == b && is_single(both & (both - 1));
                fits && (!locked || leave_peers(&[cells[0].0, cells[1].0], 0, both, &[a, b], &data.peers, space))
            }
            _ => {
                let (a, b, c) = (space.get(cells[0].0), space.get(cells[1].0), space.get(cells[2].0));
                let (with_b, with_c, apart) = (differ(0, 1), differ(0, 2), differ(1, 2));
                let (mut keep_a, mut keep_b, mut keep_c) = (0, 0, 0);
                // The values of all sets that the three cells can hold, if they differ.
                let mut required = if one_group { !0 } else { 0 };
                for value in values(a) {
                    let bit = 1u32 << value;
                    let left = rest - i64::from(cells[0].1) * i64::from(value);
                    let b = if with_b { b & !bit } else { b };
                    let c = if with_c { c & !bit } else { c };
                    let (some_b, some_c) = two(b, cells[1].1, c, cells[2].1, left, apart);
                    if some_b != 0 {
                        keep_a |= bit;
                        keep_b |= some_b;
                        keep_c |= some_c;
                        let rest = some_b | some_c;
                        required &= bit | if is_single(rest & (rest - 1)) { rest } else { 0 };
                    }
                }
                space.keep(cells[0].0, keep_a)
                    && space.keep(cells[1].0, keep_b)
                    && space.keep(cells[2].0, keep_c)
                    && (required == 0 || {
                        let (cells, masks) = (cells.map(|cell| cell.0), [keep_a, keep_b, keep_c]);
                        leave_peers(&cells, 0, required, &masks, &data.peers, space)
                    })
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

/// The sums that two parts have together, up to a largest one.
#[inline(always)]
fn convolve(a: u128, b: u128, most: u32) -> u128 {
    // Often one part is a single sum. The loop is over the sums of the second part.
    let (a, mut b) = if a.is_power_of_two() { (b, a) } else { (a, b) };
    let reach = !0 >> (127 - most);
    if most < 64 {
        let (a, mut b, mut all) = (a as u64, (b & reach) as u64, 0);
        while b != 0 {
            all |= a << b.trailing_zeros();
            b &= b - 1;
        }
        return u128::from(all) & reach;
    }
    let mut all = 0;
    b &= reach;
    while b != 0 {
        all |= a << b.trailing_zeros();
        b &= b - 1;
    }
    all & reach
}

/// The values that two different cells have in pairs whose sum is allowed: masks and sums count elements.
#[inline(always)]
fn pairs(a: u32, b: u32, allowed: u128) -> (u32, u32) {
    let (mut keep_a, mut keep_b) = (0, 0);
    for element in values(a) {
        let partners = b & (allowed >> element) as u32 & !(1 << element);
        if partners != 0 {
            keep_a |= 1 << element;
            keep_b |= partners;
        }
    }
    (keep_a, keep_b)
}

impl SumExact {
    pub(crate) fn run(&self, space: &mut Space<'_>, scratch: &mut Scratch) -> bool {
        let groups = self.data.groups.len();
        match &*self.tables {
            SumTables::Small(table, first) => {
                scratch.small.resize_with(groups.max(scratch.small.len()), Sweep::new);
                exact(&self.data, table, *first, &mut scratch.small, &mut scratch.memory, space)
            }
            SumTables::Medium(table, first) => {
                scratch.medium.resize_with(groups.max(scratch.medium.len()), Sweep::new);
                exact(&self.data, table, *first, &mut scratch.medium, &mut scratch.memory, space)
            }
            SumTables::Large(table, first) => {
                scratch.large.resize_with(groups.max(scratch.large.len()), Sweep::new);
                exact(&self.data, table, *first, &mut scratch.large, &mut scratch.memory, space)
            }
        }
    }
}

fn exact<const W: usize>(
    data: &SumData,
    table: &SumTable<W>,
    first: u32,
    sweeps: &mut [Sweep<W>],
    memory: &mut Memory,
    space: &mut Space<'_>,
) -> bool {
    let count = data.groups.len();
    // Bounds have tried all assignments of three open cells.
    let open = |cell: &&u16| !is_single(space.get(**cell));
    if data.unit && data.groups.iter().flat_map(|group| &group.cells).filter(open).take(4).count() < 4 {
        return true;
    }
    if let [group] = &data.groups[..]
        && group.weight == 1
        && let Some(allowed) = usize::try_from(data.total).ok().and_then(|total| table.by_sum.get(total))
    {
        return filter(&group.cells, first, allowed, &data.peers, &mut sweeps[0], memory, space);
    }
    let mut masks = [[0u32; MAX_VALUES]; MAX_GROUPS];
    // For each group its sums, times the size of its weight, as bits. Bit 0 is the end of the range from which the
    // group's part of the total is counted: the least sum, or the largest for a negative weight.
    let mut sums = [0u128; MAX_GROUPS];
    let mut least_sums = [0u32; MAX_GROUPS];
    let mut left = data.total;
    let mut open = 0;
    for (place, group) in data.groups.iter().enumerate() {
        let masks = &mut masks[place][..group.cells.len()];
        let (mut least, mut most) = (0, 0);
        for (mask, &cell) in masks.iter_mut().zip(&group.cells) {
            *mask = space.get(cell) >> first;
            open += usize::from(!is_single(*mask));
            least += low(*mask);
            most += high(*mask);
        }
        let times = group.weight.unsigned_abs();
        if times * (most - least) > 127 {
            return true;
        }
        // Bit s for the sum s of elements, less the least.
        let found: u128 = match masks[..] {
            [mask] => u128::from(mask >> least),
            [a, b] => values(a).fold(0, |all, x| all | u128::from(b & !(1 << x)) << x) >> least,
            _ => {
                let base = first * group.cells.len() as u32;
                let mut sums_of = |masks: &[u32]| {
                    if !sweeps[place].forward(masks) {
                        return 0;
                    }
                    let sets = sweeps[place].sets();
                    (least..=most)
                        .filter(|sum| table.by_sum.get((sum + base) as usize).is_some_and(|family| meets(sets, family)))
                        .fold(0u64, |all, sum| all | 1 << (sum - least))
                };
                // Sums of ten values are below 64.
                u128::from(match pack(masks) {
                    Some(packed) => {
                        memory.get(packed, ALL_SUMS, || Filtered { masks: sums_of(masks), required: 0 }).masks
                    }
                    None => sums_of(masks),
                })
            }
        };
        if found == 0 {
            return false;
        }
        least_sums[place] = least;
        sums[place] = if times == 1 { found } else { spread(found, times) };
        let base = i64::from(first) * group.cells.len() as i64;
        if group.weight > 0 {
            left -= i64::from(times) * (i64::from(least) + base);
        } else {
            left += i64::from(times) * (i64::from(most) + base);
            sums[place] = sums[place].reverse_bits() >> (127 - times * (most - least));
        }
    }
    if open == 0 {
        return left == 0;
    }
    // What is left of the total has to come from the groups, and none of them gives less than nothing.
    if left < 0 {
        return false;
    }
    if left > 127 {
        return true;
    }
    let left = left as u32;
    // The sums of the groups after each.
    let mut after = [0u128; MAX_GROUPS];
    after[count - 1] = 1;
    for place in (1..count).rev() {
        after[place - 1] = convolve(after[place], sums[place], left);
    }
    let mut before = 1u128;
    for (place, group) in data.groups.iter().enumerate() {
        let others = convolve(before, after[place], left);
        let mut allowed = sums[place] & (others.reverse_bits() >> (127 - left));
        if allowed == 0 {
            return false;
        }
        if place + 1 < count {
            before = convolve(before, sums[place], left);
        }
        if allowed == sums[place] && group.cells.len() <= 2 {
            continue;
        }
        let times = group.weight.unsigned_abs();
        let masks = &mut masks[place][..group.cells.len()];
        if group.weight < 0 {
            let most: u32 = masks.iter().map(|&mask| high(mask)).sum();
            allowed = allowed.reverse_bits() >> (127 - times * (most - least_sums[place]));
        }
        if times > 1 {
            allowed = gather(allowed, times);
        }
        match masks[..] {
            [mask] => {
                let keep = mask & ((allowed as u32) << least_sums[place]);
                if !space.keep(group.cells[0], keep << first) {
                    return false;
                }
            }
            [a, b] => {
                let (keep_a, keep_b) = pairs(a, b, allowed << least_sums[place]);
                if !space.keep(group.cells[0], keep_a << first) || !space.keep(group.cells[1], keep_b << first) {
                    return false;
                }
            }
            _ => {
                let base = least_sums[place] + first * group.cells.len() as u32;
                let sweep = &mut sweeps[place];
                let filtered = |masks: &mut [u32]| {
                    let mut sets = [0u64; W];
                    let mut rest = allowed;
                    while rest != 0 {
                        let sum = rest.trailing_zeros() + base;
                        rest &= rest - 1;
                        sets.iter_mut().zip(&table.by_sum[sum as usize]).for_each(|(word, more)| *word |= more);
                    }
                    sweep_of(masks, &sets, sweep)
                };
                // The lowest sum follows from the masks.
                let question = SOME_SUMS | allowed as u64;
                let Some(required) = remembered(masks, question, memory, filtered) else { return false };
                for (&mask, &cell) in masks.iter().zip(&group.cells) {
                    if !space.keep(cell, mask << first) {
                        return false;
                    }
                }
                if !leave_peers(&group.cells, first, required, masks, &data.peers, space) {
                    return false;
                }
            }
        }
    }
    true
}

/// Questions to [`Memory`] that are no address: which sums a group has, and what it holds with one of some sums.
const ALL_SUMS: u64 = 1 << 62;
const SOME_SUMS: u64 = 1 << 63;

/// The sums of a set, each this many times as large.
fn spread(mut sums: u128, times: u32) -> u128 {
    let mut all = 0;
    while sums != 0 {
        all |= 1 << (sums.trailing_zeros() * times);
        sums &= sums - 1;
    }
    all
}

/// The sums of a set, divided by a number that divides them all.
fn gather(mut sums: u128, times: u32) -> u128 {
    let mut all = 0;
    while sums != 0 {
        all |= 1 << (sums.trailing_zeros() / times);
        sums &= sums - 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::testing::is_exact;
    use super::*;
    use crate::solve::space::{NO_CELL, Queue};

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

    #[test]
    fn three_open_cells_keep_exactly_the_values_of_their_assignments() {
        let mut random = ninefold::Random::new(21);
        let mut possible = 0;
        for (all, count) in [(0x3feu32, 3000), (0x3ff, 1000), (0x7e, 1000)] {
            let combinations = Combinations::new(all).map(Arc::new);
            for _ in 0..count {
                // Three cells, and at times a fourth with a value that they do not have.
                let cells = 3 + random.below(2) as u16;
                let taken = 1 << (1 + random.below(6));
                let mut masks: Vec<u32> = Vec::new();
                while masks.len() < 3 {
                    let mask = all & !taken & (random.below(1 << 10) | random.below(1 << 10));
                    masks.extend((mask.count_ones() > 1).then_some(mask));
                }
                masks.extend((cells == 4).then_some(taken));
                let peers = Arc::new(Peers::new(cells.into(), &[(0..cells).collect()]));
                let terms: Vec<(u16, i32)> = (0..cells).map(|cell| (cell, 1)).collect();
                let total = i64::from(random.below(40));
                let data = Arc::new(SumData::new(&terms, total, all, &peers));
                let bounds = SumBounds { data, combinations: combinations.clone() };
                possible += usize::from(is_exact(&bounds.into(), &masks, |found| {
                    let differ = (0..found.len()).all(|place| !found[..place].contains(&found[place]));
                    differ && found.iter().sum::<u32>() == total as u32
                }));
            }
        }
        assert!(possible > 1000, "{possible}");
    }

    /// The values of each cell that occur in assignments with the sum, where cells differ as the peers say.
    fn brute(terms: &[(u16, i32)], total: i64, masks: &[u32], peers: &Peers) -> Option<Vec<u32>> {
        fn go(place: usize, left: i64, now: &mut Vec<u32>, case: (&[(u16, i32)], &[u32], &Peers), out: &mut [u32]) {
            let (terms, masks, peers) = case;
            let Some(&(cell, weight)) = terms.get(place) else {
                if left == 0 {
                    now.iter().zip(out).for_each(|(&value, set)| *set |= 1 << value);
                }
                return;
            };
            for value in values(masks[usize::from(cell)]) {
                if (0..place).all(|other| now[other] != value || !peers.differ(terms[other].0, cell)) {
                    now.push(value);
                    go(place + 1, left - i64::from(weight) * i64::from(value), now, case, out);
                    now.pop();
                }
            }
        }
        let mut out = vec![0; terms.len()];
        go(0, total, &mut Vec::new(), (terms, masks, peers), &mut out);
        out.iter().all(|&set| set != 0).then_some(out)
    }

    #[test]
    fn sums_of_groups_keep_exactly_the_values_of_their_assignments() {
        let mut random = ninefold::Random::new(8);
        // One memory for all cases: results of other sums must not come back. The tables stay where they are.
        let mut scratch = Scratch::new();
        let all_tables: Vec<(u32, Arc<SumTables>)> = [0x3fe, 0x1ff, 0x3ff, 0x7e]
            .into_iter()
            .filter_map(|all: u32| Some((all, Arc::new(SumTables::new(all)?))))
            .collect();
        let (mut possible, mut exact) = (0, 0);
        for case in 0..4000 {
            let (all, tables) = &all_tables[case % all_tables.len()];
            let cells = 4 + random.below(3) as u16;
            let first = random.below(u32::from(cells) + 1) as u16;
            let peers = Arc::new(Peers::new(cells.into(), &[(0..first).collect(), (first..cells).collect()]));
            let weights = [[1, 1], [1, -1], [2, -1], [1, 3]][random.below(4) as usize];
            let terms: Vec<(u16, i32)> = (0..cells).map(|cell| (cell, weights[usize::from(cell >= first)])).collect();
            let mut masks: Vec<u32> = Vec::new();
            while masks.len() < cells.into() {
                masks.push(all & (random.below(1 << 10) | random.below(1 << 10)));
                if masks.last().is_some_and(|mask| mask.count_ones() < 2) {
                    masks.pop();
                }
            }
            let total =
                terms.iter().map(|&(cell, weight)| i64::from(weight) * i64::from(low(masks[usize::from(cell)])));
            let total = total.sum::<i64>() + i64::from(random.below(12));
            let data = Arc::new(SumData::new(&terms, total, *all, &peers));
            let expected = brute(&terms, total, &masks, &peers);
            let mut left = masks.clone();
            let (mut queue, mut fixed) = (Queue::default(), Vec::new());
            let mut space = Space {
                masks: &mut left,
                queue: &mut queue,
                watch: &[],
                fixed: &mut fixed,
                failed: NO_CELL,
                failed_house: NO_CELL,
            };
            let bounds = SumBounds { data: Arc::clone(&data), combinations: None };
            let sums = SumExact { data, tables: Arc::clone(tables) };
            let fits = bounds.run(&mut space, &mut scratch) && sums.run(&mut space, &mut scratch);
            match expected {
                Some(expected) => {
                    assert!(fits, "{terms:?} {total} {masks:?}");
                    assert!(
                        expected.iter().zip(&left).all(|(used, kept)| used & !kept == 0),
                        "{terms:?} {total} {masks:?}"
                    );
                    possible += 1;
                    exact += usize::from(expected == left);
                }
                None => possible += usize::from(fits),
            }
        }
        // Groups are independent here, so the filter is exact, but for peers of cells that bounds have just filled.
        assert!(possible > 500 && exact * 20 >= possible * 19, "{exact} of {possible}");
    }
}
