//! The most probable reading that is a puzzle.
//!
//! The network gives each cell a probability for each digit and for no given. The best of each alone is usually the
//! puzzle. When it is not (a house with two 5s, two solutions), other readings follow in the order of their
//! probability until one has exactly one solution:
//!
//! ```text
//! changes, cheapest first:   a: r4c7 6 -> 8    b: r1c2 empty -> 1    c: r9c9 3 -> 5 ...
//! sets of changes:           {} {a} {b} {a b} {c} {a c} ...   cost = sum of what each change costs
//! ```
//!
//! A reading with a digit twice in a house is refused without solving. The search continues a little after the first
//! puzzle: the other puzzles found, weighted by their probability, say how certain each cell is.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use ninefold::{Cell, Digit, Grid, Puzzle};

use crate::network::{OTHER, Probabilities};

/// The probability of no given (0) and of each given digit (1 to 9).
pub(crate) type Belief = [f32; 10];

/// The least probability of anything: no network is surer than that.
const FLOOR: f32 = 1e-5;
/// The most sets of changes looked at, and the most of them solved.
const MOST_SETS: usize = 20_000;
const MOST_SOLVED: usize = 300;
/// The least logarithm of the probability of the best of each cell alone that is worth a search.
const HOPELESS: f32 = -45.0;
/// How much less probable than the best a reading may be to count, as a logarithm.
const SPAN: f32 = 6.0;
/// The most that one change may cost: a cell that clear is not misread.
const DEAREST: f32 = 9.0;

/// What the network's classes say about the givens: written digits and marks are not given.
pub(crate) fn belief(classes: &Probabilities) -> Belief {
    let mut belief = [0.0; 10];
    for (class, &p) in classes.iter().enumerate() {
        let given = if (1..OTHER).contains(&class) { class } else { 0 };
        belief[given] += p;
    }
    let total: f32 = belief.iter().map(|p| p.max(FLOOR)).sum();
    belief.map(|p| p.max(FLOOR) / total)
}

/// The chosen givens and how certain each cell is.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// The puzzle, if a reading that is one was found.
    pub(crate) puzzle: Option<Puzzle>,
    /// The givens of the puzzle, or the best of each cell alone.
    pub(crate) givens: Grid,
    /// The beliefs once readings that are no puzzle are excluded.
    pub(crate) beliefs: Vec<Belief>,
    /// The logarithm of the probability of the givens.
    pub(crate) log_probability: f32,
}

/// One change of one cell.
#[derive(Clone, Copy, Debug)]
struct Change {
    cell: usize,
    digit: usize,
    cost: f32,
}

/// Changes by their places in the sorted list, ascending; cheapest set first out of the heap.
#[derive(Clone, Debug)]
struct Set {
    cost: f32,
    changes: Vec<u16>,
}

