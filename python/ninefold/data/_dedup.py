"""`dedup`: one puzzle of each class."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Literal

import pyarrow as pa

from ninefold import _ninefold
from ninefold._ninefold import Rows, Seen
from ninefold._types import Progress
from ninefold.data._shards import write_table
from ninefold.data._source import Source


@dataclass(frozen=True)
class Deduplicated:
    """What a run of `dedup` did: rows read, rows kept, rows without a class."""

    rows: int
    kept: int
    errors: int


def dedup(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    by: Literal["class", "solution", "givens"] = "class",
    column: str | None = None,
    format: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Deduplicated:
    """Write the first puzzle of each class to a Parquet file.

    `by` says which puzzles are the same: those that are isomorphic (`class`), those with isomorphic solutions
    (`solution`), or only equal ones (`givens`). Rows whose puzzle cannot be read, or has no class, are left out.
    About 32 bytes of memory are needed for each puzzle that is kept; beyond one machine's memory, use
    `ninefold.ray.dedup` or `ninefold.spark.dedup`.
    """
    seen = Seen()
    rows = kept = errors = 0

    def distinct(tables: Iterator[pa.Table]) -> Iterator[pa.Table]:
        nonlocal rows, kept, errors
        for table in tables:
            name = column if column is not None else table.column_names[_ninefold.puzzle_column(table.column_names)]
            first = seen.insert(Rows.of_arrow(table.select([name])), by, threads)
            rows += table.num_rows
            kept += first.count(True)
            errors += first.count(None)
            if progress is not None:
                progress(rows, None)
            yield table.filter(pa.array(first, pa.bool_()))

    units = Source.at(source).units
    tables = chain.from_iterable(unit.tables(format=format) for unit in units)
    first = next(tables)
    write_table(Path(target), distinct(chain([first], tables)), first.schema)
    return Deduplicated(rows, kept, errors)
