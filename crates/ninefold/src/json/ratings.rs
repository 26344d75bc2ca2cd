//! Ratings, and the steps they are made of.

use alloc::string::String;

use super::{Members, Object};
use crate::rate::{SeRating, SeStep};

/// `er`, `ep` and `ed`.
impl Members for SeRating {
    fn add_to(&self, object: &mut Object<'_>) {
        object.raw("er", self.er);
        object.raw("ep", self.ep);
        object.raw("ed", self.ed);
    }
}

/// `technique`, `name`, `rating`, `placements`, `eliminations` and `sentence`.
impl Members for SeStep {
    fn add_to(&self, object: &mut Object<'_>) {
        let slug: String =
            self.technique.chars().map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect();
        object.plain("technique", &slug);
        object.plain("name", self.technique);
        object.raw("rating", self.rating);
        object.strings("placements", self.placement);
        object.strings("eliminations", self.eliminations);
        object.string("sentence", &self.text);
    }
}
