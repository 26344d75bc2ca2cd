//! Whole books: the text of the PDF file has every solution, the same book has the same bytes, and what cannot be printed is
//! an error.
//!
//! The file is read by `lopdf`, which shares no code with the writer.

use std::collections::BTreeMap;

use lopdf::content::Content;
use lopdf::{Document, Object};
use ninefold::{Language, Puzzle};
use ninefold_book::{Book, BookError, Chapter, Design, Entry, FontError, Orientation, Paper};
use ninefold_variants::{Run, VariantPuzzle};

const PUZZLES: [&str; 5] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
];

fn puzzles() -> Vec<Puzzle> {
    PUZZLES.iter().map(|text| text.parse().unwrap()).collect()
}

fn book() -> Book {
    let entries = puzzles().into_iter().map(Entry::explained).collect();
    Book::new("A book", Book::chapters_by_level(entries, Language::ENGLISH))
}

/// The text of each page, glyph by glyph, by the fonts' maps to Unicode.
fn texts(pdf: &[u8]) -> Vec<String> {
    let document = Document::load_mem(pdf).unwrap();
    document.get_pages().values().map(|&page| text_of(&document, page)).collect()
}

fn text_of(document: &Document, page: lopdf::ObjectId) -> String {
    let maps: BTreeMap<Vec<u8>, BTreeMap<u16, String>> = document
        .get_page_fonts(page)
        .unwrap()
        .into_iter()
        .map(|(name, font)| {
            let stream = font.get_deref(b"ToUnicode", document).and_then(Object::as_stream).unwrap();
            (name, unicode_map(&String::from_utf8_lossy(&stream.decompressed_content().unwrap())))
        })
        .collect();
    let content = Content::decode(&document.get_page_content(page)).unwrap();
    let (mut text, mut font) = (String::new(), Vec::new());
    for operation in content.operations {
        match operation.operator.as_str() {
            "Tf" => font = operation.operands[0].as_name().unwrap().to_vec(),
            "Tj" | "TJ" => {
                for string in operation.operands.iter().flat_map(strings) {
                    let codes = string.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
                    text.extend(codes.map(|code| maps[&font][&code].clone()));
                }
                text.push(' ');
            }
            _ => {}
        }
    }
    text
}

