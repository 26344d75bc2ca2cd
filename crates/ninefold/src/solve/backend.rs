//! Backends: hardware that solves many puzzles at once.
//!
//! A [`Backend`] is a CPU with one of its instruction sets, or a [`Device`] such as a GPU that another crate provides.
//! Batch solving, generation and every batch command use a backend and never a CPU directly. All backends return the
//! same answers, including the two solutions of a grid that has several.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::arch::Cpu;
use super::batch::Questions;
use super::outcome::Outcome;
use super::search::Solved;
use crate::position::Clues;
use crate::{Answer, Cell, Grid, Position, Solution};

/// Hardware outside the CPU that solves puzzles.
///
/// A device gets many puzzles at once and reports the outcome of each, in any order. The outcomes must equal those of
/// [`Backend::cpu`]. A device leaves puzzles that it cannot finish to the CPU.
///
/// ```
/// use ninefold::solve::{Backend, Device, Outcome};
/// use ninefold::{Candidate, CandidateSet, Grid, Pencilmarks};
///
/// /// Leaves everything to the CPU.
/// #[derive(Debug)]
/// struct Relay;
///
/// impl Device for Relay {
///     fn name(&self) -> &str {
///         "relay"
///     }
///     fn preferred_batch(&self) -> usize {
///         1000
///     }
///     fn solve_bytes(&self, puzzles: &[&[u8; 81]], limit: usize, finish: &mut dyn FnMut(usize, &Outcome)) {
///         Backend::cpu().solve_bytes(puzzles.iter().copied(), limit, finish);
///     }
///     fn solve_candidates(&self, puzzles: &[[u16; 81]], limit: usize, finish: &mut dyn FnMut(usize, &Outcome)) {
///         for (index, cells) in puzzles.iter().enumerate() {
///             let is_set = |c: &Candidate| cells[c.cell().index()] >> c.digit().index() & 1 == 1;
///             let marks = Pencilmarks::from(Candidate::all().filter(is_set).collect::<CandidateSet>());
///             let found: Vec<_> = marks.solutions().take(limit).map(|solution| solution.to_bytes()).collect();
///             finish(index, &Outcome::new(found.len(), &found.iter().take(2).collect::<Vec<_>>()));
///         }
///     }
/// }
///
/// let backend = Backend::device(Relay);
/// assert_eq!(backend.count_batch(&[Grid::EMPTY], 5), [5]);
/// ```
pub trait Device: fmt::Debug + Send + Sync {
    /// A short name, such as `cuda`.
    fn name(&self) -> &str;

    /// The number of puzzles from which a call is worth the transfer to the device and back.
    fn preferred_batch(&self) -> usize;

    /// Solves puzzles of 81 bytes each, where `1` to `9` are givens and every other byte is an empty cell. Calls
    /// `finish` once for each puzzle with its index and its outcome: the count up to `limit`, and the first solution.
    fn solve_bytes(&self, puzzles: &[&[u8; 81]], limit: usize, finish: &mut dyn FnMut(usize, &Outcome));

    /// Solves puzzles given as the candidates of each cell, bit `d - 1` for digit `d`. Calls `finish` once for each
    /// puzzle with its index and its outcome: the count up to `limit`, and the first two solutions.
    fn solve_candidates(&self, puzzles: &[[u16; 81]], limit: usize, finish: &mut dyn FnMut(usize, &Outcome));
}

/// Hardware that solves many puzzles at once: a CPU, or a device.
///
/// ```
/// use ninefold::solve::Backend;
/// use ninefold::{Answer, Grid};
///
/// let backend = Backend::named("portable").expect("every CPU has it");
/// assert!(matches!(backend.solve_batch(&[Grid::EMPTY])[..], [Answer::Multiple(..)]));
/// assert!(Backend::named("abacus").is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Backend(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Cpu(Cpu),
    Device(Arc<dyn Device>),
}

impl Backend {
    /// The best instruction set of this CPU.
    pub fn cpu() -> Backend {
        Backend(Kind::Cpu(Cpu::best()))
    }

    /// A device of another crate.
    pub fn device(device: impl Device + 'static) -> Backend {
        Backend(Kind::Device(Arc::new(device)))
    }

