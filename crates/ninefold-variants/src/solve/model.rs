//! What rules become for the solver: domains, sets of different cells, and a small number of kinds of constraints.
//!
//! Rules are written for people, and there are many. [`Model`] is the language they are translated to: each family of
//! rules calls the methods here, and each kind of [`Constraint`] has one propagator. A model is the meaning of a puzzle without any
//! trace of how it was written down.

use core::hash::Hash;
use std::sync::Arc;

use super::layered::Layered;
use super::propagate::MAX_LINE_SUM;
use super::subsets::MAX_VALUES;
use crate::rule::Rule;
use crate::{Board, Cell, ValueSet};

/// How many steps the tables of a model's constraints may take to build, all together.
const EFFORT: usize = 30_000_000;

/// The second values that go with each first value: row `v` is the set for the value `v`.
pub(crate) type Rows = [u32; 32];

/// One constraint. Cells are indices.
#[derive(Clone, Debug)]
pub(crate) enum Constraint {
    /// The values of the two cells are a pair.
    Pair { a: u16, b: u16, rows: Arc<Rows> },
    /// Any two cells are a pair, in both orders.
    AllPairs { cells: Vec<u16>, rows: Arc<Rows> },
    /// Values rise (or, where not strict, stay the same) along the cells.
    Rising { cells: Vec<u16>, strict: bool },
    /// The weighted values have this sum. Cells are different, weights not zero.
    Sum { terms: Vec<(u16, i32)>, total: i64 },
    /// The cells, which differ, hold one of the allowed sets of values.
    Cage { cells: Vec<u16>, allowed: Arc<Vec<u32>> },
    /// At least one of the cells has a value of its set.
    Clause(Vec<(u16, u32)>),
    /// Cells between the ends have values strictly between them.
    Between(Vec<u16>),
    /// The ends differ by at least so much; cells between them are outside their range.
    Lockout { by: u8, cells: Vec<u16> },
    /// A value occurs from `least` to `most` times.
    Occurs { cells: Vec<u16>, value: u8, least: usize, most: usize },
    /// A value occurs that many times.
    Circles(Vec<u16>),
    /// The control is the number of different values.
    CountDistinct { control: u16, cells: Vec<u16> },
    /// All sets hold the same values, each as often.
    SameValues(Vec<Vec<u16>>),
    /// The cell of the line at the place that the control gives, counted from 1, has this value.
    Element { control: u16, line: Vec<u16>, value: u8 },
    /// The same with the value in a cell.
    ValueElement { held: u16, control: u16, line: Vec<u16> },
    /// The cells, which differ, have this sum between the smallest and the largest.
    Lunchbox { cells: Vec<u16>, sum: u32 },
    /// The first x cells have this sum, where x is the first of them.
    XSum { cells: Vec<u16>, sum: u32 },
    /// The values along the cells are a path of the graph.
    Layered { cells: Vec<u16>, graph: Arc<Layered> },
    /// The four cells hold a value of each class.
    Classes { cells: [u16; 4], classes: [u32; 3] },
    /// Where the cell has the value, the others all differ.
    DifferIf { cell: u16, value: u8, others: Vec<u16> },
    /// The cells, which differ, show so many that exceed all before them.
    Skyline { cells: Vec<u16>, visible: usize },
    /// The line is cut into stretches of this sum; a loop may be cut anywhere.
    SumLine { cells: Vec<u16>, sum: u32, is_loop: bool },
    /// At least one of the models holds.
    AnyOf(Vec<Model>),
    /// The first line is less than the second in the order of numbers; their first cells are equal.
    OrderedLines { less: Vec<u16>, greater: Vec<u16> },
    /// Exactly `below` of the lines that begin with the value `first` are less than line `number`.
    Rank { lines: Arc<Vec<Vec<u16>>>, number: usize, below: usize, first: u8, strict: bool },
    /// No two of the lines are equal.
    DistinctLines(Arc<Vec<Vec<u16>>>),
    /// The rule's own predicate, for rules whose tables would be too large.
    Test { cells: Vec<u16>, rule: Arc<Rule>, board: Board },
}

