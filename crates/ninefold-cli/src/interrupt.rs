//! Interruption by Ctrl-C, `kill` or a closed terminal, without half a line left behind.
//!
//! A thread that writes results holds the gate while a piece of whole lines goes out. The thread that waits for signals
//! then waits for the gate and ends the process. If another program never reads our output, the gate stays shut, and the
//! process ends after a moment all the same.
//!
//! On Unix the signals are blocked in every thread, and one thread waits for them. A signal that was ignored when the
//! process started stays ignored: `nohup` does that for a closed terminal, and scripts do it for Ctrl-C in the background.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use crate::{complain, progress};

static GATE: Mutex<()> = Mutex::new(());
/// The end of the message of an interruption.
static ADVICE: Mutex<String> = Mutex::new(String::new());

const PATIENCE: Duration = Duration::from_secs(1);

/// From now on an interruption waits for the gate. Threads have to be started after this.
pub(crate) fn install() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};

        let all = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP];
        let signals: SigSet = all.into_iter().filter(|signal| !is_ignored(*signal)).collect();
        if signals.thread_block().is_ok() {
            let wait = move || {
                if let Ok(signal) = signals.wait() {
                    // The status of a process that a signal has ended, as shells show it.
                    leave(128 + signal as i32);
                }
            };
            let started = std::thread::Builder::new().spawn(wait);
            if started.is_err() {
                // Without the thread, signals have to end the process by themselves.
                let _ = signals.thread_unblock();
            }
        }
    }
    #[cfg(not(unix))]
    {
        // Fails only if there is a handler already.
        let _ = ctrlc::set_handler(|| leave(130));
    }
}

/// Whether a signal was ignored when the process started. If the system does not tell, a closed terminal is taken to be
/// ignored: `nohup` relies on it.
#[cfg(unix)]
fn is_ignored(signal: nix::sys::signal::Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The first bit is that of signal 1.
    ignored.map_or(signal == nix::sys::signal::Signal::SIGHUP, |mask| mask >> (signal as i32 - 1) & 1 == 1)
}

fn leave(status: i32) {
    let deadline = Instant::now() + PATIENCE;
    let _gate = loop {
        match GATE.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(5));
            }
            gate => break gate,
        }
    };
    progress::end();
    let advice = ADVICE.lock().unwrap_or_else(PoisonError::into_inner);
    if !advice.is_empty() {
        complain(&format!("interrupted; {advice}"));
    }
    std::process::exit(status);
}

/// Keeps the process alive until the guard is dropped.
pub(crate) fn gate() -> MutexGuard<'static, ()> {
    GATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the end of the message of an interruption.
pub(crate) fn advise(advice: String) {
    *ADVICE.lock().unwrap_or_else(PoisonError::into_inner) = advice;
}
