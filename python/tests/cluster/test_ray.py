"""Promise: a Ray cluster labels, deduplicates and builds as one machine does, also if it loses a worker."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ninefold
from ninefold.__main__ import main
from samples import digests

# A busy machine needs longer than Ray allows by default, and workers of the lowest priority, as Ray starts them, get no
# time there. Ray reads this when it is imported.
os.environ.update(RAY_raylet_start_wait_time_s="600", RAY_agent_register_timeout_ms="600000", RAY_worker_niceness="0")

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
ray = pytest.importorskip("ray", reason="the extra `ray` is not installed")
pytest.importorskip("ray.data")

from ray.cluster_utils import Cluster  # noqa: E402

import ninefold.data  # noqa: E402
import ninefold.ray  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")

LABELS = ninefold.data.Labels(["solution", "se", "class_id", "split"], seed=4)
BATCH = 50


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A head and two workers, each a process on loopback."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(2):
        cluster.add_node(num_cpus=1)
    cluster.connect()
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture(scope="module")
def source() -> Any:
    """Puzzles, some twice up to symmetry, and rows that are none."""
    puzzles = ninefold.generate(500, seed=21)
    poisoned = ["oops", None, "." * 80]
    mixed = [*puzzles, *ninefold.shuffle(puzzles[:100], seed=1), *poisoned]
    return pa.table({"id": range(len(mixed)), "puzzle": mixed})


@pytest.fixture(scope="module")
def expected(source: Any) -> list[dict[str, Any]]:
    return LABELS(source).to_pylist()


def rows(dataset: Any) -> list[dict[str, Any]]:
    return sorted(dataset.take_all(), key=lambda row: row["id"])


def labelled(source: Any) -> Any:
    return ninefold.ray.label(ray.data.from_arrow(source).repartition(12), LABELS, batch_rows=BATCH)


def test_the_rows_are_those_of_one_machine(cluster: Any, source: Any, expected: list[dict[str, Any]]) -> None:
    assert len(ray.nodes()) == 3
    found = rows(labelled(source))
    assert found == expected
    assert [row["error"] is None for row in found[-3:]] == [False, True, False], "a bad row is a row with an error"


def test_global_dedup_through_the_shuffle(cluster: Any, source: Any, expected: list[dict[str, Any]]) -> None:
    found = ninefold.ray.dedup(labelled(source), partitions=4).take_all()
    classes = [row["class_id"] for row in found]
    assert len(classes) == len(set(classes)) == 500
    assert set(classes) == {row["class_id"] for row in expected} - {None}
    least = min(row["puzzle"] for row in expected if row["class_id"] == classes[0])
    assert next(row["puzzle"] for row in found if row["class_id"] == classes[0]) == least


def test_a_cluster_builds_the_same_bytes(cluster: Any, tmp_path: Path) -> None:
    recipe = [{"givens": (24, 26)}, {"symmetry": "half-turn"}]
    job: dict[str, Any] = {"seed": 3, "columns": ["solution", "split"], "shard_rows": 200}
    ninefold.data.build(600, recipe, tmp_path / "here", **job)
    ninefold.data.build(600, recipe, tmp_path / "there", run=ninefold.ray.run, **job)
    assert digests(tmp_path / "there") == digests(tmp_path / "here")


def test_the_command_line(cluster: Any, source: Any, expected: list[dict[str, Any]], tmp_path: Path) -> None:
    pq.write_table(source, tmp_path / "in.parquet")
    options = [
        "--columns",
        "solution,se,class_id,split",
        "--seed",
        "4",
        "--engine",
        "ray",
        "--address",
        cluster.address,
    ]
    assert main(["label", str(tmp_path / "in.parquet"), str(tmp_path / "out"), *options]) == 1, (
        "two rows are no puzzles"
    )
    table = pa.concat_tables([pq.read_table(file) for file in (tmp_path / "out").glob("*.parquet")])
    assert sorted(table.to_pylist(), key=lambda row: row["id"]) == expected


def test_a_worker_that_is_killed_loses_no_row_and_doubles_none(
    cluster: Any, source: Any, expected: list[dict[str, Any]]
) -> None:
    """The last test: a node is gone after it."""
    found: list[dict[str, Any]] = []
    killed = False
    for batch in labelled(source).iter_batches(batch_size=BATCH, batch_format="pyarrow", prefetch_batches=0):
        found += batch.to_pylist()
        if not killed:
            # Some rows have come back and others are still being labelled.
            killed = True
            cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
    assert sorted(found, key=lambda row: row["id"]) == expected
