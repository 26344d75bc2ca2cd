"""What calls return: one object for one puzzle, one with a value for each puzzle for many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from ninefold._ninefold import Grid
from ninefold.errors import NinefoldError

GridT = TypeVar("GridT")
GridsT = TypeVar("GridsT")
NumbersT = TypeVar("NumbersT")
NamesT = TypeVar("NamesT")

STATUS = ("none", "unique", "multiple", "error")


@dataclass(frozen=True)
class Answer(Generic[GridT]):
    """The answer to one puzzle.

    `status` is `none`, `unique` or `multiple`. `solution` has the type of the puzzle. Of several solutions `second` is
    another one, and `differences` are the cells in which the two differ. `conflicts` and `mistakes` say why there is
    none, as far as that is known.
    """

    status: str
    solution: GridT | None = None
    second: GridT | None = None
    differences: list[str] = field(default_factory=list[str])
    conflicts: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    mistakes: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    @property
    def is_unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.status == "unique"

    def _repr_html_(self) -> str:
        if self.solution is None:
            return "<p>no solution</p>"
        return Grid(self.solution)._repr_html_()


def summary(name: str, status: Any) -> str:
    """Return how often each status occurs."""
    counts = Counter(str(value) for value in status)
    parts = ", ".join(f"{count} {value}" for value, count in sorted(counts.items()))
    return f"{name}({sum(counts.values())} puzzles: {parts})" if parts else f"{name}(no puzzles)"


class Answers(Generic[GridsT, NamesT]):
    """The answers to many puzzles.

    `solutions` has the type and shape of the input. A puzzle with several solutions has one of them; one without any
    has zeros in an array and `None` in a list. `status` has a name for each puzzle: `none`, `unique`, `multiple`, and
    `error` where `errors="keep"` kept an input that is no puzzle. `errors` maps the numbers of such rows to exceptions.
    """

    def __init__(self, solutions: GridsT, status: Any, errors: Mapping[int, NinefoldError]) -> None:
        self.solutions = solutions
        self.errors = errors
        self._status = status

    @cached_property
    def status(self) -> NamesT:
        """The status of each puzzle."""
        return cast("NamesT", self._status() if callable(self._status) else self._status)

    def __len__(self) -> int:
        return len(self.solutions)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return summary("Answers", self.status)


@dataclass(frozen=True)
class Form(Generic[GridT]):
    """The canonical form of one puzzle.

    Two puzzles are isomorphic exactly when their forms are equal. `class_id` is a name of the form: the first 128 bits
    of its SHA-256 hash, in hexadecimal digits. `transform` takes the puzzle to its form.
    """

    canonical: GridT
    canonical_solution: GridT
    automorphisms: int
    solution_automorphisms: int
    transform: str
    class_id: str


@dataclass(frozen=True)
class Forms(Generic[GridsT, NumbersT, NamesT]):
    """The canonical forms of many puzzles: `canonical` has the type and shape of the input."""

    canonical: GridsT
    automorphisms: NumbersT
    class_id: NamesT
    errors: Mapping[int, NinefoldError] = field(default_factory=dict[int, NinefoldError], repr=False)
