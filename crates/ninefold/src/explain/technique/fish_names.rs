//! Fish by their parameters: seven kinds, each in six sizes from two houses to seven.
//!
//! Everything the table says about one of these 42 techniques except its level and score follows from the kind and the
//! size: the name, the slug, the code, the order and the idea. Strings are joined when the crate is compiled, so the
//! rules are macros.

/// A kind of fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FishKind {
    /// Rows in columns or columns in rows, without fins.
    Basic,
    /// Basic with fins.
    Finned,
    /// Finned, where a base line has fewer than two candidates without the fins.
    Sashimi,
    /// Rows and blocks in columns and blocks, or columns and blocks in rows and blocks.
    Franken,
    /// Franken with fins.
    FinnedFranken,
    /// Any houses in any others.
    Mutant,
    /// Mutant with fins.
    FinnedMutant,
}

impl FishKind {
    /// How many kinds there are.
    pub(crate) const COUNT: usize = 7;

    /// The order of the fish of two houses, and the step to the next size.
    pub(super) const fn order(self) -> (u16, u16) {
        match self {
            FishKind::Basic => (2200, 100),
            FishKind::Finned => (4100, 200),
            FishKind::Sashimi => (4200, 200),
            FishKind::Franken => (6100, 100),
            FishKind::FinnedFranken => (6700, 100),
            FishKind::Mutant => (7300, 100),
            FishKind::FinnedMutant => (7900, 100),
        }
    }
}

/// A string about fish in English: `fish_words!(name Finned 3)`, `slug`, `code` or `idea`.
macro_rules! fish_words {
    (name $kind:ident $size:tt) => { concat!(fish_words!(prefix $kind), fish_words!(size $size)) };
    (prefix Basic) => { "" };
    (prefix Finned) => { "Finned " };
    (prefix Sashimi) => { "Sashimi " };
    (prefix Franken) => { "Franken " };
    (prefix FinnedFranken) => { "Finned Franken " };
    (prefix Mutant) => { "Mutant " };
    (prefix FinnedMutant) => { "Finned Mutant " };
    (size 2) => { "X-Wing" };
    (size 3) => { "Swordfish" };
    (size 4) => { "Jellyfish" };
    (size 5) => { "Squirmbag" };
    (size 6) => { "Whale" };
    (size 7) => { "Leviathan" };

    (slug $kind:ident $size:tt) => { concat!(fish_words!(slug_prefix $kind), fish_words!(slug_size $size)) };
    (slug_prefix Basic) => { "" };
    (slug_prefix Finned) => { "finned-" };
    (slug_prefix Sashimi) => { "sashimi-" };
    (slug_prefix Franken) => { "franken-" };
    (slug_prefix FinnedFranken) => { "finned-franken-" };
    (slug_prefix Mutant) => { "mutant-" };
    (slug_prefix FinnedMutant) => { "finned-mutant-" };
    (slug_size 2) => { "x-wing" };
    (slug_size 3) => { "swordfish" };
    (slug_size 4) => { "jellyfish" };
    (slug_size 5) => { "squirmbag" };
    (slug_size 6) => { "whale" };
    (slug_size 7) => { "leviathan" };

    (code $kind:ident $size:tt) => { concat!("03", fish_words!(code_kind $kind), fish_words!(code_size $size)) };
    (code_kind Basic) => { "0" };
    (code_kind Finned) => { "1" };
    (code_kind Sashimi) => { "2" };
    (code_kind Franken) => { "3" };
    (code_kind FinnedFranken) => { "4" };
    (code_kind Mutant) => { "5" };
    (code_kind FinnedMutant) => { "6" };
    (code_size 2) => { "0" };
    (code_size 3) => { "1" };
    (code_size 4) => { "2" };
    (code_size 5) => { "3" };
    (code_size 6) => { "4" };
    (code_size 7) => { "5" };

    (number 2) => { "two" };
    (number 3) => { "three" };
    (number 4) => { "four" };
    (number 5) => { "five" };
    (number 6) => { "six" };
    (number 7) => { "seven" };
    (idea Basic $size:tt) => {
        concat!(
            "In ", fish_words!(number $size), " rows a digit has places in the same ", fish_words!(number $size),
            " columns only, so the rest of these columns loses it (or with rows and columns exchanged)."
        )
    };
    (idea Finned $size:tt) => {
        concat!(
            "Except for some fins, a digit has its places in ", fish_words!(number $size), " rows in the same ",
            fish_words!(number $size), " columns only, so the rest of these columns loses it where it sees all fins ",
            "(or with rows and columns exchanged)."
        )
    };
    (idea Sashimi $size:tt) => {
        concat!(
            "Except for some fins, without which a row has a single place, a digit has its places in ",
            fish_words!(number $size), " rows in the same ", fish_words!(number $size),
            " columns only, so the rest of these columns loses it where it sees all fins ",
            "(or with rows and columns exchanged)."
        )
    };
    (idea Franken $size:tt) => {
        concat!(
            "In ", fish_words!(number $size), " rows and boxes a digit has places in the same ",
            fish_words!(number $size), " columns and boxes only, so the rest of the latter loses it ",
            "(or with rows and columns exchanged)."
        )
    };
    (idea FinnedFranken $size:tt) => {
        concat!(
            "Except for some fins, a digit has its places in ", fish_words!(number $size),
            " rows and boxes in the same ", fish_words!(number $size),
            " columns and boxes only, so the rest of the latter loses it where it sees all fins ",
            "(or with rows and columns exchanged)."
        )
    };
    (idea Mutant $size:tt) => {
        concat!(
            "In ", fish_words!(number $size), " houses of any kind a digit has places in the same ",
            fish_words!(number $size), " other houses only, so the rest of the latter loses it."
        )
    };
    (idea FinnedMutant $size:tt) => {
        concat!(
            "Except for some fins, a digit has its places in ", fish_words!(number $size),
            " houses of any kind in the same ", fish_words!(number $size),
            " other houses only, so the rest of the latter loses it where it sees all fins."
        )
    };
}

/// What `$words!(kind size)` gives for every kind and size: an array for each kind, from two houses up.
macro_rules! each_fish {
    ($words:ident) => {
        each_fish!(@kinds $words [2 3 4 5 6 7] Basic Finned Sashimi Franken FinnedFranken Mutant FinnedMutant)
    };
    (@kinds $words:ident $sizes:tt $($kind:ident)*) => { [$(each_fish!(@sizes $words $kind $sizes)),*] };
    (@sizes $words:ident $kind:ident [$($size:tt)*]) => { [$($words!($kind $size)),*] };
}

pub(crate) use each_fish;
pub(super) use fish_words;
