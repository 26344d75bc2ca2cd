"""Promise: calls run without the GIL on the threads asked for, report progress, and stop at Ctrl-C."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import ninefold
from samples import EASY, HARD


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


# Each of these calls takes minutes if it is not interrupted.
LONG = {
    "solve a list": "ninefold.solve([HARD] * 3_000_000, threads=2)",
    "solve an array": "ninefold.solve(np.zeros((30_000_000, 81), np.uint8), threads=2)",
    "count one": 'ninefold.count("." * 81, 10**12)',
    "count many": 'ninefold.count(["." * 81] * 5, 10**12, threads=2)',
    "count many up to a small limit": 'ninefold.count(["." * 81] * 3_000_000, 250, threads=2)',
    "check one": 'ninefold.check("." * 81, 10**12)',
    "check many": "ninefold.check([HARD] * 3_000_000, threads=2)",
    "rate": "ninefold.rate([HARD] * 100_000, threads=2)",
    "canonical": "ninefold.canonical([HARD] * 3_000_000, threads=2)",
    "shuffle": "ninefold.shuffle(np.zeros((100_000_000, 81), np.uint8), 1, threads=2)",
    "explain": "ninefold.explain([HARD] * 100_000, threads=2)",
    "hint": "ninefold.hint([HARD] * 1_000_000, threads=2)",
    "steps": "ninefold.steps([HARD] * 100_000, threads=2)",
    "generate": "ninefold.generate(10**6, seed=1, se=(11.5, 12.0), threads=2)",
    "generate one": 'ninefold.generate(1, seed=1, givens=17, symmetry="full", threads=2)',
    "practice": 'ninefold.practice("sk-loop", 10**6, seed=1)',
    "label a table": 'ninefold.data.Labels(["se", "guesses"])(pa.table({"puzzle": [HARD] * 300_000}), threads=2)',
    "label a file": 'ninefold.data.label(source, source.with_name("out"), columns=["guesses"], threads=2)',
}

INTERRUPTED = """
import json, os, pathlib, signal, sys, threading, time
import numpy as np
import pyarrow as pa
import ninefold, ninefold.data

HARD = "{hard}"
source = pathlib.Path(sys.argv[1])
source.write_text((HARD + "\\n") * 300_000)

def press():
    # The call is under way once the process has computed for a while.
    while time.process_time() < start + 0.1:
        time.sleep(0.002)
    pressed.append((time.perf_counter(), time.process_time()))
    os.kill(os.getpid(), signal.SIGINT)

calls = {{name: eval("lambda: " + call) for name, call in json.load(sys.stdin).items()}}
for name, call in calls.items():
    pressed = []
    start = time.process_time()
    thread = threading.Thread(target=press)
    thread.start()
    try:
        call()
        sys.exit(f"{{name}} was not interrupted")
    except KeyboardInterrupt:
        wall, cpu = time.perf_counter() - pressed[0][0], time.process_time() - pressed[0][1]
    thread.join()
    print(f"{{name:<32}}{{wall * 1000:>8.0f}} ms{{cpu * 1000:>8.0f}} ms of CPU time")
"""


def test_ctrl_c_ends_every_long_call(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(hard=HARD), str(tmp_path / "puzzles.txt")],
        input=json.dumps(LONG),
        capture_output=True,
        text=True,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == len(LONG)


def test_devices_agree(puzzles: list[str]) -> None:
    expected: Any = ninefold.solve(puzzles)
    for device in ("cpu", "portable", "auto"):
        found = ninefold.solve(puzzles, device=device)
        assert (found.status, found.solutions) == (expected.status, expected.solutions)
