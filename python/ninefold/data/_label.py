"""`label`: a labelled copy of a source of puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ninefold._types import Names, Progress
from ninefold.data._labels import DEFAULT, Labels
from ninefold.data._shards import claim, rows_of, write_table
from ninefold.data._source import Source, Unit
from ninefold.data._stream import Stream

SHARD_ROWS = 1_048_576
"""The rows of an output file, where one input file becomes several."""


@dataclass(frozen=True)
class Labelled:
    """What a run of `label` did: rows written, rows that could not be read, files written.

    Files that were complete before are not counted.
    """

    rows: int
    errors: int
    files: int


def label(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    columns: Names = DEFAULT,
    *,
    seed: int = 0,
    parts: Mapping[str, float] | None = None,
    sample: float = 1.0,
    column: str | None = None,
    format: str | None = None,
    shard_rows: int = SHARD_ROWS,
    threads: int | None = None,
    progress: Progress | None = None,
    device: str | None = None,
    overwrite: bool = False,
) -> Labelled:
    """Label the puzzles of a file or folder.

    The target gets Parquet files (zstd). A folder of files becomes a folder of files with the same names. A single file
    becomes `part-00000.parquet` and so on; if the target's name ends in `.parquet`, one file. Memory does not depend on
    the size of the source. If the run is interrupted, the same call continues after the last complete file.

    Args:
        source: A Parquet file, CSV, any other text format, or a folder of these.
        target: A folder, or the name of a Parquet file.
        columns: What to add; `COLUMNS` describes each.
        seed: The seed of the split and the sample.
        parts: The shares of the split, by default 10 % `test` and 10 % `validation`; the rest is `train`.
        sample: The share of the classes that are rated.
        column: The column of puzzles; by default it is found by its name.
        format: The text format; by default it is recognised by content.
        shard_rows: The rows of an output file, where one input file becomes several.
        threads: How many threads work.
        progress: A function that is called with the number of rows finished so far, and `None`.
        device: What solves; see `solve`.
        overwrite: Whether results of another job in the target may be replaced.

    """
    chosen = dict(parts) if parts is not None else {"test": 0.1, "validation": 0.1}
    names = columns if not isinstance(columns, str) else columns.split(",")
    labels = Labels([name.strip() for name in names], seed, chosen, sample=sample, column=column)
    job = _Job(Source.at(source), Path(target), labels, format, shard_rows, threads, progress, device)
    return job.run(overwrite)


@dataclass
class _Job:
    source: Source
    target: Path
    labels: Labels
    format: str | None
    shard_rows: int
    threads: int | None
    progress: Progress | None
    device: str | None
    rows: int = 0
    errors: int = 0
    files: int = 0

    def run(self, overwrite: bool) -> Labelled:
        if self.shard_rows < 1:
            raise ValueError(f"found shard_rows={self.shard_rows}, expected 1 or more")
        if self.target.suffix == ".parquet" and not self.source.is_folder:
            # One file has its name only when it is complete: there is nothing to continue.
            self._write(self.target, self.source.units[0].tables(format=self.format))
            return self._labelled()
        job: dict[str, Any] = {
            "labels": self.labels.description(),
            "column": self.labels.column,
            "source": self.source.description(),
        }
        if not self.source.is_folder:
            job["shard_rows"] = self.shard_rows
        claim(self.target, job, overwrite=overwrite)
        for unit in self.source.units:
            if self.source.is_folder:
                path = (self.target / unit.name).with_suffix(".parquet")
                if not path.exists():
                    self._write(path, unit.tables(format=self.format))
            else:
                self._write_parts(unit)
        return self._labelled()

    def _write_parts(self, unit: Unit) -> None:
        """Write one input file as several files, after those that are complete."""
        part = done = 0
        while (path := self.target / f"part-{part:05}.parquet").exists():
            rows = rows_of(path)
            done += rows
            part += 1
            if rows < self.shard_rows:
                return
        stream = Stream(unit.tables(done, self.format))
        while (first := stream.peek()) is not None and (first.num_rows or part == 0):
            self._write(self.target / f"part-{part:05}.parquet", stream.take(self.shard_rows))
            part += 1

    def _write(self, path: Path, tables: Iterable[pa.Table]) -> None:
        iterator = iter(tables)
        first = next(iterator)
        schema = self.labels.schema(first.schema)
        write_table(path, map(self._label, chain([first], iterator)), schema)
        self.files += 1

    def _label(self, table: pa.Table) -> pa.Table:
        labelled = self.labels(table, threads=self.threads, device=self.device)
        self.rows += table.num_rows
        self.errors += table.num_rows - pc.sum(pc.is_null(labelled.column("error"))).as_py() if table.num_rows else 0
        if self.progress is not None:
            self.progress(self.rows, None)
        return labelled

    def _labelled(self) -> Labelled:
        return Labelled(self.rows, self.errors, self.files)
