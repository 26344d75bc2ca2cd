//! How many cases the tests make: `NINEFOLD_TIMES=20` makes twenty times as many, the same ones first, and
//! `NINEFOLD_TIMES=0.1` a tenth of them.

/// So many cases, times `NINEFOLD_TIMES`, and one at least.
pub(crate) fn times(cases: usize) -> usize {
    // WebAssembly has no environment.
    let times = std::env::var("NINEFOLD_TIMES").map_or(1.0, |times| times.parse().expect("NINEFOLD_TIMES is a number"));
    ((cases as f64 * times) as usize).max(1)
}
