//! Pictures of puzzles and of their solutions.

use ninefold::svg::{Picture, Shade, Theme};
use ninefold::text::Record;
use ninefold::{Answer, CandidateSet, CellSet, Grid};

use crate::args;

/// The puzzle, with its candidates where it has them.
pub(crate) fn puzzle(record: &Record, theme: args::Theme) -> String {
    picture(record.grid, record, theme).candidates(record.candidates.unwrap_or(CandidateSet::EMPTY)).to_string()
}

/// The solution. Of several, what they have in common, with the cells shaded in which two of them differ. Where there is
/// none, the puzzle, with the cells shaded that are in conflict.
pub(crate) fn solved(record: &Record, answer: &Answer, theme: args::Theme) -> String {
    match answer {
        Answer::Unique(solution) => picture(Grid::from(*solution), record, theme).to_string(),
        Answer::Multiple(first, second) => {
            let differences = first.differences(second);
            let common = Grid::from(*first).restricted_to(!differences);
            picture(common, record, theme).shade(differences, Shade::Difference).to_string()
        }
        Answer::NoSolution => {
            let conflict = record.grid.conflicts().fold(CellSet::EMPTY, |cells, conflict| cells | conflict.cells);
            picture(record.grid, record, theme).shade(conflict, Shade::Conflict).to_string()
        }
    }
}

fn picture(grid: Grid, record: &Record, theme: args::Theme) -> Picture {
    let theme = match theme {
        args::Theme::Light => Theme::Light,
        args::Theme::Dark => Theme::Dark,
    };
    Picture::new(grid).givens(record.givens).theme(theme)
}
