"""From a sheet's data to a PDF: the typesetter, the fonts, and a warning for names that no font can show."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any, Literal

from muster.app.speech import tr
from muster.core.kit.errors import Refusal
from muster.core.kit.progress import Progress, unwatched
from muster.paper.dots import is_sane, size_of

TEMPLATES = Path(__file__).parent / "templates"
PAPERS = {"a4": "a4", "letter": "us-letter"}
"""What people call a size of paper, and what the typesetter does."""
UNSHOWN = "?"
LOOK_EVERY = 0.1
"""Seconds between two looks whether somebody has stopped the printing."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One kind of page, ready to be set: a template and what is on it."""

    template: str
    title: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF. `warnings` say what it cannot show."""

    pdf: bytes
    warnings: tuple[str, ...] = ()


def set_pages(
    sheets: Sequence[Sheet],
    paper: str,
    *,
    event: str,
    printed: str,
    language: str = "en",
    progress: Progress = unwatched,
) -> Printed:
    """The sheets as one PDF, the same bytes for the same data. `printed` is at the foot of each page."""
    data, warnings = _document(sheets, paper, event, printed, language)
    (pdf,) = _stoppable(lambda: _compile("main.typ", data, "pdf"), progress)
    return Printed(pdf, warnings)


def _stoppable(work: Callable[[], list[bytes]], progress: Progress) -> list[bytes]:
    """The typesetter cannot be interrupted, so it works beside us; what it makes for nobody any more is thrown away."""
    made: list[list[bytes]] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            made.append(work())
        except BaseException as fault:
            faults.append(fault)

    beside = Thread(target=run, name="typesetter", daemon=True)
    beside.start()
    while beside.is_alive():
        progress(1, 2)  # Half of it: the sheets are there, and nobody knows how far their pages are.
        beside.join(LOOK_EVERY)
    if faults:
        raise faults[0]
    return made[0]


def as_pictures(sheets: Sequence[Sheet], paper: str, *, event: str, printed: str, dots: int = 144) -> list[bytes]:
    """The pages as PNG pictures, so many dots to the inch: to be looked at."""
    data, _ = _document(sheets, paper, event, printed, "en")
    return _compile("main.typ", data, "png", dots)


def _document(
    sheets: Sequence[Sheet], paper: str, event: str, printed: str, language: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    if paper not in PAPERS:
        raise Refusal("“{paper}” is not a paper size. It should be a4 or letter.", paper=paper)
    data = {
        "title": ", ".join(sheet.title for sheet in sheets),
        "sheets": [{**sheet.data, "kind": sheet.template, "title": sheet.title} for sheet in sheets],
        "event": event,
        "printed": printed,
    }
    odd = {text for text in _texts(data) if not all(_usual(c) for c in text)}
    missing = {c for text in odd for c in text if not _usual(c) and not can_show(c)}
    warnings = tuple(
        tr("No font on this computer can show “{text}”. Install one for its script.", text=text)
        for text in sorted(odd)
        if missing & set(text)
    )
    shown = _replaced(data, str.maketrans(dict.fromkeys(missing, UNSHOWN))) if missing else data
    settings = {"paper": PAPERS[paper], "lang": language, "fonts": list(other_fonts()), "words": _words()}
    return {**shown, **settings}, warnings


def _words() -> dict[str, str]:
    """What the page itself says, in the reader's language."""
    return {"page": tr("Page {n} of {all}", n="{n}", all="{all}")}


def _typesetter() -> ModuleType:
    """Loaded when something is printed: it is the heaviest part of all."""
    try:
        import typst
    except ImportError:
        raise Refusal(
            "Printing needs “typst”, which is not installed. Run “pip install typst”, or install Muster again."
        ) from None
    return typst


def _compile(template: str, data: dict[str, Any], kind: Literal["pdf", "png", "svg"], dots: int = 144) -> list[bytes]:
    made = _typesetter().compile(
        str(TEMPLATES / template),
        root=str(TEMPLATES),
        format=kind,
        ppi=dots,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        timestamp=0,
    )
    return list(made) if isinstance(made, list) else [made]


@lru_cache(maxsize=4)
def pages_in(content: bytes, kind: str, most: int) -> int:
    """How many pages of a picture or PDF of somebody's own can be on sheets: 0 if it cannot be opened, and one more
    than `most` if there are more. The typesetter has no word for it, so each is tried."""
    if kind != "pdf" and not is_sane(size_of(content)):
        return 0  # It would be unpacked to what it says, and the whole process would end over it.
    data = {"content": list(content), "format": kind}
    try:
        for page in range(1, most + 2 if kind == "pdf" else 2):
            _compile("picture.typ", {**data, "page": page}, "svg")
    except _typesetter().TypstError:
        return page - 1
    return page


@cache
def other_fonts() -> tuple[str, ...]:
    """Fonts of this machine, for scripts that the shipped one (Latin, Greek, Cyrillic) lacks."""
    fonts = _typesetter().Fonts
    shipped = set(fonts(include_system_fonts=False).families())
    return tuple(family for family in fonts().families() if family not in shipped)


def _texts(data: Any) -> list[str]:
    if isinstance(data, str):
        return [] if data.startswith("<svg") else [data]
    if isinstance(data, dict):
        return [text for value in data.values() for text in _texts(value)]
    if isinstance(data, list | tuple):
        return [text for value in data for text in _texts(value)]
    return []


def _replaced(data: Any, letters: dict[int, str]) -> Any:
    """The same data with other letters; a sign that is seen to be missing is better than a blank box."""
    if isinstance(data, str):
        return data.translate(letters)
    if isinstance(data, dict):
        return {key: _replaced(value, letters) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_replaced(value, letters) for value in data]
    return data


def _usual(letter: str) -> bool:
    """Latin, Greek, Cyrillic and punctuation: the shipped font has them."""
    return ord(letter) < 0x0530 or 0x1E00 <= ord(letter) < 0x2070 or letter in "€™→←"


@cache
def can_show(letter: str) -> bool:
    """Whether some font here has the letter: it is set alone, and compared with one that nobody has."""
    return _outline(letter) != _outline("\U0010fffe")


def _outline(letter: str) -> list[bytes]:
    return _compile("letter.typ", {"letter": letter, "fonts": list(other_fonts())}, "svg")
