//! A digit: the value of a filled cell.
//!
//! There is no zero. An empty cell is `None`. The nine values leave 247 bit patterns of a byte unused, so
//! `Option<Digit>` is one byte.

use core::fmt;
use core::str::FromStr;

/// One of the nine digits, never zero.
///
/// ```
/// use ninefold::Digit;
///
/// let five = Digit::new(5).unwrap();
/// assert_eq!(five, Digit::D5);
/// assert_eq!(five.to_string(), "5");
/// assert_eq!(Digit::new(0), None);
/// assert_eq!(size_of::<Option<Digit>>(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Digit {
    D1 = 1,
    D2 = 2,
    D3 = 3,
    D4 = 4,
    D5 = 5,
    D6 = 6,
    D7 = 7,
    D8 = 8,
    D9 = 9,
}

impl Digit {
    /// All nine digits, ascending.
    pub const ALL: [Digit; 9] =
        [Digit::D1, Digit::D2, Digit::D3, Digit::D4, Digit::D5, Digit::D6, Digit::D7, Digit::D8, Digit::D9];

    /// The digit with this value, or `None` outside 1 to 9.
    #[inline]
    pub const fn new(value: u8) -> Option<Digit> {
        // Written out, this compiles to a range check. With a table it does not.
        Some(match value {
            1 => Digit::D1,
            2 => Digit::D2,
            3 => Digit::D3,
            4 => Digit::D4,
            5 => Digit::D5,
            6 => Digit::D6,
            7 => Digit::D7,
            8 => Digit::D8,
            9 => Digit::D9,
            _ => return None,
        })
    }

    /// The digit at this index, 0 to 8.
    ///
    /// # Panics
    /// When `index` is 9 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Digit {
        assert!(index < 9, "a digit's index is below 9");
        Digit::new(index as u8 + 1).expect("1 to 9 are digits")
    }

    /// The digit of an ASCII character, or `None` if it is not one of `1` to `9`.
    #[inline]
    pub const fn from_ascii(byte: u8) -> Option<Digit> {
        Digit::new(byte.wrapping_sub(b'0'))
    }

    /// The digit of a character, or `None` if it is not one of `1` to `9`.
    #[inline]
    pub const fn from_char(character: char) -> Option<Digit> {
        if character.is_ascii() { Digit::from_ascii(character as u8) } else { None }
    }

    /// The value, 1 to 9.
    #[inline]
    pub const fn get(self) -> u8 {
        self as u8
    }

    /// The index, 0 to 8, for use in tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// The ASCII character, `1` to `9`.
    #[inline]
    pub const fn to_ascii(self) -> u8 {
        b'0' + self as u8
    }

    /// The character, `1` to `9`.
    #[inline]
    pub const fn to_char(self) -> char {
        self.to_ascii() as char
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.get(), f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Digit> for u8 {
    fn from(digit: Digit) -> u8 {
        digit.get()
    }
}

/// The error of `Digit::try_from`: the number is not a digit.
///
/// ```
/// use ninefold::Digit;
///
/// assert_eq!(Digit::try_from(10).unwrap_err().to_string(), "10 is not a digit from 1 to 9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotADigitError(pub u8);

impl fmt::Display for NotADigitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a digit from 1 to 9", self.0)
    }
}

impl core::error::Error for NotADigitError {}

impl TryFrom<u8> for Digit {
    type Error = NotADigitError;

    fn try_from(value: u8) -> Result<Digit, NotADigitError> {
        Digit::new(value).ok_or(NotADigitError(value))
    }
}

/// Text that is not a digit such as `5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDigitError;

impl fmt::Display for ParseDigitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a digit from 1 to 9")
    }
}

impl core::error::Error for ParseDigitError {}

impl FromStr for Digit {
    type Err = ParseDigitError;

    fn from_str(text: &str) -> Result<Digit, ParseDigitError> {
        match *text.as_bytes() {
            [byte] => Digit::from_ascii(byte).ok_or(ParseDigitError),
            _ => Err(ParseDigitError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_values_1_to_9_are_digits() {
        for value in 0..=255 {
            assert_eq!(Digit::new(value).map(Digit::get), (1..=9).contains(&value).then_some(value));
        }
    }

    #[test]
    fn exactly_the_characters_1_to_9_are_digits() {
        for character in '\0'..='\u{2000}' {
            let expected = character.to_digit(10).filter(|&v| v > 0).map(|v| v as u8);
            assert_eq!(Digit::from_char(character).map(Digit::get), expected);
        }
        for digit in Digit::ALL {
            assert_eq!(Digit::from_char(digit.to_char()), Some(digit));
            assert_eq!(Digit::from_index(digit.index()), digit);
            assert_eq!(alloc::format!("{digit}").parse(), Ok(digit));
        }
        for wrong in ["", "0", "10", "x", " 5", "５"] {
            assert_eq!(wrong.parse::<Digit>(), Err(ParseDigitError), "{wrong}");
        }
    }
}
