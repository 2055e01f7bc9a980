"""A picture's size, read from its header before anything unpacks it."""

from __future__ import annotations

from typing import Literal

from muster.core.kit.errors import BadInput

LONGEST_SIDE = 20_000
"""In dots. No phone or scanner produces more, and programs that open pictures fail."""
MOST_DOTS = 120_000_000


def size_of(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, JPEG or WebP; None if its header does not say."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and content[12:16] == b"IHDR":
        return _number(content[16:20]), _number(content[20:24])
    if content.startswith(b"\xff\xd8"):
        return _jpeg(content)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return _webp(content)
    return None


def is_sane(size: tuple[int, int] | None) -> bool:
    """Whether a picture of this size can be unpacked."""
    return size is not None and min(size) > 0 and max(size) <= LONGEST_SIDE and size[0] * size[1] <= MOST_DOTS


def must_be_sane(file: str, content: bytes) -> None:
    """Refuses a picture that claims an impossible size, or none."""
    size = size_of(content)
    if size is None:
        raise BadInput("“{file}” is damaged and cannot be opened. Take the picture again.", file=file)
    if not is_sane(size):
        raise BadInput(
            "“{file}” is {wide} × {high} pixels. The limit is {most} per side and {millions} million in all. Send a "
            "smaller picture.",
            file=file,
            wide=size[0],
            high=size[1],
            most=LONGEST_SIDE,
            millions=MOST_DOTS // 1_000_000,
        )


def _number(data: bytes, order: Literal["big", "little"] = "big") -> int:
    return int.from_bytes(data, order)


def _jpeg(content: bytes) -> tuple[int, int] | None:
    """From the first segment that begins a frame; the others give their length."""
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        kind = content[at + 1]
        if kind == 0xFF:
            at += 1
        elif 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            return _number(content[at + 7 : at + 9]), _number(content[at + 5 : at + 7])
        else:
            at += 2 + max(_number(content[at + 2 : at + 4]), 2)
    return None


def _webp(content: bytes) -> tuple[int, int] | None:
    match content[12:16]:
        case b"VP8X":
            return _number(content[24:27], "little") + 1, _number(content[27:30], "little") + 1
        case b"VP8L":
            bits = _number(content[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            return _number(content[26:28], "little") & 0x3FFF, _number(content[28:30], "little") & 0x3FFF
    return None
