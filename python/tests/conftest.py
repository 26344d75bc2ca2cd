"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from samples import EASY, EMPTY, HARD, NONE, TWO

# Hypothesis writes beside the other build products.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(Path(__file__).parents[2] / "target" / "hypothesis"))


@pytest.fixture(scope="session")
def puzzles() -> list[str]:
    """Puzzles of all sorts: most with one solution, some with several, some without."""
    import ninefold

    found = ninefold.generate(300, seed=11)
    return [EASY, HARD, TWO, NONE, EMPTY, *found]
