//! New puzzles with exactly one solution: sizes without rules, killer, jigsaw, X, thermo, kropki and arrow Sudokus.
//!
//! ```text
//!   a random solution -> rules that hold in it -> givens, as many as uniqueness needs, then none that is not needed
//! ```
//!
//! Everything follows from the seed: the same seed gives the same puzzle on every machine.

use ninefold::Random;

use crate::rule::{Cage, Diagonal, Line, LineRule, Negative, Pair, Region, Rule, Sum};
use crate::{Answer, Board, Cell, Run, Solution, Stopped, ValueSet, Variant, VariantPuzzle};

/// What to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// No rules besides the houses.
    Plain,
    /// Cages over the whole grid.
    Killer,
    /// Irregular regions.
    Jigsaw,
    /// Both diagonals.
    X,
    /// Thermometers.
    Thermo,
    /// All white and black dots, and no dots elsewhere.
    Kropki,
    /// Arrows.
    Arrow,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 7] =
        [Theme::Plain, Theme::Killer, Theme::Jigsaw, Theme::X, Theme::Thermo, Theme::Kropki, Theme::Arrow];

    /// The name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Plain => "plain",
            Theme::Killer => "killer",
            Theme::Jigsaw => "jigsaw",
            Theme::X => "x",
            Theme::Thermo => "thermo",
            Theme::Kropki => "kropki",
            Theme::Arrow => "arrow",
        }
    }

    /// The theme of this name.
    pub fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// The sides that can be generated.
pub const SIDES: [usize; 7] = [4, 6, 8, 9, 10, 12, 16];

/// Generates a puzzle with exactly one solution.
///
/// ```
/// use ninefold_variants::Run;
/// use ninefold_variants::generate::{Theme, generate};
///
/// let puzzle = generate(Theme::Killer, 4, 7, &Run::single())?;
/// assert_eq!(puzzle, generate(Theme::Killer, 4, 7, &Run::single())?);
/// assert!(puzzle.variant().is_solved_by(puzzle.solution().values()));
/// # Ok::<(), ninefold_variants::Stopped>(())
/// ```
///
/// # Errors
/// When the run is stopped.
///
/// # Panics
/// When the side is not one of [`SIDES`].
pub fn generate(theme: Theme, side: usize, seed: u64, run: &Run<'_>) -> Result<VariantPuzzle, Stopped> {
    assert!(SIDES.contains(&side), "a side of {side}");
    for attempt in 0.. {
        run.poll(attempt)?;
        let mut random = Random::stream(seed, attempt);
        let Some((variant, solution)) = start(theme, side, &mut random, run)? else { continue };
        let givens = needed_givens(&variant, &solution, &mut random, run)?;
        if let Ok(puzzle) = VariantPuzzle::new(variant.with_givens(givens), run) {
            return Ok(puzzle);
        }
    }
    Err(Stopped::TooManyGuesses)
}

/// A board with its rules and a solution, without givens. `None` where an attempt fails.
fn start(
    theme: Theme,
    side: usize,
    random: &mut Random,
    run: &Run<'_>,
) -> Result<Option<(Variant, Solution)>, Stopped> {
    let Ok(mut board) = Board::square(side) else { return Ok(None) };
    if theme == Theme::Jigsaw {
        let pieces = random_regions(&board, random);
        let Ok(jigsaw) = board.without_blocks().with_pieces(pieces) else { return Ok(None) };
        board = jigsaw;
    }
    let mut variant = Variant::new(board.clone());
    if theme == Theme::X {
        for diagonal in [Diagonal::Rising, Diagonal::Falling] {
            let _ = variant.add(Region::Diagonal(diagonal));
        }
    }
    let Some(solution) = random_solution(&variant, random, run)? else { return Ok(None) };
    let value = |cell: Cell| solution.value(cell);
    match theme {
        Theme::Killer => {
            for cells in random_cages(&board, &solution, random) {
                let sum = cells.iter().map(|&cell| u32::from(value(cell))).sum();
                let _ = variant.add(Cage::Killer { sum: Some(sum), cells });
            }
        }
        Theme::Kropki => {
            for (a, b) in board.neighbour_pairs() {
                let (low, high) = (value(a).min(value(b)), value(a).max(value(b)));
                if high == 2 * low {
                    let _ = variant.add(Pair::Ratio { cells: [a, b], by: 2 });
                } else if high - low == 1 {
                    let _ = variant.add(Pair::Difference { cells: [a, b], by: 1 });
                }
            }
            let _ = variant.add(Pair::Negative(Negative::Kropki));
        }
        Theme::Thermo | Theme::Arrow => {
            let mut used = vec![false; board.grid_cells()];
            for _ in 0..side {
                if let Some(rule) = random_line(theme, &board, &solution, &used, random) {
                    rule.cells(&variant.setting()).iter().for_each(|cell| used[cell.index()] = true);
                    let _ = variant.add(rule);
                }
            }
        }
        Theme::Plain | Theme::Jigsaw | Theme::X => {}
    }
    Ok(Some((variant, solution)))
}

