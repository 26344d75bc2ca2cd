//! Proof of a death blossom: whichever candidate the stem holds, its petal holds all its other digits.

use super::chain::almost_locked;
use super::{ProofError, Proved, demand};
use crate::explain::{Blossom, Petal};
use crate::{CandidateSet, CellSet, DigitSet, Pencilmarks};

pub(super) fn blossom(blossom: &Blossom, marks: &Pencilmarks) -> Result<Proved, ProofError> {
    let digits: DigitSet = blossom.petals.iter().map(|petal| petal.digit).collect();
    demand(digits == marks.digits_in(blossom.stem), "not a petal for each candidate of the stem")?;
    let mut eliminations = CandidateSet::FULL;
    for Petal { digit, set } in &blossom.petals {
        almost_locked(set, marks)?;
        let linked = set.cells & marks.cells_with(*digit);
        demand(set.digits.contains(*digit), "a petal without the stem's digit")?;
        demand(linked.is_subset(blossom.stem.peers()), "the stem does not see a petal's digit")?;
        let mut out = CandidateSet::EMPTY;
        for other in set.digits.without(*digit) {
            let cells: CellSet = set.cells & marks.cells_with(other);
            out |= CandidateSet::of_digit(other, cells.common_peers() & marks.cells_with(other));
        }
        eliminations &= out;
    }
    Ok(Proved::eliminations(eliminations))
}
