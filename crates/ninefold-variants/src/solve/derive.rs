//! Constraints that follow from others and help the search: innies, outies, and what cells of a house have in common.

use super::model::{Constraint, Model};
use super::peers::Peers;

/// Constraints that the model implies. They change no answer.
pub(crate) fn constraints(
    _model: &Model,
    _houses: &[Vec<u16>],
    _others: &[Vec<u16>],
    _peers: &Peers,
) -> Vec<Constraint> {
    Vec::new()
}
