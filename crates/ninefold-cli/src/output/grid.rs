//! Drawn grids: plain ones for files, styled ones for a terminal.
//!
//! ```text
//!  ┌───────┬───────┬───────┐
//!  │ 5 3 4 │ 6 7 8 │ 9 1 2 │
//! ```
//!
//! With colours the givens are bold and the filled cells coloured, in one grid. Without colours the puzzle and its solution
//! are side by side.

use anstyle::{AnsiColor, Style};
use ninefold::text::{self, Format, Record};
use ninefold::{Answer, Cell, CellSet, Col, Grid, NotAPuzzleError, Position, Row};

use super::line;

const GIVEN: Style = Style::new().bold();
const PLACED: Style = AnsiColor::Cyan.on_default();
const DIFFERENT: Style = AnsiColor::Yellow.on_default().bold();
const CONFLICT: Style = AnsiColor::Red.on_default().bold();
const FRAME: Style = Style::new().dimmed();

/// The solution as other programs read it, or the line that says why there is none.
pub(crate) fn plain(position: &Position, answer: &Answer) -> String {
    match answer {
        Answer::Unique(solution) => text::write(&Record::new(Grid::from(*solution)), Format::Grid),
        _ => line::answer(position, answer) + "\n",
    }
}

/// The answer to one puzzle, drawn with styles.
pub(crate) fn drawn(record: &Record, answer: &Answer) -> String {
    let colours = colours();
    let position = &record.position;
    let givens = position.given_cells();
    let puzzle = || draw(position.digits(), |_| GIVEN);
    match answer {
        Answer::Unique(solution) if colours => {
            draw(&Grid::from(*solution), |cell| if givens.contains(cell) { GIVEN } else { PLACED })
        }
        Answer::Unique(solution) => beside(&puzzle(), &draw(&Grid::from(*solution), |_| Style::new())),
        Answer::Multiple(first, second) => {
            let differences = first.differences(second);
            let style = |cell| match () {
                () if differences.contains(cell) => DIFFERENT,
                () if givens.contains(cell) => GIVEN,
                () => PLACED,
            };
            let two = beside(&draw(&Grid::from(*first), style), &draw(&Grid::from(*second), style));
            format!("{two} {DIFFERENT}More than one solution:{DIFFERENT:#} these two differ in {differences}\n")
        }
        Answer::NoSolution => {
            let conflicts: Vec<_> = position.givens().conflicts().collect();
            let cells = conflicts.iter().fold(CellSet::EMPTY, |cells, conflict| cells | conflict.cells);
            let grid = draw(position.digits(), |cell| if cells.contains(cell) { CONFLICT } else { GIVEN });
            let mut reasons: String = conflicts.iter().map(|conflict| format!("\n {conflict}")).collect();
            if let Err(NotAPuzzleError::Mistake(mistake)) = position.prove_with(*answer) {
                reasons += &format!("\n {mistake}");
            }
            format!("{grid} {CONFLICT}No solution{CONFLICT:#}{reasons}\n")
        }
    }
}

/// Whether standard output shows colours.
pub(crate) fn colours() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

/// Draws a grid, each digit in the style of its cell.
pub(crate) fn draw(grid: &Grid, style: impl Fn(Cell) -> Style) -> String {
    let bar = format!("{FRAME}│{FRAME:#}");
    let border = |left, middle, right| {
        let part = "───────";
        format!(" {FRAME}{left}{part}{middle}{part}{middle}{part}{right}{FRAME:#}\n")
    };
    let mut text = border('┌', '┬', '┐');
    for row in Row::all() {
        if row.index() == 3 || row.index() == 6 {
            text += &border('├', '┼', '┤');
        }
        text += &format!(" {bar} ");
        for col in Col::all() {
            let cell = Cell::at(row, col);
            let style = style(cell);
            match grid[cell] {
                Some(digit) => text += &format!("{style}{digit}{style:#} "),
                None => text += &format!("{FRAME}·{FRAME:#} "),
            }
            if col.index() % 3 == 2 {
                text += &bar;
                text += if col.index() == 8 { "\n" } else { " " };
            }
        }
    }
    text + &border('└', '┴', '┘')
}

/// Two drawings of the same height, one beside the other.
pub(crate) fn beside(left: &str, right: &str) -> String {
    left.lines().zip(right.lines()).map(|(left, right)| format!("{left}   {right}\n")).collect()
}
