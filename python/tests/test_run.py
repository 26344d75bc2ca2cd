"""Promise: calls run without the GIL on the threads asked for, report progress, and stop at Ctrl-C."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
from typing import Any

import pytest
from samples import EASY, HARD

import ninefold


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
    """A thread that waits for the call to end has to run while it lasts."""
    order: list[str] = []
    started = threading.Event()

    def report(done: int, total: int | None) -> None:
        started.set()

    def other() -> None:
        started.wait()
        order.append("other")

    thread = threading.Thread(target=other)
    thread.start()

    def join(done: int, total: int | None) -> None:
        report(done, total)
        if done < (total or 0):
            thread.join()

    ninefold.rate([HARD] * 64, progress=join)
    order.append("call")
    thread.join()
    assert order == ["other", "call"]


INTERRUPTED = """
    import os, signal, sys, threading, time
    import ninefold

    HARD = "{hard}"
    started, pressed = threading.Event(), []

    def press():
        started.wait()
        # The call is under way: it was entered, and takes minutes.
        time.sleep(0.3)
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()
    begin = time.process_time()
    try:
        started.set()
        {call}
    except KeyboardInterrupt:
        print(time.monotonic() - pressed[0])
    else:
        print("not interrupted")
"""


@pytest.mark.parametrize(
    "call",
    [
        'ninefold.count("." * 81, 10**12)',
        'ninefold.count(["." * 81] * 5, 10**12)',
        "ninefold.solve([HARD] * 3_000_000)",
        "ninefold.rate([HARD] * 100_000)",
        "ninefold.canonical([HARD] * 10_000_000)",
        "ninefold.explain([HARD] * 100_000)",
        "ninefold.generate(10**6, seed=1, se=(11.5, 12.0))",
        'ninefold.generate(1, seed=1, givens=17, symmetry="full")',
    ],
)
def test_ctrl_c(call: str) -> None:
    script = textwrap.dedent(INTERRUPTED.format(hard=HARD, call=call))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    # 100 ms on a machine of one's own; how long a busy one keeps a process waiting is not ours to promise.
    assert float(done.stdout) < 5.0, (call, done.stdout)


def test_backends_agree(puzzles: list[str]) -> None:
    expected: Any = ninefold.solve(puzzles)
    for backend in ("cpu", "portable"):
        found = ninefold.solve(puzzles, backend=backend)
        assert (found.status, found.solutions) == (expected.status, expected.solutions)
