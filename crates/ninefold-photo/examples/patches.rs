//! Writes the cells of photographs as the network sees them, for training.
//!
//! `patches OUT < LIST`: each line of LIST is a file name, or a file name and the eight coordinates of the corners of the
//! grid. OUT receives 81 patches of 32 by 32 bytes a photograph. Standard output has a line a photograph: the
//! file name, how much of the grid is visible, and the corners; or the file name and `-`.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufWriter, Write};

use ninefold_photo::Point;
use ninefold_photo::training;

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::args().nth(1).ok_or("patches OUT < LIST")?;
    let mut out = BufWriter::new(File::create(out)?);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let name = words.next().ok_or("a line without a file name")?;
        let numbers = words.map(str::parse).collect::<Result<Vec<f32>, _>>()?;
        let corners = match numbers.len() {
            0 => None,
            8 => Some(std::array::from_fn(|i| Point::new(numbers[2 * i], numbers[2 * i + 1]))),
            _ => return Err(format!("{name}: expected eight coordinates").into()),
        };
        let Ok(patches) = training::patches(&fs::read(name)?, corners) else {
            println!("{name} -");
            continue;
        };
        out.write_all(&patches.bytes)?;
        let places = patches.corners.map(|p| format!("{:.2} {:.2}", p.x, p.y));
        println!("{name} {:.3} {}", patches.visible, places.join(" "));
    }
    Ok(out.flush()?)
}
