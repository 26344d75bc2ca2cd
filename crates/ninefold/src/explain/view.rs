//! What to highlight: a deduction as coloured cells, candidates, houses and links.
//!
//! A [`View`] is plain data. The command line, the page and Python get it as the same JSON, and pictures are drawn from
//! it. None of them depends on techniques.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::{Deduction, Node, Path, Strength};
use crate::{Candidate, CandidateSet, Cell, CellSet, Digit, House, HouseSet, Language, Pencilmarks};

/// The role of a cell, candidate or house in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Role {
    /// A cell or candidate the pattern consists of.
    Pattern,
    /// A house whose places or candidates the pattern uses.
    Base,
    /// A house that contains them, and loses them elsewhere.
    Cover,
    /// A base candidate that no cover house contains.
    Fin,
    /// A candidate in two base houses.
    EndoFin,
    /// A candidate of a chain that is true if the chain's first node is false.
    On,
    /// A candidate of a chain that is false if the chain's first node is false.
    Off,
    /// A cell of an almost locked set.
    AlmostLockedSet,
    /// A cell in the middle of a wing.
    Pivot,
    /// A cell at the end of a wing.
    Pincer,
    /// One colour of a network, opposite to `ColourB`.
    ColourA,
    /// The other colour.
    ColourB,
    /// One colour of a second network, opposite to `ColourD`.
    ColourC,
    /// The other colour.
    ColourD,
    /// A cell of a rectangle or loop that must not be filled with two digits only, and these digits there.
    Deadly,
    /// A candidate that is true.
    Placed,
    /// A candidate that is false.
    Eliminated,
}

impl Role {
    /// Its name in JSON and in style sheets.
    pub const fn slug(self) -> &'static str {
        match self {
            Role::Pattern => "pattern",
            Role::Base => "base",
            Role::Cover => "cover",
            Role::Fin => "fin",
            Role::EndoFin => "endo-fin",
            Role::On => "on",
            Role::Off => "off",
            Role::AlmostLockedSet => "als",
            Role::Pivot => "pivot",
            Role::Pincer => "pincer",
            Role::ColourA => "colour-a",
            Role::ColourB => "colour-b",
            Role::ColourC => "colour-c",
            Role::ColourD => "colour-d",
            Role::Deadly => "deadly",
            Role::Placed => "placed",
            Role::Eliminated => "eliminated",
        }
    }
}

/// Something to highlight, and its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight<T> {
    /// The cell, candidate or house.
    pub item: T,
    /// Its role.
    pub role: Role,
}

/// The highlights of a deduction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Cells, each once.
    pub cells: Vec<Highlight<Cell>>,
    /// Candidates, each once for each of its roles.
    pub candidates: Vec<Highlight<Candidate>>,
    /// Houses.
    pub houses: Vec<Highlight<House>>,
    /// Links, each drawn as an arrow.
    pub links: Vec<ViewLink>,
}

/// An arrow from the candidates of one node to those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewLink {
    /// Where it starts.
    pub from: Node,
    /// Where it ends.
    pub to: Node,
    /// Drawn solid where strong, dashed where weak.
    pub strength: Strength,
}

impl View {
    /// The highlights of a deduction about these pencilmarks.
    pub fn new(deduction: &Deduction, marks: &Pencilmarks) -> View {
        let mut view = View::default();
        deduction.pattern.shape().highlight(marks, &mut view);
        view.add_candidates(deduction.placements, Role::Placed);
        view.add_candidates(deduction.eliminations, Role::Eliminated);
        view
    }

    pub(super) fn add_cells(&mut self, cells: CellSet, role: Role) {
        self.cells.extend(cells.iter().map(|item| Highlight { item, role }));
    }

    pub(super) fn add_candidates(&mut self, candidates: CandidateSet, role: Role) {
        self.candidates.extend(candidates.iter().map(|item| Highlight { item, role }));
    }

    pub(super) fn add_houses(&mut self, houses: HouseSet, role: Role) {
        self.houses.extend(houses.iter().map(|item| Highlight { item, role }));
    }

    pub(super) fn add_link(&mut self, from: Node, to: Node, strength: Strength) {
        self.links.push(ViewLink { from, to, strength });
    }

