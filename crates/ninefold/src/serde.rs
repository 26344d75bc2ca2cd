//! `Serialize` and `Deserialize` for the types of the crate, with the feature `serde`.
//!
//! | type | as |
//! |---|---|
//! | `Digit` | a number, 1 to 9 |
//! | `Cell`, `Candidate`, `Row`, `Col`, `Block`, `House` | a string: `"r4c7"`, `"5r4c7"`, `"b5"` |
//! | `Grid` | a string of 81 characters, `.` for empty |
//! | `Solution`, `Puzzle` | the same; checked when read: a solution obeys the rule, a puzzle has exactly one solution |
//! | `Transform`, `Symmetry` | a string, as printed by `Display` |
//! | `DigitSet`, `CellSet`, `CandidateSet`, `HouseSet` | a sequence of the elements |
//! | `Position` | `{"puzzle": "53..7...", "givens": "...", "candidates": [...]}`, the last two if they add something |
//! | `Pencilmarks` | `{"placed": "53..7...", "candidates": ["", "", "124", ...]}`, 81 strings |
//! | `Answer` | `{"answer": "none"}`, `{"answer": "unique", "solution": "5346..."}`, `{"answer": "multiple", "solution": "...", "second": "..."}` |

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::generate::Symmetry;
use crate::symmetry::Transform;
use crate::{
    Answer, Block, Candidate, CandidateSet, Cell, CellSet, Col, Digit, DigitSet, Grid, House, HouseSet, Pencilmarks,
    Position, Puzzle, Row, Solution,
};

/// Types with `Display` and `FromStr`: serialised as strings.
macro_rules! as_string {
    ($($type:ident: $expected:literal, $parse:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                struct StringVisitor;
                impl Visitor<'_> for StringVisitor {
                    type Value = $type;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_str<E: Error>(self, text: &str) -> Result<$type, E> {
                        let parse: fn(&str) -> Result<$type, String> = $parse;
                        parse(text).map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(StringVisitor)
            }
        }
    )*};
}

fn parsed<T: core::str::FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

as_string! {
    Cell: "a cell such as \"r4c7\"", parsed;
    Candidate: "a candidate such as \"5r4c7\"", parsed;
    Row: "a row such as \"r4\"", parsed;
    Col: "a column such as \"c7\"", parsed;
    Block: "a block such as \"b6\"", parsed;
    House: "a house such as \"r4\", \"c7\" or \"b6\"", parsed;
    Transform: "a transform such as \"rows 123456789 cols 123456789 digits 123456789\"", parsed;
    Symmetry: "a symmetry such as \"half-turn\"", parsed;
    Grid: "81 characters, '.' for an empty cell", parsed;
    Solution: "81 digits that obey the rule", |text| {
        Solution::new(parsed(text)?).map_err(|error| error.to_string())
    };
    Puzzle: "81 characters with exactly one solution", |text| {
        Puzzle::new(parsed(text)?).map_err(|error| error.to_string())
    };
}

/// Sets are sequences of their elements.
macro_rules! as_sequence {
    ($($set:ident of $item:ident: $expected:literal;)*) => {$(
        impl Serialize for $set {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                // A `Vec` has a known length, which binary formats need.
                serializer.collect_seq(self.iter().collect::<Vec<$item>>())
            }
        }

        impl<'de> Deserialize<'de> for $set {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$set, D::Error> {
                struct SequenceVisitor;
                impl<'de> Visitor<'de> for SequenceVisitor {
                    type Value = $set;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<$set, A::Error> {
                        let mut set = $set::EMPTY;
                        while let Some(item) = items.next_element::<$item>()? {
                            set.insert(item);
                        }
                        Ok(set)
                    }
                }
                deserializer.deserialize_seq(SequenceVisitor)
            }
        }
    )*};
}

as_sequence! {
    DigitSet of Digit: "a sequence of digits";
    CellSet of Cell: "a sequence of cells";
    CandidateSet of Candidate: "a sequence of candidates";
    HouseSet of House: "a sequence of houses";
}

/// Types that are converted to another type, whose implementation is derived.
macro_rules! as_shape {
    ($($type:ident by $shape:ident;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $shape::from(*self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                $shape::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
            }
        }
    )*};
}

