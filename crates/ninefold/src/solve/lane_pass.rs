//! One pass of propagation over the puzzles in all lanes.
//!
//! A pass sweeps the 81 vectors of [`LaneMasks`] once, with the same operations in every lane and without a branch:
//! singles, then the triads of the three bands, then those of the three stacks. `docs/engine.md` derives the rules.
//! `lanes.rs` decides what a lane does when its propagation ends.

use super::branch::CellMasks;
use super::vector::{Lanes, Vector};

/// One vector for each cell.
#[repr(align(64))]
pub(super) struct LaneMasks<const W: usize>(pub(super) [[u16; W]; 81]);

impl<const W: usize> LaneMasks<W> {
    #[inline(always)]
    pub(super) fn read(&self, lane: usize, state: &mut CellMasks) {
        for (cell, lanes) in state.0.iter_mut().zip(&self.0) {
            *cell = lanes[lane];
        }
    }

    // Not inlined: otherwise compilers load all 81 cells first and run out of registers. Row by row: the loop over the cells
    // of a row is unrolled, which takes two thirds of the instructions.
    #[inline(never)]
    pub(super) fn write(&mut self, lane: usize, state: &CellMasks) {
        let (rows, _) = self.0.as_chunks_mut::<9>();
        let (cells, _) = state.0.as_chunks::<9>();
        for (row, cells) in rows.iter_mut().zip(cells) {
            for (lanes, &cell) in row.iter_mut().zip(cells) {
                lanes[lane] = cell;
            }
        }
    }
}

/// The memory of a pass.
///
/// CPUs treat a load as dependent on an earlier store if the addresses agree in their lower twelve bits (4K aliasing).
/// A pass writes singles while it reads cells, and then the reverse. Half a page between the two avoids the stalls.
#[repr(C)]
pub(super) struct PassBuffers<const W: usize> {
    singles: LaneMasks<W>,
    between: [[u16; W]; BETWEEN],
    pub(super) cells: LaneMasks<W>,
}

impl<const W: usize> PassBuffers<W> {
    pub(super) const EMPTY: PassBuffers<W> =
        PassBuffers { singles: LaneMasks([[0; W]; 81]), between: [[0; W]; BETWEEN], cells: LaneMasks([[0; W]; 81]) };
}

/// The intermediate values of a pass. Every pass writes them before it reads them: without room that outlasts the pass,
/// compilers clear it each time.
pub(super) struct PassScratch<V> {
    /// The singles of each row and of each block.
    rows: [V; 9],
    blocks: [V; 9],
    /// For each triad of a band, the digits of any cell, and those of two or more cells.
    places: [[V; 3]; 3],
    twice: [[V; 3]; 3],
}

impl<V: Vector> PassScratch<V> {
    #[inline(always)]
    pub(super) fn new() -> PassScratch<V> {
        let empty = V::splat(0);
        PassScratch { rows: [empty; 9], blocks: [empty; 9], places: [[empty; 3]; 3], twice: [[empty; 3]; 3] }
    }
}

/// With the 81 vectors before it, a whole number of pages and a half for the widest vectors.
const BETWEEN: usize = 15;

/// The lanes for which a pass ended propagation, a bit each.
pub(super) struct HaltedLanes {
    /// A contradiction.
    pub(super) dead: u32,
    /// A fixpoint: the pass changed nothing.
    pub(super) stuck: u32,
    /// A solution.
    pub(super) solved: u32,
}

/// All nine digits, and the sum of the masks of a row that has each digit once.
const FULL: u16 = 0x1FF;
/// More than any sum of masks.
pub(super) const NO_SUM: u16 = u16::MAX;

/// Repeats the body for 0, 1 and 2: unrolled if there are enough registers for the intermediate values, otherwise in a
/// loop.
macro_rules! three_times {
    ($vector:ty, $number:ident, $body:block) => {
        if <$vector>::HAS_32_REGISTERS {
            {
                let $number = 0;
                $body
            }
            {
                let $number = 1;
                $body
            }
            {
                let $number = 2;
                $body
            }
        } else {
            for $number in 0..3 {
                $body
            }
        }
    };
}

