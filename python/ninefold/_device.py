"""Arrays on a GPU: they are solved where they are, and the results stay there."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ninefold import _ninefold
from ninefold._answers import STATUS, summary
from ninefold._ninefold import DeviceArray
from ninefold._types import Progress
from ninefold.errors import KindError


def is_on_device(puzzles: object) -> bool:
    """Whether an input is an array on a GPU."""
    return not isinstance(puzzles, list | tuple) and _ninefold.is_on_device(puzzles)


class DeviceAnswers:
    """The answers to many puzzles on a GPU.

    `solutions` has the shape of the input. A puzzle with several solutions has one of them, one without any has zeros.
    `counts` has 0, 1, or 2 for several solutions. Both are `DeviceArray`s, which other libraries read in place:
    `torch.from_dlpack(answers.solutions)`. `status` has a name for each puzzle, in the memory of the host.
    """

    def __init__(self, solutions: DeviceArray, counts: DeviceArray) -> None:
        self.solutions = solutions
        self.counts = counts

    @cached_property
    def status(self) -> list[str]:
        """The status of each puzzle: `none`, `unique` or `multiple`."""
        return [STATUS[count] for count in memoryview(self.counts.to_bytes()).cast("i")]

    def __len__(self) -> int:
        return len(self.counts)

    def __repr__(self) -> str:
        return summary("DeviceAnswers", self.status)


def solve_on_device(puzzles: Any, device: str | None, progress: Progress | None) -> tuple[DeviceArray, DeviceArray]:
    """Solve an array on a GPU: its solutions, and 0, 1 or 2 as the number of solutions."""
    _require_gpu(puzzles, device)
    solutions, counts = _ninefold.solve_on_device(puzzles, 2, True, progress)
    assert solutions is not None
    return solutions, counts


def count_on_device(puzzles: Any, limit: int, device: str | None, progress: Progress | None) -> DeviceArray:
    """Count the solutions of an array on a GPU."""
    _require_gpu(puzzles, device)
    return _ninefold.solve_on_device(puzzles, limit, False, progress)[1]


def _require_gpu(puzzles: object, device: str | None) -> None:
    if device not in {None, "cuda", "auto"}:
        found = f"an array on the GPU with device={device!r}"
        expected = "device='cuda' or 'auto', or an array in the memory of the host"
        raise KindError(f"found {found}, expected {expected}", found=found, expected=expected)
