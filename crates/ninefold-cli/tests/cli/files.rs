//! Input and output files: compression, interruption, resuming.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::*;
use tempfile::TempDir;

fn unpacked(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).unwrap();
    unpacked_bytes(path, &bytes).unwrap()
}

/// The decompressed bytes of a file with this name. Fails unless they are whole members or frames; there may be none.
fn unpacked_bytes(path: &Path, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    if bytes.is_empty() {
        return Ok(unpacked);
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("gz") => flate2::read::MultiGzDecoder::new(bytes).read_to_end(&mut unpacked),
        Some("zst") => zstd::stream::read::Decoder::new(bytes)?.read_to_end(&mut unpacked),
        _ => { bytes }.read_to_end(&mut unpacked),
    }?;
    Ok(unpacked)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A directory with a collection in it.
struct Place {
    dir: TempDir,
    input: PathBuf,
}

impl Place {
    fn new(puzzles: usize) -> Place {
        let dir = tempfile::tempdir().unwrap();
        let input = dir.path().join("in.txt");
        fs::write(&input, collection(puzzles)).unwrap();
        Place { dir, input }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn args(&self, output: &str) -> Vec<String> {
        let text = |path: &Path| path.to_str().unwrap().to_owned();
        vec!["solve".into(), text(&self.input), "--write".into(), text(&self.path(output))]
    }

    fn run(&self, output: &str, more: &[&str]) -> Ran {
        let args = self.args(output);
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        args.extend(more);
        ninefold(&args)
    }

    fn start(&self, output: &str, more: &[&str]) -> Child {
        let args = self.args(output);
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        args.extend(more);
        interruptible(&args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }
}

#[test]
fn compressed_input_is_recognised_by_content() {
    let text = format!("{EASY}\n{LOOSE}\n");
    let (first, second) = text.split_at(100);
    let members = [gzip(first.as_bytes()), gzip(second.as_bytes())].concat();
    let frames = [first, second].map(|part| zstd::encode_all(part.as_bytes(), 3).unwrap()).concat();
    // An archive that was compressed in parallel begins with a skippable frame.
    let skipped = [&b"\x5A\x2A\x4D\x18\x04\0\0\0four"[..], &frames].concat();
    for bytes in [gzip(text.as_bytes()), members, zstd::encode_all(text.as_bytes(), 3).unwrap(), frames, skipped] {
        let ran = ninefold_with(&["solve", "-"], &bytes).exits(1);
        assert_eq!(ran.lines(), [EASY_SOLVED, "! more than one solution"]);
    }
}

#[test]
fn a_truncated_archive_is_an_error_after_the_answers_to_its_puzzles() {
    let place = Place::new(0);
    let text = collection(2000);
    for (name, whole) in [("t.gz", gzip(text.as_bytes())), ("t.zst", zstd::encode_all(text.as_bytes(), 3).unwrap())] {
        let path = place.path(name);
        fs::write(&path, &whole[..whole.len() * 3 / 4]).unwrap();
        let ran = ninefold(&["solve", path.to_str().unwrap()]).exits(2);
        assert!(ran.err.contains(&format!("{}: cannot read: ", path.display())), "{}", ran.err);
        assert!(ran.lines().iter().all(|line| line.len() == 81), "only whole puzzles are answered");
        let out = place.path("out.txt");
        ninefold(&["solve", path.to_str().unwrap(), "--write", out.to_str().unwrap()]).exits(2);
        assert!(!out.exists(), "an incomplete result must not look complete");
    }
}

#[test]
fn the_name_of_the_output_determines_its_compression() {
    let place = Place::new(3000);
    place.run("out.txt", &[]).exits(0);
    let expected = fs::read(place.path("out.txt")).unwrap();
    assert_eq!(expected.len(), 3000 * 82);
    for (name, magic) in [("out.txt.gz", &[0x1f, 0x8b][..]), ("out.txt.zst", &[0x28, 0xb5, 0x2f, 0xfd])] {
        place.run(name, &["--threads", "3"]).exits(0);
        let bytes = fs::read(place.path(name)).unwrap();
        assert!(bytes.starts_with(magic) && bytes.len() < expected.len() / 2);
        assert_eq!(unpacked(&place.path(name)), expected);
        // The output can be read again.
        ninefold(&["solve", "--quiet", place.path(name).to_str().unwrap()]).exits(0);
    }
    let leftovers = fs::read_dir(place.dir.path()).unwrap().count();
    assert_eq!(leftovers, 4, "no part and no log are left");
}

#[test]
fn an_existing_file_is_replaced_when_the_new_one_is_complete() {
    let place = Place::new(100);
    let out = place.path("out.txt");
    fs::write(&out, "old").unwrap();
    place.run("out.txt", &[]).exits(0);
    assert_eq!(fs::read(&out).unwrap().len(), 8200);
    fs::write(place.path("out.txt.part"), "left from long ago").unwrap();
    place.run("out.txt", &[]).exits(0);
    assert_eq!(fs::read(&out).unwrap().len(), 8200);
}

/// Options of a slow run: the puzzles have too few givens, and solutions are counted.
const SLOW: [&str; 6] = ["--output", "csv", "--count", "10", "--threads", "2"];

/// A run that is suspended in the middle of its work.
struct Suspended(Child);

impl Suspended {
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Continues the run to its end.
    fn proceed(self) -> Output {
        #[cfg(unix)]
        send(&self.0, "-CONT");
        self.0.wait_with_output().unwrap()
    }

    /// Sends a signal and continues the run.
    #[cfg(unix)]
    fn interrupt(self, signal: &str) -> Output {
        send(&self.0, signal);
        self.proceed()
    }
}

#[cfg(unix)]
fn send(child: &Child, signal: &str) {
    Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
}

/// Suspends a process. Returns `false` if it has already ended.
fn suspend(child: &mut Child) -> bool {
    #[cfg(unix)]
    {
        send(child, "-STOP");
        wait_until("the run is suspended", || matches!(state(child), 'T' | 'Z'));
    }
    child.try_wait().unwrap().is_none()
}

/// `T` for a suspended process, `Z` for one that has ended.
#[cfg(unix)]
fn state(child: &Child) -> char {
    let id = child.id().to_string();
    let state = match fs::read_to_string(format!("/proc/{id}/stat")) {
        // The state follows the name, which is in parentheses and may contain parentheses.
        Ok(stat) => stat.rsplit_once(')').unwrap().1.to_owned(),
        Err(_) => {
            String::from_utf8(Command::new("ps").args(["-o", "state=", "-p", &id]).output().unwrap().stdout).unwrap()
        }
    };
    state.trim_start().chars().next().unwrap_or('Z')
}

impl Place {
    fn slow(puzzles: usize) -> Place {
        let place = Place::new(0);
        let sparse = |line: &str| format!("{}{}\n", ".".repeat(54), &line[54..]);
        fs::write(&place.input, collection(puzzles).lines().map(sparse).collect::<String>()).unwrap();
        place
    }

    /// Starts a slow run and suspends it when this many bytes are written.
    fn suspend_slow(&self, output: &str, bytes: u64) -> Suspended {
        self.suspend(output, bytes, || self.start(output, &SLOW))
    }

    /// Starts a run and suspends it when this many bytes are written. On a fast or a busy machine, the run may end before it
    /// is suspended. It is then repeated with an input twice as long.
    fn suspend(&self, output: &str, bytes: u64, start: impl Fn() -> Child) -> Suspended {
        let part = self.path(&format!("{output}.part"));
        for _ in 0..8 {
            let mut child = start();
            let mut ended = false;
            wait_until("results are written", || {
                ended = child.try_wait().unwrap().is_some();
                ended || fs::metadata(&part).is_ok_and(|data| data.len() >= bytes)
            });
            if !ended && suspend(&mut child) && !self.path(output).exists() {
                return Suspended(child);
            }
            let _ = Suspended(child).proceed();
            fs::remove_file(self.path(output)).unwrap();
            fs::write(&self.input, fs::read(&self.input).unwrap().repeat(2)).unwrap();
        }
        panic!("{output}: every run ended before it could be suspended");
    }

    fn run_slow(&self, output: &str, more: &[&str]) -> Ran {
        self.run(output, &[&SLOW, more].concat())
    }
}

/// Kills a run at random times, resumes it, and compares the result with that of an uninterrupted run.
fn killed_and_resumed(place: &Place, output: &str, more: &[&str], seed: u64) {
    let whole = format!("whole-{output}");
    let undisturbed = Instant::now();
    assert_ne!(place.run(&whole, more).code, Some(2));
    let time = undisturbed.elapsed().as_micros() as u64;
    let expected = fs::read(place.path(&whole)).unwrap();
    let [part, writing, log] = [".part", ".writing", ".resume"].map(|suffix| place.path(&format!("{output}{suffix}")));
    let mut numbers = Numbers::new(seed);
    let mut kills = 0;
    while kills < 12 {
        let mut child = place.start(output, &[more, &["--resume"]].concat());
        std::thread::sleep(Duration::from_micros(numbers.below(time / 2 + 1)));
        // Only a run that has not ended counts as killed.
        if let Some(status) = child.try_wait().unwrap() {
            assert_ne!(status.code(), Some(2));
        }
        child.kill().unwrap();
        kills += usize::from(child.wait().unwrap().code().is_none());
        if let Ok(written) = fs::read(&part) {
            assert!(!writing.exists(), "there is one file, with one of its names");
            assert!(expected.starts_with(&written), "the part is the beginning of the result");
            let lines = unpacked_bytes(&place.path(output), &written).expect("whole members or frames");
            assert!(lines.is_empty() || lines.ends_with(b"\n"), "the part has whole lines");
        }
        if place.path(output).exists() {
            // This run was not killed in time. The next one starts from the beginning.
            assert!(fs::read(place.path(output)).unwrap() == expected, "the result is the same");
            fs::remove_file(place.path(output)).unwrap();
        }
    }
    // On a busy machine, no run may have finished between kills.
    assert_ne!(place.run(output, &[more, &["--resume"]].concat()).code, Some(2));
    assert!(fs::read(place.path(output)).unwrap() == expected, "the result is the same");
    assert!(!part.exists() && !writing.exists() && !log.exists());
}

#[test]
fn a_killed_run_resumes_to_the_same_lines() {
    killed_and_resumed(&Place::new(30_000), "out.txt", &[], 1);
}

#[test]
fn a_killed_run_resumes_to_the_same_gzip_bytes() {
    killed_and_resumed(&Place::new(20_000), "out.gz", &[], 2);
}

#[test]
fn a_killed_run_resumes_to_the_same_zstd_bytes() {
    killed_and_resumed(&Place::slow(5_000), "out.zst", &SLOW, 3);
}

/// A kill during a write leaves these files. The test creates them, because it cannot choose the time of a kill so exactly.
#[test]
fn a_run_killed_during_a_write_resumes_to_the_same_lines() {
    let place = Place::slow(5_000);
    place.suspend_slow("out.txt", 50_000).kill();
    let [part, writing] = [".part", ".writing"].map(|suffix| place.path(&format!("out.txt{suffix}")));
    if part.exists() {
        fs::rename(&part, &writing).unwrap();
    }
    File::options().append(true).open(&writing).unwrap().write_all(b"half a li").unwrap();
    place.run_slow("out.txt", &["--resume"]).exits(1);
    assert!(!part.exists() && !writing.exists());
    place.run_slow("whole.txt", &[]).exits(1);
    assert!(fs::read(place.path("out.txt")).unwrap() == fs::read(place.path("whole.txt")).unwrap());
    // Without --resume the run starts again.
    fs::write(&writing, b"left from long ago").unwrap();
    place.run_slow("out.txt", &[]).exits(1);
    assert!(!writing.exists());
    assert!(fs::read(place.path("out.txt")).unwrap() == fs::read(place.path("whole.txt")).unwrap());
}

/// Memory does not grow with the input or the output.
#[test]
#[cfg(target_os = "linux")]
fn a_long_stream_uses_bounded_memory() {
    let dir = tempfile::tempdir().unwrap();
    // 74 megabytes of complete grids.
    let lines = format!("{EASY_SOLVED}\n").repeat(10_000);
    for name in ["out.txt", "out.zst"] {
        let out = dir.path().join(name);
        let args = ["solve", "-", "--quiet", "--threads", "2", "--write", out.to_str().unwrap()];
        let mut child = command(&args).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        for _ in 0..90 {
            stdin.write_all(lines.as_bytes()).unwrap();
        }
        // The run still waits for more input.
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak memory");
        let kilobytes: u64 = most.trim().trim_end_matches(" kB").parse().unwrap();
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert!(kilobytes < 60_000, "{name}: {kilobytes} kB");
        assert_eq!(unpacked(&out).len(), 90 * lines.len());
    }
}

#[test]
fn the_summary_and_exit_status_of_a_resumed_run_include_the_earlier_run() {
    let place = Place::slow(5_000);
    // The first puzzle has no solution, and only the earlier run reads it.
    let text = format!("{BROKEN}\n{}", fs::read_to_string(&place.input).unwrap());
    fs::write(&place.input, text).unwrap();
    place.suspend_slow("out.csv", 50_000).kill();
    let ran = place.run_slow("out.csv", &["--resume"]).exits(1);
    let whole = place.run_slow("whole.csv", &[]).exits(1);
    let [resumed, whole] = [&ran, &whole].map(|ran| ran.err.split("; ").next().unwrap());
    assert_eq!(resumed, whole);
    assert!(whole.contains(" without solution, ") && whole.ends_with(" with more than one solution"), "{whole}");
}

#[test]
fn only_the_same_job_can_be_resumed() {
    let place = Place::slow(5_000);
    place.suspend_slow("out.txt", 1).kill();
    let ran = place.run("out.txt", &["--resume", "--output", "json"]).exits(2);
    assert!(ran.err.contains("cannot resume"), "{}", ran.err);
    fs::write(&place.input, collection(10)).unwrap();
    let ran = place.run_slow("out.txt", &["--resume"]).exits(2);
    assert!(ran.err.contains("the same inputs"), "{}", ran.err);
    place.run("out.txt", &[]).exits(0);
    assert_eq!(fs::read(place.path("out.txt")).unwrap().len(), 820);
}

#[test]
fn resume_without_an_unfinished_file_starts_from_the_beginning() {
    let place = Place::new(100);
    place.run("out.txt", &["--resume"]).exits(0);
    assert_eq!(fs::read(place.path("out.txt")).unwrap().len(), 8200);
}

#[test]
fn resuming_a_complete_file_does_nothing() {
    let place = Place::new(100);
    place.run("out.txt", &[]).exits(0);
    fs::write(place.path("out.txt"), "kept").unwrap();
    let ran = place.run("out.txt", &["--resume"]).exits(0);
    assert!(ran.err.contains("out.txt: complete, and there is no unfinished run to resume"), "{}", ran.err);
    assert_eq!(fs::read(place.path("out.txt")).unwrap(), b"kept");
    assert_eq!(fs::read_dir(place.dir.path()).unwrap().count(), 2, "no other file is left");
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_leaves_whole_lines_and_prints_how_to_resume() {
    let place = Place::slow(5_000);
    for (signal, output_name, code) in [("-INT", "int.csv", 130), ("-TERM", "term.csv", 143), ("-HUP", "hup.csv", 129)]
    {
        let output = place.suspend_slow(output_name, 50_000).interrupt(signal);
        assert_eq!(output.status.code(), Some(code), "the status that shells report for a signal");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("interrupted; ") && error.contains("--resume"), "{error}");
        let written = fs::read_to_string(place.path(&format!("{output_name}.part"))).unwrap();
        assert!(written.ends_with('\n') && written.lines().skip(1).all(|line| line.len() == 85), "whole lines");
    }
    place.run_slow("whole.csv", &[]).exits(1);
    for output_name in ["int.csv", "term.csv"] {
        place.run_slow(output_name, &["--resume"]).exits(1);
        assert!(fs::read(place.path(output_name)).unwrap() == fs::read(place.path("whole.csv")).unwrap());
    }
}

/// A limit on the size of files simulates a full disk.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_whole_lines_and_can_be_resumed() {
    let place = Place::new(20_000);
    for name in ["out.txt", "out.gz"] {
        let mut shell = Command::new("sh");
        let args: Vec<String> = place.args(name).iter().map(|arg| format!("'{arg}'")).collect();
        let script =
            format!("trap '' XFSZ; ulimit -f 500; exec '{}' {}", env!("CARGO_BIN_EXE_ninefold"), args.join(" "));
        let output = shell.arg("-c").arg(script).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("cannot write") && error.contains("--resume"), "{error}");
        assert!(!place.path(name).exists());
        let part = place.path(&format!("{name}.part"));
        let renamed = place.path(&format!("part-{name}"));
        fs::copy(&part, &renamed).unwrap();
        let written = unpacked(&renamed);
        assert!(!written.is_empty() && written.len().is_multiple_of(82) && written.ends_with(b"\n"));
        place.run(name, &["--resume"]).exits(0);
        place.run(&format!("whole-{name}"), &[]).exits(0);
        let (resumed, whole) = (place.path(name), place.path(&format!("whole-{name}")));
        assert_eq!(fs::read(resumed).unwrap(), fs::read(whole).unwrap());
    }
}

#[test]
fn two_runs_do_not_write_the_same_file() {
    let place = Place::slow(5_000);
    let suspended = place.suspend_slow("out.txt", 1);
    let ran = place.run_slow("out.txt", &["--resume"]).exits(2);
    assert!(ran.err.contains("another run is writing it"), "{}", ran.err);
    assert_eq!(suspended.proceed().status.code(), Some(1));
}

#[test]
#[cfg(unix)]
fn a_link_is_followed_and_stays_a_link() {
    let place = Place::new(100);
    fs::create_dir(place.path("elsewhere")).unwrap();
    let (link, target) = (place.path("link.txt"), place.path("elsewhere/out.txt"));
    std::os::unix::fs::symlink("elsewhere/out.txt", &link).unwrap();
    // The target does not exist at first, and is a file in the second run.
    for _ in 0..2 {
        place.run("link.txt", &[]).exits(0);
        assert!(link.is_symlink());
        assert_eq!(fs::read(&target).unwrap().len(), 8200);
        fs::write(&target, "old").unwrap();
    }
    assert_eq!(fs::read_dir(place.path("elsewhere")).unwrap().count(), 1);
}

/// A run as root must not replace the link itself by a file.
#[test]
#[cfg(target_os = "linux")]
fn a_link_to_standard_output_can_be_named_even_if_that_is_a_file() {
    let place = Place::new(100);
    std::os::unix::fs::symlink("/proc/self/fd/1", place.path("stdout")).unwrap();
    let args = place.args("stdout");
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let out = place.path("out.txt");
    for length in [8200, 16400] {
        let file = File::options().create(true).append(true).open(&out).unwrap();
        assert!(command(&args).stdout(file).status().unwrap().success());
        assert_eq!(fs::read(&out).unwrap().len(), length);
    }
    assert!(place.path("stdout").is_symlink());
}

#[test]
#[cfg(unix)]
fn a_run_does_not_read_its_own_results() {
    let place = Place::new(100);
    let puzzles = fs::read(&place.input).unwrap();
    let out = place.path("out.txt");
    for suffix in ["part", "writing", "resume"] {
        // An unfinished file of an earlier run is among the inputs, as with `*`.
        let part = place.path(&format!("out.txt.{suffix}"));
        fs::write(&part, &puzzles).unwrap();
        for command in ["solve", "dedup", "shuffle"] {
            let files = [&place.input, &part].map(|path| path.to_str().unwrap());
            let ran = ninefold(&[&[command], &files[..], &["--write", out.to_str().unwrap()]].concat()).exits(2);
            assert!(ran.err.contains(&format!("out.txt.{suffix}: cannot be read while")), "{}", ran.err);
        }
        assert!(fs::read(&part).unwrap() == puzzles && !out.exists());
        fs::remove_file(&part).unwrap();
    }
    let file = File::options().append(true).open(&place.input).unwrap();
    let ran = command(&["solve", place.input.to_str().unwrap()]).stdout(file).output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("is standard output, too"));
    assert!(fs::read(&place.input).unwrap() == puzzles);
    // Nor does it replace an input, under any name.
    let input = place.input.to_str().unwrap();
    let link = place.path("link.txt");
    std::os::unix::fs::symlink(&place.input, &link).unwrap();
    for output in [input, link.to_str().unwrap()] {
        for args in [
            &["solve", input, "--write", output][..],
            &["dedup", input, "--write", output],
            &["split", "--by-class", input, "--train", output, "--test", "/dev/null"],
        ] {
            let ran = ninefold(args).exits(2);
            assert!(ran.err.contains("is an input, too: choose another name"), "{args:?}: {}", ran.err);
        }
    }
    assert!(fs::read(&place.input).unwrap() == puzzles);
    assert_eq!(fs::read_dir(place.dir.path()).unwrap().count(), 2, "no other file is left");
}

