//! The cover: the title above a grid that is the pattern of the first puzzle of nine by nine cells.

use ninefold::{Cell, Puzzle};

use crate::canvas::{Anchor, Canvas, Ink, Type};
use crate::fonts::Weight;
use crate::paper::{Area, Sheet};
use crate::words::Words;
use crate::{Book, BookError, Entry};

/// Draws the cover over the whole page, with its bleed.
pub(crate) fn draw(canvas: &mut Canvas<'_, '_>, sheet: &Sheet, words: &Words, book: &Book) -> Result<(), BookError> {
    let bleed = sheet.bleed;
    let page = Area { x: -bleed, y: -bleed, width: sheet.width + 2.0 * bleed, height: sheet.height + 2.0 * bleed };
    canvas.area(page, Ink::Accent);
    if let Some(puzzle) = book.chapters.iter().flat_map(|chapter| &chapter.entries).find_map(Entry::puzzle) {
        pattern(canvas, sheet, puzzle);
    }
    let (middle, width) = (sheet.width / 2.0, sheet.width * 0.8);
    let title = Type { size: sheet.width / 11.0, weight: Weight::SemiBold, ink: Ink::White };
    let mut y = sheet.height * 0.16;
    y = lines(canvas, &book.title, (middle, y), width, title)?;
    let subtitle = Type { size: sheet.width / 28.0, weight: Weight::Regular, ink: Ink::Tint };
    let count = book.chapters.iter().map(|chapter| chapter.entries.len()).sum();
    let text = if book.subtitle.is_empty() { words.count(count) } else { book.subtitle.clone() };
    lines(canvas, &text, (middle, y), width, subtitle)?;
    lines(canvas, &book.author, (middle, sheet.height * 0.93), width, subtitle)?;
    Ok(())
}

/// Lines in the middle of the page. Returns the baseline that follows.
fn lines(
    canvas: &mut Canvas<'_, '_>,
    text: &str,
    (x, mut y): (f32, f32),
    width: f32,
    style: Type,
) -> Result<f32, BookError> {
    if text.is_empty() {
        return Ok(y);
    }
    for line in canvas.fonts().lines(text, style.weight, style.size, width)? {
        canvas.text(&line, (x, y), Anchor::Middle, style)?;
        y += style.size * 1.2;
    }
    Ok(y)
}

/// A square for each cell, light for givens.
fn pattern(canvas: &mut Canvas<'_, '_>, sheet: &Sheet, puzzle: &Puzzle) {
    let side = (sheet.width * 0.66).min(sheet.height * 0.5);
    let (left, top) = ((sheet.width - side) / 2.0, sheet.height * 0.56 - side * 0.36);
    // Boxes are apart by a quarter of a cell.
    let cell = side / 9.5;
    let at = |index: usize| cell * index as f32 + cell * 0.25 * (index / 3) as f32;
    let square = |position: Cell| Area {
        x: left + at(position.index() % 9),
        y: top + at(position.index() / 9),
        width: cell * 0.9,
        height: cell * 0.9,
    };
    let givens = puzzle.givens().filled();
    canvas.areas(Cell::all().filter(|&cell| !givens.contains(cell)).map(square), Ink::Shade);
    canvas.areas(givens.iter().map(square), Ink::Tint);
}
