//! The GPU beside the CPU engine on all cores, in puzzles a second.
//!
//! The puzzles of each file are written down differently (a random isomorph of each, again and again) until there are as
//! many as asked for. Every rate is that of the fastest of several rounds, from 81 bytes a puzzle to 81 bytes and a count,
//! with a search for a second solution. The answers are checked: each has to be the only one, and a solution that fits.
//!
//! With `--compare`, the two engines are compared on puzzles that were mutated: givens taken away, changed and added.

use std::fs::File;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Parser;
use cudarc::driver::{CudaContext, DevicePtr, DevicePtrMut};
use memmap2::{Mmap, MmapMut};
use ninefold::generate::{FullGrids, Generator, Recipe};
use ninefold::solve::Backend;
use ninefold::symmetry::Transform;
use ninefold::{Answer, Cell, Digit, Grid, Random};
use ninefold_cuda::{Cuda, Resident};

type Line = [u8; 81];

/// Measures the GPU.
#[derive(Parser)]
struct Args {
    /// Files of puzzles, one a line, each with one solution
    files: Vec<PathBuf>,
    /// Puzzles to make of each file, in millions
    #[arg(long, default_value_t = 8.0)]
    millions: f64,
    /// Rounds; the table shows the fastest
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Mutated puzzles for which the engines are compared, in millions
    #[arg(long, default_value_t = 0.0)]
    compare: f64,
    /// Minimal puzzles to make, in millions
    #[arg(long, default_value_t = 0.0)]
    generate: f64,
    /// Folder for two large files: measure from file to file
    #[arg(long)]
    files_in: Option<PathBuf>,
    /// Measure how long small batches take
    #[arg(long)]
    latency: bool,
    /// Threads of the CPU
    #[arg(long, default_value_t = thread::available_parallelism().map_or(1, NonZeroUsize::get))]
    threads: usize,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let cuda = Cuda::new().context("there is nothing to measure")?;
    println!("{}, {} threads of the CPU ({})", cuda.device_name(), args.threads, Backend::cpu());
    let sets: Vec<(String, Vec<Line>)> = args.files.iter().map(read).collect::<Result<_, _>>()?;
    if args.compare > 0.0 {
        let seeds: Vec<Line> = sets.iter().flat_map(|(_, lines)| lines).copied().collect();
        compare(&cuda, &seeds, (args.compare * 1e6) as usize, args.threads)?;
        return Ok(());
    }
    if args.generate > 0.0 {
        return generate(&cuda, (args.generate * 1e6) as usize, args.threads);
    }
    if let Some(folder) = &args.files_in {
        for (name, lines) in &sets {
            let rate = rate_of_files(&cuda, lines, (args.millions * 1e6) as usize, folder, args.threads)?;
            println!("{name}: {rate:.1} million puzzles/s from file to file");
        }
        return Ok(());
    }
    if args.latency {
        for (name, lines) in &sets {
            latency(&cuda, name, lines, args.threads)?;
        }
        return Ok(());
    }
    println!("million puzzles/s{:>39}{:>12}{:>12}{:>12}{:>12}", "puzzles", "CPU", "pageable", "pinned", "on device");
    for (name, lines) in &sets {
        let count = (args.millions * 1e6) as usize;
        let mut input = cuda.pinned(count)?;
        expand(lines, &mut input, args.threads);
        let on_cpu = rate_of_cpu(&input, &args);
        let pageable = {
            let (input, mut output) = (input.to_vec(), vec![[0; 81]; count]);
            rate_of_host(&cuda, &input, &mut output, args.rounds)?
        };
        let mut output = cuda.pinned(count)?;
        let pinned = rate_of_host(&cuda, &input, &mut output, args.rounds)?;
        let resident = rate_of_resident(&cuda, &input, args.rounds)?;
        println!("{name:<40}{count:>16}{on_cpu:>12.2}{pageable:>12.1}{pinned:>12.1}{resident:>12.1}");
    }
    Ok(())
}

