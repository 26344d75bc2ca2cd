//! Every format: what is written is read back as the same puzzle, and damaged text is refused with its place.

use ninefold::Random;

use super::*;
use crate::rule::samples;

#[test]
fn every_rule_that_a_format_can_write_is_read_back() {
    for format in [Format::Iss, Format::FPuzzles, Format::FPuzzlesLink] {
        let mut written = std::collections::BTreeSet::new();
        for &kind in Kind::ALL {
            for case in 0..20 {
                let variant = samples::variant(kind, &mut Random::stream(kind as u64 + 1000, case));
                let Ok(text) = write(&variant, format) else { continue };
                let back = read(&text).unwrap_or_else(|error| panic!("{format:?} {kind:?}: {error}\n{text}"));
                assert_eq!(back.board().houses(), variant.board().houses(), "{format:?} {kind:?} {text}");
                // Marks on one cell become givens, and rules may come back in other words: from then on the text is the same.
                let again = write(&back, format).unwrap();
                assert_eq!(write(&read(&again).unwrap(), format), Ok(again), "{format:?} {kind:?} {text}");
                written.insert(kind);
            }
        }
        // f-puzzles needs a square board with values from 1 to its side, which few samples have: its writer is hardly covered.
        let least = if format == Format::Iss { 60 } else { 3 };
        assert!(written.len() >= least, "{format:?} writes only {}: {written:?}", written.len());
    }
}

#[test]
fn what_is_read_back_means_the_same() {
    for format in [Format::Iss, Format::FPuzzles] {
        for &kind in Kind::ALL {
            for case in 0..3 {
                let variant = samples::variant(kind, &mut Random::stream(kind as u64 + 2000, case));
                let Ok(text) = write(&variant, format) else { continue };
                let back = read(&text).unwrap();
                let run = crate::Run::single();
                assert_eq!(back.count(50, &run), variant.count(50, &run), "{format:?} {kind:?} {text}");
            }
        }
    }
}

#[test]
fn damaged_text_is_refused_and_never_panics() {
    let good = [
        ".Shape~6x6.Cage~9~R1C1~R1C2.Arrow~R2C2~R3C3~R4C4.~R6C6_1_2.XSum~R3~9~.Or.Cage~3~R1C1~R1C2.Thermo~R1C1~R2C2.End",
        "{\"size\":6,\"grid\":[[{\"value\":3,\"given\":true}]],\"killercage\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"5\"}]}",
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QCUYBjCAJwQGYBfZYBgewHcBXAOzwEZVm0A5AQ2wBPVADcY2VqyA=",
        "{cells:[[{v:1},,],[,,],[,,]],cages:[{cells:[[0,0],[0,1]],value:5}]}",
        "3x3::k:2817:2817:0:0",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ];
    let mut random = Random::new(9);
    for text in good {
        let _ = read(text);
        for _ in 0..300 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..1 + random.below(4) {
                let place = random.below(bytes.len() as u32) as usize;
                match random.below(3) {
                    0 => bytes[place] = b"~.RC0129{}[]\",:_x"[random.below(17) as usize],
                    1 => drop(bytes.remove(place)),
                    _ => bytes.insert(place, bytes[random.below(bytes.len() as u32) as usize]),
                }
            }
            if let Ok(text) = core::str::from_utf8(&bytes) {
                let _ = read(text);
            }
        }
    }
}

#[test]
fn errors_name_the_place() {
    for (text, message) in [
        (".Cage~9~R1C1~R1Ca", "line 1, column 14: found \"R1Ca\", expected a cell of the board"),
        (
            ".ChaosConstruction",
            "line 1, column 2: the rule ChaosConstruction is not supported: its regions are to be found",
        ),
        (".Nonsense~1", "line 1, column 2: found the rule \"Nonsense\", expected one that is known"),
        (
            "{\"size\":4,\n\"arrow\":[{\"cells\":[\"R1C9\"]}]}",
            "line 2, column 20: found \"R1C9\", expected a cell of the board",
        ),
        (
            "{\"size\":4,\"foglight\":[\"R1C1\"]}",
            "line 1, column 23: the rule foglight is not supported: fog hides part of the puzzle",
        ),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), message);
    }
    let many = ".Thermo~R1C1~R1C2".repeat(1_000_000);
    assert!(read(&many).is_err());
}

#[test]
fn sudokupad_reads_what_has_a_meaning_and_lists_the_rest() {
    let text = "{cells:[[{v:1},,,],[,,,],[,,,],[,,,{v:2}]],regions:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],\
                [[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],cages:[{cells:[[1,0],[1,1]],value:7},\
                {value:title: A puzzle}],lines:[{wayPoints:[[0.5,0.5],[1.5,1.5]],color:ff0000}],metadata:{antiknight:t}}";
    let variant = read(text).unwrap();
    assert_eq!((variant.board().blocks(), variant.rules().len()), (Some((2, 2)), 2));
    assert_eq!(variant.notes.title, "A puzzle");
    assert_eq!(variant.notes.drawings, ["line r1c1 r2c2 colour ff0000"]);
    let link = format!("https://sudokupad.app/scl{}", lz::compress(text));
    assert_eq!(read(&link).unwrap(), variant);
}
