"""Puzzles that the tests use, and how files are compared."""

import hashlib
from pathlib import Path

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MEDIUM = "4......38.32.941...953..24.37.6.9..4.29..16.36.47.3.9.957..83....39..4..24..3.7.9"
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
TWO = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179"
NONE = "55" + "." * 79
EMPTY = "." * 81


def digests(folder: Path) -> dict[str, str]:
    """The hashes of all files of a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