#[test]
fn a_dash_is_standard_output() {
    let dir = tempfile::tempdir().unwrap();
    for args in [&["solve"][..], &["convert", "--to", "line"], &["dedup"]] {
        let without = ninefold(&[args, &[EASY]].concat()).exits(0);
        let output = command(&[args, &[EASY, "--write", "-"]].concat()).current_dir(dir.path()).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), without.out, "{args:?}");
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "no file is called -");
}

#[test]
#[cfg(unix)]
fn file_names_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new(3);
    let name = |end: &[u8]| place.path("").join(std::ffi::OsStr::from_bytes(&[b"\xE9\xFF", end].concat()));
    let [input, output, mask] = [name(b"in.txt"), name(b"out.txt"), name(b"mask")];
    fs::rename(&place.input, &input).unwrap();
    let solve = command(&["solve", "--write"]).arg(&output).arg(&input).output().unwrap();
    assert_eq!(solve.status.code(), Some(0), "{solve:?}");
    assert_eq!(fs::read(&output).unwrap().len(), 3 * 82);
    let json = command(&["solve", "--json"]).arg(name(b"missing")).output().unwrap();
    assert_eq!(json.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&json.stderr).contains("missing: no such file"));
    fs::write(&mask, EASY).unwrap();
    let made = command(&["generate", "--seed", "1", "--mask"]).arg(&mask).output().unwrap();
    assert_eq!(made.status.code(), Some(0), "{made:?}");
}

