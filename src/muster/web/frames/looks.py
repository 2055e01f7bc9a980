"""How an overlay looks: the settings in its address, each checked, and the stylesheet made from them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from muster.app.languages import NAMES
from muster.core.kit.errors import BadInput, UnknownName
from muster.core.kit.language import mark
from muster.core.kit.written import whole_number

ALIGNS = (
    "top-left",
    "top",
    "top-right",
    "left",
    "center",
    "right",
    "bottom-left",
    "bottom",
    "bottom-right",
)
THEMES = ("dark", "light")
LISTS = ("name", "all", "none")

SIZES = (12, 96)
"""The height of letters in pixels."""
ROWS, MOST_ROWS = 8, (1, 40)
SECONDS, MOST_SECONDS = 12, (3, 120)
"""How long one page of a long table is shown."""

COLOURS = {"text": "--o-ink", "panel": "--o-panel", "accent": "--o-accent"}
"""Settings that are colours, and the property in overlay.css that each sets."""

ALL = ("size", *COLOURS, "theme", "align", "lang")
"""Settings of every overlay."""
PAGED = (*ALL, "rows", "seconds", "page")
SETTINGS = {
    "standings": PAGED,
    "pairings": PAGED,
    "table": (*ALL, "table", "lists"),
    "clock": ALL,
}
"""Settings that each overlay's address may have."""

EMBEDDED = ("theme", "lang")
"""Settings that the address of a page in a frame may have."""

PLACES = {"standings": "left", "pairings": "right", "table": "bottom", "clock": "top-right"}
"""Where each one is placed by default."""

_HEX = re.compile(r"[0-9a-f]{6}(?:[0-9a-f]{2})?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OverlayLook:
    align: str
    theme: str
    rows: int = ROWS
    seconds: int = SECONDS
    page: int = 1
    table: int | None = None
    lists: str = "name"
    style: str = ""
    """What its own stylesheet needs to know, as a query."""


def look_of(kind: str, query: Mapping[str, str]) -> OverlayLook:
    """An unknown setting or value is refused: on a stream nobody would find out why it does not work."""
    for name in query:
        if name not in SETTINGS[kind]:
            raise UnknownName(mark("setting of this overlay"), name, SETTINGS[kind])
    _choice(query, "lang", tuple(NAMES), "")
    return OverlayLook(
        align=_choice(query, "align", ALIGNS, PLACES[kind]),
        theme=_choice(query, "theme", THEMES, THEMES[0]),
        rows=_number(query, "rows", ROWS, MOST_ROWS),
        seconds=_number(query, "seconds", SECONDS, MOST_SECONDS),
        page=_number(query, "page", 1, (1, 9_999)),
        table=_number(query, "table", 0, (1, 9_999)) or None,
        lists=_choice(query, "lists", LISTS, LISTS[0]),
        style=urlencode(_style(query)),
    )


def theme_of(query: Mapping[str, str]) -> str:
    """For a page in a frame: as requested, or empty to follow the reader's device."""
    for name in query:
        if name not in EMBEDDED:
            raise UnknownName(mark("setting of this page"), name, EMBEDDED)
    _choice(query, "lang", tuple(NAMES), "")
    return _choice(query, "theme", THEMES, "")


def sheet_of(query: Mapping[str, str]) -> str:
    """The size and colours of a query as CSS, because a page may not contain them itself."""
    style = _style(query)
    lines = [f"--o-size: {style['size']}px;"] if "size" in style else []
    lines += [f"{token}: {_written(style[name])};" for name, token in COLOURS.items() if name in style]
    return f":root body {{ {' '.join(lines)} }}\n"


def _style(query: Mapping[str, str]) -> dict[str, str]:
    """Only what the query sets: the event's own stylesheet decides the rest."""
    colours = {name: _colour(name, query[name]) for name in COLOURS if name in query}
    size = {"size": str(_number(query, "size", SIZES[0], SIZES))} if "size" in query else {}
    return {**size, **colours}


def _number(query: Mapping[str, str], name: str, usual: int, between: tuple[int, int]) -> int:
    if name not in query:
        return usual
    number, (low, high) = whole_number(query[name]), between
    if number is None or not low <= number <= high:
        raise BadInput(
            "“{value}” does not work for “{setting}”. Enter a whole number from {low} to {high}.",
            value=query[name][:60],
            setting=name,
            low=low,
            high=high,
        )
    return number


def _choice(query: Mapping[str, str], name: str, known: tuple[str, ...], usual: str) -> str:
    if query.get(name, usual) not in (*known, usual):
        raise BadInput(
            "“{value}” does not work for “{setting}”. Choose one of these: {choices}.",
            value=query[name][:60],
            setting=name,
            choices=", ".join(known),
        )
    return query.get(name, usual)


def _colour(name: str, value: str) -> str:
    if value != "none" and not _HEX.fullmatch(value):
        raise BadInput(
            "“{value}” is not a colour for “{setting}”. Write six digits such as ffcc00, eight such as 000000cc to "
            "let the picture through, or none.",
            value=value[:60],
            setting=name,
        )
    return value.lower()


def _written(colour: str) -> str:
    return "transparent" if colour == "none" else f"#{colour}"
