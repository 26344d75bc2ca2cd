//! The table of rules: one line each, with the names that programs and people use.
//!
//! A new rule is a line here, a case in the file of its family, its drawing and its tests.

use core::fmt;

macro_rules! kinds {
    ($($kind:ident $group:ident $name:literal $iss:literal $fpuzzles:literal $english:literal $chinese:literal $meaning:literal)*) => {
        /// What a rule is, without its cells and numbers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $(#[doc = $meaning] $kind,)*
        }

        impl Kind {
            /// All rules, in the order of the table.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind),*];

            const fn entry(self) -> Entry {
                match self {
                    $(Kind::$kind => Entry {
                        group: Group::$group,
                        name: $name,
                        iss: $iss,
                        fpuzzles: $fpuzzles,
                        english: $english,
                        chinese: $chinese,
                        meaning: $meaning,
                    },)*
                }
            }
        }
    };
}

struct Entry {
    group: Group,
    name: &'static str,
    iss: &'static str,
    fpuzzles: &'static str,
    english: &'static str,
    chinese: &'static str,
    meaning: &'static str,
}

/// The family of a rule: the file that defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Group {
    /// Cells in which no value repeats.
    Region,
    /// Rules for the whole grid.
    Global,
    /// Marks on one cell.
    Mark,
    /// Relations of two cells.
    Pair,
    /// Cages.
    Cage,
    /// Sums.
    Sum,
    /// Lines.
    Line,
    /// Values that must occur, and how often.
    Count,
    /// Clues outside the grid.
    Outside,
    /// Cells that give the place of a value.
    Index,
    /// Regular expressions and automata.
    Automaton,
    /// Rules made of rules.
    Compound,
}

