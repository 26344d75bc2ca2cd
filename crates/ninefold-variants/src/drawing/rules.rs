//! How each rule is drawn: the shapes that setters' tools have made usual.

use super::{
    Anchor, BLACK, Colour, DOT_BLACK, DOT_WHITE, Layers, MARGIN, Path, Plan, Point, SIDE, Shape, Stroke, WHITE, text,
};
use crate::rule::{Automaton, Cage, Clue, Compound, Count, Index, Line, Mark, Outside, Pair, Region, Rule, Side, Sum};
use crate::{Cell, symbol};

/// Draws one rule into its layers.
pub(super) fn draw(plan: &Plan<'_>, rule: &Rule, layers: &mut Layers) {
    let kind = rule.kind();
    match rule {
        Rule::Region(region) => match region {
            Region::Diagonal(diagonal) => {
                let cells = diagonal.cells(plan.variant.board());
                line(plan, &cells, Colour(0x5B8FD9), 2.0, layers);
            }
            Region::ExtraRegion(cells) | Region::AllDifferent(cells) => shade(plan, cells, Colour(0xE4E9F2), layers),
            Region::Windoku | Region::DisjointGroups => {
                if matches!(region, Region::Windoku) {
                    region
                        .sets(plan.variant.board())
                        .iter()
                        .for_each(|cells| shade(plan, cells, Colour(0xE4E9F2), layers));
                }
                layers.words.push(kind.english().into());
            }
            Region::SameRegions => layers.words.push(kind.english().into()),
        },
        Rule::Global(_) => layers.words.push(kind.english().into()),
        Rule::Mark(mark) => draw_mark(plan, mark, layers),
        Rule::Pair(pair) => draw_pair(plan, pair, kind.english(), layers),
        Rule::Cage(cage) => {
            let label = match cage {
                Cage::Killer { sum, .. } => sum.map_or(String::new(), |sum| sum.to_string()),
                Cage::Rellik { sum, .. } => format!("≠{sum}"),
                Cage::Equality(_) => "=".into(),
                Cage::Lunchbox { sum, .. } => format!("|{sum}|"),
            };
            draw_cage(plan, cage.list(), &label, layers);
        }
        Rule::Sum(sum) => draw_sum(plan, sum, layers),
        Rule::Line(rule) => draw_line(plan, rule.line, &rule.cells, layers),
        Rule::Count(count) => draw_count(plan, count, layers),
        Rule::Outside(Outside::Clue { side, clue }) => {
            let label = match clue {
                Clue::Sandwich(sum) => format!("{sum}"),
                Clue::XSum(sum) => format!("Σ{sum}"),
                Clue::Skyscraper(count) => format!("▲{count}"),
                Clue::HiddenSkyscraper(value) => format!("▽{value}"),
                Clue::NumberedRoom(value) => format!("#{value}"),
                Clue::FullRank(rank) => format!("⇅{rank}"),
            };
            outside(plan, *side, &label, layers);
        }
        Rule::Outside(Outside::Ties(_)) => layers.words.push(kind.english().into()),
        Rule::Index(index) => {
            let (cells, colour) = match index {
                Index::Row(cells) => (cells, Colour(0xF6D5D5)),
                Index::Column(cells) => (cells, Colour(0xD5E3F6)),
                Index::Block(cells) => (cells, Colour(0xDFF0D5)),
                Index::Value(cells) => (cells, Colour(0xEFE0F5)),
            };
            shade(plan, cells, colour, layers);
        }
        Rule::Automaton(automaton) => {
            let (words, segments) = match automaton {
                Automaton::Regex { regex, cells } => (regex.pattern().to_owned(), vec![cells.clone()]),
                Automaton::Nfa { name, segments, .. } => (name.clone(), segments.clone()),
            };
            for cells in &segments {
                line(plan, cells, Colour(0xC9A7E0), 5.0, layers);
                if let Some(&first) = cells.first() {
                    let (x, y) = plan.corner(first);
                    layers.marks.push(Shape::Text {
                        baseline: (x + 3.0, y + SIDE - 4.0),
                        anchor: Anchor::Start,
                        size: 9.0,
                        colour: Colour(0x7A4FA0),
                        words: words.chars().take(24).collect(),
                    });
                }
            }
        }
        Rule::Compound(Compound::AnyOf(rules) | Compound::AllOf(rules)) => {
            layers.words.push(format!("{}: {}", kind.english(), rules.len()));
            rules.iter().for_each(|rule| draw(plan, rule, layers));
        }
        Rule::Compound(Compound::SearchPriority { .. }) => {}
    }
}

