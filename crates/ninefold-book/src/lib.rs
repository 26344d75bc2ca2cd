//! How do puzzles become a book to print?
//!
//! ```
//! use ninefold_book::{Book, Chapter, Design, Entry};
//!
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let chapter = Chapter { heading: "Easy".into(), entries: vec![Entry::new(puzzle)] };
//! let pdf = Book::new("My Sudoku", vec![chapter]).to_pdf(&Design::default())?;
//! assert!(pdf.starts_with(b"%PDF-"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Book`] has a title and chapters of puzzles. A [`Design`] determines the paper and what is printed. [`Book::to_pdf`]
//! returns a PDF file with embedded fonts, bookmarks and page numbers. The same book and design give the same bytes.
//!
//! # Structure
//! - `paper.rs`: sizes, margins, and where a number of squares fits on a page.
//! - `fonts.rs`: the fonts, and the width of text.
//! - `canvas.rs`: lines, areas and text on a page.
//! - `grid.rs`: one puzzle, solution or position.
//! - `variant.rs`: one puzzle or solution of another size or with other rules.
//! - `layout.rs`: the pages of a book.
//! - `order.rs`: the chapters of generated puzzles, "20 easy, 10 hard".
//! - `words.rs`: the texts in each language.

mod canvas;
mod cover;
mod fonts;
mod grid;
mod layout;
mod order;
mod paper;
mod qr;
mod variant;
mod words;

use std::error::Error;
use std::fmt;

use ninefold::explain::{Explainer, Level, NextStep, Technique};
use ninefold::generate::Exercise;
use ninefold::rate::SeRating;
use ninefold::{Language, Pencilmarks, Puzzle};
use ninefold_variants::{Run, VariantPuzzle};

pub use fonts::FontError;
pub use order::OrderError;
pub use paper::{Orientation, Paper, ParsePaperError};

/// What is printed for an entry.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Subject {
    /// A puzzle of nine by nine cells.
    Puzzle(Puzzle),
    /// A position to practise on, with its pencilmarks.
    Exercise(Box<Exercise>),
    /// A puzzle of another size or with other rules.
    Variant(Box<VariantPuzzle>),
}

/// A puzzle of a book, and what is printed beside it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The puzzle.
    pub subject: Subject,
    /// HoDoKu's level.
    pub level: Option<Level>,
    /// The Sudoku Explainer rating.
    pub rating: Option<SeRating>,
    /// The hardest technique of the path.
    pub technique: Option<Technique>,
    /// A text in place of the puzzle's number, such as its name.
    pub name: String,
}

impl Entry {
    /// The puzzle alone.
    pub fn new(puzzle: Puzzle) -> Entry {
        Entry::of(Subject::Puzzle(puzzle))
    }

    /// A puzzle of another size or with other rules, with its title.
    ///
    /// ```
    /// use ninefold_book::Entry;
    /// use ninefold_variants::{Run, VariantPuzzle, text};
    ///
    /// let variant = text::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1")?;
    /// let entry = Entry::variant(VariantPuzzle::new(variant, &Run::default())?);
    /// assert!(entry.puzzle().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn variant(puzzle: VariantPuzzle) -> Entry {
        let name = puzzle.variant().notes.title.clone();
        Entry { name, ..Entry::of(Subject::Variant(Box::new(puzzle))) }
    }

    fn of(subject: Subject) -> Entry {
        Entry { subject, level: None, rating: None, technique: None, name: String::new() }
    }

    /// The puzzle with its level and its hardest technique. A path that does not end has no level.
    pub fn explained(puzzle: Puzzle) -> Entry {
        let path = Explainer::default().path(&puzzle);
        Entry { level: path.level(), technique: path.hardest(), ..Entry::new(puzzle) }
    }

    /// A position in which a technique is the next step. Its pencilmarks are printed, and its step is the hint.
    pub fn practice(exercise: Exercise) -> Entry {
        let technique = exercise.deduction.technique;
        let subject = Subject::Exercise(Box::new(exercise));
        Entry { technique: Some(technique), level: Some(technique.level()), ..Entry::of(subject) }
    }

    /// Adds the Sudoku Explainer rating. It takes a few milliseconds for most puzzles, and seconds for the hardest. Other
    /// sizes and rules have none.
    #[must_use]
    pub fn rated(mut self) -> Entry {
        self.rating = self.puzzle().map(ninefold::rate::se);
        self
    }

    /// The puzzle, if it has nine by nine cells and no other rules.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        match &self.subject {
            Subject::Puzzle(puzzle) => Some(puzzle),
            Subject::Exercise(exercise) => Some(&exercise.puzzle),
            Subject::Variant(_) => None,
        }
    }

    /// The first step of the path, or the step of the exercise.
    fn first_step(&self, language: Language) -> Option<String> {
        match &self.subject {
            Subject::Exercise(exercise) => Some(language.sentence(&exercise.deduction)),
            Subject::Puzzle(puzzle) => {
                let marks = Pencilmarks::from(puzzle.givens());
                match Explainer::default().next_step(puzzle, &marks) {
                    NextStep::Step(step, _) => Some(language.sentence(&step)),
                    _ => None,
                }
            }
            Subject::Variant(puzzle) => {
                let path = puzzle.variant().explain(&Run::default()).ok()??;
                Some(path.steps.first()?.sentence(puzzle.variant(), language))
            }
        }
    }
}

