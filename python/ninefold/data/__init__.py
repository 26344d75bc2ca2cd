r"""Labelled data sets: read puzzles from files, label them, split them without leaks, build sets by a recipe.

Everything here needs pyarrow (`pip install ninefold[arrow]`).

>>> import tempfile, pathlib, ninefold.data
>>> folder = pathlib.Path(tempfile.mkdtemp())
>>> _ = (folder / "puzzles.txt").write_text("\n".join(ninefold.generate(100, seed=1)))
>>> ninefold.data.label(folder / "puzzles.txt", folder / "labelled", columns=["solution", "se", "split"])
Labelled(rows=100, errors=0, files=1)
"""

from ninefold.data._build import Built, build
from ninefold.data._dedup import Deduplicated, dedup
from ninefold.data._label import Labelled, label
from ninefold.data._labels import COLUMNS, Labels
from ninefold.data._source import Source, read
from ninefold.data._split import split

__all__ = [
    "COLUMNS",
    "Built",
    "Deduplicated",
    "Labelled",
    "Labels",
    "Source",
    "build",
    "dedup",
    "label",
    "read",
    "split",
]
