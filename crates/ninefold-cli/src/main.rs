//! The command `ninefold`: solve, check, rate, explain, compare, generate and convert Sudoku.
//!
//! A thin front end of the library: [`args`] turns the command line into plain values, each file of [`commands`] carries
//! out one command, [`chunk`] and [`input`] supply the puzzles, [`pipeline`] works on many of them on all cores, and
//! [`output`] and [`results`] write the answers. There is no Sudoku in here.

mod args;
mod chunk;
mod commands;
mod input;
mod interrupt;
mod output;
mod pipeline;
mod progress;
mod results;
mod tally;
mod threads;

use std::io::Write;
use std::process::ExitCode;

use args::{Args, Command};
use commands::Outcome;

fn main() -> ExitCode {
    let args = Args::of_process();
    args.color.write_global();
    // Before any thread is started.
    interrupt::install();
    if let Err(error) = ninefold::solve::Cpu::from_environment() {
        complain(&format!("NINEFOLD_CPU: {error}"));
        return ExitCode::from(2);
    }
    let done = match args.command {
        Command::Solve(args) => commands::solve::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Rate(args) => commands::rate::run(&args),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Canon(args) => commands::canon::run(&args),
        Command::Dedup(args) => commands::dedup::run(&args),
        Command::Shuffle(args) => commands::shuffle::run(&args),
        Command::Split(args) => commands::split::run(&args),
        Command::Hint(args) => commands::hint::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Steps(args) => commands::steps::run(&args),
        Command::Generate(args) => commands::generate::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
        Command::Man(args) => commands::man::run(&args),
    };
    progress::end();
    match done {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::SomeNot) => ExitCode::from(1),
        Ok(Outcome::Failed) => ExitCode::from(2),
        // The program that reads our output has seen enough, as `head` does.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Reports an error on standard error. If not even that can be written, nothing is left to do.
fn complain(message: &str) {
    let error = anstyle::AnsiColor::Red.on_default().bold();
    progress::aside(|| {
        let _ = writeln!(anstream::stderr(), "{error}ninefold:{error:#} {message}");
    });
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
