//! Pages of the documentation that are generated from the code are up to date.
//!
//! After a change of the table of techniques, `NINEFOLD_UPDATE=1 cargo test -p ninefold --test documentation` generates
//! the page.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use ninefold::Language;
use ninefold::explain::{Level, Technique};

/// The page: a table for each level, in the order in which the techniques are tried.
fn page() -> String {
    let mut page = String::from(
        "# Techniques\n\n\
         The techniques that Ninefold knows, in the order in which they are tried. This page is generated from the table in \
         `crates/ninefold/src/explain/technique/table.rs`.\n\n\
         - *slug*: the name on the command line, `ninefold steps --technique x-wing`, and in JSON.\n\
         - *code*: the technique's number in HoDoKu's regression library, where it has one.\n\
         - *score*: what one use adds to a puzzle's score.\n\
         - *used*: **yes**, in every path; *no*, in a list of all steps, and in a path on request; *named*, only when it is \
         named, because its search is large.\n\
         - A star marks reasoning that relies on the solution being unique.\n",
    );
    for level in Level::ALL {
        let slug = level.slug();
        let _ = write!(page, "\n## {}{}\n\n", slug[..1].to_uppercase(), &slug[1..]);
        page.push_str("| technique | slug | code | score | used | idea | 中文 |\n|---|---|---|---|---|---|---|\n");
        for technique in Technique::ALL.into_iter().filter(|technique| technique.level() == level) {
            let used = match () {
                () if technique.is_default() => "**yes**",
                () if technique.is_only_by_name() => "named",
                () => "no",
            };
            let _ = writeln!(
                page,
                "| {}{} | `{}` | {} | {} | {used} | {} | {} |",
                technique.name(),
                if technique.relies_on_uniqueness() { " *" } else { "" },
                technique.slug(),
                technique.code().unwrap_or(""),
                technique.score(),
                technique.idea(),
                Language::CHINESE.name(technique),
            );
        }
    }
    page
}

#[test]
fn the_page_of_techniques_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/techniques.md");
    if env::var_os("NINEFOLD_UPDATE").is_some() {
        fs::write(&file, page()).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
    let written = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    assert!(written == page(), "docs/techniques.md is out of date: NINEFOLD_UPDATE=1 generates it");
}
