//! The canonical form: one representative of each class of isomorphic Sudokus.
//!
//! Two solutions are *isomorphic* if a [`Transform`] maps one to the other. The canonical form of a solution is the
//! lexicographically least isomorph, read row by row (*row-minlex*). Two solutions are therefore isomorphic exactly if
//! their forms are equal. The number of transforms that reach the form is the number of *automorphisms* of the
//! solution, the transforms that map it to itself.
//!
//! # Algorithm
//! There are 3,359,232 ways to move cells. The labels of the digits follow from the first row, which becomes 123456789.
//! Nearly all ways are excluded early:
//!
//! - Any of 18 lines (rows or, transposed, columns) can be the first row, and either of its two neighbours in the band
//!   the second: 36 ordered pairs, that is 18 pairs in both orders. Three table lookups in `second_row.rs` return the
//!   least second row of a pair. Only the pairs that reach the least one remain, about two of 18.
//! - The tables also return the arrangements of the columns that reach it: mostly one, at most 18.
//! - The first two rows and the order of the columns determine the rest: the third row completes the band, the fourth
//!   begins with 2 (column 1 has 1 in the first row, and 2 is in the first block), and the other rows are sorted by the
//!   first column. Rows are compared one at a time, and the first greater one ends the attempt.
//!
//! # Puzzles
//! The form of a puzzle is its least image under the transforms that map its solution to the solution's form. Two
//! puzzles are isomorphic exactly if their forms are equal: a transform between them is also one between their
//! solutions.

use alloc::vec::Vec;

use super::Transform;
use super::second_row::{Line, SECOND_ROWS};
use crate::{Digit, Grid, Puzzle, Solution};

/// A canonical form, and the transforms that reach it.
///
/// ```
/// use ninefold::{Grid, Solution};
///
/// let grid: Grid =
///     "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse().unwrap();
/// let solution = Solution::new(grid).unwrap();
/// let canonical = solution.canonical();
/// assert!(canonical.form().to_string().starts_with("123456789457"));
/// assert_eq!(canonical.automorphisms(), 1);
/// assert_eq!(canonical.transforms()[0].apply(&solution), *canonical.form());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical<T> {
    form: T,
    transforms: Vec<Transform>,
}

impl<T> Canonical<T> {
    /// The canonical form.
    pub const fn form(&self) -> &T {
        &self.form
    }

    /// Every transform that maps the original to its form; at least one.
    pub fn transforms(&self) -> &[Transform] {
        &self.transforms
    }

    /// The number of automorphisms: transforms that map the original to itself, the identity included.
    pub fn automorphisms(&self) -> usize {
        self.transforms.len()
    }
}

impl Canonical<Solution> {
    /// The givens of the canonical form of a puzzle with these givens and this solution: their least image.
    ///
    /// For callers that already have the canonical form of the solution; otherwise use [`Puzzle::canonical_form`].
    ///
    /// ```
    /// use ninefold::{Answer, Grid, Puzzle};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    /// let Answer::Unique(solution) = grid.solve() else { unreachable!() };
    /// let form = Puzzle::new(grid).unwrap().canonical_form();
    /// assert_eq!(solution.canonical().form_of(&grid), *form.givens());
    /// ```
    pub fn form_of(&self, givens: &Grid) -> Grid {
        self.transforms.iter().map(|transform| transform.apply(givens)).min().unwrap_or(*givens)
    }
}

impl Solution {
    /// The canonical form, with the transforms that reach it.
    ///
    /// ```
    /// use ninefold::Grid;
    ///
    /// let solution = *Grid::EMPTY.solve().first().unwrap();
    /// let canonical = solution.canonical();
    /// assert_eq!(canonical.transforms().len(), canonical.automorphisms());
    /// ```
    pub fn canonical(&self) -> Canonical<Solution> {
        let search = CanonicalSearch::of(self);
        Canonical { form: search.form(), transforms: search.transforms() }
    }

    /// The canonical form: equal for isomorphic solutions, different for all others.
    ///
    /// ```
    /// use ninefold::symmetry::Transform;
    /// use ninefold::{Grid, Random, Solution};
    ///
    /// let grid: Grid =
    ///     "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse().unwrap();
    /// let solution = Solution::new(grid).unwrap();
    /// let image = Transform::random(&mut Random::new(1)).apply(&solution);
    /// assert_eq!(image.canonical_form(), solution.canonical_form());
    /// ```
    pub fn canonical_form(&self) -> Solution {
        CanonicalSearch::of(self).form()
    }
}

