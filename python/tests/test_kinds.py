"""Promise: every kind of input gets the same answers, in its own kind."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import ninefold
from samples import EASY, EASY_SOLUTION, EMPTY, MEDIUM, NONE, TWO

pa = pytest.importorskip("pyarrow")

ARROW_TYPES = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.binary_view(),
    pa.binary(81),
]


def numbers(puzzles: list[str]) -> np.ndarray:
    return np.array([[int(c) if c.isdigit() else 0 for c in puzzle] for puzzle in puzzles], np.uint8)


def text(cells: Any) -> str:
    return "".join(str(int(cell)) for cell in np.asarray(cells).reshape(-1))


@pytest.fixture(scope="module")
def answers(puzzles: list[str]) -> ninefold.Answers:
    return ninefold.solve(puzzles)


def test_one_puzzle_of_every_kind() -> None:
    board = [[int(c) if c.isdigit() else 0 for c in EASY[start : start + 9]] for start in range(0, 81, 9)]
    solved = [[int(c) for c in EASY_SOLUTION[start : start + 9]] for start in range(0, 81, 9)]
    characters = [list(EASY[start : start + 9]) for start in range(0, 81, 9)]
    rows = [EASY[start : start + 9] for start in range(0, 81, 9)]
    cases = [
        (EASY, EASY_SOLUTION),
        (EASY.encode(), EASY_SOLUTION.encode()),
        (ninefold.Grid(EASY), ninefold.Grid(EASY_SOLUTION)),
        (ninefold.Puzzle(EASY), ninefold.Grid(EASY_SOLUTION)),
        (board, solved),
        (tuple(map(tuple, board)), solved),
        ([cell or None for row in board for cell in row], [cell for row in solved for cell in row]),
        (characters, [list(map(str, row)) for row in solved]),
        (rows, [EASY_SOLUTION[start : start + 9] for start in range(0, 81, 9)]),
        (ninefold.Grid(EASY).to_text("grid"), EASY_SOLUTION),
        (f'{{"id": 1, "puzzle": "{EASY}"}}', EASY_SOLUTION),
    ]
    for puzzle, solution in cases:
        answer = ninefold.solve(puzzle)
        assert (answer.status, answer.solution) == ("unique", solution), puzzle


def test_an_answer_has_the_evidence() -> None:
    answer = ninefold.solve(TWO)
    assert answer.status == "multiple"
    differences = [f"r{i // 9 + 1}c{i % 9 + 1}" for i in range(81) if answer.solution[i] != answer.second[i]]
    assert answer.differences == differences
    answer = ninefold.solve(NONE)
    assert (answer.status, answer.solution) == ("none", None)
    assert answer.conflicts[0] == {"house": "r1", "digit": 5, "cells": ["r1c1", "r1c2"]}


def test_lists(puzzles: list[str], answers: ninefold.Answers) -> None:
    assert answers.status[:5] == ["unique", "unique", "multiple", "none", "multiple"]
    assert answers.status[5:] == ["unique"] * 300
    assert answers.solutions[0] == EASY_SOLUTION
    assert answers.solutions[3] is None
    for puzzle, solution in zip(puzzles, answers.solutions, strict=True):
        assert solution is None or all(given in (".", digit) for given, digit in zip(puzzle, solution, strict=True))
        assert solution is None or ninefold.Grid(solution).is_solved
    mixed = ninefold.solve([EASY, ninefold.Grid(EASY), EASY.encode()])
    assert mixed.solutions == [EASY_SOLUTION, ninefold.Grid(EASY_SOLUTION), EASY_SOLUTION.encode()]
    assert ninefold.solve(iter([EASY])).solutions == [EASY_SOLUTION]
    assert ninefold.solve([]).status == []


@pytest.mark.parametrize("dtype", ["u1", "i1", "<i2", ">i4", "i8", "u8"])
@pytest.mark.parametrize("shape", [(-1, 81), (-1, 9, 9)])
def test_arrays_of_numbers(puzzles: list[str], answers: ninefold.Answers, dtype: str, shape: tuple[int, ...]) -> None:
    array = numbers(puzzles).reshape(shape).astype(dtype)
    found = ninefold.solve(array)
    assert found.solutions.dtype == array.dtype
    assert found.solutions.shape == array.shape
    assert list(found.status) == answers.status
    for mine, theirs in zip(found.solutions, answers.solutions, strict=True):
        assert text(mine) == (theirs or "0" * 81)


@pytest.mark.parametrize("dtype", ["S81", "U81", "S90", object])
def test_arrays_of_texts(puzzles: list[str], answers: ninefold.Answers, dtype: Any) -> None:
    array = np.array(puzzles, dtype)
    found = ninefold.solve(array)
    assert list(found.status) == answers.status
    assert found.solutions.shape == array.shape
    missing = None if dtype is object else ""
    for mine, theirs in zip(found.solutions, answers.solutions, strict=True):
        mine = mine.decode() if isinstance(mine, bytes) else mine
        assert mine == (missing if theirs is None else theirs)


@pytest.mark.parametrize("kind", ARROW_TYPES, ids=str)
def test_arrow_arrays(puzzles: list[str], answers: ninefold.Answers, kind: Any) -> None:
    array = pa.array([None, *puzzles, None]).cast(pa.binary() if "binary" in str(kind) else pa.string()).cast(kind)
    found = ninefold.solve(array.slice(1))
    found.validate(full=True)
    assert found.type == pa.struct([("status", pa.string()), ("solution", kind)])
    assert found.field("status").to_pylist() == [*answers.status, None]
    solutions = [s.decode() if isinstance(s, bytes) else s for s in found.field("solution").to_pylist()]
    assert solutions == [*answers.solutions, None]


def test_chunked_arrays_and_tables(puzzles: list[str], answers: ninefold.Answers) -> None:
    chunked = pa.chunked_array([puzzles[:7], [], puzzles[7:]])
    found = ninefold.solve(chunked)
    assert [len(chunk) for chunk in found.chunks] == [7, 0, len(puzzles) - 7]
    assert [row["status"] for row in found.to_pylist()] == answers.status
    table = pa.table({"id": range(len(puzzles)), "Quizzes": puzzles})
    assert ninefold.solve(table).column("status").to_pylist() == answers.status
    assert ninefold.solve(table, column="Quizzes").column("status").to_pylist() == answers.status
    with pytest.raises(ValueError, match="found the columns id, Quizzes, expected a column puzzle7"):
        ninefold.solve(table, column="puzzle7")
    whole = pa.array([{"puzzle": EASY, "id": 1}, None, {"puzzle": None, "id": 2}])
    assert ninefold.solve(whole).field("status").to_pylist() == ["unique", None, None]


def test_polars_pandas_and_duckdb(puzzles: list[str], answers: ninefold.Answers) -> None:
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    duckdb = pytest.importorskip("duckdb")
    series = ninefold.solve(polars.Series("puzzle", puzzles))
    assert series.struct.field("status").to_list() == answers.status
    frame = ninefold.solve(polars.DataFrame({"puzzle": puzzles, "id": range(len(puzzles))}))
    assert frame["solution"].to_list() == answers.solutions
    index = range(100, 100 + len(puzzles))
    found = ninefold.solve(pandas.Series(puzzles, index=index))
    assert list(found.index) == list(index)
    assert [row["status"] for row in found] == answers.status
    found = ninefold.solve(pandas.DataFrame({"puzzle": puzzles}))
    assert list(found["status"]) == answers.status
    relation = duckdb.sql(f"select unnest({puzzles!r}) as puzzle, 1 as one")
    assert ninefold.solve(relation).column("status").to_pylist() == answers.status


def test_an_arrow_result_needs_no_library() -> None:
    class Foreign:
        """Some library that this package does not know."""

        def __arrow_c_array__(self, requested_schema: object = None) -> object:
            return pa.array([EASY, EMPTY]).__arrow_c_array__(requested_schema)

    found = ninefold.solve(Foreign())
    assert pa.array(found).field("status").to_pylist() == ["unique", "multiple"]
    assert pa.table(found).column("status").to_pylist() == ["unique", "multiple"]


def test_every_call_answers_in_the_kind_of_its_input() -> None:
    puzzles = [EASY, MEDIUM]
    array, arrow = numbers(puzzles), pa.array(puzzles)
    counts = ninefold.count(puzzles)
    assert counts == [1, 1] == list(ninefold.count(array)) == ninefold.count(arrow).field("count").to_pylist()
    forms = ninefold.canonical(puzzles)
    assert forms.canonical[0] == ninefold.canonical(EASY).canonical
    assert [text(form) for form in ninefold.canonical(array).canonical] == [
        f.replace(".", "0") for f in forms.canonical
    ]
    assert ninefold.canonical(arrow).field("canonical").to_pylist() == forms.canonical
    assert list(ninefold.canonical(array).class_id) == forms.class_id
    shuffled = ninefold.shuffle(puzzles, seed=3)
    assert [text(grid) for grid in ninefold.shuffle(array, seed=3)] == [f.replace(".", "0") for f in shuffled]
    assert ninefold.shuffle(arrow, seed=3).field("puzzle").to_pylist() == shuffled
    assert ninefold.canonical(shuffled).canonical == forms.canonical
    there = ninefold.Transform.random(5)
    back = ninefold.transform(ninefold.transform(array, there), there.inverse)
    assert np.array_equal(back, array)
    reports = ninefold.check(puzzles)
    assert reports == ninefold.check(array)
    assert ninefold.check(arrow).field("minimal").to_pylist() == [report["minimal"] for report in reports]
    for scale in ["se", "hodoku", "guesses", "depth"]:
        ratings = ninefold.rate(puzzles, scale)
        single = ninefold.rate(EASY, scale)
        assert ratings.values[0] == single.value == float(single)
        assert {name: values[0] for name, values in ratings.members.items()} == single.members
        assert list(ninefold.rate(array, scale).values) == ratings.values
        assert ninefold.rate(arrow, scale).field("rating").to_pylist() == ratings.values
    paths = ninefold.explain(puzzles)
    assert paths == ninefold.explain(array)
    assert paths[0] == ninefold.explain(EASY)
    brief = ninefold.explain(arrow)
    assert brief.field("steps").to_pylist() == [len(path) for path in paths]
    counts = [{item["technique"]: item["count"] for item in row} for row in brief.field("techniques").to_pylist()]
    assert counts == [path.techniques for path in paths]
    hints = ninefold.hint(puzzles)
    assert hints[0] == ninefold.hint(EASY)
    assert ninefold.hint(arrow).field("hint").to_pylist() == [hint.text for hint in hints]
    steps = ninefold.steps(puzzles, techniques=["naked-single", "hidden-single"])
    assert steps[0] == ninefold.steps(EASY, techniques=["naked-single", "hidden-single"])
    found = ninefold.steps(arrow, techniques=["naked-single", "hidden-single"]).field("steps").to_pylist()
    assert found == [[step.notation for step in row] for row in steps]


def test_generated_puzzles_come_in_every_kind() -> None:
    puzzles = ninefold.generate(5, seed=1)
    assert ninefold.generate(3, seed=1, first=2) == puzzles[2:]
    array = ninefold.generate(5, seed=1, kind="numpy")
    assert [text(grid) for grid in array] == [puzzle.replace(".", "0") for puzzle in puzzles]
    table = ninefold.generate(5, seed=1, kind="arrow")
    assert table["puzzle"].to_pylist() == puzzles
    assert table["solution"].to_pylist() == ninefold.solve(puzzles).solutions
    # So few givens in so small a pattern: the same class turns up again and again.
    assert len(set(ninefold.canonical(ninefold.generate(60, seed=1, distinct=True)).canonical)) == 60


def test_the_package_needs_nothing_but_python() -> None:
    script = (
        "import sys, ninefold\n"
        f"assert ninefold.solve({EASY!r}).solution == {EASY_SOLUTION!r}\n"
        "loaded = [name for name in ('numpy', 'pyarrow', 'pandas', 'ray', 'pyspark') if name in sys.modules]\n"
        "assert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