/// The name of a file, and its puzzles.
fn read(path: &PathBuf) -> anyhow::Result<(String, Vec<Line>)> {
    let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let is_cell = |byte: &u8| *byte == b'.' || byte.is_ascii_digit();
    let line = |line: &[u8]| line.first_chunk::<81>().copied().filter(|line| line.iter().all(is_cell));
    let lines: Vec<Line> = text.split(|&byte| byte == b'\n').filter_map(line).collect();
    ensure!(!lines.is_empty(), "{} holds no puzzle", path.display());
    Ok((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), lines))
}

/// Fills a slice with random isomorphs.
fn expand(lines: &[Line], to: &mut [Line], threads: usize) {
    let part = to.len().div_ceil(threads);
    thread::scope(|scope| {
        for (number, to) in to.chunks_mut(part).enumerate() {
            scope.spawn(move || {
                let mut random = Random::new(number as u64);
                for (index, line) in to.iter_mut().enumerate() {
                    *line = isomorph(&lines[(number * part + index) % lines.len()], &mut random).to_bytes();
                }
            });
        }
    });
}

fn isomorph(line: &Line, random: &mut Random) -> Grid {
    let grid: Grid = std::str::from_utf8(line).ok().and_then(|line| line.parse().ok()).expect("lines are puzzles");
    Transform::random(random).apply(&grid)
}

/// The CPU engine on all threads, on as many of the puzzles as it solves in about a second.
fn rate_of_cpu(puzzles: &[Line], args: &Args) -> f64 {
    let solve = |puzzles: &[Line]| {
        let begin = Instant::now();
        thread::scope(|scope| {
            for part in puzzles.chunks(puzzles.len().div_ceil(args.threads)) {
                scope.spawn(move || Backend::cpu().solve_bytes(part, 2, |_, outcome| assert!(outcome.count() > 0)));
            }
        });
        puzzles.len() as f64 / begin.elapsed().as_secs_f64()
    };
    let first = solve(&puzzles[..puzzles.len().min(10_000 * args.threads)]);
    let enough = puzzles.len().min(first as usize + args.threads);
    (0..args.rounds).map(|_| solve(&puzzles[..enough])).fold(first, f64::max) / 1e6
}

fn rate_of_host(cuda: &Cuda, puzzles: &[Line], solutions: &mut [Line], rounds: usize) -> anyhow::Result<f64> {
    let mut counts = vec![0; puzzles.len()];
    let mut best: f64 = 0.0;
    for _ in 0..=rounds {
        let begin = Instant::now();
        cuda.solve(puzzles, 2, solutions, &mut counts)?;
        best = best.max(puzzles.len() as f64 / begin.elapsed().as_secs_f64());
    }
    check(puzzles, solutions, &counts);
    Ok(best / 1e6)
}

fn rate_of_resident(cuda: &Cuda, puzzles: &[Line], rounds: usize) -> anyhow::Result<f64> {
    let context = CudaContext::new(0)?;
    let stream = context.new_stream()?;
    let input = stream.clone_htod(puzzles.as_flattened())?;
    let mut output = stream.alloc_zeros::<u8>(81 * puzzles.len())?;
    let mut counts = stream.alloc_zeros::<u32>(puzzles.len())?;
    stream.synchronize()?;
    let resident = Resident {
        puzzles: input.device_ptr(&stream).0,
        grids: puzzles.len(),
        solutions: output.device_ptr_mut(&stream).0,
        counts: counts.device_ptr_mut(&stream).0,
        zero: b'0',
    };
    let mut best: f64 = 0.0;
    for _ in 0..=rounds {
        let begin = Instant::now();
        // SAFETY: the memory belongs to this device and has room for as many grids.
        unsafe { cuda.solve_resident(resident, 2, stream.cu_stream() as u64)? };
        best = best.max(puzzles.len() as f64 / begin.elapsed().as_secs_f64());
    }
    let (solutions, counts) = (stream.clone_dtoh(&output)?, stream.clone_dtoh(&counts)?);
    check(puzzles, solutions.as_chunks().0, &counts);
    Ok(best / 1e6)
}

