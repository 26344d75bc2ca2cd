//! What a format puts before, between and after records, for callers that write them in pieces.

use alloc::string::String;

use super::record::Record;
use super::{Format, candidates, grid, hodoku, line, opensudoku, pencilmarks, sdk, sdm, ss};
use crate::json::{Object, Table};

/// The parts of a text with many records: a header, each record after a separator unless it is the first, a footer.
///
/// Records do not depend on each other, so several threads can write them. [`Writer`](super::Writer) does it all in one
/// place.
///
/// ```
/// use ninefold::Grid;
/// use ninefold::text::{Format, Layout, Record};
///
/// let record = Record::new(Grid::EMPTY);
/// let layout = Layout::new(Format::Csv, Some(&record));
/// let mut text = layout.header();
/// layout.push(&record, &mut text);
/// assert_eq!(text, format!("puzzle,solution\n{},\n", Grid::EMPTY));
/// ```
#[derive(Clone, Debug)]
pub struct Layout(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Table(Table),
    /// One object a line.
    JsonLines,
    /// 81 characters a line, or 729 if candidates are part of the puzzle.
    Lines,
    Other(Format),
}

impl Layout {
    /// The layout of a format. The first record determines the columns of CSV.
    pub fn new(format: Format, first: Option<&Record>) -> Layout {
        Layout(match format {
            Format::Csv => Kind::Table(Table::of_records(first)),
            other => Kind::Other(other),
        })
    }

    /// One JSON object a line.
    pub fn json_lines() -> Layout {
        Layout(Kind::JsonLines)
    }

    /// A layout that carries all that was read in this format. JSON is one object a line, and lines of 81 and of 729
    /// characters stay what they are.
    pub fn as_read(format: Format, first: Option<&Record>) -> Layout {
        match format {
            Format::Json => Layout::json_lines(),
            Format::Line | Format::Candidates => Layout(Kind::Lines),
            other => Layout::new(other, first),
        }
    }

    /// What is before the first record.
    pub fn header(&self) -> String {
        match &self.0 {
            Kind::Table(table) => table.header(),
            Kind::Other(Format::Json) => "[\n  ".into(),
            Kind::Other(Format::OpenSudoku) => opensudoku::HEAD.into(),
            Kind::JsonLines | Kind::Lines | Kind::Other(_) => String::new(),
        }
    }

    /// What is between two records.
    pub fn separator(&self) -> &'static str {
        match &self.0 {
            Kind::Other(Format::Json) => ",\n  ",
            Kind::Other(Format::Grid | Format::Pencilmarks | Format::Sdk | Format::Ss) => "\n",
            Kind::Table(_) | Kind::JsonLines | Kind::Lines | Kind::Other(_) => "",
        }
    }

    /// What is after the last record.
    pub fn footer(&self) -> &'static str {
        match &self.0 {
            Kind::Other(Format::Json) => "\n]\n",
            Kind::Other(Format::OpenSudoku) => opensudoku::TAIL,
            Kind::Table(_) | Kind::JsonLines | Kind::Lines | Kind::Other(_) => "",
        }
    }

    /// A whole text without records.
    pub fn empty(&self) -> String {
        match &self.0 {
            Kind::Other(Format::Json) => "[]\n".into(),
            _ => self.header() + self.footer(),
        }
    }

    /// Appends a record: as much of it as the format can carry.
    pub fn push(&self, record: &Record, out: &mut String) {
        match &self.0 {
            Kind::Table(table) => table.push_row(&Object::of(record), out),
            Kind::JsonLines => {
                Object::of(record).push_to(out);
                out.push('\n');
            }
            Kind::Lines if record.position.has_candidates() => candidates::write(record, out),
            Kind::Lines => line::write(record, out),
            Kind::Other(format) => match format {
                Format::Line | Format::Csv => line::write(record, out),
                Format::Sdm => sdm::write(record, out),
                Format::Candidates => candidates::write(record, out),
                Format::Hodoku => hodoku::write(record, out),
                Format::Json => Object::of(record).push_to(out),
                Format::OpenSudoku => opensudoku::write(record, out),
                Format::Grid => grid::write(record, out),
                Format::Pencilmarks => pencilmarks::write(record, out),
                Format::Sdk => sdk::write(record, out),
                Format::Ss => ss::write(record, out),
            },
        }
    }

    /// Whether the record has something beside its puzzle that the columns of CSV leave out.
    pub fn leaves_out(&self, record: &Record) -> bool {
        matches!(&self.0, Kind::Table(table) if table.leaves_out(record))
    }
}
