//! Random rules of every kind on small boards, for tests.

use ninefold::Random;

use super::*;
use crate::{ExtraCells, ValueSet};

/// A random board on which rules of this kind make sense.
pub(crate) fn board(kind: Kind, random: &mut Random) -> Board {
    let first = random.below(2) as usize;
    match kind {
        Kind::GlobalEntropy | Kind::DutchFlatmates => Board::raw(3, 2 + random.below(2) as usize, 9, 1).unwrap(),
        Kind::GlobalModular => Board::raw(2 + random.below(2) as usize, 3, 9, first).unwrap(),
        Kind::AntiTaxicab => Board::raw(3, 3, 4, 1).unwrap(),
        Kind::FullRank | Kind::FullRankTies => {
            let side = 3 + random.below(2) as usize;
            let board = Board::new(side, side, side, first).unwrap();
            if random.below(2) == 0 { board.without_blocks() } else { board }
        }
        Kind::Doppelganger => {
            let side = 3 + random.below(2) as usize;
            let mut board = Board::new(side, side, side + 1, 0).unwrap();
            let blocks = board.block_regions().len();
            for (prefix, count) in [("DGR", side), ("DGC", side), ("DGB", blocks)] {
                if count > 0 {
                    let extra = ExtraCells { prefix: prefix.into(), label: String::new(), count, columns: side };
                    board = board.with_extra(extra).unwrap();
                }
            }
            board
        }
        Kind::Diagonal | Kind::DisjointGroups | Kind::SameRegions | Kind::RegionSum | Kind::BlockIndexer => {
            let board = Board::new(4, 4, 4 + random.below(2) as usize, first).unwrap();
            if kind == Kind::Diagonal { Board::raw(4, 4, 4, first).unwrap() } else { board }
        }
        Kind::Windoku => Board::new(6, 6, 6, 1).unwrap().with_region_size(4).unwrap(),
        Kind::Entropic => Board::raw(2, 4, [6, 9][random.below(2) as usize], first).unwrap(),
        Kind::Arrow if random.below(2) == 0 => Board::raw(2, 4, 12, first).unwrap(),
        _ => {
            let (rows, columns) = (2 + random.below(2) as usize, 2 + random.below(3) as usize);
            let values = 3 + random.below(7) as usize;
            match random.below(4) {
                0 => Board::new(rows, columns, values.max(4), first).unwrap(),
                1 => Board::raw(rows, columns, 11 + random.below(4) as usize, first).unwrap(),
                _ => Board::raw(rows, columns, values, first).unwrap(),
            }
        }
    }
}

struct Maker<'a> {
    board: &'a Board,
    random: &'a mut Random,
}

impl Maker<'_> {
    fn number(&mut self, low: u32, high: u32) -> u32 {
        low + self.random.below(high - low + 1)
    }

    /// Different cells, from `low` to `high` of them.
    fn cells(&mut self, low: usize, high: usize) -> Vec<Cell> {
        let mut all: Vec<Cell> = self.board.cells().collect();
        self.random.shuffle(&mut all);
        let count = self.number(low as u32, high as u32) as usize;
        all.truncate(count);
        all
    }

    /// Cells of which one may occur twice.
    fn line(&mut self, low: usize, high: usize) -> Vec<Cell> {
        let mut cells = self.cells(low, high);
        if self.random.below(8) == 0 {
            let twice = cells[self.random.below(cells.len() as u32) as usize];
            cells.push(twice);
        }
        cells
    }

    fn value(&mut self) -> u8 {
        let (first, last) = (self.board.first_value(), self.board.last_value());
        self.number(first.into(), last.into()) as u8
    }

    fn neighbours(&mut self) -> [Cell; 2] {
        let pairs = self.board.neighbour_pairs();
        let (a, b) = pairs[self.random.below(pairs.len() as u32) as usize];
        if self.random.below(2) == 0 { [a, b] } else { [b, a] }
    }

    fn side(&mut self) -> Side {
        let (row, column) = (
            self.number(1, self.board.rows() as u32) as usize - 1,
            self.number(1, self.board.columns() as u32) as usize - 1,
        );
        [Side::Left(row), Side::Right(row), Side::Top(column), Side::Bottom(column)][self.random.below(4) as usize]
    }

    /// A sum that some cells can have.
    fn sum(&mut self, cells: usize) -> u32 {
        (0..cells).map(|_| u32::from(self.value())).sum()
    }

    fn table(&mut self) -> PairTable {
        let bits: Vec<bool> = (0..1024).map(|_| self.random.below(3) > 0).collect();
        PairTable::new(self.board, |a, b| bits[usize::from(a) * 32 + usize::from(b)])
    }
}

