"""How long each label takes on one core, and how many bytes a row has when it is written and when it is shuffled.

CPU time is measured, which other processes do not lengthen. The best of several rounds counts. `docs/scale.md` uses
these figures.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import pyarrow as pa

import ninefold
from ninefold.data import Labels
from ninefold.data._shards import write_table

GROUPS = {
    "status, solution": ["status", "solution"],
    "givens": ["givens"],
    "minimal": ["minimal"],
    "canonical, class_id, split": ["canonical", "class_id", "split"],
    "se": ["se"],
    "hodoku, level, hardest, steps": ["hodoku", "level", "hardest", "steps"],
    "guesses": ["guesses"],
    "depth": ["depth"],
}


def main() -> None:
    """Print two tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=20_000)
    parser.add_argument("--slow", type=int, default=500, help="the puzzles for labels that take long")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    begin = time.process_time()
    puzzles = ninefold.generate(args.puzzles, seed=1, threads=1)
    print(f"{'generate':34}{(time.process_time() - begin) / len(puzzles) * 1e6:>14,.1f} microseconds a puzzle")
    for name, columns in GROUPS.items():
        slow = columns[0] in {"se", "hodoku", "guesses", "depth", "minimal"}
        table = pa.table({"puzzle": puzzles[: args.slow if slow else None]})
        best = float("inf")
        for _ in range(args.rounds):
            begin = time.process_time()
            Labels(columns)(table, threads=1)
            best = min(best, time.process_time() - begin)
        print(f"{name:34}{best / table.num_rows * 1e6:>14,.1f} microseconds a puzzle")
    labels = Labels(["solution", "canonical", "class_id", "split"])
    table = labels(pa.table({"puzzle": puzzles}))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "labelled.parquet"
        write_table(path, [table], table.schema)
        size = path.stat().st_size / table.num_rows
    print(f"{', '.join(table.column_names[:-1]):50}{size:>8.1f} bytes a row in Parquet")
    for columns in (["class_id"], ["puzzle", "class_id"], ["puzzle", "solution", "canonical", "class_id", "split"]):
        size = table.select(columns).nbytes / table.num_rows
        print(f"{', '.join(columns):50}{size:>8.1f} bytes a row in Arrow, as an engine shuffles it")


if __name__ == "__main__":
    main()
