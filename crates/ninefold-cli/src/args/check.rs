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
            title: "The line of a puzzle has parts with '; ' between them",
            text: "\
unique; 17 givens; minimal; no symmetry
unique; 30 givens; redundant r1c1 r2c6; half-turn
unique; 30 givens; wrong solution; minimal; half-turn
multiple; 28 givens; 2 solutions, differences r1c1 r1c2 r9c1 r9c2; no symmetry
none; 30 givens; two 5s in row 1: r1c1 r1c2; half-turn
or it is '! FILE:LINE:COLUMN: what is wrong there'.",
        },
        Section {
            title: "JSON",
            text: "\
has the members of solve --json, and \"count\" of solutions up to \"limit\",
\"conflicts\" (house, digit, cells), \"minimal\", \"redundant\" (cells), \"mistakes\"
(kind, cell, digit), \"symmetries\" and, if the input has a solution,
\"input_solution_correct\".",
        },
        help::INPUT,
        help::EXIT_STATUS,
    ],
};

/// Report what is right and wrong about puzzles
///
/// Conflicts by house and cell; the number of solutions and, if there are several, two of them with the cells in which they
/// differ; whether every given is needed, and which are not; the symmetries of the pattern of givens; mistakes in what a
/// player has placed or crossed out; whether a solution beside the puzzle is the right one.
///
/// A single puzzle gets a report, many get one line each, in order.
#[derive(Debug, Parser)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// One JSON object a line for each puzzle
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) hardware: Hardware,

    #[command(flatten)]
    pub(crate) batch: Batch,
}
