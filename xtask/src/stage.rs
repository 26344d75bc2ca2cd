//! The stages of `cargo xtask test`, in the order in which they find mistakes soonest.
//!
//! ```text
//!   main lane     format -> no_std -> docs -> tests
//!   in parallel   web -> python
//! ```
//!
//! A stage has a file in `stages/` and a line in [`STAGES`]. The stages of the main lane share one
//! build folder and the terminal. A stage that runs *in parallel* spends much time on downloads and waiting, and builds in
//! its own folder. Its output is shown whenever a stage of the main lane ends. After the first failure no further command
//! is started. The run ends with a summary of the time of each stage.

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
    /// A short description of what it checks.
    pub(crate) about: &'static str,
    pub(crate) when: When,
    /// Whether it runs in parallel with the main lane.
    pub(crate) parallel: bool,
    /// Returns an error with the reason if this machine lacks something the stage needs. The stage is then skipped.
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
    /// Only when it is named.
    Named,
}

/// For stages that need only the compiler.
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

/// Runs the named stages, the stages of `quick`, or all that run without being named.
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
    let (parallel, main): (Vec<&Stage>, Vec<&Stage>) = STAGES.iter().filter(wanted).partition(|stage| stage.parallel);
    let begin = Instant::now();
    let task = Task { quick, ..Task::alone() };
    let ended = if main.is_empty() { in_turn(&parallel, &task) } else { side_by_side(&main, &parallel, &task) };
    println!("\n{}", ended.iter().map(Ended::line).collect::<Vec<_>>().join("\n"));
    println!("{:<12}{:>7.1} s", "all", begin.elapsed().as_secs_f64());
    if ended.iter().any(Ended::failed) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Runs stages one after another, up to the first that fails.
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

/// Runs the main lane on the terminal and the other stages in parallel, and shows their output between stages.
fn side_by_side(main: &[&Stage], parallel: &[&Stage], task: &Task) -> Vec<Ended> {
    let mut log = match Log::new() {
        Ok(log) => log,
        Err(error) => {
            println!("the stages run one after another, because no log can be written: {error}");
            return in_turn(&[main, parallel].concat(), task);
        }
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let other = Task { log: Some(Arc::clone(&log.file)), ..task.clone() };
        scope.spawn(move || {
            // Sending cannot fail: the main lane waits for the result.
            let _ = sender.send(in_turn(parallel, &other));
        });
        let mut all = Vec::new();
        for stage in main {
            if task.stopped.load(Ordering::Relaxed) {
                break;
            }
            all.push(run_stage(stage, task));
            log.show();
        }
        // The main lane has ended: further output of the other stages is shown as it arrives.
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

/// The output of the stages in parallel with the main lane, and how much of it is already shown.
struct Log {
    file: Arc<File>,
    path: PathBuf,
    shown: u64,
}

impl Log {
    fn new() -> io::Result<Log> {
        let folder = root().join("target");
        fs::create_dir_all(&folder)?;
        let path = folder.join("xtask-parallel.log");
        // Each write of any process is appended at the end.
        fs::write(&path, "")?;
        Ok(Log { file: Arc::new(File::options().append(true).open(&path)?), path, shown: 0 })
    }

    /// Prints the new output up to the last whole line.
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
