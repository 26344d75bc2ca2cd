"""Promise: calls run without the GIL on the threads asked for, report progress, and stop at Ctrl-C."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import ninefold
from samples import EASY


def test_progress_reaches_the_end_and_never_goes_back() -> None:
    for call in (
        lambda progress: ninefold.solve([EASY] * 30_000, progress=progress),
        lambda progress: ninefold.count([EASY] * 3000, progress=progress),
        lambda progress: ninefold.canonical([EASY] * 3000, progress=progress),
        lambda progress: ninefold.rate([EASY] * 300, progress=progress),
        lambda progress: ninefold.generate(600, seed=1, progress=progress),
    ):
        seen: list[tuple[int, int | None]] = []
        call(lambda done, total, seen=seen: seen.append((done, total)))
        assert seen, "the end is always reported"
        assert seen[-1][0] == seen[-1][1]
        assert seen == sorted(seen)


def test_the_error_of_a_progress_function_ends_the_call() -> None:
    class Enough(Exception):
        pass

    def stop(done: int, total: int | None) -> None:
        raise Enough

    with pytest.raises(Enough):
        ninefold.solve([EASY] * 20_000, progress=stop)


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_the_number_of_threads_changes_nothing(threads: int, puzzles: list[str]) -> None:
    many = puzzles * 40
    answers = ninefold.solve(many, threads=threads)
    assert answers.status == ninefold.solve(puzzles).status * 40
    assert ninefold.generate(700, seed=3, threads=threads) == ninefold.generate(700, seed=3)


def test_other_threads_run_meanwhile() -> None:
    """A thread counts while a call lasts. If the call held the GIL, the thread would stand still."""
    ended = threading.Event()
    count = 0

    def other() -> None:
        nonlocal count
        while not ended.is_set():
            count += 1

    thread = threading.Thread(target=other)
    thread.start()
    many = [EASY] * 30_000
    before = count
    ninefold.canonical(many, threads=1)
    during = count - before
    ended.set()
    thread.join()
    assert during > 1000


@pytest.mark.skipif(sys.platform != "linux", reason="measures the CPU time of another process, which needs Linux")
def test_ctrl_c_ends_every_long_call(tmp_path: Path) -> None:
    """A loop that does not look at signals goes on for many seconds, one that does for about 20 ms on each thread."""
    pytest.importorskip("pyarrow")
    script = Path(__file__).with_name("interrupted.py")
    done = subprocess.run([sys.executable, str(script), str(tmp_path)], capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert len(lines) == 26
    late = {name: cpu for name, _, cpu in lines if float(cpu) > 0.5}
    assert not late, "seconds of CPU time from the signal to the end of the call, on two threads, without optimisation"


def test_devices_agree(puzzles: list[str]) -> None:
    expected: Any = ninefold.solve(puzzles)
    for device in ("cpu", "portable", "auto"):
        found = ninefold.solve(puzzles, device=device)
        assert (found.status, found.solutions) == (expected.status, expected.solutions)
