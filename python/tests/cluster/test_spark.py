"""Promise: Spark labels and deduplicates as one machine does."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ninefold
from ninefold.__main__ import main

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("pyspark", reason="the extra `spark` is not installed")

import ninefold.data  # noqa: E402
import ninefold.spark  # noqa: E402

HAS_JAVA = shutil.which("java") is not None or "JAVA_HOME" in os.environ
pytestmark = [
    pytest.mark.skipif(not HAS_JAVA, reason="Spark needs Java, and no java is installed"),
    pytest.mark.filterwarnings("default"),
]

LABELS = ninefold.data.Labels(["solution", "se", "techniques", "class_id", "split"], seed=4)


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """Spark in local mode with two cores."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder: Any = SparkSession.builder
    options = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "4",
        "spark.driver.memory": "1g",
    }
    for name, value in options.items():
        builder = builder.config(name, value)
    session = builder.master("local[2]").appName("ninefold tests").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A Parquet file with puzzles, some twice up to symmetry, and rows that are none."""
    puzzles = ninefold.generate(300, seed=21)
    mixed = [*puzzles, *ninefold.shuffle(puzzles[:60], seed=1), "oops", None]
    table = pa.table({"id": pa.array(range(len(mixed)), pa.int64()), "puzzle": mixed})
    path = tmp_path_factory.mktemp("spark") / "in.parquet"
    pq.write_table(table, path, row_group_size=50)
    return path


def test_the_rows_are_those_of_one_machine(spark: Any, source: Any, tmp_path: Path) -> None:
    frame = ninefold.spark.label(spark.read.parquet(str(source)).repartition(5), LABELS)
    frame.write.parquet(str(tmp_path / "out"))
    found = pa.concat_tables([pq.read_table(file) for file in (tmp_path / "out").glob("*.parquet")])
    expected = LABELS(pq.read_table(source)).to_pylist()
    assert sorted(found.to_pylist(), key=lambda row: row["id"]) == expected
    assert expected[-2]["error"] is not None, "a bad row is a row with an error"


def test_global_dedup_through_the_shuffle(spark: Any, source: Any) -> None:
    frame = ninefold.spark.label(spark.read.parquet(str(source)).repartition(5), ["class_id"])
    found = {row["class_id"]: row["puzzle"] for row in ninefold.spark.dedup(frame).collect()}
    least: dict[str, str] = {}
    for row in ninefold.data.Labels(["class_id"])(pq.read_table(source)).to_pylist():
        if row["class_id"] is not None:
            least[row["class_id"]] = min(row["puzzle"], least.get(row["class_id"], row["puzzle"]))
    assert found == least
    assert len(found) == 300


def test_the_command_line(spark: Any, source: Any, tmp_path: Path) -> None:
    command = ["label", str(source), str(tmp_path / "out"), "--columns", "solution", "--engine", "spark"]
    assert main(command) == 1, "two rows are no puzzles"
    found = pa.concat_tables([pq.read_table(file) for file in (tmp_path / "out").glob("*.parquet")])
    assert found.num_rows == 362
