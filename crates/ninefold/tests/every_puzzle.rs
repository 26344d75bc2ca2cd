//! Every puzzle with one solution is solved by steps that are proved; nets with lemmas are proved and measured.

use ninefold::explain::check::{Claim, ProofError, check, check_path};
use ninefold::explain::{Because, Branch, Deduction, Explainer, Facts, Forcing, NextStep, Pattern, Technique};
use ninefold::rate::Se;
use ninefold::{Candidate, CandidateSet, Control, Grid, Pencilmarks, Position, Puzzle};

const INKALA_2012: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const AI_ESCARGOT: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
const GOLDEN_NUGGET: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
/// Needs assumptions nested three deep.
const LOKI: &str = "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";

fn puzzle(line: &str) -> Puzzle {
    Puzzle::new(line.parse::<Grid>().unwrap()).unwrap()
}

fn forcing(step: &Deduction) -> Option<&Forcing> {
    match &step.pattern {
        Pattern::Forcing(forcing) => Some(forcing),
        _ => None,
    }
}

#[test]
fn the_puzzles_people_try_first_are_solved_and_every_step_is_proved() {
    for line in [INKALA_2012, AI_ESCARGOT, GOLDEN_NUGGET, LOKI] {
        let puzzle = puzzle(line);
        let path = Explainer::default().path(&puzzle);
        assert!(path.is_solved(), "{line}");
        assert!(path.level().is_some());
        assert_eq!(check_path(&path, puzzle.solution()), Ok(()), "{line}");
        let depth = path.steps().iter().filter_map(forcing).map(Forcing::depth).max();
        assert!(line != LOKI || depth >= Some(2), "a lemma has a lemma");
    }
}

#[test]
fn named_patterns_come_before_nets() {
    let path = Explainer::default().path(&puzzle(INKALA_2012));
    let first = |technique| path.steps().iter().position(|step| step.technique == technique);
    let sectors = first(Technique::MultiSectorLockedSets).expect("a multi-sector locked set");
    assert!(path.steps()[sectors].eliminations.len() >= 15);
    for net in [Technique::ForcingNetContradiction, Technique::ForcingNetVerity, Technique::NestedForcingNet] {
        assert!(first(net).is_none_or(|net| net > sectors));
    }
}

#[test]
fn a_path_that_does_not_end_has_no_level() {
    let path = Explainer::with_order([Technique::NakedSingle]).path(&puzzle(INKALA_2012));
    assert!(!path.is_solved());
    assert_eq!(path.level(), None);
}

#[test]
fn any_position_of_a_puzzle_is_solved() {
    let puzzle = puzzle(AI_ESCARGOT);
    let explainer = Explainer::default();
    let path = explainer.path(&puzzle);
    // Half solved, and the candidates alone.
    let (half, _) = path.positions().nth(path.steps().len() / 2).unwrap();
    let of_marks = Position::of_digits_and_candidates(*half.placed(), half.candidates());
    let placed: CandidateSet = half.placed().placements().map(|(cell, digit)| Candidate::new(cell, digit)).collect();
    let all = half.candidates() | placed;
    for position in [of_marks, Position::of_candidates(all)] {
        let proved = position.prove().unwrap();
        let path = explainer.path_of_position(&proved, &mut Control::new()).unwrap();
        assert!(path.is_solved());
        assert_eq!(check_path(&path, proved.solution()), Ok(()));
    }
}

#[test]
fn a_position_with_many_solutions_ends_without_a_step() {
    let next = Explainer::default().next_step_of_pencilmarks(&Pencilmarks::FULL);
    assert_eq!(next, NextStep::Stuck);
}

/// The first step of a path with a lemma, and the position before it.
fn with_lemma(line: &str) -> (Pencilmarks, Deduction) {
    let path = Explainer::default().path(&puzzle(line));
    let nested = |(_, step): &(Pencilmarks, &Deduction)| forcing(step).is_some_and(|forcing| forcing.depth() > 0);
    let (marks, step) = path.positions().find(nested).expect("a net with a lemma");
    (marks, step.clone())
}

#[test]
fn a_lemma_is_proved_from_what_it_is_given_and_nothing_else() {
    let (marks, step) = with_lemma(AI_ESCARGOT);
    let claim = Claim { marks: &marks, givens: Facts::from(&puzzle(AI_ESCARGOT)).givens(), solution: None };
    assert_eq!(check(&step, &claim), Ok(()));
    let tampered = |change: &dyn Fn(&mut Branch)| {
        let mut step = step.clone();
        let Pattern::Forcing(forcing) = &mut step.pattern else { unreachable!() };
        change(&mut forcing.branches[0]);
        check(&step, &claim)
    };
    assert_eq!(tampered(&|_| {}), Ok(()));
    let wrong: [&dyn Fn(&mut Branch); 4] = [
        &|branch| branch.lemmas[0].given = CandidateSet::FULL,
        &|branch| branch.lemmas[0].proof.branches[0].impossible = None,
        &|branch| branch.lemmas[0].proof.branches[0].inferences.truncate(1),
        &|branch| branch.lemmas.clear(),
    ];
    for change in wrong {
        assert!(matches!(tampered(change), Err(ProofError::Pattern(_))));
    }
}

#[test]
fn the_size_counts_the_inferences_of_lemmas_too() {
    let (_, step) = with_lemma(AI_ESCARGOT);
    let branch = &forcing(&step).unwrap().branches[0];
    let of_lemmas: usize = branch.lemmas.iter().map(|lemma| lemma.proof.implications()).sum();
    assert_eq!(step.size().implications, branch.inferences.len() + of_lemmas);
    let used = branch.inferences.iter().filter(|inference| matches!(inference.because, Because::Lemma(_))).count();
    assert!(used >= branch.lemmas.len(), "every lemma is used");
}

#[test]
fn the_steps_of_the_rating_are_deductions_with_proofs() {
    let lines = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "57..8.4.........3...32..1.5...4.8........5...2.7.....19.1.....4.8.7.9.....2....6.",
        "...58.6......2....974.......16...8...4.9...7.5............6...8.5.4...1...2.9.4..",
        AI_ESCARGOT,
    ];
    for line in lines {
        let puzzle = puzzle(line);
        let se = Se::new(&puzzle);
        let (trace, path) = se.explained(&mut Control::new());
        assert_eq!(trace, se.trace(), "explaining changes no step");
        assert!(path.is_solved());
        if let Err(error) = check_path(&path, puzzle.solution()) {
            panic!("{line}: {error}: {}", trace.steps[error.step]);
        }
        for (rated, step) in trace.steps.iter().zip(path.steps()) {
            assert_eq!(rated.placement, step.placements.first());
            assert_eq!(rated.eliminations, step.eliminations);
        }
    }
}

#[test]
fn nested_nets_alone_solve_a_puzzle() {
    let puzzle = puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let path = Explainer::with_order([Technique::NestedForcingNet, Technique::NakedSingle]).path(&puzzle);
    assert!(path.is_solved());
    assert_eq!(check_path(&path, puzzle.solution()), Ok(()));
    assert!(path.steps().iter().any(|step| step.technique == Technique::NestedForcingNet));
}
