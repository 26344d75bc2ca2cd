//! The checks of the fuzz targets accept what the writers produce. Cargo builds all targets for this test, so that they
//! compile with every change of the library.

use ninefold::text::{Format, Record, Writer};
use ninefold_fuzz::{check_format, check_variant};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Guards the checks against rejecting good input: a fuzz target would otherwise report faults that do not exist.
#[test]
fn the_checks_accept_puzzles_in_every_format() {
    let record = Record::from(PUZZLE.parse::<ninefold::Grid>().expect("81 cells"));
    for format in Format::ALL {
        let (mut writer, mut text) = (Writer::new(format), String::new());
        writer.write(&record, &mut text);
        writer.finish(&mut text);
        check_format(format, text.as_bytes());
    }
}

#[test]
fn the_checks_accept_variants() {
    check_variant(".Cage~10~R1C1~R1C2~R2C1.Thermo~R5C5~R5C6~R5C7");
    check_variant(&PUZZLE.replace('.', "0"));
}
