//! The guarantees of all text formats: records round-trip, no input panics, the result does not depend on how a stream
//! is divided into chunks, errors point into the text, and one bad puzzle does not stop the others.

mod times;

use ninefold::json::Value;
use ninefold::text::{Expected, Format, Found, MAX_ELEMENT, MAX_LINE, ParseError, Place, Reader, Record, Writer};
use ninefold::{CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, Pencilmarks, Position};
use proptest::prelude::*;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

type Items = Vec<Result<Record, ParseError>>;

/// Reads bytes in chunks of these sizes, cyclically.
fn read_chunks(mut reader: Reader, bytes: &[u8], chunks: &[usize]) -> Items {
    let mut items = Vec::new();
    let mut rest = bytes;
    for &size in chunks.iter().cycle() {
        let (chunk, after) = rest.split_at(size.min(rest.len()));
        reader.feed(chunk);
        items.extend(reader.by_ref());
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    reader.finish();
    items.extend(reader);
    items
}

fn read(bytes: impl AsRef<[u8]>, format: Format) -> Items {
    read_chunks(Reader::with_format(format), bytes.as_ref(), &[usize::MAX])
}

/// A reader for each format, and one that detects the format.
fn readers() -> impl Iterator<Item = (String, fn(&str) -> Reader)> {
    let reader: fn(&str) -> Reader = |name| name.parse().map_or_else(|_| Reader::new(), Reader::with_format);
    Format::ALL.iter().map(Format::to_string).chain(["any".to_string()]).map(move |name| (name, reader))
}

fn written(records: &[Record], format: Format) -> String {
    let (mut writer, mut out) = (Writer::new(format), String::new());
    records.iter().for_each(|record| writer.write(record, &mut out));
    writer.finish(&mut out);
    out
}

/// A record that uses every member. The digits are arbitrary: a grid may be invalid.
fn record() -> impl Strategy<Value = Record> {
    let cells = prop::collection::vec(prop_oneof![2 => Just(0u8), 1 => 1..=9u8], 81);
    let text = || "([a-zA-Z0-9#,;:\"'<>&/\\\\é漢𝄞._+-]( ?[a-zA-Z0-9#,;|&é.]){0,12})?";
    let solution = prop::option::of(prop::collection::vec(1..=9u8, 81));
    let fields = prop::collection::vec(text(), 6);
    let candidates = prop::option::of(prop::collection::vec((1..512u16, 1..=9u8), 81));
    (cells, any::<u128>(), candidates, solution, text(), fields).prop_map(
        |(cells, givens, candidates, solution, comment, fields)| {
            let grid_of = |cells: &[u8]| Grid::from_fn(|cell| Digit::new(cells[cell.index()]));
            let grid = grid_of(&cells);
            // Filled cells have their digit, the others at least two digits.
            let notes = candidates.map(|lists| {
                Cell::all().fold(CandidateSet::EMPTY, |all, cell| {
                    let (bits, more) = lists[cell.index()];
                    let mut digits = DigitSet::from_bits(bits);
                    digits.extend(Digit::ALL.into_iter().cycle().skip(usize::from(more)).take(2));
                    all | CandidateSet::of_cell(cell, grid[cell].map_or(digits, DigitSet::from))
                })
            });
            let givens = grid.restricted_to(CellSet::from_bits(givens));
            let mut record = Record::of_position(Position::of_player(givens, grid, notes));
            record.solution = solution.map(|cells| grid_of(&cells));
            record.comment = comment;
            let names = ["author", "description", "date", "source", "level", "url"];
            record.fields =
                names.iter().map(|name| name.to_string()).zip(fields.into_iter().map(Value::from)).collect();
            record
        },
    )
}

/// What a format preserves of a record.
fn preserved(record: &Record, format: Format) -> Record {
    let position = &record.position;
    let plain = Record::new(*position.digits());
    let comment = record.comment.clone();
    let fields = record.fields.clone();
    let marks = position.pencilmarks();
    let shown = Cell::all().fold(CandidateSet::EMPTY, |all, cell| {
        all | CandidateSet::of_cell(cell, position.digit(cell).map_or(marks.digits_in(cell), DigitSet::from))
    });
    match format {
        Format::Sdm | Format::Ss => plain,
        Format::Line | Format::Grid => Record { comment, ..plain },
        // A single candidate is read as a placed digit.
        Format::Pencilmarks | Format::Candidates => {
            Record { comment, ..Record::of_position(Position::of_candidates(shown)) }
        }
        Format::Hodoku => {
            let candidates = Pencilmarks::from(position.digits()).candidates() & marks.candidates();
            let position = match position.placed_cells().is_empty() {
                true => Position::of_digits_and_candidates(*position.digits(), candidates),
                false => Position::of_player(position.givens(), *position.digits(), Some(candidates)),
            };
            let parts =
                [("technique", "0000"), ("digits", "x"), ("eliminations", ""), ("placements", ""), ("extra", "")];
            Record { position, fields: parts.map(|(name, value)| (name.to_string(), value.into())).to_vec(), ..plain }
        }
        Format::Sdk => {
            let position = Position::of_player(position.givens(), *position.digits(), None);
            Record { position, comment, fields, ..plain }
        }
        Format::OpenSudoku => {
            let notes = position.candidates().map(|_| marks.candidates()).filter(|notes| !notes.is_empty());
            let position = Position::of_player(position.givens(), *position.digits(), notes);
            Record { position, comment, fields, ..plain }
        }
        Format::Csv => Record { solution: record.solution, comment, fields, ..plain },
        _ => record.clone(),
    }
}

/// Pieces of every format, to be concatenated at random.
const PIECES: [&[u8]; 46] = [
    PUZZLE.as_bytes(),
    b"53..7....",
    b"\n",
    b"\r\n",
    b"\r",
    b" ",
    b"|",
    b"+---+---+\n",
    b".---.",
    b"| 5 3 . | . 7 . |",
    b"123 4 56 7 89 1 2 3 45\n",
    b"1.3......",
    b":0000:x:",
    b":",
    b"+5",
    b"[Puzzle]\n",
    b"[State]\n",
    b"#AName\n",
    b"#",
    b"<game data=\"",
    b"<game",
    b"version: 2\n5|0|0|",
    b"0|17|1|",
    b"\"/>",
    b"<!--",
    b"-->",
    b"&#10;",
    b"puzzle,solution\n",
    b"\"",
    b"\"\"",
    b",",
    b";",
    b"{",
    b"}",
    b"[",
    b"]",
    b"{\"puzzle\": \"",
    b"\"candidates\": [",
    b"\\u00",
    b"null",
    b"-1.5e3",
    "é│".as_bytes(),
    "─".as_bytes(),
    b"\xFF",
    b"\xE2\x94",
    b"title line\0",
];

/// Pieces of formats mixed with random bytes.
fn hostile() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        12 => prop::sample::select(&PIECES[..]).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..8),
    ];
    prop_oneof![
        8 => prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat()),
        1 => prop::collection::vec(any::<u8>(), 0..400),
    ]
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: times::times(200) as u32, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_format_round_trips_what_it_can_represent(records in prop::collection::vec(record(), 1..4)) {
        // The first CSV record determines whether there is a column of comments.
        let mut records = records;
        records[0].comment.push_str("first");
        for format in Format::ALL {
            let text = written(&records, format);
            let expected: Vec<Record> = records.iter().map(|record| preserved(record, format)).collect();
            let found: Vec<Record> = read(&text, format)
                .into_iter()
                .map(|item| item.map(|record| Record { place: Place::START, ..record }))
                .collect::<Result<_, _>>()
                .unwrap_or_else(|error| panic!("{format}: {error}\n{text}"));
            prop_assert_eq!(found, expected, "{}\n{}", format, text);
        }
    }

    #[test]
    fn no_input_panics_and_the_division_into_chunks_changes_nothing(
        bytes in hostile(),
        chunks in prop::collection::vec(1..50usize, 1..8),
    ) {
        for (name, reader) in readers() {
            let whole = read_chunks(reader(&name), &bytes, &[usize::MAX]);
            prop_assert_eq!(&read_chunks(reader(&name), &bytes, &chunks), &whole, "{}", name);
            prop_assert_eq!(&read_chunks(reader(&name), &bytes, &[1]), &whole, "{}", name);
        }
    }

    #[test]
    fn places_lie_inside_the_text(bytes in hostile()) {
        // With this beginning the bytes are not detected as UTF-16.
        let bytes = [b"#\n\n\n".as_slice(), &bytes].concat();
        let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n").replace('\r', "\n");
        let lines: Vec<u64> = text.split('\n').map(|line| line.chars().count() as u64).collect();
        for (name, reader) in readers() {
            for item in read_chunks(reader(&name), &bytes, &[usize::MAX]) {
                let place = item.map_or_else(|error| error.place, |record| record.place);
                let length = usize::try_from(place.line - 1).ok().and_then(|line| lines.get(line));
                prop_assert!(length.is_some_and(|length| (1..=length + 1).contains(&place.column)), "{} {}", name, place);
            }
        }
    }

    #[test]
    fn one_bad_puzzle_does_not_affect_the_others(records in prop::collection::vec(record(), 3..7), bad in 0..7usize) {
        let mut records: Vec<Record> = records.into_iter().map(|record| Record::new(*record.position.digits())).collect();
        let bad = bad % records.len();
        records[bad] = Record::new(PUZZLE.parse().unwrap());
        for format in Format::ALL {
            let (mut writer, mut text) = (Writer::new(format), String::new());
            for (index, record) in records.iter().enumerate() {
                let start = text.len();
                writer.write(record, &mut text);
                if index == bad {
                    // The first 5 of the puzzle.
                    let digit = start + text[start..].find("5").unwrap();
                    text.replace_range(digit..=digit, "%");
                }
            }
            writer.finish(&mut text);
            let items = read(&text, format);
            prop_assert_eq!(items.len(), records.len(), "{}\n{}", format, text);
            for (index, (item, record)) in items.into_iter().zip(&records).enumerate() {
                match item {
                    Ok(read) => {
                        prop_assert_ne!(index, bad, "{}", format);
                        prop_assert_eq!(*read.position.digits(), *preserved(record, format).position.digits(), "{}", format);
                    }
                    Err(error) => {
                        prop_assert_eq!(index, bad);
                        prop_assert_eq!(error.found, Found::Char('%'), "{}: {}\n{}", format, error, text);
                    }
                }
            }
        }
    }

    #[test]
    fn every_encoding_and_line_ending_reads_the_same(records in prop::collection::vec(record(), 1..3), mark in any::<bool>()) {
        for format in Format::ALL {
            let text = written(&records, format);
            let expected = read(&text, format);
            let marked = if mark { format!("\u{feff}{text}") } else { text.clone() };
            let little: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
            prop_assert_eq!(&read(&marked, format), &expected);
            prop_assert_eq!(&read(&little, format), &expected);
            prop_assert_eq!(&read(&big, format), &expected);
            prop_assert_eq!(&read(text.replace('\n', "\r\n"), format), &expected);
            prop_assert_eq!(&read(text.replace('\n', "\r"), format), &expected);
        }
    }
}

