//! A puzzle in the making: strokes over the board become cages, lines, dots, regions and givens.
//!
//! ```text
//!   a stroke over cells   with the tool        becomes
//!   r1c1 r1c2 r2c1        cage 15              a cage with this sum; cages that it touches go
//!   r1c1 r2c2 r3c3        thermo               a thermometer with its bulb in r1c1
//!   r1c1 r1c2 r1c3        arrow                an arrow with its circle in r1c1
//!   r1c1 r1c2             white, black         a dot between the two cells
//!   r1c1 r1c2 r2c1 ...    region               a region of a jigsaw, or more cells of the unfinished one it starts in
//!   any                   rising, falling      the diagonal, on and off
//!   any                   all-dots             that all dots are shown, on and off
//!   r1c1                  given 7              a given; an empty cell without a number
//!   r1c1 ...              erase                all of the above goes from these cells
//! ```
//!
//! The same line or dot drawn again goes. A sketch is its list of strokes, so undoing is leaving the last one out.

use core::fmt;
use core::str::FromStr;

use ninefold::Language;

use crate::generate::Theme;
use crate::rule::{Cage, Diagonal, Line, LineRule, Negative, Pair, Region, Rule, Sum};
use crate::{AddError, Board, BoardError, Cell, ValueSet, Variant};

/// What a stroke draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tool {
    /// A killer cage.
    Cage,
    /// A thermometer.
    Thermo,
    /// An arrow.
    Arrow,
    /// The dot of a difference of 1.
    White,
    /// The dot of the ratio 2.
    Black,
    /// A region of a jigsaw.
    Region,
    /// The diagonal from the bottom left.
    Rising,
    /// The diagonal from the top left.
    Falling,
    /// Whether all dots are shown.
    AllDots,
    /// A given.
    Given,
    /// Nothing: what is there goes.
    Erase,
}

impl Tool {
    /// All tools.
    pub const ALL: [Tool; 11] = [
        Tool::Cage,
        Tool::Thermo,
        Tool::Arrow,
        Tool::White,
        Tool::Black,
        Tool::Region,
        Tool::Rising,
        Tool::Falling,
        Tool::AllDots,
        Tool::Given,
        Tool::Erase,
    ];

    /// The name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Tool::Cage => "cage",
            Tool::Thermo => "thermo",
            Tool::Arrow => "arrow",
            Tool::White => "white",
            Tool::Black => "black",
            Tool::Region => "region",
            Tool::Rising => "rising",
            Tool::Falling => "falling",
            Tool::AllDots => "all-dots",
            Tool::Given => "given",
            Tool::Erase => "erase",
        }
    }

    /// The tool of this name.
    pub fn from_name(name: &str) -> Option<Tool> {
        Tool::ALL.into_iter().find(|tool| tool.name() == name)
    }

    /// The tools that puzzles of a theme are drawn with, besides givens and erasing.
    pub const fn of_theme(theme: Theme) -> &'static [Tool] {
        match theme {
            Theme::Plain => &[],
            Theme::Killer => &[Tool::Cage],
            Theme::Jigsaw => &[Tool::Region],
            Theme::X => &[Tool::Rising, Tool::Falling],
            Theme::Thermo => &[Tool::Thermo],
            Theme::Kropki => &[Tool::White, Tool::Black, Tool::AllDots],
            Theme::Arrow => &[Tool::Arrow],
        }
    }
}

/// One stroke: a tool, a number for cages and givens, and the cells in the order in which they were touched.
///
/// As text: `cage 15 0 1 9`, the number `-` where there is none, cells by their place on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stroke {
    /// The tool.
    pub tool: Tool,
    /// The sum of a cage, the value of a given.
    pub number: Option<u32>,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl fmt::Display for Stroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tool.name())?;
        match self.number {
            Some(number) => write!(f, " {number}")?,
            None => f.write_str(" -")?,
        }
        self.cells.iter().try_for_each(|cell| write!(f, " {}", cell.index()))
    }
}

/// A text that is no stroke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrokeError(String);

impl fmt::Display for StrokeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {:?}, expected a stroke such as \"cage 15 0 1 9\"", self.0)
    }
}

impl core::error::Error for StrokeError {}

impl FromStr for Stroke {
    type Err = StrokeError;

    fn from_str(text: &str) -> Result<Stroke, StrokeError> {
        let error = || StrokeError(text.chars().take(40).collect());
        let mut words = text.split_ascii_whitespace();
        let tool = words.next().and_then(Tool::from_name).ok_or_else(error)?;
        let number = match words.next() {
            None | Some("-") => None,
            Some(number) => Some(number.parse().map_err(|_| error())?),
        };
        let cells: Result<Vec<Cell>, _> = words.map(|word| word.parse().map(Cell::new)).collect();
        Ok(Stroke { tool, number, cells: cells.map_err(|_| error())? })
    }
}

