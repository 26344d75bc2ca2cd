"""Promise: an array on a GPU is checked before it is used, and a machine without a GPU says what is missing.

`gpu/` tests the answers on a machine with a GPU.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ninefold
from samples import EASY


def has_gpu() -> bool:
    try:
        ninefold.solve([EASY], device="cuda")
    except ninefold.DeviceError:
        return False
    return True


HAS_GPU = has_gpu()
without_gpu = pytest.mark.skipif(HAS_GPU, reason="this machine has a GPU: gpu/ tests it")


class Interface:
    """An array of which only the interface exists."""

    def __init__(self, **changes: Any) -> None:
        good = {"shape": (2, 81), "typestr": "|u1", "data": (4096, False), "strides": None, "version": 3}
        self.__cuda_array_interface__ = {key: value for key, value in (good | changes).items() if value != "missing"}


class Exporter:
    """An array of NumPy that claims to be on a GPU."""

    def __init__(self, array: Any, versioned: bool = True) -> None:
        self.array = array
        self.versioned = versioned
        self.stream: object = "never asked"

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, 0)

    def __dlpack__(self, **options: Any) -> Any:
        if "max_version" in options and not self.versioned:
            raise TypeError("an unexpected keyword argument 'max_version'")
        self.stream = options.pop("stream")
        return self.array.__dlpack__(**options)


EXPECTED = r"expected an array of uint8 on the GPU with the shape \(n, 81\) or \(n, 9, 9\)"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"typestr": "<f4"}, r"of <f4 with the shape \[2, 81\]"),
        ({"typestr": "<i8"}, "of <i8"),
        ({"shape": (81,)}, r"of \|u1 with the shape \[81\]"),
        ({"shape": (2, 80)}, r"\[2, 80\]"),
        ({"shape": (2, 3, 27)}, r"\[2, 3, 27\]"),
        ({"shape": (-1, 81)}, r"\[-1, 81\]"),
        ({"strides": (162, 2)}, "and gaps or another order"),
        ({"strides": (1, 2)}, "and gaps or another order"),
        ({"strides": (81,)}, "and gaps or another order"),
        ({"shape": (2, 9, 9), "strides": (81, 1, 9)}, "and gaps or another order"),
        ({"mask": object()}, "and a mask"),
        ({"shape": "missing"}, "without a shape"),
        ({"typestr": "missing"}, "without a typestr"),
        ({"data": "missing"}, "without an address"),
        ({"data": b"bytes"}, "without an address"),
    ],
)
def test_interfaces_of_something_else_are_refused(changes: dict[str, Any], found: str) -> None:
    for call in (ninefold.solve, ninefold.count):
        with pytest.raises(ninefold.KindError, match=f"found .*Interface.*{found}.*, {EXPECTED}"):
            call(Interface(**changes))


@pytest.mark.parametrize(
    ("array", "found"),
    [
        (np.zeros((2, 81), np.float32), r"of float32 with the shape \[2, 81\]"),
        (np.zeros((2, 81), np.int64), "of int64"),
        (np.zeros((2, 81), bool), "of bool8"),
        (np.zeros((2, 80), np.uint8), r"of uint8 with the shape \[2, 80\]"),
        (np.zeros(81, np.uint8), r"\[81\]"),
        (np.zeros((), np.uint8), r"\[\]"),
        (np.zeros((2, 162), np.uint8)[:, ::2], "and gaps or another order"),
        (np.zeros((81, 2), np.uint8).T, "and gaps or another order"),
        (np.zeros((2, 81), np.uint8), "in memory of the device type 1"),
        (np.zeros((2, 9, 9), np.int8), "in memory of the device type 1"),
    ],
)
def test_capsules_of_something_else_are_refused(array: Any, found: str) -> None:
    for versioned in (True, False):
        exporter = Exporter(array, versioned)
        with pytest.raises(ninefold.KindError, match=f"found .*Exporter.*{found}.*, {EXPECTED}"):
            ninefold.solve(exporter)
        assert exporter.stream == 1, "the producer makes the default stream wait for its work"


def test_no_capsule_is_refused() -> None:
    class Empty(Exporter):
        def __dlpack__(self, **options: Any) -> Any:
            return object()

    with pytest.raises(ninefold.KindError, match="without a DLPack capsule"):
        ninefold.solve(Empty(None))


def test_an_error_of_the_producer_is_raised() -> None:
    class Failing(Exporter):
        def __dlpack__(self, **options: Any) -> Any:
            raise BufferError("the array has gradients")

    with pytest.raises(BufferError, match="gradients"):
        ninefold.solve(Failing(None))


def test_an_array_on_the_gpu_is_not_solved_by_the_cpu() -> None:
    with pytest.raises(ninefold.KindError, match="found an array on the GPU with device='cpu', expected device='cuda'"):
        ninefold.solve(Interface(), device="cpu")


@without_gpu
def test_a_machine_without_a_gpu_says_what_is_missing() -> None:
    calls: list[Any] = [
        lambda: ninefold.solve([EASY], device="cuda"),
        lambda: ninefold.solve(EASY, device="cuda"),
        lambda: ninefold.count(np.zeros((3, 81), np.uint8), 2, device="cuda"),
        lambda: ninefold.solve(Interface()),
        lambda: ninefold.count(Interface(), 2, device="auto"),
    ]
    for call in calls:
        with pytest.raises(ninefold.DeviceError, match=r"NVIDIA driver|GPU"):
            call()


@without_gpu
def test_auto_uses_the_cpu() -> None:
    assert ninefold.solve(EASY, device="auto").status == "unique"
    assert ninefold.solve([EASY] * 3, device="auto").status == ["unique"] * 3
    assert ninefold.count([EASY] * 3, device="auto") == [1] * 3


def test_tensors_in_the_memory_of_the_host_are_read_as_numpy_reads_them() -> None:
    class Tensor:
        def __init__(self, array: Any) -> None:
            self.array = array

        def __dlpack_device__(self) -> Any:
            return self.array.__dlpack_device__()

        def __dlpack__(self, **options: Any) -> Any:
            return self.array.__dlpack__(**options)

    cells = np.array([[int(c) if c.isdigit() else 0 for c in EASY]] * 2, np.uint8)
    assert list(ninefold.solve(Tensor(cells)).status) == ["unique"] * 2
    with pytest.raises(ninefold.KindError, match="expected a NumPy array"):
        ninefold.solve(Tensor(cells.astype(np.float32)))
