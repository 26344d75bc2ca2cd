//! The rows, columns and blocks of a 9x9 board, all at once.
//!
//! Most puzzles have these 27 houses, and most of the time of a search goes into them. One pass over the 81 cells finds all
//! hidden singles and all locked candidates without a branch. It works on triads, the three cells that a line and a block
//! share: a value that a row has only in one triad leaves the rest of the block, and the other way round.
//!
//! ```text
//!   T00 T01 T02     row 0       The triads of a band, rows across, blocks down.
//!   T10 T11 T12     row 1       In T00 alone of its row: leaves T10 and T20.
//!   T20 T21 T22     row 2       In T00 alone of its block: leaves T01 and T02.
//! ```

use super::Scratch;
use crate::solve::space::Space;

/// All rows, columns and blocks of a 9x9 board, whose cells are the first 81.
#[derive(Clone, Debug)]
pub(crate) struct Classic {
    /// All values of the board.
    pub(crate) all: u32,
}

/// The values that some of the cells have, and those that two of them have.
#[derive(Clone, Copy, Default)]
struct Counted {
    one: u32,
    two: u32,
}

impl Counted {
    #[inline(always)]
    fn of(a: u32, b: u32, c: u32) -> Counted {
        Counted { one: a | b | c, two: (a & b) | ((a | b) & c) }
    }

    #[inline(always)]
    fn of_house(a: Counted, b: Counted, c: Counted) -> Counted {
        let all = Counted::of(a.one, b.one, c.one);
        Counted { one: all.one, two: all.two | a.two | b.two | c.two }
    }

    #[inline(always)]
    fn once(self) -> u32 {
        self.one & !self.two
    }
}

/// Nine triads of a band or a stack: by line, then by block. What the triads lose to each other.
#[inline(always)]
fn locked(triads: &[[Counted; 3]; 3]) -> [[u32; 3]; 3] {
    let (mut of_line, mut of_block) = ([[0; 3]; 3], [[0; 3]; 3]);
    for line in 0..3 {
        for block in 0..3 {
            let own = triads[line][block].one;
            let (right, left) = ((block + 1) % 3, (block + 2) % 3);
            let (down, up) = ((line + 1) % 3, (line + 2) % 3);
            of_line[line][block] = own & !(triads[line][right].one | triads[line][left].one);
            of_block[line][block] = own & !(triads[down][block].one | triads[up][block].one);
        }
    }
    let mut lost = [[0; 3]; 3];
    for line in 0..3 {
        for block in 0..3 {
            let (right, left) = ((block + 1) % 3, (block + 2) % 3);
            let (down, up) = ((line + 1) % 3, (line + 2) % 3);
            lost[line][block] =
                of_block[line][right] | of_block[line][left] | of_line[down][block] | of_line[up][block];
        }
    }
    lost
}

/// What a pass concludes.
struct Pass {
    /// The candidates that remain.
    masks: [u32; 81],
    /// Whether some house lacks a value.
    lacks: bool,
}

