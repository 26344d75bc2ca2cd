//! Chains, almost locked sets and forcing: a position for each technique, and whole paths through hard puzzles.
//!
//! Every step that is found here on the way is proved by the checker, which shares no code with the finders.

use ninefold::explain::check::{Claim, check, check_path};
use ninefold::explain::{Explainer, Language, Level, Position, Technique};
use ninefold::{Candidate, Grid, Pencilmarks, Puzzle};

/// A position where a technique concludes something.
struct Case {
    technique: &'static str,
    /// The digits that are placed.
    placed: &'static str,
    /// What has been eliminated besides what the placed digits rule out.
    removed: &'static str,
    /// What one instance concludes, in players' notation.
    concludes: &'static str,
}

const CASES: &[Case] = &[
    Case {
        technique: "x-chain",
        placed: "9.75....652....1....19.....1.28.4.5..53...48.489.53............2.67.8...39.1...74",
        removed: "1r5c9 2r5c5 2r5c6 2r7c4 4r2c5 4r2c8 4r7c2 4r7c5 5r7c7 5r7c9 5r9c7 6r2c4 6r3c5 6r3c6 6r4c5 6r5c5 6r5c6 6r7c4 7r4c7 7r4c9 7r5c9 8r3c7",
        concludes: "-8r3c5",
    },
    Case {
        technique: "xy-chain",
        placed: "9.85..7411578943264.6.17.8.3...41..7...6..13.6.1...2..2194.5.73.6.....1.8.31....2",
        removed: "2r4c2 2r5c2 4r8c9 5r8c7 5r8c9 7r5c5 7r6c2 9r4c7",
        concludes: "-9r56c6 -9r8c4",
    },
    Case {
        technique: "continuous-nice-loop",
        placed: "9215.738....1.2....75389.12....187......53.6.....96..8894635...357821.4....974853",
        removed: "1r5c1 2r6c1 2r6c4 2r6c7 3r6c2 4r2c2 4r2c7 4r2c9 4r4c1 4r5c1 4r6c1 6r2c2 6r2c3 6r2c7 6r2c9 6r4c1 6r9c1",
        concludes: "-2r4c38 -2r5c3 -7r6c1 -9r2c9",
    },
    Case {
        technique: "discontinuous-nice-loop",
        placed: ".1..3..9.3.9.6.1..2...194..5.3..4.6.674......1.86.3..4..1926..7762351849935748612",
        removed: "5r1c7 5r2c8 5r3c8 5r3c9 5r5c7 5r5c8 5r5c9 8r2c4 8r3c8 8r3c9 8r4c4 8r5c4",
        concludes: "-2r1c6",
    },
    Case {
        technique: "aic",
        placed: "9.85..7411578943264.6.17.8.3...41..7...6..13.6.1...2..2194.5.73.6.....1.8.31....2",
        removed: "2r4c2 2r5c2 4r8c9 5r8c7 5r8c9 7r5c5 7r6c2 9r4c7",
        concludes: "-9r56c6 -9r8c4",
    },
    Case {
        technique: "grouped-continuous-nice-loop",
        placed: "9215.738....1.2....75389.12....187......53.6.....96..8894635...357821.4....974853",
        removed: "1r5c1 2r6c1 2r6c4 2r6c7 3r6c2 4r2c2 4r2c7 4r2c9 4r4c1 4r5c1 4r6c1 6r2c2 6r2c3 6r2c7 6r2c9 6r4c1 6r9c1",
        concludes: "-2r4c38 -2r5c3 -7r6c1 -9r2c9",
    },
    Case {
        technique: "grouped-discontinuous-nice-loop",
        placed: "..4.72..575..314.226.4598..81.94.72....286.4142.71.....9.124....4.36.2..6.259.134",
        removed: "3r5c3 3r6c3 5r5c3 6r6c7 6r6c8 6r7c9 7r8c8 9r5c7 9r6c3",
        concludes: "-7r7c3 -7r8c9",
    },
    Case {
        technique: "grouped-aic",
        placed: "9.85..7411578943264.6.17.8.3...41..7...6..13.6.1...2..2194.5.73.6.....1.8.31....2",
        removed: "2r4c2 2r5c2 4r8c9 5r8c7 5r8c9 7r5c5 7r6c2 9r4c7",
        concludes: "-9r8c46 -9r9c78",
    },
    Case {
        technique: "als-xz",
        placed: "921..7.8......2....75.89..2....187......53.6.....96..8894635...357821.4....974853",
        removed: "1r2c8 1r3c7 3r2c4 3r2c7 3r2c8 3r3c7 4r1c4 4r2c2 4r2c4 4r2c7 4r2c9 4r3c4 4r4c1 4r5c1 4r6c1 6r2c2 6r2c3 6r2c7 6r2c9 6r4c1 6r9c1",
        concludes: "-4r1c7 -6r1c7",
    },
    Case {
        technique: "als-xy-wing",
        placed: "9.85..7411578943264.6.17.8.3...41..7...6..13.6.1...2..2194.5.73.6.....1.8.31....2",
        removed: "2r4c2 2r5c2 4r8c9 5r8c7 5r8c9 7r5c5 7r6c2 9r4c7",
        concludes: "-9r56c6 -9r8c4",
    },
    Case {
        technique: "als-chain",
        placed: "..4.....575....4.226.4598..81.9..72....286.4142.71.....9........4.3..2..6.259.134",
        removed: "1r1c6 1r7c6 3r1c5 3r1c6 3r2c3 6r1c5 6r7c5 6r8c9 7r1c8 7r7c5 7r7c6 8r1c6 8r2c6 8r7c4 8r7c6",
        concludes: "-7r8c9",
    },
    Case {
        technique: "als-continuous-nice-loop",
        placed: "921..7.8......2....75.89..2....187......53.6.....96..8894635...357821.4....974853",
        removed: "1r2c8 1r3c7 3r2c4 3r2c7 3r2c8 3r3c7 4r1c4 4r2c2 4r2c4 4r2c7 4r2c9 4r3c4 4r4c1 4r5c1 4r6c1 6r2c2 6r2c3 6r2c7 6r2c9 6r4c1 6r9c1",
        concludes: "-1r7c8 -2r6c147 -3r6c2",
    },
    Case {
        technique: "als-discontinuous-nice-loop",
        placed: "..4.72..575..314.226.4598..81.94.72....286.4142.71.....9.124....4.36.2..6.259.134",
        removed: "3r5c3 3r6c3 5r5c3 6r6c7 6r6c8 6r7c9 9r5c7 9r6c3",
        concludes: "-7r8c9",
    },
    Case {
        technique: "als-aic",
        placed: ".1..3..9.3.9.6.1..2...194..5.3..4.6.674......1.86.3..4..1926..7762351849935748612",
        removed: "5r1c7 5r2c8 5r3c8 5r3c9 5r5c7 5r5c8 5r5c9 8r2c4 8r3c8 8r3c9 8r4c4 8r5c4",
        concludes: "-2r2c8 -2r456c7",
    },
    Case {
        technique: "death-blossom",
        placed: "921..7.8......2....75.89..2....187......53.6.....96..8894635...357821.4....974853",
        removed: "1r2c8 1r3c7 3r2c4 3r2c7 3r2c8 3r3c7 4r1c4 4r2c2 4r2c4 4r2c7 4r2c9 4r3c4 4r4c1 4r5c1 4r6c1 6r2c2 6r2c3 6r2c7 6r2c9 6r4c1 6r9c1",
        concludes: "-4r1c7 -6r1c7",
    },
    Case {
        technique: "kraken-fish-1",
        placed: "..4.72..575..314.226.4598..81.94.72....286.4142.71.....9.124....4.36.2..6.259.134",
        removed: "3r5c3 3r6c3 5r5c3 6r6c7 6r6c8 6r7c9 9r5c7 9r6c3",
        concludes: "-7r7c3",
    },
    Case {
        technique: "kraken-fish-2",
        placed: "..78.3.65.6.75.....8.62.7.....162..76..487..372.93561.87...69...36.9..7...2.78..6",
        removed: "1r1c2 3r2c8 4r2c8 4r4c8 4r7c8 4r9c1 5r4c1 5r4c3 5r5c3 5r9c1 5r9c2 5r9c7 9r2c1 9r2c3 9r2c8 9r3c1 9r3c3 9r3c8 9r4c1 9r4c2 9r5c2",
        concludes: "-4r7c9",
    },
    Case {
        technique: "forcing-chain-contradiction",
        placed: "..78.3.65.6.75.....8.62.7.....162..76..487..372.93561.87...69...36.9..7...2.78..6",
        removed: "1r1c2 3r2c8 4r2c8 4r4c8 4r7c8 4r9c1 5r4c1 5r4c3 5r5c3 5r9c1 5r9c2 5r9c7 9r2c1 9r2c3 9r2c8 9r3c1 9r3c3 9r3c8 9r4c1 9r4c2 9r5c2",
        concludes: "-5r5c8",
    },
    Case {
        technique: "forcing-chain-verity",
        placed: "..78.3.65.6.75.....8.62.7.....162..76..487..372.93561.87...69...36.9..7...2.78..6",
        removed: "1r1c2 3r2c8 4r2c8 4r4c8 4r7c8 4r9c1 5r4c1 5r4c3 5r5c3 5r9c1 5r9c2 5r9c7 9r2c1 9r2c3 9r2c8 9r3c1 9r3c3 9r3c8 9r4c1 9r4c2 9r5c2",
        concludes: "-5r5c8",
    },
];