/// A random rule of this kind.
pub(crate) fn rule(kind: Kind, board: &Board, random: &mut Random) -> Rule {
    let mut maker = Maker { board, random };
    let all = board.cell_count();
    let line = |line, cells| Rule::Line(LineRule::new(line, cells));
    match kind {
        Kind::Diagonal => {
            Region::Diagonal([Diagonal::Rising, Diagonal::Falling][maker.random.below(2) as usize]).into()
        }
        Kind::Windoku => Region::Windoku.into(),
        Kind::DisjointGroups => Region::DisjointGroups.into(),
        Kind::ExtraRegion => Region::ExtraRegion(maker.line(1, 4)).into(),
        Kind::AllDifferent => Region::AllDifferent(maker.line(1, 4)).into(),
        Kind::SameRegions => Region::SameRegions.into(),
        Kind::AntiKnight => Global::AntiKnight.into(),
        Kind::AntiKing => Global::AntiKing.into(),
        Kind::NonConsecutive => Global::NonConsecutive.into(),
        Kind::AntiTaxicab => Global::AntiTaxicab.into(),
        Kind::GlobalEntropy => Global::Entropy.into(),
        Kind::GlobalModular => Global::Modular.into(),
        Kind::DutchFlatmates => Global::DutchFlatmates.into(),
        Kind::Doppelganger => Global::Doppelganger.into(),
        Kind::Candidates => {
            let set = (0..3).map(|_| maker.value()).collect();
            Mark::Candidates(maker.cells(1, 1)[0], set).into()
        }
        Kind::Odd => Mark::Odd(maker.cells(1, 1)[0]).into(),
        Kind::Even => Mark::Even(maker.cells(1, 1)[0]).into(),
        Kind::Minimum => Mark::Minimum(maker.cells(1, 1)[0]).into(),
        Kind::Maximum => Mark::Maximum(maker.cells(1, 1)[0]).into(),
        Kind::Difference => Pair::Difference { cells: maker.neighbours(), by: maker.number(0, 3) as u8 }.into(),
        Kind::Ratio => Pair::Ratio { cells: maker.neighbours(), by: maker.number(1, 3) as u8 }.into(),
        Kind::Xv => Pair::Xv { cells: maker.neighbours(), sum: [5, 10][maker.random.below(2) as usize] }.into(),
        Kind::Greater => {
            let [greater, smaller] = maker.neighbours();
            Pair::Greater { greater, smaller }.into()
        }
        Kind::NoDifference => Pair::Negative(Negative::Difference).into(),
        Kind::NoRatio => Pair::Negative(Negative::Ratio).into(),
        Kind::NoXv => Pair::Negative(Negative::Xv).into(),
        Kind::NoKropki => Pair::Negative(Negative::Kropki).into(),
        Kind::Table => Pair::Table { table: maker.table(), name: "some name".into(), cells: maker.line(1, 4) }.into(),
        Kind::AllPairs => Pair::AllPairs { table: maker.table(), name: String::new(), cells: maker.line(1, 4) }.into(),
        Kind::Killer => {
            let cells = maker.line(1, 4);
            let sum = (maker.random.below(5) > 0).then(|| maker.sum(cells.len()).max(1));
            Cage::Killer { sum, cells }.into()
        }
        Kind::Rellik => Cage::Rellik { sum: maker.number(0, 12), cells: maker.cells(1, 4) }.into(),
        Kind::Equality => {
            let mut cells = maker.cells(2, 4);
            cells.truncate(cells.len() / 2 * 2);
            Cage::Equality(cells).into()
        }
        Kind::Lunchbox => Cage::Lunchbox { sum: maker.number(0, 9), cells: maker.cells(1, 4) }.into(),
        Kind::Sum => {
            let cells = maker.line(1, 4);
            let weighted = maker.random.below(2) == 0;
            let mut weights = [1, -1, 2, -10, 3];
            maker.random.shuffle(&mut weights);
            let terms: Vec<(Cell, i32)> = cells
                .into_iter()
                .zip(weights)
                .map(|(cell, weight)| (cell, if weighted { weight } else { 1 }))
                .collect();
            let sum = terms.iter().map(|&(_, weight)| weight * i32::from(maker.value())).sum();
            Sum::Linear { sum, terms }.into()
        }
        Kind::EqualSum => {
            let cells = maker.cells(2, 4.min(all));
            let split = maker.number(1, cells.len() as u32 - 1) as usize;
            Sum::Equal(vec![cells[..split].to_vec(), cells[split..].to_vec()]).into()
        }
        Kind::LittleKiller => {
            let diagonals = diagonals(board);
            let cells = diagonals[maker.random.below(diagonals.len() as u32) as usize].clone();
            Sum::LittleKiller { sum: maker.sum(cells.len()), cells }.into()
        }
        Kind::Arrow => {
            let cells = maker.cells(2, 4.min(all));
            let circle = maker.number(1, cells.len() as u32 - 1).min(3) as usize;
            Sum::Arrow { circle: cells[..circle].to_vec(), arrow: cells[circle..].to_vec() }.into()
        }
        Kind::DoubleArrow => Sum::DoubleArrow(maker.line(2, 4)).into(),
        Kind::Zipper => Sum::Zipper(maker.line(1, 4)).into(),
        Kind::RegionSum => Sum::RegionSum(maker.line(1, 5)).into(),
        Kind::SumLine => {
            let sum = maker.number(1, 9);
            Sum::SumLine { sum, cells: maker.cells(1, 4), is_loop: maker.random.below(2) == 0 }.into()
        }
        Kind::Thermo => line(Line::Thermo, maker.line(1, 4)),
        Kind::SlowThermo => line(Line::SlowThermo, maker.line(1, 4)),
        Kind::Palindrome => line(Line::Palindrome, maker.line(1, 4)),
        Kind::Between => line(Line::Between, maker.line(2, 4)),
        Kind::Lockout => line(Line::Lockout(maker.number(1, 4) as u8), maker.line(2, 4)),
        Kind::Renban => line(Line::Renban, maker.line(1, 4)),
        Kind::Whisper => line(Line::Whisper(maker.number(1, 5) as u8), maker.line(1, 4)),
        Kind::Entropic => line(Line::Entropic, maker.line(1, 4)),
        Kind::Modular => line(Line::Modular(maker.number(1, 4) as u8), maker.line(1, 4)),
        Kind::Nabner => line(Line::Nabner, maker.line(1, 4)),
        Kind::Contains | Kind::ContainsExactly => {
            let cells = maker.cells(1, 4);
            let count = maker.number(1, cells.len() as u32);
            let mut values: Vec<u8> = (0..count).map(|_| maker.value()).collect();
            values.sort_unstable();
            Count::Contains { values, cells, exactly: kind == Kind::ContainsExactly }.into()
        }
        Kind::Quadruple => {
            let squares = super::global::squares(board);
            let cells = squares[maker.random.below(squares.len() as u32) as usize].clone();
            let count = maker.number(1, 4);
            let mut values: Vec<u8> = (0..count).map(|_| maker.value()).collect();
            values.sort_unstable();
            Count::Quadruple { values, cells }.into()
        }
        Kind::LookAndSay => {
            let count = maker.number(1, 2);
            let counts = (0..count).map(|_| (maker.number(0, 2) as u8, maker.value())).collect();
            Count::LookAndSay { counts, cells: maker.cells(1, 4) }.into()
        }
        Kind::CountingCircles => Count::CountingCircles(maker.cells(1, 4)).into(),
        Kind::CountDistinct => {
            let cells = maker.cells(2, 4.min(all));
            Count::CountDistinct { control: cells[0], cells: cells[1..].to_vec() }.into()
        }
        Kind::Clone => {
            let cells = maker.cells(2, 4.min(all));
            let half = cells.len() / 2;
            Count::Clone { cells: cells[..half].to_vec(), copies: cells[half..2 * half].to_vec() }.into()
        }
        Kind::SameValues => {
            let sets = maker.number(2, 3) as usize;
            let size = (all / sets).clamp(1, 2);
            let cells = maker.cells(sets * size, sets * size);
            Count::SameValues(cells.chunks(size).map(<[Cell]>::to_vec).collect()).into()
        }
        Kind::Sandwich => Outside::Clue { side: maker.side(), clue: Clue::Sandwich(maker.number(0, 9)) }.into(),
        Kind::XSum => Outside::Clue { side: maker.side(), clue: Clue::XSum(maker.number(1, 12)) }.into(),
        Kind::Skyscraper => Outside::Clue { side: maker.side(), clue: Clue::Skyscraper(maker.number(1, 3)) }.into(),
        Kind::HiddenSkyscraper => {
            Outside::Clue { side: maker.side(), clue: Clue::HiddenSkyscraper(maker.value()) }.into()
        }
        Kind::NumberedRoom => Outside::Clue { side: maker.side(), clue: Clue::NumberedRoom(maker.value()) }.into(),
        Kind::FullRank => {
            let rank = maker.number(1, 4 * board.rows() as u32);
            Outside::Clue { side: maker.side(), clue: Clue::FullRank(rank) }.into()
        }
        Kind::FullRankTies => Outside::Ties(Ties::None).into(),
        Kind::RowIndexer => Index::Row(maker.cells(1, 2)).into(),
        Kind::ColumnIndexer => Index::Column(maker.cells(1, 2)).into(),
        Kind::BlockIndexer => Index::Block(maker.cells(1, 2)).into(),
        Kind::ValueIndexing => Index::Value(maker.line(3, 4)).into(),
        Kind::Regex => {
            let symbol = |value: u8| crate::symbol(value);
            let (a, b, c) = (symbol(maker.value()), symbol(maker.value()), symbol(maker.value()));
            let patterns = [
                format!(".*({a}|{b}).*"),
                format!("[^{a}{b}]*{c}?.*"),
                format!("({a}|[{b}{c}]+)*.{{1,2}}"),
                format!("[^{c}]{{2,}}({a}{b})?"),
            ];
            let regex = Regex::new(&patterns[maker.random.below(4) as usize]).unwrap();
            Automaton::Regex { regex, cells: maker.line(1, 4) }.into()
        }
        Kind::Nfa => {
            let symbols = board.value_count() as u8;
            let modulus = maker.number(2, 4);
            let nfa = Nfa::deterministic(
                symbols + 1,
                0,
                |sum, symbol| {
                    if symbol == symbols { (*sum != 1).then_some(0) } else { Some((sum + u32::from(symbol)) % modulus) }
                },
                |&sum| sum == 0,
            );
            let nfa = nfa.unwrap();
            let cells = maker.cells(2, 4);
            let segments = vec![cells[..1].to_vec(), cells[1..].to_vec()];
            Automaton::Nfa { nfa, name: "remainders".into(), segments }.into()
        }
        Kind::AnyOf | Kind::AllOf => {
            let kinds = [
                Kind::Killer,
                Kind::Thermo,
                Kind::Candidates,
                Kind::Whisper,
                Kind::Skyscraper,
                Kind::AllOf,
                Kind::Arrow,
            ];
            let count = maker.number(1, 3);
            let random = maker.random;
            let rules = (0..count)
                .map(|_| {
                    let kind = kinds[random.below(kinds.len() as u32) as usize];
                    if kind == Kind::AllOf {
                        let both = (0..2).map(|_| rule(Kind::Whisper, board, random)).collect();
                        return Compound::AllOf(both).into();
                    }
                    rule(kind, board, random)
                })
                .collect();
            if kind == Kind::AnyOf { Compound::AnyOf(rules).into() } else { Compound::AllOf(rules).into() }
        }
        Kind::SearchPriority => Compound::SearchPriority { level: 3, cells: maker.cells(1, 3) }.into(),
    }
}

