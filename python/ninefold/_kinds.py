"""The kinds of input, and how results are returned in the same kind.

A call takes one puzzle or many: a string, a board, a list, a NumPy array, anything with the Arrow C interface. The
compiled module reads all of them as `Rows` and answers with a `Table`. A kind knows how to make the first from the
input, and what the input's owner expects back from the second.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypeGuard, cast

from ninefold._foreign import to_library_of
from ninefold._ninefold import Grid, Puzzle, Rows, Table
from ninefold.errors import KindError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

EXPECTED = (
    "a string, a board of nine rows of nine cells, a list of these, a NumPy array with the shape (n, 81), (n, 9, 9) "
    "or (n,), or an Arrow array of strings"
)


class Many(Protocol):
    """Many puzzles of one kind."""

    rows: Rows

    def grids(self, table: Table, name: str) -> Any:
        """Return a column of grids as the input has them."""
        ...

    def values(self, table: Table, name: str, dtype: str) -> Any:
        """Return a column of numbers or names."""
        ...


def is_one(puzzle: object) -> bool:
    """Whether an input is a single puzzle."""
    return isinstance(puzzle, str | bytes | Grid | Puzzle) or is_board(puzzle)


def is_board(puzzle: object) -> bool:
    """Whether an input is a single puzzle as nested lists: nine rows of nine cells, or 81 cells."""
    if not isinstance(puzzle, list | tuple):
        return False
    items = cast("list[object]", puzzle)
    if len(items) == 81:
        return all(_is_cell(item) for item in items)
    return bool(items) and all(_is_row(item) for item in items)


def _is_row(row: object) -> bool:
    if isinstance(row, str):
        return len(row) == 9
    return isinstance(row, list | tuple) and all(_is_cell(cell) for cell in cast("list[object]", row))


def _is_cell(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and len(cell) <= 1) or hasattr(cell, "__index__")


def kind_of(puzzles: object, column: str | None = None) -> Many:
    """Return the kind of an input of many puzzles."""
    if _is_array(puzzles):
        return _kind_of_array(puzzles)
    if hasattr(puzzles, "__arrow_c_array__") or hasattr(puzzles, "__arrow_c_stream__"):
        return Arrow(puzzles, column)
    if hasattr(puzzles, "__dlpack__"):
        return _kind_of_tensor(puzzles)
    if isinstance(puzzles, Iterable):
        return Listed(cast("Iterable[object]", puzzles))
    raise wrong_kind(puzzles, EXPECTED)


def wrong_kind(found: object, expected: str) -> KindError:
    """Return the error for an object that cannot hold puzzles."""
    name = f"{type(found).__module__}.{type(found).__qualname__}".removeprefix("builtins.")
    if _is_array(found):
        name = f"{name} of {found.dtype} with the shape {found.shape}"
    return KindError(f"found {name}, expected {expected}", found=name, expected=expected)


class Listed:
    """A list. Each result has the type of its own item."""

    def __init__(self, items: Iterable[object]) -> None:
        self.items = items if isinstance(items, list | tuple) else list(items)
        self.rows = Rows.of_items(self.items)

    def grids(self, table: Table, name: str) -> list[Any]:
        """Return a list of grids."""
        texts = table.list(name)
        if self.rows.is_text:
            return texts
        return [None if text is None else like(item, text) for item, text in zip(self.items, texts, strict=True)]

    def values(self, table: Table, name: str, dtype: str) -> list[Any]:
        """Return a list of values."""
        return table.list(name)


def like(item: object, text: str) -> Any:
    """Return a grid of 81 characters in the type of another."""
    if isinstance(item, str):
        return text
    if isinstance(item, bytes):
        return text.encode()
    if isinstance(item, Grid | Puzzle):
        return Grid(text)
    board = cast("list[object]", item)
    flat = len(board) == 81
    if flat or not isinstance(board[0], str):
        first = board if flat else cast("list[object]", board[0])
        cell = _cell_like(first)
        cells = [cell(character) for character in text]
        return cells if flat else [cells[start : start + 9] for start in range(0, 81, 9)]
    return [text[start : start + 9] for start in range(0, 81, 9)]


def _cell_like(cells: list[object]) -> Callable[[str], object]:
    if any(isinstance(cell, str) for cell in cells):
        return str
    return lambda character: int(character) if character.isdigit() else 0


def _is_array(puzzles: object) -> TypeGuard[npt.NDArray[Any]]:
    # NumPy is used only if the caller has imported it.
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(puzzles, numpy.ndarray)


def _kind_of_tensor(tensor: Any) -> Many:
    """Read an array of another library in the memory of the host, such as a tensor of PyTorch, as NumPy does."""
    import numpy as np

    try:
        array = np.from_dlpack(tensor)
    except (BufferError, RuntimeError, TypeError) as error:
        raise wrong_kind(tensor, EXPECTED) from error
    return _kind_of_array(array)


def _kind_of_array(array: npt.NDArray[Any]) -> Many:
    expected = "a NumPy array with the shape (n, 81) or (n, 9, 9) of integers, or (n,) of strings of 81 characters"
    if array.ndim == 1 and array.dtype.kind in "SU":
        return ArrayOfTexts(array)
    if array.ndim == 1 and array.dtype.kind in "OT":
        return ArrayOfObjects(array)
    if array.dtype.kind in "iu" and array.shape[1:] in {(81,), (9, 9)}:
        return ArrayOfCells(array)
    if array.shape in {(81,), (9, 9)}:
        expected += "; for a single puzzle use x.reshape(1, 81)"
    raise wrong_kind(array, expected)


_PART = 4096
"""Ctrl-C ends a conversion by NumPy after at most this many rows: between two calls of it."""


def _parts(rows: Any) -> Iterator[Any]:
    for start in range(0, len(rows), _PART):
        yield rows[start : start + _PART]


def _converted(array: npt.NDArray[Any], dtype: Any, convert: Callable[[Any], Any] | None = None) -> npt.NDArray[Any]:
    """Return an array in another type, part by part."""
    import numpy as np

    converted = np.empty(array.shape, dtype)
    for source, target in zip(_parts(array), _parts(converted), strict=True):
        target[...] = convert(source) if convert else source
    return converted


def _array_of_names(names: list[str | None]) -> npt.NDArray[Any]:
    """Return `np.array(names)`, part by part."""
    import numpy as np

    parts = [np.array(part) for part in _parts(names)]
    joined = np.empty(len(names), np.result_type(*(part.dtype for part in parts)) if parts else "U1")
    for source, target in zip(parts, _parts(joined), strict=True):
        target[...] = source
    return joined


def _list_of(array: npt.NDArray[Any]) -> list[Any]:
    """Return `array.tolist()`, part by part."""
    return [item for part in _parts(array) for item in part.tolist()]


def cells_of(table: Table, name: str, *, numbers: bool = True) -> npt.NDArray[np.uint8]:
    """Return a column of grids as an array of (n, 81) numbers or characters."""
    import numpy as np

    cells = np.empty((len(table), 81), np.uint8)
    table.fill(name, cells, numbers)
    return cells


class _Array:
    """What all NumPy arrays have in common."""

    array: npt.NDArray[Any]

    def values(self, table: Table, name: str, dtype: str) -> Any:
        """Return an array of values."""
        import numpy as np

        if dtype == "str":
            return _array_of_names(table.list(name))
        values = np.empty(len(table), dtype)
        table.fill(name, values.view(np.uint8))
        return values


class ArrayOfCells(_Array):
    """An array of numbers, (n, 81) or (n, 9, 9)."""

    text = False

    def __init__(self, array: npt.NDArray[np.integer[Any]]) -> None:
        self.array = array
        cells = array if array.dtype.str == "|u1" else _to_bytes(array)
        self.rows = Rows.of_buffer(cells, text=False)

    def empty(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """Make arrays to receive solutions and their numbers."""
        import numpy as np

        return np.zeros(self.array.shape, np.uint8), np.zeros(len(self.array), np.uint8)

    def filled(self, cells: npt.NDArray[np.uint8]) -> Any:
        """Return cells in the type of the input."""
        cells = cells.reshape(self.array.shape)
        return cells if cells.dtype == self.array.dtype else _converted(cells, self.array.dtype)

    def grids(self, table: Table, name: str) -> Any:
        """Return an array of grids."""
        return self.filled(cells_of(table, name))


def _to_bytes(array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Narrow numbers to a byte; what does not fit becomes 255, which no cell is."""
    import numpy as np

    return _converted(array, np.uint8, lambda part: np.where((part >= 0) & (part <= 255), part, 255))


