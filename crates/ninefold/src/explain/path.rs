//! From the givens to the solution, and the questions a person asks on the way.
//!
//! A path is made of steps: the first deduction in the order of the techniques is carried out, and the search starts
//! again from the easiest technique. The score adds up the scores of the steps; the level is that of the hardest step,
//! lifted while the score is too high for it.

use alloc::vec::Vec;

use super::finder::{Flow, GO_ON, Limits, Plan};
use super::{Deduction, Level, Position, Technique, TechniqueSet};
use crate::{Cell, CellSet, Digit, Mistake, Pencilmarks, Puzzle};

/// Which techniques may be used, in which order, and how far to look.
///
/// ```
/// use ninefold::explain::{Explainer, Technique};
/// use ninefold::{Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let puzzle = Puzzle::new(grid).unwrap();
/// let without = Explainer::default().without(Technique::FullHouse).path(&puzzle);
/// assert!(without.is_solved());
/// assert!(without.steps().iter().all(|step| step.technique != Technique::FullHouse));
/// ```
#[derive(Clone, Debug)]
pub struct Explainer {
    techniques: Vec<Technique>,
    limits: Limits,
    plan: Plan,
}

impl Default for Explainer {
    /// The techniques that are on by default, easiest first.
    fn default() -> Explainer {
        Explainer::with_order(Technique::all().filter(|technique| technique.is_default()))
    }
}

impl Explainer {
    /// These techniques, tried in this order.
    pub fn with_order(techniques: impl IntoIterator<Item = Technique>) -> Explainer {
        let techniques: Vec<Technique> = techniques.into_iter().collect();
        Explainer { plan: Plan::new(techniques.iter().copied()), techniques, limits: Limits::DEFAULT }
    }

    /// All techniques of the table, easiest first.
    pub fn with_all() -> Explainer {
        Explainer::with_order(Technique::all())
    }

    /// The technique that a code of HoDoKu's regression library asks for, found as the library counts it: `0300`,
    /// `0710-3` with its variant, `03111` for siamese fish of the code `0311`.
    ///
    /// ```
    /// use ninefold::explain::{Explainer, Technique};
    ///
    /// let explainer = Explainer::from_code("03111").unwrap();
    /// assert!(explainer.techniques().contains(Technique::FinnedSwordfish));
    /// assert!(Explainer::from_code("9999").is_none());
    /// ```
    pub fn from_code(code: &str) -> Option<Explainer> {
        let number = code.split_once('-').map_or(code, |(number, _)| number);
        let technique = Technique::from_code(number.get(..4)?)?;
        let siamese_fish = match number.get(4..)? {
            "" => false,
            "1" => true,
            _ => return None,
        };
        Some(Explainer::with_order([technique]).with_limits(Limits { siamese_fish, sets_in_grouped_chains: true }))
    }

    /// One technique more, at its place in the table's order.
    #[must_use]
    pub fn with(self, technique: Technique) -> Explainer {
        let mut techniques = self.techniques;
        if !techniques.contains(&technique) {
            let place = techniques.iter().position(|other| *other > technique).unwrap_or(techniques.len());
            techniques.insert(place, technique);
        }
        Explainer { limits: self.limits, ..Explainer::with_order(techniques) }
    }

    /// One technique fewer.
    #[must_use]
    pub fn without(self, technique: Technique) -> Explainer {
        self.keep(|other| other != technique)
    }

    /// Without the techniques that rely on the solution being unique.
    #[must_use]
    pub fn without_uniqueness(self) -> Explainer {
        self.keep(|technique| !technique.relies_on_uniqueness())
    }

