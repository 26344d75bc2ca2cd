//! What people expect of every word: that it can be copied, compared, hashed, shown and sent to another thread.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use ninefold::text::ParseError;
use ninefold::{
    Answer, Block, BoardError, Candidate, CandidateSet, Cell, CellSet, Col, Conflict, Digit, DigitSet, Grid, House,
    NotADigitError, NotAPuzzleError, NotASolutionError, ParseCandidateError, ParseCellError, ParseDigitError,
    Pencilmarks, Puzzle, Row, Solution,
};

#[test]
fn words_are_plain_values() {
    fn value<T: Copy + Eq + Hash + Debug + Send + Sync + 'static>() {}
    fn ordered<T: Copy + Ord + Hash + Debug + Display + Send + Sync + 'static>() {}
    ordered::<Digit>();
    ordered::<Cell>();
    ordered::<Row>();
    ordered::<Col>();
    ordered::<Block>();
    ordered::<House>();
    ordered::<Candidate>();
    ordered::<DigitSet>();
    ordered::<CellSet>();
    ordered::<CandidateSet>();
    ordered::<Grid>();
    ordered::<Puzzle>();
    ordered::<Solution>();
    value::<Pencilmarks>();
    value::<Answer>();
    value::<Conflict>();
}

#[test]
fn names_can_be_read() {
    fn read<T: FromStr<Err: Error>>() {}
    read::<Digit>();
    read::<Cell>();
    read::<Candidate>();
    read::<Grid>();
}

#[test]
fn errors_can_be_boxed_and_sent() {
    fn error<T: Error + Clone + PartialEq + Send + Sync + 'static>() {}
    error::<NotADigitError>();
    error::<ParseDigitError>();
    error::<ParseCellError>();
    error::<ParseCandidateError>();
    error::<Conflict>();
    error::<NotAPuzzleError>();
    error::<NotASolutionError>();
    error::<BoardError>();
    error::<ParseError>();
}

#[test]
fn sets_are_made_from_arrays() {
    let [a, b]: [Cell; 2] = ["r1c1", "r9c9"].map(|name| name.parse().unwrap());
    assert_eq!(CellSet::from([b, a, b]).to_string(), "r1c1 r9c9");
    assert!(CellSet::from([a, b]).is_superset(a.into()));
    assert!(!CellSet::from(a).is_superset([a, b].into()));
    assert_eq!(DigitSet::from([Digit::D7, Digit::D1]).to_string(), "17");
}