class ArrayOfTexts(_Array):
    """An array (n,) of bytes or strings."""

    text = True

    def __init__(self, array: npt.NDArray[Any]) -> None:
        import numpy as np

        self.array = array
        if array.dtype.kind == "S" and array.dtype.itemsize == 81:
            # A new axis makes the bytes of each text an axis of their own, whatever the stride.
            self.rows = Rows.of_buffer(array[:, np.newaxis].view(np.uint8), text=True)
        else:
            self.rows = Rows.of_items(_list_of(array))

    def empty(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """Make arrays to receive solutions and their numbers."""
        import numpy as np

        return np.zeros((len(self.array), 81), np.uint8), np.zeros(len(self.array), np.uint8)

    def filled(self, cells: npt.NDArray[np.uint8]) -> Any:
        """Return cells in the type of the input."""
        texts = cells.reshape(-1).view("S81")
        return texts if self.array.dtype.kind == "S" else _converted(texts, "U81")

    def grids(self, table: Table, name: str) -> Any:
        """Return an array of grids."""
        return self.filled(cells_of(table, name, numbers=False))


class ArrayOfObjects(_Array):
    """An array (n,) of Python objects."""

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self.array = array
        self.listed = Listed(_list_of(array))
        self.rows = self.listed.rows

    def grids(self, table: Table, name: str) -> Any:
        """Return an array of grids."""
        import numpy as np

        grids = np.empty(len(self.array), object)
        grids[:] = self.listed.grids(table, name)
        return grids.astype(self.array.dtype, copy=False)


class Arrow:
    """Anything with the Arrow C interface. All results are columns of one struct array or table."""

    def __init__(self, array: object, column: str | None) -> None:
        self.array = array
        self.rows = Rows.of_arrow(array, column)

    def grids(self, table: Table, name: str) -> Any:
        """Return the table, of which the grids are a column."""
        return self.result(table)

    def values(self, table: Table, name: str, dtype: str) -> Any:
        """Return the table, of which the values are a column."""
        return self.result(table)

    def result(self, table: Table) -> Any:
        """Return the table as the library of the input holds it."""
        return to_library_of(self.array, table)