/// The diagonals of the grid with at least two cells, each in both directions.
pub(crate) fn diagonals(board: &Board) -> Vec<Vec<Cell>> {
    let mut found = Vec::new();
    for cell in (0..board.grid_cells()).map(Cell::new) {
        for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            if board.step(cell, -down, -right).is_some() {
                continue;
            }
            let mut cells = vec![cell];
            while let Some(next) = board.step(cells[cells.len() - 1], down, right) {
                cells.push(next);
            }
            if cells.len() > 1 {
                found.push(cells);
            }
        }
    }
    found
}

/// A random filling that satisfies the houses of a board; for some kinds also their rule, which has no other cells.
fn filling(kind: Kind, board: &Board, random: &mut Random) -> Vec<u8> {
    let mut source = crate::Variant::new(board.clone());
    let whole = kind == Kind::Doppelganger;
    if whole {
        source.add(Global::Doppelganger).unwrap();
    } else if board.has_lines() {
        // Cells that the solver fills first get random values.
        let mut cells = board.row(0);
        random.shuffle(&mut cells);
        let mut values: Vec<u8> = board.values().iter().collect();
        random.shuffle(&mut values);
        cells.into_iter().zip(values).for_each(|(cell, value)| source.give(cell, value));
    } else {
        let values: Vec<u8> = board.values().iter().collect();
        return board.cells().map(|_| values[random.below(values.len() as u32) as usize]).collect();
    }
    let engine = source.engine();
    let masks = crate::solve::search::Search::new(&engine).next(&crate::Run::single()).unwrap();
    masks.map_or(vec![board.first_value(); board.cell_count()], |masks| {
        masks.iter().map(|mask| mask.trailing_zeros() as u8).collect()
    })
}

