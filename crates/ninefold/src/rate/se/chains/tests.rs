//! Complete lists of hints, compared line by line.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::board::{CELL_AT, RatedGrid, bits, count};
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

/// A grid given as 729 characters.
fn grid(text: &str) -> RatedGrid {
    let characters = text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit());
    let candidates: CandidateSet = characters
        .filter_map(|(i, byte)| Some(Candidate::new(Cell::from_index(i / 9), Digit::from_ascii(byte)?)))
        .collect();
    RatedGrid::from(&Pencilmarks::from(candidates))
}

/// All hints of an engine in order, a line each: raw rating, complexity, sort key, placement, text, eliminations.
fn lines(engine: Engine, grid: &RatedGrid) -> Vec<String> {
    let mut control = Control::new();
    let mut chains = Chains::new(&mut control, false);
    chains.counts = grid.counts.clone();
    let hints: Vec<(u32, u64, Hint)> = if engine == Engine::Forcing {
        let listed = forcing::listed(&grid.board, false);
        listed.into_iter().map(|(complexity, key, hint)| (complexity, key.into(), hint)).collect()
    } else {
        let mut all = Propagations::new();
        let mut found = Vec::new();
        chains.scan(engine, &grid.board, &mut all, &mut found);
        found.sort_by_key(|found| found.rank);
        found
            .iter()
            .map(|found| (found.complexity(), found.sort_key(), hint(engine, &grid.board, &all, found)))
            .collect()
    };
    let line = |(complexity, sort_key, hint): (u32, u64, Hint)| {
        let name = |cell: usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
        let placement =
            hint.placement.map_or("-".to_string(), |placed| format!("{}={}", placed.cell(), placed.digit()));
        let entries = hint.eliminations.clone().into_reading_order();
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
        let actual = lines(ENGINES[e], &grid(positions[p - 1]));
        for (i, expected) in expected.iter().enumerate() {
            let actual = actual.get(i).map_or("(none)", String::as_str);
            assert_eq!(actual, *expected, "hint {i} of {n} of {:?} in position {p}", ENGINES[e]);
        }
        assert_eq!(actual.len(), n, "number of hints of {:?} in position {p}", ENGINES[e]);
        compared += 1;
    }
    assert!(compared > 0);
}

/// A position and what the reference finds there: the first four hints of each engine, and how many there are.
const POSITION: [&str; 9] = [
    "....5..........7.......6..9..3.............8.1...........4......2......9.2...6..9",
    "1.........2..........4.6.89....56..9...456..9...4.67.......6789..3...........6789",
    "...4.6.8....4.6..9..3.......2..........4.6..9...4.67..1..............789....5....",
    "..3..6...1............56..9...4......2....7.........8..23.567.9.2..5.7.9.23..67.9",
    "..34.6.8...34.6..9...4.6.891.........2....7......5.....23..67.9.2.4..7.9.23..67.9",
    ".2..........45..........7.......6..9..3..6..9..3..6.......5..8....45..8.1........",
    "........9..3.56...1............56.8...3.56....2.........3.5.78.....5.78....4.....",
    "..34.6..........8....456.........7....3456...........9.23.5....1.........23......",
    "......7....345.....2...........5..8.1..........34.......3.5..89.....6.....3....89",
];
const FIRST_HINTS: [(Engine, usize, &[&str]); 5] = [
    (Engine::Forcing, 0, &[]),
    (Engine::Nishio, 0, &[]),
    (
        Engine::Multiple,
        4,
        &[
            "8.3 12 6 - Region Forcing Chains: 5 in column ==> r7c7.8 off | r7c7{8}",
            "8.3 14 6 - Region Forcing Chains: 5 in block ==> r7c7.8 off | r7c7{8}",
            "8.3 14 6 - Region Forcing Chains: 5 in row ==> r9c7.8 off | r9c7{8}",
            "8.4 16 6 - Region Forcing Chains: 5 in row ==> r2c7.8 off | r2c7{8}",
        ],
    ),
    (
        Engine::Dynamic(0),
        243,
        &[
            "8.7 9 5 - Cell Forcing Chains: r6c7 ==> r7c7.8 off | r7c7{8}",
            "8.8 11 6 - Region Forcing Chains: 8 in block ==> r7c7.8 off | r7c7{8}",
            "8.8 11 6 - Region Forcing Chains: 8 in row ==> r7c7.8 off | r7c7{8}",
            "8.8 12 1 - Double Forcing Chain: r6c8.8 on & off ==> r7c7.8 off | r7c7{8}",
        ],
    ),
    (
        Engine::Dynamic(1),
        524,
        &[
            "9.1 7 6 - Region Forcing Chains: 7 in block ==> r7c7.8 off | r7c7{8}",
            "9.1 7 6 - Region Forcing Chains: 7 in row ==> r7c7.8 off | r7c7{8}",
            "9.1 8 1 - Double Forcing Chain: r7c7.7 on & off ==> r7c7.8 off | r7c7{8}",
            "9.1 8 1 - Double Forcing Chain: r7c8.5 on & off ==> r7c7.8 off | r7c7{8}",
        ],
    ),
];

