//! Values of options: ranges, formats, techniques, languages.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use ninefold::Language;
use ninefold::explain::{Explainer, Level, Technique};
use ninefold::generate::{FEWEST_GIVENS, Symmetry};
use ninefold::rate::{Rating, Scale};
use ninefold::text::Format;

use super::{Ordered, Target, Wanted};

pub(super) fn at_least_one(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("expected a number from 1 to {}", u64::MAX))
}

pub(super) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number from 0 to {}", u64::MAX))
}

pub(super) fn fraction(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds".to_owned())
}

pub(super) fn givens(text: &str) -> Result<RangeInclusive<usize>, String> {
    range(text, FEWEST_GIVENS, 81, "a number such as 24 or a range such as 24..27, ..25 or 30..")
}

pub(super) fn ratings(text: &str) -> Result<RangeInclusive<Rating>, String> {
    ratings_on(Scale::Se, text)
}

/// A range of ratings on a scale.
#[derive(Clone, Debug)]
pub(crate) struct RatingRange {
    pub(crate) scale: Scale,
    pub(crate) range: RangeInclusive<Rating>,
}

pub(super) fn rating_range(text: &str) -> Result<RatingRange, String> {
    let expected = "expected a scale and a range, such as hodoku:500..700 or depth:2";
    let (scale, range) = text.split_once(':').ok_or(expected)?;
    let scale: Scale = scale.parse().map_err(|error| format!("{error}"))?;
    Ok(RatingRange { scale, range: ratings_on(scale, range)? })
}

fn ratings_on(scale: Scale, text: &str) -> Result<RangeInclusive<Rating>, String> {
    let highest = scale.highest().unwrap_or(Rating::from_tenths(u32::MAX));
    let example = match scale {
        Scale::Se => "a rating such as 7.2 or a range such as 7.0..8.0, ..3.0 or 7.0..",
        _ => "a number such as 2 or a range such as 2..3, ..3 or 2..",
    };
    range(text, Rating::NONE, highest, example)
}

/// `A..B`, `..B`, `A..` or one value, which is both ends.
fn range<T: FromStr + PartialOrd + Copy>(
    text: &str,
    least: T,
    most: T,
    expected: &str,
) -> Result<RangeInclusive<T>, String> {
    let parse = |part: &str| part.trim().parse::<T>().map_err(|_| format!("expected {expected}"));
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (first.trim(), last.strip_prefix('=').unwrap_or(last).trim()),
        None => (text, text),
    };
    if first.is_empty() && last.is_empty() {
        return Err(format!("expected {expected}"));
    }
    let first_value = if first.is_empty() { None } else { Some(parse(first)?) };
    let last_value = if last.is_empty() { None } else { Some(parse(last)?) };
    if let (Some(first), Some(last)) = (first_value, last_value)
        && first > last
    {
        return Err(format!("the range ends before it begins: {text}"));
    }
    // An open end is the end of the scale, or the other end of the range if that is off the scale.
    let first = first_value.or(last_value.filter(|last| *last < least)).unwrap_or(least);
    let last = last_value.or(first_value.filter(|first| *first > most)).unwrap_or(most);
    Ok(first..=last)
}

pub(super) fn symmetry_parser() -> impl TypedValueParser<Value = Symmetry> {
    PossibleValuesParser::new(Symmetry::ALL.map(Symmetry::name)).try_map(|name| name.parse::<Symmetry>())
}

pub(super) fn level_parser() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::slug)).try_map(|name| name.parse::<Level>())
}

pub(super) fn scale_parser() -> impl TypedValueParser<Value = Scale> {
    PossibleValuesParser::new(Scale::ALL.map(Scale::slug)).try_map(|name| name.parse::<Scale>())
}

fn possible_formats() -> impl Iterator<Item = PossibleValue> {
    Format::ALL.into_iter().map(|format| PossibleValue::new(format.name()).help(format.description()))
}

pub(super) fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(possible_formats()).try_map(|name| name.parse::<Format>())
}

pub(super) fn target_parser() -> impl TypedValueParser<Value = Target> {
    let svg = PossibleValue::new("svg").help("a picture");
    PossibleValuesParser::new(possible_formats().chain([svg])).try_map(|name| match name.as_str() {
        "svg" => Ok(Target::Svg),
        name => name.parse().map(Target::Text),
    })
}

