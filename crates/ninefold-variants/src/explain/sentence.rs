//! Steps in sentences, in English and in Chinese.

use ninefold::Language;

use super::{Reason, Step, Total};
use crate::board::HouseName;
use crate::{Cell, ValueSet, Variant, symbol};

/// The names of a house.
pub(crate) fn house(name: HouseName) -> (String, String) {
    match name {
        HouseName::Row(row) => (format!("row {}", row + 1), format!("第{}行", row + 1)),
        HouseName::Column(column) => (format!("column {}", column + 1), format!("第{}列", column + 1)),
        HouseName::Block(block) => (format!("box {}", block + 1), format!("第{}宫", block + 1)),
        HouseName::Piece(piece) => (format!("region {}", piece + 1), format!("第{}区", piece + 1)),
    }
}

fn joined(items: &[String], last: &str, between: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{}{last}{end}", first.join(between)),
    }
}

pub(super) fn of(step: &Step, variant: &Variant, language: Language) -> String {
    let chinese = language == Language::CHINESE;
    let board = variant.board();
    let names = |cells: &[Cell]| cells.iter().map(|&cell| board.name(cell)).collect::<Vec<_>>();
    let list =
        |cells: &[Cell]| joined(&names(cells), if chinese { "和" } else { " and " }, if chinese { "、" } else { ", " });
    let values = |set: ValueSet, last: &str| {
        let items: Vec<String> = set.iter().map(|value| symbol(value).to_string()).collect();
        joined(&items, last, if chinese { "、" } else { ", " })
    };
    let placed = step.placed.map(|(cell, value)| (board.name(cell), symbol(value)));
    let removed = || {
        // Cells that lose the same values share a clause.
        let mut groups: Vec<(ValueSet, Vec<Cell>)> = Vec::new();
        for &(cell, set) in &step.removed {
            match groups.iter_mut().find(|group| group.0 == set) {
                Some(group) => group.1.push(cell),
                None => groups.push((set, vec![cell])),
            }
        }
        let clause = |(set, cells): &(ValueSet, Vec<Cell>)| {
            if chinese {
                format!("{}不能是{}", list(cells), values(*set, "或"))
            } else {
                format!("{} cannot be {}", list(cells), values(*set, " or "))
            }
        };
        groups.iter().map(clause).collect::<Vec<_>>().join(if chinese { "；" } else { "; " })
    };
    match (&step.reason, placed) {
        (Reason::NakedSingle, Some((cell, value))) => {
            if chinese {
                format!("{cell}只剩候选数{value}。")
            } else {
                format!("{value} is the only candidate left in {cell}.")
            }
        }
        (Reason::HiddenSingle { region }, Some((cell, value))) => {
            if chinese {
                format!("{}中{value}只能放在{cell}。", region.chinese)
            } else {
                format!("In {}, {cell} is the only place for {value}.", region.english)
            }
        }
        (Reason::Pointing { region, value, places }, _) => {
            let (value, places) = (symbol(*value), list(places));
            if chinese {
                format!("{}中{value}只能在{places}，因此{}。", region.chinese, removed())
            } else {
                format!("In {}, {value} is in {places}: {}.", region.english, removed())
            }
        }
        (Reason::Tuple { region, cells, values: set }, _) => {
            if chinese {
                format!("{}中{}占用{}，因此{}。", region.chinese, list(cells), values(*set, "和"), removed())
            } else {
                format!("In {}, {} hold {}: {}.", region.english, list(cells), values(*set, " and "), removed())
            }
        }
        (Reason::Rule(number), _) => {
            let rule = &variant.rules()[*number];
            let mut cells = rule.cells(&variant.setting());
            let many = cells.len() > 12;
            cells.truncate(12);
            let shown = names(&cells).join(" ") + if many { " …" } else { "" };
            if chinese {
                format!("{} {shown}：{}。", rule.kind().chinese(), removed())
            } else {
                format!("{} {shown}: {}.", rule.kind().english(), removed())
            }
        }
        (Reason::Total(total), _) => {
            let equation = if chinese { chinese_total(total, &list) } else { english_total(total, &list) };
            if chinese { format!("{equation}，因此{}。", removed()) } else { format!("{equation}: {}.", removed()) }
        }
        (_, Some((cell, value))) => {
            if chinese {
                format!("没有适用的简单方法；求解器给出{cell}是{value}。")
            } else {
                format!("No simple step applies; the solver gives {cell} = {value}.")
            }
        }
        (_, None) => removed(),
    }
}

/// `Rows 1 and 2 have the total 90, and 7 cages have 83, so r1c1 and r2c3 together are 7`.
fn english_total(total: &Total, list: &dyn Fn(&[Cell]) -> String) -> String {
    let names: Vec<String> = total.houses.iter().map(|house| house.english.clone()).collect();
    let mut houses = joined(&names, " and ", ", ");
    houses[..1].make_ascii_uppercase();
    let sums = total.sums;
    let (have, cages) = match (total.houses.len(), total.cages.len()) {
        (1, 1) => ("has", format!("1 cage has {sums}")),
        (1, cages) => ("has", format!("{cages} cages have {sums}")),
        (_, 1) => ("have", format!("1 cage has {sums}")),
        (_, cages) => ("have", format!("{cages} cages have {sums}")),
    };
    let together = |cells: &[Cell]| match cells {
        [_] => format!("{} is", list(cells)),
        _ => format!("{} together are", list(cells)),
    };
    let difference = total.difference;
    let what = match (&total.innies[..], &total.outies[..]) {
        (innies, []) => format!("{} {difference}", together(innies)),
        ([], outies) => format!("{} {}", together(outies), -difference),
        (innies, outies) if difference == 0 => format!("{} as much as {}", together(innies), list(outies)),
        (innies, outies) if difference > 0 => format!("{} {difference} more than {}", together(innies), list(outies)),
        (innies, outies) => format!("{} {} less than {}", together(innies), -difference, list(outies)),
    };
    format!("{houses} {have} the total {}, and {cages}, so {what}", total.difference + sums)
}

fn chinese_total(total: &Total, list: &dyn Fn(&[Cell]) -> String) -> String {
    let names: Vec<String> = total.houses.iter().map(|house| house.chinese.clone()).collect();
    let (sums, difference) = (total.sums, total.difference);
    let what = match (&total.innies[..], &total.outies[..]) {
        (innies, []) => format!("{}之和为{difference}", list(innies)),
        ([], outies) => format!("{}之和为{}", list(outies), -difference),
        (innies, outies) => format!("{}之和减去{}之和为{difference}", list(innies), list(outies)),
    };
    let houses = joined(&names, "和", "、");
    format!("{houses}的总和为{}，{}个笼的总和为{sums}，所以{what}", difference + sums, total.cages.len())
}
