//! Unique rectangles and loops: two digits that could change places.
//!
//! A loop is a closed path of cells that all have candidates `a` and `b`, each step inside a house, and every house of the
//! path contains exactly two of its cells. If all its cells held `a` or `b`, exchanging the two digits along the loop
//! would give a second solution. So some cell of the loop holds another digit. The four types differ in what follows.
//!
//! Every loop of the board is collected, the hints are sorted by rating and type, and the first is used.

use alloc::vec::Vec;

use super::board::{
    Board, CELL_AT, HOUSE, Mask, PLACE, RatedGrid, bits, cells_at, combinations, count, is_pair, is_single, peers, sees,
};
use super::hint::{Eliminations, Hint, Reason};
use crate::{Cell, CellSet, Digit};

/// Of hints with the same key only the first is kept. The class is the type, and distinguishes naked from hidden
/// type 3.
#[derive(PartialEq, Eq)]
struct Key {
    class: u8,
    cells: u128,
    /// House, digits and places of the set in type 3.
    set: (usize, Mask, Mask),
}

/// The hints found so far.
struct Collection<'a> {
    grid: &'a RatedGrid,
    hints: Vec<(Key, Hint)>,
}

/// The best loop hint.
pub(super) fn unique_loop(grid: &RatedGrid, should_stop: &mut dyn FnMut() -> bool) -> Option<Hint> {
    let mut collection = Collection { grid, hints: Vec::new() };
    for start in (0..81).filter(|&cell| is_pair(grid.board.digits(cell))) {
        let pair = grid.board.digits(start);
        let mut search = LoopSearch {
            board: &grid.board,
            pair,
            digits: digits_of(pair),
            path: Vec::new(),
            met: [0; 2],
            loops: Vec::new(),
            should_stop,
        };
        search.extend(start, 2, 0, None);
        for path in &search.loops {
            collection.examine(search.pair, path);
        }
    }
    let kind = |hint: &Hint| if let Reason::Loop { kind, .. } = hint.reason { kind } else { 0 };
    let better = |a: &Hint, b: &Hint| (a.rating, kind(a)) < (b.rating, kind(b));
    let mut best: Option<Hint> = None;
    for (_, hint) in collection.hints {
        if best.as_ref().is_none_or(|best| better(&hint, best)) {
            best = Some(hint);
        }
    }
    best
}

/// Depth-first enumeration of closed paths from one cell.
struct LoopSearch<'a> {
    board: &'a Board,
    pair: Mask,
    digits: [usize; 2],
    path: Vec<u8>,
    /// The houses of the even and of the odd cells of the path, as bits.
    met: [u32; 2],
    loops: Vec<Vec<u8>>,
    should_stop: &'a mut dyn FnMut() -> bool,
}

impl LoopSearch<'_> {
    /// Extends the path by `cell`, which was reached inside a house of the kind `last`.
    ///
    /// `allowance` is the number of cells with more candidates that may follow, and `extra` collects their other digits.
    /// `extra` grows with every neighbour examined, entered or not, and this affects later neighbours. Some loops are
    /// missed because of that. The reference does the same, so it is part of the scale.
    fn extend(&mut self, cell: usize, allowance: i32, mut extra: Mask, last: Option<usize>) {
        let parity = self.path.len() % 2;
        let houses = houses_of(cell);
        self.met[parity] |= houses;
        self.path.push(cell as u8);
        for kind in (0..3).filter(|&kind| Some(kind) != last) {
            let house = usize::from(HOUSE[cell][kind]);
            let [a, b] = self.digits;
            for place in bits(self.board.places(house, a) & self.board.places(house, b)) {
                let next = CELL_AT[house][place];
                if self.path.contains(&next) {
                    if next == self.path[0] && self.path.len() >= 4 && self.met[0] == self.met[1] {
                        self.loops.push(self.path.clone());
                    }
                    continue;
                }
                let digits = self.board.digits(next.into());
                extra = (extra | digits) & !self.pair;
                let more = !is_pair(digits);
                // A house with two cells of the same parity cannot be part of a loop.
                if (!more || is_single(extra) || allowance > 0)
                    && self.met[1 - parity] & houses_of(next.into()) == 0
                    && !(self.should_stop)()
                {
                    self.extend(next.into(), allowance - i32::from(more), extra, Some(kind));
                }
            }
        }
        self.path.pop();
        self.met[parity] &= !houses;
    }
}