#[test]
fn the_first_hints_of_each_engine_equal_the_reference() {
    let grid = grid(&POSITION.concat());
    for (engine, number, first) in FIRST_HINTS {
        let lines = lines(engine, &grid);
        assert_eq!(lines.len(), number, "{engine:?}");
        assert_eq!(lines[..first.len()], *first, "{engine:?}");
    }
}

/// The boards on the way to the solution of a puzzle of 10.9 where the easy techniques do not help.
fn hard_boards() -> Vec<Board> {
    let grid: crate::Grid =
        "....5....4....92....9....1.2..7.39....6.....79....43...94...8.......8.9.8......23".parse().unwrap();
    let mut marks = Pencilmarks::from(&grid);
    let trace = crate::rate::Se::of_pencilmarks(&marks).trace();
    let mut boards = Vec::new();
    for step in trace.steps {
        if step.rating >= crate::rate::Rating::from_tenths(62) {
            boards.push(RatedGrid::from(&marks).board);
        }
        step.eliminations.iter().for_each(|candidate| {
            marks.eliminate(candidate);
        });
        step.placement.iter().for_each(|candidate| marks.place(candidate.cell(), candidate.digit()));
    }
    assert!(boards.len() > 10);
    boards
}

#[test]
fn starts_left_out_of_the_search_for_strands_lead_to_nothing() {
    for board in hard_boards() {
        let listed = |everywhere| {
            let hints = forcing::listed(&board, everywhere).into_iter();
            hints.map(|(complexity, _, hint)| format!("{complexity} {hint:?}")).collect::<Vec<_>>()
        };
        assert_eq!(listed(false), listed(true));
    }
}

#[test]
fn cells_and_houses_left_out_of_multiple_chains_have_nothing_in_common() {
    let mut control = Control::new();
    let mut chains = Chains::new(&mut control, false);
    let mut left_out = 0;
    for board in hard_boards() {
        let common = Reach::new(&board).common(&board);
        let mut all = Propagations::new();
        let mut check = |candidates: Vec<usize>| {
            candidates.iter().for_each(|&c| chains.ensure(Engine::Multiple, &board, &mut all, c, true));
            for on in [true, false] {
                let sets = candidates.iter().map(|&candidate| *all.get(candidate, true).reached(on));
                assert!(sets.reduce(|a, b| a & b).unwrap().is_empty(), "{candidates:?}");
            }
            left_out += 1;
        };
        for cell in (0..81).filter(|&cell| count(board.digits(cell)) > 2) {
            if !common.cells[cell] {
                check(bits(board.digits(cell)).map(|digit| 9 * cell + digit).collect());
            }
        }
        for (house, digit) in (0..27).flat_map(|house| (0..9).map(move |digit| (house, digit))) {
            let places = bits(board.places(house, digit)).map(|place| usize::from(CELL_AT[house][place]));
            let cells: Vec<usize> = places.collect();
            if cells.len() > 1 && count(board.digits(cells[0])) > 2 && !common.houses[house][digit] {
                check(cells.iter().map(|cell| 9 * cell + digit).collect());
            }
        }
    }
    assert!(left_out > 100);
}

