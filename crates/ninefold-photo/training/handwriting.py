"""Digits as a hand writes them: a few strokes, bent and smoothed at random, drawn with a pen of uneven pressure."""

import cv2
import numpy as np

# Each digit has several ways to write it, each a list of strokes, each a list of points in a unit square (y down).
WAYS = {
    1: [
        [[(0.5, 0.0), (0.5, 1.0)]],
        [[(0.3, 0.22), (0.52, 0.0), (0.52, 1.0)]],
        [[(0.15, 0.38), (0.55, 0.0), (0.55, 1.0)]],
        [[(0.3, 0.22), (0.52, 0.0), (0.5, 1.0)], [(0.25, 1.0), (0.78, 1.0)]],
        [[(0.62, 0.0), (0.4, 1.0)]],
    ],
    2: [
        [[(0.12, 0.25), (0.3, 0.03), (0.65, 0.02), (0.82, 0.25), (0.6, 0.6), (0.1, 1.0), (0.88, 0.98)]],
        [[(0.1, 0.2), (0.4, 0.0), (0.8, 0.15), (0.75, 0.45), (0.4, 0.8), (0.15, 0.95), (0.2, 0.8), (0.4, 0.88), (0.9, 0.97)]],
        [[(0.1, 0.12), (0.5, 0.0), (0.85, 0.22), (0.55, 0.65), (0.08, 1.0), (0.5, 0.93), (0.95, 1.0)]],
        [[(0.1, 0.05), (0.85, 0.05), (0.8, 0.3), (0.1, 1.0), (0.9, 1.0)]],
    ],
    3: [
        [[(0.12, 0.12), (0.5, 0.0), (0.82, 0.2), (0.65, 0.42), (0.35, 0.47), (0.7, 0.52), (0.88, 0.75), (0.55, 1.0), (0.1, 0.9)]],
        [[(0.15, 0.02), (0.85, 0.02), (0.4, 0.42), (0.8, 0.55), (0.85, 0.85), (0.45, 1.0), (0.08, 0.88)]],
        [[(0.2, 0.08), (0.6, 0.0), (0.8, 0.25), (0.45, 0.48), (0.85, 0.6), (0.75, 0.95), (0.3, 1.0), (0.1, 0.82)]],
    ],
    4: [
        [[(0.6, 0.0), (0.08, 0.65), (0.95, 0.65)], [(0.68, 0.35), (0.65, 1.0)]],
        [[(0.2, 0.0), (0.15, 0.5), (0.9, 0.52)], [(0.75, 0.0), (0.72, 1.0)]],
        [[(0.1, 0.68), (0.68, 0.0), (0.68, 1.0)], [(0.1, 0.68), (0.95, 0.7)]],
        [[(0.28, 0.02), (0.12, 0.55), (0.85, 0.5)], [(0.7, 0.25), (0.6, 1.0)]],
    ],
    5: [
        [[(0.25, 0.02), (0.2, 0.42), (0.6, 0.38), (0.88, 0.65), (0.65, 0.97), (0.1, 0.95)], [(0.25, 0.02), (0.85, 0.0)]],
        [[(0.85, 0.02), (0.25, 0.04), (0.18, 0.42), (0.65, 0.4), (0.85, 0.7), (0.5, 1.0), (0.08, 0.9)]],
        [[(0.9, 0.0), (0.35, 0.05), (0.2, 0.45), (0.75, 0.5), (0.75, 0.85), (0.35, 1.0), (0.1, 0.88)]],
    ],
    6: [
        [[(0.7, 0.0), (0.3, 0.3), (0.12, 0.72), (0.4, 1.0), (0.82, 0.8), (0.7, 0.52), (0.3, 0.6), (0.15, 0.78)]],
        [[(0.8, 0.05), (0.45, 0.1), (0.15, 0.55), (0.25, 0.95), (0.7, 0.95), (0.8, 0.65), (0.5, 0.5), (0.18, 0.7)]],
        [[(0.55, 0.0), (0.25, 0.45), (0.18, 0.8), (0.5, 1.0), (0.78, 0.8), (0.55, 0.6), (0.2, 0.78)]],
    ],
    7: [
        [[(0.08, 0.03), (0.9, 0.03), (0.45, 0.5), (0.35, 1.0)]],
        [[(0.1, 0.05), (0.85, 0.0), (0.3, 1.0)], [(0.2, 0.5), (0.75, 0.48)]],
        [[(0.1, 0.15), (0.12, 0.03), (0.88, 0.05), (0.4, 1.0)]],
        [[(0.05, 0.1), (0.4, 0.0), (0.9, 0.06), (0.5, 0.55), (0.4, 1.0)], [(0.25, 0.55), (0.8, 0.5)]],
    ],
    8: [
        [[(0.75, 0.12), (0.45, 0.0), (0.2, 0.2), (0.5, 0.47), (0.85, 0.75), (0.5, 1.0), (0.15, 0.78), (0.5, 0.47), (0.8, 0.22), (0.72, 0.1)]],
        [[(0.5, 0.45), (0.2, 0.25), (0.45, 0.0), (0.78, 0.2), (0.5, 0.45), (0.15, 0.75), (0.45, 1.0), (0.85, 0.75), (0.5, 0.45)]],
        [[(0.5, 0.46), (0.25, 0.2), (0.5, 0.0), (0.75, 0.2), (0.5, 0.46)], [(0.5, 0.46), (0.18, 0.75), (0.5, 1.0), (0.82, 0.75), (0.5, 0.46)]],
    ],
    9: [
        [[(0.78, 0.25), (0.5, 0.02), (0.18, 0.25), (0.4, 0.52), (0.75, 0.35), (0.8, 0.15), (0.75, 0.6), (0.6, 1.0)]],
        [[(0.8, 0.15), (0.4, 0.02), (0.15, 0.3), (0.45, 0.5), (0.8, 0.2), (0.78, 0.75), (0.5, 1.0), (0.2, 0.92)]],
        [[(0.75, 0.2), (0.45, 0.0), (0.2, 0.25), (0.5, 0.45), (0.75, 0.2)], [(0.76, 0.15), (0.7, 1.0)]],
    ],
}