fn position(case: &Case) -> Position {
    let placed: Grid = case.placed.parse().unwrap();
    let mut marks = Pencilmarks::from(&placed);
    for candidate in case.removed.split(' ') {
        assert!(marks.eliminate(candidate.parse::<Candidate>().unwrap()));
    }
    Position::new(marks, placed.filled())
}

#[test]
fn each_technique_draws_its_conclusion_and_every_instance_is_proved() {
    for case in CASES {
        let technique = Technique::from_slug(case.technique).unwrap();
        let position = position(case);
        let steps = Explainer::with_order([technique]).all_steps(&position);
        let solution = position.marks().solve();
        let claim = Claim { marks: position.marks(), givens: position.givens(), solution: solution.unique() };
        assert!(claim.solution.is_some(), "{}", case.technique);
        for step in &steps {
            assert_eq!(step.technique, technique);
            assert_eq!(check(step, &claim), Ok(()), "{} {}", case.technique, step.notation());
        }
        let found: Vec<String> = steps.iter().map(|step| step.notation()).collect();
        assert!(found.iter().any(|one| one == case.concludes), "{}: {found:?}", case.technique);
    }
}

#[test]
fn no_technique_tells_the_same_conclusion_twice() {
    for case in CASES {
        let technique = Technique::from_slug(case.technique).unwrap();
        let steps = Explainer::with_order([technique]).all_steps(&position(case));
        for (index, step) in steps.iter().enumerate() {
            let again = |other: &&ninefold::explain::Deduction| {
                (other.placements, other.eliminations) == (step.placements, step.eliminations)
            };
            assert!(!steps[..index].iter().any(|other| again(&other)), "{} {}", case.technique, step.notation());
        }
    }
}

