"""From a sheet's data to a PDF: the typesetter, the fonts, and a number for names that no font can show."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any, Literal

from muster.app.speech import plural, tr
from muster.core.kit.errors import Refusal
from muster.core.kit.progress import Progress, unwatched
from muster.paper.dots import is_sane, size_of

TEMPLATES = Path(__file__).parent / "templates"
PAPERS = {"a4": "a4", "letter": "us-letter"}
"""People's name for a paper size, and the typesetter's."""
UNSHOWN = "?"
LOOK_EVERY = 0.1
"""Seconds between two checks whether somebody has stopped the printing."""
NAMED = 3
"""How many names that no font can show are listed in warnings; the others are counted."""
NOBODYS = "\U0010fffe"
"""A character that no font can have."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One kind of page, ready to be typeset: a template and its content."""

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
    names: Mapping[str, str] | None = None,
    progress: Progress = unwatched,
) -> Printed:
    """The sheets as one PDF, with the same bytes for the same data. `printed` is at the foot of each page.

    `names`: what is printed instead of a player's name that no font can show, such as #17.
    """
    data, warnings = _document(sheets, paper, event, printed, language, names or {})
    (pdf,) = _stoppable(lambda: _compile("main.typ", data, "pdf"), progress)
    return Printed(pdf, warnings)


def _stoppable(work: Callable[[], list[bytes]], progress: Progress) -> list[bytes]:
    """The typesetter cannot be interrupted, so it runs in its own thread; if stopped, its result is thrown away."""
    made: list[list[bytes]] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            made.append(work())
        except BaseException as fault:  # It is raised again in the thread that waits.
            faults.append(fault)

    beside = Thread(target=run, name="typesetter", daemon=True)
    beside.start()
    while beside.is_alive():
        progress(1, 2)  # Half of it: the sheets are ready, and nobody knows how far their pages are.
        beside.join(LOOK_EVERY)
    if faults:
        raise faults[0]
    return made[0]


def as_pictures(
    sheets: Sequence[Sheet],
    paper: str,
    *,
    event: str,
    printed: str,
    dots: int = 144,
    names: Mapping[str, str] | None = None,
) -> list[bytes]:
    """The pages as PNG pictures with this many dots per inch, to be looked at."""
    data, _ = _document(sheets, paper, event, printed, "en", names or {})
    return _compile("main.typ", data, "png", dots)


def _document(
    sheets: Sequence[Sheet], paper: str, event: str, printed: str, language: str, names: Mapping[str, str]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    if paper not in PAPERS:
        raise Refusal("“{paper}” is not a paper size. It should be a4 or letter.", paper=paper)
    data = {
        "title": ", ".join(sheet.title for sheet in sheets),
        "sheets": [{**sheet.data, "kind": sheet.template, "title": sheet.title} for sheet in sheets],
        "event": event,
        "printed": printed,
    }
    shown, note, warnings = _with_what_fonts_have(data, names)
    settings = {"paper": PAPERS[paper], "lang": language, "note": note, "words": _words()}
    return {**shown, **settings}, warnings


def _with_what_fonts_have(
    data: dict[str, Any], names: Mapping[str, str]
) -> tuple[dict[str, Any], str, tuple[str, ...]]:
    """The data as it can be printed, a note for the foot of the pages, and the warnings.

    For a name that no font can show, the player's number is printed, because half a name may look like another; in
    other texts a sign replaces each missing letter.
    """
    odd = {text for text in _texts(data) if not all(is_usual(c) for c in text)}
    missing = unshown(frozenset(c for text in odd for c in text if not is_usual(c)))
    if not missing:
        return data, "", ()
    lacking = {text for text in odd if not missing.isdisjoint(text)}
    unnamed = {
        name: number
        for name, number in sorted(names.items(), key=lambda one: (-len(one[0]), one[0]))
        if not missing.isdisjoint(name) and any(name in text for text in lacking)
    }
    rest = {text for text in lacking if not missing.isdisjoint(_numbered(text, unnamed))}
    warnings = [
        tr(
            "No font on this computer can show “{name}”, so {number} is printed. Install a font for its script.",
            name=name,
            number=number,
        )
        for name, number in sorted(unnamed.items())[:NAMED]
    ]
    if len(unnamed) > NAMED:
        warnings.append(
            plural(
                len(unnamed) - NAMED,
                "The same goes for {n} other name.",
                "The same goes for {n} other names.",
            )
        )
    warnings += [
        tr("No font on this computer can show “{text}”. Install one for its script.", text=text)
        for text in sorted(rest)
    ]
    note = (
        tr("Where a number such as #17 replaces a name, no font on this computer has its letters.") if unnamed else ""
    )
    letters = str.maketrans(dict.fromkeys(missing, UNSHOWN))
    return _replaced(data, lambda text: _numbered(text, unnamed).translate(letters)), note, tuple(warnings)


def _numbered(text: str, unnamed: Mapping[str, str]) -> str:
    for name, number in unnamed.items():
        text = text.replace(name, number)
    return text


def _words() -> dict[str, str]:
    """The page's own words, in the reader's language."""
    return {"page": tr("Page {n} of {all}", n="{n}", all="{all}")}


def _typesetter() -> ModuleType:
    """Loaded when something is printed: it is the slowest part to load."""
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
    """How many pages of an organiser's picture or PDF can be on sheets: 0 if it cannot be opened, and one more than
    `most` if there are more. The typesetter has no function for it, so each is tried.
    """
    if kind != "pdf" and not is_sane(size_of(content)):
        return 0  # It would be unpacked to the size it claims, and take the whole process down.
    data = {"content": list(content), "format": kind}
    try:
        for page in range(1, most + 2 if kind == "pdf" else 2):
            _compile("picture.typ", {**data, "page": page}, "svg")
    except _typesetter().TypstError:
        return page - 1
    return page


def _texts(data: Any) -> list[str]:
    if isinstance(data, str):
        return [] if data.startswith("<svg") else [data]
    if isinstance(data, dict):
        return [text for value in data.values() for text in _texts(value)]
    if isinstance(data, list | tuple):
        return [text for value in data for text in _texts(value)]
    return []


def _replaced(data: Any, change: Callable[[str], str]) -> Any:
    """The same data with every text changed, except pictures."""
    if isinstance(data, str):
        return data if data.startswith("<svg") else change(data)
    if isinstance(data, dict):
        return {key: _replaced(value, change) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_replaced(value, change) for value in data]
    return data


def is_usual(letter: str) -> bool:
    """Latin, Greek, Cyrillic and punctuation: the shipped font has them."""
    return ord(letter) < 0x0530 or 0x1E00 <= ord(letter) < 0x2070 or letter in "€™→←"


@lru_cache(maxsize=64)
def unshown(letters: frozenset[str]) -> frozenset[str]:
    """Those that no font here has.

    Each is typeset alone, all in one go, and compared with one that no font has: the typesetter searches the machine's
    fonts each time it starts.
    """
    if not letters:
        return frozenset()
    asked = sorted(letters)
    nobodys, *outlines = _compile("letters.typ", {"letters": [NOBODYS, *asked]}, "svg")
    return frozenset(letter for letter, outline in zip(asked, outlines, strict=True) if outline == nobodys)
