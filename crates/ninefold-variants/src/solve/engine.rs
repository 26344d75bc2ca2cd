//! A model made ready for search: peers, propagators in the order of their cost, and who watches which cell.

use std::collections::HashMap;
use std::sync::Arc;

use super::derive;
use super::model::{Constraint, Model, Rows};
use super::peers::Peers;
use super::propagate::{
    AllPairs, AnyOf, Between, Branch, CageSets, Circles, ClassTable, Classes, Classic, Clause, Combinations,
    CountDistinct, DifferIf, DistinctLines, Element, House, LayeredLine, Lockout, Lunchbox, Occurs, OrderedLines,
    PairCheck, Propagator, Rank, Relation, Rising, SameValues, Scratch, Skyline, SumBounds, SumData, SumExact, SumLine,
    Test, Thirds, ValueElement, XSum, classic_houses,
};
use super::propagate::{MAX_GROUPS, SumTables};
use super::space::{NO_CELL, Queue, Space, Watch, is_single};
use crate::Cell;

/// Everything about a puzzle that does not change while it is searched.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) cells: usize,
    pub(crate) values: u32,
    pub(crate) domains: Vec<u32>,
    pub(crate) peers: Arc<Peers>,
    pub(crate) propagators: Vec<Propagator>,
    /// For each cell the propagators that watch it.
    watch: Vec<Box<[Watch]>>,
    /// Whether a second run of the propagator right after the first does nothing.
    settles: Vec<bool>,
    /// For each cell the pairs of a value and a cell that cannot have it too.
    links: Vec<Vec<(u32, u16)>>,
    /// Sets of cells that hold every value.
    pub(crate) houses: Vec<Vec<u16>>,
    pub(crate) priority: Vec<i32>,
    /// How many propagators of the model, not counting houses, watch each cell.
    pub(crate) degree: Vec<u32>,
    pub(crate) impossible: bool,
    /// The cells of each propagator, then those of the rows, columns and blocks of a 9x9 board.
    involved: Vec<Box<[u16]>>,
}

/// What a thread needs to propagate.
pub(crate) struct Workspace {
    queue: Queue,
    fixed: Vec<u16>,
    scratch: Scratch,
    /// The cell that failed last, or [`NO_CELL`].
    pub(crate) failed: u16,
    /// The constraint that failed last, if one did: a number for [`Engine::involved`].
    pub(crate) failed_set: Option<usize>,
}

/// Makes propagators of constraints.
struct Compiler<'a> {
    values: u32,
    peers: &'a Arc<Peers>,
    /// Sets of cells that hold every value.
    houses: &'a [Vec<u16>],
    relations: HashMap<Rows, Arc<Relation>>,
    tables: Option<Arc<SumTables>>,
    combinations: Option<Arc<Combinations>>,
    class_table: Option<Arc<ClassTable>>,
    /// Tables of three cells, by their sets.
    thirds: HashMap<Vec<u32>, Arc<Thirds>>,
    /// Whether sums are derived ones.
    derived: bool,
    out: Vec<Propagator>,
}

