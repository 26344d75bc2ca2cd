"""Histograms as SVG pictures."""

from __future__ import annotations

from collections import Counter
from html import escape

WIDTH, HEIGHT, MARGIN, BOTTOM, TOP = 640, 240, 16, 40, 36
# An SE rating has a bar of its own: there are 111 tenths from 1.0 to 12.0.
BARS = 120


def histogram(counts: Counter[float], title: str) -> str:
    """Return a histogram of numbers.

    Whole numbers and tenths have a bar each where there are few of them; otherwise neighbours share one.
    """
    low, high = min(counts), max(counts)
    step = _step(low, high, counts)
    first = int(low / step + 1e-9)
    bars = [0] * (int(high / step + 1e-9) - first + 1)
    for value, count in counts.items():
        bars[int(value / step + 1e-9) - first] += count
    return _draw(bars, first * step, step, title)


def _step(low: float, high: float, counts: Counter[float]) -> float:
    """Return the width of a bar: 1, 2 or 5 times a power of ten, so that there are at most `BARS`."""
    whole = all(float(value).is_integer() for value in counts)
    step = 1.0 if whole else 0.1
    factors = (2.0, 2.5, 2.0)
    index = 0
    while (high - low) / step + 1 > BARS:
        step *= factors[index % 3]
        index += 1
    return step


def _draw(bars: list[int], start: float, step: float, title: str) -> str:
    width = (WIDTH - 2 * MARGIN) / len(bars)
    scale = (HEIGHT - BOTTOM - TOP) / max(bars)
    base = HEIGHT - BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="#20242c">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{MARGIN}" y="22" font-size="14" font-weight="bold">{escape(title)}</text>',
        f'<text x="{WIDTH - MARGIN}" y="22" text-anchor="end" fill="#6f7785">{sum(bars):,} puzzles</text>',
    ]
    every = max(1, -(-len(bars) // 12))
    for index, count in enumerate(bars):
        x = MARGIN + index * width
        height = count * scale
        value = f"{start + index * step:g}"
        parts.append(
            f'<rect x="{x + 1:.1f}" y="{base - height:.1f}" width="{max(width - 2, 1):.1f}" height="{height:.1f}" '
            f'fill="#3568c0"><title>{value}: {count:,}</title></rect>'
        )
        if index % every == 0:
            parts.append(f'<text x="{x + width / 2:.1f}" y="{base + 18}" text-anchor="middle">{value}</text>')
    parts.append(f'<line x1="{MARGIN}" y1="{base}" x2="{WIDTH - MARGIN}" y2="{base}" stroke="#b4bac4"/>')
    parts.append("</svg>\n")
    return "\n".join(parts)
