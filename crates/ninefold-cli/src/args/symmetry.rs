//! The commands about isomorphic puzzles: canon, dedup, shuffle, split.

use std::path::PathBuf;

use clap::Parser;

use super::help::{self, Help, Section};
use super::values::{at_least_one, fraction, seed};
use super::{Batch, Effort, Inputs};

const FORMAT_OF_RESULTS: Section = Section {
    title: "Output",
    text: "\
The puzzles are written in the format of the input, with all its other data:
comments, columns, members. --json writes one object per line instead.",
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
row. For a puzzle, the transform that gives the canonical form of the solution is
applied to the givens; of several such transforms, the one with the least result.
--minlex is another form: the least of all isomorphs of the givens themselves. It
also exists for puzzles with several solutions. Puzzles given as candidates only
have neither form and count as unreadable.",
        },
        Section {
            title: "JSON",
            text: "\
The members of solve --json, \"canonical\", \"canonical_solution\", \"automorphisms\"
and \"solution_automorphisms\" (the number of transforms that leave the puzzle or the
solution unchanged), and \"transform\", which gives the form; with --minlex, the
member \"minlex\" instead.",
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
            title: "Grids without exactly one solution",
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
The puzzle, its candidates and its solution in the input, if there are any. With
--json, \"transform\" has the new place of each row and column and the new digit for
each digit, after transposing. Puzzles that cannot be read are reported on standard
error and left out.",
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
It is the fraction of the classes. The fraction of the puzzles is close to it if
there are many classes and none is much larger than the others.",
        },
        Section {
            title: "Grids without exactly one solution",
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
/// Two puzzles are isomorphic if one becomes the other by renaming digits, permuting rows within a band, columns within
/// a stack, bands and stacks, and transposing. Two puzzles have the same canonical form exactly if they are isomorphic.
///
/// Writes one line for each puzzle, in order: its form, or '! ' and the reason why there is none.
#[derive(Debug, Parser)]
pub(crate) struct Canon {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// The least isomorph of the givens, read row by row, empty cells first
    #[arg(long)]
    pub(crate) minlex: bool,

    /// A JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// Remove duplicates, including isomorphic puzzles
///
/// Keeps the first of all isomorphic puzzles, in order. With --exact only puzzles with the same givens in the same cells
/// are duplicates.
///
/// The comparison is exact. Every puzzle kept uses about 32 bytes of memory: five million kept puzzles with 25 givens used
/// 194 MB in all.
#[derive(Debug, Parser)]
pub(crate) struct Dedup {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Compare the givens cell by cell, without solving
    #[arg(long)]
    pub(crate) exact: bool,

    /// A JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// Write a random isomorph of each puzzle
///
/// A transform renames digits, exchanges rows and columns, and may transpose the grid; each of the 1,218,998,108,160
/// transforms is equally likely. The order of the puzzles does not change, nor does their difficulty for a person.
///
/// A seed produces the same isomorphs on every machine. Each isomorph depends only on the seed and the number of the puzzle.
#[derive(Debug, Parser)]
pub(crate) struct Shuffle {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// The seed of the random transforms [default: taken from the clock and printed]
    #[arg(short, long, value_name = "SEED", value_parser = seed)]
    pub(crate) seed: Option<u64>,

    /// The number of isomorphs of each puzzle
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub(crate) number: u64,

    /// A JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// Split puzzles into a training set and a test set
///
/// No puzzle of one file is isomorphic to a puzzle of the other: a class of isomorphic puzzles goes to one file as a whole.
/// The seed and the canonical form alone determine the file. A class therefore goes to the same file in every collection,
/// puzzles that are added later do not move others, and memory does not grow with the collection.
///
/// Each file has its puzzles in the order of the input.
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

    /// The file of the training set, compressed if its name ends in .gz or .zst
    #[arg(long, value_name = "FILE")]
    pub(crate) train: PathBuf,

    /// The file of the test set
    #[arg(long, value_name = "FILE")]
    pub(crate) test: PathBuf,

    /// The fraction of the test set, from 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = fraction)]
    pub(crate) fraction: f64,

    /// The seed of the random choice
    #[arg(short, long, value_name = "SEED", default_value_t = 0, value_parser = seed)]
    pub(crate) seed: u64,

    /// A JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,

    /// Continue an interrupted split
    ///
    /// Repeat the command and add --resume. The resulting files are the same as without the interruption, byte for byte.
    #[arg(long)]
    pub(crate) resume: bool,

    #[command(flatten)]
    pub(crate) effort: Effort,
}
