#![cfg_attr(fuzzing, no_main)]
//! Any grid: its solutions obey the rule, contain its digits, and are distinct.

use libfuzzer_sys::fuzz_target;
use ninefold::{Cell, Digit, Grid, Solution};

fuzz_target!(|cells: [u8; 81]| {
    let grid = Grid::from_fn(|cell| Digit::new(cells[cell.index()] % 16));
    let solutions: Vec<Solution> = grid.solutions().take(3).collect();
    for solution in &solutions {
        assert_eq!(Solution::new(Grid::from(*solution)), Ok(*solution));
        assert!(Cell::all().all(|cell| grid[cell].is_none_or(|digit| digit == solution[cell])));
    }
    assert!(solutions.windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(grid.solve().is_unique(), solutions.len() == 1);
});

/// Links without libFuzzer, which has its own.
#[cfg(not(fuzzing))]
fn main() {}
