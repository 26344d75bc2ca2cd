"""Promise: the examples of the documentation are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import ninefold

ROOT = Path(__file__).parents[2]
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
MODULES = [
    module.name
    for module in pkgutil.walk_packages(ninefold.__path__, "ninefold.")
    if module.name not in {"ninefold._ninefold", "ninefold.__main__", "ninefold.ray", "ninefold.spark"}
]


@pytest.mark.parametrize("name", ["ninefold", *MODULES])
def test_examples_of_modules(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert found.failed == 0


@pytest.mark.parametrize("name", ["Grid", "Path", "Puzzle", "Step", "Transform"])
def test_examples_of_compiled_classes(name: str) -> None:
    cls = getattr(ninefold, name)
    texts = [cls.__doc__, *(getattr(cls, member).__doc__ for member in vars(cls) if not member.startswith("_"))]
    assert all(texts), "everything public is documented"
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    parser = doctest.DocTestParser()
    for number, text in enumerate(texts):
        runner.run(parser.get_doctest(text, {}, f"{name}.{number}", None, 0))
    assert runner.tries > 0
    assert runner.failures == 0


def test_every_public_name_is_documented() -> None:
    for name in ninefold.__all__:
        assert name.startswith("__") or getattr(ninefold, name).__doc__, name


def test_examples_of_the_guide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples of `docs/python.md` run one after the other, in a folder of their own."""
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    runner = doctest.DocTestRunner(optionflags=FLAGS | doctest.NORMALIZE_WHITESPACE)
    runner.run(doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/python.md", "docs/python.md", 0))
    assert runner.failures == 0


def test_the_guide_lists_every_label() -> None:
    data = pytest.importorskip("ninefold.data")
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    table = text.partition("The labels are:")[2].partition("\n- **")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE)
    assert dict(rows) == data.COLUMNS
