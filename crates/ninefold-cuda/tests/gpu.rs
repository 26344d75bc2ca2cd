//! The GPU's answers are those of the CPU engine, byte for byte, whichever way the grids come.
//!
//! Where no GPU can be opened these tests say why and pass.

mod common;

use std::sync::OnceLock;
use std::thread;

use common::cases::{Random, SEEDS, puzzles, thinned};
use common::{dug, mixture};
use cudarc::driver::{CudaContext, DevicePtr, DevicePtrMut};
use ninefold::solve::{Backend, Outcome};
use ninefold::{CandidateSet, Grid, Pencilmarks, Position, Solution};
use ninefold_cuda::{Cuda, CudaError, Options, Resident};

/// The GPU, opened once; `None` where there is none.
fn gpu() -> Option<&'static Cuda> {
    static GPU: OnceLock<Option<Cuda>> = OnceLock::new();
    let gpu = GPU.get_or_init(|| match Cuda::new() {
        Ok(cuda) => Some(cuda),
        Err(missing) => {
            println!("skipped: {missing}");
            None
        }
    });
    gpu.as_ref()
}

/// What the CPU engine finds: counts, and first solutions or zeros.
fn on_cpu(puzzles: &[[u8; 81]], limit: usize) -> (Vec<u32>, Vec<[u8; 81]>) {
    let (mut counts, mut solutions) = (vec![0; puzzles.len()], vec![[0; 81]; puzzles.len()]);
    Backend::cpu().solve_bytes(puzzles, limit, |index, outcome| {
        counts[index] = outcome.count() as u32;
        solutions[index] = outcome.first().copied().unwrap_or([0; 81]);
    });
    (counts, solutions)
}

fn bytes(grids: &[Grid]) -> Vec<[u8; 81]> {
    grids.iter().map(Grid::to_bytes).collect()
}

/// Compares one by one, to show the grid that is wrong.
fn assert_same(puzzles: &[[u8; 81]], found: (&[u32], &[[u8; 81]]), expected: &(Vec<u32>, Vec<[u8; 81]>)) {
    for (index, puzzle) in puzzles.iter().enumerate() {
        let text = String::from_utf8_lossy(puzzle);
        assert_eq!(found.0[index], expected.0[index], "solutions of grid {index}: {text}");
        assert_eq!(found.1[index], expected.1[index], "first solution of grid {index}: {text}");
    }
}

#[test]
fn any_limit_gives_the_counts_and_first_solutions_of_the_cpu() {
    let Some(cuda) = gpu() else { return };
    let puzzles = bytes(&mixture(20_000, 51));
    for limit in [0, 1, 2, 3, 10, 254, 255, 300] {
        let (mut solutions, mut counts) = (vec![[7; 81]; puzzles.len()], vec![7; puzzles.len()]);
        cuda.solve(&puzzles, limit, &mut solutions, &mut counts).unwrap();
        assert_same(&puzzles, (&counts, &solutions), &on_cpu(&puzzles, limit));
    }
}

#[test]
fn batches_of_any_length_and_any_memory_are_solved() {
    let Some(cuda) = gpu() else { return };
    let puzzles = bytes(&mixture(300_000, 52));
    let expected = on_cpu(&puzzles, 2);
    for length in [0, 1, 2, 31, 33, 127, 129, 1000, 65_537, 300_000] {
        let (mut solutions, mut counts) = (vec![[7; 81]; length], vec![7; length]);
        cuda.solve(&puzzles[..length], 2, &mut solutions, &mut counts).unwrap();
        assert_same(&puzzles[..length], (&counts, &solutions), &expected);
    }
    let (mut input, mut output) = (cuda.pinned(puzzles.len()).unwrap(), cuda.pinned(puzzles.len()).unwrap());
    input.copy_from_slice(&puzzles);
    let mut counts = vec![7; puzzles.len()];
    cuda.solve(&input, 2, &mut output, &mut counts).unwrap();
    assert_same(&puzzles, (&counts, &output), &expected);
}

