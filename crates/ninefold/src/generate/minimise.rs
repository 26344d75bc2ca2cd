//! A puzzle without the givens that it does not need.

use super::Symmetry;
use super::dig::{Dig, dig_all};
use crate::solve::Backend;
use crate::{Puzzle, Random};

/// The puzzle without redundant givens. The seed determines the order in which givens are tried, and so which stay.
///
/// With a symmetry, whole orbits are removed; givens whose orbit is not complete stay.
///
/// ```
/// use ninefold::generate::{Symmetry, minimise};
/// use ninefold::Puzzle;
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let minimal = minimise(&puzzle, Symmetry::None, 1);
/// assert!(minimal.is_minimal());
/// assert_eq!(minimal.solution(), puzzle.solution());
/// ```
pub fn minimise(puzzle: &Puzzle, symmetry: Symmetry, seed: u64) -> Puzzle {
    let givens = puzzle.givens().filled();
    let mut order = symmetry.orbits();
    order.retain(|orbit| orbit.is_subset(givens));
    Random::new(seed).shuffle(&mut order);
    let mut dig = Some(Dig::new(*puzzle.solution(), givens, order));
    let mut minimal = *puzzle;
    dig_all(
        &Backend::cpu(),
        || Some(((), dig.take()?)),
        |(), dug| {
            minimal = dug;
            None
        },
    );
    minimal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    #[test]
    fn no_orbit_of_the_result_can_be_left_out() {
        let puzzle: Puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
        for (seed, symmetry) in [(1, Symmetry::None), (2, Symmetry::HalfTurn), (3, Symmetry::Diagonal)] {
            let minimal = minimise(&puzzle, symmetry, seed);
            let givens = minimal.givens().filled();
            assert!(givens.is_subset(puzzle.givens().filled()));
            for orbit in symmetry.orbits().into_iter().filter(|orbit| orbit.is_subset(givens)) {
                let without: Grid = minimal.givens().restricted_to(givens - orbit);
                assert!(!without.solve().is_unique(), "{symmetry:?}");
            }
            assert_eq!(minimise(&puzzle, symmetry, seed), minimal);
        }
    }
}
