//! One test runner for all solvers.
//!
//! A solver is an entry in [`solvers`]. All solvers get the same cases: isomorphs of seeds, mutated puzzles, near-empty
//! grids, candidates without givens. The answers must obey the rule, keep the givens, and agree with the oracle. To add
//! a solver, add an entry; to add a case, add a seed.
//!
//! Solvers are called with batches: batch solvers are tested as they are used, and solvers of single grids get the
//! grids one by one.

mod cases;
mod oracle;
#[path = "../times/mod.rs"]
mod times;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;

use cases::{MANY, Random, SEEDS, mutate, puzzles, thinned};
use ninefold::solve::naive::{self, Observer, Order};
use ninefold::solve::{Backend, Cpu, propagation};
use ninefold::symmetry::Transform;
use ninefold::{Answer, Candidate, CandidateSet, Cell, DigitSet, Grid, Pencilmarks, Solution};

type Answers<Question> = Box<dyn Fn(&[Question]) -> Vec<Answer>>;
type Counts<Question> = Box<dyn Fn(&[Question], usize) -> Vec<usize>>;

/// Declares the tests. They are listed as well, for programs without a test harness: on WebAssembly there is none with the
/// flags of the page.
macro_rules! tests {
    ($($name:ident)*) => {
        mod run {
            $(#[test]
            fn $name() {
                super::$name();
            })*
        }

        #[allow(dead_code)]
        pub(crate) const ALL: &[fn()] = &[$($name),*];
    };
}

tests! {
    seeds_have_the_known_number_of_solutions
    a_few_grids_take_every_path_through_the_engines
    isomorphs_of_seeds_get_the_same_answer
    mutants_agree_with_the_oracle_first_quarter
    mutants_agree_with_the_oracle_second_quarter
    mutants_agree_with_the_oracle_third_quarter
    mutants_agree_with_the_oracle_fourth_quarter
    random_parts_of_solutions_agree_with_the_oracle
    near_empty_grids_are_counted_up_to_a_limit
    answers_do_not_depend_on_the_batch_or_the_engine
    solving_commutes_with_symmetry
    the_counts_for_each_digit_of_a_cell_add_up_to_the_count
    the_least_obvious_contradiction_is_found
    the_iterator_returns_each_solution_once_and_is_fused
    the_iterator_is_lazy
    pencilmarks_agree_with_the_oracle
    a_grid_and_its_pencilmarks_have_the_same_solutions
    published_puzzles_agree_with_the_oracle
}

/// A solver under test.
struct Solver {
    name: String,
    /// Whether it only gets cases that the naive solver finishes within its limit.
    slow: bool,
    grids: (Answers<Grid>, Counts<Grid>),
    /// For solvers that accept candidates.
    pencilmarks: Option<(Answers<Pencilmarks>, Counts<Pencilmarks>)>,
}

// `fn solvers() -> Vec<Solver>`: every solver under test. Other crates run these tests on solvers of their own.
include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/solvers/list.rs"));

impl Solver {
    /// The number of cases that the solver gets. The portable engines take ten times as long as the others in a build for
    /// tests: if there are others, they get a tenth of many cases, and all of a few.
    fn part(&self, cases: usize) -> usize {
        let others = Cpu::available().count() > 1;
        if others && cases > FEW && self.name.ends_with("portable") { (cases / 10).max(FEW) } else { cases }
    }
}

/// Every solver gets at least this number of cases.
const FEW: usize = 200;

/// All solvers of the library.
#[allow(dead_code)]
fn solvers_of_the_library() -> Vec<Solver> {
    let mut solvers = vec![
        Solver {
            name: "naive".to_owned(),
            slow: true,
            grids: one_by_one(naive::solve, naive::count),
            pencilmarks: None,
        },
        Solver {
            name: "naive, column by column".to_owned(),
            slow: true,
            grids: one_by_one(|grid| answer(&by_columns(grid, 2)), |grid, limit| by_columns(grid, limit).len()),
            pencilmarks: None,
        },
        Solver {
            name: "propagation".to_owned(),
            slow: true,
            grids: one_by_one(|grid| answer(&by_propagation(grid, 2)), |grid, limit| by_propagation(grid, limit).len()),
            pencilmarks: None,
        },
    ];
    for cpu in Cpu::available() {
        solvers.push(Solver {
            name: format!("search, {cpu}"),
            slow: false,
            grids: one_by_one(move |grid| cpu.solve(grid), move |grid, limit| cpu.solutions(grid).take(limit).count()),
            pencilmarks: Some(one_by_one(Pencilmarks::solve, Pencilmarks::count)),
        });
        solvers.push(Solver {
            name: format!("lanes, {cpu}"),
            slow: false,
            grids: (
                Box::new(move |grids| Backend::from(cpu).solve_batch(grids)),
                Box::new(move |grids, limit| count_from_bytes(&Backend::from(cpu), grids, limit)),
            ),
            pencilmarks: None,
        });
    }
    solvers
}

