//! `ninefold check`.

use clap::Parser;

use super::help::{self, Help, Section};
use super::{Batch, Hardware, Inputs};

pub(super) const HELP: Help = Help {
    examples: "\
ninefold check examples/easy.txt
ninefold check --json puzzle.txt
ninefold check collection.sdm | grep -c '; minimal'
ninefold check solved.csv | grep 'wrong solution'",
    sections: &[
        Section {
            title: "The line of a puzzle, in parts separated by '; '",
            text: "\
unique; 17 givens; minimal; no symmetry
unique; 30 givens; redundant r1c1 r2c6; half-turn
unique; 30 givens; wrong solution; minimal; half-turn
multiple; 28 givens; 2 solutions, differences r1c1 r1c2 r9c1 r9c2; no symmetry
none; 30 givens; two 5s in row 1: r1c1 r1c2; half-turn
! puzzles.txt:8:1: found 'n', expected a digit or an empty cell",
        },
        Section {
            title: "JSON",
            text: "\
The members of solve --json, \"count\" (the number of solutions, at most \"limit\"),
\"conflicts\" (house, digit, cells), \"minimal\", \"redundant\" (cells), \"mistakes\"
(kind, cell, digit), \"symmetries\" and, if the input has a solution,
\"input_solution_correct\".",
        },
        help::INPUT,
        help::EXIT_STATUS,
    ],
};

/// Check puzzles for conflicts, uniqueness, minimality, symmetry and mistakes
///
/// Reports conflicts by house and cell; the number of solutions and, if there are several, two of them with the cells in
/// which they differ; redundant givens; the symmetries of the pattern of givens; mistakes of a player in placed digits and
/// removed candidates; and whether the solution in the input, if there is one, is correct.
///
/// The result is a report for a single puzzle, and one line each, in order, for several.
#[derive(Debug, Parser)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// A JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) hardware: Hardware,

    #[command(flatten)]
    pub(crate) batch: Batch,
}
