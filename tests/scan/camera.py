"""Slips as people send them: printed by us, circles blackened, then turned, slanted, blurred, in shadow."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from muster.paper import slip_layout as where
from muster.paper.kinds import sheets
from muster.paper.press import as_pictures
from tests.paper.conftest import Printer, start

cv2 = pytest.importorskip("cv2", reason="OpenCV is not installed: pip install “muster-tournaments[scan]”")
pytest.importorskip("zxingcpp", reason="zxing-cpp is not installed: pip install “muster-tournaments[scan]”")

Grey = npt.NDArray[np.uint8]
DOTS = 150
MM = DOTS / 25.4
TOP, LEFT = 8.0, 12.0
"""Where the first slip is on a page of A4, in millimetres."""


def page_of(printer: Printer, kind: str = "slips", dots: int = DOTS) -> Grey:
    made = as_pictures(sheets(printer.opened, kind, printer.back()), "a4", event="Cup", printed="today", dots=dots)
    return opened(made[0])


def record_sheet(printer: Printer) -> Grey:
    """The first of the two on a page, cut off."""
    page = page_of(printer, "records")
    return page[: page.shape[0] // 2]


def opened(content: bytes) -> Grey:
    return np.asarray(cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)


def fill(
    page: Grey, plan: where.SlipLayout, slip: int, marks: Sequence[tuple[str, str]], part: float = 0.9, shade: int = 40
) -> Grey:
    """Fills in circles of a slip on a page, `part` of their radius; from 0 for black to 255 for white."""
    page = page.copy()
    for name, value in marks:
        wanted = [b for b in plan.bubbles if b.name == name and value in (b.value, f"{b.part} {b.value}")]
        assert len(wanted) == 1, (name, value, wanted)
        cv2.circle(
            page, spot(wanted[0], slip, plan), round(where.BUBBLE / 2 * MM * part), shade, cv2.FILLED, cv2.LINE_AA
        )
    return page


def tick(page: Grey, plan: where.SlipLayout, slip: int, name: str, value: str) -> Grey:
    """A tick instead of a filled circle."""
    page = page.copy()
    bubble = next(b for b in plan.bubbles if (b.name, b.value) == (name, value))
    x, y = spot(bubble, slip, plan)
    reach = where.BUBBLE / 2 * MM
    stroke = np.array([(x - reach, y), (x - reach / 4, y + reach * 0.7), (x + reach, y - reach)], np.int32)
    cv2.polylines(page, [stroke], False, 40, round(0.7 * MM), cv2.LINE_AA)
    return page


def spot(bubble: where.Bubble, slip: int, plan: where.SlipLayout) -> tuple[int, int]:
    """The centre of a circle on the page, in dots."""
    return round((LEFT + bubble.x) * MM), round((TOP + slip * plan.height + bubble.y) * MM)


def bent(page: Grey, mm: float) -> Grey:
    """The paper bulges between the corners of its slips and their codes, so that everything there is this much
    lower.
    """
    high, wide = page.shape
    down, across = np.mgrid[0:high, 0:wide].astype(np.float32)
    bulge = np.clip((across / MM - LEFT - 8) * (LEFT + 154 - across / MM) / 1500, 0, 1) * mm * MM
    return np.asarray(cv2.remap(page, across, down - bulge.astype(np.float32), cv2.INTER_LINEAR), np.uint8)


def turned(page: Grey, degrees: float) -> Grey:
    """Lying at this angle on a dark table."""
    high, wide = page.shape
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), degrees, 1.0)
    size = int(np.ceil(np.hypot(high, wide))) + 20
    turn[:, 2] += (size - wide) / 2, (size - high) / 2
    return np.asarray(cv2.warpAffine(page, turn, (size, size), borderValue=70), np.uint8)


def slanted(page: Grey, by: float = 0.12) -> Grey:
    """Seen from one side: the far edge is this much shorter."""
    high, wide = page.shape
    from_ = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    to = np.array([(by * wide, by * high / 2), (wide, 0), (wide, high), (0, high * (1 - by / 2))], np.float32)
    return np.asarray(
        cv2.warpPerspective(page, cv2.getPerspectiveTransform(from_, to), (wide, high), borderValue=70), np.uint8
    )


def blurred(page: Grey, dots: float) -> Grey:
    return np.asarray(cv2.GaussianBlur(page, (0, 0), dots), np.uint8)


def shadowed(page: Grey) -> Grey:
    """Half as light at one end, with the noise of a small camera."""
    light = np.linspace(0.5, 1.0, page.shape[1])[None, :]
    noise = np.random.default_rng(7).normal(0, 6, page.shape)
    return np.asarray(np.clip(page * light + noise, 0, 255), np.uint8)


def sent(page: Grey, kind: str = ".jpg", quality: int = 40) -> bytes:
    options: list[Any] = [] if kind == ".png" else [cv2.IMWRITE_JPEG_QUALITY, quality]
    if kind == ".webp":
        options = [cv2.IMWRITE_WEBP_QUALITY, quality]
    made, content = cv2.imencode(kind, page, options)
    assert made
    return bytes(content.tobytes())


def alone(page: Grey, slip: int) -> Grey:
    """One slip, cut off the page."""
    top, high = round((TOP + slip * where.HEIGHT) * MM), round(where.HEIGHT * MM)
    return page[top : top + high]


def as_pdf(pages: Sequence[Grey], dots: float = DOTS) -> bytes:
    """As an office scanner makes it: a page per picture, as JPEG."""
    pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed: pip install “muster-tournaments[scan]”")
    first, *others = [Image.fromarray(page) for page in pages]
    file = BytesIO()
    first.save(file, "PDF", resolution=dots, save_all=True, append_images=others)
    return file.getvalue()


def published(folder: Path, system: str) -> Printer:
    printer = start(folder, system)
    printer.publish()
    return printer