/// Counts from bytes, and checks that each grid is reported once, with a first solution that has its givens.
fn count_from_bytes(backend: &Backend, grids: &[Grid], limit: usize) -> Vec<usize> {
    let lines: Vec<[u8; 81]> = grids.iter().map(Grid::to_bytes).collect();
    let mut counts = vec![None; grids.len()];
    backend.solve_bytes(lines.iter(), limit, |number, outcome| {
        let (count, first) = (outcome.count(), outcome.first());
        assert_eq!(counts[number].replace(count), None, "each grid is reported once: {}", grids[number]);
        assert_eq!(first.is_some(), count > 0, "a solution is reported if there is one: {}", grids[number]);
        if let Some(first) = first {
            let first: Grid = std::str::from_utf8(first).expect("digits are ASCII").parse().expect("81 digits");
            assert!(Solution::new(first).is_ok(), "{}", grids[number]);
            assert_eq!(first.restricted_to(grids[number].filled()), grids[number]);
        }
    });
    counts.into_iter().map(|count| count.expect("every grid is reported")).collect()
}

/// A solver of single questions, called once for each.
fn one_by_one<Question: 'static>(
    answer: impl Fn(&Question) -> Answer + 'static,
    count: impl Fn(&Question, usize) -> usize + 'static,
) -> (Answers<Question>, Counts<Question>) {
    (
        Box::new(move |questions| questions.iter().map(&answer).collect()),
        Box::new(move |questions, limit| questions.iter().map(|question| count(question, limit)).collect()),
    )
}

fn by_columns(grid: &Grid, limit: usize) -> Vec<Solution> {
    match limit {
        0 => Vec::new(),
        _ => oracle::naive(grid, Order::Columns, limit, usize::MAX).expect("there is no limit"),
    }
}

