//! dbg
use std::io::BufRead;
fn main() {
    for line in std::io::stdin().lock().lines() {
        let f = line.unwrap();
        let (w, h, _, fits) = ninefold_photo::debug::find(&std::fs::read(&f).unwrap());
        print!("{f} {w} {h} 0ms {}", fits.len());
        for (p, v, s) in fits {
            print!(" | {v:.3} {s}");
            for q in p {
                print!(" {:.1},{:.1}", q.x, q.y);
            }
        }
        println!();
    }
}
