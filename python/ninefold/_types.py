"""Types that several modules share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

Progress = Callable[[int, int | None], object]
"""Called with the number of finished puzzles and the number of all, if that is known."""

Errors = Literal["raise", "keep"]
"""What happens to a row that is no puzzle: its error is raised, or it is part of the result."""