/// One pass of propagation over all lanes. `sums` holds the sum of each lane's masks from one pass to the next.
///
/// Any elimination lowers a lane's sum: a lane with an unchanged sum is at the fixpoint.
///
/// A solution is recognised at the end of the pass that completes it: every row sums to 511, no cell is empty, and
/// everything that the closure kept in the stacks is still present, which is every digit in every column and block. A
/// column with all nine digits sums to at least 511. All nine columns together sum to 9 x 511, so each sums to exactly
/// 511 and has no digit twice. Each cell therefore has one digit. Nine single digits of a row that sum to 511 are all
/// different, so rows have every digit, too.
#[inline(always)]
pub(super) fn pass<V: Lanes<W>, const W: usize>(
    buffers: &mut PassBuffers<W>,
    scratch: &mut PassScratch<V>,
    sums: &mut Sums<W>,
) -> HaltedLanes {
    let PassBuffers { cells, singles, .. } = buffers;
    let PassScratch { rows, blocks, places, twice } = scratch;
    let full = V::splat(FULL);
    let empty = V::splat(0);

    // Singles, and the digits that they eliminate from their row, column and block.
    let mut cols = [empty; 9];
    for band in 0..3 {
        let mut block = [empty; 3];
        three_times!(V, r, {
            let row = 3 * band + r;
            let mut triads = [empty; 3];
            for s in 0..3 {
                let mut single = [empty; 3];
                for i in 0..3 {
                    let cell = 9 * row + 3 * s + i;
                    single[i] = V::load(&cells.0[cell]).singles();
                    single[i].store(&mut singles.0[cell]);
                    cols[3 * s + i] = cols[3 * s + i].or(single[i]);
                }
                triads[s] = V::in_any(single[0], single[1], single[2]);
                block[s] = block[s].or(triads[s]);
            }
            rows[row] = V::in_any(triads[0], triads[1], triads[2]);
        });
        for s in 0..3 {
            blocks[3 * band + s] = block[s];
        }
    }

    // Band by band. `places[r][s]` holds the candidates of the triad that row r and block s share.
    let mut lost = empty;
    for band in 0..3 {
        three_times!(V, r, {
            for s in 0..3 {
                let row = 3 * band + r;
                let first = 9 * row + 3 * s;
                let taken = rows[row].or(blocks[3 * band + s]);
                let mut x = [empty; 3];
                for i in 0..3 {
                    let single = V::load(&singles.0[first + i]);
                    x[i] = V::load(&cells.0[first + i]).minus(taken.or(cols[3 * s + i])).or(single);
                    x[i].store(&mut cells.0[first + i]);
                }
                places[r][s] = V::in_any(x[0], x[1], x[2]);
                twice[r][s] = V::in_two(x[0], x[1], x[2]);
            }
        });
        let kept = closure(places);
        lost = lost.or(full.minus(V::in_any(kept[0][0], kept[0][1], kept[0][2])));
        for r in 0..3 {
            for s in 0..3 {
                // A digit with no other triad in the row must be in this one.
                let asserted = kept[r][s].minus(kept[r][(s + 1) % 3].or(kept[r][(s + 2) % 3]));
                let hidden = asserted.minus(twice[r][s]);
                let kept = asserted.or_if_fewer_than_three(kept[r][s]);
                let first = 9 * (3 * band + r) + 3 * s;
                for lanes in &mut cells.0[first..first + 3] {
                    let x = V::load(lanes);
                    x.among(hidden, kept).store(lanes);
                }
            }
        }
    }

    // Stack by stack, the same with columns. The next pass finds hidden singles of columns as singles of their block.
    let mut row_sums = [empty; 9];
    let mut least = full;
    // Nonzero where the grid is no solution: digits that the closure kept and a filled triad excludes, then wrong sums.
    let mut wrong = empty;
    for stack in 0..3 {
        let mut places = [[empty; 3]; 3];
        for (band, places) in places.iter_mut().enumerate() {
            for (i, place) in places.iter_mut().enumerate() {
                let top = 27 * band + 3 * stack + i;
                *place = V::in_any(V::load(&cells.0[top]), V::load(&cells.0[top + 9]), V::load(&cells.0[top + 18]));
            }
        }
        let kept = closure(&places);
        lost = lost.or(full.minus(V::in_any(kept[0][0], kept[0][1], kept[0][2])));
        for band in 0..3 {
            // The sums of three cells: memory is written once for each row.
            let mut triad_sums = [empty; 3];
            for i in 0..3 {
                let closed = kept[band][i];
                let asserted = closed.minus(kept[band][(i + 1) % 3].or(kept[band][(i + 2) % 3]));
                let kept = asserted.or_if_fewer_than_three(closed);
                wrong = wrong.or(closed.minus(kept));
                for (r, sum) in triad_sums.iter_mut().enumerate() {
                    let lanes = &mut cells.0[9 * (3 * band + r) + 3 * stack + i];
                    let x = V::load(lanes).and(kept);
                    x.store(lanes);
                    *sum = sum.plus(x);
                    least = least.min(x);
                }
            }
            for (r, sum) in triad_sums.into_iter().enumerate() {
                row_sums[3 * band + r] = row_sums[3 * band + r].plus(sum);
            }
        }
    }

    let mut sum = empty;
    for row_sum in row_sums {
        sum = sum.plus(row_sum);
        wrong = wrong.or(row_sum.minus(full).or(full.minus(row_sum)));
    }
    let unchanged = sum.equal_lanes(V::load(&sums.0));
    sum.store(&mut sums.0);
    let dead = least.equal_lanes(empty) | !lost.equal_lanes(empty);
    HaltedLanes { dead, stuck: unchanged & !dead, solved: wrong.equal_lanes(empty) & !dead }
}

/// The triads of a 3x3 square that some arrangement uses: three triads, one in each row and each column of the square.
#[inline(always)]
fn closure<V: Lanes<W>, const W: usize>(places: &[[V; 3]; 3]) -> [[V; 3]; 3] {
    let [top, middle, bottom] = places;
    // The digits that each of the six arrangements allows: three run down to the right, three to the left.
    let (mut right, mut left) = ([V::splat(0); 3], [V::splat(0); 3]);
    for i in 0..3 {
        right[i] = V::in_all(top[i], middle[(i + 1) % 3], bottom[(i + 2) % 3]);
        left[i] = V::in_all(top[i], middle[(i + 2) % 3], bottom[(i + 1) % 3]);
    }
    let mut kept = [[V::splat(0); 3]; 3];
    for i in 0..3 {
        kept[0][i] = right[i].or(left[i]);
        kept[1][i] = right[(i + 2) % 3].or(left[(i + 1) % 3]);
        kept[2][i] = right[(i + 1) % 3].or(left[(i + 2) % 3]);
    }
    kept
}

/// The sum of the masks of each lane.
#[repr(align(64))]
pub(super) struct Sums<const W: usize>(pub(super) [u16; W]);

/// All bits in the lanes whose bits are set, none in the others.
#[inline(always)]
pub(super) fn mask<const W: usize>(lanes: u32) -> Sums<W> {
    let mut mask = Sums([0; W]);
    for (lane, mask) in mask.0.iter_mut().enumerate() {
        *mask = ((lanes >> lane & 1) as u16).wrapping_neg();
    }
    mask
}