#[test]
fn a_run_without_a_puzzle_replaces_no_file() {
    let place = Place::new(0);
    let [input, out] = [place.input.to_str().unwrap(), &*place.path("out.txt").display().to_string()];
    fs::write(out, "old").unwrap();
    for args in [&["solve"][..], &["solve", "--all"], &["dedup"], &["shuffle"], &["convert", "--to", "line"]] {
        let ran = ninefold(&[args, &[input, "--write", out]].concat()).exits(2);
        assert!(ran.err.contains("no puzzle found"), "{}", ran.err);
        assert_eq!(fs::read(out).unwrap(), b"old", "{args:?}");
        assert_eq!(fs::read_dir(place.dir.path()).unwrap().count(), 2, "{args:?}: no other file is left");
    }
}

#[test]
fn an_empty_result_is_a_valid_archive() {
    let place = Place::new(10);
    for (train, test) in [("train.gz", "test.gz"), ("train.zst", "test.zst")] {
        let [train, test] = [train, test].map(|name| place.path(name));
        let to = ["--train", train.to_str().unwrap(), "--test", test.to_str().unwrap()];
        let split = ["split", place.input.to_str().unwrap(), "--by-class", "--fraction", "0"];
        ninefold(&[&split[..], &to].concat()).exits(0);
        assert_eq!(unpacked(&train).len(), 820);
        assert!(fs::metadata(&test).unwrap().len() > 0, "an empty file is not an archive");
        assert_eq!(unpacked(&test), b"");
    }
}

