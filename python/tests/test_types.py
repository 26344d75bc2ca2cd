"""Promise: the types are complete, and the stubs describe the compiled module."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

from ninefold import _ninefold

ROOT = Path(__file__).parents[2]
STUBS = ROOT / "python" / "ninefold" / "_ninefold.pyi"


@pytest.mark.skipif(importlib.util.find_spec("pyright") is None, reason="pyright is not installed")
def test_pyright_in_its_strict_mode_finds_nothing() -> None:
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    report = json.loads(done.stdout)
    errors = [item for item in report["generalDiagnostics"] if item["severity"] == "error"]
    found = [f"{item['file']}:{item['range']['start']['line'] + 1}: {item['message']}" for item in errors]
    assert not found, "\n".join(found)
    assert report["summary"]["filesAnalyzed"] > 0


def members_of(node: ast.Module | ast.ClassDef) -> dict[str, ast.stmt]:
    named = (ast.FunctionDef, ast.ClassDef)
    members: dict[str, ast.stmt] = {item.name: item for item in node.body if isinstance(item, named)}
    values = [item for item in node.body if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)]
    return members | {item.target.id: item for item in values}


def test_the_stubs_name_what_the_module_has() -> None:
    stubs = members_of(ast.parse(STUBS.read_text(encoding="utf-8")))
    public = {name for name in vars(_ninefold) if not name.startswith("__") or name == "__version__"}
    assert public - {"_ninefold"} == set(stubs)
    for name, stub in stubs.items():
        if isinstance(stub, ast.ClassDef):
            cls = getattr(_ninefold, name)
            described = {member for member in members_of(stub) if not member.startswith("__")}
            present = {member for member in vars(cls) if not member.startswith("_") or member.startswith("_repr")}
            assert described == present, name
        if isinstance(stub, ast.FunctionDef):
            parameters = list(inspect.signature(getattr(_ninefold, name)).parameters)
            assert [argument.arg for argument in stub.args.args] == parameters, name