impl Puzzle {
    /// The canonical form, with the transforms that reach it.
    ///
    /// ```
    /// use ninefold::Puzzle;
    ///
    /// let puzzle: Puzzle =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    /// let canonical = puzzle.canonical();
    /// assert_eq!(canonical.transforms()[0].apply(&puzzle), *canonical.form());
    /// ```
    pub fn canonical(&self) -> Canonical<Puzzle> {
        let mut of_solution = self.solution().canonical();
        let givens = of_solution.form_of(self.givens());
        if of_solution.automorphisms() > 1 {
            of_solution.transforms.retain(|transform| transform.apply(self.givens()) == givens);
        }
        Canonical { form: Puzzle::proved(givens, of_solution.form), transforms: of_solution.transforms }
    }

    /// The canonical form: equal for isomorphic puzzles, different for all others.
    ///
    /// Its solution is the canonical form of the solution.
    ///
    /// ```
    /// use ninefold::symmetry::Transform;
    /// use ninefold::{Grid, Puzzle, Random};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    /// let puzzle = Puzzle::new(grid).unwrap();
    /// let image = Transform::random(&mut Random::new(1)).apply(&puzzle);
    /// assert_eq!(image.canonical_form(), puzzle.canonical_form());
    /// ```
    pub fn canonical_form(&self) -> Puzzle {
        self.canonical().form
    }
}

/// A row as one number, four bits for each digit; numbers compare like rows.
type Code = u64;

/// One for the solution (0) and one for its transpose (1).
type Sides<T> = [T; 2];

/// The finished search for the form of one solution.
struct CanonicalSearch {
    /// The digits of each line, by column.
    lines: Sides<[Line; 9]>,
    /// The column of each digit in each line.
    places: Sides<[Line; 9]>,
    /// The class of the least second row.
    class: u8,
    /// The least rows from the third on.
    rows: [Code; 7],
    /// The choices that reach them.
    choices: Vec<TransformChoice>,
}

/// The choices that determine a transform.
#[derive(Clone, Copy)]
struct TransformChoice {
    side: usize,
    /// The lines that become the first and second row.
    top: usize,
    second: usize,
    /// The arrangement of the columns.
    arrangement: u16,
}

impl CanonicalSearch {
    fn of(solution: &Solution) -> CanonicalSearch {
        let (mut lines, mut places) = ([[[0; 16]; 9]; 2], [[[0; 16]; 9]; 2]);
        for (row, digits) in solution.as_array().as_chunks::<9>().0.iter().enumerate() {
            for (col, digit) in digits.iter().enumerate() {
                let digit = digit.index();
                lines[0][row][col] = digit as u8;
                lines[1][col][row] = digit as u8;
                places[0][row][digit] = col as u8;
                places[1][col][digit] = row as u8;
            }
        }
        let mut search = CanonicalSearch { lines, places, class: u8::MAX, rows: [Code::MAX; 7], choices: Vec::new() };
        search.run();
        search
    }

    fn run(&mut self) {
        let mut pairs = [(0, 0, 0); 18];
        let mut count = 0;
        for side in 0..2 {
            for band in [0, 3, 6] {
                for (top, second) in [(band, band + 1), (band, band + 2), (band + 1, band + 2)] {
                    let class = SECOND_ROWS.class(SECOND_ROWS.number(&self.permutation(side, top, second)));
                    if class < self.class {
                        self.class = class;
                        count = 0;
                    }
                    if class == self.class {
                        pairs[count] = (side, top, second);
                        count += 1;
                    }
                }
            }
        }
        for &(side, top, second) in &pairs[..count] {
            self.try_pair(side, top, second);
            self.try_pair(side, second, top);
        }
    }

    /// A line with each digit replaced by its column in the top line.
    #[inline(always)]
    fn permutation(&self, side: usize, top: usize, line: usize) -> Line {
        let (places, line) = (&self.places[side][top], &self.lines[side][line]);
        let mut permutation = [0; 16];
        for (name, digit) in permutation[..9].iter_mut().zip(&line[..9]) {
            *name = places[usize::from(digit & 15)];
        }
        permutation
    }