/// A solution of the empty board: a random first row, and random values for a few cells more.
fn random_solution(variant: &Variant, random: &mut Random, run: &Run<'_>) -> Result<Option<Solution>, Stopped> {
    let board = variant.board();
    let mut filled = variant.clone();
    let mut values: Vec<u8> = board.values().iter().collect();
    random.shuffle(&mut values);
    board.row(0).into_iter().zip(&values).for_each(|(cell, &value)| filled.give(cell, value));
    // More random cells, as long as a solution is found soon.
    let mut best = match filled.solve(&run.max_guesses(20_000)) {
        Ok(answer) => answer.first().cloned(),
        Err(Stopped::TooManyGuesses) => None,
        Err(stopped) => return Err(stopped),
    };
    for _ in 0..board.rows() {
        let cell = Cell::new(random.below(board.grid_cells() as u32) as usize);
        let value = values[random.below(values.len() as u32) as usize];
        let mut more = filled.clone();
        more.give(cell, value);
        match more.solve(&run.max_guesses(2_000)) {
            Ok(Answer::Unique(solution) | Answer::Multiple(solution, _)) => {
                best = Some(solution);
                filled = more;
            }
            Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
            _ => {}
        }
    }
    Ok(best)
}

/// Givens of the solution, each of which is needed.
fn needed_givens(
    variant: &Variant,
    solution: &Solution,
    random: &mut Random,
    run: &Run<'_>,
) -> Result<Vec<ValueSet>, Stopped> {
    let board = variant.board();
    let all = board.values();
    let mut order: Vec<Cell> = board.cells().collect();
    random.shuffle(&mut order);
    let mut givens = vec![all; board.cell_count()];
    // Cells in which a second solution differs are given until there is none.
    loop {
        let answer = match variant.with_givens(givens.clone()).solve(&run.max_guesses(5_000)) {
            Err(Stopped::TooManyGuesses) => None,
            other => Some(other?),
        };
        let second = match &answer {
            Some(Answer::Multiple(first, second)) => Some([first, second]),
            Some(_) => break,
            None => None,
        };
        let open = |cell: &&Cell| {
            givens[cell.index()] == all
                && second.is_none_or(|pair| pair.iter().any(|other| other.value(**cell) != solution.value(**cell)))
        };
        let Some(&cell) = order.iter().find(open) else { break };
        givens[cell.index()] = ValueSet::of(solution.value(cell));
    }
    for &cell in order.iter().rev() {
        let given = givens[cell.index()];
        if given == all {
            continue;
        }
        givens[cell.index()] = all;
        match variant.with_givens(givens.clone()).solve(&run.max_guesses(5_000)) {
            Ok(Answer::Unique(_)) => {}
            Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
            _ => givens[cell.index()] = given,
        }
    }
    Ok(givens)
}

/// Cages of different values that cover the grid.
fn random_cages(board: &Board, solution: &Solution, random: &mut Random) -> Vec<Vec<Cell>> {
    let mut taken = vec![false; board.grid_cells()];
    let mut order: Vec<Cell> = (0..board.grid_cells()).map(Cell::new).collect();
    random.shuffle(&mut order);
    let mut cages = Vec::new();
    for &first in &order {
        if taken[first.index()] {
            continue;
        }
        let size = 2 + random.below(3) as usize;
        let mut cage = vec![first];
        taken[first.index()] = true;
        while cage.len() < size {
            let mut near: Vec<Cell> = cage.iter().flat_map(|&cell| board.neighbours(cell)).collect();
            near.retain(|cell| {
                !taken[cell.index()] && cage.iter().all(|&c| solution.value(c) != solution.value(*cell))
            });
            near.sort_unstable();
            near.dedup();
            if near.is_empty() {
                break;
            }
            let next = near[random.below(near.len() as u32) as usize];
            taken[next.index()] = true;
            cage.push(next);
        }
        cage.sort_unstable();
        cages.push(cage);
    }
    cages.sort();
    cages
}

