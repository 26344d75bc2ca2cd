//! Random solution grids, every one of the 6,670,903,752,021,072,936,960 as likely as the others.
//!
//! Filling a grid with random guesses is not fair: a guess that leaves few ways to go on is taken as often as one that
//! leaves many, so some grids come up several times as often as others. This sampler counts instead of guessing.
//!
//! **Column sets.** Forget the order of the digits within each column of a block: what is left of a block is three sets
//! of three digits, a *split* of the nine digits. There are 280 splits. What is left of a stack is a square of nine
//! sets:
//!
//! ```text
//!            c1   c2   c3
//!   band 1   A1   A2   A3      every row of the square is a split, because a block holds nine digits;
//!   band 2   X1   X2   X3      every column of the square is one too, because a column does.
//!   band 3   Y1   Y2   Y3      Whatever A is, there are 56 X that fit, and Y is then what is left.
//! ```
//!
//! Once the three stacks have their squares, the bands are independent: a band is any arrangement of its nine sets in
//! which each row holds nine digits. Their number `f` depends on the three splits of the band alone, 200 on average. So
//! a uniform grid is three squares, drawn with probability proportional to `f(A) f(X) f(Y)`, and a uniform arrangement
//! for each of the three bands.
//!
//! **Rejection.** The splits of the first band are drawn with weight `f(A)`; three of the 56 X, all equally likely, go
//! with them, and the draw counts with probability `f(X) f(Y) / 1728²`, because 1728 is the greatest `f`. Otherwise
//! everything is drawn again. About one draw in 75 counts, and it takes a few nanoseconds to see that one does not.
//!
//! **Relative splits.** `f` does not change when digits are renamed, so that one of the three splits may be taken as
//! `123|456|789` and `f` is a table of 280 by 280. The arrangements are listed for pairs of splits in the same way.
//!
//! The tables take some milliseconds to make and a megabyte to keep: make one [`FullGrids`], and draw from it often. That
//! the sum of `f(A) f(X) f(Y)` is the number of all grids is tested below.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::{Digit, Random, Solution};

/// The splits of nine digits into three sets of three.
const SPLITS: usize = 280;
/// The squares of a stack whose first row is known.
const SQUARES: usize = 56;
/// The greatest number of arrangements of a band, and the most that all but a few bands have.
const MOST: u32 = 1728;
const OFTEN: u32 = 288;
/// All `f` are multiples of this.
const UNIT: u32 = 12;

/// A set of digits, nine bits wide.
type Mask = u16;
/// Three disjoint sets of three digits: by column, or by row.
type Split = [Mask; 3];

/// Draws solution grids, each with the same probability.
///
/// ```
/// use ninefold::{Random, generate::FullGrids};
///
/// let grids = FullGrids::new();
/// let mut random = Random::new(42);
/// let (one, another) = (grids.draw(&mut random), grids.draw(&mut random));
/// assert_ne!(one, another);
/// assert_eq!(one, grids.draw(&mut Random::new(42)));
/// ```
#[derive(Clone, Debug)]
pub struct FullGrids {
    splits: Box<[Split]>,
    /// Row `a`, column `b`: the split `b` when digits are renamed so that `a` becomes `123|456|789`.
    relative: Box<[u16]>,
    /// Row `b`, column `c`: the arrangements of a band with splits `123|456|789`, `b` and `c`, in units of twelve.
    arrangements: Box<[u8]>,
    /// Pairs `b`, `c` of the first band: those with many arrangements several times, so that no weight exceeds
    /// [`OFTEN`].
    pairs: Box<[(u16, u16)]>,
    /// Row `a`: the 56 squares under `a`.
    squares: Box<[Square]>,
    /// The rows of the first two blocks of a band with splits `123|456|789` and `b`, up to the order of the rows.
    rows: Box<[Rows]>,
    /// Where the rows of each `b` begin, and where the last end.
    begin: Box<[u32]>,
}

/// The second and third row of a square: which splits, and their sets in the order of the columns.
#[derive(Clone, Copy, Debug)]
struct Square {
    x: u16,
    y: u16,
    x_sets: Split,
}

/// The digits in each row of the first two blocks of a band.
#[derive(Clone, Copy, Debug)]
struct Rows {
    first: Split,
    second: Split,
}

impl Default for FullGrids {
    fn default() -> FullGrids {
        FullGrids::new()
    }
}

