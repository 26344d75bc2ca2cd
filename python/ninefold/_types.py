"""Types that several modules share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypedDict, TypeVar

Progress = Callable[[int, int | None], object]
"""Called with the number of finished puzzles and the number of all, if that is known."""

Errors = Literal["raise", "keep"]
"""What happens to a row that is no puzzle: its error is raised, or it is part of the result."""

Scale = Literal["se", "hodoku", "guesses", "depth"]
"""A scale of difficulty."""

Names = str | Sequence[str]
"""A name, or several."""

_Number = TypeVar("_Number", int, float)
Range = _Number | tuple[_Number, _Number]
"""A number, or the first and the last of a range."""


class Options(TypedDict, total=False):
    """The keyword arguments of every call; `solve` describes them."""

    errors: Errors
    column: str | None
    threads: int | None
    progress: Progress | None


class SolverOptions(Options, total=False):
    """Those of calls that solve."""

    device: str | None


class TechniqueOptions(Options, total=False):
    """Those of calls that explain; `explain` describes them."""

    techniques: Names | None
    without: Names | None
    uniqueness: bool


class HintOptions(TechniqueOptions, total=False):
    """Those of `hint`."""

    language: str
