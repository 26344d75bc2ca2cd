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
ninefold convert --json collection.csv                   one object per line",
    sections: &[
        Section {
            title: "Output",
            text: "\
Data that the format cannot store is left out. The first puzzle determines the
columns of CSV. --to json writes an array of objects, --json one object per line.
Several pictures need --write NAME.svg, which writes NAME-1.svg, NAME-2.svg, ...",
        },
        help::INPUT,
        help::EXIT_STATUS_OF_READING,
    ],
};

/// Write puzzles in another format
///
/// The puzzles are not solved. Puzzles that cannot be read are reported on standard error and left out.
#[derive(Debug, Parser)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = target_parser(), required_unless_present = "json")]
    pub(crate) to: Option<Target>,

    /// A JSON object for each puzzle, one per line
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,

    /// Add the candidates of empty cells if the puzzle has no candidates
    #[arg(long)]
    pub(crate) candidates: bool,

    /// Colours of --to svg
    #[arg(long, value_enum, default_value_t, value_name = "THEME")]
    pub(crate) theme: Theme,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// The output of `convert`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Text(Format),
    /// One JSON object per line.
    JsonLines,
    Svg,
}

impl Convert {
    /// The output to write.
    pub(crate) fn target(&self) -> Target {
        self.to.unwrap_or(Target::JsonLines)
    }
}