    /// The CPU's instruction set of this name (`portable`, `avx2`, `avx512`, `neon`, `simd128`), if this CPU has it.
    pub fn named(name: &str) -> Option<Backend> {
        Cpu::available().find(|cpu| cpu.name() == name).map(Backend::from)
    }

    /// The name of the instruction set or device.
    pub fn name(&self) -> &str {
        match &self.0 {
            Kind::Cpu(cpu) => cpu.name(),
            Kind::Device(device) => device.name(),
        }
    }

    /// The least number of puzzles that a call should have: with fewer, parts of the hardware are idle.
    pub fn preferred_batch(&self) -> usize {
        match &self.0 {
            Kind::Cpu(_) => 1024,
            Kind::Device(device) => device.preferred_batch(),
        }
    }

    /// See [`solve_batch`](super::solve_batch).
    pub fn solve_batch(&self, grids: &[Grid]) -> Vec<Answer> {
        self.solve_grids(grids, 2, Outcome::answer)
    }

    /// See [`count_batch`](super::count_batch).
    pub fn count_batch(&self, grids: &[Grid], limit: usize) -> Vec<usize> {
        self.solve_grids(grids, limit, Outcome::count)
    }

    /// See [`fill_batch`](super::fill_batch).
    pub fn fill_batch(&self, grids: &[Grid]) -> Vec<Option<Solution>> {
        self.solve_grids(grids, 1, Outcome::first_solution)
    }

    fn solve_grids<T>(&self, grids: &[Grid], limit: usize, keep: fn(&Outcome) -> T) -> Vec<T> {
        match &self.0 {
            Kind::Cpu(cpu) => cpu.solve_grids(grids, limit, keep),
            Kind::Device(device) => {
                let puzzles = grids.iter().map(|grid| grid.as_array().map(super::batch::candidates_of));
                collect(device.as_ref(), puzzles, limit, keep)
            }
        }
    }

    /// The answer for the puzzle of each position, in order.
    ///
    /// ```
    /// use ninefold::solve::Backend;
    /// use ninefold::{CandidateSet, Grid, Position};
    ///
    /// let positions = [Position::from(Grid::EMPTY), Position::from(CandidateSet::EMPTY)];
    /// let answers = Backend::cpu().solve_positions(&positions);
    /// assert_eq!(answers, positions.map(|position| position.solve()));
    /// ```
    pub fn solve_positions(&self, positions: &[Position]) -> Vec<Answer> {
        let mut answers = alloc::vec![Answer::NoSolution; positions.len()];
        self.solve_each(positions, |index, answer| answers[index] = answer);
        answers
    }

    /// Solves the puzzle of each position. `finish` is called once for each position, with its index, as soon as it is
    /// solved. The order of the calls is unspecified.
    ///
    /// ```
    /// use ninefold::solve::Backend;
    /// use ninefold::{Grid, Position};
    ///
    /// let positions = [Position::of_givens(Grid::EMPTY); 3];
    /// let mut unique = 0;
    /// Backend::cpu().solve_each(&positions, |_, answer| unique += usize::from(answer.is_unique()));
    /// assert_eq!(unique, 0);
    /// ```
    pub fn solve_each(&self, positions: &[Position], mut finish: impl FnMut(usize, Answer)) {
        self.outcomes(positions, 2, &mut |index, outcome| finish(index, outcome.answer()));
    }

    /// The number of solutions of each position's puzzle, each up to `limit`.
    pub fn count_positions(&self, positions: &[Position], limit: usize) -> Vec<usize> {
        let mut counts = alloc::vec![0; positions.len()];
        self.outcomes(positions, limit, &mut |index, outcome| counts[index] = outcome.count());
        counts
    }

    /// Counts the solutions of each position's puzzle, each up to `limit`. `finish` is called once for each position,
    /// with its index, as soon as they are counted. The order of the calls is unspecified.
    pub fn count_each(&self, positions: &[Position], limit: usize, mut finish: impl FnMut(usize, &Outcome)) {
        self.outcomes(positions, limit, &mut finish);
    }

