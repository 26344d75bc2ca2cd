//! A drawing as an SVG picture. Sizes are in units of the `viewBox`. Every attribute is plain: no style sheet, no script.

use core::fmt;

use super::{Anchor, Colour, Drawing, LineStyle, Path, Picture, Point, Shape, Stroke, WHITE};

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.drawing().fmt(f)
    }
}

/// The drawing as SVG.
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Drawing { width, height, .. } = self;
        write!(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">")?;
        area(f, (0.0, 0.0), *width, *height, WHITE)?;
        self.shapes.iter().try_for_each(|shape| write_shape(f, shape))?;
        f.write_str("</svg>\n")
    }
}

impl Drawing {
    /// The shapes alone as the elements of an SVG picture, for a program that puts them into its own.
    pub fn elements(&self) -> String {
        struct Elements<'a>(&'a Drawing);
        impl fmt::Display for Elements<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.shapes.iter().try_for_each(|shape| write_shape(f, shape))
            }
        }
        Elements(self).to_string()
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// A coordinate, rounded to a tenth.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn area(f: &mut fmt::Formatter<'_>, (x, y): Point, width: f64, height: f64, colour: Colour) -> fmt::Result {
    write!(f, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>")
}

fn write_shape(f: &mut fmt::Formatter<'_>, shape: &Shape) -> fmt::Result {
    match shape {
        Shape::Area { corner, width, height, colour } => area(f, *corner, *width, *height, *colour),
        Shape::Circle { centre: (x, y), radius, fill, stroke } => {
            write!(f, "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"", rounded(*x), rounded(*y))?;
            match fill {
                Some(colour) => write!(f, " fill=\"{colour}\"")?,
                None => f.write_str(" fill=\"none\"")?,
            }
            if let Some(colour) = stroke {
                write!(f, " stroke=\"{colour}\" stroke-width=\"2\"")?;
            }
            f.write_str("/>")
        }
        Shape::Polygon { points, colour } => {
            f.write_str("<path d=\"")?;
            write_path(f, &Path::Closed(points.clone()))?;
            write!(f, "\" fill=\"{colour}\"/>")
        }
        Shape::Lines(paths, Stroke { colour, width, style }) => {
            f.write_str("<path d=\"")?;
            paths.iter().try_for_each(|path| write_path(f, path))?;
            write!(f, "\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"")?;
            f.write_str(match style {
                LineStyle::Plain => "/>",
                LineStyle::Round => " stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                LineStyle::Square => " stroke-linecap=\"square\"/>",
                LineStyle::Dashed => " stroke-dasharray=\"4 3\"/>",
            })
        }
        Shape::Text { baseline: (x, y), anchor, size, colour, words } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
            };
            let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            write!(
                f,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{}\"{anchor} font-family=\"sans-serif\" \
                 fill=\"{colour}\">{words}</text>",
                rounded(*size)
            )
        }
    }
}

fn write_path(f: &mut fmt::Formatter<'_>, path: &Path) -> fmt::Result {
    let (points, end) = match path {
        Path::Open(points) => (points, ""),
        Path::Closed(points) => (points, "Z"),
    };
    for (number, &(x, y)) in points.iter().enumerate() {
        write!(f, "{}{} {}", if number == 0 { 'M' } else { 'L' }, rounded(x), rounded(y))?;
    }
    f.write_str(end)
}
