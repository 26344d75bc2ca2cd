//! Sums that follow from the houses and the sums of a puzzle: innies and outies.
//!
//! A set of k disjoint houses has k times the sum of all values. Take the cages inside away, and the cells that are left (innies)
//! have the rest. A cage that crosses the border counts either way: its part inside is left over, or the whole cage is taken
//! away and its part outside (outies) comes back with a minus:
//!
//! ```text
//!   +-------+
//!   | a a i |      45 - a = i + b1          (b1 is the part of cage b inside)
//!   | a a b | b    45 - a - b = i - b2      (b2 is the part outside)
//!   +-------+
//! ```
//!
//! The smaller part is the better one. Short results are new sums that no cage shows.

use std::collections::HashSet;

use super::model::Model;
use super::space::sum_of;

/// A sum of cells with weights, as the model keeps it.
pub(crate) type Equation = (Vec<(u16, i32)>, i64);

/// The most cells of a derived sum.
const MAX_CELLS: usize = 6;

/// The most houses in a union.
const MAX_UNION: usize = 4;

/// The most unions that are looked at.
const MAX_UNIONS: usize = 400;

/// A set of cells as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cells<const W: usize>([u64; W]);

impl<const W: usize> Cells<W> {
    const NONE: Cells<W> = Cells([0; W]);

    fn new(cells: impl IntoIterator<Item = u16>) -> Cells<W> {
        let mut bits = [0; W];
        cells.into_iter().for_each(|cell| bits[usize::from(cell) / 64] |= 1 << (cell % 64));
        Cells(bits)
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn or(&self, other: &Cells<W>) -> Cells<W> {
        Cells(core::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    fn and(&self, other: &Cells<W>) -> Cells<W> {
        Cells(core::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    fn minus(&self, other: &Cells<W>) -> Cells<W> {
        Cells(core::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    fn meets(&self, other: &Cells<W>) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            let mut rest = bits;
            core::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as u16;
                rest &= rest - 1;
                Some(word as u16 * 64 + bit)
            })
        })
    }
}

/// Sums that the houses and the sums of the model imply. They change no answer.
pub(crate) fn sums(model: &Model, houses: &[Vec<u16>]) -> Vec<Equation> {
    match model.domains.len() {
        0..=128 => sums_of::<2>(model, houses),
        129..=256 => sums_of::<4>(model, houses),
        _ => sums_of::<16>(model, houses),
    }
}

fn sums_of<const W: usize>(model: &Model, houses: &[Vec<u16>]) -> Vec<Equation> {
    let house_sum = i64::from(sum_of(model.values));
    let cages: Vec<(Cells<W>, i64)> = model
        .sums
        .iter()
        .filter(|(terms, _)| terms.iter().all(|&(_, weight)| weight == 1))
        .map(|(terms, total)| (Cells::new(terms.iter().map(|term| term.0)), *total))
        .collect();
    if cages.is_empty() || houses.is_empty() {
        return Vec::new();
    }
    let houses: Vec<Cells<W>> = houses.iter().map(|house| Cells::new(house.iter().copied())).collect();
    let mut seen: HashSet<Cells<W>> = cages.iter().map(|cage| cage.0).collect();
    let mut found = Vec::new();
    for (union, size) in unions(&houses, &cages) {
        if let Some((innies, outies, total)) = leftover(&union, house_sum * size as i64, &cages)
            && seen.insert(innies.or(&outies))
        {
            // Outies alone are a plain sum.
            let sign = if innies == Cells::NONE { -1 } else { 1 };
            let terms = innies.iter().map(|cell| (cell, 1)).chain(outies.iter().map(|cell| (cell, -sign)));
            let mut terms: Vec<(u16, i32)> = terms.collect();
            terms.sort_unstable();
            found.push((terms, total * i64::from(sign)));
        }
    }
    found
}

/// Houses parted into kinds: those of a kind are disjoint, as rows are, or columns, or blocks.
fn kinds<const W: usize>(houses: &[Cells<W>]) -> Vec<Vec<Cells<W>>> {
    let mut kinds: Vec<(Cells<W>, Vec<Cells<W>>)> = Vec::new();
    for house in houses {
        match kinds.iter_mut().find(|(all, _)| !all.meets(house)) {
            Some((all, members)) => {
                *all = all.or(house);
                members.push(*house);
            }
            None => kinds.push((*house, vec![*house])),
        }
    }
    kinds.into_iter().map(|(_, members)| members).collect()
}

/// Unions of houses of a kind that cages connect, with the number of houses.
fn unions<const W: usize>(houses: &[Cells<W>], cages: &[(Cells<W>, i64)]) -> Vec<(Cells<W>, usize)> {
    let mut all = Vec::new();
    for kind in kinds(houses) {
        // Which houses of the kind a cage leads to from each of them.
        let near: Vec<u32> = kind
            .iter()
            .map(|house| {
                let mut reach = Cells::NONE;
                cages.iter().filter(|(cage, _)| cage.meets(house)).for_each(|(cage, _)| reach = reach.or(cage));
                (0..kind.len().min(32))
                    .filter(|&other| kind[other].meets(&reach))
                    .fold(0, |set, other| set | 1 << other)
            })
            .collect();
        let mut layer: Vec<u32> = (0..kind.len().min(32)).map(|house| 1 << house).collect();
        for size in 1..=MAX_UNION {
            let mut next = Vec::new();
            for &members in &layer {
                let houses = || (0..kind.len().min(32)).filter(move |house| members >> house & 1 == 1);
                all.push((houses().fold(Cells::NONE, |union, house| union.or(&kind[house])), size));
                if size < MAX_UNION {
                    let reach = houses().fold(0, |reach, house| reach | near[house]) & !members;
                    next.extend((0..32).filter(|house| reach >> house & 1 == 1).map(|house| members | 1 << house));
                }
            }
            next.sort_unstable();
            next.dedup();
            if all.len() + next.len() > MAX_UNIONS * 3 {
                break;
            }
            layer = next;
        }
    }
    all
}

/// Innies and outies of a union and the sum of the innies minus that of the outies, if they are few.
fn leftover<const W: usize>(
    union: &Cells<W>,
    total: i64,
    cages: &[(Cells<W>, i64)],
) -> Option<(Cells<W>, Cells<W>, i64)> {
    let (mut taken, mut outies, mut rest) = (Cells::NONE, Cells::NONE, total);
    for (cage, sum) in cages {
        if cage.meets(union) && cage.minus(union) == Cells::NONE && !cage.meets(&taken) {
            taken = taken.or(cage);
            rest -= sum;
        }
    }
    // Crossing cages where they leave fewer cells outside than they take inside.
    for (cage, sum) in cages {
        if !cage.meets(union) {
            continue;
        }
        let out = cage.minus(union);
        let own = cage.and(union);
        if out == Cells::NONE || cage.meets(&taken) || out.meets(&outies) || out.len() >= own.len() {
            continue;
        }
        taken = taken.or(&own);
        outies = outies.or(&out);
        rest -= sum;
    }
    let innies = union.minus(&taken);
    let cells = innies.len() + outies.len();
    (1..=MAX_CELLS).contains(&cells).then_some((innies, outies, rest))
}