    /// Tries all arrangements of the columns with these two lines at the top.
    fn try_pair(&mut self, side: usize, top: usize, second: usize) {
        let third_row = self.permutation(side, top, third(top, second));
        let number = SECOND_ROWS.number(&self.permutation(side, top, second));
        for &arrangement in SECOND_ROWS.reaching(number) {
            let choice = TransformChoice { side, top, second, arrangement };
            let arrangement = SECOND_ROWS.arrangement(arrangement);
            let code = (0..9).fold(0, |code, place| {
                let name = third_row[usize::from(arrangement.columns[place] & 15)];
                code << 4 | Code::from(arrangement.places[usize::from(name & 15)])
            });
            if code <= self.rows[0] {
                self.try_choice(choice, code);
            }
        }
    }

    /// Compares the rows of a choice with the least so far.
    fn try_choice(&mut self, choice: TransformChoice, third_row: Code) {
        let mut less = third_row < self.rows[0];
        self.rows[0] = third_row;
        let names = self.names(choice);
        let columns = &SECOND_ROWS.arrangement(choice.arrangement).columns;
        let lines = &self.lines[choice.side];
        for (line, least) in self.order(choice, &names)[3..].iter().zip(&mut self.rows[1..]) {
            let line = &lines[usize::from(*line)];
            let code = (0..9).fold(0, |code, place| {
                let digit = line[usize::from(columns[place] & 15)];
                code << 4 | Code::from(names[usize::from(digit & 15)])
            });
            if less || code < *least {
                less = true;
                *least = code;
            } else if code > *least {
                return;
            }
        }
        if less {
            self.choices.clear();
        }
        self.choices.push(choice);
    }

    /// The label of each digit.
    fn names(&self, choice: TransformChoice) -> Line {
        let (top, columns) =
            (&self.lines[choice.side][choice.top], &SECOND_ROWS.arrangement(choice.arrangement).columns);
        let mut names = [0; 16];
        for place in 0..9u8 {
            names[usize::from(top[usize::from(columns[usize::from(place)] & 15)] & 15)] = place;
        }
        names
    }

    /// The lines in the order of the rows.
    fn order(&self, choice: TransformChoice, names: &Line) -> [u8; 9] {
        let columns = &SECOND_ROWS.arrangement(choice.arrangement).columns;
        let first = usize::from(columns[0]);
        let lines = &self.lines[choice.side];
        // The fourth row begins with 2, the label of the top line's digit in its second column.
        let two = lines[choice.top][usize::from(columns[1] & 15)];
        let fourth = usize::from(self.places[1 - choice.side][first][usize::from(two & 15)]);
        let bands = [fourth / 3, 3 - choice.top / 3 - fourth / 3];
        let mut order = [0; 9];
        order[0] = choice.top as u8;
        order[1] = choice.second as u8;
        order[2] = third(choice.top, choice.second) as u8;
        for (place, band) in [3, 6].into_iter().zip(bands) {
            let mut begins: [u8; 3] = core::array::from_fn(|i| {
                names[usize::from(lines[band * 3 + i][first] & 15)] << 4 | (band * 3 + i) as u8
            });
            begins.sort_unstable();
            for (i, begin) in begins.into_iter().enumerate() {
                order[place + i] = begin & 15;
            }
        }
        order
    }

    /// The canonical form.
    fn form(&self) -> Solution {
        let mut digits = [Digit::D1; 81];
        digits[..9].copy_from_slice(&Digit::ALL);
        let second = &SECOND_ROWS.least(self.class)[..9];
        let later = self.rows.iter().flat_map(|row| (0..9).rev().map(move |place| (row >> (4 * place) & 15) as u8));
        for (digit, index) in digits[9..].iter_mut().zip(second.iter().copied().chain(later)) {
            *digit = Digit::from_index(usize::from(index));
        }
        Solution::from_solver(digits)
    }

    /// The transforms that reach it.
    fn transforms(&self) -> Vec<Transform> {
        self.choices.iter().map(|&choice| self.transform(choice)).collect()
    }

    fn transform(&self, choice: TransformChoice) -> Transform {
        let names = self.names(choice);
        let mut rows = [0; 9];
        for (row, line) in (0u8..).zip(self.order(choice, &names)) {
            rows[usize::from(line)] = row;
        }
        let nine = |line: &Line| core::array::from_fn(|i| line[i]);
        let cols = nine(&SECOND_ROWS.arrangement(choice.arrangement).places);
        Transform::from_parts(choice.side == 1, rows, cols, nine(&names))
    }
}

