//! Nondeterministic finite automata over the values of a board, and the compact text they travel in.
//!
//! Symbol `i` is the board's value `first + i`; the symbol after the last value marks the border between two segments of a
//! line. The text is base64 (URL alphabet, no padding) of a stream of bits, the highest bit of each number first:
//!
//! ```text
//!   format 2 | state bits - 1 4 | symbols - 1 4 | starts (state bits) | accepting states (state bits)
//!   | which starts accept (one bit each) | format 0 only: count bits 4
//!   format 0, for each state:  number of transitions (count bits), then symbol and target for each
//!   format 1, for each state:  a mask of symbols (one bit each), then a target for each of them, lowest first
//! ```
//!
//! The starts come first, then the other accepting states, then the rest.

use core::fmt;

use crate::text::base64;

/// The most states an automaton can have.
pub(crate) const MAX_STATES: usize = 1 << 16;

/// The most transitions an automaton can have.
const MAX_TRANSITIONS: usize = 1 << 20;

/// A nondeterministic finite automaton without empty transitions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nfa {
    /// For each state its transitions: symbol and target, sorted.
    transitions: Vec<Vec<(u8, u16)>>,
    starts: Vec<u16>,
    accepting: Vec<bool>,
}

/// Text that is no automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NfaError {
    /// A character that is not in the alphabet of base64, at this place from 0.
    Character(usize),
    /// A format other than 0 and 1.
    Format,
    /// The text ends inside a transition or the header.
    Truncated,
    /// More states or transitions than any line needs.
    TooLarge,
}

impl fmt::Display for NfaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NfaError::Character(place) => write!(f, "character {} of the automaton is not base64", place + 1),
            NfaError::Format => f.write_str("an automaton in an unknown format"),
            NfaError::Truncated => f.write_str("an automaton that ends too early"),
            NfaError::TooLarge => f.write_str("an automaton of too many states"),
        }
    }
}

impl core::error::Error for NfaError {}

struct BitReader<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl BitReader<'_> {
    fn left(&self) -> usize {
        self.bytes.len() * 8 - self.place
    }

    fn take(&mut self, count: usize) -> Result<usize, NfaError> {
        if self.left() < count {
            return Err(NfaError::Truncated);
        }
        let mut number = 0;
        for _ in 0..count {
            number = number << 1 | usize::from(self.bytes[self.place / 8] >> (7 - self.place % 8) & 1);
            self.place += 1;
        }
        Ok(number)
    }
}

#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    bits: usize,
}

impl BitWriter {
    fn put(&mut self, number: usize, count: usize) {
        for place in (0..count).rev() {
            if self.bits.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((number >> place & 1) as u8) << (7 - self.bits % 8);
            self.bits += 1;
        }
    }
}

