"""Arrow results as the objects of other libraries. None of them is imported unless its objects came in."""

from __future__ import annotations

import sys
from typing import Any

from ninefold._ninefold import Table


def to_library_of(array: Any, table: Table) -> Any:
    """Return a table as the library of an array holds it, or as it is if the library is not known."""
    library = type(array).__module__.partition(".")[0]
    if library == "polars":
        return _to_polars(array, table)
    if library == "pandas":
        return _to_pandas(array, table)
    if library in {"pyarrow", "duckdb", "_duckdb"} and "pyarrow" in sys.modules:
        return _to_pyarrow(array, table)
    return table


def pyarrow_table(table: Table) -> Any:
    """Return a table of pyarrow."""
    import pyarrow as pa

    return pa.table(table)


def _to_pyarrow(array: Any, table: Table) -> Any:
    import pyarrow as pa

    if isinstance(array, pa.Array):
        return pa.array(table)
    if isinstance(array, pa.ChunkedArray):
        return pa.chunked_array(table)
    return pa.table(table)


def _to_polars(array: Any, table: Table) -> Any:
    import polars as pl

    return pl.DataFrame(table) if isinstance(array, pl.DataFrame) else pl.Series(table)


def _to_pandas(array: Any, table: Table) -> Any:
    import pandas as pd
    import pyarrow as pa

    if isinstance(array, pd.DataFrame):
        return pa.table(table).to_pandas(types_mapper=pd.ArrowDtype).set_axis(array.index)
    return pd.Series(pd.arrays.ArrowExtensionArray(pa.chunked_array(table)), index=array.index)
