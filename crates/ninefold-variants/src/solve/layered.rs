//! A line that a state machine reads, unrolled: one layer of states for each border between two cells.
//!
//! ```text
//!   layer 0   cell 0    layer 1   cell 1    layer 2
//!     s ----- {1,2} ----> a ------ {3} ------> t
//!       \---- {3} ------> b ------ {1,2} ----/
//! ```
//!
//! Only states on a path from the start to acceptance are kept, and states of a layer with the same continuation are
//! one. A value survives in a cell exactly when some path uses it there: two sweeps over the edges find all of them.

use core::hash::Hash;
use std::collections::HashMap;

/// A machine that does not fit the memory or the time it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// One edge: from a state of a layer with one of the values to a state of the next layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Edge {
    from: u16,
    to: u16,
    values: u32,
}

/// The unrolled machine.
#[derive(Clone, Debug)]
pub(crate) struct Layered {
    /// For each cell its edges, sorted by the state they start from.
    edges: Vec<Vec<Edge>>,
    /// How many 64-bit words the states of a layer need at most.
    words: usize,
}

impl Layered {
    /// Unrolls a machine over cells with these values; `None` when no path is accepted. `step` gets the number of the
    /// cell, a state and a value, and pushes the next states. Each step takes one off `effort`.
    pub(crate) fn build<S: Clone + Eq + Hash>(
        domains: &[u32],
        starts: Vec<S>,
        step: impl Fn(usize, &S, u8, &mut Vec<S>),
        accept: impl Fn(&S) -> bool,
        effort: &mut usize,
    ) -> Result<Option<Layered>, TooLarge> {
        let mut layers: Vec<Vec<S>> = vec![starts];
        let mut edges: Vec<Vec<Edge>> = Vec::new();
        let mut targets: Vec<S> = Vec::new();
        for (place, &domain) in domains.iter().enumerate() {
            let mut numbers: HashMap<S, u16> = HashMap::new();
            let mut next: Vec<S> = Vec::new();
            let mut list: HashMap<(u16, u16), u32> = HashMap::new();
            for (from, state) in layers[layers.len() - 1].iter().enumerate() {
                for value in (0..32u8).filter(|value| domain >> value & 1 == 1) {
                    step(place, state, value, &mut targets);
                    *effort = effort.checked_sub(1 + targets.len()).ok_or(TooLarge)?;
                    for target in targets.drain(..) {
                        let to = *numbers.entry(target).or_insert_with_key(|target| {
                            next.push(target.clone());
                            (next.len() - 1) as u16
                        });
                        if next.len() > usize::from(u16::MAX) {
                            return Err(TooLarge);
                        }
                        *list.entry((from as u16, to)).or_insert(0) |= 1 << value;
                    }
                }
            }
            edges.push(list.into_iter().map(|((from, to), values)| Edge { from, to, values }).collect());
            layers.push(next);
        }
        // From the end: states without an accepted continuation go, states with the same continuation become one.
        let mut name: Vec<Option<u16>> =
            layers[layers.len() - 1].iter().map(|state| accept(state).then_some(0)).collect();
        let mut widest = 1;
        for (place, list) in edges.iter_mut().enumerate().rev() {
            let count = layers[place].len();
            let mut continuation: Vec<Vec<(u16, u32)>> = vec![Vec::new(); count];
            for edge in list.iter() {
                if let Some(to) = name[usize::from(edge.to)] {
                    continuation[usize::from(edge.from)].push((to, edge.values));
                }
            }
            let mut classes: HashMap<Vec<(u16, u32)>, u16> = HashMap::new();
            let mut kept: Vec<Edge> = Vec::new();
            name = vec![None; count];
            for (from, next) in continuation.iter_mut().enumerate() {
                next.sort_unstable();
                // Edges to the same class are one.
                let mut joined: Vec<(u16, u32)> = Vec::new();
                for &(to, values) in next.iter() {
                    match joined.last_mut() {
                        Some(last) if last.0 == to => last.1 |= values,
                        _ => joined.push((to, values)),
                    }
                }
                if joined.is_empty() {
                    continue;
                }
                let fresh = classes.len() as u16;
                let class = *classes.entry(joined.clone()).or_insert(fresh);
                if class == fresh {
                    kept.extend(joined.iter().map(|&(to, values)| Edge { from: class, to, values }));
                }
                // The starts of a machine stay apart only as far as they differ, like all states.
                name[from] = Some(class);
            }
            widest = widest.max(classes.len());
            kept.sort_unstable();
            *list = kept;
        }
        if domains.is_empty() {
            return Ok(name.iter().any(Option::is_some).then_some(Layered { edges, words: 1 }));
        }
        if edges[0].is_empty() {
            return Ok(None);
        }
        Ok(Some(Layered { edges, words: widest.div_ceil(64) }))
    }

