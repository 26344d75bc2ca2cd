//! The candidates that occur in some solution.

use crate::{Candidate, CandidateSet, Cell, Grid, Pencilmarks};

impl Grid {
    /// The candidates that occur in some solution, those of filled cells included. Empty if there is no solution.
    ///
    /// Each search fixes one candidate that no solution found so far has, so there are at most 729 searches.
    ///
    /// ```
    /// use ninefold::Grid;
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// assert_eq!(grid.possible_candidates().len(), 81);
    /// assert_eq!(Grid::EMPTY.possible_candidates().len(), 729);
    /// # Ok::<(), ninefold::text::ParseError>(())
    /// ```
    pub fn possible_candidates(&self) -> CandidateSet {
        let mut possible = CandidateSet::EMPTY;
        let add = |grid: &Grid, possible: &mut CandidateSet| {
            if let Some(solution) = grid.solutions().next() {
                for cell in Cell::all() {
                    possible.insert(Candidate::new(cell, solution[cell]));
                }
            }
        };
        add(self, &mut possible);
        for candidate in Pencilmarks::from(self).candidates().iter() {
            if !possible.is_empty() && !possible.contains(candidate) {
                let mut grid = *self;
                grid[candidate.cell()] = Some(candidate.digit());
                add(&grid, &mut possible);
            }
        }
        possible
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_the_union_of_all_solutions() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8....".parse().unwrap();
        let mut union = CandidateSet::EMPTY;
        for solution in grid.solutions() {
            Cell::all().for_each(|cell| union.insert(Candidate::new(cell, solution[cell])));
        }
        assert!(union.len() > 81);
        assert_eq!(grid.possible_candidates(), union);
        let mut conflict = grid;
        conflict["r1c3".parse().unwrap()] = grid["r1c1".parse().unwrap()];
        assert!(conflict.possible_candidates().is_empty());
    }
}
