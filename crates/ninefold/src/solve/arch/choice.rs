//! The default instruction set: the best of the CPU, or the one that the environment variable `NINEFOLD_CPU` names.
//!
//! The variable is for tests and measurements: it shows on one machine how another one behaves. It is read once per
//! process.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::Cpu;

/// The names of all instruction sets, those of other targets included.
const NAMES: [&str; 5] = ["portable", "avx2", "avx512", "neon", "simd128"];

#[cfg(feature = "std")]
const VARIABLE: &str = "NINEFOLD_CPU";

impl Cpu {
    /// The best instruction set of this CPU, or the one that the environment variable `NINEFOLD_CPU` names.
    ///
    /// The variable is read once per process, and only with the feature `std`. A name that is not available is ignored;
    /// [`Cpu::from_environment`] reports it.
    #[inline]
    pub fn best() -> Cpu {
        // WebAssembly has no environment. There the compiler knows the choice, and leaves the code of the others out.
        #[cfg(all(feature = "std", not(target_family = "wasm")))]
        {
            static CHOSEN: std::sync::OnceLock<Cpu> = std::sync::OnceLock::new();
            *CHOSEN.get_or_init(|| Cpu::from_environment().ok().flatten().unwrap_or_else(Cpu::detected))
        }
        #[cfg(not(all(feature = "std", not(target_family = "wasm"))))]
        Cpu::detected()
    }

    /// The instruction set that the environment variable `NINEFOLD_CPU` names: `portable`, `avx2`, `avx512`, `neon`. `None` if it
    /// is not set or empty.
    ///
    /// # Errors
    /// The name is unknown, or this CPU does not have these instructions.
    #[cfg(feature = "std")]
    pub fn from_environment() -> Result<Option<Cpu>, CpuError> {
        match std::env::var_os(VARIABLE) {
            Some(name) if !name.is_empty() => name.to_string_lossy().parse().map(Some),
            _ => Ok(None),
        }
    }
}

/// Parses a [name](Cpu::name).
///
/// ```
/// use ninefold::solve::Cpu;
///
/// let portable: Cpu = "portable".parse().unwrap();
/// assert_eq!(portable.to_string(), "portable");
/// assert!("z80".parse::<Cpu>().is_err());
/// ```
impl FromStr for Cpu {
    type Err = CpuError;

    fn from_str(name: &str) -> Result<Cpu, CpuError> {
        let known = *NAMES.iter().find(|known| **known == name).ok_or_else(|| CpuError::Unknown(name.to_owned()))?;
        Cpu::available().find(|cpu| cpu.name() == known).ok_or(CpuError::Unavailable(known))
    }
}

/// Why a name is not that of a [`Cpu`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CpuError {
    /// No instruction set has this name.
    Unknown(String),
    /// This CPU does not have the instruction set of this name, or the library was compiled without it.
    Unavailable(&'static str),
}

impl fmt::Display for CpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CpuError::Unknown(name) => write!(f, "found '{name}', expected an instruction set: ")?,
            CpuError::Unavailable(name) => write!(f, "'{name}' is not available here, only ")?,
        }
        for (number, cpu) in Cpu::available().enumerate() {
            write!(f, "{}{cpu}", if number == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl core::error::Error for CpuError {}
