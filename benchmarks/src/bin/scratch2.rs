//! scratch
fn main() {
    let f = std::env::args().nth(1).unwrap();
    let n: usize = std::env::args().nth(2).map_or(1, |s| s.parse().unwrap());
    let t = std::fs::read(f).unwrap();
    let gs: Vec<[u8; 81]> = t
        .split(|&b| b == b'\n')
        .filter(|l| l.len() >= 81 && l[0] != b'#')
        .map(|l| l[..81].try_into().unwrap())
        .collect();
    let now = || {
        let t = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        t.tv_sec as f64 * 1e9 + t.tv_nsec as f64
    };
    let mut best = f64::MAX;
    let mut st = Default::default();
    for _ in 0..n {
        let start = now();
        st = ninefold::solve_bytes(gs.iter(), 2, |_, _, _| {});
        best = best.min(now() - start);
    }
    let c = gs.len() as f64;
    println!(
        "{:.0} ns/puzzle, guesses {:.2} passes {:.2}, {:.1} ns/pass",
        best / c,
        st.guesses as f64 / c,
        st.passes as f64 / c,
        best / st.passes as f64
    );
}
