"""Which circles of a straightened slip are blackened. What is not clearly black or clearly blank is nobody's guess."""

from __future__ import annotations

from collections import defaultdict

import cv2
import numpy as np
import numpy.typing as npt

from muster.paper import slip_layout as where
from muster.scan.found import Marks, Why

Grey = npt.NDArray[np.uint8]
Ink = npt.NDArray[np.float32]

DOTS_A_MM = 8
INSIDE = 0.65
"""Of a circle's radius: its printed rim is left out."""
BLANK, BLACK = 0.2, 0.5
"""How dark the inside of a circle is, between paper and a printed corner: up to the first it is blank, from the second
on blackened. The figure printed inside takes about a tenth."""

OUTSIDE = (1.4, 1.6)
BLOT = 0.5
"""Where the ring so many radii around a circle is as dark as this, it is a blot, which does not stop as a pen does."""


def marks(slip: Grey, plan: where.Layout) -> Marks:
    ink = _ink(slip)
    groups: dict[str, dict[str, list[tuple[str, float]]]] = defaultdict(lambda: defaultdict(list))
    for bubble in plan.bubbles:
        dark = darkness(ink, bubble.x, bubble.y)
        if dark >= BLACK and around(ink, bubble.x, bubble.y) >= BLOT:
            dark = (BLANK + BLACK) / 2
        groups[bubble.name][bubble.part].append((bubble.value, dark))
    values: dict[str, str] = {}
    doubts: dict[str, Why] = {}
    for name, parts in groups.items():
        black = {part: [value for value, dark in circles if dark >= BLACK] for part, circles in parts.items()}
        unclear = any(BLANK < dark < BLACK for circles in parts.values() for _, dark in circles)
        if any(len(one) > 1 for one in black.values()):
            doubts[name] = Why.TWICE
        elif unclear:
            doubts[name] = Why.UNCLEAR
        elif black.get("tens") and not black["ones"]:
            doubts[name] = Why.HALF
        elif "tens" in black and black["ones"]:
            values[name] = str(sum(int(one[0]) for one in black.values() if one))
        elif black.get(""):
            values[name] = black[""][0]
    return Marks(values, doubts)


def _ink(slip: Grey) -> Ink:
    """How dark each dot is: 0 as the paper around it, 1 as the printed corners."""
    wide = 2 * round(3.5 * DOTS_A_MM) + 1
    smooth = cv2.GaussianBlur(slip, (0, 0), DOTS_A_MM / 2)  # Or the lightest speck of noise would be the paper.
    paper = cv2.GaussianBlur(cv2.dilate(smooth, np.ones((wide, wide), np.uint8)), (0, 0), wide / 2)
    dark = 1 - np.minimum(slip / np.maximum(paper, 1.0), 1.0)
    half = where.CORNER / 2
    corners = [_mean(dark, x + half, y + half, half * INSIDE) for x, y in where.CORNERS]
    return np.asarray(dark / max(float(np.mean(corners)), 0.1), np.float32)


def darkness(ink: Ink, x: float, y: float) -> float:
    """Of the inside of the circle around a place in millimetres."""
    return _mean(ink, x, y, where.BUBBLE / 2 * INSIDE)


def around(ink: Ink, x: float, y: float) -> float:
    """The same of the ring around the circle."""
    inner, outer = (part * where.BUBBLE / 2 for part in OUTSIDE)
    return (_mean(ink, x, y, outer) * outer**2 - _mean(ink, x, y, inner) * inner**2) / (outer**2 - inner**2)


def _mean(ink: npt.NDArray[np.floating], x: float, y: float, radius: float) -> float:
    top, left, reach = round(y * DOTS_A_MM), round(x * DOTS_A_MM), round(radius * DOTS_A_MM)
    rows, columns = np.ogrid[-reach : reach + 1, -reach : reach + 1]
    disc = rows**2 + columns**2 <= reach**2
    return float(ink[top - reach : top + reach + 1, left - reach : left + reach + 1][disc].mean())
