//! What bad input gets: a clear error or a clear result, in bounded memory and time.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::process::Stdio;

use crate::common::*;

/// Writes a file into a new directory and runs a command on it.
fn on_file(args: &[&str], name: &str, bytes: &[u8]) -> Ran {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    fs::write(&path, bytes).unwrap();
    let mut ran = ninefold(&[args, &[path.to_str().unwrap()]].concat());
    ran.out = ran.out.replace(dir.path().to_str().unwrap(), "DIR");
    ran.err = ran.err.replace(dir.path().to_str().unwrap(), "DIR");
    ran
}

#[test]
fn random_bytes_are_no_puzzles() {
    let mut numbers = Numbers::new(1);
    for size in [1, 2, 3, 80, 81, 1000, 100_000] {
        let bytes: Vec<u8> = (0..size).map(|_| numbers.below(256) as u8).collect();
        for command in [&["solve"][..], &["check"], &["convert", "--to", "line"]] {
            let ran = on_file(command, "noise", &bytes);
            assert!(matches!(ran.code, Some(1 | 2)), "{ran:?}");
            assert!(!ran.err.contains("panicked"), "{}", ran.err);
            assert!(ran.out.lines().all(|line| line.starts_with("! ")), "{}", ran.out);
        }
    }
}

/// The most memory a process has used so far, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn a_line_without_end_is_one_error_and_takes_no_memory() {
    for (begin, to) in [
        (&*format!("{EASY}\n"), "line"),
        ("{\"puzzle\": \"", "json"),
        ("puzzle,solution\n\"", "csv"),
        ("<opensudoku><game data=\"", "xml"),
    ] {
        let mut child = command(&["solve", "--threads", "2", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(begin.as_bytes()).unwrap();
        let part = vec![b'7'; 1 << 20];
        for _ in 0..64 {
            stdin.write_all(&part).unwrap();
        }
        let peak = peak_memory(child.id());
        assert!(peak < 40_000, "{to}: {peak} KiB for a line of 64 MiB");
        stdin.write_all(format!("\n{EASY}\n").as_bytes()).unwrap();
        drop(stdin);
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(1));
        assert!(out.contains("found too much text, expected at most "), "{to}: {out}");
        if to == "line" {
            assert_eq!(out.lines().next(), Some(EASY_SOLVED));
            assert_eq!(out.lines().nth(2), Some(EASY_SOLVED));
        }
    }
}

#[test]
fn a_grid_of_eleven_rows_is_refused() {
    let rows = "5 3 . . 7 . . . .\n".repeat(11);
    let ran = on_file(&["solve"], "eleven.txt", rows.as_bytes()).exits(1);
    assert_eq!(ran.lines().len(), 1, "{}", ran.out);
    assert!(
        ran.out.starts_with("! DIR/eleven.txt:") && ran.out.contains("eleven") || ran.out.contains("11 rows"),
        "{}",
        ran.out
    );
}

#[test]
fn line_ends_marks_and_encodings_change_nothing() {
    let text = format!("{EASY}\n# easy\n{LOOSE}\n");
    let windows = text.replace('\n', "\r\n");
    let macintosh = text.replace('\n', "\r");
    let marked = format!("\u{feff}{windows}");
    let little: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in
        [text.as_bytes(), windows.as_bytes(), macintosh.as_bytes(), marked.as_bytes(), &little, &big, &big[2..]]
    {
        let ran = on_file(&["solve"], "p.txt", bytes).exits(1);
        assert_eq!(ran.lines(), [EASY_SOLVED, "! more than one solution"]);
    }
}

#[test]
fn nothing_is_not_a_puzzle() {
    for bytes in [&b""[..], b"\n\n", b"# only a comment\n", b"\xEF\xBB\xBF"] {
        let ran = on_file(&["solve"], "empty.txt", bytes).exits(2);
        assert_eq!(ran.err, "ninefold: no puzzle found in DIR/empty.txt\n");
        assert_eq!(ran.out, "");
    }
    ninefold(&["check"]).exits(2);
    ninefold(&["convert", "--to", "csv"]).exits(2);
}

#[test]
fn directories_and_missing_files_are_named() {
    let ran = ninefold(&["solve", "examples"]).exits(2);
    assert_eq!(ran.err, "ninefold: examples: is a directory, not a file\n");
    let ran = ninefold(&["solve", "no-such-file.txt"]).exits(2);
    assert_eq!(ran.err, "ninefold: no-such-file.txt: no such file, and it does not look like a puzzle\n");
}