kinds! {
    // kind        family    slug               string form    f-puzzles          English               Chinese
    Diagonal       Region    "diagonal"         "Diagonal"     "diagonal+"        "Diagonal"            "对角线"     "No value repeats on a main diagonal."
    Windoku        Region    "windoku"          "Windoku"      ""                 "Windoku"             "窗口"       "No value repeats in the inner blocks, one cell away from the edge and from each other."
    DisjointGroups Region    "disjoint-groups"  "DisjointSets" "disjointgroups"   "Disjoint groups"     "同位组"     "No value repeats at the same place of two blocks."
    ExtraRegion    Region    "extra-region"     "AllDifferent" "extraregion"      "Extra region"        "附加区域"   "No value repeats in the region."
    AllDifferent   Region    "all-different"    "AllDifferent" ""                 "All different"       "互不相同"   "No value repeats in these cells."
    SameRegions    Region    "same-regions"     "RegionSameValues" ""             "Same region values"  "区域同值"   "All regions of the largest size hold the same values."
    AntiKnight     Global    "anti-knight"      "AntiKnight"   "antiknight"       "Anti-knight"         "无马"       "Cells a knight's move apart differ."
    AntiKing       Global    "anti-king"        "AntiKing"     "antiking"         "Anti-king"           "无缘"       "Cells a king's move apart differ."
    NonConsecutive Global    "non-consecutive"  "AntiConsecutive" "nonconsecutive" "Non-consecutive"    "不连续"     "Cells that share a side are not consecutive."
    AntiTaxicab    Global    "anti-taxicab"     "AntiTaxicab"  ""                 "Anti-taxicab"        "反出租车"   "The same value x is never at a distance of exactly x."
    GlobalEntropy  Global    "global-entropy"   "GlobalEntropy" ""                "Global entropy"      "全局熵"     "Each 2 x 2 square holds a low, a middle and a high digit."
    GlobalModular  Global    "global-modular"   "GlobalMod"    ""                 "Global modular"      "全局模三"   "Each 2 x 2 square holds all remainders of division by 3."
    DutchFlatmates Global    "dutch-flatmates"  "DutchFlatmates" ""               "Dutch flatmates"     "荷兰室友"   "Each 5 has a 1 directly above or a 9 directly below."
    Doppelganger   Global    "doppelganger"     "Doppelganger" ""                 "Doppelganger"        "分身"       "Each house has a 0 and misses one digit; houses of a kind miss different ones, and so do the three houses of a 0."
    Candidates     Mark      "candidates"       ""             ""                 "Candidates"          "候选数"     "The cell holds one of these values."
    Odd            Mark      "odd"              ""             "odd"              "Odd"                 "奇数"       "The cell is odd."
    Even           Mark      "even"             ""             "even"             "Even"                "偶数"       "The cell is even."
    Minimum        Mark      "minimum"          "GreaterThan"  "minimum"          "Minimum"             "极小"       "The cell is less than its neighbours that are not minimum cells."
    Maximum        Mark      "maximum"          "GreaterThan"  "maximum"          "Maximum"             "极大"       "The cell is greater than its neighbours that are not maximum cells."
    Difference     Pair      "difference"       "WhiteDot"     "difference"       "Difference"          "差"         "The two cells differ by exactly this much."
    Ratio          Pair      "ratio"            "BlackDot"     "ratio"            "Ratio"               "比"         "One of the two cells is so many times the other."
    Xv             Pair      "xv"               "X"            "xv"               "XV"                  "XV"         "The two cells have this sum: 10 for X, 5 for V."
    Greater        Pair      "greater"          "GreaterThan"  ""                 "Greater than"        "大于"       "The first cell is greater than the second."
    NoDifference   Pair      "no-difference"    ""             ""                 "Negative difference" "无差"       "Neighbours without a difference dot do not differ by the dots' amounts."
    NoRatio        Pair      "no-ratio"         ""             "negative"         "Negative ratio"      "无比"       "Neighbours without a ratio dot are in none of the dots' ratios."
    NoXv           Pair      "no-xv"            "StrictXV"     "negative"         "Negative XV"         "无XV"       "Neighbours without X or V have neither sum."
    NoKropki       Pair      "no-kropki"        "StrictKropki" ""                 "Strict kropki"       "严格黑白点" "Neighbours without a dot are neither consecutive nor in the ratio 1:2."
    Table          Pair      "pair"             "Pair"         ""                 "Pair table"          "成对关系"   "Two cells that follow each other are a pair of the table."
    AllPairs       Pair      "all-pairs"        "PairX"        ""                 "Table of all pairs"  "两两关系"   "Any two of the cells are a pair of the table."
    Killer         Cage      "killer"           "Cage"         "killercage"       "Killer cage"         "杀手笼"     "The cells differ and have this sum."
    Rellik         Cage      "rellik"           "RellikCage"   ""                 "Rellik cage"         "反杀手笼"   "The cells differ and none of their subsets has this sum."
    Equality       Cage      "equality"         "EqualityCage" ""                 "Equality cage"       "平等笼"     "The cells differ; as many are even as odd, and as many low as high."
    Lunchbox       Cage      "lunchbox"         "Lunchbox"     ""                 "Lunchbox"            "午餐盒"     "The cells differ, and those between the smallest and the largest have this sum."
    Sum            Sum       "sum"              "Sum"          ""                 "Sum"                 "和"         "The cells, each times its coefficient, have this sum."
    EqualSum       Sum       "equal-sum"        "EqualSum"     ""                 "Equal sums"          "等和"       "All segments have the same sum."
    LittleKiller   Sum       "little-killer"    "LittleKiller" "littlekillersum"  "Little killer"       "小杀手"     "The cells of the diagonal have this sum."
    Arrow          Sum       "arrow"            "Arrow"        "arrow"            "Arrow"               "箭头"       "The cells of the arrow have the sum in the circle."
    DoubleArrow    Sum       "double-arrow"     "DoubleArrow"  "doublearrow"      "Double arrow"        "双箭头"     "The two ends have the same sum as the cells between them."
    Zipper         Sum       "zipper"           "Zipper"       "zipperline"       "Zipper line"         "拉链线"     "Cells at the same distance from the middle have the same sum, which is the middle cell where there is one."
    RegionSum      Sum       "region-sum"       "RegionSumLine" "regionsumline"   "Region sum line"     "区域和线"   "The stretches of the line in each region have the same sum."
    SumLine        Sum       "sum-line"         "SumLine"      ""                 "Sum line"            "分段和线"   "The line splits into stretches that each have this sum."
    Thermo         Line      "thermo"           "Thermo"       "thermometer"      "Thermometer"         "温度计"     "Values rise from the bulb."
    SlowThermo     Line      "slow-thermo"      "Pair"         "slowthermometer"  "Slow thermometer"    "慢温度计"   "Values rise or stay the same from the bulb."
    Palindrome     Line      "palindrome"       "Palindrome"   "palindrome"       "Palindrome"          "回文线"     "The line reads the same from both ends."
    Between        Line      "between"          "Between"      "betweenline"      "Between line"        "夹线"       "Cells between the ends have values strictly between them."
    Lockout        Line      "lockout"          "Lockout"      "lockout"          "Lockout line"        "排斥线"     "The ends differ by at least this much, and cells between them are strictly outside their range."
    Renban         Line      "renban"           "Renban"       "renban"           "Renban line"         "连番线"     "The values are consecutive, in any order."
    Whisper        Line      "whisper"          "Whisper"      "whispers"         "Whisper line"        "低语线"     "Cells that follow each other differ by at least this much."
    Entropic       Line      "entropic"         "Entropic"     "entropicline"     "Entropic line"       "熵线"       "Any three cells in sequence hold a low, a middle and a high value."
    Modular        Line      "modular"          "Modular"      "modularline"      "Modular line"        "模线"       "Any m cells in sequence have different remainders of division by m."
    Nabner         Line      "nabner"           "PairX"        "nabner"           "Nabner line"         "反连番线"   "No two cells of the line are equal or consecutive."
    Contains       Count     "contains"         "ContainAtLeast" ""               "Contains"            "包含"       "These values occur in the cells, each at least so often."
    ContainsExactly Count    "contains-exactly" "ContainExact" ""                 "Contains exactly"    "恰好包含"   "These values occur in the cells, each exactly so often."
    Quadruple      Count     "quadruple"        "Quad"         "quadruple"        "Quadruple"           "四格圈"     "The values in the circle occur in the four cells around it."
    LookAndSay     Count     "look-and-say"     "LookAndSay"   ""                 "Look-and-say cage"   "外观数列笼" "Each pair of digits in the clue is a count and a value that occurs exactly so often."
    CountingCircles Count    "counting-circles" "CountingCircles" ""              "Counting circles"    "计数圈"     "A value in a circle occurs so many times among the circles."
    CountDistinct  Count     "count-distinct"   "CountDistinct" ""                "Count of values"     "异数计数"   "The first cell is the number of different values in the others."
    Clone          Count     "clone"            "SameValues"   "clone"            "Clone"               "克隆"       "The two shapes hold the same values at the same places."
    SameValues     Count     "same-values"      "SameValues"   ""                 "Same values"         "同值组"     "All sets of cells hold the same values, each as often."
    Sandwich       Outside   "sandwich"         "Sandwich"     "sandwichsum"      "Sandwich sum"        "三明治和"   "The cells between the smallest and the largest value of the line have this sum."
    XSum           Outside   "x-sum"            "XSum"         "xsum"             "X-sum"               "X和"        "The first x cells have this sum, where x is the first of them."
    Skyscraper     Outside   "skyscraper"       "Skyscraper"   "skyscraper"       "Skyscraper"          "摩天楼"     "So many cells are greater than all before them."
    HiddenSkyscraper Outside "hidden-skyscraper" "HiddenSkyscraper" ""            "Hidden skyscraper"   "隐藏摩天楼" "The first cell that is not greater than all before it has this value."
    NumberedRoom   Outside   "numbered-room"    "NumberedRoom" ""                 "Numbered room"       "编号房间"   "The n-th cell has this value, where n is the first cell."
    FullRank       Outside   "full-rank"        "FullRank"     ""                 "Full rank"           "全排名"     "The line, read as a number, has this rank among all rows and columns read both ways."
    FullRankTies   Outside   "full-rank-ties"   "FullRankTies" ""                 "Full rank ties"      "排名并列"   "Which lines may have the same rank."
    RowIndexer     Index     "row-indexer"      "Indexing"     "rowindexer"       "Row indexer"         "行索引"     "The value is the row in which the number of this row occurs in this column."
    ColumnIndexer  Index     "column-indexer"   "Indexing"     "columnindexer"    "Column indexer"      "列索引"     "The value is the column in which the number of this column occurs in this row."
    BlockIndexer   Index     "block-indexer"    ""             "boxindexer"       "Box indexer"         "宫索引"     "The value is the place in the box where the number of this place occurs."
    ValueIndexing  Index     "value-indexing"   "ValueIndexing" ""                "Value indexing"      "数值索引"   "The first cell is the value of the n-th cell of the line, where n is the second cell."
    Regex          Automaton "regex"            "Regex"        ""                 "Regular expression"  "正则表达式" "The values along the line match the expression."
    Nfa            Automaton "automaton"        "NFA"          ""                 "State machine"       "状态机"     "An automaton accepts the values along the line."
    AnyOf          Compound  "any-of"           "Or"           ""                 "Any of"              "任一"       "At least one of the rules holds."
    AllOf          Compound  "all-of"           "And"          ""                 "All of"              "全部"       "All of the rules hold."
    SearchPriority Compound  "search-priority"  "SearchPriority" ""               "Search priority"     "搜索优先级" "A hint for the search; it does not change the solutions."
}