fn by_propagation(grid: &Grid, limit: usize) -> Vec<Solution> {
    struct Collector(Vec<Solution>, usize);
    impl Observer for Collector {
        fn solved(&mut self, solution: Solution) -> ControlFlow<()> {
            self.0.push(solution);
            if self.0.len() < self.1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }
    let mut found = Collector(Vec::new(), limit);
    if limit > 0 {
        let _ = propagation::search(grid, &mut found);
    }
    found.0
}

fn answer(solutions: &[Solution]) -> Answer {
    match *solutions {
        [] => Answer::NoSolution,
        [only] => Answer::Unique(only),
        [first, second, ..] => Answer::Multiple(first, second),
    }
}

/// A grid and the answer of the oracle.
#[derive(Clone)]
struct Case {
    grid: Grid,
    /// The first solutions, at most as many as the limit the case was made with.
    solutions: Vec<Solution>,
    /// Whether the naive solver finishes within its limit, in both orders.
    quick: bool,
}

impl Case {
    /// Runs the oracle and the naive solver, which must agree if the naive one finishes within this many placements.
    fn new(grid: Grid, limit: usize, placements: usize) -> Case {
        let solutions = oracle::solutions(&grid, limit);
        let mut quick = true;
        for order in [Order::Rows, Order::Columns] {
            match oracle::naive(&grid, order, limit, placements) {
                Some(found) => {
                    assert_eq!(found.len(), solutions.len(), "the oracles disagree about {grid}");
                    if found.len() < limit {
                        let [found, solutions] = [&found, &solutions].map(|list| list.iter().collect::<HashSet<_>>());
                        assert_eq!(found, solutions, "the oracles disagree about {grid}");
                    }
                }
                None => quick = false,
            }
        }
        Case { grid, solutions, quick }
    }
}

/// Checks every solver with its part of the cases, in batches of this size, and counts up to each of these limits.
fn check(cases: &[Case], batch: usize, limits: &[usize]) {
    for solver in solvers() {
        let part = &cases[..solver.part(cases.len())];
        let asked: Vec<&Case> = part.iter().filter(|case| case.quick || !solver.slow).collect();
        for chunk in asked.chunks(batch) {
            let grids: Vec<Grid> = chunk.iter().map(|case| case.grid).collect();
            let answers = solver.grids.0(&grids);
            assert_eq!(answers.len(), grids.len(), "{} answers every grid of a batch", solver.name);
            for (case, answer) in chunk.iter().zip(&answers) {
                check_answer(&solver.name, &case.grid, answer, &case.solutions, |cell| match case.grid[cell] {
                    Some(given) => given.into(),
                    None => DigitSet::FULL,
                });
            }
            // Large counts add little, and take a minute in WebAssembly.
            for &limit in limits.iter().filter(|&&limit| !cfg!(target_family = "wasm") || limit <= 300) {
                let expected: Vec<usize> = chunk.iter().map(|case| case.solutions.len().min(limit)).collect();
                let counts = solver.grids.1(&grids, limit);
                for ((case, count), expected) in chunk.iter().zip(&counts).zip(&expected) {
                    assert_eq!(count, expected, "{} counts up to {limit}: {}", solver.name, case.grid);
                }
                assert_eq!(counts.len(), expected.len(), "{} counts every grid of a batch", solver.name);
            }
        }
    }
}

/// The answer agrees with the known solutions (two of them are enough), and uses only the allowed digits of each cell.
fn check_answer(
    solver: &str,
    question: &dyn std::fmt::Debug,
    answer: &Answer,
    solutions: &[Solution],
    allowed: impl Fn(Cell) -> DigitSet,
) {
    let valid = |solution: &Solution| {
        assert_eq!(Solution::new((*solution).into()).as_ref(), Ok(solution), "{solver} obeys the rule: {question:?}");
        for cell in Cell::all() {
            assert!(allowed(cell).contains(solution[cell]), "{solver} keeps the givens in {cell}: {question:?}");
        }
    };
    match (answer, solutions) {
        (Answer::NoSolution, []) => {}
        (Answer::Unique(found), [only]) => {
            valid(found);
            assert_eq!(found, only, "{solver} finds the only solution: {question:?}");
        }
        (Answer::Multiple(first, second), [_, _, ..]) => {
            valid(first);
            valid(second);
            assert_ne!(first, second, "{solver} returns two different solutions: {question:?}");
        }
        _ => panic!("{solver} returns {answer:?}, the oracle found {}: {question:?}", solutions.len()),
    }
}

/// The number of cases. WebAssembly has one thread, and gets a part of them.
fn many(cases: usize) -> usize {
    if cfg!(target_family = "wasm") { cases.div_ceil(50) } else { times::times(cases) }
}

/// Whether the cases of a kind are enough. Runs with few cases, as in WebAssembly, are not checked for this.
fn is_enough(share: usize, least: usize) -> bool {
    many(least) < least || share > many(least)
}

/// The limit on the naive solver's placements for one case out of thousands.
const BOUND: usize = 5_000;

/// Prints how many cases the naive solver finished, and checks that they are at least this many per cent.
fn check_naive_share(cases: &[Case], percent: usize) {
    let quick = cases.iter().filter(|case| case.quick).count();
    println!("the naive solver finished {quick} of {} cases", cases.len());
    assert!(quick * 100 >= cases.len() * percent, "{quick} of {}", cases.len());
}

fn seeds_have_the_known_number_of_solutions() {
    let mut cases = Vec::new();
    for seed in SEEDS {
        let case = Case::new(seed.grid(), MANY, 200_000);
        assert_eq!(case.solutions.len(), seed.solutions, "{}", seed.name);
        cases.push(case);
    }
    check(&cases, 7, &[0, 1, 2, 3, 10, MANY - 1, MANY]);
    check_naive_share(&cases, 50);
}

/// Also run by Miri, where a pass takes a second: there it only gets a nearly complete grid that needs a guess, and one
/// without a solution.
fn a_few_grids_take_every_path_through_the_engines() {
    let names = ["a rectangle of two digits", "complete but for one cell, one digit wrong", "two solutions", "Cheese"];
    let names = if cfg!(miri) { &names[..2] } else { &names };
    let seeds: Vec<_> = SEEDS.iter().filter(|seed| names.contains(&seed.name)).collect();
    assert_eq!(seeds.len(), names.len());
    // More grids than there are lanes.
    let copies = if cfg!(miri) { 1 } else { 20 };
    let (grids, counts): (Vec<Grid>, Vec<usize>) =
        seeds.iter().cycle().take(copies * seeds.len()).map(|seed| (seed.grid(), seed.solutions.min(2))).unzip();
    for solver in solvers().iter().filter(|solver| !solver.slow) {
        assert_eq!(solver.grids.1(&grids, 2), counts, "{}", solver.name);
        for (answer, &count) in solver.grids.0(&grids).iter().zip(&counts) {
            let found = match answer {
                Answer::NoSolution => 0,
                Answer::Unique(_) => 1,
                Answer::Multiple(..) => 2,
            };
            assert_eq!(found, count, "{}", solver.name);
        }
    }
}

fn isomorphs_of_seeds_get_the_same_answer() {
    let mut random = Random(1);
    let mut cases = Vec::new();
    for seed in SEEDS {
        let known = oracle::solutions(&seed.grid(), 5);
        for _ in 0..many(40) {
            let transform = random.transform();
            let case = Case::new(transform.apply(&seed.grid()), 5, BOUND);
            assert_eq!(case.solutions.len(), known.len(), "{}", seed.name);
            if let [only] = known[..] {
                assert_eq!(case.solutions, [transform.apply(&only)], "{}", seed.name);
            }
            cases.push(case);
        }
    }
    random.shuffle(&mut cases);
    check(&cases, 64, &[1, 2, 5]);
}

/// A quarter of the mutants: the quarters run on several cores. `NINEFOLD_TIMES=10` generates 160,000 in all.
fn check_mutants(seed: u64) {
    let (puzzles, mut random) = (puzzles(), Random(seed));
    let mut cases: Vec<Case> = (0..many(4_000))
        .map(|_| {
            let (grid, solution) = random.pick(&puzzles);
            let transform = random.transform();
            let (grid, solution) = (transform.apply(&grid), transform.apply(&solution));
            Case::new(mutate(&grid, &solution, &mut random), 5, MUTANT_BOUND)
        })
        .collect();
    for solutions in 0..=5 {
        let share = cases.iter().filter(|case| case.solutions.len() == solutions).count();
        assert!(is_enough(share, 6), "only {share} cases with {solutions} solutions");
    }
    check(&cases, 1000, &[1, 2, 5]);
    // Other neighbouring lanes and other batches: a few at a time, and all together. Cases that the naive solver
    // finishes are easy for all solvers.
    random.shuffle(&mut cases);
    cases.retain(|case| !case.quick);
    cases.truncate(many(400));
    check(&cases, 1 + random.below(100), &[1, 2, 5]);
    check(&cases, cases.len(), &[1, 2, 5]);
}

/// The limit on the naive solver's placements for one mutant out of thousands.
const MUTANT_BOUND: usize = 1_000;

fn mutants_agree_with_the_oracle_first_quarter() {
    check_mutants(2);
}

fn mutants_agree_with_the_oracle_second_quarter() {
    check_mutants(12);
}

fn mutants_agree_with_the_oracle_third_quarter() {
    check_mutants(22);
}

fn mutants_agree_with_the_oracle_fourth_quarter() {
    check_mutants(32);
}

fn random_parts_of_solutions_agree_with_the_oracle() {
    let (puzzles, mut random) = (puzzles(), Random(3));
    let cases: Vec<Case> = (0..many(4_000))
        .map(|_| {
            let solution = random.transform().apply(&random.pick(&puzzles).1);
            let givens = 20 + random.below(40);
            let grid = thinned(&solution, givens, &mut random);
            let grid = if random.once_in(3) { grid } else { mutate(&grid, &solution, &mut random) };
            Case::new(grid, 5, BOUND)
        })
        .collect();
    check(&cases, 333, &[1, 2, 5]);
    check_naive_share(&cases, 75);
}

fn near_empty_grids_are_counted_up_to_a_limit() {
    let (puzzles, mut random) = (puzzles(), Random(4));
    let mut far = vec![Case::new(Grid::EMPTY, 10_000, 1_000_000)];
    let mut near = Vec::new();
    for givens in 0..=17 {
        for i in 0..many(2) {
            let solution = random.transform().apply(&random.pick(&puzzles).1);
            let grid = thinned(&solution, givens, &mut random);
            if i == 0 && givens % 3 == 0 {
                far.push(Case::new(grid, 3_000, BOUND));
            }
            near.push(Case::new(grid, 300, BOUND));
            near.push(Case::new(mutate(&grid, &solution, &mut random), 300, BOUND));
        }
    }
    check(&far[..1], 1, &[0, 1, 2, 5, 10_000]);
    check(&far[1..], far.len(), &[3_000]);
    check(&near, 16, &[1, 2, 5, 300]);
}

/// This includes which two of several solutions are returned.
fn answers_do_not_depend_on_the_batch_or_the_engine() {
    let (puzzles, mut random) = (puzzles(), Random(5));
    let grids: Vec<Grid> = (0..many(1500))
        .map(|_| {
            let (grid, solution) = random.pick(&puzzles);
            let transform = random.transform();
            mutate(&transform.apply(&grid), &transform.apply(&solution), &mut random)
        })
        .collect();
    let one_by_one: Vec<Answer> = grids.iter().map(Grid::solve).collect();
    for solver in solvers().iter().filter(|solver| !solver.slow) {
        let (answers, counts) = &solver.grids;
        let grids = &grids[..solver.part(grids.len())];
        let one_by_one = &one_by_one[..grids.len()];
        let alone: Vec<Answer> = grids.iter().flat_map(|grid| answers(&[*grid])).collect();
        assert_eq!(alone, one_by_one, "{} returns the answers of Grid::solve", solver.name);
        let counted: Vec<usize> = grids.iter().flat_map(|grid| counts(&[*grid], 5)).collect();
        assert_eq!(answers(&[]), [], "{}", solver.name);
        for size in [1, 2, 15, 16, 17, 100, grids.len()] {
            let mut order: Vec<usize> = (0..grids.len()).collect();
            random.shuffle(&mut order);
            for chunk in order.chunks(size) {
                let batch: Vec<Grid> = chunk.iter().map(|&i| grids[i]).collect();
                let expected: Vec<Answer> = chunk.iter().map(|&i| alone[i]).collect();
                assert_eq!(answers(&batch), expected, "{} in batches of {size}", solver.name);
                let expected: Vec<usize> = chunk.iter().map(|&i| counted[i]).collect();
                assert_eq!(counts(&batch, 5), expected, "{} in batches of {size}", solver.name);
            }
        }
    }
}

fn solving_commutes_with_symmetry() {
    let (puzzles, mut random) = (puzzles(), Random(6));
    for solver in solvers().iter().filter(|solver| !solver.slow) {
        let (answers, counts) = &solver.grids;
        for (grid, solution) in &puzzles {
            let transforms: Vec<Transform> = (0..many(60)).map(|_| random.transform()).collect();
            let images: Vec<Grid> = transforms.iter().map(|transform| transform.apply(grid)).collect();
            for (transform, answer) in transforms.iter().zip(answers(&images)) {
                let expected = Answer::Unique(transform.apply(solution));
                assert_eq!(answer, expected, "{}: {}", solver.name, transform.apply(grid));
            }
            // The answer of a mutant is not known, but all isomorphs have the same number of solutions.
            let mutant = mutate(grid, solution, &mut random);
            let images: Vec<Grid> = transforms.iter().map(|transform| transform.apply(&mutant)).collect();
            let counts = counts(&images, 50);
            assert!(counts.iter().all(|&count| count == counts[0]), "{}: {mutant}", solver.name);
        }
    }
}

/// Each solution has one digit in the cell. This needs no oracle, and covers the contradictions of the hardest puzzles.
fn the_counts_for_each_digit_of_a_cell_add_up_to_the_count() {
    let mut random = Random(7);
    for solver in solvers().iter().filter(|solver| !solver.slow) {
        for seed in SEEDS.iter().filter(|seed| seed.solutions < MANY) {
            let grid = random.transform().apply(&seed.grid());
            for cell in !grid.filled() {
                let fixed: Vec<Grid> = ninefold::Digit::ALL
                    .map(|digit| {
                        let mut fixed = grid;
                        fixed[cell] = Some(digit);
                        fixed
                    })
                    .into();
                let total: usize = solver.grids.1(&fixed, MANY).iter().sum();
                assert_eq!(total, seed.solutions, "{}: the digits of {cell} in {grid}", solver.name);
            }
        }
    }
}

/// Seventeen givens without a solution and with a very large search tree. From Peter Norvig's essay on solving every
/// Sudoku, where it takes 24 minutes.
fn the_least_obvious_contradiction_is_found() {
    let grid = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    for solver in solvers().iter().filter(|solver| !solver.slow) {
        assert_eq!(solver.grids.0(&[grid.parse().unwrap()]), [Answer::NoSolution], "{}", solver.name);
    }
}

fn the_iterator_returns_each_solution_once_and_is_fused() {
    for seed in SEEDS {
        let grid = seed.grid();
        let mut iterator = grid.solutions();
        let found: Vec<Solution> = iterator.by_ref().take(MANY).collect();
        assert_eq!(found.len(), grid.count(MANY), "{}", seed.name);
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len(), "{}: each once", seed.name);
        assert!(found.iter().all(|solution| Cell::all().all(|c| grid[c].is_none_or(|given| given == solution[c]))));
        if seed.solutions < MANY {
            assert_eq!([iterator.next(), iterator.next()], [None, None], "{}: fused", seed.name);
            let all: HashSet<Solution> = oracle::solutions(&grid, MANY).into_iter().collect();
            assert_eq!(found.into_iter().collect::<HashSet<_>>(), all, "{}", seed.name);
        }
    }
}

