//! The progress bar: on standard error, on a terminal, for work that takes more than a second.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::tally::grouped;

/// Before this nobody needs to be told.
const DELAY: Duration = Duration::from_secs(1);
/// How often a second the bar is drawn.
const RATE: u8 = 10;

pub(crate) struct Progress {
    wanted: bool,
    begin: Instant,
    /// Bytes of all inputs, where that is known.
    total: Option<u64>,
    read: Arc<AtomicU64>,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// `stdout` when results go to standard output: on a terminal they would run through the bar.
    pub(crate) fn new(quiet: bool, stdout: bool, total: Option<u64>, read: Arc<AtomicU64>) -> Progress {
        let free = !(stdout && std::io::stdout().is_terminal());
        let wanted = !quiet && free && std::io::stderr().is_terminal();
        Progress { wanted, begin: Instant::now(), total, read, bar: None }
    }

    /// So many puzzles are done in this run.
    pub(crate) fn show(&mut self, puzzles: u64) {
        let elapsed = self.begin.elapsed();
        if !self.wanted || elapsed < DELAY {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| new_bar(self.total));
        bar.set_position(self.read.load(Ordering::Relaxed));
        let rate = puzzles as f64 / elapsed.as_secs_f64();
        bar.set_message(format!("{} puzzles, {}/s", grouped(puzzles), grouped(rate as u64)));
    }

    /// Takes the bar away and tells how long it was.
    pub(crate) fn finish(self) -> Duration {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        self.begin.elapsed()
    }
}

fn new_bar(total: Option<u64>) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(RATE);
    let (template, length) = match total {
        Some(total) => ("{bar:30.cyan/dim} {percent:>3} %  {msg}  {eta} left", Some(total)),
        None => ("{spinner:.cyan} {msg}  {elapsed}", None),
    };
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    let bar = ProgressBar::with_draw_target(length, target);
    bar.with_style(style.progress_chars("━╸─"))
}
