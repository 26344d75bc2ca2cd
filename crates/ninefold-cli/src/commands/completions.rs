//! `ninefold completions`: scripts with which shells complete the command line.

use std::io::Write;

use anyhow::Context;

use super::Outcome;
use crate::args::{self, Completions};

pub(crate) fn run(args: &Completions) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "ninefold", &mut script);
    std::io::stdout().write_all(&script).context("cannot write to standard output")?;
    Ok(Outcome::Success)
}
