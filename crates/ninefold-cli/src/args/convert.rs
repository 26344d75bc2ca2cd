//! `ninefold convert`.

use clap::Parser;
use ninefold::text::Format;

use super::help::{self, Help, Section};
use super::values::target_parser;
use super::{Batch, Inputs, Theme};

pub(super) const HELP: Help = Help {
    examples: "\
ninefold convert --to line puzzle.sdk
ninefold convert --to svg --theme dark puzzle.txt > puzzle.svg
ninefold convert --to pencilmarks --candidates puzzle.txt
ninefold convert --to csv collection.sdm --write collection.csv.gz
ninefold convert --json collection.csv                   one object a line",
    sections: &[
        Section {
            title: "Output",
            text: "\
What the format cannot carry is left out. In CSV the first puzzle determines the
columns. --to json writes one array of objects, --json one object a line.
Several puzzles as pictures need --write NAME.svg and become NAME-1.svg,
NAME-2.svg, ...",
        },
        help::INPUT,
        help::EXIT_STATUS_OF_READING,
    ],
};

/// Write puzzles in another format
///
/// Nothing is solved. Puzzles that cannot be read are reported on standard error and left out.
#[derive(Debug, Parser)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = target_parser(), required_unless_present = "json")]
    pub(crate) to: Option<Target>,

    /// One JSON object a line for each puzzle
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,

    /// Add the candidates of empty cells if the puzzle has none of its own
    #[arg(long)]
    pub(crate) candidates: bool,

    /// Colours of --to svg
    #[arg(long, value_enum, default_value_t, value_name = "THEME")]
    pub(crate) theme: Theme,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// What `convert` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Text(Format),
    /// One JSON object a line.
    JsonLines,
    Svg,
}

impl Convert {
    /// What to write.
    pub(crate) fn target(&self) -> Target {
        self.to.unwrap_or(Target::JsonLines)
    }
}
