//! What people and CI run: `cargo xtask test`, `cargo xtask web` and `cargo xtask bench`.

mod ptx;
mod stages;
mod web;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

const HELP: &str = "\
cargo xtask test [STAGE...]     format, clippy, no_std, docs, tests, benchmarks, fuzz, web, unless named; memory and
                                miri watch the unsafe code, and run when named
cargo xtask web [--serve]       builds the page into web/dist, and serves it on loopback (--serve --port N)
cargo xtask ptx                 compiles the GPU's kernels to the PTX that is part of ninefold-cuda
cargo xtask bench --data DIR    Ninefold measured beside its peers; `bench --help` shows all options
cargo xtask bench files FILE    `ninefold solve` from file to file, beside the engine and cat; `bench files --help`";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((task, stages)) if task == "test" => stages::run(stages),
        Some((task, options)) if task == "web" => page(options),
        Some((task, [])) if task == "ptx" => ptx::run(root()),
        Some((task, options)) if task == "bench" => match options.split_first() {
            Some((which, options)) if which == "files" => bench_files(options),
            _ => bench("ninefold-benchmarks", options),
        },
        Some((task, _)) if task == "help" || task == "--help" => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{HELP}");
            ExitCode::from(2)
        }
    }
}

/// Builds the page, and serves it if asked to.
fn page(options: &[String]) -> ExitCode {
    let built = match options.split_first() {
        None => web::build(),
        Some((serve, options)) if serve == "--serve" => web::build().and_then(|()| web::serve(options)),
        Some(_) => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match built {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

/// The command is built first: it is what is measured.
fn bench_files(options: &[String]) -> ExitCode {
    let mut build = cargo(&["build", "--release", "--package", "ninefold-cli", "--manifest-path"]);
    build.arg(root().join("Cargo.toml"));
    if build.status().is_ok_and(|status| status.success()) { bench("files", options) } else { ExitCode::FAILURE }
}

/// Runs a benchmark in the caller's folder, so that `--data` means what it says.
fn bench(program: &str, options: &[String]) -> ExitCode {
    let manifest = root().join("Cargo.toml");
    let mut command = cargo(&["run", "--release", "--package", "ninefold-benchmarks", "--bin", program]);
    command.arg("--manifest-path").arg(manifest).arg("--").args(options);
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cargo could not be run: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository")
}

/// The cargo that runs us. It never waits for somebody to type.
fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).stdin(Stdio::null());
    command
}
