//! The progress bar: on standard error, on a terminal, for work that takes more than a second.
//!
//! Others write to standard error, too. They step [`aside`], so that they do not write into the bar.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::tally::grouped;

/// Before this nobody needs to be told.
const DELAY: Duration = Duration::from_secs(1);
/// How often a second the bar is drawn.
const RATE: u8 = 10;

/// The bar that is on the screen. There is one at most.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn shown() -> Option<ProgressBar> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Does something on standard error beside the bar.
pub(crate) fn aside(write: impl FnOnce()) {
    match shown() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Takes the bar away for good.
pub(crate) fn end() {
    if let Some(bar) = shown() {
        bar.finish_and_clear();
    }
}

pub(crate) struct Progress {
    wanted: bool,
    begin: Instant,
    /// Bytes of all inputs, where that is known.
    total: Option<u64>,
    /// Bytes and puzzles that an earlier run has done.
    before: Option<(u64, u64)>,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// `stdout` when results go to standard output: on a terminal they would run through the bar.
    pub(crate) fn new(quiet: bool, stdout: bool, total: Option<u64>) -> Progress {
        let free = !(stdout && std::io::stdout().is_terminal());
        let wanted = !quiet && free && std::io::stderr().is_terminal();
        Progress { wanted, begin: Instant::now(), total, before: None, bar: None }
    }

    /// So many bytes and puzzles were done by an earlier run. The first call counts.
    pub(crate) fn begin_at(&mut self, bytes: u64, puzzles: u64) {
        self.before.get_or_insert((bytes, puzzles));
    }

    /// So many bytes of the inputs and so many puzzles are done.
    pub(crate) fn show(&mut self, bytes: u64, puzzles: u64) {
        let elapsed = self.begin.elapsed();
        if !self.wanted || elapsed < DELAY {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| new_bar(self.total));
        let (bytes_before, puzzles_before) = self.before.unwrap_or_default();
        let rate = (puzzles - puzzles_before) as f64 / elapsed.as_secs_f64();
        let left = self.total.map(|total| {
            let bytes_here = bytes.saturating_sub(bytes_before).max(1);
            format!(", {} left", clock(elapsed.mul_f64(total.saturating_sub(bytes) as f64 / bytes_here as f64)))
        });
        let left = left.unwrap_or_default();
        bar.set_position(bytes);
        bar.set_message(format!("{} puzzles, {}/s{left}", grouped(puzzles), grouped(rate as u64)));
    }

    /// Takes the bar away and tells how long it was.
    pub(crate) fn finish(self) -> Duration {
        end();
        self.begin.elapsed()
    }
}

fn new_bar(total: Option<u64>) -> ProgressBar {
    // The bar's own library knows NO_COLOR, but not our option.
    let colours = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
    let template = match (total, colours) {
        (Some(_), true) => "{bar:30.cyan/dim} {percent:>3} %  {msg}",
        (Some(_), false) => "{bar:30} {percent:>3} %  {msg}",
        (None, true) => "{spinner:.cyan} {msg}",
        (None, false) => "{spinner} {msg}",
    };
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(RATE));
    let bar = bar.with_style(style.progress_chars("━╸─"));
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
    bar
}

/// `8 s`, `2:07` or `1:02:07`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_like_a_clock() {
        assert_eq!([8, 127, 3727].map(|seconds| clock(Duration::from_secs(seconds))), ["8 s", "2:07", "1:02:07"]);
    }
}
