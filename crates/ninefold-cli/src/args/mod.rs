//! The command line as plain values: one file for each group of commands, with the help of each.

mod book;
mod check;
mod convert;
mod explain;
mod generate;
mod help;
mod practice;
mod rate;
#[cfg(feature = "photo")]
mod read;
mod solve;
mod symmetry;
mod tools;
mod values;
mod variant;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use ninefold::solve::Backend;
use ninefold::text::Format;
use ninefold_cuda::Choice;

pub(crate) use book::{Book, Chapters, Fact};
pub(crate) use check::Check;
pub(crate) use convert::{Convert, Target};
pub(crate) use explain::{Explain, ExplainOutput, Hint, Ordered, Steps, Wanted};
pub(crate) use generate::Generate;
pub(crate) use help::{Help, Section};
pub(crate) use practice::Practice;
pub(crate) use rate::Rate;
#[cfg(feature = "photo")]
pub(crate) use read::Read;
pub(crate) use solve::{Output, Solve};
pub(crate) use symmetry::{Canon, Dedup, Shuffle, Split};
pub(crate) use tools::{Completions, Man};
use values::format_parser;
pub(crate) use variant::{Action, Variant};

use crate::threads;

const STYLES: clap::builder::Styles = clap::builder::Styles::styled()
    .header(anstyle::Style::new().bold())
    .usage(anstyle::Style::new().bold())
    .literal(anstyle::AnsiColor::Cyan.on_default().bold())
    .placeholder(anstyle::AnsiColor::Cyan.on_default());

/// Solve, check, rate, explain, compare, generate and convert Sudoku.
#[derive(Debug, Parser)]
#[command(name = "ninefold", version, styles = STYLES, max_term_width = 100)]
pub(crate) struct Args {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Sets the choice for all streams.
    pub(crate) fn write_global(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Solve),
    Check(Check),
    Rate(Rate),
    Convert(Convert),
    Hint(Hint),
    Explain(Explain),
    Steps(Steps),
    Canon(Canon),
    Dedup(Dedup),
    Shuffle(Shuffle),
    Split(Split),
    Generate(Generate),
    Book(Book),
    Practice(Practice),
    Variant(Variant),
    #[cfg(feature = "photo")]
    Read(Read),
    Completions(Completions),
    Man(Man),
}

impl Args {
    /// The arguments of the process. Prints a message and ends the process if they are wrong or request help.
    pub(crate) fn of_process() -> Args {
        let mut command = command();
        let matches = command.get_matches_mut();
        Args::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit())
    }
}

/// The command line with its whole help.
pub(crate) fn command() -> clap::Command {
    let command = help::with_help(Args::command(), &HELP);
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    names.iter().fold(command, |command, name| match help_of(name) {
        Some(help) => command.mut_subcommand(name, |command| help::with_help(command, help)),
        None => command,
    })
}

/// The sections that follow the options in the help of a command.
pub(crate) fn help_of(name: &str) -> Option<&'static Help> {
    Some(match name {
        "ninefold" => &HELP,
        "solve" => &solve::HELP,
        "check" => &check::HELP,
        "rate" => &rate::HELP,
        "convert" => &convert::HELP,
        "hint" => &explain::HINT_HELP,
        "explain" => &explain::EXPLAIN_HELP,
        "steps" => &explain::STEPS_HELP,
        "canon" => &symmetry::CANON_HELP,
        "dedup" => &symmetry::DEDUP_HELP,
        "shuffle" => &symmetry::SHUFFLE_HELP,
        "split" => &symmetry::SPLIT_HELP,
        "generate" => &generate::HELP,
        "book" => &book::HELP,
        "practice" => &practice::HELP,
        "variant" => &variant::HELP,
        #[cfg(feature = "photo")]
        "read" => &read::HELP,
        "completions" => &tools::COMPLETIONS_HELP,
        "man" => &tools::MAN_HELP,
        _ => return None,
    })
}

