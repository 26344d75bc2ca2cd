/// The GPU, for grids, for candidates and for bytes. It is asked about batches of any size here.
fn solvers() -> Vec<Solver> {
    static GPU: std::sync::OnceLock<Backend> = std::sync::OnceLock::new();
    let gpu = GPU.get_or_init(|| {
        let options = ninefold_cuda::Options::default().least_batch(1);
        Backend::device(ninefold_cuda::Cuda::open(&options).expect("these tests need a GPU"))
    });
    // Placed digits are candidates, too.
    let position = |marks: &Pencilmarks| {
        let digits = |cell| match marks.placed()[cell] {
            Some(digit) => digit.into(),
            None => marks.digits_in(cell),
        };
        let candidates = Cell::all().map(|cell| CandidateSet::of_cell(cell, digits(cell)));
        ninefold::Position::from(candidates.fold(CandidateSet::EMPTY, |all, cell| all | cell))
    };
    let positions = move |marks: &[Pencilmarks]| -> Vec<ninefold::Position> { marks.iter().map(position).collect() };
    vec![
        Solver {
            name: "GPU, candidates".to_owned(),
            slow: false,
            grids: (
                Box::new(|grids| gpu.solve_batch(grids)),
                Box::new(|grids, limit| gpu.count_batch(grids, limit)),
            ),
            pencilmarks: Some((
                Box::new(move |marks| gpu.solve_positions(&positions(marks))),
                Box::new(move |marks, limit| gpu.count_positions(&positions(marks), limit)),
            )),
        },
        Solver {
            name: "GPU, bytes".to_owned(),
            slow: false,
            grids: (
                Box::new(|grids| gpu.solve_batch(grids)),
                Box::new(|grids, limit| count_from_bytes(gpu, grids, limit)),
            ),
            pencilmarks: None,
        },
    ]
}
