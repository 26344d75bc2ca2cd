//! Sentences: what a deduction says, in a person's language.
//!
//! A language is one file in `words/`: a catalogue of messages with named arguments in braces, `{digit}`, and the names
//! of the techniques. The code here knows which message to use and what its arguments are; the catalogue knows how the
//! language says it. A new language is a new file and a line in [`Language::ALL`]; a test holds every catalogue to the
//! same messages and arguments.
//!
//! # The ladder
//! A hint is told a little at a time, in five [`Rung`]s: where to look, which digit, which technique, the pattern, the
//! full step.

mod en;
mod zh;
mod zh_reading;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::notation;
use super::{Deduction, Technique};
use crate::text::{Expected, Found};
use crate::{CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseSet, Mistake};

/// A language that deductions can be told in.
#[derive(Clone, Copy)]
pub struct Language(&'static Catalogue);

/// All that is particular to a language.
struct Catalogue {
    /// Its BCP 47 tag.
    tag: &'static str,
    /// Between the items of a list, and before the last.
    comma: &'static str,
    and: &'static str,
    /// Between clauses, and before the last.
    clause_comma: &'static str,
    clause_and: &'static str,
    /// Between two sentences.
    gap: &'static str,
    /// Slug, name and idea of each technique; for English they stand in the table of techniques.
    techniques: &'static [(&'static str, &'static str, &'static str)],
    /// What stood in a text that could not be read, and what should have.
    found: fn(&Found) -> String,
    expected: fn(&Expected) -> String,
    /// Key and text of each message. The key of a pattern's message is the technique's slug or, where techniques share
    /// a message, the pattern's key.
    messages: &'static [(&'static str, &'static str)],
}

/// How much of a step a hint gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rung {
    /// Where to look.
    Where,
    /// Which digit to think of.
    Digit,
    /// Which technique to use.
    Technique,
    /// The pattern, without what follows from it.
    Pattern,
    /// The full step.
    Step,
}

impl Rung {
    /// All five, from the faintest hint to the full step.
    pub const ALL: [Rung; 5] = [Rung::Where, Rung::Digit, Rung::Technique, Rung::Pattern, Rung::Step];
}

/// What a message speaks of.
pub(super) enum Argument {
    Digits(DigitSet),
    Cells(CellSet),
    Houses(HouseSet),
    Candidates(CandidateSet),
    Text(String),
}

