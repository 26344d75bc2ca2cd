"""Labelled data sets on a Ray cluster (`pip install ninefold[ray]`).

Ray Data divides the rows, moves them and recovers from lost workers. Each task calls the same Arrow function as
`ninefold.data.label`, so the rows are the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from ninefold.data import Labels
from ninefold.data._build import Chunk

if TYPE_CHECKING:
    import ray.data

BATCH_ROWS = 16_384
"""The rows of a task."""


class _Label:
    """Labels a block on as many threads as the task has CPUs."""

    def __init__(self, labels: Labels, threads: int, device: str | None) -> None:
        self.labels = labels
        self.threads = threads
        self.device = device

    def __call__(self, table: pa.Table) -> pa.Table:
        """Return the table with its labels."""
        return self.labels(table, threads=self.threads, device=self.device)


def label(
    dataset: ray.data.Dataset,
    labels: Labels | Iterable[str] | None = None,
    *,
    batch_rows: int = BATCH_ROWS,
    threads: int = 1,
    num_gpus: float | None = None,
    device: str | None = None,
) -> ray.data.Dataset:
    """Return the data set with labels beside its columns.

    Args:
        dataset: A Ray data set with a column of puzzles.
        labels: A `Labels`, or the names of columns.
        batch_rows: The rows that a task labels at a time.
        threads: The threads, and CPUs, of a task.
        num_gpus: The GPUs of a task; by default one where `device` is `cuda`.
        device: What solves; see `ninefold.solve`.

    """
    chosen = labels if isinstance(labels, Labels) else Labels(list(labels)) if labels is not None else Labels()
    gpus = 1.0 if num_gpus is None and device == "cuda" else num_gpus
    return dataset.map_batches(
        _Label(chosen, threads, device),
        batch_size=batch_rows,
        batch_format="pyarrow",
        zero_copy_batch=True,
        num_cpus=threads,
        num_gpus=gpus,
    )


class _LeastOfEach:
    """Keeps one row of each class: the one whose puzzle is the least."""

    def __init__(self, column: str) -> None:
        self.column = column

    def __call__(self, table: pa.Table) -> pa.Table:
        """Return the rows that are kept. All rows of a class are in the same table."""
        classified = table.filter(pc.is_valid(table.column("class_id")))
        order = classified.sort_by([("class_id", "ascending"), (self.column, "ascending")])
        if not order.num_rows:
            return order
        ids = pa.concat_arrays(order.column("class_id").chunks)
        differs = pc.not_equal(ids.slice(1), ids.slice(0, len(ids) - 1))
        return order.filter(pa.concat_arrays([pa.array([True]), differs]))


def dedup(dataset: ray.data.Dataset, *, column: str = "puzzle", partitions: int = 64) -> ray.data.Dataset:
    """Return one row of each class: the one whose puzzle is the least in the order of texts.

    The data set needs a column of puzzles and the label `class_id`. Ray's shuffle brings the rows of a class
    together, so no machine needs to hold all classes. Rows without a class are left out.
    """
    shuffled = dataset.repartition(partitions, keys=["class_id"])
    return shuffled.map_batches(_LeastOfEach(column), batch_size=None, batch_format="pyarrow")


def run(chunks: Iterable[Chunk], *, ahead: int = 64, threads: int = 1) -> Iterator[pa.Table]:
    """Make the chunks of `ninefold.data.build` on the cluster, in their order.

    >>> import functools, ninefold.data, ninefold.ray
    >>> _ = functools.partial(ninefold.data.build, 10**6, {"se": (5.0, 7.0)}, "set", seed=1, run=ninefold.ray.run)
    """
    import ray

    def work(chunk: Chunk) -> pa.Table:
        return chunk(threads)

    make: Any = ray.remote(work).options(num_cpus=threads)
    waiting = deque[Any]()
    for chunk in chunks:
        waiting.append(make.remote(chunk))
        if len(waiting) >= ahead:
            yield ray.get(waiting.popleft())
    while waiting:
        yield ray.get(waiting.popleft())