fn strings(object: &Object) -> Vec<Vec<u8>> {
    match object {
        Object::String(bytes, _) => vec![bytes.clone()],
        Object::Array(items) => items.iter().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

/// The `bfchar` and `bfrange` lines of a map.
fn unicode_map(text: &str) -> BTreeMap<u16, String> {
    let hex = |text: &str| u32::from_str_radix(text.trim_matches(['<', '>', '[', ']']), 16).unwrap();
    let mut map = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with('<')) {
        let parts: Vec<&str> = line.split_whitespace().collect();
        match parts[..] {
            [code, character] => {
                map.insert(hex(code) as u16, char::from_u32(hex(character)).unwrap().to_string());
            }
            [first, last, character] if first.len() == last.len() && first.len() == 6 => {
                for code in hex(first)..=hex(last) {
                    let character = char::from_u32(hex(character) + code - hex(first)).unwrap();
                    map.insert(code as u16, character.to_string());
                }
            }
            _ => {}
        }
    }
    map
}

#[test]
fn every_solution_can_be_read_from_the_file_in_order() {
    let book = book();
    let pages = texts(&book.to_pdf(&Design::default()).unwrap());
    // The last page has the solutions: each is its number and 81 digits.
    let text: String = pages.last().unwrap().split(' ').filter(|word| word.len() == 1).collect();
    let numbers_and_digits = text.strip_suffix(&pages.len().to_string()).unwrap_or(&text);
    let entries: Vec<&Entry> = book.chapters.iter().flat_map(|chapter| &chapter.entries).collect();
    let expected: String = entries
        .iter()
        .enumerate()
        .map(|(index, entry)| format!("{}{}", index + 1, entry.puzzle().unwrap().solution()))
        .collect();
    assert_eq!(numbers_and_digits, expected);
}

#[test]
fn the_same_book_has_the_same_bytes_and_another_has_others() {
    let pdf = |book: &Book, design: &Design| book.to_pdf(design).unwrap();
    let design = Design::default();
    assert_eq!(pdf(&book(), &design), pdf(&book(), &design));
    let other = Book { title: "Another book".into(), ..book() };
    assert_ne!(pdf(&book(), &design), pdf(&other, &design));
}

#[test]
fn a_book_has_its_pages_title_bookmarks_and_boxes() {
    let design = Design { per_page: 2, hints: true, bleed: 3.0, ..Design::default() };
    let book = Book { author: "A. Setter".into(), ..book() };
    let pdf = book.to_pdf(&design).unwrap();
    let document = Document::load_mem(&pdf).unwrap();
    let chapters: usize = book.chapters.iter().map(|chapter| chapter.entries.len().div_ceil(2)).sum();
    assert_eq!(document.get_pages().len(), 2 + chapters + 1 + 1, "cover, contents, puzzles, hints, solutions");
    let outlines = document.catalog().unwrap().get(b"Outlines");
    assert!(outlines.is_ok(), "bookmarks");
    for &page in document.get_pages().values() {
        assert!(document.get_dictionary(page).unwrap().has(b"TrimBox"));
    }
    let pages = texts(&pdf);
    assert!(pages[0].contains("A book") && pages[0].contains("A. Setter"), "{}", pages[0]);
    assert!(pages[1].starts_with("Contents ") && pages[1].contains("Solutions"), "{}", pages[1]);
}

#[test]
fn every_paper_language_and_option_gives_a_file() {
    let layouts = [(1, Language::ENGLISH), (6, Language::CHINESE), (12, Language::CHINESE)];
    let orientations = [Orientation::Portrait, Orientation::Landscape];
    let kinds = Paper::ALL.into_iter().flat_map(|paper| orientations.map(|orientation| (paper, orientation)));
    let entries: Vec<Entry> = puzzles().into_iter().map(Entry::explained).collect();
    for ((paper, orientation), (per_page, language)) in kinds.zip(layouts.into_iter().cycle()) {
        let design = Design {
            paper,
            orientation,
            per_page,
            language,
            candidates: true,
            hints: true,
            show_level: true,
            show_technique: true,
            binding: 5.0,
            ..Design::default()
        };
        let book = Book::new("数独", Book::chapters_by_level(entries.clone(), language));
        match book.to_pdf(&design) {
            Ok(pdf) => assert!(pdf.ends_with(b"%%EOF"), "{paper} {orientation:?} {per_page}"),
            Err(error) => panic!("{paper} {orientation:?} {per_page}: {error} {error:?}"),
        }
    }
}

#[test]
fn what_cannot_be_printed_is_an_error() {
    let empty = Book::new("Nothing", vec![Chapter { heading: String::new(), entries: Vec::new() }]);
    assert_eq!(empty.to_pdf(&Design::default()), Err(BookError::Empty));
    let strange = Book { title: "\u{1F600}".into(), ..book() };
    let missing = BookError::Font(FontError::MissingGlyph('\u{1F600}'));
    assert_eq!(strange.to_pdf(&Design::default()), Err(missing));
    let crowded = Design { per_page: 400, ..Design::default() };
    assert_eq!(book().to_pdf(&crowded), Err(BookError::NoRoom { per_page: 400 }));
    let long = Design { link: Some("x".repeat(5000)), ..Design::default() };
    assert_eq!(book().to_pdf(&long), Err(BookError::LinkTooLong));
    let font = Design { font: Some(b"no font".to_vec()), ..Design::default() };
    assert_eq!(book().to_pdf(&font), Err(BookError::Font(FontError::NotAFont)));
}

#[test]
fn other_sizes_and_rules_are_printed_with_their_rules_and_solutions() {
    let text = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1";
    let variant = VariantPuzzle::new(ninefold_variants::text::read(text).unwrap(), &Run::single()).unwrap();
    let puzzle: Puzzle = PUZZLES[0].parse().unwrap();
    let expected = format!("1{}2{}", puzzle.solution(), variant.solution());
    let entries = vec![Entry::variant(variant), Entry::explained(puzzle)];
    for language in [Language::ENGLISH, Language::CHINESE] {
        let book = Book::new("Mixed", Book::chapters_by_level(entries.clone(), language));
        let design = Design { hints: true, link: Some("https://x/".into()), language, ..Design::default() };
        let pages = texts(&book.to_pdf(&design).unwrap());
        let text: String = pages.last().unwrap().split(' ').filter(|word| word.len() == 1).collect();
        let solutions = text.strip_suffix(&pages.len().to_string()).unwrap_or(&text);
        assert_eq!(solutions, expected);
        assert!(pages.iter().any(|page| page.contains(if language == Language::ENGLISH {
            "Thermo"
        } else {
            "温度计"
        })));
        let rules = pages
            .iter()
            .any(|page| page.contains("Rules in this book") && page.contains("Killer cage: The cells differ"));
        assert_eq!(rules, language == Language::ENGLISH);
    }
}