def smooth(points, steps=8):
    """A Catmull-Rom spline through the points."""
    p = np.vstack([points[0], points, points[-1]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    pieces = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:]):
        pieces.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - 3 * c + d - a) * t**3))
    return np.vstack([*pieces, p[-1:]])


class Hand:
    """One person's hand with one pen: everything on a page is written by it."""

    def __init__(self, rng):
        self.rng = rng
        self.ways = {d: int(rng.integers(len(WAYS[d]))) for d in WAYS}
        self.slant = rng.normal(0, 0.15)
        self.height = rng.uniform(0.45, 0.8)
        self.ratio = rng.uniform(0.45, 0.85)
        self.pen = rng.uniform(0.03, 0.1)
        self.wobble = rng.uniform(0.01, 0.05)

    def draw(self, digit, size):
        """Ink from 0 to 1 in a square of this many pixels."""
        rng, scale = self.rng, 4
        big = size * scale
        canvas = np.zeros((big, big), np.uint8)
        height = self.height * rng.normal(1, 0.06)
        width = height * self.ratio * (0.5 if digit == 1 else 1) * rng.normal(1, 0.1)
        centre = np.array([0.5, 0.5]) + rng.normal(0, 0.04, 2)
        turn = rng.normal(0, 0.06)
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        way = self.ways[digit] if rng.random() < 0.85 else int(rng.integers(len(WAYS[digit])))
        for stroke in WAYS[digit][way]:
            points = np.array(stroke) + rng.normal(0, self.wobble, (len(stroke), 2))
            points = smooth(points) if len(points) > 2 else points
            points = points - 0.5
            points[:, 0] -= self.slant * points[:, 1]
            points = points * [width, height] @ matrix.T + centre
            pressure = self.pen * rng.normal(1, 0.1)
            for a, b in zip(points, points[1:]):
                pressure = 0.8 * pressure + 0.2 * self.pen * rng.uniform(0.6, 1.3)
                ends = [tuple((p * big * 8).astype(int).tolist()) for p in (a, b)]
                cv2.line(canvas, *ends, 255, max(1, int(pressure * big)), cv2.LINE_AA, 3)
        return cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
