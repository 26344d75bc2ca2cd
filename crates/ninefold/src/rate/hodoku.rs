//! The HoDoKu scale: the scores of all steps of a path, added up, and a level.
//!
//! Each technique has a score and a level, the defaults of the program HoDoKu. The score of a puzzle is the sum over all
//! steps of its path. The level is that of the hardest step, raised while the score is too high for it.
//!
//! A path shows singles in the order in which people see them: hidden singles before naked ones. HoDoKu tries naked
//! singles first, and gives 4 for a naked single and 14 for a hidden one. The score of a run of singles is therefore that
//! of the same placements in HoDoKu's order. Both orders place the same digits, so the steps between the runs are the
//! same.
//!
//! | level | highest score |
//! |---|---|
//! | easy | 800 |
//! | medium | 1000 |
//! | hard | 1600 |
//! | unfair | 1800 |
//! | extreme | no limit |

use core::fmt;

use crate::explain::{Deduction, Explainer, Facts, Level, Path, Technique};
use crate::{Candidate, Cell, CellSet, Control, Digit, House, Pencilmarks};

/// The score and the level of a puzzle's path; prints `540 medium`.
///
/// ```
/// use ninefold::explain::Level;
/// use ninefold::rate::{Scale, ScaleRating};
/// use ninefold::{Control, Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let ScaleRating::Hodoku(rating) = Scale::Hodoku.rate(&Puzzle::new(grid)?, &mut Control::new())? else { unreachable!() };
/// assert_eq!((rating.score, rating.level), (204, Some(Level::Easy)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HodokuRating {
    /// The sum of the scores of the steps.
    pub score: u32,
    /// The level; nothing if the path does not end at the solution.
    pub level: Option<Level>,
    /// Whether the path ends at the solution. Otherwise the score is that of the steps that were found.
    pub solved: bool,
}

impl fmt::Display for HodokuRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) => write!(f, "{} {level}", self.score),
            None => write!(f, "{} (unsolved)", self.score),
        }
    }
}

impl From<&Path> for HodokuRating {
    fn from(path: &Path) -> HodokuRating {
        let score = path.score();
        let hardest = path.steps().iter().map(|step| step.technique.level()).max().unwrap_or(Level::Easy);
        let enough = |level: &Level| *level >= hardest && score <= level.max_score();
        let solved = path.is_solved();
        let level = solved.then(|| Level::ALL.into_iter().find(enough).unwrap_or(Level::Extreme));
        HodokuRating { score, level, solved }
    }
}

/// The rating of the default path from these facts. Stopped: an error with the rating of the steps found.
pub(super) fn rate(start: &Facts, control: &mut Control<'_>) -> Result<HodokuRating, HodokuRating> {
    let path = Explainer::default().path_from(start.clone(), control);
    let rating = HodokuRating::from(&path);
    if control.is_stopped() { Err(rating) } else { Ok(rating) }
}

impl Level {
    /// The highest score a puzzle of this level may have; a higher one raises it to the next level.
    pub const fn max_score(self) -> u32 {
        match self {
            Level::Easy => 800,
            Level::Medium => 1000,
            Level::Hard => 1600,
            Level::Unfair => 1800,
            Level::Extreme => u32::MAX,
        }
    }
}

impl Path {
    /// The sum of the steps' scores. A run of singles has the score of the same placements in HoDoKu's order.
    ///
    /// ```
    /// use ninefold::explain::{Explainer, Technique};
    /// use ninefold::{Grid, Puzzle};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let path = Explainer::default().path(&Puzzle::new(grid)?);
    /// // 51 placements; HoDoKu sees all of them as full houses and naked singles, worth 4 each.
    /// assert_eq!((path.steps().len(), path.score()), (51, 204));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn score(&self) -> u32 {
        let mut marks = *self.start();
        let mut score = 0;
        for run in self.steps().chunk_by(|a, b| is_single(a) && is_single(b)) {
            if is_single(&run[0]) {
                score += score_of_singles(&mut marks, run);
                continue;
            }
            for step in run {
                step.apply_to(&mut marks);
                score += step.technique.score();
                // HoDoKu's grave leaves a naked single.
                if step.technique == Technique::BugPlusOne && !step.placements.is_empty() {
                    score += Technique::NakedSingle.score();
                }
            }
        }
        score
    }

    /// The level of the hardest step, raised while the score is too high for it. A path that does not end at the solution
    /// has none.
    pub fn level(&self) -> Option<Level> {
        HodokuRating::from(self).level
    }
}

fn is_single(step: &Deduction) -> bool {
    use Technique::{FullHouse, HiddenSingle, LastDigit, NakedSingle};
    matches!(step.technique, FullHouse | NakedSingle | LastDigit | HiddenSingle)
}

/// The score of these placements in HoDoKu's order, and the pencilmarks after them. Placements that singles do not reach in
/// that order count as they were made.
fn score_of_singles(marks: &mut Pencilmarks, steps: &[Deduction]) -> u32 {
    let mut left: CellSet = steps.iter().flat_map(|step| step.placements).map(Candidate::cell).collect();
    let mut score = 0;
    while let Some((cell, digit, technique)) = hodoku_single(marks, left) {
        marks.place(cell, digit);
        left.remove(cell);
        score += technique.score();
    }
    for step in steps.iter().filter(|step| step.placements.iter().any(|it| left.contains(it.cell()))) {
        step.apply_to(marks);
        score += step.technique.score();
    }
    score
}

/// The first single in HoDoKu's order that fills one of these cells. A naked single may come before a full
/// house: both have the same score.
fn hodoku_single(marks: &Pencilmarks, cells: CellSet) -> Option<(Cell, Digit, Technique)> {
    let naked = |cell: Cell| Some((cell, marks.digits_in(cell).single()?, Technique::NakedSingle));
    let full_house = |house: House| {
        let cell = (house.cells() & marks.empty_cells()).single().filter(|&cell| cells.contains(cell))?;
        Some((cell, (!marks.placed().digits_in(house.cells())).single()?, Technique::FullHouse))
    };
    let last_digit = |digit: Digit| {
        let cell = marks.cells_with(digit).single().filter(|&cell| cells.contains(cell))?;
        (marks.placed().cells_with(digit).len() == 8).then_some((cell, digit, Technique::LastDigit))
    };
    let hidden = |digit: Digit, house: House| {
        let cell = (house.cells() & marks.cells_with(digit)).single().filter(|&cell| cells.contains(cell))?;
        Some((cell, digit, Technique::HiddenSingle))
    };
    let all = || Digit::ALL.into_iter().flat_map(|digit| House::all().map(move |house| (digit, house)));
    cells
        .iter()
        .find_map(naked)
        .or_else(|| House::all().find_map(full_house))
        .or_else(|| Digit::ALL.into_iter().find_map(last_digit))
        .or_else(|| all().find_map(|(digit, house)| hidden(digit, house)))
}
