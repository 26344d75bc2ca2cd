//! The pages of a book: cover, contents, rules of variants, puzzles by chapter, hints, solutions.

use std::num::NonZeroU32;

use krilla::Document;
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::destination::XyzDestination;
use krilla::geom::{Point, Rect};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::{NumberingStyle, PageLabel, PageSettings};
use ninefold::Language;

use crate::canvas::{Anchor, Canvas, Ink, Type};
use crate::fonts::{Fonts, Weight};
use crate::paper::{Area, Sheet};
use crate::words::{self, Words};
use crate::{Book, BookError, Design, Entry, Subject, cover, grid, qr, variant};

/// The smallest side of a grid that can be read.
const SMALLEST_GRID: f32 = 60.0;

/// An entry with its number in the book, from 1.
type Numbered<'a> = (usize, &'a Entry);

/// What is on a page.
enum Content<'a> {
    Cover,
    Contents,
    /// The heading of a chapter, if it begins here, and puzzles.
    Puzzles(Option<&'a str>, &'a [Numbered<'a>]),
    /// The heading, if it is the first page of them, and lines of text.
    Lines(Option<&'static str>, Vec<Line>),
    Solutions(bool, &'a [Numbered<'a>]),
}

/// A line of text; the first line of a hint has the number of its puzzle before it.
struct Line {
    number: Option<usize>,
    text: String,
}

/// A part of the book in the table of contents and the bookmarks.
struct Part {
    title: String,
    page: usize,
}

/// The book as a PDF file.
pub(crate) fn pdf(book: &Book, design: &Design) -> Result<Vec<u8>, BookError> {
    let entries: Vec<Vec<Numbered<'_>>> = numbered(book);
    if entries.iter().all(Vec::is_empty) {
        return Err(BookError::Empty);
    }
    let layout = Layout::new(book, design)?;
    let all: Vec<Numbered<'_>> = entries.iter().flatten().copied().collect();
    let (pages, parts) = layout.pages(&entries, &all)?;
    let mut document = Document::new();
    for (index, page) in pages.iter().enumerate() {
        layout.draw(&mut document, index, page, &parts)?;
    }
    document.set_outline(outline(&parts));
    document.set_metadata(metadata(book, design));
    document.finish().map_err(|error| BookError::Pdf(format!("{error:?}")))
}

/// The entries of each chapter with their numbers.
fn numbered(book: &Book) -> Vec<Vec<Numbered<'_>>> {
    let mut number = 0;
    let mut count = |entry| {
        number += 1;
        (number, entry)
    };
    book.chapters.iter().map(|chapter| chapter.entries.iter().map(&mut count).collect()).collect()
}

fn outline(parts: &[Part]) -> Outline {
    let mut outline = Outline::new();
    for part in parts {
        let destination = XyzDestination::new(part.page, Point::from_xy(0.0, 0.0));
        outline.push_child(OutlineNode::new(part.title.clone(), destination));
    }
    outline
}

fn metadata(book: &Book, design: &Design) -> Metadata {
    let metadata = Metadata::new()
        .title(book.title.clone())
        .creator("Ninefold".to_owned())
        .keywords(vec!["Sudoku".to_owned()])
        .language(design.language.tag().to_owned());
    let metadata = if book.subtitle.is_empty() { metadata } else { metadata.description(book.subtitle.clone()) };
    if book.author.is_empty() { metadata } else { metadata.authors(vec![book.author.clone()]) }
}

/// The measures that all pages share.
struct Layout<'a> {
    book: &'a Book,
    design: &'a Design,
    words: &'static Words,
    fonts: Fonts,
    sheet: Sheet,
    /// The size of labels and sentences.
    text_size: f32,
    /// The size of headings.
    heading_size: f32,
}

