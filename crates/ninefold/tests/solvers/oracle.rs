//! The oracle: an exact-cover solver, compared with the naive solver wherever that one finishes.
//!
//! The naive solver fills cells in a fixed order and would take years on some grids. It therefore has a limit on its
//! placements. The exact-cover solver shares no code or table with the library, and accepts any candidates as its
//! start. Where the naive solver finishes, the runner checks that the two agree.

use std::ops::ControlFlow;

use ninefold::solve::naive::{self, Observer, Order};
use ninefold::{Cell, Digit, Grid, Pencilmarks, Solution};

/// The first solutions of a grid, at most `limit`.
pub(crate) fn solutions(grid: &Grid, limit: usize) -> Vec<Solution> {
    ExactCover::of_grid(grid).solutions(limit)
}

/// The first solutions of these placed digits and candidates, at most `limit`.
pub(crate) fn solutions_of_pencilmarks(marks: &Pencilmarks, limit: usize) -> Vec<Solution> {
    ExactCover::of_pencilmarks(marks).solutions(limit)
}

/// The first solutions of the naive solver, at most `limit`; `None` if it does not finish within `placements`
/// placements.
pub(crate) fn naive(grid: &Grid, order: Order, limit: usize, placements: usize) -> Option<Vec<Solution>> {
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

/// A Sudoku as an exact cover of 324 constraints, each with one right option out of nine:
///
/// ```text
///   0 ..  80   the digit of this cell
///  81 .. 161   the column of this digit in this row
/// 162 .. 242   the row of this digit in this column
/// 243 .. 323   the cell of this digit in this block
/// ```
///
/// A candidate is one option of four constraints.
#[derive(Clone)]
struct ExactCover {
    /// The remaining options of each constraint, as nine bits.
    options: [u16; 324],
    satisfied: [bool; 324],
    /// Constraints whose options were reduced to one or none.
    forced: Vec<usize>,
}

/// Row, column and digit, each 0 to 8.
type Triple = (usize, usize, usize);

impl ExactCover {
    fn of_grid(grid: &Grid) -> ExactCover {
        ExactCover::new(|cell, digit| grid[cell].is_none_or(|given| given == digit))
    }

    fn of_pencilmarks(marks: &Pencilmarks) -> ExactCover {
        ExactCover::new(|cell, digit| match marks.placed()[cell] {
            Some(placed) => placed == digit,
            None => marks.digits_in(cell).contains(digit),
        })
    }

    fn new(possible: impl Fn(Cell, Digit) -> bool) -> ExactCover {
        let mut cover = ExactCover { options: [0; 324], satisfied: [false; 324], forced: Vec::new() };
        for (index, digit) in (0..81).flat_map(|index| (0..9).map(move |digit| (index, digit))) {
            if possible(Cell::from_index(index), Digit::from_index(digit)) {
                for (constraint, option) in ExactCover::constraints_of((index / 9, index % 9, digit)) {
                    cover.options[constraint] |= 1 << option;
                }
            }
        }
        cover.forced = (0..324).filter(|&constraint| cover.options[constraint].count_ones() < 2).collect();
        cover
    }

    /// The four constraints of a candidate, and the option it is in each.
    fn constraints_of((row, col, digit): Triple) -> [(usize, usize); 4] {
        let (block, place) = (row / 3 * 3 + col / 3, row % 3 * 3 + col % 3);
        [
            (row * 9 + col, digit),
            (81 + row * 9 + digit, col),
            (162 + col * 9 + digit, row),
            (243 + block * 9 + digit, place),
        ]
    }

    /// The candidate that is this option of the constraint.
    fn candidate(constraint: usize, option: usize) -> Triple {
        let (first, second) = (constraint % 81 / 9, constraint % 9);
        match constraint / 81 {
            0 => (first, second, option),
            1 => (first, option, second),
            2 => (option, first, second),
            _ => (first / 3 * 3 + option / 3, first % 3 * 3 + option % 3, second),
        }
    }

    /// Places a candidate, which excludes every other option of its four constraints.
    fn take(&mut self, candidate: Triple) {
        for (constraint, option) in ExactCover::constraints_of(candidate) {
            self.satisfied[constraint] = true;
            for other in (0..9).filter(|&other| other != option) {
                if self.options[constraint] >> other & 1 == 1 {
                    self.exclude(ExactCover::candidate(constraint, other));
                }
            }
        }
    }

    /// Excludes a candidate.
    fn exclude(&mut self, candidate: Triple) {
        for (constraint, option) in ExactCover::constraints_of(candidate) {
            let before = self.options[constraint];
            self.options[constraint] &= !(1 << option);
            if self.options[constraint] != before && self.options[constraint].count_ones() < 2 {
                self.forced.push(constraint);
            }
        }
    }

    fn solutions(self, limit: usize) -> Vec<Solution> {
        let mut found = Vec::new();
        if limit > 0 {
            let _ = self.search(limit, &mut found);
        }
        found
    }

    /// Satisfies constraints with one option, then branches on the constraint with the fewest options.
    fn search(mut self, limit: usize, found: &mut Vec<Solution>) -> ControlFlow<()> {
        loop {
            while let Some(constraint) = self.forced.pop() {
                match self.options[constraint] {
                    0 => return ControlFlow::Continue(()),
                    only if !self.satisfied[constraint] => {
                        self.take(ExactCover::candidate(constraint, only.trailing_zeros() as usize));
                    }
                    _ => {}
                }
            }
            let open = (0..324).filter(|&constraint| !self.satisfied[constraint]);
            let Some(constraint) = open.min_by_key(|&constraint| self.options[constraint].count_ones()) else { break };
            let first = ExactCover::candidate(constraint, self.options[constraint].trailing_zeros() as usize);
            let mut guess = self.clone();
            guess.take(first);
            guess.search(limit, found)?;
            self.exclude(first);
        }
        let digits = self.options.first_chunk::<81>().expect("324 is more than 81").map(u16::trailing_zeros);
        let grid = Grid::from(digits.map(|digit| Some(Digit::from_index(digit as usize))));
        found.push(Solution::new(grid).expect("every constraint has one option"));
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