#[test]
fn every_written_format_is_detected() {
    let record = Record::new(PUZZLE.parse().unwrap());
    for format in Format::ALL {
        let text = written(&[record.clone(), record.clone()], format);
        let mut reader = Reader::new();
        reader.feed(text.as_bytes());
        reader.finish();
        assert_eq!(reader.by_ref().filter(Result::is_ok).count(), 2, "{format}");
        // Sdm files cannot be distinguished from lines.
        let expected = if format == Format::Sdm { Format::Line } else { format };
        assert_eq!(reader.format(), Some(expected));
    }
}

#[test]
fn a_line_without_end_is_one_error() {
    let chunk = vec![b'1'; 1 << 16];
    for format in Format::ALL {
        let mut reader = Reader::with_format(format);
        let mut items = Vec::new();
        for _ in 0..64 {
            reader.feed(&chunk);
            items.extend(reader.by_ref());
        }
        reader.feed(b"\n");
        reader.feed(written(&[Record::new(PUZZLE.parse().unwrap())], format).as_bytes());
        reader.finish();
        items.extend(reader);
        let last = items.pop().unwrap();
        assert!(last.is_ok(), "{format}: {last:?}");
        let expected: Vec<Expected> = items.iter().map(|item| item.clone().unwrap_err().expected).collect();
        match format {
            // Text between tags is ignored.
            Format::OpenSudoku => assert_eq!(expected, []),
            // Input that is not an element is reported at once.
            Format::Json => assert_eq!(expected, [Expected::JsonPuzzle]),
            Format::Csv => assert_eq!(expected, [Expected::AtMost(MAX_ELEMENT)]),
            _ => assert_eq!(expected, [Expected::AtMost(MAX_LINE)], "{format}"),
        }
    }
}

