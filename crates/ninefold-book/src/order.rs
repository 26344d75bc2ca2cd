//! The chapters of an order of generated puzzles and exercises: "20 easy, 10 hard, 12 x-wing".

use std::error::Error;
use std::fmt;
use std::time::Instant;

use ninefold::explain::Technique;
use ninefold::generate::{Order, OrderKind, Ordered, Practice};
use ninefold::{Control, Language, StoppedError};

use crate::{Book, Chapter, Entry, words};

impl Book {
    /// Generates the puzzles of an order: each part becomes a chapter. The same seed gives the same puzzles.
    ///
    /// # Errors
    /// If `control` stopped it, or if no position of a technique is found for [`Practice::PATIENCE`].
    pub fn chapters_of_order(
        order: &Order,
        seed: u64,
        language: Language,
        control: &mut Control<'_>,
    ) -> Result<Vec<Chapter>, OrderError> {
        let heading = |&(_, kind): &(usize, OrderKind)| match kind {
            OrderKind::Level(level) => words::of(language).level(Some(level)).to_owned(),
            OrderKind::Technique(technique) => language.name(technique).to_owned(),
            _ => String::new(),
        };
        let mut chapters: Vec<Chapter> =
            order.parts().iter().map(|part| Chapter { heading: heading(part), entries: Vec::new() }).collect();
        let mut search = order.search(seed);
        let (mut done, total) = (0, order.len() as u64);
        while let Some(part) = search.part() {
            let technique = match order.parts()[part] {
                (_, OrderKind::Technique(technique)) => Some(technique),
                _ => None,
            };
            let begin = Instant::now();
            let is_rare = || technique.is_some() && begin.elapsed() > Practice::PATIENCE;
            let mut one = Control::new().stop_when(|| control.should_stop() || is_rare());
            let found = search.next_with(&mut one);
            drop(one);
            chapters[part].entries.push(match (found, technique) {
                (Some(Ordered::Puzzle(puzzle)), _) => Entry::explained(puzzle),
                (Some(Ordered::Exercise(exercise)), _) => Entry::practice(*exercise),
                (_, Some(technique)) if !control.is_stopped() => {
                    return Err(OrderError::Rare { technique, found: search.found() });
                }
                _ => return Err(OrderError::Stopped),
            });
            done += 1;
            control.progress(done, Some(total));
        }
        Ok(chapters)
    }
}

/// Why the puzzles were not generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderError {
    /// The search was stopped.
    Stopped,
    /// Too few positions of a technique were found in the time for one.
    Rare {
        /// The technique.
        technique: Technique,
        /// How many were found.
        found: usize,
    },
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderError::Stopped => StoppedError.fmt(f),
            OrderError::Rare { technique, found } => {
                write!(f, "random puzzles rarely need the technique {}: found {found} positions", technique.slug())
            }
        }
    }
}

impl Error for OrderError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subject;

    #[test]
    fn each_part_is_a_chapter_with_its_heading_and_a_control_stops_it() {
        let order: Order = "2 naked-pair, 1 easy".parse().unwrap();
        let mut done = Vec::new();
        let mut control = Control::new().on_progress(|progress| done.push((progress.done, progress.total)));
        let chapters = Book::chapters_of_order(&order, 4, Language::ENGLISH, &mut control).unwrap();
        drop(control);
        assert_eq!(done, [(1, Some(3)), (2, Some(3)), (3, Some(3))]);
        assert_eq!((&*chapters[0].heading, &*chapters[1].heading), ("Naked Pair", "Easy"));
        assert_eq!(chapters[0].entries.len(), 2);
        for entry in &chapters[0].entries {
            let Subject::Exercise(exercise) = &entry.subject else { panic!("no exercise") };
            assert_eq!(exercise.deduction.technique, Technique::NakedPair);
            assert_eq!(entry.first_step(Language::ENGLISH), Some(Language::ENGLISH.sentence(&exercise.deduction)));
        }
        assert!(matches!(chapters[1].entries[0].subject, Subject::Puzzle(_)));
        let stopped = &mut Control::new().stop_when(|| true);
        let stopped = Book::chapters_of_order(&order, 4, Language::ENGLISH, stopped);
        assert_eq!(stopped.unwrap_err(), OrderError::Stopped);
    }
}
