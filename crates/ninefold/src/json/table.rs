//! The same answers as rows of comma separated values: a member of the object is a column of the table.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::object::beside;
use super::{Object, Value};
use crate::text::Record;

/// Writes objects as rows: `puzzle`, some members of the answer, and what stood beside the puzzle in the input.
///
/// The first record determines which columns of the input there are. A column of the input that has the name of one of
/// the answer's is kept with `input_` before its name.
///
/// ```
/// use ninefold::json::{Object, Table};
/// use ninefold::text::{Format, parse_as};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let record = parse_as(&format!("id,puzzle,answer\n17,{puzzle},?\n"), Format::Csv)?;
/// let table = Table::of_answers(&["answer", "solution"], Some(&record));
/// assert_eq!(table.header(), "puzzle,answer,solution,id,input_answer\n");
/// let mut row = String::new();
/// table.push_row(&Object::of(&record).with(&record.position.solve()), &mut row);
/// assert!(row.starts_with(puzzle) && row.ends_with(",17,?\n"));
/// # Ok::<(), ninefold::text::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
}

#[derive(Clone, Debug)]
enum Column {
    Puzzle,
    /// A member of the answer.
    Answer(&'static str),
    /// What the input has under this name, and the name of the column.
    Input(String, String),
}

impl Table {
    /// A table with these members of answers, for an input that begins with this record.
    pub fn of_answers(members: &[&'static str], first: Option<&Record>) -> Table {
        let mut columns: Vec<Column> = alloc::vec![Column::Puzzle];
        columns.extend(members.iter().map(|&name| Column::Answer(name)));
        let mut table = Table { columns };
        for (name, _) in first.into_iter().flat_map(beside) {
            let taken = name == "puzzle" || members.contains(&name);
            let shown = if taken { format!("input_{name}") } else { name.to_string() };
            table.add_input(name, shown);
        }
        table
    }

    /// A table of records: the puzzle, its solution, and whatever else the first record has.
    pub(crate) fn of_records(first: Option<&Record>) -> Table {
        let mut table = Table { columns: alloc::vec![Column::Puzzle] };
        table.add_input("solution", "solution".to_string());
        for (name, _) in first.into_iter().flat_map(beside) {
            if !name.eq_ignore_ascii_case("puzzle") && !name.eq_ignore_ascii_case("solution") {
                table.add_input(name, name.to_string());
            }
        }
        table
    }

    /// Each column has a name of its own.
    fn add_input(&mut self, name: &str, shown: String) {
        if self.columns.iter().all(|column| column.name() != shown) {
            self.columns.push(Column::Input(name.to_string(), shown));
        }
    }

    /// The first line.
    pub fn header(&self) -> String {
        let mut header = String::new();
        for (index, column) in self.columns.iter().enumerate() {
            header.push_str(if index > 0 { "," } else { "" });
            push_field(column.name(), &mut header);
        }
        header.push('\n');
        header
    }

    /// Appends the row of an object.
    pub fn push_row(&self, object: &Object<'_>, out: &mut String) {
        for (index, column) in self.columns.iter().enumerate() {
            out.push_str(if index > 0 { "," } else { "" });
            match column {
                Column::Puzzle => object.record().into_iter().for_each(|record| record.position.push_line(out)),
                Column::Answer(name) => push_json(object.value(name).unwrap_or_default(), out),
                Column::Input(name, _) => {
                    if let Some(record) = object.record() {
                        push_beside(record, name, out);
                    }
                }
            }
        }
        out.push('\n');
    }

    /// Whether the record has something beside its puzzle that no column shows.
    pub fn leaves_out(&self, record: &Record) -> bool {
        let shown = |name: &str| {
            self.columns.iter().any(|column| matches!(column, Column::Input(of, _) if of.as_str() == name))
        };
        beside(record).any(|(name, value)| !shown(name) && *value != Value::Null)
    }
}

impl Column {
    fn name(&self) -> &str {
        match self {
            Column::Puzzle => "puzzle",
            Column::Answer(name) => name,
            Column::Input(_, shown) => shown,
        }
    }
}

fn push_beside(record: &Record, name: &str, out: &mut String) {
    match name {
        "solution" if record.solution.is_some() => {
            record.solution.iter().for_each(|solution| crate::text::push_grid(solution, '.', out));
        }
        "comment" if !record.comment.is_empty() => push_field(&record.comment, out),
        _ => match record.field(name) {
            Some(Value::String(text)) => push_field(text, out),
            Some(value) => push_field(&value.to_plain(), out),
            None => {}
        },
    }
}

/// A JSON value as a field: a string without its quotes, nothing for `null`.
fn push_json(json: &str, out: &mut String) {
    let inner = json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let text = match inner {
        Some(inner) if !inner.contains('\\') => Cow::Borrowed(inner),
        _ if json == "null" => Cow::Borrowed(""),
        Some(_) => Cow::Owned(crate::text::unquoted(json)),
        None => Cow::Borrowed(json),
    };
    push_field(&text, out);
}

/// A field, in quotes if it needs them.
pub(crate) fn push_field(text: &str, out: &mut String) {
    let special = |byte: &u8| matches!(byte, b',' | b';' | b'\t' | b'"' | b'\n' | b'\r');
    if !text.as_bytes().iter().any(special) && text.trim_ascii().len() == text.len() {
        out.push_str(text);
    } else {
        out.push('"');
        out.push_str(&text.replace('"', "\"\""));
        out.push('"');
    }
}
