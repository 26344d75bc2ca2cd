"""What can be wrong with an input. Every error is a `ValueError` whose fields hold the evidence.

>>> import ninefold
>>> try:
...     ninefold.solve("53..z")
... except ninefold.ParseError as error:
...     print(error.column, error.found, "|", error.expected)
5 'z' | a digit or an empty cell
"""

from __future__ import annotations

from typing import Any, ClassVar

__all__ = [
    "CellError",
    "DeviceError",
    "KindError",
    "MistakeError",
    "MultipleSolutionsError",
    "NinefoldError",
    "NoSolutionError",
    "NotAPuzzleError",
    "ParseError",
    "RecipeError",
]


class NinefoldError(ValueError):
    """The base of all errors.

    `row` is the number of the puzzle in a batch, counted from 0, and `None` for a single puzzle.
    """

    _fields: ClassVar[tuple[str, ...]] = ("row",)

    row: int | None

    def __init__(self, message: str, **fields: Any) -> None:
        super().__init__(message)
        for name in self._fields:
            setattr(self, name, fields.get(name))

    def __str__(self) -> str:
        message = str(self.args[0])
        return message if self.row is None else f"row {self.row}: {message}"

    def __reduce__(self) -> tuple[Any, ...]:
        fields = {name: getattr(self, name) for name in self._fields}
        return (_rebuild, (type(self), self.args[0], fields))


def _rebuild(cls: type[NinefoldError], message: str, fields: dict[str, Any]) -> NinefoldError:
    """Restore a pickled error."""
    return cls(message, **fields)


class ParseError(NinefoldError):
    """A text that is not a puzzle: where, what was found there, what was expected."""

    _fields = ("row", "line", "column", "found", "expected")

    line: int
    column: int
    found: str
    expected: str


class CellError(NinefoldError):
    """A cell that is neither empty nor a digit.

    >>> import ninefold
    >>> try:
    ...     ninefold.solve([0] * 80 + [10])
    ... except ninefold.CellError as error:
    ...     print(error.cell, error.found)
    r9c9 10
    """

    _fields = ("row", "cell", "found")

    cell: str
    found: str


class KindError(NinefoldError, TypeError):
    """An object of a type or shape that cannot hold puzzles. It is a `TypeError` as well."""

    _fields = ("row", "found", "expected")

    found: str
    expected: str


class NotAPuzzleError(NinefoldError):
    """A grid that does not have exactly one solution."""


class NoSolutionError(NotAPuzzleError):
    """No solution, and why as far as it is known.

    `house`, `digit` and `cells` name a digit that a house holds twice. Without `house`, `cells` and `digit` name a
    candidate that is missing from the only solution.

    >>> import ninefold
    >>> try:
    ...     ninefold.Puzzle("55" + "." * 79)
    ... except ninefold.NoSolutionError as error:
    ...     print(error, "|", error.house, error.digit, error.cells)
    two 5s in row 1: r1c1 r1c2 | r1 5 ['r1c1', 'r1c2']
    """

    _fields = ("row", "house", "digit", "cells")

    house: str | None
    digit: int | None
    cells: list[str] | None


class MultipleSolutionsError(NotAPuzzleError):
    """More than one solution: two of them, and the cells in which they differ."""

    _fields = ("row", "first", "second", "differences")

    first: str
    second: str
    differences: list[str]


class MistakeError(NinefoldError):
    """A digit or note of a player that contradicts the solution."""

    _fields = ("row", "cells", "digit")

    cells: list[str]
    digit: int


class RecipeError(NinefoldError):
    """A recipe that no puzzle can meet, or one that is not understood."""


class DeviceError(NinefoldError):
    """A GPU that cannot be used: what is missing. `device="auto"` uses the CPU instead."""
