//! The table of rules: one line each, with the names that programs and people use.
//!
//! A new rule is a line here, a case in the file of its family, its drawing and its tests.

use core::fmt;

macro_rules! kinds {
    ($($kind:ident $group:ident $name:literal $iss:literal $fpuzzles:literal $english:literal $chinese:literal $meaning:literal $meaning_chinese:literal)*) => {
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
                        meaning_chinese: $meaning_chinese,
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
    meaning_chinese: &'static str,
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
    Diagonal       Region    "diagonal"         "Diagonal"     "diagonal+"        "Diagonal"            "对角线"     "No value repeats on a main diagonal." "主对角线上的数值不重复。"
    Windoku        Region    "windoku"          "Windoku"      ""                 "Windoku"             "窗口"       "No value repeats in the inner blocks, one cell away from the edge and from each other." "内部各宫（离边缘和彼此各隔一格）中的数值不重复。"
    DisjointGroups Region    "disjoint-groups"  "DisjointSets" "disjointgroups"   "Disjoint groups"     "同位组"     "No value repeats at the same place of two blocks." "各宫相同位置上的数值不重复。"
    ExtraRegion    Region    "extra-region"     "AllDifferent" "extraregion"      "Extra region"        "附加区域"   "No value repeats in the region." "区域中的数值不重复。"
    AllDifferent   Region    "all-different"    "AllDifferent" ""                 "All different"       "互不相同"   "No value repeats in these cells." "这些格子中的数值不重复。"
    SameRegions    Region    "same-regions"     "RegionSameValues" ""             "Same region values"  "区域同值"   "All regions of the largest size hold the same values." "所有最大的区域含有相同的数值。"
    AntiKnight     Global    "anti-knight"      "AntiKnight"   "antiknight"       "Anti-knight"         "无马"       "Cells a knight's move apart differ." "相隔一个马步的格子不同。"
    AntiKing       Global    "anti-king"        "AntiKing"     "antiking"         "Anti-king"           "无缘"       "Cells a king's move apart differ." "相隔一个王步的格子不同。"
    NonConsecutive Global    "non-consecutive"  "AntiConsecutive" "nonconsecutive" "Non-consecutive"    "不连续"     "Cells that share a side are not consecutive." "有公共边的格子不连续。"
    AntiTaxicab    Global    "anti-taxicab"     "AntiTaxicab"  ""                 "Anti-taxicab"        "反出租车"   "The same value x is never at a distance of exactly x." "相同的数值x之间的距离不恰为x。"
    GlobalEntropy  Global    "global-entropy"   "GlobalEntropy" ""                "Global entropy"      "全局熵"     "Each 2 x 2 square holds a low, a middle and a high digit." "每个2×2方块含有低、中、高各一个数。"
    GlobalModular  Global    "global-modular"   "GlobalMod"    ""                 "Global modular"      "全局模三"   "Each 2 x 2 square holds all remainders of division by 3." "每个2×2方块含有除以3的所有余数。"
    DutchFlatmates Global    "dutch-flatmates"  "DutchFlatmates" ""               "Dutch flatmates"     "荷兰室友"   "Each 5 has a 1 directly above or a 9 directly below." "每个5的正上方是1，或者正下方是9。"
    Doppelganger   Global    "doppelganger"     "Doppelganger" ""                 "Doppelganger"        "分身"       "Each house has a 0 and misses one digit; houses of a kind miss different ones, and so do the three houses of a 0." "每个区域都有0并缺一个数；同类区域所缺的数不同，一个0所在的三个区域所缺的数也不同。"
    Candidates     Mark      "candidates"       ""             ""                 "Candidates"          "候选数"     "The cell holds one of these values." "格子是这些数值之一。"
    Odd            Mark      "odd"              ""             "odd"              "Odd"                 "奇数"       "The cell is odd." "格子是奇数。"
    Even           Mark      "even"             ""             "even"             "Even"                "偶数"       "The cell is even." "格子是偶数。"
    Minimum        Mark      "minimum"          "GreaterThan"  "minimum"          "Minimum"             "极小"       "The cell is less than its neighbours that are not minimum cells." "格子小于相邻的非极小格。"
    Maximum        Mark      "maximum"          "GreaterThan"  "maximum"          "Maximum"             "极大"       "The cell is greater than its neighbours that are not maximum cells." "格子大于相邻的非极大格。"
    Difference     Pair      "difference"       "WhiteDot"     "difference"       "Difference"          "差"         "The two cells differ by exactly this much." "两格恰好相差这么多。"
    Ratio          Pair      "ratio"            "BlackDot"     "ratio"            "Ratio"               "比"         "One of the two cells is so many times the other." "两格中一个是另一个的这么多倍。"
    Xv             Pair      "xv"               "X"            "xv"               "XV"                  "XV"         "The two cells have this sum: 10 for X, 5 for V." "两格之和：X为10，V为5。"
    Greater        Pair      "greater"          "GreaterThan"  ""                 "Greater than"        "大于"       "The first cell is greater than the second." "第一格大于第二格。"
    NoDifference   Pair      "no-difference"    ""             ""                 "Negative difference" "无差"       "Neighbours without a difference dot do not differ by the dots' amounts." "没有差点的相邻格不相差这些点的数。"
    NoRatio        Pair      "no-ratio"         ""             "negative"         "Negative ratio"      "无比"       "Neighbours without a ratio dot are in none of the dots' ratios." "没有比点的相邻格不成这些点的比。"
    NoXv           Pair      "no-xv"            "StrictXV"     "negative"         "Negative XV"         "无XV"       "Neighbours without X or V have neither sum." "没有X或V的相邻格之和既不是10也不是5。"
    NoKropki       Pair      "no-kropki"        "StrictKropki" ""                 "Strict kropki"       "严格黑白点" "Neighbours without a dot are neither consecutive nor in the ratio 1:2." "没有点的相邻格既不连续也不成1:2。"
    Table          Pair      "pair"             "Pair"         ""                 "Pair table"          "成对关系"   "Two cells that follow each other are a pair of the table." "前后相接的两格是表中的一对。"
    AllPairs       Pair      "all-pairs"        "PairX"        ""                 "Table of all pairs"  "两两关系"   "Any two of the cells are a pair of the table." "任意两格是表中的一对。"
    Killer         Cage      "killer"           "Cage"         "killercage"       "Killer cage"         "杀手笼"     "The cells differ and have this sum." "各格不同，其和为此数。"
    Rellik         Cage      "rellik"           "RellikCage"   ""                 "Rellik cage"         "反杀手笼"   "The cells differ and none of their subsets has this sum." "各格不同，任何子集之和都不是此数。"
    Equality       Cage      "equality"         "EqualityCage" ""                 "Equality cage"       "平等笼"     "The cells differ; as many are even as odd, and as many low as high." "各格不同；奇数与偶数一样多，大数与小数一样多。"
    Lunchbox       Cage      "lunchbox"         "Lunchbox"     ""                 "Lunchbox"            "午餐盒"     "The cells differ, and those between the smallest and the largest have this sum." "各格不同，最小与最大之间的格子之和为此数。"
    Sum            Sum       "sum"              "Sum"          ""                 "Sum"                 "和"         "The cells, each times its coefficient, have this sum." "各格乘以各自的系数，其和为此数。"
    EqualSum       Sum       "equal-sum"        "EqualSum"     ""                 "Equal sums"          "等和"       "All segments have the same sum." "各段之和相等。"
    LittleKiller   Sum       "little-killer"    "LittleKiller" "littlekillersum"  "Little killer"       "小杀手"     "The cells of the diagonal have this sum." "斜线上各格之和为此数。"
    Arrow          Sum       "arrow"            "Arrow"        "arrow"            "Arrow"               "箭头"       "The cells of the arrow have the sum in the circle." "箭头上各格之和等于圆圈中的数。"
    DoubleArrow    Sum       "double-arrow"     "DoubleArrow"  "doublearrow"      "Double arrow"        "双箭头"     "The two ends have the same sum as the cells between them." "两端之和等于中间各格之和。"
    Zipper         Sum       "zipper"           "Zipper"       "zipperline"       "Zipper line"         "拉链线"     "Cells at the same distance from the middle have the same sum, which is the middle cell where there is one." "与中心等距的格子之和相等；有中心格时等于中心格。"
    RegionSum      Sum       "region-sum"       "RegionSumLine" "regionsumline"   "Region sum line"     "区域和线"   "The stretches of the line in each region have the same sum." "线在各区域中的各段之和相等。"
    SumLine        Sum       "sum-line"         "SumLine"      ""                 "Sum line"            "分段和线"   "The line splits into stretches that each have this sum." "线可分成若干段，每段之和为此数。"
    Thermo         Line      "thermo"           "Thermo"       "thermometer"      "Thermometer"         "温度计"     "Values rise from the bulb." "数值从球端开始递增。"
    SlowThermo     Line      "slow-thermo"      "Pair"         "slowthermometer"  "Slow thermometer"    "慢温度计"   "Values rise or stay the same from the bulb." "数值从球端开始递增或不变。"
    Palindrome     Line      "palindrome"       "Palindrome"   "palindrome"       "Palindrome"          "回文线"     "The line reads the same from both ends." "从两端读线上的数值相同。"
    Between        Line      "between"          "Between"      "betweenline"      "Between line"        "夹线"       "Cells between the ends have values strictly between them." "两端之间各格的数值严格介于两端之间。"
    Lockout        Line      "lockout"          "Lockout"      "lockout"          "Lockout line"        "排斥线"     "The ends differ by at least this much, and cells between them are strictly outside their range." "两端至少相差这么多，中间各格严格在两端的范围之外。"
    Renban         Line      "renban"           "Renban"       "renban"           "Renban line"         "连番线"     "The values are consecutive, in any order." "线上的数值是连续的，次序不限。"
    Whisper        Line      "whisper"          "Whisper"      "whispers"         "Whisper line"        "低语线"     "Cells that follow each other differ by at least this much." "前后相接的格子至少相差这么多。"
    Entropic       Line      "entropic"         "Entropic"     "entropicline"     "Entropic line"       "熵线"       "Any three cells in sequence hold a low, a middle and a high value." "任意三个相接的格子含有低、中、高各一个数。"
    Modular        Line      "modular"          "Modular"      "modularline"      "Modular line"        "模线"       "Any m cells in sequence have different remainders of division by m." "任意m个相接的格子除以m的余数各不相同。"
    Nabner         Line      "nabner"           "PairX"        "nabner"           "Nabner line"         "反连番线"   "No two cells of the line are equal or consecutive." "线上任意两格不相等也不连续。"
    Contains       Count     "contains"         "ContainAtLeast" ""               "Contains"            "包含"       "These values occur in the cells, each at least so often." "这些数值在格子中至少出现这么多次。"
    ContainsExactly Count    "contains-exactly" "ContainExact" ""                 "Contains exactly"    "恰好包含"   "These values occur in the cells, each exactly so often." "这些数值在格子中恰好出现这么多次。"
    Quadruple      Count     "quadruple"        "Quad"         "quadruple"        "Quadruple"           "四格圈"     "The values in the circle occur in the four cells around it." "圆圈中的数值出现在周围的四格中。"
    LookAndSay     Count     "look-and-say"     "LookAndSay"   ""                 "Look-and-say cage"   "外观数列笼" "Each pair of digits in the clue is a count and a value that occurs exactly so often." "提示中的每两位数字表示次数和数值，该数值恰好出现这么多次。"
    CountingCircles Count    "counting-circles" "CountingCircles" ""              "Counting circles"    "计数圈"     "A value in a circle occurs so many times among the circles." "圆圈中的数值在所有圆圈中出现这么多次。"
    CountDistinct  Count     "count-distinct"   "CountDistinct" ""                "Count of values"     "异数计数"   "The first cell is the number of different values in the others." "第一格是其余各格中不同数值的个数。"
    Clone          Count     "clone"            "SameValues"   "clone"            "Clone"               "克隆"       "The two shapes hold the same values at the same places." "两个图形在相同位置上的数值相同。"
    SameValues     Count     "same-values"      "SameValues"   ""                 "Same values"         "同值组"     "All sets of cells hold the same values, each as often." "各组格子含有相同的数值，次数也相同。"
    Sandwich       Outside   "sandwich"         "Sandwich"     "sandwichsum"      "Sandwich sum"        "三明治和"   "The cells between the smallest and the largest value of the line have this sum." "该行或列中最小与最大数值之间的格子之和为此数。"
    XSum           Outside   "x-sum"            "XSum"         "xsum"             "X-sum"               "X和"        "The first x cells have this sum, where x is the first of them." "前x格之和为此数，x是其中第一格。"
    Skyscraper     Outside   "skyscraper"       "Skyscraper"   "skyscraper"       "Skyscraper"          "摩天楼"     "So many cells are greater than all before them." "大于之前所有格子的格子有这么多个。"
    HiddenSkyscraper Outside "hidden-skyscraper" "HiddenSkyscraper" ""            "Hidden skyscraper"   "隐藏摩天楼" "The first cell that is not greater than all before it has this value." "第一个不大于之前所有格子的格子是此数值。"
    NumberedRoom   Outside   "numbered-room"    "NumberedRoom" ""                 "Numbered room"       "编号房间"   "The n-th cell has this value, where n is the first cell." "第n格是此数值，n是第一格。"
    FullRank       Outside   "full-rank"        "FullRank"     ""                 "Full rank"           "全排名"     "The line, read as a number, has this rank among all rows and columns read both ways." "把该行或列读作一个数，它在所有行列的两个方向的读数中排在此位。"
    FullRankTies   Outside   "full-rank-ties"   "FullRankTies" ""                 "Full rank ties"      "排名并列"   "Which lines may have the same rank." "哪些行列可以有相同的排名。"
    RowIndexer     Index     "row-indexer"      "Indexing"     "rowindexer"       "Row indexer"         "行索引"     "The value is the row in which the number of this row occurs in this column." "数值是本行的行号在本列中出现的行。"
    ColumnIndexer  Index     "column-indexer"   "Indexing"     "columnindexer"    "Column indexer"      "列索引"     "The value is the column in which the number of this column occurs in this row." "数值是本列的列号在本行中出现的列。"
    BlockIndexer   Index     "block-indexer"    ""             "boxindexer"       "Box indexer"         "宫索引"     "The value is the place in the box where the number of this place occurs." "数值是本位置的编号在宫中出现的位置。"
    ValueIndexing  Index     "value-indexing"   "ValueIndexing" ""                "Value indexing"      "数值索引"   "The first cell is the value of the n-th cell of the line, where n is the second cell." "第一格是线上第n格的数值，n是第二格。"
    Regex          Automaton "regex"            "Regex"        ""                 "Regular expression"  "正则表达式" "The values along the line match the expression." "线上的数值符合表达式。"
    Nfa            Automaton "automaton"        "NFA"          ""                 "State machine"       "状态机"     "An automaton accepts the values along the line." "自动机接受线上的数值。"
    AnyOf          Compound  "any-of"           "Or"           ""                 "Any of"              "任一"       "At least one of the rules holds." "至少一条规则成立。"
    AllOf          Compound  "all-of"           "And"          ""                 "All of"              "全部"       "All of the rules hold." "所有规则都成立。"
    SearchPriority Compound  "search-priority"  "SearchPriority" ""               "Search priority"     "搜索优先级" "A hint for the search; it does not change the solutions." "给搜索的提示，不改变解。"
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

    /// What the rule says, in one Chinese sentence.
    pub const fn meaning_chinese(self) -> &'static str {
        self.entry().meaning_chinese
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
            assert!(kind.meaning().ends_with('.') && kind.meaning_chinese().ends_with('。'), "{kind:?}");
            assert!(kind.slug().bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase()), "{kind:?}");
            assert_eq!(Kind::from_slug(kind.slug()), Some(*kind));
            for other in &Kind::ALL[..place] {
                assert_ne!(kind.english(), other.english());
                assert_ne!(kind.chinese(), other.chinese());
            }
        }
    }
}
