"""`canonical`, `shuffle` and `transform`."""

from __future__ import annotations

from typing import Any

from ninefold import _ninefold
from ninefold._answers import Form, Forms
from ninefold._kinds import Arrow, is_one, kind_of, like
from ninefold._ninefold import Rows, Table, Transform
from ninefold._solve import keeps
from ninefold._types import Errors, Progress


def canonical(
    puzzles: Any,
    *,
    errors: Errors = "raise",
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    backend: str | None = None,
) -> Any:
    """Return the canonical form of one puzzle or many.

    Two puzzles are isomorphic (equal but for the names of digits and the order of lines) exactly when their forms are
    equal. One puzzle has a `Form`, a list or NumPy array `Forms`, an Arrow array a struct array with the fields
    `canonical`, `automorphisms` and `class_id`.

    >>> import ninefold
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> form = ninefold.canonical(puzzle)
    >>> form.canonical == ninefold.canonical(ninefold.shuffle(puzzle, seed=7)).canonical
    True
    >>> import hashlib
    >>> form.class_id == hashlib.sha256(form.canonical.encode()).hexdigest()[:32]
    True
    """
    keep = keeps(errors)
    if is_one(puzzles):
        members, class_id = _ninefold.canonical_one(puzzles)
        for name in ("canonical", "canonical_solution"):
            members[name] = like(puzzles, members[name])
        return Form(**members, class_id=class_id)
    kind = kind_of(puzzles, column)
    table = _ninefold.canonical(kind.rows, keep, threads, progress, backend)
    if isinstance(kind, Arrow):
        return kind.result(table)
    return Forms(
        kind.grids(table, "canonical"),
        kind.values(table, "automorphisms", "int64"),
        kind.values(table, "class_id", "str"),
        table.errors,
    )


def shuffle(
    puzzles: Any,
    seed: int,
    *,
    errors: Errors = "raise",
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Return a random isomorph of one puzzle or of each of many.

    The seed and the place in the input determine it, on every machine. The result has the kind of the input; for an
    Arrow array it is a struct array with the field `puzzle`.

    >>> import ninefold
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> ninefold.shuffle([puzzle, puzzle], seed=1)[0] == ninefold.shuffle(puzzle, seed=1)
    True
    """

    def shuffled(rows: Rows, keep: bool) -> Table:
        return _ninefold.shuffle(rows, seed, keep, threads, progress)

    return _images(puzzles, column, keeps(errors), shuffled)


def transform(
    puzzles: Any,
    transform: Transform | str,
    *,
    errors: Errors = "raise",
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Apply a transform to one puzzle or to each of many.

    >>> import ninefold
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> form = ninefold.canonical(puzzle)
    >>> ninefold.transform(puzzle, form.transform) == form.canonical
    True
    """
    wanted = Transform(transform) if isinstance(transform, str) else transform

    def transformed(rows: Rows, keep: bool) -> Table:
        return _ninefold.transform(rows, wanted, keep, threads, progress)

    return _images(puzzles, column, keeps(errors), transformed)


def _images(puzzles: Any, column: str | None, keep: bool, call: Any) -> Any:
    if is_one(puzzles):
        table = call(Rows.of_items([puzzles]), False)
        return like(puzzles, table.list("puzzle")[0])
    kind = kind_of(puzzles, column)
    return kind.grids(call(kind.rows, keep), "puzzle")
