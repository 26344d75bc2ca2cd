"""What a type checker knows about calls: never run, only checked."""

from __future__ import annotations

from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

import ninefold


def one(text: str, data: bytes, grid: ninefold.Grid) -> None:
    """A single puzzle."""
    assert_type(ninefold.solve(text), ninefold.Answer[str])
    assert_type(ninefold.solve(data).solution, bytes | None)
    assert_type(ninefold.solve(grid, threads=2).solution, ninefold.Grid | None)
    assert_type(ninefold.count(text, 10), int)
    assert_type(ninefold.rate(text, "hodoku").value, float)
    assert_type(ninefold.explain(text, without="x-wing")[0], ninefold.Step)
    assert_type(ninefold.hint(text, rung=2, language="zh").text, str)
    assert_type(ninefold.canonical(text).canonical, str)
    assert_type(ninefold.shuffle(data, seed=1), bytes)
    assert_type(ninefold.check(text), dict[str, Any])


def many(texts: list[str], cells: npt.NDArray[np.uint8]) -> None:
    """Many puzzles."""
    assert_type(ninefold.solve(texts).status, list[str])
    assert_type(ninefold.solve(cells).status, npt.NDArray[np.str_])
    assert_type(ninefold.count(texts), list[int | None])
    assert_type(ninefold.steps(texts), list[list[ninefold.Step] | None])
    assert_type(ninefold.rate(cells), ninefold.Ratings)


def errors() -> None:
    """The evidence of an error."""
    try:
        ninefold.solve("53..z")
    except ninefold.ParseError as error:
        assert_type((error.line, error.column, error.expected), tuple[int, int, str])
