//! Who is believed: the naive solver where it comes to an end, and a brute force over candidates everywhere.
//!
//! The naive solver fills cells in a fixed order, and there are grids on which it would not end in our lifetime. So it
//! works under a bound on its placements, and where it gives up the brute force speaks alone. The brute force is
//! written from the rule, shares no code or table with the library, and takes any candidates as its start; wherever the
//! naive solver comes to an end, the runner makes sure that the two agree.

use std::ops::ControlFlow;

use ninefold::solve::naive::{self, Observer, Order};
use ninefold::{Cell, Digit, Grid, Pencilmarks, Solution};

/// The first solutions of a grid, at most `limit`.
pub(crate) fn solutions(grid: &Grid, limit: usize) -> Vec<Solution> {
    BruteForce::of_grid(grid).solutions(limit)
}

/// The first solutions that take nothing but these candidates beside the placed digits, at most `limit`.
pub(crate) fn solutions_of_pencilmarks(marks: &Pencilmarks, limit: usize) -> Vec<Solution> {
    BruteForce::of_pencilmarks(marks).solutions(limit)
}

/// The first solutions as the naive solver finds them, at most `limit`; `None` when it has placed `placements` digits
/// and is not done.
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

/// A Sudoku as 324 questions, each with one right answer out of nine:
///
/// ```text
///   0 ..  80   which digit is in this cell?
///  81 .. 161   in which column is this digit of this row?
/// 162 .. 242   in which row is this digit of this column?
/// 243 .. 323   in which of its nine cells is this digit of this block?
/// ```
///
/// A candidate is one answer to four of them.
#[derive(Clone)]
struct BruteForce {
    /// The answers that are left to each question, as nine bits.
    answers: [u16; 324],
    answered: [bool; 324],
    /// Questions that came to have one answer left, or none.
    pressed: Vec<usize>,
}

/// Row, column and digit, each 0 to 8.
type Triple = (usize, usize, usize);

impl BruteForce {
    fn of_grid(grid: &Grid) -> BruteForce {
        BruteForce::new(|cell, digit| grid[cell].is_none_or(|given| given == digit))
    }

    fn of_pencilmarks(marks: &Pencilmarks) -> BruteForce {
        BruteForce::new(|cell, digit| match marks.placed()[cell] {
            Some(placed) => placed == digit,
            None => marks.digits_in(cell).contains(digit),
        })
    }

    fn new(possible: impl Fn(Cell, Digit) -> bool) -> BruteForce {
        let mut force = BruteForce { answers: [0; 324], answered: [false; 324], pressed: Vec::new() };
        for (index, digit) in (0..81).flat_map(|index| (0..9).map(move |digit| (index, digit))) {
            if possible(Cell::from_index(index), Digit::from_index(digit)) {
                for (question, answer) in BruteForce::asked_about((index / 9, index % 9, digit)) {
                    force.answers[question] |= 1 << answer;
                }
            }
        }
        force.pressed = (0..324).filter(|&question| force.answers[question].count_ones() < 2).collect();
        force
    }

    /// The four questions to which the candidate is an answer, and which answer it is.
    fn asked_about((row, col, digit): Triple) -> [(usize, usize); 4] {
        let (block, place) = (row / 3 * 3 + col / 3, row % 3 * 3 + col % 3);
        [
            (row * 9 + col, digit),
            (81 + row * 9 + digit, col),
            (162 + col * 9 + digit, row),
            (243 + block * 9 + digit, place),
        ]
    }

    /// The candidate that is this answer to the question.
    fn candidate(question: usize, answer: usize) -> Triple {
        let (first, second) = (question % 81 / 9, question % 9);
        match question / 81 {
            0 => (first, second, answer),
            1 => (first, answer, second),
            2 => (answer, first, second),
            _ => (first / 3 * 3 + answer / 3, first % 3 * 3 + answer % 3, second),
        }
    }

    /// Gives this answer, which rules out every other answer to the four questions it is about.
    fn take(&mut self, candidate: Triple) {
        for (question, answer) in BruteForce::asked_about(candidate) {
            self.answered[question] = true;
            for other in (0..9).filter(|&other| other != answer) {
                if self.answers[question] >> other & 1 == 1 {
                    self.strike(BruteForce::candidate(question, other));
                }
            }
        }
    }

    /// Rules this answer out.
    fn strike(&mut self, candidate: Triple) {
        for (question, answer) in BruteForce::asked_about(candidate) {
            let before = self.answers[question];
            self.answers[question] &= !(1 << answer);
            if self.answers[question] != before && self.answers[question].count_ones() < 2 {
                self.pressed.push(question);
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

    /// Answers what has one answer, then the question with the fewest answers left in every way.
    fn search(mut self, limit: usize, found: &mut Vec<Solution>) -> ControlFlow<()> {
        loop {
            while let Some(question) = self.pressed.pop() {
                match self.answers[question] {
                    0 => return ControlFlow::Continue(()),
                    only if !self.answered[question] => {
                        self.take(BruteForce::candidate(question, only.trailing_zeros() as usize));
                    }
                    _ => {}
                }
            }
            let open = (0..324).filter(|&question| !self.answered[question]);
            let Some(question) = open.min_by_key(|&question| self.answers[question].count_ones()) else { break };
            let first = BruteForce::candidate(question, self.answers[question].trailing_zeros() as usize);
            let mut guess = self.clone();
            guess.take(first);
            guess.search(limit, found)?;
            self.strike(first);
        }
        let digits = self.answers.first_chunk::<81>().expect("cells come first").map(u16::trailing_zeros);
        let grid = Grid::from(digits.map(|digit| Some(Digit::from_index(digit as usize))));
        found.push(Solution::new(grid).expect("every question has one answer"));
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
