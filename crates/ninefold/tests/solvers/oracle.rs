//! Who is believed: the naive solver where it comes to an end, and a brute force over candidates everywhere.
//!
//! The naive solver fills cells in a fixed order, and there are grids on which it would not end in our lifetime. So it
//! works under a bound on its placements, and where it gives up the brute force speaks alone. The brute force is
//! written from the rule, shares no code or table with the library, and takes any candidates as its start; the runner
//! holds it to the naive solver wherever that one comes to an end.

use std::ops::ControlFlow;

use ninefold::solve::naive::{self, Observer, Order};
use ninefold::{Cell, Digit, Grid, Pencilmarks, Solution};

/// The first solutions of a grid, at most `limit`.
pub fn solutions(grid: &Grid, limit: usize) -> Vec<Solution> {
    BruteForce::of_grid(grid).solutions(limit)
}

/// The first solutions that take nothing but these candidates beside the placed digits, at most `limit`.
pub fn solutions_of_pencilmarks(marks: &Pencilmarks, limit: usize) -> Vec<Solution> {
    BruteForce::of_pencilmarks(marks).solutions(limit)
}

/// The first solutions as the naive solver finds them, at most `limit`; `None` when it has placed `placements` digits
/// and is not done.
pub fn naive(grid: &Grid, order: Order, limit: usize, placements: usize) -> Option<Vec<Solution>> {
    struct Bounded {
        found: Vec<Solution>,
        limit: usize,
        placements: usize,
    }
    impl Observer for Bounded {
        fn placed(&mut self, _: Cell, _: Digit) -> ControlFlow<()> {
            match self.placements.checked_sub(1) {
                Some(left) => {
                    self.placements = left;
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            }
        }
        fn solved(&mut self, solution: Solution) -> ControlFlow<()> {
            self.found.push(solution);
            if self.found.len() < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }
    let mut bounded = Bounded { found: Vec::new(), limit, placements };
    let flow = naive::search(grid, order, &mut bounded);
    (flow.is_continue() || bounded.found.len() == limit).then_some(bounded.found)
}

/// Candidates by cell as nine bits; a cell that is decided has none and stands in `decided`.
#[derive(Clone)]
struct BruteForce {
    candidates: [u16; 81],
    decided: [Option<usize>; 81],
}

impl BruteForce {
    fn of_grid(grid: &Grid) -> BruteForce {
        BruteForce {
            candidates: core::array::from_fn(|cell| match grid.as_array()[cell] {
                Some(digit) => 1 << digit.index(),
                None => 0x1ff,
            }),
            decided: [None; 81],
        }
    }

    /// A placed digit is a cell with one candidate: the search decides it first, and finds out what it rules out.
    fn of_pencilmarks(marks: &Pencilmarks) -> BruteForce {
        BruteForce {
            candidates: core::array::from_fn(|index| match marks.placed().as_array()[index] {
                Some(digit) => 1 << digit.index(),
                None => marks.digits_in(Cell::from_index(index)).iter().map(|digit| 1 << digit.index()).sum(),
            }),
            decided: [None; 81],
        }
    }

    fn solutions(&self, limit: usize) -> Vec<Solution> {
        let mut found = Vec::new();
        if limit > 0 {
            let _ = self.search(limit, &mut found);
        }
        found
    }

    /// Decides the cell with the fewest candidates in every way.
    fn search(&self, limit: usize, found: &mut Vec<Solution>) -> ControlFlow<()> {
        let undecided = (0..81).filter(|&cell| self.decided[cell].is_none());
        let Some(cell) = undecided.min_by_key(|&cell| self.candidates[cell].count_ones()) else {
            let grid = Grid::from(self.decided.map(|digit| digit.map(Digit::from_index)));
            found.push(Solution::new(grid).expect("equal digits never see each other"));
            return if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        };
        for digit in (0..9).filter(|digit| self.candidates[cell] >> digit & 1 == 1) {
            let mut next = self.clone();
            next.decided[cell] = Some(digit);
            for peer in (0..81).filter(|&peer| peer != cell && share_a_house(peer, cell)) {
                next.candidates[peer] &= !(1 << digit);
            }
            next.search(limit, found)?;
        }
        ControlFlow::Continue(())
    }
}

/// The rule itself, in numbers.
fn share_a_house(a: usize, b: usize) -> bool {
    a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)
}