/// The meaning of a puzzle, or of one alternative of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) values: u32,
    pub(crate) domains: Vec<u32>,
    pub(crate) different: Vec<Vec<u16>>,
    pub(crate) constraints: Vec<Constraint>,
    /// All weighted sums, also those that are a pair or a single cell: what innies and outies are derived from.
    pub(crate) sums: Vec<(Vec<(u16, i32)>, i64)>,
    /// Pairs of cells that cannot both have the value.
    pub(crate) not_both: Vec<(u16, u16, u8)>,
    /// How urgent each cell is for the search, where a rule says so.
    pub(crate) priority: Vec<i32>,
    /// Whether a rule can never hold.
    pub(crate) impossible: bool,
    /// How many steps are left for building tables.
    effort: usize,
    /// Whether the rule that is being posted did not fit.
    too_large: bool,
}

fn indices(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|cell| cell.index() as u16).collect()
}

fn repeats(cells: &[Cell]) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

impl Model {
    /// All values everywhere, no constraint.
    pub(crate) fn new(board: &Board) -> Model {
        Model {
            values: board.values().bits(),
            domains: vec![board.values().bits(); board.cell_count()],
            different: Vec::new(),
            constraints: Vec::new(),
            sums: Vec::new(),
            not_both: Vec::new(),
            priority: vec![0; board.cell_count()],
            impossible: false,
            effort: EFFORT,
            too_large: false,
        }
    }

    /// An empty model of the same cells, for one alternative of a rule.
    pub(crate) fn branch(&self) -> Model {
        Model {
            values: self.values,
            domains: vec![self.values; self.domains.len()],
            different: Vec::new(),
            constraints: Vec::new(),
            sums: Vec::new(),
            not_both: Vec::new(),
            priority: Vec::new(),
            impossible: false,
            effort: self.effort / 4,
            too_large: false,
        }
    }

    fn all_values(&self) -> ValueSet {
        ValueSet::from_bits(self.values)
    }

    /// Whether the tables of the rule that was just posted did not fit.
    pub(crate) fn was_too_large(&mut self) -> bool {
        core::mem::take(&mut self.too_large)
    }

    /// The rule's own predicate instead of tables.
    pub(crate) fn test(&mut self, rule: &Rule, board: &Board, cells: &[Cell]) {
        let mut cells = indices(cells);
        cells.sort_unstable();
        cells.dedup();
        self.constraints.push(Constraint::Test { cells, rule: Arc::new(rule.clone()), board: board.clone() });
    }

    pub(crate) fn never(&mut self) {
        self.impossible = true;
    }

    pub(crate) fn restrict(&mut self, cell: Cell, values: ValueSet) {
        let domain = &mut self.domains[cell.index()];
        *domain &= values.bits();
        self.impossible |= *domain == 0;
    }

    pub(crate) fn different(&mut self, cells: &[Cell]) {
        self.impossible |= repeats(cells) || cells.len() > self.values.count_ones() as usize;
        if cells.len() > 1 {
            self.different.push(indices(cells));
        }
    }

    pub(crate) fn not_both(&mut self, a: Cell, b: Cell, value: u8) {
        self.not_both.push((a.index() as u16, b.index() as u16, value));
    }

    fn rows(&self, relation: impl Fn(u8, u8) -> bool) -> Rows {
        let mut rows = [0; 32];
        for a in self.all_values().iter() {
            let partners: ValueSet = self.all_values().iter().filter(|&b| relation(a, b)).collect();
            rows[usize::from(a)] = partners.bits();
        }
        rows
    }

    pub(crate) fn pair(&mut self, a: Cell, b: Cell, relation: impl Fn(u8, u8) -> bool) {
        if a == b {
            let values = self.all_values().iter().filter(|&value| relation(value, value)).collect();
            return self.restrict(a, values);
        }
        let rows = self.shared(self.rows(relation));
        self.constraints.push(Constraint::Pair { a: a.index() as u16, b: b.index() as u16, rows });
    }

    /// The table, shared with the last one if that is the same: rules often repeat their table.
    fn shared(&self, rows: Rows) -> Arc<Rows> {
        let last = self.constraints.iter().rev().find_map(|constraint| match constraint {
            Constraint::Pair { rows, .. } | Constraint::AllPairs { rows, .. } => Some(rows),
            _ => None,
        });
        match last {
            Some(last) if **last == rows => Arc::clone(last),
            _ => Arc::new(rows),
        }
    }

