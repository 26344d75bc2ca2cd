//! Ratings, and the steps that determine them.

use alloc::string::String;

use super::{Members, Object};
use crate::rate::{Scale, ScaleRating, SeRating, SeStep};

impl Scale {
    /// The members of a rating on this scale, in JSON and as columns of a table.
    pub const fn members(self) -> &'static [&'static str] {
        match self {
            Scale::Se => &["er", "ep", "ed"],
            Scale::Hodoku => &["score", "level", "solved"],
            Scale::Guesses => &["median_guesses", "fewest_guesses", "most_guesses"],
            Scale::Depth => &["depth"],
        }
    }
}

/// The members listed by [`Scale::members`].
impl Members for ScaleRating {
    fn add_to(&self, object: &mut Object<'_>) {
        match self {
            ScaleRating::Se(rating) => rating.add_to(object),
            ScaleRating::Hodoku(rating) => {
                object.raw("score", rating.score);
                match rating.level {
                    Some(level) => object.plain("level", level.slug()),
                    None => object.raw("level", "null"),
                }
                object.raw("solved", rating.solved);
            }
            ScaleRating::Guesses(rating) => {
                object.raw("median_guesses", rating.median);
                object.raw("fewest_guesses", rating.fewest);
                object.raw("most_guesses", rating.most);
            }
            ScaleRating::Depth(rating) => object.raw("depth", rating.depth),
        }
    }
}

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

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::{Control, Position};

    #[test]
    fn every_scale_writes_the_members_it_names() {
        let position = Position::of_givens(crate::text::samples::puzzle()).prove().unwrap();
        for scale in Scale::ALL {
            let rating = scale.rate_proved(&position, None, &mut Control::new()).unwrap();
            let text = alloc::string::ToString::to_string(&Object::new().with(&rating));
            let object: Value = serde_json::from_str(&text).unwrap();
            let names: alloc::vec::Vec<&String> = object.as_object().unwrap().keys().collect();
            let mut expected = scale.members().to_vec();
            expected.sort_unstable();
            assert_eq!(names, expected, "{scale}");
        }
    }
}