/// Every puzzle has one solution, and this is it. In a set of grids that have several, the first ones are compared with the
/// CPU engine's.
fn check(puzzles: &[Line], solutions: &[Line], counts: &[u32]) {
    if counts[0] > 1 {
        Backend::cpu().solve_bytes(puzzles.iter().take(50_000), 2, |index, outcome| {
            assert_eq!((counts[index] as usize, Some(&solutions[index])), (outcome.count(), outcome.first()));
        });
        return;
    }
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let part = puzzles.len().div_ceil(threads);
    thread::scope(|scope| {
        for ((puzzles, solutions), counts) in puzzles.chunks(part).zip(solutions.chunks(part)).zip(counts.chunks(part))
        {
            scope.spawn(move || {
                for ((puzzle, solution), &count) in puzzles.iter().zip(solutions).zip(counts) {
                    let mut houses = [0u16; 27];
                    for (cell, (&given, &digit)) in puzzle.iter().zip(solution).enumerate() {
                        let fits = given == digit || !given.is_ascii_digit() || given == b'0';
                        assert!(fits && digit.is_ascii_digit(), "{}", String::from_utf8_lossy(puzzle));
                        let (row, col) = (cell / 9, cell % 9);
                        for house in [row, 9 + col, 18 + row / 3 * 3 + col / 3] {
                            houses[house] |= 1 << (digit - b'0');
                        }
                    }
                    assert!(count == 1 && houses == [0x3FE; 27], "{}", String::from_utf8_lossy(puzzle));
                }
            });
        }
    });
}

/// Minimal puzzles, made by the CPU's generator on all threads, and by the GPU from grids that all threads draw.
fn generate(cuda: &Cuda, count: usize, threads: usize) -> anyhow::Result<()> {
    let on_cpu = {
        let each = 20_000;
        let begin = Instant::now();
        thread::scope(|scope| {
            for seed in 0..threads as u64 {
                scope.spawn(move || {
                    let generator = Generator::new(Recipe::default()).expect("the recipe asks for nothing special");
                    assert_eq!(generator.puzzles(seed).take(each).count(), each);
                });
            }
        });
        (threads * each) as f64 / begin.elapsed().as_secs_f64()
    };

    let full_grids = FullGrids::new();
    cuda.generate(&full_grids, 0, 0..count as u64 / 4, |_, _| ())?;
    let begin = Instant::now();
    let mut puzzles = Vec::new();
    cuda.generate(&full_grids, 1, 0..count as u64, |_, made| {
        puzzles.extend_from_slice(&made[..made.len().min(5000_usize.saturating_sub(puzzles.len()))]);
    })?;
    let on_gpu = count as f64 / begin.elapsed().as_secs_f64();
    let generator = Generator::new(Recipe::default()).expect("the recipe asks for nothing special");
    for (made, puzzle) in puzzles.iter().zip(generator.puzzles(1)) {
        assert_eq!(*made, puzzle.givens().to_bytes(), "the same puzzles");
    }
    println!("minimal puzzles/s: CPU {on_cpu:.0}, GPU {on_gpu:.0} ({:.1}x)", on_gpu / on_cpu);

    // The two halves of it, each alone.
    let count = count.min(4 << 20);
    let (mut solutions, mut orders) = (vec![[0; 81]; count], vec![[0; 81]; count]);
    let begin = Instant::now();
    draw(&full_grids, &mut solutions, &mut orders, threads);
    let draws = count as f64 / begin.elapsed().as_secs_f64();
    let mut puzzles = vec![[0; 81]; count];
    let mut digs: f64 = 0.0;
    for _ in 0..2 {
        let begin = Instant::now();
        cuda.dig(&solutions, &orders, &mut puzzles)?;
        digs = digs.max(count as f64 / begin.elapsed().as_secs_f64());
    }
    println!("full grids drawn/s by the CPU {draws:.0}, dug/s by the GPU {digs:.0}");
    Ok(())
}

