//! A number on a scale of difficulty.

use core::fmt;
use core::str::FromStr;

/// A number on a scale of difficulty, exact to a tenth; prints `7.2`.
///
/// On the scale of Sudoku Explainer it is the rating itself. The other scales count something, so their numbers are
/// whole: [`Rating::from_whole`].
///
/// ```
/// use ninefold::rate::Rating;
///
/// let rating: Rating = "7.2".parse()?;
/// assert_eq!(rating, Rating::from_tenths(72));
/// assert!(rating < "10.5".parse()?);
/// assert_eq!(rating.to_string(), "7.2");
/// assert_eq!(f64::from(rating), 7.2);
/// # Ok::<(), ninefold::rate::ParseRatingError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rating(u32);

impl Rating {
    /// 0.0: nothing is left to do.
    pub const NONE: Rating = Rating(0);
    /// 20.0: no technique of the Sudoku Explainer scale applies.
    pub const BEYOND: Rating = Rating(200);

    /// The highest number: harder than the scale can say.
    pub const MAX: Rating = Rating(u32::MAX);

    /// So many tenths.
    #[inline]
    pub const fn from_tenths(tenths: u32) -> Rating {
        Rating(tenths)
    }

    /// A whole number; the highest rating where it is too large.
    #[inline]
    pub const fn from_whole(number: u32) -> Rating {
        Rating(number.saturating_mul(10))
    }

    /// The rating in tenths.
    #[inline]
    pub const fn tenths(self) -> u32 {
        self.0
    }
}

impl From<Rating> for f64 {
    fn from(rating: Rating) -> f64 {
        f64::from(rating.0) / 10.0
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

impl fmt::Debug for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a rating such as `7.2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseRatingError;

impl fmt::Display for ParseRatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a rating such as 7.2")
    }
}

impl core::error::Error for ParseRatingError {}

impl FromStr for Rating {
    type Err = ParseRatingError;

    /// Digits, and perhaps a point and one digit more.
    fn from_str(text: &str) -> Result<Rating, ParseRatingError> {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let number = |part: &str| match part.bytes().all(|byte| byte.is_ascii_digit()) {
            true => part.parse::<u32>().map_err(|_| ParseRatingError),
            false => Err(ParseRatingError),
        };
        if tenth.len() != 1 {
            return Err(ParseRatingError);
        }
        let whole = number(whole)?.checked_mul(10).ok_or(ParseRatingError)?;
        Ok(Rating(whole.checked_add(number(tenth)?).ok_or(ParseRatingError)?))
    }
}
