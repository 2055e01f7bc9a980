"""From a file that somebody sent to the slips on it. What looks at pixels is an extra, and loaded when it is needed."""

from __future__ import annotations

import os
from types import ModuleType
from typing import TYPE_CHECKING

from muster.app.speech import plural
from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.progress import Progress, unwatched
from muster.paper.dots import MOST_DOTS, must_be_sane
from muster.paper.slip_layout import layout
from muster.paper.way_back import read_code
from muster.scan.found import Found, Read

if TYPE_CHECKING:
    from muster.scan.circles import Grey

LARGEST = 25_000_000
"""Bytes of a file: more than any phone makes, and enough for a PDF of a hundred slips."""
MOST_PAGES = 64
"""In PDFs sent together: each page takes about half a second, and somebody is waiting."""
PICTURES = ("JPEG", "PNG", "WebP")


def read_file(
    name: str, content: bytes, system: System, event: str, most: int = MOST_PAGES, progress: Progress = unwatched
) -> Read:
    """Every code in a picture or on the pages of a PDF; slips of this event with their marks.

    Refuses if nothing can be read at all. `most`: the most pages of a PDF to read.
    """
    kind = kind_of(content)
    if not kind:
        raise BadInput("“{name}” is not a picture. It should be a JPEG, PNG, WebP or PDF file.", name=name)
    if kind not in (*PICTURES, "PDF"):
        raise BadInput(
            "“{name}” is a {kind} file, which cannot be read here. Send it as JPEG, PNG, WebP or PDF.",
            name=name,
            kind=kind,
        )
    if len(content) > LARGEST:
        raise BadInput("“{name}” is larger than {n} MB. Send a smaller one.", name=name, n=LARGEST // 1_000_000)
    eyes = eyes_here()
    if kind == "PDF":
        return _read_pages(name, content, eyes, system, event, most, progress)
    must_be_sane(name, content)
    grey = eyes.opened(content)
    if grey is None:
        raise BadInput("“{name}” cannot be opened: it is damaged, or far too large. Take the picture again.", name=name)
    found, unread = _look(grey, eyes, system, event)
    if not found and unread:
        raise Refusal(
            "The code on “{name}” is too blurred to read. Hold still, in good light, closer to the slip.", name=name
        )
    if not found:
        raise Refusal(
            "No slip was found on “{name}”. The slip’s square code must be in the picture, sharp and whole.",
            name=name,
        )
    return Read(found, [])


def _look(grey: Grey, eyes: ModuleType, system: System, event: str, page: int = 0) -> tuple[list[Found], bool]:
    """The codes in one picture; and whether there is one that cannot be read."""
    seen, unread = eyes.codes(grey)
    plan = layout(system)
    found = []
    for text, corners in seen:
        code = read_code(text)
        slip = eyes.straightened(grey, text, corners, plan) if code and code.table and code.event == event else None
        if slip is None:
            found.append(Found(code, eyes.as_jpeg(eyes.upright(grey, corners)), page=page))
        else:
            marks = eyes.marks(slip, plan)
            found.append(Found(code, eyes.as_jpeg(eyes.outlined(slip, marks.unsure)), marks, page))
    return found, unread


def _read_pages(
    name: str, content: bytes, eyes: ModuleType, system: System, event: str, most: int, progress: Progress
) -> Read:
    pages = _pages_here(name).Pages(name, content)
    try:
        if pages.count > MOST_PAGES:
            raise BadInput(
                "“{name}” has {n} pages. At most {most} can be read together, so none was read. Send it in parts.",
                name=name,
                n=pages.count,
                most=MOST_PAGES,
            )
        if pages.count > most:
            raise BadInput(
                "“{name}” was not read: with the other files there are more than {most} pages. Send it separately.",
                name=name,
                most=MOST_PAGES,
            )
        found: list[Found] = []
        empty: list[int] = []
        blurred: list[int] = []
        broken: list[int] = []
        for number, grey in enumerate(pages, start=1):
            progress(number - 1, pages.count)
            if grey is None:
                broken.append(number)
                continue
            here, unread = _look(grey, eyes, system, event, number)
            found += here
            if not here:
                (blurred if unread else empty).append(number)
    finally:
        pages.close()
    return Read(found, _faults(name, empty, blurred, broken), pages.count)


def _faults(name: str, empty: list[int], blurred: list[int], broken: list[int]) -> list[str]:
    """One sentence per kind of fault: a scanner that does both sides gives as many blank pages as slips."""
    said = []
    if empty:
        said.append(
            plural(
                len(empty),
                "“{name}”, page {pages}: no slip found. If there is one, enter its result by table.",
                "“{name}”, pages {pages}: no slip found. If there is one, enter its result by table.",
                name=name,
                pages=ranges(empty),
            )
        )
    if blurred:
        said.append(
            plural(
                len(blurred),
                "“{name}”, page {pages}: the code is too blurred to read. Scan it again, or enter the result by table.",
                "“{name}”, pages {pages}: the codes are too blurred to read. Scan them again, or enter the "
                "results by table.",
                name=name,
                pages=ranges(blurred),
            )
        )
    if broken:
        said.append(
            plural(
                len(broken),
                "“{name}”, page {pages}: damaged. Scan it again, or enter the result by table.",
                "“{name}”, pages {pages}: damaged. Scan them again, or enter the results by table.",
                name=name,
                pages=ranges(broken),
            )
        )
    return said


def ranges(numbers: list[int]) -> str:
    """“2, 4–6”, of numbers in order."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def kind_of(content: bytes) -> str:
    """What kind of file it is, by how it begins; empty if it is not one that people scan to."""
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
    """What examines pixels; if it is missing, refuses and says how to install it."""
    # Read when OpenCV is loaded: a picture that claims to be larger is refused before memory is reserved for it.
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_DOTS))
    try:
        from muster.scan import eyes
    except ImportError:
        raise Refusal(
            "The computer that runs Muster cannot read pictures yet. Install what it needs on the page “Scan slips”, "
            "or there with “muster scan --install”. Until then, enter the results by table."
        ) from None
    return eyes


def _pages_here(name: str) -> ModuleType:
    try:
        from muster.scan import pages
    except ImportError:
        raise Refusal(
            "“{name}” is a PDF, which the computer that runs Muster cannot read yet. Install what it needs there with "
            "“muster scan --install”; until then, send JPEG, PNG or WebP.",
            name=name,
        ) from None
    return pages
