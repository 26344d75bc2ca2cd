//! What people and CI run: `cargo xtask test`, `cargo xtask web` and `cargo xtask bench`.

mod debian;
mod page;
mod process;
mod ptx;
mod stage;
mod stages;

use std::process::ExitCode;

use process::{Task, cargo, root};

const HELP: &str = "\
cargo xtask test [STAGE...]     all stages but those that are only run when named, or the named ones:
{stages}
cargo xtask test quick          format, clippy and tests, with fewer cases: for the daily loop
cargo xtask web [--serve]       builds the page into web/dist, and serves it on loopback (--serve --port N)
cargo xtask ptx                 compiles the GPU's kernels to the PTX that is part of ninefold-cuda
cargo xtask bench --data DIR    Ninefold measured beside its peers; `bench --help` shows all options
cargo xtask bench files FILE    `ninefold solve` from file to file, beside the engine and cat; `bench files --help`";

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
        Some((task, [])) if task == "ptx" => ptx::run(root()),
        Some((task, options)) if task == "bench" => match options.split_first() {
            Some((which, options)) if which == "files" => bench_files(options),
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

/// Builds the page, and serves it if asked to.
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