impl Compiler<'_> {
    fn relation(&mut self, rows: &Rows) -> Arc<Relation> {
        let values = self.values;
        Arc::clone(self.relations.entry(*rows).or_insert_with(|| Arc::new(Relation::new(rows, values))))
    }

    fn transposed(rows: &Rows) -> Rows {
        let mut turned = [0; 32];
        for (a, row) in rows.iter().enumerate() {
            (0..32).filter(|b| row >> b & 1 == 1).for_each(|b| turned[b] |= 1 << a);
        }
        turned
    }

    fn push(&mut self, propagator: impl Into<Propagator>) {
        self.out.push(propagator.into());
    }

    fn constraint(&mut self, constraint: &Constraint) {
        let peers = Arc::clone(self.peers);
        match constraint {
            Constraint::Pair { a, b, rows } => {
                let mut rows = **rows;
                if peers.differ(*a, *b) {
                    rows.iter_mut().enumerate().for_each(|(value, row)| *row &= !(1 << value));
                }
                let forward = self.relation(&rows);
                let backward = self.relation(&Self::transposed(&rows));
                self.push(PairCheck { a: *a, b: *b, forward, backward });
            }
            Constraint::AllPairs { cells, rows } => {
                let relation = self.relation(rows);
                self.push(AllPairs { cells: cells.as_slice().into(), relation });
            }
            Constraint::Rising { cells, strict } => {
                let steps = cells.windows(2).map(|pair| *strict || peers.differ(pair[0], pair[1])).collect();
                self.push(Rising { cells: cells.as_slice().into(), strict: steps });
            }
            Constraint::Sum { terms, total } => {
                let data = Arc::new(SumData::new(terms, *total, self.values, self.peers));
                self.push(SumBounds { data: Arc::clone(&data), combinations: self.combinations.clone() });
                // There are many derived sums, and the exact filter of several groups costs more than it saves.
                let fits = data.groups().len() <= if self.derived { 1 } else { MAX_GROUPS };
                let plain = |group: &super::propagate::SumGroup| group.cells.len() == 1 || group.weight.abs() <= 10;
                if let Some(tables) = self.tables.clone().filter(|_| fits && data.groups().iter().all(plain)) {
                    self.push(SumExact { data, tables });
                }
            }
            Constraint::Cage { cells, allowed } => {
                let cage = CageSets::new(cells.clone(), allowed, self.values, &peers, &mut self.thirds);
                self.push(cage);
            }
            Constraint::Clause(literals) => self.push(Clause { literals: literals.as_slice().into() }),
            Constraint::Between(cells) => self.push(Between { cells: cells.as_slice().into() }),
            Constraint::Lockout { by, cells } => {
                self.push(Lockout { by: u32::from(*by), cells: cells.as_slice().into() });
            }
            Constraint::Occurs { cells, value, least, most } => {
                let (cells, value) = (cells.as_slice().into(), 1 << value);
                self.push(Occurs { cells, value, least: *least, most: *most, peers });
            }
            Constraint::Circles(cells) => self.push(Circles::new(cells.clone(), self.values, &peers, self.houses)),
            Constraint::CountDistinct { control, cells } => {
                self.push(CountDistinct { control: *control, cells: cells.as_slice().into() });
            }
            Constraint::SameValues(sets) => {
                let distinct = sets.iter().all(|set| peers.all_differ(set));
                self.push(SameValues { sets: sets.as_slice().into(), distinct });
            }
            Constraint::Element { control, line, value } => {
                let distinct = peers.all_differ(line);
                let (control, line, value) = (*control, line.as_slice().into(), 1 << value);
                self.push(Element { control, line, value, distinct });
            }
            Constraint::ValueElement { held, control, line } => {
                self.push(ValueElement { held: *held, control: *control, line: line.as_slice().into() });
            }
            Constraint::Lunchbox { cells, sum } => self.push(Lunchbox::new(cells.clone(), *sum, self.values)),
            Constraint::XSum { cells, sum } => {
                let distinct = peers.all_differ(cells);
                self.push(XSum { cells: cells.as_slice().into(), sum: *sum, distinct });
            }
            Constraint::Layered { cells, graph } => {
                self.push(LayeredLine { cells: cells.as_slice().into(), graph: Arc::clone(graph) });
            }
            Constraint::Classes { cells, classes } => {
                let table = Arc::clone(self.class_table.get_or_insert_with(|| Arc::new(ClassTable::new())));
                self.push(Classes { cells: *cells, classes: *classes, table });
            }
            Constraint::DifferIf { cell, value, others } => {
                self.push(DifferIf { cell: *cell, value: 1 << value, others: others.as_slice().into() });
            }
            Constraint::Skyline { cells, visible } => {
                self.push(Skyline { cells: cells.as_slice().into(), visible: *visible, all: self.values });
            }
            Constraint::SumLine { cells, sum, is_loop } => {
                self.push(SumLine { cells: cells.as_slice().into(), sum: *sum, is_loop: *is_loop });
            }
            Constraint::AnyOf(models) => {
                let branches: Box<[Branch]> = models.iter().map(|model| self.branch(model)).collect();
                let mut all: Vec<u16> = Vec::new();
                for branch in &branches {
                    all.extend(branch.domains.iter().map(|domain| domain.0));
                    all.extend(&branch.different);
                    all.extend(branch.propagators.iter().flat_map(Propagator::cells));
                }
                all.sort_unstable();
                all.dedup();
                self.push(AnyOf { branches, all: all.into() });
            }
            Constraint::OrderedLines { less, greater } => {
                self.push(OrderedLines { less: less.as_slice().into(), greater: greater.as_slice().into() });
            }
            Constraint::Rank { lines, number, below, first, strict } => {
                let (lines, first) = (Arc::clone(lines), 1 << first);
                self.push(Rank { lines, number: *number, below: *below, first, strict: *strict });
            }
            Constraint::DistinctLines(lines) => self.push(DistinctLines { lines: Arc::clone(lines) }),
            Constraint::Test { cells, rule, board } => {
                let (rule, board) = (Arc::clone(rule), board.clone());
                self.push(Test { cells: cells.as_slice().into(), rule, board });
            }
        }
    }

    /// One alternative of a rule.
    fn branch(&mut self, model: &Model) -> Branch {
        let domains: Vec<(u16, u32)> = (0u16..)
            .zip(&model.domains)
            .filter(|&(_, &domain)| domain != model.values)
            .map(|(cell, &domain)| (cell, domain))
            .collect();
        // Inside the alternative more cells differ than outside; constraints that name them get to know.
        let mut sets = model.different.clone();
        sets.extend(implied_differences(model));
        let own = (!sets.is_empty()).then(|| Arc::new(Peers::new(model.domains.len(), &sets)));
        let mut different: Vec<u16> = sets.concat();
        different.sort_unstable();
        different.dedup();
        let both = own.as_ref().map(|_| {
            let outside = (0..model.domains.len() as u16).flat_map(|cell| {
                self.peers.list(cell).iter().filter(move |&&other| other > cell).map(move |&other| vec![cell, other])
            });
            Arc::new(Peers::new(model.domains.len(), &outside.chain(sets.iter().cloned()).collect::<Vec<_>>()))
        });
        let mut inner = Compiler {
            values: self.values,
            peers: both.as_ref().unwrap_or(self.peers),
            houses: self.houses,
            relations: HashMap::new(),
            tables: self.tables.clone(),
            combinations: self.combinations.clone(),
            class_table: self.class_table.clone(),
            thirds: HashMap::new(),
            derived: self.derived,
            out: Vec::new(),
        };
        model.constraints.iter().for_each(|constraint| inner.constraint(constraint));
        let mut propagators = inner.out;
        propagators.sort_by_key(Propagator::cost);
        Branch { domains, peers: own, different, propagators }
    }
}

