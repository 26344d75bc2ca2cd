//! Positions: all commands agree about what the puzzle is, whether it is one, and what is wrong with it.

use serde_json::Value;

use crate::common::*;

/// The commands that ask whether there is exactly one solution.
const COMMANDS: [&[&str]; 6] = [
    &["solve", "--json"],
    &["check", "--json"],
    &["rate", "--json"],
    &["hint", "--json"],
    &["explain", "--summary", "--json"],
    &["steps", "--technique", "naked-single", "--json"],
];

fn objects(ran: &Ran) -> Vec<Value> {
    ran.lines()
        .iter()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// Candidates of 81 cells, in a line of 729 characters.
fn candidate_line(mut digits_of: impl FnMut(usize) -> Vec<usize>) -> String {
    (0..81)
        .map(|cell| {
            let digits = digits_of(cell);
            (1..=9)
                .map(|digit| if digits.contains(&digit) { (b'0' + digit as u8) as char } else { '.' })
                .collect::<String>()
        })
        .collect()
}

fn solution_digit(cell: usize) -> usize {
    usize::from(EASY_SOLVED.as_bytes()[cell] - b'0')
}

/// All candidates of a puzzle, without these.
fn candidates_without(puzzle: &str, removed: &[(usize, usize)]) -> String {
    let all = ninefold(&["convert", "--to", "candidates", "--candidates", puzzle]).exits(0).out;
    let mut line: Vec<u8> = all.trim_end().bytes().collect();
    for (cell, digit) in removed {
        assert_ne!(line[9 * cell + digit - 1], b'.', "the candidate is there");
        line[9 * cell + digit - 1] = b'.';
    }
    String::from_utf8(line).unwrap()
}

#[test]
fn six_hundred_candidate_grids_are_unique_for_all_commands_or_for_none() {
    let mut numbers = Numbers::new(600);
    let mut text = String::new();
    for _ in 0..600 {
        // The digit of a solution, and some others.
        let more = 2 + numbers.below(3);
        let line = candidate_line(|cell| {
            let others = (1..=9).filter(|_| numbers.below(10) < more);
            others.chain([solution_digit(cell)]).collect()
        });
        text += &(line + "\n");
    }
    let answers: Vec<Vec<String>> = COMMANDS
        .iter()
        .map(|command| {
            let ran = ninefold_with(command, text.as_bytes()).exits(1);
            objects(&ran).iter().map(|object| object["answer"].as_str().unwrap().to_owned()).collect()
        })
        .collect();
    let unique = answers[0].iter().filter(|answer| *answer == "unique").count();
    assert!((50..550).contains(&unique), "{unique} of {}", answers[0].len());
    for (command, found) in COMMANDS.iter().zip(&answers) {
        assert_eq!(found.len(), 600);
        assert!(found == &answers[0], "{command:?}");
    }
}

#[test]
fn a_path_can_begin_at_candidates() {
    // Two candidates more than the solution in each of some cells.
    let line = candidate_line(|cell| match cell % 5 {
        0 => vec![solution_digit(cell), solution_digit(cell) % 9 + 1],
        _ => vec![solution_digit(cell)],
    });
    let object = &objects(&ninefold(&["explain", "--json", &line]).exits(0))[0];
    assert_eq!((&object["answer"], &object["solved"]), (&"unique".into(), &true.into()));
    assert!(!object["steps"].as_array().unwrap().is_empty());
    // A player's notes are a position, too: with 2 crossed out in r1c4, only 6 is left there.
    let position = format!(":0000:x:{}:214:::", EASY.replacen("..7", "+4.7", 1));
    let hint = ninefold(&["hint", "--rung", "5", &position]).exits(0).out;
    assert_eq!(hint, "r1c4 has no candidate but 6. So r1c4 is 6.\n");
    let explained = ninefold(&["explain", &position]).exits(0);
    assert_eq!(explained.lines()[1], "  1. Naked Single: r1c4 has no candidate but 6. So r1c4 is 6.");
}

#[test]
fn a_true_candidate_that_is_missing_is_reported_alike_with_the_evidence() {
    // The solution has 4 in r1c3.
    let line = candidates_without(EASY, &[(2, 4)]);
    for command in COMMANDS {
        let object = &objects(&ninefold(&[command, &[&line]].concat()).exits(1))[0];
        assert_eq!(object["answer"], "none", "{command:?}");
        let mistake = serde_json::json!([{"kind": "elimination", "cell": "r1c3", "digit": 4}]);
        assert_eq!(object["mistakes"], mistake, "{command:?}");
    }
    for command in ["solve", "rate", "hint", "explain", "steps"] {
        let ran = ninefold(&[command, &line]).exits(1);
        assert_eq!(ran.out, "! no solution: the candidates of r1c3 leave out 4\n", "{command}");
    }
    let ran = ninefold_with(&["check"], format!("{line}\n{line}\n").as_bytes()).exits(1);
    assert!(ran.lines()[0].contains("; the candidates of r1c3 leave out 4; "), "{}", ran.out);
}

#[test]
fn a_wrong_digit_of_a_player_is_reported_alike() {
    let position = format!(":0000:x:{}::::", EASY.replacen("..7", "+1.7", 1));
    for command in ["hint", "explain", "steps"] {
        let ran = ninefold(&[command, &position]).exits(1);
        assert_eq!(ran.out, "! r1c3 is not 1: the puzzle cannot be solved with that digit there.\n", "{command}");
        assert_eq!(ran.err, "1 puzzle: 1 with one solution, 1 with a mistake\n", "{command}");
        let object = &objects(&ninefold(&[command, "--json", &position]).exits(1))[0];
        assert_eq!(object["answer"], "unique", "{command}");
        let mistake = &object["mistakes"][0];
        assert_eq!(
            (&mistake["kind"], &mistake["cell"], &mistake["digit"]),
            (&"placement".into(), &"r1c3".into(), &1.into())
        );
        assert!(object.get("steps").is_none(), "nothing follows from a wrong position");
    }
    let object = &objects(&ninefold(&["check", "--json", &position]).exits(1))[0];
    assert_eq!(object["mistakes"][0], serde_json::json!({"kind": "placement", "cell": "r1c3", "digit": 1}));
    // The puzzle itself is not concerned.
    assert_eq!(ninefold(&["solve", &position]).exits(0).out, format!("{EASY_SOLVED}\n"));
    assert!(ninefold(&["rate", &position]).exits(0).out.starts_with(EASY));
}

#[test]
fn a_conflict_is_refused_alike() {
    for command in ["solve", "rate", "hint", "explain", "steps", "canon"] {
        assert_eq!(ninefold(&[command, BROKEN]).exits(1).out, "! no solution\n", "{command}");
        assert_eq!(ninefold(&[command, LOOSE]).exits(1).out, "! more than one solution\n", "{command}");
    }
    for command in COMMANDS {
        let object = &objects(&ninefold(&[command, &[BROKEN]].concat()).exits(1))[0];
        assert_eq!(object["conflicts"][0]["cells"], serde_json::json!(["r1c1", "r1c2"]), "{command:?}");
    }
}

#[test]
fn lines_of_81_and_of_729_characters_may_be_in_one_file() {
    let candidates = candidates_without(EASY, &[(2, 1)]);
    for text in [format!("{EASY}\n{candidates}\n{EASY} again\n"), format!("{candidates}\n{EASY}\n{candidates}\n")] {
        let ran = ninefold_with(&["solve"], text.as_bytes()).exits(0);
        assert_eq!(ran.lines(), [EASY_SOLVED; 3]);
        let rated = ninefold_with(&["rate"], text.as_bytes()).exits(0);
        for (line, given) in rated.lines().into_iter().zip(text.lines()) {
            let puzzle = given.split(' ').next().unwrap();
            assert!(line.starts_with(&format!("{puzzle} ")), "{line}");
        }
    }
    let ran = ninefold_with(&["shuffle", "--seed", "1"], format!("{EASY}\n{candidates}\n").as_bytes()).exits(0);
    assert_eq!(ran.lines().iter().map(|line| line.len()).collect::<Vec<_>>(), [81, 729]);
}