impl Classic {
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let Some(masks) = space.masks.first_chunk::<81>() else { return true };
        let Pass { masks: kept, lacks } = self.pass(masks);
        if lacks {
            self.blame(space);
            return false;
        }
        (0u16..).zip(kept).all(|(cell, mask)| space.keep(cell, mask))
    }

    #[inline]
    fn pass(&self, masks: &[u32; 81]) -> Pass {
        // Triads by band, row of the band, block; and by stack, column of the stack, block.
        let mut across = [[[Counted::default(); 3]; 3]; 3];
        let mut down = [[[Counted::default(); 3]; 3]; 3];
        for band in 0..3 {
            for line in 0..3 {
                let row = 27 * band + 9 * line;
                for block in 0..3 {
                    let cell = row + 3 * block;
                    across[band][line][block] = Counted::of(masks[cell], masks[cell + 1], masks[cell + 2]);
                    let top = 27 * band + 3 * block + line;
                    down[block][line][band] = Counted::of(masks[top], masks[top + 9], masks[top + 18]);
                }
            }
        }
        let (mut rows, mut columns, mut blocks) = ([0; 9], [0; 9], [0; 9]);
        let mut present = self.all;
        for chute in 0..3 {
            for line in 0..3 {
                let row = &across[chute][line];
                let row = Counted::of_house(row[0], row[1], row[2]);
                let column = &down[chute][line];
                let column = Counted::of_house(column[0], column[1], column[2]);
                let block = Counted::of_house(across[chute][0][line], across[chute][1][line], across[chute][2][line]);
                present &= row.one & column.one & block.one;
                rows[3 * chute + line] = row.once();
                columns[3 * chute + line] = column.once();
                blocks[3 * chute + line] = block.once();
            }
        }
        let lost_across = [locked(&across[0]), locked(&across[1]), locked(&across[2])];
        let lost_down = [locked(&down[0]), locked(&down[1]), locked(&down[2])];
        let mut kept = [0; 81];
        for row in 0..9 {
            let (band, line) = (row / 3, row % 3);
            for column in 0..9 {
                let stack = column / 3;
                let mask = masks[9 * row + column];
                let only = mask & (rows[row] | columns[column] | blocks[3 * band + stack]);
                let lost = lost_across[band][line][stack] | lost_down[stack][column % 3][band];
                let left = mask & !lost;
                // Two hidden singles in one cell: no value is left.
                let several = if only & only.wrapping_sub(1) == 0 { !0 } else { 0 };
                kept[9 * row + column] = if only == 0 { left } else { left & only & several };
            }
        }
        Pass { masks: kept, lacks: present != self.all }
    }

    /// Notes the first house that lacks a value.
    #[cold]
    fn blame(&self, space: &mut Space<'_>) {
        let held = |house: [u16; 9]| house.iter().fold(0, |held, &cell| held | space.get(cell));
        if let Some(number) = houses().position(|house| held(house) != self.all) {
            space.failed_house = number as u16;
        }
    }
}

/// The cells of the houses of a 9x9 board, each in order: rows, columns, blocks.
pub(crate) fn houses() -> impl Iterator<Item = [u16; 9]> {
    (0..27u16).map(|house| {
        let number = house % 9;
        core::array::from_fn(|place| {
            let place = place as u16;
            match house / 9 {
                0 => 9 * number + place,
                1 => 9 * place + number,
                _ => 9 * (3 * (number / 3) + place / 3) + 3 * (number % 3) + place % 3,
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::Random;

    /// The candidates that hidden singles and locked candidates leave, house by house.
    fn plain(masks: &[u32; 81]) -> [u32; 81] {
        let mut kept = *masks;
        for (number, house) in houses().enumerate() {
            for value in 1..10 {
                let has = |cell: &u16| masks[usize::from(*cell)] >> value & 1 == 1;
                let places: Vec<u16> = house.iter().copied().filter(has).collect();
                if let [only] = places[..] {
                    kept[usize::from(only)] &= 1 << value;
                }
                // The blocks of a line, the lines of a block.
                let others = houses().enumerate().filter(|(other, _)| (number < 18) != (*other < 18));
                for (_, other) in others.filter(|(_, other)| places.iter().all(|cell| other.contains(cell))) {
                    let rest = other.iter().filter(|cell| !house.contains(cell));
                    rest.for_each(|&cell| kept[usize::from(cell)] &= !(1 << value));
                }
            }
        }
        kept
    }

    #[test]
    fn a_pass_finds_what_a_look_at_each_house_finds() {
        let classic = Classic { all: 0b11_1111_1110 };
        let mut random = Random::new(7);
        let (mut changed, mut lacking) = (0, 0);
        for _ in 0..2000 {
            // A solved grid with more candidates, and now and then one less.
            let mut masks: [u32; 81] = core::array::from_fn(|cell| {
                let (row, column) = (cell / 9, cell % 9);
                let more = (random.below(1 << 9) & random.below(1 << 9) & random.below(1 << 9)) << 1;
                1 << ((3 * (row % 3) + row / 3 + column) % 9 + 1) | more
            });
            if random.below(4) == 0 {
                masks[random.below(81) as usize] &= random.below(1 << 10);
            }
            let pass = classic.pass(&masks);
            let held = |house: [u16; 9]| house.iter().fold(0, |held, &cell| held | masks[usize::from(cell)]);
            assert_eq!(pass.lacks, houses().any(|house| held(house) != classic.all));
            assert!(pass.lacks || pass.masks == plain(&masks), "{masks:?}");
            lacking += usize::from(pass.lacks);
            changed += usize::from(!pass.lacks && pass.masks != masks);
        }
        assert!(lacking > 10 && changed > 100, "{lacking} {changed}");
    }
}