fn shade(plan: &Plan<'_>, cells: &[Cell], colour: Colour, layers: &mut Layers) {
    for &cell in cells {
        layers.shades.push(Shape::Area { corner: plan.corner(cell), width: SIDE, height: SIDE, colour });
    }
}

/// A line through the middles of cells.
fn line(plan: &Plan<'_>, cells: &[Cell], colour: Colour, width: f64, layers: &mut Layers) {
    if let [only] = cells {
        return dot(plan.centre(*only), width.max(6.0), Some(colour), None, &mut layers.lines);
    }
    let points = cells.iter().map(|&cell| plan.centre(cell)).collect();
    layers.lines.push(Shape::Lines(vec![Path::Open(points)], Stroke::round(colour, width)));
}

fn dot(centre: Point, radius: f64, fill: Option<Colour>, stroke: Option<Colour>, out: &mut Vec<Shape>) {
    out.push(Shape::Circle { centre, radius, fill, stroke });
}

/// A line from point to point.
fn polyline(points: Vec<Point>, colour: Colour, width: f64, out: &mut Vec<Shape>) {
    out.push(Shape::Lines(vec![Path::Open(points)], Stroke::plain(colour, width)));
}

fn between(plan: &Plan<'_>, cells: &[Cell; 2]) -> (f64, f64) {
    let ((ax, ay), (bx, by)) = (plan.centre(cells[0]), plan.centre(cells[1]));
    ((ax + bx) / 2.0, (ay + by) / 2.0)
}

fn draw_mark(plan: &Plan<'_>, mark: &Mark, layers: &mut Layers) {
    let cell = mark.cell();
    let (x, y) = plan.corner(cell);
    let (cx, cy) = plan.centre(cell);
    match mark {
        Mark::Odd(_) => dot((cx, cy), 24.0, Some(Colour(0xD9D9D9)), None, &mut layers.shades),
        Mark::Even(_) => {
            let corner = (x + 7.0, y + 7.0);
            layers.shades.push(Shape::Area { corner, width: 46.0, height: 46.0, colour: Colour(0xD9D9D9) });
        }
        Mark::Minimum(_) | Mark::Maximum(_) => {
            shade(plan, &[cell], Colour(0xE8E8E8), layers);
            // Arrows point to the smaller value.
            let inward = matches!(mark, Mark::Minimum(_));
            for (dx, dy) in [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)] {
                let (tip, back) = if inward { (20.0, 27.0) } else { (27.0, 20.0) };
                let points = vec![
                    (cx + dx * back + dy * 6.0, cy + dy * back + dx * 6.0),
                    (cx + dx * tip, cy + dy * tip),
                    (cx + dx * back - dy * 6.0, cy + dy * back - dx * 6.0),
                ];
                polyline(points, Colour(0x555555), 2.0, &mut layers.marks);
            }
        }
        Mark::Candidates(_, values) => {
            text(&mut layers.marks, cx, y + 9.0, 10.0, Colour(0x444444), &values.to_string())
        }
    }
}

