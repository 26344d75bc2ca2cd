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
    device: str | None = None,
) -> DataFrame:
    """Return the data frame with labels beside its columns.

    Args:
        frame: A data frame with a column of puzzles.
        labels: A `Labels`, or the names of columns.
        threads: The threads of a task; by default one, since Spark runs a task on each core.
        device: What solves; see `ninefold.solve`.

    """
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    chosen = labels if isinstance(labels, Labels) else Labels(list(labels)) if labels is not None else Labels()

    def label_all(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from chosen(batch, threads=threads, device=device).combine_chunks().to_batches()

    schema = from_arrow_schema(chosen.schema(to_arrow_schema(frame.schema)))
    return frame.mapInArrow(label_all, schema)


def dedup(frame: DataFrame, *, column: str = "puzzle") -> DataFrame:
    """Return one row of each class: the one whose puzzle is the least in the order of texts.

    The data frame needs a column of puzzles and the label `class_id`. Spark's shuffle brings the rows of a class
    together, so no machine needs to hold all classes. Rows without a class are left out.
    """
    from pyspark.sql import Window, functions

    rank = functions.row_number().over(Window.partitionBy("class_id").orderBy(column))
    ranked = frame.where(functions.col("class_id").isNotNull()).withColumn("_rank", rank)
    return ranked.where(functions.col("_rank") == 1).drop("_rank")
