//! The repository's own cases: each technique still finds what it found, proves it, and finds it from every side.

mod common;

use std::collections::BTreeSet;

use common::{Case, assert_symmetric};
use ninefold::explain::Technique;

fn cases() -> impl Iterator<Item = (&'static str, Case)> {
    let lines = include_str!("cases.txt").lines().filter(|line| line.starts_with(':'));
    lines.map(|line| (line, Case::parse(line).unwrap_or_else(|| panic!("cannot read {line}"))))
}

#[test]
fn every_case_has_the_right_conclusions_and_every_instance_is_proved() {
    let failure = |(line, case): (&str, Case)| {
        let explainer = case.explainer.as_ref().unwrap_or_else(|| panic!("no technique for {line}"));
        case.failure(explainer).map(|failure| format!("{line}\n    {failure}"))
    };
    let failures: Vec<String> = cases().filter_map(failure).collect();
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn conclusions_commute_with_relabelling_transposing_and_permuting() {
    for (number, (line, case)) in cases().enumerate() {
        assert_symmetric(line, &case, number as u64..number as u64 + 2);
    }
}

#[test]
fn nearly_every_technique_has_a_case() {
    let seen: BTreeSet<String> = cases().map(|(_, case)| case.code).collect();
    let without: Vec<&str> = Technique::all().map(Technique::slug).filter(|&slug| !seen.contains(slug)).collect();
    // No position is known in which these say more than locked candidates do.
    assert_eq!(without, ["franken-x-wing", "mutant-x-wing"]);
}