#[test]
fn every_pattern_can_be_told_in_every_language_and_drawn() {
    for case in CASES {
        let technique = Technique::from_slug(case.technique).unwrap();
        let position = position(case);
        for step in Explainer::with_order([technique]).all_steps(&position) {
            for language in Language::ALL {
                let sentence = language.sentence(&step);
                assert!(!sentence.contains(['{', '}']) && sentence.chars().count() > 20, "{sentence}");
                let json: serde_json::Value = serde_json::from_str(&step.to_json(position.marks(), language)).unwrap();
                assert!(!json["view"]["candidates"].as_array().unwrap().is_empty(), "{sentence}");
            }
        }
    }
}

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
        hardest = hardest.max(path.level());
    }
    assert_eq!(hardest, Level::Extreme);
}

#[test]
fn all_chains_sets_and_forcing_steps_of_hard_positions_are_proved() {
    let mut steps = 0;
    let chains = Technique::all().filter(|technique| {
        let (code, slug) = (technique.code().unwrap_or_default(), technique.slug());
        code.starts_with("07") || code.starts_with("09") || code.starts_with("13") || slug.starts_with("als-")
    });
    let explainer = Explainer::with_order(chains);
    for puzzle in puzzles().skip(150).step_by(12) {
        let path = Explainer::default().path(&puzzle);
        let hard = |(_, step): &(Pencilmarks, _)| -> bool {
            let step: &&ninefold::explain::Deduction = step;
            step.technique.level() >= Level::Unfair
        };
        for (marks, _) in path.positions().filter(hard).step_by(5) {
            let claim = Claim { marks: &marks, givens: path.givens(), solution: Some(puzzle.solution()) };
            for step in explainer.all_steps(&Position::new(marks, path.givens())) {
                assert_eq!(check(&step, &claim), Ok(()), "{} {}", puzzle.givens(), step.notation());
                steps += 1;
            }
        }
    }
    assert!(steps > 1000, "{steps}");
}
