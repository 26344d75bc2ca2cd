//! Every example in `docs/json.md` equals the output of its command.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::*;

/// The examples of the page: a command line and the objects after it.
fn examples(page: &str) -> Vec<(String, Vec<Value>)> {
    let blocks = page.split("```console\n$ ").skip(1);
    blocks
        .map(|block| {
            let (command, rest) = block.split_once('\n').unwrap();
            let (text, _) = rest.split_once("```").unwrap();
            let objects = serde_json::Deserializer::from_str(text).into_iter().collect::<Result<_, _>>();
            (command.to_owned(), objects.unwrap_or_else(|error| panic!("{command}: {error}")))
        })
        .collect()
}

#[test]
fn every_example_of_the_json_page_equals_the_output_of_its_command() {
    let page = std::fs::read_to_string(repository().join("docs/json.md")).unwrap();
    let examples = examples(&page);
    let binary = Path::new(env!("CARGO_BIN_EXE_ninefold"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    for (command, expected) in &examples {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).env("PATH", &path).env_remove("NO_COLOR").current_dir(repository());
        let output = shell.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let printed: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(&printed, expected, "{command}");
    }
    // One for each command that has --json.
    for command in [
        "solve", "check", "rate", "steps", "explain", "hint", "canon", "dedup", "split", "convert", "shuffle",
        "generate", "practice", "read", "variant",
    ] {
        let name = format!("ninefold {command} ");
        assert!(examples.iter().any(|(line, _)| line.contains(&name)), "{command} has no example");
    }
}