fn reason(kind: u8, path: &[u8], digits: [usize; 2], helpers: CellSet) -> Reason {
    let cells = path.iter().map(|&cell| Cell::from_index(cell.into())).collect();
    Reason::Loop { kind, cells, digits: digits.map(Digit::from_index), helpers }
}

/// The lower and the higher digit of a pair.
fn digits_of(pair: Mask) -> [usize; 2] {
    [pair.trailing_zeros() as usize, Mask::BITS as usize - 1 - pair.leading_zeros() as usize]
}

fn houses_of(cell: usize) -> u32 {
    HOUSE[cell].iter().fold(0, |set, &house| set | 1 << house)
}

impl Collection<'_> {
    fn add(&mut self, key: Key, hint: Option<Hint>) {
        if let Some(hint) = hint
            && !self.hints.iter().any(|(other, _)| *other == key)
        {
            self.hints.push((key, hint));
        }
    }

    /// Collects the hints of one loop.
    fn examine(&mut self, pair: Mask, path: &[u8]) {
        let board = &self.grid.board;
        let rating = match path.len() {
            4 => 4.5,
            6 => 4.5 + 0.1,
            8 => 4.5 + 0.2,
            _ => 4.5 + 0.3 + 0.2,
        };
        let cells = path.iter().fold(0, |set, &cell| set | 1u128 << cell);
        let key = |class| Key { class, cells, set: (0, 0, 0) };
        let digits = digits_of(pair);
        let reason = |kind| move || reason(kind, path, digits, CellSet::EMPTY);
        let more: Vec<usize> =
            path.iter().map(|&cell| usize::from(cell)).filter(|&cell| !is_pair(board.digits(cell))).collect();
        let others = more.iter().fold(0, |union, &cell| union | board.digits(cell)) & !pair;

        let mut type_2 = None;
        match more[..] {
            [] => {}
            [cell] => {
                let mut eliminations = Eliminations::default();
                eliminations.add(cell, pair);
                self.add(key(1), Hint::eliminating(rating, eliminations, reason(1)));
            }
            [_, _] if !is_single(others) => {}
            [first, ..] => type_2 = Some((board.digits(first) & !pair).trailing_zeros()),
        }
        if let Some(digit) = type_2 {
            let seeing = more.iter().fold(!0, |set, &cell| set & peers(cell));
            let mut eliminations = Eliminations::default();
            for cell in bits(seeing) {
                eliminations.add(cell, board.digits(cell) & 1 << digit);
            }
            self.add(key(2), Hint::eliminating(rating, eliminations, reason(2)));
        }
        if let [first, second] = more[..] {
            if !is_single(others) {
                self.type_3(pair, path, cells, [first, second], others, rating);
            }
            if let Some(locked) = locked_digit(board, digits, first, second) {
                let (locked, eliminated) = if locked == digits[0] { (locked, digits[1]) } else { (locked, digits[0]) };
                let mut eliminations = Eliminations::default();
                eliminations.add(first, 1 << eliminated);
                eliminations.add(second, 1 << eliminated);
                self.add(
                    key(4),
                    Hint::eliminating(rating, eliminations, || {
                        self::reason(4, path, [locked, eliminated], CellSet::EMPTY)
                    }),
                );
            }
        }
    }

    /// One of the two cells with more candidates holds one of `others`. So together they act as one cell with those digits
    /// in a naked set, or as a cell outside a hidden set.
    fn type_3(&mut self, pair: Mask, path: &[u8], cells: u128, [x1, x2]: [usize; 2], others: Mask, base: f64) {
        let grid = self.grid;
        let board = &grid.board;
        let digits = digits_of(pair);
        let reason = |helpers: CellSet| move || reason(3, path, digits, helpers);
        for size in count(others)..=7 {
            for kind in (0..3).filter(|&kind| HOUSE[x1][kind] == HOUSE[x2][kind]) {
                let house = usize::from(HOUSE[x1][kind]);
                let [first, second] = [x1, x2].map(|cell| 1 << PLACE[cell][kind]);
                let roof = Roof { house, first, second, others, common: others & board.digits(x1) & board.digits(x2) };
                let empty = usize::from(grid.counts.empty[house]);
                if 2 * size <= empty {
                    roof.naked_sets(board, size, |set, partners, eliminations| {
                        let rating = base + (size - 1) as f64 * 0.1;
                        let key = Key { class: 3, cells, set: (house, set, partners) };
                        let reason = reason(cells_at(house, partners));
                        self.add(key, Hint::eliminating(rating, eliminations, reason));
                    });
                }
                if 2 * size < empty {
                    roof.hidden_sets(board, pair, size, |set, partners, eliminations| {
                        let rating = base + (count(partners) as f64 - 1.0) * 0.1;
                        let key = Key { class: 5, cells, set: (house, set, partners) };
                        // A hidden set is the same as a naked set of the other cells.
                        let open = (0..9).filter(|&place| board.digits(CELL_AT[house][place].into()) != 0);
                        let open = open.fold(0, |places, place| places | 1 << place);
                        let reason = reason(cells_at(house, open & !(partners | first | second)));
                        self.add(key, Hint::eliminating(rating, eliminations, reason));
                    });
                }
            }
        }
    }
}

