//! Uniform random solution grids: each of the 6,670,903,752,021,072,936,960 grids is equally likely.
//!
//! Filling a grid with random guesses is not uniform: a guess with few completions is made as often as one with many.
//! Some grids are then several times as likely as others. This sampler counts instead of guessing.
//!
//! **Column sets.** Ignore the order of the digits within each column of a block: a block is then three sets of three
//! digits, a *split* of the nine digits. There are 280 splits. A stack is then a square of nine sets:
//!
//! ```text
//!            c1   c2   c3
//!   band 1   A1   A2   A3      every row of the square is a split, because a block holds nine digits;
//!   band 2   X1   X2   X3      every column of the square is one too, because a column does.
//!   band 3   Y1   Y2   Y3      For each A there are 56 possible X, and Y is the rest.
//! ```
//!
//! Given the squares of the three stacks, the bands are independent: a band is any arrangement of its nine sets in
//! which each row holds nine digits. The number `f` of arrangements depends only on the three splits of the band; it is
//! 200 on average. A uniform grid is therefore three squares, drawn with probability proportional to `f(A) f(X) f(Y)`,
//! and a uniform arrangement for each of the three bands.
//!
//! **Rejection sampling.** The splits of one band are drawn with weight `f`. A square for each stack, one of 56 with
//! equal probability, completes the draw. It is accepted with probability `f f' / M²`, where `M` is the greatest
//! possible `f`; otherwise everything is drawn again. The greatest `f` is 1728, and nearly all draws would be rejected.
//! But few bands have an `f` above 288. The sampler therefore first decides at random whether the grid has such a
//! *rich* band, as 8 in 100 grids do. If not, `M` is 288, and every other draw is accepted. If so, a rich band is drawn
//! first, where the tables save most of the work, and the bands are shuffled at the end. (A grid with two or three rich
//! bands can be drawn with each of them first; such a draw is accepted with half or a third of the probability.)
//!
//! **Relative splits.** Relabelling digits does not change `f`. One of the three splits can therefore be relabelled to
//! `123|456|789`, and `f` is a table of 280 by 280. The arrangements are listed for pairs of splits in the same way.
//!
//! Building the tables takes some milliseconds, and they occupy a megabyte: build one [`FullGrids`] and draw from it
//! often. A test below checks that the sum of `f(A) f(X) f(Y)` is the number of all grids.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::{Digit, Random, Solution};

/// The splits of nine digits into three sets of three.
const SPLITS: usize = 280;
/// The squares of a stack whose first row is known.
const SQUARES: usize = 56;
/// The greatest number of arrangements of a band, and of a band that is not rich.
const MOST: u32 = 1728;
const MOST_OF_MANY: u32 = 288;
/// The proportion of grids that have a rich band, times 2^64.
const WITH_RICH_BAND: u64 = 1_487_129_986_259_648_736;
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
    /// Row `a`, column `b`: the split `b` under the relabelling that turns `a` into `123|456|789`.
    relative: Box<[u16]>,
    /// Row `b`, column `c`: the arrangements of a band with splits `123|456|789`, `b` and `c`, in units of twelve.
    arrangements: Box<[u8]>,
    /// Pairs `b`, `c` of a band that is not rich.
    pairs: Box<[(u16, u16)]>,
    /// Pairs of rich bands, each repeated once for every twelve arrangements.
    rich: Box<[(u16, u16)]>,
    /// Row `a`: the 56 squares under `a`.
    squares: Box<[Square]>,
    /// The rows of the first two blocks of a band with splits `123|456|789` and `b`, up to the order of the rows.
    rows: Box<[Rows]>,
    /// The splits of the digits of the third block by these rows. Most rows drawn are rejected because of this split alone:
    /// the table is a sixth of the size of `rows`.
    last: Box<[u16]>,
    /// The index of the first rows of each `b`, and of the end.
    begin: Box<[u32]>,
    /// Row `a`: a bit for each split whose sets all have one digit of each set of `a`.
    crossing: Box<[SplitBits]>,
}

