//! `ninefold rate` from the outside: ratings in order, traces, bounds, filters, every output.

use crate::common::*;

const HARD: &str = "57..8.4.........3...32..1.5...4.8........5...2.7.....19.1.....4.8.7.9.....2....6.";
const PEARL: &str = "..39.....4...8..36..8...1...4..6..73...3...1......2.....4.7..686........7.....5..";

/// The reference traces without their head: puzzles with ratings, each followed by its steps.
fn traces() -> String {
    let path = repository().join("crates/ninefold/tests/golden/se-traces.txt");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect()
}

/// The puzzles of the traces, a line each.
fn puzzles() -> String {
    traces().lines().filter(|line| !line.starts_with(' ')).map(|line| format!("{}\n", &line[..81])).collect()
}

#[test]
fn each_puzzle_gets_a_line_in_its_place() {
    let input = format!("{EASY}\n{LOOSE}\n{HARD} some comment\noops\n{BROKEN}\n");
    let ran = ninefold_with(&["rate"], input.as_bytes()).exits(1);
    let expected = [
        &format!("{EASY} 1.2/1.2/1.2"),
        "! more than one solution",
        &format!("{HARD} 8.8/1.2/1.2"),
        "! <stdin>:4:1: found 'o', expected a digit or an empty cell",
        "! no solution",
    ];
    assert_eq!(ran.lines(), expected);
    assert!(ran.err.starts_with("5 puzzles: 2 with one solution"), "{}", ran.err);
}

#[test]
fn traces_are_those_of_the_reference_whatever_the_number_of_threads() {
    for threads in ["1", "3"] {
        let ran = ninefold_with(&["rate", "--trace", "--threads", threads], puzzles().as_bytes()).exits(0);
        assert!(ran.out == traces(), "with {threads} threads");
    }
}

#[test]
fn a_bound_marks_exactly_the_harder_puzzles() {
    let ran = ninefold_with(&["rate", "--max-er", "7.1"], puzzles().as_bytes()).exits(0);
    let rated = traces();
    let rated: Vec<&str> = rated.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(ran.lines().len(), rated.len());
    for (line, rated) in ran.lines().into_iter().zip(rated) {
        let er: f64 = rated[82..].split('/').next().unwrap().parse().unwrap();
        let expected = if er > 7.1 { format!("{} >7.1", &rated[..81]) } else { rated.to_owned() };
        assert_eq!(line, expected);
    }
    ninefold(&["rate", "--max-er", "hard", EASY]).exits(2);
}

#[test]
fn filters_keep_pearls_and_diamonds() {
    let diamond = EASY;
    let input = format!("{HARD}\n{PEARL}\n{diamond}\n");
    let kept = |filter: &str| {
        let ran = ninefold_with(&["rate", filter], input.as_bytes()).exits(0);
        ran.lines().iter().map(|line| line[..81].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(kept("--pearl"), [PEARL, diamond]);
    assert_eq!(kept("--diamond"), [diamond]);
}

#[test]
fn json_is_an_object_a_line_with_the_steps_where_they_are_asked_for() {
    let input = format!("{EASY}\n{LOOSE}\n");
    let ran = ninefold_with(&["rate", "--json"], input.as_bytes()).exits(1);
    assert_eq!(
        ran.lines()[0],
        format!(
            r#"{{"puzzle": "{EASY}", "answer": "unique", "solution": "{EASY_SOLVED}", "er": 1.2, "ep": 1.2, "ed": 1.2}}"#
        )
    );
    assert!(ran.lines()[1].contains(r#""answer": "multiple""#) && !ran.lines()[1].contains("\"er\""));
    let ran = ninefold(&["rate", "--json", "--trace", HARD]).exits(0);
    let step = r#"{"technique": "hidden-single", "name": "Hidden Single", "rating": 1.2, "placements": [""#;
    assert!(ran.out.contains(step), "{}", ran.out);
    assert!(ran.out.contains(r#""eliminations": [], "sentence": "Hidden Single: "#), "{}", ran.out);
    let ran = ninefold(&["rate", "--json", "--max-er", "8.0", HARD]).exits(0);
    assert!(ran.out.contains(r#""harder_than": 8.0"#), "{}", ran.out);
}

#[test]
fn csv_has_a_row_for_each_puzzle() {
    let input = format!("{EASY}\n{LOOSE}\nx\n{HARD}\n");
    let ran = ninefold_with(&["rate", "--csv", "--max-er", "8.0"], input.as_bytes()).exits(1);
    let lines = ran.lines();
    assert_eq!(lines[0], "puzzle,answer,er,ep,ed,error");
    assert_eq!(lines[1], format!("{EASY},unique,1.2,1.2,1.2,"));
    assert_eq!(lines[2], format!("{LOOSE},multiple,,,,"));
    assert!(lines[3].starts_with(",error,,,,\"<stdin>:3:"), "{}", lines[3]);
    assert_eq!(lines[4], format!("{HARD},unique,>8.0,,,"));
    assert_eq!(lines.len(), 5);
}

#[test]
fn a_puzzle_given_as_candidates_is_rated_and_shown_as_such() {
    let candidates = ninefold(&["convert", "--to", "candidates", "--candidates", HARD]).exits(0).out;
    let ran = ninefold_with(&["rate"], candidates.as_bytes()).exits(0);
    assert_eq!(ran.out, format!("{} 8.8/1.2/1.2\n", candidates.trim_end()));
}

#[test]
fn results_in_a_file_are_those_of_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rated.txt");
    let name = file.to_str().unwrap();
    let whole = ninefold_with(&["rate"], puzzles().as_bytes()).exits(0).out;
    ninefold_with(&["rate", "--write", name], puzzles().as_bytes()).exits(0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), whole);
}

#[test]
fn every_scale_has_its_line_its_members_and_its_columns() {
    let scales = [
        ("se", "1.2/1.2/1.2", "er,ep,ed", "1.2,1.2,1.2"),
        ("hodoku", "204 easy", "score,level,solved", "204,easy,true"),
        ("guesses", "0", "median_guesses,fewest_guesses,most_guesses", "0,0,0"),
        ("depth", "0", "depth", "0"),
    ];
    for (scale, figures, columns, row) in scales {
        assert_eq!(ninefold(&["rate", "--scale", scale, EASY]).exits(0).out, format!("{EASY} {figures}\n"));
        let ran = ninefold(&["rate", "--scale", scale, "--csv", EASY]).exits(0);
        assert_eq!(ran.lines(), [format!("puzzle,answer,{columns},error"), format!("{EASY},unique,{row},")]);
        let object: serde_json::Value =
            serde_json::from_str(&ninefold(&["rate", "--scale", scale, "--json", EASY]).exits(0).out).unwrap();
        for (column, figure) in columns.split(',').zip(row.split(',')) {
            assert_eq!(object[column].to_string().trim_matches('"'), figure, "{scale} {column}");
        }
    }
    // Hard puzzles are hard on every scale.
    let hard: Vec<String> = ["guesses", "depth"]
        .map(|scale| ninefold(&["rate", "--scale", scale, HARD]).exits(0).out[82..].trim_end().to_owned())
        .to_vec();
    assert!(hard.iter().all(|figure| figure.parse::<u32>().unwrap() > 0), "{hard:?}");
    let ran = ninefold(&["rate", "--scale", "hodoku", "--trace", EASY]).exits(2);
    assert!(ran.err.contains("belong to the scale se"), "{}", ran.err);
    ninefold(&["rate", "--scale", "richter", EASY]).exits(2);
}
