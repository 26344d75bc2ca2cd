//! The forms in which grids come: bytes, and candidates. Each knows how the CPU engine answers it.

use ninefold::solve::{Backend, Outcome};
use ninefold::{Answer, CandidateSet, Cell, DigitSet, Position};

/// A grid in some form.
pub(crate) trait Form: Sync + Sized {
    /// Bytes of a grid on its way to the device.
    const BYTES: usize;
    /// Whether these are candidates, and not text.
    const CANDIDATES: bool;

    /// Writes grids one behind the other.
    fn write(grids: &[Self], to: &mut [u8]);

    /// The grids as they are, if they are one behind the other.
    fn flat(grids: &[Self]) -> Option<&[u8]>;

    /// How many solutions an outcome shows.
    const SHOWN: usize;

    /// The outcomes of the CPU engine, in order.
    fn solve_on_cpu(grids: &[&Self], limit: usize) -> Vec<Outcome>;
}

/// Puzzles as text.
impl Form for [u8; 81] {
    const BYTES: usize = 81;
    const CANDIDATES: bool = false;
    const SHOWN: usize = 1;

    fn write(grids: &[Self], to: &mut [u8]) {
        to.copy_from_slice(grids.as_flattened());
    }

    fn flat(grids: &[Self]) -> Option<&[u8]> {
        Some(grids.as_flattened())
    }

    fn solve_on_cpu(grids: &[&Self], limit: usize) -> Vec<Outcome> {
        let mut outcomes = vec![Outcome::new(0, &[]); grids.len()];
        Backend::cpu().solve_bytes(grids.iter().copied(), limit, |index, outcome| outcomes[index] = *outcome);
        outcomes
    }
}

/// Puzzles as text, each somewhere else.
impl Form for &[u8; 81] {
    const BYTES: usize = 81;
    const CANDIDATES: bool = false;
    const SHOWN: usize = 1;

    fn write(grids: &[Self], to: &mut [u8]) {
        for (grid, to) in grids.iter().zip(to.as_chunks_mut().0) {
            *to = **grid;
        }
    }

    fn flat(_: &[Self]) -> Option<&[u8]> {
        None
    }

    fn solve_on_cpu(grids: &[&Self], limit: usize) -> Vec<Outcome> {
        let grids: Vec<&[u8; 81]> = grids.iter().map(|grid| **grid).collect();
        <[u8; 81]>::solve_on_cpu(&grids, limit)
    }
}

/// Puzzles as the candidates of each cell.
impl Form for [u16; 81] {
    const BYTES: usize = 162;
    const CANDIDATES: bool = true;
    const SHOWN: usize = 2;

    fn write(grids: &[Self], to: &mut [u8]) {
        for (cell, to) in grids.as_flattened().iter().zip(to.as_chunks_mut().0) {
            // The byte order of every machine with an NVIDIA GPU.
            *to = cell.to_le_bytes();
        }
    }

    fn flat(_: &[Self]) -> Option<&[u8]> {
        None
    }

    fn solve_on_cpu(grids: &[&Self], limit: usize) -> Vec<Outcome> {
        let positions: Vec<Position> = grids.iter().map(|cells| position(cells)).collect();
        let answers = Backend::cpu().solve_positions(&positions);
        // The answers say how many solutions there are up to two.
        let counts = match limit {
            0..=2 => None,
            _ => Some(Backend::cpu().count_positions(&positions, limit)),
        };
        let outcome = |(index, answer): (usize, &Answer)| {
            let solutions: Vec<[u8; 81]> = match answer {
                Answer::NoSolution => Vec::new(),
                Answer::Unique(only) => vec![only.to_bytes()],
                Answer::Multiple(first, second) => vec![first.to_bytes(), second.to_bytes()],
            };
            let count = counts.as_ref().map_or(solutions.len().min(limit), |counts| counts[index]);
            Outcome::new(count, &solutions.iter().collect::<Vec<_>>())
        };
        answers.iter().enumerate().map(outcome).collect()
    }
}

/// A puzzle given as candidates.
fn position(cells: &[u16; 81]) -> Position {
    let mut candidates = CandidateSet::EMPTY;
    for (cell, &bits) in Cell::all().zip(cells) {
        candidates |= CandidateSet::of_cell(cell, DigitSet::from_bits(bits & 0x1FF));
    }
    Position::from(candidates)
}
