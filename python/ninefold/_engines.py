"""`python -m ninefold --engine`: files read and written by Ray and Spark."""

from __future__ import annotations

import os
from typing import Any

import pyarrow as pa

from ninefold.data import Labels


def _kind_of_file(path: str) -> str:
    """Return how an engine reads a source: `text` with a puzzle a line, `csv` or `parquet`."""
    names = path.lower().removesuffix(".gz").rsplit(".", 1)
    return {"txt": "text", "sdm": "text", "csv": "csv"}.get(names[-1], "parquet")


def label_on_ray(
    source: str, target: str, labels: Labels, address: str | None, threads: int, overwrite: bool
) -> tuple[int, int]:
    """Label a source on a Ray cluster. Returns the numbers of rows and of errors."""
    import ray
    import ray.data

    import ninefold.ray

    ray.init(address=address, log_to_driver=False, ignore_reinit_error=True)
    _limit_footer_readers(int(ray.cluster_resources().get("CPU", 1)))
    kind = _kind_of_file(source)
    read = {"text": ray.data.read_text, "csv": ray.data.read_csv, "parquet": ray.data.read_parquet}[kind]
    dataset: Any = read(source)
    if kind == "text":
        dataset = dataset.rename_columns({"text": "puzzle"})
    mode = "overwrite" if overwrite else "error"
    ninefold.ray.label(dataset, labels, threads=threads).write_parquet(target, mode=mode)
    written: Any = ray.data.read_parquet(target, columns=["error"])
    counts = written.map_batches(_count, batch_size=None, batch_format="pyarrow").take_all()
    return sum(count["rows"] for count in counts), sum(count["errors"] for count in counts)


def _limit_footer_readers(cpus: int) -> None:
    """Let Ray read the footers of Parquet files with no more processes than the cluster has CPUs.

    From 2.57 on it starts 32 of them for each read, which takes a small cluster a minute or more.
    """
    os.environ.setdefault("RAY_DATA_PARQUET_FOOTER_NUM_ACTORS", str(max(1, min(32, cpus))))


def _count(table: pa.Table) -> pa.Table:
    """Count the rows of a block, and those that have an error."""
    return pa.table({"rows": [table.num_rows], "errors": [table.num_rows - table.column("error").null_count]})


def build_on_ray(address: str | None) -> Any:
    """Connect to a Ray cluster. Returns the function that makes chunks there."""
    import ray

    import ninefold.ray

    ray.init(address=address, log_to_driver=False, ignore_reinit_error=True)
    return ninefold.ray.run


def label_on_spark(
    source: str, target: str, labels: Labels, address: str | None, threads: int, overwrite: bool
) -> tuple[int, int]:
    """Label a source with Spark. Returns the numbers of rows and of errors."""
    from pyspark.sql import SparkSession

    import ninefold.spark

    builder: Any = SparkSession.builder
    spark: Any = (builder.master(address) if address else builder).appName("ninefold label").getOrCreate()
    kind = _kind_of_file(source)
    if kind == "text":
        frame = spark.read.text(source).withColumnRenamed("value", "puzzle")
    else:
        frame = spark.read.csv(source, header=True) if kind == "csv" else spark.read.parquet(source)
    mode = "overwrite" if overwrite else "error"
    ninefold.spark.label(frame, labels, threads=threads).write.mode(mode).parquet(target)
    written = spark.read.parquet(target)
    return written.count(), written.where("error is not null").count()
