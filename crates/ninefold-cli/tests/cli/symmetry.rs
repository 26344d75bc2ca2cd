//! `ninefold canon`, `dedup`, `shuffle` and `split` from the outside: puzzles that are the same and puzzles that are not.

use std::collections::{HashMap, HashSet};

use crate::common::*;

/// No cell of it has a single candidate to begin with.
const HARD: &str = "57..8.4.........3...32..1.5...4.8........5...2.7.....19.1.....4.8.7.9.....2....6.";

/// The puzzles of the examples, no two of them isomorphic.
fn examples() -> Vec<String> {
    let text = std::fs::read_to_string(repository().join("examples/seventeen.txt")).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line[..81].to_owned()).collect()
}

/// Each puzzle so many times, written down differently each time, a line each.
fn isomorphs(puzzles: &[String], times: usize) -> String {
    let times = times.to_string();
    let args = ["shuffle", "--seed", "5", "--number", &times];
    ninefold_with(&args, (puzzles.join("\n") + "\n").as_bytes()).exits(0).out
}

/// The canonical form of each line.
fn forms(puzzles: &str) -> Vec<String> {
    ninefold_with(&["canon"], puzzles.as_bytes()).exits(0).lines().into_iter().map(str::to_owned).collect()
}

#[test]
fn isomorphic_puzzles_get_the_same_line_and_others_get_others() {
    let examples = examples();
    for option in [None, Some("--minlex")] {
        let args: Vec<&str> = ["canon"].into_iter().chain(option).collect();
        let ran = ninefold_with(&args, isomorphs(&examples, 7).as_bytes()).exits(0);
        let lines = ran.lines();
        assert_eq!(lines.len(), 7 * examples.len());
        for class in lines.chunks(7) {
            assert!(class.iter().all(|line| *line == class[0]), "{class:#?}");
        }
        assert_eq!(lines.iter().collect::<HashSet<_>>().len(), examples.len());
        // A form is a puzzle, and its own form.
        let again = ninefold_with(&args, ran.out.as_bytes()).exits(0);
        assert_eq!(again.out, ran.out);
    }
}

#[test]
fn every_puzzle_has_its_line_in_its_place_whatever_the_number_of_threads() {
    let input = format!("{EASY}\n{LOOSE}\n{EASY} SE 1.2\noops\n{BROKEN}\n{EASY_SOLVED}\n");
    for threads in ["1", "4"] {
        let ran = ninefold_with(&["canon", "--threads", threads], input.as_bytes()).exits(1);
        let lines = ran.lines();
        assert_eq!(lines[0], lines[2]);
        assert_eq!(lines[1], "! more than one solution");
        assert_eq!(lines[3], "! <stdin>:4:1: found 'o', expected a digit or an empty cell");
        assert_eq!(lines[4], "! no solution");
        assert!(lines[5].starts_with("123456789457"), "{}", lines[5]);
        assert_eq!(lines.len(), 6);
        // The least way to write it needs no solution, and the exit status still speaks of it.
        let ran = ninefold_with(&["canon", "--minlex", "--threads", threads], input.as_bytes()).exits(1);
        assert!(ran.lines()[1].starts_with("......"), "{}", ran.out);
    }
    let large = collection(5000);
    let one = ninefold_with(&["canon", "--threads", "1"], large.as_bytes()).exits(0).out;
    assert!(ninefold_with(&["canon", "--threads", "3"], large.as_bytes()).exits(0).out == one);
}

#[test]
fn json_tells_the_form_the_way_to_it_and_the_automorphisms() {
    let most_canonical = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let ran = ninefold(&["canon", "--json", most_canonical]).exits(0);
    let object: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(object["canonical"], most_canonical);
    assert_eq!(object["automorphisms"], 648);
    let ran = ninefold(&["canon", "--json", EASY]).exits(0);
    let object: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(object["canonical"], forms(EASY)[0].as_str());
    assert_eq!(object["canonical_solution"], forms(EASY_SOLVED)[0].as_str());
    assert_eq!(object["solution_automorphisms"], 1);
    assert!(object["transform"].as_str().unwrap().contains("rows "), "{}", ran.out);
    let ran = ninefold(&["canon", "--json", "--minlex", LOOSE]).exits(1);
    assert!(ran.out.contains("\"minlex\"") && ran.out.contains("\"multiple\""), "{}", ran.out);
}