/// A small puzzle with a rule of this kind: random candidates in the cells of the rule, one value elsewhere. Most of
/// them have a solution.
pub(crate) fn variant(kind: Kind, random: &mut Random) -> crate::Variant {
    loop {
        let board = board(kind, random);
        let filling = filling(kind, &board, random);
        let mut variant = crate::Variant::new(board.clone());
        let must_hold = random.below(4) > 0;
        let add = |variant: &mut crate::Variant, kind: Kind, must_hold: bool, random: &mut Random| {
            (0..300).any(|_| {
                let defined = rule(kind, &board, random);
                let fits = !must_hold || (defined.check(&board).is_ok() && defined.holds(&variant.setting(), &filling));
                fits && variant.add(defined).is_ok()
            })
        };
        match kind {
            // Marks that the rule refers to come first.
            Kind::NoDifference | Kind::NoRatio | Kind::NoXv | Kind::NoKropki => {
                for mark in [Kind::Difference, Kind::Ratio, Kind::Xv] {
                    if random.below(2) == 0 {
                        add(&mut variant, mark, false, random);
                    }
                }
            }
            Kind::FullRank => {
                let ties = [Ties::None, Ties::OnlyUnclued, Ties::Any][random.below(3) as usize];
                variant.add(Outside::Ties(ties)).unwrap();
                if random.below(2) == 0 {
                    add(&mut variant, kind, must_hold, random);
                }
            }
            Kind::Minimum | Kind::Maximum => {
                add(&mut variant, kind, must_hold, random);
            }
            _ => {}
        }
        if !add(&mut variant, kind, must_hold, random) {
            continue;
        }
        let setting = variant.setting();
        let cells: Vec<Cell> = variant.rules().iter().flat_map(|rule| rule.cells(&setting)).collect();
        // About a thousand assignments of the cells, more where houses cut them down.
        let mut room = if board.has_lines() && kind != Kind::Doppelganger { 3e4f64 } else { 1500.0 };
        let mut order: Vec<Cell> = board.cells().collect();
        random.shuffle(&mut order);
        let mut sets = vec![ValueSet::EMPTY; board.cell_count()];
        for cell in order {
            let mut values: Vec<u8> = board.values().iter().collect();
            random.shuffle(&mut values);
            let most = room.min(values.len() as f64).max(1.0) as u32;
            let count = if cells.contains(&cell) || board.has_lines() { 1 + random.below(most) as usize } else { 1 };
            room /= count as f64;
            let mut set: ValueSet = values[..count].iter().copied().collect();
            if random.below(20) > 0 {
                set.remove(values[0]);
                set.insert(filling[cell.index()]);
            }
            sets[cell.index()] = set;
        }
        return variant.with_givens(sets);
    }
}
