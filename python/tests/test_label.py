"""Promise: a labelled data set has the labels that the calls give, whatever the source and however often it stops."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ninefold
from samples import EASY, EMPTY, MEDIUM, NONE, TWO, digests

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
data = pytest.importorskip("ninefold.data")

ALL = list(data.COLUMNS)


def rows(folder: Path) -> list[dict[str, Any]]:
    files = sorted(folder.rglob("*.parquet")) if folder.is_dir() else [folder]
    return [row for file in files for row in pq.read_table(file).to_pylist()]


def test_labels_are_what_the_calls_return(tmp_path: Path) -> None:
    puzzles = [EASY, MEDIUM, *ninefold.generate(6, seed=3)]
    (tmp_path / "in.txt").write_text("\n".join(puzzles))
    assert data.label(tmp_path / "in.txt", tmp_path / "out", ALL, seed=5) == data.Labelled(8, 0, 1)
    for puzzle, row in zip(puzzles, rows(tmp_path / "out"), strict=True):
        path = ninefold.explain(puzzle)
        form = ninefold.canonical(puzzle)
        report = ninefold.check(puzzle)
        se = ninefold.rate(puzzle).members
        expected = {
            "puzzle": puzzle,
            "status": "unique",
            "solution": ninefold.solve(puzzle).solution,
            "givens": ninefold.Grid(puzzle).givens,
            "minimal": report["minimal"],
            "se": se["er"],
            "se_ep": se["ep"],
            "se_ed": se["ed"],
            "hodoku": path.score,
            "level": path.level,
            "guesses": ninefold.rate(puzzle, "guesses").value,
            "depth": ninefold.rate(puzzle, "depth").value,
            "hardest": path.hardest,
            "steps": len(path),
            "canonical": form.canonical,
            "class_id": form.class_id,
            "automorphisms": form.automorphisms,
            "split": data.split(puzzle, seed=5),
            "error": None,
        }
        assert {name: row[name] for name in expected} == expected
        assert {item["technique"]: item["count"] for item in row["techniques"]} == path.techniques
        assert row["search_guesses"] >= 0


def test_grids_without_exactly_one_solution_and_bad_rows_are_rows(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f"id,puzzle\n1,{EMPTY}\n2,{NONE}\n3,oops\n4,{TWO}\n5,{EASY}\n")
    done = data.label(tmp_path / "in.csv", tmp_path / "out.parquet", ALL)
    assert done == data.Labelled(5, 1, 1)
    found = rows(tmp_path / "out.parquet")
    assert [row["status"] for row in found] == ["multiple", "none", None, "multiple", "unique"]
    assert [row["error"] for row in found] == [
        None,
        None,
        "line 4, column 3: found 'o', expected a digit or an empty cell",
        None,
        None,
    ]
    assert [row["id"] for row in found] == ["1", "2", None, "4", "5"]
    assert [row["se"] is None for row in found] == [True, True, True, True, False]
    # Every grid that can be read is in a class, so every one is in a part.
    assert [row["split"] is None for row in found] == [False, False, True, False, False]


def test_every_source_has_the_same_labels(tmp_path: Path) -> None:
    puzzles = ninefold.generate(50, seed=8)
    text = "\n".join(puzzles) + "\n"
    table = pa.table({"id": range(50), "puzzle": puzzles, "solution": ["none"] * 50})
    (tmp_path / "lines.txt").write_text(text)
    (tmp_path / "lines.txt.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "list.jsonl").write_text("".join(json.dumps({"puzzle": p}) + "\n" for p in puzzles))
    pq.write_table(table, tmp_path / "table.parquet", row_group_size=7)
    expected = ninefold.solve(puzzles).solutions
    for source in ("lines.txt", "lines.txt.gz", "list.jsonl", "table.parquet"):
        target = tmp_path / f"{source}-out"
        assert data.label(tmp_path / source, target, "solution,split") == data.Labelled(50, 0, 1)
        assert [row["solution"] for row in rows(target)] == expected, source
    labelled = rows(tmp_path / "table.parquet-out")
    assert [row["id"] for row in labelled] == list(range(50))
    assert {row["input_solution"] for row in labelled} == {"none"}, "a column of the input is kept under another name"


def test_a_folder_of_shards_becomes_a_folder_of_shards(tmp_path: Path) -> None:
    puzzles = ninefold.generate(30, seed=8)
    (tmp_path / "in" / "train").mkdir(parents=True)
    (tmp_path / "in" / "README.md").write_text("not puzzles")
    for shard in range(3):
        part = pa.table({"puzzle": puzzles[shard * 10 : shard * 10 + 10]})
        pq.write_table(part, tmp_path / "in" / "train" / f"{shard}.parquet")
    assert data.label(tmp_path / "in", tmp_path / "out", ["class_id"]).files == 3
    files = sorted(path.relative_to(tmp_path / "out") for path in (tmp_path / "out").rglob("*.parquet"))
    assert [str(file) for file in files] == ["train/0.parquet", "train/1.parquet", "train/2.parquet"]
    assert [row["puzzle"] for row in rows(tmp_path / "out")] == puzzles


def test_the_metadata_determine_the_labels(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(EASY)
    data.label(tmp_path / "in.txt", tmp_path / "out.parquet", ["se", "split"], seed=9, parts={"test": 0.25}, sample=0.5)
    file = pq.ParquetFile(tmp_path / "out.parquet")
    found = json.loads(file.schema_arrow.metadata[b"ninefold"])
    assert found["version"] == ninefold.__version__
    assert (found["seed"], found["parts"], found["rest"], found["sample"]) == (9, {"test": 0.25}, "train", 0.5)
    assert found["columns"] == {name: data.COLUMNS[name] for name in ("se", "split")}
    group = file.metadata.row_group(0)
    assert {group.column(index).compression for index in range(group.num_columns)} == {"ZSTD"}


class Interrupted(Exception):
    pass


def stop_after(count: int) -> Any:
    """A progress function that ends the run."""

    def progress(done: int, total: int | None) -> None:
        if done >= count:
            raise Interrupted

    return progress


@pytest.mark.parametrize("stops", [(20_000,), (1, 1, 40_000), (40_000, 10)])
def test_an_interrupted_run_ends_with_the_same_files(tmp_path: Path, stops: tuple[int, ...]) -> None:
    (tmp_path / "in.txt").write_text("\n".join(ninefold.generate(500, seed=2) * 100))
    job = {"columns": ["solution"], "shard_rows": 10_000}
    data.label(tmp_path / "in.txt", tmp_path / "whole", **job)
    for count in stops:
        with pytest.raises(Interrupted):
            data.label(tmp_path / "in.txt", tmp_path / "parts", progress=stop_after(count), **job)
    data.label(tmp_path / "in.txt", tmp_path / "parts", **job)
    assert len(digests(tmp_path / "whole")) == 6
    assert digests(tmp_path / "parts") == digests(tmp_path / "whole")
    assert data.label(tmp_path / "in.txt", tmp_path / "parts", **job) == data.Labelled(0, 0, 0)


def test_the_results_of_another_job_are_not_mixed_in(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(EASY)
    data.label(tmp_path / "in.txt", tmp_path / "out", ["solution"])
    with pytest.raises(FileExistsError, match="another job"):
        data.label(tmp_path / "in.txt", tmp_path / "out", ["givens"])
    data.label(tmp_path / "in.txt", tmp_path / "out", ["givens"], overwrite=True)
    assert rows(tmp_path / "out") == [{"puzzle": EASY, "givens": 30, **rows(tmp_path / "out")[0]}]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep")
    with pytest.raises(FileExistsError, match="not empty"):
        data.label(tmp_path / "in.txt", tmp_path / "mine", ["givens"])


PEAK = """
import re, sys
from pathlib import Path
import ninefold.data