/// Cells that differ because a relation never holds for equal values.
fn implied_differences(model: &Model) -> Vec<Vec<u16>> {
    let never_equal = |rows: &Rows| (0..32).all(|value| rows[value] >> value & 1 == 0);
    let mut sets = Vec::new();
    for constraint in &model.constraints {
        match constraint {
            Constraint::Pair { a, b, rows } if never_equal(rows) => sets.push(vec![*a, *b]),
            Constraint::AllPairs { cells, rows } if never_equal(rows) => sets.push(cells.clone()),
            Constraint::Rising { cells, strict: true } => sets.push(cells.clone()),
            Constraint::Between(cells) => {
                let ends = [cells[0], cells[cells.len() - 1]];
                sets.push(ends.to_vec());
                for &cell in &cells[1..cells.len() - 1] {
                    ends.iter().for_each(|&end| sets.push(vec![end, cell]));
                }
            }
            Constraint::Lockout { by, cells } => {
                let ends = [cells[0], cells[cells.len() - 1]];
                if *by > 0 {
                    sets.push(ends.to_vec());
                }
                for &cell in &cells[1..cells.len() - 1] {
                    ends.iter().for_each(|&end| sets.push(vec![end, cell]));
                }
            }
            _ => {}
        }
    }
    sets
}