#[test]
fn bytes_that_are_no_digits_are_empty_cells() {
    let Some(cuda) = gpu() else { return };
    let mut puzzles = bytes(&mixture(5_000, 53));
    let mut random = Random(53);
    for byte in puzzles.as_flattened_mut().iter_mut().filter(|byte| **byte == b'.') {
        *byte = random.pick(b".0 :/x\0\x01\x09\xFF\x80");
    }
    let (mut solutions, mut counts) = (vec![[7; 81]; puzzles.len()], vec![7; puzzles.len()]);
    cuda.solve(&puzzles, 2, &mut solutions, &mut counts).unwrap();
    assert_same(&puzzles, (&counts, &solutions), &on_cpu(&puzzles, 2));
}

#[test]
fn the_backend_shows_the_same_two_solutions() {
    let Some(cuda) = gpu() else { return };
    let (device, cpu) = (Backend::device(cuda.clone()), Backend::cpu());
    let grids = mixture(30_000, 54);
    assert_eq!(device.solve_batch(&grids), cpu.solve_batch(&grids));
    assert_eq!(device.count_batch(&grids, 7), cpu.count_batch(&grids, 7));
    assert_eq!(device.count_batch(&grids[..3000], 1000), cpu.count_batch(&grids[..3000], 1000));
    assert_eq!(device.fill_batch(&grids), cpu.fill_batch(&grids));
    let lines = bytes(&grids);
    let outcomes = |backend: &Backend| {
        let mut outcomes = vec![None; lines.len()];
        backend.solve_bytes(&lines, 2, |index, outcome: &Outcome| {
            assert_eq!(outcomes[index].replace((outcome.count(), outcome.first().copied())), None, "reported once");
        });
        outcomes
    };
    assert_eq!(outcomes(&device), outcomes(&cpu));
    assert_eq!(cuda.last_failure(), None);
}

/// The seeds of the solvers' own tests: the corners of the space, in batches that are worth the device's while.
#[test]
fn seeds_are_answered_as_the_cpu_does() {
    let Some(cuda) = gpu() else { return };
    let (device, cpu) = (Backend::device(cuda.clone()), Backend::cpu());
    let mut random = Random(55);
    let grids: Vec<Grid> =
        SEEDS.iter().flat_map(|seed| [(); 40].map(|()| random.transform().apply(&seed.grid()))).collect();
    assert!(grids.len() > 1000);
    assert_eq!(device.solve_batch(&grids), cpu.solve_batch(&grids));
    assert_eq!(device.count_batch(&grids, 1000), cpu.count_batch(&grids, 1000));
}

#[test]
fn near_empty_grids_are_left_to_the_cpu() {
    let Some(cuda) = gpu() else { return };
    let mut random = Random(56);
    let (_, solution) = puzzles()[3];
    let grids: Vec<Grid> = (0..3000).map(|index| thinned(&solution, index % 22, &mut random)).collect();
    let (device, cpu) = (Backend::device(cuda.clone()), Backend::cpu());
    assert_eq!(device.solve_batch(&grids), cpu.solve_batch(&grids));
    assert_eq!(device.count_batch(&grids, 200), cpu.count_batch(&grids, 200));
}

#[test]
fn puzzles_given_as_candidates_are_answered_as_the_cpu_does() {
    let Some(cuda) = gpu() else { return };
    let mut random = Random(57);
    let position = |grid: Grid| {
        let mut candidates = Pencilmarks::from(&grid).candidates();
        let all: Vec<_> = candidates.iter().collect();
        for _ in 0..random.below(4) {
            if let Some(&candidate) = all.get(random.below(all.len().max(1))) {
                candidates.remove(candidate);
            }
        }
        Position::from(candidates)
    };
    let mut positions: Vec<Position> = mixture(5_000, 57).into_iter().map(position).collect();
    positions.push(Position::from(CandidateSet::EMPTY));
    let (device, cpu) = (Backend::device(cuda.clone()), Backend::cpu());
    assert_eq!(device.solve_positions(&positions), cpu.solve_positions(&positions));
    assert_eq!(device.count_positions(&positions, 9), cpu.count_positions(&positions, 9));
}