/// The line that completes a band.
fn third(one: usize, other: usize) -> usize {
    one / 3 * 9 + 3 - one - other
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::Random;

    /// The solution with the most automorphisms of all.
    const MOST_CANONICAL: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

    fn solution(text: &str) -> Solution {
        Solution::new(text.parse().unwrap()).unwrap()
    }

    /// Solutions of all kinds: random ones, and some with automorphisms.
    fn solutions() -> Vec<Solution> {
        let mut random = Random::new(3);
        let by_chance = (0..60).map(|_| {
            let mut row = Digit::ALL;
            random.shuffle(&mut row);
            let mut middle = Digit::ALL;
            random.shuffle(&mut middle);
            let grid = Grid::from_fn(|cell| match (cell.row().index(), cell.col().index()) {
                (0, col) => Some(row[col]),
                // The middle block of the last band: independent of the first row but for its columns.
                (row_index @ 6..9, 3..6) => Some(middle[(row_index - 6) * 3 + cell.col().index() % 3]),
                _ => None,
            });
            grid.solutions().next()
        });
        let by_hand = [
            MOST_CANONICAL,
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
            "123456789456789123789123456234567891567891234891234567345678912678912345912345678",
        ];
        by_chance.flatten().chain(by_hand.map(solution)).collect()
    }

    #[test]
    fn isomorphic_solutions_have_the_same_form_and_every_transform_reaches_it() {
        let mut random = Random::new(4);
        for solution in solutions() {
            let canonical = solution.canonical();
            assert_eq!(solution.canonical_form(), *canonical.form());
            for _ in 0..20 {
                let image = Transform::random(&mut random).apply(&solution);
                let other = image.canonical();
                assert_eq!(other.form(), canonical.form());
                assert_eq!(other.automorphisms(), canonical.automorphisms());
                let mut transforms = other.transforms().to_vec();
                assert!(transforms.iter().all(|transform| transform.apply(&image) == *canonical.form()));
                transforms.sort();
                transforms.dedup();
                assert_eq!(transforms.len(), canonical.automorphisms());
            }
        }
    }

    #[test]
    fn the_form_is_its_own_form_and_no_greater_than_the_solution() {
        for solution in solutions() {
            let form = solution.canonical_form();
            assert_eq!(form.canonical_form(), form);
            assert!(form <= solution);
            assert!(form.to_string().starts_with("12345678945"));
        }
    }

    #[test]
    fn the_most_canonical_solution_is_its_own_form_and_has_648_automorphisms() {
        let most = solution(MOST_CANONICAL);
        let canonical = most.canonical();
        assert_eq!(*canonical.form(), most);
        assert_eq!(canonical.automorphisms(), 648);
        assert!(canonical.transforms().contains(&Transform::IDENTITY));
    }

    #[test]
    fn isomorphic_puzzles_have_the_same_form_also_if_the_solution_has_automorphisms() {
        let mut random = Random::new(5);
        for solution in [solution(MOST_CANONICAL), solutions()[0]] {
            for kept in [3, 20, 40, 79] {
                // Any givens: the form only depends on the givens and the solution.
                let mut cells: Vec<_> = crate::Cell::all().collect();
                random.shuffle(&mut cells);
                let givens = Grid::from(solution).restricted_to(cells[..kept].iter().copied().collect());
                let puzzle = Puzzle::proved(givens, solution);
                let canonical = puzzle.canonical();
                assert_eq!(*canonical.form().solution(), solution.canonical_form());
                for _ in 0..20 {
                    let image = Transform::random(&mut random).apply(&puzzle);
                    let other = image.canonical();
                    assert_eq!(other.form(), canonical.form());
                    assert!(other.transforms().iter().all(|transform| transform.apply(&image) == *canonical.form()));
                    assert_eq!(other.automorphisms(), canonical.automorphisms());
                    assert_eq!(other.form().givens().filled().len(), kept);
                }
                let fewer = givens.restricted_to(cells[1..kept].iter().copied().collect());
                assert_ne!(Puzzle::proved(fewer, solution).canonical_form(), *canonical.form());
            }
        }
    }
}
