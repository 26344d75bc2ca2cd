//! Questions about a puzzle and their answers as text and as JSON: what every front end prints.

use ninefold::Language;
use ninefold::json::{InputError, Members, Object};

use crate::drawing::Picture;
use crate::explain::check::{self, Verdict};
use crate::text::{Format, ReadError, write};
use crate::{Answer, Run, Stopped, Variant, VariantPuzzle};

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

impl Reply {
    fn new(text: impl Into<String>, object: &Object<'_>, good: bool) -> Reply {
        Reply { text: text.into(), json: object.to_string(), good }
    }
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
    answered(variant, question, run).unwrap_or_else(stopped)
}

/// The reply with a generated puzzle in a format, and its solution.
pub fn generated(puzzle: &VariantPuzzle, format: Format) -> Reply {
    let text = match write(puzzle.variant(), format) {
        Ok(text) => text,
        Err(error) => return failed(&error.to_string()),
    };
    let mut object = Object::new();
    object.string("puzzle", &text);
    object.string("solution", puzzle.solution());
    Reply::new(text, &object, true)
}

/// The reply to a question whose work was stopped.
pub fn stopped(reason: Stopped) -> Reply {
    failed(&reason.to_string())
}

/// The reply to a text that is no puzzle, from the input with this name.
pub fn unreadable(input: &str, error: &ReadError) -> Reply {
    let error = InputError { input, place: error.place, message: error.fault.to_string() };
    Reply::new(format!("! {error}"), &Object::new().with(&error), false)
}

/// The member `error` of a question without an answer.
struct Failure<'a>(&'a str);

impl Members for Failure<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        object.string("message", self.0);
    }
}

fn failed(reason: &str) -> Reply {
    let mut object = Object::new();
    object.object("error", &Failure(reason));
    Reply::new(format!("! {reason}"), &object, false)
}

fn answered(variant: &Variant, question: Question, run: &Run<'_>) -> Result<Reply, Stopped> {
    let mut object = Object::new();
    Ok(match question {
        Question::Solve => {
            let answer = variant.solve(run)?;
            Reply::new(solved(&answer), &Object::new().with(&answer), answer.unique().is_some())
        }
        Question::Count(limit) => {
            let count = variant.count(limit, run)?;
            object.raw("count", count);
            object.raw("complete", count < limit);
            Reply::new(format!("{count}{}", if count < limit { "" } else { "+" }), &object, count == 1)
        }
        Question::Estimate(samples, seed) => {
            let estimate = variant.estimate(samples, seed, run)?;
            object.raw("estimate", format_args!("{estimate:e}"));
            Reply::new(format!("{estimate:.4e}"), &object, estimate > 0.0)
        }
        Question::Check => checked(variant, run)?,
        Question::Candidates => {
            let sets: Vec<String> = variant.true_candidates(run)?.iter().map(ToString::to_string).collect();
            object.strings("candidates", &sets);
            match sets.iter().any(String::is_empty) {
                true => Reply::new("! no solution", &object, false),
                false => Reply::new(sets.join(" "), &object, true),
            }
        }
        Question::Explain(language) => explained(variant, language, run)?,
        Question::Convert(format) => match write(variant, format) {
            Ok(text) => {
                object.string("puzzle", &text);
                Reply::new(text, &object, true)
            }
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
            object.string("svg", &svg);
            Reply::new(svg.trim_end(), &object, true)
        }
    })
}

/// `answer`; `solution` if there is one, and a `second` if there are several. A 9x9 Sudoku has the same members.
impl Members for Answer {
    fn add_to(&self, object: &mut Object<'_>) {
        let (word, first, second) = match self {
            Answer::Unique(solution) => ("unique", Some(solution), None),
            Answer::NoSolution => ("none", None, None),
            Answer::Multiple(first, second) => ("multiple", Some(first), Some(second)),
        };
        object.string("answer", word);
        for (name, solution) in [("solution", first), ("second", second)] {
            if let Some(solution) = solution {
                object.string(name, solution);
            }
        }
    }
}

fn solved(answer: &Answer) -> String {
    match answer {
        Answer::Unique(solution) => solution.to_string(),
        Answer::NoSolution => "! no solution".into(),
        Answer::Multiple(first, second) => format!("! several solutions, such as {first} and {second}"),
    }
}

fn checked(variant: &Variant, run: &Run<'_>) -> Result<Reply, Stopped> {
    let answer = variant.solve(run)?;
    let mut object = Object::new().with(&answer);
    let (member, parts) = match answer {
        Answer::Unique(_) => ("unnecessary", variant.unnecessary(run)?),
        Answer::NoSolution => ("contradiction", variant.contradiction(run)?.unwrap_or_default()),
        Answer::Multiple(..) => return Ok(Reply::new(solved(&answer), &object, false)),
    };
    let parts: Vec<String> = parts.into_iter().map(|part| variant.part_words(part, Language::ENGLISH)).collect();
    object.strings(member, &parts);
    let mut text = match (member, parts.is_empty()) {
        ("unnecessary", true) => "one solution; every clue is needed".into(),
        ("unnecessary", false) => format!("one solution; can be left out one at a time: {}", parts.join("; ")),
        (_, true) => "! no solution: the board alone has none".into(),
        (_, false) => format!("! no solution: these contradict each other: {}", parts.join("; ")),
    };
    // The solution a file claims has to be the solution.
    let claimed = variant.notes.solution.as_deref().zip(answer.unique());
    let correct = claimed.map(|(claimed, solution)| *claimed == *solution.grid());
    if let Some(correct) = correct {
        object.raw("input_solution_correct", correct);
    }
    if correct == Some(false) {
        text.push_str("; the solution in the file is wrong");
    }
    Ok(Reply::new(text, &object, answer.unique().is_some() && correct != Some(false)))
}

/// A step of an explanation and how it was proved.
struct Step<'a>(&'a str, &'static str);

impl Members for Step<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        object.string("sentence", self.0);
        object.string("proof", self.1);
    }
}

fn explained(variant: &Variant, language: Language, run: &Run<'_>) -> Result<Reply, Stopped> {
    let Some(path) = variant.explain(run)? else { return answered(variant, Question::Solve, run) };
    let verdicts = check::path(variant, &path);
    let sentences: Vec<String> = path.steps.iter().map(|step| step.sentence(variant, language)).collect();
    let word = |verdict: &Verdict| match verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted => "refuted",
        Verdict::TooLong => "not checked",
        Verdict::Unreasoned => "solver",
    };
    let mut object = Object::new();
    object.string("answer", "unique");
    object.objects("steps", sentences.iter().zip(&verdicts).map(|(sentence, verdict)| Step(sentence, word(verdict))));
    let lines: Vec<String> =
        sentences.iter().zip(1..).map(|(sentence, number)| format!("{number}. {sentence}")).collect();
    Ok(Reply::new(lines.join("\n"), &object, !verdicts.contains(&Verdict::Refuted)))
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