fn the_iterator_is_lazy() {
    // The empty grid has 6,670,903,752,021,072,936,960 solutions.
    let first: HashSet<Solution> = Grid::EMPTY.solutions().take(20_000).collect();
    assert_eq!(first.len(), 20_000);
    assert_eq!(Pencilmarks::FULL.solutions().take(1000).count(), 1000);
}

/// Candidates with or without this solution, and some placed digits.
fn random_pencilmarks(solution: &Solution, random: &mut Random) -> Pencilmarks {
    // Out of a thousand wrong candidates this many are present: from nearly solved puzzles to many solutions.
    let density = 30 + random.below(600);
    let mut candidates: CandidateSet =
        Candidate::all().filter(|c| solution[c.cell()] == c.digit() || random.below(1000) < density).collect();
    for _ in 0..random.below(3) * random.below(3) {
        let cell = random.cell();
        candidates.remove(Candidate::new(cell, solution[cell]));
    }
    let mut placed = Grid::EMPTY;
    if random.once_in(2) {
        let share = 1 + random.below(20);
        placed = Grid::from_fn(|cell| random.once_in(share).then_some(solution[cell]));
        if random.once_in(8) {
            placed[random.cell()] = Some(random.digit());
        }
    }
    if random.once_in(2) {
        return Pencilmarks::new(placed, candidates);
    }
    // As in the notes of a player: placed digits are eliminated from the peers.
    let mut marks = Pencilmarks::from(candidates);
    for (cell, digit) in placed.placements() {
        marks.place(cell, digit);
    }
    marks
}

