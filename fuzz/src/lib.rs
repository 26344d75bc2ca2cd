//! The checks of the fuzz targets for text formats.

use ninefold::text::{Format, ParseError, Reader, Record, Writer};

/// Reads the bytes in one chunk and in small ones: nothing panics, and both return the same items. Records that were
/// read can be written in the format, and have the same digits when read back.
pub fn check_format(format: Format, bytes: &[u8]) {
    let items = check_reader(|| Reader::with_format(format), bytes);
    for record in items.into_iter().flatten() {
        let (mut writer, mut text) = (Writer::new(format), String::new());
        writer.write(&record, &mut text);
        writer.finish(&mut text);
        let mut reader = Reader::with_format(format);
        reader.feed(text.as_bytes());
        reader.finish();
        let again = reader.next().expect("a written record is found").expect("a written record can be read");
        assert_eq!(again.position.digits(), record.position.digits(), "{text}");
    }
}

/// Reads the bytes in one chunk and in small ones, whose sizes depend on the bytes, and compares the items.
pub fn check_reader(new: impl Fn() -> Reader, bytes: &[u8]) -> Vec<Result<Record, ParseError>> {
    let mut whole = new();
    whole.feed(bytes);
    whole.finish();
    let whole: Vec<_> = whole.collect();
    let (mut pieces, mut items, mut rest) = (new(), Vec::new(), bytes);
    while let Some(&first) = rest.first() {
        let (piece, after) = rest.split_at(usize::from(first % 32 + 1).min(rest.len()));
        pieces.feed(piece);
        items.extend(pieces.by_ref());
        rest = after;
    }
    pieces.finish();
    items.extend(pieces);
    assert_eq!(items, whole);
    whole
}

/// Reads a variant puzzle: nothing panics, and what was read can be written and read back, and drawn.
pub fn check_variant(text: &str) {
    use ninefold_variants::drawing::Picture;
    use ninefold_variants::text::{Format, read, write};

    let Ok(variant) = read(text) else { return };
    for format in [Format::Iss, Format::FPuzzles, Format::FPuzzlesLink] {
        if let Ok(written) = write(&variant, format) {
            let back = read(&written).expect("a written puzzle can be read");
            let again = write(&back, format).expect("what was read back can be written");
            let last = read(&again).expect("a written puzzle can be read");
            assert_eq!(write(&last, format), Ok(again));
        }
    }
    let _ = Picture::new(&variant).to_string();
}
