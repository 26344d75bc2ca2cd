"""Promise: an array on a GPU is solved there, in the order of its stream, with the answers of the CPU.

Needs an NVIDIA GPU. The memory is the driver's own, so no other library is needed; the tests of PyTorch, CuPy and JAX
run where these are installed:

    pytest -rs python/tests/gpu
"""

from __future__ import annotations

import ctypes
import gc
import time
from typing import Any

import numpy as np
import pytest

import ninefold

try:
    ninefold.solve(["." * 81], device="cuda")
except ninefold.DeviceError as missing:
    pytest.skip(f"no GPU: {missing}", allow_module_level=True)


class Driver:
    """The CUDA driver: enough of it to own device memory and streams."""

    def __init__(self) -> None:
        self.library = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name: str, *arguments: Any) -> None:
        result = getattr(self.library, name)(*arguments)
        assert result == 0, f"{name} returned {result}"

    def stream(self) -> int:
        stream = ctypes.c_void_p()
        self.call("cuStreamCreate", ctypes.byref(stream), 1)
        assert stream.value is not None
        return stream.value

    def free_bytes(self) -> int:
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value


class Array:
    """An array on the GPU with `__cuda_array_interface__`. Its stream fills it."""

    def __init__(self, driver: Driver, shape: tuple[int, ...], stream: int | None = None, offset: int = 0) -> None:
        self.driver, self.shape, self.stream, self.offset = driver, shape, stream, offset
        self.memory = ctypes.c_uint64()
        self.bytes = int(np.prod(shape))
        driver.call("cuMemAlloc_v2", ctypes.byref(self.memory), ctypes.c_size_t(max(1, self.bytes + offset)))

    @property
    def address(self) -> ctypes.c_uint64:
        return ctypes.c_uint64(self.memory.value + self.offset)

    def fill(self, cells: np.ndarray) -> None:
        """Copy from the host, after everything that the stream has to do."""
        assert cells.nbytes == self.bytes
        self.driver.call(
            "cuMemcpyHtoDAsync_v2",
            self.address,
            ctypes.c_void_p(cells.ctypes.data),
            ctypes.c_size_t(self.bytes),
            ctypes.c_void_p(self.stream),
        )

    def clear_often(self, times: int) -> None:
        """Keep the stream busy: the cells are cleared many times before what comes next."""
        for _ in range(times):
            self.driver.call(
                "cuMemsetD8Async",
                self.address,
                ctypes.c_ubyte(0),
                ctypes.c_size_t(self.bytes),
                ctypes.c_void_p(self.stream),
            )

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": "|u1",
            "data": (self.address.value, False),
            "strides": None,
            "version": 3,
            "stream": self.stream,
        }

    def __del__(self) -> None:
        self.driver.call("cuMemFree_v2", self.memory)


@pytest.fixture(scope="module")
def driver() -> Driver:
    return Driver()


@pytest.fixture(scope="module")
def cells() -> np.ndarray:
    """Puzzles with one solution, with several, and with none."""
    puzzles = ninefold.generate(5000, seed=31, kind="numpy").copy()
    puzzles[::7, ::2] = 0
    puzzles[::11, :2] = 5
    return np.tile(puzzles, (4, 1))


@pytest.fixture(scope="module")
def expected(cells: np.ndarray) -> Any:
    return ninefold.solve(cells)


def same(answers: Any, expected: Any) -> None:
    assert isinstance(answers, ninefold.DeviceAnswers)
    assert answers.status == list(expected.status)
    assert np.array_equal(answers.solutions.to_numpy(), expected.solutions)


@pytest.mark.parametrize("offset", [0, 1])
@pytest.mark.parametrize("board", [False, True])
def test_the_answers_are_those_of_the_cpu(
    driver: Driver, cells: np.ndarray, expected: Any, board: bool, offset: int
) -> None:
    shape = (len(cells), 9, 9) if board else cells.shape
    array = Array(driver, shape, driver.stream(), offset)
    array.fill(cells)
    answers = ninefold.solve(array)
    assert answers.solutions.shape == shape
    assert answers.counts.to_numpy().dtype == np.int32
    assert answers.status == list(expected.status)
    assert np.array_equal(answers.solutions.to_numpy().reshape(-1, 81), expected.solutions)
    counts = ninefold.count(array, 10)
    assert list(counts.to_numpy()) == list(ninefold.count(cells, 10))


def test_the_stream_of_the_array_comes_first(driver: Driver, cells: np.ndarray, expected: Any) -> None:
    """The array is filled last in a stream that is busy when the call begins."""
    array = Array(driver, cells.shape, driver.stream())
    array.clear_often(2000)
    array.fill(cells)
    same(ninefold.solve(array), expected)


