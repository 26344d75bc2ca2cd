//! `ninefold book`: puzzles as a PDF file.

use anyhow::{Context, ensure};
use ninefold::json::{InputError, Value};
use ninefold::{Control, Language};
use ninefold_book::{Book, Chapter, Design, Entry, Orientation};

use super::{Outcome, names, pictures, say, seed_of_the_clock};
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
            order.chapters(seed, args.language, &mut Control::new())?
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

/// The chapters of the inputs, the number of puzzles that are left out, and whether an input failed.
fn read(args: &args::Book) -> anyhow::Result<(Vec<Chapter>, u64, bool)> {
    let inputs = Input::all(&args.inputs.inputs)?;
    let mut chunks = Chunks::new(inputs.clone(), args.inputs.from, ChunkSize::Medium, true);
    let mut chunk = Chunk::default();
    let (mut entries, mut left_out) = (Vec::<(String, Entry)>::new(), 0);
    while chunks.next_into(&mut chunk) {
        let input = chunk.input.clone();
        for item in chunk.items().iter() {
            let refused = match item {
                Ok(record) => match record.position.prove().map(|position| position.puzzle()) {
                    Ok(Some(puzzle)) => {
                        let mut entry = Entry::explained(puzzle);
                        entry.name = record.comment.lines().next().unwrap_or_default().trim().to_owned();
                        entries.push((input.to_string(), entry));
                        continue;
                    }
                    Ok(None) => format!("{input}:{}: a puzzle given as candidates only", record.place.line),
                    Err(error) => format!("{input}:{}: {error}", record.place.line),
                },
                Err(error) => InputError::of(&input, error).to_string(),
            };
            left_out += 1;
            say(&format!("! {refused}"));
        }
    }
    ensure!(!entries.is_empty() || chunks.has_failed(), "no puzzle found in {}", names(&inputs));
    Ok((into_chapters(entries, args.chapters, args.language), left_out, chunks.has_failed()))
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
