//! `ninefold solve`.

use clap::{Parser, ValueEnum};

use super::help::{self, Help, Section};
use super::values::at_least_one;
use super::{Batch, Hardware, Inputs, Theme};

pub(super) const HELP: Help = Help {
    examples: "\
ninefold solve examples/easy.txt                    a drawn grid on a terminal
ninefold solve examples/seventeen.txt > solved.txt  one line per puzzle
ninefold solve --json - < puzzles.csv               one object per puzzle
ninefold solve --count 1000 sparse.txt              the number of solutions, up to 1000
ninefold solve --all sparse.txt | head              every solution
ninefold solve huge.txt.zst --write solved.txt.zst  all cores, constant memory
ninefold solve huge.txt.zst --write solved.txt.zst --resume",
    sections: &[
        Section {
            title: "Output, for each puzzle",
            text: "\
line  81 digits, or '! no solution', or '! more than one solution', or
      '! FILE:LINE:COLUMN: the error'. With --count a number, with --all a line
      for each solution. If the candidates contradict the only solution of the
      digits, '! no solution: the candidates of r1c3 leave out 4'
grid  the solution as a drawn grid, or a line as above
json  one object on one line. \"puzzle\" is the grid and \"answer\" is \"unique\",
      \"none\" or \"multiple\". \"solution\" is the solution. If there are several,
      \"second\" is another one, and \"differences\" are the cells in which the two
      differ. If there is none, \"conflicts\" or \"mistakes\" may give the reason.
      With --count there are \"count\" and \"limit\", with --stats \"guesses\" and
      \"passes\", with --all the \"number\" of the solution. A puzzle that cannot be
      read is {\"error\": {\"input\", \"line\", \"column\", \"message\"}}
csv   puzzle,answer,solution,second,error; with --count puzzle,count,error; with
      --all puzzle,solution,error; then the other columns of the input
svg   a picture of the solution. Several puzzles need --write NAME.svg, which
      writes NAME-1.svg, NAME-2.svg, ...",
        },
        help::INPUT,
        help::EXIT_STATUS,
    ],
};

/// Solve puzzles
///
/// On a terminal, the answer to a single puzzle is a drawn grid with highlighted givens. Otherwise the answer to each puzzle
/// is one line, in order: 81 digits if there is exactly one solution, else '! ' and the reason. A summary is printed on
/// standard error.
///
/// If no digit is placed by a player, candidates are part of the puzzle: a missing one is ruled out. Placed digits, and
/// the player's notes, are not part of the puzzle.
#[derive(Debug, Parser)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// How to show the answers [default: grid for one puzzle on a terminal, else line]
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    pub(crate) output: Option<Output>,

    /// A JSON object for each puzzle, one per line; the same as --output json
    #[arg(long, conflicts_with = "output")]
    pub(crate) json: bool,

    /// Count solutions up to LIMIT; the result LIMIT means LIMIT or more
    #[arg(short, long, value_name = "LIMIT", value_parser = at_least_one)]
    pub(crate) count: Option<u64>,

    /// Write every solution
    #[arg(short, long, conflicts_with = "count")]
    pub(crate) all: bool,

    /// Show statistics of the search: guesses and passes of constraint propagation
    #[arg(long)]
    pub(crate) stats: bool,

    /// Colours of --output svg
    #[arg(long, value_enum, default_value_t, value_name = "THEME")]
    pub(crate) theme: Theme,

    #[command(flatten)]
    pub(crate) hardware: Hardware,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// How answers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Output {
    /// 81 digits, or '! ' and the reason
    Line,
    /// A drawn grid
    Grid,
    /// One JSON object per line
    Json,
    /// Comma separated values with a header
    Csv,
    /// A picture
    Svg,
}

impl Solve {
    /// The format of the answers, if one is given.
    pub(crate) fn output(&self) -> Option<Output> {
        if self.json { Some(Output::Json) } else { self.output }
    }
}