/// Draws full grids and orders, on all threads.
fn draw(full_grids: &FullGrids, solutions: &mut [Line], orders: &mut [Line], threads: usize) {
    let part = solutions.len().div_ceil(threads);
    thread::scope(|scope| {
        for (number, (solutions, orders)) in solutions.chunks_mut(part).zip(orders.chunks_mut(part)).enumerate() {
            scope.spawn(move || {
                let mut random = Random::new(number as u64);
                for (solution, order) in solutions.iter_mut().zip(orders) {
                    *solution = full_grids.draw(&mut random).to_bytes();
                    *order = std::array::from_fn(|cell| cell as u8);
                    random.shuffle(order);
                }
            });
        }
    });
}

/// From a file in the page cache to another one, line by line, by threads that have a workspace each. Both files are mapped
/// into memory: the system lets one thread at a time write to a file by calls, which is a third as fast.
fn rate_of_files(cuda: &Cuda, lines: &[Line], count: usize, folder: &Path, threads: usize) -> anyhow::Result<f64> {
    const LINE: usize = 82;
    let (input, output) = (folder.join("ninefold-cuda-puzzles.txt"), folder.join("ninefold-cuda-solutions.txt"));
    let mut puzzles = vec![[0; 81]; count];
    expand(lines, &mut puzzles, threads);
    let text: Vec<u8> = puzzles.iter().flat_map(|puzzle| puzzle.iter().copied().chain([b'\n'])).collect();
    std::fs::write(&input, &text)?;
    std::fs::write(&output, &text)?;
    drop(text);
    let mut best: f64 = 0.0;
    for _ in 0..3 {
        let begin = Instant::now();
        let (from, to) = (File::open(&input)?, File::options().read(true).write(true).open(&output)?);
        to.set_len((count * LINE) as u64)?;
        // SAFETY: no other process changes the files.
        let (from, mut to) = unsafe { (Mmap::map(&from)?, MmapMut::map_mut(&to)?) };
        // The chunks of threads are cut from the files in turn.
        let most = cuda.workspace()?.capacity() * LINE;
        let chunks = Mutex::new(from.chunks(most).zip(to.chunks_mut(most)));
        let work = || -> anyhow::Result<()> {
            let mut workspace = cuda.workspace()?;
            loop {
                let next = chunks.lock().expect("no thread panics").next();
                let Some((from, to)) = next else { return Ok(()) };
                for (line, puzzle) in from.chunks_exact(LINE).zip(workspace.puzzles_mut()) {
                    puzzle.copy_from_slice(&line[..81]);
                }
                let solved = workspace.solve(from.len() / LINE, 2)?;
                for (line, solution) in to.chunks_exact_mut(LINE).zip(solved.solutions) {
                    line[..81].copy_from_slice(solution);
                    line[81] = b'\n';
                }
                ensure!(solved.counts.iter().all(|&count| count == 1), "every puzzle has one solution");
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("workers do not panic"))
        })?;
        best = best.max(count as f64 / begin.elapsed().as_secs_f64());
    }
    let text = std::fs::read(&output)?;
    let solutions: Vec<Line> = text.chunks_exact(LINE).filter_map(|line| line.first_chunk().copied()).collect();
    check(&puzzles, &solutions, &vec![1; count]);
    std::fs::remove_file(input)?;
    std::fs::remove_file(output)?;
    Ok(best / 1e6)
}