/// Sets without those that lie in another, each sorted.
fn maximal(sets: &[Vec<u16>]) -> Vec<Vec<u16>> {
    let mut sorted: Vec<Vec<u16>> = sets.to_vec();
    sorted.iter_mut().for_each(|set| set.sort_unstable());
    sorted.sort_by_key(|set| core::cmp::Reverse(set.len()));
    sorted.dedup();
    let mut kept: Vec<Vec<u16>> = Vec::new();
    // Which kept sets have a cell, to compare few of them.
    let mut having: HashMap<u16, Vec<usize>> = HashMap::new();
    for set in sorted {
        let inside = set.first().and_then(|first| having.get(first)).is_some_and(|numbers| {
            numbers.iter().any(|&number| set.iter().all(|cell| kept[number].binary_search(cell).is_ok()))
        });
        if !inside {
            set.iter().for_each(|&cell| having.entry(cell).or_default().push(kept.len()));
            kept.push(set);
        }
    }
    kept
}

impl Engine {
    pub(crate) fn new(model: &Model) -> Engine {
        let cells = model.domains.len();
        let mut sets = model.different.clone();
        sets.extend(implied_differences(model));
        let sets = maximal(&sets);
        let peers = Arc::new(Peers::new(cells, &sets));
        let full = model.values.count_ones() as usize;
        let houses: Vec<Vec<u16>> = sets.into_iter().filter(|set| set.len() == full).collect();
        let mut compiler = Compiler {
            values: model.values,
            peers: &peers,
            houses: &houses,
            relations: HashMap::new(),
            tables: SumTables::new(model.values).map(Arc::new),
            combinations: Combinations::new(model.values).map(Arc::new),
            class_table: None,
            thirds: HashMap::new(),
            derived: false,
            out: Vec::new(),
        };
        model.constraints.iter().for_each(|constraint| compiler.constraint(constraint));
        let mut degree = vec![0; cells];
        for propagator in &compiler.out {
            propagator.cells().iter().for_each(|&cell| degree[usize::from(cell)] += 1);
        }
        // Derived sums are posted like any other: short ones become pairs or values.
        let mut derived = model.branch();
        for (terms, total) in derive::sums(model, &houses) {
            let terms: Vec<(Cell, i32)> =
                terms.iter().map(|&(cell, weight)| (Cell::new(cell.into()), weight)).collect();
            derived.sum(&terms, total);
        }
        compiler.derived = true;
        derived.constraints.iter().for_each(|constraint| compiler.constraint(constraint));
        let mut propagators = compiler.out;
        let classic = cells >= 81 && classic_houses().all(|house| houses.contains(&house.to_vec()));
        if classic {
            propagators.push(Classic { all: model.values }.into());
        }
        for (number, house) in houses.iter().enumerate() {
            if !classic || !classic_houses().any(|other| other[..] == house[..]) {
                propagators.push(House::new(&houses, number, model.values, &peers).into());
            }
        }
        propagators.sort_by_key(Propagator::cost);
        let mut watch: Vec<Vec<Watch>> = vec![Vec::new(); cells];
        for (number, propagator) in propagators.iter().enumerate() {
            for (cell, events) in propagator.events() {
                let (word, set) = ((number / 64) as u32, 1 << (number % 64));
                let same = |watch: &&mut Watch| watch.word == word && watch.events == events;
                match watch[usize::from(cell)].iter_mut().rev().find(same) {
                    Some(watch) => watch.set |= set,
                    None => watch[usize::from(cell)].push(Watch { word, events, set }),
                }
            }
        }
        let mut links = vec![Vec::new(); cells];
        for &(a, b, value) in &model.not_both {
            if !peers.differ(a, b) {
                links[usize::from(a)].push((1 << value, b));
                links[usize::from(b)].push((1 << value, a));
            }
        }
        // A failure of the pass over all houses is that of one of them.
        let mut involved: Vec<Box<[u16]>> = propagators.iter().map(|propagator| propagator.cells().into()).collect();
        if classic {
            (involved.iter_mut().zip(&propagators))
                .filter(|(_, propagator)| matches!(propagator, Propagator::Classic(_)))
                .for_each(|(cells, _)| *cells = Box::default());
            involved.extend(classic_houses().map(Box::from));
        }
        Engine {
            involved,
            cells,
            values: model.values,
            domains: model.domains.iter().zip(&derived.domains).map(|(a, b)| a & b).collect(),
            peers,
            settles: propagators.iter().map(Propagator::settles).collect(),
            propagators,
            watch: watch.into_iter().map(Into::into).collect(),
            links,
            houses,
            priority: model.priority.clone(),
            degree,
            impossible: model.impossible || derived.impossible,
        }
    }

