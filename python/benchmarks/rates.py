"""How fast puzzles are solved from Python, beside the batch engine alone and beside other packages.

Rounds are interleaved and CPU time is measured, so a busy machine slows all of them alike. The best round counts. Every
answer is checked, outside the measured time.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import ninefold

Solve = Callable[[], Any]


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", help="puzzles, one a line; by default 200,000 are generated")
    parser.add_argument("--engine", type=Path, required=True, help="the program that measures the batch engine")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--most", type=int, default=200_000, help="at most this many puzzles")
    parser.add_argument("--peers", type=int, default=10, help="the puzzles that other packages solve; 0 for none")
    args = parser.parse_args()
    if args.file is None:
        puzzles = ninefold.generate(args.most, seed=1)
    else:
        lines = args.file.read_text().splitlines()
        puzzles = [line[:81].replace("0", ".") for line in lines if len(line) >= 81 and line[0] in ".0123456789"]
        puzzles = puzzles[:: -(-len(puzzles) // args.most)]
    print(f"{len(puzzles):,} puzzles, {args.threads} threads, best of {args.rounds} rounds")
    print(f"{'':34}{'puzzles per CPU second':>24}{'of the engine':>16}")
    measure(puzzles, args.engine, args.threads, args.rounds)
    if args.peers:
        peers(puzzles[:: max(1, len(puzzles) // args.peers)][: args.peers])


def measure(puzzles: list[str], engine: Path, threads: int, rounds: int) -> None:
    """Measure every kind of input."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzles.txt"
        file.write_text("\n".join(puzzles))
        calls = kinds(puzzles, threads)
        best = dict.fromkeys(["batch engine (Rust)", *calls], float("inf"))
        for _ in range(rounds):
            command = [engine, file, "--threads", str(threads)]
            seconds, count = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            assert int(count) == len(puzzles)
            best["batch engine (Rust)"] = min(best["batch engine (Rust)"], float(seconds))
            for name, call in calls.items():
                begin = time.process_time()
                found = call()
                best[name] = min(best[name], time.process_time() - begin)
                check(found, len(puzzles))
    reference = best["batch engine (Rust)"]
    for name, seconds in best.items():
        print(f"{name:34}{len(puzzles) / seconds:>24,.0f}{reference / seconds:>15.0%}")


def kinds(puzzles: list[str], threads: int) -> dict[str, Solve]:
    """Return a call for every kind of input."""
    texts = np.array(puzzles, "S81")
    characters = texts.view(np.uint8).reshape(-1, 81)
    cells = np.where(characters == ord("."), 0, characters - ord("0")).astype(np.uint8)
    strings = pa.array(puzzles)
    binary = strings.cast(pa.binary())
    inputs: dict[str, Any] = {
        "NumPy (n, 81) uint8": cells,
        "NumPy (n, 9, 9) uint8": cells.reshape(-1, 9, 9),
        "NumPy (n,) S81": texts,
        "Arrow utf8": strings,
        "Arrow large utf8": strings.cast(pa.large_string()),
        "Arrow string view": strings.cast(pa.string_view()),
        "Arrow fixed-size binary": binary.cast(pa.binary(81)),
        "list of strings": puzzles,
    }
    return {name: lambda value=value: ninefold.solve(value, threads=threads) for name, value in inputs.items()}


def check(found: Any, count: int) -> None:
    """Every puzzle has exactly one solution."""
    status = found.field("status").to_pylist() if isinstance(found, pa.Array) else list(found.status)
    assert status == ["unique"] * count


def peers(puzzles: list[str]) -> None:
    """Measure other packages on a few puzzles. What is not installed is named."""
    print(f"\n{len(puzzles)} of them by other packages, one at a time; the others are asked for one solution")
    solutions = [ninefold.solve(puzzle).solution for puzzle in puzzles]
    for name, prepare in (
        ("ninefold, one call a puzzle", ninefold_one),
        ("py-sudoku", py_sudoku),
        ("dokusan", dokusan),
        ("sudokutools", sudokutools),
        ("ortools CP-SAT, one worker", ortools),
    ):
        try:
            solve = prepare()
        except ImportError as error:
            print(f"{name:34}{'not installed: ' + str(error):>24}")
            continue
        seconds = 0.0
        for puzzle, solution in zip(puzzles, solutions, strict=True):
            begin = time.process_time()
            found = solve(puzzle)
            seconds += time.process_time() - begin
            assert found == solution, (name, puzzle)
        print(f"{name:34}{len(puzzles) / seconds:>24,.1f}")


def ninefold_one() -> Callable[[str], str]:
    """Return this package's solver for one puzzle."""
    return lambda puzzle: ninefold.solve(puzzle).solution


def rows_of(puzzle: str) -> list[list[int]]:
    """Return nine rows of nine numbers."""
    return [[int(cell) if cell.isdigit() else 0 for cell in puzzle[at : at + 9]] for at in range(0, 81, 9)]


def py_sudoku() -> Callable[[str], str]:
    """Return the solver of py-sudoku."""
    from sudoku import Sudoku

    return lambda puzzle: "".join(
        str(cell) for row in Sudoku(3, 3, board=rows_of(puzzle)).solve().board for cell in row
    )


def dokusan() -> Callable[[str], str]:
    """Return the backtracking of dokusan, which uses techniques before it guesses."""
    from dokusan import solvers
    from dokusan.boards import BoxSize, Sudoku

    return lambda puzzle: str(solvers.backtrack(Sudoku.from_list(rows_of(puzzle), box_size=BoxSize(3, 3))))


def sudokutools() -> Callable[[str], str]:
    """Return the brute force of sudokutools."""
    from sudokutools.solve import bruteforce
    from sudokutools.sudoku import Sudoku

    def solve(puzzle: str) -> str:
        solved = next(bruteforce(Sudoku.decode(puzzle.replace(".", "0"))))
        return "".join(str(solved[row, column]) for row in range(9) for column in range(9))

    return solve


def ortools() -> Callable[[str], str]:
    """Return a model for CP-SAT: a variable a cell, an `AllDifferent` a house."""
    from ortools.sat.python import cp_model

    def solve(puzzle: str) -> str:
        model = cp_model.CpModel()
        cells = [[model.new_int_var(1, 9, "") for _ in range(9)] for _ in range(9)]
        for index in range(9):
            model.add_all_different(cells[index])
            model.add_all_different([row[index] for row in cells])
            top, left = index // 3 * 3, index % 3 * 3
            model.add_all_different([cells[top + at // 3][left + at % 3] for at in range(9)])
        for row, digits in enumerate(rows_of(puzzle)):
            for column, digit in enumerate(digits):
                if digit:
                    model.add(cells[row][column] == digit)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return "".join(str(solver.value(cell)) for row in cells for cell in row)

    return solve


if __name__ == "__main__":
    main()
