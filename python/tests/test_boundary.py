"""Promise: nothing that Python hands over crashes the interpreter, and what is a puzzle gets the right answer."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.extra import numpy as hnp

import ninefold
from samples import EASY, EASY_SOLUTION, EMPTY, HARD, NONE, TWO

pa = pytest.importorskip("pyarrow")

PUZZLES = [EASY, HARD, TWO, NONE, EMPTY]
STATUS = ["unique", "unique", "multiple", "none", "multiple"]
ALL = settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

CALLS = [
    lambda x: ninefold.solve(x),
    lambda x: ninefold.solve(x, errors="keep"),
    lambda x: ninefold.count(x, 3, errors="keep"),
    lambda x: ninefold.canonical(x, errors="keep"),
    lambda x: ninefold.shuffle(x, 1, errors="keep"),
    lambda x: ninefold.check(x, 3, errors="keep"),
]


def survive(value: Any) -> None:
    """Whatever comes back, or an error of ours."""
    for call in CALLS:
        try:
            call(value)
        except ninefold.NinefoldError:
            pass
        except ValueError as error:
            assert "expected" in str(error), error


@ALL
@given(
    hnp.arrays(
        dtype=st.one_of(hnp.scalar_dtypes(), hnp.byte_string_dtypes(max_len=90), hnp.unicode_string_dtypes(max_len=90)),
        shape=st.one_of(
            hnp.array_shapes(min_dims=0, max_dims=4, max_side=9, min_side=0),
            st.sampled_from([(0, 81), (1, 81), (3, 81), (2, 9, 9), (0, 9, 9), (81,), (9, 9), (81, 3)]),
        ),
    )
)
def test_arrays_of_any_type_and_shape(array: np.ndarray) -> None:
    survive(array)


@ALL
@given(st.data())
def test_arrays_of_any_layout(data: st.DataObject) -> None:
    """Views with steps, reversed, transposed, read-only, of unaligned records: the same answers."""
    order = data.draw(st.lists(st.integers(0, 4), min_size=0, max_size=6))
    cells = np.array([[int(c) if c.isdigit() else 0 for c in PUZZLES[i]] for i in order], np.uint8).reshape(-1, 81)
    layout = data.draw(st.sampled_from(["plain", "steps", "reversed", "columns", "readonly", "record", "offset"]))
    if layout == "steps":
        wide = np.full((len(order) * 3, 162), 77, np.uint8)
        wide[::3, ::2] = cells
        array = wide[::3, ::2]
    elif layout == "reversed":
        array = cells[::-1, ::-1].copy()[::-1, ::-1]
    elif layout == "columns":
        array = np.asfortranarray(cells)
    elif layout == "record":
        records = np.zeros(len(order), [("id", "<i4"), ("cells", "u1", (81,))])
        records["cells"] = cells
        array = records["cells"]
    elif layout == "offset":
        array = np.frombuffer(b"\xff" * 5 + cells.tobytes(), np.uint8, offset=5).reshape(-1, 81)
    else:
        array = cells
        array.flags.writeable = layout != "readonly"
    before = array.copy()
    answers = ninefold.solve(array)
    assert list(answers.status) == [STATUS[i] for i in order]
    assert np.array_equal(array, before), "the input stays as it is"
    if layout != "plain":
        boards = array.reshape(-1, 9, 9) if layout != "steps" else array.reshape(-1, 9, 9, order="A")
        assert list(ninefold.solve(np.ascontiguousarray(boards)).status) == [STATUS[i] for i in order]
    answers.solutions[...] = 0


def test_boards_of_any_layout() -> None:
    cells = np.array([[int(c) if c.isdigit() else 0 for c in p] for p in PUZZLES], np.uint8).reshape(-1, 9, 9)
    swapped = np.transpose(cells, (0, 2, 1))
    assert list(ninefold.solve(swapped).status) == list(ninefold.solve(swapped.copy()).status)
    wide = np.zeros((10, 18, 9), np.uint8)
    wide[::2, 1::2] = cells
    assert list(ninefold.solve(wide[::2, 1::2]).status) == STATUS
    repeated = np.broadcast_to(cells[0], (1000, 9, 9))
    assert (ninefold.solve(repeated).status == "unique").all()


def test_texts_with_any_stride() -> None:
    array = np.array([EASY.encode(), b"?" * 81] * 50, "S81")
    assert (ninefold.solve(array[::2]).solutions == EASY_SOLUTION.encode()).all()
    assert (ninefold.solve(array[::-2]).status == "multiple").all()


@ALL
@given(st.data())
def test_arrow_arrays_with_nulls_slices_and_chunks(data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.one_of(st.none(), st.integers(0, 4)), max_size=12))
    kind = data.draw(
        st.sampled_from([pa.string(), pa.large_string(), pa.string_view(), pa.binary(81), pa.binary_view()])
    )
    values = [None if i is None else PUZZLES[i] for i in rows]
    array = pa.array(values, pa.string()).cast(pa.binary()).cast(kind)
    start = data.draw(st.integers(0, len(rows)))
    stop = data.draw(st.integers(start, len(rows)))
    part = array.slice(start, stop - start)
    expected = [None if i is None else STATUS[i] for i in rows]
    found = ninefold.solve(part)
    found.validate(full=True)
    assert found.field("status").to_pylist() == expected[start:stop]
    chunked = pa.chunked_array([part, array, array.slice(stop)], type=kind)
    assert [row["status"] for row in ninefold.solve(chunked).to_pylist()] == [
        *expected[start:stop],
        *expected,
        *expected[stop:],
    ]


@ALL
@given(
    st.lists(st.one_of(st.none(), st.text(max_size=100), st.text("123456789.0 ", min_size=80, max_size=82)), max_size=5)
)
def test_texts_of_any_content(texts: list[str | None]) -> None:
    survive(texts)
    if not any(text is not None and any(0xD800 <= ord(c) <= 0xDFFF for c in text) for text in texts):
        survive(pa.array(texts, pa.string()))
    survive(np.array(texts, object))


@ALL
@given(st.lists(st.binary(max_size=100), max_size=5))
def test_bytes_of_any_content(texts: list[bytes]) -> None:
    survive(texts)
    survive(pa.array(texts, pa.binary()))
    survive(np.array(texts, "S81"))


values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.binary(max_size=3)),
    lambda inner: st.one_of(st.lists(inner, max_size=9), st.dictionaries(st.text(max_size=2), inner, max_size=2)),
    max_leaves=30,
)


@ALL
@given(values)
def test_objects_of_any_sort(value: Any) -> None:
    survive(value)


def test_lone_surrogates_are_refused() -> None:
    for call in CALLS:
        with pytest.raises(ninefold.NinefoldError):
            ninefold.solve("\ud800" * 81)
        assert ninefold.solve(["\udcff"], errors="keep").status == ["error"], call


@pytest.mark.parametrize(
    "kind",
    [pa.int64(), pa.bool_(), pa.list_(pa.string()), pa.null(), pa.binary(80), pa.dictionary(pa.int8(), pa.string())],
    ids=str,
)
def test_arrow_types_without_puzzles_are_refused(kind: Any) -> None:
    for count in (0, 3):
        with pytest.raises(ninefold.KindError, match="expected an Arrow array of strings"):
            ninefold.solve(pa.nulls(count, kind))


def test_capsules_of_something_else_are_refused() -> None:
    class Wrong:
        def __init__(self, result: object) -> None:
            self.result = result

        def __arrow_c_array__(self, requested_schema: object = None) -> object:
            return self.result

    schema, array = pa.array([EASY]).__arrow_c_array__()
    for wrong in (None, 5, (), (schema,), (array, schema), ("a", "b"), (schema, None)):
        with pytest.raises((TypeError, ValueError)):
            ninefold.solve(Wrong(wrong))
    used = pa.array([EASY])
    capsules = used.__arrow_c_array__()
    assert pa.array(ninefold.solve(Wrong(capsules))).field("status").to_pylist() == ["unique"]
    with pytest.raises(ValueError):
        ninefold.solve(Wrong(capsules))


def test_a_stream_that_fails_says_so() -> None:
    def batches() -> Any:
        yield pa.record_batch({"puzzle": [EASY]})
        raise RuntimeError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema([("puzzle", pa.string())]), batches())
    with pytest.raises(ValueError, match="the disk is gone"):
        ninefold.solve(reader)


def test_empty_inputs_of_every_kind() -> None:
    assert ninefold.solve(np.zeros((0, 81), np.uint8)).solutions.shape == (0, 81)
    assert ninefold.solve(np.zeros((0, 9, 9), np.uint8)).solutions.shape == (0, 9, 9)
    assert ninefold.solve(np.array([], "S81")).solutions.shape == (0,)
    assert len(ninefold.solve(pa.array([], pa.string()))) == 0
    assert len(ninefold.solve(pa.chunked_array([], pa.string()))) == 0
    assert ninefold.rate([]).values == []
    assert ninefold.explain([]) == []


def test_a_large_array_without_memory_behind_it() -> None:
    """Eighty million rows of which every one is the same: nothing is copied before it is looked at."""
    array = np.broadcast_to(np.full(81, 10, np.uint8), (10**12, 81))
    with pytest.raises((ninefold.CellError, MemoryError)):
        ninefold.solve(array)


def test_memory_of_arrow_results_belongs_to_them() -> None:
    found = ninefold.solve(pa.array([EASY] * 1000)).field("solution")
    import gc

    gc.collect()
    assert found.to_pylist() == [EASY_SOLUTION] * 1000
