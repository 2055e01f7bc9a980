"""Which circles on a straightened slip are filled in. Anything not clearly black or blank is left open."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from muster.paper import slip_layout as where
from muster.scan.found import Marks, Why

Grey = npt.NDArray[np.uint8]
Ink = npt.NDArray[np.float32]

DOTS_A_MM = 8
INSIDE = 0.65
"""As a share of a circle's radius: its printed rim is left out."""
BLANK, BLACK = 0.2, 0.5
"""How dark the inside of a circle is, between paper and a printed corner: up to the first it is blank, from the second
on filled in. The number printed inside takes about a tenth.
"""

OUTSIDE = (1.4, 1.6)
BLOT = 0.5
"""If the ring this many radii around a circle is this dark, it is a blot, which does not stop where a pen does."""

RIM_MM = 0.2
LEAST_RIM = 0.09
"""How much darker the ring with the printed rim must be than the one around it.

In a blurred picture it is 0.18, and half a millimetre beside the rim at most 0.08.
"""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A circle and how it looks.

    `blot`: the darkness continues around it; `rim`: its printed rim is where it should be.
    """

    bubble: where.Bubble
    dark: float
    blot: bool
    rim: bool

    @property
    def black(self) -> bool:
        return self.dark >= BLACK and not self.blot

    @property
    def unclear(self) -> bool:
        return self.dark > BLANK and not self.black

    @property
    def moved(self) -> bool:
        """It looks blank, and its own rim is not around it; if it is marked, the rim may be under the ink."""
        return self.dark <= BLANK and not self.rim


def marks(slip: Grey, plan: where.SlipLayout) -> Marks:
    ink = _ink(slip, plan)
    groups: dict[str, list[_Seen]] = defaultdict(list)
    for bubble in plan.bubbles:
        groups[bubble.name].append(_seen(ink, bubble))
    values: dict[str, str] = {}
    doubts: dict[str, Why] = {}
    unsure: list[tuple[float, float]] = []
    for name, circles in groups.items():
        why, doubtful = _doubtful(circles)
        black = [one.bubble.value for one in circles if one.black]
        if why is not None:
            doubts[name] = why
            unsure += [(one.bubble.x, one.bubble.y) for one in doubtful]
        elif black:
            values[name] = str(sum(map(int, black))) if circles[0].bubble.part else black[0]
    return Marks(values, doubts, tuple(unsure))


def _seen(ink: Ink, bubble: where.Bubble) -> _Seen:
    outside = _ring(ink, bubble, *(part * where.BUBBLE / 2 for part in OUTSIDE))
    rim = _ring(ink, bubble, where.BUBBLE / 2 - RIM_MM, where.BUBBLE / 2 + RIM_MM)
    return _Seen(bubble, darkness(ink, bubble.x, bubble.y), outside >= BLOT, rim - outside >= LEAST_RIM)


def _doubtful(circles: list[_Seen]) -> tuple[Why | None, list[_Seen]]:
    """Why one input cannot be filled in, and the circles it is about; None if it can, or if nothing is marked."""
    rows: dict[str, list[_Seen]] = defaultdict(list)
    for one in circles:
        rows[one.bubble.part].append(one)
    twice = [one for row in rows.values() if sum(c.black for c in row) > 1 for one in row if one.black]
    moved = [one for one in circles if one.moved]
    unclear = [one for one in circles if one.unclear]
    empty = [row for row in rows.values() if not any(one.black for one in row)]
    for why, doubtful in ((Why.TWICE, twice), (Why.MOVED, moved), (Why.UNCLEAR, unclear)):
        if doubtful:
            return why, doubtful
    if empty and len(empty) < len(rows):
        return Why.HALF, [one for row in empty for one in row]
    return None, []


def _ink(slip: Grey, plan: where.SlipLayout) -> Ink:
    """How dark each dot is: 0 like the paper around it, 1 like the printed corners."""
    wide = 2 * round(3.5 * DOTS_A_MM) + 1
    smooth = cv2.GaussianBlur(slip, (0, 0), DOTS_A_MM / 2)  # Else a light speck of noise would be the paper.
    paper = cv2.GaussianBlur(cv2.dilate(smooth, np.ones((wide, wide), np.uint8)), (0, 0), wide / 2)
    dark = 1 - np.minimum(slip / np.maximum(paper, 1.0), 1.0)
    half = where.CORNER / 2
    corners = [_mean(dark, x + half, y + half, half * INSIDE) for x, y in plan.corners]
    return np.asarray(dark / max(float(np.mean(corners)), 0.1), np.float32)


def darkness(ink: Ink, x: float, y: float) -> float:
    """For the inside of the circle around a point in millimetres."""
    return _mean(ink, x, y, where.BUBBLE / 2 * INSIDE)


def _ring(ink: Ink, bubble: where.Bubble, inner: float, outer: float) -> float:
    """For the ring around its centre between two distances."""
    top, left, reach = bubble.y * DOTS_A_MM, bubble.x * DOTS_A_MM, int(outer * DOTS_A_MM) + 1
    rows, columns = np.mgrid[round(top) - reach : round(top) + reach + 1, round(left) - reach : round(left) + reach + 1]
    far = np.hypot(rows - top, columns - left) / DOTS_A_MM
    ring = (inner <= far) & (far <= outer)
    return float(ink[rows[ring], columns[ring]].mean())


def _mean(ink: npt.NDArray[np.floating], x: float, y: float, radius: float) -> float:
    top, left, reach = round(y * DOTS_A_MM), round(x * DOTS_A_MM), round(radius * DOTS_A_MM)
    rows, columns = np.ogrid[-reach : reach + 1, -reach : reach + 1]
    disc = rows**2 + columns**2 <= reach**2
    return float(ink[top - reach : top + reach + 1, left - reach : left + reach + 1][disc].mean())
