"""A stream of tables that is cut into files."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa


class Stream:
    """A stream of tables from which any number of rows can be taken. It holds one table at a time."""

    def __init__(self, tables: Iterator[pa.Table]) -> None:
        self._tables = tables
        self._next: pa.Table | None = None

    def peek(self) -> pa.Table | None:
        """Return the next table without taking it, or `None` at the end."""
        if self._next is None:
            self._next = next(self._tables, None)
        return self._next

    def take(self, rows: int) -> Iterator[pa.Table]:
        """Take so many rows, or those that are left."""
        while rows and (table := self.peek()) is not None:
            taken = table.slice(0, rows)
            self._next = table.slice(rows) if table.num_rows > rows else None
            rows -= taken.num_rows
            yield taken