    /// The highlights as JSON: `{"cells":[{"cell":"r1c1","role":"pattern"}],"candidates":[...],"houses":[...],
    /// "links":[{"from":["5r1c1"],"to":["5r1c7"],"kind":"strong"}]}`.
    pub fn to_json(&self) -> String {
        fn list<T: core::fmt::Display>(json: &mut String, name: &str, key: &str, items: &[Highlight<T>]) {
            let _ = write!(json, "\"{name}\":[");
            for (i, Highlight { item, role }) in items.iter().enumerate() {
                let comma = if i > 0 { "," } else { "" };
                let _ = write!(json, "{comma}{{\"{key}\":\"{item}\",\"role\":\"{}\"}}", role.slug());
            }
            json.push(']');
        }
        let mut json = String::from("{");
        list(&mut json, "cells", "cell", &self.cells);
        json.push(',');
        list(&mut json, "candidates", "candidate", &self.candidates);
        json.push(',');
        list(&mut json, "houses", "house", &self.houses);
        json.push_str(",\"links\":[");
        for (i, link) in self.links.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            let (from, to) = (candidate_list(link.from.candidates()), candidate_list(link.to.candidates()));
            let kind = if link.strength == Strength::Strong { "strong" } else { "weak" };
            let _ = write!(json, "{comma}{{\"from\":{from},\"to\":{to},\"kind\":\"{kind}\"}}");
        }
        json.push(']');
        json.push('}');
        json
    }
}

impl Deduction {
    /// The deduction as a JSON object: technique, conclusions, words and highlights.
    pub fn to_json(&self, marks: &Pencilmarks, language: Language) -> String {
        let technique = self.technique;
        let code = technique.code().map_or(String::from("null"), |code| alloc::format!("\"{code}\""));
        alloc::format!(
            "{{\"technique\":\"{}\",\"code\":{code},\"name\":{},\"level\":\"{}\",\"score\":{},\"placements\":{},\
             \"eliminations\":{},\"notation\":\"{}\",\"sentence\":{},\"view\":{}}}",
            technique.slug(),
            quoted(language.name(technique)),
            technique.level().slug(),
            technique.score(),
            candidate_list(self.placements),
            candidate_list(self.eliminations),
            self.notation(),
            quoted(&language.sentence(self)),
            View::new(self, marks).to_json(),
        )
    }
}

impl Path {
    /// The path as a JSON object: its outcome and its steps.
    pub fn to_json(&self, language: Language) -> String {
        let mut json = self.summary_to_json();
        json.pop();
        json.push_str(",\"steps\":[");
        for (index, (marks, step)) in self.positions().enumerate() {
            json.push_str(if index > 0 { "," } else { "" });
            json.push_str(&step.to_json(&marks, language));
        }
        json.push_str("]}");
        json
    }

    /// The outcome of the path as a JSON object: whether it is solved, its level, score and hardest technique, and how often
    /// each technique was used.
    pub fn summary_to_json(&self) -> String {
        let hardest = self.hardest().map_or(String::from("null"), |technique| quoted(technique.slug()));
        let mut json = alloc::format!(
            "{{\"solved\":{},\"level\":\"{}\",\"score\":{},\"hardest\":{hardest},\"counts\":{{",
            self.is_solved(),
            self.level().slug(),
            self.score(),
        );
        for (index, (technique, count)) in self.counts().into_iter().enumerate() {
            let _ = write!(json, "{}\"{}\":{count}", if index > 0 { "," } else { "" }, technique.slug());
        }
        json.push_str("}}");
        json
    }
}

/// Candidates as a JSON list of `"5r4c7"`.
fn candidate_list(candidates: CandidateSet) -> String {
    let mut json = String::from("[");
    for digit in Digit::ALL {
        for cell in candidates.cells_with(digit) {
            let comma = if json.len() > 1 { "," } else { "" };
            let _ = write!(json, "{comma}\"{digit}{cell}\"");
        }
    }
    json.push(']');
    json
}

/// A text as a JSON string.
fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            '\u{0}'..='\u{1f}' => {
                let _ = write!(json, "\\u{:04x}", u32::from(character));
            }
            _ => json.push(character),
        }
    }
    json.push('"');
    json
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::Explainer;
    use crate::{Grid, Puzzle};

    #[test]
    fn every_step_is_valid_json_and_shows_its_conclusions() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
        let path = Explainer::default().path(&Puzzle::new(grid).unwrap());
        for (marks, step) in path.positions() {
            let json: serde_json::Value = serde_json::from_str(&step.to_json(&marks, Language::ENGLISH)).unwrap();
            assert_eq!(json["technique"], step.technique.slug());
            let shown = json["view"]["candidates"].as_array().unwrap();
            assert!(shown.iter().any(|entry| entry["role"] == "placed" || entry["role"] == "eliminated"));
        }
        let json: serde_json::Value = serde_json::from_str(&path.to_json(Language::CHINESE)).unwrap();
        assert_eq!(json["steps"].as_array().unwrap().len(), path.steps().len());
        assert_eq!(json["score"], path.score());
        let counts = json["counts"].as_object().unwrap().values();
        assert_eq!(counts.map(|count| count.as_u64().unwrap()).sum::<u64>(), path.steps().len() as u64);
    }
}
