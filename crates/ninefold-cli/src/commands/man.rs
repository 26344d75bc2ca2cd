//! `ninefold man`: the manual pages, made of the same text as `--help`.

use std::fs;
use std::io::Write;

use anyhow::{Context, bail};

use super::Outcome;
use crate::args::{self, Help, Man, Section};

pub(crate) fn run(args: &Man) -> anyhow::Result<Outcome> {
    // The command `help` prints what the pages have, so it has no pages of its own.
    let mut command = args::command().disable_help_subcommand(true);
    command.build();
    if let Some(dir) = &args.dir {
        let cannot_write = || format!("{}: cannot write", dir.display());
        fs::create_dir_all(dir).with_context(cannot_write)?;
        fs::write(dir.join("ninefold.1"), page(&command)?).with_context(cannot_write)?;
        for command in command.get_subcommands() {
            let name = format!("ninefold-{}.1", command.get_name());
            fs::write(dir.join(name), page(command)?).with_context(cannot_write)?;
        }
        return Ok(Outcome::Success);
    }
    let command = match &args.command {
        None => &command,
        Some(name) => match command.find_subcommand(name) {
            Some(command) => command,
            None => bail!("there is no command {name}"),
        },
    };
    std::io::stdout().write_all(&page(command)?).context("cannot write to standard output")?;
    Ok(Outcome::Success)
}

/// The page of a command.
fn page(command: &clap::Command) -> anyhow::Result<Vec<u8>> {
    let help = args::help_of(command.get_name());
    // The sections after the options are written below, with their layout.
    let command = command.clone().after_help("").after_long_help("");
    let page = clap_mangen::Man::new(command.clone());
    let mut out = Vec::new();
    page.render_title(&mut out)?;
    page.render_name_section(&mut out)?;
    page.render_synopsis_section(&mut out)?;
    page.render_description_section(&mut out)?;
    page.render_options_section(&mut out)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut out)?;
    }
    for section in help.iter().flat_map(|help| Help::sections(help)) {
        out.extend_from_slice(roff(section).as_bytes());
    }
    Ok(out)
}

/// A section in the language of manual pages, its lines as they are.
fn roff(section: Section) -> String {
    let escaped = |line: &str| {
        let line = line.replace('\\', "\\\\").replace('-', "\\-");
        // A dot or an apostrophe at the beginning of a line would be a command.
        if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
    };
    let lines: Vec<String> = section.text.lines().map(escaped).collect();
    format!(".SH {:?}\n.nf\n{}\n.fi\n", section.title.to_uppercase(), lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_kept_and_escaped() {
        let section = Section { title: "Exit status", text: "0  fine\n.x --y\n'z \\" };
        assert_eq!(roff(section), ".SH \"EXIT STATUS\"\n.nf\n0  fine\n\\&.x \\-\\-y\n\\&'z \\\\\n.fi\n");
    }
}