/// Puzzles under a heading.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The heading; a chapter with an empty one has none.
    pub heading: String,
    /// The puzzles, in order.
    pub entries: Vec<Entry>,
}

/// A title and chapters of puzzles.
#[derive(Clone, Debug)]
pub struct Book {
    /// On the cover, in the metadata.
    pub title: String,
    /// Below the title.
    pub subtitle: String,
    /// In the metadata, and on the cover.
    pub author: String,
    /// The puzzles.
    pub chapters: Vec<Chapter>,
}

impl Book {
    /// A book without subtitle and author.
    pub fn new(title: impl Into<String>, chapters: Vec<Chapter>) -> Book {
        Book { title: title.into(), subtitle: String::new(), author: String::new(), chapters }
    }

    /// A title for a book without one.
    pub fn default_title(language: Language) -> &'static str {
        words::of(language).title
    }

    /// Puts entries into a chapter for each level, easiest first, then puzzles without a level, then other sizes and rules.
    /// The order within a chapter is kept.
    pub fn chapters_by_level(entries: Vec<Entry>, language: Language) -> Vec<Chapter> {
        let words = words::of(language);
        let mut chapters: Vec<((bool, Option<Level>), Chapter)> = Vec::new();
        for entry in entries {
            let key = (entry.puzzle().is_none(), entry.level);
            match chapters.iter_mut().find(|(other, _)| *other == key) {
                Some((_, chapter)) => chapter.entries.push(entry),
                None => {
                    let heading = if key.0 { words.variants } else { words.level(entry.level) };
                    chapters.push((key, Chapter { heading: heading.to_owned(), entries: vec![entry] }));
                }
            }
        }
        chapters.sort_by_key(|((variant, level), _)| (*variant, level.is_none(), *level));
        chapters.into_iter().map(|(_, chapter)| chapter).collect()
    }

    /// The book as a PDF file.
    ///
    /// # Errors
    /// The paper has no room, a font has no glyph for a character, or there is no puzzle.
    pub fn to_pdf(&self, design: &Design) -> Result<Vec<u8>, BookError> {
        layout::pdf(self, design)
    }
}

/// How a book looks. The default is A4 with four puzzles a page and solutions at the end.
#[derive(Clone, Debug)]
pub struct Design {
    /// The size of a page after trimming.
    pub paper: Paper,
    /// Portrait or landscape.
    pub orientation: Orientation,
    /// Puzzles on a page.
    pub per_page: usize,
    /// Solutions on a page; 0 for a book without solutions.
    pub solutions_per_page: usize,
    /// Whether to print the first step of each puzzle on pages of their own.
    pub hints: bool,
    /// Whether to print candidates in the empty cells.
    pub candidates: bool,
    /// Larger numbers and labels, thicker lines.
    pub large_print: bool,
    /// Whether there is a cover with the title.
    pub cover: bool,
    /// Whether there is a table of contents.
    pub contents: bool,
    /// Whether to print the level.
    pub show_level: bool,
    /// Whether to print the rating, if the entry has one.
    pub show_rating: bool,
    /// Whether to print the hardest technique.
    pub show_technique: bool,
    /// The width added to the inner margin for the binding, in millimetres.
    pub binding: f32,
    /// The width beyond the trimmed page, in millimetres, which the cover fills.
    pub bleed: f32,
    /// The address that a QR code beside each puzzle opens, with `{}` for the 81 characters of the puzzle or with the
    /// characters appended.
    pub link: Option<String>,
    /// The language of the texts.
    pub language: Language,
    /// A font file (TrueType or OpenType) for characters that the built-in fonts do not have.
    pub font: Option<Vec<u8>>,
}

impl Default for Design {
    fn default() -> Design {
        Design {
            paper: Paper::A4,
            orientation: Orientation::Portrait,
            per_page: 4,
            solutions_per_page: 12,
            hints: false,
            candidates: false,
            large_print: false,
            cover: true,
            contents: true,
            show_level: false,
            show_rating: false,
            show_technique: false,
            binding: 0.0,
            bleed: 0.0,
            link: None,
            language: Language::ENGLISH,
            font: None,
        }
    }
}

/// Why there is no PDF file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookError {
    /// The book has no puzzle.
    Empty,
    /// The margins leave no room for so many puzzles on a page.
    NoRoom {
        /// How many.
        per_page: usize,
    },
    /// A font cannot be used.
    Font(FontError),
    /// The link does not fit into a QR code.
    LinkTooLong,
    /// The PDF file could not be put together.
    Pdf(String),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Empty => f.write_str("the book has no puzzle"),
            BookError::NoRoom { per_page } => write!(f, "the page has no room for {per_page} puzzles"),
            BookError::Font(_) => f.write_str("text cannot be printed"),
            BookError::LinkTooLong => f.write_str("the link does not fit into a QR code"),
            BookError::Pdf(reason) => write!(f, "the PDF file cannot be written: {reason}"),
        }
    }
}

impl Error for BookError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            BookError::Font(error) => Some(error),
            _ => None,
        }
    }
}

impl From<FontError> for BookError {
    fn from(error: FontError) -> BookError {
        BookError::Font(error)
    }
}