    pub(crate) fn all_pairs(&mut self, cells: &[Cell], relation: impl Fn(u8, u8) -> bool) {
        let both = |a, b| relation(a, b) && relation(b, a);
        match cells {
            [] | [_] => {}
            [a, b] => self.pair(*a, *b, both),
            _ if repeats(cells) => {
                for (place, &b) in cells.iter().enumerate() {
                    cells[..place].iter().for_each(|&a| self.pair(a, b, both));
                }
            }
            _ => {
                let rows = self.shared(self.rows(both));
                let never_equal = self.all_values().iter().all(|value| !both(value, value));
                if never_equal && cells.len() <= self.values.count_ones() as usize {
                    // The cells differ, and their values are a clique of the relation.
                    self.different(cells);
                    self.cage(cells, |set| set.iter().all(|a| set.iter().all(|b| a == b || both(a, b))));
                    if !core::mem::take(&mut self.too_large) {
                        return;
                    }
                }
                self.constraints.push(Constraint::AllPairs { cells: indices(cells), rows });
            }
        }
    }

    pub(crate) fn rising(&mut self, cells: &[Cell], strict: bool) {
        if cells.len() < 2 {
            return;
        }
        if repeats(cells) {
            self.impossible |= strict;
            cells.windows(2).for_each(|pair| self.pair(pair[0], pair[1], |a, b| a <= b));
            return;
        }
        self.constraints.push(Constraint::Rising { cells: indices(cells), strict });
    }

    pub(crate) fn sum(&mut self, terms: &[(Cell, i32)], total: i64) {
        let mut joined = std::collections::BTreeMap::new();
        for &(cell, times) in terms {
            *joined.entry(cell.index() as u16).or_insert(0) += times;
        }
        let terms: Vec<(u16, i32)> = joined.into_iter().filter(|&(_, times)| times != 0).collect();
        self.sums.push((terms.clone(), total));
        match terms[..] {
            [] => self.impossible |= total != 0,
            [(cell, times)] => {
                let fits = |&value: &u8| i64::from(value) * i64::from(times) == total;
                let values = self.all_values().iter().filter(fits).collect();
                self.restrict(Cell::new(cell.into()), values);
            }
            [(a, times_a), (b, times_b)] => {
                self.pair(Cell::new(a.into()), Cell::new(b.into()), |x, y| {
                    i64::from(x) * i64::from(times_a) + i64::from(y) * i64::from(times_b) == total
                });
            }
            _ => self.constraints.push(Constraint::Sum { terms, total }),
        }
    }

    /// Cells, posted as different elsewhere, whose set of values is allowed.
    pub(crate) fn cage(&mut self, cells: &[Cell], allows: impl Fn(ValueSet) -> bool) {
        let count = cells.len() as u32;
        if count > self.values.count_ones() {
            return self.never();
        }
        let mut allowed = Vec::new();
        // All subsets of the values with this many members, in increasing order as numbers.
        let values: Vec<u32> = self.all_values().iter().map(|value| 1 << value).collect();
        let mut chosen: Vec<usize> = (0..cells.len()).collect();
        loop {
            let set = ValueSet::from_bits(chosen.iter().fold(0, |set, &place| set | values[place]));
            if allows(set) {
                allowed.push(set.bits());
            }
            let Some(effort) = self.effort.checked_sub(cells.len() * cells.len()) else {
                self.too_large = true;
                return;
            };
            self.effort = effort;
            // The next choice: the first place that can move up does, and all before it go back to the start.
            let can_move = |place: usize| chosen[place] + 1 < chosen.get(place + 1).copied().unwrap_or(values.len());
            let Some(place) = (0..chosen.len()).find(|&place| can_move(place)) else { break };
            chosen[place] += 1;
            (0..place).for_each(|before| chosen[before] = before);
        }
        let all = allowed.iter().fold(0, |all, set| all | set);
        cells.iter().for_each(|&cell| self.restrict(cell, ValueSet::from_bits(all)));
        self.constraints.push(Constraint::Cage { cells: indices(cells), allowed: Arc::new(allowed) });
    }

    pub(crate) fn clause(&mut self, literals: Vec<(Cell, ValueSet)>) {
        match literals[..] {
            [] => self.never(),
            [(cell, values)] => self.restrict(cell, values),
            _ => {
                let literals = literals.into_iter().map(|(cell, values)| (cell.index() as u16, values.bits()));
                self.constraints.push(Constraint::Clause(literals.collect()));
            }
        }
    }