#[test]
fn workspaces_of_several_threads_do_not_disturb_each_other() {
    let Some(cuda) = gpu() else { return };
    thread::scope(|scope| {
        for seed in 60..68 {
            scope.spawn(move || {
                let puzzles = bytes(&mixture(3_000, seed));
                let mut workspace = cuda.workspace().unwrap();
                assert!(workspace.capacity() >= puzzles.len());
                for part in puzzles.chunks(700) {
                    workspace.puzzles_mut()[..part.len()].copy_from_slice(part);
                    let solved = workspace.solve(part.len(), 2).unwrap();
                    assert_same(part, (solved.counts, solved.solutions), &on_cpu(part, 2));
                }
            });
        }
    });
}

/// Digits as numbers, in memory of another library, in a stream of its own, at an odd address.
#[test]
fn grids_in_device_memory_stay_there() {
    let Some(cuda) = gpu() else { return };
    let puzzles = bytes(&mixture(150_000, 58));
    let expected = on_cpu(&puzzles, 2);
    let context = CudaContext::new(0).unwrap();
    let stream = context.new_stream().unwrap();
    for (zero, offset, in_place) in [(b'0', 0, false), (0, 81, false), (0, 0, true)] {
        let number = |byte: &u8| if byte.is_ascii_digit() && *byte != b'0' { byte - b'0' + zero } else { zero };
        let numbers: Vec<u8> = puzzles.as_flattened().iter().map(number).collect();
        let mut host = vec![0; offset];
        host.extend(&numbers);
        let input = stream.clone_htod(&host).unwrap();
        let mut output = stream.alloc_zeros::<u8>(host.len()).unwrap();
        let mut counts = stream.alloc_zeros::<u32>(puzzles.len()).unwrap();
        for waits in [true, false] {
            let resident = Resident {
                puzzles: input.device_ptr(&stream).0 + offset as u64,
                grids: puzzles.len(),
                solutions: output.device_ptr_mut(&stream).0 + offset as u64,
                counts: counts.device_ptr_mut(&stream).0,
                zero,
            };
            let resident =
                if in_place && !waits { Resident { solutions: resident.puzzles, ..resident } } else { resident };
            let address = stream.cu_stream() as u64;
            // SAFETY: the memory belongs to this device, has room for as many grids, and is used in this stream.
            unsafe {
                match waits {
                    true => cuda.solve_resident(resident, 2, address).unwrap(),
                    false => cuda.enqueue_resident(resident, 2, address).unwrap(),
                }
            }
            let found = stream.clone_dtoh(if in_place && !waits { &input } else { &output }).unwrap();
            let found_counts = stream.clone_dtoh(&counts).unwrap();
            for (index, solution) in found[offset..].as_chunks::<81>().0.iter().enumerate() {
                let (count, first) = (expected.0[index], expected.1[index]);
                let first = first.map(|byte| if byte == 0 { 0 } else { byte - b'0' + zero });
                if waits {
                    assert_eq!((found_counts[index], *solution), (count, first), "grid {index}");
                } else if found_counts[index] != u32::MAX {
                    let only = if count == 1 { first } else { [0; 81] };
                    assert_eq!((found_counts[index], *solution), (count, only), "grid {index}");
                }
            }
        }
    }
}

#[test]
fn allocated_memory_takes_results_and_is_found_by_its_address() {
    let Some(cuda) = gpu() else { return };
    let puzzles = bytes(&mixture(3_000, 71));
    let expected = on_cpu(&puzzles, 2);
    let context = CudaContext::new(0).unwrap();
    let stream = context.default_stream();
    let input = stream.clone_htod(puzzles.as_flattened()).unwrap();
    let (solutions, counts) = (cuda.allocate(81 * puzzles.len()).unwrap(), cuda.allocate(4 * puzzles.len()).unwrap());
    let resident = Resident {
        puzzles: input.device_ptr(&stream).0,
        grids: puzzles.len(),
        solutions: solutions.address(),
        counts: counts.address(),
        zero: b'0',
    };
    // SAFETY: the memory belongs to this device, has room for as many grids, and is used in the default stream.
    unsafe { cuda.solve_resident(resident, 2, 1).unwrap() };
    let found: Vec<u32> =
        counts.to_vec().unwrap().as_chunks().0.iter().map(|count| u32::from_le_bytes(*count)).collect();
    assert_same(&puzzles, (&found, solutions.to_vec().unwrap().as_chunks().0), &expected);
    assert_eq!(Cuda::device_of(solutions.address() + 5), Ok(Some(0)));
    let host = [0_u8; 8];
    assert_eq!(Cuda::device_of(host.as_ptr() as u64), Ok(None));
    assert_eq!(cuda.allocate(0).unwrap().to_vec(), Ok(Vec::new()));
}

