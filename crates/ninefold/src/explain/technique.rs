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
//! - `on`, `off` or `asked`: whether a path uses it unless told otherwise; `asked` is for searches so large that nobody
//!   wants them among all steps either, unless the technique is named.
//! - `logic` or `unique`: whether the reasoning holds for any grid, or only where the solution is known to be unique.

use core::fmt;

use super::finder::Finder;
use super::techniques::{
    almost_locked, chains, colours, exclusion, exocet, fish, forcing, intersections, kraken, remote_pair, sectors,
    singles, subsets, sue_de_coq, templates, turbot, uniqueness, wings,
};

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
            asked: techniques!(@only $default),
            uniqueness: techniques!(@$rests),
            finder: $finder,
            idea: $idea,
        },)*];
    };
    (@on) => { true };
    (@off) => { false };
    (@asked) => { false };
    (@only asked) => { true };
    (@only $default:ident) => { false };
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
    XWing, "X-Wing", "x-wing", Some("0300"), 2200, Hard, 140, on, logic, fish::basic::<2>,
        "Two rows whose candidates of a digit lie in two columns, or the other way round, hold it there and nowhere else in those columns.";
    Swordfish, "Swordfish", "swordfish", Some("0301"), 2300, Hard, 150, on, logic, fish::basic::<3>,
        "Three rows whose candidates of a digit lie in three columns, or the other way round, hold it there and nowhere else in those columns.";
    Jellyfish, "Jellyfish", "jellyfish", Some("0302"), 2400, Hard, 160, on, logic, fish::basic::<4>,
        "Four rows whose candidates of a digit lie in four columns, or the other way round, hold it there and nowhere else in those columns.";
    Squirmbag, "Squirmbag", "squirmbag", Some("0303"), 2500, Unfair, 470, off, logic, fish::basic::<5>,
        "Five rows whose candidates of a digit lie in five columns, or the other way round, hold it there and nowhere else in those columns.";
    Whale, "Whale", "whale", Some("0304"), 2600, Unfair, 470, off, logic, fish::basic::<6>,
        "Six rows whose candidates of a digit lie in six columns, or the other way round, hold it there and nowhere else in those columns.";
    Leviathan, "Leviathan", "leviathan", Some("0305"), 2700, Unfair, 470, off, logic, fish::basic::<7>,
        "Seven rows whose candidates of a digit lie in seven columns, or the other way round, hold it there and nowhere else in those columns.";
    RemotePair, "Remote Pair", "remote-pair", Some("0703"), 2800, Hard, 110, on, logic, remote_pair::remote_pair,
        "Cells with the same two candidates, each seeing the next, alternate: what sees two that differ has neither digit.";
    BugPlusOne, "Bivalue Universal Grave + 1", "bug-plus-1", Some("0610"), 2900, Hard, 100, on, unique,
        uniqueness::bug_plus_one,
        "But for one candidate every cell would have two candidates and every house two places for each digit, so that candidate is true.";
    Skyscraper, "Skyscraper", "skyscraper", Some("0400"), 3000, Hard, 130, on, logic, turbot::skyscraper,
        "Two rows with two places each, one of each in the same column, or the other way round: one of the two other places is true.";
    TwoStringKite, "2-String Kite", "two-string-kite", Some("0401"), 3100, Hard, 150, on, logic, turbot::kite,
        "A row and a column with two places each, one of each in the same block: one of the two other places is true.";
    DualTwoStringKite, "Dual 2-String Kite", "dual-two-string-kite", Some("0404"), 3100, Hard, 150, on, logic,
        turbot::kite,
        "Two kites that share their two cells in a block remove what each of them does.";
    TurbotFish, "Turbot Fish", "turbot-fish", Some("0403"), 3120, Hard, 120, on, logic, turbot::turbot_fish,
        "Two houses with two places each, one of each in a common house: one of the two other places is true.";
    EmptyRectangle, "Empty Rectangle", "empty-rectangle", Some("0402"), 3170, Hard, 120, on, logic,
        turbot::empty_rectangle,
        "A block has its places on a crossing row and column, so a line with two places joined to the one removes what its other place sees on the other.";
    DualEmptyRectangle, "Dual Empty Rectangle", "dual-empty-rectangle", Some("0405"), 3170, Hard, 120, on, logic,
        turbot::empty_rectangle,
        "Two empty rectangles in the same block remove what each of them does.";
    WWing, "W-Wing", "w-wing", Some("0803"), 3200, Hard, 150, on, logic, wings::w_wing,
        "Two cells with the same two candidates, joined by a house with two places for one of them: one of the cells is the other digit.";
    XyWing, "XY-Wing", "xy-wing", Some("0800"), 3300, Hard, 160, on, logic, wings::xy_wing,
        "Whichever of its two candidates the pivot takes, one of the pincers is left with their common digit.";
    XyzWing, "XYZ-Wing", "xyz-wing", Some("0801"), 3400, Hard, 180, on, logic, wings::xyz_wing,
        "Whichever of its three candidates the pivot takes, it or one of the pincers is their common digit.";
    WxyzWing, "WXYZ-Wing", "wxyz-wing", None, 3450, Hard, 200, off, logic, wings::wxyz_wing,
        "Four cells of a line and a block have four candidates, three of which can be used once only: one of the cells is the fourth.";
    UniquenessTest1, "Uniqueness Test 1", "uniqueness-test-1", Some("0600"), 3500, Hard, 100, on, unique,
        uniqueness::test_1,
        "Three corners of a rectangle have two digits only, so the fourth is neither.";
    UniquenessTest2, "Uniqueness Test 2", "uniqueness-test-2", Some("0601"), 3600, Hard, 100, on, unique,
        uniqueness::test_2,
        "Two corners on a line have the same third digit, which one of them must hold.";
    UniquenessTest3, "Uniqueness Test 3", "uniqueness-test-3", Some("0602"), 3700, Hard, 100, on, unique,
        uniqueness::test_3,
        "Two corners on a line act as one cell with their other digits, in a naked subset.";
    UniquenessTest4, "Uniqueness Test 4", "uniqueness-test-4", Some("0603"), 3800, Hard, 100, on, unique,
        uniqueness::test_4,
        "Two corners on a line must hold one of the digits, so neither holds the other.";
    UniquenessTest5, "Uniqueness Test 5", "uniqueness-test-5", Some("0604"), 3900, Hard, 100, on, unique,
        uniqueness::test_5,
        "Two corners across or three corners have the same third digit, which one of them must hold.";
    UniquenessTest6, "Uniqueness Test 6", "uniqueness-test-6", Some("0605"), 4000, Hard, 100, on, unique,
        uniqueness::test_6,
        "Both rows or both columns of a rectangle have one of the digits in its corners only, so two corners across cannot hold it.";
    HiddenRectangle, "Hidden Rectangle", "hidden-rectangle", Some("0606"), 4010, Hard, 100, on, unique,
        uniqueness::hidden_rectangle,
        "The row and the column of a corner have one of the digits in the rectangle only, so the corner across from a floor cell cannot hold the other.";
    AvoidableRectangle1, "Avoidable Rectangle Type 1", "avoidable-rectangle-1", Some("0607"), 4020, Hard, 100, on, unique,
        uniqueness::avoidable_1,
        "Three corners that were not given hold two digits, so the fourth cannot complete the rectangle.";
    AvoidableRectangle2, "Avoidable Rectangle Type 2", "avoidable-rectangle-2", Some("0608"), 4030, Hard, 100, on, unique,
        uniqueness::avoidable_2,
        "Two corners that were not given hold two digits and the others have the same third candidate, which one of them must hold.";
    UniqueLoop, "Unique Loop", "unique-loop", None, 4035, Hard, 110, off, unique, uniqueness::unique_loop,
        "A loop with two cells in each of its houses cannot hold two digits only, so one of its cells holds another.";
    FinnedXWing, "Finned X-Wing", "finned-x-wing", Some("0310"), 4100, Hard, 130, on, logic, fish::basic::<2>,
        "Two rows hold a digit in two columns, or the other way round, but for fins: what all fins see leaves those columns.";
    SashimiXWing, "Sashimi X-Wing", "sashimi-x-wing", Some("0320"), 4200, Hard, 150, on, logic, fish::basic::<2>,
        "Two rows hold a digit in two columns, or the other way round, but for fins without which a row would have one place: what all fins see leaves those columns.";
    FinnedSwordfish, "Finned Swordfish", "finned-swordfish", Some("0311"), 4300, Unfair, 200, on, logic,
        fish::basic::<3>,
        "Three rows hold a digit in three columns, or the other way round, but for fins: what all fins see leaves those columns.";
    SashimiSwordfish, "Sashimi Swordfish", "sashimi-swordfish", Some("0321"), 4400, Unfair, 240, on, logic,
        fish::basic::<3>,
        "Three rows hold a digit in three columns, or the other way round, but for fins without which a row would have one place: what all fins see leaves those columns.";
    FinnedJellyfish, "Finned Jellyfish", "finned-jellyfish", Some("0312"), 4500, Unfair, 250, on, logic,
        fish::basic::<4>,
        "Four rows hold a digit in four columns, or the other way round, but for fins: what all fins see leaves those columns.";
    SashimiJellyfish, "Sashimi Jellyfish", "sashimi-jellyfish", Some("0322"), 4600, Unfair, 260, on, logic,
        fish::basic::<4>,
        "Four rows hold a digit in four columns, or the other way round, but for fins without which a row would have one place: what all fins see leaves those columns.";
    FinnedSquirmbag, "Finned Squirmbag", "finned-squirmbag", Some("0313"), 4700, Unfair, 470, off, logic,
        fish::basic::<5>,
        "Five rows hold a digit in five columns, or the other way round, but for fins: what all fins see leaves those columns.";
    SashimiSquirmbag, "Sashimi Squirmbag", "sashimi-squirmbag", Some("0323"), 4800, Unfair, 470, off, logic,
        fish::basic::<5>,
        "Five rows hold a digit in five columns, or the other way round, but for fins without which a row would have one place: what all fins see leaves those columns.";
    FinnedWhale, "Finned Whale", "finned-whale", Some("0314"), 4900, Unfair, 470, off, logic, fish::basic::<6>,
        "Six rows hold a digit in six columns, or the other way round, but for fins: what all fins see leaves those columns.";
    SashimiWhale, "Sashimi Whale", "sashimi-whale", Some("0324"), 5000, Unfair, 470, off, logic, fish::basic::<6>,
        "Six rows hold a digit in six columns, or the other way round, but for fins without which a row would have one place: what all fins see leaves those columns.";
    FinnedLeviathan, "Finned Leviathan", "finned-leviathan", Some("0315"), 5100, Unfair, 470, off, logic,
        fish::basic::<7>,
        "Seven rows hold a digit in seven columns, or the other way round, but for fins: what all fins see leaves those columns.";
    SashimiLeviathan, "Sashimi Leviathan", "sashimi-leviathan", Some("0325"), 5200, Unfair, 470, off, logic,
        fish::basic::<7>,
        "Seven rows hold a digit in seven columns, or the other way round, but for fins without which a row would have one place: what all fins see leaves those columns.";
    SueDeCoq, "Sue de Coq", "sue-de-coq", Some("1101"), 5300, Unfair, 250, on, logic, sue_de_coq::sue_de_coq,
        "Cells of a line and a block that cross have as many digits as cells, and no digit can be used twice, so each of its houses has its digits there only.";
    SimpleColorsTrap, "Simple Colors Trap", "simple-colors-trap", Some("0500"), 5330, Hard, 150, on, logic,
        colours::simple,
        "What sees both colours of a network is false.";
    SimpleColorsWrap, "Simple Colors Wrap", "simple-colors-wrap", Some("0501"), 5330, Hard, 150, on, logic,
        colours::simple,
        "A colour with two cells that see each other is false.";
    MultiColors1, "Multi Colors 1", "multi-colors-1", Some("0502"), 5360, Hard, 200, on, logic, colours::multi,
        "A colour of one network sees a colour of another, so what sees both opposite colours is false.";
    MultiColors2, "Multi Colors 2", "multi-colors-2", Some("0503"), 5360, Hard, 200, on, logic, colours::multi,
        "A colour that sees both colours of another network is false.";
    XChain, "X-Chain", "x-chain", Some("0701"), 5400, Unfair, 260, on, logic, chains::x_chain,
        "Places of one digit form a chain, one end of which is true, so what both ends see is false.";
    XyChain, "XY-Chain", "xy-chain", Some("0702"), 5500, Unfair, 260, on, logic, chains::xy_chain,
        "Cells with two candidates form a chain, one end of which is true, so what both ends see is false.";
    ContinuousNiceLoop, "Continuous Nice Loop", "continuous-nice-loop", Some("0706"), 5600, Unfair, 280, on, logic,
        chains::nice_loops,
        "A chain of inferences closes into a loop, each link of which holds one true candidate.";
    DiscontinuousNiceLoop, "Discontinuous Nice Loop", "discontinuous-nice-loop", Some("0707"), 5600, Unfair, 280, on,
        logic, chains::nice_loops,
        "A chain of inferences leads from a candidate to its opposite.";
    AlternatingInferenceChain, "AIC", "aic", Some("0708"), 5600, Unfair, 280, on, logic, chains::nice_loops,
        "One end of a chain of inferences is true, so what both ends rule out is false.";
    GroupedContinuousNiceLoop, "Grouped Continuous Nice Loop", "grouped-continuous-nice-loop", Some("0709"), 5650, Unfair,
        300, on, logic, chains::grouped_nice_loops,
        "A chain with groups of candidates closes into a loop, each link of which holds one true node.";
    GroupedDiscontinuousNiceLoop, "Grouped Discontinuous Nice Loop", "grouped-discontinuous-nice-loop", Some("0710"),
        5650, Unfair, 300, on, logic, chains::grouped_nice_loops,
        "A chain with groups of candidates leads from a candidate to its opposite.";
    GroupedAlternatingInferenceChain, "Grouped AIC", "grouped-aic", Some("0711"), 5650, Unfair, 300, on, logic,
        chains::grouped_nice_loops,
        "One end of a chain with groups of candidates is true, so what both ends rule out is false.";
    AlmostLockedSetXz, "Almost Locked Set XZ-Rule", "als-xz", Some("0901"), 5700, Unfair, 300, on, logic,
        almost_locked::xz_rule,
        "Of two almost locked sets with a digit that only one can have, one is locked, so what sees its digits in both is false.";
    AlmostLockedSetXyWing, "Almost Locked Set XY-Wing", "als-xy-wing", Some("0902"), 5800, Unfair, 320, on, logic,
        almost_locked::xy_wing,
        "Of two almost locked sets that share different digits with a third, one is locked.";
    AlmostLockedSetChain, "Almost Locked Set XY-Chain", "als-chain", Some("0903"), 5900, Unfair, 340, on, logic,
        almost_locked::set_chain,
        "Along a chain of almost locked sets, either the first or the last is locked.";
    AlmostLockedSetContinuousNiceLoop, "ALS Continuous Nice Loop", "als-continuous-nice-loop", None, 5950, Unfair, 350, on,
        logic, chains::set_nice_loops,
        "A chain through almost locked sets closes into a loop, each link of which holds one true node.";
    AlmostLockedSetDiscontinuousNiceLoop, "ALS Discontinuous Nice Loop", "als-discontinuous-nice-loop", None, 5950, Unfair,
        350, on, logic, chains::set_nice_loops,
        "A chain through almost locked sets leads from a candidate to its opposite.";
    AlmostLockedSetAlternatingInferenceChain, "ALS AIC", "als-aic", None, 5950, Unfair, 350, on, logic,
        chains::set_nice_loops,
        "One end of a chain through almost locked sets is true, so what both ends rule out is false.";
    DeathBlossom, "Death Blossom", "death-blossom", Some("0904"), 6000, Unfair, 360, off, logic,
        almost_locked::death_blossom,
        "Each candidate of a cell would lock an almost locked set, so what all of these rule out is false.";
    AlignedPairExclusion, "Aligned Pair Exclusion", "aligned-pair-exclusion", None, 6010, Unfair, 320, off, logic,
        exclusion::aligned_pair,
        "Of all ways to fill two cells, those that leave a third cell with nothing are impossible.";
    AlignedTripleExclusion, "Aligned Triple Exclusion", "aligned-triple-exclusion", None, 6020, Unfair, 360, off, logic,
        exclusion::aligned_triple,
        "Of all ways to fill three cells, those that leave a fourth cell with nothing are impossible.";
    FrankenXWing, "Franken X-Wing", "franken-x-wing", Some("0330"), 6100, Unfair, 300, on, logic, fish::franken::<2>,
        "Two rows and blocks whose candidates of a digit lie in two columns and blocks, or with rows and columns exchanged, hold it there and nowhere else.";
    FrankenSwordfish, "Franken Swordfish", "franken-swordfish", Some("0331"), 6200, Unfair, 350, on, logic,
        fish::franken::<3>,
        "Three rows and blocks whose candidates of a digit lie in three columns and blocks, or with rows and columns exchanged, hold it there and nowhere else.";
    FrankenJellyfish, "Franken Jellyfish", "franken-jellyfish", Some("0332"), 6300, Unfair, 370, off, logic,
        fish::franken::<4>,
        "Four rows and blocks whose candidates of a digit lie in four columns and blocks, or with rows and columns exchanged, hold it there and nowhere else.";
    FrankenSquirmbag, "Franken Squirmbag", "franken-squirmbag", Some("0333"), 6400, Extreme, 470, asked, logic,
        fish::franken::<5>,
        "Five rows and blocks whose candidates of a digit lie in five columns and blocks, or with rows and columns exchanged, hold it there and nowhere else.";
    FrankenWhale, "Franken Whale", "franken-whale", Some("0334"), 6500, Extreme, 470, asked, logic, fish::franken::<6>,
        "Six rows and blocks whose candidates of a digit lie in six columns and blocks, or with rows and columns exchanged, hold it there and nowhere else.";
    FrankenLeviathan, "Franken Leviathan", "franken-leviathan", Some("0335"), 6600, Extreme, 470, asked, logic,
        fish::franken::<7>,
        "Seven rows and blocks whose candidates of a digit lie in seven columns and blocks, or with rows and columns exchanged, hold it there and nowhere else.";
    FinnedFrankenXWing, "Finned Franken X-Wing", "finned-franken-x-wing", Some("0340"), 6700, Unfair, 390, on, logic,
        fish::franken::<2>,
        "Two rows and blocks hold a digit in two columns and blocks, or with rows and columns exchanged, but for fins: what all fins see leaves the latter.";
    FinnedFrankenSwordfish, "Finned Franken Swordfish", "finned-franken-swordfish", Some("0341"), 6800, Unfair, 410, on, logic,
        fish::franken::<3>,
        "Three rows and blocks hold a digit in three columns and blocks, or with rows and columns exchanged, but for fins: what all fins see leaves the latter.";
    FinnedFrankenJellyfish, "Finned Franken Jellyfish", "finned-franken-jellyfish", Some("0342"), 6900, Unfair, 430, off, logic,
        fish::franken::<4>,
        "Four rows and blocks hold a digit in four columns and blocks, or with rows and columns exchanged, but for fins: what all fins see leaves the latter.";
    FinnedFrankenSquirmbag, "Finned Franken Squirmbag", "finned-franken-squirmbag", Some("0343"), 7000, Extreme, 470, asked, logic,
        fish::franken::<5>,
        "Five rows and blocks hold a digit in five columns and blocks, or with rows and columns exchanged, but for fins: what all fins see leaves the latter.";
    FinnedFrankenWhale, "Finned Franken Whale", "finned-franken-whale", Some("0344"), 7100, Extreme, 470, asked, logic,
        fish::franken::<6>,
        "Six rows and blocks hold a digit in six columns and blocks, or with rows and columns exchanged, but for fins: what all fins see leaves the latter.";
    FinnedFrankenLeviathan, "Finned Franken Leviathan", "finned-franken-leviathan", Some("0345"), 7200, Extreme, 470, asked, logic,
        fish::franken::<7>,
        "Seven rows and blocks hold a digit in seven columns and blocks, or with rows and columns exchanged, but for fins: what all fins see leaves the latter.";
    MutantXWing, "Mutant X-Wing", "mutant-x-wing", Some("0350"), 7300, Extreme, 450, off, logic, fish::mutant::<2>,
        "Two houses of any kind whose candidates of a digit lie in two others hold it there and nowhere else.";
    MutantSwordfish, "Mutant Swordfish", "mutant-swordfish", Some("0351"), 7400, Extreme, 450, off, logic,
        fish::mutant::<3>,
        "Three houses of any kind whose candidates of a digit lie in three others hold it there and nowhere else.";
    MutantJellyfish, "Mutant Jellyfish", "mutant-jellyfish", Some("0352"), 7500, Extreme, 450, off, logic,
        fish::mutant::<4>,
        "Four houses of any kind whose candidates of a digit lie in four others hold it there and nowhere else.";
    MutantSquirmbag, "Mutant Squirmbag", "mutant-squirmbag", Some("0353"), 7600, Extreme, 470, asked, logic,
        fish::mutant::<5>,
        "Five houses of any kind whose candidates of a digit lie in five others hold it there and nowhere else.";
    MutantWhale, "Mutant Whale", "mutant-whale", Some("0354"), 7700, Extreme, 470, asked, logic, fish::mutant::<6>,
        "Six houses of any kind whose candidates of a digit lie in six others hold it there and nowhere else.";
    MutantLeviathan, "Mutant Leviathan", "mutant-leviathan", Some("0355"), 7800, Extreme, 470, asked, logic,
        fish::mutant::<7>,
        "Seven houses of any kind whose candidates of a digit lie in seven others hold it there and nowhere else.";
    FinnedMutantXWing, "Finned Mutant X-Wing", "finned-mutant-x-wing", Some("0360"), 7900, Extreme, 470, off, logic,
        fish::mutant::<2>,
        "Two houses of any kind hold a digit in two others, but for fins: what all fins see leaves the latter.";
    FinnedMutantSwordfish, "Finned Mutant Swordfish", "finned-mutant-swordfish", Some("0361"), 8000, Extreme, 470, off, logic,
        fish::mutant::<3>,
        "Three houses of any kind hold a digit in three others, but for fins: what all fins see leaves the latter.";
    FinnedMutantJellyfish, "Finned Mutant Jellyfish", "finned-mutant-jellyfish", Some("0362"), 8100, Extreme, 470, off, logic,
        fish::mutant::<4>,
        "Four houses of any kind hold a digit in four others, but for fins: what all fins see leaves the latter.";
    FinnedMutantSquirmbag, "Finned Mutant Squirmbag", "finned-mutant-squirmbag", Some("0363"), 8200, Extreme, 470, asked, logic,
        fish::mutant::<5>,
        "Five houses of any kind hold a digit in five others, but for fins: what all fins see leaves the latter.";
    FinnedMutantWhale, "Finned Mutant Whale", "finned-mutant-whale", Some("0364"), 8300, Extreme, 470, asked, logic,
        fish::mutant::<6>,
        "Six houses of any kind hold a digit in six others, but for fins: what all fins see leaves the latter.";
    FinnedMutantLeviathan, "Finned Mutant Leviathan", "finned-mutant-leviathan", Some("0365"), 8400, Extreme, 470, asked, logic,
        fish::mutant::<7>,
        "Seven houses of any kind hold a digit in seven others, but for fins: what all fins see leaves the latter.";
    SkLoop, "SK Loop", "sk-loop", None, 8410, Extreme, 480, on, logic, sectors::sk_loop,
        "Sixteen cells round two rows and two columns take two digits from each of these lines and the blocks where they cross.";
    MultiSectorLockedSets, "Multi-Sector Locked Sets", "multi-sector-locked-sets", None, 8420, Extreme, 490, off, logic,
        sectors::multi_sector,
        "The cells where some rows and columns cross are as many as the sectors that can fill them, so these have their digits nowhere else.";
    JuniorExocet, "Junior Exocet", "junior-exocet", None, 8430, Extreme, 490, on, logic, exocet::junior_exocet,
        "The digits of two base cells must be those of two target cells.";
    KrakenFish1, "Kraken Fish Type 1", "kraken-fish-1", Some("0371"), 8450, Extreme, 500, off, logic, kraken::kraken_fish,
        "Either a fish holds or one of its fins is true, and each fin leads to the same elimination by a chain.";
    KrakenFish2, "Kraken Fish Type 2", "kraken-fish-2", Some("0372"), 8450, Extreme, 500, off, logic, kraken::kraken_fish,
        "One of a fish's candidates in a cover house or one of its fins is true, and each leads to the same elimination by a chain.";
    ForcingChainContradiction, "Forcing Chain Contradiction", "forcing-chain-contradiction", Some("1301"), 8500, Extreme,
        500, on, logic, forcing::forcing_chains,
        "Chains from one supposition leave a cell without candidates or a house without a place.";
    ForcingChainVerity, "Forcing Chain Verity", "forcing-chain-verity", Some("1302"), 8500, Extreme, 500, on, logic,
        forcing::forcing_chains,
        "Chains from all candidates of a cell, or all places in a house, lead to the same.";
    ForcingNetContradiction, "Forcing Net Contradiction", "forcing-net-contradiction", Some("1303"), 8600, Extreme, 700,
        on, logic, forcing::forcing_nets,
        "All that follows from one supposition is impossible.";
    ForcingNetVerity, "Forcing Net Verity", "forcing-net-verity", Some("1304"), 8600, Extreme, 700, on, logic,
        forcing::forcing_nets,
        "All that follows from each candidate of a cell, or each place in a house, includes the same.";
    TemplateSet, "Template Set", "template-set", Some("1201"), 8700, Extreme, 10000, off, logic,
        templates::template_set,
        "A cell that every way to place a digit in the grid has holds the digit.";
    TemplateDelete, "Template Delete", "template-delete", Some("1202"), 8800, Extreme, 10000, off, logic,
        templates::template_delete,
        "A candidate that no way to place its digit in the grid has is false.";
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
    asked: bool,
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

    /// Whether it is looked for only when it is named: its search is too large for a list of all steps.
    pub const fn is_only_asked_for(self) -> bool {
        self.row().asked
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
