//! A technique: a named way of reasoning. `technique/table.rs` is the only list of them.

mod fish_names;
mod set;
mod table;

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

pub(crate) use fish_names::FishKind;
pub(crate) use fish_names::each_fish;
pub use set::{TechniqueSet, TechniqueSetIter};
pub use table::Technique;
use table::{Needs, Row, TABLE, Used};

use super::Level;
use super::finder::Finder;

impl Technique {
    /// How many there are.
    pub const COUNT: usize = TABLE.len();

    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its place in the table.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What players call it in English: `Naked Pair`. [`Language::name`](crate::Language::name) has other languages.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Its name on the command line and in JSON: `naked-pair`.
    pub const fn slug(self) -> &'static str {
        self.row().slug
    }

    /// Its code in HoDoKu's regression library, such as `0200`, if it has one.
    pub const fn code(self) -> Option<&'static str> {
        self.row().code
    }

    /// The reasoning in one English sentence.
    pub const fn idea(self) -> &'static str {
        self.row().idea
    }

    /// How hard it is to find.
    pub const fn level(self) -> Level {
        self.row().level
    }

    /// What one use of it adds to a puzzle's score.
    pub const fn score(self) -> u32 {
        self.row().score
    }

    /// When it is tried: lower first.
    pub const fn order(self) -> u16 {
        self.row().order
    }

    /// Whether a path uses it by default.
    pub const fn is_default(self) -> bool {
        matches!(self.row().used, Used::Path | Used::LastResort)
    }

    /// Whether a path uses it when nothing else applies, and a list of all steps does not include it.
    pub const fn is_last_resort(self) -> bool {
        matches!(self.row().used, Used::LastResort)
    }

    /// Whether it is searched for only when it is named: its search is too large for a list of all steps.
    pub const fn is_only_by_name(self) -> bool {
        matches!(self.row().used, Used::Named)
    }

    /// Whether its reasoning relies on the solution being unique.
    pub const fn relies_on_uniqueness(self) -> bool {
        matches!(self.row().needs, Needs::Uniqueness)
    }

    /// The function that finds it.
    pub(super) const fn finder(self) -> Finder {
        self.row().finder
    }

    /// The kind and the number of base houses, if it is a fish.
    pub(crate) const fn fish(self) -> Option<(FishKind, usize)> {
        self.row().fish
    }

    /// The fish of this kind with so many base houses.
    pub(super) const fn of_fish(kind: FishKind, size: usize) -> Option<Technique> {
        if size < 2 || size > 7 { None } else { Some(FISH[kind as usize][size - 2]) }
    }

    /// The technique of this four-digit HoDoKu code.
    pub fn from_code(code: &str) -> Option<Technique> {
        Technique::ALL.into_iter().find(|technique| technique.code() == Some(code))
    }
}

/// The fish by kind and size.
const FISH: [[Technique; 6]; FishKind::COUNT] = {
    let mut fish = [[Technique::XWing; 6]; FishKind::COUNT];
    let mut i = 0;
    while i < TABLE.len() {
        if let Some((kind, size)) = TABLE[i].fish {
            fish[kind as usize][size - 2] = TABLE[i].technique;
        }
        i += 1;
    }
    fish
};

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().variant)
    }
}

impl FromStr for Technique {
    type Err = ParseTechniqueError;

    /// Its English name, slug or HoDoKu code. Case, blanks and punctuation do not matter: `X-Wing`, `x wing`, `xwing`.
    fn from_str(text: &str) -> Result<Technique, ParseTechniqueError> {
        let named = |technique: &Technique| {
            let mut names = [technique.slug(), technique.name()].into_iter().chain(technique.code());
            names.any(|name| letters(name).eq(letters(text)))
        };
        let found = Technique::ALL.into_iter().find(named).filter(|_| letters(text).next().is_some());
        found.ok_or_else(|| ParseTechniqueError { found: text.into() })
    }
}

/// The letters and digits of a name in lower case.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// Text that names no technique.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseTechniqueError {
    /// The text.
    pub found: String,
}

impl fmt::Display for ParseTechniqueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown technique '{}'; expected a name such as x-wing", self.found)
    }
}

impl core::error::Error for ParseTechniqueError {}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn the_table_is_ordered_and_its_columns_are_well_formed() {
        assert!(TABLE.is_sorted_by_key(|row| row.order));
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.technique.index(), index);
            assert!(row.code.is_none_or(|code| code.len() == 4 && code.bytes().all(|byte| byte.is_ascii_digit())));
            assert!(row.slug.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase() || byte.is_ascii_digit()));
            assert!(row.idea.ends_with('.') && row.idea.matches('.').count() == 1, "one sentence: {}", row.idea);
            assert!(!row.idea.contains("block"), "players say box: {}", row.idea);
        }
    }

    #[test]
    fn every_name_means_one_technique_in_any_case() {
        let mut names: BTreeMap<String, Technique> = BTreeMap::new();
        for technique in Technique::ALL {
            for name in [technique.name(), technique.slug()].into_iter().chain(technique.code()) {
                let other = *names.entry(letters(name).collect()).or_insert(technique);
                assert_eq!(other, technique, "{name} is ambiguous");
                for text in [name.to_string(), name.to_uppercase(), name.to_lowercase(), name.replace('-', " ")] {
                    assert_eq!(text.parse(), Ok(technique), "{text}");
                }
            }
            assert_eq!(technique.to_string().parse(), Ok(technique));
        }
        for nonsense in ["", "-", "x", "fish", "9999", "あ"] {
            assert_eq!(nonsense.parse::<Technique>(), Err(ParseTechniqueError { found: nonsense.into() }));
        }
    }

    #[test]
    fn fish_are_found_by_their_kind_and_size() {
        let mut fish = 0;
        for technique in Technique::ALL {
            if let Some((kind, size)) = technique.fish() {
                assert_eq!(Technique::of_fish(kind, size), Some(technique));
                fish += 1;
            }
        }
        assert_eq!(fish, 6 * FishKind::COUNT);
        assert_eq!(Technique::FinnedFrankenSwordfish.slug(), "finned-franken-swordfish");
        assert_eq!(Technique::FinnedFrankenSwordfish.code(), Some("0341"));
        assert_eq!(Technique::SashimiWhale.order(), 5000);
    }
}
