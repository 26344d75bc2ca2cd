//! `ninefold book`: the file, the exit status and the messages. The pages themselves are tested in `ninefold-book`.

use crate::common::*;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_book_of_a_seed_has_the_same_bytes_again() {
    let place = tempfile::tempdir().unwrap();
    let (first, second) = (place.path().join("first.pdf"), place.path().join("second.pdf"));
    for path in [&first, &second] {
        let to = path.to_str().unwrap();
        ninefold(&["book", "--generate", "2 easy, 1 medium", "--seed", "7", "--hints", "--to", to]).exits(0);
    }
    let bytes = std::fs::read(&first).unwrap();
    assert!(bytes.starts_with(b"%PDF-"));
    assert!(bytes == std::fs::read(&second).unwrap());
}

#[test]
fn puzzles_that_are_none_are_reported_and_left_out() {
    let place = tempfile::tempdir().unwrap();
    let (input, book) = (place.path().join("in.txt"), place.path().join("book.pdf"));
    std::fs::write(&input, format!("{EASY}\n{}\nz\n", ".".repeat(81))).unwrap();
    let ran = ninefold(&["book", input.to_str().unwrap(), "--json", "--to", book.to_str().unwrap()]).exits(1);
    assert!(ran.err.contains("in.txt:2: ") && ran.err.contains("in.txt:3:1: found 'z'"), "{}", ran.err);
    let printed: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(printed["puzzles"], 1);
}

#[test]
fn a_book_may_have_other_sizes_and_rules() {
    let place = tempfile::tempdir().unwrap();
    let (classic, variants) = (place.path().join("classic.txt"), place.path().join("variants.txt"));
    let book = place.path().join("book.pdf");
    std::fs::write(&classic, EASY).unwrap();
    let thermo = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1";
    std::fs::write(&variants, format!("# killers\n{thermo}\n.Shape~4x4.Nonsense~1\n.Shape~4x4\n")).unwrap();
    let paths = [&classic, &variants, &book].map(|path| path.to_str().unwrap());
    let ran = ninefold(&["book", paths[0], paths[1], "--json", "--hints", "--to", paths[2]]).exits(1);
    let printed: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(printed["puzzles"], 2);
    assert!(ran.err.contains("variants.txt:3:") && ran.err.contains("Nonsense"), "{}", ran.err);
    assert!(ran.err.contains("variants.txt:4: several solutions"), "{}", ran.err);
}

#[test]
fn wrong_orders_fonts_and_characters_are_errors() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("book.pdf");
    let to = path.to_str().unwrap();
    for (args, message) in [
        (&["--generate", "20 simple"][..], "simple"),
        (&["--generate", "easy"], "expected a number and a level"),
        (&[EASY, "--per-page", "5"], "invalid value '5'"),
        (&[EASY, "--font", "no such file"], "no such file"),
        (&[EASY, "--title", "\u{1F600}"], "no font has a glyph for"),
    ] {
        let ran = ninefold(&[&["book", "--to", to], args].concat()).exits(2);
        assert!(ran.err.contains(message), "{}", ran.err);
        assert!(!path.exists());
    }
}
