//! The kernels' arithmetic, and the way their threads share work, compiled for the CPU from the same sources.
//!
//! `kernels/emulated.cpp` runs the kernels with threads that take turns. What it finds is compared with the CPU engine.
//! Without a C++ compiler these tests say so and pass.

mod common;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread;

use common::cases::{Random, SEEDS, puzzles, thinned};
use common::{dug, mixture};
use ninefold::Grid;
use ninefold::generate::FullGrids;
use ninefold::solve::Backend;

/// The emulator, compiled once; `None` without a compiler.
fn emulator() -> Option<&'static Path> {
    static EMULATOR: OnceLock<Option<PathBuf>> = OnceLock::new();
    let program = EMULATOR.get_or_init(|| {
        let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emulated");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels/emulated.cpp");
        let options = ["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-Wno-clobbered"];
        let mut compile = Command::new(&compiler);
        compile.args(options).arg("-o").arg(&program).arg(source);
        match compile.status() {
            Ok(status) => {
                assert!(status.success(), "{compiler} compiles the kernels");
                Some(program)
            }
            Err(error) => {
                println!("skipped: there is no C++ compiler ({compiler}: {error})");
                None
            }
        }
    });
    program.as_deref()
}

/// What the emulator writes.
fn run(program: &Path, arguments: &[String], input: Vec<u8>) -> Vec<u8> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the emulator starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the emulator ends");
    writer.join().expect("the writer does not panic").expect("the emulator reads its input");
    assert!(output.status.success(), "{}", output.status);
    output.stdout
}

/// How many solutions the emulated kernels count for each grid, and the solution of those that have one. `None` for a count
/// where the search was given up.
fn emulate(program: &Path, grids: &[Grid], limit: u32, launch: usize, budget: u32) -> Vec<(Option<u32>, [u8; 81])> {
    let arguments = [limit.to_string(), launch.to_string(), budget.to_string()];
    let output = run(program, &arguments, grids.iter().flat_map(Grid::to_bytes).collect());
    let (results, rest) = output.as_chunks::<85>();
    assert_eq!((results.len(), rest.len()), (grids.len(), 0), "every grid has a result");
    let result = |result: &[u8; 85]| {
        let count = u32::from_le_bytes(*result.first_chunk().unwrap());
        ((count < 1 << 31).then_some(count), *result.last_chunk().unwrap())
    };
    results.iter().map(result).collect()
}

/// Compares the emulated kernels with the CPU engine. Returns how many grids were given up.
fn compare(grids: &[Grid], limit: u32, launch: usize, budget: u32) -> usize {
    let Some(program) = emulator() else { return 0 };
    let counts = Backend::cpu().count_batch(grids, limit as usize);
    let solutions = Backend::cpu().fill_batch(grids);
    let mut unfinished = 0;
    for (index, (count, solution)) in emulate(program, grids, limit, launch, budget).into_iter().enumerate() {
        let Some(count) = count else {
            unfinished += 1;
            continue;
        };
        assert_eq!(count as usize, counts[index], "solutions up to {limit}: {}", grids[index]);
        // At limit 1 the search ends with the first solution that it meets.
        if count == 1 && limit > 1 {
            let only = solutions[index].map(|only| only.to_bytes());
            assert_eq!(Some(solution), only, "the only solution: {}", grids[index]);
        } else if count != 1 {
            assert_eq!(solution, [0; 81], "no solution is shown where there is not exactly one: {}", grids[index]);
        }
    }
    unfinished
}

#[test]
fn the_emulated_kernels_answer_as_the_cpu_does() {
    let grids = mixture(2000, 41);
    for limit in [1, 2, 5] {
        let unfinished = compare(&grids, limit, 1500, 2048);
        assert!(unfinished < 20, "{unfinished} of 2000 grids were given up");
    }
}

#[test]
fn the_emulated_kernels_know_the_seeds() {
    let mut random = Random(42);
    let grids: Vec<Grid> =
        SEEDS.iter().flat_map(|seed| [(); 5].map(|()| random.transform().apply(&seed.grid()))).collect();
    let unfinished = compare(&grids, 2, 100, 2048) + compare(&grids, 300, 100, 2048);
    let few_givens = SEEDS.iter().filter(|seed| seed.grid().filled().len() < 17).count();
    assert!(unfinished <= 2 * 5 * few_givens, "{unfinished} grids were given up");
}

/// The last grids of a launch are searched by all threads of a warp: a launch of few grids is nothing but last grids.
#[test]
fn the_emulated_kernels_share_the_last_grids() {
    let grids = mixture(60, 43);
    for launch in [1, 2, 7, 33] {
        compare(&grids, 2, launch, 2048);
        compare(&grids, 50, launch, 2048);
    }
}

#[test]
fn the_emulated_kernels_give_up_what_takes_too_long() {
    let mut random = Random(44);
    let (_, solution) = puzzles()[0];
    let grids: Vec<Grid> = (0..60).map(|index| thinned(&solution, index % 20, &mut random)).collect();
    let unfinished = compare(&grids, 2000, 60, 20);
    if emulator().is_some() {
        assert!(unfinished > 30, "{unfinished} of 60 grids with very many solutions were given up");
    }
}

#[test]
fn the_emulated_kernels_dig_the_puzzles_of_the_rule() {
    let Some(program) = emulator() else { return };
    let (full_grids, mut random) = (FullGrids::new(), ninefold::Random::new(45));
    let mut begun = Vec::new();
    for _ in 0..150 {
        let mut order: [u8; 81] = std::array::from_fn(|cell| cell as u8);
        let solution = full_grids.draw(&mut random);
        random.shuffle(&mut order);
        begun.push((solution, order));
    }
    let input = begun.iter().flat_map(|(solution, order)| [solution.to_bytes(), *order]).flatten().collect();
    let output = run(program, &["dig".into(), "2048".into()], input);
    let (results, rest) = output.as_chunks::<82>();
    assert_eq!((results.len(), rest.len()), (begun.len(), 0), "every grid has a result");
    for ((solution, order), result) in begun.iter().zip(results) {
        assert_eq!(result[0], 0, "no grid is given up");
        let expected = dug(solution, order).to_bytes();
        assert_eq!(result[1..], expected, "{solution} dug in the order {order:?}");
    }
}
