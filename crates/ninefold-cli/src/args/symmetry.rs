//! The commands about isomorphic puzzles: canon, dedup, shuffle, split.

use std::path::PathBuf;

use clap::Parser;

use super::help::{self, Help, Section};
use super::values::{at_least_one, fraction, seed};
use super::{Batch, Effort, Inputs};

const FORMAT_OF_RESULTS: Section = Section {
    title: "Output",
    text: "\
The puzzles are written in the format of the input, with everything the input has
beside them: comments, columns, members. --json writes one object a line instead.",
};

pub(super) const CANON_HELP: Help = Help {
    examples: "\
ninefold canon puzzle.txt
ninefold canon collection.txt | sort | uniq -c
ninefold canon --minlex collection.txt --write minlex.txt
ninefold canon --json solutions.txt          with the number of automorphisms",
    sections: &[
        Section {
            title: "Forms",
            text: "\
The canonical form of a complete grid is the least of its isomorphs, read row by
row. The canonical form of a puzzle is its givens, transformed as its solution is
transformed into canonical form; if several transforms lead there, the least
result. --minlex is another form: the least of all isomorphs of the givens
themselves. Puzzles with several solutions have it, too. Puzzles given as
candidates only have neither and count as unreadable.",
        },
        Section {
            title: "JSON",
            text: "\
has the members of solve --json, and \"canonical\", \"canonical_solution\",
\"automorphisms\" of the puzzle and \"solution_automorphisms\" (the number of
transforms that leave it unchanged), and a \"transform\" that leads to the form;
with --minlex it has \"minlex\".",
        },
        help::INPUT,
        help::EXIT_STATUS,
    ],
};

pub(super) const DEDUP_HELP: Help = Help {
    examples: "\
ninefold dedup collection.txt > different.txt
ninefold dedup old.txt new.txt.gz --write all.txt.zst
ninefold dedup --exact collection.csv > different.csv",
    sections: &[
        FORMAT_OF_RESULTS,
        Section {
            title: "Puzzles that are no puzzles",
            text: "\
Grids without exactly one solution are compared by the least of all isomorphs of
their givens (see canon --minlex). Puzzles that cannot be read, or are given as
candidates only, are reported on standard error and left out.",
        },
        help::INPUT,
        help::EXIT_STATUS_OF_READING,
    ],
};

pub(super) const SHUFFLE_HELP: Help = Help {
    examples: "\
ninefold shuffle --seed 42 puzzles.txt
ninefold shuffle --seed 42 --number 10 puzzles.txt --write ten-times-as-many.txt
ninefold shuffle --seed 42 --json puzzles.csv",
    sections: &[
        FORMAT_OF_RESULTS,
        Section {
            title: "What is transformed",
            text: "\
A solution beside the puzzle and candidates are transformed with it. With --json
\"transform\" states where each row and column goes and what each digit becomes,
after transposing. Puzzles that cannot be read are reported on standard error and
left out.",
        },
        help::INPUT,
        help::EXIT_STATUS_OF_READING,
    ],
};

pub(super) const SPLIT_HELP: Help = Help {
    examples: "\
ninefold split --by-class puzzles.txt --train train.txt --test test.txt
ninefold split --by-class --fraction 0.05 --seed 7 puzzles.csv --train a.csv --test b.csv",
    sections: &[
        FORMAT_OF_RESULTS,
        Section {
            title: "The fraction",
            text: "\
is that of classes. The fraction of puzzles comes near it if there are many classes
and none is much larger than the others.",
        },
        Section {
            title: "Puzzles that are no puzzles",
            text: "\
Grids without exactly one solution are compared by the least of all isomorphs of
their givens (see canon --minlex). Puzzles that cannot be read, or are given as
candidates only, are reported on standard error and left out.",
        },
        help::INPUT,
        help::EXIT_STATUS_OF_READING,
    ],
};

/// Write puzzles in canonical form
///
/// Two puzzles are isomorphic if one becomes the other by renaming digits, exchanging rows within bands, bands, columns
/// within stacks, stacks, and rows with columns. Two puzzles have the same canonical form exactly if they are isomorphic.
///
/// One line for each puzzle, in order: its form, or a line that begins with '! ' and says why there is none.
#[derive(Debug, Parser)]
pub(crate) struct Canon {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// The least isomorph of the givens, read row by row, empty cells first
    #[arg(long)]
    pub(crate) minlex: bool,

    /// One JSON object a line for each puzzle
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// Remove duplicates, also in other arrangements
///
/// Keeps the first of all isomorphic puzzles, in order. With --exact only puzzles with the same givens in the same cells
/// are duplicates.
///
/// The comparison is exact, and every puzzle kept takes about 32 bytes of memory. Five million kept puzzles with 25 givens
/// took 194 MB in all.
#[derive(Debug, Parser)]
pub(crate) struct Dedup {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Compare the givens as they are; nothing is solved
    #[arg(long)]
    pub(crate) exact: bool,

    /// One JSON object a line for each puzzle
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// Write a random isomorph of each puzzle
///
/// Digits are renamed, rows and columns exchanged, and the grid perhaps transposed; each of the 1,218,998,108,160
/// transforms is equally likely. The puzzles stay in their order. The difficulty for a person stays the same.
///
/// A seed produces the same isomorphs on every machine. Each depends on the seed and on the number of the puzzle alone.
#[derive(Debug, Parser)]
pub(crate) struct Shuffle {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// The seed of the random transforms [default: taken from the clock and printed]
    #[arg(short, long, value_name = "SEED", value_parser = seed)]
    pub(crate) seed: Option<u64>,

    /// How many isomorphs of each puzzle
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub(crate) number: u64,

    /// One JSON object a line for each puzzle
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// Split puzzles into a training set and a test set
///
/// No puzzle of one file is isomorphic to one of the other: a whole class goes to one side. The side is drawn at random
/// from the seed and the canonical form alone. So a class goes to the same side in every collection, puzzles that are
/// added later do not move the others, and nothing has to be kept in memory.
///
/// Each file gets its puzzles in their order.
#[derive(Debug, Parser)]
#[command(group = clap::ArgGroup::new("by").required(true))]
pub(crate) struct Split {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Isomorphic puzzles stay together
    #[arg(long, group = "by")]
    pub(crate) by_class: bool,

    /// Puzzles with isomorphic solutions stay together
    #[arg(long, group = "by")]
    pub(crate) by_solution: bool,

    /// The file for most of them, compressed if its name ends in .gz or .zst
    #[arg(long, value_name = "FILE")]
    pub(crate) train: PathBuf,

    /// The file for the others
    #[arg(long, value_name = "FILE")]
    pub(crate) test: PathBuf,

    /// The fraction for --test, from 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = fraction)]
    pub(crate) fraction: f64,

    /// The seed of the random sides
    #[arg(short, long, value_name = "SEED", default_value_t = 0, value_parser = seed)]
    pub(crate) seed: u64,

    /// One JSON object a line for each puzzle
    #[arg(long)]
    pub(crate) json: bool,

    /// Continue an interrupted split
    ///
    /// Give the same command as before and add --resume. The files end with the same bytes as without the interruption.
    #[arg(long)]
    pub(crate) resume: bool,

    #[command(flatten)]
    pub(crate) effort: Effort,
}
