//! Which hardware solves a batch: what users name, and the backend that they get.

use std::fmt;
use std::str::FromStr;

use ninefold::solve::Backend;

use crate::{Cuda, CudaError};

/// The hardware for a batch. The answers are the same with each.
///
/// ```
/// use ninefold::Grid;
/// use ninefold_cuda::Choice;
///
/// let backend = "auto".parse::<Choice>()?.backend()?;
/// assert_eq!(backend.count_batch(&[Grid::EMPTY], 5), [5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Choice {
    /// The best instruction set of the CPU.
    #[default]
    Cpu,
    /// The first NVIDIA GPU.
    Cuda,
    /// The first NVIDIA GPU if it can be opened, else the CPU.
    Auto,
}

impl Choice {
    /// All choices.
    pub const ALL: [Choice; 3] = [Choice::Cpu, Choice::Cuda, Choice::Auto];

    /// The name: `cpu`, `cuda` or `auto`.
    pub const fn name(self) -> &'static str {
        match self {
            Choice::Cpu => "cpu",
            Choice::Cuda => "cuda",
            Choice::Auto => "auto",
        }
    }

    /// Opens the hardware.
    ///
    /// # Errors
    /// [`Choice::Cuda`] without a GPU that can be used.
    pub fn backend(self) -> Result<Backend, CudaError> {
        match self {
            Choice::Cpu => Ok(Backend::cpu()),
            Choice::Cuda => Cuda::new().map(Backend::device),
            Choice::Auto => Ok(Cuda::new().map_or_else(|_| Backend::cpu(), Backend::device)),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Choice {
    type Err = ParseChoiceError;

    /// Parses a [name](Choice::name).
    fn from_str(name: &str) -> Result<Choice, ParseChoiceError> {
        Choice::ALL.into_iter().find(|choice| choice.name() == name).ok_or(ParseChoiceError)
    }
}

/// A text that is not the name of a [`Choice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseChoiceError;

impl fmt::Display for ParseChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected cpu, cuda or auto")
    }
}

impl std::error::Error for ParseChoiceError {}

/// The backend of this name: `cuda`, or an instruction set of the CPU as in [`Backend::named`]. `None` if this machine does
/// not have it.
///
/// ```
/// assert!(ninefold_cuda::named("portable").is_some());
/// assert!(ninefold_cuda::named("abacus").is_none());
/// assert_eq!(ninefold_cuda::named("cuda").is_some(), ninefold_cuda::Cuda::new().is_ok());
/// ```
pub fn named(name: &str) -> Option<Backend> {
    if name == Choice::Cuda.name() { Choice::Cuda.backend().ok() } else { Backend::named(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_parsed_from_their_names_and_nothing_else() {
        for choice in Choice::ALL {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        assert_eq!("gpu".parse::<Choice>(), Err(ParseChoiceError));
    }

    #[test]
    fn the_cpu_is_chosen_by_default_and_where_there_is_no_gpu() {
        assert_ne!(Choice::default().backend().map(|backend| backend.name().to_owned()), Ok("cuda".to_owned()));
        let expected = Cuda::new().map_or_else(|_| Backend::cpu().name().to_owned(), |_| "cuda".to_owned());
        assert_eq!(Choice::Auto.backend().map(|backend| backend.name().to_owned()), Ok(expected));
    }
}