#[test]
fn a_puzzle_given_as_candidates_has_no_form() {
    let mut candidates = ninefold(&["convert", "--to", "candidates", "--candidates", HARD]).exits(0).out;
    let untouched = ninefold_with(&["canon"], candidates.as_bytes()).exits(0);
    assert_eq!(untouched.lines(), forms(HARD));
    // One candidate less, in a cell with several.
    let cell =
        candidates.as_bytes().chunks(9).position(|cell| cell.iter().filter(|&&c| c != b'.').count() > 2).unwrap();
    let at = 9 * cell + candidates[9 * cell..].find(|c: char| c.is_ascii_digit()).unwrap();
    candidates.replace_range(at..=at, ".");
    let ran = ninefold_with(&["canon"], candidates.as_bytes()).exits(1);
    assert_eq!(ran.out, "! <stdin>:1:1: given as candidates only, which have no canonical form\n");
    let ran = ninefold_with(&["rate", "--canonical", "--csv"], candidates.as_bytes()).exits(1);
    assert!(ran.out.contains(",error,,,,\"<stdin>:1:1: given as candidates only"), "{}", ran.out);
    let ran = ninefold_with(&["dedup"], candidates.as_bytes()).exits(1);
    assert!(ran.out.is_empty() && ran.err.starts_with("! <stdin>:1:1: given as candidates only"), "{ran:?}");
}

#[test]
fn dedup_keeps_the_first_of_each_class_with_its_comment() {
    let examples = examples();
    let images: Vec<String> = isomorphs(&examples, 4).lines().map(str::to_owned).collect();
    // Class by class in turn, so that the first ones are the first lines.
    let input: String = (0..4)
        .flat_map(|time| (0..examples.len()).map(move |class| 4 * class + time))
        .map(|i| &images[i])
        .fold(String::new(), |text, line| text + line + " comment\n");
    for threads in ["1", "3"] {
        let ran = ninefold_with(&["dedup", "--threads", threads], input.as_bytes()).exits(0);
        let expected: String = input.lines().take(examples.len()).map(|line| format!("{line}\n")).collect();
        assert_eq!(ran.out, expected);
        let (all, kept) = (input.lines().count(), examples.len());
        assert!(ran.err.starts_with(&format!("{all} puzzles: {kept} kept, {} left out", all - kept)), "{}", ran.err);
    }
    // They all differ as they are written, until the whole is repeated.
    let ran = ninefold_with(&["dedup", "--exact"], input.repeat(2).as_bytes()).exits(0);
    assert_eq!(ran.out, input);
}

#[test]
fn dedup_compares_puzzles_of_any_kind_and_leaves_out_what_it_cannot_read() {
    let renamed: String =
        LOOSE.chars().map(|c| c.to_digit(10).map_or('.', |d| char::from(b'0' + (d % 9 + 1) as u8))).collect();
    let input = format!("{LOOSE}\n{BROKEN}\noops\n{EASY}\n{renamed}\n{}\n", EASY.replace('.', "0"));
    let ran = ninefold_with(&["dedup"], input.as_bytes()).exits(1);
    assert_eq!(ran.lines(), [LOOSE, BROKEN, EASY]);
    let mut messages = ran.err.lines();
    assert_eq!(messages.next(), Some("! <stdin>:3:1: found 'o', expected a digit or an empty cell"));
    assert_eq!(messages.next(), Some("6 puzzles: 3 kept, 2 left out, 1 unreadable"));
    assert_eq!(ninefold(&["dedup", EASY]).exits(0).err, "1 puzzle: 1 kept, 0 left out\n");
    let csv = format!("level,puzzle\nhard,{EASY}\neasy,{EASY}\n");
    let ran = ninefold_with(&["dedup", "--json"], csv.as_bytes()).exits(0);
    assert_eq!(ran.lines().len(), 1);
    assert!(ran.out.contains("\"level\": \"hard\""), "{}", ran.out);
    ninefold_with(&["dedup"], b"").exits(2);
    ninefold(&["dedup", "no/such/file"]).exits(2);
}

