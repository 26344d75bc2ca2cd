"""`build`: a data set by a recipe, with a data card.

A set consists of strata, each so many puzzles by one recipe. Puzzle `n` of a stratum depends on the seed, the stratum
and `n` alone. A puzzle is left out if an earlier one (of an earlier stratum, or with a lower number) is isomorphic to
it. So the set is determined by the recipe and the seed, and one machine and a cluster write the same bytes.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ninefold import _ninefold
from ninefold._ninefold import Rows, Seen
from ninefold._types import Names, Progress
from ninefold.data._card import write_card
from ninefold.data._labels import Labels
from ninefold.data._shards import claim, rows_of, write_table
from ninefold.data._stream import Stream

DEFAULT = ("solution", "givens", "se", "hodoku", "level", "hardest", "steps", "canonical", "class_id", "split")
"""The columns of a set by default."""

CHUNK = 256
"""At most this many puzzles are generated and labelled together."""

SHARD_ROWS = 262_144
"""The rows of a file."""


@dataclass(frozen=True)
class Built:
    """What a run of `build` made."""

    rows: int
    files: int


@dataclass(frozen=True)
class Chunk:
    """Puzzles of one stratum by their numbers."""

    stratum: int
    seed: int
    first: int
    count: int
    options: Mapping[str, Any]
    labels: Labels

    def __call__(self, threads: int | None = None) -> pa.Table:
        """Generate and label the puzzles."""
        run = _ninefold.Run("raise", threads)
        made = pa.table(_ninefold.generate(self.count, self.seed, self.first, False, dict(self.options), run))
        own = pa.table(
            {
                "puzzle": made["puzzle"],
                "stratum": pa.array([self.stratum] * self.count, pa.int32()),
                "number": pa.array(range(self.first, self.first + self.count), pa.int64()),
            }
        )
        return self.labels(own, threads=threads)


Run = Callable[[Iterable[Chunk]], Iterator[pa.Table]]
"""Makes chunks in their order: here, or on other machines."""


def build(
    count: int,
    recipe: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    out: str | os.PathLike[str],
    seed: int = 0,
    *,
    columns: Names = DEFAULT,
    parts: Mapping[str, float] | None = None,
    title: str = "Sudoku puzzles",
    shard_rows: int = SHARD_ROWS,
    threads: int | None = None,
    progress: Progress | None = None,
    run: Run | None = None,
    overwrite: bool = False,
) -> Built:
    """Build a data set of distinct puzzles: generated, labelled, split, with a data card beside it.

    Args:
        count: How many puzzles.
        recipe: The options of `ninefold.generate`, such as `{"se": (3.0, 4.5), "givens": (22, 26)}`, or a list of them.
            Each may have a `share`, a number; the puzzles are divided in proportion. By default the shares are equal.
        out: The folder: `data/part-00000.parquet` and so on, `README.md`, histograms in `images/`.
        seed: The seed.
        columns: The labels.
        parts: The shares of the split, by default 10 % `test` and 10 % `validation`; the rest is `train`.
        title: The title of the data card.
        shard_rows: The rows of a file.
        threads: How many threads work.
        progress: A function that is called with the numbers of finished and of all puzzles.
        run: Makes the chunks; `ninefold.ray.run` makes them on a cluster.
        overwrite: Whether the results of another job in the folder may be replaced.

    >>> import pathlib, tempfile, ninefold.data
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "set"
    >>> recipe = [{"givens": 24}, {"symmetry": "half-turn"}]
    >>> ninefold.data.build(20, recipe, folder, seed=1, columns=["solution", "split"])
    Built(rows=20, files=1)
    >>> sorted(path.name for path in folder.iterdir())
    ['README.md', '_ninefold.json', 'data', 'images']

    """
    chosen = dict(parts) if parts is not None else {"test": 0.1, "validation": 0.1}
    names = columns if not isinstance(columns, str) else columns.split(",")
    labels = Labels([name.strip() for name in names], seed, chosen, column="puzzle")
    strata = _strata(count, [recipe] if isinstance(recipe, Mapping) else recipe)
    folder = Path(out)
    job = {
        "count": count,
        "recipe": [{"count": stratum.count, **stratum.options} for stratum in strata],
        "labels": labels.description(),
        "shard_rows": shard_rows,
        "title": title,
    }
    claim(folder, job, overwrite=overwrite)
    builder = _Builder(count, strata, folder, labels, shard_rows, threads, progress, run)
    files = builder.write()
    write_card(folder, job, sorted((folder / "data").glob("*.parquet")))
    return Built(count, files)


@dataclass(frozen=True)
class Stratum:
    """So many puzzles by one recipe."""

    index: int
    count: int
    options: Mapping[str, Any]

    def seed(self, seed: int) -> int:
        """Return the seed of its puzzles: the first 64 bits of the SHA-256 hash of `seed:index`."""
        return int.from_bytes(hashlib.sha256(f"{seed}:{self.index}".encode()).digest()[:8], "big")


def _strata(count: int, recipes: Sequence[Mapping[str, Any]]) -> list[Stratum]:
    if count < 0 or not recipes:
        raise ValueError(f"found {count} puzzles and {len(recipes)} recipes, expected 0 or more and 1 or more")
    shares = [float(recipe.get("share", 1)) for recipe in recipes]
    if any(share < 0 for share in shares) or not sum(shares):
        raise ValueError(f"found the shares {shares}, expected positive numbers")
    strata = list[Stratum]()
    done, used = 0.0, 0
    for index, (recipe, share) in enumerate(zip(recipes, shares, strict=True)):
        done += share
        end = round(count * done / sum(shares))
        options = {name: value for name, value in recipe.items() if name != "share"}
        # What is wrong with a recipe is said before anything is made.
        _ninefold.generate(0, 0, 0, False, options, _ninefold.Run())
        strata.append(Stratum(index, end - used, options))
        used = end
    return strata


@dataclass
class _Builder:
    count: int
    strata: Sequence[Stratum]
    folder: Path
    labels: Labels
    shard_rows: int
    threads: int | None
    progress: Progress | None
    run: Run | None

    def write(self) -> int:
        """Write the files that are missing."""
        seen = Seen()
        files = done = 0
        position = (0, 0, 0)
        while (path := self._path(files)).exists() and done < self.count:
            done += rows_of(path)
            position = self._replay(path, seen, position)
            files += 1
        written = 0
        stream = Stream(self._distinct(seen, position, done))
        schema = self.labels.schema(_own_schema())
        while done < self.count:
            wanted = min(self.shard_rows, self.count - done)
            write_table(self._path(files), stream.take(wanted), schema)
            done += wanted
            files += 1
            written += 1
        return written

    def _path(self, number: int) -> Path:
        return self.folder / "data" / f"part-{number:05}.parquet"

    def _replay(self, path: Path, seen: Seen, position: tuple[int, int, int]) -> tuple[int, int, int]:
        """Note the classes of a complete file. Returns stratum, puzzles of it so far, and the next number."""
        stratum, made, number = position
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(columns=["puzzle", "stratum", "number"]):
                table = pa.Table.from_batches([batch])
                seen.insert(Rows.of_arrow(table.select(["puzzle"])), "class", self.threads)
                for index, at in zip(table["stratum"].to_pylist(), table["number"].to_pylist(), strict=True):
                    made = made + 1 if index == stratum else 1
                    stratum, number = index, at + 1
        return stratum, made, number

    def _distinct(self, seen: Seen, position: tuple[int, int, int], done: int) -> Iterator[pa.Table]:
        """Make puzzles from a position on, without those that are isomorphic to earlier ones."""
        start, made, number = position
        for stratum in self.strata[start:]:
            first, count = (number, made) if stratum.index == start else (0, 0)
            for table in self._stratum(stratum, seen, first, count):
                done += table.num_rows
                if self.progress is not None:
                    self.progress(done, self.count)
                yield table

    def _stratum(self, stratum: Stratum, seen: Seen, first: int, count: int) -> Iterator[pa.Table]:
        while count < stratum.count:
            # As many as are missing: more are needed only if some are isomorphic to earlier ones.
            last = first + stratum.count - count
            starts = range(first, last, CHUNK)
            chunks = (self._chunk(stratum, start, min(CHUNK, last - start)) for start in starts)
            first = last
            for made in self._run(chunks):
                new = seen.insert(Rows.of_arrow(made.select(["puzzle"])), "class", self.threads)
                kept = made.filter(pa.array(new, pa.bool_()))
                count += kept.num_rows
                yield kept

    def _chunk(self, stratum: Stratum, first: int, count: int) -> Chunk:
        return Chunk(stratum.index, stratum.seed(self.labels.seed), first, count, stratum.options, self.labels)

    def _run(self, chunks: Iterable[Chunk]) -> Iterator[pa.Table]:
        if self.run is not None:
            return self.run(chunks)
        return (chunk(self.threads) for chunk in chunks)


def _own_schema() -> pa.Schema:
    return pa.schema([("puzzle", pa.string()), ("stratum", pa.int32()), ("number", pa.int64())])
