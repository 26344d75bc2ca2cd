//! Debug.
use std::io::Write;
fn main() {
    for f in std::env::args().skip(1) {
        let t = std::time::Instant::now();
        let (w, h, _, fits) = ninefold_photo::debug::find(&std::fs::read(&f).unwrap());
        let t = t.elapsed();
        let mut o = std::io::stdout().lock();
        write!(o, "{f} {w} {h} {:.0}ms {}", t.as_secs_f64() * 1e3, fits.len()).unwrap();
        for (p, v, fr) in fits {
            write!(o, " | {v:.3} {fr:.3}").unwrap();
            for q in p {
                write!(o, " {:.1},{:.1}", q.x, q.y).unwrap();
            }
        }
        writeln!(o).unwrap();
    }
}
