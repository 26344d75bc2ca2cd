//! The shapes of a drawing, for writers of SVG, PDF and other formats.

/// Across and down from the upper left corner.
pub type Point = (f64, f64);

/// Red, green and blue: `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u32);

pub(super) const BLACK: Colour = Colour(0x000000);
pub(super) const WHITE: Colour = Colour(0xFFFFFF);
/// The dots of Kropki. Their colours are a part of the rule, so they are the same on every ground.
pub(super) const DOT_WHITE: Colour = Colour(0xFDFDFD);
pub(super) const DOT_BLACK: Colour = Colour(0x111111);

impl Colour {
    /// The parts red, green and blue.
    pub const fn rgb(self) -> [u8; 3] {
        [(self.0 >> 16) as u8, (self.0 >> 8) as u8, self.0 as u8]
    }

    /// The colour in a drawing on a dark ground: white becomes the ground, black becomes white, hues stay.
    pub(super) fn on_dark(self, ground: Colour) -> Colour {
        if self == DOT_WHITE || self == DOT_BLACK {
            return self;
        }
        let channels = self.rgb().map(u32::from);
        let (most, least) = (channels.into_iter().max().unwrap_or(0), channels.into_iter().min().unwrap_or(0));
        let ground = ground.rgb().map(u32::from);
        let mixed = |at: usize| {
            let inverted = 255 + channels[at] - most - least;
            ground[at] + inverted * (255 - ground[at]) / 255
        };
        Colour(mixed(0) << 16 | mixed(1) << 8 | mixed(2))
    }
}

/// Points that a line connects.
#[derive(Clone, Debug, PartialEq)]
pub enum Path {
    /// From the first to the last.
    Open(Vec<Point>),
    /// And back to the first.
    Closed(Vec<Point>),
}

/// The ends and corners of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineStyle {
    /// Ends at the last point.
    Plain,
    /// Round ends and corners.
    Round,
    /// Square ends half a width after the last point.
    Square,
    /// Dashes of 4 with gaps of 3.
    Dashed,
}

/// The appearance of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub colour: Colour,
    /// The width.
    pub width: f64,
    /// The ends.
    pub style: LineStyle,
}

impl Stroke {
    pub(super) const fn plain(colour: Colour, width: f64) -> Stroke {
        Stroke { colour, width, style: LineStyle::Plain }
    }

    pub(super) const fn round(colour: Colour, width: f64) -> Stroke {
        Stroke { colour, width, style: LineStyle::Round }
    }

    pub(super) const fn square(colour: Colour, width: f64) -> Stroke {
        Stroke { colour, width, style: LineStyle::Square }
    }

    pub(super) const fn dashed(colour: Colour, width: f64) -> Stroke {
        Stroke { colour, width, style: LineStyle::Dashed }
    }
}

/// Where a text is relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It starts there.
    Start,
    /// Its middle is there.
    Middle,
}

/// One shape.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A filled rectangle.
    Area {
        /// The upper left corner.
        corner: Point,
        /// The width.
        width: f64,
        /// The height.
        height: f64,
        /// The colour.
        colour: Colour,
    },
    /// A circle, filled or with a line of width 2, or both.
    Circle {
        /// The middle.
        centre: Point,
        /// The radius.
        radius: f64,
        /// The colour inside.
        fill: Option<Colour>,
        /// The colour of the line.
        stroke: Option<Colour>,
    },
    /// A filled polygon.
    Polygon {
        /// The corners.
        points: Vec<Point>,
        /// The colour.
        colour: Colour,
    },
    /// Lines of the same appearance.
    Lines(Vec<Path>, Stroke),
    /// A text without line ends.
    Text {
        /// A point of its base line.
        baseline: Point,
        /// Which point.
        anchor: Anchor,
        /// The size of the font.
        size: f64,
        /// The colour.
        colour: Colour,
        /// The text.
        words: String,
    },
}
