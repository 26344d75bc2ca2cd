//! Memory does not depend on the input or the answers, and only slightly on the number of threads.

#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::common::*;

/// The maximum memory of a run, in KiB.
const MOST: u64 = 100_000;

/// The peak memory of a process up to its end, in KiB, by polling.
fn peak_memory(child: &mut Child) -> u64 {
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = peak.max(line.map_or(0, |line| line.trim().trim_end_matches(" kB").parse().unwrap()));
        std::thread::sleep(Duration::from_millis(1));
    }
    peak
}

fn assert_little_memory(args: &[&str]) {
    let mut child = command(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let peak = peak_memory(&mut child);
    assert!(matches!(child.wait().unwrap().code(), Some(0 | 1)), "{args:?}");
    assert!(peak < MOST, "{peak} KiB for {args:?}");
}

#[test]
fn lines_of_two_bytes_use_bounded_memory() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("short.txt");
    fs::write(&input, format!("{EASY}\n{}", "1\n".repeat(400_000))).unwrap();
    for args in [
        &["solve"][..],
        &["solve", "--output", "json"],
        &["check", "--json"],
        &["canon"],
        &["dedup"],
        &["convert", "--to", "line"],
    ] {
        assert_little_memory(&[args, &[input.to_str().unwrap(), "--threads", "64"]].concat());
    }
}

#[test]
fn answers_of_whole_pages_use_bounded_memory() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("many.txt");
    fs::write(&input, collection(200)).unwrap();
    let input = input.to_str().unwrap();
    for threads in ["8", "64"] {
        assert_little_memory(&["explain", "--output", "html", "--threads", threads, input]);
    }
}

#[test]
fn any_number_of_threads_uses_bounded_memory() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("many.txt");
    fs::write(&input, collection(60_000)).unwrap();
    let input = input.to_str().unwrap();
    for (name, threads) in [("out.txt", "1000"), ("out.gz", "64"), ("out.zst", "1024")] {
        let out = dir.path().join(name);
        assert_little_memory(&["solve", input, "--threads", threads, "--write", out.to_str().unwrap()]);
    }
    assert_little_memory(&["solve", input, "--threads", "64", "--output", "json"]);
    assert_little_memory(&["dedup", "--exact", input, "--threads", "64"]);
    assert_little_memory(&["generate", "-n", "15000", "--symmetry", "none", "--threads", "1000"]);
}
