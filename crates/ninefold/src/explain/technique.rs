//! The single table of techniques.
//!
//! A technique is a named way of reasoning. Everything the crate knows about one that is not its pattern or its proof is
//! a row below: what it is called, how players rate it, when it is tried, and which function finds it. Nothing else
//! lists techniques, except that each language translates their names.
//!
//! # Adding one
//! Write its finder in `techniques/<family>.rs`, add a row here and a line to `techniques` in each `words/<language>.rs`
//! but English. If its argument has a new shape, that is a file in `pattern/` and one in `check/`, and a message in each
//! language. Rows stand in the order in which techniques are tried.
//! Rows of the same `order` are found together: one call of the first row's finder pushes deductions of all of them.
//! (That is how a chain search, which learns only at the end whether it has closed a loop, stays one search.)
//!
//! # Columns
//! - *code*: the technique's number in HoDoKu's regression library, where it has one.
//! - *level*, *score*, *order*: HoDoKu's defaults, so that scores and levels mean what players are used to. Techniques
//!   that HoDoKu does not know stand where a person would try them, with the score of their nearest relative.
//! - `on` or `off`: whether a path uses it unless told otherwise.
//! - `logic` or `unique`: whether the reasoning holds for any grid, or only where the solution is known to be unique.

use core::fmt;

use super::finder::Finder;
use super::techniques::{intersections, singles, subsets};

macro_rules! techniques {
    ($($variant:ident, $name:literal, $slug:literal, $code:expr, $order:literal, $level:ident, $score:literal,
        $default:ident, $rests:ident, $finder:path, $idea:literal;)*) => {
        /// A named way of reasoning. The table in this module's source is the only list of them.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Technique {
            $(#[doc = concat!($name, ". ", $idea)] $variant,)*
        }

        const TABLE: &[Row] = &[$(Row {
            technique: Technique::$variant,
            variant: stringify!($variant),
            name: $name,
            slug: $slug,
            code: $code,
            order: $order,
            level: Level::$level,
            score: $score,
            by_default: techniques!(@$default),
            uniqueness: techniques!(@$rests),
            finder: $finder,
            idea: $idea,
        },)*];
    };
    (@on) => { true };
    (@off) => { false };
    (@unique) => { true };
    (@logic) => { false };
}

techniques! {
    FullHouse, "Full House", "full-house", Some("0000"), 100, Easy, 4, on, logic, singles::full_house,
        "A house with one empty cell must hold its missing digit there.";
    NakedSingle, "Naked Single", "naked-single", Some("0003"), 200, Easy, 4, on, logic, singles::naked_single,
        "A cell with one candidate left must hold it.";
    LastDigit, "Last Digit", "last-digit", None, 250, Easy, 14, on, logic, singles::last_digit,
        "A digit that is placed eight times has one place left.";
    HiddenSingle, "Hidden Single", "hidden-single", Some("0002"), 300, Easy, 14, on, logic, singles::hidden_single,
        "A digit with one place left in a house must go there.";
    LockedPair, "Locked Pair", "locked-pair", Some("0110"), 1000, Medium, 40, on, logic, subsets::locked_pair,
        "Two cells on a line and in a block hold two digits, which leave the rest of both houses.";
    LockedTriple, "Locked Triple", "locked-triple", Some("0111"), 1100, Medium, 60, on, logic, subsets::locked_triple,
        "Three cells on a line and in a block hold three digits, which leave the rest of both houses.";
    Pointing, "Locked Candidates Type 1 (Pointing)", "pointing", Some("0100"), 1200, Medium, 50, on, logic,
        intersections::pointing,
        "A digit that a block confines to one line leaves the rest of that line.";
    Claiming, "Locked Candidates Type 2 (Claiming)", "claiming", Some("0101"), 1210, Medium, 50, on, logic,
        intersections::claiming,
        "A digit that a line confines to one block leaves the rest of that block.";
    NakedPair, "Naked Pair", "naked-pair", Some("0200"), 1300, Medium, 60, on, logic, subsets::naked_pair,
        "Two cells of a house that share two candidates take both digits, which leave the rest of the house.";
    NakedTriple, "Naked Triple", "naked-triple", Some("0201"), 1400, Medium, 80, on, logic, subsets::naked_triple,
        "Three cells of a house with three candidates among them take those digits, which leave the rest of the house.";
    HiddenPair, "Hidden Pair", "hidden-pair", Some("0210"), 1500, Medium, 70, on, logic, subsets::hidden_pair,
        "Two digits with the same two places in a house fill those cells, which lose their other candidates.";
    HiddenTriple, "Hidden Triple", "hidden-triple", Some("0211"), 1600, Medium, 100, on, logic, subsets::hidden_triple,
        "Three digits with three places among them in a house fill those cells, which lose their other candidates.";
    NakedQuadruple, "Naked Quadruple", "naked-quadruple", Some("0202"), 2000, Hard, 120, on, logic,
        subsets::naked_quadruple,
        "Four cells of a house with four candidates among them take those digits, which leave the rest of the house.";
    HiddenQuadruple, "Hidden Quadruple", "hidden-quadruple", Some("0212"), 2100, Hard, 150, on, logic,
        subsets::hidden_quadruple,
        "Four digits with four places among them in a house fill those cells, which lose their other candidates.";
}

