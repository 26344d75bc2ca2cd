"""`generate`: puzzles by a recipe."""

from __future__ import annotations

import secrets
from typing import Any, Literal

from ninefold import _ninefold
from ninefold._foreign import pyarrow_table
from ninefold._kinds import cells_of
from ninefold._ninefold import Run, Table
from ninefold._types import Names, Progress, Range


def generate(
    count: int = 1,
    *,
    seed: int | None = None,
    first: int = 0,
    kind: Literal["str", "numpy", "arrow"] = "str",
    distinct: bool = False,
    symmetry: str | None = None,
    givens: Range[int] | None = None,
    mask: str | None = None,
    redundant: bool = False,
    se: Range[float] | None = None,
    hodoku: Range[float] | None = None,
    guesses: Range[float] | None = None,
    depth: Range[float] | None = None,
    level: str | None = None,
    require: Names | None = None,
    allow: Names | None = None,
    without: Names | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Generate puzzles.

    A seed produces the same puzzles on every machine and any number of threads: puzzle `n` of a seed depends on the
    seed, the number and the recipe alone. Without a seed one is drawn.

    Args:
        count: How many puzzles.
        seed: The seed.
        first: The number of the first puzzle: `generate(10, first=10)` continues `generate(10)`.
        kind: `str` for a list of strings, `numpy` for an array `(count, 81)` of uint8, `arrow` for a pyarrow table with
            the columns `puzzle` and `solution`.
        distinct: Leave out puzzles that are isomorphic to an earlier one.
        symmetry: The symmetry of the givens, such as `half-turn`.
        givens: The number of givens, or the first and last of a range.
        mask: A drawing of the cells that hold a given.
        redundant: Whether givens may be added that are not needed.
        se: The Sudoku Explainer rating, or a range; likewise `hodoku`, `guesses` and `depth`.
        hodoku: The HoDoKu score, or a range.
        guesses: The rating on the guesses scale, or a range.
        depth: The rating on the depth scale, or a range.
        level: `easy`, `medium`, `hard`, `unfair` or `extreme`.
        require: Techniques that the path uses.
        allow: Techniques that suffice beside singles.
        without: Techniques that are not needed.
        threads: How many threads work.
        progress: A function that is called with the numbers of finished and of all puzzles.

    >>> import ninefold
    >>> ninefold.generate(2, seed=42, symmetry="half-turn")[0]
    '5.6..8.....1.3....98.7..2..62..94....1.....5....57..42..2..1.73....4.5.....2..4.1'
    >>> ninefold.generate(1, seed=1, givens=90)
    Traceback (most recent call last):
    ninefold.errors.RecipeError: no puzzle has 90 givens: there are at least 17 and at most 81

    """
    options = {
        "symmetry": symmetry,
        "givens": givens,
        "mask": mask,
        "redundant": redundant,
        "se": se,
        "hodoku": hodoku,
        "guesses": guesses,
        "depth": depth,
        "level": level,
        "require": require,
        "allow": allow,
        "without": without,
    }
    if kind not in {"str", "numpy", "arrow"}:
        raise ValueError(f"found kind={kind!r}, expected 'str', 'numpy' or 'arrow'")
    if count < 0:
        raise ValueError(f"found count={count}, expected 0 or more")
    drawn = secrets.randbits(32) if seed is None else seed
    table = _ninefold.generate(count, drawn, first, distinct, options, Run("raise", threads, progress))
    return _in_kind(table, kind)


def _in_kind(table: Table, kind: str) -> Any:
    if kind == "numpy":
        return cells_of(table, "puzzle")
    if kind == "arrow":
        return pyarrow_table(table)
    return table.list("puzzle")