impl FullGrids {
    /// Makes the tables.
    pub fn new() -> FullGrids {
        let splits = all_splits();
        let mut number = vec![u16::MAX; 512 * 512].into_boxed_slice();
        for (index, split) in splits.iter().enumerate() {
            number[key(split)] = index as u16;
        }
        let mut relative = Vec::with_capacity(SPLITS * SPLITS);
        for a in &splits {
            let names = names(a);
            for b in &splits {
                let renamed = ordered(b.map(|set| digits(set).fold(0, |mask, digit| mask | 1 << names[digit])));
                relative.push(number[key(&renamed)]);
            }
        }
        let mut squares = Vec::with_capacity(SPLITS * SQUARES);
        for a in &splits {
            for x in &splits {
                for order in ORDERS {
                    let sets = order.map(|i| x[i]);
                    if (0..3).all(|i| sets[i] & a[i] == 0) {
                        let y: Split = core::array::from_fn(|i| 0x1FF & !(a[i] | sets[i]));
                        let (x, y) = (number[key(x)], number[key(&ordered(y))]);
                        squares.push(Square { x, y, x_sets: sets });
                    }
                }
            }
        }
        let (arrangements, rows, begin) = arrangements(&splits);
        let mut pairs = Vec::new();
        for b in 0..SPLITS {
            for c in 0..SPLITS {
                let times = (u32::from(arrangements[b * SPLITS + c]) * UNIT).div_ceil(OFTEN);
                pairs.extend((0..times).map(|_| (b as u16, c as u16)));
            }
        }
        FullGrids {
            splits: splits.into(),
            relative: relative.into(),
            arrangements: arrangements.into(),
            pairs: pairs.into(),
            squares: squares.into(),
            rows: rows.into(),
            begin: begin.into(),
        }
    }

    /// A grid, each as likely as the others.
    pub fn draw(&self, random: &mut Random) -> Solution {
        let (a, squares) = self.draw_squares(random);
        let sets = |band: usize, stack: usize| -> Split {
            let (a, square) = (&self.splits[a[stack]], &squares[stack]);
            match band {
                0 => *a,
                1 => square.x_sets,
                _ => core::array::from_fn(|i| 0x1FF & !(a[i] | square.x_sets[i])),
            }
        };
        let mut names = Digit::ALL;
        random.shuffle(&mut names);
        let mut grid = [Digit::D1; 81];
        let splits = |of: fn(&Square) -> u16| squares.map(|square| usize::from(of(square)));
        for (band, splits) in [a, splits(|square| square.x), splits(|square| square.y)].into_iter().enumerate() {
            let rows = self.draw_rows(splits, random);
            for stack in 0..3 {
                // The columns of a block come in any order, the same in all three bands: the digits are renamed, so one
                // order does for the first stack, and for the others it is drawn with the squares.
                for (col, set) in sets(band, stack).into_iter().enumerate() {
                    for (row, digits) in rows[stack].into_iter().enumerate() {
                        let digit = (set & digits).trailing_zeros() as usize;
                        grid[27 * band + 9 * row + 3 * stack + col] = names[digit];
                    }
                }
            }
        }
        self.turn_columns(&mut grid, random);
        Solution::from_solver(grid)
    }

    /// The splits of the first band and a square under each, with the probability that a uniform grid has them, where
    /// the first split is `123|456|789`.
    fn draw_squares(&self, random: &mut Random) -> ([usize; 3], [&Square; 3]) {
        loop {
            let numbers = random.next_u64();
            // 56³ squares, then how lucky the draw is: all from one number, of which they take the high bits.
            let (b, c) = self.pairs[random.below(self.pairs.len() as u32) as usize];
            let (b, c) = (usize::from(b), usize::from(c));
            let weight = self.weight(b, c);
            let weight = weight / weight.div_ceil(OFTEN);
            if random.below(OFTEN) >= weight {
                continue;
            }
            let mut rest = numbers;
            let mut draw = || {
                let product = u128::from(rest) * SQUARES as u128;
                rest = product as u64;
                (product >> 64) as usize
            };
            let a = [STANDARD, b, c];
            let squares = a.map(|split| &self.squares[split * SQUARES + draw()]);
            let [x, y, z] = squares.map(|square| usize::from(square.x));
            let second = self.weight_of([x, y, z]);
            if random.below(MOST) >= second {
                continue;
            }
            let third = self.weight_of(squares.map(|square| usize::from(square.y)));
            if random.below(MOST) < third {
                return (a, squares);
            }
        }
    }

    fn weight(&self, b: usize, c: usize) -> u32 {
        u32::from(self.arrangements[b * SPLITS + c]) * UNIT
    }

