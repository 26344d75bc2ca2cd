//! The learned clauses.
//!
//! A clause is a set of literals one of which is true. Clauses of three and more literals lie one after the other in one
//! list of 16-bit words, so that a typical one takes one or two lines of the cache:
//!
//! ```text
//!   length, levels, used, place, literals ...
//! ```
//!
//! `levels` says in how many levels of guesses its literals lay when they were all false, at best. A clause of few levels
//! is likely to be of use again. `used` is how many rounds of forgetting the clause survives because a conflict followed
//! from it. `place` is where the search for a literal to watch goes on.

use super::Literal;

#[derive(Default)]
pub(super) struct Clauses {
    words: Vec<u16>,
}

/// How many words come before the literals.
const HEAD: usize = 4;

impl Clauses {
    pub(super) fn push(&mut self, literals: &[Literal], levels: u16, used: u16) -> u32 {
        let clause = self.words.len() as u32;
        self.words.extend([literals.len() as u16, levels, used, 2]);
        self.words.extend(literals);
        clause
    }

    #[inline(always)]
    pub(super) fn literals(&self, clause: u32) -> &[Literal] {
        let words = &self.words[clause as usize..];
        &words[HEAD..HEAD + usize::from(words[0])]
    }

    /// The place where the search for a literal to watch goes on, and the literals.
    #[inline(always)]
    pub(super) fn watched(&mut self, clause: u32) -> (&mut u16, &mut [Literal]) {
        let (head, rest) = self.words[clause as usize..].split_at_mut(HEAD);
        let count = usize::from(head[0]);
        (&mut head[3], &mut rest[..count])
    }

    pub(super) fn levels(&self, clause: u32) -> u16 {
        self.words[clause as usize + 1]
    }

    pub(super) fn used(&self, clause: u32) -> u16 {
        self.words[clause as usize + 2]
    }

    pub(super) fn set(&mut self, clause: u32, levels: u16, used: u16) {
        self.words[clause as usize + 1] = levels;
        self.words[clause as usize + 2] = used;
    }

    /// Where the clauses begin.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let mut next = 0;
        core::iter::from_fn(move || {
            let clause = next;
            next += HEAD + usize::from(*self.words.get(clause)?);
            Some(clause as u32)
        })
    }
}
