"""Promise: an exercise is a position whose next step is by the technique, the same for a seed on every machine."""

from __future__ import annotations

import pickle

import pytest

import ninefold


def test_the_technique_is_the_next_step_and_nothing_easier_applies() -> None:
    for technique in ("hidden-single", "pointing", "x-wing"):
        for exercise in ninefold.practice(technique, 2, seed=7):
            assert exercise.step.technique == technique
            assert ninefold.hint(exercise.position).step == exercise.step
            assert ninefold.solve(exercise.position).solution == ninefold.solve(exercise.puzzle).solution
            assert exercise.solution == ninefold.solve(exercise.puzzle).solution


def test_a_seed_produces_the_same_exercises() -> None:
    three = ninefold.practice("naked-pair", 3, seed=5)
    assert ninefold.practice("naked-pair", 3, seed=5) == three
    assert ninefold.practice("naked-pair", 1, seed=5) == three[:1]
    assert [exercise.number for exercise in three] == sorted({exercise.number for exercise in three})
    assert pickle.loads(pickle.dumps(three)) == three
    assert "<svg" in three[0]._repr_html_()
    assert str(three[0]) == three[0].step.sentence()


def test_an_arrow_table_has_the_same() -> None:
    pytest.importorskip("pyarrow")
    table = ninefold.practice("naked-pair", 3, seed=5, kind="arrow")
    assert table.column_names == ["puzzle", "position", "technique", "step", "solution", "number"]
    for row, exercise in zip(table.to_pylist(), ninefold.practice("naked-pair", 3, seed=5), strict=True):
        assert (row["puzzle"], row["position"], row["solution"]) == (
            exercise.puzzle,
            exercise.position,
            exercise.solution,
        )
        assert (row["technique"], row["step"], row["number"]) == (
            "naked-pair",
            exercise.step.notation,
            exercise.number,
        )


def test_the_time_ends_a_search_and_progress_counts_the_puzzles() -> None:
    assert ninefold.practice("x-wing", 5, seed=1, time=0) == []
    assert ninefold.practice("x-wing", 0, seed=1) == []
    seen: list[tuple[int, int | None]] = []

    class Enough(Exception):
        pass

    def progress(done: int, total: int | None) -> None:
        seen.append((done, total))
        if len(seen) == 3:
            raise Enough

    with pytest.raises(Enough):
        ninefold.practice("sk-loop", 10**6, seed=1, progress=progress)
    assert seen == sorted(seen)
    assert all(total is None for _, total in seen)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ninefold.RecipeError):
        ninefold.practice("magic")
    for wrong in ({"count": -1}, {"kind": "numpy"}, {"time": -1.0}, {"time": float("nan")}):
        with pytest.raises(ValueError, match="expected"):
            ninefold.practice("x-wing", **wrong)  # type: ignore[arg-type]