/// A bit for each split.
type SplitBits = [u64; SPLITS.div_ceil(64)];

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
    /// Builds the tables.
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
        let last = rows.iter().map(|rows| number[key(&ordered(rows.last()))]).collect();
        let crossing = splits.iter().map(|split| bits(&crossing(split, &splits))).collect();
        let (mut pairs, mut rich) = (Vec::new(), Vec::new());
        for b in 0..SPLITS {
            for c in 0..SPLITS {
                let (pair, count) = ((b as u16, c as u16), arrangements[b * SPLITS + c]);
                if u32::from(count) * UNIT > MOST_OF_MANY {
                    rich.extend((0..count).map(|_| pair));
                } else {
                    pairs.push(pair);
                }
            }
        }
        FullGrids {
            splits: splits.into(),
            relative: relative.into(),
            arrangements: arrangements.into(),
            pairs: pairs.into(),
            rich: rich.into(),
            squares: squares.into(),
            rows: rows.into(),
            last,
            begin: begin.into(),
            crossing,
        }
    }

    /// A random grid; all grids are equally likely.
    pub fn draw(&self, random: &mut Random) -> Solution {
        let has_rich_band = random.next_u64() < WITH_RICH_BAND;
        let (a, squares) = if has_rich_band { self.draw_rich(random) } else { self.draw_squares(random) };
        let bands = if has_rich_band { ORDERS[random.below(6) as usize] } else { ORDERS[0] };
        // The sets of the splits are in a fixed order and the first split is the standard one: the labels of the digits
        // and the order of the columns are drawn here.
        let mut names = Digit::ALL;
        random.shuffle(&mut names);
        let columns = [(); 3].map(|()| ORDERS[random.below(6) as usize]);
        let mut grid = [Digit::D1; 81];
        let splits = |of: fn(&Square) -> u16| squares.map(|square| usize::from(of(square)));
        for (from, splits) in [a, splits(|square| square.x), splits(|square| square.y)].into_iter().enumerate() {
            let rows = self.draw_rows(splits, random);
            for stack in 0..3 {
                let (above, square) = (&self.splits[a[stack]], squares[stack]);
                for (col, set) in columns[stack].into_iter().enumerate() {
                    let digits = match from {
                        0 => above[set],
                        1 => square.x_sets[set],
                        _ => 0x1FF & !(above[set] | square.x_sets[set]),
                    };
                    for (row, of_row) in rows[stack].into_iter().enumerate() {
                        let digit = (digits & of_row).trailing_zeros() as usize;
                        grid[27 * bands[from] + 9 * row + 3 * stack + col] = names[digit];
                    }
                }
            }
        }
        Solution::from_solver(grid)
    }

    /// The splits of the first band and a square for each, distributed as in grids without a rich band whose first
    /// split is `123|456|789`.
    fn draw_squares(&self, random: &mut Random) -> ([usize; 3], [&Square; 3]) {
        loop {
            let (b, c) = self.pairs[random.below(self.pairs.len() as u32) as usize];
            let a = [STANDARD, usize::from(b), usize::from(c)];
            if random.below(MOST_OF_MANY) >= self.weight(a[1], a[2]) {
                continue;
            }
            let squares = self.squares_under(a, random);
            let second = self.weight_of(squares.map(|square| square.x));
            if second > MOST_OF_MANY {
                continue;
            }
            let third = self.weight_of(squares.map(|square| square.y));
            if third <= MOST_OF_MANY && random.below(MOST_OF_MANY) < second && random.below(MOST_OF_MANY) < third {
                return (a, squares);
            }
        }
    }

    /// The same for a grid with a rich band, which is the first.
    fn draw_rich(&self, random: &mut Random) -> ([usize; 3], [&Square; 3]) {
        loop {
            let (b, c) = self.rich[random.below(self.rich.len() as u32) as usize];
            let a = [STANDARD, usize::from(b), usize::from(c)];
            let squares = self.squares_under(a, random);
            // Most draws end here, without the second look into the tables.
            let second = self.weight_of(squares.map(|square| square.x));
            if random.below(MOST) >= second {
                continue;
            }
            let third = self.weight_of(squares.map(|square| square.y));
            let rich = 1 + u32::from(second > MOST_OF_MANY) + u32::from(third > MOST_OF_MANY);
            if random.below(MOST) < third && random.below(rich) == 0 {
                return (a, squares);
            }
        }
    }

    /// A random square for each split.
    fn squares_under(&self, a: [usize; 3], random: &mut Random) -> [&Square; 3] {
        // Three numbers below 56 from one random number: the low half of each product is random, too.
        let mut rest = random.next_u64();
        a.map(|split| {
            let product = u128::from(rest) * SQUARES as u128;
            rest = product as u64;
            &self.squares[split * SQUARES + (product >> 64) as usize]
        })
    }

    fn weight(&self, b: usize, c: usize) -> u32 {
        u32::from(self.arrangements[b * SPLITS + c]) * UNIT
    }

    /// The arrangements of a band with these splits.
    fn weight_of(&self, splits: [u16; 3]) -> u32 {
        let [a, b, c] = splits.map(usize::from);
        self.weight(usize::from(self.relative[a * SPLITS + b]), usize::from(self.relative[a * SPLITS + c]))
    }

    /// The digits in each row of each block of a band with these splits: a random arrangement.
    fn draw_rows(&self, [a, b, c]: [usize; 3], random: &mut Random) -> [Split; 3] {
        let (b, c) = (usize::from(self.relative[a * SPLITS + b]), usize::from(self.relative[a * SPLITS + c]));
        let (begin, end) = (self.begin[b], self.begin[b + 1]);
        let crossing = &self.crossing[c];
        let rows = loop {
            let index = (begin + random.below(end - begin)) as usize;
            let last = usize::from(self.last[index]);
            if crossing[last / 64] >> (last % 64) & 1 == 1 {
                let rows = self.rows[index];
                break [rows.first, rows.second, rows.last()];
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
}

impl Rows {
    /// The rows of the third block: the digits that the first two lack.
    fn last(&self) -> Split {
        core::array::from_fn(|row| 0x1FF & !(self.first[row] | self.second[row]))
    }
}

/// The index of the split `123|456|789`.
const STANDARD: usize = 0;

/// The orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// All splits, their sets ordered by the least digit.
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

/// The table index of a split whose sets are in order.
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

/// The relabelling of the digits that turns the split into `123|456|789`.
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

/// The 36 splits whose sets all have one digit of each of these sets: the possible rows of a block with these columns,
/// and the reverse.
fn crossing(split: &Split, splits: &[Split]) -> Vec<usize> {
    (0..splits.len()).filter(|&other| across(&splits[other], split)).collect()
}

fn bits(splits: &[usize]) -> SplitBits {
    let mut bits = [0; _];
    for split in splits {
        bits[split / 64] |= 1 << (split % 64);
    }
    bits
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
    fn the_numbers_of_splits_squares_and_arrangements_are_the_known_ones() {
        let grids = FullGrids::new();
        assert_eq!(grids.splits.len(), SPLITS);
        assert_eq!(grids.splits[STANDARD], [0b111, 0b111000, 0b111000000]);
        assert_eq!(grids.squares.len(), SPLITS * SQUARES);
        assert_eq!(grids.arrangements.iter().max(), Some(&((MOST / UNIT) as u8)));
        // All bands: 280 first splits, and six orders of the columns in each of three stacks.
        let bands: u64 = grids.arrangements.iter().map(|&count| u64::from(count) * u64::from(UNIT)).sum();
        assert_eq!(bands * 280 * 216, 948_109_639_680);
    }

    #[test]
    fn the_weights_add_up_to_the_number_of_all_grids() {
        // Relabelling digits and exchanging sets change nothing: pairs with the same sizes of all intersections are
        // equivalent. One of each class is summed.
        let grids = FullGrids::new();
        let mut classes: BTreeMap<Vec<u8>, (u64, usize, usize)> = BTreeMap::new();
        for b in 0..SPLITS {
            for c in 0..SPLITS {
                let entry = classes.entry(kind(&grids, b, c)).or_insert((0, b, c));
                entry.0 += 1;
            }
        }
        let (mut total, mut with_rich_band) = (0_u128, 0_u128);
        for &(pairs, b, c) in classes.values() {
            let (mut sum, mut sum_with_rich) = (0_u128, 0_u128);
            let first_weight = grids.weight(b, c);
            let under = |split: usize| &grids.squares[split * SQUARES..][..SQUARES];
            for first in under(STANDARD) {
                for second in under(b) {
                    for third in under(c) {
                        let squares = [first, second, third];
                        let x = grids.weight_of(squares.map(|square| square.x));
                        let y = grids.weight_of(squares.map(|square| square.y));
                        sum += u128::from(x * y);
                        if first_weight.max(x).max(y) > MOST_OF_MANY {
                            sum_with_rich += u128::from(x * y);
                        }
                    }
                }
            }
            let weight = u128::from(pairs) * u128::from(first_weight);
            total += weight * sum;
            with_rich_band += weight * sum_with_rich;
        }
        // 280 first splits, and six orders of the columns in each of three stacks.
        assert_eq!(total * 280 * 216, 6_670_903_752_021_072_936_960);
        assert_eq!((with_rich_band << 64) / total, u128::from(WITH_RICH_BAND));
    }

    /// The invariant of a pair under relabelling of digits and exchange of sets.
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
    fn bands_and_stacks_have_the_distribution_of_uniform_grids() {
        // The sampler treats rows and columns, and the first band and the others, differently; its results must not
        // differ. The probability of a band is proportional to its number of arrangements, times a factor for its
        // completions that differs by some per cent only.
        let grids = FullGrids::new();
        let mut expected = BTreeMap::new();
        let all: f64 = grids.arrangements.iter().map(|&count| f64::from(count)).sum();
        for &count in &grids.arrangements {
            *expected.entry(count).or_insert(0.0) += f64::from(count) / all;
        }
        let mut random = Random::new(2);
        let draws = 20_000;
        let mut seen = vec![BTreeMap::new(); 6];
        for _ in 0..draws {
            let solution = grids.draw(&mut random);
            for (chute, seen) in seen.iter_mut().enumerate() {
                let at = |line: usize, place: usize| match chute / 3 {
                    0 => solution.as_array()[(chute % 3 * 3 + line) * 9 + place],
                    _ => solution.as_array()[place * 9 + chute % 3 * 3 + line],
                };
                let set = |place: usize| (0..3).fold(0, |set, line| set | 1 << at(line, place).index());
                let split = |block: usize| ordered(core::array::from_fn(|i| set(3 * block + i)));
                let index = |split: Split| grids.splits.iter().position(|other| *other == split).unwrap();
                let weight = grids.weight_of([0, 1, 2].map(|block| index(split(block)) as u16));
                *seen.entry((weight / UNIT) as u8).or_insert(0_u32) += 1;
            }
        }
        for (chute, seen) in seen.iter().enumerate() {
            for (count, expected) in &expected {
                let expected = expected * f64::from(draws);
                let found = f64::from(seen.get(count).copied().unwrap_or_default());
                let tolerance = 0.05 * expected + 5.0 * expected.sqrt() + 3.0;
                assert!((found - expected).abs() < tolerance, "{chute}: {count} {found} {expected}");
            }
        }
    }

    #[test]
    fn grids_obey_the_rule_and_every_digit_is_equally_likely_in_every_cell() {
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
        // The standard deviation of each count is about 30.
        assert!(seen.iter().flatten().all(|&count| count.abs_diff(1000) < 180), "{seen:?}");
    }
}
