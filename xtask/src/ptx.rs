//! `cargo xtask ptx`: compiles the GPU's kernels to the PTX that is part of `ninefold-cuda`.
//!
//! `kernels/compile.py` does it, because the compiler comes as a Python package. A test of the crate compares the result with
//! the file in the repository.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// Compiles the kernels, and writes the result beside them.
pub(crate) fn run(root: &Path) -> ExitCode {
    let kernels = root.join("crates/ninefold-cuda/kernels");
    let mut compile = Command::new("python3");
    compile
        .arg(kernels.join("compile.py"))
        .arg(root.join("target/nvrtc"))
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    let failure = match compile.output() {
        Ok(output) if output.status.success() => match std::fs::write(kernels.join("kernels.ptx"), output.stdout) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => format!("kernels.ptx: {error}"),
        },
        Ok(output) if output.status.code() == Some(3) => {
            "NVRTC cannot be installed from the Python package index".into()
        }
        Ok(_) => "the kernels cannot be compiled".into(),
        Err(error) => format!("python3: {error}"),
    };
    eprintln!("{failure}");
    ExitCode::FAILURE
}
