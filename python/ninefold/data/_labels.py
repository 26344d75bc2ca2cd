"""`Labels`: the one function from an Arrow table of puzzles to a table with their labels.

A file, Ray and Spark all call it, so they write the same rows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ninefold import _ninefold
from ninefold._ninefold import Rows, Run
from ninefold._types import Progress

COLUMNS: dict[str, str] = dict(_ninefold.labels())
"""The columns that can be asked for, and what they mean."""

DEFAULT = ("status", "solution", "givens", "canonical", "class_id", "split")


@dataclass(frozen=True)
class Labels:
    """Which columns a data set gets, and the numbers that determine them.

    Attributes:
        columns: The columns; `COLUMNS` has all of them.
        seed: The seed of the split and of the sample.
        parts: The shares of the parts of the split, such as `{"test": 0.1, "validation": 0.05}`.
        rest: The name of what these parts leave.
        sample: The share of the classes that are rated; the others have nulls. It concerns the ratings and everything
            that comes from the path, which take much longer than the rest.
        column: The column of puzzles; by default it is found by its name.

    >>> import pyarrow as pa
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> labels = Labels(["solution", "se"])
    >>> labels(pa.table({"id": [1, 2], "puzzle": [puzzle, "oops"]})).to_pylist()[1]["error"]
    "line 1, column 1: found 'o', expected a digit or an empty cell"

    """

    columns: Sequence[str] = DEFAULT
    seed: int = 0
    parts: Mapping[str, float] = field(default_factory=lambda: {"test": 0.1, "validation": 0.1})
    rest: str = "train"
    sample: float = 1.0
    column: str | None = None

    def __post_init__(self) -> None:
        if isinstance(self.columns, str):
            object.__setattr__(self, "columns", [name.strip() for name in self.columns.split(",")])
        for name in self.columns:
            if name not in COLUMNS:
                raise ValueError(f"found the column {name!r}, expected one of {', '.join(COLUMNS)}")
        if len(set(self.columns)) < len(self.columns):
            raise ValueError(f"found a column twice in {', '.join(self.columns)}")
        if not 0 <= self.sample <= 1:
            raise ValueError(f"found sample={self.sample}, expected a share from 0 to 1")
        shares = list(self.parts.values())
        if any(share < 0 for share in shares) or sum(shares) > 1 + 1e-9:
            raise ValueError(f"found the shares {shares}, expected shares whose sum is at most 1")
        if self.rest in self.parts:
            raise ValueError(f"found the part {self.rest!r} among the shares, expected a name for the rest")
        if not 0 <= self.seed < 1 << 64:
            raise ValueError(f"found seed={self.seed}, expected a number from 0 to 2^64 - 1")

    def __call__(
        self,
        table: pa.Table | pa.RecordBatch,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
        device: str | None = None,
    ) -> pa.Table:
        """Return the table with the labels beside its own columns.

        A column of the input that has the name of a label is kept with `input_` before its name. A row whose puzzle
        cannot be read gets nulls and a text in the column `error`.
        """
        source = pa.Table.from_batches([table]) if isinstance(table, pa.RecordBatch) else table
        found = pa.table(self._label(source, threads, progress, device))
        names, columns = list[str](), list[Any]()
        for name, column in zip(source.column_names, source.columns, strict=True):
            if name == "error":
                continue
            names.append(f"input_{name}" if name in self.columns else name)
            columns.append(column)
        errors = found.column("error")
        if "error" in source.column_names:
            errors = pc.coalesce(errors, source.column("error").cast(pa.string()))
        names += [*self.columns, "error"]
        columns += [*(found.column(name) for name in self.columns), errors]
        return pa.table(columns, names=_distinct(names)).replace_schema_metadata(self.metadata(source.schema.metadata))

    def _label(self, source: pa.Table, threads: int | None, progress: Progress | None, device: str | None) -> Any:
        # What is not asked for is not handed over: the compiled module would import all columns.
        names = source.column_names
        column = self.column if self.column is not None else names[_ninefold.puzzle_column(names)]
        rows = Rows.of_arrow(source.select([column]))
        parts = [*self.parts, self.rest]
        return _ninefold.label(
            rows,
            list(self.columns),
            self.sample,
            self.seed,
            parts,
            list(self.parts.values()),
            Run("keep", threads, progress, device),
        )

    def schema(self, source: pa.Schema) -> pa.Schema:
        """Return the schema that a table of this schema gets."""
        return self(source.empty_table()).schema

    def metadata(self, others: Mapping[bytes, bytes] | None = None) -> dict[bytes, bytes]:
        """Return the metadata of labelled tables: everything that determines the labels."""
        return {**(others or {}), b"ninefold": json.dumps(self.description(), sort_keys=True).encode()}

    def description(self) -> dict[str, Any]:
        """Return what determines the labels, as JSON can hold it."""
        return {
            "version": _ninefold.__version__,
            "columns": {name: COLUMNS[name] for name in self.columns},
            "seed": self.seed,
            "parts": dict(self.parts),
            "rest": self.rest,
            "sample": self.sample,
        }


def _distinct(names: list[str]) -> list[str]:
    """Make names different by numbers after them."""
    seen = set[str]()
    for index, name in enumerate(names):
        number = 2
        while names[index] in seen:
            names[index] = f"{name}_{number}"
            number += 1
        seen.add(names[index])
    return names
