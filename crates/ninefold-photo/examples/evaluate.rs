//! Reads labelled photographs and compares.
//!
//! `evaluate [WEIGHTS] < LIST`: each line of LIST is an image file, with its label in the file of the same name that
//! ends in `.dat`, or a file name and 81 digits. Prints a line a photograph and a summary.
use std::io::BufRead;
use std::path::Path;

use ninefold::{Cell, Grid};
use ninefold_photo::Reader;

fn main() {
    let reader = match std::env::args().nth(1) {
        Some(path) => Reader::with_weights(&std::fs::read(path).expect("weights")).expect("weights"),
        None => Reader::new(),
    };
    let (mut photos, mut exact, mut wrong_cells, mut time) = (0, 0, 0, 0.0);
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let (name, label) = match line.split_once(' ') {
            Some((name, label)) => (name, label.to_owned()),
            None => (line.as_str(), label(Path::new(&line))),
        };
        let expected: Grid = label.parse().expect("81 digits");
        let file = std::fs::read(name).expect("photograph");
        let start = std::time::Instant::now();
        let result = reader.read(&file);
        let elapsed = start.elapsed().as_secs_f64() * 1e3;
        let reading = match &result {
            Ok(reading) => Some(reading),
            Err(error) => error.reading(),
        };
        let given = reading.map_or(Grid::EMPTY, |reading| reading.givens());
        let differing: Vec<Cell> = Cell::all().filter(|&cell| given[cell] != expected[cell]).collect();
        photos += 1;
        time += elapsed;
        exact += usize::from(differing.is_empty() && result.is_ok());
        wrong_cells += differing.len();
        let doubtful = reading.map_or(0, |reading| reading.doubtful().len());
        let least = reading.map_or(0.0, |r| Cell::all().map(|c| r.cell(c).confidence).fold(1.0, f32::min));
        let visible = reading.map_or(0.0, |reading| reading.visible());
        print!("{name} {} wrong {} doubtful {doubtful} least {least:.3} visible {visible:.2} {elapsed:.0} ms", if result.is_ok() { "puzzle" } else { "none" }, differing.len());
        for &cell in differing.iter().take(6) {
            let shown = |grid: &Grid| grid[cell].map_or('.', |digit| digit.to_char());
            print!(" {cell}:{}>{}", shown(&expected), shown(&given));
        }
        match &result {
            Err(error) => println!(" ! {error}"),
            Ok(_) => println!(),
        }
    }
    println!("photographs {photos} exact {exact} wrong cells {wrong_cells} of {} mean {:.0} ms", photos * 81, time / photos as f64);
}

/// The digits of a label file: two lines of description, then nine rows.
fn label(photo: &Path) -> String {
    let text = std::fs::read_to_string(photo.with_extension("dat")).expect("label");
    text.lines().skip(2).take(9).flat_map(|row| row.split_whitespace()).collect()
}
