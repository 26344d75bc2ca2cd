//! The single table of techniques.
//!
//! Everything the crate knows about a technique that is not its pattern or its proof is a row below: its names, how
//! players rate it, when it is tried, and which function finds it. Nothing else lists techniques, except that each
//! language translates their names.
//!
//! # Adding one
//! Write its finder in `techniques/<family>.rs`, add a row here and a line to `techniques` in each catalogue of
//! `language/` except English. If its argument has a new shape, that is a file in `pattern/` and one in `check/`, and a
//! message in each language. Rows are in the order in which techniques are tried.
//!
//! # Columns
//! - `name`: what players call it in English. `slug`: its name on the command line and in JSON.
//! - `code`: the technique's number in HoDoKu's regression library, where it has one.
//! - `idea`: the reasoning in one English sentence, for players.
//! - `order`, `level`, `score`: HoDoKu's defaults, so that scores and levels mean what players are used to. Techniques
//!   that HoDoKu does not know are placed where a person would try them, with the score of their nearest relative. The
//!   one difference: hidden singles come before naked ones, because people see them first (`rate/hodoku.rs` scores
//!   singles in HoDoKu's order). Rows of the same order are found together: one call of the first row's finder pushes
//!   deductions of all of them. A chain search, for example, learns only at the end whether it has closed a loop.
//! - `used`: `Path` in every path by default; `LastResort` the same, but not in a list of all steps, because there is
//!   always one; `Steps` in a list of all steps; `Named` only when it is named, because its search is too large even for a
//!   list of all steps.
//! - `needs: Uniqueness`: the reasoning holds only where the solution is known to be unique.
//!
//! Fish are rows of parameters: `fish_names.rs` derives the rest.

use super::fish_names::{FishKind, fish_words};
use crate::explain::Level;
use crate::explain::finder::Finder;
use crate::explain::techniques::{
    almost_locked, chains, colours, exclusion, exocet, fish, forcing, intersections, kraken, nested, remote_pair,
    sectors, singles, subsets, sue_de_coq, templates, turbot, uniqueness, wings,
};

/// A row of the table.
pub(super) struct Row {
    pub(super) technique: Technique,
    pub(super) variant: &'static str,
    pub(super) name: &'static str,
    pub(super) slug: &'static str,
    pub(super) code: Option<&'static str>,
    pub(super) idea: &'static str,
    pub(super) order: u16,
    pub(super) level: Level,
    pub(super) score: u32,
    pub(super) used: Used,
    pub(super) needs: Needs,
    pub(super) finder: Finder,
    /// The kind and the number of base houses of a fish.
    pub(super) fish: Option<(FishKind, usize)>,
}

/// Where a technique is used unless the caller says otherwise.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Used {
    Path,
    LastResort,
    Steps,
    Named,
}

/// What the reasoning relies on besides the rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    Nothing,
    Uniqueness,
}

/// A row with all its columns.
macro_rules! row {
    (@doc name: $name:literal, slug: $slug:literal, $(code: $code:literal,)? idea: $idea:literal, $($rest:tt)*) => {
        concat!($name, ". ", $idea)
    };
    (@row $variant:ident name: $name:literal, slug: $slug:literal, $(code: $code:literal,)? idea: $idea:literal,
        order: $order:literal, level: $level:ident, score: $score:literal, used: $used:ident,
        $(needs: $needs:ident,)? finder: $finder:path,) => {
        Row {
            technique: Technique::$variant,
            variant: stringify!($variant),
            name: $name,
            slug: $slug,
            code: row!(@option $($code)?),
            idea: $idea,
            order: $order,
            level: Level::$level,
            score: $score,
            used: Used::$used,
            needs: row!(@needs $($needs)?),
            finder: $finder,
            fish: None,
        }
    };
    (@option) => { None };
    (@option $value:literal) => { Some($value) };
    (@needs) => { Needs::Nothing };
    (@needs $needs:ident) => { Needs::$needs };
}

