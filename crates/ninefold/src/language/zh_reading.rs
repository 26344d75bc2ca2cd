//! Simplified Chinese: what is wrong with a text that could not be read.

use alloc::format;
use alloc::string::{String, ToString};

use crate::text::{Expected, Found};

pub(super) fn found(found: &Found) -> String {
    match found {
        Found::Byte(byte) => format!("字节 {byte:#04x}（不是 UTF-8）"),
        Found::EndOfLine => "行尾".to_string(),
        Found::EndOfInput => "文本结尾".to_string(),
        Found::TooLong => "过长的文本".to_string(),
        Found::Rows(rows) => format!("{rows}行的盘面"),
        Found::Cells(cells) => format!("{cells}格的一行"),
        Found::MaskCells(cells) => format!("{cells}格的掩模"),
        Found::AnotherPuzzle => "另一道题".to_string(),
        Found::UnclearBlanks => "含义不明的空白".to_string(),
        // A character is the same in every language.
        other => other.to_string(),
    }
}

pub(super) fn expected(expected: &Expected) -> String {
    let text = match expected {
        Expected::Puzzle => "一道题",
        Expected::Cell => "数字或空格标记",
        Expected::EndOfCells => "81格之后题目结束",
        Expected::NineRows => "九行",
        Expected::NineCells => "九格",
        Expected::MarkedCells => "九格，空格写作 '.'",
        Expected::DigitOrEmpty(digit) => return format!("'{digit}' 或空位"),
        Expected::EndOfCandidates => "729位之后题目结束",
        Expected::Candidates => "一格中互不相同的候选数",
        Expected::Colon => "':' 和下一个字段",
        Expected::HodokuCandidate => "按数字、行、列写出的候选数，如 547",
        Expected::Section => "段落标题，如 [Puzzle]",
        Expected::ClosingQuote => "右引号",
        Expected::PuzzleColumn => "名为 puzzle 的列",
        Expected::PuzzleField => "含有题目的字段",
        Expected::JsonPuzzle => "含有题目的对象或字符串",
        Expected::JsonValue => "JSON 值",
        Expected::JsonName => "带引号的成员名",
        Expected::JsonColon => "':'",
        Expected::JsonComma => "',' 或右括号",
        Expected::JsonEscape => "转义符，如 \\n 或 \\u00e9",
        Expected::PuzzleMember => "成员 \"puzzle\"，其值为字符串",
        Expected::NumberArray => "81个数字，或九个各含九个数字的数组",
        Expected::CandidateStrings => "由81个候选数字符串组成的数组",
        Expected::XmlAttribute => "属性，如 data=\"...\"",
        Expected::XmlClose => "'>'",
        Expected::XmlData => "含有各格的属性 data=\"...\"",
        Expected::XmlCell => "单元格列表的字段",
        Expected::MaskCell => "掩模的一格，如 'x' 或 '.'",
        Expected::MaskCells => "81格",
        Expected::Depth(depth) => return format!("不超过{depth}层的嵌套"),
        Expected::AtMost(limit) => return format!("一行或一个元素不超过{limit}字节"),
        Expected::EndOfInput => "文本结尾",
    };
    text.to_string()
}
