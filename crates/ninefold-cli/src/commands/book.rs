//! `ninefold book`: puzzles as a PDF file.

use std::sync::Arc;

use anyhow::{Context, ensure};
use ninefold::json::{InputError, Value};
use ninefold::text::Format;
use ninefold::{Control, Language};
use ninefold_book::{Book, Chapter, Design, Entry, Orientation};
use ninefold_variants::{Run, VariantPuzzle, text};

use super::{Outcome, names, pictures, say, seed_of_the_clock, variant};
use crate::args;
use crate::args::{Chapters, Fact};
use crate::chunk::{Chunk, ChunkSize, Chunks};
use crate::input::Input;
use crate::pipeline::Source;
use crate::tally::counted;

pub(crate) fn run(args: &args::Book) -> anyhow::Result<Outcome> {
    let mut left_out = 0;
    let mut outcome = Outcome::Success;
    let chapters = match &args.generate {
        Some(order) => {
            let seed = args.seed.unwrap_or_else(seed_of_the_clock);
            if args.seed.is_none() && !args.quiet {
                say(&format!("--seed {seed} gives the same book again"));
            }
            Book::chapters_of_order(order, seed, args.language, &mut Control::new())?
        }
        None => {
            let (chapters, missing, failed) = read(args)?;
            left_out = missing;
            outcome = if failed {
                Outcome::Failed
            } else if missing > 0 {
                Outcome::SomeNot
            } else {
                Outcome::Success
            };
            chapters
        }
    };
    let chapters = if args.show.contains(&Fact::Rating) { rated(chapters) } else { chapters };
    let puzzles: usize = chapters.iter().map(|chapter| chapter.entries.len()).sum();
    let book = Book {
        title: args.title.clone().unwrap_or_else(|| Book::default_title(args.language).to_owned()),
        subtitle: args.subtitle.clone().unwrap_or_default(),
        author: args.author.clone().unwrap_or_default(),
        chapters,
    };
    let pdf = book.to_pdf(&design(args)?)?;
    pictures::write_file(Some(&args.to), &pdf)?;
    if args.json {
        let members = [("file", args.to.display().to_string().into()), ("puzzles", Value::Number(puzzles.to_string()))];
        println!("{}", Value::Object(members.map(|(name, value)| (name.to_owned(), value)).into()));
    }
    if !args.quiet {
        let extra = if left_out > 0 { format!(", {left_out} left out") } else { String::new() };
        say(&format!("{}{extra}: {}", counted(puzzles as u64, "puzzle"), args.to.display()));
    }
    Ok(outcome)
}

/// The puzzles of the inputs.
#[derive(Default)]
struct Puzzles {
    /// Each with the name of its input.
    entries: Vec<(String, Entry)>,
    left_out: u64,
    /// Whether an input could not be read to its end.
    failed: bool,
}

impl Puzzles {
    fn leave_out(&mut self, reason: &str) {
        self.left_out += 1;
        say(&format!("! {reason}"));
    }

    fn read(&mut self, input: Input, from: Option<Format>) {
        let mut chunks = Chunks::new(vec![input], from, ChunkSize::Medium, true);
        let mut chunk = Chunk::default();
        while chunks.next_into(&mut chunk) {
            let input = chunk.input.clone();
            for item in chunk.items().iter() {
                match item {
                    Ok(record) => match record.position.prove().map(|position| position.puzzle()) {
                        Ok(Some(puzzle)) => {
                            let mut entry = Entry::explained(puzzle);
                            entry.name = record.comment.lines().next().unwrap_or_default().trim().to_owned();
                            self.entries.push((input.to_string(), entry));
                        }
                        Ok(None) => {
                            let line = record.place.line;
                            self.leave_out(&format!("{input}:{line}: a puzzle given as candidates only"));
                        }
                        Err(error) => self.leave_out(&format!("{input}:{}: {error}", record.place.line)),
                    },
                    Err(error) => self.leave_out(&InputError::of(&input, error).to_string()),
                }
            }
        }
        self.failed |= chunks.has_failed();
    }

    /// Puzzles of other sizes or with other rules.
    fn read_variants(&mut self, input: &Input) -> anyhow::Result<()> {
        for (line, text) in text::split(&variant::content(input, &Arc::default())?) {
            let puzzle = match text::read(text) {
                Ok(puzzle) => VariantPuzzle::new(puzzle, &Run::default()),
                Err(error) => {
                    let (line, column) = (error.place.line + line as u64 - 1, error.place.column);
                    self.leave_out(&format!("{}:{line}:{column}: {}", input.name(), error.fault));
                    continue;
                }
            };
            match puzzle {
                Ok(puzzle) => self.entries.push((input.name().to_string(), Entry::variant(puzzle))),
                Err(error) => self.leave_out(&format!("{}:{line}: {error}", input.name())),
            }
        }
        Ok(())
    }
}

/// The chapters of the inputs, the number of puzzles that are left out, and whether an input failed.
fn read(args: &args::Book) -> anyhow::Result<(Vec<Chapter>, u64, bool)> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let mut puzzles = Puzzles::default();
    for input in inputs.clone() {
        if args.inputs.from.is_none() && variant::is_variant(&input) {
            puzzles.read_variants(&input)?;
        } else {
            puzzles.read(input, args.inputs.from);
        }
    }
    let Puzzles { entries, left_out, failed } = puzzles;
    ensure!(!entries.is_empty() || failed, "no puzzle found in {}", names(&inputs));
    Ok((into_chapters(entries, args.chapters, args.language), left_out, failed))
}

fn into_chapters(entries: Vec<(String, Entry)>, by: Chapters, language: Language) -> Vec<Chapter> {
    let alone = |entries: Vec<(String, Entry)>| entries.into_iter().map(|(_, entry)| entry).collect();
    match by {
        Chapters::Level => Book::chapters_by_level(alone(entries), language),
        Chapters::None => vec![Chapter { heading: String::new(), entries: alone(entries) }],
        Chapters::Input => {
            let mut chapters: Vec<Chapter> = Vec::new();
            for (input, entry) in entries {
                match chapters.last_mut().filter(|chapter| chapter.heading == input) {
                    Some(chapter) => chapter.entries.push(entry),
                    None => chapters.push(Chapter { heading: input, entries: vec![entry] }),
                }
            }
            chapters
        }
    }
}

fn rated(mut chapters: Vec<Chapter>) -> Vec<Chapter> {
    for chapter in &mut chapters {
        chapter.entries = std::mem::take(&mut chapter.entries).into_iter().map(Entry::rated).collect();
    }
    chapters
}

fn design(args: &args::Book) -> anyhow::Result<Design> {
    let read =
        |path: &std::path::PathBuf| std::fs::read(path).with_context(|| format!("{}: cannot read", path.display()));
    Ok(Design {
        paper: args.paper,
        orientation: if args.landscape { Orientation::Landscape } else { Orientation::Portrait },
        per_page: args.per_page.unwrap_or(if args.large_print { 1 } else { 4 }),
        solutions_per_page: args.solutions,
        hints: args.hints,
        candidates: args.candidates,
        large_print: args.large_print,
        cover: !args.no_cover,
        contents: !args.no_contents,
        show_level: args.show.contains(&Fact::Level),
        show_rating: args.show.contains(&Fact::Rating),
        show_technique: args.show.contains(&Fact::Technique),
        binding: args.binding,
        bleed: args.bleed,
        link: args.link.clone(),
        language: args.language,
        font: args.font.as_ref().map(read).transpose()?,
    })
}