/// A stroke that draws nothing, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SketchError {
    /// Too few cells for the tool.
    TooFew(Tool),
    /// Cells that follow each other on a line do not touch.
    Apart(String, String),
    /// The cells of a cage or a region are not connected.
    Disconnected,
    /// A region would have more cells than there are values.
    RegionTooLarge(usize),
    /// The sum of a cage of so many cells is between these.
    Sum {
        /// The sum of the smallest values.
        least: u32,
        /// The sum of the largest values.
        most: u32,
    },
    /// The board does not have this value.
    Value(u32),
    /// The rule does not fit the board.
    Rule(AddError),
    /// The board cannot be.
    Board(BoardError),
}

impl SketchError {
    /// The reason in a sentence.
    pub fn sentence(&self, language: Language) -> String {
        let chinese = language == Language::CHINESE;
        match self {
            SketchError::TooFew(Tool::White | Tool::Black) if chinese => "请划过两个相邻的格子。".into(),
            SketchError::TooFew(Tool::White | Tool::Black) => "Drag over two cells that share a side.".into(),
            SketchError::TooFew(_) if chinese => "请划过至少两个格子。".into(),
            SketchError::TooFew(_) => "Drag over at least two cells.".into(),
            SketchError::Apart(a, b) if chinese => format!("{a}和{b}不相邻。"),
            SketchError::Apart(a, b) => format!("{a} and {b} do not touch."),
            SketchError::Disconnected if chinese => "这些格子不相连。".into(),
            SketchError::Disconnected => "The cells are not connected.".into(),
            SketchError::RegionTooLarge(most) if chinese => format!("一个区域最多{most}格。"),
            SketchError::RegionTooLarge(most) => format!("A region has at most {most} cells."),
            SketchError::Sum { least, most } if chinese => format!("这个笼的和在{least}到{most}之间。"),
            SketchError::Sum { least, most } => format!("The sum of this cage is between {least} and {most}."),
            SketchError::Value(value) if chinese => format!("盘面没有{value}。"),
            SketchError::Value(value) => format!("The board has no {value}."),
            SketchError::Rule(error) => format!("{error}."),
            SketchError::Board(error) => format!("{error}."),
        }
    }
}

impl fmt::Display for SketchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence(Language::ENGLISH).trim_end_matches('.'))
    }
}

impl core::error::Error for SketchError {}

/// A puzzle in the making.
///
/// ```
/// use ninefold_variants::generate::Theme;
/// use ninefold_variants::sketch::Sketch;
///
/// let mut sketch = Sketch::new(Theme::Killer, 4)?;
/// sketch.draw(&"cage 5 0 1".parse()?)?;
/// sketch.draw(&"given 3 4".parse()?)?;
/// assert_eq!(sketch.variant().rules().len(), 1);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    variant: Variant,
}

impl Sketch {
    /// An empty board for puzzles of a theme: a jigsaw has no regions yet, an X-Sudoku has its diagonals.
    ///
    /// # Errors
    /// When there is no board of this side.
    pub fn new(theme: Theme, side: usize) -> Result<Sketch, SketchError> {
        let mut board = Board::square(side).map_err(SketchError::Board)?;
        if theme == Theme::Jigsaw {
            board = board.without_blocks();
        }
        let mut sketch = Sketch { variant: Variant::new(board) };
        if theme == Theme::X {
            sketch.toggle(Region::Diagonal(Diagonal::Rising).into())?;
            sketch.toggle(Region::Diagonal(Diagonal::Falling).into())?;
        }
        Ok(sketch)
    }

