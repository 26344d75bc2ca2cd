//! Questions about a puzzle and their answers as text and as JSON: what every front end prints.

use ninefold::Language;

use crate::drawing::Picture;
use crate::explain::check::{self, Verdict};
use crate::text::{Format, ReadError, write};
use crate::{Answer, Run, Stopped, Variant};

/// What to find out about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Question {
    /// The solution.
    Solve,
    /// The number of solutions, up to a limit.
    Count(u64),
    /// An estimate of the number of solutions from so many samples, by a seed.
    Estimate(u32, u64),
    /// Whether it is a puzzle; what contradicts itself, or which clues are unnecessary.
    Check,
    /// The values that occur in some solution.
    Candidates,
    /// A path with reasons.
    Explain(Language),
    /// The puzzle in another format.
    Convert(Format),
    /// A picture, with the solution or without.
    Draw {
        /// Whether the solution is drawn.
        solution: bool,
    },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// For people: one line, several for explanations and pictures; `! reason` where there is no answer.
    pub text: String,
    /// The same as a JSON object on one line.
    pub json: String,
    /// Whether the puzzle has exactly one solution, or the question does not ask for it and is answered.
    pub good: bool,
}

/// A text in quotes, as JSON writes it.
fn quoted(text: &str) -> String {
    crate::text::quoted(text)
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

/// Answers a question about a puzzle.
///
/// ```
/// use ninefold_variants::report::{Question, reply};
/// use ninefold_variants::{Run, text};
///
/// let puzzle = text::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1")?;
/// let answer = reply(&puzzle, Question::Solve, &Run::single());
/// assert_eq!(answer.text, "1234341221434321");
/// # Ok::<(), ninefold_variants::text::ReadError>(())
/// ```
pub fn reply(variant: &Variant, question: Question, run: &Run<'_>) -> Reply {
    answered(variant, question, run).unwrap_or_else(|stopped| failed(&stopped.to_string()))
}

/// The reply to a text that is no puzzle.
pub fn unreadable(error: &ReadError) -> Reply {
    let message = error.fault.to_string();
    let json = format!(
        "{{\"error\":{{\"line\":{},\"column\":{},\"message\":{}}}}}",
        error.place.line,
        error.place.column,
        quoted(&message)
    );
    Reply { text: format!("! {error}"), json, good: false }
}

fn failed(reason: &str) -> Reply {
    Reply {
        text: format!("! {reason}"),
        json: format!("{{\"error\":{{\"message\":{}}}}}", quoted(reason)),
        good: false,
    }
}

fn answered(variant: &Variant, question: Question, run: &Run<'_>) -> Result<Reply, Stopped> {
    Ok(match question {
        Question::Solve => solved(&variant.solve(run)?),
        Question::Count(limit) => {
            let count = variant.count(limit, run)?;
            let more = if count >= limit { "+" } else { "" };
            let json = format!("{{\"count\":{count},\"complete\":{}}}", count < limit);
            Reply { text: format!("{count}{more}"), json, good: count == 1 }
        }
        Question::Estimate(samples, seed) => {
            let estimate = variant.estimate(samples, seed, run)?;
            Reply {
                text: format!("{estimate:.4e}"),
                json: format!("{{\"estimate\":{estimate:e}}}"),
                good: estimate > 0.0,
            }
        }
        Question::Check => checked(variant, run)?,
        Question::Candidates => {
            let sets: Vec<String> = variant.true_candidates(run)?.iter().map(ToString::to_string).collect();
            let good = !sets.iter().any(String::is_empty);
            let shown: Vec<&str> = sets.iter().map(|set| if set.is_empty() { "-" } else { set.as_str() }).collect();
            let text = if good { shown.join(" ") } else { "! no solution".into() };
            Reply { text, json: format!("{{\"candidates\":{}}}", list(sets.iter().map(|set| quoted(set)))), good }
        }
        Question::Explain(language) => explained(variant, language, run)?,
        Question::Convert(format) => match write(variant, format) {
            Ok(text) => Reply { json: format!("{{\"puzzle\":{}}}", quoted(&text)), text, good: true },
            Err(error) => failed(&error.to_string()),
        },
        Question::Draw { solution } => {
            let answer = if solution { Some(variant.solve(run)?) } else { None };
            let values = answer.as_ref().and_then(Answer::first).map(|solution| solution.values().to_vec());
            let mut picture = Picture::new(variant);
            if let Some(values) = &values {
                picture = picture.values(values);
            }
            let svg = picture.to_string();
            Reply { json: format!("{{\"svg\":{}}}", quoted(&svg)), text: svg.trim_end().to_owned(), good: true }
        }
    })
}

fn solved(answer: &Answer) -> Reply {
    match answer {
        Answer::Unique(solution) => Reply {
            text: solution.to_string(),
            json: format!("{{\"answer\":\"unique\",\"solution\":\"{solution}\"}}"),
            good: true,
        },
        Answer::NoSolution => Reply { text: "! no solution".into(), json: "{\"answer\":\"none\"}".into(), good: false },
        Answer::Multiple(first, second) => Reply {
            text: format!("! several solutions, such as {first} and {second}"),
            json: format!("{{\"answer\":\"multiple\",\"solutions\":[\"{first}\",\"{second}\"]}}"),
            good: false,
        },
    }
}

fn checked(variant: &Variant, run: &Run<'_>) -> Result<Reply, Stopped> {
    let answer = variant.solve(run)?;
    let mut reply = solved(&answer);
    let (member, parts) = match answer {
        Answer::Unique(_) => ("unnecessary", variant.unnecessary(run)?),
        Answer::NoSolution => ("contradiction", variant.contradiction(run)?.unwrap_or_default()),
        Answer::Multiple(..) => return Ok(reply),
    };
    let parts: Vec<String> = parts.into_iter().map(|part| variant.part_words(part, Language::ENGLISH)).collect();
    reply.text = match (member, parts.is_empty()) {
        ("unnecessary", true) => "one solution; every clue is needed".into(),
        ("unnecessary", false) => format!("one solution; can be left out one at a time: {}", parts.join("; ")),
        (_, true) => "! no solution: the board alone has none".into(),
        (_, false) => format!("! no solution: these contradict each other: {}", parts.join("; ")),
    };
    reply.json.pop();
    reply.json.push_str(&format!(",\"{member}\":{}}}", list(parts.iter().map(|part| quoted(part)))));
    // The solution a file claims has to be the solution.
    if let (Some(claimed), Some(solution)) = (&variant.notes.solution, answer.unique())
        && claimed[..] != *solution.grid()
    {
        reply.text.push_str("; the solution in the file is wrong");
        reply.good = false;
    }
    Ok(reply)
}

fn explained(variant: &Variant, language: Language, run: &Run<'_>) -> Result<Reply, Stopped> {
    let Some(path) = variant.explain(run)? else { return Ok(solved(&variant.solve(run)?)) };
    let verdicts = check::path(variant, &path);
    let sentences: Vec<String> = path.steps.iter().map(|step| step.sentence(variant, language)).collect();
    let word = |verdict: &Verdict| match verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted => "refuted",
        Verdict::TooLong => "not checked",
        Verdict::Unreasoned => "solver",
    };
    let steps = sentences
        .iter()
        .zip(&verdicts)
        .map(|(sentence, verdict)| format!("{{\"sentence\":{},\"proof\":\"{}\"}}", quoted(sentence), word(verdict)));
    let json = format!("{{\"answer\":\"unique\",\"steps\":{}}}", list(steps));
    let lines: Vec<String> =
        sentences.iter().zip(1..).map(|(sentence, number)| format!("{number}. {sentence}")).collect();
    Ok(Reply { text: lines.join("\n"), json, good: !verdicts.contains(&Verdict::Refuted) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    const PUZZLE: &str = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R2C3~R3C3.~R2C1_3~R3C1_2~R4C4_1";

    #[test]
    fn every_question_has_a_line_and_an_object() {
        let variant = text::read(PUZZLE).unwrap();
        let run = Run::single();
        for question in [
            Question::Solve,
            Question::Count(10),
            Question::Check,
            Question::Candidates,
            Question::Explain(Language::CHINESE),
            Question::Convert(Format::FPuzzles),
            Question::Draw { solution: true },
        ] {
            let reply = reply(&variant, question, &run);
            assert!(reply.good && !reply.text.starts_with('!'), "{question:?} {reply:?}");
            assert!(text::is_json(&reply.json) && !reply.json.contains('\n'), "{question:?} {}", reply.json);
        }
    }

    #[test]
    fn a_contradiction_names_its_parts() {
        let variant = text::read(".Shape~4x4.Cage~3~R1C1~R1C2.Cage~4~R1C3~R1C4").unwrap();
        let reply = reply(&variant, Question::Check, &Run::single());
        assert!(!reply.good);
        assert_eq!(
            reply.text,
            "! no solution: these contradict each other: Killer cage r1c1 r1c2; Killer cage r1c3 r1c4"
        );
    }
}
