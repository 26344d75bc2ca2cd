//! The commands about the command line itself: completions and manual pages.

use std::path::PathBuf;

use clap::Parser;

use super::help::Help;

pub(super) const COMPLETIONS_HELP: Help = Help {
    examples: "\
ninefold completions bash > /etc/bash_completion.d/ninefold
ninefold completions zsh > ~/.zfunc/_ninefold
ninefold completions fish > ~/.config/fish/completions/ninefold.fish",
    sections: &[],
};

pub(super) const MAN_HELP: Help = Help {
    examples: "\
ninefold man | man -l -
ninefold man solve | man -l -
ninefold man --dir ~/.local/share/man/man1",
    sections: &[],
};

/// Print completions for a shell
#[derive(Debug, Parser)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Print a manual page, or write all of them
#[derive(Debug, Parser)]
pub(crate) struct Man {
    /// The command whose page to print [default: that of ninefold itself]
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    pub(crate) command: Option<String>,

    /// Write the page of each command into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}