    /// The puzzle so far.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Draws a stroke.
    ///
    /// # Errors
    /// Why it draws nothing. The sketch is as before.
    pub fn draw(&mut self, stroke: &Stroke) -> Result<(), SketchError> {
        let board = self.variant.board().clone();
        let mut cells = stroke.cells.clone();
        cells.retain(|&cell| board.in_grid(cell));
        let mut seen = Vec::new();
        cells.retain(|&cell| {
            !seen.contains(&cell) && {
                seen.push(cell);
                true
            }
        });
        let least = match stroke.tool {
            Tool::Thermo | Tool::Arrow | Tool::White | Tool::Black => 2,
            Tool::Rising | Tool::Falling | Tool::AllDots => 0,
            _ => 1,
        };
        if cells.len() < least {
            return Err(SketchError::TooFew(stroke.tool));
        }
        match stroke.tool {
            Tool::Cage => self.cage(cells, stroke.number.filter(|&sum| sum > 0)),
            Tool::Thermo => {
                self.touching(&cells)?;
                self.toggle(LineRule::new(Line::Thermo, cells).into())
            }
            Tool::Arrow => {
                self.touching(&cells)?;
                let arrow = cells.split_off(1);
                self.toggle(Sum::Arrow { circle: cells, arrow }.into())
            }
            Tool::White | Tool::Black => self.dot(stroke.tool, &cells),
            Tool::Region => self.region(cells),
            Tool::Rising => self.toggle(Region::Diagonal(Diagonal::Rising).into()),
            Tool::Falling => self.toggle(Region::Diagonal(Diagonal::Falling).into()),
            Tool::AllDots => self.toggle(Pair::Negative(Negative::Kropki).into()),
            Tool::Given => self.give(&cells, stroke.number),
            Tool::Erase => self.erase(&cells),
        }
    }

    /// Whether a tool that switches a rule has it switched on.
    pub fn is_on(&self, tool: Tool) -> bool {
        let rule: Rule = match tool {
            Tool::Rising => Region::Diagonal(Diagonal::Rising).into(),
            Tool::Falling => Region::Diagonal(Diagonal::Falling).into(),
            Tool::AllDots => Pair::Negative(Negative::Kropki).into(),
            _ => return false,
        };
        self.variant.rules().contains(&rule)
    }

    /// What is missing before the puzzle can be played: regions of a jigsaw that are not finished.
    pub fn unfinished(&self, language: Language) -> Option<String> {
        let board = self.variant.board();
        if board.blocks().is_some() || (board.pieces().is_empty() && board.rows() < 4) {
            return None;
        }
        let done = board.pieces().iter().filter(|piece| piece.len() == board.value_count()).count();
        let all = board.grid_cells() / board.value_count();
        (done < all).then(|| {
            if language == Language::CHINESE {
                format!("已完成{done}个区域，共{all}个。")
            } else {
                format!("{done} of {all} regions are finished.")
            }
        })
    }

    /// The same rules but those for which `drop` holds.
    fn without(&mut self, drop: impl Fn(&Rule) -> bool) {
        let rules = self.variant.rules().to_vec();
        self.variant = self.variant.with_rules(|number| !drop(&rules[number]));
    }

    fn add(&mut self, rule: Rule) -> Result<(), SketchError> {
        self.variant.add(rule).map_err(SketchError::Rule)
    }

    /// Adds a rule, or removes it where it is.
    fn toggle(&mut self, rule: Rule) -> Result<(), SketchError> {
        if self.variant.rules().contains(&rule) {
            self.without(|other| *other == rule);
            return Ok(());
        }
        self.add(rule)
    }

    /// Whether cells that follow each other touch, at a side or at a corner.
    fn touching(&self, cells: &[Cell]) -> Result<(), SketchError> {
        let board = self.variant.board();
        let place = |cell: Cell| board.place(cell).unwrap_or_default();
        for pair in cells.windows(2) {
            let ((a, b), (c, d)) = (place(pair[0]), place(pair[1]));
            if a.abs_diff(c) > 1 || b.abs_diff(d) > 1 {
                return Err(SketchError::Apart(board.name(pair[0]), board.name(pair[1])));
            }
        }
        Ok(())
    }

    fn connected(&self, cells: &[Cell]) -> Result<(), SketchError> {
        let board = self.variant.board();
        let mut reached = cells[..1].to_vec();
        let mut next = 0;
        while next < reached.len() {
            let near = board.neighbours(reached[next]);
            reached.extend(
                near.into_iter().filter(|cell| cells.contains(cell) && !reached.contains(cell)).collect::<Vec<_>>(),
            );
            next += 1;
        }
        if reached.len() == cells.len() { Ok(()) } else { Err(SketchError::Disconnected) }
    }

    fn cage(&mut self, mut cells: Vec<Cell>, sum: Option<u32>) -> Result<(), SketchError> {
        self.connected(&cells)?;
        let board = self.variant.board();
        if cells.len() > board.value_count() {
            return Err(SketchError::RegionTooLarge(board.value_count()));
        }
        let values: Vec<u32> = board.values().iter().map(u32::from).collect();
        let least: u32 = values[..cells.len()].iter().sum();
        let most: u32 = values[values.len() - cells.len()..].iter().sum();
        if sum.is_some_and(|sum| sum < least || sum > most) {
            return Err(SketchError::Sum { least, most });
        }
        cells.sort_unstable();
        self.without(|rule| matches!(rule, Rule::Cage(cage) if cage.list().iter().any(|cell| cells.contains(cell))));
        self.add(Cage::Killer { sum, cells }.into())
    }