fn draw_pair(plan: &Plan<'_>, pair: &Pair, name: &str, layers: &mut Layers) {
    let numbered = |by: u8, usual: u8| if by == usual { String::new() } else { by.to_string() };
    match pair {
        Pair::Difference { cells, by } => {
            let at = between(plan, cells);
            dot(at, 9.0, Some(DOT_WHITE), Some(BLACK), &mut layers.marks);
            text(&mut layers.marks, at.0, at.1, 12.0, DOT_BLACK, &numbered(*by, 1));
        }
        Pair::Ratio { cells, by } => {
            let at = between(plan, cells);
            dot(at, 9.0, Some(DOT_BLACK), Some(BLACK), &mut layers.marks);
            text(&mut layers.marks, at.0, at.1, 12.0, DOT_WHITE, &numbered(*by, 2));
        }
        Pair::Xv { cells, sum } => {
            let at = between(plan, cells);
            dot(at, 8.0, Some(WHITE), None, &mut layers.marks);
            text(&mut layers.marks, at.0, at.1, 17.0, BLACK, if *sum == 10 { "X" } else { "V" });
        }
        Pair::Greater { greater, smaller } => {
            let (x, y) = between(plan, &[*greater, *smaller]);
            let ((ax, ay), (bx, by)) = (plan.centre(*greater), plan.centre(*smaller));
            // The tip of the sign points to the smaller cell.
            let (dx, dy) = ((bx - ax) / SIDE * 6.0, (by - ay) / SIDE * 6.0);
            let points = vec![(x - dx + dy, y - dy + dx), (x + dx, y + dy), (x - dx - dy, y - dy - dx)];
            polyline(points, BLACK, 2.0, &mut layers.marks);
        }
        Pair::Negative(_) => layers.words.push(name.into()),
        Pair::Table { cells, name, .. } | Pair::AllPairs { cells, name, .. } => {
            line(plan, cells, Colour(0xA8C8C0), 6.0, layers);
            if let Some(&first) = cells.first().filter(|_| !name.is_empty()) {
                let (x, y) = plan.corner(first);
                text(&mut layers.marks, x + SIDE / 2.0, y + SIDE - 8.0, 10.0, Colour(0x3D7A6D), name);
            }
        }
    }
}

/// A dashed border along the inside of the cells, and a label in the first.
fn draw_cage(plan: &Plan<'_>, cells: &[Cell], label: &str, layers: &mut Layers) {
    let gap = 4.0;
    let board = plan.variant.board();
    let mut paths = Vec::new();
    let mut edge = |points: &[Point]| paths.push(Path::Open(points.to_vec()));
    for &cell in cells {
        let (x, y) = plan.corner(cell);
        let has = |down, right| board.step(cell, down, right).is_some_and(|near| cells.contains(&near));
        let (up, down, left, right) = (has(-1, 0), has(1, 0), has(0, -1), has(0, 1));
        // An edge runs to the border of the cell where the cage goes on, and stops short of it where it ends.
        let start = |goes_on: bool| if goes_on { 0.0 } else { gap };
        let end = |goes_on: bool| if goes_on { SIDE } else { SIDE - gap };
        if !up {
            edge(&[(x + start(left), y + gap), (x + end(right), y + gap)]);
        }
        if !down {
            edge(&[(x + start(left), y + SIDE - gap), (x + end(right), y + SIDE - gap)]);
        }
        if !left {
            edge(&[(x + gap, y + start(up)), (x + gap, y + end(down))]);
        }
        if !right {
            edge(&[(x + SIDE - gap, y + start(up)), (x + SIDE - gap, y + end(down))]);
        }
        // Inner corners, where the cage turns around a cell that is not in it.
        for (vertical, horizontal, diagonal, cx, cy, sx, sy) in [
            (up, left, has(-1, -1), x, y, gap, gap),
            (up, right, has(-1, 1), x + SIDE, y, -gap, gap),
            (down, left, has(1, -1), x, y + SIDE, gap, -gap),
            (down, right, has(1, 1), x + SIDE, y + SIDE, -gap, -gap),
        ] {
            if vertical && horizontal && !diagonal {
                edge(&[(cx, cy + sy), (cx + sx, cy + sy), (cx + sx, cy)]);
            }
        }
    }
    layers.cages.push(Shape::Lines(paths, Stroke::dashed(BLACK, 1.2)));
    if let Some(&first) = cells.iter().min().filter(|_| !label.is_empty()) {
        let (x, y) = plan.corner(first);
        let width = 3.0 + 9.0 * label.chars().count() as f64;
        let corner = (x + 2.0, y + 2.0);
        layers.cages.push(Shape::Area { corner, width, height: 16.0, colour: WHITE });
        text(&mut layers.cages, x + 2.0 + width / 2.0, y + 10.0, 16.0, BLACK, label);
    }
}