#[test]
fn limits_do_not_depend_on_the_chunks() {
    for extra in [0, 1] {
        let line = format!("{PUZZLE} {}\n{PUZZLE}\n", "c".repeat(MAX_LINE - 82 + extra));
        for chunks in [&[usize::MAX][..], &[1], &[4096], &[MAX_LINE], &[MAX_LINE + 1]] {
            let items = read_chunks(Reader::with_format(Format::Line), line.as_bytes(), chunks);
            assert_eq!(items.iter().map(Result::is_ok).collect::<Vec<_>>(), [extra == 0, true], "{chunks:?}");
        }
        let frame = format!("{{\"puzzle\":\"{PUZZLE}\",\"a\":\"\"}}").len();
        let long = "c".repeat(MAX_ELEMENT - frame + extra);
        let text = format!("[{{\"puzzle\":\"{PUZZLE}\",\"a\":\"{long}\"}},\"{PUZZLE}\"]");
        for chunks in [&[usize::MAX][..], &[4096], &[777]] {
            let items = read_chunks(Reader::new(), text.as_bytes(), chunks);
            assert_eq!(items.iter().map(Result::is_ok).collect::<Vec<_>>(), [extra == 0, true], "{chunks:?}");
        }
    }
}

#[test]
fn long_repetitions_take_linear_time() {
    let floods = [
        "[", "{", "<", "\"", "\n", "|", "#", ":", ",", "[{", "{\"a\":", "\"\n", "<!--", "<game ", "&", "1 ", "-\n",
        "9\n",
    ];
    for flood in floods {
        let bytes = flood.repeat((1 << 19) / flood.len());
        for (name, reader) in readers() {
            // Quadratic time would take hours.
            let mut reader = reader(&name);
            reader.feed(bytes.as_bytes());
            reader.finish();
            assert!(reader.count() <= bytes.len(), "{name}");
        }
    }
}

#[test]
fn the_library_of_hodoku_round_trips() {
    let Some(folder) = std::env::var_os("NINEFOLD_SHARED") else {
        println!("skipped: NINEFOLD_SHARED is not set to the folder of the puzzle collections");
        return;
    };
    let bytes = std::fs::read(std::path::Path::new(&folder).join("data/hodoku-reglib-part.txt")).unwrap();
    let mut reader = Reader::new();
    reader.feed(&bytes);
    reader.finish();
    let records: Vec<Record> = reader.by_ref().map(Result::unwrap).collect();
    assert_eq!(reader.format(), Some(Format::Hodoku));
    assert!(records.len() > 500);
    let again: Vec<Record> = read(written(&records, Format::Hodoku), Format::Hodoku)
        .into_iter()
        .zip(&records)
        .map(|(item, record)| Record { place: record.place, ..item.unwrap() })
        .collect();
    for (again, record) in again.iter().zip(&records) {
        let present = record.fields.len();
        assert_eq!(again.fields[..present], record.fields);
        assert_eq!(Record { fields: record.fields.clone(), ..again.clone() }, *record);
    }
}
