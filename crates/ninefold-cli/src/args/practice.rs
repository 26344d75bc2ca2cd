//! `ninefold practice`.

use std::time::Duration;

use clap::Parser;
use ninefold::Language;
use ninefold::explain::Technique;

use super::help::{Help, Section};
use super::values::{LanguageParser, TechniqueParser, at_least_one, seconds, seed};

pub(super) const HELP: Help = Help {
    examples: "\
ninefold practice --technique x-wing
ninefold practice --technique hidden-pair -n 10 --seed 1
ninefold practice --technique xy-wing -n 20 --json > lessons.jsonl",
    sections: &[
        Section {
            title: "Output",
            text: "\
For each position the pencilmarks, then the step in a sentence. With --json there is
one object per line: \"puzzle\", \"givens\" and \"candidates\" (the position, which every
command reads again), \"technique\", \"seed\" and \"number\" (of the puzzle among those
of the seed), \"solution\", and \"step\" as in 'steps'.",
        },
        Section {
            title: "Rare techniques",
            text: "\
Some techniques are never the next step in a random puzzle, because an easier one
applies; docs/generate.md has the counts. The search ends after --time, or if no
position was found for a minute.",
        },
        Section {
            title: "Exit status",
            text: "\
0    all positions were found
1    fewer than --number were found in time
2    the command line is wrong",
        },
    ],
};

/// Find positions in which a technique is the next step
///
/// Each position lies on the path of a random puzzle, and no easier technique in use applies there. A seed produces the
/// same positions on every machine.
#[derive(Clone, Debug, Parser)]
pub(crate) struct Practice {
    /// The technique: a name such as x-wing or "X-Wing", or a HoDoKu code such as 0300
    #[arg(long, value_name = "NAME", value_parser = TechniqueParser, hide_possible_values = true)]
    pub(crate) technique: Technique,

    /// The number of positions
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub(crate) number: u64,

    /// The seed; the same seed produces the same positions [default: taken from the clock and printed]
    #[arg(short, long, value_name = "SEED", value_parser = seed)]
    pub(crate) seed: Option<u64>,

    /// The language of the texts
    #[arg(short, long, value_name = "TAG", default_value = "en", value_parser = LanguageParser)]
    pub(crate) language: Language,

    /// Stop after this many seconds and keep the positions found
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// A JSON object for each position, one per line
    #[arg(long)]
    pub(crate) json: bool,

    /// No summary on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