/// A thermometer or an arrow on free cells that holds in the solution.
fn random_line(theme: Theme, board: &Board, solution: &Solution, used: &[bool], random: &mut Random) -> Option<Rule> {
    for _ in 0..200 {
        let mut cells = vec![Cell::new(random.below(board.grid_cells() as u32) as usize)];
        let length = 3 + random.below(3) as usize;
        while cells.len() < length {
            let last = cells[cells.len() - 1];
            let (down, right) = (random.below(3) as isize - 1, random.below(3) as isize - 1);
            match board.step(last, down, right).filter(|next| !cells.contains(next)) {
                Some(next) => cells.push(next),
                None => break,
            }
        }
        if cells.len() < 3 || cells.iter().any(|cell| used[cell.index()]) {
            continue;
        }
        let values: Vec<u8> = cells.iter().map(|&cell| solution.value(cell)).collect();
        if theme == Theme::Thermo {
            if values.windows(2).all(|pair| pair[0] < pair[1]) {
                return Some(LineRule::new(Line::Thermo, cells).into());
            }
            if values.windows(2).all(|pair| pair[0] > pair[1]) {
                cells.reverse();
                return Some(LineRule::new(Line::Thermo, cells).into());
            }
        } else if u32::from(values[0]) == values[1..].iter().map(|&value| u32::from(value)).sum::<u32>() {
            return Some(Sum::Arrow { circle: cells[..1].to_vec(), arrow: cells[1..].to_vec() }.into());
        }
    }
    None
}

/// Connected regions of the size of the side: the blocks, changed by swaps of border cells that leave regions connected.
fn random_regions(board: &Board, random: &mut Random) -> Vec<Vec<Cell>> {
    let side = board.rows();
    let mut region: Vec<usize> = match board.blocks() {
        Some(_) => board.region_of_cells().into_iter().map(|region| region.unwrap_or(0)).collect(),
        None => (0..board.grid_cells()).map(|cell| cell / side).collect(),
    };
    let connected = |region: &[usize], number: usize| {
        let members: Vec<Cell> = (0..region.len()).filter(|&cell| region[cell] == number).map(Cell::new).collect();
        let Some(&first) = members.first() else { return false };
        let (mut seen, mut stack) = (vec![first], vec![first]);
        while let Some(cell) = stack.pop() {
            for near in board.neighbours(cell) {
                if region[near.index()] == number && !seen.contains(&near) {
                    seen.push(near);
                    stack.push(near);
                }
            }
        }
        seen.len() == members.len()
    };
    let borders = |region: &[usize], cell: Cell, number: usize| {
        board.neighbours(cell).iter().any(|near| region[near.index()] == number)
    };
    for _ in 0..side * side * 60 {
        // A cell of one region that borders another, and a cell of the other that borders the first, change sides.
        let a = Cell::new(random.below(region.len() as u32) as usize);
        let b = Cell::new(random.below(region.len() as u32) as usize);
        let (own, other) = (region[a.index()], region[b.index()]);
        if own == other || !borders(&region, a, other) || !borders(&region, b, own) {
            continue;
        }
        region.swap(a.index(), b.index());
        if !connected(&region, own) || !connected(&region, other) {
            region.swap(a.index(), b.index());
        }
    }
    let mut pieces: Vec<Vec<Cell>> = vec![Vec::new(); side];
    region.iter().enumerate().for_each(|(cell, &number)| pieces[number].push(Cell::new(cell)));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_gives_unique_puzzles_by_seed() {
        let run = Run::single();
        for theme in Theme::ALL {
            for side in [4, 6] {
                let puzzle = generate(theme, side, 3, &run).unwrap();
                assert!(puzzle.variant().solve(&run).unwrap().is_unique(), "{theme:?} {side}");
                assert_eq!(puzzle, generate(theme, side, 3, &run).unwrap(), "{theme:?} {side}");
                // No given can be left out.
                for part in puzzle.variant().parts().into_iter().filter(|part| matches!(part, crate::Part::Given(_))) {
                    let rest: Vec<_> = puzzle.variant().parts().into_iter().filter(|&other| other != part).collect();
                    assert!(
                        !puzzle.variant().with_parts(&rest).solve(&run).unwrap().is_unique(),
                        "{theme:?} {side} {part:?}"
                    );
                }
            }
        }
    }
}
