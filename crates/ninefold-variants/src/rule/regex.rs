//! Regular expressions over the values of a board.
//!
//! ```text
//!   3        the value 3; A is 10, B is 11, ... (lower case too)
//!   .        any value
//!   [1-4A]   one of these; [^12] any other
//!   (ab|c)   grouping and alternatives
//!   x* x+ x? x{2} x{2,} x{2,4}
//! ```
//!
//! White space does not count, and `\` before a character takes its meaning away.

use core::fmt;

use super::nfa::Nfa;
use crate::{Board, ValueSet};

/// The most states an expression may unfold to.
const MAX_STATES: usize = 5000;

/// How deep groups may nest.
const MAX_DEPTH: usize = 64;

/// A regular expression, read but not yet bound to a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regex {
    pattern: String,
    tree: Node,
}

/// Text that is no regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegexError {
    /// The character where the trouble is, counted from 1.
    pub place: usize,
    /// What should stand there.
    pub expected: &'static str,
}

impl fmt::Display for RegexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {} of the expression: expected {}", self.place, self.expected)
    }
}

impl core::error::Error for RegexError {}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    Empty,
    Any,
    Values(ValueSet, bool),
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    Repeat(Box<Node>, usize, Option<usize>),
}

struct Parser<'a> {
    text: &'a [char],
    place: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.place).copied()
    }

    fn fail<T>(&self, expected: &'static str) -> Result<T, RegexError> {
        Err(RegexError { place: self.place + 1, expected })
    }

    fn eat(&mut self, character: char) -> bool {
        let found = self.peek() == Some(character);
        self.place += usize::from(found);
        found
    }

    fn either(&mut self) -> Result<Node, RegexError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail("fewer groups inside groups");
        }
        let mut options = vec![self.sequence()?];
        while self.eat('|') {
            options.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if options.len() == 1 { options.remove(0) } else { Node::Either(options) })
    }

    fn sequence(&mut self) -> Result<Node, RegexError> {
        let mut parts = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            let mut node = self.primary()?;
            let mut repeats = 0;
            while let Some((least, most)) = self.quantifier()? {
                repeats += 1;
                if repeats > MAX_DEPTH {
                    return self.fail("fewer repetitions of repetitions");
                }
                node = Node::Repeat(Box::new(node), least, most);
            }
            parts.push(node);
        }
        Ok(match parts.len() {
            0 => Node::Empty,
            1 => parts.remove(0),
            _ => Node::Sequence(parts),
        })
    }

    fn quantifier(&mut self) -> Result<Option<(usize, Option<usize>)>, RegexError> {
        Ok(match self.peek() {
            Some('*') => self.skip((0, None)),
            Some('+') => self.skip((1, None)),
            Some('?') => self.skip((0, Some(1))),
            Some('{') => {
                self.place += 1;
                let least = self.number()?;
                let most = if self.eat(',') {
                    if self.peek() == Some('}') { None } else { Some(self.number()?) }
                } else {
                    Some(least)
                };
                if most.is_some_and(|most| most < least) {
                    return self.fail("a range that does not end before it starts");
                }
                if !self.eat('}') {
                    return self.fail("'}'");
                }
                Some((least, most))
            }
            _ => None,
        })
    }

    fn skip<T>(&mut self, result: T) -> Option<T> {
        self.place += 1;
        Some(result)
    }

    fn number(&mut self) -> Result<usize, RegexError> {
        let start = self.place;
        let mut number = 0usize;
        while let Some(digit) = self.peek().and_then(|character| character.to_digit(10)) {
            number = number * 10 + digit as usize;
            if number > MAX_STATES {
                return self.fail("a smaller number");
            }
            self.place += 1;
        }
        if start == self.place { self.fail("a number") } else { Ok(number) }
    }

    fn value(&mut self) -> Result<u8, RegexError> {
        self.eat('\\');
        match self.peek().filter(char::is_ascii).and_then(|character| character.to_digit(36)) {
            Some(value) if value <= 25 => {
                self.place += 1;
                Ok(value as u8)
            }
            _ => self.fail("a digit or a letter"),
        }
    }

    fn primary(&mut self) -> Result<Node, RegexError> {
        match self.peek() {
            Some('(') => {
                self.place += 1;
                let node = self.either()?;
                if self.eat(')') { Ok(node) } else { self.fail("')'") }
            }
            Some('.') => {
                self.place += 1;
                Ok(Node::Any)
            }
            Some('[') => {
                self.place += 1;
                let negated = self.eat('^');
                let mut values = ValueSet::EMPTY;
                while self.peek() != Some(']') {
                    let low = self.value()?;
                    let is_range = self.peek() == Some('-') && self.text.get(self.place + 1) != Some(&']');
                    if is_range {
                        self.place += 1;
                        let high = self.value()?;
                        if high < low {
                            return self.fail("a range that does not end before it starts");
                        }
                        values |= ValueSet::range(low, high);
                    } else {
                        values.insert(low);
                    }
                }
                if values.is_empty() {
                    return self.fail("a value");
                }
                self.place += 1;
                Ok(Node::Values(values, negated))
            }
            _ => Ok(Node::Values(ValueSet::of(self.value()?), false)),
        }
    }
}

