"""Pages for training and for stress tests: a Sudoku printed in a random style, perhaps partly filled in, photographed.

    python pages.py FONTS OUT COUNT [--seed N] [--hard] [--puzzles FILE]

Writes OUT/N.jpg and OUT/labels.txt, a line a page: the file, the eight coordinates of the corners, 81 classes.
With --puzzles the digits are those of the puzzles, one a line, otherwise random ones.
Classes: 0 empty, 1 to 9 a printed digit, 11 to 19 a written digit, 10 something else.
"""

import argparse
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from handwriting import Hand

OTHER = 10
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ#*?+=@&%$XO0abdefghknqrtx"
fonts = {}


def load_fonts(folder):
    for kind in ("print", "hand"):
        fonts[kind] = Path(folder, f"{kind}.txt").read_text().split("\n")[:-1]


def random_font(rng, kind, size):
    # A family with forty cuts counts as one: pick the package first.
    packages = {}
    for path in fonts[kind]:
        packages.setdefault(path.split(f"/{kind}/")[1].split("/")[0], []).append(path)
    names = sorted(packages)
    while True:
        paths = packages[names[rng.integers(len(names))]]
        path = paths[rng.integers(len(paths))]
        if any(word in path for word in ("Thin", "Hairline")) and rng.random() < 0.8:
            continue
        try:
            return ImageFont.truetype(path, size)
        except OSError:
            continue


def glyph(font, text, size, cap):
    """Ink from 0 to 1 of a text, centred in a square by its box, `cap` pixels high."""
    image = Image.new("L", (size * 3, size * 3))
    ImageDraw.Draw(image).text((size * 1.5, size * 1.5), text, 255, font=font, anchor="mm")
    box = image.getbbox()
    if box is None:
        return np.zeros((size, size), np.float32)
    image = np.asarray(image.crop(box), np.float32) / 255
    scale = cap / image.shape[0]
    if image.shape[1] * scale > size * 0.9:
        scale = size * 0.9 / image.shape[1]
    shape = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    image = cv2.resize(image, shape, interpolation=cv2.INTER_AREA)
    canvas = np.zeros((size, size), np.float32)
    y, x = (size - image.shape[0]) // 2, (size - image.shape[1]) // 2
    canvas[y : y + image.shape[0], x : x + image.shape[1]] = image[: size - y, : size - x]
    return canvas


def shifted(ink, dx, dy):
    return cv2.warpAffine(ink, np.float32([[1, 0, dx], [0, 1, dy]]), ink.shape[::-1])


def grid_page(rng, hard, puzzle):
    """A flat page: brightness from 0 to 1, the corners of the grid in it, and the classes of the cells."""
    cell = int(rng.integers(44, 68))
    margin = int(cell * rng.uniform(1.2, 3.5))
    side = 9 * cell + 2 * margin
    paper = rng.uniform(0.7, 1.0)
    page = np.full((side, side), paper, np.float32)
    ink = rng.uniform(0.02, 0.45) * paper
    surroundings(rng, page, margin, cell, ink, hard)
    inner = page[margin : side - margin, margin : side - margin]
    inner[:] = paper * rng.uniform(0.92, 1.0)
    tint(rng, inner, cell, paper)
    labels = digits(rng, inner, cell, ink, puzzle)
    lines(rng, page, margin, cell, ink)
    corners = np.float32([[margin, margin], [side - margin, margin], [side - margin, side - margin], [margin, side - margin]])
    return page, corners, labels


