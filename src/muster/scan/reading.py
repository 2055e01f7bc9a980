"""From a file that somebody sent to the slips on it. What looks at pixels is an extra, and loaded when it is needed."""

from __future__ import annotations

import os
from types import ModuleType

from muster.core.errors import BadInput, Refusal
from muster.core.system import System
from muster.paper.slip_layout import layout
from muster.paper.way_back import read_code
from muster.scan.found import Found

LARGEST = 25_000_000
"""Bytes of a picture: more than any phone makes."""
MOST_PIXELS = 120_000_000
READ = ("JPEG", "PNG", "WebP")


def read_picture(name: str, content: bytes, system: System, event: str) -> list[Found]:
    """Every code on a picture, those of slips of this event with their marks; a refusal where none can be read."""
    kind = kind_of(content)
    if not kind:
        raise BadInput("“{name}” is no picture; it should be a JPEG, PNG or WebP file.", name=name)
    if kind not in READ:
        raise BadInput(
            "“{name}” is a {kind} file, which is not read here; send it as JPEG, PNG or WebP.", name=name, kind=kind
        )
    if len(content) > LARGEST:
        raise BadInput("“{name}” is larger than {n} MB; send it smaller.", name=name, n=LARGEST // 1_000_000)
    eyes = eyes_here()
    grey = eyes.opened(content)
    if grey is None:
        raise BadInput("“{name}” cannot be opened: it is damaged, or far too large. Take the picture again.", name=name)
    seen, unread = eyes.codes(grey)
    if not seen and unread:
        raise Refusal(
            "The code on “{name}” is too blurred to be read. Hold still, in good light, closer to the slip.", name=name
        )
    if not seen:
        raise Refusal(
            "No slip was found on “{name}”. The square code of a slip must be in the picture, sharp and whole.",
            name=name,
        )
    plan = layout(system)
    found = []
    for text, corners in seen:
        code = read_code(text)
        slip = eyes.straightened(grey, text, corners) if code and code.table and code.event == event else None
        if slip is None:
            found.append(Found(code, eyes.as_jpeg(eyes.upright(grey, corners))))
        else:
            found.append(Found(code, eyes.as_jpeg(slip), eyes.marks(slip, plan)))
    return found


def kind_of(content: bytes) -> str:
    """What kind of file it is, by how it begins; empty for none that people scan to."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "WebP"
    if content[4:8] == b"ftyp":
        return "AVIF" if content[8:12] == b"avif" else "HEIC"
    begins = {
        b"\xff\xd8\xff": "JPEG",
        b"\x89PN": "PNG",
        b"%PD": "PDF",
        b"GIF": "GIF",
        b"II*": "TIFF",
        b"MM\x00": "TIFF",
    }
    return begins.get(content[:3], "")


def eyes_here() -> ModuleType:
    """What looks at pixels; a refusal that says what to install where it is missing."""
    # Read when OpenCV is loaded: a picture that says it is larger is refused before any room is made for it.
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))
    try:
        from muster.scan import eyes
    except ImportError:
        raise Refusal(
            "Pictures are read by OpenCV and zxing-cpp, which are not installed here: "
            "pip install “muster-tournaments[scan]”. Until then, key the results in by table."
        ) from None
    return eyes