#[test]
fn assumptions_left_out_of_nishio_end_in_no_contradiction() {
    let mut control = Control::new();
    let mut chains = Chains::new(&mut control, false);
    let (mut left_out, mut clashes) = (0, 0);
    for board in hard_boards() {
        let mut all = Propagations::new();
        for (cell, digit) in (0..81).flat_map(|cell| bits(board.digits(cell)).map(move |digit| (cell, digit))) {
            for on in [true, false] {
                chains.ensure(Engine::Nishio, &board, &mut all, 9 * cell + digit, on);
                let clash = all.get(9 * cell + digit, on).clash().is_some();
                let may = scan::may_clash(board.cells_with(digit), cell, on);
                assert!(may || !clash);
                left_out += usize::from(!may);
                clashes += usize::from(clash);
            }
        }
    }
    assert!(left_out > 1000 && clashes > 0);
}

#[test]
fn what_is_carried_over_to_a_similar_board_is_what_follows_there() {
    let mut control = Control::new();
    let mut chains = Chains::new(&mut control, false);
    let (mut carried, mut again, mut same) = (0, 0, 0);
    for board in hard_boards() {
        let candidates: Vec<usize> =
            (0..81).flat_map(|cell| bits(board.digits(cell)).map(move |digit| 9 * cell + digit)).collect();
        let assumption = (candidates[0], true);
        chains.memo = Memo::default();
        chains.history = History::default();
        chains.history.start(&board, assumption.0, assumption.1);
        chains.list(Engine::Dynamic(0), &board, Some(assumption));
        for removed in candidates.chunks(3).step_by(4) {
            let mut similar = board.clone();
            removed.iter().for_each(|candidate| similar.remove(candidate / 9, candidate % 9));
            let known = chains.history.known(assumption, &similar).unwrap();
            for (&candidate, on) in candidates.iter().flat_map(|candidate| [(candidate, false), (candidate, true)]) {
                if removed.contains(&candidate) {
                    continue;
                }
                let mut fresh = Propagation::new();
                chains.propagate(Engine::Dynamic(0), &similar, (candidate, on), &mut fresh, None);
                if known.knows(candidate, on) {
                    assert!(known.is_of(&fresh), "{candidate} {on} without {removed:?}");
                    carried += 1;
                } else {
                    again += 1;
                }
                if let Some(finished) = known.same(candidate, on) {
                    fresh.measure(&similar, true, &mut chains.ancestors);
                    assert!(fresh.finished().as_ref() == Some(finished), "{candidate} {on} without {removed:?}");
                    same += 1;
                }
            }
        }
    }
    assert!(carried > again && again > 0 && same > 100, "{carried} {again} {same}");
}

fn shared(name: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("NINEFOLD_SHARED") else {
        std::println!("skipped: NINEFOLD_SHARED names no folder");
        return None;
    };
    Some(std::fs::read_to_string(std::path::Path::new(&folder).join("golden").join(name)).unwrap())
}

#[test]
fn every_hint_of_the_basic_engines_equals_the_reference() {
    if let (Some(positions), Some(lists)) = (shared("se-positions-basic.txt"), shared("se-hints-basic.txt")) {
        compare(&positions, &lists);
    }
}

#[test]
fn every_hint_of_the_nested_engines_equals_the_reference() {
    if let (Some(positions), Some(lists)) = (shared("se-positions-nested.txt"), shared("se-hints-nested.txt")) {
        compare(&positions, &lists);
    }
}
