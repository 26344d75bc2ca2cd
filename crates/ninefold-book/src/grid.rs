//! One grid: a puzzle with room to write, or a solution with its givens in bold.

use ninefold::generate::Exercise;
use ninefold::{Cell, Grid, Pencilmarks, Puzzle};

use crate::BookError;
use crate::canvas::{Anchor, Canvas, Ink, Type};
use crate::fonts::Weight;
use crate::paper::Area;

/// The height of a digit, as a part of the font size.
const DIGIT_HEIGHT: f32 = 0.727;

/// Draws a puzzle in a square.
pub(crate) fn puzzle(
    canvas: &mut Canvas<'_, '_>,
    square: Area,
    puzzle: &Puzzle,
    candidates: bool,
    bold: bool,
) -> Result<(), BookError> {
    lines(canvas, square, if bold { 1.5 } else { 1.0 });
    let weight = if bold { Weight::SemiBold } else { Weight::Regular };
    digits(canvas, square, puzzle.givens(), 0.66, |_| (weight, Ink::Black))?;
    if candidates { notes(canvas, square, &Pencilmarks::from(puzzle.givens())) } else { Ok(()) }
}

/// Draws the position of an exercise with its pencilmarks.
pub(crate) fn exercise(
    canvas: &mut Canvas<'_, '_>,
    square: Area,
    exercise: &Exercise,
    bold: bool,
) -> Result<(), BookError> {
    lines(canvas, square, if bold { 1.5 } else { 1.0 });
    let given = exercise.puzzle.givens().filled();
    let style = |cell| if given.contains(cell) { (Weight::SemiBold, Ink::Black) } else { (Weight::Regular, Ink::Grey) };
    digits(canvas, square, exercise.marks.placed(), 0.66, style)?;
    notes(canvas, square, &exercise.marks)
}

/// Draws a solution in a square.
pub(crate) fn solution(canvas: &mut Canvas<'_, '_>, square: Area, puzzle: &Puzzle) -> Result<(), BookError> {
    let givens = puzzle.givens().filled();
    let side = square.width / 9.0;
    canvas.areas(givens.iter().map(|cell| cell_area(square, side, cell)), Ink::Tint);
    lines(canvas, square, 1.0);
    let solution = Grid::from(*puzzle.solution());
    digits(canvas, square, &solution, 0.68, |cell| {
        (if givens.contains(cell) { Weight::SemiBold } else { Weight::Regular }, Ink::Black)
    })
}

fn cell_area(square: Area, side: f32, cell: Cell) -> Area {
    let (row, column) = (cell.index() / 9, cell.index() % 9);
    Area { x: square.x + side * column as f32, y: square.y + side * row as f32, width: side, height: side }
}

/// Thin lines between cells, thick ones around boxes.
fn lines(canvas: &mut Canvas<'_, '_>, square: Area, weight: f32) {
    let side = square.width / 9.0;
    let (right, bottom) = (square.x + square.width, square.y + square.width);
    let across = |index: usize| {
        let (x, y) = (square.x + side * index as f32, square.y + side * index as f32);
        [[(square.x, y), (right, y)], [(x, square.y), (x, bottom)]]
    };
    let thin = (1..9).filter(|index| index % 3 != 0).flat_map(across);
    canvas.lines(thin, weight * (square.width / 500.0).clamp(0.25, 0.6), Ink::Light);
    let thick = [0, 3, 6, 9].into_iter().flat_map(across);
    canvas.lines(thick, weight * (square.width / 200.0).clamp(0.6, 1.6), Ink::Black);
}

/// The digits row by row, each in the middle of its cell.
fn digits(
    canvas: &mut Canvas<'_, '_>,
    square: Area,
    grid: &Grid,
    size: f32,
    style: impl Fn(Cell) -> (Weight, Ink),
) -> Result<(), BookError> {
    let side = square.width / 9.0;
    for (cell, digit) in grid.placements() {
        let area = cell_area(square, side, cell);
        let (weight, ink) = style(cell);
        let size = side * size;
        let at = (area.x + side / 2.0, area.y + side / 2.0 + size * DIGIT_HEIGHT / 2.0);
        canvas.text(&digit.to_string(), at, Anchor::Middle, Type { size, weight, ink })?;
    }
    Ok(())
}

/// The candidates of empty cells, each digit at its own place.
fn notes(canvas: &mut Canvas<'_, '_>, square: Area, marks: &Pencilmarks) -> Result<(), BookError> {
    let side = square.width / 9.0;
    for cell in marks.empty_cells() {
        let area = cell_area(square, side, cell);
        for digit in marks.digits_in(cell) {
            let (row, column) = (digit.index() / 3, digit.index() % 3);
            let size = side * 0.24;
            let at = (
                area.x + side * (column as f32 + 0.5) / 3.0,
                area.y + side * (row as f32 + 0.5) / 3.0 + size * DIGIT_HEIGHT / 2.0,
            );
            canvas.text(
                &digit.to_string(),
                at,
                Anchor::Middle,
                Type { size, weight: Weight::Regular, ink: Ink::Grey },
            )?;
        }
    }
    Ok(())
}
