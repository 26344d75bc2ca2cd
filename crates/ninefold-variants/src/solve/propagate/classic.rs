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

/// The masks of three cells, one in each stack, in lanes of 16 bits. The values of a 9x9 board need ten bits at most.
///
/// ```text
///   row 0   a b c | a b c | a b c      word a: the three cells marked a, lane by lane
/// ```
///
/// One operation on a word works in three blocks at once, and it needs no vector instructions.
type Lanes = u64;

/// The lowest bit of each lane.
const LOW: Lanes = 0x0001_0001_0001;

/// The highest bit of each lane.
const HIGH: Lanes = LOW << 15;

/// The lanes of the next stack, in a circle.
#[inline(always)]
fn turn(lanes: Lanes) -> Lanes {
    (lanes >> 16) | ((lanes << 32) & 0xffff_0000_0000)
}

/// All bits of the lanes that are not zero. The highest bit of a lane is never in use.
#[inline(always)]
fn fill(lanes: Lanes) -> Lanes {
    let found = (lanes + (HIGH - LOW)) & HIGH;
    (found - (found >> 15)) | found
}

/// The values that some of the cells have, and those that two of them have.
#[derive(Clone, Copy, Default)]
struct Counted {
    one: Lanes,
    two: Lanes,
}

impl Counted {
    #[inline(always)]
    fn of(a: Lanes, b: Lanes, c: Lanes) -> Counted {
        Counted { one: a | b | c, two: (a & b) | ((a | b) & c) }
    }

    #[inline(always)]
    fn of_house(a: Counted, b: Counted, c: Counted) -> Counted {
        let all = Counted::of(a.one, b.one, c.one);
        Counted { one: all.one, two: all.two | a.two | b.two | c.two }
    }

    #[inline(always)]
    fn turned(self) -> Counted {
        Counted { one: turn(self.one), two: turn(self.two) }
    }

    #[inline(always)]
    fn once(self) -> Lanes {
        self.one & !self.two
    }
}

/// The first of three that lies in neither of the others.
#[inline(always)]
fn alone(a: Lanes, b: Lanes, c: Lanes) -> Lanes {
    a & !(b | c)
}

/// The masks of all cells, by row and by column of the stack.
type Words = [[Lanes; 3]; 9];

/// What a pass concludes.
struct Pass {
    /// The candidates that remain.
    words: Words,
    /// Whether some house lacks a value.
    lacks: bool,
}

impl Classic {
    pub(crate) fn run(&self, space: &mut Space<'_>, _: &mut Scratch) -> bool {
        let Some(masks) = space.masks.first_chunk::<81>() else { return true };
        let words = pack(masks);
        let Pass { words: kept, lacks } = self.pass(&words);
        if lacks {
            self.blame(space);
            return false;
        }
        for row in 0..9 {
            for column in 0..3 {
                let now = kept[row][column];
                let mut changed = fill(words[row][column] ^ now) & LOW;
                while changed != 0 {
                    let lane = changed.trailing_zeros();
                    changed &= changed - 1;
                    let cell = 9 * row + column + 3 * (lane / 16) as usize;
                    if !space.keep(cell as u16, (now >> lane) as u32 & 0xffff) {
                        return false;
                    }
                }
            }
        }
        true
    }

    #[inline]
    fn pass(&self, words: &Words) -> Pass {
        // Triads of rows, one lane a stack; triads of columns by band and by column of the stack.
        let mut across = [Counted::default(); 9];
        let mut down = [[Counted::default(); 3]; 3];
        for row in 0..9 {
            let [a, b, c] = words[row];
            across[row] = Counted::of(a, b, c);
        }
        let (mut columns, mut present) = ([Counted::default(); 3], !0);
        for column in 0..3 {
            down[column] = core::array::from_fn(|band| {
                let top = 3 * band;
                Counted::of(words[top][column], words[top + 1][column], words[top + 2][column])
            });
            let [a, b, c] = down[column];
            columns[column] = Counted::of_house(a, b, c);
            present &= columns[column].one;
        }
        let mut kept = [[0; 3]; 9];
        for band in 0..3 {
            let top = 3 * band;
            let block = Counted::of_house(across[top], across[top + 1], across[top + 2]);
            present &= block.one;
            // A value that a row has in one block only, and one that a block has in one of its rows only.
            let (mut of_row, mut of_block) = ([0; 3], [0; 3]);
            for line in 0..3 {
                let own = across[top + line].one;
                of_row[line] = alone(own, turn(own), turn(turn(own)));
                of_block[line] = alone(own, across[top + (line + 1) % 3].one, across[top + (line + 2) % 3].one);
            }
            // The same for columns.
            let mut lost_down = [0; 3];
            let (mut of_column, mut of_stack) = ([0; 3], [0; 3]);
            for column in 0..3 {
                let own = down[column][band].one;
                of_column[column] = alone(own, down[column][(band + 1) % 3].one, down[column][(band + 2) % 3].one);
                let others = [1, 2].map(|step| [0, 1, 2].map(|band| down[(column + step) % 3][band].one));
                for other in [(band + 1) % 3, (band + 2) % 3] {
                    of_stack[column] |= alone(down[column][other].one, others[0][other], others[1][other]);
                }
            }
            for column in 0..3 {
                lost_down[column] = of_stack[column] | of_column[(column + 1) % 3] | of_column[(column + 2) % 3];
            }
            for line in 0..3 {
                let row = across[top + line];
                let row = Counted::of_house(row, row.turned(), row.turned().turned());
                present &= row.one;
                let others = turn(of_block[line]) | turn(turn(of_block[line]));
                let lost_across = others | of_row[(line + 1) % 3] | of_row[(line + 2) % 3];
                for column in 0..3 {
                    let mask = words[top + line][column];
                    let only = mask & (row.once() | columns[column].once() | block.once());
                    let left = mask & !(lost_across | lost_down[column]);
                    // Two hidden singles in one cell: no value is left.
                    let several = fill(only & ((only | HIGH) - LOW));
                    kept[top + line][column] = left & (only | !fill(only)) & !several;
                }
            }
        }
        let all = Lanes::from(self.all) * LOW;
        Pass { words: kept, lacks: present & all != all }
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

/// The masks in lanes.
#[inline(always)]
fn pack(masks: &[u32; 81]) -> Words {
    let lanes = |cell: usize| {
        Lanes::from(masks[cell]) | Lanes::from(masks[cell + 3]) << 16 | Lanes::from(masks[cell + 6]) << 32
    };
    core::array::from_fn(|row| core::array::from_fn(|column| lanes(9 * row + column)))
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
            let pass = classic.pass(&pack(&masks));
            let held = |house: [u16; 9]| house.iter().fold(0, |held, &cell| held | masks[usize::from(cell)]);
            assert_eq!(pass.lacks, houses().any(|house| held(house) != classic.all));
            assert!(pass.lacks || pass.words == pack(&plain(&masks)), "{masks:?}");
            lacking += usize::from(pass.lacks);
            changed += usize::from(!pass.lacks && pass.words != pack(&masks));
        }
        assert!(lacking > 10 && changed > 100, "{lacking} {changed}");
    }
}
