"""What all tests share."""

from __future__ import annotations

import pytest
from samples import EASY, EMPTY, HARD, NONE, TWO


@pytest.fixture(scope="session")
def puzzles() -> list[str]:
    """Puzzles of all sorts: most with one solution, some with several, some without."""
    import ninefold

    found = ninefold.generate(300, seed=11)
    return [EASY, HARD, TWO, NONE, EMPTY, *found]