    /// With other limits on how far to look.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Explainer {
        Explainer { limits, ..self }
    }

    fn keep(self, keep: impl Fn(Technique) -> bool) -> Explainer {
        let kept = self.techniques.iter().copied().filter(|&technique| keep(technique));
        Explainer { limits: self.limits, ..Explainer::with_order(kept) }
    }

    /// The techniques in use.
    pub fn techniques(&self) -> TechniqueSet {
        self.techniques.iter().copied().collect()
    }

    /// Every deduction the position allows, in order, until the receiver breaks.
    ///
    /// # Errors
    /// Breaks when the receiver did.
    pub fn search(&self, position: &Position, receive: impl FnMut(Deduction) -> Flow) -> Flow {
        self.plan.search(position, &self.limits, receive)
    }

    /// Every deduction the position allows, in order.
    pub fn all_steps(&self, position: &Position) -> Vec<Deduction> {
        let mut steps = Vec::new();
        let _ = self.search(position, |deduction| {
            steps.push(deduction);
            GO_ON
        });
        steps
    }

    /// The first deduction the position allows.
    pub fn first_step(&self, position: &Position) -> Option<Deduction> {
        self.plan.first(position, &self.limits)
    }

    /// The way from the givens towards the solution, as far as the techniques go.
    pub fn path(&self, puzzle: &Puzzle) -> Path {
        let mut position = Position::from(puzzle);
        let start = *position.marks();
        let mut steps = Vec::new();
        while let Some(step) = self.first_step(&position) {
            position.apply(&step);
            steps.push(step);
        }
        Path { start, end: *position.marks(), givens: position.givens(), steps }
    }

    /// What a position without known givens allows next: pencilmarks are all there is, and taken at their word.
    ///
    /// Nothing is known of a puzzle whose solution would be unique, so techniques that rely on that are left out.
    pub fn next_step_of_pencilmarks(&self, marks: &Pencilmarks) -> NextStep {
        let mut marks = *marks;
        drop_seen(&mut marks);
        let position = Position::new(marks, marks.placed().filled());
        if position.empty_cells().is_empty() {
            return NextStep::Solved;
        }
        match self.clone().without_uniqueness().first_step(&position) {
            Some(deduction) => NextStep::Step(deduction, marks),
            None => NextStep::Stuck,
        }
    }

    /// What to do next in a person's own position of this puzzle.
    ///
    /// Mistakes come first; then the pencilmarks are tidied, see [`Position::of_person`].
    pub fn next_step(&self, puzzle: &Puzzle, marks: &Pencilmarks) -> NextStep {
        let position = match Position::of_person(puzzle, marks) {
            Ok(position) => position,
            Err(mistake) => return NextStep::Mistake(mistake),
        };
        if position.empty_cells().is_empty() {
            return NextStep::Solved;
        }
        match self.first_step(&position) {
            Some(deduction) => NextStep::Step(deduction, *position.marks()),
            None => NextStep::Stuck,
        }
    }
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Something is wrong already.
    Mistake(Mistake),
    /// This follows, from these pencilmarks: the person's own, tidied.
    Step(Deduction, Pencilmarks),
    /// No technique in use finds anything.
    Stuck,
    /// Nothing: the puzzle is solved.
    Solved,
}

/// Fills in empty cells without pencilmarks and drops candidates that a placed digit rules out; finds what is wrong.
pub(super) fn tidy(puzzle: &Puzzle, marks: &mut Pencilmarks) -> Option<Mistake> {
    let solution = puzzle.solution();
    for cell in Cell::all() {
        if let Some(placed) = marks.placed()[cell].filter(|&digit| digit != solution[cell]) {
            return Some(Mistake::Placement { cell, placed });
        }
    }
    let mut candidates = marks.candidates();
    for cell in marks.empty_cells() {
        if marks.digits_in(cell).is_empty() {
            candidates |= crate::CandidateSet::of_cell(cell, crate::DigitSet::FULL);
        } else if !marks.digits_in(cell).contains(solution[cell]) {
            return Some(Mistake::Elimination { cell, digit: solution[cell] });
        }
    }
    *marks = Pencilmarks::new(*marks.placed(), candidates);
    drop_seen(marks);
    None
}

/// Drops the candidates that a placed digit rules out.
pub(super) fn drop_seen(marks: &mut Pencilmarks) {
    let placed = *marks.placed();
    let mut candidates = marks.candidates();
    for digit in Digit::ALL {
        for cell in placed.cells_with(digit) {
            candidates -= crate::CandidateSet::of_digit(digit, cell.peers());
        }
    }
    *marks = Pencilmarks::new(placed, candidates);
}

/// Steps from the givens towards the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    start: Pencilmarks,
    end: Pencilmarks,
    givens: CellSet,
    steps: Vec<Deduction>,
}

impl Path {
    /// The steps.
    pub fn steps(&self) -> &[Deduction] {
        &self.steps
    }

    /// Each step with the pencilmarks it was found in.
    pub fn positions(&self) -> impl Iterator<Item = (Pencilmarks, &Deduction)> {
        let mut marks = self.start;
        self.steps.iter().map(move |step| {
            let before = marks;
            step.apply_to(&mut marks);
            (before, step)
        })
    }

    /// The cells whose digit was given.
    pub const fn givens(&self) -> CellSet {
        self.givens
    }

    /// The pencilmarks after the last step.
    pub const fn end(&self) -> &Pencilmarks {
        &self.end
    }

    /// Whether the path ends at the solution.
    pub fn is_solved(&self) -> bool {
        self.end.empty_cells().is_empty()
    }

    /// The hardest technique used: the highest level, then the highest score.
    pub fn hardest(&self) -> Option<Technique> {
        self.steps.iter().map(|step| step.technique).max_by_key(|t| (t.level(), t.score(), t.index()))
    }

