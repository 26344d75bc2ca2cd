"""Where puzzles come from: Parquet files, CSV, every text format, folders of these.

A source consists of units, one a file. The rows of a unit are read as Arrow tables of a fixed number of rows, so that a
source of any size takes constant memory, and what is written depends on the rows alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from ninefold._ninefold import TextReader

BATCH_ROWS = 16_384
"""The rows that are read and labelled at a time."""

_PIECE = 1 << 20
"""The bytes of a text that are read at a time."""

_TEXT = {".txt", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".sdm", ".sdk", ".ss", ".opensudoku", ".xml"}
_COMPRESSED = {".gz", ".zst", ".bz2", ".lz4"}


@dataclass(frozen=True)
class Unit:
    """A file of a source. `name` is its path below the source."""

    path: Path
    name: str

    @property
    def is_parquet(self) -> bool:
        """Whether it is a Parquet file; everything else is text."""
        return self.path.suffix == ".parquet"

    def tables(self, first: int = 0, format: str | None = None) -> Iterator[pa.Table]:
        """Read the rows from `first` on."""
        pieces = self._parquet(first) if self.is_parquet else _skip(self._text(format), first)
        return _of_equal_size(pieces, BATCH_ROWS)

    def _parquet(self, first: int) -> Iterator[pa.Table]:
        with pq.ParquetFile(self.path) as file:
            groups = list[int]()
            skipped = 0
            for group in range(file.metadata.num_row_groups):
                rows = file.metadata.row_group(group).num_rows
                if not groups and skipped + rows <= first:
                    skipped += rows
                else:
                    groups.append(group)
            schema = file.schema_arrow
            empty = True
            batches = (
                pa.Table.from_batches([batch], schema=schema)
                for batch in file.iter_batches(batch_size=BATCH_ROWS, row_groups=groups)
            )
            for table in _skip(batches, first - skipped):
                empty = False
                yield table
            if empty:
                yield schema.empty_table()

    def _text(self, format: str | None) -> Iterator[pa.Table]:
        reader = TextReader(format)
        with pa.input_stream(str(self.path), compression="detect") as stream:
            while piece := stream.read(_PIECE):
                yield pa.table(reader.feed(piece))
        yield pa.table(reader.feed(None))


@dataclass(frozen=True)
class Source:
    """The files with puzzles at a path."""

    path: Path
    units: tuple[Unit, ...]
    is_folder: bool

    @staticmethod
    def at(path: str | os.PathLike[str]) -> Source:
        """Find the files: the path itself, or the Parquet files or else the text files in the folder, by name."""
        root = Path(path)
        if root.is_dir():
            files = sorted(file for file in root.rglob("*") if file.is_file() and not _is_hidden(file, root))
            parquet = [file for file in files if file.suffix == ".parquet"]
            chosen = parquet or [file for file in files if _is_text(file)]
            if not chosen:
                raise FileNotFoundError(f"found no Parquet and no text file in {root}")
            return Source(root, tuple(Unit(file, str(file.relative_to(root))) for file in chosen), True)
        if not root.exists():
            raise FileNotFoundError(f"found nothing at {root}, expected a file or a folder with puzzles")
        return Source(root, (Unit(root, root.name),), False)

    def description(self) -> list[list[object]]:
        """Return what tells whether the source is the same: names and sizes of the files."""
        return [[unit.name, unit.path.stat().st_size] for unit in self.units]


def _is_hidden(file: Path, root: Path) -> bool:
    return any(part.startswith((".", "_")) for part in file.relative_to(root).parts)


def _is_text(file: Path) -> bool:
    suffixes = file.suffixes[-2:]
    if suffixes and suffixes[-1] in _COMPRESSED:
        suffixes = suffixes[:-1]
    return bool(suffixes) and suffixes[-1] in _TEXT


def _skip(tables: Iterable[pa.Table], rows: int) -> Iterator[pa.Table]:
    """Leave out the first rows."""
    for table in tables:
        if rows >= table.num_rows > 0:
            rows -= table.num_rows
            continue
        yield table.slice(rows) if rows else table
        rows = 0


def _of_equal_size(tables: Iterable[pa.Table], rows: int) -> Iterator[pa.Table]:
    """Cut and join tables to this many rows each; the last one may have fewer. An empty source has one empty table."""
    waiting = list[pa.Table]()
    count = 0
    given = False
    schema: pa.Schema | None = None
    for table in tables:
        if table.num_rows == 0 and count == 0:
            # A text format is known once some of it has been read, and with it the columns.
            schema = table.schema
            continue
        waiting.append(table)
        count += table.num_rows
        while count >= rows:
            joined = pa.concat_tables(waiting, promote_options="default")
            yield joined.slice(0, rows)
            given = True
            count -= rows
            waiting = [joined.slice(rows)] if count else []
    if count:
        yield pa.concat_tables(waiting, promote_options="default")
    elif not given and schema is not None:
        yield schema.empty_table()


def read(path: str | os.PathLike[str], *, format: str | None = None) -> Iterator[pa.Table]:
    r"""Read puzzles from a file or folder as Arrow tables, a few thousand rows at a time.

    Text of every format has the columns `puzzle`, `solution`, `comment`, those of a CSV file or `fields`, and `error`
    for what cannot be read.

    >>> import pathlib, tempfile, ninefold.data
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "puzzles.csv"
    >>> _ = file.write_text("id,puzzle\n7," + "." * 81 + "\n8,oops\n")
    >>> [table] = ninefold.data.read(file)
    >>> table.column("id").to_pylist(), table.column("error").to_pylist()
    (['7', None], [None, "line 3, column 3: found 'o', expected a digit or an empty cell"])
    """
    for unit in Source.at(path).units:
        yield from unit.tables(format=format)
