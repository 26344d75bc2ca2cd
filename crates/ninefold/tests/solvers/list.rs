/// The solvers that the runner asks.
fn solvers() -> Vec<Solver> {
    solvers_of_the_library()
}