/// How many bits a number needs.
fn bits(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

impl Nfa {
    /// An automaton of these states. Targets that are no state are dropped.
    pub(crate) fn new(transitions: Vec<Vec<(u8, u16)>>, starts: Vec<u16>, accepting: Vec<bool>) -> Nfa {
        let count = transitions.len();
        let mut transitions = transitions;
        for list in &mut transitions {
            list.retain(|&(_, target)| usize::from(target) < count);
            list.sort_unstable();
            list.dedup();
        }
        let starts = starts.into_iter().filter(|&start| usize::from(start) < count).collect();
        let mut accepting = accepting;
        accepting.resize(count, false);
        Nfa { transitions, starts, accepting }
    }

    /// How many states.
    pub fn states(&self) -> usize {
        self.transitions.len()
    }

    /// How many symbols: one more than the largest that a transition reads.
    pub fn symbols(&self) -> usize {
        self.transitions.iter().flatten().map(|&(symbol, _)| usize::from(symbol) + 1).max().unwrap_or(0)
    }

    /// The states it can be in before it reads anything.
    pub(crate) fn start(&self) -> Vec<u16> {
        let mut starts = self.starts.clone();
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    /// The states it can be in after one more symbol.
    pub(crate) fn step(&self, states: &[u16], symbol: u8) -> Vec<u16> {
        let reads = |&state: &u16| self.transitions[usize::from(state)].iter().filter(move |pair| pair.0 == symbol);
        let mut next: Vec<u16> = states.iter().flat_map(reads).map(|&(_, target)| target).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// Whether one of the states accepts.
    pub(crate) fn accepts_in(&self, states: &[u16]) -> bool {
        states.iter().any(|&state| self.accepting[usize::from(state)])
    }

    /// Whether the automaton accepts these symbols.
    ///
    /// ```
    /// use ninefold_variants::rule::Nfa;
    ///
    /// // Strictly rising values of 1 to 4.
    /// let rising = Nfa::deterministic(4, 0u8, |&last, symbol| (symbol + 1 > last).then_some(symbol + 1), |_| true)?;
    /// assert!(rising.accepts([0, 2, 3]) && !rising.accepts([0, 2, 1]));
    /// let text = rising.encode().unwrap();
    /// assert_eq!(Nfa::decode(&text)?.accepts([0, 2, 1]), false);
    /// # Ok::<(), ninefold_variants::rule::NfaError>(())
    /// ```
    pub fn accepts(&self, symbols: impl IntoIterator<Item = u8>) -> bool {
        let end = symbols.into_iter().fold(self.start(), |states, symbol| self.step(&states, symbol));
        self.accepts_in(&end)
    }

    /// The automaton of a state machine over so many symbols.
    ///
    /// # Errors
    /// When the machine has too many states.
    pub fn deterministic<S: Ord + Clone>(
        symbols: u8,
        start: S,
        step: impl Fn(&S, u8) -> Option<S>,
        accept: impl Fn(&S) -> bool,
    ) -> Result<Nfa, NfaError> {
        let mut numbers = std::collections::BTreeMap::from([(start.clone(), 0u16)]);
        let mut states = vec![start];
        let mut transitions = Vec::new();
        while transitions.len() < states.len() {
            let state = states[transitions.len()].clone();
            let mut list = Vec::new();
            for symbol in 0..symbols {
                let Some(next) = step(&state, symbol) else { continue };
                let number = match numbers.get(&next) {
                    Some(&number) => number,
                    None => {
                        let number = u16::try_from(states.len()).map_err(|_| NfaError::TooLarge)?;
                        numbers.insert(next.clone(), number);
                        states.push(next);
                        number
                    }
                };
                list.push((symbol, number));
            }
            transitions.push(list);
        }
        let accepting = states.iter().map(accept).collect();
        Ok(Nfa::new(transitions, vec![0], accepting))
    }

    /// Reads an automaton from its text.
    ///
    /// # Errors
    /// When the text is not one; the empty text is the automaton that accepts nothing.
    pub fn decode(text: &str) -> Result<Nfa, NfaError> {
        if text.is_empty() {
            return Ok(Nfa::new(Vec::new(), Vec::new(), Vec::new()));
        }
        let bytes = base64::decode_bytes(text).map_err(NfaError::Character)?;
        let mut reader = BitReader { bytes: &bytes, place: 0 };
        let format = reader.take(2)?;
        if format > 1 {
            return Err(NfaError::Format);
        }
        let state_bits = reader.take(4)? + 1;
        let symbols = reader.take(4)? + 1;
        let starts = reader.take(state_bits)?;
        let accepting = reader.take(state_bits)?;
        let mut start_accepts = Vec::new();
        for _ in 0..starts {
            start_accepts.push(reader.take(1)? == 1);
        }
        // The bits are one number, whose lowest bit is the first start.
        start_accepts.reverse();
        let symbol_bits = bits(symbols - 1);
        let mut transitions: Vec<Vec<(u8, u16)>> = Vec::new();
        let mut total = 0usize;
        let head = if format == 1 { symbols } else { reader.take(4)? };
        while reader.left() >= head.max(1) {
            let mut list = Vec::new();
            let word = reader.take(head)?;
            if format == 1 {
                for symbol in (0..symbols).filter(|symbol| word >> symbol & 1 == 1) {
                    list.push((symbol as u8, reader.take(state_bits)? as u16));
                }
            } else {
                for _ in 0..word {
                    let symbol = reader.take(symbol_bits)?;
                    list.push((symbol as u8, reader.take(state_bits)? as u16));
                }
            }
            total += list.len();
            transitions.push(list);
            if transitions.len() > MAX_STATES || total > MAX_TRANSITIONS {
                return Err(NfaError::TooLarge);
            }
        }
        // Targets without a state of their own are states with nothing behind them.
        let named = transitions.iter().flatten().map(|&(_, target)| usize::from(target) + 1).max().unwrap_or(0);
        let count = transitions.len().max(named).max(starts + accepting).min(MAX_STATES);
        transitions.resize(count, Vec::new());
        let accepts = |state: usize| start_accepts.get(state).copied().unwrap_or(state < starts + accepting);
        let accepting = (0..count).map(accepts).collect();
        Ok(Nfa::new(transitions, (0..starts.min(count) as u16).collect(), accepting))
    }

    /// The text of the automaton, if the format can hold it: at most 16 symbols. An automaton that accepts nothing is
    /// the empty text.
    ///
    /// The start, the accepting states and the others are put in this order; states that reach no accepting state are
    /// left out. [`decode`](Nfa::decode) returns an automaton that accepts the same.
    pub fn encode(&self) -> Option<String> {
        let live = self.live();
        let starts: Vec<usize> = self.start().into_iter().map(usize::from).filter(|&start| live[start]).collect();
        if starts.is_empty() {
            return Some(String::new());
        }
        let others = (0..self.states()).filter(|&state| live[state] && !starts.contains(&state));
        let (accepting, rest): (Vec<usize>, Vec<usize>) = others.partition(|&state| self.accepting[state]);
        let order: Vec<usize> = starts.iter().chain(&accepting).chain(&rest).copied().collect();
        let mut number = vec![None; self.states()];
        order.iter().enumerate().for_each(|(place, &state)| number[state] = Some(place));
        let list = |state: usize| -> Vec<(usize, usize)> {
            let list = self.transitions[state].iter();
            list.filter_map(|&(symbol, target)| Some((usize::from(symbol), number[usize::from(target)]?))).collect()
        };
        let symbols = self.symbols().max(1);
        // The counts of starts and accepting states need room as well as the numbers of states.
        let state_bits = bits((order.len() - 1).max(starts.len()).max(accepting.len())).max(1);
        let symbol_bits = bits(symbols - 1);
        let most = order.iter().map(|&state| list(state).len()).max().unwrap_or(0);
        let count_bits = bits(most).max(1);
        let single = order.iter().all(|&state| list(state).windows(2).all(|pair| pair[0].0 != pair[1].0));
        if symbols > 16 || state_bits > 16 || (!single && count_bits > 15) {
            return None;
        }
        let mut writer = BitWriter::default();
        writer.put(single.into(), 2);
        writer.put(state_bits - 1, 4);
        writer.put(symbols - 1, 4);
        writer.put(starts.len(), state_bits);
        writer.put(accepting.len(), state_bits);
        starts.iter().rev().for_each(|&start| writer.put(self.accepting[start].into(), 1));
        if !single {
            writer.put(count_bits, 4);
        }
        for &state in &order {
            let list = list(state);
            if single {
                writer.put(list.iter().fold(0, |mask, &(symbol, _)| mask | 1 << symbol), symbols);
                list.iter().for_each(|&(_, target)| writer.put(target, state_bits));
            } else {
                writer.put(list.len(), count_bits);
                for (symbol, target) in list {
                    writer.put(symbol, symbol_bits);
                    writer.put(target, state_bits);
                }
            }
        }
        Some(base64::encode_bytes(&writer.bytes))
    }

    /// Which states reach an accepting one.
    fn live(&self) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.states()];
        for (state, list) in self.transitions.iter().enumerate() {
            list.iter().for_each(|&(_, target)| before[usize::from(target)].push(state));
        }
        let mut live = self.accepting.clone();
        let mut stack: Vec<usize> = (0..self.states()).filter(|&state| live[state]).collect();
        while let Some(state) = stack.pop() {
            for &earlier in &before[state] {
                if !live[earlier] {
                    live[earlier] = true;
                    stack.push(earlier);
                }
            }
        }
        live
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_keeps_what_an_automaton_accepts() {
        // Sums of 5 (deterministic), and "some 2 is followed by a 0" (not).
        let sums =
            Nfa::deterministic(4, 0u8, |sum, symbol| (sum + symbol <= 5).then_some(sum + symbol), |&sum| sum == 5);
        let guess = Nfa::new(
            vec![vec![(0, 0), (1, 0), (2, 0), (2, 1)], vec![(0, 2)], vec![(0, 2), (1, 2), (2, 2)]],
            vec![0, 1],
            vec![false, false, true],
        );
        for nfa in [sums.unwrap(), guess] {
            let back = Nfa::decode(&nfa.encode().unwrap()).unwrap();
            for word in 0..256u32 {
                let symbols: Vec<u8> = (0..4).map(|place| (word >> (2 * place) & 3) as u8).collect();
                assert_eq!(nfa.accepts(symbols.clone()), back.accepts(symbols), "{word}");
            }
        }
    }

    #[test]
    fn broken_text_is_refused() {
        assert_eq!(Nfa::decode("U!"), Err(NfaError::Character(1)));
        assert_eq!(Nfa::decode("U"), Err(NfaError::Truncated));
        assert_eq!(Nfa::decode("_____"), Err(NfaError::Format));
        assert_eq!(Nfa::decode("").unwrap().states(), 0);
        assert!(!Nfa::decode("").unwrap().accepts([]));
    }
}
