//! The fonts of a book, and the width of text.
//!
//! Inter for Latin text, Noto Sans SC for the Chinese characters of the built-in texts, and the caller's font for everything
//! else. Each character is printed with the first of these fonts that has a glyph for it. Only the glyphs in use get into the
//! PDF file.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

const REGULAR: &[u8] = include_bytes!("../fonts/Inter-Regular.ttf");
const SEMI_BOLD: &[u8] = include_bytes!("../fonts/Inter-SemiBold.ttf");
const CHINESE: &[u8] = include_bytes!("../fonts/NotoSansSC-Regular.ttf");

/// Why a font cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FontError {
    /// The caller's font is no TrueType or OpenType font.
    NotAFont,
    /// No font has a glyph for this character.
    MissingGlyph(char),
}

impl fmt::Display for FontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FontError::NotAFont => f.write_str("the file is no TrueType or OpenType font"),
            FontError::MissingGlyph(character) => write!(f, "no font has a glyph for '{character}'"),
        }
    }
}

impl Error for FontError {}

/// The weight of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    SemiBold,
}

/// A font with the glyph and the width of each character, as parts of the font size.
struct Face {
    font: Font,
    glyphs: HashMap<char, (u32, f32)>,
}

impl Face {
    fn new(data: &[u8]) -> Option<Face> {
        let font = Font::new(data.to_vec().into(), 0)?;
        let tables = FontRef::new(data).ok()?;
        let metrics = tables.glyph_metrics(Size::unscaled(), LocationRef::default());
        let units = f32::from(tables.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
        let glyphs = tables.charmap().mappings().filter_map(|(code, glyph)| {
            Some((char::from_u32(code)?, (glyph.to_u32(), metrics.advance_width(glyph)? / units)))
        });
        Some(Face { font, glyphs: glyphs.collect() })
    }

    fn glyph(&self, character: char) -> Option<(u32, f32)> {
        self.glyphs.get(&character).copied()
    }
}

/// Glyphs of one font that follow each other.
pub(crate) struct GlyphRun {
    pub(crate) font: Font,
    pub(crate) text: String,
    pub(crate) glyphs: Vec<KrillaGlyph>,
    /// As a part of the font size.
    pub(crate) width: f32,
}

/// All fonts of a book.
pub(crate) struct Fonts {
    regular: Vec<Face>,
    semi_bold: Vec<Face>,
}

impl Fonts {
    pub(crate) fn new(own: Option<&[u8]>) -> Result<Fonts, FontError> {
        let built_in = |data| Face::new(data).expect("the built-in fonts are fonts");
        let own = || own.map(|data| Face::new(data).ok_or(FontError::NotAFont)).transpose();
        Ok(Fonts {
            regular: [built_in(REGULAR), built_in(CHINESE)].into_iter().chain(own()?).collect(),
            semi_bold: [built_in(SEMI_BOLD), built_in(CHINESE)].into_iter().chain(own()?).collect(),
        })
    }

    /// The glyphs of a text.
    pub(crate) fn shape(&self, text: &str, weight: Weight) -> Result<Vec<GlyphRun>, FontError> {
        let faces = if weight == Weight::Regular { &self.regular } else { &self.semi_bold };
        let mut runs: Vec<(usize, GlyphRun)> = Vec::new();
        for character in text.chars() {
            let find = |(index, face): (usize, &Face)| face.glyph(character).map(|glyph| (index, glyph));
            let (index, (id, width)) =
                faces.iter().enumerate().find_map(find).ok_or(FontError::MissingGlyph(character))?;
            if runs.last().is_none_or(|(last, _)| *last != index) {
                let font = faces[index].font.clone();
                runs.push((index, GlyphRun { font, text: String::new(), glyphs: Vec::new(), width: 0.0 }));
            }
            let (_, run) = runs.last_mut().expect("a run was pushed");
            let start = run.text.len();
            run.text.push(character);
            let range = start..run.text.len();
            run.glyphs.push(KrillaGlyph::new(GlyphId::new(id), width, 0.0, 0.0, 0.0, range, None));
            run.width += width;
        }
        Ok(runs.into_iter().map(|(_, run)| run).collect())
    }

    /// The width of a text in this size.
    pub(crate) fn width(&self, text: &str, weight: Weight, size: f32) -> Result<f32, FontError> {
        Ok(self.shape(text, weight)?.iter().map(|run| run.width).sum::<f32>() * size)
    }

    /// The lines of a text that are no wider than this. Lines end at blanks, or after any Chinese character.
    pub(crate) fn lines(&self, text: &str, weight: Weight, size: f32, width: f32) -> Result<Vec<String>, FontError> {
        let mut lines = vec![String::new()];
        for piece in pieces(text) {
            let line = lines.last_mut().expect("there is a line");
            let longer = format!("{line}{piece}");
            if line.is_empty() || self.width(longer.trim_end(), weight, size)? <= width {
                *line = longer;
            } else {
                lines.push(piece.to_owned());
            }
        }
        Ok(lines.into_iter().map(|line| line.trim_end().to_owned()).collect())
    }
}

/// Words with the blank after them, and single Chinese characters with the punctuation after them.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let end = at + character.len_utf8();
        let next = characters.peek().map(|&(_, next)| next);
        let wide = |character: char| character >= '\u{2e80}';
        let closing = |character: char| "，。、；：）」』！？".contains(character);
        let breaks = character == ' ' || wide(character) || next.is_some_and(wide);
        if breaks && !next.is_some_and(closing) {
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::Language;
    use ninefold::explain::Technique;
    use ninefold_variants::rule::Kind;

    #[test]
    fn the_built_in_fonts_have_every_character_of_the_texts() {
        let fonts = Fonts::new(None).unwrap();
        for language in Language::ALL {
            for technique in Technique::ALL {
                for text in [language.name(technique), language.idea(technique)] {
                    assert!(
                        fonts.shape(text, Weight::Regular).is_ok(),
                        "{text}: {:?}",
                        fonts.width(text, Weight::Regular, 1.0)
                    );
                }
            }
            for text in crate::words::of(language).all() {
                assert!(fonts.shape(text, Weight::SemiBold).is_ok(), "{text}");
            }
        }
        // The rules of variants, and the signs in their drawings.
        let rules = Kind::ALL.iter().flat_map(|kind| [kind.english(), kind.chinese(), kind.meaning()]);
        for text in rules.chain(["≠Σ▲▽⇅∋=#|×0123456789ABCDEFGHIJKLMNOP"]) {
            assert_eq!(fonts.width(text, Weight::Regular, 1.0).err(), None, "{text}");
        }
    }

    #[test]
    fn a_character_without_a_glyph_is_named() {
        let fonts = Fonts::new(None).unwrap();
        assert_eq!(fonts.width("a\u{1F600}", Weight::Regular, 1.0), Err(FontError::MissingGlyph('\u{1F600}')));
        assert!(matches!(Fonts::new(Some(b"no font")), Err(FontError::NotAFont)));
    }

    #[test]
    fn lines_are_no_wider_than_asked_for_and_lose_no_word() {
        let fonts = Fonts::new(None).unwrap();
        let text = "All places of a digit in a box lie on one line, so the rest of that line loses the digit.";
        let lines = fonts.lines(text, Weight::Regular, 10.0, 120.0).unwrap();
        assert!(lines.len() > 3);
        assert_eq!(lines.join(" "), text);
        for line in &lines {
            assert!(fonts.width(line, Weight::Regular, 10.0).unwrap() <= 120.0, "{line}");
        }
    }
}
