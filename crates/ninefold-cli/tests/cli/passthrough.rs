//! What an input has beside a puzzle passes through every command unchanged, type included.

use serde_json::{Value, json};

use crate::common::*;

fn object(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// Every command that writes an object for each puzzle.
const COMMANDS: [&[&str]; 11] = [
    &["solve", "--json"],
    &["check", "--json"],
    &["rate", "--json"],
    &["hint", "--json"],
    &["explain", "--summary", "--json"],
    &["steps", "--technique", "x-wing", "--json"],
    &["canon", "--json"],
    &["dedup", "--json"],
    &["shuffle", "--seed", "1", "--json"],
    &["convert", "--json"],
    &["convert", "--to", "json"],
];

#[test]
fn members_of_every_type_pass_through_every_command() {
    let beside = json!({
        "id": 17, "name": "easy \"one\"\n", "ratio": 1.50, "none": null, "flag": false,
        "list": [1, {"a": []}, "x"], "object": {"b": 2, "a": 1}, "givens": 24, "candidates": null
    });
    let mut input = beside.clone();
    input["puzzle"] = EASY.into();
    for command in COMMANDS {
        let ran = ninefold_with(command, input.to_string().as_bytes()).exits(0);
        let written = object(&ran.out);
        let written = if written.is_array() { written[0].clone() } else { written };
        for (name, value) in beside.as_object().unwrap() {
            assert_eq!(&written[name], value, "{command:?} {name}");
        }
        // A number stays the text it was.
        let exact = ninefold_with(command, format!("{{\"puzzle\": \"{EASY}\", \"ratio\": 1.50}}").as_bytes()).exits(0);
        assert!(exact.out.contains("\"ratio\": 1.50"), "{command:?}: {}", exact.out);
    }
}

#[test]
fn an_answer_does_not_replace_a_different_value_of_the_input() {
    let input = format!(r#"{{"puzzle": "{EASY}", "er": 9.9, "answer": "who knows", "solution": "{EASY_SOLVED}"}}"#);
    let rated = object(&ninefold_with(&["rate", "--json"], input.as_bytes()).exits(0).out);
    assert_eq!((&rated["er"], &rated["input_er"]), (&json!(1.2), &json!(9.9)));
    assert_eq!((&rated["answer"], &rated["input_answer"]), (&json!("unique"), &json!("who knows")));
    // An equal value is written once.
    assert_eq!(rated["solution"], EASY_SOLVED);
    assert!(rated.get("input_solution").is_none());
}

#[test]
fn a_rating_survives_dedup() {
    let rated = ninefold(&["rate", "--json", EASY]).exits(0).out;
    let kept = ninefold_with(&["dedup", "--json"], rated.as_bytes()).exits(0).out;
    assert_eq!(object(&kept), object(&rated));
    let generated = ninefold(&["generate", "--seed", "1", "--json"]).exits(0).out;
    let kept = ninefold_with(&["dedup"], generated.as_bytes()).exits(0).out;
    assert_eq!(object(&kept), object(&generated));
}

#[test]
fn columns_pass_through_as_members_and_as_columns() {
    let csv = format!("er,puzzle,number,name\n7.1,{EASY},12,\"a, b\"\n");
    let kept = object(&ninefold_with(&["dedup", "--json"], csv.as_bytes()).exits(0).out);
    assert_eq!(kept, json!({"puzzle": EASY, "er": "7.1", "number": "12", "name": "a, b"}));
    let solved = ninefold_with(&["solve", "--output", "csv"], csv.as_bytes()).exits(0);
    let expected = [
        "puzzle,answer,solution,second,error,er,number,name".to_owned(),
        format!("{EASY},unique,{EASY_SOLVED},,,7.1,12,\"a, b\""),
    ];
    assert_eq!(solved.lines(), expected);
    // A column with the name of an answer's keeps its value beside it.
    let rated = ninefold_with(&["rate", "--csv"], csv.as_bytes()).exits(0);
    assert_eq!(rated.lines()[0], "puzzle,answer,er,ep,ed,error,input_er,number,name");
    assert_eq!(rated.lines()[1], format!("{EASY},unique,1.2,1.2,1.2,,7.1,12,\"a, b\""));
}

#[test]
fn dedup_split_and_shuffle_write_the_format_they_read() {
    let csv = format!("puzzle,solution,level\n{EASY},{EASY_SOLVED},hard\n{EASY},{EASY_SOLVED},easy\n");
    let kept = ninefold_with(&["dedup"], csv.as_bytes()).exits(0).out;
    assert_eq!(kept, format!("puzzle,solution,level\n{EASY},{EASY_SOLVED},hard\n"));
    let json = format!("[\n{{\"puzzle\": \"{EASY}\", \"id\": 1}},\n{{\"puzzle\": \"{EASY}\", \"id\": 2}}]");
    let kept = ninefold_with(&["dedup"], json.as_bytes()).exits(0).out;
    assert_eq!(kept, format!("{{\"puzzle\": \"{EASY}\", \"id\": 1}}\n"));
    let shuffled = ninefold_with(&["shuffle", "--seed", "3"], csv.as_bytes()).exits(0);
    assert_eq!(shuffled.lines()[0], "puzzle,solution,level");
    assert!(shuffled.lines()[2].ends_with(",easy"), "{}", shuffled.out);
    let folder = tempfile::tempdir().unwrap();
    let [train, test] = ["train.csv", "test.csv"].map(|name| folder.path().join(name));
    let to = ["--train", train.to_str().unwrap(), "--test", test.to_str().unwrap()];
    ninefold_with(&[&["split", "--by-class", "--fraction", "0"], &to[..]].concat(), csv.as_bytes()).exits(0);
    assert_eq!(std::fs::read_to_string(&train).unwrap(), csv);
    assert_eq!(std::fs::read_to_string(&test).unwrap(), "puzzle,solution,level\n");
    // Formats that are drawings, and one with a head and an end.
    for format in ["grid", "pencilmarks", "sdk", "ss", "hodoku", "opensudoku", "candidates"] {
        let different = ["examples/easy.txt", "examples/seventeen.txt"];
        let text = ninefold(&[&["convert", "--to", format], &different[..]].concat()).exits(0).out;
        let kept = ninefold_with(&["dedup"], text.as_bytes()).exits(0).out;
        assert_eq!(kept, text, "{format}");
    }
}

#[test]
fn a_field_without_a_column_is_reported() {
    let json = format!("{{\"puzzle\": \"{EASY}\"}}\n{{\"puzzle\": \"{EASY}\", \"id\": 1}}\n");
    let ran = ninefold_with(&["convert", "--to", "csv"], json.as_bytes()).exits(0);
    assert_eq!(ran.lines().len(), 3);
    assert!(ran.err.contains("1 puzzle had fields that the first one has not"), "{}", ran.err);
}

#[test]
fn number_arrays_are_puzzles() {
    let rows: Vec<Vec<u8>> = EASY
        .as_bytes()
        .chunks(9)
        .map(|row| row.iter().map(|cell| if *cell == b'.' { 0 } else { cell - b'0' }).collect())
        .collect();
    let ran = ninefold_with(&["solve"], json!(rows).to_string().as_bytes()).exits(0);
    assert_eq!(ran.out, format!("{EASY_SOLVED}\n"));
    let ran = ninefold_with(&["solve", "--json"], json!({"id": 3, "puzzle": rows}).to_string().as_bytes()).exits(0);
    assert_eq!((&object(&ran.out)["puzzle"], &object(&ran.out)["id"]), (&EASY.into(), &3.into()));
}

#[test]
fn a_check_compares_the_solution_beside_a_puzzle() {
    let wrong = EASY_SOLVED.replacen("534", "543", 1);
    let csv = format!("puzzle,solution\n{EASY},{EASY_SOLVED}\n{EASY},{wrong}\n{EASY},\n");
    let ran = ninefold_with(&["check"], csv.as_bytes()).exits(1);
    let found: Vec<bool> = ran.lines().iter().map(|line| line.contains("; wrong solution; ")).collect();
    assert_eq!(found, [false, true, false]);
    assert_eq!(ran.err, "3 puzzles: 3 with one solution, 1 with a mistake\n");
    let ran = ninefold_with(&["check", "--json"], csv.as_bytes()).exits(1);
    let objects: Vec<Value> = ran.lines().into_iter().map(object).collect();
    let correct: Vec<&Value> = objects.iter().map(|object| &object["input_solution_correct"]).collect();
    assert_eq!(correct, [&json!(true), &json!(false), &Value::Null]);
    assert_eq!(objects[1]["input_solution"], wrong);
}
