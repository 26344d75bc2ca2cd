//! The commands that explain: hint, explain, steps.

use clap::{Parser, ValueEnum};
use ninefold::Language;
use ninefold::explain::{Explainer, Technique};

use super::help::{self, Help, Section};
use super::values::{LanguageParser, OrderedParser, TechniqueParser, WantedParser, at_least_one};
use super::{Batch, Inputs, Theme};

const TECHNIQUES: Section = Section {
    title: "TECHNIQUES",
    text: "\
Names such as x-wing or \"X-Wing\", or HoDoKu codes such as 0300, separated by
commas. docs/techniques.md lists them.",
};

const POSITIONS: Section = Section {
    title: "Positions",
    text: "\
The puzzle may be partly solved if the format distinguishes placed digits from
givens (+5 in a HoDoKu line, \"givens\" in JSON). Notes and candidates are used if
there are any. For a position with a mistake, the result is '! ' and the mistake.
For a grid without exactly one solution, it is the line of 'solve'.",
};

pub(super) const HINT_HELP: Help = Help {
    examples: "\
ninefold hint puzzle.txt                where to look
ninefold hint --rung 2 puzzle.txt       which digit
ninefold hint --rung 3 puzzle.txt       which technique
ninefold hint --rung 4 puzzle.txt       the pattern
ninefold hint --rung 5 puzzle.txt       the full step",
    sections: &[
        POSITIONS,
        Section {
            title: "JSON",
            text: "\
\"puzzle\" and \"answer\", \"kind\" (\"step\", \"mistake\", \"incomplete\", \"stuck\" or
\"solved\") and \"hint\", a sentence. A step has \"rung\", \"rungs\" (the hints up to
that rung) and \"focus\" (houses), and on rung 5 \"step\" (as in 'steps') and
\"before\" (the pencilmarks). A mistake has \"mistakes\". There is no member with the
solution.",
        },
        TECHNIQUES,
        help::INPUT,
        help::EXIT_STATUS,
    ],
};

pub(super) const EXPLAIN_HELP: Help = Help {
    examples: "\
ninefold explain puzzle.txt
ninefold explain --output html puzzle.txt > puzzle.html     a picture for each step
ninefold explain --language zh puzzle.txt
ninefold explain --summary collection.txt                   one line per puzzle
ninefold explain --no-uniqueness --without swordfish puzzle.txt",
    sections: &[
        Section {
            title: "The line of a puzzle with --summary, in parts separated by '; '",
            text: "\
solved; hard; score 320; hardest xy-wing; full-house 9, hidden-single 31, xy-wing 1
stuck; score 150; hardest swordfish; ...            no technique in use applies
! no solution
Level and score are those of HoDoKu. A path that is stuck has no level.",
        },
        POSITIONS,
        Section {
            title: "JSON",
            text: "\
The members of solve --json, and \"solved\", \"level\", \"score\", \"implications\",
\"hardest\", \"techniques\" (the number of uses of each) and, without --summary,
\"steps\" as in 'steps'.",
        },
        TECHNIQUES,
        help::INPUT,
        help::EXIT_STATUS,
    ],
};

pub(super) const STEPS_HELP: Help = Help {
    examples: "\
ninefold steps puzzle.txt
ninefold steps --limit 10 puzzle.txt
ninefold steps --json --technique x-wing puzzle.txt
ninefold steps --json --technique given library.txt    the technique of each HoDoKu line",
    sections: &[
        POSITIONS,
        Section {
            title: "JSON",
            text: "\
The members of solve --json, and \"steps\": [{\"technique\": \"x-wing\", \"code\":
\"0300\", \"placements\": [], \"eliminations\": [\"5r4c7\"], ...}], \"counts\" (how many
instances of each technique were found), \"stopped\" (techniques whose search ended
at its budget) and \"complete\" (false if --limit ended the search). \"trouble\" is the
reason if --technique given finds no technique in the line.",
        },
        Section {
            title: "Budget",
            text: "\
The search for a technique has a budget of work, the same on every machine. Ordinary
positions do not use it up. If a search does, the result names its technique.",
        },
        Section {
            title: "TECHNIQUES",
            text: "\
Names such as x-wing or \"X-Wing\", HoDoKu codes such as 0300, also with a variant
(0710-3) or a fifth digit for siamese fish (03111), or 'given', separated by
commas. docs/techniques.md lists them.",
        },
        help::INPUT,
        help::EXIT_STATUS,
    ],
};