    fn outcomes(&self, positions: &[Position], limit: usize, finish: &mut dyn FnMut(usize, &Outcome)) {
        match &self.0 {
            Kind::Cpu(cpu) => cpu.solve_positions::<false>(positions, limit, finish),
            Kind::Device(device) => {
                let puzzles: Vec<[u16; 81]> = positions.iter().map(cells).collect();
                device.solve_candidates(&puzzles, limit, finish);
            }
        }
    }

    /// The answer for the puzzle of each position and the work of its search, in order.
    ///
    /// The statistics depend only on the puzzle, not on the batch, the instruction set or the device: devices leave
    /// this to the CPU.
    pub fn solve_with_stats(&self, positions: &[Position]) -> Vec<Solved> {
        let nothing = Outcome::NOTHING.solved();
        let mut solved = alloc::vec![nothing; positions.len()];
        self.solve_each_with_stats(positions, |index, answer| solved[index] = answer);
        solved
    }

    /// Solves the puzzle of each position and counts the work of its search. `finish` is called once for each position,
    /// with its index, as soon as it is solved. The order of the calls is unspecified.
    pub fn solve_each_with_stats(&self, positions: &[Position], mut finish: impl FnMut(usize, Solved)) {
        let cpu = match &self.0 {
            Kind::Cpu(cpu) => *cpu,
            Kind::Device(_) => Cpu::best(),
        };
        cpu.solve_positions::<true>(positions, 2, &mut |index, outcome| finish(index, outcome.solved()));
    }

    /// See [`solve_bytes`](super::solve_bytes).
    pub fn solve_bytes<'a>(
        &self,
        puzzles: impl IntoIterator<Item = &'a [u8; 81]>,
        limit: usize,
        mut finish: impl FnMut(usize, &Outcome),
    ) {
        match &self.0 {
            Kind::Cpu(cpu) => {
                cpu.solve_bytes(puzzles, limit, finish);
            }
            Kind::Device(device) => {
                let puzzles: Vec<&[u8; 81]> = puzzles.into_iter().collect();
                device.solve_bytes(&puzzles, limit, &mut finish);
            }
        }
    }

    /// Answers questions until none is ready and none is being solved.
    pub(crate) fn ask(&self, questions: &mut impl Questions, limit: usize) {
        match &self.0 {
            Kind::Cpu(cpu) => cpu.ask(questions, limit),
            Kind::Device(device) => ask_in_rounds(device.as_ref(), questions, limit),
        }
    }
}

/// Solves all questions that are ready, then those that their answers make ready, until none is left.
fn ask_in_rounds(device: &dyn Device, questions: &mut impl Questions, limit: usize) {
    loop {
        let (mut numbers, mut puzzles) = (Vec::new(), Vec::new());
        let mut cells = [0; 81];
        while let Some(number) = questions.next(|cell, digits| cells[cell] = digits) {
            numbers.push(number);
            puzzles.push(cells);
        }
        if numbers.is_empty() {
            return;
        }
        device
            .solve_candidates(&puzzles, limit, &mut |index, outcome| questions.answer(numbers[index], outcome.count()));
    }
}

/// The candidates of each cell of a position's puzzle.
fn cells(position: &Position) -> [u16; 81] {
    let clues: Clues = position.clues();
    core::array::from_fn(|cell| clues.digits_in(Cell::from_index(cell)).to_bits())
}

fn collect<T>(
    device: &dyn Device,
    puzzles: impl Iterator<Item = [u16; 81]>,
    limit: usize,
    keep: fn(&Outcome) -> T,
) -> Vec<T> {
    let puzzles: Vec<[u16; 81]> = puzzles.collect();
    let mut kept: Vec<T> = puzzles.iter().map(|_| keep(&Outcome::NOTHING)).collect();
    device.solve_candidates(&puzzles, limit, &mut |index, outcome| kept[index] = keep(outcome));
    kept
}

impl Default for Backend {
    /// The best instruction set of this CPU.
    fn default() -> Backend {
        Backend::cpu()
    }
}

impl From<Cpu> for Backend {
    fn from(cpu: Cpu) -> Backend {
        Backend(Kind::Cpu(cpu))
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
