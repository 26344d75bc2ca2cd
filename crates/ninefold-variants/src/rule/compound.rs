//! Rules made of rules, and a hint for the search.

use super::{Checker, Family, Group, Kind, Rule, RuleError, RuleReason, Setting};
use crate::solve::model::Model;
use crate::{Board, Cell};

/// A rule made of rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compound {
    /// At least one of the rules holds.
    AnyOf(Vec<Rule>),
    /// All of the rules hold.
    AllOf(Vec<Rule>),
    /// A hint for the search: cells of a higher level are tried first. It holds for all values.
    SearchPriority {
        /// How urgent.
        level: i32,
        /// Which cells.
        cells: Vec<Cell>,
    },
}

/// How deep rules may be inside rules.
pub(crate) const MAX_DEPTH: usize = 16;

impl Compound {
    fn children(&self) -> &[Rule] {
        match self {
            Compound::AnyOf(rules) | Compound::AllOf(rules) => rules,
            Compound::SearchPriority { .. } => &[],
        }
    }

    fn depth(&self) -> usize {
        let inner = self.children().iter().map(|rule| match rule {
            Rule::Compound(compound) => compound.depth(),
            _ => 0,
        });
        1 + inner.max().unwrap_or(0)
    }
}

/// Rules that other rules refer to, or that speak of the whole grid, cannot be part of an alternative.
fn may_nest(rule: &Rule) -> bool {
    let kind = rule.kind();
    match kind.group() {
        Group::Global => false,
        Group::Region => matches!(kind, Kind::AllDifferent | Kind::ExtraRegion),
        Group::Mark => !matches!(kind, Kind::Minimum | Kind::Maximum),
        Group::Pair => !matches!(kind, Kind::NoDifference | Kind::NoRatio | Kind::NoXv | Kind::NoKropki),
        Group::Outside => !matches!(kind, Kind::FullRankTies),
        _ => true,
    }
}

impl Family for Compound {
    fn kind(&self) -> Kind {
        match self {
            Compound::AnyOf(_) => Kind::AnyOf,
            Compound::AllOf(_) => Kind::AllOf,
            Compound::SearchPriority { .. } => Kind::SearchPriority,
        }
    }

    fn check(&self, board: &Board) -> Result<(), RuleError> {
        let checker = Checker { kind: self.kind(), board };
        if let Compound::SearchPriority { cells, .. } = self {
            return checker.on_board(cells);
        }
        if self.depth() > MAX_DEPTH {
            return checker.fail(RuleReason::Number {
                found: self.depth() as i64,
                expected: "rules inside rules at most 16 deep",
            });
        }
        self.children().iter().try_for_each(|rule| {
            if !may_nest(rule) {
                return checker.fail(RuleReason::Nested(rule.kind()));
            }
            rule.check(board)
        })
    }

    fn cells(&self, setting: &Setting<'_>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = match self {
            Compound::SearchPriority { .. } => Vec::new(),
            _ => self.children().iter().flat_map(|rule| rule.cells(setting)).collect(),
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn holds(&self, setting: &Setting<'_>, values: &[u8]) -> bool {
        match self {
            // Alternatives of nothing ask for nothing, as in the string form.
            Compound::AnyOf(rules) => rules.is_empty() || rules.iter().any(|rule| rule.holds(setting, values)),
            Compound::AllOf(rules) => rules.iter().all(|rule| rule.holds(setting, values)),
            Compound::SearchPriority { .. } => true,
        }
    }

    fn post(&self, setting: &Setting<'_>, model: &mut Model) {
        match self {
            Compound::AllOf(rules) => rules.iter().for_each(|rule| rule.post(setting, model)),
            Compound::AnyOf(rules) => {
                let branches = rules.iter().map(|rule| {
                    let mut branch = model.branch();
                    rule.post(setting, &mut branch);
                    branch
                });
                let branches: Vec<Model> = branches.collect();
                model.any_of(branches);
            }
            Compound::SearchPriority { level, cells } => model.priority(cells, *level),
        }
    }
}
