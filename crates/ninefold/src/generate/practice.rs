//! Practice: positions in which a technique is the next step.
//!
//! Each position lies on the path of a random minimal puzzle. The path uses the default techniques, and the techniques that
//! are practised, each at its place in their order. The first step of the path by one of these is the exercise: no easier
//! technique in use applies there.
//!
//! ```text
//!   puzzle 0   singles, pairs, singles                       no exercise
//!   puzzle 1   singles, pair, x-wing, singles                the position before the x-wing
//!   puzzle 2   ...
//! ```

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::time::Duration;

use super::Generator;
use crate::explain::{Deduction, Explainer, Facts, Technique};
use crate::{Control, Pencilmarks, Position, Puzzle};

/// Finds positions in which a technique is the next step.
///
/// ```
/// use ninefold::explain::Technique;
/// use ninefold::generate::Practice;
///
/// let practice = Practice::new(Technique::NakedPair);
/// let exercise = practice.exercises(1).next().unwrap();
/// assert_eq!(exercise.deduction.technique, Technique::NakedPair);
/// assert!(!exercise.deduction.eliminations.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Practice {
    techniques: Vec<Technique>,
    explainer: Explainer,
    generator: Generator,
}

/// A position and the step that it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The puzzle whose path has the position.
    pub puzzle: Puzzle,
    /// The number of the puzzle among those of the seed, from 0.
    pub number: u64,
    /// The pencilmarks of the position.
    pub marks: Pencilmarks,
    /// The next step.
    pub deduction: Deduction,
}

impl Exercise {
    /// The position, with the givens of the puzzle and all pencilmarks as notes.
    pub fn position(&self) -> Position {
        Position::of_player(*self.puzzle.givens(), *self.marks.placed(), Some(self.marks.candidates()))
    }
}

impl Practice {
    /// By default, front ends end a search that finds no exercise for so long.
    pub const PATIENCE: Duration = Duration::from_secs(60);

    /// Practice of this technique.
    pub fn new(technique: Technique) -> Practice {
        Practice::of([technique])
    }

    /// Practice of several techniques, such as those of a lesson: one of them is the next step.
    pub fn of(techniques: impl IntoIterator<Item = Technique>) -> Practice {
        let techniques: Vec<Technique> = techniques.into_iter().collect();
        let explainer = techniques.iter().fold(Explainer::default(), |explainer, &technique| explainer.with(technique));
        Practice { techniques, explainer, generator: Generator::of_any_puzzle() }
    }

    /// The techniques.
    pub fn techniques(&self) -> &[Technique] {
        &self.techniques
    }

    /// The exercises of a seed. A seed produces the same exercises on every machine.
    ///
    /// A technique that random puzzles rarely need may take long or for ever: [`Exercises::next_with`] can be stopped.
    pub fn exercises(&self, seed: u64) -> Exercises<'_> {
        Exercises { practice: Cow::Borrowed(self), seed, examined: 0, puzzles: Vec::new() }
    }

    /// The same exercises, which own the practice.
    pub fn into_exercises(self, seed: u64) -> Exercises<'static> {
        Exercises { practice: Cow::Owned(self), seed, examined: 0, puzzles: Vec::new() }
    }

    /// The first position of the puzzle's path in which one of the techniques is the next step.
    fn position(&self, puzzle: &Puzzle, control: &mut Control<'_>) -> Option<(Pencilmarks, Deduction)> {
        let mut facts = Facts::from(puzzle);
        while let Some(step) = self.explainer.first_step_with(&facts, control) {
            if self.techniques.contains(&step.technique) {
                return Some((*facts.marks(), step));
            }
            facts.apply(&step);
        }
        None
    }
}

/// The exercises of a seed, one after another.
#[derive(Clone, Debug)]
pub struct Exercises<'a> {
    practice: Cow<'a, Practice>,
    seed: u64,
    examined: u64,
    /// Generated puzzles that have not been examined, the next one last.
    puzzles: Vec<Puzzle>,
}

/// How many puzzles are generated at once: side by side is faster, and the first exercise should not wait long.
const BATCH: u64 = 64;

impl Exercises<'_> {
    /// How many puzzles have been examined.
    pub const fn examined(&self) -> u64 {
        self.examined
    }

    /// The next exercise; nothing if `control` stopped the search. Progress is the number of puzzles examined.
    pub fn next_with(&mut self, control: &mut Control<'_>) -> Option<Exercise> {
        while !control.should_stop() {
            let Some(puzzle) = self.puzzles.pop() else {
                let numbers = self.examined..self.examined + BATCH;
                let batch = self.practice.generator.batch(self.seed, numbers, control);
                self.puzzles = batch.into_iter().map_while(Result::ok).collect();
                self.puzzles.reverse();
                continue;
            };
            let found = self.practice.position(&puzzle, control);
            if control.is_stopped() {
                break;
            }
            let number = self.examined;
            self.examined += 1;
            control.progress(self.examined, None);
            if let Some((marks, deduction)) = found {
                return Some(Exercise { puzzle, number, marks, deduction });
            }
        }
        None
    }
}

impl Iterator for Exercises<'_> {
    type Item = Exercise;

    fn next(&mut self) -> Option<Exercise> {
        self.next_with(&mut Control::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::check::{Claim, check};

    #[test]
    fn an_exercise_is_proved_its_step_comes_next_and_nothing_easier_is_left() {
        for technique in [Technique::HiddenSingle, Technique::Pointing, Technique::XWing, Technique::WxyzWing] {
            let practice = Practice::new(technique);
            for exercise in practice.exercises(7).take(3) {
                let Exercise { puzzle, marks, deduction, .. } = &exercise;
                assert_eq!(deduction.technique, technique);
                let givens = puzzle.givens().filled();
                let claim = Claim { marks, givens, solution: Some(puzzle.solution()) };
                assert_eq!(check(deduction, &claim), Ok(()), "{puzzle}");
                let easier = Technique::ALL.into_iter().filter(|it| it.is_default() && it.order() < technique.order());
                let facts = Facts::new(*marks, givens);
                assert_eq!(Explainer::with_order(easier).first_step(&facts), None, "{puzzle}");
                // What is written as JSON is the same position again.
                let proved = exercise.position().prove().expect("one solution");
                assert_eq!(proved.marks(), Ok(*marks));
            }
        }
    }

    #[test]
    fn a_lesson_of_several_techniques_has_exercises_of_each() {
        let lesson = [Technique::NakedPair, Technique::NakedTriple];
        let practice = Practice::of(lesson);
        assert_eq!(practice.techniques(), lesson);
        let found: Vec<Technique> =
            practice.exercises(3).take(12).map(|exercise| exercise.deduction.technique).collect();
        assert!(lesson.iter().all(|technique| found.contains(technique)), "{found:?}");
        assert!(found.iter().all(|technique| lesson.contains(technique)), "{found:?}");
    }

    #[test]
    fn a_seed_produces_the_same_exercises_again_and_a_control_stops_the_search() {
        let practice = Practice::new(Technique::XyWing);
        let two: Vec<Exercise> = practice.exercises(5).take(2).collect();
        assert!(two[0].number < two[1].number);
        assert_eq!(practice.exercises(5).take(2).collect::<Vec<_>>(), two);
        let mut exercises = practice.exercises(5);
        assert_eq!(exercises.next_with(&mut Control::new().stop_when(|| true)), None);
        assert_eq!(exercises.examined(), 0);
        assert_eq!(exercises.next(), two.first().cloned());
    }
}
