//! The number of test cases: `NINEFOLD_TIMES=20` runs twenty times as many, the same ones first, and
//! `NINEFOLD_TIMES=0.1` a tenth of them.

/// The number of cases times `NINEFOLD_TIMES`; at least one.
pub(crate) fn times(cases: usize) -> usize {
    // WebAssembly has no environment.
    let times = std::env::var("NINEFOLD_TIMES").map_or(1.0, |times| times.parse().expect("NINEFOLD_TIMES is a number"));
    ((cases as f64 * times) as usize).max(1)
}