as_shape! {
    Digit by u8;
    Pencilmarks by MarksShape;
    Position by PositionShape;
    Answer by AnswerShape;
}

/// The placed digits, and for each cell the digits of its candidates.
#[derive(Serialize, Deserialize)]
struct MarksShape {
    placed: Grid,
    candidates: Vec<String>,
}

impl From<Pencilmarks> for MarksShape {
    fn from(marks: Pencilmarks) -> MarksShape {
        let candidates = Cell::all().map(|cell| marks.digits_in(cell).to_string()).collect();
        MarksShape { placed: *marks.placed(), candidates }
    }
}

impl TryFrom<MarksShape> for Pencilmarks {
    type Error = &'static str;

    fn try_from(shape: MarksShape) -> Result<Pencilmarks, &'static str> {
        Ok(Pencilmarks::new(shape.placed, candidates_from(&shape.candidates)?))
    }
}

/// The candidates of 81 cells, a string of digits each.
fn candidates_from(strings: &[String]) -> Result<CandidateSet, &'static str> {
    if strings.len() != 81 {
        return Err("expected the candidates of 81 cells");
    }
    let mut candidates = CandidateSet::EMPTY;
    for (cell, digits) in Cell::all().zip(strings) {
        for character in digits.chars() {
            let digit = Digit::from_char(character).ok_or("expected the digits of a cell's candidates")?;
            candidates.insert(Candidate::new(cell, digit));
        }
    }
    Ok(candidates)
}

/// The members of a position in JSON.
#[derive(Serialize, Deserialize)]
struct PositionShape {
    puzzle: Grid,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    givens: Option<Grid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<String>>,
}

impl From<Position> for PositionShape {
    fn from(position: Position) -> PositionShape {
        let strings = |set: CandidateSet| Cell::all().map(|cell| set.digits_in(cell).to_string()).collect();
        PositionShape {
            puzzle: *position.digits(),
            givens: position.is_players().then(|| position.givens()),
            candidates: position.candidates().map(strings),
        }
    }
}

impl TryFrom<PositionShape> for Position {
    type Error = &'static str;

    fn try_from(shape: PositionShape) -> Result<Position, &'static str> {
        let candidates = match shape.candidates {
            Some(strings) => Some(candidates_from(&strings)?),
            None => None,
        };
        Ok(match (shape.givens, candidates) {
            (Some(givens), notes) => Position::of_player(givens, shape.puzzle, notes),
            (None, Some(candidates)) => Position::of_digits_and_candidates(shape.puzzle, candidates),
            (None, None) => Position::of_givens(shape.puzzle),
        })
    }
}

/// The name of the answer, with its solutions.
#[derive(Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "lowercase")]
enum AnswerShape {
    None,
    Unique { solution: Solution },
    Multiple { solution: Solution, second: Solution },
}

impl From<Answer> for AnswerShape {
    fn from(answer: Answer) -> AnswerShape {
        match answer {
            Answer::NoSolution => AnswerShape::None,
            Answer::Unique(solution) => AnswerShape::Unique { solution },
            Answer::Multiple(first, second) => AnswerShape::Multiple { solution: first, second },
        }
    }
}

impl TryFrom<AnswerShape> for Answer {
    type Error = &'static str;