impl Kind {
    /// The family of the rule.
    pub const fn group(self) -> Group {
        self.entry().group
    }

    /// A name for programs: lower case with hyphens.
    pub const fn slug(self) -> &'static str {
        self.entry().name
    }

    /// The name in Interactive Sudoku Solver's string form, empty where the rule is written in other terms.
    pub const fn string_form(self) -> &'static str {
        self.entry().iss
    }

    /// The member in f-puzzles' JSON, empty where it has no such rule.
    pub const fn fpuzzles(self) -> &'static str {
        self.entry().fpuzzles
    }

    /// The name in English.
    pub const fn english(self) -> &'static str {
        self.entry().english
    }

    /// The name in Simplified Chinese.
    pub const fn chinese(self) -> &'static str {
        self.entry().chinese
    }

    /// What the rule says, in one English sentence.
    pub const fn meaning(self) -> &'static str {
        self.entry().meaning
    }

    /// The kind of this slug.
    pub fn from_slug(slug: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.slug() == slug)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.english())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_and_names_are_different_and_meanings_are_sentences() {
        for (place, kind) in Kind::ALL.iter().enumerate() {
            assert!(kind.meaning().ends_with('.'), "{kind:?}");
            assert!(kind.slug().bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase()), "{kind:?}");
            assert_eq!(Kind::from_slug(kind.slug()), Some(*kind));
            for other in &Kind::ALL[..place] {
                assert_ne!(kind.english(), other.english());
                assert_ne!(kind.chinese(), other.chinese());
            }
        }
    }
}