def test_results_are_read_in_place_by_others(driver: Driver, cells: np.ndarray, expected: Any) -> None:
    array = Array(driver, cells.shape)
    array.fill(cells)
    answers = ninefold.solve(array)
    interface = answers.solutions.__cuda_array_interface__
    assert (interface["shape"], interface["typestr"], interface["stream"]) == (cells.shape, "|u1", None)
    host = np.empty_like(cells)
    driver.call(
        "cuMemcpyDtoH_v2",
        ctypes.c_void_p(host.ctypes.data),
        ctypes.c_uint64(interface["data"][0]),
        ctypes.c_size_t(host.nbytes),
    )
    assert np.array_equal(host, expected.solutions)
    # A solution is a puzzle again.
    solved = expected.status != "none"
    again = ninefold.solve(answers.solutions)
    assert np.array_equal(again.solutions.to_numpy()[solved], expected.solutions[solved])


def test_capsules_keep_the_memory_and_free_it(driver: Driver) -> None:
    cells = np.zeros((1_000_000, 81), np.uint8)
    cells[:] = np.frombuffer(ninefold.solve("." * 81).solution.encode(), np.uint8) - ord("0")
    array = Array(driver, cells.shape)
    array.fill(cells)
    # The first call also allocates what later calls use again.
    ninefold.solve(array)
    gc.collect()
    before = driver.free_bytes()
    for version in (None, (1, 0)):
        capsule = ninefold.solve(array).solutions.__dlpack__(max_version=version)
        gc.collect()
        assert driver.free_bytes() < before, "the capsule owns the solutions"
        del capsule
        gc.collect()
        assert driver.free_bytes() >= before, "and frees them"
    with pytest.raises(BufferError):
        ninefold.solve(array).solutions.__dlpack__(copy=True)


def test_empty_arrays(driver: Driver) -> None:
    answers = ninefold.solve(Array(driver, (0, 81)))
    assert (len(answers), answers.status, answers.solutions.to_bytes()) == (0, [], b"")


def test_an_address_of_the_host_is_refused(driver: Driver, cells: np.ndarray) -> None:
    class Wrong:
        __cuda_array_interface__ = {  # noqa: RUF012
            "shape": cells.shape,
            "typestr": "|u1",
            "data": (cells.ctypes.data, False),
            "version": 3,
        }

    with pytest.raises(ninefold.KindError, match="not in the memory of a GPU"):
        ninefold.solve(Wrong())


def test_arrays_of_the_host_are_solved_by_the_gpu(cells: np.ndarray, expected: Any) -> None:
    for device in ("cuda", "auto"):
        answers = ninefold.solve(cells, device=device)
        assert list(answers.status) == list(expected.status)
        assert np.array_equal(answers.solutions, expected.solutions)
    assert list(ninefold.count(cells, 7, device="cuda")) == list(ninefold.count(cells, 7))


def test_torch(cells: np.ndarray, expected: Any) -> None:
    torch = pytest.importorskip("torch")
    with torch.cuda.stream(torch.cuda.Stream()):
        tensor = torch.from_numpy(cells).cuda(non_blocking=True)
        for _ in range(100):
            tensor = tensor.clone()
        answers = ninefold.solve(tensor)
        solutions = torch.from_dlpack(answers.solutions)
    assert solutions.device == tensor.device
    assert np.array_equal(solutions.cpu().numpy(), expected.solutions)
    assert torch.from_dlpack(answers.counts).dtype == torch.int32


def test_cupy(cells: np.ndarray, expected: Any) -> None:
    cupy = pytest.importorskip("cupy")
    with cupy.cuda.Stream(non_blocking=True):
        answers = ninefold.solve(cupy.asarray(cells))
        for read in (cupy.asarray, cupy.from_dlpack):
            assert np.array_equal(cupy.asnumpy(read(answers.solutions)), expected.solutions)


def test_jax(cells: np.ndarray, expected: Any) -> None:
    jax = pytest.importorskip("jax")
    answers = ninefold.solve(jax.numpy.asarray(cells))
    assert np.array_equal(np.asarray(jax.dlpack.from_dlpack(answers.solutions)), expected.solutions)


def test_rate(driver: Driver, capsys: pytest.CaptureFixture[str]) -> None:
    """Print how many puzzles a second are solved in device memory, and from NumPy."""
    puzzles = ninefold.generate(100_000, seed=1, kind="numpy")
    cells = np.tile(puzzles, (100, 1))
    array = Array(driver, cells.shape)
    array.fill(cells)
    lines = []
    for name, value in (("device memory", array), ("NumPy, device='cuda'", cells)):
        best = float("inf")
        for _ in range(3):
            begin = time.perf_counter()
            answers = ninefold.solve(value, device="cuda")
            best = min(best, time.perf_counter() - begin)
        lines.append(f"{name}: {len(cells) / best / 1e6:.1f} million puzzles a second")
        found = answers.counts.to_numpy() if name == "device memory" else answers.status == "unique"
        assert (found == 1).all()
    with capsys.disabled():
        print("", *lines, sep="\n")
