//! The texts of a book in each language. Sentences about steps come from the library.

use ninefold::Language;
use ninefold::explain::Level;

/// All texts of one language.
pub(crate) struct Words {
    pub(crate) title: &'static str,
    pub(crate) contents: &'static str,
    pub(crate) hints: &'static str,
    pub(crate) solutions: &'static str,
    pub(crate) rules_heading: &'static str,
    pub(crate) rules: &'static str,
    /// The heading of puzzles of other sizes and rules.
    pub(crate) variants: &'static str,
    /// The heading of what their rules say.
    pub(crate) meanings: &'static str,
    levels: [&'static str; 5],
    no_level: &'static str,
    one_puzzle: &'static str,
    puzzles: &'static str,
}

const ENGLISH: Words = Words {
    title: "Sudoku",
    contents: "Contents",
    hints: "Hints",
    solutions: "Solutions",
    rules_heading: "The rule",
    rules: "Fill the empty cells so that every row, every column and every 3x3 box holds each digit from 1 to 9 exactly once. \
            Every puzzle of this book has exactly one solution.",
    variants: "Other sizes and rules",
    meanings: "Rules in this book",
    levels: ["Easy", "Medium", "Hard", "Unfair", "Extreme"],
    no_level: "Beyond Extreme",
    one_puzzle: "1 puzzle",
    puzzles: "{} puzzles",
};

const CHINESE: Words = Words {
    title: "数独",
    contents: "目录",
    hints: "提示",
    solutions: "答案",
    rules_heading: "规则",
    rules: "在空格中填入数字，使每行、每列、每个3x3宫中1到9各恰好出现一次。本书中每道题都有唯一解。",
    variants: "其他规则",
    meanings: "规则",
    levels: ["简单", "中等", "困难", "很难", "极难"],
    no_level: "超出极难",
    one_puzzle: "1道题",
    puzzles: "{}道题",
};

/// The texts of a language; English if it has none.
pub(crate) fn of(language: Language) -> &'static Words {
    if language == Language::CHINESE { &CHINESE } else { &ENGLISH }
}

impl Words {
    pub(crate) fn level(&self, level: Option<Level>) -> &'static str {
        let index = level.and_then(|level| Level::ALL.iter().position(|&other| other == level));
        index.map_or(self.no_level, |index| self.levels[index])
    }

    pub(crate) fn count(&self, puzzles: usize) -> String {
        if puzzles == 1 { self.one_puzzle.to_owned() } else { self.puzzles.replace("{}", &puzzles.to_string()) }
    }

    /// Every text.
    #[cfg(test)]
    pub(crate) fn all(&self) -> impl Iterator<Item = &'static str> {
        let rest = [
            self.title,
            self.contents,
            self.hints,
            self.solutions,
            self.rules_heading,
            self.rules,
            self.variants,
            self.meanings,
            self.no_level,
            self.one_puzzle,
            self.puzzles,
        ];
        self.levels.into_iter().chain(rest)
    }
}
