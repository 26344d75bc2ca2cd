"""Promise: calls run without the GIL on the threads asked for, report progress, and stop at Ctrl-C."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
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


INTERRUPTED = """
    import os, signal, threading, time
    import ninefold

    HARD = "{hard}"
    pressed = []

    def press():
        # The call is under way once the process has computed for a while.
        while time.process_time() < start + 0.2:
            time.sleep(0.005)
        pressed.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    start = time.process_time()
    threading.Thread(target=press, daemon=True).start()
    try:
        {call}
    except KeyboardInterrupt:
        print(time.process_time() - pressed[0])
    else:
        print("not interrupted")
"""


@pytest.mark.parametrize(
    "call",
    [
        'ninefold.count("." * 81, 10**12)',
        'ninefold.count(["." * 81] * 5, 10**12, threads=2)',
        "ninefold.solve([HARD] * 3_000_000, threads=2)",
        "ninefold.rate([HARD] * 100_000, threads=2)",
        "ninefold.canonical([HARD] * 10_000_000, threads=2)",
        "ninefold.explain([HARD] * 100_000, threads=2)",
        "ninefold.generate(10**6, seed=1, se=(11.5, 12.0), threads=2)",
        'ninefold.generate(1, seed=1, givens=17, symmetry="full", threads=2)',
    ],
)
def test_ctrl_c(call: str) -> None:
    script = textwrap.dedent(INTERRUPTED.format(hard=HARD, call=call))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    # Within 100 ms. CPU time is measured, which does not depend on other processes; there may be several threads, and
    # this build is not the fastest.
    assert float(done.stdout) < 0.5, (call, done.stdout)


def test_backends_agree(puzzles: list[str]) -> None:
    expected: Any = ninefold.solve(puzzles)
    for backend in ("cpu", "portable"):
        found = ninefold.solve(puzzles, backend=backend)
        assert (found.status, found.solutions) == (expected.status, expected.solutions)
