//! The languages in which the library describes steps, mistakes and errors.
//!
//! A language is one file in `language/`, a [`Catalogue`]: messages with named arguments in braces, `{digit}`, and the
//! names of the techniques. The code knows which message to use and its arguments; the catalogue has the wording. A new
//! language is a new file and an entry in [`Language::ALL`]. A test compares the messages and arguments of all catalogues.

mod en;
mod zh;
mod zh_reading;

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::explain::Technique;
use crate::text::{Expected, Found};

/// A language that people read. Prints its tag, and is read from it.
///
/// ```
/// use ninefold::Language;
/// use ninefold::explain::Technique;
///
/// assert_eq!("zh".parse(), Ok(Language::CHINESE));
/// assert_eq!("en-GB".parse(), Ok(Language::ENGLISH));
/// assert_eq!(Language::CHINESE.name(Technique::XWing), "二阶鱼");
/// ```
#[derive(Clone, Copy)]
pub struct Language(pub(crate) &'static Catalogue);

/// Everything that is particular to a language.
pub(crate) struct Catalogue {
    /// Its BCP 47 tag.
    pub(crate) tag: &'static str,
    /// Between the items of a list, and before the last.
    pub(crate) comma: &'static str,
    pub(crate) and: &'static str,
    /// Between clauses, and before the last.
    pub(crate) clause_comma: &'static str,
    pub(crate) clause_and: &'static str,
    /// Between two sentences.
    pub(crate) gap: &'static str,
    /// Slug, name and idea of each technique that is no fish; empty for English, which the table of techniques has.
    techniques: &'static [(&'static str, &'static str, &'static str)],
    /// Name and idea of each fish, by kind and size; nothing for English.
    fish: Option<&'static [[(&'static str, &'static str); 6]; 7]>,
    /// What was found in a text that could not be read, and what was expected.
    found: fn(&Found) -> String,
    expected: fn(&Expected) -> String,
    /// Key and text of each message. The key of a pattern's message is the technique's slug or, where techniques share
    /// a message, the pattern's key.
    pub(crate) messages: &'static [(&'static str, &'static str)],
}

impl Language {
    /// English.
    pub const ENGLISH: Language = Language(&en::CATALOGUE);
    /// Simplified Chinese.
    pub const CHINESE: Language = Language(&zh::CATALOGUE);
    /// All languages.
    pub const ALL: [Language; 2] = [Language::ENGLISH, Language::CHINESE];

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
        if let Some((kind, size)) = technique.fish() {
            return self.0.fish.map(|fish| fish[kind as usize][size - 2]);
        }
        let row = self.0.techniques.iter().find(|(slug, ..)| *slug == technique.slug());
        row.map(|&(_, name, idea)| (name, idea))
    }

    /// What was found in a text where something else was expected.
    ///
    /// ```
    /// use ninefold::Language;
    ///
    /// let error = ninefold::text::parse("53..7z").unwrap_err();
    /// assert_eq!(Language::ENGLISH.found(&error.found), "'z'");
    /// assert_eq!(Language::ENGLISH.expected(&error.expected), "a digit or an empty cell");
    /// assert_eq!(Language::CHINESE.expected(&error.expected), "数字或空格标记");
    /// ```
    pub fn found(self, found: &Found) -> String {
        (self.0.found)(found)
    }

    /// What was expected there.
    pub fn expected(self, expected: &Expected) -> String {
        (self.0.expected)(expected)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.tag())
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Language({})", self.tag())
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.tag() == other.tag()
    }
}

impl Eq for Language {}

impl core::hash::Hash for Language {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.tag().hash(state);
    }
}

impl FromStr for Language {
    type Err = ParseLanguageError;

    /// A tag in any case. What follows the language in it does not matter: `en-GB`, `zh_CN`.
    fn from_str(text: &str) -> Result<Language, ParseLanguageError> {
        let tag = text.split(['-', '_']).next().unwrap_or_default();
        let tagged = |language: &Language| language.tag().eq_ignore_ascii_case(tag);
        Language::ALL.into_iter().find(tagged).ok_or_else(|| ParseLanguageError { found: text.into() })
    }
}

/// Text that is the tag of no language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseLanguageError {
    /// The text.
    pub found: String,
}

impl fmt::Display for ParseLanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown language '{}'; known languages are", self.found)?;
        for (index, language) in Language::ALL.into_iter().enumerate() {
            write!(f, "{} {language}", if index > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseLanguageError {}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    fn arguments(message: &str) -> BTreeSet<&str> {
        message.split('{').skip(1).map(|part| part.split('}').next().unwrap()).collect()
    }

    #[test]
    fn every_language_has_the_same_messages_with_the_same_arguments() {
        let english: BTreeSet<&str> = Language::ENGLISH.0.messages.iter().map(|(key, _)| *key).collect();
        assert_eq!(english.len(), Language::ENGLISH.0.messages.len(), "a key twice");
        let message = |language: Language, key: &str| language.0.messages.iter().find(|(known, _)| *known == key);
        for language in Language::ALL {
            let keys: BTreeSet<&str> = language.0.messages.iter().map(|(key, _)| *key).collect();
            assert_eq!(keys, english, "{language:?}");
            for key in keys {
                let (_, ours) = message(Language::ENGLISH, key).unwrap();
                let (_, theirs) = message(language, key).unwrap();
                assert_eq!(arguments(ours), arguments(theirs), "{language:?} {key}");
                assert_eq!(theirs.matches('{').count(), theirs.matches('}').count());
            }
        }
    }

    #[test]
    fn every_language_names_every_technique_and_no_other() {
        for language in Language::ALL.into_iter().filter(|&language| language != Language::ENGLISH) {
            let slugs: Vec<&str> = language.0.techniques.iter().map(|(slug, ..)| *slug).collect();
            let others = Technique::ALL.into_iter().filter(|technique| technique.fish().is_none());
            assert_eq!(slugs, others.map(Technique::slug).collect::<Vec<_>>(), "{language:?}: the same, in order");
            let names: BTreeSet<&str> = Technique::ALL.into_iter().map(|technique| language.name(technique)).collect();
            assert_eq!(names.len(), Technique::COUNT, "{language:?}: a name twice");
        }
    }

    #[test]
    fn tags_are_read_in_any_case_and_with_a_region() {
        for language in Language::ALL {
            for text in [language.to_string(), language.tag().to_uppercase(), language.tag().to_string() + "-XY"] {
                assert_eq!(text.parse(), Ok(language), "{text}");
            }
        }
        for nonsense in ["", "-", "e", "english", "xx"] {
            assert!(nonsense.parse::<Language>().is_err(), "{nonsense}");
        }
    }
}
