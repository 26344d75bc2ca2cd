//! Complete lists of hints, compared line by line.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::board::{Position, bits};
use super::super::hint::sort_for_reading;
use super::*;
use crate::{Candidate, CandidateSet, Cell, Digit, Pencilmarks};

const ENGINES: [Engine; 11] = [
    Engine::Forcing,
    Engine::Nishio,
    Engine::Multiple,
    Engine::Dynamic(0),
    Engine::Dynamic(1),
    Engine::Dynamic(2),
    Engine::Dynamic(3),
    Engine::Deep(0),
    Engine::Deep(1),
    Engine::Deep(2),
    Engine::Deep(3),
];

/// A position told as 729 characters.
fn position(text: &str) -> Position {
    let characters = text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit());
    let candidates: CandidateSet = characters
        .filter_map(|(i, byte)| Some(Candidate::new(Cell::from_index(i / 9), Digit::from_ascii(byte)?)))
        .collect();
    super::super::position(&Pencilmarks::from(candidates))
}

/// All hints of an engine in order, a line each: raw rating, complexity, sort key, placement, text, eliminations.
fn lines(engine: Engine, position: &Position) -> Vec<String> {
    let mut never = || false;
    let mut chains = Chains::new(&mut never);
    chains.counts = position.counts.clone();
    let hints: Vec<(u32, u64, Hint)> = if engine == Engine::Forcing {
        forcing::listed(&position.board, &Reach::new(&position.board))
            .into_iter()
            .map(|(_, c, key, hint)| (c, key.into(), hint))
            .collect()
    } else {
        let mut all = Propagations::new();
        let mut found = Vec::new();
        chains.scan(engine, &position.board, &mut all, &mut found);
        found.sort_by_key(|found| found.rank);
        found
            .iter()
            .map(|found| (found.complexity(), found.sort_key(), hint(engine, &position.board, &all, found)))
            .collect()
    };
    let line = |(complexity, sort_key, hint): (u32, u64, Hint)| {
        let name = |cell: usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
        let placement = hint.placement.map_or("-".to_string(), |(cell, digit)| format!("{}={}", name(cell), digit + 1));
        let mut entries: Vec<(u8, Mask)> = hint.eliminations.iter().map(|(c, digits)| (c as u8, digits)).collect();
        sort_for_reading(&mut entries);
        let eliminated: Vec<String> = entries
            .iter()
            .map(|&(cell, digits)| {
                let digits: Vec<String> = bits(digits).map(|digit| (digit + 1).to_string()).collect();
                format!("{}{{{}}}", name(cell.into()), digits.join(","))
            })
            .collect();
        format!("{:?} {complexity} {sort_key} {placement} {} | {}", hint.rating, hint.reason, eliminated.join(" "))
    };
    hints.into_iter().map(line).collect()
}

fn compare(positions: &str, lists: &str) {
    let positions: Vec<&str> = positions.lines().filter(|line| line.len() == 729).collect();
    let mut lists = lists.lines().filter(|line| !line.starts_with('#')).peekable();
    let mut compared = 0;
    while let Some(head) = lists.next() {
        let mut fields = head.split(' ').map(|field| field[1..].parse::<usize>().unwrap());
        let [p, e, n] = core::array::from_fn(|_| fields.next().unwrap());
        let expected: Vec<&str> = lists.by_ref().take(n).collect();
        let actual = lines(ENGINES[e], &position(positions[p - 1]));
        for (i, expected) in expected.iter().enumerate() {
            let actual = actual.get(i).map_or("(none)", String::as_str);
            assert_eq!(actual, *expected, "hint {i} of {n} of {:?} in position {p}", ENGINES[e]);
        }
        assert_eq!(actual.len(), n, "number of hints of {:?} in position {p}", ENGINES[e]);
        compared += 1;
    }
    assert!(compared > 0);
}

#[cfg(feature = "std")]
fn shared(name: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("NINEFOLD_SHARED") else {
        std::println!("skipped: NINEFOLD_SHARED names no folder");
        return None;
    };
    Some(std::fs::read_to_string(std::path::Path::new(&folder).join("golden").join(name)).unwrap())
}

#[cfg(feature = "std")]
#[test]
fn every_hint_of_the_basic_engines_equals_the_reference() {
    if let (Some(positions), Some(lists)) = (shared("se-positions-basic.txt"), shared("se-hints-basic.txt")) {
        compare(&positions, &lists);
    }
}

#[cfg(feature = "std")]
#[test]
fn every_hint_of_the_nested_engines_equals_the_reference() {
    if let (Some(positions), Some(lists)) = (shared("se-positions-nested.txt"), shared("se-hints-nested.txt")) {
        compare(&positions, &lists);
    }
}
