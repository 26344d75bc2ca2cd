//! An explainer: which techniques may be used, in which order; and the questions it answers about a position.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::finder::{FinderPlan, GO_ON, Limits};
use super::mistake::drop_seen;
use super::{Deduction, Facts, ParseTechniqueError, Path, PathEnd, Stages, Technique, TechniqueSet};
use crate::{Control, Mistake, Pencilmarks, ProvedPosition, Puzzle};

/// Which techniques may be used, in which order, and how far to search.
///
/// ```
/// use ninefold::explain::{Explainer, Technique};
/// use ninefold::{Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let puzzle = Puzzle::new(grid)?;
/// let path = Explainer::default().without(Technique::FullHouse).path(&puzzle);
/// assert!(path.is_solved());
/// assert!(path.steps().iter().all(|step| step.technique != Technique::FullHouse));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explainer {
    techniques: Vec<Technique>,
    limits: Limits,
    plan: FinderPlan,
}

impl Default for Explainer {
    /// The techniques that a path uses by default, easiest first.
    fn default() -> Explainer {
        Explainer::with_order(Technique::ALL.into_iter().filter(|technique| technique.is_default()))
    }
}

impl Explainer {
    /// These techniques, tried in this order.
    pub fn with_order(techniques: impl IntoIterator<Item = Technique>) -> Explainer {
        let techniques: Vec<Technique> = techniques.into_iter().collect();
        Explainer { plan: FinderPlan::new(techniques.iter().copied()), techniques, limits: Limits::DEFAULT }
    }

    /// All techniques of the table, easiest first.
    pub fn with_all() -> Explainer {
        Explainer::with_order(Technique::ALL)
    }

    /// The techniques for a list of all steps, easiest first: all of the table except those that are searched for only
    /// by name or as a last resort.
    pub fn for_all_steps() -> Explainer {
        let listed = |technique: &Technique| !technique.is_only_by_name() && !technique.is_last_resort();
        Explainer::with_order(Technique::ALL.into_iter().filter(listed))
    }