/// The row of a fish: its kind and size, and the columns that do not follow from them.
macro_rules! fish {
    (@doc $kind:ident $size:tt, $($rest:tt)*) => {
        concat!(fish_words!(name $kind $size), ". ", fish_words!(idea $kind $size))
    };
    (@row $variant:ident $kind:ident $size:tt, level: $level:ident, score: $score:literal, used: $used:ident) => {
        Row {
            technique: Technique::$variant,
            variant: stringify!($variant),
            name: fish_words!(name $kind $size),
            slug: fish_words!(slug $kind $size),
            code: Some(fish_words!(code $kind $size)),
            idea: fish_words!(idea $kind $size),
            order: FishKind::$kind.order().0 + FishKind::$kind.order().1 * ($size - 2),
            level: Level::$level,
            score: $score,
            used: Used::$used,
            needs: Needs::Nothing,
            finder: fish::finder::<$size>(FishKind::$kind),
            fish: Some((FishKind::$kind, $size)),
        }
    };
}

macro_rules! techniques {
    ($($variant:ident = $row:ident! { $($columns:tt)* })*) => {
        /// A named way of reasoning. Prints its English name; reads its name, slug or HoDoKu code.
        ///
        /// ```
        /// use ninefold::explain::Technique;
        ///
        /// for text in ["X-Wing", "x-wing", "xwing", "0300"] {
        ///     assert_eq!(text.parse(), Ok(Technique::XWing));
        /// }
        /// assert_eq!(Technique::XWing.slug(), "x-wing");
        /// assert!(Technique::ALL.contains(&Technique::XWing));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Technique {
            $(#[doc = $row! { @doc $($columns)* }] $variant,)*
        }

        impl Technique {
            /// All techniques, in the order in which they are tried.
            pub const ALL: [Technique; TABLE.len()] = [$(Technique::$variant),*];
        }

        pub(super) const TABLE: &[Row] = &[$($row! { @row $variant $($columns)* }),*];
    };
}

