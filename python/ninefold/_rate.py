"""`rate`: how hard puzzles are, on any scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Unpack, overload

from ninefold import _ninefold
from ninefold._kinds import Arrow, is_one, kind_of
from ninefold._ninefold import Grid, Puzzle, Run
from ninefold._types import Errors, Progress, Scale, SolverOptions
from ninefold.errors import NinefoldError

if TYPE_CHECKING:
    import numpy.typing as npt

    Listed = list[str] | tuple[str, ...]
    Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Rating:
    """The rating of one puzzle.

    `value` is the number by which puzzles are compared on the scale. `members` has everything the scale says, as
    `ninefold rate --json` prints it.
    """

    scale: str
    value: float
    text: str
    members: dict[str, Any] = field(repr=False, hash=False)

    def __str__(self) -> str:
        return self.text

    def __float__(self) -> float:
        return self.value


@dataclass(frozen=True)
class Ratings:
    """The ratings of many puzzles, each attribute a list or an array.

    `values` has the numbers by which puzzles are compared. `members` has everything the scale says, by name. Rows
    without a rating have `None`, or in a NumPy array `nan`; `errors` says why.
    """

    scale: str
    values: Any
    members: dict[str, Any] = field(repr=False)
    errors: Mapping[int, NinefoldError] = field(default_factory=dict[int, NinefoldError], repr=False)

    def __len__(self) -> int:
        return len(self.values)


_TYPES = {"er": "float64", "ep": "float64", "ed": "float64", "level": "str", "solved": "bool"}


@overload
def rate(puzzles: str | bytes | Grid | Puzzle, scale: Scale = "se", **options: Unpack[SolverOptions]) -> Rating: ...
@overload
def rate(puzzles: Listed | Array, scale: Scale = "se", **options: Unpack[SolverOptions]) -> Ratings: ...
@overload
def rate(puzzles: object, scale: Scale = "se", **options: Unpack[SolverOptions]) -> Any: ...
def rate(
    puzzles: Any,
    scale: Scale = "se",
    *,
    errors: Errors = "raise",
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    device: str | None = None,
) -> Any:
    """Rate one puzzle or many.

    The scales are `se` (Sudoku Explainer: the hardest step), `hodoku` (the sum of the scores of all steps), `guesses`
    (of a simple backtracking) and `depth` (how deeply trial and error must be nested). One puzzle has a `Rating`, a
    list or NumPy array `Ratings`, an Arrow array a struct array with the field `rating` and those of the scale.

    >>> import ninefold
    >>> puzzle = "57..8.4.........3...32..1.5...4.8........5...2.7.....19.1.....4.8.7.9.....2....6."
    >>> rating = ninefold.rate(puzzle)
    >>> rating.value, str(rating), rating.members
    (8.8, '8.8/1.2/1.2', {'er': 8.8, 'ep': 1.2, 'ed': 1.2})
    >>> ninefold.rate([puzzle], scale="depth").values
    [1.0]
    """
    run = Run(errors, threads, progress, device)
    if is_one(puzzles):
        value, text, members = _ninefold.rate_one(puzzles, scale)
        return Rating(scale, value, text, members)
    kind = kind_of(puzzles, column)
    table = _ninefold.rate(kind.rows, scale, run)
    if isinstance(kind, Arrow):
        return kind.result(table)
    names = [name for name in table.names if name not in {"rating", "error"}]
    members = {name: kind.values(table, name, _TYPES.get(name, "int64")) for name in names}
    return Ratings(scale, kind.values(table, "rating", "float64"), members, table.errors)
