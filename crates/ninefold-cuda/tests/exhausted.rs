//! A device whose memory others have taken: the CPU does the work, and the device does it again when there is memory.
//!
//! Takes all memory of the GPU for a moment, so that it is only built where it is asked for:
//! `cargo test -p ninefold-cuda --features gpu --test exhausted` on a machine with a GPU.

use cudarc::driver::CudaContext;
use ninefold::Grid;
use ninefold::solve::Backend;
use ninefold_cuda::{Cuda, CudaError};

#[test]
fn without_memory_the_cpu_answers_and_the_reason_is_kept() {
    let cuda = Cuda::new().expect("this test needs a GPU");
    let stream = CudaContext::new(0).unwrap().new_stream().unwrap();
    let mut taken = Vec::new();
    let mut bytes = 1_usize << 40;
    while bytes >= 1 << 20 {
        // SAFETY: the memory is never read.
        match unsafe { stream.alloc::<u8>(bytes) } {
            Ok(memory) => taken.push(memory),
            Err(_) => bytes /= 2,
        }
    }
    stream.synchronize().unwrap();
    let puzzle: Grid =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    let grids: Vec<Grid> = (0..5000).map(|number| if number % 5 == 0 { Grid::EMPTY } else { puzzle }).collect();
    let (device, expected) = (Backend::device(cuda.clone()), Backend::cpu().solve_batch(&grids));
    assert_eq!(cuda.last_failure(), None);
    assert_eq!(device.solve_batch(&grids), expected);
    let failure = cuda.last_failure();
    assert!(matches!(failure, Some(CudaError::OutOfMemory { .. })), "{failure:?}");
    let (mut solutions, mut counts) = ([[0; 81]; 1], [0; 1]);
    let refused = cuda.solve(&[puzzle.to_bytes()], 2, &mut solutions, &mut counts);
    assert!(matches!(refused, Err(CudaError::OutOfMemory { .. })), "{refused:?}");
    let refused = Cuda::new().map(|_| ());
    assert!(matches!(refused, Err(CudaError::OutOfMemory { .. })), "{refused:?}");

    drop(taken);
    stream.synchronize().unwrap();
    cuda.solve(&[puzzle.to_bytes()], 2, &mut solutions, &mut counts).unwrap();
    assert_eq!(counts, [1]);
    assert_eq!(device.solve_batch(&grids), expected);
}
