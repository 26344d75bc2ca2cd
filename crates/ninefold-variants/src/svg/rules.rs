//! How each rule is drawn: the shapes that setters' tools have made usual.

use super::{Layers, MARGIN, Plan, SIDE, escaped, put, text};
use crate::rule::{
    Automaton, Cage, Clue, Compound, Count, Diagonal, Index, Line, Mark, Outside, Pair, Region, Rule, Side, Sum,
};
use crate::{Cell, symbol};
use core::fmt::Write as _;

/// Draws one rule into its layers.
pub(super) fn draw(plan: &Plan<'_>, rule: &Rule, layers: &mut Layers) {
    let kind = rule.kind();
    match rule {
        Rule::Region(region) => match region {
            Region::Diagonal(diagonal) => {
                let cells = diagonal.cells(plan.variant.board());
                let _ = Diagonal::Rising;
                line(plan, &cells, "#5b8fd9", 2.0, layers);
            }
            Region::ExtraRegion(cells) | Region::AllDifferent(cells) => shade(plan, cells, "#e4e9f2", layers),
            Region::Windoku | Region::DisjointGroups => {
                if matches!(region, Region::Windoku) {
                    region.sets(plan.variant.board()).iter().for_each(|cells| shade(plan, cells, "#e4e9f2", layers));
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
                Index::Row(cells) => (cells, "#f6d5d5"),
                Index::Column(cells) => (cells, "#d5e3f6"),
                Index::Block(cells) => (cells, "#dff0d5"),
                Index::Value(cells) => (cells, "#efe0f5"),
            };
            shade(plan, cells, colour, layers);
        }
        Rule::Automaton(automaton) => {
            let (words, segments) = match automaton {
                Automaton::Regex { regex, cells } => (regex.pattern().to_owned(), vec![cells.clone()]),
                Automaton::Nfa { name, segments, .. } => (name.clone(), segments.clone()),
            };
            for cells in &segments {
                line(plan, cells, "#c9a7e0", 5.0, layers);
                if let Some(&first) = cells.first() {
                    let (x, y) = plan.corner(first);
                    put!(
                        layers.marks,
                        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"9\" font-family=\"sans-serif\" fill=\"#7a4fa0\">{}</text>",
                        x + 3.0,
                        y + SIDE - 4.0,
                        escaped(&words.chars().take(24).collect::<String>())
                    );
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

fn shade(plan: &Plan<'_>, cells: &[Cell], colour: &str, layers: &mut Layers) {
    for &cell in cells {
        let (x, y) = plan.corner(cell);
        put!(layers.shades, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{colour}\"/>");
    }
}

fn points(plan: &Plan<'_>, cells: &[Cell]) -> String {
    let point = |&cell: &Cell| {
        let (x, y) = plan.centre(cell);
        format!("{x},{y}")
    };
    cells.iter().map(point).collect::<Vec<_>>().join(" ")
}

/// A line through the middles of cells.
fn line(plan: &Plan<'_>, cells: &[Cell], colour: &str, width: f64, layers: &mut Layers) {
    if let [only] = cells {
        return dot(plan.centre(*only), width.max(6.0), colour, "none", &mut layers.lines);
    }
    put!(
        layers.lines,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"/>",
        points(plan, cells)
    );
}

fn dot((x, y): (f64, f64), radius: f64, fill: &str, stroke: &str, out: &mut String) {
    put!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"2\"/>");
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
        Mark::Odd(_) => dot((cx, cy), 24.0, "#d9d9d9", "none", &mut layers.shades),
        Mark::Even(_) => {
            put!(
                layers.shades,
                "<rect x=\"{}\" y=\"{}\" width=\"46\" height=\"46\" fill=\"#d9d9d9\"/>",
                x + 7.0,
                y + 7.0
            );
        }
        Mark::Minimum(_) | Mark::Maximum(_) => {
            shade(plan, &[cell], "#e8e8e8", layers);
            // Arrows point to the smaller value.
            let inward = matches!(mark, Mark::Minimum(_));
            for (dx, dy) in [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)] {
                let (tip, back) = if inward { (20.0, 27.0) } else { (27.0, 20.0) };
                put!(
                    layers.marks,
                    "<polyline points=\"{},{} {},{} {},{}\" fill=\"none\" stroke=\"#555555\" stroke-width=\"2\"/>",
                    cx + dx * back + dy * 6.0,
                    cy + dy * back + dx * 6.0,
                    cx + dx * tip,
                    cy + dy * tip,
                    cx + dx * back - dy * 6.0,
                    cy + dy * back - dx * 6.0
                );
            }
        }
        Mark::Candidates(_, values) => text(&mut layers.marks, cx, y + 9.0, 10.0, "#444444", &values.to_string()),
    }
}

fn draw_pair(plan: &Plan<'_>, pair: &Pair, name: &str, layers: &mut Layers) {
    let numbered = |by: u8, usual: u8| if by == usual { String::new() } else { by.to_string() };
    match pair {
        Pair::Difference { cells, by } => {
            let at = between(plan, cells);
            dot(at, 9.0, "#ffffff", "#000000", &mut layers.marks);
            text(&mut layers.marks, at.0, at.1, 12.0, "#000000", &numbered(*by, 1));
        }
        Pair::Ratio { cells, by } => {
            let at = between(plan, cells);
            dot(at, 9.0, "#000000", "#000000", &mut layers.marks);
            text(&mut layers.marks, at.0, at.1, 12.0, "#ffffff", &numbered(*by, 2));
        }
        Pair::Xv { cells, sum } => {
            let at = between(plan, cells);
            dot(at, 8.0, "#ffffff", "none", &mut layers.marks);
            text(&mut layers.marks, at.0, at.1, 17.0, "#000000", if *sum == 10 { "X" } else { "V" });
        }
        Pair::Greater { greater, smaller } => {
            let (x, y) = between(plan, &[*greater, *smaller]);
            let ((ax, ay), (bx, by)) = (plan.centre(*greater), plan.centre(*smaller));
            // The tip of the sign points to the smaller cell.
            let (dx, dy) = ((bx - ax) / SIDE * 6.0, (by - ay) / SIDE * 6.0);
            put!(
                layers.marks,
                "<polyline points=\"{},{} {},{} {},{}\" fill=\"none\" stroke=\"#000000\" stroke-width=\"2\"/>",
                x - dx + dy,
                y - dy + dx,
                x + dx,
                y + dy,
                x - dx - dy,
                y - dy - dx
            );
        }
        Pair::Negative(_) => layers.words.push(name.into()),
        Pair::Table { cells, name, .. } | Pair::AllPairs { cells, name, .. } => {
            line(plan, cells, "#a8c8c0", 6.0, layers);
            if let Some(&first) = cells.first().filter(|_| !name.is_empty()) {
                let (x, y) = plan.corner(first);
                text(&mut layers.marks, x + SIDE / 2.0, y + SIDE - 8.0, 10.0, "#3d7a6d", name);
            }
        }
    }
}

/// A dashed border along the inside of the cells, and a label in the first.
fn draw_cage(plan: &Plan<'_>, cells: &[Cell], label: &str, layers: &mut Layers) {
    let gap = 4.0;
    let board = plan.variant.board();
    let mut path = String::new();
    for &cell in cells {
        let (x, y) = plan.corner(cell);
        let has = |down, right| board.step(cell, down, right).is_some_and(|near| cells.contains(&near));
        let (up, down, left, right) = (has(-1, 0), has(1, 0), has(0, -1), has(0, 1));
        // An edge runs to the border of the cell where the cage goes on, and stops short of it where it ends.
        let start = |goes_on: bool| if goes_on { 0.0 } else { gap };
        let end = |goes_on: bool| if goes_on { SIDE } else { SIDE - gap };
        if !up {
            put!(path, "M{} {}H{}", x + start(left), y + gap, x + end(right));
        }
        if !down {
            put!(path, "M{} {}H{}", x + start(left), y + SIDE - gap, x + end(right));
        }
        if !left {
            put!(path, "M{} {}V{}", x + gap, y + start(up), y + end(down));
        }
        if !right {
            put!(path, "M{} {}V{}", x + SIDE - gap, y + start(up), y + end(down));
        }
        // Inner corners, where the cage turns around a cell that is not in it.
        for (vertical, horizontal, diagonal, cx, cy, sx, sy) in [
            (up, left, has(-1, -1), x, y, gap, gap),
            (up, right, has(-1, 1), x + SIDE, y, -gap, gap),
            (down, left, has(1, -1), x, y + SIDE, gap, -gap),
            (down, right, has(1, 1), x + SIDE, y + SIDE, -gap, -gap),
        ] {
            if vertical && horizontal && !diagonal {
                put!(path, "M{cx} {}H{}V{cy}", cy + sy, cx + sx);
            }
        }
    }
    put!(
        layers.cages,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#000000\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\"/>"
    );
    if let Some(&first) = cells.iter().min().filter(|_| !label.is_empty()) {
        let (x, y) = plan.corner(first);
        let width = 4.0 + 7.5 * label.chars().count() as f64;
        put!(
            layers.cages,
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"14\" fill=\"#ffffff\"/>",
            x + 2.0,
            y + 2.0
        );
        text(&mut layers.cages, x + 2.0 + width / 2.0, y + 9.0, 13.0, "#000000", label);
    }
}

/// A line that ends in an arrow head.
fn arrow(plan: &Plan<'_>, cells: &[Cell], layers: &mut Layers) {
    line(plan, cells, "#8a8a8a", 3.0, layers);
    if let [.., before, last] = cells {
        let ((ax, ay), (bx, by)) = (plan.centre(*before), plan.centre(*last));
        let length = ((bx - ax).powi(2) + (by - ay).powi(2)).sqrt().max(1.0);
        let (dx, dy) = ((bx - ax) / length * 10.0, (by - ay) / length * 10.0);
        put!(
            layers.lines,
            "<polyline points=\"{:.1},{:.1} {bx},{by} {:.1},{:.1}\" fill=\"none\" stroke=\"#8a8a8a\" stroke-width=\"3\"/>",
            bx - dx + dy,
            by - dy - dx,
            bx - dx - dy,
            by - dy + dx
        );
    }
}

fn draw_sum(plan: &Plan<'_>, sum: &Sum, layers: &mut Layers) {
    match sum {
        Sum::Linear { sum, terms } => {
            let cells: Vec<Cell> = terms.iter().map(|term| term.0).collect();
            shade(plan, &cells, "#f5efd9", layers);
            if let Some(&first) = cells.iter().min() {
                let (x, y) = plan.corner(first);
                text(&mut layers.marks, x + 14.0, y + 10.0, 12.0, "#7a6200", &format!("Σ{sum}"));
            }
            for &(cell, weight) in terms.iter().filter(|term| term.1 != 1) {
                let (x, y) = plan.corner(cell);
                text(&mut layers.marks, x + SIDE - 12.0, y + SIDE - 9.0, 11.0, "#7a6200", &format!("×{weight}"));
            }
        }
        Sum::Equal(segments) => {
            for (number, cells) in segments.iter().enumerate() {
                line(plan, cells, ["#e0b84f", "#d98f5b", "#c9b86a"][number % 3], 7.0, layers);
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
            text(&mut layers.outside, cx, cy, 18.0, "#000000", &sum.to_string());
            let (ax, ay) = (cx + right * 12.0, cy + down * 12.0);
            let (bx, by) = (cx + right * 24.0, cy + down * 24.0);
            put!(
                layers.outside,
                "<path d=\"M{ax} {ay}L{bx} {by}M{} {by}H{bx}V{}\" fill=\"none\" stroke=\"#000000\" stroke-width=\"1.5\"/>",
                bx - right * 7.0,
                by - down * 7.0
            );
        }
        Sum::Arrow { circle, arrow: cells } => {
            let path: Vec<Cell> = circle.last().into_iter().chain(cells).copied().collect();
            arrow(plan, &path, layers);
            if let [only] = circle[..] {
                dot(plan.centre(only), 24.0, "#ffffff", "#8a8a8a", &mut layers.lines);
            } else {
                // A pill: a thick line with a white one on it.
                line(plan, circle, "#8a8a8a", 50.0, layers);
                line(plan, circle, "#ffffff", 46.0, layers);
            }
        }
        Sum::DoubleArrow(cells) => {
            line(plan, cells, "#8a8a8a", 3.0, layers);
            for end in [cells.first(), cells.last()].into_iter().flatten() {
                dot(plan.centre(*end), 24.0, "#ffffff", "#8a8a8a", &mut layers.lines);
            }
        }
        Sum::Zipper(cells) => {
            line(plan, cells, "#c3a6e8", 6.0, layers);
            if cells.len() % 2 == 1 {
                dot(plan.centre(cells[cells.len() / 2]), 12.0, "#c3a6e8", "none", &mut layers.lines);
            }
        }
        Sum::RegionSum(cells) => line(plan, cells, "#2ecbff", 6.0, layers),
        Sum::SumLine { sum, cells, is_loop } => {
            let mut path = cells.clone();
            if let (true, Some(&first)) = (*is_loop, cells.first()) {
                path.push(first);
            }
            line(plan, &path, "#f0a860", 7.0, layers);
            if let Some(&first) = cells.first() {
                let (x, y) = plan.corner(first);
                text(&mut layers.marks, x + 14.0, y + 10.0, 12.0, "#a35b10", &sum.to_string());
            }
        }
    }
}

fn draw_line(plan: &Plan<'_>, kind: Line, cells: &[Cell], layers: &mut Layers) {
    let numbered = |number: u8, usual: u8, layers: &mut Layers| {
        if let (true, Some(&first)) = (number != usual, cells.first()) {
            let (x, y) = plan.corner(first);
            text(&mut layers.marks, x + SIDE - 12.0, y + 10.0, 11.0, "#444444", &number.to_string());
        }
    };
    match kind {
        Line::Thermo | Line::SlowThermo => {
            let colour = if kind == Line::Thermo { "#c9c9c9" } else { "#bcd4e6" };
            line(plan, cells, colour, 16.0, layers);
            if let Some(&bulb) = cells.first() {
                dot(plan.centre(bulb), 22.0, colour, "none", &mut layers.lines);
            }
        }
        Line::Palindrome => line(plan, cells, "#b0b0b0", 9.0, layers),
        Line::Between => {
            line(plan, cells, "#9a9a9a", 4.0, layers);
            for end in [cells.first(), cells.last()].into_iter().flatten() {
                dot(plan.centre(*end), 23.0, "#f4f4f4", "#9a9a9a", &mut layers.lines);
            }
        }
        Line::Lockout(by) => {
            line(plan, cells, "#6f8fd0", 4.0, layers);
            for end in [cells.first(), cells.last()].into_iter().flatten() {
                let (x, y) = plan.centre(*end);
                put!(
                    layers.lines,
                    "<polygon points=\"{x},{} {},{y} {x},{} {},{y}\" fill=\"#eef2fb\" stroke=\"#6f8fd0\" stroke-width=\"2\"/>",
                    y - 25.0,
                    x + 25.0,
                    y + 25.0,
                    x - 25.0
                );
            }
            numbered(by, 4, layers);
        }
        Line::Renban => line(plan, cells, "#f067f0", 9.0, layers),
        Line::Whisper(by) => {
            line(plan, cells, if by == 4 { "#ff9a3c" } else { "#67f067" }, 9.0, layers);
            numbered(by, 5, layers);
        }
        Line::Entropic => line(plan, cells, "#ffb79c", 9.0, layers),
        Line::Modular(by) => {
            line(plan, cells, "#33bbbb", 9.0, layers);
            numbered(by, 3, layers);
        }
        Line::Nabner => line(plan, cells, "#c9c883", 9.0, layers),
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
            dot((x, y), 15.0, "#ffffff", "#000000", &mut layers.marks);
            let words: String = values.iter().map(|&value| symbol(value)).collect();
            let size = if words.len() > 2 { 9.0 } else { 14.0 };
            text(&mut layers.marks, x, y, size, "#000000", &words);
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
            cells.iter().for_each(|&cell| dot(plan.centre(cell), 24.0, "none", "#5b8fd9", &mut layers.lines));
        }
        Count::CountDistinct { control, cells } => {
            let path: Vec<Cell> = [*control].iter().chain(cells).copied().collect();
            line(plan, &path, "#d0a0a0", 4.0, layers);
            dot(plan.centre(*control), 22.0, "#ffffff", "#d0a0a0", &mut layers.lines);
        }
        Count::Clone { cells, copies } => {
            shade(plan, cells, "#d8ecd8", layers);
            shade(plan, copies, "#d8ecd8", layers);
        }
        Count::SameValues(sets) => {
            for (number, cells) in sets.iter().enumerate() {
                shade(plan, cells, ["#f2e6d8", "#e6f2d8", "#d8e6f2"][number % 3], layers);
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
    text(&mut layers.outside, x + dx * shift, y + dy * shift, 18.0, "#000000", label);
}