/// Arguments by name.
pub(super) type Arguments = Vec<(&'static str, Argument)>;

impl Argument {
    /// A cell, as `{cell}`.
    pub(super) fn cell(cell: Cell) -> (&'static str, Argument) {
        ("cell", Argument::Cells(cell.into()))
    }

    /// A digit, as `{digit}`.
    pub(super) fn digit(digit: Digit) -> (&'static str, Argument) {
        ("digit", Argument::Digits(digit.into()))
    }

    /// Digits, as a list.
    pub(super) fn digits(name: &'static str, digits: DigitSet) -> (&'static str, Argument) {
        (name, Argument::Digits(digits))
    }

    /// Cells, as a list in players' shorthand.
    pub(super) fn cells(name: &'static str, cells: CellSet) -> (&'static str, Argument) {
        (name, Argument::Cells(cells))
    }

    /// Houses, as a list of their names in the language.
    pub(super) fn houses(name: &'static str, houses: HouseSet) -> (&'static str, Argument) {
        (name, Argument::Houses(houses))
    }

    /// Candidates, as a list in players' shorthand.
    pub(super) fn candidates(name: &'static str, candidates: CandidateSet) -> (&'static str, Argument) {
        (name, Argument::Candidates(candidates))
    }

    /// A text that is the same in every language.
    pub(super) fn text(name: &'static str, text: String) -> (&'static str, Argument) {
        (name, Argument::Text(text))
    }
}

impl Language {
    /// English.
    pub const ENGLISH: Language = Language(&en::CATALOGUE);
    /// Simplified Chinese.
    pub const CHINESE: Language = Language(&zh::CATALOGUE);
    /// All languages.
    pub const ALL: [Language; 2] = [Language::ENGLISH, Language::CHINESE];

    /// The language of this tag: `en`, `zh`.
    pub fn from_tag(tag: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.tag() == tag)
    }

    /// Its tag: `en`, `zh`.
    pub const fn tag(self) -> &'static str {
        self.0.tag
    }

    /// What the technique is called.
    pub fn name(self, technique: Technique) -> &'static str {
        self.translation(technique).map_or(technique.name(), |(name, _)| name)
    }

    /// The technique's idea in one sentence.
    pub fn idea(self, technique: Technique) -> &'static str {
        self.translation(technique).map_or(technique.idea(), |(_, idea)| idea)
    }

    fn translation(self, technique: Technique) -> Option<(&'static str, &'static str)> {
        let row = self.0.techniques.iter().find(|(slug, ..)| *slug == technique.slug());
        row.map(|&(_, name, idea)| (name, idea))
    }

    /// The full step in words: the pattern, and what follows from it.
    pub fn sentence(self, deduction: &Deduction) -> String {
        format!("{}{}{}", self.pattern(deduction), self.0.gap, self.conclusions(deduction))
    }

    /// As much of the step as the rung allows.
    pub fn hint(self, deduction: &Deduction, rung: Rung) -> String {
        match rung {
            Rung::Where => self.say("where", &[Argument::houses("houses", deduction.focus())]),
            Rung::Digit => self.say("which", &[Argument::digits("digits", deduction.pattern.shape().digits())]),
            Rung::Technique => {
                let name = self.name(deduction.technique).into();
                let idea = self.idea(deduction.technique).into();
                self.say("how", &[Argument::text("name", name), Argument::text("idea", idea)])
            }
            Rung::Pattern => self.pattern(deduction),
            Rung::Step => self.sentence(deduction),
        }
    }

    /// What is wrong with a person's position.
    pub fn mistake(self, mistake: &Mistake) -> String {
        match *mistake {
            Mistake::Placement { cell, placed } => {
                self.say("wrong-placement", &[Argument::cell(cell), Argument::digit(placed)])
            }
            Mistake::Elimination { cell, digit } => {
                self.say("wrong-elimination", &[Argument::cell(cell), Argument::digit(digit)])
            }
        }
    }

    /// What stood in a text where something else was expected.
    ///
    /// ```
    /// use ninefold::explain::Language;
    ///
    /// let error = ninefold::text::parse("53..7z").unwrap_err();
    /// assert_eq!(Language::ENGLISH.found(&error.found), "'z'");
    /// assert_eq!(Language::ENGLISH.expected(&error.expected), "a digit or an empty cell");
    /// assert_eq!(Language::CHINESE.expected(&error.expected), "数字或空格标记");
    /// ```
    pub fn found(self, found: &Found) -> String {
        (self.0.found)(found)
    }

    /// What should have stood there.
    pub fn expected(self, expected: &Expected) -> String {
        (self.0.expected)(expected)
    }

    /// That no technique leads on.
    pub fn stuck(self) -> String {
        self.say("stuck", &[])
    }

    /// That there is nothing left to do.
    pub fn solved(self) -> String {
        self.say("solved", &[])
    }

    /// The pattern in words.
    fn pattern(self, deduction: &Deduction) -> String {
        let (key, arguments) = deduction.pattern.shape().describe();
        let own = self.0.messages.iter().any(|(key, _)| *key == deduction.technique.slug());
        self.say(if own { deduction.technique.slug() } else { key }, &arguments)
    }

    /// What follows, in words.
    fn conclusions(self, deduction: &Deduction) -> String {
        let mut parts: Vec<String> = Vec::new();
        for candidate in deduction.placements {
            parts.push(self.say("is", &[Argument::cell(candidate.cell()), Argument::digit(candidate.digit())]));
        }
        // Digits that leave the same cells are told together.
        let mut told = DigitSet::EMPTY;
        for digit in Digit::ALL {
            let cells = deduction.eliminations.cells_with(digit);
            if cells.is_empty() || told.contains(digit) {
                continue;
            }
            let alike = |other: &Digit| deduction.eliminations.cells_with(*other) == cells;
            let digits: DigitSet = Digit::ALL.into_iter().filter(alike).collect();
            told |= digits;
            parts.push(self.say("is-not", &[Argument::cells("cells", cells), Argument::digits("digits", digits)]));
        }
        let conclusions = join(parts, self.0.clause_comma, self.0.clause_and);
        self.say("so", &[Argument::text("conclusions", conclusions)])
    }

    /// A message with its arguments put in.
    fn say(self, key: &str, arguments: &[(&'static str, Argument)]) -> String {
        let mut rest = self.message(key);
        let mut text = String::new();
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, after)) = after.split_once('}') else { break };
            text.push_str(before);
            if let Some((_, argument)) = arguments.iter().find(|(known, _)| *known == name) {
                text.push_str(&self.render(argument));
            }
            rest = after;
        }
        text.push_str(rest);
        text
    }

    fn message(self, key: &str) -> &'static str {
        self.0.messages.iter().find(|(known, _)| *known == key).map_or("", |&(_, text)| text)
    }

    fn render(self, argument: &Argument) -> String {
        match argument {
            Argument::Digits(digits) => self.list(digits.iter().map(|digit| digit.to_string()).collect()),
            Argument::Cells(cells) => self.list(notation::cell_groups(*cells)),
            Argument::Houses(houses) => self.list(houses.iter().map(|house| self.house(house)).collect()),
            Argument::Candidates(candidates) => self.list(notation::candidate_groups(*candidates)),
            Argument::Text(text) => text.clone(),
        }
    }

    fn house(self, house: House) -> String {
        let (key, index) = match house {
            House::Row(row) => ("row", row.index()),
            House::Col(col) => ("column", col.index()),
            House::Block(block) => ("block", block.index()),
        };
        self.say(key, &[Argument::text("number", (index + 1).to_string())])
    }

    fn list(self, items: Vec<String>) -> String {
        join(items, self.0.comma, self.0.and)
    }
}

