"""Sudoku: solve, rate, explain, compare and generate, one puzzle or millions.

>>> import ninefold
>>> answer = ninefold.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> answer.solution
'534678912672195348198342567859761423426853791713924856961537284287419635345286179'

Every function takes one puzzle or many, and answers in the same kind: strings, boards, lists, NumPy arrays, Arrow
arrays and tables. `ninefold.data` makes labelled data sets.
"""

from ninefold._answers import Answer, Answers, Form, Forms
from ninefold._check import check
from ninefold._device import DeviceAnswers
from ninefold._explain import Hint, explain, hint, steps, techniques
from ninefold._generate import generate
from ninefold._ninefold import DeviceArray, Grid, Path, Puzzle, Step, Transform, __version__
from ninefold._practice import Exercise, practice
from ninefold._rate import Rating, Ratings, rate
from ninefold._solve import count, solve
from ninefold._symmetry import canonical, shuffle, transform
from ninefold.errors import (
    CellError,
    DeviceError,
    KindError,
    MistakeError,
    MultipleSolutionsError,
    NinefoldError,
    NoSolutionError,
    NotAPuzzleError,
    ParseError,
    RecipeError,
)

__all__ = [
    "Answer",
    "Answers",
    "CellError",
    "DeviceAnswers",
    "DeviceArray",
    "DeviceError",
    "Exercise",
    "Form",
    "Forms",
    "Grid",
    "Hint",
    "KindError",
    "MistakeError",
    "MultipleSolutionsError",
    "NinefoldError",
    "NoSolutionError",
    "NotAPuzzleError",
    "ParseError",
    "Path",
    "Puzzle",
    "Rating",
    "Ratings",
    "RecipeError",
    "Step",
    "Transform",
    "__version__",
    "canonical",
    "check",
    "count",
    "explain",
    "generate",
    "hint",
    "practice",
    "rate",
    "shuffle",
    "solve",
    "steps",
    "techniques",
    "transform",
]
