//! Reads labelled photographs and compares.
//!
//! `evaluate [WEIGHTS] < LIST`: each line of LIST is an image file, with its label in the file of the same name that
//! ends in `.dat`, or a file name and 81 digits. Prints a line a photograph and a summary.

use std::error::Error;
use std::fs;
use std::io::{self, BufRead};
use std::path::Path;
use std::time::Instant;

use ninefold::{Cell, Grid};
use ninefold_photo::Reader;

fn main() -> Result<(), Box<dyn Error>> {
    let reader = match std::env::args().nth(1) {
        Some(path) => Reader::with_weights(&fs::read(path)?)?,
        None => Reader::new(),
    };
    let (mut photos, mut exact, mut wrong_cells, mut milliseconds) = (0, 0, 0, 0.0);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (name, label) = match line.split_once(' ') {
            Some((name, label)) => (name, label.to_owned()),
            None => (line.as_str(), label(Path::new(&line))?),
        };
        let expected: Grid = label.parse()?;
        let file = fs::read(name)?;
        let start = Instant::now();
        let result = reader.read(&file);
        let elapsed = start.elapsed().as_secs_f64() * 1e3;
        let reading = result.as_ref().map_or_else(|error| error.reading(), Some);
        let found = reading.map_or(Grid::EMPTY, |reading| reading.givens());
        let wrong: Vec<Cell> = Cell::all().filter(|&cell| found[cell] != expected[cell]).collect();
        photos += 1;
        milliseconds += elapsed;
        exact += usize::from(wrong.is_empty() && result.is_ok());
        wrong_cells += wrong.len();
        let shown = |grid: &Grid, cell: Cell| grid[cell].map_or('.', |digit| digit.to_char());
        let mut remarks: Vec<String> = wrong
            .iter()
            .take(6)
            .map(|&cell| format!("{cell}:{}>{}", shown(&expected, cell), shown(&found, cell)))
            .collect();
        remarks.extend(
            reading.map(|reading| format!("doubtful {} visible {:.2}", reading.doubtful().len(), reading.visible())),
        );
        remarks.extend(result.as_ref().err().map(|error| format!("! {error}")));
        println!("{name} wrong {} in {elapsed:.0} ms {}", wrong.len(), remarks.join(" "));
    }
    let mean = milliseconds / f64::from(photos.max(1));
    println!("photographs {photos} exact {exact} wrong cells {wrong_cells} of {} mean {mean:.0} ms", photos * 81);
    Ok(())
}

/// The digits of a label file: two lines of description, then nine rows.
fn label(photo: &Path) -> io::Result<String> {
    let text = fs::read_to_string(photo.with_extension("dat"))?;
    Ok(text.lines().skip(2).take(9).flat_map(str::split_whitespace).collect())
}