const HELP: Help = Help {
    examples: "\
ninefold solve examples/easy.txt
ninefold solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
ninefold check puzzle.sdk
ninefold rate --trace puzzle.txt
ninefold convert --to svg puzzle.txt > puzzle.svg
ninefold hint puzzle.txt
ninefold explain --output html puzzle.txt > puzzle.html
ninefold generate --level hard
ninefold read examples/photo.jpg
ninefold dedup collection.txt > different.txt",
    sections: &[
        Section {
            title: "Results",
            text: "\
Results have the order of the input. Most commands write one line for each puzzle,
or with --json one JSON object per line. Other data of the input (columns, members,
comments) is kept. docs/json.md describes the objects.",
        },
        help::EXIT_STATUS,
    ],
};

/// The puzzles to read.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Inputs {
    /// Files, '-' for standard input, or puzzles
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,

    /// Read this format instead of recognising it
    #[arg(short, long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) from: Option<Format>,
}

/// Where results go, and how the run works.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Batch {
    /// Write to this file, compressed if its name ends in .gz or .zst; '-' is standard output
    ///
    /// While the command runs, FILE.part has the results so far as whole lines in the order of the puzzles, and FILE.resume
    /// records the progress. When everything is written, FILE.part is renamed to FILE: a file with this name is complete.
    /// While data is appended to FILE.part, its name is FILE.writing. kill -9 can leave this name, and half a line at
    /// the end; --resume repairs both.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,

    /// Continue an interrupted --write FILE
    ///
    /// Repeat the command and add --resume. The resulting file is the same as without the interruption, byte for byte. If
    /// there is no unfinished file, the run starts from the beginning, unless FILE is complete.
    #[arg(long, requires = "write")]
    pub(crate) resume: bool,

    #[command(flatten)]
    pub(crate) effort: Effort,
}

/// The number of threads, and whether progress is shown.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Effort {
    /// Threads to use [default: one for each core]
    ///
    /// A number above 32 is reduced to the number of cores, but not below 32.
    #[arg(short, long, value_name = "N", value_parser = threads::parse)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// No summary and no progress bar on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// The hardware that solves.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Hardware {
    /// Hardware that solves: cpu, cuda (an NVIDIA GPU) or auto (the GPU if there is one)
    ///
    /// The answers are the same. A GPU needs the NVIDIA driver, and gains time from some hundred thousand puzzles on.
    #[arg(long, default_value_t, value_name = "DEVICE")]
    device: Choice,
}

impl Hardware {
    /// Whether it is the CPU for certain: a GPU needs larger chunks.
    pub(crate) fn is_cpu(&self) -> bool {
        self.device == Choice::Cpu
    }

    /// Opens the hardware.
    pub(crate) fn backend(&self) -> anyhow::Result<Backend> {
        self.device.backend().with_context(|| format!("--device {} cannot be used; --device cpu can", self.device))
    }
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Theme {
    /// Dark digits on white
    #[default]
    Light,
    /// Light digits on a dark background
    Dark,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn the_command_line_is_consistent_and_every_command_has_examples() {
        let mut command = command();
        command.build();
        command.clone().debug_assert();
        for command in command.get_subcommands_mut().filter(|command| command.get_name() != "help") {
            for help in [command.render_help().to_string(), command.render_long_help().to_string()] {
                assert!(help.contains("Examples:\n  ninefold "), "{help}");
                assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
            }
        }
    }

    #[test]
    fn a_short_option_has_one_meaning_in_all_commands() {
        let command = command();
        let mut meanings: BTreeMap<char, &str> = BTreeMap::new();
        for argument in command.get_subcommands().flat_map(clap::Command::get_arguments) {
            if let (Some(short), Some(long)) = (argument.get_short(), argument.get_long()) {
                assert_eq!(*meanings.entry(short).or_insert(long), long, "-{short}");
            }
        }
        assert!(meanings.len() > 5, "{meanings:?}");
    }

    #[test]
    fn every_command_that_works_on_puzzles_has_json() {
        for command in command().get_subcommands().filter(|command| help_of(command.get_name()).is_some()) {
            let has_json = command.get_arguments().any(|argument| argument.get_long() == Some("json"));
            assert_eq!(has_json, !matches!(command.get_name(), "completions" | "man"), "{}", command.get_name());
        }
    }
}
