//! scratch
use ninefold::*;
fn main() {
    let t = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let (mut a, mut b, mut n) = ((0, 0), (0, 0), 0);
    let mut h = [0; 40];
    for l in t.lines().filter(|l| l.len() >= 81 && !l.starts_with('#')) {
        let g: Grid = l[..81].parse().unwrap();
        let mut s = g.solutions();
        s.next();
        a.0 += s.stats().guesses;
        a.1 += s.stats().passes;
        h[(s.stats().passes as usize).min(39)] += 1;
        s.next();
        b.0 += s.stats().guesses;
        b.1 += s.stats().passes;
        n += 1;
    }
    println!("first {} {} both {} {} /{n} {h:?}", a.0, a.1, b.0, b.1);
}
