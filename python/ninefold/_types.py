"""Types that several modules share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

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