/// Items with a comma between them, and another word before the last.
fn join(mut items: Vec<String>, comma: &str, and: &str) -> String {
    match items.pop() {
        None => String::new(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{}{and}{last}", items.join(comma)),
    }
}

impl core::fmt::Debug for Language {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Language({})", self.tag())
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.tag() == other.tag()
    }
}

impl Eq for Language {}

impl Deduction {
    /// Where to look, as [`Rung::Where`] says it: the houses the pattern names, and few more that hold its other cells.
    pub fn focus(&self) -> HouseSet {
        let (mut focus, mut cells) = self.pattern.shape().focus();
        cells -= focus.cells();
        // The house with most of what is left, until nothing is; the first of equals.
        while !cells.is_empty() {
            let best = House::all().rev().max_by_key(|house| (house.cells() & cells).len());
            let Some(best) = best else { break };
            focus.insert(best);
            cells -= best.cells();
        }
        focus
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;

    fn arguments(message: &str) -> BTreeSet<&str> {
        message.split('{').skip(1).map(|part| part.split('}').next().unwrap()).collect()
    }

    #[test]
    fn every_language_says_the_same_messages_with_the_same_arguments() {
        let english: BTreeSet<&str> = Language::ENGLISH.0.messages.iter().map(|(key, _)| *key).collect();
        assert_eq!(english.len(), Language::ENGLISH.0.messages.len(), "a key twice");
        for language in Language::ALL {
            let keys: BTreeSet<&str> = language.0.messages.iter().map(|(key, _)| *key).collect();
            assert_eq!(keys, english, "{language:?}");
            for key in keys {
                let (ours, theirs) = (Language::ENGLISH.message(key), language.message(key));
                assert_eq!(arguments(ours), arguments(theirs), "{language:?} {key}");
                assert_eq!(theirs.matches('{').count(), theirs.matches('}').count());
            }
        }
    }

    #[test]
    fn every_language_names_every_technique_and_no_other() {
        for language in Language::ALL.into_iter().filter(|&language| language != Language::ENGLISH) {
            let slugs: Vec<&str> = language.0.techniques.iter().map(|(slug, ..)| *slug).collect();
            let expected: Vec<&str> = Technique::all().map(Technique::slug).collect();
            assert_eq!(slugs, expected, "{language:?}: the same techniques in the same order");
        }
    }
}