/// The two cells with more candidates, in a house they share.
struct Roof {
    house: usize,
    /// The places of the two cells, one bit each.
    first: Mask,
    second: Mask,
    /// The other candidates of either cell, and those of both.
    others: Mask,
    common: Mask,
}

impl Roof {
    /// Naked sets of `size` digits in which the two cells count as one: digits, places of the partners, eliminations.
    fn naked_sets(&self, board: &Board, size: usize, mut found: impl FnMut(Mask, Mask, Eliminations)) {
        for places in combinations(9, size).map(|mask| mask as Mask) {
            if places & self.first == 0 || places & self.second != 0 {
                continue;
            }
            let partners = places & !self.first;
            let partner_digits = bits(partners).map(|place| board.digits(CELL_AT[self.house][place].into()));
            let union = partner_digits.clone().fold(0, |union, digits| union | digits);
            let set = union | self.others;
            let fits = count(self.common | union) == size
                && count(set) == size
                && count(self.others) >= 2
                && partner_digits.clone().all(|digits| count(digits) >= 2);
            if !fits {
                continue;
            }
            let mut eliminations = Eliminations::default();
            for place in bits(511 & !(places | self.second)) {
                let cell = usize::from(CELL_AT[self.house][place]);
                eliminations.add(cell, board.digits(cell) & set);
            }
            found(set, partners, eliminations);
        }
    }

    /// Hidden sets of `size` digits, the pair among them, in which the two cells count as one: digits, places of the
    /// partners, eliminations.
    fn hidden_sets(&self, board: &Board, pair: Mask, size: usize, mut found: impl FnMut(Mask, Mask, Eliminations)) {
        let free: Vec<usize> = bits(511 & !(pair | self.others)).collect();
        for chosen in combinations(free.len(), size - 2) {
            let hidden = bits(chosen as Mask).fold(pair, |set, i| set | 1 << free[i]);
            let mut masks = bits(hidden).map(|digit| board.places(self.house, digit) & !self.second);
            let union = masks.clone().fold(0, |union, mask| union | mask);
            if count(union) != size || masks.any(|mask| mask == 0) {
                continue;
            }
            let partners = union & !self.first;
            let mut eliminations = Eliminations::default();
            for place in bits(partners) {
                let cell = usize::from(CELL_AT[self.house][place]);
                eliminations.add(cell, board.digits(cell) & !hidden);
            }
            found(hidden, partners, eliminations);
        }
    }
}

/// The digit of the pair that has no place outside the two cells in some house they share.
fn locked_digit(board: &Board, digits: [usize; 2], x1: usize, x2: usize) -> Option<usize> {
    debug_assert!(x1 != x2);
    if !sees(x1, x2) {
        return None;
    }
    digits.into_iter().find(|&digit| {
        (0..3).filter(|&kind| HOUSE[x1][kind] == HOUSE[x2][kind]).any(|kind| {
            let both = 1 << PLACE[x1][kind] | 1 << PLACE[x2][kind];
            board.places(HOUSE[x1][kind].into(), digit) & !both == 0
        })
    })
}
