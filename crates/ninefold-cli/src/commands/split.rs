//! `ninefold split`: puzzles to learn from and puzzles to be tested by, with nothing in common.
//!
//! A lot is drawn for each class of puzzles, from the seed and the canonical form alone. So members of a class go the
//! same way wherever they stand and whatever stands beside them, nothing has to be remembered, and puzzles that are added
//! to a collection later do not move those that were there.

use ninefold::{Grid, Random};

use super::keyed::{By, Keyed};
use super::{Outcome, names, tell};
use crate::args::Split;
use crate::chunk::{Chunks, Grain};
use crate::input::Input;
use crate::progress::Progress;
use crate::sink::{End, Pieces, Resume, Sink};
use crate::tally::{counted, grouped, pace};
use crate::{interrupt, rounds};

pub(crate) fn run(args: &Split) -> anyhow::Result<Outcome> {
    let inputs = Input::all(&args.inputs.inputs)?;
    anyhow::ensure!(args.train != args.test, "--train and --test are the same file");
    let mut chunks = Chunks::new(inputs.clone(), args.inputs.from, true).grain(Grain::Medium);
    interrupt::install();
    let mut sides = [&args.train, &args.test]
        .map(|path| Sink::open(Some(path), &inputs, Resume::Never, "split").map(|sink| (Pieces::new(sink), 0u64)))
        .into_iter()
        .collect::<anyhow::Result<Vec<_>>>()?;
    let total = inputs.iter().map(Input::size).sum();
    let progress = Progress::new(args.quiet, false, total);
    let by = if args.by_solution { By::Solution } else { By::Class };
    let mut unreadable = 0u64;
    rounds::run(
        &mut chunks,
        args.threads,
        &progress,
        |chunk| {
            let keyed = Keyed::of(chunk, by, args.json);
            let sides: Vec<usize> =
                keyed.iter().map(|(_, key)| usize::from(is_test(args.seed, key, args.fraction))).collect();
            (keyed, sides)
        },
        |(keyed, to)| {
            for trouble in &keyed.troubles {
                unreadable += 1;
                tell(&format!("! {trouble}"));
            }
            for ((line, _), to) in keyed.iter().zip(to) {
                let (pieces, count) = &mut sides[to];
                pieces.add(line)?;
                *count += 1;
            }
            Ok(sides.iter().map(|(_, count)| count).sum())
        },
    )?;
    let counts: Vec<u64> = sides.iter().map(|(_, count)| *count).collect();
    let puzzles: u64 = counts.iter().sum();
    for (pieces, _) in sides {
        pieces.finish(End::of(chunks.trouble, puzzles + unreadable))?;
    }
    let elapsed = progress.finish();
    anyhow::ensure!(chunks.trouble || puzzles + unreadable > 0, "no puzzle found in {}", names(&inputs));
    if !args.quiet && puzzles + unreadable > 0 {
        let mut summary = format!(
            "{}: {} to {}, {} to {}",
            counted(puzzles + unreadable, "puzzle"),
            grouped(counts[0]),
            args.train.display(),
            grouped(counts[1]),
            args.test.display()
        );
        if unreadable > 0 {
            summary += &format!(", {} unreadable", grouped(unreadable));
        }
        tell(&(summary + &pace(puzzles, elapsed)));
    }
    Ok(Outcome::of_reading(chunks.trouble, unreadable))
}

/// The lot of a class.
fn is_test(seed: u64, key: &Grid, fraction: f64) -> bool {
    let lot = key.to_bytes().chunks(8).fold(seed, |state, bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        Random::stream(state, u64::from_le_bytes(word)).next_u64()
    });
    // 53 bits, so that the quotient is exact and below 1.
    ((lot >> 11) as f64) / ((1u64 << 53) as f64) < fraction
}

#[cfg(test)]
mod tests {
    use ninefold::{Cell, Digit};

    use super::*;

    #[test]
    fn lots_fall_as_often_as_the_fraction_says_and_the_same_way_for_ever() {
        let grid = |number: usize| {
            let mut grid = Grid::EMPTY;
            grid[Cell::from_index(number % 81)] = Some(Digit::from_index(number / 81 % 9));
            grid[Cell::from_index(number * 7 % 81)] = Some(Digit::from_index(number / 729 % 9));
            grid
        };
        let count = |seed, fraction| (0..6561).filter(|&number| is_test(seed, &grid(number), fraction)).count();
        assert_eq!([count(1, 0.0), count(1, 1.0)], [0, 6561]);
        assert!(count(1, 0.1).abs_diff(656) < 100, "{}", count(1, 0.1));
        assert!((0..6561).any(|number| is_test(1, &grid(number), 0.5) != is_test(2, &grid(number), 0.5)));
        // Who has split a collection with an earlier version finds the same puzzles on the same side.
        let lots: String = (0..16).map(|number| if is_test(42, &grid(number), 0.5) { '1' } else { '0' }).collect();
        assert_eq!(lots, "0110100100011101");
    }
}