fn pencilmarks_agree_with_the_oracle() {
    let (puzzles, mut random) = (puzzles(), Random(8));
    let mut cases: Vec<Pencilmarks> = (0..many(4_000))
        .map(|_| {
            let solution = random.transform().apply(&random.pick(&puzzles).1);
            random_pencilmarks(&solution, &mut random)
        })
        .collect();
    cases.extend([Pencilmarks::FULL, Pencilmarks::from(CandidateSet::EMPTY)]);
    // The seeds, as placed digits with their candidates, and as candidates only.
    for grid in SEEDS.iter().map(cases::Seed::grid) {
        cases.push(Pencilmarks::from(&grid));
        cases.push(Pencilmarks::new(grid, CandidateSet::FULL));
        let given = |c: &Candidate| grid[c.cell()].is_none_or(|digit| digit == c.digit());
        cases.push(Pencilmarks::from(Candidate::all().filter(given).collect::<CandidateSet>()));
    }
    let known: Vec<Vec<Solution>> = cases.iter().map(|marks| oracle::solutions_of_pencilmarks(marks, 20)).collect();
    for (least, most) in [(0, 0), (1, 1), (2, 2), (3, 19), (20, 20)] {
        let share = known.iter().filter(|solutions| (least..=most).contains(&solutions.len())).count();
        assert!(is_enough(share, 80), "only {share} cases with {least} to {most} solutions");
    }
    let all = solvers();
    for (solver, (answers, counts)) in
        all.iter().filter_map(|solver| Some((solver.name.as_str(), solver.pencilmarks.as_ref()?)))
    {
        for (batch, known) in cases.chunks(100).zip(known.chunks(100)) {
            for ((marks, answer), solutions) in batch.iter().zip(answers(batch)).zip(known) {
                check_answer(solver, marks, &answer, solutions, |cell| match marks.placed()[cell] {
                    Some(digit) => digit.into(),
                    None => marks.digits_in(cell),
                });
            }
            for limit in [0, 1, 2, 5, 20] {
                let expected: Vec<usize> = known.iter().map(|solutions| solutions.len().min(limit)).collect();
                for ((marks, count), expected) in batch.iter().zip(counts(batch, limit)).zip(expected) {
                    assert_eq!(count, expected, "{solver} counts up to {limit}: {marks:?}");
                }
            }
        }
    }
}