/// An automaton under construction, with empty transitions.
struct Builder {
    first: u8,
    values: ValueSet,
    transitions: Vec<Vec<(u8, u16)>>,
    empty: Vec<Vec<u16>>,
}

impl Builder {
    fn state(&mut self) -> Option<u16> {
        if self.transitions.len() >= MAX_STATES {
            return None;
        }
        self.transitions.push(Vec::new());
        self.empty.push(Vec::new());
        Some(self.transitions.len() as u16 - 1)
    }

    /// Builds a node from a state on, and returns the state after it; `None` when there are too many.
    fn build(&mut self, node: &Node, from: u16) -> Option<u16> {
        match node {
            Node::Empty => Some(from),
            Node::Any => self.read(from, self.values),
            Node::Values(values, false) => self.read(from, self.values & *values),
            Node::Values(values, true) => self.read(from, self.values - *values),
            Node::Sequence(parts) => parts.iter().try_fold(from, |from, part| self.build(part, from)),
            Node::Either(options) => {
                let end = self.state()?;
                for option in options {
                    let start = self.state()?;
                    self.empty[usize::from(from)].push(start);
                    let last = self.build(option, start)?;
                    self.empty[usize::from(last)].push(end);
                }
                Some(end)
            }
            Node::Repeat(inner, least, most) => {
                let mut last = from;
                for _ in 0..*least {
                    last = self.build(inner, last)?;
                }
                let end = self.state()?;
                self.empty[usize::from(last)].push(end);
                match most {
                    Some(most) => {
                        for _ in *least..*most {
                            last = self.build(inner, last)?;
                            self.empty[usize::from(last)].push(end);
                        }
                    }
                    None => {
                        // A state of its own, so that a repetition does not enter the part before it.
                        let start = self.state()?;
                        self.empty[usize::from(last)].push(start);
                        let back = self.build(inner, start)?;
                        self.empty[usize::from(back)].push(start);
                        self.empty[usize::from(back)].push(end);
                    }
                }
                Some(end)
            }
        }
    }

    fn read(&mut self, from: u16, values: ValueSet) -> Option<u16> {
        let to = self.state()?;
        for value in values.iter() {
            self.transitions[usize::from(from)].push((value - self.first, to));
        }
        Some(to)
    }

    /// The states that are reached from one without reading.
    fn closure(&self, from: u16) -> Vec<u16> {
        let mut seen = vec![false; self.empty.len()];
        let mut stack = vec![from];
        seen[usize::from(from)] = true;
        let mut reached = Vec::new();
        while let Some(state) = stack.pop() {
            reached.push(state);
            for &next in &self.empty[usize::from(state)] {
                if !seen[usize::from(next)] {
                    seen[usize::from(next)] = true;
                    stack.push(next);
                }
            }
        }
        reached
    }
}

type Places = std::collections::BTreeSet<usize>;

/// The places where a node can end when it begins at one of these.
fn ends(node: &Node, values: &[u8], begins: &Places) -> Places {
    let read = |fits: &dyn Fn(u8) -> bool| -> Places {
        begins
            .iter()
            .filter(|&&place| values.get(place).is_some_and(|&value| fits(value)))
            .map(|place| place + 1)
            .collect()
    };
    match node {
        Node::Empty => begins.clone(),
        Node::Any => read(&|_| true),
        Node::Values(set, negated) => read(&|value| set.contains(value) != *negated),
        Node::Sequence(parts) => parts.iter().fold(begins.clone(), |begins, part| ends(part, values, &begins)),
        Node::Either(options) => options.iter().flat_map(|option| ends(option, values, begins)).collect(),
        Node::Repeat(inner, least, most) => {
            let mut places = begins.clone();
            let mut all = if *least == 0 { begins.clone() } else { Places::new() };
            // More rounds than there are places cannot reach anything new beyond the least number.
            for round in 1..=most.unwrap_or(least + values.len() + 1) {
                let next = ends(inner, values, &places);
                let stuck = next == places;
                places = next;
                if round >= *least {
                    let before = all.len();
                    all.extend(&places);
                    if before == all.len() && stuck {
                        break;
                    }
                }
                if places.is_empty() {
                    break;
                }
            }
            all
        }
    }
}