    fn dot(&mut self, tool: Tool, cells: &[Cell]) -> Result<(), SketchError> {
        let board = self.variant.board();
        let mut pair = [cells[0], cells[1]];
        pair.sort_unstable();
        if !board.neighbours(pair[0]).contains(&pair[1]) {
            return Err(SketchError::TooFew(tool));
        }
        let rule: Rule = match tool {
            Tool::Black => Pair::Ratio { cells: pair, by: 2 }.into(),
            _ => Pair::Difference { cells: pair, by: 1 }.into(),
        };
        let had = self.variant.rules().contains(&rule);
        self.without(|other| match other {
            Rule::Pair(Pair::Difference { cells, .. } | Pair::Ratio { cells, .. }) => {
                pair.iter().all(|cell| cells.contains(cell))
            }
            _ => false,
        });
        if had { Ok(()) } else { self.add(rule) }
    }

    /// A region of a jigsaw. A stroke that starts in an unfinished region continues it.
    fn region(&mut self, cells: Vec<Cell>) -> Result<(), SketchError> {
        let board = self.variant.board();
        let most = board.value_count();
        let mut piece = cells.clone();
        if let Some(begun) = board.pieces().iter().find(|piece| piece.contains(&cells[0]) && piece.len() < most) {
            piece.extend(begun.iter().filter(|cell| !cells.contains(cell)));
        }
        if piece.len() > most {
            return Err(SketchError::RegionTooLarge(most));
        }
        self.connected(&piece)?;
        let others =
            board.pieces().iter().map(|other| other.iter().copied().filter(|cell| !piece.contains(cell)).collect());
        let mut pieces: Vec<Vec<Cell>> = others.filter(|other: &Vec<Cell>| !other.is_empty()).collect();
        pieces.push(piece);
        self.replace_pieces(pieces)
    }

    fn replace_pieces(&mut self, pieces: Vec<Vec<Cell>>) -> Result<(), SketchError> {
        let board = self.variant.board().with_pieces(pieces).map_err(SketchError::Board)?;
        let mut variant = Variant::new(board).with_givens(self.variant.givens().to_vec());
        for rule in self.variant.rules() {
            variant.add(rule.clone()).map_err(SketchError::Rule)?;
        }
        self.variant = variant;
        Ok(())
    }

    fn give(&mut self, cells: &[Cell], number: Option<u32>) -> Result<(), SketchError> {
        let all = self.variant.board().values();
        let set = match number {
            None => all,
            Some(number) => match u8::try_from(number).ok().filter(|&value| all.contains(value)) {
                Some(value) => ValueSet::of(value),
                None => return Err(SketchError::Value(number)),
            },
        };
        let mut givens = self.variant.givens().to_vec();
        cells.iter().for_each(|cell| givens[cell.index()] = set);
        self.variant = self.variant.with_givens(givens);
        Ok(())
    }