/// A file that cannot be read may be readable later. Its puzzles then come before those of the inputs after it.
#[test]
fn results_after_unreadable_input_are_written_again() {
    let place = Place::new(3000);
    let first = place.path("first.gz");
    let member = gzip(collection(2500).as_bytes());
    let whole = [&member[..], &member].concat();
    let mut broken = whole.clone();
    broken[member.len()] ^= 1;
    fs::write(&first, &broken).unwrap();
    let time = fs::metadata(&first).unwrap().modified().unwrap();
    let run = |output: &str, more: &[&str]| {
        let files = [&first, &place.input].map(|path| path.to_str().unwrap());
        ninefold(&[&["solve"], &files[..], &["--write", place.path(output).to_str().unwrap()], more].concat())
    };
    assert!(run("out.txt", &[]).exits(2).err.contains("out.txt is not complete"));
    fs::write(&first, &whole).unwrap();
    File::options().append(true).open(&first).unwrap().set_modified(time).unwrap();
    run("out.txt", &["--resume"]).exits(0);
    run("whole.txt", &[]).exits(0);
    assert!(fs::read(place.path("out.txt")).unwrap() == fs::read(place.path("whole.txt")).unwrap());
}

#[test]
#[cfg(unix)]
fn an_interruption_of_any_command_prints_how_to_resume() {
    let place = Place::new(0);
    let puzzles = collection(2000);
    for name in ["solve", "dedup", "shuffle", "check"] {
        let out = place.path(name);
        let mut command = interruptible(&[name, "-", "--write", out.to_str().unwrap()]);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(puzzles.as_bytes()).unwrap();
        let part = place.path(&format!("{name}.part"));
        wait_while_running(&mut child, "the part is there", || part.exists());
        Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("interrupted; ") && error.contains(".part has the results so far"), "{error}");
        assert!(error.contains("--resume") && error.contains(" done; "), "{error}");
    }
}

