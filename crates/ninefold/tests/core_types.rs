//! The traits that every core type has: `Copy`, comparison, `Hash`, `Debug`, `Display`, `Send` and `Sync`.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use ninefold::explain::check::{PathProofError, ProofError};
use ninefold::explain::{Level, ParseLevelError, ParseTechniqueError, Technique, TechniqueSet};
use ninefold::generate::{PatternError, RecipeError, SearchStoppedError, Symmetry, TargetError};
use ninefold::rate::{ParseRatingError, ParseScaleError, Rating, Scale, UnfinishedError};
use ninefold::symmetry::{ParseTransformError, PatternSymmetry, Transform};
use ninefold::text::ParseError;
use ninefold::{
    Answer, Block, BoardError, Candidate, CandidateSet, Cell, CellSet, Col, Conflict, Digit, DigitSet, Grid, House,
    Language, NotADigitError, NotAPuzzleError, NotASolutionError, ParseCandidateError, ParseCellError, ParseDigitError,
    ParseLanguageError, ParsePuzzleError, Pencilmarks, Puzzle, Row, Solution, StoppedError,
};

#[test]
fn core_types_are_plain_values() {
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
    ordered::<Technique>();
    ordered::<TechniqueSet>();
    ordered::<Level>();
    ordered::<Scale>();
    ordered::<Rating>();
    value::<Pencilmarks>();
    value::<Answer>();
    value::<Language>();
    value::<Conflict>();
}

#[test]
fn displayed_types_can_be_parsed() {
    fn parse<T: Display + FromStr<Err: Error>>() {}
    parse::<Digit>();
    parse::<Cell>();
    parse::<Row>();
    parse::<Col>();
    parse::<Block>();
    parse::<House>();
    parse::<Candidate>();
    parse::<Grid>();
    parse::<Puzzle>();
    parse::<Transform>();
    parse::<PatternSymmetry>();
    parse::<Symmetry>();
    parse::<Technique>();
    parse::<Level>();
    parse::<Language>();
    parse::<Scale>();
    parse::<Rating>();
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
    error::<ParsePuzzleError>();
    error::<ParseTransformError>();
    error::<StoppedError>();
    error::<PatternError>();
    error::<RecipeError>();
    error::<SearchStoppedError>();
    error::<ParseTechniqueError>();
    error::<ParseLevelError>();
    error::<ParseLanguageError>();
    error::<ParseScaleError>();
    error::<ParseRatingError>();
    error::<UnfinishedError>();
    error::<ProofError>();
    error::<PathProofError>();
    error::<TargetError>();
}

#[test]
fn arrays_convert_to_sets() {
    let [a, b]: [Cell; 2] = ["r1c1", "r9c9"].map(|name| name.parse().unwrap());
    assert_eq!(CellSet::from([b, a, b]).to_string(), "r1c1 r9c9");
    assert!(CellSet::from([a, b]).is_superset(a.into()));
    assert!(!CellSet::from(a).is_superset([a, b].into()));
    assert_eq!(DigitSet::from([Digit::D7, Digit::D1]).to_string(), "17");
}
