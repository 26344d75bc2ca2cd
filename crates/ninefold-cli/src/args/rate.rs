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
se       ER/EP/ED of Sudoku Explainer. ER is the rating of the hardest step, EP of
         the hardest step up to the first placement, ED of the first step. Each
         step is the same as in Sukaku Explainer with the techniques of Sudoku
         Explainer 1.2.1
hodoku   the sum of the scores of all steps of 'explain', and the level
guesses  the number of guesses of a simple backtracking: the median over 99 random
         isomorphs with a fixed seed
depth    the required nesting of trial and error: 0, 1, 2, 3",
        },
        Section {
            title: "Output, for each puzzle",
            text: "\
line  the puzzle, a space and the rating, or '>X' if it is harder than --max-er X.
      With --trace a line for each step follows: two spaces, the rating of the
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
Sudoku Explainer ratings are not invariant under symmetry: an isomorph of a puzzle
may have another rating. With --canonical, each puzzle gets the rating of its
canonical form. The canonical form then replaces the puzzle in the line; JSON has
both.",
        },
        help::INPUT,
        help::EXIT_STATUS,
    ],
};

/// Rate the difficulty of puzzles
///
/// Writes one line for each puzzle, in order: the puzzle and its rating. The default scale is that of Sudoku Explainer.
///
/// A puzzle given as candidates only is rated from its candidates.
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

    /// A JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,

    /// Comma separated values with a header
    #[arg(long, conflicts_with_all = ["json", "trace"])]
    pub(crate) csv: bool,

    /// Stop as soon as a puzzle is known to be harder than X; its rating is '>X' (scale se)
    #[arg(short, long, value_name = "X")]
    pub(crate) max_er: Option<Rating>,

    /// Keep only puzzles whose hardest step is not after the first placement: ER = EP (scale se)
    #[arg(long)]
    pub(crate) pearl: bool,

    /// Keep only puzzles whose hardest step is the first: ER = EP = ED (scale se)
    #[arg(long)]
    pub(crate) diamond: bool,

    /// Rate the canonical form, which is the same for all isomorphic puzzles
    #[arg(long)]
    pub(crate) canonical: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}
