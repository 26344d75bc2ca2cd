"""Labelled data sets on Spark (`pip install ninefold[spark]`).

`mapInArrow` hands each task record batches, and the same Arrow function as in `ninefold.data.label` labels them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import pyarrow as pa

from ninefold.data import Labels

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def label(
    frame: DataFrame,
    labels: Labels | Iterable[str] | None = None,
    *,
    threads: int = 1,
    backend: str | None = None,
) -> DataFrame:
    """Return the data frame with labels beside its columns.

    Args:
        frame: A data frame with a column of puzzles.
        labels: A `Labels`, or the names of columns.
        threads: The threads of a task; by default one, since Spark runs a task on each core.
        backend: What solves; see `ninefold.solve`.
    """
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    chosen = labels if isinstance(labels, Labels) else Labels(list(labels)) if labels is not None else Labels()

    def label_all(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from chosen(batch, threads=threads, backend=backend).combine_chunks().to_batches()

    schema = from_arrow_schema(chosen.schema(to_arrow_schema(frame.schema)))
    return frame.mapInArrow(label_all, schema)


def dedup(frame: DataFrame) -> DataFrame:
    """Return one row of each class. The data frame needs the column `class_id`.

    Spark's shuffle brings the rows of a class together. Which row of a class is kept depends on how Spark divides the data.
    """
    return frame.dropDuplicates(["class_id"])