/// A line that ends in an arrow head.
fn arrow(plan: &Plan<'_>, cells: &[Cell], layers: &mut Layers) {
    line(plan, cells, Colour(0x8A8A8A), 3.0, layers);
    if let [.., before, last] = cells {
        let ((ax, ay), (bx, by)) = (plan.centre(*before), plan.centre(*last));
        let length = ((bx - ax).powi(2) + (by - ay).powi(2)).sqrt().max(1.0);
        let (dx, dy) = ((bx - ax) / length * 10.0, (by - ay) / length * 10.0);
        let points = vec![(bx - dx + dy, by - dy - dx), (bx, by), (bx - dx - dy, by - dy + dx)];
        polyline(points, Colour(0x8A8A8A), 3.0, &mut layers.lines);
    }
}

fn draw_sum(plan: &Plan<'_>, sum: &Sum, layers: &mut Layers) {
    match sum {
        Sum::Linear { sum, terms } => {
            let cells: Vec<Cell> = terms.iter().map(|term| term.0).collect();
            shade(plan, &cells, Colour(0xF5EFD9), layers);
            if let Some(&first) = cells.iter().min() {
                let (x, y) = plan.corner(first);
                text(&mut layers.marks, x + 14.0, y + 10.0, 12.0, Colour(0x7A6200), &format!("Σ{sum}"));
            }
            for &(cell, weight) in terms.iter().filter(|term| term.1 != 1) {
                let (x, y) = plan.corner(cell);
                text(&mut layers.marks, x + SIDE - 12.0, y + SIDE - 9.0, 11.0, Colour(0x7A6200), &format!("×{weight}"));
            }
        }
        Sum::Equal(segments) => {
            for (number, cells) in segments.iter().enumerate() {
                line(plan, cells, [Colour(0xE0B84F), Colour(0xD98F5B), Colour(0xC9B86A)][number % 3], 7.0, layers);
            }
        }
        Sum::LittleKiller { sum, cells } => {
            let Some(&first) = cells.first() else { return };
            let (x, y) = plan.centre(first);
            let (down, right) = match cells.get(1) {
                Some(&next) => {
                    let (nx, ny) = plan.centre(next);
                    ((ny - y).signum(), (nx - x).signum())
                }
                None => (1.0, -1.0),
            };
            let (cx, cy) = (x - right * SIDE, y - down * SIDE);
            text(&mut layers.outside, cx, cy, 18.0, BLACK, &sum.to_string());
            let (ax, ay) = (cx + right * 12.0, cy + down * 12.0);
            let (bx, by) = (cx + right * 24.0, cy + down * 24.0);
            let shaft = Path::Open(vec![(ax, ay), (bx, by)]);
            let head = Path::Open(vec![(bx - right * 7.0, by), (bx, by), (bx, by - down * 7.0)]);
            layers.outside.push(Shape::Lines(vec![shaft, head], Stroke::plain(BLACK, 1.5)));
        }
        Sum::Arrow { circle, arrow: cells } => {
            let path: Vec<Cell> = circle.last().into_iter().chain(cells).copied().collect();
            arrow(plan, &path, layers);
            if let [only] = circle[..] {
                dot(plan.centre(only), 24.0, Some(WHITE), Some(Colour(0x8A8A8A)), &mut layers.lines);
            } else {
                // A pill: a thick line with a white one on it.
                line(plan, circle, Colour(0x8A8A8A), 50.0, layers);
                line(plan, circle, WHITE, 46.0, layers);
            }
        }
        Sum::DoubleArrow(cells) => {
            line(plan, cells, Colour(0x8A8A8A), 3.0, layers);
            for end in [cells.first(), cells.last()].into_iter().flatten() {
                dot(plan.centre(*end), 24.0, Some(WHITE), Some(Colour(0x8A8A8A)), &mut layers.lines);
            }
        }
        Sum::Zipper(cells) => {
            line(plan, cells, Colour(0xC3A6E8), 6.0, layers);
            if cells.len() % 2 == 1 {
                dot(plan.centre(cells[cells.len() / 2]), 12.0, Some(Colour(0xC3A6E8)), None, &mut layers.lines);
            }
        }
        Sum::RegionSum(cells) => line(plan, cells, Colour(0x2ECBFF), 6.0, layers),
        Sum::SumLine { sum, cells, is_loop } => {
            let mut path = cells.clone();
            if let (true, Some(&first)) = (*is_loop, cells.first()) {
                path.push(first);
            }
            line(plan, &path, Colour(0xF0A860), 7.0, layers);
            if let Some(&first) = cells.first() {
                let (x, y) = plan.corner(first);
                text(&mut layers.marks, x + 14.0, y + 10.0, 12.0, Colour(0xA35B10), &sum.to_string());
            }
        }
    }
}

