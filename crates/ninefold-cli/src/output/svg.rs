//! Pictures of puzzles and of their solutions.

use ninefold::svg::{Picture, Shade, Theme};
use ninefold::text::Record;
use ninefold::{Answer, CandidateSet, CellSet, Grid};

use crate::args;

/// The puzzle, with its candidates if it has any.
pub(crate) fn puzzle(record: &Record, theme: args::Theme) -> String {
    let candidates = record.position.candidates().unwrap_or(CandidateSet::EMPTY);
    picture(*record.position.digits(), record, theme).candidates(candidates).to_string()
}

/// The solution. Of several solutions, what two of them have in common, with the other cells shaded. Without a solution, the
/// puzzle, with the cells in conflict shaded.
pub(crate) fn solved(record: &Record, answer: &Answer, theme: args::Theme) -> String {
    match answer {
        Answer::Unique(solution) => picture(Grid::from(*solution), record, theme).to_string(),
        Answer::Multiple(first, second) => {
            let differences = first.differences(second);
            let common = Grid::from(*first).restricted_to(!differences);
            picture(common, record, theme).shade(differences, Shade::Difference).to_string()
        }
        Answer::NoSolution => {
            let conflict =
                record.position.givens().conflicts().fold(CellSet::EMPTY, |cells, conflict| cells | conflict.cells);
            picture(*record.position.digits(), record, theme).shade(conflict, Shade::Conflict).to_string()
        }
    }
}

fn picture(grid: Grid, record: &Record, theme: args::Theme) -> Picture {
    let theme = match theme {
        args::Theme::Light => Theme::Light,
        args::Theme::Dark => Theme::Dark,
    };
    Picture::new(grid).givens(record.position.given_cells()).theme(theme)
}
