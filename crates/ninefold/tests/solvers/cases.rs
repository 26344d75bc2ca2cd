//! The test cases: a few dozen seeds, multiplied by transforms and by mutation.
//!
//! A puzzle has up to 1,218,998,108,160 isomorphs. A solver that visits cells in a fixed order has a different search
//! tree for each of them. One hard seed therefore provides any number of cases with a known answer.
//!
//! Mutation removes, changes or adds givens: a puzzle becomes a grid with several solutions or none.
//!
//! All randomness comes from [`Random`] and a seed in the test: failures are reproducible.

use ninefold::symmetry::Transform;
use ninefold::{Cell, Digit, Grid, Solution};

/// A grid and its number of solutions, at most [`MANY`].
pub(crate) struct Seed {
    pub(crate) name: &'static str,
    pub(crate) grid: &'static str,
    pub(crate) solutions: usize,
}

/// The limit for the solutions of a seed.
pub(crate) const MANY: usize = 1000;

/// Well-known puzzles, grids with several solutions or none, and edge cases.
#[rustfmt::skip]
pub(crate) const SEEDS: &[Seed] = &[
    // Easy puzzles.
    Seed { name: "encyclopedia example", solutions: 1, grid: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" },
    Seed { name: "Project Euler 96, grid 1", solutions: 1, grid: "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.." },
    Seed { name: "Project Euler 96, grid 2", solutions: 1, grid: "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3" },
    Seed { name: "naked singles only", solutions: 1, grid: "3.542.81.4879.15.6.29.5637485.793.416132.8957.74.6528.2413.9.655.867.192.965124.8" },
    Seed { name: "hidden singles only", solutions: 1, grid: "..2.3...8.....8....31.2.....6..5.27..1.....5.2.4.6..31....8.6.5.......13..531.4.." },
    Seed { name: "locked candidates", solutions: 1, grid: "..9.7.....8.4.......3....281.....67..2..13.4..4...78..6...3.....1.............284" },
    // 17 givens, the fewest a puzzle can have.
    Seed { name: "17 givens, first of Royle's list", solutions: 1, grid: ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..." },
    Seed { name: "17 givens, slow row by row", solutions: 1, grid: "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9" },
    Seed { name: "17 givens, Norvig's hard one", solutions: 1, grid: "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......" },
    Seed { name: "17 givens, empty first band", solutions: 1, grid: ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..." },
    Seed { name: "18 givens, first of the magictour list", solutions: 1, grid: "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........" },
    // Well-known hard puzzles.
    Seed { name: "AI Escargot", solutions: 1, grid: "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.." },
    Seed { name: "Inkala 2010", solutions: 1, grid: "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.." },
    Seed { name: "Inkala 2012", solutions: 1, grid: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.." },
    Seed { name: "Golden Nugget", solutions: 1, grid: ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....." },
    Seed { name: "Easter Monster", solutions: 1, grid: "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1" },
    Seed { name: "Platinum Blonde", solutions: 1, grid: ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..." },
    Seed { name: "Fata Morgana", solutions: 1, grid: "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........" },
    Seed { name: "Red Dwarf", solutions: 1, grid: "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8" },
    Seed { name: "Cheese", solutions: 1, grid: ".2..5.7..4..1....68....3...2....8..3.4..2.5.....6...1...2.9.....9......57.4...9.." },
    Seed { name: "Kolk", solutions: 1, grid: "12.4..3..3...1..5...6...1..7...9.....4.6.3.....3..2...5...8.7....7.....5.......98" },
    Seed { name: "98.7, SE 11 and above", solutions: 1, grid: "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6" },
    // More than one solution.
    Seed { name: "two solutions", solutions: 2, grid: ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87." },
    Seed { name: "three solutions", solutions: 3, grid: "..3.....6...98..2.9426..7..45...6............1.9.5.47.....25.4.6...785..........." },
    Seed { name: "four solutions", solutions: 4, grid: "....9....6..4.7..8.4.812.3.7.......5..4...9..5..371..4.5..6..4.2.17.85.9........." },
    Seed { name: "ten solutions", solutions: 10, grid: "59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65" },
    Seed { name: "17 givens, many solutions", solutions: MANY, grid: ".....6....59.....82....8....45........3........6..3.54...325..6.................." },
    Seed { name: "125 solutions", solutions: 125, grid: "...3165..8..5..1...1.89724.9.1.85.2....9.1....4.263..1.5.....1.1..4.9..2..61.8..." },
    Seed { name: "a rectangle of two digits", solutions: 2, grid: "534678912672195348198342567859761423426853791713924856961.3728.287.1963.345286179" },
    Seed { name: "two bands", solutions: 144, grid: "...........................859761423426853791713924856961537284287419635345286179" },
    Seed { name: "one band", solutions: MANY, grid: "534678912672195348198342567......................................................" },
    Seed { name: "eight givens of one row", solutions: MANY, grid: "12345678........................................................................." },
    Seed { name: "one given", solutions: MANY, grid: "........................................7........................................" },
    Seed { name: "nothing", solutions: MANY, grid: "................................................................................." },
    // No solution, and no house holds a digit twice.
    Seed { name: "a cell without candidates", solutions: 0, grid: "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.." },
    Seed { name: "a block without a place", solutions: 0, grid: ".9.3....1....8..46......8..4.5.6..3...32756...6..1.9.4..1......58..2....2....7.6." },
    Seed { name: "a column without a place", solutions: 0, grid: "....41....6.....2...2......32.6.........5..417.......2......23..48......5.1..2..." },
    Seed { name: "a row without a place", solutions: 0, grid: "9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3" },
    Seed { name: "the ninth digit cannot end its row", solutions: 0, grid: "12345678.........9..............................................................." },
    // A house holds a digit twice.
    Seed { name: "twice in a block", solutions: 0, grid: "..9.7...5..21..9..1...28....7...5..1..851......5....3.......3..68........21.....9" },
    Seed { name: "two equal givens and nothing else", solutions: 0, grid: "1.......................................................................1........" },
    Seed { name: "81 equal digits", solutions: 0, grid: "111111111111111111111111111111111111111111111111111111111111111111111111111111111" },
    // Complete or nearly complete.
    Seed { name: "complete", solutions: 1, grid: "534678912672195348198342567859761423426853791713924856961537284287419635345286179" },
    Seed { name: "complete but for one cell", solutions: 1, grid: "2564891733746159829817234565932748617128.6549468591327635147298127958634849362715" },
    Seed { name: "complete, two digits of a row exchanged", solutions: 0, grid: "534678921672195348198342567859761423426853791713924856961537284287419635345286179" },
    Seed { name: "complete, one digit wrong", solutions: 0, grid: "534678912672195348198342567859761423426853791713924856961537284287419635345286178" },
    Seed { name: "complete but for one cell, one digit wrong", solutions: 0, grid: ".34678912672195348198342567859761423426853791713924856961537284287419635345286178" },
];

impl Seed {
    pub(crate) fn grid(&self) -> Grid {
        assert_eq!(self.grid.len(), 81, "{}", self.name);
        self.grid.parse().expect("seeds are 81 digits and dots")
    }
}

/// The seeds that are puzzles, with their solutions.
pub(crate) fn puzzles() -> Vec<(Grid, Solution)> {
    let seeds = SEEDS.iter().filter(|seed| seed.solutions == 1).map(Seed::grid);
    seeds.map(|grid| (grid, super::oracle::solutions(&grid, 2)[0])).collect()
}

/// SplitMix64: ten lines, reproducible.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True with probability 1 / `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }

    pub(crate) fn digit(&mut self) -> Digit {
        self.pick(&Digit::ALL)
    }

    pub(crate) fn cell(&mut self) -> Cell {
        Cell::from_index(self.below(81))
    }

    /// A random transform.
    pub(crate) fn transform(&mut self) -> Transform {
        Transform::random(&mut ninefold::Random::new(self.next()))
    }
}

/// Removes, changes or adds up to three givens; some digits cause a conflict.
pub(crate) fn mutate(grid: &Grid, solution: &Solution, random: &mut Random) -> Grid {
    let mut mutant = *grid;
    for _ in 0..=random.below(3) {
        let filled: Vec<Cell> = mutant.filled().iter().collect();
        let empty: Vec<Cell> = (!mutant.filled()).iter().collect();
        match random.below(3) {
            0 if !filled.is_empty() => mutant[random.pick(&filled)] = None,
            1 if !filled.is_empty() => {
                let cell = random.pick(&filled);
                mutant[cell] = Some(some_digit(&mutant, cell, solution, random));
            }
            _ if !empty.is_empty() => {
                let cell = random.pick(&empty);
                mutant[cell] = Some(some_digit(&mutant, cell, solution, random));
            }
            _ => {}
        }
    }
    mutant
}

/// A digit for the cell: mostly one that no peer holds, often the right one, rarely an arbitrary one.
fn some_digit(grid: &Grid, cell: Cell, solution: &Solution, random: &mut Random) -> Digit {
    let allowed: Vec<Digit> = (!grid.digits_in(cell.peers())).iter().collect();
    match random.below(8) {
        0 => random.digit(),
        1 | 2 => solution[cell],
        _ if !allowed.is_empty() => random.pick(&allowed),
        _ => random.digit(),
    }
}

/// A solution restricted to this number of random cells.
pub(crate) fn thinned(solution: &Solution, givens: usize, random: &mut Random) -> Grid {
    let mut cells: Vec<Cell> = Cell::all().collect();
    random.shuffle(&mut cells);
    Grid::from(*solution).restricted_to(cells.into_iter().take(givens).collect())
}
