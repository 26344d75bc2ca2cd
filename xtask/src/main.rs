//! The commands for development and CI: `cargo xtask test`, `cargo xtask web`, `cargo xtask wheel` and `cargo xtask bench`.

mod debian;
mod page;
mod process;
mod ptx;
mod python;
mod stage;
mod stages;

use std::process::ExitCode;

use process::{Task, cargo, root};

const HELP: &str = "\
cargo xtask test [STAGE...]     runs these stages, or all except those that run only when named:
{stages}
cargo xtask test quick          runs the format and the tests, with fewer cases: for everyday use
cargo xtask web [--serve]       builds the page into web/dist, and serves it on loopback (--serve --port N)
cargo xtask wheel               builds the Python package into target/wheels
cargo xtask ptx                 compiles the kernels of the GPU to the PTX that is part of ninefold-cuda
cargo xtask bench --data DIR    compares Ninefold with other solvers; `bench --help` shows all options
cargo xtask bench files FILE    compares `ninefold solve` on files with the engine alone and with cat; `bench files --help`
cargo xtask bench python FILE   compares the Python package with the engine and other packages; `bench python --help`";

fn help() -> String {
    let line = |stage: &stage::Stage| {
        let named = if stage.when == stage::When::Named { " (only when named)" } else { "" };
        format!("    {:<28}{}{named}", stage.name, stage.about)
    };
    HELP.replace("{stages}", &stages::STAGES.iter().map(line).collect::<Vec<_>>().join("\n"))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((task, stages)) if task == "test" => stage::run(stages),
        Some((task, options)) if task == "web" => page(options),
        Some((task, [])) if task == "wheel" => status(python::build(&Task::alone())),
        Some((task, [])) if task == "ptx" => ptx::run(root()),
        Some((task, options)) if task == "bench" => match options.split_first() {
            Some((which, options)) if which == "files" => bench_files(options),
            Some((which, options)) if which == "python" => status(python::bench(&Task::alone(), options)),
            _ => bench("ninefold-benchmarks", options),
        },
        Some((task, _)) if task == "help" || task == "--help" => {
            println!("{}", help());
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{}", help());
            ExitCode::from(2)
        }
    }
}

/// Builds the page, and serves it with `--serve`.
fn page(options: &[String]) -> ExitCode {
    let task = Task::alone();
    let built = match options.split_first() {
        None => page::build(&task),
        Some((serve, options)) if serve == "--serve" => page::build(&task).and_then(|()| page::serve(&task, options)),
        Some(_) => {
            eprintln!("{}", help());
            return ExitCode::from(2);
        }
    };
    status(built)
}

/// The exit status of a task; what failed is printed.
fn status(result: Result<(), process::Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the command `ninefold` first, because the benchmark measures it.
fn bench_files(options: &[String]) -> ExitCode {
    let mut build = cargo(&["build", "--release", "--package", "ninefold-cli", "--manifest-path"]);
    build.arg(root().join("Cargo.toml"));
    if build.status().is_ok_and(|status| status.success()) { bench("files", options) } else { ExitCode::FAILURE }
}

/// Runs a benchmark in the caller's folder, to which `--data` is relative.
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
