"""Image processing: opens a picture, finds its codes, straightens a slip by its black corners."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt
import zxingcpp

from muster.paper import slip_layout as where
from muster.paper.codes import qr_path
from muster.scan.circles import DOTS_A_MM, Grey, marks

__all__ = ["as_jpeg", "codes", "marks", "opened", "outlined", "straightened", "upright"]

QR = zxingcpp.barcode_formats_from_str("QRCode")
Points = npt.NDArray[np.float32]
Turn = npt.NDArray[np.integer | np.floating]

LONGEST = 1600
"""The longer side, in dots, of a picture that is shown whole."""
REACH_MM, REACH = 9.0, 0.265
"""How far from where the code suggests the corners are searched for: at least this much, and this share of their
distance from the code, because a slanted view moves distant ones most.
"""
OUTLINE_MM = 2.5
"""The radius of a ring around a doubtful circle; the next circle is just outside it."""
WHITE, RED = (255, 255, 255), (30, 30, 220)
LEAST_MATCH_MM = 0.8
"""How closely the code must match the position that four corners give."""


def opened(content: bytes) -> Grey | None:
    """The picture in shades of grey, rotated as the camera says; None if it cannot be opened."""
    try:
        made = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error:
        return None
    return None if made is None else np.asarray(made, np.uint8)


def codes(grey: Grey) -> tuple[list[tuple[str, Points]], bool]:
    """The QR codes from top to bottom: their text, and their corners in the picture, starting at the code's own upper
    left one; and whether something else looks like a code that cannot be read.
    """
    found: dict[str, Points] = {}
    unread = False
    for trial in _trials(grey):
        for one in zxingcpp.read_barcodes(trial, formats=QR, return_errors=True):
            at = one.position
            ends = [(p.x, p.y) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)]
            if one.valid:
                found.setdefault(one.text, np.array(ends, np.float32) * (grey.shape[1] / trial.shape[1]))
            unread = unread or not one.valid
        if found and not unread:
            break
    return sorted(found.items(), key=lambda item: tuple(item[1].mean(axis=0)[::-1])), unread


def _trials(grey: Grey) -> list[Grey]:
    """The picture as it is, sharpened, and twice as large if it is small."""
    soft = cv2.GaussianBlur(grey, (0, 0), 3)
    sharp = np.asarray(cv2.addWeighted(grey, 2.5, soft, -1.5, 0), np.uint8)
    tried = [grey, sharp]
    if max(grey.shape) < 2400:
        tried.append(np.asarray(cv2.resize(sharp, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8))
    return tried


def outlined(slip: Grey, circles: Sequence[tuple[float, float]]) -> Grey:
    """A straightened slip in colour, with a red ring on white around each of these places in millimetres."""
    colour = cv2.cvtColor(slip, cv2.COLOR_GRAY2BGR)
    for shade, thick in ((WHITE, 7), (RED, 3)):
        for x, y in circles:
            middle = round(x * DOTS_A_MM), round(y * DOTS_A_MM)
            cv2.circle(colour, middle, round(OUTLINE_MM * DOTS_A_MM), shade, thick, cv2.LINE_AA)
    return np.asarray(colour, np.uint8)


def as_jpeg(picture: Grey) -> bytes:
    made, content = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    assert made, "a picture in memory is always encoded"
    return content.tobytes()


def upright(grey: Grey, corners: Points) -> Grey:
    """The whole picture, not too large, with its code the right way up."""
    across = corners[1] - corners[0]
    turns = round(np.arctan2(float(across[1]), float(across[0])) / (np.pi / 2)) % 4
    shrink = min(LONGEST / max(grey.shape), 1.0)
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(np.rot90(np.asarray(small, np.uint8), turns))


def straightened(grey: Grey, text: str, corners: Points, plan: where.SlipLayout) -> Grey | None:
    """The slip as it was printed, at this many dots per millimetre; None if not all of its black corners are
    visible.
    """
    modules, _ = qr_path(text)
    left, top, side = where.CODE
    unit = side / (modules + 2 * where.QUIET)
    first, last = where.QUIET * unit, (where.QUIET + modules) * unit
    code_mm = np.array(
        [(left + x, top + y) for x, y in ((first, first), (last, first), (last, last), (first, last))], np.float32
    )
    dots_a_mm = cv2.arcLength(corners, True) / cv2.arcLength(code_mm, True)
    centres_mm = np.array([(x + where.CORNER / 2, y + where.CORNER / 2) for x, y in plan.corners], np.float32)
    squares = _squares(grey, dots_a_mm)
    best: tuple[float, Points] | None = None
    for chosen in _choices(squares, code_mm, corners, centres_mm):
        there = np.array([squares[n][:2] for n in chosen], np.float32)
        turn = cv2.getPerspectiveTransform(there, centres_mm)
        missed = float(np.abs(_moved(corners, turn) - code_mm).max())
        sizes = [_area_mm(squares[n], turn) / where.CORNER**2 for n in chosen]
        if missed <= LEAST_MATCH_MM and min(sizes) > 0.6 and max(sizes) < 1.5 and (best is None or missed < best[0]):
            best = missed, there
    if best is None:
        return None
    turn = cv2.getPerspectiveTransform(best[1], centres_mm * DOTS_A_MM)
    size = round(where.WIDTH * DOTS_A_MM), round(plan.height * DOTS_A_MM)
    made = cv2.warpPerspective(grey, turn, size, flags=cv2.INTER_AREA, borderValue=255)
    return np.asarray(made, np.uint8)


Square = tuple[float, float, float]
"""The centre of a black square in the picture, and its area."""


def _squares(grey: Grey, dots_a_mm: float) -> list[Square]:
    """Everything black and about as large as a corner, anywhere in the picture."""
    around = 2 * round(6 * dots_a_mm) + 1
    black = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, around, 20)
    expected = (where.CORNER * dots_a_mm) ** 2
    found: list[Square] = []
    outlines, _ = cv2.findContours(black, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for outline in outlines:
        area = cv2.contourArea(outline)
        if not 0.35 * expected < area < 2.2 * expected:
            continue
        (x, y), (wide, high), _ = cv2.minAreaRect(outline)
        if area < 0.6 * wide * high or area < 0.9 * cv2.contourArea(cv2.convexHull(outline)):
            continue
        left, top, width, height = cv2.boundingRect(outline)
        inside = np.zeros((height, width), np.uint8)
        cv2.drawContours(inside, [outline], -1, 255, cv2.FILLED, offset=(-left, -top))
        if cv2.mean(black[top : top + height, left : left + width], mask=inside)[0] > 0.85 * 255:
            found.append((x, y, area))
    return found


def _choices(squares: list[Square], code_mm: Points, corners: Points, centres_mm: Points) -> list[tuple[int, ...]]:
    """Four squares that may be the corners, in order. Those beside the code are about where it suggests."""
    flat, _ = cv2.estimateAffine2D(corners, code_mm)
    if not squares or flat is None:
        return []
    at = np.array([(x, y) for x, y, _ in squares]) @ flat[:, :2].T + flat[:, 2]
    off = np.linalg.norm(at[None, :, :] - centres_mm[:, None, :], axis=2)
    reach = np.maximum(np.linalg.norm(centres_mm - code_mm.mean(axis=0), axis=1) * REACH, REACH_MM)
    within = [np.flatnonzero(off[n] < reach[n]).tolist() for n in range(4)]
    return [chosen for chosen in product(*within) if len(set(chosen)) == 4]


def _moved(points: Points, turn: Turn) -> Points:
    return np.asarray(cv2.perspectiveTransform(points[None], turn)[0], np.float32)


def _area_mm(square: Square, turn: Turn) -> float:
    """How large it is on the paper."""
    x, y, area = square
    half = area**0.5 / 2
    around = np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
    return float(cv2.contourArea(_moved(around.astype(np.float32), turn)))