techniques! {
    FullHouse = row! {
        name: "Full House", slug: "full-house", code: "0000",
        idea: "A house with one empty cell holds its missing digit there.",
        order: 100, level: Easy, score: 4, used: Path, finder: singles::full_house,
    }
    LastDigit = row! {
        name: "Last Digit", slug: "last-digit",
        idea: "A digit that is placed eight times has one place left.",
        order: 250, level: Easy, score: 14, used: Path, finder: singles::last_digit,
    }
    HiddenSingle = row! {
        name: "Hidden Single", slug: "hidden-single", code: "0002",
        idea: "A digit with one place left in a house must go there.",
        order: 300, level: Easy, score: 14, used: Path, finder: singles::hidden_single,
    }
    NakedSingle = row! {
        name: "Naked Single", slug: "naked-single", code: "0003",
        idea: "A cell with one candidate left must hold it.",
        order: 350, level: Easy, score: 4, used: Path, finder: singles::naked_single,
    }
    LockedPair = row! {
        name: "Locked Pair", slug: "locked-pair", code: "0110",
        idea: "Two cells that share a line and a box have two candidates, so the rest of both houses loses these digits.",
        order: 1000, level: Medium, score: 40, used: Path, finder: subsets::locked_pair,
    }
    LockedTriple = row! {
        name: "Locked Triple", slug: "locked-triple", code: "0111",
        idea: "Three cells that share a line and a box have three candidates, so the rest of both houses loses these digits.",
        order: 1100, level: Medium, score: 60, used: Path, finder: subsets::locked_triple,
    }
    Pointing = row! {
        name: "Locked Candidates Type 1 (Pointing)", slug: "pointing", code: "0100",
        idea: "All places of a digit in a box lie on one line, so the rest of that line loses the digit.",
        order: 1200, level: Medium, score: 50, used: Path, finder: intersections::pointing,
    }
    Claiming = row! {
        name: "Locked Candidates Type 2 (Claiming)", slug: "claiming", code: "0101",
        idea: "All places of a digit on a line lie in one box, so the rest of that box loses the digit.",
        order: 1210, level: Medium, score: 50, used: Path, finder: intersections::claiming,
    }
    NakedPair = row! {
        name: "Naked Pair", slug: "naked-pair", code: "0200",
        idea: "Two cells of a house have the same two candidates, so the rest of the house loses these digits.",
        order: 1300, level: Medium, score: 60, used: Path, finder: subsets::naked_pair,
    }
    NakedTriple = row! {
        name: "Naked Triple", slug: "naked-triple", code: "0201",
        idea: "Three cells of a house have three candidates between them, so the rest of the house loses these digits.",
        order: 1400, level: Medium, score: 80, used: Path, finder: subsets::naked_triple,
    }
    HiddenPair = row! {
        name: "Hidden Pair", slug: "hidden-pair", code: "0210",
        idea: "Two digits have the same two places in a house, so these cells lose their other candidates.",
        order: 1500, level: Medium, score: 70, used: Path, finder: subsets::hidden_pair,
    }
    HiddenTriple = row! {
        name: "Hidden Triple", slug: "hidden-triple", code: "0211",
        idea: "Three digits have three places between them in a house, so these cells lose their other candidates.",
        order: 1600, level: Medium, score: 100, used: Path, finder: subsets::hidden_triple,
    }
    NakedQuadruple = row! {
        name: "Naked Quadruple", slug: "naked-quadruple", code: "0202",
        idea: "Four cells of a house have four candidates between them, so the rest of the house loses these digits.",
        order: 2000, level: Hard, score: 120, used: Path, finder: subsets::naked_quadruple,
    }
    HiddenQuadruple = row! {
        name: "Hidden Quadruple", slug: "hidden-quadruple", code: "0212",
        idea: "Four digits have four places between them in a house, so these cells lose their other candidates.",
        order: 2100, level: Hard, score: 150, used: Path, finder: subsets::hidden_quadruple,
    }
    XWing = fish! { Basic 2, level: Hard, score: 140, used: Path }
    Swordfish = fish! { Basic 3, level: Hard, score: 150, used: Path }
    Jellyfish = fish! { Basic 4, level: Hard, score: 160, used: Path }
    Squirmbag = fish! { Basic 5, level: Unfair, score: 470, used: Steps }
    Whale = fish! { Basic 6, level: Unfair, score: 470, used: Steps }
    Leviathan = fish! { Basic 7, level: Unfair, score: 470, used: Steps }
    RemotePair = row! {
        name: "Remote Pair", slug: "remote-pair", code: "0703",
        idea: "Cells with the same two candidates, each seeing the next, alternate: a cell that sees two cells with different digits holds neither.",
        order: 2800, level: Hard, score: 110, used: Path, finder: remote_pair::remote_pair,
    }
    BugPlusOne = row! {
        name: "Bivalue Universal Grave + 1", slug: "bug-plus-1", code: "0610",
        idea: "Without one candidate, every cell would have two candidates and every digit two places in each house, so that candidate is true.",
        order: 2900, level: Hard, score: 100, used: Path, needs: Uniqueness, finder: uniqueness::bug_plus_one,
    }
    Skyscraper = row! {
        name: "Skyscraper", slug: "skyscraper", code: "0400",
        idea: "Two rows have two places each, one of each in the same column (or two columns, with a row), so one of the two other places is true.",
        order: 3000, level: Hard, score: 130, used: Path, finder: turbot::skyscraper,
    }
    TwoStringKite = row! {
        name: "2-String Kite", slug: "two-string-kite", code: "0401",
        idea: "A row and a column have two places each, one of each in the same box, so one of the two other places is true.",
        order: 3100, level: Hard, score: 150, used: Path, finder: turbot::kite,
    }
    DualTwoStringKite = row! {
        name: "Dual 2-String Kite", slug: "dual-two-string-kite", code: "0404",
        idea: "Two kites use the same two cells of a box, and both eliminate.",
        order: 3100, level: Hard, score: 150, used: Path, finder: turbot::kite,
    }
    TurbotFish = row! {
        name: "Turbot Fish", slug: "turbot-fish", code: "0403",
        idea: "Two houses have two places each, one of each in a common house, so one of the two other places is true.",
        order: 3120, level: Hard, score: 120, used: Path, finder: turbot::turbot_fish,
    }
    EmptyRectangle = row! {
        name: "Empty Rectangle", slug: "empty-rectangle", code: "0402",
        idea: "The places in a box lie on a row and a column, so if one of these lines leads to a pair of places elsewhere, what the far place sees on the other line is false.",
        order: 3170, level: Hard, score: 120, used: Path, finder: turbot::empty_rectangle,
    }
    DualEmptyRectangle = row! {
        name: "Dual Empty Rectangle", slug: "dual-empty-rectangle", code: "0405",
        idea: "Two empty rectangles in the same box both eliminate.",
        order: 3170, level: Hard, score: 120, used: Path, finder: turbot::empty_rectangle,
    }
    WWing = row! {
        name: "W-Wing", slug: "w-wing", code: "0803",
        idea: "Two cells have the same two candidates, and a house with two places for one of them links them, so one of the cells holds the other digit.",
        order: 3200, level: Hard, score: 150, used: Path, finder: wings::w_wing,
    }
    XyWing = row! {
        name: "XY-Wing", slug: "xy-wing", code: "0800",
        idea: "Whichever of its two candidates the pivot holds, one of the pincers holds their common digit.",
        order: 3300, level: Hard, score: 160, used: Path, finder: wings::xy_wing,
    }
    XyzWing = row! {
        name: "XYZ-Wing", slug: "xyz-wing", code: "0801",
        idea: "Whichever of its three candidates the pivot holds, it or one of the pincers holds their common digit.",
        order: 3400, level: Hard, score: 180, used: Path, finder: wings::xyz_wing,
    }
    WxyzWing = row! {
        name: "WXYZ-Wing", slug: "wxyz-wing",
        idea: "Four cells of a line and a box have four candidates, three of which can be used only once, so one of the cells holds the fourth.",
        order: 3450, level: Hard, score: 200, used: Steps, finder: wings::wxyz_wing,
    }
    UniquenessTest1 = row! {
        name: "Uniqueness Test 1", slug: "uniqueness-test-1", code: "0600",
        idea: "Three corners of a rectangle have only two digits, so the fourth holds neither.",
        order: 3500, level: Hard, score: 100, used: Path, needs: Uniqueness, finder: uniqueness::test_1,
    }
    UniquenessTest2 = row! {
        name: "Uniqueness Test 2", slug: "uniqueness-test-2", code: "0601",
        idea: "Two corners on a line have the same third candidate, so one of them holds it.",
        order: 3600, level: Hard, score: 100, used: Path, needs: Uniqueness, finder: uniqueness::test_2,
    }
    UniquenessTest3 = row! {
        name: "Uniqueness Test 3", slug: "uniqueness-test-3", code: "0602",
        idea: "Two corners on a line act as one cell with their other candidates, in a naked subset.",
        order: 3700, level: Hard, score: 100, used: Path, needs: Uniqueness, finder: uniqueness::test_3,
    }
    UniquenessTest4 = row! {
        name: "Uniqueness Test 4", slug: "uniqueness-test-4", code: "0603",
        idea: "Two corners on a line must hold one of the digits, so neither holds the other.",
        order: 3800, level: Hard, score: 100, used: Path, needs: Uniqueness, finder: uniqueness::test_4,
    }
    UniquenessTest5 = row! {
        name: "Uniqueness Test 5", slug: "uniqueness-test-5", code: "0604",
        idea: "Two opposite corners, or three corners, have the same third candidate, so one of them holds it.",
        order: 3900, level: Hard, score: 100, used: Path, needs: Uniqueness, finder: uniqueness::test_5,
    }
    UniquenessTest6 = row! {
        name: "Uniqueness Test 6", slug: "uniqueness-test-6", code: "0605",
        idea: "Both rows (or both columns) of a rectangle have one of the digits only in its corners, so two opposite corners cannot hold it.",
        order: 4000, level: Hard, score: 100, used: Path, needs: Uniqueness, finder: uniqueness::test_6,
    }
    HiddenRectangle = row! {
        name: "Hidden Rectangle", slug: "hidden-rectangle", code: "0606",
        idea: "The row and the column of a corner have one of the digits only in the rectangle, so this corner cannot hold the other.",
        order: 4010, level: Hard, score: 100, used: Path, needs: Uniqueness, finder: uniqueness::hidden_rectangle,
    }
    AvoidableRectangle1 = row! {
        name: "Avoidable Rectangle Type 1", slug: "avoidable-rectangle-1", code: "0607",
        idea: "Three corners that were not given hold two digits, so the fourth cannot complete the rectangle.",
        order: 4020, level: Hard, score: 100, used: Path, needs: Uniqueness, finder: uniqueness::avoidable_1,
    }
    AvoidableRectangle2 = row! {
        name: "Avoidable Rectangle Type 2", slug: "avoidable-rectangle-2", code: "0608",
        idea: "Two corners that were not given are filled and the two others have the same third candidate, so one of them holds it.",
        order: 4030, level: Hard, score: 100, used: Path, needs: Uniqueness, finder: uniqueness::avoidable_2,
    }
    UniqueLoop = row! {
        name: "Unique Loop", slug: "unique-loop",
        idea: "A loop with two cells in each of its houses cannot hold only two digits, so one of its cells holds another.",
        order: 4035, level: Hard, score: 110, used: Steps, needs: Uniqueness, finder: uniqueness::unique_loop,
    }
    FinnedXWing = fish! { Finned 2, level: Hard, score: 130, used: Path }
    SashimiXWing = fish! { Sashimi 2, level: Hard, score: 150, used: Path }
    FinnedSwordfish = fish! { Finned 3, level: Unfair, score: 200, used: Path }
    SashimiSwordfish = fish! { Sashimi 3, level: Unfair, score: 240, used: Path }
    FinnedJellyfish = fish! { Finned 4, level: Unfair, score: 250, used: Path }
    SashimiJellyfish = fish! { Sashimi 4, level: Unfair, score: 260, used: Path }
    FinnedSquirmbag = fish! { Finned 5, level: Unfair, score: 470, used: Steps }
    SashimiSquirmbag = fish! { Sashimi 5, level: Unfair, score: 470, used: Steps }
    FinnedWhale = fish! { Finned 6, level: Unfair, score: 470, used: Steps }
    SashimiWhale = fish! { Sashimi 6, level: Unfair, score: 470, used: Steps }
    FinnedLeviathan = fish! { Finned 7, level: Unfair, score: 470, used: Steps }
    SashimiLeviathan = fish! { Sashimi 7, level: Unfair, score: 470, used: Steps }
    SueDeCoq = row! {
        name: "Sue de Coq", slug: "sue-de-coq", code: "1101",
        idea: "Cells of a line and a box have as many digits as cells and no digit can be used twice, so each digit is used there and nowhere else in its house.",
        order: 5300, level: Unfair, score: 250, used: Path, finder: sue_de_coq::sue_de_coq,
    }
    SimpleColorsTrap = row! {
        name: "Simple Colors Trap", slug: "simple-colors-trap", code: "0500",
        idea: "A candidate that sees both colours of a network is false.",
        order: 5330, level: Hard, score: 150, used: Path, finder: colours::simple,
    }
    SimpleColorsWrap = row! {
        name: "Simple Colors Wrap", slug: "simple-colors-wrap", code: "0501",
        idea: "A colour with two cells that see each other is false.",
        order: 5330, level: Hard, score: 150, used: Path, finder: colours::simple,
    }
    MultiColors1 = row! {
        name: "Multi Colors 1", slug: "multi-colors-1", code: "0502",
        idea: "A colour of one network sees a colour of another, so a candidate that sees both opposite colours is false.",
        order: 5360, level: Hard, score: 200, used: Path, finder: colours::multi,
    }
    MultiColors2 = row! {
        name: "Multi Colors 2", slug: "multi-colors-2", code: "0503",
        idea: "A colour that sees both colours of another network is false.",
        order: 5360, level: Hard, score: 200, used: Path, finder: colours::multi,
    }
    XChain = row! {
        name: "X-Chain", slug: "x-chain", code: "0701",
        idea: "A chain of places of one digit has a true end, so a candidate that sees both ends is false.",
        order: 5400, level: Unfair, score: 260, used: Path, finder: chains::x_chain,
    }
    XyChain = row! {
        name: "XY-Chain", slug: "xy-chain", code: "0702",
        idea: "A chain of cells with two candidates has a true end, so a candidate that sees both ends is false.",
        order: 5500, level: Unfair, score: 260, used: Path, finder: chains::xy_chain,
    }
    ContinuousNiceLoop = row! {
        name: "Continuous Nice Loop", slug: "continuous-nice-loop", code: "0706",
        idea: "A chain of inferences closes into a loop, and each of its links contains exactly one true candidate.",
        order: 5600, level: Unfair, score: 280, used: Path, finder: chains::nice_loops,
    }
    DiscontinuousNiceLoop = row! {
        name: "Discontinuous Nice Loop", slug: "discontinuous-nice-loop", code: "0707",
        idea: "A chain of inferences leads from a candidate to its opposite.",
        order: 5600, level: Unfair, score: 280, used: Path, finder: chains::nice_loops,
    }
    AlternatingInferenceChain = row! {
        name: "AIC", slug: "aic", code: "0708",
        idea: "A chain of inferences has a true end, so what both ends rule out is false.",
        order: 5600, level: Unfair, score: 280, used: Path, finder: chains::nice_loops,
    }
    GroupedContinuousNiceLoop = row! {
        name: "Grouped Continuous Nice Loop", slug: "grouped-continuous-nice-loop", code: "0709",
        idea: "A chain with groups of candidates closes into a loop, and each of its links contains exactly one true node.",
        order: 5650, level: Unfair, score: 300, used: Path, finder: chains::grouped_nice_loops,
    }
    GroupedDiscontinuousNiceLoop = row! {
        name: "Grouped Discontinuous Nice Loop", slug: "grouped-discontinuous-nice-loop", code: "0710",
        idea: "A chain with groups of candidates leads from a candidate to its opposite.",
        order: 5650, level: Unfair, score: 300, used: Path, finder: chains::grouped_nice_loops,
    }
    GroupedAlternatingInferenceChain = row! {
        name: "Grouped AIC", slug: "grouped-aic", code: "0711",
        idea: "A chain with groups of candidates has a true end, so what both ends rule out is false.",
        order: 5650, level: Unfair, score: 300, used: Path, finder: chains::grouped_nice_loops,
    }
    AlmostLockedSetXz = row! {
        name: "Almost Locked Set XZ-Rule", slug: "als-xz", code: "0901",
        idea: "Only one of two almost locked sets can contain a common digit, so the other holds all its other digits, and what sees such a digit in both sets is false.",
        order: 5700, level: Unfair, score: 300, used: Path, finder: almost_locked::xz_rule,
    }
    AlmostLockedSetXyWing = row! {
        name: "Almost Locked Set XY-Wing", slug: "als-xy-wing", code: "0902",
        idea: "Two almost locked sets share different digits with a third, so one of the two is locked.",
        order: 5800, level: Unfair, score: 320, used: Path, finder: almost_locked::xy_wing,
    }
    AlmostLockedSetChain = row! {
        name: "Almost Locked Set XY-Chain", slug: "als-chain", code: "0903",
        idea: "In a chain of almost locked sets, the first or the last is locked.",
        order: 5900, level: Unfair, score: 340, used: Path, finder: almost_locked::set_chain,
    }
    AlmostLockedSetContinuousNiceLoop = row! {
        name: "ALS Continuous Nice Loop", slug: "als-continuous-nice-loop",
        idea: "A chain with almost locked sets closes into a loop, and each of its links contains exactly one true node.",
        order: 5950, level: Unfair, score: 350, used: Path, finder: chains::set_nice_loops,
    }
    AlmostLockedSetDiscontinuousNiceLoop = row! {
        name: "ALS Discontinuous Nice Loop", slug: "als-discontinuous-nice-loop",
        idea: "A chain with almost locked sets leads from a candidate to its opposite.",
        order: 5950, level: Unfair, score: 350, used: Path, finder: chains::set_nice_loops,
    }
    AlmostLockedSetAlternatingInferenceChain = row! {
        name: "ALS AIC", slug: "als-aic",
        idea: "A chain with almost locked sets has a true end, so what both ends rule out is false.",
        order: 5950, level: Unfair, score: 350, used: Path, finder: chains::set_nice_loops,
    }
    DeathBlossom = row! {
        name: "Death Blossom", slug: "death-blossom", code: "0904",
        idea: "Each candidate of a cell locks an almost locked set, so what all these sets rule out is false.",
        order: 6000, level: Unfair, score: 360, used: Steps, finder: almost_locked::death_blossom,
    }
    AlignedPairExclusion = row! {
        name: "Aligned Pair Exclusion", slug: "aligned-pair-exclusion",
        idea: "Pairs of digits for two cells that leave a third cell without candidates are impossible.",
        order: 6010, level: Unfair, score: 320, used: Steps, finder: exclusion::aligned_pair,
    }
    AlignedTripleExclusion = row! {
        name: "Aligned Triple Exclusion", slug: "aligned-triple-exclusion",
        idea: "Triples of digits for three cells that leave a fourth cell without candidates are impossible.",
        order: 6020, level: Unfair, score: 360, used: Steps, finder: exclusion::aligned_triple,
    }
    FrankenXWing = fish! { Franken 2, level: Unfair, score: 300, used: Path }
    FrankenSwordfish = fish! { Franken 3, level: Unfair, score: 350, used: Path }
    FrankenJellyfish = fish! { Franken 4, level: Unfair, score: 370, used: Steps }
    FrankenSquirmbag = fish! { Franken 5, level: Extreme, score: 470, used: Named }
    FrankenWhale = fish! { Franken 6, level: Extreme, score: 470, used: Named }
    FrankenLeviathan = fish! { Franken 7, level: Extreme, score: 470, used: Named }
    FinnedFrankenXWing = fish! { FinnedFranken 2, level: Unfair, score: 390, used: Path }
    FinnedFrankenSwordfish = fish! { FinnedFranken 3, level: Unfair, score: 410, used: Path }
    FinnedFrankenJellyfish = fish! { FinnedFranken 4, level: Unfair, score: 430, used: Steps }
    FinnedFrankenSquirmbag = fish! { FinnedFranken 5, level: Extreme, score: 470, used: Named }
    FinnedFrankenWhale = fish! { FinnedFranken 6, level: Extreme, score: 470, used: Named }
    FinnedFrankenLeviathan = fish! { FinnedFranken 7, level: Extreme, score: 470, used: Named }
    MutantXWing = fish! { Mutant 2, level: Extreme, score: 450, used: Steps }
    MutantSwordfish = fish! { Mutant 3, level: Extreme, score: 450, used: Steps }
    MutantJellyfish = fish! { Mutant 4, level: Extreme, score: 450, used: Steps }
    MutantSquirmbag = fish! { Mutant 5, level: Extreme, score: 470, used: Named }
    MutantWhale = fish! { Mutant 6, level: Extreme, score: 470, used: Named }
    MutantLeviathan = fish! { Mutant 7, level: Extreme, score: 470, used: Named }
    FinnedMutantXWing = fish! { FinnedMutant 2, level: Extreme, score: 470, used: Steps }
    FinnedMutantSwordfish = fish! { FinnedMutant 3, level: Extreme, score: 470, used: Steps }
    FinnedMutantJellyfish = fish! { FinnedMutant 4, level: Extreme, score: 470, used: Steps }
    FinnedMutantSquirmbag = fish! { FinnedMutant 5, level: Extreme, score: 470, used: Named }
    FinnedMutantWhale = fish! { FinnedMutant 6, level: Extreme, score: 470, used: Named }
    FinnedMutantLeviathan = fish! { FinnedMutant 7, level: Extreme, score: 470, used: Named }
    SkLoop = row! {
        name: "SK Loop", slug: "sk-loop",
        idea: "Sixteen cells around two rows and two columns take two digits from each of these lines and of the boxes where they cross.",
        order: 8410, level: Extreme, score: 480, used: Path, finder: sectors::sk_loop,
    }
    JuniorExocet = row! {
        name: "Junior Exocet", slug: "junior-exocet",
        idea: "The digits of two base cells must be those of two target cells.",
        order: 8430, level: Extreme, score: 490, used: Path, finder: exocet::junior_exocet,
    }
    MultiSectorLockedSets = row! {
        name: "Multi-Sector Locked Sets", slug: "multi-sector-locked-sets",
        idea: "The candidates of the cells where some rows and columns cross lie in as many sectors (digits of houses) as there are cells, so these sectors have their digits nowhere else.",
        order: 8440, level: Extreme, score: 490, used: Path, finder: sectors::multi_sector,
    }
    KrakenFish1 = row! {
        name: "Kraken Fish Type 1", slug: "kraken-fish-1", code: "0371",
        idea: "A fish is complete or one of its fins is true, and each fin leads to the same elimination by a chain.",
        order: 8450, level: Extreme, score: 500, used: Steps, finder: kraken::kraken_fish,
    }
    KrakenFish2 = row! {
        name: "Kraken Fish Type 2", slug: "kraken-fish-2", code: "0372",
        idea: "One of the fish's candidates in a cover house or one of its fins is true, and each leads to the same elimination by a chain.",
        order: 8450, level: Extreme, score: 500, used: Steps, finder: kraken::kraken_fish,
    }
    ForcingChainContradiction = row! {
        name: "Forcing Chain Contradiction", slug: "forcing-chain-contradiction", code: "1301",
        idea: "Chains from one assumption leave a cell without candidates or a digit without a place in a house.",
        order: 8500, level: Extreme, score: 500, used: Path, finder: forcing::forcing_chains,
    }
    ForcingChainVerity = row! {
        name: "Forcing Chain Verity", slug: "forcing-chain-verity", code: "1302",
        idea: "Chains from all candidates of a cell, or from all places of a digit in a house, lead to the same conclusion.",
        order: 8500, level: Extreme, score: 500, used: Path, finder: forcing::forcing_chains,
    }
    ForcingNetContradiction = row! {
        name: "Forcing Net Contradiction", slug: "forcing-net-contradiction", code: "1303",
        idea: "The consequences of one assumption contradict each other.",
        order: 8600, level: Extreme, score: 700, used: Path, finder: forcing::forcing_nets,
    }
    ForcingNetVerity = row! {
        name: "Forcing Net Verity", slug: "forcing-net-verity", code: "1304",
        idea: "All candidates of a cell, or all places of a digit in a house, have a common consequence.",
        order: 8600, level: Extreme, score: 700, used: Path, finder: forcing::forcing_nets,
    }
    NestedForcingNet = row! {
        name: "Nested Forcing Net", slug: "nested-forcing-net",
        idea: "The consequences of one assumption contradict each other, where some of them follow because a further assumption fails.",
        order: 8650, level: Extreme, score: 2000, used: LastResort, finder: nested::nested_nets,
    }
    TemplateSet = row! {
        name: "Template Set", slug: "template-set", code: "1201",
        idea: "A cell that is part of every way to place a digit in the grid holds that digit.",
        order: 8700, level: Extreme, score: 10000, used: Steps, finder: templates::template_set,
    }
    TemplateDelete = row! {
        name: "Template Delete", slug: "template-delete", code: "1202",
        idea: "A candidate that is part of no way to place its digit in the grid is false.",
        order: 8800, level: Extreme, score: 10000, used: Steps, finder: templates::template_delete,
    }
}
