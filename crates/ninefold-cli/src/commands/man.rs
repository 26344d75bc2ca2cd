//! `ninefold man`: the manual pages, made from the same words as `--help`.

use std::fs;
use std::io::Write;

use anyhow::Context;
use clap::CommandFactory;

use super::Outcome;
use crate::args::{Args, Man};

pub(crate) fn run(args: &Man) -> anyhow::Result<Outcome> {
    // What `help` says is what the pages are made of: it needs none of its own, once more for each command.
    let mut command = Args::command().disable_help_subcommand(true);
    match &args.dir {
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            std::io::stdout().write_all(&page).context("cannot write to standard output")?;
        }
        Some(dir) => {
            command.build();
            let cannot_write = || format!("{}: cannot write", dir.display());
            fs::create_dir_all(dir).with_context(cannot_write)?;
            clap_mangen::generate_to(command, dir).with_context(cannot_write)?;
        }
    }
    Ok(Outcome::AllUnique)
}
