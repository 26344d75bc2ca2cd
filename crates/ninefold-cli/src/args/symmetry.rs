//! The commands about puzzles that are the same: canon, dedup, shuffle, split.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Parser;

use super::{Batch, Inputs, Results, at_least_one, seed};
use crate::threads;

macro_rules! canon_examples {
    () => {
        "\
Examples:
  ninefold canon puzzle.txt
  ninefold canon collection.txt | sort | uniq -c
  ninefold canon --minlex collection.txt --write minlex.txt
  ninefold canon --json solutions.txt          with the number of automorphisms
"
    };
}

macro_rules! dedup_examples {
    () => {
        "\
Examples:
  ninefold dedup collection.txt > different.txt
  ninefold dedup old.txt new.txt.gz --write all.txt.zst
  ninefold dedup --exact collection.txt > different.txt
"
    };
}

macro_rules! shuffle_examples {
    () => {
        "\
Examples:
  ninefold shuffle --seed 42 puzzles.txt
  ninefold shuffle --seed 42 --number 10 puzzles.txt --write ten-times-as-many.txt
  ninefold shuffle --seed 42 --json puzzles.csv
"
    };
}

macro_rules! split_examples {
    () => {
        "\
Examples:
  ninefold split --by-class puzzles.txt --train train.txt --test test.txt
  ninefold split --by-class --fraction 0.05 --seed 7 puzzles.csv --json --train a.json --test b.json
"
    };
}

/// Write puzzles in canonical form
///
/// Two puzzles are isomorphic when one becomes the other by renaming digits, exchanging rows within bands, bands, columns
/// within stacks, stacks, and rows with columns. Isomorphic puzzles have the same canonical form, others have not.
///
/// One line for each puzzle, in order: its form, or a line that begins with '! ' and says why there is none.
#[derive(Debug, Parser)]
#[command(after_help = canon_examples!(), after_long_help = concat!(canon_examples!(), "
The form of a complete grid is the least of its isomorphs, read row by row. The
form of a puzzle is what its givens become when its solution is brought into that
form; where several ways lead there, the least. --minlex is another form, the
least of all isomorphs of the givens themselves; puzzles with several solutions
have it too. Puzzles told in candidates alone have neither: they count as
unreadable.

JSON has the members of solve --output json, and \"canonical\",
\"canonical_solution\", \"automorphisms\" of the puzzle and
\"solution_automorphisms\" (ways to transform it into itself), and a \"transform\"
that leads to the form; with --minlex it has \"minlex\".
", about_inputs!()))]
pub(crate) struct Canon {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// The least way to write the givens, row by row, empty cells first
    #[arg(long)]
    pub(crate) minlex: bool,

    /// One JSON object a line for each puzzle
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// Leave out puzzles that were there before
///
/// Keeps the first of all isomorphic puzzles, in order, with the comment that follows it on its line. With --exact only
/// puzzles with the same givens in the same cells count as the same.
///
/// The comparison is exact, and every puzzle kept is remembered: about 32 bytes each. Five million kept puzzles with 25
/// givens took 194 MB in all.
#[derive(Debug, Parser)]
#[command(after_help = dedup_examples!(), after_long_help = concat!(dedup_examples!(), "
Puzzles without exactly one solution are compared by the least way to write their
givens (see canon --minlex). Puzzles that cannot be read, or are told in
candidates alone, are named on standard error and left out.
", about_reading!()))]
pub(crate) struct Dedup {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Only the same givens in the same cells are the same puzzle; nothing is solved
    #[arg(long)]
    pub(crate) exact: bool,

    /// One JSON object a line for each puzzle, with all that stood beside it
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) results: Results,
}

/// Write each puzzle down differently, by lot
///
/// Each puzzle becomes an isomorphic one: digits renamed, rows and columns exchanged, perhaps transposed; each of the
/// 1,218,998,108,160 ways is as likely as the others. The puzzles stay in their order. What they need to be solved
/// stays the same, too.
///
/// The same seed gives the same puzzles, on every machine. Each puzzle's lot depends on the seed and on its number alone.
#[derive(Debug, Parser)]
#[command(after_help = shuffle_examples!(), after_long_help = concat!(shuffle_examples!(), "
A solution that stands beside the puzzle goes along, and so do candidates. With
--json \"transform\" says what was done: where each row and column goes and what
each digit becomes, after transposing.

Puzzles that cannot be read are named on standard error and left out.
", about_reading!()))]
pub(crate) struct Shuffle {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// The seed of the lots [default: the time, and it is told]
    #[arg(short, long, value_name = "SEED", value_parser = seed)]
    pub(crate) seed: Option<u64>,

    /// So many isomorphs of each puzzle
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub(crate) number: u64,

    /// One JSON object a line for each puzzle, with all that stood beside it
    #[arg(long)]
    pub(crate) json: bool,

    /// Write to this file, compressed if its name ends in .gz or .zst
    #[arg(short, long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,

    /// Do not tell the seed
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Split puzzles into a training set and a test set
///
/// No puzzle of one file is isomorphic to one of the other: whole classes go to one side. A lot is drawn for each class,
/// from the seed and its canonical form alone. So nothing is remembered, a class goes the same way in every collection,
/// and puzzles that are added later do not move the others.
///
/// The files get the puzzles in their order, with the comment that follows each on its line.
#[derive(Debug, Parser)]
#[command(
    group = clap::ArgGroup::new("by").required(true),
    after_help = split_examples!(), after_long_help = concat!(split_examples!(), "
The fraction is of classes. The number of puzzles comes near it where there are
many classes and none is much larger than the others.

Puzzles without exactly one solution are compared by the least way to write their
givens (see canon --minlex). Puzzles that cannot be read, or are told in
candidates alone, are named on standard error and left out.
", about_reading!()))]
pub(crate) struct Split {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Isomorphic puzzles stay together
    #[arg(long, group = "by")]
    pub(crate) by_class: bool,

    /// Puzzles whose solutions are isomorphic stay together, too
    #[arg(long, group = "by")]
    pub(crate) by_solution: bool,

    /// The file for most of them, compressed if its name ends in .gz or .zst
    #[arg(long, value_name = "FILE")]
    pub(crate) train: PathBuf,

    /// The file for the others
    #[arg(long, value_name = "FILE")]
    pub(crate) test: PathBuf,

    /// How much goes to --test, from 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = fraction)]
    pub(crate) fraction: f64,

    /// The seed of the lots
    #[arg(short, long, value_name = "SEED", default_value_t = 0, value_parser = seed)]
    pub(crate) seed: u64,

    /// One JSON object a line for each puzzle, with all that stood beside it
    #[arg(long)]
    pub(crate) json: bool,

    /// Threads to use [default: one for each core]
    ///
    /// Beyond 32 no more are started than there are cores.
    #[arg(short, long, value_name = "N", value_parser = threads::parse)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// No summary and no progress bar on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

fn fraction(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}
