//! The one JSON form of every answer: command line, page and Python all use this module.
//!
//! An answer about a puzzle is one object on one line. It begins with the members of the
//! [`Record`](crate::text::Record), including all other data of the input, and continues with the members of the answer:
//!
//! ```
//! use ninefold::{json, text};
//!
//! let record = text::parse(
//!     r#"{"id": 17, "puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#,
//! )?;
//! let object = json::Object::of(&record).with(&record.position.solve());
//! assert_eq!(
//!     object.to_string(),
//!     "{\"puzzle\": \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\", \
//!      \"id\": 17, \"answer\": \"unique\", \
//!      \"solution\": \"534678912672195348198342567859761423426853791713924856961537284287419635345286179\"}"
//! );
//! # Ok::<(), ninefold::text::ParseError>(())
//! ```
//!
//! `docs/json.md` shows every answer with an example.
//!
//! # When names clash
//!
//! A member of the answer replaces a member of the same name in the input. If the values differ, the input's value is kept
//! under the name with the prefix `input_`: `"solution"` becomes `"input_solution"`. All other members are written
//! unchanged, including their types.

mod forms;
mod generated;
mod members;
mod object;
mod ratings;
mod reading;
mod steps;
mod table;
mod value;

pub use generated::{Generated, Practised};
pub use members::{Answered, Count, Members, NumberedSolution};
pub use object::{Object, array, push_quoted, quoted};
pub use reading::InputError;
pub use steps::{Hint, Mistakes, PathSteps, RatedSteps, StageSteps, StagedSteps, Step, TechniqueInfo};
pub use table::Table;
pub use value::Value;