    fn erase(&mut self, cells: &[Cell]) -> Result<(), SketchError> {
        let setting = self.variant.setting();
        let drawn = |rule: &Rule| {
            let shape = matches!(
                rule,
                Rule::Cage(_) | Rule::Line(_) | Rule::Sum(_) | Rule::Pair(Pair::Difference { .. } | Pair::Ratio { .. })
            );
            shape && rule.cells(&setting).iter().any(|cell| cells.contains(cell))
        };
        let gone: Vec<bool> = self.variant.rules().iter().map(drawn).collect();
        self.variant = self.variant.with_rules(|number| !gone[number]);
        self.give(cells, None)?;
        let pieces = self.variant.board().pieces().iter();
        let pieces = pieces.map(|piece| piece.iter().copied().filter(|cell| !cells.contains(cell)).collect());
        let pieces: Vec<Vec<Cell>> = pieces.filter(|piece: &Vec<Cell>| !piece.is_empty()).collect();
        self.replace_pieces(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Format, write};

    fn drawn(theme: Theme, side: usize, strokes: &[&str]) -> Sketch {
        let mut sketch = Sketch::new(theme, side).unwrap();
        for stroke in strokes {
            sketch.draw(&stroke.parse().unwrap()).unwrap_or_else(|error| panic!("{stroke}: {error}"));
        }
        sketch
    }

    fn iss(theme: Theme, strokes: &[&str]) -> String {
        write(drawn(theme, 4, strokes).variant(), Format::Iss).unwrap()
    }

    fn refused(theme: Theme, stroke: &str) -> SketchError {
        let mut sketch = Sketch::new(theme, 4).unwrap();
        let before = sketch.clone();
        let error = sketch.draw(&stroke.parse().unwrap()).unwrap_err();
        assert_eq!(sketch, before);
        error
    }

    #[test]
    fn strokes_become_the_rules_of_each_theme() {
        assert_eq!(iss(Theme::Killer, &["cage 5 1 0"]), ".Shape~4x4.Cage~5~R1C1~R1C2");
        assert_eq!(iss(Theme::Thermo, &["thermo - 0 5 10"]), ".Shape~4x4.Thermo~R1C1~R2C2~R3C3");
        assert_eq!(iss(Theme::Arrow, &["arrow - 0 1 2"]), ".Shape~4x4.Arrow~R1C1~R1C2~R1C3");
        assert_eq!(iss(Theme::X, &["rising -"]), ".Shape~4x4.Diagonal~-1");
        let one = drawn(Theme::X, 4, &["rising -"]);
        assert_eq!([one.is_on(Tool::Rising), one.is_on(Tool::Falling), one.is_on(Tool::AllDots)], [false, true, false]);
        assert_eq!(iss(Theme::X, &["given 3 0"]), ".Shape~4x4.Diagonal~1.Diagonal~-1.~R1C1_3");
        let dots = iss(Theme::Kropki, &["white - 1 0", "black - 1 2", "all-dots -"]);
        assert_eq!(dots, ".Shape~4x4.WhiteDot~R1C1~R1C2.BlackDot~R1C2~R1C3.StrictKropki");
        let jigsaw =
            ["region - 0 1 2 3", "region - 4 5 8 9", "region - 6 7 10", "region - 10 11", "region - 12 13 14 15"];
        assert_eq!(iss(Theme::Jigsaw, &jigsaw), ".Shape~4x4.NoBoxes.Jigsaw~AAAABBCCBBCCDDDD");
        assert_eq!(drawn(Theme::Jigsaw, 4, &jigsaw).unfinished(Language::ENGLISH), None);
        let three = drawn(Theme::Jigsaw, 4, &jigsaw[..3]);
        assert_eq!(three.unfinished(Language::ENGLISH).unwrap(), "2 of 4 regions are finished.");
    }

    #[test]
    fn what_is_drawn_again_goes_and_cages_give_way() {
        let empty = ".Shape~4x4";
        assert_eq!(iss(Theme::Thermo, &["thermo - 0 1", "thermo - 0 1"]), empty);
        assert_eq!(iss(Theme::Kropki, &["white - 0 1", "white - 1 0"]), empty);
        assert_eq!(iss(Theme::Kropki, &["white - 0 1", "black - 1 0"]), ".Shape~4x4.BlackDot~R1C1~R1C2");
        assert_eq!(iss(Theme::Killer, &["cage 5 0 1", "cage 6 1 2"]), ".Shape~4x4.Cage~6~R1C2~R1C3");
        let all = ["cage 5 0 1", "thermo - 4 5", "arrow - 8 9", "white - 12 13", "given 2 2", "erase - 0 2 4 8 12"];
        assert_eq!(iss(Theme::Plain, &all), empty);
    }

    #[test]
    fn a_stroke_that_draws_nothing_says_why() {
        assert_eq!(refused(Theme::Killer, "cage 5 0 2"), SketchError::Disconnected);
        assert_eq!(refused(Theme::Killer, "cage 9 0 1"), SketchError::Sum { least: 3, most: 7 });
        assert_eq!(refused(Theme::Killer, "cage 5"), SketchError::TooFew(Tool::Cage));
        assert_eq!(refused(Theme::Thermo, "thermo - 0 2"), SketchError::Apart("r1c1".into(), "r1c3".into()));
        assert_eq!(refused(Theme::Kropki, "white - 0 5"), SketchError::TooFew(Tool::White));
        assert_eq!(refused(Theme::Jigsaw, "region - 0 1 2 3 7"), SketchError::RegionTooLarge(4));
        assert_eq!(refused(Theme::Plain, "given 5 0"), SketchError::Value(5));
        assert_eq!(refused(Theme::Thermo, "thermo - 0 99999"), SketchError::TooFew(Tool::Thermo));
        assert!("line 1 2".parse::<Stroke>().is_err() && "cage x".parse::<Stroke>().is_err());
    }

    #[test]
    fn strokes_are_read_as_they_are_written() {
        for text in ["cage 15 0 1 9", "thermo - 3 4", "all-dots -"] {
            assert_eq!(text.parse::<Stroke>().unwrap().to_string(), text);
        }
    }
}