#[test]
fn little_memory_is_made_do_with_and_too_little_is_an_error() {
    if gpu().is_none() {
        return;
    }
    let small = Cuda::open(&Options::default().memory(100 << 20)).unwrap();
    let puzzles = bytes(&mixture(50_000, 59));
    let (mut solutions, mut counts) = (vec![[7; 81]; puzzles.len()], vec![7; puzzles.len()]);
    small.solve(&puzzles, 2, &mut solutions, &mut counts).unwrap();
    assert_same(&puzzles, (&counts, &solutions), &on_cpu(&puzzles, 2));
    let Err(error) = Cuda::open(&Options::default().memory(1 << 10)) else { panic!("a kilobyte is too little") };
    assert!(matches!(error, CudaError::OutOfMemory { .. }), "{error}");
    let devices = Cuda::devices().unwrap();
    let Err(error) = Cuda::open(&Options::default().device(devices)) else { panic!("there is no such device") };
    assert_eq!(error, CudaError::NoDevice { ordinal: devices, devices });
}

/// Every solver is used by generators, too.
#[test]
fn generated_puzzles_do_not_depend_on_the_backend() {
    use ninefold::generate::{FullGrids, Generator, Recipe};
    let Some(cuda) = gpu() else { return };
    let generator = Generator::new(Recipe::default()).unwrap();
    let expected: Vec<_> = generator.puzzles(5).take(20).collect();
    let made: Vec<_> = generator.clone().with_backend(Backend::device(cuda.clone())).puzzles(5).take(20).collect();
    assert_eq!(made, expected);
    let mut made = Vec::new();
    cuda.generate(&FullGrids::new(), 5, 3..300_000, |first, puzzles| {
        assert_eq!(first, 3 + made.len() as u64, "the puzzles come in order");
        made.extend_from_slice(puzzles);
    })
    .unwrap();
    assert_eq!(made.len(), 299_997);
    let parts = [3..2000, 70_000..70_100, 299_900..300_000];
    for (number, expected) in
        parts.into_iter().flat_map(|part| part.clone().zip(generator.batch(5, part, &mut ninefold::Control::new())))
    {
        assert_eq!(made[number as usize - 3], expected.unwrap().givens().to_bytes(), "number {number}");
    }
}

#[test]
fn dug_puzzles_are_those_of_the_rule() {
    use ninefold::generate::FullGrids;
    let Some(cuda) = gpu() else { return };
    let (full_grids, mut random) = (FullGrids::new(), ninefold::Random::new(70));
    let mut order: [u8; 81] = std::array::from_fn(|cell| cell as u8);
    let mut begin = |_| {
        random.shuffle(&mut order);
        (full_grids.draw(&mut random), order)
    };
    let begun: Vec<(Solution, [u8; 81])> = (0..3000).map(&mut begin).collect();
    let (solutions, orders): (Vec<[u8; 81]>, Vec<[u8; 81]>) =
        begun.iter().map(|(solution, order)| (solution.to_bytes(), *order)).unzip();
    let mut puzzles = vec![[0; 81]; begun.len()];
    cuda.dig(&solutions, &orders, &mut puzzles).unwrap();
    for ((solution, order), puzzle) in begun.iter().zip(&puzzles) {
        assert_eq!(*puzzle, dug(solution, order).to_bytes(), "{solution} dug in the order {order:?}");
    }
}

/// Runs everywhere: what is missing is named.
#[test]
fn a_machine_without_a_gpu_says_what_is_missing() {
    if let Err(missing) = Cuda::new() {
        let text = missing.to_string();
        assert!(text.contains("NVIDIA") || text.contains("GPU"), "{text}");
    }
}
