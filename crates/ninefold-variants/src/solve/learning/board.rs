//! The rules of the board: groups of candidates of which exactly one is true.
//!
//! ```text
//!   a cell                    its candidates
//!   a value and a house       the candidates of the value in the house
//! ```
//!
//! Nothing is watched for these rules. A group counts its candidates that are not false, and keeps the exclusive or of
//! their numbers: when one is left, the exclusive or is its number.

use super::super::engine::Engine;
use super::super::space::values;
use super::{Literal, Variable};

pub(super) struct Groups {
    /// The literals of all groups one after the other.
    members: Vec<Literal>,
    /// Where the members of each group begin, and one end more.
    starts: Vec<u32>,
    /// The groups of all variables one after the other.
    groups: Vec<u16>,
    /// How many groups a variable has. Where it has fewer, the last group stands in, which is empty.
    stride: usize,
    /// The literals that exclude each candidate, one list after the other.
    rivals: Vec<Literal>,
    /// Where the rivals of each variable begin, and one end more.
    rival_starts: Vec<u32>,
    /// For each group how many members are not false, and the exclusive or of their numbers.
    left: Vec<u32>,
}

/// What one member adds to the count of a group.
const ONE: u32 = 1 << 16;

impl Groups {
    /// The groups of a board that has houses and nothing else; `number` gives the variable of a cell and a value.
    pub(super) fn new(
        engine: &Engine,
        masks: &[u32],
        candidates: &[(u16, u32)],
        number: impl Fn(u16, u32) -> Variable,
    ) -> Groups {
        let mut all: Vec<Vec<Variable>> = Vec::new();
        for (cell, &mask) in (0u16..).zip(masks) {
            all.push(values(mask).map(|value| number(cell, value)).collect());
        }
        for house in &engine.houses {
            for value in values(engine.values) {
                let places = house.iter().filter(|&&cell| masks[usize::from(cell)] >> value & 1 == 1);
                all.push(places.map(|&cell| number(cell, value)).collect());
            }
        }
        let mut having: Vec<Vec<u16>> = vec![Vec::new(); candidates.len()];
        let (mut members, mut starts, mut left) = (Vec::new(), Vec::new(), Vec::new());
        for (group, variables) in (0u16..).zip(&all) {
            starts.push(members.len() as u32);
            members.extend(variables.iter().map(|variable| 2 * variable));
            left.push(variables.iter().fold(0, |left, &variable| (left + ONE) ^ u32::from(variable)));
            variables.iter().for_each(|&variable| having[usize::from(variable)].push(group));
        }
        starts.push(members.len() as u32);
        let (mut rivals, mut rival_starts) = (Vec::new(), vec![0]);
        for &(cell, value) in candidates {
            let same_cell = values(masks[usize::from(cell)] & !(1 << value)).map(|other| 2 * number(cell, other));
            let near = engine.peers.list(cell).iter().filter(|&&near| masks[usize::from(near)] >> value & 1 == 1);
            rivals.extend(same_cell.chain(near.map(|&near| 2 * number(near, value))));
            rival_starts.push(rivals.len() as u32);
        }
        let stride = having.iter().map(Vec::len).max().unwrap_or(0);
        let filler = left.len() as u16;
        let mut groups = Vec::new();
        for list in &having {
            groups.extend(list.iter().copied().chain(core::iter::repeat(filler)).take(stride));
        }
        left.push(u32::MAX / 2);
        Groups { members, starts, groups, stride, rivals, rival_starts, left }
    }

    /// How many groups there are.
    pub(super) fn count(&self) -> usize {
        self.left.len() - 1
    }

    /// The candidates of a group, as literals.
    #[inline(always)]
    pub(super) fn members(&self, group: u16) -> &[Literal] {
        &self.members[self.starts[usize::from(group)] as usize..self.starts[usize::from(group) + 1] as usize]
    }

    /// The candidates that exclude a variable, as literals.
    #[inline(always)]
    pub(super) fn rivals(&self, variable: Variable) -> &[Literal] {
        let starts = &self.rival_starts[usize::from(variable)..];
        &self.rivals[starts[0] as usize..starts[1] as usize]
    }

    /// The member of a group that is left alone, if so.
    pub(super) fn alone(&self, group: u16) -> Option<Variable> {
        let left = self.left[usize::from(group)];
        (left < 2 * ONE).then_some(left as u16)
    }

    /// How many candidates the smallest group of a variable has left.
    pub(super) fn smallest(&self, variable: Variable) -> u32 {
        let groups = &self.groups[usize::from(variable) * self.stride..][..self.stride];
        groups.iter().map(|&group| self.left[usize::from(group)] / ONE).min().unwrap_or(1)
    }

    /// Whether no member is left.
    pub(super) fn is_empty(&self, group: u16) -> bool {
        self.left[usize::from(group)] < ONE
    }

    /// A variable becomes false. Calls a function with each group that has one member left, and that member.
    #[inline(always)]
    pub(super) fn remove(&mut self, variable: Variable, mut alone: impl FnMut(u16, Variable)) {
        for &group in &self.groups[usize::from(variable) * self.stride..][..self.stride] {
            let left = &mut self.left[usize::from(group)];
            *left = (*left - ONE) ^ u32::from(variable);
            if *left < 2 * ONE {
                alone(group, *left as u16);
            }
        }
    }

    /// Takes [`Groups::remove`] back.
    #[inline(always)]
    pub(super) fn restore(&mut self, variable: Variable) {
        for &group in &self.groups[usize::from(variable) * self.stride..][..self.stride] {
            let left = &mut self.left[usize::from(group)];
            *left = (*left + ONE) ^ u32::from(variable);
        }
    }
}
