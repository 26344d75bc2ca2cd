"""Promise: objects print, compare, hash and pickle, and notebooks draw them."""

from __future__ import annotations

import copy
import pickle
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import ninefold
from samples import EASY, EASY_SOLUTION, HARD


def objects() -> list[Any]:
    path = ninefold.explain(HARD)
    return [
        ninefold.Grid(EASY),
        ninefold.Puzzle(EASY),
        ninefold.Transform.random(1),
        path,
        path[len(path) // 2],
    ]


@pytest.mark.parametrize("item", objects(), ids=lambda item: type(item).__name__)
def test_copies_are_equal(item: Any) -> None:
    for twin in (pickle.loads(pickle.dumps(item)), copy.deepcopy(item)):
        assert twin == item
        assert hash(twin) == hash(item)
        assert (str(twin), repr(twin)) == (str(item), repr(item))
    assert item != 5


@pytest.mark.parametrize("item", [item for item in objects() if hasattr(item, "_repr_svg_")], ids=repr)
def test_notebooks_draw_them(item: Any) -> None:
    assert ElementTree.fromstring(item._repr_svg_()).tag.endswith("svg")
    assert "<svg" in item._repr_html_()


def test_a_grid() -> None:
    grid = ninefold.Grid(EASY)
    assert str(grid) == EASY
    assert eval(repr(grid), {"Grid": ninefold.Grid}) == grid
    assert grid["r1c1"] == grid[0, 0] == grid[0] == 5
    assert grid.digits[:5] == (5, 3, 0, 0, 7)
    assert grid.rows[0] == [5, 3, 0, 0, 7, 0, 0, 0, 0]
    assert (grid.givens, len(grid), grid.is_solved) == (30, 81, False)
    assert ninefold.Grid(EASY_SOLUTION).is_solved
    changed = grid.with_digit("r1c3", 5)
    assert changed["r1c3"] == 5
    assert changed.conflicts[0]["house"] == "r1"
    assert changed.with_digit((0, 2), 0) == grid
    assert sorted([changed, grid]) == [grid, changed]
    for wrong in ("r0c1", (9, 0), 81, -1, "x"):
        with pytest.raises(IndexError):
            grid[wrong]
    with pytest.raises(ninefold.CellError):
        grid.with_digit("r1c1", 10)
    for name in ("line", "grid", "json", "csv", "sdm", "ss"):
        assert ninefold.Grid(grid.to_text(name)) == grid
    with pytest.raises(ValueError, match="expected a format"):
        grid.to_text("pdf")


def test_a_puzzle() -> None:
    puzzle = ninefold.Puzzle(EASY)
    assert puzzle.givens == ninefold.Grid(EASY)
    assert puzzle.solution == ninefold.Grid(EASY_SOLUTION)
    assert puzzle.is_minimal is False
    assert len(puzzle.redundant_givens) == 22
    assert str(puzzle.canonical_form) == ninefold.canonical(EASY).canonical
    assert puzzle.class_id == ninefold.canonical(EASY).class_id


def test_a_path_and_its_steps() -> None:
    path = ninefold.explain(HARD)
    assert path.outcome in {"solved", "stuck"}
    assert path[-1] == path.steps[-1]
    assert len(list(path)) == len(path)
    assert sum(path.techniques.values()) == len(path)
    assert path.hardest in path.techniques
    with pytest.raises(IndexError):
        path[len(path)]
    assert path.to_text().count("\n") == len(path)
    steps = path.to_dict()["steps"]
    assert [step["technique"] for step in steps] == [step.technique for step in path]
    for step in path:
        assert step.placements or step.eliminations
        assert step.to_dict() == steps[path.steps.index(step)]
        assert step.sentence("zh") != step.sentence()
        assert step.to_svg("dark") != step.to_svg()
    without = ninefold.explain(EASY, without=["naked-single"])
    assert "naked-single" not in without.techniques
    assert ninefold.explain(EASY, techniques=["naked-single", "hidden-single"]).is_solved


def test_every_step_of_many_puzzles_can_be_pickled() -> None:
    for puzzle in ninefold.generate(12, seed=5):
        for step in ninefold.explain(puzzle):
            assert pickle.loads(pickle.dumps(step)) == step


def test_transforms() -> None:
    there = ninefold.Transform.random(9)
    assert there.then(there.inverse) == ninefold.Transform()
    assert ninefold.Transform(str(there)) == there
    image = ninefold.transform(EASY, there)
    assert ninefold.transform(image, there.inverse) == EASY
    assert ninefold.solve(image).solution == ninefold.transform(EASY_SOLUTION, str(there))
