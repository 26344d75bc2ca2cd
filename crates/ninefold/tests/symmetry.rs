//! The guarantees of the canonical form, on many cases: isomorphs have equal forms, others have different ones, and
//! brute force over the whole group finds the same forms.
//!
//! By default a part of the cases is run. `NINEFOLD_TIMES=10` runs all: 100 isomorphs of each of 10,000 solutions and
//! 10,000 puzzles.

mod times;

use std::collections::HashMap;

use ninefold::symmetry::Transform;
use ninefold::{Cell, Digit, Grid, Puzzle, Random, Solution};
use times::times;

const MOST_CANONICAL: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn solution(text: &str) -> Solution {
    Solution::new(text.parse().expect("81 digits")).expect("a solution")
}

/// A random solution: fills a row and a block that share only columns, and solves the rest.
fn some_solution(random: &mut Random) -> Solution {
    loop {
        let (mut row, mut block) = (Digit::ALL, Digit::ALL);
        random.shuffle(&mut row);
        random.shuffle(&mut block);
        let grid = Grid::from_fn(|cell| match (cell.row().index(), cell.col().index()) {
            (0, col) => Some(row[col]),
            (line @ 6..9, col @ 3..6) => Some(block[(line - 6) * 3 + col - 3]),
            _ => None,
        });
        if let Some(solution) = grid.solutions().next() {
            return Transform::random(random).apply(&solution);
        }
    }
}

/// A puzzle with this solution: some givens are removed in random order.
fn some_puzzle(solution: &Solution, random: &mut Random) -> Puzzle {
    let mut givens = Grid::from(*solution);
    let mut cells: Vec<Cell> = Cell::all().collect();
    random.shuffle(&mut cells);
    for &cell in &cells[..40 + random.below(25) as usize] {
        let digit = givens[cell].take();
        if !givens.solve().is_unique() {
            givens[cell] = digit;
        }
    }
    Puzzle::new(givens).expect("unique after every removal")
}

#[test]
fn a_hundred_isomorphs_of_each_of_thousands_of_solutions_and_puzzles_have_the_same_form() {
    let mut random = Random::new(1);
    let mut seen: HashMap<Solution, Solution> = HashMap::new();
    for _ in 0..times(1000) {
        let solution = some_solution(&mut random);
        let puzzle = some_puzzle(&solution, &mut random);
        let (form, puzzle_form) = (solution.canonical_form(), puzzle.canonical_form());
        assert_eq!(*puzzle_form.solution(), form);
        for _ in 0..100 {
            let transform = Transform::random(&mut random);
            assert_eq!(transform.apply(&solution).canonical_form(), form, "{solution} {transform}");
            assert_eq!(transform.apply(&puzzle).canonical_form(), puzzle_form, "{puzzle} {transform}");
        }
        // Two random solutions are isomorphic about once in five thousand million.
        assert_eq!(seen.insert(form, solution), None, "{solution}");
    }
}

/// An invariant under all transforms: for each pair of lines of a band or stack, the cycle lengths of the permutation
/// that maps the digits of one line to those of the other, sorted, for both directions.
fn invariant(solution: &Solution) -> Vec<Vec<Vec<usize>>> {
    let line = |transposed: bool, line: usize| -> Vec<Digit> {
        let cell = |i| Cell::from_index(if transposed { i * 9 + line } else { line * 9 + i });
        (0..9).map(|i| solution[cell(i)]).collect()
    };
    let cycles = |one: &[Digit], other: &[Digit]| {
        let mut left: Vec<Digit> = one.to_vec();
        let mut lengths = Vec::new();
        while let Some(&start) = left.first() {
            let (mut at, mut length) = (start, 0);
            while let Some(place) = left.iter().position(|&digit| digit == at) {
                left.remove(place);
                length += 1;
                at = other[one.iter().position(|&digit| digit == at).unwrap()];
            }
            lengths.push(length);
        }
        lengths.sort();
        lengths
    };
    let mut sides: Vec<Vec<Vec<usize>>> = [false, true]
        .into_iter()
        .map(|transposed| {
            let mut bands: Vec<Vec<usize>> = (0..3)
                .flat_map(|band| [(0, 1), (0, 2), (1, 2)].map(|(a, b)| (band * 3 + a, band * 3 + b)))
                .map(|(a, b)| cycles(&line(transposed, a), &line(transposed, b)))
                .collect();
            bands.sort();
            bands
        })
        .collect();
    sides.sort();
    sides
}

