//! Paths of many puzzles: each ends at the solution, no step contradicts it, and every step is proved, described and
//! drawn.
//!
//! A few hundred puzzles are generated here. If `NINEFOLD_SHARED` is set to the folder of the puzzle collections, puzzles
//! of these are used, too. `NINEFOLD_TIMES=10` takes ten times as many.

mod times;

use std::env;
use std::fs;
use std::path::Path;

use ninefold::explain::check::{Claim, check, check_path};
use ninefold::explain::{Explainer, Facts, Rung, View};
use ninefold::{Cell, Digit, Grid, House, Language, Puzzle};
use times::times;

/// SplitMix64: small, and good enough to generate puzzles.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A minimal puzzle: fills three blocks at random, takes the first solution, and removes givens while it is unique.
    fn puzzle(&mut self) -> Puzzle {
        let mut grid = Grid::EMPTY;
        for block in [18, 22, 26] {
            let mut digits = Digit::ALL;
            self.shuffle(&mut digits);
            for (cell, digit) in House::from_index(block).cells().iter().zip(digits) {
                grid[cell] = Some(digit);
            }
        }
        let mut grid = Grid::from(grid.solutions().next().expect("the three blocks share no house"));
        let mut cells: Vec<Cell> = Cell::all().collect();
        self.shuffle(&mut cells);
        for cell in cells {
            let digit = grid[cell].take();
            if grid.count(2) != 1 {
                grid[cell] = digit;
            }
        }
        Puzzle::new(grid).expect("exactly one solution")
    }
}

/// Puzzles of the collections, or none if they are not available.
fn known() -> Vec<Puzzle> {
    let Some(folder) = env::var_os("NINEFOLD_SHARED") else {
        eprintln!("skipped: NINEFOLD_SHARED is not set, so only generated puzzles are used");
        return Vec::new();
    };
    // The paths of the hardest puzzles take a hundred times as long as the others.
    let sets =
        [("17-clue", 200), ("magictour-top1465", 100), ("forum-hardest-1106", 5), ("forum-hardest-1905-se11", 5)];
    let mut puzzles = Vec::new();
    for (set, count) in sets {
        let file = Path::new(&folder).join(format!("data/{set}.txt"));
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let grids = text.lines().filter_map(|line| line.get(..81)?.parse::<Grid>().ok());
        puzzles.extend(grids.filter_map(|grid| Puzzle::new(grid).ok()).take(times(count)));
    }
    puzzles
}

#[test]
fn every_step_of_every_path_is_proved_and_none_contradicts_the_solution() {
    let mut random = Random(1);
    let made = (0..times(300)).map(|_| random.puzzle());
    let explainer = Explainer::default();
    for puzzle in made.chain(known()) {
        let path = explainer.path(&puzzle);
        assert!(path.is_solved(), "{puzzle}");
        assert_eq!(check_path(&path, puzzle.solution()), Ok(()), "{puzzle}");
    }
}

#[test]
fn every_step_that_any_technique_finds_at_positions_of_a_path_is_proved() {
    let mut random = Random(2);
    let explainer = Explainer::default();
    let all = Explainer::for_all_steps();
    for _ in 0..3 {
        let puzzle = random.puzzle();
        let path = explainer.path(&puzzle);
        for (marks, _) in path.positions().step_by(10) {
            let position = Facts::new(marks, path.givens());
            for step in all.all_steps(&position) {
                let claim = Claim { marks: &marks, givens: path.givens(), solution: Some(puzzle.solution()) };
                assert_eq!(check(&step, &claim), Ok(()), "{:?} {} in {puzzle}", step.technique, step.notation());
            }
        }
    }
}

#[test]
fn every_step_can_be_described_and_drawn() {
    let mut random = Random(3);
    let all = Explainer::for_all_steps();
    for _ in 0..5 {
        let puzzle = random.puzzle();
        let path = Explainer::default().path(&puzzle);
        for (marks, _) in path.positions().step_by(13) {
            for step in all.all_steps(&Facts::new(marks, path.givens())) {
                for language in Language::ALL {
                    for rung in Rung::ALL {
                        let hint = language.hint(&step, rung);
                        assert!(!hint.is_empty() && !hint.contains('{'), "{hint}");
                    }
                }
                let view = View::new(&step, &marks);
                let shown = view.candidates.iter().filter(|shown| step.eliminations.contains(shown.item)).count();
                assert!(shown >= step.eliminations.len());
            }
        }
    }
}
