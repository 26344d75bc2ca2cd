//! The QR code of a link to a puzzle.

use ninefold::Puzzle;
use qrcodegen::{QrCode, QrCodeEcc};

use crate::BookError;
use crate::canvas::{Canvas, Ink};
use crate::paper::Area;

/// The address with the puzzle in the place of `{}`, or at its end.
pub(crate) fn address(link: &str, puzzle: &Puzzle) -> String {
    let givens = puzzle.givens().to_string();
    if link.contains("{}") { link.replace("{}", &givens) } else { format!("{link}{givens}") }
}

/// Draws the code in a square. It has no border of its own: the page is white around it.
pub(crate) fn draw(canvas: &mut Canvas<'_, '_>, square: Area, address: &str) -> Result<(), BookError> {
    let code = QrCode::encode_text(address, QrCodeEcc::Low).map_err(|_| BookError::LinkTooLong)?;
    let side = square.width / code.size() as f32;
    let modules = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
    let dark = modules.filter(|&(x, y)| code.get_module(x, y)).map(|(x, y)| Area {
        x: square.x + side * x as f32,
        y: square.y + side * y as f32,
        // A hair wider than a module: no white lines between neighbours.
        width: side * 1.01,
        height: side * 1.01,
    });
    canvas.areas(dark, Ink::Black);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_puzzle_is_in_the_place_of_the_braces_or_at_the_end() {
        let givens = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = givens.parse().unwrap();
        assert_eq!(address("https://example.org/#p=", &puzzle), format!("https://example.org/#p={givens}"));
        assert_eq!(address("https://example.org/{}/play", &puzzle), format!("https://example.org/{givens}/play"));
    }
}