impl<'a> Layout<'a> {
    fn new(book: &'a Book, design: &'a Design) -> Result<Layout<'a>, BookError> {
        let sheet = Sheet::new(design.paper, design.orientation, design.binding, design.bleed);
        let scale = if design.large_print { 1.7 } else { 1.0 };
        let layout = Layout {
            book,
            design,
            words: words::of(design.language),
            fonts: Fonts::new(design.font.as_deref())?,
            sheet,
            text_size: 9.5 * scale,
            heading_size: 20.0 * scale,
        };
        for (per_page, extra) in [(design.per_page, layout.label_height()), (design.solutions_per_page, 14.0)] {
            let area = layout.below_heading(0);
            let (columns, rows) = area.best_division(per_page.max(1), extra);
            let side = (area.width / columns as f32).min(area.height / rows as f32 - extra) * 0.88;
            if side.is_nan() || side < SMALLEST_GRID {
                return Err(BookError::NoRoom { per_page });
            }
        }
        Ok(layout)
    }

    /// What is on each page, and where each part begins.
    fn pages<'b>(
        &self,
        chapters: &'b [Vec<Numbered<'b>>],
        all: &'b [Numbered<'b>],
    ) -> Result<(Vec<Content<'b>>, Vec<Part>), BookError>
    where
        'a: 'b,
    {
        let (mut pages, mut parts) = (Vec::new(), Vec::new());
        if self.design.cover {
            pages.push(Content::Cover);
        }
        if self.design.contents {
            pages.push(Content::Contents);
        }
        let rules = self.rules(all);
        if !rules.is_empty() {
            parts.push(Part { title: self.words.meanings.to_owned(), page: pages.len() });
            self.push_lines(self.words.meanings, rules.into_iter().map(|rule| (None, rule)), &mut pages)?;
        }
        for (chapter, entries) in self.book.chapters.iter().zip(chapters).filter(|(_, entries)| !entries.is_empty()) {
            if !chapter.heading.is_empty() {
                parts.push(Part { title: chapter.heading.clone(), page: pages.len() });
            }
            for (index, chunk) in entries.chunks(self.design.per_page.max(1)).enumerate() {
                let heading = (index == 0 && !chapter.heading.is_empty()).then_some(chapter.heading.as_str());
                pages.push(Content::Puzzles(heading, chunk));
            }
        }
        if self.design.hints {
            parts.push(Part { title: self.words.hints.to_owned(), page: pages.len() });
            let hint = |&(number, entry): &Numbered<'_>| {
                (Some(number), entry.first_step(self.design.language).unwrap_or_default())
            };
            self.push_lines(self.words.hints, all.iter().map(hint), &mut pages)?;
        }
        if self.design.solutions_per_page > 0 {
            parts.push(Part { title: self.words.solutions.to_owned(), page: pages.len() });
            for (index, chunk) in all.chunks(self.design.solutions_per_page).enumerate() {
                pages.push(Content::Solutions(index == 0, chunk));
            }
        }
        Ok((pages, parts))
    }

    /// What each rule of the variants in the book says. The sentences are in English, so a book in another language has the
    /// names beside the puzzles only.
    fn rules(&self, all: &[Numbered<'_>]) -> Vec<String> {
        let mut kinds = Vec::new();
        for (_, entry) in all {
            if let Subject::Variant(puzzle) = &entry.subject {
                kinds.extend(variant::kinds(puzzle));
            }
        }
        let mut rules = Vec::new();
        for kind in kinds.into_iter().filter(|_| self.design.language == Language::ENGLISH) {
            let rule = format!("{}: {}", kind.english(), kind.meaning());
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }

    /// Fills pages with texts.
    fn push_lines(
        &self,
        heading: &'static str,
        texts: impl Iterator<Item = (Option<usize>, String)>,
        pages: &mut Vec<Content<'_>>,
    ) -> Result<(), BookError> {
        let body = self.sheet.body(0);
        let per_page = ((self.below_heading(0).height / self.line_height()) as usize).max(1);
        let width = body.width - self.hint_indent();
        let mut lines = Vec::new();
        let mut heading = Some(heading);
        for (number, text) in texts {
            let texts = self.fonts.lines(&text, Weight::Regular, self.text_size, width)?;
            if !lines.is_empty() && lines.len() + texts.len() > per_page {
                pages.push(Content::Lines(heading.take(), std::mem::take(&mut lines)));
            }
            let numbers = std::iter::once(number).chain(std::iter::repeat(None));
            lines.extend(texts.into_iter().zip(numbers).map(|(text, number)| Line { number, text }));
        }
        pages.push(Content::Lines(heading, lines));
        Ok(())
    }

    fn draw(
        &self,
        document: &mut Document,
        index: usize,
        content: &Content<'_>,
        parts: &[Part],
    ) -> Result<(), BookError> {
        let mut page = document.start_page_with(self.settings(index)?);
        let mut links = Vec::new();
        let mut surface = page.surface();
        let mut canvas = Canvas::new(&mut surface, &self.fonts, self.sheet.bleed);
        match content {
            Content::Cover => cover::draw(&mut canvas, &self.sheet, self.words, self.book)?,
            Content::Contents => links = self.draw_contents(&mut canvas, index, parts)?,
            Content::Puzzles(heading, entries) => self.draw_puzzles(&mut canvas, index, *heading, entries)?,
            Content::Lines(heading, lines) => self.draw_lines(&mut canvas, index, *heading, lines)?,
            Content::Solutions(first, entries) => self.draw_solutions(&mut canvas, index, *first, entries)?,
        }
        if !matches!(content, Content::Cover) {
            let style = Type { size: self.text_size, weight: Weight::Regular, ink: Ink::Grey };
            let body = self.sheet.body(index);
            let at = (body.x + body.width / 2.0, self.sheet.foot());
            canvas.text(&(index + 1).to_string(), at, Anchor::Middle, style)?;
        }
        surface.finish();
        for link in links {
            page.add_annotation(link);
        }
        page.finish();
        Ok(())
    }

    fn settings(&self, index: usize) -> Result<PageSettings, BookError> {
        let Sheet { width, height, bleed, .. } = self.sheet;
        let settings = PageSettings::from_wh(width + 2.0 * bleed, height + 2.0 * bleed);
        let settings = settings.ok_or(BookError::NoRoom { per_page: self.design.per_page })?;
        let number = NonZeroU32::new(index as u32 + 1);
        let settings = settings.with_page_label(PageLabel::new(Some(NumberingStyle::Arabic), None, number));
        let trim = Rect::from_xywh(bleed, bleed, width, height);
        Ok(if bleed > 0.0 { settings.with_trim_box(trim) } else { settings })
    }

    fn line_height(&self) -> f32 {
        self.text_size * 1.5
    }

    fn hint_indent(&self) -> f32 {
        self.text_size * 3.2
    }

    /// The height of the line above a puzzle.
    fn label_height(&self) -> f32 {
        if self.design.link.is_some() { self.qr_side() + 8.0 } else { self.text_size * 1.9 }
    }

    /// A code of about 17 millimetres can be read from paper.
    fn qr_side(&self) -> f32 {
        50.0
    }

    /// The body below a heading. All pages of a part have the same area, with a heading or without.
    fn below_heading(&self, index: usize) -> Area {
        let body = self.sheet.body(index);
        let used = self.heading_size * 1.9;
        Area { y: body.y + used, height: body.height - used, ..body }
    }

    fn draw_heading(&self, canvas: &mut Canvas<'_, '_>, index: usize, heading: &str) -> Result<(), BookError> {
        let body = self.sheet.body(index);
        let style = Type { size: self.heading_size, weight: Weight::SemiBold, ink: Ink::Accent };
        canvas.text(heading, (body.x, body.y + self.heading_size), Anchor::Left, style)?;
        let y = body.y + self.heading_size * 1.35;
        canvas.lines(std::iter::once([(body.x, y), (body.x + body.width, y)]), 0.6, Ink::Light);
        Ok(())
    }

    fn draw_contents(
        &self,
        canvas: &mut Canvas<'_, '_>,
        index: usize,
        parts: &[Part],
    ) -> Result<Vec<Annotation>, BookError> {
        self.draw_heading(canvas, index, self.words.contents)?;
        let area = self.below_heading(index);
        let size = self.text_size * 1.25;
        let style = Type { size, weight: Weight::Regular, ink: Ink::Black };
        let mut links = Vec::new();
        let mut y = area.y + size;
        // A book has few parts; more than fit are in the bookmarks.
        for part in parts {
            if y > area.y + area.height - self.line_height() * 6.0 {
                break;
            }
            canvas.text(&part.title, (area.x, y), Anchor::Left, style)?;
            canvas.text(&(part.page + 1).to_string(), (area.x + area.width, y), Anchor::Right, style)?;
            let title = self.fonts.width(&part.title, Weight::Regular, size)?;
            let dots = (0..).map(|dot| area.x + title + 8.0 + 6.0 * dot as f32);
            let dots = dots.take_while(|x| *x < area.x + area.width - 30.0);
            canvas.areas(dots.map(|x| Area { x, y: y - 1.0, width: 0.9, height: 0.9 }), Ink::Light);
            let bleed = self.sheet.bleed;
            if let Some(rect) = Rect::from_xywh(area.x + bleed, y - size + bleed, area.width, size * 1.4) {
                let destination = XyzDestination::new(part.page, Point::from_xy(0.0, 0.0));
                let link = LinkAnnotation::new(rect, Target::Destination(destination.into()));
                links.push(Annotation::new_link(link, Some(part.title.clone())));
            }
            y += size * 1.9;
        }
        self.draw_rules(canvas, area, y + size)?;
        Ok(links)
    }

    /// The rule of Sudoku, below the contents.
    fn draw_rules(&self, canvas: &mut Canvas<'_, '_>, area: Area, y: f32) -> Result<(), BookError> {
        let heading = Type { size: self.text_size * 1.25, weight: Weight::SemiBold, ink: Ink::Accent };
        canvas.text(self.words.rules_heading, (area.x, y), Anchor::Left, heading)?;
        let style = Type { size: self.text_size, weight: Weight::Regular, ink: Ink::Black };
        let lines = self.fonts.lines(self.words.rules, style.weight, style.size, area.width)?;
        for (row, line) in lines.iter().enumerate() {
            canvas.text(line, (area.x, y + self.line_height() * (row as f32 + 1.4)), Anchor::Left, style)?;
        }
        Ok(())
    }

    fn draw_puzzles(
        &self,
        canvas: &mut Canvas<'_, '_>,
        index: usize,
        heading: Option<&str>,
        entries: &[Numbered<'_>],
    ) -> Result<(), BookError> {
        if let Some(heading) = heading {
            self.draw_heading(canvas, index, heading)?;
        }
        let area = self.below_heading(index);
        let label = self.label_height();
        let (columns, rows) = area.best_division(self.design.per_page, label);
        for (place, &(number, entry)) in area.divided(columns, rows).zip(entries) {
            let square = square_in(place, label);
            self.draw_label(canvas, square, number, entry)?;
            let bold = self.design.large_print;
            match &entry.subject {
                Subject::Puzzle(puzzle) => grid::puzzle(canvas, square, puzzle, self.design.candidates, bold)?,
                Subject::Exercise(exercise) => grid::exercise(canvas, square, exercise, bold)?,
                Subject::Variant(puzzle) => variant::puzzle(canvas, square, puzzle)?,
            }
            // The page plays puzzles of nine by nine cells.
            if let (Some(link), Some(puzzle)) = (&self.design.link, entry.puzzle()) {
                let side = self.qr_side();
                let code =
                    Area { x: square.x + square.width - side, y: square.y - side - 5.0, width: side, height: side };
                qr::draw(canvas, code, &qr::address(link, puzzle))?;
            }
        }
        Ok(())
    }

    /// The number, and what is known about the puzzle.
    fn draw_label(
        &self,
        canvas: &mut Canvas<'_, '_>,
        square: Area,
        number: usize,
        entry: &Entry,
    ) -> Result<(), BookError> {
        let y = square.y - self.text_size * 0.55;
        let name = if entry.name.is_empty() { number.to_string() } else { format!("{number}  {}", entry.name) };
        let style = Type { size: self.text_size * 1.1, weight: Weight::SemiBold, ink: Ink::Accent };
        let room = square.width - if self.design.link.is_some() { self.qr_side() + 6.0 } else { 0.0 };
        let name = self.shortened(&name, style, room)?;
        canvas.text(&name, (square.x, y), Anchor::Left, style)?;
        let level = entry.puzzle().filter(|_| self.design.show_level).map(|_| self.words.level(entry.level).to_owned());
        let rating = entry.rating.filter(|_| self.design.show_rating).map(|rating| format!("SE {}", rating.er));
        let technique = entry.technique.filter(|_| self.design.show_technique);
        let technique = technique.map(|technique| self.design.language.name(technique).to_owned());
        let rules = match &entry.subject {
            Subject::Variant(puzzle) => variant::kinds(puzzle),
            _ => Vec::new(),
        };
        let rules = rules.into_iter().map(|kind| variant::name(kind, self.design.language).to_owned());
        let facts: Vec<String> = [level, rating, technique].into_iter().flatten().chain(rules).collect();
        let grey = Type { size: self.text_size * 0.9, weight: Weight::Regular, ink: Ink::Grey };
        let used = self.fonts.width(&name, style.weight, style.size)? + self.text_size;
        let facts = self.shortened(&facts.join(" · "), grey, room - used)?;
        if self.design.link.is_some() {
            canvas.text(&facts, (square.x + used, y), Anchor::Left, grey)
        } else {
            canvas.text(&facts, (square.x + square.width, y), Anchor::Right, grey)
        }
    }

    /// The text, or as much of it as fits with three dots.
    fn shortened(&self, text: &str, style: Type, width: f32) -> Result<String, BookError> {
        if text.is_empty() || self.fonts.width(text, style.weight, style.size)? <= width {
            return Ok(text.to_owned());
        }
        let mut shorter = text.to_owned();
        while shorter.pop().is_some() {
            let dotted = format!("{}…", shorter.trim_end());
            if self.fonts.width(&dotted, style.weight, style.size)? <= width {
                return Ok(dotted);
            }
        }
        Ok(String::new())
    }

    fn draw_lines(
        &self,
        canvas: &mut Canvas<'_, '_>,
        index: usize,
        heading: Option<&str>,
        lines: &[Line],
    ) -> Result<(), BookError> {
        if let Some(heading) = heading {
            self.draw_heading(canvas, index, heading)?;
        }
        let area = self.below_heading(index);
        let bold = Type { size: self.text_size, weight: Weight::SemiBold, ink: Ink::Accent };
        let plain = Type { size: self.text_size, weight: Weight::Regular, ink: Ink::Black };
        for (row, line) in lines.iter().enumerate() {
            let y = area.y + self.line_height() * (row as f32 + 0.75);
            if let Some(number) = line.number {
                canvas.text(&number.to_string(), (area.x, y), Anchor::Left, bold)?;
            }
            canvas.text(&line.text, (area.x + self.hint_indent(), y), Anchor::Left, plain)?;
        }
        Ok(())
    }

    fn draw_solutions(
        &self,
        canvas: &mut Canvas<'_, '_>,
        index: usize,
        first: bool,
        entries: &[Numbered<'_>],
    ) -> Result<(), BookError> {
        if first {
            self.draw_heading(canvas, index, self.words.solutions)?;
        }
        let area = self.below_heading(index);
        let (columns, rows) = area.best_division(self.design.solutions_per_page, 14.0);
        let style = Type { size: self.text_size.min(11.0), weight: Weight::SemiBold, ink: Ink::Accent };
        for (place, &(number, entry)) in area.divided(columns, rows).zip(entries) {
            let square = square_in(place, 14.0);
            canvas.text(&number.to_string(), (square.x, square.y - 4.0), Anchor::Left, style)?;
            match &entry.subject {
                Subject::Puzzle(puzzle) => grid::solution(canvas, square, puzzle)?,
                Subject::Exercise(exercise) => grid::solution(canvas, square, &exercise.puzzle)?,
                Subject::Variant(puzzle) => variant::solution(canvas, square, puzzle)?,
            }
        }
        Ok(())
    }
}

/// The largest square in a place, with a label of this height above it and some air around it.
fn square_in(place: Area, label: f32) -> Area {
    let side = place.width.min(place.height - label) * 0.9;
    Area {
        x: place.x + (place.width - side) / 2.0,
        y: place.y + label + (place.height - label - side) / 2.0,
        width: side,
        height: side,
    }
}
