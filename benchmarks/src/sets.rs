//! The measured puzzles: files, and two generated sets.

use std::fs;
use std::path::Path;

use anyhow::Context;
use ninefold::{Cell, CellSet, Digit, Grid};

use crate::entrant::Line;

/// A named list of puzzles.
pub(crate) struct Set {
    /// The name of the file or of the generated set.
    pub(crate) name: String,
    /// The puzzles.
    pub(crate) puzzles: Vec<Line>,
}

impl Set {
    /// Keeps at most this many, evenly spaced.
    pub(crate) fn thin(&mut self, most: usize) {
        let step = self.puzzles.len().div_ceil(most.max(1)).max(1);
        self.puzzles = self.puzzles.iter().copied().step_by(step).collect();
    }
}

/// The sets in a file or a folder of files: every line that starts with 81 cells.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<Set>> {
    let files = if path.is_dir() {
        let mut files: Vec<_> = fs::read_dir(path)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
        // Folders within the folder hold other data, such as pictures.
        files.retain(|path| path.is_file());
        files.sort();
        files
    } else {
        vec![path.to_owned()]
    };
    let mut sets = Vec::new();
    for file in files {
        let text = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let puzzles: Vec<Line> = text.split(|&byte| byte == b'\n').filter_map(line).collect();
        if !puzzles.is_empty() {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            sets.push(Set { name, puzzles });
        }
    }
    Ok(sets)
}

fn line(text: &[u8]) -> Option<Line> {
    let cells: Line = text.get(..81)?.try_into().ok()?;
    cells
        .iter()
        .all(|&byte| byte == b'.' || byte.is_ascii_digit())
        .then(|| cells.map(|b| if b == b'0' { b'.' } else { b }))
}

/// Puzzles dug from random solutions: minimal ones, and easy ones with 35 to 45 givens.
pub(crate) fn generated(count: usize) -> Vec<Set> {
    if count == 0 {
        return Vec::new();
    }
    let mut random = Random(2024);
    let mut minimal = Vec::new();
    let mut easy = Vec::new();
    for i in 0..count {
        let solution = random.solution();
        minimal.push(random.dig(solution, 0).to_bytes());
        easy.push(random.dig(solution, 35 + i % 11).to_bytes());
    }
    vec![
        Set { name: "random minimal".to_owned(), puzzles: minimal },
        Set { name: "easy, 35-45 givens".to_owned(), puzzles: easy },
    ]
}

/// A small random number generator (xorshift): every run measures the same puzzles.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn shuffled<T>(&mut self, mut items: Vec<T>) -> Vec<T> {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
        items
    }

    /// The first solution of a grid with some random digits that leave a solution.
    fn solution(&mut self) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in self.shuffled(Cell::all().collect()).into_iter().take(16) {
            for digit in self.shuffled(Digit::ALL.to_vec()) {
                grid[cell] = Some(digit);
                if grid.count(1) == 1 {
                    break;
                }
            }
        }
        grid.solutions().next().expect("every placement left a solution").into()
    }

    /// Removes givens in random order while the solution is unique and more than `least` are left.
    fn dig(&mut self, solution: Grid, least: usize) -> Grid {
        let mut givens = CellSet::FULL;
        for cell in self.shuffled(Cell::all().collect()) {
            if givens.len() > least && solution.restricted_to(givens.without(cell)).solve().is_unique() {
                givens.remove(cell);
            }
        }
        solution.restricted_to(givens)
    }
}
