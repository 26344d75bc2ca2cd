//! `ninefold check`, `convert`, `completions` and `man` from the outside.

use crate::common::*;
use snapbox::{assert_data_eq, str};

#[test]
fn one_puzzle_gets_a_report() {
    let ran = ninefold(&["check", EASY]).exits(0);
    assert_data_eq!(
        ran.out,
        str![[r#"
 ┌───────┬───────┬───────┐
 │ 5 3 · │ · 7 · │ · · · │
 │ 6 · · │ 1 9 5 │ · · · │
 │ · 9 8 │ · · · │ · 6 · │
 ├───────┼───────┼───────┤
 │ 8 · · │ · 6 · │ · · 3 │
 │ 4 · · │ 8 · 3 │ · · 1 │
 │ 7 · · │ · 2 · │ · · 6 │
 ├───────┼───────┼───────┤
 │ · 6 · │ · · · │ 2 8 · │
 │ · · · │ 4 1 9 │ · · 5 │
 │ · · · │ · 8 · │ · 7 9 │
 └───────┴───────┴───────┘
 givens      30
 conflicts   none
 solutions   exactly one
 solution    534678912672195348198342567859761423426853791713924856961537284287419635345286179
 minimal     no, each of these can be left out: r1c1 r1c2 r1c5 r2c1 r2c4 r2c5 r2c6 r3c2 r4c1 r4c9 r5c1 r5c4 r5c6 r6c1 r6c9 r7c2 r8c4 r8c5 r8c6 r8c9 r9c5 r9c9
 symmetry    half-turn

"#]]
    );
}

#[test]
fn conflicts_are_named_by_house_and_cell() {
    let ran = ninefold(&["check", BROKEN]).exits(1);
    assert!(ran.out.contains(" conflict    two 5s in row 1: r1c1 r1c2\n"), "{}", ran.out);
    assert!(ran.out.contains(" conflict    two 5s in box 1: r1c1 r1c2\n"), "{}", ran.out);
    assert!(ran.out.contains(" solutions   none\n"), "{}", ran.out);
}

#[test]
fn two_solutions_are_shown_with_their_differences() {
    let ran = ninefold(&["check", LOOSE]).exits(1);
    let row = |name: &str| {
        ran.lines().iter().find_map(|line| line.strip_prefix(&format!(" {name:<11} "))).unwrap().to_owned()
    };
    let (one, another) = (row("one"), row("another"));
    assert_eq!(row("solutions"), "2");
    assert_eq!(one.len(), 81);
    let differ: Vec<String> = (0..81)
        .filter(|&i| one.as_bytes()[i] != another.as_bytes()[i])
        .map(|i| format!("r{}c{}", i / 9 + 1, i % 9 + 1))
        .collect();
    assert_eq!(row("differ in"), differ.join(" "));
}

#[test]
fn redundant_givens_are_those_that_can_each_be_left_out() {
    let json = ninefold(&["check", "--json", EASY]).exits(0).out;
    let redundant = json.split("\"redundant\": [").nth(1).unwrap().split(']').next().unwrap();
    for (i, cell) in EASY.char_indices().filter(|(_, cell)| *cell != '.') {
        let mut fewer = EASY.to_owned();
        fewer.replace_range(i..i + 1, ".");
        let still_unique = ninefold(&["solve", "--quiet", &fewer]).code == Some(0);
        let name = format!("\"r{}c{}\"", i / 9 + 1, i % 9 + 1);
        assert_eq!(redundant.contains(&name), still_unique, "{cell} in {name}");
    }
}

#[test]
fn many_puzzles_get_a_line_each() {
    let seventeen = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let ran = ninefold_with(&["check", "-"], format!("{seventeen}\n{LOOSE}\n{BROKEN}\nwhat\n").as_bytes()).exits(1);
    let expected = [
        "unique; 17 givens; minimal; no symmetry",
        "multiple; 28 givens; 2 solutions, differences r1c1 r1c2 r1c3 r9c1 r9c2 r9c3; no symmetry",
        "none; 30 givens; two 5s in row 1: r1c1 r1c2; two 5s in box 1: r1c1 r1c2; half-turn",
        "! <stdin>:4:1: found 'w', expected a digit or an empty cell",
    ];
    assert_eq!(ran.lines(), expected);
}

#[test]
fn wrong_placed_digits_are_found() {
    // HoDoKu marks placed digits with a plus.
    let position = format!(":0000:x:{}::::", EASY.replacen("..", "+4+1", 1));
    let ran = ninefold(&["check", "--json", &position]).exits(1);
    assert!(ran.out.contains("\"answer\": \"unique\""), "{}", ran.out);
    let mistakes = "\"mistakes\": [{\"kind\": \"placement\", \"cell\": \"r1c4\", \"digit\": 1}";
    assert!(ran.out.contains(mistakes), "{}", ran.out);
    let ran = ninefold(&["check", &position]).exits(1);
    assert!(ran.out.contains(" mistake     r1c4 is not 1\n"), "{}", ran.out);
}

#[test]
fn every_format_leads_to_every_other() {
    let formats =
        ["line", "grid", "pencilmarks", "candidates", "hodoku", "sdk", "sdm", "ss", "opensudoku", "csv", "json"];
    for from in formats {
        let text = ninefold(&["convert", "--to", from, EASY]).exits(0).out;
        for to in formats {
            let other = ninefold_with(&["convert", "--from", from, "--to", to], text.as_bytes()).exits(0).out;
            let back = ninefold_with(&["solve", "--quiet", "--from", to], other.as_bytes()).exits(0).out;
            assert_eq!(back.trim_end(), EASY_SOLVED, "{from} to {to}");
        }
    }
}

#[test]
fn unreadable_puzzles_are_named_and_left_out() {
    let ran = ninefold(&["convert", "--to", "csv", "examples/mixed.csv"]).exits(1);
    assert_eq!(ran.err, "! examples/mixed.csv:7:81: found 'z', expected a digit or an empty cell\n");
    assert_eq!(ran.lines().len(), 6);
}

#[test]
fn a_picture_shows_candidates_where_they_are_wanted() {
    let plain = ninefold(&["convert", "--to", "svg", EASY]).exits(0).out;
    assert_eq!(plain.matches("<text ").count(), 30);
    let marks = ninefold(&["convert", "--to", "svg", "--candidates", "--theme", "dark", EASY]).exits(0).out;
    assert!(marks.matches("<text ").count() > 30 + 51);
    assert_ne!(plain.lines().nth(2), marks.lines().nth(2), "themes differ in the colour of the paper");
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = ninefold(&["completions", shell]).exits(0).out;
        assert!(["solve", "check", "convert"].iter().all(|command| script.contains(command)), "{shell}");
    }
    let page = ninefold(&["man"]).exits(0).out;
    assert!(page.contains(".TH ninefold 1"), "{page}");
    let dir = tempfile::tempdir().unwrap();
    ninefold(&["man", "--dir", dir.path().join("man1").to_str().unwrap()]).exits(0);
    for command in ["", "-solve", "-check", "-convert", "-completions", "-man"] {
        assert!(dir.path().join(format!("man1/ninefold{command}.1")).exists(), "{command}");
    }
    let pages = std::fs::read_dir(dir.path().join("man1")).unwrap().map(|page| page.unwrap().file_name());
    let about_help: Vec<_> = pages.filter(|name| name.to_string_lossy().starts_with("ninefold-help")).collect();
    assert!(about_help.is_empty(), "{about_help:?}");
}

#[test]
fn wrong_use_is_exit_status_2_and_says_what_is_right() {
    for args in [&["frobnicate"][..], &["solve", "--output", "pdf"], &["convert", EASY], &["solve", "--resume", EASY]] {
        let ran = ninefold(args).exits(2);
        assert!(ran.err.contains("Usage:") || ran.err.contains("--help"), "{}", ran.err);
    }
    for args in [&["--help"][..], &["solve", "--help"], &["check", "-h"], &["--version"]] {
        ninefold(args).exits(0);
    }
}

#[test]
fn conversion_can_be_quiet_and_uses_all_threads() {
    let text = collection(5000);
    let one = ninefold_with(&["convert", "-q", "--threads", "1", "--to", "csv"], text.as_bytes()).exits(0);
    let four = ninefold_with(&["convert", "--quiet", "-t", "4", "--to", "csv"], text.as_bytes()).exits(0);
    assert!(one.out == four.out && one.err.is_empty());
    assert_eq!(one.lines().len(), 5001);
    for to in ["json", "opensudoku", "grid"] {
        let one = ninefold_with(&["convert", "-t", "1", "--to", to], text.as_bytes()).exits(0).out;
        assert!(one == ninefold_with(&["convert", "-t", "4", "--to", to], text.as_bytes()).exits(0).out, "{to}");
        let back = ninefold_with(&["convert", "--to", "line"], one.as_bytes()).exits(0).out;
        assert!(back == text, "{to}");
    }
}

#[test]
fn colours_can_be_forced_for_drawn_grids() {
    let plain = ninefold(&["solve", "-o", "grid", EASY, EASY]).exits(0).out;
    assert!(!plain.contains('\x1b'), "{plain:?}");
    let coloured = ninefold(&["--color", "always", "solve", "-o", "grid", EASY, EASY]).exits(0).out;
    assert_eq!(coloured.matches("\x1b[1m5\x1b[0m").count(), 6, "the three fives among the givens, twice: {coloured:?}");
    assert!(ninefold(&["--color", "always", "check", EASY]).exits(0).out.contains('\x1b'));
}

#[test]
fn shells_complete_techniques_and_languages() {
    for shell in ["bash", "zsh", "fish"] {
        let script = ninefold(&["completions", shell]).exits(0).out;
        for value in ["xy-wing", "swordfish", "zh", "half-turn", "hodoku"] {
            assert!(script.contains(value), "{shell}: {value}");
        }
    }
}

#[test]
fn manual_pages_have_examples_and_the_exit_status_as_they_are_laid_out() {
    for command in ["solve", "rate", "generate", "dedup"] {
        let page = ninefold(&["man", command]).exits(0).out;
        let (_, examples) = page.split_once(".SH \"EXAMPLES\"\n.nf\n").unwrap_or_else(|| panic!("{page}"));
        assert!(examples.starts_with(&format!("ninefold {command}")), "{examples}");
        let (_, status) = page.split_once(".SH \"EXIT STATUS\"\n.nf\n").unwrap_or_else(|| panic!("{page}"));
        assert!(status.starts_with("0    ") && status.contains("\n2    "), "{status}");
    }
    let page = ninefold(&["man"]).exits(0).out;
    assert!(page.contains(".SH \"EXAMPLES\"") && page.contains("ninefold\\-solve(1)"), "{page}");
    ninefold(&["man", "frobnicate"]).exits(2);
}
