//! `ninefold generate`.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::Parser;
use ninefold::explain::{Level, Technique};
use ninefold::generate::Symmetry;
use ninefold::rate::{Rating, Scale};

use super::Batch;
use super::help::{Help, Section};
use super::values::{
    RatingRange, TechniqueParser, at_least_one, givens, level_parser, rating_range, ratings, seconds, seed,
    symmetry_parser,
};

pub(super) const HELP: Help = Help {
    examples: "\
ninefold generate                                        a puzzle of medium difficulty
ninefold generate --level hard
ninefold generate -n 1000 --seed 42 --symmetry half-turn --givens 24..27
ninefold generate -n 1000 --seed 42 --first 1000 --symmetry none     the next thousand
ninefold generate -n 100 --er 7.0.. --json               with rating and techniques
ninefold generate --rating hodoku:500..700
ninefold generate --require xy-wing --without naked-triple --level hard
ninefold generate --givens 45 --redundant                with redundant givens
ninefold generate --mask heart.txt                       givens where the drawing has characters
ninefold generate -n 1000000 --symmetry none --write million.txt.zst",
    sections: &[
        Section {
            title: "Output",
            text: "\
On a terminal, a single puzzle is drawn. Otherwise there is a line of 81 characters
for each. With --json there is one object per line: \"puzzle\", \"solution\", \"seed\",
\"number\" (the number of the puzzle in the sequence of the seed, from 0),
\"version\", \"options\", \"given_count\", \"minimal\", \"symmetries\", \"er\", \"ep\", \"ed\",
\"solved\", \"level\", \"score\", \"implications\", \"hardest\", \"techniques\" (the number
of uses of each) and \"canonical\". The rating takes much longer than the generation.",
        },
        Section {
            title: "Ranges",
            text: "\
24 is exactly 24, 24..27 is 24 to 27, ..25 is at most 25, 30.. is at least 30.",
        },
        Section {
            title: "Defaults",
            text: "\
If neither --symmetry, --givens nor --mask is given, the pattern of givens has the
symmetry half-turn. If no other option about the puzzle is given either, the level
is medium.",
        },
        Section {
            title: "Searches",
            text: "\
A difficulty, a mask or a number of givens requires a search. It makes small
changes to a puzzle, and keeps those that lead towards the request. In general it
cannot be determined in advance whether such a puzzle exists. The search ends after
--time, or if no puzzle was found for a minute.",
        },
        Section {
            title: "Exit status",
            text: "\
0    all puzzles were generated
1    fewer than --number were found in time; standard error has the nearest one
2    the command line is wrong, no such puzzle can exist, or a file cannot be
     written
130  interrupted by Ctrl-C; 143 by kill, 129 by a closed terminal",
        },
    ],
};

/// Generate puzzles
///
/// Each puzzle has exactly one solution and is minimal: no given is redundant or, with a symmetry, no set of symmetric
/// givens. With --mask or --redundant a puzzle may have redundant givens. A seed produces the same puzzles on every machine
/// and with any number of threads. The solutions are drawn from all solution grids with equal probability.
#[derive(Clone, Debug, Parser)]
pub(crate) struct Generate {
    /// The number of puzzles
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub(crate) number: u64,

    /// The seed; the same seed produces the same puzzles [default: taken from the clock and printed]
    #[arg(short, long, value_name = "SEED", value_parser = seed)]
    pub(crate) seed: Option<u64>,

    /// Begin with this puzzle of the seed; the first is number 0
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed)]
    pub(crate) first: u64,

    /// Symmetry of the pattern of givens
    #[arg(long, value_name = "NAME", value_parser = symmetry_parser())]
    pub(crate) symmetry: Option<Symmetry>,

    /// Givens in exactly these cells: a file or 81 characters, with '.' or '0' for an empty cell
    #[arg(long, value_name = "MASK")]
    pub(crate) mask: Option<OsString>,

    /// The number of givens: N, A..B, ..B or A..
    #[arg(long, value_name = "RANGE", value_parser = givens, allow_hyphen_values = true)]
    pub(crate) givens: Option<RangeInclusive<usize>>,

    /// Add redundant givens up to the number of --givens
    #[arg(long, requires = "givens", conflicts_with = "mask")]
    pub(crate) redundant: bool,

    /// Sudoku Explainer rating: X, A..B, ..B or A..
    #[arg(long, value_name = "RANGE", value_parser = ratings)]
    pub(crate) er: Option<RangeInclusive<Rating>>,

    /// Rating on a scale of 'rate', such as hodoku:500..700 or depth:2
    #[arg(long, value_name = "SCALE:RANGE", value_parser = rating_range)]
    pub(crate) rating: Vec<RatingRange>,

    /// The level, as 'explain' determines it
    #[arg(long, value_name = "LEVEL", value_parser = level_parser())]
    pub(crate) level: Option<Level>,

    /// Techniques that the path of 'explain' must use
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = TechniqueParser, hide_possible_values = true)]
    pub(crate) require: Vec<Technique>,

    /// The puzzle can be solved with these techniques, those of --require, and singles
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = TechniqueParser, hide_possible_values = true)]
    pub(crate) allow: Vec<Technique>,

    /// The puzzle can be solved without these techniques, as with 'explain --without'
    #[arg(long, alias = "forbid", value_name = "TECHNIQUES", value_delimiter = ',', value_parser = TechniqueParser, hide_possible_values = true)]
    pub(crate) without: Vec<Technique>,

    /// Leave out isomorphic puzzles; uses about 32 bytes of memory per puzzle
    #[arg(long)]
    pub(crate) distinct: bool,

    /// Stop after this many seconds and keep the puzzles found
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// A JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

impl Generate {
    /// The ranges of all scales.
    pub(crate) fn ratings(&self) -> Vec<(Scale, RangeInclusive<Rating>)> {
        let er = self.er.iter().map(|range| (Scale::Se, range.clone()));
        er.chain(self.rating.iter().map(|range| (range.scale, range.range.clone()))).collect()
    }
}
