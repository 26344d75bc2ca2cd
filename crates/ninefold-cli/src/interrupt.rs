//! Interruption by Ctrl-C, `kill` or a closed terminal, without a partial line in the output.
//!
//! A thread holds a lock, the gate, while it writes a piece of whole lines. The thread that handles signals waits for the
//! gate and then ends the process. If a program that should read the output never does, the gate is not released. The
//! process then ends after a moment anyway.
//!
//! On Unix the signals are blocked in every thread, and one thread waits for them. A signal that was ignored when the
//! process started stays ignored: `nohup` ignores the signal of a closed terminal, and shells ignore Ctrl-C for background
//! processes.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use crate::{complain, progress};

static GATE: Mutex<()> = Mutex::new(());
/// The last part of the message that an interruption prints.
static ADVICE: Mutex<String> = Mutex::new(String::new());

const PATIENCE: Duration = Duration::from_secs(1);

/// Installs the handling of signals. Must be called before other threads are started.
pub(crate) fn install() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};

        let all = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP];
        let signals: SigSet = all.into_iter().filter(|signal| !is_ignored(*signal)).collect();
        if signals.thread_block().is_ok() {
            let wait = move || {
                if let Ok(signal) = signals.wait() {
                    // The exit status that shells report for a process ended by a signal.
                    leave(128 + signal as i32);
                }
            };
            let started = std::thread::Builder::new().spawn(wait);
            if started.is_err() {
                // Without the thread, the signals end the process directly.
                let _ = signals.thread_unblock();
            }
        }
    }
    #[cfg(not(unix))]
    {
        // Fails only if a handler is already installed.
        let _ = ctrlc::set_handler(|| leave(130));
    }
}

/// Whether a signal was ignored when the process started. If the system does not provide this, the signal of a closed
/// terminal is treated as ignored: `nohup` relies on it.
#[cfg(unix)]
fn is_ignored(signal: nix::sys::signal::Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The lowest bit is signal 1.
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

/// Closes the gate: no signal ends the process until the guard is dropped.
pub(crate) fn gate() -> MutexGuard<'static, ()> {
    GATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the last part of the message that an interruption prints.
pub(crate) fn advise(advice: String) {
    *ADVICE.lock().unwrap_or_else(PoisonError::into_inner) = advice;
}
