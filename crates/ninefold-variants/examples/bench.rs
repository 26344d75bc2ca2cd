//! Scratch.
use ninefold_variants::{Answer, Run, text};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let dir = "/work/shared/data/variants/";
    let limit: u64 = args.get(2).and_then(|a| a.parse().ok()).unwrap_or(200_000);
    let filter = args.get(3).cloned().unwrap_or_default();
    let (mut total, mut iss_total, mut n) = (0.0, 0.0, 0);
    let content = std::fs::read_to_string(format!("{dir}{}", args[1])).unwrap();
    for (i, l) in content.lines().filter(|l| !l.starts_with('#')).enumerate() {
        let f: Vec<&str> = l.split('\t').collect();
        let (name, puzzle, sol, iss): (String, &str, Option<&str>, f64) = if args[1].starts_with("iss") {
            (f[0].into(), f[2], Some(f[3]), f[5].trim_start_matches('>').parse().unwrap_or(0.0))
        } else {
            (format!("#{i}"), f[0], f.get(1).copied(), 0.0)
        };
        if !filter.is_empty() && !name.contains(&filter) { continue; }
        let v = match text::read(puzzle) { Ok(v) => v, Err(e) => { println!("{name:40} ERR {e}"); continue; } };
        let sol = sol.map(|s| if v.board().value_count() + usize::from(v.board().first_value()) > 10 { s.chars().map(|c| ninefold_variants::symbol((c as u8) - b'A' + 1)).collect::<String>() } else { s.to_string() });
        if let Some(s) = &sol {
            let g: Vec<u8> = s.chars().map(|c| c.to_digit(36).unwrap() as u8).collect();
            if v.board().extra().is_empty() && !v.is_solved_by(&g) {
                let set = v.setting();
                for r in v.rules() { if !r.holds(&set, &g) { println!("   violates {:?}", r); } }
                println!("{name:40} PREDICATE FAILS on solution");
            }
        }
        let t = Instant::now();
        let r = v.solve_with_stats(&Run::single().max_guesses(limit));
        let ms = t.elapsed().as_secs_f64() * 1e3;
        let s = match &r {
            Ok((Answer::Unique(x), st)) => format!("{} g={} c={}", if sol.as_deref().is_none_or(|s| s == x.to_string()) { "ok" } else { "WRONG" }, st.guesses, st.conflicts),
            Ok((Answer::Multiple(a, b), st)) => format!("MULTIPLE g={} {a} {b}", st.guesses),
            Ok((Answer::NoSolution, st)) => format!("NONE g={}", st.guesses),
            Err(e) => format!("{e}"),
        };
        total += ms; iss_total += iss; n += 1;
        println!("{name:40} {ms:9.2} ms  iss {iss:8.1} ms {:>5}  {s}", f.get(4).unwrap_or(&""));
    }
    println!("total {total:.1} ms of {n}, iss {iss_total:.1} ms");
}