    /// The cells of a constraint that failed.
    pub(crate) fn involved(&self, failed: Option<usize>) -> &[u16] {
        failed.map_or(&[], |number| &self.involved[number])
    }

    /// Whether the houses and the candidates are all there is.
    pub(crate) fn has_houses_alone(&self) -> bool {
        self.propagators.iter().all(|p| matches!(p, Propagator::House(_) | Propagator::Classic(_)))
            && self.links.iter().all(Vec::is_empty)
    }

    pub(crate) fn workspace(&self) -> Workspace {
        Workspace {
            queue: Queue::new(self.propagators.len()),
            fixed: Vec::new(),
            scratch: Scratch::new(),
            failed: NO_CELL,
            failed_set: None,
        }
    }

    /// Propagates from scratch: every propagator runs.
    pub(crate) fn propagate_all(&self, masks: &mut [u32], work: &mut Workspace) -> bool {
        if self.impossible || masks.contains(&0) {
            return false;
        }
        work.fixed.clear();
        work.fixed.extend((0u16..).zip(masks.iter()).filter(|&(_, &mask)| is_single(mask)).map(|(cell, _)| cell));
        work.queue.clear();
        (0..self.propagators.len()).for_each(|number| work.queue.push(number));
        self.run_with(masks, work, |_| true)
    }

    /// Propagates after a cell is left with fewer candidates.
    #[inline]
    pub(crate) fn propagate_from(&self, cell: u16, keep: u32, masks: &mut [u32], work: &mut Workspace) -> bool {
        work.fixed.clear();
        work.queue.clear();
        self.run_with(masks, work, |space| space.keep(cell, keep))
    }

    /// Runs propagators after a first change.
    #[inline]
    fn run_with(&self, masks: &mut [u32], work: &mut Workspace, change: impl FnOnce(&mut Space<'_>) -> bool) -> bool {
        let Workspace { queue, fixed, scratch, failed, failed_set } = work;
        let mut space = Space { masks, queue, watch: &self.watch, fixed, failed: NO_CELL, failed_house: NO_CELL };
        *failed_set = None;
        let possible = change(&mut space) && self.run(&mut space, scratch, failed_set);
        *failed = space.failed;
        possible
    }

    /// Runs propagators until none has anything to do; false at a contradiction.
    fn run(&self, space: &mut Space<'_>, scratch: &mut Scratch, failed_set: &mut Option<usize>) -> bool {
        loop {
            while let Some(cell) = space.fixed.pop() {
                let value = space.get(cell);
                if !space.remove_from(self.peers.list(cell), value) {
                    return false;
                }
                for &(mask, near) in &self.links[usize::from(cell)] {
                    if mask == value && !space.remove(near, value) {
                        return false;
                    }
                }
            }
            let Some(number) = space.queue.pop() else { return true };
            if !self.propagators[number].run(space, scratch) {
                *failed_set = Some(match space.failed_house {
                    NO_CELL => number,
                    house => self.propagators.len() + usize::from(house),
                });
                return false;
            }
            if self.settles[number] {
                space.queue.remove(number);
            }
        }
    }
}