#[test]
fn dedup_of_many_is_the_same_for_any_number_of_threads_and_from_file_to_file() {
    let (input, folder) = (collection(20_000), tempfile::tempdir().unwrap());
    let one = ninefold_with(&["dedup", "--threads", "1"], input.as_bytes()).exits(0).out;
    assert_eq!(one.lines().collect::<Vec<_>>(), input.lines().take(examples().len()).collect::<Vec<_>>());
    let file = folder.path().join("different.txt");
    ninefold_with(&["dedup", "--threads", "3", "--write", file.to_str().unwrap()], input.as_bytes()).exits(0);
    assert_eq!(std::fs::read_to_string(file).unwrap(), one);
}

#[test]
fn a_seed_gives_the_same_isomorphs_and_each_depends_on_its_number_alone() {
    let examples = examples();
    let input = examples.join("\n") + "\n";
    let shuffled = |args: &[&str], input: &str| {
        let ran = ninefold_with(&[&["shuffle"], args].concat(), input.as_bytes()).exits(0);
        ran.lines().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let once = shuffled(&["--seed", "42"], &input);
    assert_eq!(shuffled(&["--seed", "42"], &input), once);
    assert_ne!(shuffled(&["--seed", "43"], &input), once);
    assert_ne!(once, examples);
    assert_eq!(forms(&once.join("\n")), forms(&input));
    // The first of several is the one that would have been the only one.
    let thrice = shuffled(&["--seed", "42", "--number", "3"], &input);
    assert_eq!(thrice.iter().step_by(3).collect::<Vec<_>>(), once.iter().collect::<Vec<_>>());
    assert_eq!(thrice.iter().collect::<HashSet<_>>().len(), thrice.len());
    // What stands before a puzzle does not matter, only how many there are.
    let repeated = shuffled(&["--seed", "42"], &[&examples[1][..], &examples[1]].join("\n"));
    assert_eq!(repeated[1], once[1]);
    // This is the puzzle of this seed for ever.
    assert_eq!(
        shuffled(&["--seed", "1"], EASY),
        ["...4179.2.......4...9....3823.895.....6.......14....9.7....45..3....82..54.96.3.1"]
    );
}

#[test]
fn without_a_seed_there_is_one_and_it_is_told() {
    let ran = ninefold(&["shuffle", EASY]).exits(0);
    let seed = ran.err.strip_prefix("--seed ").and_then(|rest| rest.split(' ').next()).unwrap().to_owned();
    assert_eq!(ninefold(&["shuffle", "--seed", &seed, EASY]).exits(0).out, ran.out);
    assert!(ninefold(&["shuffle", "--quiet", EASY]).exits(0).err.is_empty());
}

#[test]
fn what_stands_beside_a_puzzle_is_shuffled_with_it() {
    let csv = format!("puzzle,solution,level\n{EASY},{EASY_SOLVED},hard\n");
    let ran = ninefold_with(&["shuffle", "--seed", "3", "--json"], csv.as_bytes()).exits(0);
    let object: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let solved = ninefold(&["solve", object["puzzle"].as_str().unwrap()]).exits(0).out;
    assert_eq!(object["solution"], solved.trim_end());
    assert_eq!(object["level"], "hard");
    let candidates = ninefold(&["convert", "--to", "candidates", "--candidates", EASY]).exits(0).out;
    let shuffled = ninefold_with(&["shuffle", "--seed", "3"], candidates.as_bytes()).exits(0);
    assert_eq!(shuffled.out.trim_end().len(), 729);
    assert_eq!(ninefold_with(&["solve"], shuffled.out.as_bytes()).exits(0).out, solved);
    let ran = ninefold_with(&["shuffle", "--seed", "3"], format!("oops\n{EASY}\n").as_bytes()).exits(1);
    assert_eq!(ran.lines().len(), 1);
    assert!(ran.err.starts_with("! <stdin>:1:1:"), "{}", ran.err);
}

#[test]
fn no_class_is_on_both_sides_of_a_split_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let [train, test] = ["train.txt", "test.txt"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let examples = examples();
    let input = isomorphs(&examples, 20);
    let split = |more: &[&str], input: &str| {
        let args = [&["split", "--train", &train, "--test", &test], more].concat();
        let ran = ninefold_with(&args, input.as_bytes()).exits(0);
        assert!(ran.out.is_empty());
        [&train, &test].map(|file| std::fs::read_to_string(file).unwrap())
    };
    for by in ["--by-class", "--by-solution"] {
        let sides = split(&[by, "--fraction", "0.5", "--seed", "3"], &input);
        let lines: Vec<HashSet<&str>> = sides.iter().map(|side| side.lines().collect()).collect();
        assert!(lines.iter().all(|side| !side.is_empty()));
        assert_eq!(&lines[0] | &lines[1], input.lines().collect());
        let classes: Vec<HashSet<String>> = sides.iter().map(|side| forms(side).into_iter().collect()).collect();
        assert!(classes[0].is_disjoint(&classes[1]));
        assert_eq!(classes[0].len() + classes[1].len(), examples.len());
        // The order is kept, threads do not matter, and neither does company.
        let again = split(&[by, "--fraction", "0.5", "--seed", "3", "--threads", "3"], &input);
        assert_eq!(again, sides);
        let rest: String = input.lines().skip(10).map(|line| format!("{line}\n")).collect();
        let fewer = split(&[by, "--fraction", "0.5", "--seed", "3"], &rest);
        let side_of: HashMap<&str, usize> =
            sides.iter().enumerate().flat_map(|(side, text)| text.lines().map(move |line| (line, side))).collect();
        for (side, text) in fewer.iter().enumerate() {
            assert!(text.lines().all(|line| side_of[line] == side));
        }
    }
    assert!(split(&["--by-class", "--fraction", "0"], &input)[1].is_empty());
    assert!(split(&["--by-class", "--fraction", "1"], &input)[0].is_empty());
}

#[test]
fn puzzles_of_one_solution_are_kept_together_where_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let [train, test] = ["train.txt", "test.txt"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    // The solution with one cell empty: 81 puzzles, none isomorphic to another, all with the same solution.
    let input: String = (0..81).map(|i| format!("{}.{}\n", &EASY_SOLVED[..i], &EASY_SOLVED[i + 1..])).collect();
    let args = ["split", "--by-solution", "--fraction", "0.5", "--train", &train, "--test", &test];
    ninefold_with(&args, input.as_bytes()).exits(0);
    let sizes = [&train, &test].map(|file| std::fs::read_to_string(file).unwrap().lines().count());
    assert!(sizes == [81, 0] || sizes == [0, 81], "{sizes:?}");
    let args = ["split", "--by-class", "--fraction", "0.5", "--train", &train, "--test", &test];
    ninefold_with(&args, input.as_bytes()).exits(0);
    let sizes = [&train, &test].map(|file| std::fs::read_to_string(file).unwrap().lines().count());
    assert!(sizes.iter().all(|&size| size > 20), "{sizes:?}");
}

#[test]
fn a_split_that_cannot_be_meant_is_refused() {
    let to = ["--train", "same.txt", "--test", "same.txt"];
    let ran = ninefold(&[&["split", "--by-class", EASY], &to[..]].concat()).exits(2);
    assert!(ran.err.contains("the same file"), "{}", ran.err);
    ninefold(&[&["split", EASY], &to[..]].concat()).exits(2);
    for fraction in ["1.5", "-1", "NaN", "half"] {
        let fraction = format!("--fraction={fraction}");
        let ran = ninefold(&["split", "--by-class", EASY, &fraction, "--train", "a.txt", "--test", "b.txt"]).exits(2);
        assert!(ran.err.contains("from 0 to 1"), "{}", ran.err);
    }
}

#[test]
fn the_rating_of_the_canonical_form_is_the_same_for_all_isomorphs() {
    let images = isomorphs(&[HARD.to_owned(), EASY.to_owned()], 5);
    let ran = ninefold_with(&["rate", "--canonical"], images.as_bytes()).exits(0);
    for (class, puzzle) in ran.lines().chunks(5).zip([HARD, EASY]) {
        assert!(class.iter().all(|line| *line == class[0]), "{class:#?}");
        let form = &forms(puzzle)[0];
        assert_eq!(class[0], ninefold(&["rate", form]).exits(0).out.trim_end());
        let ran = ninefold(&["rate", "--canonical", "--json", puzzle]).exits(0);
        let object: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!([&object["puzzle"], &object["canonical"]], [puzzle, form]);
    }
}