#[test]
fn solutions_with_different_invariants_have_different_forms() {
    let mut random = Random::new(2);
    let mut by_invariant: HashMap<_, Solution> = HashMap::new();
    let mut forms: HashMap<Solution, Vec<Vec<Vec<usize>>>> = HashMap::new();
    for _ in 0..3000 {
        let solution = some_solution(&mut random);
        let invariant = invariant(&solution);
        let form = solution.canonical_form();
        assert_eq!(invariant, self::invariant(&form), "{solution}");
        by_invariant.insert(invariant.clone(), solution);
        if let Some(other) = forms.insert(form, invariant.clone()) {
            assert_eq!(other, invariant, "{solution}");
        }
    }
    assert!(by_invariant.len() > 500, "{} values distinguish too little", by_invariant.len());
}

#[test]
fn puzzles_that_differ_by_a_given_have_different_forms_if_there_are_no_automorphisms() {
    let mut random = Random::new(3);
    for _ in 0..100 {
        let solution = some_solution(&mut random);
        let automorphisms = solution.canonical().automorphisms();
        let mut forms: Vec<Puzzle> = Vec::new();
        let puzzle = some_puzzle(&solution, &mut random);
        for cell in !puzzle.givens().filled() {
            let mut more = *puzzle.givens();
            more[cell] = Some(solution[cell]);
            forms.push(Puzzle::new(more).expect("a given more").canonical_form());
        }
        let count = forms.len();
        forms.sort();
        forms.dedup();
        if automorphisms == 1 {
            assert_eq!(forms.len(), count, "{puzzle}");
        }
    }
}

/// Every order of nine lines that keeps bands together.
fn line_orders() -> Vec<[usize; 9]> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut all = Vec::new();
    for bands in orders {
        for first in orders {
            for second in orders {
                for third in orders {
                    let within = [first, second, third];
                    all.push(std::array::from_fn(|i| bands[i / 3] * 3 + within[i / 3][i % 3]));
                }
            }
        }
    }
    all
}

/// The least isomorph of 81 cells (0 is empty), and how many of the 3,359,232 ways to move cells lead to it. All of
/// them are visited; digits are labelled in order of appearance.
fn brute_force(cells: &[u8; 81]) -> ([u8; 81], usize) {
    let orders = line_orders();
    let mut least = [u8::MAX; 81];
    let mut count = 0;
    for transposed in [false, true] {
        for rows in &orders {
            'ways: for cols in &orders {
                let mut names = [0; 10];
                let mut next = 1;
                let mut image = [0; 81];
                let mut less = false;
                for i in 0..81 {
                    let (row, col) = (rows[i / 9], cols[i % 9]);
                    let digit = usize::from(cells[if transposed { col * 9 + row } else { row * 9 + col }]);
                    if digit != 0 && names[digit] == 0 {
                        names[digit] = next;
                        next += 1;
                    }
                    image[i] = names[digit];
                    if !less && image[i] > least[i] {
                        continue 'ways;
                    }
                    less |= image[i] < least[i];
                }
                if less {
                    least = image;
                    count = 0;
                }
                count += 1;
            }
        }
    }
    (least, count)
}

fn cells(grid: &Grid) -> [u8; 81] {
    grid.as_array().map(|digit| digit.map_or(0, Digit::get))
}

#[test]
fn brute_force_over_the_whole_group_finds_the_same_forms_and_automorphisms() {
    let mut random = Random::new(4);
    let mut solutions = vec![
        solution(MOST_CANONICAL),
        solution("123456789456789123789123456234567891567891234891234567345678912678912345912345678"),
    ];
    solutions.extend((0..times(2)).map(|_| some_solution(&mut random)));
    for solution in solutions {
        let canonical = solution.canonical();
        let (least, count) = brute_force(&cells(&solution.into()));
        assert_eq!(cells(&Grid::from(*canonical.form())), least, "{solution}");
        assert_eq!(canonical.automorphisms(), count, "{solution}");

        let puzzle = some_puzzle(&solution, &mut random);
        assert_eq!(cells(&puzzle.givens().minlex()), brute_force(&cells(puzzle.givens())).0, "{puzzle}");
    }
    // An invalid grid has a least form, too.
    let invalid = Grid::from_fn(|cell| (cell.index() % 5 == 0).then(|| Digit::from_index(cell.index() % 7)));
    assert_eq!(cells(&invalid.minlex()), brute_force(&cells(&invalid)).0);
}

#[test]
fn the_most_canonical_solution_is_its_own_form_with_648_automorphisms() {
    let most = solution(MOST_CANONICAL);
    assert_eq!(most.canonical_form(), most);
    assert_eq!(most.canonical().automorphisms(), 648);
}
