"""The data card: a README beside a data set with counts, histograms and how to make it again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ninefold.data._histogram import histogram

_NUMBERS = ("givens", "se", "hodoku", "guesses", "depth", "steps")
_NAMES = ("split", "level", "hardest", "status")


def write_card(folder: Path, job: dict[str, Any], files: Sequence[Path]) -> None:
    """Write `README.md` and the histograms it shows."""
    counts = _counts(files)
    images = folder / "images"
    images.mkdir(parents=True, exist_ok=True)
    for name in _NUMBERS:
        if counts.get(name):
            (images / f"{name}.svg").write_text(histogram(counts[name], _title(name)))
    (folder / "README.md").write_text(_text(job, counts, files))


def _counts(files: Sequence[Path]) -> dict[str, Counter[Any]]:
    """Count the values of the columns that the card shows, one row group at a time."""
    counts = dict[str, Counter[Any]]()
    for path in files:
        with pq.ParquetFile(path) as file:
            names = [name for name in (*_NUMBERS, *_NAMES) if name in file.schema_arrow.names]
            for batch in file.iter_batches(columns=names):
                for name, column in zip(batch.schema.names, batch.columns, strict=True):
                    _add(counts.setdefault(name, Counter()), column)
    return counts


def _add(counter: Counter[Any], column: pa.Array) -> None:
    for value in pc.value_counts(column).to_pylist():
        if value["values"] is not None:
            counter[value["values"]] += value["counts"]


def _title(name: str) -> str:
    return {"se": "SE rating", "hodoku": "HoDoKu score", "guesses": "guesses", "steps": "steps"}.get(name, name)


def _text(job: dict[str, Any], counts: dict[str, Counter[Any]], files: Sequence[Path]) -> str:
    labels = job["labels"]
    lines = [
        f"# {job['title']}",
        "",
        f"{job['count']:,} Sudoku puzzles with one solution each, no two of them isomorphic, made by Ninefold "
        f"{labels['version']}.",
        "",
        "## Columns",
        "",
        "| column | meaning |",
        "|---|---|",
        "| `puzzle` | 81 characters, `.` for an empty cell |",
        "| `stratum` | which of the recipes below |",
        "| `number` | its number among the puzzles of the recipe and seed |",
        *(f"| `{name}` | {meaning} |" for name, meaning in labels["columns"].items()),
        "| `error` | empty: every puzzle can be read |",
        "",
        "## Counts",
        "",
    ]
    for name in _NAMES:
        if counts.get(name):
            lines += [f"| {name} | puzzles |", "|---|---:|"]
            lines += [f"| {value} | {count:,} |" for value, count in counts[name].most_common()]
            lines.append("")
    shown = [name for name in _NUMBERS if counts.get(name)]
    if shown:
        lines += ["## Distributions", ""]
        lines += [f"![{_title(name)}](images/{name}.svg)" for name in shown]
        lines.append("")
    lines += [
        "## Split",
        "",
        "The part of a puzzle depends on its canonical form and the seed alone: isomorphic puzzles are always in the "
        "same part, also those of other sets that are split with this seed and these shares.",
        "",
        "## How to make it again",
        "",
        "```python",
        "import ninefold.data",
        "",
        "ninefold.data.build(",
        f"    {job['count']},",
        f"    {json.dumps(_recipes(job), indent=4).replace(chr(10), chr(10) + '    ')},",
        f'    "{"set"}",',
        f"    seed={labels['seed']},",
        f"    columns={list(labels['columns'])},",
        f"    parts={labels['parts']},",
        f"    title={job['title']!r},",
        f"    shard_rows={job['shard_rows']},",
        ")",
        "```",
        "",
        f"The same version of Ninefold and of pyarrow ({pa.__version__}) writes the same bytes: {len(files)} "
        f"{'file' if len(files) == 1 else 'files'}, on one machine or many.",
        "",
    ]
    return "\n".join(lines)


def _recipes(job: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"share": recipe["count"], **{name: value for name, value in recipe.items() if name != "count"}}
        for recipe in job["recipe"]
    ]
