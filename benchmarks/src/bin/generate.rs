//! How fast grids and puzzles are made, beside the crate `sudoku`.
use ninefold::Random;
use ninefold::generate::{self, FullGrids, Symmetry};
use rustix::time::{ClockId, clock_gettime};
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
fn main() {
    let grids = FullGrids::new();
    if std::env::args().len() > 1 {
        for mask in std::env::args().skip(1) {
            let cells = mask.parse::<ninefold::Grid>().unwrap().filled();
            let g = generate::Generator::new(generate::Recipe::default().mask(cells)).unwrap();
            let t = std::time::Instant::now();
            let n = g.batch(1, 0..10, &mut || t.elapsed().as_secs() > 8).into_iter().flatten().count();
            println!("{} {n} in {:?}", cells.len(), t.elapsed());
        }
        return;
    }
    let mut random = Random::new(1);
    for _ in 0..3 {
        let t = now();
        let n = 3000;
        for _ in 0..n {
            std::hint::black_box(sudoku::Sudoku::generate_with_symmetry(sudoku::Symmetry::None));
        }
        println!("crate {:.0}/s", n as f64 / (now() - t));
        let t = now();
        let n = 100_000;
        for _ in 0..n {
            std::hint::black_box(grids.draw(&mut random));
        }
        println!("grids {:.0}/s", n as f64 / (now() - t));
        for s in [Symmetry::None, Symmetry::HalfTurn] {
            let t = now();
            let n = 20_000;
            let mut g = 0;
            let gen_ = generate::Generator::new(generate::Recipe::default().symmetry(s)).unwrap();
            for k in 0..20 {
                for p in gen_.batch(7, k * n / 20..(k + 1) * n / 20, &mut || false) {
                    g += p.unwrap().givens().filled().len();
                }
            }
            println!("{s} {:.0}/s, {:.2} givens", n as f64 / (now() - t), g as f64 / n as f64);
        }
    }
}
