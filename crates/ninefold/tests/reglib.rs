//! HoDoKu's regression library: positions with the conclusions that a technique must draw, and positions where it must
//! find nothing.
//!
//! A case passes if one instance, or all instances together, have exactly the conclusions of the library. The checker
//! proves every instance.
//!
//! Each case is also transposed, permuted and relabelled: the conclusions must be the images of the original ones.
//!
//! The library is not part of the repository: set `NINEFOLD_SHARED` to its folder. `NINEFOLD_CODE=0300` runs only one
//! code (`03`: all codes with this prefix), and lists the cases that fail:
//!
//! ```text
//! NINEFOLD_SHARED=../shared NINEFOLD_CODE=0300 cargo test -p ninefold --test reglib -- --nocapture
//! ```

mod common;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

use common::{Case, assert_symmetric};

/// Cases with an error in the library: the beginning of the line, and the reason.
const WRONG: &[(&str, &str)] = &[(
    ":0709-2:236:.4..892...652+4...+9..9.+1...44..9.5",
    "No chain leads from 2r9c1 to its opposite, so no loop removes it. The library's loop runs 1r9c1 - 1r9c29 = 6r9c9 - \
     6r1c9 = 1r1c39 - 1r12c1 = 1r9c1 through the almost locked sets r9c29 and r1c39; but 1r1c9 does not see 1r2c1, so \
     the link from r1c39 to r12c1 does not hold.",
)];

/// The library's cases whose code begins with `NINEFOLD_CODE`; none if there is no library.
fn library() -> Vec<(String, Case)> {
    let Some(folder) = env::var_os("NINEFOLD_SHARED") else {
        eprintln!("skipped: NINEFOLD_SHARED is not set, so there is no regression library to read");
        return Vec::new();
    };
    let file = Path::new(&folder).join("data/hodoku-reglib-part.txt");
    let Ok(text) = fs::read_to_string(&file) else {
        eprintln!("skipped: no regression library at {}", file.display());
        return Vec::new();
    };
    let wanted = env::var("NINEFOLD_CODE").unwrap_or_default();
    let cases = text.lines().filter(|line| line.starts_with(':')).map(|line| {
        let case = Case::parse(line).unwrap_or_else(|| panic!("cannot read {line}"));
        (line.to_owned(), case)
    });
    cases.filter(|(_, case)| case.code.starts_with(&wanted)).collect()
}

#[test]
fn every_case_of_the_regression_library_has_the_right_conclusions() {
    let mut tally: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let (mut unknown, mut failures) = (Vec::new(), Vec::new());
    for (line, case) in library() {
        let Some(explainer) = &case.explainer else {
            unknown.push(case.code);
            continue;
        };
        if let Some((_, why)) = WRONG.iter().find(|(start, _)| line.starts_with(start)) {
            println!("wrong in the library: {line}\n    {why}");
            assert!(case.failure(explainer).is_some(), "{line} passes: remove it from the list");
            continue;
        }
        let (passed, all) = tally.entry(case.code.clone()).or_default();
        *all += 1;
        match case.failure(explainer) {
            None => *passed += 1,
            Some(failure) => failures.push(format!("{line}\n    {failure}")),
        }
    }
    for (code, (passed, all)) in &tally {
        println!("{code:8} {passed:3} of {all:3}");
    }
    println!("{} cases with unknown codes", unknown.len());
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn conclusions_commute_with_relabelling_transposing_and_permuting() {
    for (number, (line, case)) in library().into_iter().enumerate() {
        assert_symmetric(&line, &case, 3 * number as u64..3 * number as u64 + 3);
    }
}
