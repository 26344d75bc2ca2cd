//! Being stopped by Ctrl-C, `kill` or a closed terminal, without leaving half a line behind.
//!
//! Whoever writes results holds the gate while a piece of whole lines goes out. The handler waits for the gate and
//! leaves. A reader that never takes our output would keep the gate shut: after a moment we leave anyway.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use crate::complain;

static GATE: Mutex<()> = Mutex::new(());
/// What to say when interrupted.
static ADVICE: Mutex<String> = Mutex::new(String::new());

const PATIENCE: Duration = Duration::from_secs(1);

/// From now on interruptions wait for the gate.
pub(crate) fn install() {
    // Fails only when there is a handler already, which then does the same.
    let _ = ctrlc::set_handler(|| {
        let deadline = Instant::now() + PATIENCE;
        let _gate = loop {
            match GATE.try_lock() {
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                gate => break gate,
            }
        };
        let advice = ADVICE.lock().unwrap_or_else(PoisonError::into_inner);
        if !advice.is_empty() {
            complain(&format!("interrupted; {advice}"));
        }
        std::process::exit(130);
    });
}

/// Keeps the process alive until the guard is dropped.
pub(crate) fn gate() -> MutexGuard<'static, ()> {
    GATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets what the user is told when interrupted.
pub(crate) fn advise(advice: String) {
    *ADVICE.lock().unwrap_or_else(PoisonError::into_inner) = advice;
}