/// Parses a technique. Shells complete the names; codes and other spellings are accepted, too.
#[derive(Clone, Copy, Debug)]
pub(super) struct TechniqueParser;

/// Parses a technique, or `se`.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderedParser;

/// Parses a technique, or `given`.
#[derive(Clone, Copy, Debug)]
pub(super) struct WantedParser;

/// Parses a language. Shells complete the tags.
#[derive(Clone, Copy, Debug)]
pub(super) struct LanguageParser;

impl TypedValueParser for TechniqueParser {
    type Value = Technique;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Technique, clap::Error> {
        let text = value.to_string_lossy();
        let technique = text.parse().ok().or_else(|| Technique::from_code(&text));
        technique.ok_or_else(|| invalid(command, argument, &text, &unknown_technique(&text)))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(technique_names()))
    }
}

impl TypedValueParser for OrderedParser {
    type Value = Ordered;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Ordered, clap::Error> {
        if value.eq_ignore_ascii_case("se") {
            return Ok(Ordered::Se);
        }
        TechniqueParser.parse_ref(command, argument, value).map(Ordered::Technique)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(core::iter::once(PossibleValue::new("se")).chain(technique_names())))
    }
}

impl TypedValueParser for WantedParser {
    type Value = Wanted;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Wanted, clap::Error> {
        let text = value.to_string_lossy();
        if text == "given" {
            return Ok(Wanted::Given);
        }
        match Explainer::named(&text) {
            Ok(explainer) => Ok(Wanted::Technique(Box::new(explainer))),
            Err(_) => Err(invalid(command, argument, &text, &unknown_technique(&text))),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new([PossibleValue::new("given")].into_iter().chain(technique_names())))
    }
}

impl TypedValueParser for LanguageParser {
    type Value = Language;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Language, clap::Error> {
        let text = value.to_string_lossy();
        let known = || format!("known languages are {}", Language::ALL.map(Language::tag).join(", "));
        text.parse().map_err(|_| invalid(command, argument, &text, &known()))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Language::ALL.into_iter().map(|language| PossibleValue::new(language.tag()))))
    }
}

fn technique_names() -> impl Iterator<Item = PossibleValue> {
    Technique::ALL.into_iter().map(|technique| PossibleValue::new(technique.slug()))
}

/// The error of an invalid value, worded as clap's own errors.
fn invalid(command: &clap::Command, argument: Option<&clap::Arg>, value: &str, reason: &str) -> clap::Error {
    let mut error = clap::Error::raw(ErrorKind::ValueValidation, format!("{reason}\n")).with_cmd(command);
    if let Some(argument) = argument {
        let message = format!("invalid value '{value}' for '{argument}': {reason}\n");
        error = clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command);
        error.insert(ContextKind::InvalidArg, ContextValue::String(argument.to_string()));
    }
    error
}

/// The reason with the names that share a word with the unknown one.
fn unknown_technique(name: &str) -> String {
    let alike = |slug: &&str| slug.split('-').any(|word| word.len() > 2 && name.to_lowercase().contains(word));
    let near: Vec<&str> = Technique::ALL.into_iter().map(Technique::slug).filter(alike).take(8).collect();
    match near.is_empty() {
        true => "no technique has that name or code".to_owned(),
        false => format!("no technique has that name or code; perhaps {}", near.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_may_be_open() {
        assert_eq!(givens("24"), Ok(24..=24));
        assert_eq!(givens("24..27"), Ok(24..=27));
        assert_eq!(givens("24..=27"), Ok(24..=27));
        assert_eq!(givens("..25"), Ok(17..=25));
        assert_eq!(givens("30.."), Ok(30..=81));
        // A range that no puzzle has is accepted here, and rejected later with an error of its own.
        assert_eq!(givens("90.."), Ok(90..=90));
        assert_eq!(givens("..5"), Ok(5..=5));
        assert!(givens("..").unwrap_err().contains("expected a number such as 24"));
        assert!(givens("30..20").unwrap_err().contains("ends before it begins"));
        assert_eq!(ratings("7.0..").map(|range| range.start().to_string()), Ok("7.0".to_owned()));
        let range = rating_range("hodoku:500..700").unwrap();
        assert_eq!((range.scale, range.range.start().to_string()), (Scale::Hodoku, "500.0".to_owned()));
        assert!(rating_range("500..700").is_err());
    }
}
