"""Interrupts every long call as Ctrl-C does, and prints the time from the signal to the exception.

Another process sends the signal once this one has computed for a while: a thread could not run while a call holds the
GIL. CPU time counts, so other programs on the machine do not matter.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from itertools import repeat
from pathlib import Path

import numpy as np
import pyarrow as pa

import ninefold
import ninefold.data
from ninefold._ninefold import Rows, Run, Transform, transform
from samples import EASY, HARD

CLOCK = "(~int(sys.argv[1]) << 3) | 2"
"""On Linux the clock of the CPU time of a process, by its number."""

SENDER = f"""
import os, signal, sys, time
while time.clock_gettime({CLOCK}) < float(sys.argv[2]):
    time.sleep(0.002)
print(time.monotonic(), time.clock_gettime({CLOCK}), flush=True)
os.kill(int(sys.argv[1]), signal.SIGINT)
"""

BOARD = [list(EASY[start : start + 9]) for start in range(0, 81, 9)]
DRAWN = "\n".join(EASY[start : start + 9] for start in range(0, 81, 9))


def again_and_again(call: Callable[[object], object], argument: object) -> None:
    """Call a compiled function for minutes, without Python code in between: only the function looks at signals."""
    deque(map(call, repeat(argument)), maxlen=0)


def calls(folder: Path) -> dict[str, Callable[[], object]]:
    """Return calls that take minutes if they are not interrupted."""
    file = folder / "puzzles.txt"
    file.write_text((HARD + "\n") * 300_000)
    small = np.zeros((20_000, 81), np.uint8)
    table = transform(Rows.of_buffer(small, text=False), Transform(), Run("keep"))
    numbers = np.empty_like(small)
    rated = pa.table({"puzzle": [HARD] * 300_000})
    return {
        "solve a list": lambda: ninefold.solve([HARD] * 3_000_000, threads=2),
        "solve boards": lambda: ninefold.solve([BOARD] * 1_000_000, threads=2),
        "solve drawings": lambda: ninefold.solve([DRAWN] * 1_000_000, threads=2),
        "solve uint8": lambda: ninefold.solve(np.zeros((30_000_000, 81), np.uint8), threads=2),
        "solve int64": lambda: ninefold.solve(np.zeros((3_000_000, 81), np.int64), threads=2),
        "solve U81": lambda: ninefold.solve(np.broadcast_to(EASY, 3_000_000), threads=2),
        "count one": lambda: ninefold.count("." * 81, 10**12),
        "count many": lambda: ninefold.count(["." * 81] * 5, 10**12, threads=2),
        "count up to a small limit": lambda: ninefold.count(["." * 81] * 3_000_000, 250, threads=2),
        "check one": lambda: ninefold.check("." * 81, 10**12),
        "check many": lambda: ninefold.check([HARD] * 3_000_000, threads=2),
        "rate": lambda: ninefold.rate([HARD] * 100_000, threads=2),
        "canonical": lambda: ninefold.canonical([HARD] * 3_000_000, threads=2),
        "shuffle": lambda: ninefold.shuffle(np.zeros((100_000_000, 81), np.uint8), 1, threads=2),
        "explain": lambda: ninefold.explain([HARD] * 100_000, threads=2),
        "hint": lambda: ninefold.hint([HARD] * 1_000_000, threads=2),
        "steps": lambda: ninefold.steps([HARD] * 100_000, threads=2),
        "generate": lambda: ninefold.generate(10**6, seed=1, se=(11.5, 12.0), threads=2),
        "generate one": lambda: ninefold.generate(1, seed=1, givens=17, symmetry="full", threads=2),
        "practice": lambda: ninefold.practice("sk-loop", 10**6, seed=1),
        "label a table": lambda: ninefold.data.Labels(["se", "guesses"])(rated, threads=2),
        "label a file": lambda: ninefold.data.label(file, folder / "out", columns=["guesses"], threads=2),
        "read a list": lambda: again_and_again(Rows.of_items, [EASY] * 20_000),
        "make a list": lambda: again_and_again(table.list, "puzzle"),
        "fill an array": lambda: deque(map(table.fill, repeat("puzzle"), repeat(numbers), repeat(True)), maxlen=0),
        "make an Arrow array": lambda: again_and_again(table.__arrow_c_array__, None),
    }


def interrupt(call: Callable[[], object], after: float = 0.1) -> tuple[float, float]:
    """Interrupt a call after so much CPU time. Returns the seconds until it ended, and the CPU time until then."""
    deadline = time.process_time() + after
    command = [sys.executable, "-SEc", SENDER, str(os.getpid()), str(deadline)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as sender:
        try:
            call()
        except KeyboardInterrupt:
            end = time.monotonic(), time.process_time()
        else:
            sys.exit("the call was not interrupted")
        assert sender.stdout is not None
        sent, sent_cpu = map(float, sender.stdout.read().split())
    return end[0] - sent, end[1] - sent_cpu


def main() -> None:
    """Print a line for each call: its name, seconds, seconds of CPU time."""
    for name, call in calls(Path(sys.argv[1])).items():
        seconds, cpu = interrupt(call)
        print(f"{name}\t{seconds:.3f}\t{cpu:.3f}", flush=True)


if __name__ == "__main__":
    main()
