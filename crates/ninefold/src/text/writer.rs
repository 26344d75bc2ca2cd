//! Many puzzles to a text, with what a format puts before, between and after them.

use alloc::string::String;

use super::csv::Columns;
use super::record::Record;
use super::{Format, candidates, grid, hodoku, json_element, line, opensudoku, pencilmarks, sdk, sdm, ss};

/// Writes records in one format.
///
/// ```
/// use ninefold::Grid;
/// use ninefold::text::{Format, Record, Writer};
///
/// let mut out = String::new();
/// let mut writer = Writer::new(Format::Sdm);
/// writer.write(&Record::new(Grid::EMPTY), &mut out);
/// writer.finish(&mut out);
/// assert_eq!(out, "0".repeat(81) + "\n");
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    format: Format,
    /// Whether there was a record already.
    begun: bool,
    columns: Columns,
}

impl Writer {
    /// A writer for this format.
    pub fn new(format: Format) -> Writer {
        Writer { format, begun: false, columns: Columns::default() }
    }

    /// Appends a record: as much of it as the format can carry.
    pub fn write(&mut self, record: &Record, out: &mut String) {
        let first = !core::mem::replace(&mut self.begun, true);
        match self.format {
            Format::Line => line::write(record, out),
            Format::Sdm => sdm::write(record, out),
            Format::Candidates => candidates::write(record, out),
            Format::Hodoku => hodoku::write(record, out),
            Format::Csv => self.columns.write(record, out),
            Format::Json => {
                out.push_str(if first { "[\n  " } else { ",\n  " });
                json_element::write(record, out);
            }
            Format::OpenSudoku => {
                out.push_str(if first { opensudoku::HEAD } else { "" });
                opensudoku::write(record, out);
            }
            Format::Grid | Format::Pencilmarks | Format::Sdk | Format::Ss => {
                out.push_str(if first { "" } else { "\n" });
                match self.format {
                    Format::Grid => grid::write(record, out),
                    Format::Pencilmarks => pencilmarks::write(record, out),
                    Format::Sdk => sdk::write(record, out),
                    _ => ss::write(record, out),
                }
            }
        }
    }

    /// Appends what stands after the last record.
    pub fn finish(&mut self, out: &mut String) {
        match self.format {
            Format::Csv => self.columns.finish(out),
            Format::Json => out.push_str(if self.begun { "\n]\n" } else { "[]\n" }),
            Format::OpenSudoku => {
                out.push_str(if self.begun { "" } else { opensudoku::HEAD });
                out.push_str(opensudoku::TAIL);
            }
            _ => {}
        }
    }
}
