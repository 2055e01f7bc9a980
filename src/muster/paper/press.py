"""From a sheet's data to a PDF: the typesetter, the fonts, and a warning for names that no font can show."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

import typst

from muster.core.language import tr

TEMPLATES = Path(__file__).parent / "templates"
Paper = Literal["a4", "us-letter"]
SHIPPED = "Libertinus Serif"
"""Comes with the typesetter; has Latin, Greek and Cyrillic letters."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One kind of page, ready to be set: a template and what stands on it."""

    template: str
    title: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF. `warnings` say which names it cannot show."""

    pdf: bytes
    warnings: tuple[str, ...] = ()


def words() -> dict[str, str]:
    """What the page itself says, in the reader's language."""
    return {"page": tr("Page {n} of {all}", n="{n}", all="{all}")}


def set_pages(sheets: Sequence[Sheet], paper: Paper, *, event: str, printed: str, language: str = "en") -> Printed:
    """The sheets as one PDF, the same bytes for the same data."""
    data = {
        "title": ", ".join(sheet.title for sheet in sheets),
        "sheets": [{**sheet.data, "kind": sheet.template, "title": sheet.title} for sheet in sheets],
        "event": event,
        "printed": printed,
        "paper": paper,
        "lang": language,
        "fonts": list(other_fonts()),
        "words": words(),
    }
    return Printed(_compile("main.typ", data, "pdf"), _unshown(data))


def _compile(template: str, data: dict[str, Any], kind: Literal["pdf", "svg"]) -> bytes:
    made = typst.compile(
        str(TEMPLATES / template),
        root=str(TEMPLATES),
        format=kind,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        timestamp=0,
    )
    assert isinstance(made, bytes)
    return made


@cache
def other_fonts() -> tuple[str, ...]:
    """Fonts of this machine, for scripts that the shipped one lacks."""
    shipped = set(typst.Fonts(include_system_fonts=False).families())
    return tuple(family for family in typst.Fonts().families() if family not in shipped)


def _unshown(data: Any) -> tuple[str, ...]:
    """A sentence for each text with letters that no font here has."""
    odd = sorted({text for text in _texts(data) if not all(_usual(c) for c in text)})
    missing = {c for text in odd for c in text if not _usual(c) and not can_show(c)}
    return tuple(
        tr("“{text}” has letters that no font here can show; install a font for its script.", text=text)
        for text in odd
        if missing & set(text)
    )


def _texts(data: Any) -> list[str]:
    if isinstance(data, str):
        return [] if data.startswith("<svg") else [data]
    if isinstance(data, dict):
        return [text for value in data.values() for text in _texts(value)]
    if isinstance(data, list | tuple):
        return [text for value in data for text in _texts(value)]
    return []


def _usual(letter: str) -> bool:
    """Latin, Greek, Cyrillic and punctuation: the shipped font has them."""
    return ord(letter) < 0x0530 or 0x1E00 <= ord(letter) < 0x2070 or letter in "€™→←–—…"


@cache
def can_show(letter: str) -> bool:
    """Whether some font here has the letter: it is set alone, and compared with one that nobody has."""
    return _outline(letter) != _outline("\U0010fffe")


def _outline(letter: str) -> bytes:
    return _compile("letter.typ", {"letter": letter, "fonts": list(other_fonts())}, "svg")