    /// The arrangements of a band with these splits.
    fn weight_of(&self, [a, b, c]: [usize; 3]) -> u32 {
        self.weight(usize::from(self.relative[a * SPLITS + b]), usize::from(self.relative[a * SPLITS + c]))
    }

    /// The digits in each row of each block of a band with these splits: one of the arrangements, each as likely.
    fn draw_rows(&self, [a, b, c]: [usize; 3], random: &mut Random) -> [Split; 3] {
        let (b, c) = (usize::from(self.relative[a * SPLITS + b]), usize::from(self.relative[a * SPLITS + c]));
        let (begin, end) = (self.begin[b], self.begin[b + 1]);
        let third = &self.splits[c];
        let rows = loop {
            let rows = self.rows[(begin + random.below(end - begin)) as usize];
            let last = rows.last();
            if across(&last, third) {
                break [rows.first, rows.second, last];
            }
        };
        let order = ORDERS[random.below(6) as usize];
        // Back from relative digits.
        let mut old = [0; 9];
        for (digit, &new) in names(&self.splits[a]).iter().enumerate() {
            old[new] = digit;
        }
        let rename = |set: Mask| digits(set).fold(0, |mask, digit| mask | 1 << old[digit]);
        rows.map(|block| order.map(|row| rename(block[row])))
    }

    /// Exchanges the columns within each stack at random: the splits of the first band came with their sets in one order.
    fn turn_columns(&self, grid: &mut [Digit; 81], random: &mut Random) {
        for stack in 0..3 {
            let order = ORDERS[random.below(6) as usize];
            for row in grid.chunks_exact_mut(9) {
                let triad = [row[3 * stack], row[3 * stack + 1], row[3 * stack + 2]];
                for (col, from) in order.into_iter().enumerate() {
                    row[3 * stack + col] = triad[from];
                }
            }
        }
    }
}

impl Rows {
    /// The rows of the third block: what the first two leave.
    fn last(&self) -> Split {
        core::array::from_fn(|row| 0x1FF & !(self.first[row] | self.second[row]))
    }
}

/// The split `123|456|789` comes first.
const STANDARD: usize = 0;

/// The orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// All splits, their sets by the least digit.
fn all_splits() -> Vec<Split> {
    let triples = || (0..512u16).filter(|mask| mask.count_ones() == 3);
    let mut splits = Vec::with_capacity(SPLITS);
    for first in triples().filter(|set| set & 1 != 0) {
        let rest = 0x1FF & !first;
        let least = rest & rest.wrapping_neg();
        for second in triples().filter(|set| set & first == 0 && set & least != 0) {
            splits.push([first, second, rest & !second]);
        }
    }
    splits
}

fn ordered(mut split: Split) -> Split {
    split.sort_unstable_by_key(|set| set.trailing_zeros());
    split
}

/// A place in a table for splits whose sets are in order.
fn key(split: &Split) -> usize {
    usize::from(split[0]) << 9 | usize::from(split[1])
}

fn digits(mut set: Mask) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let digit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        digit
    })
}

/// New names for the digits, under which the split becomes `123|456|789`.
fn names(split: &Split) -> [usize; 9] {
    let mut names = [0; 9];
    for (new, old) in split.iter().flat_map(|&set| digits(set)).enumerate() {
        names[old] = new;
    }
    names
}

/// Whether each set of the one split has one digit of each set of the other.
fn across(one: &Split, other: &Split) -> bool {
    one.iter().all(|set| other.iter().all(|with| (set & with).count_ones() == 1))
}

/// The splits whose sets all have one digit of each of these: the rows a block may have by its columns, and the other way
/// round. 36 of them.
fn crossing(split: &Split, splits: &[Split]) -> Vec<usize> {
    (0..splits.len()).filter(|&other| across(&splits[other], split)).collect()
}