ninefold.data.label(sys.argv[1], sys.argv[2], ["givens"], shard_rows=50_000)
print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
def test_memory_does_not_grow_with_the_source(tmp_path: Path) -> None:
    text = "\n".join(ninefold.generate(1000, seed=2)) + "\n"
    peaks: list[int] = []
    for times in (100, 500):
        source = tmp_path / f"{times}.txt"
        source.write_text(text * times)
        command = [sys.executable, "-c", PEAK, str(source), str(tmp_path / f"out{times}")]
        peaks.append(int(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    # The larger source has 400,000 rows more: 33 MB of text alone.
    assert peaks[1] - peaks[0] < 20_000, peaks


def test_rated_samples_are_classes(tmp_path: Path) -> None:
    puzzles = ninefold.generate(60, seed=4)
    labels = data.Labels(["hodoku"], sample=0.5)
    first = labels(pa.table({"puzzle": puzzles}))["hodoku"].to_pylist()
    again = labels(pa.table({"puzzle": ninefold.shuffle(puzzles, seed=1)}))["hodoku"].to_pylist()
    rated = [value is not None for value in first]
    assert rated == [value is not None for value in again]
    assert 15 < sum(rated) < 45


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"columns": ["colour"]}, "found the column 'colour'"),
        ({"parts": {"test": 1.5}}, "expected"),
        ({"parts": {"train": 0.5}}, "expected a name for the rest"),
        ({"sample": 2.0}, "sample"),
        ({"seed": -1}, "seed=-1"),
    ],
)
def test_labels_that_make_no_sense(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        data.Labels(**{"columns": ["split"], **options})


def test_sources_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="found nothing at"):
        data.label(tmp_path / "none", tmp_path / "out")
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match="no Parquet and no text"):
        data.label(tmp_path / "empty", tmp_path / "out")
    (tmp_path / "nothing.txt").write_text("")
    assert data.label(tmp_path / "nothing.txt", tmp_path / "out").rows == 0
    assert rows(tmp_path / "out") == []