impl PartialEq for Set {
    fn eq(&self, other: &Set) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Set {}

impl PartialOrd for Set {
    fn partial_cmp(&self, other: &Set) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Set {
    fn cmp(&self, other: &Set) -> Ordering {
        other.cost.total_cmp(&self.cost).then_with(|| other.changes.cmp(&self.changes))
    }
}

/// Finds the most probable reading with exactly one solution.
pub(crate) fn choose(beliefs: &[Belief]) -> Choice {
    let best: Vec<usize> = beliefs.iter().map(most).collect();
    let base: f32 = beliefs.iter().zip(&best).map(|(belief, &digit)| belief[digit].ln()).sum();
    let mut changes: Vec<Change> = Vec::new();
    for (cell, (belief, &chosen)) in beliefs.iter().zip(&best).enumerate() {
        for (digit, &p) in belief.iter().enumerate() {
            let cost = (belief[chosen] / p).ln();
            if digit != chosen && cost < DEAREST {
                changes.push(Change { cell, digit, cost });
            }
        }
    }
    changes.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut found: Vec<(Puzzle, f32)> = Vec::new();
    let mut heap = BinaryHeap::from([Set { cost: 0.0, changes: Vec::new() }]);
    let most_sets = if base < HOPELESS { 1 } else { MOST_SETS };
    let (mut sets, mut solved) = (0, 0);
    while let Some(set) = heap.pop() {
        sets += 1;
        let first = found.first().map(|f| f.1);
        if sets > most_sets || solved > MOST_SOLVED || first.is_some_and(|first| set.cost > first + SPAN) {
            break;
        }
        let last = set.changes.last().map_or(0, |&last| usize::from(last) + 1);
        if let Some(next) = changes.get(last) {
            // The set with the next change added, and the set with its last change replaced by the next one: every
            // set is made once, and never before a cheaper one.
            let mut more = set.changes.clone();
            more.push(last as u16);
            heap.push(Set { cost: set.cost + next.cost, changes: more });
            if let Some((&replaced, others)) = set.changes.split_last() {
                let mut other = others.to_vec();
                other.push(last as u16);
                heap.push(Set { cost: set.cost - changes[usize::from(replaced)].cost + next.cost, changes: other });
            }
        }
        let mut digits = best.clone();
        let mut changed = 0u128;
        let twice = set.changes.iter().any(|&index| {
            let change = changes[usize::from(index)];
            digits[change.cell] = change.digit;
            let twice = changed >> change.cell & 1 == 1;
            changed |= 1 << change.cell;
            twice
        });
        if twice || repeats(&digits) {
            continue;
        }
        solved += 1;
        if let Ok(puzzle) = Puzzle::new(grid(&digits)) {
            found.push((puzzle, set.cost));
        }
    }
    let Some(&(puzzle, cost)) = found.first() else {
        return Choice { puzzle: None, givens: grid(&best), beliefs: beliefs.to_vec(), log_probability: base };
    };
    // A part of the belief in each cell comes from the puzzles found, weighted by their probability.
    let mut after = vec![[0.0f32; 10]; 81];
    let mut total = 0.0;
    for (puzzle, other) in &found {
        let weight = (cost - other).exp();
        total += weight;
        for cell in Cell::all() {
            after[cell.index()][puzzle.givens()[cell].map_or(0, |digit| usize::from(digit.get()))] += weight;
        }
    }
    for belief in after.iter_mut().flatten() {
        *belief /= total;
    }
    Choice { puzzle: Some(puzzle), givens: *puzzle.givens(), beliefs: after, log_probability: base - cost }
}

/// The most probable of a belief.
fn most(belief: &Belief) -> usize {
    (0..10).max_by(|&a, &b| belief[a].total_cmp(&belief[b])).unwrap_or(0)
}

fn grid(digits: &[usize]) -> Grid {
    Grid::from_fn(|cell| Digit::new(digits[cell.index()] as u8))
}

/// Whether a house holds a digit twice.
fn repeats(digits: &[usize]) -> bool {
    let mut houses = [0u16; 27];
    digits.iter().enumerate().any(|(cell, &digit)| {
        let (row, col) = (cell / 9, cell % 9);
        let bit = 1u16 << digit;
        digit != 0
            && [row, 9 + col, 18 + row / 3 * 3 + col / 3].into_iter().any(|house| {
                let twice = houses[house] & bit != 0;
                houses[house] |= bit;
                twice
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Beliefs that are sure of these givens.
    fn sure() -> Vec<Belief> {
        let givens: Grid = PUZZLE.parse().expect("a grid");
        Cell::all()
            .map(|cell| {
                let mut belief = [FLOOR; 10];
                belief[givens[cell].map_or(0, |digit| usize::from(digit.get()))] = 1.0 - 9.0 * FLOOR;
                belief
            })
            .collect()
    }

    /// Between two contents of a cell, in parts of one.
    fn between(first: usize, p: f32, second: usize) -> Belief {
        let mut belief = [FLOOR; 10];
        belief[first] = p;
        belief[second] = 1.0 - p;
        belief
    }

    #[test]
    fn sure_cells_are_the_puzzle() {
        let choice = choose(&sure());
        assert_eq!(choice.givens.to_string(), PUZZLE);
        assert!(choice.puzzle.is_some());
    }

    /// r1c1 looks like a 3, which r1c2 is already: its second choice, 5, is the puzzle.
    #[test]
    fn repeated_digit_yields_to_the_second_choice() {
        let mut beliefs = sure();
        beliefs[0] = between(3, 0.8, 5);
        let choice = choose(&beliefs);
        assert_eq!(choice.givens.to_string(), PUZZLE);
        assert!(choice.beliefs[0][5] > 0.9, "only one of the readings is a puzzle: {:?}", choice.beliefs[0]);
    }

    /// The cheapest of several changes that give a puzzle is made, and the cell stays doubtful.
    #[test]
    fn most_probable_puzzle_is_chosen() {
        let mut beliefs = sure();
        // Without the 5 the grid may still be a puzzle; both readings are, so the network decides.
        beliefs[0] = between(0, 0.4, 5);
        let choice = choose(&beliefs);
        assert_eq!(choice.givens.to_string(), PUZZLE);
        let grid: Grid = format!(".{}", &PUZZLE[1..]).parse().expect("a grid");
        if Puzzle::new(grid).is_ok() {
            assert!((0.3..0.5).contains(&choice.beliefs[0][0]), "{:?}", choice.beliefs[0]);
        }
    }

    #[test]
    fn hopeless_beliefs_end_without_a_puzzle() {
        let mut belief = [0.1; 10];
        belief[0] = 0.1001;
        let choice = choose(&vec![belief; 81]);
        assert!(choice.puzzle.is_none());
        assert_eq!(choice.givens, Grid::EMPTY);
    }

    /// Written digits and marks are not givens.
    #[test]
    fn only_printed_digits_are_believed_given() {
        let mut classes = [0.0; crate::network::CLASSES];
        (classes[4], classes[OTHER + 4], classes[OTHER], classes[0]) = (0.5, 0.2, 0.1, 0.2);
        let belief = belief(&classes);
        assert!((belief[4] - 0.5).abs() < 1e-3 && (belief[0] - 0.5).abs() < 1e-3, "{belief:?}");
    }
}
