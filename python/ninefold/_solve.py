"""`solve` and `count`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack, overload

from ninefold import _ninefold
from ninefold._answers import STATUS, Answer, Answers
from ninefold._device import DeviceAnswers, count_on_device, is_on_device, solve_on_device
from ninefold._kinds import ArrayOfCells, ArrayOfTexts, Arrow, is_one, kind_of, like
from ninefold._ninefold import Grid, Puzzle, Run
from ninefold._types import Errors, Progress, SolverOptions

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Listed = list[str] | tuple[str, ...]
    Array = npt.NDArray[Any]


@overload
def solve(puzzles: str, **options: Unpack[SolverOptions]) -> Answer[str]: ...
@overload
def solve(puzzles: bytes, **options: Unpack[SolverOptions]) -> Answer[bytes]: ...
@overload
def solve(puzzles: Grid | Puzzle, **options: Unpack[SolverOptions]) -> Answer[Grid]: ...
@overload
def solve(puzzles: Listed, **options: Unpack[SolverOptions]) -> Answers[list[str | None], list[str]]: ...
@overload
def solve(puzzles: Array, **options: Unpack[SolverOptions]) -> Answers[Array, npt.NDArray[np.str_]]: ...
@overload
def solve(puzzles: object, **options: Unpack[SolverOptions]) -> Any: ...
def solve(
    puzzles: Any,
    *,
    errors: Errors = "raise",
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    device: str | None = None,
) -> Any:
    """Solve one puzzle or many.

    The answer comes in the kind of the input. For one puzzle (a string in any text format, bytes, a `Grid`, a `Puzzle`,
    a board of nine rows) it is an `Answer`. For a list or a NumPy array it is an `Answers`. For an Arrow array it is a
    struct array with the fields `status` and `solution`, for a table a table with these columns.

    Args:
        puzzles: One puzzle, or many.
        errors: `raise` raises the error of the first row that is no puzzle. `keep` gives such rows the status `error`;
            Arrow results get a field `error` that says what is wrong.
        column: The column of a table that holds the puzzles. By default it is found by its name.
        threads: How many threads work; by default one for each core.
        progress: A function that is called with the numbers of finished and of all puzzles.
        device: `cpu`, which is the default; `cuda` for the first NVIDIA GPU; `auto` for the GPU if there is one, else
            the CPU; or an instruction set of the CPU: `portable`, `avx2`, `avx512`, `neon`. The answers are the same.

    An array of uint8 on a GPU (PyTorch, CuPy, JAX, or anything else with DLPack or `__cuda_array_interface__`) with the
    shape `(n, 81)` or `(n, 9, 9)` stays there: the answer is a `DeviceAnswers`. Numbers other than 1 to 9 are empty
    cells.

    >>> import ninefold
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> answer = ninefold.solve(puzzle)
    >>> answer.status, answer.solution[:9]
    ('unique', '534678912')

    >>> answers = ninefold.solve([puzzle, "." * 81])
    >>> answers.status
    ['unique', 'multiple']
    >>> answers.solutions[0] == answer.solution
    True

    >>> import numpy as np
    >>> cells = np.zeros((1000, 81), np.uint8)
    >>> answers = ninefold.solve(cells)
    >>> answers.solutions.shape, answers.status[0]
    ((1000, 81), np.str_('multiple'))

    >>> import pyarrow as pa
    >>> ninefold.solve(pa.array([puzzle, None])).field("status").to_pylist()
    ['unique', None]

    """
    if is_on_device(puzzles):
        return DeviceAnswers(*solve_on_device(puzzles, device, progress))
    run = Run(errors, threads, progress, device)
    if is_one(puzzles):
        members = _ninefold.solve_one(puzzles, run)
        members["status"] = members.pop("answer")
        for name in ("solution", "second"):
            if name in members:
                members[name] = like(puzzles, members[name])
        return Answer(**members)
    kind = kind_of(puzzles, column)
    if isinstance(kind, ArrayOfCells | ArrayOfTexts):
        solutions, counts = kind.empty()
        table = _ninefold.solve_to_arrays(kind.rows, run, solutions, counts, kind.text)
        answers: Answers[Any, Any] = Answers(kind.filled(solutions), lambda: _names(counts), table.errors)
        return answers
    table = _ninefold.solve(kind.rows, run)
    if isinstance(kind, Arrow):
        return kind.result(table)
    listed: Answers[Any, Any] = Answers(
        kind.grids(table, "solution"), kind.values(table, "status", "str"), table.errors
    )
    return listed


def _names(counts: Any) -> Any:
    import numpy as np

    return np.array(STATUS)[counts]


@overload
def count(puzzles: str | bytes | Grid | Puzzle, limit: int = 1_000_000, **options: Unpack[SolverOptions]) -> int: ...
@overload
def count(puzzles: Listed, limit: int = 1_000_000, **options: Unpack[SolverOptions]) -> list[int | None]: ...
@overload
def count(puzzles: Array, limit: int = 1_000_000, **options: Unpack[SolverOptions]) -> npt.NDArray[np.int64]: ...
@overload
def count(puzzles: object, limit: int = 1_000_000, **options: Unpack[SolverOptions]) -> Any: ...
def count(
    puzzles: Any,
    limit: int = 1_000_000,
    *,
    errors: Errors = "raise",
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    device: str | None = None,
) -> Any:
    """Count the solutions of one puzzle or many, each up to a limit.

    One puzzle has a number, a list a list of numbers, a NumPy array an array, an Arrow array a struct array with the
    field `count`, an array on a GPU a `DeviceArray` of int32. With `errors="keep"`, a row that is no puzzle has `None`,
    or in a NumPy array -1.

    >>> import ninefold
    >>> ninefold.count("534..8912672195348198342567859..1423426853791713924856961537284287419635345286179")
    2
    >>> ninefold.count(["." * 81, "55" + "." * 79], limit=100)
    [100, 0]
    """
    if limit < 0:
        raise ValueError(f"found limit={limit}, expected 0 or more")
    if is_on_device(puzzles):
        return count_on_device(puzzles, limit, device, progress)
    run = Run(errors, threads, progress, device)
    if is_one(puzzles):
        return _ninefold.count_one(puzzles, limit, run)
    kind = kind_of(puzzles, column)
    table = _ninefold.count(kind.rows, limit, run)
    return kind.values(table, "count", "int64")
