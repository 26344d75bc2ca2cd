//! Totals of houses: innies and outies, known as the 45 rule of killer Sudoku.
//!
//! A house with every value has a known total, 45 on a 9x9 board. Cages with sums cover most of a few neighbouring houses.
//! What is left follows from the difference:
//!
//! ```text
//!   innies   cells of the houses in none of the cages       innies - outies = total of the houses - sums of the cages
//!   outies   cells of the cages in none of the houses
//! ```

use super::{Finder, Reason, Region, Step};
use crate::rule::{Cage, Rule};
use crate::{Cell, ValueSet, Variant};

/// How many neighbouring houses are taken together.
const MOST_HOUSES: usize = 4;
/// How many innies and outies without a value a step has. More say little, and are hard to follow.
const MOST_OPEN: usize = 4;
/// How many cells a step names, with and without a value.
const MOST_NAMED: usize = 8;

/// What the totals of houses say about the cells that cages do not cover, or cover beyond the houses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// Houses with every value that have no cell in common.
    pub houses: Vec<Region>,
    /// The numbers of killer cages with a sum that have no cell in common.
    pub cages: Vec<usize>,
    /// The cells of the houses in none of the cages.
    pub innies: Vec<Cell>,
    /// The cells of the cages in none of the houses.
    pub outies: Vec<Cell>,
    /// The sum of all cages.
    pub sums: i64,
    /// The total of the houses minus the sum of the cages: the innies minus the outies.
    pub difference: i64,
}

/// A killer cage with a sum, and its number.
struct Summed<'a> {
    number: usize,
    sum: i64,
    cells: &'a [Cell],
}

/// Which cages that cross the border of the houses are counted.
#[derive(Clone, Copy)]
enum Crossing {
    Left,
    Taken,
    /// Taken if most of their cells are inside.
    Mostly,
}

impl Finder<'_> {
    /// A step by totals with as few innies and outies as possible.
    pub(super) fn total(&self) -> Option<Step> {
        let cages = summed(self.variant);
        if cages.is_empty() {
            return None;
        }
        let groups = neighbours(&self.regions);
        let ways = [Crossing::Left, Crossing::Taken, Crossing::Mostly];
        let all = groups.iter().flat_map(|group| ways.map(|way| balance(self.variant, group, &cages, way)));
        let open = |total: &Total| {
            let cells = total.innies.iter().chain(&total.outies);
            cells.filter(|cell| !self.placed[cell.index()]).count()
        };
        let named = |total: &Total| total.innies.len() + total.outies.len();
        let mut totals: Vec<Total> =
            all.filter(|total| (1..=MOST_OPEN).contains(&open(total)) && named(total) <= MOST_NAMED).collect();
        totals.sort_by_key(|total| (open(total), total.houses.len(), named(total)));
        totals.into_iter().find_map(|total| {
            let removed = self.excluded_by(&total);
            (!removed.is_empty()).then_some(Step { reason: Reason::Total(total), placed: None, removed })
        })
    }

    /// The candidates of the innies and outies without a combination that has the difference.
    fn excluded_by(&self, total: &Total) -> Vec<(Cell, ValueSet)> {
        let terms: Vec<(Cell, i64)> =
            total.innies.iter().map(|&cell| (cell, 1)).chain(total.outies.iter().map(|&cell| (cell, -1))).collect();
        let mut possible = vec![ValueSet::EMPTY; terms.len()];
        self.combine(&terms, total.difference, &mut Vec::new(), &mut possible);
        let left = terms.iter().zip(&possible).map(|(&(cell, _), &set)| (cell, self.candidates[cell.index()] - set));
        left.filter(|(_, removed)| !removed.is_empty()).collect()
    }

    /// Collects the values of all combinations of the remaining terms with this sum.
    fn combine(&self, terms: &[(Cell, i64)], sum: i64, chosen: &mut Vec<u8>, possible: &mut [ValueSet]) {
        let Some(&(cell, sign)) = terms.get(chosen.len()) else {
            if sum == 0 {
                possible.iter_mut().zip(chosen).for_each(|(set, value)| set.insert(*value));
            }
            return;
        };
        for value in self.candidates[cell.index()].iter() {
            let clash =
                |(&(other, _), &used): (&(Cell, i64), &u8)| used == value && self.peers[cell.index()].contains(&other);
            if !terms.iter().zip(&*chosen).any(clash) {
                chosen.push(value);
                self.combine(terms, sum - sign * i64::from(value), chosen, possible);
                chosen.pop();
            }
        }
    }
}

/// The killer cages with a sum and without a cell twice.
fn summed(variant: &Variant) -> Vec<Summed<'_>> {
    let cage = |(number, rule)| match rule {
        &Rule::Cage(Cage::Killer { sum: Some(sum), ref cells }) => {
            let once = (1..cells.len()).all(|i| !cells[..i].contains(&cells[i]));
            once.then_some(Summed { number, sum: sum.into(), cells })
        }
        _ => None,
    };
    variant.rules().iter().enumerate().filter_map(cage).collect()
}

/// Up to so many houses with every value, next to each other in the list of houses and without a common cell.
fn neighbours(regions: &[Region]) -> Vec<&[Region]> {
    let mut groups = Vec::new();
    for length in 1..=MOST_HOUSES {
        for group in regions.windows(length) {
            let apart = |(i, house): (usize, &Region)| {
                group[..i].iter().all(|other| house.cells.iter().all(|cell| !other.cells.contains(cell)))
            };
            if group.iter().all(|house| house.full) && group.iter().enumerate().all(apart) {
                groups.push(group);
            }
        }
    }
    groups
}

/// The difference between houses and the cages that are taken.
fn balance(variant: &Variant, houses: &[Region], cages: &[Summed<'_>], crossing: Crossing) -> Total {
    let mut inside = vec![false; variant.board().cell_count()];
    houses.iter().flat_map(|house| &house.cells).for_each(|cell| inside[cell.index()] = true);
    let mut covered = vec![false; inside.len()];
    let (mut taken, mut outies, mut sums) = (Vec::new(), Vec::new(), 0);
    for cage in cages {
        let within = cage.cells.iter().filter(|cell| inside[cell.index()]).count();
        let beyond = cage.cells.len() - within;
        let wanted = match crossing {
            Crossing::Left => beyond == 0,
            Crossing::Taken => within > 0,
            Crossing::Mostly => within > beyond,
        };
        if wanted && cage.cells.iter().all(|cell| !covered[cell.index()]) {
            cage.cells.iter().for_each(|cell| covered[cell.index()] = true);
            outies.extend(cage.cells.iter().filter(|cell| !inside[cell.index()]));
            taken.push(cage.number);
            sums += cage.sum;
        }
    }
    let each: i64 = variant.board().values().iter().map(i64::from).sum();
    let cells = houses.iter().flat_map(|house| &house.cells).copied();
    Total {
        innies: cells.filter(|cell| !covered[cell.index()]).collect(),
        outies,
        sums,
        difference: each * houses.len() as i64 - sums,
        cages: taken,
        houses: houses.to_vec(),
    }
}
