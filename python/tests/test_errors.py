"""Promise: what is wrong with an input is an exception with the evidence in its fields."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import ninefold
from samples import EASY, EMPTY, HARD, NONE

BAD = EASY[:40] + "z" + EASY[41:]


def raised(call: Any, kind: type[BaseException]) -> Any:
    with pytest.raises(kind) as found:
        call()
    return found.value


def test_a_text_that_is_no_puzzle() -> None:
    error = raised(lambda: ninefold.solve(BAD), ninefold.ParseError)
    assert (error.row, error.line, error.column) == (None, 1, 41)
    assert (error.found, error.expected) == ("'z'", "a digit or an empty cell")
    assert str(error) == "line 1, column 41: found 'z', expected a digit or an empty cell"
    error = raised(lambda: ninefold.solve([EASY, BAD, "x"]), ninefold.ParseError)
    assert error.row == 1
    assert str(error).startswith("row 1: line 1, column 41")


def test_a_grid_that_is_no_puzzle() -> None:
    error = raised(lambda: ninefold.Puzzle(EMPTY), ninefold.MultipleSolutionsError)
    assert error.first != error.second
    assert len(error.differences) == sum(a != b for a, b in zip(error.first, error.second, strict=True))
    error = raised(lambda: ninefold.canonical([HARD, NONE]), ninefold.NoSolutionError)
    assert (error.row, error.house, error.digit, error.cells) == (1, "r1", 5, ["r1c1", "r1c2"])
    for call in (ninefold.rate, ninefold.canonical, ninefold.explain, ninefold.hint, ninefold.steps):
        assert isinstance(raised(lambda call=call: call(EMPTY), ninefold.NotAPuzzleError), ValueError)


def test_a_players_mistake() -> None:
    position = {"givens": EASY, "puzzle": EASY[:2] + "1" + EASY[3:]}
    import json

    text = json.dumps(position)
    error = raised(lambda: ninefold.explain(text), ninefold.MistakeError)
    assert (error.cells, error.digit) == (["r1c3"], 1)
    hint = ninefold.hint(text)
    assert (hint.kind, hint.mistakes[0]["cell"]) == ("mistake", "r1c3")


def test_cells_that_are_no_digits() -> None:
    array = np.zeros((3, 81), np.int64)
    for value in (10, 255, 256, 1000, -1):
        array[2, 80] = value
        error = raised(lambda: ninefold.solve(array), ninefold.CellError)
        assert (error.row, error.cell) == (2, "r9c9"), value
    board: list[list[Any]] = [[0] * 9 for _ in range(9)]
    for value in (10, -1, "ab", 1.5, b"1"):
        board[4][4] = value
        assert isinstance(raised(lambda: ninefold.solve([board]), ValueError), ninefold.NinefoldError)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (5, "found int, expected a string, a board"),
        (None, "found NoneType, expected"),
        ([1, 2], "found int, expected a string, bytes"),
        (np.zeros((3, 80), np.uint8), "found numpy.ndarray of uint8 with the shape (3, 80), expected"),
        (np.zeros((9, 9), np.uint8), "for a single puzzle use x.reshape(1, 81)"),
        (np.zeros((2, 81), np.float32), "found numpy.ndarray of float32 with the shape (2, 81), expected"),
        (np.zeros((2, 81), bool), "of bool with the shape (2, 81), expected"),
        (np.zeros((2, 3, 9, 9), np.uint8), "with the shape (2, 3, 9, 9), expected"),
        ([[0] * 9] * 8, "found 8 rows, expected nine rows of nine cells"),
        ([[0] * 9] * 8 + [[0] * 8], "found 8 cells in row 9, expected nine rows of nine cells"),
    ],
)
def test_wrong_kinds_say_what_was_expected(wrong: Any, message: str) -> None:
    error = raised(lambda: ninefold.solve(wrong), ninefold.KindError)
    assert isinstance(error, TypeError)
    assert message in str(error)
    assert error.expected in str(error)


def test_errors_can_be_kept() -> None:
    rows = [EASY, BAD, None, NONE]
    kept = ninefold.solve(rows, errors="keep")
    assert kept.status == ["unique", "error", None, "none"]
    assert list(kept.errors) == [1]
    assert kept.errors[1].column == 41
    assert ninefold.count(rows, errors="keep") == [1, None, None, 0]
    forms = ninefold.canonical(rows, errors="keep")
    assert [form is None for form in forms.canonical] == [False, True, True, True]
    assert [type(error) for error in forms.errors.values()] == [ninefold.ParseError, ninefold.NoSolutionError]
    values = ninefold.rate(rows, errors="keep").values
    assert values[1:] == [None, None, None]
    pa = pytest.importorskip("pyarrow")
    table = ninefold.rate(pa.array(rows), errors="keep")
    assert table.field("error").to_pylist()[1] == "line 1, column 41: found 'z', expected a digit or an empty cell"
    assert table.field("rating").null_count == 3


def test_errors_pickle_with_their_fields() -> None:
    for call in (
        lambda: ninefold.solve([EASY, BAD]),
        lambda: ninefold.Puzzle(EMPTY),
        lambda: ninefold.Puzzle(NONE),
        lambda: ninefold.solve(5),
    ):
        error = raised(call, ninefold.NinefoldError)
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error)
        assert str(copy) == str(error)
        assert vars(copy) == vars(error)


def test_arguments_that_make_no_sense() -> None:
    for call, message in [
        (lambda: ninefold.solve([EASY], errors="ignore"), "expected 'raise' or 'keep'"),
        (lambda: ninefold.solve([EASY], threads=0), "found threads=0"),
        (lambda: ninefold.solve([EASY], device="abacus"), 'found device="abacus", expected cpu, cuda'),
        (lambda: ninefold.count(EASY, -1), "found limit=-1"),
        (lambda: ninefold.rate(EASY, "feeling"), "unknown scale 'feeling'"),
        (lambda: ninefold.generate(1, kind="set"), "found kind='set'"),
        (lambda: ninefold.generate(-1), "found count=-1"),
        (lambda: ninefold.generate(1, givens=(30, 20)), "30..20"),
        (lambda: ninefold.generate(1, level="silly"), "silly"),
        (lambda: ninefold.generate(1, require="guessing"), "guessing"),
        (lambda: ninefold.generate(1, mask="x.?"), "found '?'"),
        (lambda: ninefold.transform(EASY, "rows 1"), "expected a transform"),
        (lambda: ninefold.explain(EASY, techniques=["guessing"]), "guessing"),
        (lambda: ninefold.hint(EASY, rung=6), "expected a rung from 1 to 5"),
        (lambda: ninefold.hint(EASY, language="tlh"), "tlh"),
    ]:
        assert message in str(raised(call, ValueError)), message
