//! The cases of `cases.txt`: each technique has the recorded conclusions, the checker proves them, and they commute
//! with transforms.

mod common;
mod times;

use std::collections::{BTreeMap, BTreeSet};

use common::{Case, assert_symmetric, asymmetry};
use ninefold::explain::{Explainer, Level, Technique};
use ninefold::{Grid, Puzzle};

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

/// The search for nested nets is bounded, and which of many nets it examines depends on the arrangement. `every_puzzle.rs`
/// tests them.
const LAST_RESORT: Technique = Technique::NestedForcingNet;

/// Six of the hard puzzles, and a few positions of the path of each.
#[test]
fn conclusions_commute_with_transforms_at_positions_of_paths() {
    let count = times::times(6);
    let lines: Vec<&str> =
        include_str!("golden/explain-puzzles.txt").lines().filter(|line| !line.starts_with('#')).collect();
    let mut broken: BTreeMap<Technique, (usize, String)> = BTreeMap::new();
    for (number, line) in lines.iter().step_by((lines.len() / count).max(1)).enumerate() {
        let puzzle = Puzzle::new(line.parse::<Grid>().unwrap()).unwrap();
        let path = Explainer::default().path(&puzzle);
        let hard: Vec<_> = path.positions().filter(|(_, step)| step.technique.level() > Level::Easy).collect();
        for (marks, _) in hard.iter().step_by((hard.len() / 3).max(1)) {
            for technique in Technique::ALL.into_iter().filter(|&technique| technique != LAST_RESORT) {
                if let Some(what) = asymmetry(&Case::at(*marks, path.givens(), technique), number as u64) {
                    broken.entry(technique).or_insert((0, format!("{line}: {what}"))).0 += 1;
                }
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_technique_has_a_case() {
    let seen: BTreeSet<String> = cases().map(|(_, case)| case.code).collect();
    let expected = Technique::ALL.into_iter().filter(|&technique| technique != LAST_RESORT);
    let without: Vec<&str> = expected.map(Technique::slug).filter(|&slug| !seen.contains(slug)).collect();
    assert!(without.is_empty(), "{without:?}");
}