    pub(crate) fn between(&mut self, cells: &[Cell]) {
        let [first, inner @ .., last] = cells else { return };
        if inner.is_empty() {
            return;
        }
        self.impossible |= first == last || inner.contains(first) || inner.contains(last);
        self.constraints.push(Constraint::Between(indices(cells)));
    }

    pub(crate) fn lockout(&mut self, by: u8, cells: &[Cell]) {
        let [first, inner @ .., last] = cells else { return };
        self.impossible |= inner.contains(first) || inner.contains(last);
        if inner.is_empty() || first == last {
            self.pair(*first, *last, |a, b| a.abs_diff(b) >= by);
        }
        if !inner.is_empty() {
            if first == last {
                inner.iter().for_each(|&cell| self.pair(*first, cell, |a, b| a != b));
            } else {
                self.constraints.push(Constraint::Lockout { by, cells: indices(cells) });
            }
        }
    }

    pub(crate) fn renban(&mut self, cells: &[Cell]) {
        self.different(cells);
        if cells.len() < 2 || self.impossible {
            return;
        }
        let length = cells.len() as u32;
        let window = (1u32 << length) - 1;
        let starts = self.values.trailing_zeros()..=32 - self.values.leading_zeros() - length;
        let allowed = starts.map(|start| window << start).collect();
        self.constraints.push(Constraint::Cage { cells: indices(cells), allowed: Arc::new(allowed) });
    }

    pub(crate) fn occurs(&mut self, cells: &[Cell], value: u8, least: usize, most: usize) {
        self.impossible |= least > cells.len() || most < least;
        if least > 0 || most < cells.len() {
            self.constraints.push(Constraint::Occurs { cells: indices(cells), value, least, most });
        }
    }

    pub(crate) fn circles(&mut self, cells: &[Cell]) {
        self.constraints.push(Constraint::Circles(indices(cells)));
    }

    pub(crate) fn count_distinct(&mut self, control: Cell, cells: &[Cell]) {
        self.constraints.push(Constraint::CountDistinct { control: control.index() as u16, cells: indices(cells) });
    }

    pub(crate) fn same_values(&mut self, sets: &[Vec<Cell>]) {
        if sets.len() < 2 {
            return;
        }
        if sets[0].len() == 1 {
            sets.windows(2).for_each(|pair| self.pair(pair[0][0], pair[1][0], |a, b| a == b));
            return;
        }
        let sets: Vec<Vec<u16>> = sets.iter().map(|set| indices(set)).collect();
        self.constraints.push(Constraint::SameValues(sets));
    }

    /// The places of a line that an index can name.
    fn places(&self, line: &[Cell]) -> ValueSet {
        self.all_values().iter().filter(|&place| (1..=line.len()).contains(&usize::from(place))).collect()
    }

    pub(crate) fn element(&mut self, control: Cell, line: &[Cell], value: u8) {
        self.restrict(control, self.places(line));
        self.impossible |= !self.all_values().contains(value);
        let (control, line) = (control.index() as u16, indices(line));
        self.constraints.push(Constraint::Element { control, line, value });
    }

    pub(crate) fn value_element(&mut self, held: Cell, control: Cell, line: &[Cell]) {
        self.restrict(control, self.places(line));
        let (held, control) = (held.index() as u16, control.index() as u16);
        self.constraints.push(Constraint::ValueElement { held, control, line: indices(line) });
    }

    pub(crate) fn lunchbox(&mut self, cells: &[Cell], sum: u32) {
        if cells.len() < 3 {
            self.impossible |= sum != 0;
            return;
        }
        self.constraints.push(Constraint::Lunchbox { cells: indices(cells), sum });
    }

    pub(crate) fn x_sum(&mut self, cells: &[Cell], sum: u32) {
        let Some(&first) = cells.first() else { return self.never() };
        self.restrict(first, self.places(cells));
        self.constraints.push(Constraint::XSum { cells: indices(cells), sum });
    }

    /// The four cells hold a value of each class; the classes part the values.
    pub(crate) fn classes(&mut self, cells: [Cell; 4], classes: [ValueSet; 3]) {
        let (cells, classes) = (cells.map(|cell| cell.index() as u16), classes.map(ValueSet::bits));
        self.constraints.push(Constraint::Classes { cells, classes });
    }

    /// Where the cell has the value, the others all differ.
    pub(crate) fn differ_if(&mut self, cell: Cell, value: u8, others: &[Cell]) {
        self.constraints.push(Constraint::DifferIf { cell: cell.index() as u16, value, others: indices(others) });
    }

