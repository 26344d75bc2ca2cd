//! Chains, almost locked sets and forcing: whole paths of hard puzzles, and all steps at their positions.
//!
//! The checker, which shares no code with the finders, proves every step found here.

use std::collections::BTreeSet;

use ninefold::explain::check::{Claim, check, check_path};
use ninefold::explain::{Deduction, Explainer, Facts, Level, Technique};
use ninefold::{Grid, Puzzle};

fn puzzles() -> impl Iterator<Item = Puzzle> {
    let lines = include_str!("golden/explain-puzzles.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Puzzle::new(line.parse::<Grid>().unwrap()).unwrap())
}

#[test]
fn hard_puzzles_are_solved_by_logic_and_every_step_is_proved() {
    let mut hardest = Level::Easy;
    for puzzle in puzzles() {
        let path = Explainer::default().path(&puzzle);
        assert_eq!(check_path(&path, puzzle.solution()), Ok(()), "{}", puzzle.givens());
        assert!(path.is_solved(), "{}", puzzle.givens());
        hardest = hardest.max(path.level().unwrap_or(Level::Easy));
    }
    assert_eq!(hardest, Level::Extreme);
}

#[test]
fn all_chains_sets_and_forcing_steps_of_hard_positions_are_proved_and_listed_once() {
    let mut steps = 0;
    let chains = Technique::ALL.into_iter().filter(|technique| {
        let (code, slug) = (technique.code().unwrap_or_default(), technique.slug());
        code.starts_with("07") || code.starts_with("09") || code.starts_with("13") || slug.starts_with("als-")
    });
    let explainer = Explainer::with_order(chains);
    for puzzle in puzzles().skip(150).step_by(12) {
        let path = Explainer::default().path(&puzzle);
        let hard = |step: &Deduction| step.technique.level() >= Level::Unfair;
        for (marks, _) in path.positions().filter(|(_, step)| hard(step)).step_by(5) {
            let claim = Claim { marks: &marks, givens: path.givens(), solution: Some(puzzle.solution()) };
            let mut listed = BTreeSet::new();
            for step in explainer.all_steps(&Facts::new(marks, path.givens())) {
                assert_eq!(check(&step, &claim), Ok(()), "{} {}", puzzle.givens(), step.notation());
                let new = listed.insert((step.technique, step.placements, step.eliminations));
                assert!(new, "{:?} twice: {}", step.technique, step.notation());
                steps += 1;
            }
        }
    }
    assert!(steps > 1000, "{steps}");
}
