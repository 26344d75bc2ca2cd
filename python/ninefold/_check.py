"""`check`: what is right and wrong about puzzles."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Unpack, overload

from ninefold import _ninefold
from ninefold._kinds import Arrow, is_one, kind_of
from ninefold._ninefold import Grid, Puzzle, Run
from ninefold._types import Errors, Options, Progress

if TYPE_CHECKING:
    import numpy.typing as npt

    Listed = list[str] | tuple[str, ...]
    Array = npt.NDArray[Any]


@overload
def check(puzzles: str | bytes | Grid | Puzzle, limit: int = 1000, **options: Unpack[Options]) -> dict[str, Any]: ...
@overload
def check(puzzles: Listed | Array, limit: int = 1000, **options: Unpack[Options]) -> list[dict[str, Any] | None]: ...
@overload
def check(puzzles: object, limit: int = 1000, **options: Unpack[Options]) -> Any: ...
def check(
    puzzles: Any,
    limit: int = 1000,
    *,
    errors: Errors = "raise",
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Check one puzzle or many: conflicts, number of solutions, redundant givens, symmetries.

    One puzzle has a dictionary with the members that `ninefold check --json` prints. A list or NumPy array has a list
    of them. An Arrow array has a struct array with the fields `status`, `solution`, `count`, `minimal`, `redundant`,
    `conflicts` and `symmetries`. Solutions are counted up to `limit`.

    >>> import ninefold
    >>> report = ninefold.check("55" + "." * 79)
    >>> report["answer"], report["count"], report["conflicts"][0]
    ('none', 0, {'house': 'r1', 'digit': 5, 'cells': ['r1c1', 'r1c2']})
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> report = ninefold.check(puzzle)
    >>> report["minimal"], len(report["redundant"]), report["symmetries"]
    (False, 22, ['half-turn'])
    """
    run = Run(errors, threads, progress)
    if is_one(puzzles):
        return _ninefold.check_one(puzzles, limit)
    kind = kind_of(puzzles, column)
    arrow = isinstance(kind, Arrow)
    table = _ninefold.check(kind.rows, limit, not arrow, run)
    if isinstance(kind, Arrow):
        return kind.result(table)
    return [None if report is None else json.loads(report) for report in table.list("report")]
