"""`canonical`, `shuffle` and `transform`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Unpack, overload

from ninefold import _ninefold
from ninefold._answers import Form, Forms
from ninefold._kinds import Arrow, is_one, kind_of, like
from ninefold._ninefold import Grid, Puzzle, Rows, Run, Table, Transform
from ninefold._types import Errors, Options, Progress, SolverOptions

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Listed = list[str] | tuple[str, ...]
    Array = npt.NDArray[Any]
    ListedForms = Forms[list[str | None], list[int | None], list[str | None]]
    ArrayForms = Forms[Array, npt.NDArray[np.int64], npt.NDArray[np.str_]]


@overload
def canonical(puzzles: str, **options: Unpack[SolverOptions]) -> Form[str]: ...
@overload
def canonical(puzzles: bytes, **options: Unpack[SolverOptions]) -> Form[bytes]: ...
@overload
def canonical(puzzles: Grid | Puzzle, **options: Unpack[SolverOptions]) -> Form[Grid]: ...
@overload
def canonical(puzzles: Listed, **options: Unpack[SolverOptions]) -> ListedForms: ...
@overload
def canonical(puzzles: Array, **options: Unpack[SolverOptions]) -> ArrayForms: ...
@overload
def canonical(puzzles: object, **options: Unpack[SolverOptions]) -> Any: ...
def canonical(
    puzzles: Any,
    *,
    errors: Errors = "raise",
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    device: str | None = None,
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
    run = Run(errors, threads, progress, device)
    if is_one(puzzles):
        members, class_id = _ninefold.canonical_one(puzzles)
        for name in ("canonical", "canonical_solution"):
            members[name] = like(puzzles, members[name])
        return Form(**members, class_id=class_id)
    kind = kind_of(puzzles, column)
    table = _ninefold.canonical(kind.rows, run)
    if isinstance(kind, Arrow):
        return kind.result(table)
    return Forms(
        kind.grids(table, "canonical"),
        kind.values(table, "automorphisms", "int64"),
        kind.values(table, "class_id", "str"),
        table.errors,
    )


@overload
def shuffle(puzzles: str, seed: int, **options: Unpack[Options]) -> str: ...
@overload
def shuffle(puzzles: bytes, seed: int, **options: Unpack[Options]) -> bytes: ...
@overload
def shuffle(puzzles: Grid | Puzzle, seed: int, **options: Unpack[Options]) -> Grid: ...
@overload
def shuffle(puzzles: Listed, seed: int, **options: Unpack[Options]) -> list[str | None]: ...
@overload
def shuffle(puzzles: Array, seed: int, **options: Unpack[Options]) -> Array: ...
@overload
def shuffle(puzzles: object, seed: int, **options: Unpack[Options]) -> Any: ...
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
    run = Run(errors, threads, progress)
    return _images(puzzles, column, run, lambda rows, run: _ninefold.shuffle(rows, seed, run))


@overload
def transform(puzzles: str, transform: Transform | str, **options: Unpack[Options]) -> str: ...
@overload
def transform(puzzles: bytes, transform: Transform | str, **options: Unpack[Options]) -> bytes: ...
@overload
def transform(puzzles: Grid | Puzzle, transform: Transform | str, **options: Unpack[Options]) -> Grid: ...
@overload
def transform(puzzles: Listed, transform: Transform | str, **options: Unpack[Options]) -> list[str | None]: ...
@overload
def transform(puzzles: Array, transform: Transform | str, **options: Unpack[Options]) -> Array: ...
@overload
def transform(puzzles: object, transform: Transform | str, **options: Unpack[Options]) -> Any: ...
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
    run = Run(errors, threads, progress)
    return _images(puzzles, column, run, lambda rows, run: _ninefold.transform(rows, wanted, run))


def _images(puzzles: Any, column: str | None, run: Run, call: Callable[[Rows, Run], Table]) -> Any:
    if is_one(puzzles):
        # The error of a single puzzle is always raised.
        table = call(Rows.of_items([puzzles]), Run())
        return like(puzzles, table.list("puzzle")[0])
    kind = kind_of(puzzles, column)
    return kind.grids(call(kind.rows, run), "puzzle")
