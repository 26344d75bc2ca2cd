//! Writes the cells of photographs as the network sees them, for training.
//!
//! `patches OUT < LIST`: each line of LIST is a file name, or a file name and the eight coordinates of the corners of the
//! grid. OUT receives 81 patches of 32 by 32 bytes a photograph. Standard output has a line a photograph: the
//! file name, how much of the grid is visible, and the corners; or the file name and `-`.
use std::io::{BufRead, Write};

use ninefold_photo::Point;

fn main() {
    let out = std::env::args().nth(1).expect("patches OUT < LIST");
    let mut out = std::io::BufWriter::new(std::fs::File::create(out).unwrap());
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        let numbers: Vec<f32> = words[1..].iter().map(|w| w.parse().unwrap()).collect();
        let corners = (numbers.len() == 8).then(|| std::array::from_fn(|i| Point::new(numbers[2 * i], numbers[2 * i + 1])));
        let bytes = std::fs::read(words[0]).unwrap();
        match ninefold_photo::debug::patches(&bytes, corners) {
            Some((patches, c, visible)) => {
                out.write_all(&patches).unwrap();
                print!("{} {visible:.3}", words[0]);
                for p in c {
                    print!(" {:.2} {:.2}", p.x, p.y);
                }
                println!();
            }
            None => println!("{} -", words[0]),
        }
    }
}
