//! The one JSON form of every answer: command line, page and Python all print what this module writes.
//!
//! An answer about a puzzle is one object on one line. It begins with the members of the [`Record`], continues with the
//! members of the answer, and keeps whatever else the input had beside the puzzle:
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
//! A member that an answer writes replaces a member of the same name in the input. If the values differ, the input's value
//! is kept under the name with `input_` before it: `"solution"` becomes `"input_solution"`. Everything else passes
//! unchanged, its type included.

mod forms;
mod generated;
mod members;
mod object;
mod ratings;
mod reading;
mod steps;
mod table;
mod value;

pub use generated::Generated;
pub use members::{Answered, Count, Members, NumberedSolution};
pub use object::{Object, array, push_quoted, quoted};
pub use reading::InputError;
pub use steps::{Hint, Mistakes, PathSteps, RatedSteps, Step, Steps, TechniqueInfo};
pub use table::Table;
pub use value::Value;
