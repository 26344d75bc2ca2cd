//! Many puzzles to a text, with what a format puts before, between and after them.

use alloc::string::String;

use super::record::Record;
use super::{Format, Layout};

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
    /// The layout that the first record has determined.
    layout: Option<Layout>,
}

impl Writer {
    /// A writer for this format.
    pub fn new(format: Format) -> Writer {
        Writer { format, layout: None }
    }

    /// Appends a record: as much of it as the format can carry.
    pub fn write(&mut self, record: &Record, out: &mut String) {
        match &self.layout {
            Some(layout) => {
                out.push_str(layout.separator());
                layout.push(record, out);
            }
            None => {
                let layout = self.layout.insert(Layout::new(self.format, Some(record)));
                out.push_str(&layout.header());
                layout.push(record, out);
            }
        }
    }

    /// Appends what is after the last record.
    pub fn finish(&mut self, out: &mut String) {
        match &self.layout {
            Some(layout) => out.push_str(layout.footer()),
            None => out.push_str(&Layout::new(self.format, None).empty()),
        }
    }
}