fn draw_line(plan: &Plan<'_>, kind: Line, cells: &[Cell], layers: &mut Layers) {
    let numbered = |number: u8, usual: u8, layers: &mut Layers| {
        if let (true, Some(&first)) = (number != usual, cells.first()) {
            let (x, y) = plan.corner(first);
            text(&mut layers.marks, x + SIDE - 12.0, y + 10.0, 11.0, Colour(0x444444), &number.to_string());
        }
    };
    match kind {
        Line::Thermo | Line::SlowThermo => {
            let colour = if kind == Line::Thermo { Colour(0xC9C9C9) } else { Colour(0xBCD4E6) };
            line(plan, cells, colour, 16.0, layers);
            if let Some(&bulb) = cells.first() {
                dot(plan.centre(bulb), 22.0, Some(colour), None, &mut layers.lines);
            }
        }
        Line::Palindrome => line(plan, cells, Colour(0xB0B0B0), 9.0, layers),
        Line::Between => {
            line(plan, cells, Colour(0x9A9A9A), 4.0, layers);
            for end in [cells.first(), cells.last()].into_iter().flatten() {
                dot(plan.centre(*end), 23.0, Some(Colour(0xF4F4F4)), Some(Colour(0x9A9A9A)), &mut layers.lines);
            }
        }
        Line::Lockout(by) => {
            line(plan, cells, Colour(0x6F8FD0), 4.0, layers);
            for end in [cells.first(), cells.last()].into_iter().flatten() {
                let (x, y) = plan.centre(*end);
                let points = vec![(x, y - 25.0), (x + 25.0, y), (x, y + 25.0), (x - 25.0, y)];
                layers.lines.push(Shape::Polygon { points: points.clone(), colour: Colour(0xEEF2FB) });
                layers.lines.push(Shape::Lines(vec![Path::Closed(points)], Stroke::plain(Colour(0x6F8FD0), 2.0)));
            }
            numbered(by, 4, layers);
        }
        Line::Renban => line(plan, cells, Colour(0xF067F0), 9.0, layers),
        Line::Whisper(by) => {
            line(plan, cells, if by == 4 { Colour(0xFF9A3C) } else { Colour(0x67F067) }, 9.0, layers);
            numbered(by, 5, layers);
        }
        Line::Entropic => line(plan, cells, Colour(0xFFB79C), 9.0, layers),
        Line::Modular(by) => {
            line(plan, cells, Colour(0x33BBBB), 9.0, layers);
            numbered(by, 3, layers);
        }
        Line::Nabner => line(plan, cells, Colour(0xC9C883), 9.0, layers),
    }
}

