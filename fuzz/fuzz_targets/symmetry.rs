#![cfg_attr(fuzzing, no_main)]
//! Any grid and an isomorph: the same minlex form, and the same canonical form if it is a puzzle.

use libfuzzer_sys::fuzz_target;
use ninefold::symmetry::Transform;
use ninefold::{Digit, Grid, Puzzle, Random};

fuzz_target!(|input: (u64, [u8; 81])| {
    let (seed, cells) = input;
    let grid = Grid::from_fn(|cell| Digit::new(cells[cell.index()] % 16));
    let transform = Transform::random(&mut Random::new(seed));
    let image = transform.apply(&grid);
    assert_eq!(transform.inverse().apply(&image), grid);
    let least = grid.minlex();
    assert_eq!(image.minlex(), least);
    assert!(least <= grid);
    if let (Ok(puzzle), Ok(image)) = (Puzzle::new(grid), Puzzle::new(image)) {
        assert_eq!(transform.apply(&puzzle), image);
        assert_eq!(puzzle.canonical_form(), image.canonical_form());
    }
});

/// Links without libFuzzer, which has its own.
#[cfg(not(fuzzing))]
fn main() {}
