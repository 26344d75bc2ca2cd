//! What `cargo xtask test` runs: stages, in the order in which they find mistakes soonest.
//!
//! ```text
//!   main lane     format -> clippy -> no_std -> docs -> tests -> benchmarks -> fuzz
//!   beside it     web
//! ```
//!
//! A stage has a file in `stages/` and a line in [`STAGES`](crate::stages::STAGES). The stages of the main lane share one
//! build folder and the terminal. A stage that runs *beside* them downloads and waits a lot and builds in a folder of its
//! own, so it fills the gaps; its output is shown when the main lane has come to the end of a stage. After the first
//! failure no further command is started. A summary with the time of each stage ends the run.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{Failure, Task, root};
use crate::stages::STAGES;

/// One part of `cargo xtask test`.
pub(crate) struct Stage {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// What it checks, in half a line.
    pub(crate) about: &'static str,
    pub(crate) when: When,
    /// Whether it runs beside the main lane.
    pub(crate) beside: bool,
    /// Fails with the reason where this machine does not have what the stage needs: it is then skipped.
    pub(crate) needs: fn() -> Result<(), String>,
    pub(crate) run: fn(&Task) -> Result<(), Failure>,
}

/// When a stage runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    /// Always, also in `cargo xtask test quick`.
    Quick,
    /// In `cargo xtask test`.
    Full,
    /// When it is named.
    Named,
}

/// For stages that need nothing but the compiler.
pub(crate) fn nothing() -> Result<(), String> {
    Ok(())
}

/// A stage that has ended, or was skipped.
struct Ended {
    name: &'static str,
    time: Duration,
    verdict: Verdict,
}

enum Verdict {
    Passed,
    Skipped(String),
    Failed(Failure),
}

impl Ended {
    fn failed(&self) -> bool {
        matches!(self.verdict, Verdict::Failed(_))
    }

    fn line(&self) -> String {
        let verdict = match &self.verdict {
            Verdict::Passed => "ok".to_owned(),
            Verdict::Skipped(reason) => format!("skipped: {reason}"),
            Verdict::Failed(failure) => format!("FAILED: {failure}"),
        };
        format!("{:<12}{:>7.1} s  {verdict}", self.name, self.time.as_secs_f64())
    }
}

/// Runs the named stages, `quick` ones, or all that need not be named.
pub(crate) fn run(names: &[String]) -> ExitCode {
    let quick = names.iter().any(|name| name == "quick");
    let names: Vec<&String> = names.iter().filter(|name| *name != "quick").collect();
    if let Some(unknown) = names.iter().find(|name| STAGES.iter().all(|stage| stage.name != **name)) {
        let known: Vec<&str> = STAGES.iter().map(|stage| stage.name).collect();
        eprintln!("found stage {unknown:?}, expected quick or some of {}", known.join(", "));
        return ExitCode::from(2);
    }
    let wanted = |stage: &&Stage| match stage.when {
        _ if !names.is_empty() => names.iter().any(|name| *name == stage.name),
        When::Quick => true,
        When::Full => !quick,
        When::Named => false,
    };
    let (beside, main): (Vec<&Stage>, Vec<&Stage>) = STAGES.iter().filter(wanted).partition(|stage| stage.beside);
    let begin = Instant::now();
    let task = Task { quick, ..Task::alone() };
    let ended = if main.is_empty() { in_turn(&beside, &task) } else { side_by_side(&main, &beside, &task) };
    println!("\n{}", ended.iter().map(Ended::line).collect::<Vec<_>>().join("\n"));
    println!("{:<12}{:>7.1} s", "all", begin.elapsed().as_secs_f64());
    if ended.iter().any(Ended::failed) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Runs stages one after the other, to the first that fails.
fn in_turn(stages: &[&Stage], task: &Task) -> Vec<Ended> {
    let mut all = Vec::new();
    for stage in stages {
        all.push(run_stage(stage, task));
        if all.last().is_some_and(Ended::failed) {
            break;
        }
    }
    all
}

fn run_stage(stage: &Stage, task: &Task) -> Ended {
    task.say(&format!("\n=== {}", stage.name));
    let begin = Instant::now();
    let verdict = match (stage.needs)() {
        Err(reason) => Verdict::Skipped(reason),
        Ok(()) => (stage.run)(task).map_or_else(Verdict::Failed, |()| Verdict::Passed),
    };
    let ended = Ended { name: stage.name, time: begin.elapsed(), verdict };
    task.say(&format!("=== {}", ended.line()));
    if ended.failed() {
        task.stopped.store(true, Ordering::Relaxed);
    }
    ended
}

/// Runs the main lane on the terminal and the others beside it, and shows their output in the pauses.
fn side_by_side(main: &[&Stage], beside: &[&Stage], task: &Task) -> Vec<Ended> {
    let mut log = match Log::new() {
        Ok(log) => log,
        Err(error) => {
            println!("one after the other, for there is no place for a log: {error}");
            return in_turn(&[main, beside].concat(), task);
        }
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let other = Task { log: Some(Arc::clone(&log.file)), ..task.clone() };
        scope.spawn(move || {
            // The main lane waits for it.
            let _ = sender.send(in_turn(beside, &other));
        });
        let mut all = Vec::new();
        for stage in main {
            if task.stopped.load(Ordering::Relaxed) {
                break;
            }
            all.push(run_stage(stage, task));
            log.show();
        }
        // The main lane is at its end: what the other still prints is shown as it comes.
        loop {
            let ended = receiver.recv_timeout(Duration::from_millis(200));
            log.show();
            match ended {
                Ok(ended) => all.extend(ended),
                Err(mpsc::RecvTimeoutError::Timeout) => continue,
                Err(mpsc::RecvTimeoutError::Disconnected) => {}
            }
            return all;
        }
    })
}

/// The output of the stages beside the main lane, and how much of it has been shown.
struct Log {
    file: Arc<File>,
    path: PathBuf,
    shown: u64,
}

impl Log {
    fn new() -> io::Result<Log> {
        let folder = root().join("target");
        fs::create_dir_all(&folder)?;
        let path = folder.join("xtask-beside.log");
        // Each write goes to the end, whoever writes.
        fs::write(&path, "")?;
        Ok(Log { file: Arc::new(File::options().append(true).open(&path)?), path, shown: 0 })
    }

    /// Prints what is new, up to the last whole line.
    fn show(&mut self) {
        let mut text = Vec::new();
        let read = File::open(&self.path).and_then(|mut file| {
            file.seek(SeekFrom::Start(self.shown))?;
            file.read_to_end(&mut text)
        });
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        if read.is_ok() && io::stdout().write_all(&text[..whole]).is_ok() {
            self.shown += whole as u64;
        }
    }
}
