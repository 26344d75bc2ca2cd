//! `ninefold read`.

use std::ffi::OsString;

use clap::Parser;

use super::Batch;
use super::help::{Help, Section};

pub(super) const HELP: Help = Help {
    examples: "\
ninefold read examples/photo.jpg
ninefold read examples/photo.jpg | ninefold solve
ninefold read --json photo.jpg > reading.json
ninefold read album/*.jpg --write puzzles.txt",
    sections: &[
        Section {
            title: "Output",
            text: "\
Line i belongs to photograph i: the printed digits as 81 characters, '.' for an
empty cell, or '! FILE: why there is no puzzle'. Digits written by hand are not
part of the puzzle. Doubtful cells are named on standard error, each with the
first and the second choice and their probabilities.",
        },
        Section {
            title: "JSON",
            text: "\
\"photo\", \"puzzle\", \"answer\", \"solution\", \"written\" (digits written by hand),
\"width\", \"height\", \"corners\" (of the grid, in pixels of the upright photograph),
\"visible\" (the share of the lines, from 0 to 1), \"doubtful\" (cells) and \"cells\"
(\"content\", \"digit\", \"confidence\" and the \"second\" choice of each); or \"error\".",
        },
        Section {
            title: "Photographs",
            text: "\
JPEG, PNG, WebP, GIF or BMP, up to 64 megapixels, at any rotation and at moderate
angles, from paper or from a screen. The largest grid that can be read is taken.
'-' is standard input.",
        },
        Section {
            title: "Exit status",
            text: "\
0    every photograph shows a puzzle with exactly one solution
1    some photograph does not
2    the command line is wrong, or a file cannot be read or written
130  interrupted by Ctrl-C; 143 by kill, 129 by a closed terminal",
        },
    ],
};

/// Read the puzzle in each photograph
///
/// Finds the grid, reads its printed digits, and chooses the most probable reading that is a puzzle with exactly one
/// solution. Everything happens on this computer.
#[derive(Debug, Parser)]
pub(crate) struct Read {
    /// Image files, '-' for standard input
    #[arg(value_name = "PHOTO", required = true)]
    pub(crate) photos: Vec<OsString>,

    /// A JSON object for each photograph, one per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}
