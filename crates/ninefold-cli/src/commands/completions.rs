//! `ninefold completions`: what a shell needs to complete our command line.

use std::io::Write;

use anyhow::Context;
use clap::CommandFactory;

use super::Outcome;
use crate::args::{Args, Completions};

pub(crate) fn run(args: &Completions) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "ninefold", &mut script);
    std::io::stdout().write_all(&script).context("cannot write to standard output")?;
    Ok(Outcome::AllUnique)
}