impl Regex {
    /// Reads an expression.
    ///
    /// ```
    /// use ninefold_variants::{Board, rule::Regex};
    ///
    /// let regex = Regex::new(".*(12|21).*")?;
    /// let nfa = regex.automaton(&Board::square(9)?).unwrap();
    /// // Symbol 0 is the value 1.
    /// assert!(nfa.accepts([4, 1, 0, 7]) && !nfa.accepts([1, 4, 0, 7]));
    /// assert_eq!(Regex::new("(12").unwrap_err().to_string(), "character 4 of the expression: expected ')'");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where the text is no expression.
    pub fn new(pattern: &str) -> Result<Regex, RegexError> {
        let text: Vec<char> = pattern.chars().filter(|character| !character.is_whitespace()).collect();
        let mut parser = Parser { text: &text, place: 0, depth: 0 };
        let tree = parser.either()?;
        if parser.place < text.len() {
            return parser.fail("the end of the expression");
        }
        Ok(Regex { pattern: text.iter().collect(), tree })
    }

    /// The expression as it was written, without white space.
    pub fn pattern(&self) -> &str {
        &self.pattern
    }

    /// Whether the values, all of the board, match the expression.
    ///
    /// Reads the expression itself, not its automaton: each node maps the places where it can begin to those where it
    /// can end.
    pub fn matches(&self, values: &[u8]) -> bool {
        ends(&self.tree, values, &[0].into_iter().collect()).contains(&values.len())
    }

    /// The values the expression names.
    pub(crate) fn named(&self) -> ValueSet {
        fn collect(node: &Node) -> ValueSet {
            match node {
                Node::Empty | Node::Any => ValueSet::EMPTY,
                Node::Values(values, _) => *values,
                Node::Sequence(parts) | Node::Either(parts) => {
                    parts.iter().fold(ValueSet::EMPTY, |set, part| set | collect(part))
                }
                Node::Repeat(inner, ..) => collect(inner),
            }
        }
        collect(&self.tree)
    }

    /// The automaton of the expression on a board; `None` when it unfolds to too many states.
    pub fn automaton(&self, board: &Board) -> Option<Nfa> {
        let mut builder =
            Builder { first: board.first_value(), values: board.values(), transitions: Vec::new(), empty: Vec::new() };
        let start = builder.state()?;
        let end = builder.build(&self.tree, start)?;
        let closures: Vec<Vec<u16>> = (0..builder.empty.len() as u16).map(|state| builder.closure(state)).collect();
        let joined = closures.iter().map(|states| {
            states.iter().flat_map(|&state| builder.transitions[usize::from(state)].iter().copied()).collect()
        });
        let transitions: Vec<Vec<(u8, u16)>> = joined.collect();
        let accepting = closures.iter().map(|states| states.contains(&end)).collect();
        Some(Nfa::new(transitions, vec![start], accepting))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, values: &[u8]) -> bool {
        let board = Board::square(16).unwrap();
        let regex = Regex::new(pattern).unwrap();
        let accepted = regex.automaton(&board).unwrap().accepts(values.iter().map(|value| value - 1));
        assert_eq!(accepted, regex.matches(values), "{pattern} {values:?}");
        accepted
    }

    #[test]
    fn expressions_match_what_they_say() {
        for (pattern, values, expected) in [
            ("", &[][..], true),
            ("", &[1], false),
            ("12*", &[1], true),
            ("12*", &[1, 2, 2], true),
            ("(12)*", &[1, 2, 1, 2], true),
            ("(12)*", &[1, 2, 2], false),
            ("(12)+", &[], false),
            ("1?2", &[2], true),
            ("[1-3a]{2,3}", &[1, 10, 3], true),
            ("[1-3A]{2,3}", &[1], false),
            ("[1-3A]{2,3}", &[1, 2, 3, 1], false),
            ("[^12].", &[3, 16], true),
            ("[^12].", &[2, 16], false),
            ("1{3}", &[1, 1, 1], true),
            ("1{2,}", &[1, 1, 1, 1], true),
            ("(1|2*)3", &[2, 2, 3], true),
            ("(1|2*)3", &[1, 3], true),
            ("(1|2*)3", &[1, 2, 3], false),
            ("(1*)*2", &[1, 1, 2], true),
            (r"\4 5", &[4, 5], true),
        ] {
            assert_eq!(matches(pattern, values), expected, "{pattern:?} {values:?}");
        }
    }

    #[test]
    fn broken_and_bloated_expressions_are_refused() {
        for (pattern, place) in
            [("(1", 3), ("1)", 2), ("*", 1), ("[", 2), ("[]", 2), ("1{2", 4), ("1{3,2}", 6), ("é", 1)]
        {
            assert_eq!(Regex::new(pattern).map_err(|error| error.place).unwrap_err(), place, "{pattern}");
        }
        assert!(Regex::new(&"(".repeat(1000)).is_err());
        let bomb = Regex::new("((1{100}){100}){100}").unwrap();
        assert_eq!(bomb.automaton(&Board::square(9).unwrap()), None);
    }
}
