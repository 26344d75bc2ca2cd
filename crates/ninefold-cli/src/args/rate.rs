//! `ninefold rate`.

use clap::Parser;
use ninefold::rate::{Rating, Scale};

use super::help::{self, Help, Section};
use super::values::scale_parser;
use super::{Batch, Inputs};

pub(super) const HELP: Help = Help {
    examples: "\
ninefold rate examples/seventeen.txt
ninefold rate --trace examples/hard.sdk                   every step
ninefold rate --scale hodoku collection.txt               HoDoKu's score and level
ninefold rate --max-er 7.0 collection.txt                 stop above 7.0
ninefold rate --diamond hardest.txt --write diamonds.txt",
    sections: &[
        Section {
            title: "Scales",
            text: "\
se       ER/EP/ED of Sudoku Explainer. ER is the hardest step of the easiest way to
         solve the puzzle, EP the hardest up to the first placement, ED the first
         step. Ratings are equal, to every step, to those of Sukaku Explainer with
         the techniques of Sudoku Explainer 1.2.1
hodoku   the sum of the scores of all steps of 'explain', and the level
guesses  how many guesses a simple backtracking makes, the median over 99 random
         isomorphs with a fixed seed
depth    how deeply trial and error must be nested: 0, 1, 2, 3",
        },
        Section {
            title: "Output, for each puzzle",
            text: "\
line  the puzzle, a blank and the rating, or '>X' if it is harder than --max-er X.
      With --trace a line for each step follows: two blanks, the rating of the
      step and its description. If there is not exactly one solution, the line is
      that of 'solve'
json  one object on one line: the members of solve --json, and \"er\", \"ep\" and
      \"ed\", or \"harder_than\". With --trace there are \"steps\", each with
      \"technique\", \"name\", \"rating\", \"placements\", \"eliminations\" and
      \"sentence\". --scale hodoku has \"score\", \"level\" and \"solved\"; --scale
      guesses has \"median_guesses\", \"fewest_guesses\" and \"most_guesses\"; --scale
      depth has \"depth\"
csv   puzzle,answer,er,ep,ed,error, or the members of another scale; then the other
      columns of the input",
        },
        Section {
            title: "Symmetry",
            text: "\
Sudoku Explainer ratings are not invariant under symmetry: a puzzle with rows,
columns or digits exchanged may rate differently. With --canonical all of them
rate as their canonical form does. It replaces the puzzle in the line; JSON has
both.",
        },
        help::INPUT,
        help::EXIT_STATUS,
    ],
};

/// Rate the difficulty of puzzles
///
/// One line for each puzzle, in order: the puzzle and its rating. The scale is that of Sudoku Explainer unless --scale
/// names another.
///
/// A puzzle given as candidates only is rated from these.
#[derive(Debug, Parser)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// The scale
    #[arg(long, value_name = "SCALE", default_value = "se", value_parser = scale_parser())]
    pub(crate) scale: Scale,

    /// Also show the steps (scale se)
    #[arg(short = 'T', long)]
    pub(crate) trace: bool,

    /// One JSON object a line for each puzzle
    #[arg(long)]
    pub(crate) json: bool,

    /// Comma separated values with a header
    #[arg(long, conflicts_with_all = ["json", "trace"])]
    pub(crate) csv: bool,

    /// Stop as soon as a puzzle is known to be harder than X; its rating is '>X' (scale se)
    #[arg(short, long, value_name = "X")]
    pub(crate) max_er: Option<Rating>,

    /// Only puzzles whose hardest step comes before the first placement: ER = EP (scale se)
    #[arg(long)]
    pub(crate) pearl: bool,

    /// Only puzzles whose hardest step is the first: ER = EP = ED (scale se)
    #[arg(long)]
    pub(crate) diamond: bool,

    /// Rate the canonical form, which is the same for all isomorphic puzzles
    #[arg(long)]
    pub(crate) canonical: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}
