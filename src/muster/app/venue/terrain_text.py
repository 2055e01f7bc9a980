"""Terrain as people type it and read it: inches with two decimals, sizes and outlines in one short text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from muster.app.speech import tr
from muster.core.kit.errors import BadInput
from muster.core.kit.geometry import INCH, Point, is_simple
from muster.core.kit.language import Message, Text
from muster.core.record.terrain import Form, Piece
from muster.core.rules.players import clean_name

_NUMBER = re.compile(r"(-?)(\d{1,3})(?:[.,](\d{1,3}))?")
_CORNER = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")
MOST_CORNERS = 24


def read_inches(text: str, what: Text) -> int:
    """Thousandths of an inch, from inches such as 4, 4.5 or 4.25."""
    found = _NUMBER.fullmatch(text.strip().removesuffix('"').removesuffix("″").strip())
    if not found:
        raise BadInput("{what}: “{text}” should be inches such as 4, 4.5 or 4.25.", what=what, text=text.strip())
    sign, whole, part = found.groups()
    length = int(whole) * INCH + int((part or "0").ljust(3, "0"))
    return -length if sign else length


def inches(length: int) -> str:
    """4250 is “4.25”: exact, without trailing zeros."""
    whole, rest = divmod(abs(length), INCH)
    return ("-" if length < 0 else "") + f"{whole}.{rest:03d}".rstrip("0").rstrip(".")


def read_size(text: str) -> tuple[Form, int, int, tuple[Point, ...]]:
    """“5” is a circle 5" across, “4x6” a rectangle, “0,0 4,0 5,3” the corners of a polygon."""
    word = text.strip().casefold().replace("×", "x")
    if "," in word and "x" not in word and (" " in word or word.count(",") > 1):
        return _polygon(text, word)
    parts = [part.strip() for part in word.split("x")]
    if len(parts) > 2:
        raise _no_size(text)
    try:
        lengths = [read_inches(part, Message("Size")) for part in parts]
    except BadInput:
        raise _no_size(text) from None
    if any(length <= 0 for length in lengths):
        raise _no_size(text)
    # So that half of it is a whole number of thousandths.
    if any(length % (INCH // 100) for length in lengths):
        raise BadInput("Size: “{text}” should have at most two decimals, such as 4.13 for 4 1/8.", text=text.strip())
    form = Form.CIRCLE if len(lengths) == 1 else Form.RECTANGLE
    return form, lengths[0], lengths[-1], ()


def _no_size(text: str) -> BadInput:
    return BadInput(
        "Size: “{text}” should be 5 for a circle 5 inches across, 4x6 for a rectangle, or the corners of a polygon "
        "such as 0,0 4,0 5,3 1,4.",
        text=text.strip(),
    )


def _polygon(text: str, word: str) -> tuple[Form, int, int, tuple[Point, ...]]:
    found = [_CORNER.fullmatch(part) for part in word.split()]
    corners = [(read_inches(m[1], Message("Size")), read_inches(m[2], Message("Size"))) for m in found if m]
    if not all(found):
        raise _no_size(text)
    if not 3 <= len(corners) <= MOST_CORNERS or not is_simple(corners):
        raise BadInput(
            "Size: “{text}” should be 3 to {most} corners in turn around an outline that does not cross itself.",
            text=text.strip(),
            most=MOST_CORNERS,
        )
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    width, depth = max(xs) - min(xs), max(ys) - min(ys)
    middle_x, middle_y = (max(xs) + min(xs)) // 2, (max(ys) + min(ys)) // 2
    return Form.POLYGON, width, depth, tuple((x - middle_x, y - middle_y) for x, y in corners)


def size_text(piece: Piece) -> str:
    """What `read_size` reads."""
    if piece.form is Form.CIRCLE:
        return inches(piece.width)
    if piece.form is Form.RECTANGLE:
        return f"{inches(piece.width)}x{inches(piece.depth)}"
    return " ".join(f"{inches(x)},{inches(y)}" for x, y in piece.corners)


def read_piece(name: str, kinds: str, size: str, reading: str = "", known: Sequence[str] = ()) -> Piece:
    """A piece as typed; kinds are joined by a plus. `known`: the book's kinds."""
    form, width, depth, corners = read_size(size)
    words = tuple(filter(None, (in_english(kind, known) for kind in kinds.split("+"))))
    if not words:
        raise BadInput("“{name}”: choose what kind of terrain it is.", name=name.strip())
    return Piece(clean_name(name), words, form, width, depth, corners, reading.strip())


def read_whole(text: str, what: Text, otherwise: int, low: int = 0, high: int = 999_999) -> int:
    word = text.strip()
    if not word:
        return otherwise
    number = int(word) if word.isascii() and word.isdigit() and len(word) < 7 else -1
    if not low <= number <= high:
        raise BadInput(
            "{what}: “{text}” should be a whole number from {low} to {high}.", what=what, text=word, low=low, high=high
        )
    return number


def kinds_text(kinds: Sequence[str]) -> str:
    """What `read_piece` reads."""
    return "+".join(kinds)


def kinds_words(kinds: Sequence[str]) -> str:
    """For people; the book's kinds in their language."""
    return " + ".join(map(tr, kinds))


def in_english(word: str, known: Iterable[str]) -> str:
    """The book's name for a kind or an element, even if it was typed in the reader's language."""
    plain = " ".join(word.split()).casefold()
    return next((name for name in known if plain in (name, tr(name).casefold())), plain)