fn a_grid_and_its_pencilmarks_have_the_same_solutions() {
    let (puzzles, mut random) = (puzzles(), Random(9));
    for (grid, solution) in &puzzles {
        for _ in 0..20 {
            let mutant = mutate(grid, solution, &mut random);
            let marks = Pencilmarks::from(&mutant);
            assert_eq!(marks.count(50), mutant.count(50), "{mutant}");
            assert_eq!(marks.solve().unique(), mutant.solve().unique(), "{mutant}");
            let transform = random.transform();
            let image = Pencilmarks::new(transform.apply(&mutant), transform.apply(&marks.candidates()));
            assert_eq!(image.count(50), mutant.count(50), "{mutant}");
        }
    }
}

/// The other tests cover every available instruction set; `NINEFOLD_CPU` selects the default one.
#[test]
#[cfg(all(feature = "std", not(target_family = "wasm")))]
fn the_instructions_of_the_environment_are_used() {
    let selected = Cpu::from_environment().unwrap_or_else(|error| panic!("NINEFOLD_CPU: {error}"));
    let expected = selected.or_else(|| Cpu::available().last()).expect("the portable one is always available");
    assert_eq!(Cpu::best().name(), expected.name());
    println!("{expected}");
}

fn published_puzzles_agree_with_the_oracle() {
    let Some(shared) = std::env::var_os("NINEFOLD_SHARED") else {
        println!("skipped: NINEFOLD_SHARED is not set to the folder of the puzzle collections");
        return;
    };
    let folder = Path::new(&shared).join("data");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("puzzles are text");
        let grids: Vec<Grid> = text.lines().filter_map(published_grid).collect();
        assert!(grids.len() > 100, "{} has puzzles, one per line", path.display());
        let step = grids.len().div_ceil(400);
        let cases: Vec<Case> = grids.iter().step_by(step).map(|grid| Case::new(*grid, 5, 2_000)).collect();
        println!("{}: {} of {} puzzles", path.display(), cases.len(), grids.len());
        check(&cases, 100, &[1, 2, 5]);
    }
}

/// The grid of a line that begins with 81 characters, or of a HoDoKu library line, where `+` marks placed digits.
fn published_grid(line: &str) -> Option<Grid> {
    let grid = match line.strip_prefix(':') {
        Some(fields) => fields.split(':').nth(2)?.replace('+', ""),
        None if line.starts_with('#') => return None,
        None => line.get(..81)?.to_owned(),
    };
    grid.parse().ok()
}