fn draw_count(plan: &Plan<'_>, count: &Count, layers: &mut Layers) {
    match count {
        Count::Quadruple { values, cells } => {
            // The corner that the four cells share.
            let centres: Vec<(f64, f64)> = cells.iter().map(|&cell| plan.centre(cell)).collect();
            let number = centres.len().max(1) as f64;
            let x = centres.iter().map(|centre| centre.0).sum::<f64>() / number;
            let y = centres.iter().map(|centre| centre.1).sum::<f64>() / number;
            dot((x, y), 15.0, Some(WHITE), Some(BLACK), &mut layers.marks);
            let words: String = values.iter().map(|&value| symbol(value)).collect();
            let size = if words.len() > 2 { 9.0 } else { 14.0 };
            text(&mut layers.marks, x, y, size, BLACK, &words);
        }
        Count::Contains { values, cells, exactly } => {
            let words: String = values.iter().map(|&value| symbol(value)).collect();
            draw_cage(plan, cells, &format!("{}{words}", if *exactly { "=" } else { "∋" }), layers);
        }
        Count::LookAndSay { counts, cells } => {
            let words: String = counts.iter().flat_map(|&(count, value)| [symbol(count), symbol(value)]).collect();
            draw_cage(plan, cells, &words, layers);
        }
        Count::CountingCircles(cells) => {
            cells
                .iter()
                .for_each(|&cell| dot(plan.centre(cell), 24.0, None, Some(Colour(0x5B8FD9)), &mut layers.lines));
        }
        Count::CountDistinct { control, cells } => {
            let path: Vec<Cell> = [*control].iter().chain(cells).copied().collect();
            line(plan, &path, Colour(0xD0A0A0), 4.0, layers);
            dot(plan.centre(*control), 22.0, Some(WHITE), Some(Colour(0xD0A0A0)), &mut layers.lines);
        }
        Count::Clone { cells, copies } => {
            shade(plan, cells, Colour(0xD8ECD8), layers);
            shade(plan, copies, Colour(0xD8ECD8), layers);
        }
        Count::SameValues(sets) => {
            for (number, cells) in sets.iter().enumerate() {
                shade(plan, cells, [Colour(0xF2E6D8), Colour(0xE6F2D8), Colour(0xD8E6F2)][number % 3], layers);
            }
        }
    }
}

/// A clue beside the grid; several at the same place lie side by side.
fn outside(plan: &Plan<'_>, side: Side, label: &str, layers: &mut Layers) {
    let board = plan.variant.board();
    let (rows, columns) = (board.rows() as f64, board.columns() as f64);
    let along = |line: usize| MARGIN + SIDE * (line as f64 + 0.5);
    let (x, y, dx, dy, key) = match side {
        Side::Left(row) => (MARGIN - 22.0, along(row), 0.0, 18.0, (-1, row as i32)),
        Side::Right(row) => (MARGIN + SIDE * columns + 22.0, along(row), 0.0, 18.0, (-2, row as i32)),
        Side::Top(column) => (along(column), MARGIN - 18.0, 0.0, -18.0, (-3, column as i32)),
        Side::Bottom(column) => (along(column), MARGIN + SIDE * rows + 18.0, 0.0, 18.0, (-4, column as i32)),
    };
    let used = layers.used.entry(key).or_insert(0);
    let shift = f64::from(*used);
    *used += 1;
    text(&mut layers.outside, x + dx * shift, y + dy * shift, 18.0, BLACK, label);
}
