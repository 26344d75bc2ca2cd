//! Sentences: what a deduction says, in a person's language.
//!
//! The messages are in the catalogues of [`Language`]. The code here chooses the message and renders its arguments.
//!
//! # The ladder
//! A hint is given a little at a time, in five [`Rung`]s: where to look, which digit, which technique, the pattern, the
//! full step.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Deduction;
use super::notation;
use crate::{CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseSet, Language, Mistake};

/// How much of a step a hint reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rung {
    /// Where to look.
    Where,
    /// Which digit to think of.
    Digit,
    /// Which technique to use.
    Technique,
    /// The pattern, without its conclusions.
    Pattern,
    /// The full step.
    Step,
}

impl Rung {
    /// All five, from the faintest hint to the full step.
    pub const ALL: [Rung; 5] = [Rung::Where, Rung::Digit, Rung::Technique, Rung::Pattern, Rung::Step];
}

/// A named argument of a message.
pub(super) enum Argument {
    Digits(DigitSet),
    Cells(CellSet),
    Houses(HouseSet),
    Candidates(CandidateSet),
    Text(String),
}

/// Arguments by name.
pub(super) type Arguments = Vec<(&'static str, Argument)>;

impl Argument {
    /// A cell, as `{cell}`.
    pub(super) fn cell(cell: Cell) -> (&'static str, Argument) {
        ("cell", Argument::Cells(cell.into()))
    }

    /// A digit, as `{digit}`.
    pub(super) fn digit(digit: Digit) -> (&'static str, Argument) {
        ("digit", Argument::Digits(digit.into()))
    }

    /// Digits, as a list.
    pub(super) fn digits(name: &'static str, digits: DigitSet) -> (&'static str, Argument) {
        (name, Argument::Digits(digits))
    }

    /// Cells, as a list in players' shorthand.
    pub(super) fn cells(name: &'static str, cells: CellSet) -> (&'static str, Argument) {
        (name, Argument::Cells(cells))
    }

    /// Houses, as a list of their names in the language.
    pub(super) fn houses(name: &'static str, houses: HouseSet) -> (&'static str, Argument) {
        (name, Argument::Houses(houses))
    }

    /// Candidates, as a list in players' shorthand.
    pub(super) fn candidates(name: &'static str, candidates: CandidateSet) -> (&'static str, Argument) {
        (name, Argument::Candidates(candidates))
    }

    /// A text that is the same in every language.
    pub(super) fn text(name: &'static str, text: String) -> (&'static str, Argument) {
        (name, Argument::Text(text))
    }
}

impl Language {
    /// The full step in words: the pattern and its conclusions.
    ///
    /// ```
    /// use ninefold::explain::Explainer;
    /// use ninefold::{Grid, Language, Puzzle};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let path = Explainer::default().path(&Puzzle::new(grid)?);
    /// let step = &path.steps()[0];
    /// assert_eq!(Language::ENGLISH.sentence(step), "r5c5 has no candidate but 5. So r5c5 is 5.");
    /// assert_eq!(Language::CHINESE.sentence(step), "r5c5只剩候选数5。因此r5c5填5。");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn sentence(self, deduction: &Deduction) -> String {
        format!("{}{}{}", self.pattern(deduction), self.0.gap, self.conclusions(deduction))
    }

    /// As much of the step as the rung reveals.
    ///
    /// ```
    /// use ninefold::explain::{Explainer, Rung};
    /// use ninefold::{Grid, Language, Puzzle};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let path = Explainer::default().path(&Puzzle::new(grid)?);
    /// let step = &path.steps()[0];
    /// assert_eq!(Language::ENGLISH.hint(step, Rung::Where), "Look at box 5.");
    /// assert_eq!(Language::ENGLISH.hint(step, Rung::Digit), "Think about 5.");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn hint(self, deduction: &Deduction, rung: Rung) -> String {
        match rung {
            Rung::Where => self.say("where", &[Argument::houses("houses", deduction.focus())]),
            Rung::Digit => self.say("which", &[Argument::digits("digits", deduction.pattern.shape().digits())]),
            Rung::Technique => {
                let name = self.name(deduction.technique).into();
                let idea = self.idea(deduction.technique).into();
                self.say("how", &[Argument::text("name", name), Argument::text("idea", idea)])
            }
            Rung::Pattern => self.pattern(deduction),
            Rung::Step => self.sentence(deduction),
        }
    }

    /// What is wrong in a player's position.
    pub fn mistake(self, mistake: &Mistake) -> String {
        match *mistake {
            Mistake::Placement { cell, placed } => {
                self.say("wrong-placement", &[Argument::cell(cell), Argument::digit(placed)])
            }
            Mistake::Elimination { cell, digit } => {
                self.say("wrong-elimination", &[Argument::cell(cell), Argument::digit(digit)])
            }
        }
    }

    /// The message that no technique applies.
    pub fn stuck(self) -> String {
        self.say("stuck", &[])
    }

    /// The message that the puzzle is solved.
    pub fn solved(self) -> String {
        self.say("solved", &[])
    }

    /// The pattern in words.
    fn pattern(self, deduction: &Deduction) -> String {
        let (key, arguments) = deduction.pattern.shape().describe();
        let own = self.0.messages.iter().any(|(key, _)| *key == deduction.technique.slug());
        self.say(if own { deduction.technique.slug() } else { key }, &arguments)
    }

    /// The conclusions in words.
    fn conclusions(self, deduction: &Deduction) -> String {
        let mut parts: Vec<String> = Vec::new();
        for candidate in deduction.placements {
            parts.push(self.say("is", &[Argument::cell(candidate.cell()), Argument::digit(candidate.digit())]));
        }
        // Digits that are removed from the same cells share a clause.
        let mut done = DigitSet::EMPTY;
        for digit in Digit::ALL {
            let cells = deduction.eliminations.cells_with(digit);
            if cells.is_empty() || done.contains(digit) {
                continue;
            }
            let alike = |other: &Digit| deduction.eliminations.cells_with(*other) == cells;
            let digits: DigitSet = Digit::ALL.into_iter().filter(alike).collect();
            done |= digits;
            parts.push(self.say("is-not", &[Argument::cells("cells", cells), Argument::digits("digits", digits)]));
        }
        let conclusions = join(parts, self.0.clause_comma, self.0.clause_and);
        self.say("so", &[Argument::text("conclusions", conclusions)])
    }

    /// A message with its arguments filled in.
    fn say(self, key: &str, arguments: &[(&'static str, Argument)]) -> String {
        let mut rest = self.message(key);
        let mut text = String::new();
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, after)) = after.split_once('}') else { break };
            text.push_str(before);
            if let Some((_, argument)) = arguments.iter().find(|(known, _)| *known == name) {
                text.push_str(&self.render(argument));
            }
            rest = after;
        }
        text.push_str(rest);
        text
    }

    fn message(self, key: &str) -> &'static str {
        self.0.messages.iter().find(|(known, _)| *known == key).map_or("", |&(_, text)| text)
    }

    fn render(self, argument: &Argument) -> String {
        match argument {
            Argument::Digits(digits) => self.list(digits.iter().map(|digit| digit.to_string()).collect()),
            Argument::Cells(cells) => self.list(notation::cell_groups(*cells)),
            Argument::Houses(houses) => self.list(houses.iter().map(|house| self.house(house)).collect()),
            Argument::Candidates(candidates) => self.list(notation::candidate_groups(*candidates)),
            Argument::Text(text) => text.clone(),
        }
    }

    fn house(self, house: House) -> String {
        let (key, index) = match house {
            House::Row(row) => ("row", row.index()),
            House::Col(col) => ("column", col.index()),
            House::Block(block) => ("block", block.index()),
        };
        self.say(key, &[Argument::text("number", (index + 1).to_string())])
    }

    fn list(self, items: Vec<String>) -> String {
        join(items, self.0.comma, self.0.and)
    }
}

/// Items with a comma between them, and another word before the last.
fn join(mut items: Vec<String>, comma: &str, and: &str) -> String {
    match items.pop() {
        None => String::new(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{}{and}{last}", items.join(comma)),
    }
}

impl Deduction {
    /// Where to look, as [`Rung::Where`] says it: the houses that the pattern names, and as few more as contain its other
    /// cells.
    pub fn focus(&self) -> HouseSet {
        let (mut focus, mut cells) = self.pattern.shape().focus();
        cells -= focus.cells();
        // Repeatedly the house with the most remaining cells; the first among equals.
        while !cells.is_empty() {
            let best = House::all().rev().max_by_key(|house| (house.cells() & cells).len());
            let Some(best) = best else { break };
            focus.insert(best);
            cells -= best.cells();
        }
        focus
    }
}
