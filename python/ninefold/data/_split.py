"""`split`: which part of a data set a puzzle belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ninefold import _ninefold
from ninefold._kinds import Arrow, is_one, kind_of
from ninefold._ninefold import Rows, Run
from ninefold._types import Progress


def split(
    puzzles: Any,
    *,
    seed: int = 0,
    parts: Mapping[str, float] | None = None,
    rest: str = "train",
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Return the part of a split that one puzzle or each of many belongs to.

    The part depends on the seed and the canonical form of the puzzle alone. So isomorphic puzzles are always in the
    same part, any machine can decide for any puzzle by itself, and a set that grows does not move the puzzles it had
    before. `ninefold split --by-class` uses the same function: its test set is the first part here.

    >>> import ninefold, ninefold.data
    >>> puzzles = ninefold.generate(1000, seed=1)
    >>> parts = ninefold.data.split(puzzles, seed=7, parts={"test": 0.1})
    >>> parts == ninefold.data.split(ninefold.shuffle(puzzles, seed=2), seed=7, parts={"test": 0.1})
    True
    >>> 60 < parts.count("test") < 140
    True
    """
    chosen = dict(parts) if parts is not None else {"test": 0.1, "validation": 0.1}
    names, shares = [*chosen, rest], list(chosen.values())

    run = Run("keep", threads, progress)

    def call(rows: Rows) -> Any:
        return _ninefold.label(rows, ["split"], 1.0, seed, names, shares, run)

    if is_one(puzzles):
        table = call(Rows.of_items([puzzles]))
        for error in table.errors.values():
            error.row = None
            raise error
        return table.list("split")[0]
    kind = kind_of(puzzles, column)
    table = call(kind.rows)
    return kind.result(table) if isinstance(kind, Arrow) else kind.values(table, "split", "str")
