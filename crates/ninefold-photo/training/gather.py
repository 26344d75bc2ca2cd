"""Gathers the cells of rendered pages and of photographs into one file for train.py.

    python gather.py PATCHES PAGES PHOTOS OUT

PATCHES is the program `examples/patches.rs`, PAGES a folder of pages.py, PHOTOS a folder of photographs with labels.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

CELL = 32 * 32


def cells(program, lines):
    """The patches of each line's picture, or None, and the words printed for it."""
    with tempfile.NamedTemporaryFile() as out:
        printed = subprocess.run([program, out.name], input="".join(lines), text=True, capture_output=True, check=True).stdout
        patches = np.fromfile(out.name, np.uint8).reshape(-1, 81, CELL)
    words = [line.split() for line in printed.split("\n")[:-1]]
    found = iter(patches)
    return [(None if line[1] == "-" else next(found), line) for line in words]


def main():
    program, pages, photos, out = sys.argv[1:]
    random = np.random.default_rng(1)
    lines, truth = [], []
    for line in open(f"{pages}/labels.txt"):
        words = line.split()
        corners = np.array(words[1:9], float).reshape(4, 2)
        step = np.linalg.norm(corners[1] - corners[0]) / 9
        truth.append((corners, step, np.array(words[9:], np.uint8)))
        moved = corners + random.normal(0, 0.08 * step, (4, 2))
        lines.append(f"{words[0]} {' '.join(f'{value:.2f}' for value in moved.ravel())}\n")
    page_cells, page_labels, lost = [], [], 0
    for (patches, words), (corners, step, labels) in zip(cells(program, lines), truth):
        if patches is not None:
            found = np.array(words[2:], float).reshape(4, 2)
            if np.linalg.norm(found - corners, axis=1).max() < 0.15 * step:
                page_cells.append(patches)
                page_labels.append(labels)
                continue
        lost += 1
    print(f"{len(page_cells)} pages, {lost} left out because the lattice did not fit")
    page_cells, page_labels = np.concatenate(page_cells), np.concatenate(page_labels)
    # Three of four empty cells are dropped here already.
    keep = (page_labels != 0) | (random.random(len(page_labels)) < 0.25)
    names = sorted(Path(photos).glob("*.jpg"), key=lambda p: int(re.search(r"\d+", p.name)[0]))
    photo_cells, puzzles = [], []
    for patches, words in cells(program, [f"{name}\n" for name in names]):
        assert patches is not None, words
        rows = Path(words[0]).with_suffix(".dat").read_text().split("\n")[2:11]
        puzzles.append("".join("".join(row.split()) for row in rows))
        photo_cells.append(patches)
    labels = np.array([[int(c) for c in puzzle] for puzzle in puzzles], np.uint8)
    # 32 levels are enough, and compress well.
    def rounded(cells):
        return cells & 0xF8 | 4

    np.savez_compressed(
        out,
        pages=rounded(page_cells[keep]),
        page_labels=page_labels[keep],
        photos=rounded(np.array(photo_cells)),
        photo_labels=labels,
        puzzles=np.array(puzzles),
        names=np.array([name.stem for name in names]),
    )
    print(f"{keep.sum()} cells of pages, {len(names)} photographs")


main()
