//! The command for other sizes and rules: variant.

use std::ffi::OsString;

use clap::{Parser, ValueEnum};
use ninefold::Language;

use super::Batch;
use super::help::{self, Help, Section};
use super::values::{LanguageParser, at_least_one, seed};

pub(super) const HELP: Help = Help {
    examples: "\
ninefold variant solve killer.txt
ninefold variant solve '.Shape~4x4.Diagonal~1.Diagonal~-1.~R1C4_2~R2C4_3~R4C2_4'
ninefold variant count --limit 1000 puzzle.txt
ninefold variant check puzzle.txt           contradicting or unnecessary clues
ninefold variant candidates puzzle.txt
ninefold variant explain --language zh puzzle.txt
ninefold variant generate --theme killer --side 6 --seed 7
ninefold variant solve --write solved.txt.gz collection.txt
ninefold variant convert --to fpuzzles-link puzzle.txt
ninefold variant draw --solution puzzle.txt > puzzle.svg",
    sections: &[
        Section {
            title: "Input",
            text: "\
Files, '-' for standard input, or puzzles; one puzzle per line. Formats: the string
form of Interactive Sudoku Solver, f-puzzles links and JSON, SudokuPad links
(without drawn lines and dots), killer Sudokus of 81 characters or in the long
form, and one character per cell for grids without rules (letters above 9).",
        },
        Section {
            title: "Output",
            text: "\
Line i belongs to puzzle i: the solution in reading order, letters A, B, ... above
9, or '! reason'. explain and draw write several lines for a puzzle.",
        },
        help::EXIT_STATUS,
    ],
};

/// What to do with the puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Action {
    /// Write the solution
    Solve,
    /// Count the solutions
    Count,
    /// Check for one solution; name contradicting or unnecessary clues
    Check,
    /// Write the digits that occur in some solution, cell by cell
    Candidates,
    /// Explain the solution step by step
    Explain,
    /// Make new puzzles
    Generate,
    /// Write the puzzle in another format
    Convert,
    /// Draw the puzzle as SVG
    Draw,
}

/// Solve, count, check, explain, generate, convert and draw other sizes and rules
#[derive(Debug, Parser)]
pub(crate) struct Variant {
    /// What to do
    #[arg(value_enum)]
    pub(crate) action: Action,

    /// Files, '-' for standard input, or puzzles
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,

    /// Write one JSON object for each puzzle
    #[arg(long)]
    pub(crate) json: bool,

    /// Count up to this number of solutions
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = at_least_one)]
    pub(crate) limit: u64,

    /// Estimate the number of solutions from this number of samples instead of counting
    #[arg(long, value_name = "SAMPLES")]
    pub(crate) estimate: Option<u32>,

    /// Give up a puzzle after this number of guesses
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) guesses: Option<u64>,

    /// The format to convert to
    #[arg(long, value_name = "FORMAT", default_value = "iss", value_parser = ["iss", "fpuzzles", "fpuzzles-link", "line"])]
    pub(crate) to: String,

    /// The kind of puzzle to generate
    #[arg(long, default_value = "plain", value_parser = ["plain", "killer", "jigsaw", "x", "thermo", "kropki", "arrow"])]
    pub(crate) theme: String,

    /// The side of the board to generate
    #[arg(long, default_value = "9", value_parser = ["4", "6", "8", "9", "10", "12", "16"])]
    pub(crate) side: String,

    /// The number of puzzles to generate
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub(crate) number: u64,

    /// The seed; the same seed produces the same puzzles [default: taken from the clock and printed]
    #[arg(long, value_name = "N", value_parser = seed)]
    pub(crate) seed: Option<u64>,

    /// Draw the solution
    #[arg(long)]
    pub(crate) solution: bool,

    /// The language of explanations
    #[arg(short, long, value_name = "TAG", default_value = "en", value_parser = LanguageParser)]
    pub(crate) language: Language,

    #[command(flatten)]
    pub(crate) batch: Batch,
}