/// A row of the table.
struct Row {
    technique: Technique,
    variant: &'static str,
    name: &'static str,
    slug: &'static str,
    code: Option<&'static str>,
    order: u16,
    level: Level,
    score: u32,
    by_default: bool,
    uniqueness: bool,
    finder: Finder,
    idea: &'static str,
}

impl Technique {
    /// How many there are.
    pub const COUNT: usize = TABLE.len();

    /// All of them, in the order in which they are tried.
    pub fn all() -> impl DoubleEndedIterator<Item = Technique> + ExactSizeIterator + Clone {
        TABLE.iter().map(|row| row.technique)
    }

    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its place in the table.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What players call it in English: `Naked Pair`.
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

    /// How hard it is to see.
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

    /// Whether a path uses it unless told otherwise.
    pub const fn is_default(self) -> bool {
        self.row().by_default
    }

    /// Whether its reasoning needs the solution to be unique.
    pub const fn relies_on_uniqueness(self) -> bool {
        self.row().uniqueness
    }

    /// What finds it.
    pub(super) const fn finder(self) -> Finder {
        self.row().finder
    }

    /// The technique of this slug.
    pub fn from_slug(slug: &str) -> Option<Technique> {
        Technique::all().find(|technique| technique.slug() == slug)
    }

    /// The technique of this four-digit HoDoKu code.
    pub fn from_code(code: &str) -> Option<Technique> {
        Technique::all().find(|technique| technique.code() == Some(code))
    }
}

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

/// How hard a technique, or the puzzle that needs it, is for a person; HoDoKu's five levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles.
    Easy,
    /// Intersections and small subsets.
    Medium,
    /// Fish, wings, uniqueness.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// Large fish and forcing nets.
    Extreme,
}

impl Level {
    /// All five, easiest first.
    pub const ALL: [Level; 5] = [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

    /// Its name in JSON and on the command line.
    pub const fn slug(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Unfair => "unfair",
            Level::Extreme => "extreme",
        }
    }

    /// The highest score a puzzle of this level may have; a higher one lifts it to the next level.
    pub const fn max_score(self) -> u32 {
        match self {
            Level::Easy => 800,
            Level::Medium => 1000,
            Level::Hard => 1600,
            Level::Unfair => 1800,
            Level::Extreme => u32::MAX,
        }
    }
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TechniqueSet([u64; 3]);

impl TechniqueSet {
    /// None.
    pub const EMPTY: TechniqueSet = TechniqueSet([0; 3]);

    /// All of the table.
    pub fn full() -> TechniqueSet {
        Technique::all().collect()
    }

    /// Whether the technique is in it.
    #[inline]
    pub const fn contains(self, technique: Technique) -> bool {
        self.0[technique.index() / 64] >> (technique.index() % 64) & 1 != 0
    }

    /// Adds a technique.
    #[inline]
    pub const fn insert(&mut self, technique: Technique) {
        self.0[technique.index() / 64] |= 1 << (technique.index() % 64);
    }

    /// Takes a technique out, if it is there.
    #[inline]
    pub const fn remove(&mut self, technique: Technique) {
        self.0[technique.index() / 64] &= !(1 << (technique.index() % 64));
    }

    /// Whether there is none in it.
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// The techniques, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        Technique::all().filter(move |&technique| self.contains(technique))
    }
}

impl From<Technique> for TechniqueSet {
    fn from(technique: Technique) -> TechniqueSet {
        let mut set = TechniqueSet::EMPTY;
        set.insert(technique);
        set
    }
}

impl FromIterator<Technique> for TechniqueSet {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> TechniqueSet {
        let mut set = TechniqueSet::EMPTY;
        techniques.into_iter().for_each(|technique| set.insert(technique));
        set
    }
}

impl fmt::Debug for TechniqueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_ordered_and_names_are_unique() {
        for pair in TABLE.windows(2) {
            assert!(pair[0].order <= pair[1].order, "{} before {}", pair[0].name, pair[1].name);
        }
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.technique.index(), index);
            assert_eq!(Technique::from_slug(row.slug), Some(row.technique));
            if let Some(code) = row.code {
                assert_eq!(Technique::from_code(code), Some(row.technique), "two rows with code {code}");
                assert!(code.len() == 4 && code.bytes().all(|byte| byte.is_ascii_digit()));
            }
            assert!(row.slug.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase() || byte.is_ascii_digit()));
            assert!(row.idea.ends_with('.') && row.idea.matches('.').count() == 1, "one sentence: {}", row.idea);
            assert_eq!(TABLE.iter().filter(|other| other.name == row.name).count(), 1);
        }
    }

    #[test]
    fn a_set_holds_every_technique_of_the_table() {
        let full = TechniqueSet::full();
        assert_eq!(full.iter().count(), Technique::COUNT);
        let mut set = full;
        for technique in Technique::all() {
            set.remove(technique);
            assert!(!set.contains(technique));
        }
        assert!(set.is_empty());
    }
}
