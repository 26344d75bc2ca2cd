"""The fonts of training: downloads the Debian packages of fonts.txt and lists the files that show nine digits.

    python fonts.py FOLDER

Writes FOLDER/print.txt and FOLDER/hand.txt, one font file a line. Fonts whose digits look the same are listed once.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

SUFFIXES = {".ttf", ".otf", ".ttc", ".t1", ".pfb"}


def packages():
    kind = None
    for line in (Path(__file__).parent / "fonts.txt").read_text().split("\n"):
        if line.startswith("# ") and line[2:] in ("print", "hand"):
            kind = line[2:]
        elif line and not line.startswith("#"):
            yield kind, line


def fetch(folder):
    debs = folder / "deb"
    debs.mkdir(parents=True, exist_ok=True)
    missing = [name for _, name in packages() if not list(debs.glob(f"{name}_*.deb"))]
    if missing:
        subprocess.run(["apt-get", "download", *missing], cwd=debs, check=True)
    for kind, name in packages():
        target = folder / kind / name
        if not target.exists():
            target.mkdir(parents=True)
            deb = next(debs.glob(f"{name}_*.deb"))
            subprocess.run(["dpkg-deb", "-x", deb, target], check=True)


def digits(path):
    """The nine digits as one small picture, or None for a font that cannot show them."""
    try:
        font = ImageFont.truetype(str(path), 24)
        blank = glyph(font, "\uf8ff\uf8fe")
        shown = [glyph(font, str(d)) for d in range(1, 10)]
    except OSError:
        return None
    for i, a in enumerate(shown):
        if a.sum() < 255 * 8 or (a.shape == blank.shape and (a == blank).all()):
            return None
        if any((a == b).all() for b in shown[:i]):
            return None
    return np.concatenate(shown, axis=1)


def glyph(font, text):
    image = Image.new("L", (28, 36))
    ImageDraw.Draw(image).text((14, 18), text, 255, font=font, anchor="mm")
    return np.asarray(image)


def main():
    folder = Path(sys.argv[1]).resolve()
    fetch(folder)
    excluded = set((Path(__file__).parent / "fonts-excluded.txt").read_text().split())
    for kind in ("print", "hand"):
        seen, kept = set(), []
        for path in sorted((folder / kind).rglob("*")):
            if path.suffix.lower() not in SUFFIXES or path.is_symlink() or path.name in excluded:
                continue
            picture = digits(path)
            if picture is None or picture.tobytes() in seen:
                continue
            seen.add(picture.tobytes())
            kept.append(path)
        (folder / f"{kind}.txt").write_text("".join(f"{path}\n" for path in kept))
        print(kind, len(kept))


main()
