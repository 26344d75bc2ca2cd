"""Promise: splits do not leak, duplicates are found up to symmetry, and a recipe and a seed determine a data set."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import ninefold
from ninefold.__main__ import main
from samples import EASY, EMPTY, HARD, digests

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
data = pytest.importorskip("ninefold.data")


def test_no_class_is_in_two_parts() -> None:
    puzzles = ninefold.generate(400, seed=6)
    parts = {"test": 0.2, "validation": 0.3}
    expected = data.split(puzzles, seed=1, parts=parts)
    for seed in range(3):
        assert data.split(ninefold.shuffle(puzzles, seed=seed), seed=1, parts=parts) == expected
    assert [data.split(puzzle, seed=1, parts=parts) for puzzle in puzzles[:20]] == expected[:20]
    assert data.split(puzzles, seed=2, parts=parts) != expected
    counts = {part: expected.count(part) for part in ("test", "validation", "train")}
    assert 50 < counts["test"] < 110, counts
    assert 80 < counts["validation"] < 160, counts


def test_a_share_that_grows_keeps_what_it_had() -> None:
    puzzles = ninefold.generate(200, seed=6)
    small = data.split(puzzles, seed=3, parts={"test": 0.1})
    large = data.split(puzzles, seed=3, parts={"test": 0.4})
    assert all(after == "test" for before, after in zip(small, large, strict=True) if before == "test")


def test_dedup_keeps_the_first_of_each_class(tmp_path: Path) -> None:
    puzzles = ninefold.generate(40, seed=6)
    mixed = [*puzzles, *ninefold.shuffle(puzzles, seed=1), EMPTY, EMPTY, "oops"]
    (tmp_path / "in.txt").write_text("\n".join(mixed))
    done = data.dedup(tmp_path / "in.txt", tmp_path / "out.parquet")
    assert done == data.Deduplicated(rows=83, kept=41, errors=1)
    assert pq.read_table(tmp_path / "out.parquet")["puzzle"].to_pylist() == [*puzzles, EMPTY]
    done = data.dedup(tmp_path / "in.txt", tmp_path / "out.parquet", by="givens")
    assert done.kept == 81


RECIPE: list[dict[str, Any]] = [
    {"givens": (24, 26), "share": 2},
    {"symmetry": "half-turn", "share": 1},
    {"level": "easy", "share": 1},
]


def build(folder: Path, **options: Any) -> Any:
    return data.build(
        200, RECIPE, folder, 7, columns=["solution", "level", "class_id", "split"], shard_rows=80, **options
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "set"
    assert build(folder) == data.Built(rows=200, files=3)
    return folder


def test_a_built_set_follows_its_recipe(built: Path) -> None:
    table = pq.read_table(built / "data")
    assert table["stratum"].to_pylist() == [0] * 100 + [1] * 50 + [2] * 50
    assert len(set(table["class_id"].to_pylist())) == 200
    puzzles = table["puzzle"].to_pylist()
    assert all(24 <= ninefold.Grid(puzzle).givens <= 26 for puzzle in puzzles[:100])
    assert all("half-turn" in report["symmetries"] for report in ninefold.check(puzzles[100:150]))
    assert set(table["level"].to_pylist()[150:]) == {"easy"}
    assert table["solution"].to_pylist() == ninefold.solve(puzzles).solutions


def test_the_same_bytes_on_any_number_of_threads_and_after_stops(built: Path, tmp_path: Path) -> None:
    build(tmp_path / "one", threads=1)
    assert digests(tmp_path / "one") == digests(built)

    class Interrupted(Exception):
        pass

    def stop(done: int, total: int | None) -> None:
        if done > 120:
            raise Interrupted

    with pytest.raises(Interrupted):
        build(tmp_path / "two", progress=stop)
    assert len(list((tmp_path / "two" / "data").glob("*.parquet"))) == 1
    assert build(tmp_path / "two") == data.Built(rows=200, files=2)
    assert digests(tmp_path / "two") == digests(built)


def test_the_card_describes_the_set_and_makes_it_again(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = (built / "README.md").read_text()
    assert "200 Sudoku puzzles" in card
    counts = re.findall(r"^\| (train|test|validation) \| (\d+) \|$", card, re.MULTILINE)
    assert sum(int(count) for _, count in counts) == 200
    [code] = re.findall(r"```python\n(.*?)```", card, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(code, {})
    assert digests(tmp_path / "set") == digests(built)


def test_histograms_count_every_puzzle(tmp_path: Path) -> None:
    data.build(60, {}, tmp_path / "set", 1, columns=["givens", "se"])
    table = pq.read_table(tmp_path / "set" / "data")
    for name in ("givens", "se"):
        svg = (tmp_path / "set" / "images" / f"{name}.svg").read_text()
        bars = {float(value): int(count) for value, count in re.findall(r"<title>([\d.]+): (\d+)</title>", svg)}
        assert {value: count for value, count in bars.items() if count} == {
            value: table[name].to_pylist().count(value) for value in set(table[name].to_pylist())
        }
        assert (
            f"![{'SE rating' if name == 'se' else name}](images/{name}.svg)"
            in (tmp_path / "set" / "README.md").read_text()
        )


def test_recipes_that_make_no_sense(tmp_path: Path) -> None:
    for recipe, message in [
        ({"givens": 90}, "no puzzle has 90 givens"),
        ({"colour": "red"}, "colour"),
        ([], "expected"),
        ({"share": -1}, "expected positive numbers"),
    ]:
        with pytest.raises(ValueError, match=message):
            data.build(1, recipe, tmp_path / "set")
        assert not (tmp_path / "set").exists()


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "in.txt"
    source.write_text(f"{EASY}\n{HARD}\noops\n{EASY}\n")
    assert main(["label", str(source), str(tmp_path / "out"), "--columns", "solution,split", "--seed", "3"]) == 1
    assert "4 puzzles labelled, 1 unreadable" in capsys.readouterr().err
    data.label(source, tmp_path / "same", ["solution", "split"], seed=3)
    assert digests(tmp_path / "out") == digests(tmp_path / "same")
    assert main(["dedup", str(source), str(tmp_path / "few.parquet")]) == 1
    assert "4 puzzles, 2 kept, 1 without a class" in capsys.readouterr().err
    recipe = '[{"givens": 25}]'
    assert main(["build", "5", recipe, str(tmp_path / "set"), "--columns", "split", "--seed", "1"]) == 0
    assert pq.read_table(tmp_path / "set" / "data").num_rows == 5
    capsys.readouterr()
    assert main(["label", str(tmp_path / "none"), str(tmp_path / "x")]) == 2
    assert "error: found nothing at" in capsys.readouterr().err
    assert main(["label", "-", "-", "--columns", "help"]) == 0
    assert capsys.readouterr().out.count("\n") == len(data.COLUMNS)
