//! Any CPU: four lanes in each 64-bit word.
//!
//! A digit set fills nine of a lane's sixteen bits. The seven above catch carries, so that words can be added without
//! one lane disturbing the next.

use crate::solve::vector::{Band, Places, Vector};

/// A band in three words, one a row; the fourth lane of each is empty.
#[derive(Clone, Copy)]
pub(super) struct Words([u64; 3]);

/// The lowest bit of each of the three lanes.
const ONE: u64 = 0x0000_0001_0001_0001;
/// The highest bit of each of the three lanes.
const TOP: u64 = ONE << 15;
/// All bits of the three lanes.
const LANES: u64 = 0x0000_FFFF_FFFF_FFFF;

impl Words {
    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Words {
        Words(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, other: Words, f: impl Fn(u64, u64) -> u64) -> Words {
        Words([f(self.0[0], other.0[0]), f(self.0[1], other.0[1]), f(self.0[2], other.0[2])])
    }
}

impl Vector for Words {
    #[inline(always)]
    fn splat(digits: u16) -> Words {
        Words([u64::from(digits) * ONE; 3])
    }
    #[inline(always)]
    fn and(self, other: Words) -> Words {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Words) -> Words {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn minus(self, other: Words) -> Words {
        self.zip(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn without_least(self) -> Words {
        // The top bit lends each lane its borrow, so that an empty lane does not take one from its neighbour.
        self.map(|x| x & ((x | TOP) - ONE))
    }
    #[inline(always)]
    fn where_empty(self) -> Words {
        // Adding 0x7FFF reaches the top bit unless the lane is empty; the bit is then spread over its lane.
        self.map(|x| {
            let empty = !(x + (TOP - ONE)) & TOP;
            (empty << 1).wrapping_sub(empty >> 15) & LANES
        })
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }
}

impl Band for Words {
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Words {
        let row = |r: usize| (0..3).map(|s| u64::from(lanes[4 * r + s]) << (16 * s)).sum();
        Words([row(0), row(1), row(2)])
    }
    #[inline(always)]
    fn store(self, lanes: &mut [u16; 16]) {
        *lanes =
            core::array::from_fn(|lane| if lane < 12 { (self.0[lane / 4] >> (16 * (lane % 4))) as u16 } else { 0 });
    }
    #[inline(always)]
    fn next_in_row(self) -> Words {
        self.map(|x| (x >> 16 | x << 32) & LANES)
    }
    #[inline(always)]
    fn previous_in_row(self) -> Words {
        self.map(|x| (x << 16 | x >> 32) & LANES)
    }
    #[inline(always)]
    fn next_in_block(self) -> Words {
        Words([self.0[1], self.0[2], self.0[0]])
    }
    #[inline(always)]
    fn previous_in_block(self) -> Words {
        Words([self.0[2], self.0[0], self.0[1]])
    }
    #[inline(always)]
    fn places(x: &[Words; 9]) -> [Places; 16] {
        let mut out = [[0; 3]; 16];
        for (d, places) in out.iter_mut().enumerate().take(9) {
            *places = gather(&x.map(|x| x.map(|w| w >> d & ONE)));
        }
        out
    }
    #[inline(always)]
    fn bivalue(x: &[Words; 9]) -> Places {
        gather(&x.map(|x| {
            let rest = x.without_least();
            rest.without_least().where_empty().minus(rest.where_empty()).map(|w| w & ONE)
        }))
    }
}

/// The lowest bit of each lane, in the order of [`Places`].
#[inline(always)]
fn gather(x: &[Words; 9]) -> Places {
    let mut places = [0; 3];
    for (register, words) in x.iter().enumerate() {
        let nibble = |w: u64| (w | w >> 15 | w >> 30) & 7;
        let bits = nibble(words.0[0]) | nibble(words.0[1]) << 4 | nibble(words.0[2]) << 16;
        places[register / 4] |= bits << (register / 2 % 2 * 32 + register % 2 * 8);
    }
    places
}
