//! The progress bar: on standard error, on a terminal, for work that takes more than a second.
//!
//! A thread of its own draws it, so it appears and moves whatever the other threads are busy with. Each worker counts the
//! puzzles it has answered in a [`Counter`], also in the middle of a chunk; bytes are known where results are written.
//!
//! ```text
//!   workers --- Counter each ---+
//!                               +--> ten times a second: the drawing thread --> standard error
//!   writer --- show(bytes) -----+
//! ```
//!
//! Whatever else is written to standard error is written [`aside`], so that it does not run into the bar.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::tally::grouped;

/// Work that takes less time has no bar.
const DELAY: Duration = Duration::from_secs(1);
/// How often a second the bar is drawn.
const RATE: u8 = 10;

/// The bar on the screen. There is one at most.
enum Screen {
    Empty,
    Bar(ProgressBar),
    /// The bar is gone for good.
    Ended,
}

static SCREEN: Mutex<Screen> = Mutex::new(Screen::Empty);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something on standard error beside the bar.
pub(crate) fn aside(write: impl FnOnce()) {
    match &*lock(&SCREEN) {
        Screen::Bar(bar) => bar.suspend(write),
        Screen::Empty | Screen::Ended => write(),
    }
}

/// Prints a message on standard error. If that fails, it is no error.
pub(crate) fn say(message: &str) {
    aside(|| {
        let _ = writeln!(anstream::stderr(), "{message}");
    });
}

/// Takes the bar away for good.
pub(crate) fn end() {
    if let Screen::Bar(bar) = std::mem::replace(&mut *lock(&SCREEN), Screen::Ended) {
        bar.finish_and_clear();
    }
}

/// The puzzles that one worker has answered. Only that worker counts, the drawing thread reads.
///
/// A cache line each: workers that count do not slow each other down.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, puzzles: u64) {
        // There is one writer, so the sum needs no locked instruction.
        self.0.store(self.0.load(Ordering::Relaxed) + puzzles, Ordering::Relaxed);
    }
}

pub(crate) struct Progress {
    begin: Instant,
    done: Arc<Mutex<Done>>,
    drawing: Option<Drawing>,
}

/// How far the work is.
#[derive(Default)]
struct Done {
    /// Bytes of all inputs, where that is known.
    total: Option<u64>,
    /// Puzzles that an earlier run has done.
    puzzles_before: u64,
    /// Bytes that an earlier run has done. They are known when the first chunk of this run is.
    bytes_before: Option<u64>,
    /// Bytes and puzzles whose results are written.
    written: (u64, u64),
    counters: Vec<Arc<Counter>>,
}

/// The thread that draws, until the sender is dropped.
struct Drawing {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Progress {
    /// `stdout` when results go to standard output: on a terminal they would run through the bar.
    pub(crate) fn new(quiet: bool, stdout: bool, total: Option<u64>) -> Progress {
        let free = !(stdout && std::io::stdout().is_terminal());
        let wanted = !quiet && free && std::io::stderr().is_terminal();
        let begin = Instant::now();
        let done = Arc::new(Mutex::new(Done { total, ..Done::default() }));
        let drawing = wanted.then(|| {
            let (stop, stopped) = mpsc::channel();
            let done = Arc::clone(&done);
            // Without the thread there is no bar; the work does not depend on it.
            let thread = thread::Builder::new().spawn(move || draw(begin, &done, &stopped)).ok()?;
            Some(Drawing { stop, thread })
        });
        Progress { begin, done, drawing: drawing.flatten() }
    }

    /// So many puzzles were done by an earlier run.
    pub(crate) fn resumes_after(&self, puzzles: u64) {
        lock(&self.done).puzzles_before = puzzles;
    }

    /// The work begins after so many bytes. The first call counts.
    pub(crate) fn begin_at(&self, bytes: u64) {
        lock(&self.done).bytes_before.get_or_insert(bytes);
    }

    /// So many bytes of the inputs and so many puzzles are done.
    pub(crate) fn show(&self, bytes: u64, puzzles: u64) {
        lock(&self.done).written = (bytes, puzzles);
    }

    /// A counter for one more worker.
    pub(crate) fn counter(&self) -> Arc<Counter> {
        let counter = Arc::new(Counter::default());
        lock(&self.done).counters.push(Arc::clone(&counter));
        counter
    }

    /// Takes the bar away and returns how long the work took.
    pub(crate) fn finish(self) -> Duration {
        let elapsed = self.begin.elapsed();
        if let Some(Drawing { stop, thread }) = self.drawing {
            drop(stop);
            let _ = thread.join();
        }
        end();
        elapsed
    }
}

/// Draws the bar until the other end of the channel is gone.
fn draw(begin: Instant, done: &Mutex<Done>, stopped: &Receiver<()>) {
    let mut pause = DELAY;
    while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(pause) {
        pause = Duration::from_secs(1) / u32::from(RATE);
        let (total, bytes, message) = {
            let done = lock(done);
            (done.total, done.written.0, done.message(begin.elapsed()))
        };
        let mut screen = lock(&SCREEN);
        if let Screen::Empty = *screen {
            *screen = Screen::Bar(new_bar(total));
        }
        if let Screen::Bar(bar) = &*screen {
            bar.set_position(bytes);
            bar.set_message(message);
        }
    }
}

impl Done {
    /// `1,234 puzzles, 56/s, 2:07 left`
    fn message(&self, elapsed: Duration) -> String {
        let counted: u64 = self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum();
        let here = counted.max(self.written.1.saturating_sub(self.puzzles_before));
        let rate = here as f64 / elapsed.as_secs_f64();
        let bytes_here = self.written.0.saturating_sub(self.bytes_before.unwrap_or_default());
        // Until something is written there is nothing to estimate from.
        let left = self.total.filter(|_| bytes_here > 0).map(|total| {
            let share = total.saturating_sub(self.written.0) as f64 / bytes_here as f64;
            format!(", {} left", clock(elapsed.mul_f64(share)))
        });
        let left = left.unwrap_or_default();
        format!("{} puzzles, {}/s{left}", grouped(self.puzzles_before + here), grouped(rate as u64))
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
    bar.with_style(style.progress_chars("━╸─"))
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

    #[test]
    fn puzzles_count_before_they_are_written_and_the_time_left_comes_with_the_first_bytes() {
        let progress = Progress::new(true, false, Some(1000));
        progress.resumes_after(10);
        progress.begin_at(100);
        let message = |progress: &Progress| lock(&progress.done).message(Duration::from_secs(2));
        assert_eq!(message(&progress), "10 puzzles, 0/s");
        let counters = [progress.counter(), progress.counter()];
        counters[0].add(3);
        counters[1].add(1);
        counters[0].add(2);
        assert_eq!(message(&progress), "16 puzzles, 3/s");
        progress.show(400, 14);
        assert_eq!(message(&progress), "16 puzzles, 3/s, 4 s left");
        // Work without counters is known by what is written.
        progress.show(550, 30);
        assert_eq!(message(&progress), "30 puzzles, 10/s, 2 s left");
    }
}