/// The techniques to use, and the language of the texts.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Reasoning {
    /// The language of the texts
    #[arg(short, long, value_name = "TAG", default_value = "en", value_parser = LanguageParser)]
    pub(crate) language: Language,

    /// Also use these techniques
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = TechniqueParser, hide_possible_values = true)]
    pub(crate) with: Vec<Technique>,

    /// Do not use these techniques
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = TechniqueParser, hide_possible_values = true)]
    pub(crate) without: Vec<Technique>,

    /// Use these techniques, in this order, and no others; 'se' (only in explain) for the steps of the Sudoku Explainer rating
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = OrderedParser, hide_possible_values = true,
          conflicts_with = "with")]
    pub(crate) order: Option<Vec<Ordered>>,

    /// Do not use techniques that assume a unique solution
    #[arg(long)]
    pub(crate) no_uniqueness: bool,
}

/// An item of `--order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ordered {
    /// The steps of the Sudoku Explainer rating.
    Se,
    Technique(Technique),
}

impl Ordered {
    fn technique(self) -> Option<Technique> {
        match self {
            Ordered::Se => None,
            Ordered::Technique(technique) => Some(technique),
        }
    }
}

impl Reasoning {
    /// Whether the steps are those of the Sudoku Explainer rating.
    ///
    /// # Errors
    /// If techniques are named as well.
    pub(crate) fn follows_se(&self) -> anyhow::Result<bool> {
        let order = self.order.as_deref().unwrap_or_default();
        if !order.contains(&Ordered::Se) {
            return Ok(false);
        }
        let alone = order.len() == 1 && self.without.is_empty() && !self.no_uniqueness;
        anyhow::ensure!(alone, "'--order se' has the techniques of the rating; expected no others");
        Ok(true)
    }

    /// The explainer that the options ask for.
    pub(crate) fn explainer(&self) -> Explainer {
        let explainer = match &self.order {
            Some(order) => Explainer::with_order(order.iter().filter_map(|ordered| ordered.technique())),
            None => Explainer::default(),
        };
        let explainer = self.with.iter().fold(explainer, |explainer, &technique| explainer.with(technique));
        let explainer = self.without.iter().fold(explainer, |explainer, &technique| explainer.without(technique));
        if self.no_uniqueness { explainer.without_uniqueness() } else { explainer }
    }
}

/// Show a hint for the next step
///
/// A hint has five rungs, each of which reveals more: where to look, the digit, the technique, the pattern, the full step.
#[derive(Debug, Parser)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// How much to reveal, 1 to 5
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) rung: u8,

    /// A JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reasoning: Reasoning,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// Solve puzzles step by step, with the reason for each step
///
/// Each step uses the easiest technique that applies, and is described in a sentence. With --summary there is one line for
/// each puzzle, in order.
#[derive(Debug, Parser)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// How to show the steps
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t)]
    pub(crate) output: ExplainOutput,

    /// A JSON object for each puzzle, one per line; the same as --output json
    #[arg(long, conflicts_with = "output")]
    pub(crate) json: bool,

    /// A summary of each path instead of its steps
    #[arg(long)]
    pub(crate) summary: bool,

    /// The argument of each chain line by line, below its sentence
    #[arg(long, conflicts_with = "summary")]
    pub(crate) lines: bool,

    /// Colours of the pictures of --output html
    #[arg(long, value_enum, default_value_t, value_name = "THEME")]
    pub(crate) theme: Theme,

    #[command(flatten)]
    pub(crate) reasoning: Reasoning,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

impl Explain {
    /// The format of the steps.
    pub(crate) fn output(&self) -> ExplainOutput {
        if self.json { ExplainOutput::Json } else { self.output }
    }
}

/// How steps are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainOutput {
    /// A sentence for each step
    #[default]
    Text,
    /// One JSON object for each puzzle
    Json,
    /// A page with a picture for each step
    Html,
}

/// List all steps that a position allows
///
/// Every technique is tried, easiest first, except the large fish, which are searched for if they are named. Steps are
/// grouped by technique, with the number of instances found; a conclusion that an earlier step has is not listed again.
#[derive(Debug, Parser)]
pub(crate) struct Steps {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Search for these techniques only
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = WantedParser, hide_possible_values = true)]
    pub(crate) technique: Vec<Wanted>,

    /// List no more than N steps of a position
    #[arg(long, value_name = "N", value_parser = at_least_one_step)]
    pub(crate) limit: Option<usize>,

    /// A JSON object for each position, one per line
    #[arg(long)]
    pub(crate) json: bool,

    /// The language of the texts
    #[arg(short, long, value_name = "TAG", default_value = "en", value_parser = LanguageParser)]
    pub(crate) language: Language,

    /// Do not use techniques that assume a unique solution
    #[arg(long)]
    pub(crate) no_uniqueness: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

fn at_least_one_step(text: &str) -> Result<usize, String> {
    at_least_one(text).map(|number| number.try_into().unwrap_or(usize::MAX))
}

/// What `steps` searches for.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// The technique named in the line of the puzzle.
    Given,
    /// This technique.
    Technique(Box<Explainer>),
}