#[test]
fn a_missing_file_does_not_stop_the_others() {
    let ran = ninefold(&["solve", "no-such-file.txt", "examples/easy.txt"]).exits(2);
    assert_eq!(ran.out, format!("{EASY_SOLVED}\n"));
    assert!(ran.err.contains("no-such-file.txt"), "{}", ran.err);
}

#[test]
fn a_broken_pipe_is_no_error() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("many.txt");
    fs::write(&path, collection(20_000)).unwrap();
    for args in [&["solve"][..], &["check"], &["convert", "--to", "json"], &["solve", "--all"]] {
        let mut command = command(&[args, &[path.to_str().unwrap()]].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut some = [0; 100];
        child.stdout.take().unwrap().read_exact(&mut some).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[test]
fn a_broken_pipe_ends_the_run_though_the_input_goes_on() {
    let mut child =
        command(&["solve", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    stdin.write_all(format!("{EASY}\n").as_bytes()).unwrap();
    // The input stays open and says nothing more.
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for args in
        [&["solve", EASY][..], &["check", EASY], &["convert", "--to", "grid", EASY], &["man"], &["completions", "zsh"]]
    {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("cannot write to standard output: No space left on device"), "{args:?}: {error}");
    }
    let ran = ninefold(&["solve", EASY, "--write", "/dev/full"]).exits(2);
    assert!(ran.err.contains("/dev/full: cannot write: No space left"), "{}", ran.err);
}

#[test]
fn numbers_out_of_range_are_refused_with_what_is_expected() {
    for (args, expected) in [
        (&["solve", "--threads", "0", EASY][..], "expected a number from 1 to 1024"),
        (&["solve", "--threads", "99999", EASY], "expected a number from 1 to 1024"),
        (&["split", "-t", "1025", "--by-class", "--train", "a", "--test", "b"], "expected a number from 1 to 1024"),
        (&["solve", "--count", "0", EASY], "expected a number from 1 to 18446744073709551615"),
        (&["shuffle", "--number", "0", EASY], "expected a number from 1 to 18446744073709551615"),
        (&["generate", "--number", "0"], "expected a number from 1 to 18446744073709551615"),
        (&["shuffle", "--seed", "x", EASY], "expected a number from 0 to 18446744073709551615"),
        (&["generate", "--givens", "24-27"], "expected a number such as 24 or a range such as 24..27"),
        (&["generate", "--er", "7.05"], "expected a rating such as 7.2 or a range such as 7.0..8.0"),
        (&["generate", "--er", "50"], "no puzzle rates 50.0: the scale ends at 20.0"),
    ] {
        let ran = ninefold(args).exits(2);
        assert!(ran.err.contains(expected), "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_file_in_a_directory_that_is_not_there_is_refused_by_its_own_name() {
    for command in [&["solve"][..], &["dedup"], &["shuffle"], &["convert", "--to", "line"]] {
        let ran = ninefold(&[command, &[EASY, "--write", "no/such/directory/out.txt"]].concat()).exits(2);
        assert!(ran.err.starts_with("ninefold: no/such/directory/out.txt: cannot write: "), "{}", ran.err);
    }
}

#[test]
fn where_nothing_was_read_nothing_is_summed_up() {
    let refused = "ninefold: nowhere.txt: no such file, and it does not look like a puzzle\n";
    for command in ["solve", "check", "rate", "dedup", "shuffle"] {
        assert_eq!(ninefold(&[command, "nowhere.txt"]).exits(2).err, refused, "{command}");
    }
}

#[test]
fn archives_of_other_kinds_are_named() {
    for (bytes, name) in [
        (&b"\xFD7zXZ\0\0\x04"[..], "xz"),
        (b"BZh91AY&SYxxxx", "bzip2"),
        (b"BZh11AY&SYxxxx", "bzip2"),
        (b"PK\x03\x04xxxx", "zip"),
        (b"7z\xBC\xAF\x27\x1C\0", "7z"),
    ] {
        let ran = on_file(&["solve"], "puzzles", bytes).exits(2);
        let expected = format!("ninefold: DIR/puzzles: cannot read: compressed with {name}, which is not supported");
        assert!(ran.err.starts_with(&expected), "{}", ran.err);
        assert_eq!(ninefold_with(&["solve", "-"], bytes).code, Some(2));
    }
    // What only begins like one is text.
    for text in ["BZh9", "7", "P"] {
        assert_eq!(on_file(&["solve"], "text", text.as_bytes()).code, Some(1), "{text}");
    }
}
