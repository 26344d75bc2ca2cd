"""Parquet files that are written once, as a whole, and never half.

A job that was interrupted and is started again keeps the files that are complete and writes the others. It ends with
the same bytes as one that was not interrupted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

ROW_GROUP = 65_536
"""The rows of a row group."""

MANIFEST = "_ninefold.json"
"""The file that says which job a folder belongs to."""


def write_table(path: Path, tables: Iterable[pa.Table], schema: pa.Schema) -> int:
    """Write a Parquet file. It has its name only when it is complete. Returns the number of rows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.partial")
    rows = 0
    with pq.ParquetWriter(partial, schema, compression="zstd", compression_level=3, version="2.6") as writer:
        waiting = list[pa.Table]()
        count = 0
        for table in tables:
            waiting.append(_in_schema(table, schema))
            count += table.num_rows
            rows += table.num_rows
            while count >= ROW_GROUP:
                joined = pa.concat_tables(waiting)
                writer.write_table(joined.slice(0, ROW_GROUP), row_group_size=ROW_GROUP)
                count -= ROW_GROUP
                waiting = [joined.slice(ROW_GROUP)] if count else []
        if count or not rows:
            writer.write_table(pa.concat_tables(waiting) if waiting else schema.empty_table(), row_group_size=ROW_GROUP)
    _sync(partial)
    os.replace(partial, path)
    return rows


def _in_schema(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """Bring the columns into the order and types of the file; a column that is missing becomes nulls."""
    columns = [
        table.column(field.name).cast(field.type)
        if field.name in table.column_names
        else pa.nulls(len(table), field.type)
        for field in schema
    ]
    return pa.table(columns, schema=schema)


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def claim(folder: Path, job: dict[str, Any], *, overwrite: bool = False) -> None:
    """Make the folder that of a job, or check that it is.

    Raises:
        FileExistsError: The folder has the results of another job.

    """
    manifest = folder / MANIFEST
    text = json.dumps(job, indent=2, sort_keys=True) + "\n"
    if manifest.exists():
        if manifest.read_text() == text:
            return
        if not overwrite:
            raise FileExistsError(
                f"{folder} has the results of another job (see {MANIFEST}): choose another folder or overwrite them"
            )
        for file in folder.rglob("*.parquet"):
            file.unlink()
    elif folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty and not of Ninefold: choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    manifest.write_text(text)


def rows_of(path: Path) -> int:
    """Return the number of rows of a complete file."""
    return pq.read_metadata(path).num_rows
