//! `ninefold book`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, ValueEnum};
use ninefold::Language;
use ninefold::generate::Order;
use ninefold_book::Paper;

use super::Inputs;
use super::help::{self, Help, Section};
use super::values::{LanguageParser, seed};

pub(super) const HELP: Help = Help {
    examples: "\
ninefold book --generate \"20 easy, 20 medium, 10 hard\" --seed 7 --to book.pdf
ninefold book --generate \"12 x-wing, 12 xy-wing\" --hints --to practice.pdf
ninefold book puzzles.txt --to book.pdf --title \"Rainy days\" --author \"A. Setter\"
ninefold book puzzles.txt --to large.pdf --paper letter --per-page 1 --large-print
ninefold book puzzles.txt --to paperback.pdf --paper 6x9 --binding 8 --bleed 3
ninefold book puzzles.txt --to play.pdf --link 'https://example.org/sudoku/#p='
ninefold book puzzles.txt killers.txt --to mixed.pdf",
    sections: &[
        Section {
            title: "Parts of a book",
            text: "\
A cover, a table of contents with the rule of Sudoku, a chapter for each level,
hints if --hints is given, and the solutions. The level of a puzzle is that of
'explain'. The file has bookmarks, page numbers and embedded fonts.

A technique in --generate becomes a chapter of positions in which it is the next
step, with pencilmarks, as 'practice' finds them. --hints prints these steps.

A file may have puzzles of other sizes or with other rules, in the formats of
'variant'. They are a chapter with the names and meanings of their rules.",
        },
        Section {
            title: "Text",
            text: "\
The built-in fonts have Latin letters and the Chinese characters of Ninefold's
texts. --font FILE adds a font for other characters in titles and names.",
        },
        help::INPUT,
        Section {
            title: "Exit status",
            text: "\
0    the book has all puzzles
1    some puzzle is left out: not exactly one solution, or unreadable
2    the command line is wrong, a file cannot be read or written, or there is no
     puzzle",
        },
    ],
};

/// Make a book of puzzles as a PDF file
///
/// The puzzles are those of the inputs, or generated. The same options and the same seed give the same bytes.
#[derive(Debug, Parser)]
pub(crate) struct Book {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Generate puzzles of a level, or positions to practise a technique, such as "20 easy, 10 x-wing"
    #[arg(long, value_name = "ORDER", conflicts_with_all = ["inputs", "from"])]
    pub(crate) generate: Option<Order>,

    /// The seed of the generated puzzles [default: taken from the clock and printed]
    #[arg(short, long, value_name = "SEED", value_parser = seed, requires = "generate")]
    pub(crate) seed: Option<u64>,

    /// The file to write; '-' is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) to: PathBuf,

    /// The title [default: Sudoku]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// A line below the title [default: the number of puzzles]
    #[arg(long, value_name = "TEXT")]
    pub(crate) subtitle: Option<String>,

    /// The author
    #[arg(long, value_name = "TEXT")]
    pub(crate) author: Option<String>,

    /// The size of the paper
    #[arg(long, value_name = "PAPER", default_value = "a4", value_parser = paper_parser())]
    pub(crate) paper: Paper,

    /// The long side of the paper is horizontal
    #[arg(long)]
    pub(crate) landscape: bool,

    /// Puzzles on a page: 1, 2, 4, 6, 9 or 12 [default: 4, or 1 with --large-print]
    #[arg(long, value_name = "N", value_parser = PossibleValuesParser::new(["1", "2", "4", "6", "9", "12"]).map(number))]
    pub(crate) per_page: Option<usize>,

    /// Solutions on a page, 6 to 20; 0 for none
    #[arg(long, value_name = "N", default_value = "12", value_parser = solutions)]
    pub(crate) solutions: usize,

    /// Pages with the first step of each puzzle
    #[arg(long)]
    pub(crate) hints: bool,

    /// Print the candidates of empty cells
    #[arg(long)]
    pub(crate) candidates: bool,

    /// Larger text and thicker lines
    #[arg(long)]
    pub(crate) large_print: bool,

    /// What to print beside the number of a puzzle [default: nothing]
    #[arg(long, value_name = "FACTS", value_enum, value_delimiter = ',')]
    pub(crate) show: Vec<Fact>,

    /// How puzzles are put into chapters
    #[arg(long, value_name = "BY", value_enum, default_value_t)]
    pub(crate) chapters: Chapters,

    /// A book without cover
    #[arg(long)]
    pub(crate) no_cover: bool,

    /// A book without table of contents
    #[arg(long)]
    pub(crate) no_contents: bool,

    /// Millimetres to add to the inner margin
    #[arg(long, value_name = "MM", default_value = "0", value_parser = millimetres)]
    pub(crate) binding: f32,

    /// Millimetres to add to the sheet on all sides, which the cover fills
    #[arg(long, value_name = "MM", default_value = "0", value_parser = millimetres)]
    pub(crate) bleed: f32,

    /// A QR code beside each puzzle, with this address and the puzzle in place of '{}' or at the end
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) link: Option<String>,

    /// A font file for characters that the built-in fonts do not have
    #[arg(long, value_name = "FILE")]
    pub(crate) font: Option<PathBuf>,

    /// The language of the texts
    #[arg(short, long, value_name = "TAG", default_value = "en", value_parser = LanguageParser)]
    pub(crate) language: Language,

    /// A JSON object about the book on standard output
    #[arg(long)]
    pub(crate) json: bool,

    /// No summary on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// What is printed beside the number of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fact {
    /// The level
    Level,
    /// The Sudoku Explainer rating
    Rating,
    /// The hardest technique
    Technique,
}

/// How puzzles are put into chapters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Chapters {
    /// A chapter for each level, easiest first
    #[default]
    Level,
    /// A chapter for each input
    Input,
    /// No chapters
    None,
}

fn paper_parser() -> impl TypedValueParser<Value = Paper> {
    PossibleValuesParser::new(Paper::ALL.map(Paper::slug)).try_map(|name| name.parse::<Paper>())
}

/// The parser before it accepts numbers only.
#[allow(clippy::needless_pass_by_value, reason = "the parser passes values")]
fn number(text: String) -> usize {
    text.parse().unwrap_or(1)
}

fn solutions(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number == 0 || (6..=20).contains(number));
    number.ok_or_else(|| "expected 0 or a number from 6 to 20".to_owned())
}

fn millimetres(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=50.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 50".to_owned())
}