    /// How many words of scratch memory [`sweep`](Layered::sweep) needs.
    pub(crate) fn scratch(&self) -> usize {
        self.words * (self.edges.len() + 1)
    }

    /// The values of each cell that lie on some path, written over `domains`; whether there is a path at all.
    pub(crate) fn sweep(&self, domains: &mut [u32], scratch: &mut [u64]) -> bool {
        let words = self.words;
        let reached = &mut scratch[..words * (self.edges.len() + 1)];
        reached.fill(0);
        reached[..words].fill(!0);
        for (place, list) in self.edges.iter().enumerate() {
            let (before, after) = reached.split_at_mut(words * (place + 1));
            let before = &before[words * place..];
            let mut any = false;
            for edge in list {
                let on = before[usize::from(edge.from) / 64] >> (edge.from % 64) & 1 == 1;
                if on && edge.values & domains[place] != 0 {
                    after[usize::from(edge.to) / 64] |= 1 << (edge.to % 64);
                    any = true;
                }
            }
            if !any {
                return false;
            }
        }
        for (place, list) in self.edges.iter().enumerate().rev() {
            let (before, after) = reached.split_at_mut(words * (place + 1));
            let before = &mut before[words * place..];
            let mut supported = 0;
            // States of this layer that reach the end; each word is rebuilt from its edges.
            let mut alive = [0u64; 4];
            let wide = words > 4;
            let mut last = None;
            let mut last_alive = false;
            for edge in list {
                if last != Some(edge.from) {
                    if let (Some(from), true, true) = (last, wide, !last_alive) {
                        before[usize::from(from) / 64] &= !(1 << (from % 64));
                    }
                    last = Some(edge.from);
                    last_alive = false;
                }
                let on = before[usize::from(edge.from) / 64] >> (edge.from % 64) & 1 == 1;
                let values = edge.values & domains[place];
                if on && values != 0 && after[usize::from(edge.to) / 64] >> (edge.to % 64) & 1 == 1 {
                    supported |= values;
                    last_alive = true;
                    if !wide {
                        alive[usize::from(edge.from) / 64] |= 1 << (edge.from % 64);
                    }
                }
            }
            if wide {
                if let (Some(from), false) = (last, last_alive) {
                    before[usize::from(from) / 64] &= !(1 << (from % 64));
                }
            } else {
                before[..words].copy_from_slice(&alive[..words]);
            }
            if supported == 0 {
                return false;
            }
            domains[place] = supported;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sweeps_keep_exactly_the_values_of_accepted_words() {
        // Sums of 12 over five cells, for many random domains.
        let mut random = ninefold::Random::new(3);
        for _ in 0..500 {
            let domains: Vec<u32> = (0..5).map(|_| random.below(63) + 1).collect();
            let mut expected = [0u32; 5];
            for word in 0..6u32.pow(5) {
                let values: Vec<u32> = (0..5).map(|place| word / 6u32.pow(place) % 6).collect();
                let fits = values.iter().zip(&domains).all(|(value, domain)| domain >> value & 1 == 1);
                if fits && values.iter().sum::<u32>() == 12 {
                    values.iter().zip(&mut expected).for_each(|(value, set)| *set |= 1 << value);
                }
            }
            let wide: Vec<u32> = vec![63; 5];
            let graph = Layered::build(
                &wide,
                vec![0u32],
                |_, sum, value, next| next.extend((sum + u32::from(value) <= 12).then_some(sum + u32::from(value))),
                |&sum| sum == 12,
                &mut 100_000,
            );
            let graph = graph.unwrap().unwrap();
            let mut swept = domains.clone();
            let possible = graph.sweep(&mut swept, &mut vec![0; graph.scratch()]);
            assert_eq!(possible, expected.iter().all(|&set| set != 0));
            if possible {
                assert_eq!(swept, expected);
            }
        }
    }
}
