//! The cases of the library's own solvers, for the GPU.

#[path = "../../../ninefold/tests/solvers/cases.rs"]
#[allow(dead_code)]
pub(crate) mod cases;
#[path = "../../../ninefold/tests/solvers/oracle.rs"]
#[allow(dead_code)]
mod oracle;

use cases::{Random, mutate, puzzles, thinned};
use ninefold::{Cell, Grid, Solution};

/// Puzzles, grids with several solutions and with none, in any order: hard and easy ones, written down differently, with
/// givens taken away, changed and added.
pub(crate) fn mixture(count: usize, seed: u64) -> Vec<Grid> {
    let (puzzles, mut random) = (puzzles(), Random(seed));
    let grid = |_| {
        let (grid, solution): (Grid, Solution) = random.pick(&puzzles);
        let transform = random.transform();
        let (grid, solution) = (transform.apply(&grid), transform.apply(&solution));
        match random.below(4) {
            0 => grid,
            1 => {
                let givens = 22 + random.below(30);
                thinned(&solution, givens, &mut random)
            }
            _ => mutate(&grid, &solution, &mut random),
        }
    };
    (0..count).map(grid).collect()
}

/// A minimal puzzle by its definition: a given goes if the others have one solution without it.
pub(crate) fn dug(solution: &Solution, order: &[u8; 81]) -> Grid {
    let mut grid = Grid::from(*solution);
    for &cell in order {
        let cell = Cell::from_index(usize::from(cell));
        let digit = grid[cell].take();
        if !grid.solve().is_unique() {
            grid[cell] = digit;
        }
    }
    grid
}
