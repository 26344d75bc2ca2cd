//! The kernels that are part of the crate are those that its sources compile to.

use std::path::Path;
use std::process::{Command, Stdio};

/// Needs Python and the compiler that `kernels/compile.py` installs; where it cannot be installed, the test says so.
#[test]
fn the_ptx_is_what_the_sources_compile_to() {
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    // Beside what `cargo xtask ptx` installs, in the folder of build outputs.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("nvrtc");
    let mut compile = Command::new("python3");
    compile.arg(kernels.join("compile.py")).arg(folder).stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = match compile.output() {
        Ok(output) => output,
        Err(error) => {
            return println!("skipped: the_ptx_is_what_the_sources_compile_to needs Python (python3: {error})");
        }
    };
    if output.status.code() == Some(3) {
        return println!("skipped: the_ptx_is_what_the_sources_compile_to needs NVRTC, which cannot be installed here");
    }
    assert!(output.status.success(), "the kernels compile");
    let committed = std::fs::read(kernels.join("kernels.ptx")).expect("the PTX is part of the repository");
    assert!(output.stdout == committed, "kernels.ptx is older than its sources: run `cargo xtask ptx`");
}

#[test]
fn the_ptx_is_for_old_drivers_and_devices() {
    let ptx = include_str!("../kernels/kernels.ptx");
    assert!(ptx.contains("\n.version 8.0\n"), "drivers since CUDA 12.0 read it");
    assert!(ptx.contains("\n.target sm_75\n"), "GPUs since Turing run it");
}
