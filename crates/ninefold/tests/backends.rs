//! Every instruction set and any device return the same answers, statistics and generated puzzles.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ninefold::generate::{Generator, Recipe};
use ninefold::solve::{Backend, Cpu, Device, Outcome, Solved};
use ninefold::symmetry::Transform;
use ninefold::{Answer, CandidateSet, Grid, Pencilmarks, Position, Random};

/// Puzzles, grids with several solutions and with none, and sukakus.
fn positions() -> Vec<Position> {
    let hard: Grid =
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..".parse().unwrap();
    let easy: Grid =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    let mut random = Random::new(7);
    let mut positions = vec![Position::from(Grid::EMPTY), Position::from(CandidateSet::EMPTY)];
    for grid in [hard, easy] {
        for _ in 0..40 {
            let image = Transform::random(&mut random).apply(&grid);
            positions.push(Position::from(image));
            let filled: Vec<_> = image.filled().iter().collect();
            let mut fewer = image;
            fewer[filled[random.below(filled.len() as u32) as usize]] = None;
            positions.push(Position::from(fewer));
            let mut candidates = Pencilmarks::from(&image).candidates();
            let all: Vec<_> = candidates.iter().collect();
            candidates.remove(all[random.below(all.len() as u32) as usize]);
            positions.push(Position::of_digits_and_candidates(image, candidates));
        }
    }
    positions
}

#[test]
fn one_position_many_positions_and_every_cpu_agree_on_answers_and_statistics() {
    let positions = positions();
    let alone: Vec<Solved> = positions.iter().map(Position::solve_with_stats).collect();
    for (position, solved) in positions.iter().zip(&alone) {
        assert_eq!(solved.answer, position.solve());
        assert!(solved.stats.passes > 0);
    }
    assert!(alone.iter().any(|solved| solved.stats.guesses > 10));
    for cpu in Cpu::available() {
        let backend = Backend::from(cpu);
        for size in [1, 7, 33, positions.len()] {
            let together: Vec<Solved> =
                positions.chunks(size).flat_map(|chunk| backend.solve_with_stats(chunk)).collect();
            assert_eq!(together, alone, "{backend} in batches of {size}");
            let answers: Vec<Answer> =
                positions.chunks(size).flat_map(|chunk| backend.solve_positions(chunk)).collect();
            assert!(answers.iter().eq(alone.iter().map(|solved| &solved.answer)), "{backend} in batches of {size}");
        }
    }
}

#[test]
fn unavailable_hardware_is_none() {
    assert!(Backend::named("abacus").is_none());
    assert!(Backend::named("portable").is_some());
    let known = ["portable", "avx2", "avx512", "simd128", "neon"];
    assert!(Cpu::available().all(|cpu| known.contains(&cpu.name())));
    for name in known {
        let available = Cpu::available().any(|cpu| cpu.name() == name);
        assert_eq!(Backend::named(name).is_some(), available, "{name}");
    }
}

/// A device that uses the CPU, and counts the puzzles it receives.
#[derive(Debug)]
struct Loopback {
    received: Arc<AtomicUsize>,
}

impl Loopback {
    fn backend() -> (Backend, Arc<AtomicUsize>) {
        let received = Arc::new(AtomicUsize::new(0));
        (Backend::device(Loopback { received: received.clone() }), received)
    }
}

impl Device for Loopback {
    fn name(&self) -> &str {
        "loopback"
    }

    fn preferred_batch(&self) -> usize {
        100
    }

    fn solve_bytes(&self, puzzles: &[&[u8; 81]], limit: usize, finish: &mut dyn FnMut(usize, &Outcome)) {
        self.received.fetch_add(puzzles.len(), Ordering::Relaxed);
        Backend::cpu().solve_bytes(puzzles.iter().copied(), limit, finish);
    }

    fn solve_candidates(&self, puzzles: &[[u16; 81]], limit: usize, finish: &mut dyn FnMut(usize, &Outcome)) {
        self.received.fetch_add(puzzles.len(), Ordering::Relaxed);
        // In reverse: devices report in any order.
        for (index, cells) in puzzles.iter().enumerate().rev() {
            let mut candidates = CandidateSet::EMPTY;
            for (cell, &bits) in ninefold::Cell::all().zip(cells) {
                candidates |= CandidateSet::of_cell(cell, ninefold::DigitSet::from_bits(bits));
            }
            let solutions: Vec<_> = Pencilmarks::from(candidates).solutions().take(limit).collect();
            let answer = Pencilmarks::from(candidates).solve();
            let shown: Vec<[u8; 81]> = match answer {
                Answer::NoSolution => Vec::new(),
                Answer::Unique(solution) => vec![solution.to_bytes()],
                Answer::Multiple(first, second) => vec![first.to_bytes(), second.to_bytes()],
            };
            finish(index, &Outcome::new(solutions.len(), &shown.iter().collect::<Vec<_>>()));
        }
    }
}

#[test]
fn a_device_returns_the_answers_of_the_cpu() {
    let (device, received) = Loopback::backend();
    assert_eq!(device.name(), "loopback");
    let positions = positions();
    assert_eq!(device.solve_positions(&positions), Backend::cpu().solve_positions(&positions));
    assert_eq!(received.load(Ordering::Relaxed), positions.len());
    assert_eq!(device.count_positions(&positions, 9), Backend::cpu().count_positions(&positions, 9));
    assert_eq!(device.solve_with_stats(&positions), Backend::cpu().solve_with_stats(&positions));
}

#[test]
fn generated_puzzles_do_not_depend_on_the_backend() {
    let generator = Generator::new(Recipe::default()).unwrap();
    let expected: Vec<_> = generator.puzzles(5).take(3).collect();
    let (device, received) = Loopback::backend();
    let generated: Vec<_> = generator.with_backend(device).puzzles(5).take(3).collect();
    assert_eq!(generated, expected);
    assert!(received.load(Ordering::Relaxed) > 0, "the device is used");
}