/// How long batches take that do not fill the device, beside one thread of the CPU.
fn latency(cuda: &Cuda, name: &str, lines: &[Line], threads: usize) -> anyhow::Result<()> {
    println!("{name}: microseconds{:>12}{:>12}", "GPU", "one thread");
    for count in [1, 100, 1000, 10_000, 100_000] {
        let (mut puzzles, mut solutions, mut counts) = (vec![[0; 81]; count], vec![[0; 81]; count], vec![0; count]);
        expand(lines, &mut puzzles, threads);
        let (mut on_gpu, mut on_cpu) = (f64::MAX, f64::MAX);
        for _ in 0..20 {
            let begin = Instant::now();
            cuda.solve(&puzzles, 2, &mut solutions, &mut counts)?;
            on_gpu = on_gpu.min(begin.elapsed().as_secs_f64());
        }
        for _ in 0..3 {
            let begin = Instant::now();
            Backend::cpu().solve_bytes(&puzzles, 2, |_, outcome| assert_eq!(outcome.count(), 1));
            on_cpu = on_cpu.min(begin.elapsed().as_secs_f64());
        }
        println!("{count:>28} puzzles{:>12.0}{:>12.0}", 1e6 * on_gpu, 1e6 * on_cpu);
    }
    Ok(())
}

/// Puzzles that were mutated, solved by both.
fn compare(cuda: &Cuda, seeds: &[Line], count: usize, threads: usize) -> anyhow::Result<()> {
    const PART: usize = 1 << 16;
    let parts = count.div_ceil(PART);
    let next = AtomicUsize::new(0);
    let kinds = [const { AtomicUsize::new(0) }; 3];
    let begin = Instant::now();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let part = next.fetch_add(1, Ordering::Relaxed);
                    if part >= parts {
                        return;
                    }
                    let mut random = Random::new(1000 + part as u64);
                    let grids: Vec<Grid> = (0..PART).map(|_| mutant(seeds, &mut random)).collect();
                    // Limits of all kinds; most often the one that asks whether a puzzle has one solution.
                    let limit = [2, 2, 2, 2, 2, 1, 3, 17][part % 8];
                    for found in compare_part(cuda, &grids, limit, part.is_multiple_of(16)) {
                        kinds[found.min(2)].fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let [none, one, several] = kinds.map(AtomicUsize::into_inner);
    let (total, seconds) = (none + one + several, begin.elapsed().as_secs_f64());
    println!(
        "{total} answers compared in {seconds:.1} s, 0 different: {none} none, {one} one, {several} several solutions"
    );
    Ok(())
}

/// Panics where the engines differ; returns the numbers of solutions.
fn compare_part(cuda: &Cuda, grids: &[Grid], limit: usize, answers: bool) -> Vec<usize> {
    let lines: Vec<Line> = grids.iter().map(Grid::to_bytes).collect();
    let (mut solutions, mut counts) = (vec![[0; 81]; lines.len()], vec![0; lines.len()]);
    cuda.solve(&lines, limit, &mut solutions, &mut counts).expect("the device works");
    let mut found = vec![0; lines.len()];
    Backend::cpu().solve_bytes(&lines, limit, |index, outcome| {
        let first = outcome.first().copied().unwrap_or([0; 81]);
        let same = counts[index] as usize == outcome.count() && solutions[index] == first;
        assert!(same, "limit {limit}: {}", String::from_utf8_lossy(&lines[index]));
        found[index] = outcome.count();
    });
    if answers {
        let device: Vec<Answer> = Backend::device(cuda.clone()).solve_batch(grids);
        assert!(device == Backend::cpu().solve_batch(grids), "answers with two solutions");
    }
    found
}

/// A random isomorph of a seed; most often a given or two are taken away, changed or added.
fn mutant(seeds: &[Line], random: &mut Random) -> Grid {
    let mut grid = isomorph(&seeds[random.below(seeds.len() as u32) as usize], random);
    for _ in 0..random.below(4) {
        let cell = Cell::from_index(random.below(81) as usize);
        let digit = Digit::from_index(random.below(9) as usize);
        grid[cell] = match random.below(3) {
            0 => None,
            _ => Some(digit),
        };
        if random.below(2) == 0 {
            let filled: Vec<Cell> = grid.filled().iter().collect();
            if let Some(&given) = filled.get(random.below(filled.len().max(1) as u32) as usize) {
                grid[given] = None;
            }
        }
    }
    grid
}
