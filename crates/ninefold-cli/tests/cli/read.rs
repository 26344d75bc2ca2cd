//! `ninefold read`: line i belongs to photograph i.

#![cfg(feature = "photo")]

use serde_json::Value;

use crate::common::*;

const PHOTO: &str = "examples/photo.jpg";

#[test]
fn each_photograph_has_its_line_in_order() {
    let ran = ninefold(&["read", PHOTO, "README.md", PHOTO, "no-such-file.jpg"]).exits(2);
    let lines = ran.lines();
    assert_eq!(lines.len(), 4, "{ran:#?}");
    assert_eq!((lines[0], lines[2]), (EASY, EASY));
    assert_eq!(lines[1], "! README.md: not an image: expected JPEG, PNG, WebP, GIF or BMP");
    assert!(lines[3].starts_with("! no-such-file.jpg: cannot read: "), "{ran:#?}");
    assert!(ran.err.contains("4 photographs: 2 puzzles, 2 without one"), "{ran:#?}");
}

#[test]
fn exit_status_says_whether_all_show_a_puzzle() {
    ninefold(&["read", PHOTO]).exits(0);
    ninefold(&["read", PHOTO, "README.md"]).exits(1);
    ninefold(&["read"]).exits(2);
}

#[test]
fn standard_input_is_a_photograph() {
    let photo = std::fs::read(repository().join(PHOTO)).unwrap();
    let ran = ninefold_with(&["read", "-", "--quiet"], &photo).exits(0);
    assert_eq!((ran.out.trim_end(), ran.err.as_str()), (EASY, ""));
    let ran = ninefold_with(&["read", "-"], &photo[..photo.len() / 3]).exits(1);
    assert!(ran.out.starts_with("! <stdin>: "), "{ran:#?}");
}

#[test]
fn json_has_corners_confidences_and_second_choices() {
    let ran = ninefold(&["read", "--json", PHOTO, "README.md"]).exits(1);
    let objects: Vec<Value> = ran.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 2);
    assert_eq!((&objects[0]["photo"], &objects[0]["puzzle"]), (&PHOTO.into(), &EASY.into()));
    assert_eq!(objects[0]["solution"], EASY_SOLVED);
    assert_eq!(objects[0]["corners"].as_array().map(Vec::len), Some(4));
    let cells = objects[0]["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 81);
    assert!(cells.iter().all(|cell| cell["confidence"].is_f64() && cell["second"]["confidence"].is_f64()));
    assert_eq!(objects[1]["error"]["kind"], "not-an-image");
}

/// The readings of a file are the same with any number of threads, and the puzzles go on to other commands.
#[test]
fn written_files_are_puzzles_for_other_commands() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    let file = file.to_str().unwrap();
    ninefold(&["read", PHOTO, PHOTO, PHOTO, "--threads", "2", "--write", file]).exits(0);
    let solved = ninefold(&["solve", file]).exits(0);
    assert_eq!(solved.lines(), [EASY_SOLVED; 3]);
}