    pub(crate) fn skyscraper(&mut self, cells: &[Cell], visible: u32) {
        let cells_in = |set: &Vec<u16>| cells.iter().all(|cell| set.contains(&(cell.index() as u16)));
        if self.values.count_ones() as usize <= MAX_VALUES && self.different.iter().any(cells_in) {
            let visible = visible as usize;
            self.impossible |= visible > cells.len();
            self.constraints.push(Constraint::Skyline { cells: indices(cells), visible });
            return;
        }
        self.automaton(
            cells,
            (0u8, 0u32),
            |&(highest, seen), value| {
                let next = if value > highest { (value, seen + 1) } else { (highest, seen) };
                (next.1 <= visible).then_some(next)
            },
            |&(_, seen)| seen == visible,
        );
    }

    pub(crate) fn sum_line(&mut self, cells: &[Cell], sum: u32, is_loop: bool) {
        // With a zero on the board, whether the line has any other value matters: the automaton below remembers it.
        if (1..=MAX_LINE_SUM).contains(&sum) && self.values & 1 == 0 && !cells.is_empty() {
            self.constraints.push(Constraint::SumLine { cells: indices(cells), sum, is_loop });
            return;
        }
        // What the line has of its stretch so far; in a loop also what it began with. Whether anything but zeros was
        // seen matters at the end, where a line of nothing does not count.
        let starts = if is_loop { 0..sum } else { 0..1 };
        self.automaton_from(
            cells,
            starts.map(|part| (part, part, false)).collect(),
            |_, &(start, part, seen), value, next| {
                let part = part + u32::from(value);
                next.extend((part <= sum).then_some((start, part % sum, seen || value > 0)));
            },
            |&(start, part, seen)| start == part && seen,
        );
    }

    pub(crate) fn automaton<S: Clone + Eq + Hash>(
        &mut self,
        cells: &[Cell],
        start: S,
        step: impl Fn(&S, u8) -> Option<S>,
        accept: impl Fn(&S) -> bool,
    ) {
        self.automaton_from(cells, vec![start], |_, state, value, next| next.extend(step(state, value)), accept);
    }

    /// The values along the cells lead a state machine from one of the starts to a state that accepts.
    pub(crate) fn automaton_from<S: Clone + Eq + Hash>(
        &mut self,
        cells: &[Cell],
        starts: Vec<S>,
        step: impl Fn(usize, &S, u8, &mut Vec<S>),
        accept: impl Fn(&S) -> bool,
    ) {
        let domains: Vec<u32> = cells.iter().map(|cell| self.domains[cell.index()]).collect();
        match Layered::build(&domains, starts, step, accept, &mut self.effort) {
            Ok(Some(graph)) => {
                let graph = Arc::new(graph);
                self.constraints.push(Constraint::Layered { cells: indices(cells), graph });
            }
            Ok(None) => self.never(),
            Err(_) => self.too_large = true,
        }
    }

    pub(crate) fn any_of(&mut self, branches: Vec<Model>) {
        let possible: Vec<Model> = branches.iter().filter(|branch| !branch.impossible).cloned().collect();
        if branches.is_empty() {
            return;
        }
        if possible.is_empty() {
            return self.never();
        }
        self.constraints.push(Constraint::AnyOf(possible));
    }

    pub(crate) fn priority(&mut self, cells: &[Cell], level: i32) {
        for cell in cells {
            if let Some(priority) = self.priority.get_mut(cell.index()) {
                *priority = level;
            }
        }
    }

    pub(crate) fn ordered_lines(&mut self, less: &[Cell], greater: &[Cell]) {
        self.constraints.push(Constraint::OrderedLines { less: indices(less), greater: indices(greater) });
    }

    pub(crate) fn rank(&mut self, lines: Vec<Vec<Cell>>, number: usize, below: usize, first: u8, strict: bool) {
        let lines = Arc::new(lines.iter().map(|line| indices(line)).collect());
        self.constraints.push(Constraint::Rank { lines, number, below, first, strict });
    }

    pub(crate) fn distinct_lines(&mut self, lines: Vec<Vec<Cell>>) {
        let lines = Arc::new(lines.iter().map(|line| indices(line)).collect());
        self.constraints.push(Constraint::DistinctLines(lines));
    }
}
