//! Being stopped by Ctrl-C, `kill` or a closed terminal, without leaving half a line behind.
//!
//! Whoever writes results holds the gate while a piece of whole lines goes out. The handler waits for the gate and
//! leaves. A reader that never takes our output would keep the gate shut: after a moment we leave anyway.
//!
//! `nohup` has a closed terminal ignored. A handler would undo that, so there is none then, and the other signals end us
//! as they end any program.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use crate::{complain, progress};

static GATE: Mutex<()> = Mutex::new(());
/// What to say when interrupted.
static ADVICE: Mutex<String> = Mutex::new(String::new());

const PATIENCE: Duration = Duration::from_secs(1);

/// From now on interruptions wait for the gate.
pub(crate) fn install() {
    // Fails when a signal is ignored already, and leaves all of them as they are; a script ignores Ctrl-C for what it
    // starts in the background, which is no reason to.
    if ctrlc::try_set_handler(leave).is_err() && !is_hangup_ignored() {
        // Fails only when there is a handler already, which then does the same.
        let _ = ctrlc::set_handler(leave);
    }
}

fn leave() {
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
    std::process::exit(130);
}

/// Whether a closed terminal is no concern of ours. Where nobody can tell, it is taken to be so.
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // The first bit is that of signal 1, the hangup.
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_none_or(|mask| mask & 1 == 1)
}

/// Keeps the process alive until the guard is dropped.
pub(crate) fn gate() -> MutexGuard<'static, ()> {
    GATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets what the user is told when interrupted.
pub(crate) fn advise(advice: String) {
    *ADVICE.lock().unwrap_or_else(PoisonError::into_inner) = advice;
}
