//! Lines, areas and text on a page. Coordinates count from the top left corner of the trimmed page; the bleed is outside.

use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, Stroke};
use krilla::surface::Surface;

use crate::BookError;
use crate::fonts::{Fonts, Weight};
use crate::paper::Area;

/// The colours of a book. They are readable when printed in black only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Black,
    Grey,
    Light,
    Accent,
    Shade,
    Tint,
    White,
}

impl Ink {
    fn color(self) -> rgb::Color {
        match self {
            Ink::Black => rgb::Color::new(20, 22, 28),
            Ink::Grey => rgb::Color::new(110, 114, 122),
            Ink::Light => rgb::Color::new(176, 180, 188),
            Ink::Accent => rgb::Color::new(30, 64, 110),
            Ink::Shade => rgb::Color::new(62, 98, 148),
            Ink::Tint => rgb::Color::new(226, 233, 243),
            Ink::White => rgb::Color::white(),
        }
    }

    fn fill(self) -> Fill {
        Fill { paint: self.color().into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero }
    }
}

/// Where a text is relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Left,
    Middle,
    Right,
}

/// The appearance of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type {
    pub(crate) size: f32,
    pub(crate) weight: Weight,
    pub(crate) ink: Ink,
}

/// A page that is being drawn.
pub(crate) struct Canvas<'a, 'b> {
    surface: &'a mut Surface<'b>,
    fonts: &'a Fonts,
    bleed: f32,
}

impl<'a, 'b> Canvas<'a, 'b> {
    pub(crate) fn new(surface: &'a mut Surface<'b>, fonts: &'a Fonts, bleed: f32) -> Canvas<'a, 'b> {
        Canvas { surface, fonts, bleed }
    }

    pub(crate) fn fonts(&self) -> &'a Fonts {
        self.fonts
    }

    pub(crate) fn area(&mut self, area: Area, ink: Ink) {
        self.areas(std::iter::once(area), ink);
    }

    /// Areas of one colour as one path.
    pub(crate) fn areas(&mut self, areas: impl Iterator<Item = Area>, ink: Ink) {
        let mut path = PathBuilder::new();
        for area in areas {
            let rect = Rect::from_xywh(area.x + self.bleed, area.y + self.bleed, area.width, area.height);
            path.push_rect(rect.expect("areas of a page have a size"));
        }
        if let Some(path) = path.finish() {
            self.surface.set_stroke(None);
            self.surface.set_fill(Some(ink.fill()));
            self.surface.draw_path(&path);
        }
    }

    /// Lines of one width as one path.
    pub(crate) fn lines(&mut self, lines: impl Iterator<Item = [(f32, f32); 2]>, width: f32, ink: Ink) {
        let mut path = PathBuilder::new();
        for [(from_x, from_y), (to_x, to_y)] in lines {
            path.move_to(from_x + self.bleed, from_y + self.bleed);
            path.line_to(to_x + self.bleed, to_y + self.bleed);
        }
        if let Some(path) = path.finish() {
            self.surface.set_fill(None);
            let paint = ink.color().into();
            self.surface.set_stroke(Some(Stroke { paint, width, line_cap: LineCap::Square, ..Stroke::default() }));
            self.surface.draw_path(&path);
        }
    }

    /// Text on a baseline.
    pub(crate) fn text(&mut self, text: &str, at: (f32, f32), anchor: Anchor, style: Type) -> Result<(), BookError> {
        let runs = self.fonts.shape(text, style.weight)?;
        let width = runs.iter().map(|run| run.width).sum::<f32>() * style.size;
        let mut x = self.bleed
            + match anchor {
                Anchor::Left => at.0,
                Anchor::Middle => at.0 - width / 2.0,
                Anchor::Right => at.0 - width,
            };
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(style.ink.fill()));
        for run in runs {
            let start = Point::from_xy(x, at.1 + self.bleed);
            self.surface.draw_glyphs(start, &run.glyphs, run.font, &run.text, style.size, false);
            x += run.width * style.size;
        }
        Ok(())
    }
}