    fn try_from(shape: AnswerShape) -> Result<Answer, &'static str> {
        match shape {
            AnswerShape::None => Ok(Answer::NoSolution),
            AnswerShape::Unique { solution } => Ok(Answer::Unique(solution)),
            AnswerShape::Multiple { solution, second } if solution != second => Ok(Answer::Multiple(solution, second)),
            AnswerShape::Multiple { .. } => Err("expected two solutions that differ"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;
    use serde_json::{from_str, to_string};

    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// The value is serialised as this text and deserialised from it.
    fn round_trips<T: Serialize + DeserializeOwned + PartialEq + fmt::Debug>(value: T, text: &str) {
        assert_eq!(to_string(&value).unwrap(), text);
        assert_eq!(from_str::<T>(text).unwrap(), value);
    }

    #[test]
    fn digits_are_numbers_and_places_are_strings() {
        Digit::ALL.into_iter().for_each(|digit| round_trips(digit, &digit.to_string()));
        Cell::all().for_each(|cell| round_trips(cell, &alloc::format!("\"{cell}\"")));
        Candidate::all().for_each(|candidate| round_trips(candidate, &alloc::format!("\"{candidate}\"")));
        House::all().for_each(|house| round_trips(house, &alloc::format!("\"{house}\"")));
        round_trips(Row::from_index(3), "\"r4\"");
        round_trips(Col::from_index(6), "\"c7\"");
        round_trips(Block::from_index(5), "\"b6\"");
    }

    #[test]
    fn sets_are_sequences_of_their_elements() {
        round_trips(DigitSet::from_bits(0b101), "[1,3]");
        round_trips(CellSet::from_bits(0b101), "[\"r1c1\",\"r1c3\"]");
        round_trips(CandidateSet::from(Candidate::from_index(5)), "[\"1r1c6\"]");
        round_trips(CellSet::EMPTY, "[]");
        let full = to_string(&CandidateSet::FULL).unwrap();
        assert_eq!(from_str::<CandidateSet>(&full).unwrap(), CandidateSet::FULL);
    }

    #[test]
    fn grids_puzzles_and_solutions_are_81_characters() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let puzzle = Puzzle::new(grid).unwrap();
        round_trips(grid, &alloc::format!("\"{PUZZLE}\""));
        round_trips(puzzle, &alloc::format!("\"{PUZZLE}\""));
        round_trips(*puzzle.solution(), &alloc::format!("\"{}\"", puzzle.solution()));
    }

    #[test]
    fn pencilmarks_and_answers_have_members() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let marks = Pencilmarks::from(&grid);
        let text = to_string(&marks).unwrap();
        assert!(text.starts_with(&alloc::format!("{{\"placed\":\"{PUZZLE}\",\"candidates\":[\"\",\"\",\"124\"")));
        round_trips(marks, &text);
        let answer = grid.solve();
        round_trips(answer, &alloc::format!("{{\"answer\":\"unique\",\"solution\":\"{}\"}}", answer.first().unwrap()));
        round_trips(Answer::NoSolution, "{\"answer\":\"none\"}");
        for position in [
            Position::of_givens(grid),
            Position::of_digits_and_candidates(grid, marks.candidates()),
            Position::of_player(Grid::EMPTY, grid, None),
            Position::of_player(grid, grid, Some(marks.candidates())),
        ] {
            round_trips(position, &to_string(&position).unwrap());
        }
        round_trips(Symmetry::HalfTurn, "\"half-turn\"");
        round_trips(Transform::TRANSPOSE, &alloc::format!("\"{}\"", Transform::TRANSPOSE));
        round_trips(HouseSet::from(House::from_index(0)), "[\"r1\"]");
        let multiple = Grid::EMPTY.solve();
        round_trips(multiple, &to_string(&multiple).unwrap());
    }

    #[test]
    fn values_that_break_a_guarantee_are_refused() {
        assert!(from_str::<Digit>("0").is_err());
        assert!(from_str::<Digit>("10").is_err());
        assert!(from_str::<Cell>("\"r0c1\"").is_err());
        assert!(from_str::<House>("\"d1\"").is_err());
        assert!(from_str::<Row>("\"c1\"").is_err());
        let quoted = |text: &str| alloc::format!("\"{text}\"");
        assert!(from_str::<Grid>(&quoted(&PUZZLE[1..])).is_err());
        assert!(from_str::<Solution>(&quoted(PUZZLE)).is_err(), "not complete");
        assert!(from_str::<Solution>(&quoted(&"1".repeat(81))).is_err(), "breaks the rule");
        let error = from_str::<Puzzle>(&quoted(&".".repeat(81))).unwrap_err().to_string();
        assert!(error.starts_with("more than one solution"), "{error}");
        assert!(from_str::<Pencilmarks>("{\"placed\":\"\",\"candidates\":[]}").is_err());
        let solution = Grid::EMPTY.solve().first().unwrap().to_string();
        let twice = alloc::format!("{{\"answer\":\"multiple\",\"solution\":\"{solution}\",\"second\":\"{solution}\"}}");
        assert!(from_str::<Answer>(&twice).is_err());
    }
}