    /// How often each technique was used, in the order of the table.
    pub fn counts(&self) -> Vec<(Technique, usize)> {
        let used: TechniqueSet = self.steps.iter().map(|step| step.technique).collect();
        let count = |technique| self.steps.iter().filter(|step| step.technique == technique).count();
        used.iter().map(|technique| (technique, count(technique))).collect()
    }

    /// The sum of the steps' scores.
    pub fn score(&self) -> u32 {
        self.steps.iter().map(|step| step.technique.score()).sum()
    }

    /// The level of the hardest step, lifted while the score is too high for it.
    pub fn level(&self) -> Level {
        let hardest = self.steps.iter().map(|step| step.technique.level()).max().unwrap_or(Level::Easy);
        let score = self.score();
        let enough = |level: &&Level| **level >= hardest && score <= level.max_score();
        *Level::ALL.iter().find(enough).unwrap_or(&Level::Extreme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::check::check_path;
    use crate::{Candidate, Grid};

    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SUBSETS: &str = "4......38.32.941...953..24.37.6.9..4.29..16.36.47.3.9.957..83....39..4..24..3.7.9";

    fn puzzle(line: &str) -> Puzzle {
        Puzzle::new(line.parse::<Grid>().unwrap()).unwrap()
    }

    #[test]
    fn paths_are_proved_step_by_step_and_end_at_the_solution() {
        for line in [EASY, SUBSETS] {
            let puzzle = puzzle(line);
            let path = Explainer::default().path(&puzzle);
            assert_eq!(check_path(&path, puzzle.solution()), Ok(()));
            assert_eq!(path.end().placed(), &Grid::from(*puzzle.solution()), "{line}");
            assert_eq!(path.score(), path.counts().iter().map(|(t, n)| t.score() * *n as u32).sum::<u32>());
        }
    }

    #[test]
    fn forbidden_techniques_are_not_used_and_the_order_is_obeyed() {
        let order = [Technique::HiddenSingle, Technique::NakedSingle];
        let path = Explainer::with_order(order).path(&puzzle(EASY));
        assert!(path.is_solved());
        assert!(path.steps().iter().all(|step| order.contains(&step.technique)));
        assert_eq!(path.steps()[0].technique, Technique::HiddenSingle);
        let explainer = Explainer::default().without(Technique::FullHouse).with(Technique::FullHouse);
        assert_eq!(explainer.techniques(), Explainer::default().techniques());
    }

    #[test]
    fn every_code_is_understood_with_variants_and_as_siamese_fish() {
        for technique in Technique::all() {
            let Some(code) = technique.code() else { continue };
            for variant in ["", "-1", "-2", "-3", "-4", "-x", "1", "1-1", "1-x"] {
                let explainer = Explainer::from_code(&alloc::format!("{code}{variant}"));
                assert_eq!(
                    explainer.map(|explainer| explainer.techniques()),
                    Some(technique.into()),
                    "{code}{variant}"
                );
            }
        }
        for nonsense in ["", "03", "xxxx", "0300x", "03002", "030011", "0705", "-1", "あいう"] {
            assert!(Explainer::from_code(nonsense).is_none(), "{nonsense}");
        }
    }

    #[test]
    fn a_wrong_placement_and_a_wrong_elimination_are_found_before_any_step() {
        let puzzle = puzzle(EASY);
        let explainer = Explainer::default();
        let start = *Position::from(&puzzle).marks();
        let cell: Cell = "r1c3".parse().unwrap();
        let right = puzzle.solution()[cell];
        for digit in start.digits_in(cell).without(right) {
            let mut wrong = start;
            wrong.place(cell, digit);
            let found = explainer.next_step(&puzzle, &wrong);
            assert_eq!(found, NextStep::Mistake(Mistake::Placement { cell, placed: digit }));
        }
        let mut wrong = start;
        wrong.eliminate(Candidate::new(cell, right));
        let found = explainer.next_step(&puzzle, &wrong);
        assert_eq!(found, NextStep::Mistake(Mistake::Elimination { cell, digit: right }));
    }

    #[test]
    fn a_person_without_pencilmarks_gets_the_same_step_as_one_with_all_of_them() {
        let puzzle = puzzle(EASY);
        let explainer = Explainer::default();
        let full = Position::from(&puzzle);
        let none = Pencilmarks::new(*puzzle.givens(), crate::CandidateSet::EMPTY);
        let every = Pencilmarks::new(*puzzle.givens(), crate::CandidateSet::FULL);
        let expected = NextStep::Step(explainer.first_step(&full).unwrap(), *full.marks());
        assert_eq!(explainer.next_step(&puzzle, &none), expected);
        assert_eq!(explainer.next_step(&puzzle, &every), expected);
        let solved = Pencilmarks::from(&Grid::from(*puzzle.solution()));
        assert_eq!(explainer.next_step(&puzzle, &solved), NextStep::Solved);
    }
}