/// Every command that can run long is killed at random times and resumed. The files must be the same, byte for byte.
#[test]
fn every_command_resumes_to_the_same_bytes() {
    let place = Place::new(0);
    // Isomorphs of few puzzles, with comments: `dedup` removes some puzzles and keeps others.
    let puzzles: String = collection(3000).lines().enumerate().map(|(i, line)| format!("{line} no {i}\n")).collect();
    fs::write(&place.input, puzzles).unwrap();
    let few = place.path("few.txt");
    let lines: Vec<String> = fs::read_to_string(&place.input).unwrap().lines().take(120).map(str::to_owned).collect();
    fs::write(&few, lines.join("\n")).unwrap();
    let (many, few) = (place.input.to_str().unwrap(), few.to_str().unwrap());
    let commands: [(&[&str], &str); 12] = [
        (&["check", many], "check.txt"),
        (&["canon", "--json", many], "canon.json.gz"),
        (&["dedup", many], "dedup.txt"),
        (&["dedup", "--exact", "--json", many], "dedup.json.zst"),
        (&["shuffle", "--seed", "1", "--number", "3", many], "shuffle.txt"),
        (&["convert", "--to", "opensudoku", many], "convert.opensudoku.zst"),
        (&["convert", "--to", "json", many], "convert.json"),
        (&["solve", "--all", "--json", many], "all.json"),
        (&["rate", "--csv", few], "rate.csv"),
        (&["hint", "--rung", "5", few], "hint.txt.gz"),
        (&["explain", few], "explain.txt"),
        (&["steps", "--technique", "hidden-single", few], "steps.txt"),
    ];
    let mut numbers = Numbers::new(99);
    for (args, name) in commands {
        let to = |name: &str| place.path(name).to_str().unwrap().to_owned();
        let (whole, out) = (to(&format!("whole-{name}")), to(name));
        let begin = Instant::now();
        ninefold(&[args, &["--quiet", "--write", &whole]].concat()).exits(0);
        let time = begin.elapsed().as_micros() as u64;
        for _ in 0..4 {
            let mut child = command(&[args, &["--quiet", "--resume", "--write", &out]].concat()).spawn().unwrap();
            std::thread::sleep(Duration::from_micros(numbers.below(time + 1)));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        ninefold(&[args, &["--quiet", "--resume", "--threads", "3", "--write", &out]].concat()).exits(0);
        assert!(fs::read(&out).unwrap() == fs::read(&whole).unwrap(), "{args:?}");
        for suffix in [".part", ".writing", ".resume"] {
            assert!(!Path::new(&format!("{out}{suffix}")).exists(), "{name}{suffix} is left");
        }
    }
}

#[test]
fn a_killed_split_resumes_to_the_same_files() {
    let place = Place::new(20_000);
    let run = |prefix: &str, more: &[&str]| {
        let [train, test] = ["train.txt", "test.zst"].map(|name| place.path(&format!("{prefix}{name}")));
        let to = ["--train", train.to_str().unwrap(), "--test", test.to_str().unwrap()];
        let split = ["split", "--by-class", "--fraction", "0.4", "--quiet", place.input.to_str().unwrap()];
        command(&[&split[..], &to, more].concat()).spawn().unwrap()
    };
    let begin = Instant::now();
    assert!(run("whole-", &[]).wait().unwrap().success());
    let time = begin.elapsed().as_micros() as u64;
    let mut numbers = Numbers::new(5);
    for _ in 0..6 {
        let mut child = run("", &["--resume"]);
        std::thread::sleep(Duration::from_micros(numbers.below(time)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(run("", &["--resume"]).wait().unwrap().success());
    for name in ["train.txt", "test.zst"] {
        let [whole, resumed] = ["whole-", ""].map(|prefix| fs::read(place.path(&format!("{prefix}{name}"))).unwrap());
        assert!(whole == resumed, "{name}");
    }
    assert_eq!(fs::read_dir(place.dir.path()).unwrap().count(), 5, "no other file is left");
}

/// `nohup` ignores the signal of a closed terminal in this way.
#[test]
#[cfg(unix)]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    let place = Place::slow(5_000);
    let args = [&place.args("out.csv")[..], &SLOW.map(str::to_owned)].concat();
    let args: Vec<String> = args.iter().map(|arg| format!("'{arg}'")).collect();
    let script = format!("trap '' HUP; exec '{}' {}", env!("CARGO_BIN_EXE_ninefold"), args.join(" "));
    let mut child = Command::new("sh").args(["-c", &script]).stderr(Stdio::null()).spawn().unwrap();
    wait_while_running(&mut child, "the part is there", || place.path("out.csv.part").exists());
    Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "the run continues to its end");
    assert!(place.path("out.csv").exists());
}

#[test]
#[cfg(unix)]
fn a_run_resumes_only_with_the_same_file_as_standard_input() {
    let place = Place::slow(5_000);
    let out = place.path("out.csv");
    let args = [&["solve", "-", "--write", out.to_str().unwrap()], &SLOW[..]].concat();
    let start = || command(&args).stdin(File::open(&place.input).unwrap()).stderr(Stdio::null()).spawn().unwrap();
    place.suspend("out.csv", 50_000, start).kill();
    fs::write(place.path("other.txt"), collection(5_000)).unwrap();
    let resume = [&args[..], &["--resume"]].concat();
    let with = |input: &Path| command(&resume).stdin(File::open(input).unwrap()).output().unwrap();
    let ran = with(&place.path("other.txt"));
    assert_eq!(ran.status.code(), Some(2), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(with(&place.input).status.code(), Some(1));
    place.run_slow("whole.csv", &[]).exits(1);
    assert!(fs::read(&out).unwrap() == fs::read(place.path("whole.csv")).unwrap());
}
