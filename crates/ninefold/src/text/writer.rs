//! Writes many puzzles to a text, with the header, separators and footer of a format.

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
    /// The layout, which the first record determines.
    layout: Option<Layout>,
}

impl Writer {
    /// A writer for this format.
    pub fn new(format: Format) -> Writer {
        Writer { format, layout: None }
    }

    /// Appends the parts of a record that the format can store.
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

    /// Appends the footer.
    pub fn finish(&mut self, out: &mut String) {
        match &self.layout {
            Some(layout) => out.push_str(layout.footer()),
            None => out.push_str(&Layout::new(self.format, None).empty()),
        }
    }
}
