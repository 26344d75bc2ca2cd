"""`practice`: positions in which a technique is the next step."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any, Literal, overload

from ninefold import _ninefold
from ninefold._foreign import pyarrow_table
from ninefold._ninefold import Step
from ninefold._types import Progress


@dataclass(frozen=True)
class Exercise:
    """A position in which a technique is the next step.

    `position` is a text with the givens, the digits and all pencilmarks: every call reads it. `step` is the step.
    `puzzle` and `solution` are those of the puzzle whose path has the position; `number` is its number among the
    puzzles of the seed.
    """

    position: str = field(repr=False)
    step: Step
    puzzle: str
    solution: str = field(repr=False)
    number: int

    def __str__(self) -> str:
        return str(self.step)

    def _repr_html_(self) -> str:
        return self.step._repr_html_()


@overload
def practice(
    technique: str,
    count: int = 1,
    *,
    seed: int | None = None,
    kind: Literal["list"] = "list",
    time: float | None = None,
    progress: Progress | None = None,
) -> list[Exercise]: ...
@overload
def practice(
    technique: str,
    count: int = 1,
    *,
    seed: int | None = None,
    kind: Literal["arrow"],
    time: float | None = None,
    progress: Progress | None = None,
) -> Any: ...
def practice(
    technique: str,
    count: int = 1,
    *,
    seed: int | None = None,
    kind: Literal["list", "arrow"] = "list",
    time: float | None = None,
    progress: Progress | None = None,
) -> Any:
    """Find positions in which a technique is the next step.

    Each position lies on the path of a random puzzle, and no easier technique applies there. A seed produces the same
    positions on every machine. Some techniques are rare or never needed in random puzzles. The result is shorter than
    `count` if the time is over.

    Args:
        technique: The technique, such as `x-wing`; `techniques` lists all.
        count: How many positions.
        seed: The seed. Without one it is drawn.
        kind: `list` for a list of `Exercise`s, `arrow` for a pyarrow table with the columns `puzzle`, `position`,
            `technique`, `step` (its notation), `solution` and `number`.
        time: The search ends after so many seconds; by default if it finds no position for a minute.
        progress: A function that is called with the number of puzzles examined and `None`.

    >>> import ninefold
    >>> exercise = ninefold.practice("x-wing", seed=1)[0]
    >>> exercise.step.technique
    'x-wing'
    >>> ninefold.hint(exercise.position).step == exercise.step
    True

    """
    if kind not in {"list", "arrow"}:
        raise ValueError(f"found kind={kind!r}, expected 'list' or 'arrow'")
    if count < 0:
        raise ValueError(f"found count={count}, expected 0 or more")
    drawn = secrets.randbits(32) if seed is None else seed
    steps, table = _ninefold.practice(technique, count, drawn, time, progress)
    if kind == "arrow":
        return pyarrow_table(table)
    columns = (table.list(name) for name in ("position", "puzzle", "solution", "number"))
    return [
        Exercise(position, step, puzzle, solution, number)
        for step, position, puzzle, solution, number in zip(steps, *columns, strict=True)
    ]