    /// The technique of a code of HoDoKu's regression library, found as the library counts it: `0300`, `0710-3` with its
    /// variant, `03111` for siamese fish of the code `0311`.
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
        let limits = Limits { siamese_fish, sets_in_grouped_chains: true, grave_eliminates: true, ..Limits::DEFAULT };
        Some(Explainer::with_order([technique]).with_limits(limits))
    }

    /// The technique of a name, a slug, or a HoDoKu code with or without a variant.
    ///
    /// # Errors
    /// When no technique has this name.
    pub fn named(name: &str) -> Result<Explainer, ParseTechniqueError> {
        match Explainer::from_code(name) {
            Some(explainer) => Ok(explainer),
            None => Ok(Explainer::with_order([name.parse()?])),
        }
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

    /// With other options of the search.
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

    /// Reports every deduction that the position allows, in order, until the receiver breaks or `control` stops.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use ninefold::explain::{Explainer, Facts};
    /// use ninefold::{Control, Grid, Puzzle};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let facts = Facts::from(&Puzzle::new(grid)?);
    /// let mut found = Vec::new();
    /// let _ = Explainer::for_all_steps().search(&facts, &mut Control::new(), |step| {
    ///     found.push(step);
    ///     if found.len() < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// });
    /// assert_eq!(found.len(), 10);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Breaks when the receiver did, or when it was stopped.
    pub fn search(
        &self,
        facts: &Facts,
        control: &mut Control<'_>,
        receive: impl FnMut(Deduction) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.plan.search(facts, &self.limits, control, receive)
    }

    /// Every deduction that the position allows, in stages: easiest techniques first, equal conclusions once.
    pub fn stages(&self, facts: Facts) -> Stages {
        Stages::new(facts, self.plan.clone(), self.limits.clone())
    }

    /// Every deduction that the position allows, in order. [`Explainer::stages`] lists equal conclusions once.
    pub fn all_steps(&self, facts: &Facts) -> Vec<Deduction> {
        let mut steps = Vec::new();
        let _ = self.search(facts, &mut Control::new(), |deduction| {
            steps.push(deduction);
            GO_ON
        });
        steps
    }

    /// The first deduction that the position allows.
    pub fn first_step(&self, facts: &Facts) -> Option<Deduction> {
        self.first_step_with(facts, &mut Control::new())
    }

    /// The first deduction that the position allows; nothing if `control` stopped the search.
    pub fn first_step_with(&self, facts: &Facts, control: &mut Control<'_>) -> Option<Deduction> {
        self.plan.first(facts, &self.limits, control)
    }

    /// The path from the givens towards the solution, as far as the techniques lead.
    pub fn path(&self, puzzle: &Puzzle) -> Path {
        self.path_from(Facts::from(puzzle), &mut Control::new())
    }

    /// The path from any position. `control` can stop it, and hears of each step.
    ///
    /// ```
    /// use ninefold::explain::{Explainer, Facts, PathEnd};
    /// use ninefold::{Control, Grid, Puzzle};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let start = Facts::from(&Puzzle::new(grid)?);
    /// let mut control = Control::new().stop_when(|| true);
    /// assert_eq!(Explainer::default().path_from(start, &mut control).outcome(), PathEnd::Stopped);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn path_from(&self, start: Facts, control: &mut Control<'_>) -> Path {
        let mut facts = start;
        let start = *facts.marks();
        let mut steps = Vec::new();
        while !facts.empty_cells().is_empty()
            && let Some(step) = self.first_step_with(&facts, control)
        {
            facts.apply(&step);
            steps.push(step);
            control.progress(steps.len() as u64, None);
        }
        let outcome = match facts.empty_cells().is_empty() {
            true => PathEnd::Solved,
            false if control.is_stopped() => PathEnd::Stopped,
            false => PathEnd::Stuck,
        };
        Path { start, end: *facts.marks(), givens: facts.givens(), steps, outcome }
    }

    /// The path from a position towards the solution: from what is placed and noted there. `control` can stop it.
    ///
    /// Techniques that rely on the solution being unique are left out if the position does not allow them.
    ///
    /// ```
    /// use ninefold::explain::Explainer;
    /// use ninefold::{Control, Grid, Pencilmarks, Position};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut marks = Pencilmarks::from(&grid);
    /// marks.eliminate("2r1c3".parse()?);
    /// let position = Position::of_digits_and_candidates(grid, marks.candidates()).prove()?;
    /// let path = Explainer::default().path_of_position(&position, &mut Control::new())?;
    /// assert!(path.is_solved());
    /// assert_eq!(path.positions().next().map(|(start, _)| start), Some(marks));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake in the position: no deduction from wrong pencilmarks is sound.
    pub fn path_of_position(&self, position: &ProvedPosition, control: &mut Control<'_>) -> Result<Path, Mistake> {
        let facts = Facts::of_position(position)?;
        Ok(self.allowed_in(position).path_from(facts, control))
    }

    /// The next step of a position. Mistakes come first.
    ///
    /// ```
    /// use ninefold::explain::{Explainer, NextStep, Technique};
    /// use ninefold::{Grid, Position};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let position = Position::of_givens(grid).prove()?;
    /// let NextStep::Step(step, _) = Explainer::default().next_step_of_position(&position) else { unreachable!() };
    /// assert_eq!(step.technique, Technique::HiddenSingle);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn next_step_of_position(&self, position: &ProvedPosition) -> NextStep {
        match Facts::of_position(position) {
            Ok(facts) => self.allowed_in(position).next(&facts),
            Err(mistake) => NextStep::Mistake(mistake),
        }
    }

    /// The same explainer, without techniques that rely on the solution being unique if the position does not allow them;
    /// see [`ProvedPosition::allows_uniqueness`].
    #[must_use]
    pub fn allowed_in(&self, position: &ProvedPosition) -> Explainer {
        match position.allows_uniqueness() {
            true => self.clone(),
            false => self.clone().without_uniqueness(),
        }
    }

    /// The next step of a position without known givens: the pencilmarks are all there is, and assumed to be right.
    ///
    /// There is no puzzle whose solution is known to be unique, so techniques that rely on that are left out.
    pub fn next_step_of_pencilmarks(&self, marks: &Pencilmarks) -> NextStep {
        let mut marks = *marks;
        drop_seen(&mut marks);
        let facts = Facts::new(marks, marks.placed().filled());
        self.clone().without_uniqueness().next(&facts)
    }

    /// The next step of a player's own position of this puzzle.
    ///
    /// Mistakes come first. Then the pencilmarks are tidied, see [`Facts::of_person`].
    ///
    /// ```
    /// use ninefold::explain::{Explainer, NextStep};
    /// use ninefold::{Grid, Pencilmarks, Puzzle};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut marks = Pencilmarks::from(grid);
    /// let puzzle = Puzzle::new(grid)?;
    /// assert!(matches!(Explainer::default().next_step(&puzzle, &marks), NextStep::Step(..)));
    /// marks.place("r1c3".parse()?, "1".parse()?);
    /// assert!(matches!(Explainer::default().next_step(&puzzle, &marks), NextStep::Mistake(_)));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn next_step(&self, puzzle: &Puzzle, marks: &Pencilmarks) -> NextStep {
        match Facts::of_person(puzzle, marks) {
            Ok(facts) => self.next(&facts),
            Err(mistake) => NextStep::Mistake(mistake),
        }
    }

    fn next(&self, facts: &Facts) -> NextStep {
        if facts.empty_cells().is_empty() {
            return NextStep::Solved;
        }
        match self.first_step(facts) {
            Some(deduction) => NextStep::Step(deduction, *facts.marks()),
            None => NextStep::Stuck,
        }
    }
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Something is wrong already.
    Mistake(Mistake),
    /// This follows from these pencilmarks: the player's own, tidied.
    Step(Deduction, Pencilmarks),
    /// No technique in use applies.
    Stuck,
    /// Nothing: the puzzle is solved.
    Solved,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::check::check_path;
    use crate::{Candidate, Cell, Grid};

    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SUBSETS: &str = "4......38.32.941...953..24.37.6.9..4.29..16.36.47.3.9.957..83....39..4..24..3.7.9";

    fn puzzle(line: &str) -> Puzzle {
        Puzzle::new(line.parse::<Grid>().unwrap()).unwrap()
    }

    #[test]
    fn paths_are_proved_step_by_step_and_end_at_the_solution() {
        // The scores are those of paths in HoDoKu's order.
        for (line, score) in [(EASY, 204), (SUBSETS, 270)] {
            let puzzle = puzzle(line);
            let path = Explainer::default().path(&puzzle);
            assert_eq!(check_path(&path, puzzle.solution()), Ok(()));
            assert_eq!(path.end().placed(), &Grid::from(*puzzle.solution()), "{line}");
            assert_eq!(path.score(), score, "{line}");
            let hodoku = [Technique::FullHouse, Technique::NakedSingle, Technique::LastDigit, Technique::HiddenSingle];
            let harder = Technique::ALL.into_iter().filter(|it| it.is_default() && !hodoku.contains(it));
            let path_of_hodoku = Explainer::with_order(hodoku.into_iter().chain(harder)).path(&puzzle);
            assert_eq!(path.score(), path_of_hodoku.score(), "the score does not depend on the order of singles");
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
        for technique in Technique::ALL {
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
        let start = *Facts::from(&puzzle).marks();
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
    fn a_player_without_pencilmarks_gets_the_same_step_as_one_with_all_of_them() {
        let puzzle = puzzle(EASY);
        let explainer = Explainer::default();
        let full = Facts::from(&puzzle);
        let none = Pencilmarks::new(*puzzle.givens(), crate::CandidateSet::EMPTY);
        let every = Pencilmarks::new(*puzzle.givens(), crate::CandidateSet::FULL);
        let expected = NextStep::Step(explainer.first_step(&full).unwrap(), *full.marks());
        assert_eq!(explainer.next_step(&puzzle, &none), expected);
        assert_eq!(explainer.next_step(&puzzle, &every), expected);
        let solved = Pencilmarks::from(&Grid::from(*puzzle.solution()));
        assert_eq!(explainer.next_step(&puzzle, &solved), NextStep::Solved);
    }
}