/// The number of arrangements of each pair of splits beside `123|456|789`, and the rows they have in the first two
/// blocks.
fn arrangements(splits: &[Split]) -> (Vec<u8>, Vec<Rows>, Vec<u32>) {
    let mut number = vec![0_u16; 512 * 512];
    for (index, split) in splits.iter().enumerate() {
        number[key(split)] = index as u16;
    }
    let crossings: Vec<Vec<usize>> = splits.iter().map(|split| crossing(split, splits)).collect();
    let mut count = vec![0_u32; SPLITS * SPLITS];
    let mut rows = Vec::new();
    let mut begin = vec![0];
    for b in 0..SPLITS {
        for &first in &crossings[STANDARD] {
            let first = splits[first];
            for &second in &crossings[b] {
                for order in ORDERS {
                    let second = order.map(|row| splits[second][row]);
                    if (0..3).any(|row| first[row] & second[row] != 0) {
                        continue;
                    }
                    let arrangement = Rows { first, second };
                    rows.push(arrangement);
                    // Six orders of the rows each.
                    for &c in &crossings[usize::from(number[key(&ordered(arrangement.last()))])] {
                        count[b * SPLITS + c] += 6;
                    }
                }
            }
        }
        begin.push(rows.len() as u32);
    }
    (count.iter().map(|&count| (count / UNIT) as u8).collect(), rows, begin)
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use super::*;
    use crate::{Cell, Grid};

    #[test]
    fn splits_squares_and_arrangements_are_as_many_as_is_known() {
        let grids = FullGrids::new();
        assert_eq!(grids.splits.len(), SPLITS);
        assert_eq!(grids.splits[STANDARD], [0b111, 0b111000, 0b111000000]);
        assert_eq!(grids.squares.len(), SPLITS * SQUARES);
        assert_eq!(grids.arrangements.iter().max(), Some(&((MOST / UNIT) as u8)));
        // All first bands: 280 * 6³ ... times the orders of the columns in three stacks.
        let bands: u64 = grids.arrangements.iter().map(|&count| u64::from(count) * u64::from(UNIT)).sum();
        assert_eq!(bands * 1680 * 36, 948_109_639_680);
    }

    #[test]
    fn the_weights_add_up_to_the_number_of_all_grids() {
        // The sum over all squares under a pair of splits depends on the pair's class alone: splits may be renamed and
        // exchanged. A pair's class is told well enough by the sum itself, so that one pair of each kind is summed:
        // pairs are alike when the sorted sizes of all intersections are.
        let grids = FullGrids::new();
        let mut classes: BTreeMap<Vec<u8>, (u64, usize, usize)> = BTreeMap::new();
        for b in 0..SPLITS {
            for c in 0..SPLITS {
                let entry = classes.entry(kind(&grids, b, c)).or_insert((0, b, c));
                entry.0 += 1;
            }
        }
        let mut total: u128 = 0;
        for &(pairs, b, c) in classes.values() {
            let mut sum: u128 = 0;
            let under = |split: usize| &grids.squares[split * SQUARES..][..SQUARES];
            for first in under(STANDARD) {
                for second in under(b) {
                    for third in under(c) {
                        let x = [first, second, third].map(|square| usize::from(square.x));
                        let y = [first, second, third].map(|square| usize::from(square.y));
                        sum += u128::from(grids.weight_of(x) * grids.weight_of(y));
                    }
                }
            }
            total += u128::from(pairs) * u128::from(grids.weight(b, c)) * sum;
        }
        // 280 first splits, and six orders of the columns in each of three stacks.
        assert_eq!(total * 280 * 216, 6_670_903_752_021_072_936_960);
    }

    /// What renaming digits and exchanging sets cannot change: for each digit of the standard split its company in the
    /// others, sorted in every way that loses names.
    fn kind(grids: &FullGrids, b: usize, c: usize) -> Vec<u8> {
        let splits = [STANDARD, b, c].map(|split| grids.splits[split]);
        let mut best: Option<Vec<u8>> = None;
        // The least table of intersections over all orders of the sets of the three splits.
        for orders in 0..216 {
            let order = |i: u32| ORDERS[orders / 6_usize.pow(i) % 6];
            let mut table = Vec::with_capacity(27);
            for i in order(0) {
                for j in order(1) {
                    for k in order(2) {
                        table.push((splits[0][i] & splits[1][j] & splits[2][k]).count_ones() as u8);
                    }
                }
            }
            if best.as_ref().is_none_or(|best| table < *best) {
                best = Some(table);
            }
        }
        best.unwrap_or_default()
    }

    #[test]
    fn grids_obey_the_rule_and_every_digit_comes_everywhere_equally_often() {
        let grids = FullGrids::new();
        let mut random = Random::new(1);
        let mut seen = [[0_u32; 9]; 81];
        for _ in 0..9_000 {
            let solution = grids.draw(&mut random);
            assert!(Solution::new(Grid::from(solution)).is_ok());
            for cell in Cell::all() {
                seen[cell.index()][solution[cell].index()] += 1;
            }
        }
        // The deviation of each is about 30.
        assert!(seen.iter().flatten().all(|&count| count.abs_diff(1000) < 180), "{seen:?}");
    }
}
