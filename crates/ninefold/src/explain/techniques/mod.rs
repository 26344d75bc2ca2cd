//! One file a family: the idea, a drawn example, the finder, its tests.
//!
//! A finder has the type [`Finder`](super::finder::Finder). It reads [`Facts`](super::Facts) and pushes what it finds. Its
//! rules are in [`finder`](super::finder).

pub(super) mod almost_locked;
pub(super) mod chains;
pub(super) mod colours;
pub(super) mod exclusion;
pub(super) mod exocet;
pub(super) mod fish;
pub(super) mod forcing;
pub(super) mod intersections;
pub(super) mod kraken;
pub(super) mod nested;
pub(super) mod remote_pair;
pub(super) mod sectors;
pub(super) mod singles;
pub(super) mod subsets;
pub(super) mod sue_de_coq;
pub(super) mod templates;
pub(super) mod turbot;
pub(super) mod uniqueness;
pub(super) mod wings;
