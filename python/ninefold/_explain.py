"""`explain`, `hint` and `steps`: solving the way people do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Unpack, overload

from ninefold import _ninefold
from ninefold._kinds import Arrow, is_one, kind_of
from ninefold._ninefold import Grid, Path, Puzzle, Run, Step, Techniques
from ninefold._types import Errors, HintOptions, Names, Progress, TechniqueOptions

if TYPE_CHECKING:
    import numpy.typing as npt

    Listed = list[str] | tuple[str, ...]
    Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Hint:
    """What to do next.

    `kind` is `step`, `mistake`, `incomplete` (notes that leave out a digit), `stuck` or `solved`, and `text` says it in
    words. Of a step, `rungs` has the texts up to the rung that was asked for, `focus` the houses to look at, and on the
    last rung `step` is the step.
    """

    kind: str
    text: str
    rung: int | None = None
    rungs: list[str] = field(default_factory=list[str], repr=False)
    focus: list[str] = field(default_factory=list[str])
    step: Step | None = None
    mistakes: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]], repr=False)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<p>{self.text}</p>" if self.step is None else self.step._repr_html_()


def _hint(members: dict[str, Any], step: Step | None) -> Hint:
    members["text"] = members.pop("hint")
    members.pop("before", None)
    members["step"] = step
    return Hint(**members)


@overload
def explain(puzzles: str | bytes | Grid | Puzzle, **options: Unpack[TechniqueOptions]) -> Path: ...
@overload
def explain(puzzles: Listed | Array, **options: Unpack[TechniqueOptions]) -> list[Path | None]: ...
@overload
def explain(puzzles: object, **options: Unpack[TechniqueOptions]) -> Any: ...
def explain(
    puzzles: Any,
    *,
    techniques: Names | None = None,
    without: Names | None = None,
    uniqueness: bool = True,
    errors: Errors = "raise",
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Return the path from the givens to the solution, step by step, for one puzzle or many.

    One puzzle has a `Path`, a list or NumPy array a list of paths, an Arrow array a struct array with the fields
    `solved`, `level`, `score`, `hardest`, `steps` and `techniques`.

    Args:
        puzzles: One puzzle, or many.
        techniques: The techniques to use, in this order; by default those that people use, easiest first.
        without: Techniques to leave out.
        uniqueness: Whether techniques may rely on the solution being unique.
        errors: What happens to rows that are no puzzles; see `solve`.
        column: The column of a table that holds the puzzles.
        threads: How many threads work.
        progress: A function that is called with the numbers of finished and of all puzzles.

    >>> import ninefold
    >>> path = ninefold.explain("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> path
    <Path solved: 51 steps, easy, hardest hidden-single>
    >>> print(path[0])
    In box 9, 1 can only go in r9c7: the 1 in r5c9 excludes r7c9, and the 1 in r8c5 excludes r8c78. So r9c7 is 1.

    """
    run = Run(errors, threads, progress)
    allowed = Techniques(techniques, without, uniqueness)
    if is_one(puzzles):
        return _ninefold.explain_one(puzzles, allowed)
    kind = kind_of(puzzles, column)
    if isinstance(kind, Arrow):
        return kind.result(_ninefold.explain_table(kind.rows, allowed, run))
    return _ninefold.explain(kind.rows, allowed, run)


@overload
def hint(puzzles: str | bytes | Grid | Puzzle, rung: int = 5, **options: Unpack[HintOptions]) -> Hint: ...
@overload
def hint(puzzles: Listed | Array, rung: int = 5, **options: Unpack[HintOptions]) -> list[Hint | None]: ...
@overload
def hint(puzzles: object, rung: int = 5, **options: Unpack[HintOptions]) -> Any: ...
def hint(
    puzzles: Any,
    rung: int = 5,
    *,
    language: str = "en",
    techniques: Names | None = None,
    without: Names | None = None,
    uniqueness: bool = True,
    errors: Errors = "raise",
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Return what to do next in one position or many.

    A position may have a player's digits and notes: any text format that marks givens apart has them. Mistakes come
    first. `rung` is how much is given away: 1 where to look, 2 which digit, 3 which technique, 4 the pattern, 5 the
    whole step. One position has a `Hint`, a list or NumPy array a list of them, an Arrow array a struct array with
    the fields `kind`, `hint` and `technique`.

    >>> import ninefold
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(ninefold.hint(puzzle, rung=3))
    Hidden Single: A digit with one place left in a house must go there.
    >>> ninefold.hint(puzzle).step.placements
    ['1r9c7']
    """
    run = Run(errors, threads, progress)
    allowed = Techniques(techniques, without, uniqueness)
    if is_one(puzzles):
        return _hint(*_ninefold.hint_one(puzzles, allowed, rung, language))
    kind = kind_of(puzzles, column)
    hints, table = _ninefold.hint(kind.rows, allowed, rung, language, run)
    if isinstance(kind, Arrow):
        return kind.result(table)
    return [None if found is None else _hint(*found) for found in hints]


@overload
def steps(puzzles: str | bytes | Grid | Puzzle, **options: Unpack[TechniqueOptions]) -> list[Step]: ...
@overload
def steps(puzzles: Listed | Array, **options: Unpack[TechniqueOptions]) -> list[list[Step] | None]: ...
@overload
def steps(puzzles: object, **options: Unpack[TechniqueOptions]) -> Any: ...
def steps(
    puzzles: Any,
    *,
    techniques: Names | None = None,
    without: Names | None = None,
    uniqueness: bool = True,
    errors: Errors = "raise",
    column: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Return every step that a position allows now, for one position or many.

    One position has a list of `Step`s, a list or NumPy array a list of such lists, an Arrow array a struct array with
    the field `steps`, a list of their notations.

    >>> import ninefold
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> found = ninefold.steps(puzzle, techniques=["naked-single"])
    >>> [step.placements for step in found]
    [['5r5c5'], ['7r7c6'], ['4r7c9'], ['3r8c8']]
    """
    run = Run(errors, threads, progress)
    allowed = Techniques(techniques, without, uniqueness, all=True)
    if is_one(puzzles):
        return _ninefold.steps_one(puzzles, allowed)
    kind = kind_of(puzzles, column)
    found, table = _ninefold.steps(kind.rows, allowed, run)
    return kind.result(table) if isinstance(kind, Arrow) else found


def techniques(language: str = "en") -> list[dict[str, Any]]:
    """Return all techniques, easiest first, with their names, levels and scores.

    >>> import ninefold
    >>> [technique["technique"] for technique in ninefold.techniques()][:3]
    ['full-house', 'last-digit', 'hidden-single']
    """
    return _ninefold.all_techniques(language)
