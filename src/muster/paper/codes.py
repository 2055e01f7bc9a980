"""QR codes: for a terminal, for a page, for paper."""

from __future__ import annotations

import io
from functools import lru_cache

import segno


def qr_text(url: str) -> str:
    """For a terminal."""
    out = io.StringIO()
    segno.make(url, error="m").terminal(out, compact=True)
    return out.getvalue()


@lru_cache(maxsize=4096)
def qr_path(url: str) -> tuple[int, str]:
    """The side of the code, and its dark squares as an SVG path."""
    matrix = segno.make(url, error="m").matrix
    steps = [f"M{x} {y}h1v1h-1z" for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark]
    return len(matrix), "".join(steps)


def qr_svg(url: str) -> str:
    """A whole picture, with the quiet zone that readers need."""
    side, path = qr_path(url)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {side + 8} {side + 8}">'
        f'<path fill="#fff" d="M-4-4h{side + 8}v{side + 8}h-{side + 8}z"/><path d="{path}"/></svg>'
    )