def tint(rng, inner, cell, paper):
    kind = rng.random()
    if kind < 0.55:
        return
    level = rng.uniform(0.6, 0.95) * paper
    if rng.random() < 0.1:
        level = rng.uniform(0.2, 0.5) * paper
    for row in range(9):
        for col in range(9):
            inside = slice(row * cell, (row + 1) * cell), slice(col * cell, (col + 1) * cell)
            if (
                (kind < 0.7 and (row // 3 + col // 3) % 2 == 0)
                or (0.7 <= kind < 0.78 and (row == col or row + col == 8))
                or (0.78 <= kind < 0.88 and rng.random() < 0.2)
                or (0.88 <= kind < 0.93 and row == 4 and 3 <= col < 6)
                or (0.93 <= kind < 0.97 and row // 3 % 2 == col // 3 % 2)
                or kind >= 0.97
            ):
                inner[inside] = level * rng.uniform(0.98, 1.02)


def lines(rng, page, margin, cell, ink):
    thin = rng.uniform(0.4, 3.0)
    thick = thin * rng.uniform(1.0, 1.5) if rng.random() < 0.1 else thin + rng.uniform(1.0, 5.5)
    frame = thick * rng.uniform(0.8, 1.8)
    thin_ink = ink + (0.6 - ink) * rng.uniform(0, 0.8) if rng.random() < 0.5 else ink
    style = rng.random()
    side = page.shape[0]
    big = 8
    for i in range(10):
        width = frame if i in (0, 9) else thick if i % 3 == 0 else thin
        level = ink if i % 3 == 0 else thin_ink
        if i % 3 and style > 0.97:
            continue
        at = margin + i * cell
        for down in (True, False):
            mask = np.zeros(side * big, np.float32)
            mask[int((at - width / 2) * big) : int((at + width / 2) * big) + 1] = 1
            mask = mask.reshape(side, big).mean(1)
            along = np.zeros(side, np.float32)
            along[margin - int(frame / 2) : side - margin + int(frame / 2) + 1] = 1
            if i % 3 and style < 0.08:
                period = int(rng.integers(3, 9))
                along *= (np.arange(side) % period < period * 0.6).astype(np.float32)
            if 0.08 < style < 0.2:
                along *= np.clip(cv2.resize(rng.normal(0.8, 0.5, 12).astype(np.float32)[None], (side, 1))[0], 0, 1)
            alpha = np.outer(along, mask) if down else np.outer(mask, along)
            page *= 1 - alpha
            page += alpha * level


def digits(rng, inner, cell, ink, puzzle):
    labels = np.zeros(81, int)
    style = rng.random()
    letters = style > 0.95 and not puzzle
    font = random_font(rng, "print", 64)
    cap = cell * rng.uniform(0.34, 0.78)
    offset = rng.normal(0, 0.035, 2) * cell
    spread = rng.uniform(0, 0.02) * cell
    share = rng.uniform(0.2, 0.5)
    strength = rng.uniform(0.75, 1.0)
    made = {}

    def put(at, picture, level, weight=1.0):
        row, col = divmod(at, 9)
        view = inner[row * cell : (row + 1) * cell, col * cell : (col + 1) * cell]
        # Light ink on dark cells.
        if view.mean() < 0.45:
            level = 0.95
        view *= 1 - picture * weight
        view += picture * weight * level

    printed = rng.random(81) < share
    if puzzle:
        printed = np.array([c not in ".0" for c in puzzle])
    for at in np.flatnonzero(printed):
        if puzzle:
            text, labels[at] = puzzle[at], int(puzzle[at])
        elif letters or rng.random() < 0.004:
            text, labels[at] = LETTERS[rng.integers(len(LETTERS))], OTHER
        else:
            digit = int(rng.integers(1, 10))
            text, labels[at] = str(digit), digit
        if text not in made:
            made[text] = glyph(font, text, cell, cap)
        dx, dy = offset + rng.normal(0, spread, 2)
        put(at, shifted(made[text], dx, dy), ink, strength)

    hand = rng.random()
    if hand < 0.35:
        # Filled in by hand, with a pen of the same or another darkness.
        pen = rng.uniform(0.05, 0.6)
        writer = Hand(rng)
        hand_font = random_font(rng, "hand", 64) if rng.random() < 0.25 else None
        hand_cap = cell * rng.uniform(0.4, 0.8)
        filled = rng.uniform(0.05, 1.0)
        for at in np.flatnonzero((labels == 0) & (rng.random(81) < filled)):
            digit = int(rng.integers(1, 10))
            if hand_font:
                picture = glyph(hand_font, str(digit), cell, hand_cap * rng.normal(1, 0.07))
                turn = cv2.getRotationMatrix2D((cell / 2, cell / 2), rng.normal(0, 6), 1)
                turn[:, 2] += rng.normal(0, 0.06 * cell, 2)
                picture = cv2.warpAffine(picture, turn, picture.shape)
            else:
                picture = writer.draw(digit, cell)
            put(at, picture, pen, rng.uniform(0.7, 1.0))
            labels[at] = 10 + digit
    elif hand < 0.45:
        # Notes: small digits in the corners of empty cells.
        pen, size = rng.uniform(0.1, 0.6), int(cell * rng.uniform(0.2, 0.32))
        writer = Hand(rng)
        printed = random_font(rng, "print" if rng.random() < 0.4 else "hand", 40)
        use_font = rng.random() < 0.5
        for at in np.flatnonzero((labels == 0) & (rng.random(81) < 0.5)):
            picture = np.zeros((cell, cell), np.float32)
            for _ in range(int(rng.integers(1, 6))):
                digit = int(rng.integers(1, 10))
                small = glyph(printed, str(digit), size, size * 0.8) if use_font else writer.draw(digit, size)
                row, col = rng.integers(0, 3, 2)
                y = int(np.clip(cell * (row * 0.33) + rng.normal(cell * 0.02, 1), 0, cell - size))
                x = int(np.clip(cell * (col * 0.33) + rng.normal(cell * 0.02, 1), 0, cell - size))
                picture[y : y + size, x : x + size] = np.maximum(picture[y : y + size, x : x + size], small)
            put(at, picture, pen)
    # Specks, and strokes that show from the back of the paper.
    for at in np.flatnonzero((labels == 0) & (rng.random(81) < rng.choice([0, 0, 0.03, 0.2]))):
        picture = np.zeros((cell, cell), np.float32)
        if rng.random() < 0.5:
            centre = tuple(rng.integers(0, cell, 2).tolist())
            cv2.circle(picture, centre, int(rng.integers(1, max(2, cell // 12))), 1.0, -1, cv2.LINE_AA)
            put(at, picture, ink, rng.uniform(0.3, 1.0))
        else:
            picture = glyph(font, LETTERS[rng.integers(len(LETTERS))], cell, cap)[:, ::-1]
            put(at, cv2.GaussianBlur(picture, (0, 0), cell * 0.04), ink, rng.uniform(0.05, 0.2))
    return labels


def surroundings(rng, page, margin, cell, ink, hard):
    """Text, rules and boxes around the grid, as in a newspaper."""
    side = page.shape[0]
    image = Image.fromarray((page * 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    level = int(ink * 255)
    font = random_font(rng, "print", int(cell * rng.uniform(0.25, 0.5)))
    words = "the of sudoku fill every row column box digits page puzzle level easy hard news today 123 45".split()

    def text_line(x, y, width):
        line = ""
        while len(line) < 200 and draw.textlength(line, font=font) < width:
            line += words[rng.integers(len(words))] + " "
        draw.text((x, y), line, level, font=font)

    step = int(font.size * 1.3)
    if rng.random() < 0.6:
        for y in range(0, margin - step, step):
            text_line(rng.integers(0, margin), y, side * rng.uniform(0.3, 0.9))
    if rng.random() < 0.6:
        for y in range(side - margin + step // 2, side - step, step):
            text_line(rng.integers(0, margin), y, side * rng.uniform(0.3, 0.9))
    if rng.random() < 0.4:
        for y in range(0, side - step, step):
            text_line(side - margin + cell // 4, y, margin * 0.8)
    if rng.random() < 0.4:
        gap = int(rng.uniform(0.15, 0.9) * cell)
        draw.rectangle([margin - gap, margin - gap, side - margin + gap, side - margin + gap], outline=level, width=int(rng.integers(1, 4)))
    if rng.random() < 0.3:
        gap = int(rng.uniform(0.05, 0.8) * cell)
        top = int(max(0, margin - gap - cell))
        draw.rectangle([margin, top, side - margin, margin - gap], fill=int(rng.uniform(0.1, 0.7) * 255))
    if rng.random() < 0.25:
        # The edge of a neighbouring grid.
        x = side - margin + int(rng.uniform(0.3, 1.2) * cell)
        for i in range(10):
            draw.line([x, margin + i * cell, side, margin + i * cell], fill=level, width=4 if i % 3 == 0 else 1)
        for i, at in enumerate(range(x, side, cell)):
            draw.line([at, margin, at, side - margin], fill=level, width=4 if i % 3 == 0 else 1)
    if hard and rng.random() < 0.3:
        # A rule that touches the frame.
        y = int(rng.uniform(margin, side - margin))
        draw.line([0, y, margin, y], fill=level, width=int(rng.integers(1, 5)))
    page[:] = np.asarray(image, np.float32) / 255


def photograph(rng, page, corners, hard):
    """The page seen by a camera: 8-bit pixels, and the corners in them."""
    side = page.shape[0]
    span = corners[1][0] - corners[0][0]
    pixels = rng.uniform(12, 30) if rng.random() < 0.25 else rng.uniform(30, 70)
    scale = pixels * 9 / span
    turn = rng.normal(0, 4) if not hard else rng.uniform(-45, 45)
    tilt = 0.06 if not hard else 0.16
    centre = np.float32([side / 2, side / 2])
    a = np.deg2rad(turn)
    rotate = np.float32([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    ends = np.float32([[0, 0], [side, 0], [side, side], [0, side]])
    moved = (ends - centre) @ rotate.T * scale
    moved += rng.uniform(-tilt, tilt, (4, 2)) * side * scale
    plane = cv2.getPerspectiveTransform(ends, moved.astype(np.float32))
    seen = cv2.perspectiveTransform(corners[None], plane)[0]
    low, high = seen.min(0) - span * scale * rng.uniform(0.0, 0.35, 2), seen.max(0) + span * scale * rng.uniform(0.0, 0.35, 2)
    width, height = np.ceil(high - low).astype(int)
    moved = moved - low
    plane = cv2.getPerspectiveTransform(ends, moved.astype(np.float32))
    back = np.linalg.inv(plane).astype(np.float32)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5
    # The page bends: the flat place of a pixel is displaced by a wave or a curl.
    w = back[2, 0] * xs + back[2, 1] * ys + back[2, 2]
    u = (back[0, 0] * xs + back[0, 1] * ys + back[0, 2]) / w
    v = (back[1, 0] * xs + back[1, 1] * ys + back[1, 2]) / w
    bends = []
    if rng.random() < 0.6:
        for _ in range(2):
            angle, phase = rng.uniform(0, 2 * np.pi, 2)
            length = side * rng.uniform(0.9, 3)
            amount = rng.uniform(0, 0.012) * side
            direction = rng.uniform(0, 2 * np.pi)
            bends.append((np.cos(angle) / length, np.sin(angle) / length, phase, amount * np.cos(direction), amount * np.sin(direction)))
    du, dv = np.zeros_like(u), np.zeros_like(v)
    for fx, fy, phase, ax, ay in bends:
        wave = np.sin(2 * np.pi * (fx * u + fy * v) + phase)
        du += ax * wave
        dv += ay * wave
    # Printed details finer than a pixel are averaged, as a lens does.
    if scale < 0.9:
        page = cv2.GaussianBlur(page, (0, 0), 0.4 / scale)
    shot = cv2.remap(page, (u + du - 0.5).astype(np.float32), (v + dv - 0.5).astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=float(rng.uniform(0.05, 0.9)))
    # The corners: solve p + d(p) = corner by iteration, then project.
    flat = corners.copy()
    for _ in range(10):
        shift = np.zeros_like(flat)
        for fx, fy, phase, ax, ay in bends:
            wave = np.sin(2 * np.pi * (fx * flat[:, 0] + fy * flat[:, 1]) + phase)
            shift += np.stack([ax * wave, ay * wave], 1)
        flat = corners - shift
    seen = cv2.perspectiveTransform(flat[None].astype(np.float32), plane)[0]
    shot = lighting(rng, shot, hard)
    shot = lens(rng, shot, pixels, hard)
    return shot, seen


def lighting(rng, shot, hard):
    height, width = shot.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    ramp = (np.cos(angle) * (xs / width - 0.5) + np.sin(angle) * (ys / height - 0.5)) * rng.uniform(0, 0.7 if not hard else 1.1)
    light = np.exp(ramp)
    if rng.random() < 0.3:
        cx, cy = rng.uniform(0, width), rng.uniform(0, height)
        light *= np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / (2 * (rng.uniform(0.5, 1.5) * max(width, height)) ** 2))
    if rng.random() < (0.3 if not hard else 0.5):
        # A shadow with a soft or sharp edge.
        mask = np.zeros((height, width), np.float32)
        points = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * [width, height]
        cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.003, 0.06) * max(width, height))
        light *= 1 - mask * rng.uniform(0.2, 0.6)
    if rng.random() < 0.15:
        # A reflection.
        cx, cy = rng.uniform(0, width), rng.uniform(0, height)
        glow = np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / (2 * (rng.uniform(0.05, 0.25) * max(width, height)) ** 2))
        shot = shot + (1 - shot) * glow * rng.uniform(0.1, 0.6)
    light = light / light.max()
    return shot * light * rng.uniform(0.35, 1.0)


def lens(rng, shot, pixels, hard):
    """Blur, sharpening, screen pattern, noise and exposure."""
    height, width = shot.shape
    if rng.random() < 0.12:
        # A screen: a pattern of pixels that beats with the sensor's.
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        for _ in range(2):
            angle, length = rng.uniform(0, np.pi), rng.uniform(2.2, 14)
            wave = np.sin(2 * np.pi * (np.cos(angle) * xs + np.sin(angle) * ys) / length)
            shot = shot * (1 + rng.uniform(0, 0.08) * wave)
    if rng.random() < 0.75:
        sigma = pixels * (rng.uniform(0, 0.035) if rng.random() < 0.6 else rng.uniform(0.03, 0.085 if not hard else 0.1))
        if sigma > 0.2:
            shot = cv2.GaussianBlur(shot, (0, 0), sigma)
    if rng.random() < 0.15:
        length = max(2, int(pixels * rng.uniform(0.03, 0.14)))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        angle = rng.uniform(0, np.pi)
        end = (np.array([np.cos(angle), np.sin(angle)]) * length / 2).astype(int)
        cv2.line(kernel, tuple((length - end).tolist()), tuple((length + end).tolist()), 1.0)
        shot = cv2.filter2D(shot, -1, kernel / kernel.sum())
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(shot, (0, 0), rng.uniform(0.6, 2.5))
        shot = shot + (shot - soft) * rng.uniform(0.3, 2.0)
    noise = rng.normal(0, 1, shot.shape).astype(np.float32)
    if rng.random() < 0.5:
        noise = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.4, 1.0)) * 1.6
    shot = shot + noise * (rng.uniform(0, 0.02) if rng.random() < 0.7 else rng.uniform(0.02, 0.05))
    haze = rng.uniform(0, 0.35) if rng.random() < 0.3 else 0
    shot = shot * (1 - haze) + haze * shot.mean()
    shot = np.clip(shot, 0, 1) ** rng.uniform(0.7, 1.4)
    return (shot * 255).astype(np.uint8)


def make(job):
    seed, number, out, hard, puzzle = job
    rng = np.random.default_rng([seed, number])
    page, corners, labels = grid_page(rng, hard, puzzle)
    shot, seen = photograph(rng, page, corners, hard)
    name = f"{out}/{number}.jpg"
    quality = int(rng.integers(25, 96))
    cv2.imwrite(name, shot, [cv2.IMWRITE_JPEG_QUALITY, quality])
    places = " ".join(f"{value:.2f}" for value in seen.ravel())
    return f"{name} {places} {' '.join(map(str, labels))}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fonts")
    parser.add_argument("out")
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--puzzles")
    arguments = parser.parse_args()
    load_fonts(arguments.fonts)
    cv2.setNumThreads(1)
    Path(arguments.out).mkdir(parents=True, exist_ok=True)
    puzzles = Path(arguments.puzzles).read_text().split() if arguments.puzzles else [None]
    jobs = [
        (arguments.seed, number, arguments.out, arguments.hard, puzzles[number % len(puzzles)])
        for number in range(arguments.count)
    ]
    with Pool(2) as pool, open(f"{arguments.out}/labels.txt", "w") as labels:
        for line in pool.imap(make, jobs, chunksize=16):
            labels.write(line)


if __name__ == "__main__":
    main()
