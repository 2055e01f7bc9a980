"""The shape that people write force lists in: a head of “Key: value” lines, then lines of number, name and cost.

Any game whose lists look like that can read them with this; it knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from muster.core.book.lists import Finding, Item, Parsed, not_checked
from muster.core.book.pasted import lines, unread
from muster.core.kit.model import Raw

LONGEST_LINE = 300
"""A longer line is not examined."""

LONGEST_NAME, MOST_WORDS = 80, 10
"""A longer line without any number is a sentence, not a name."""

TOTAL = ("total", "totals", "sum", "gesamt", "summe", "totale", "totaal", "suma", "合計")
"""How a line with the list's total begins."""

_UNIT = r"(?:pts?\.?|points?|p|punkte|pkt\.?|puntos|punti|rice|riz|reis|r)"
_HEAD = re.compile(r"([^:=]{1,40}?)\s*[:=]\s*(.*)")
_TOTAL = re.compile(rf"({'|'.join(TOTAL)})\b\D{{0,20}}(\d{{1,6}})(?!\d)(?:\s*/\s*\d{{1,6}})?\D{{0,20}}", re.IGNORECASE)
_OF_LIMIT = re.compile(rf"[\[(]?(\d{{1,6}})\s*/\s*\d{{1,6}}\s*{_UNIT}?[\])]?", re.IGNORECASE)
_WORD_NUMBER = re.compile(rf"(\D{{1,40}}?)[\s(\[-]+(\d{{1,6}})\s*{_UNIT}?[)\]]?", re.IGNORECASE)
_NUMBER_WORD = re.compile(r"(\d{1,6})\s*([^\W\d][^\d]{0,39})")
_PARTS = re.compile(r"\s*[,;|]\s*|\s+-\s+")
_COUNT_FIRST = re.compile(r"[\[(]?(\d{1,4})[\])]?\s*(?:x\s*|\*\s*|\s)(?=\D)(.+)", re.IGNORECASE)
_X_FIRST = re.compile(r"x\s?(\d{1,4})\s+(.+)", re.IGNORECASE)
_COUNT_LAST = re.compile(r"(.*\S)\s*[\[(]?\s?\bx\s?(\d{1,4})[\])]?", re.IGNORECASE)
_COST = re.compile(
    rf"(.*?\S)[\s.:,=@|~-]*[\[(=@:|\s-]\s*(\d{{1,4}})\s*{_UNIT}?\s*(each|per model|je|cada uno|chacun)?\s*[\])]?",
    re.IGNORECASE,
)
_EACH = re.compile(r"@\s*\d{1,4}\s*\S*$")
_FURNITURE = re.compile(
    r"https?://\S+|www\.\S+|(?:page|seite|p\.)\s*\d+(?:\s*(?:of|/|von)\s*\d+)?|[\W_]+|\d{1,2}[./:]\d{2}(?:[./:]\d{2,4})?"
    r"|(?:printed|created|exported|generated|copyright|©).*",
    re.IGNORECASE,
)
_COLUMNS = re.compile(r"\t+|\s*[|;]\s*|\s{3,}")


@dataclass(frozen=True, slots=True)
class Heads:
    """The head of a list: every key with the words people write for it. `numbers`: keys whose values are numbers.

    `total`: the key of the list's total. `size`: for games that name a size, the key of a number of points mentioned in
    passing, such as “50 Rice”; without it that number is the total.
    """

    words: Mapping[str, str]
    numbers: frozenset[str] = frozenset()
    total: str = ""
    size: str = ""

    def key(self, word: str) -> str:
        return self.words.get(word.casefold().strip(" \"'*_#[]"), "")

    def number_key(self, word: str) -> str:
        key = self.key(word)
        return key if key in self.numbers else ""


@dataclass(slots=True)
class _Reading:
    fields: dict[str, Raw] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    left: list[tuple[int, str]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    section: str = ""


def read_lines(text: str, heads: Heads, fix: str, clause: str = "") -> Parsed:
    """Accepts any text: what is not a head, heading, item or page furniture is reported as unread.

    `fix`: how a line should look.
    """
    reading = _Reading()
    for number, raw, line in _raw_lines(text):
        if len(raw) > LONGEST_LINE:
            reading.left.append((number, line))
        elif _FURNITURE.fullmatch(line):
            continue
        elif not (
            _head(reading, number, line, heads)
            or _total(reading, line, heads)
            or _bare_heads(reading, line, heads)
            or _heading(reading, line)
        ):
            item = _item(number, raw, line, reading.section)
            if item is None:
                reading.left.append((number, line))
            else:
                reading.items.append(item)
    return Parsed(reading.fields, tuple(reading.items), (*reading.findings, *unread(reading.left, fix, clause)))


def _raw_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Each line with content, both raw and cleaned up: tabs and wide gaps separate columns."""
    raw = re.split(r"\r\n|\r|\n", text)
    for number, line in lines(text):
        yield number, raw[number - 1], line


def _head(reading: _Reading, number: int, line: str, heads: Heads) -> bool:
    found = _HEAD.fullmatch(line)
    key = heads.key(found[1]) if found else ""
    if not found or not key:
        return False
    value = found[2].strip(" \"'*_")
    if not value:
        return True
    if key not in heads.numbers:
        reading.fields.setdefault(key, value[:LONGEST_NAME])
        return True
    figure = re.match(r"\D{0,10}(\d{1,6})(?!\d)", value)
    if figure:
        reading.fields.setdefault(key, int(figure[1]))
        return True
    # A number that cannot be read is reported at its line; the check then also misses the field.
    reading.findings.append(
        not_checked("“{text}” has no number that can be read.", line=number, fix="Write it in digits.", text=line[:60])
    )
    return True


def _total(reading: _Reading, line: str, heads: Heads) -> bool:
    found = _TOTAL.fullmatch(line)
    figure = found[2] if found else ""
    if not figure:
        limited = _OF_LIMIT.fullmatch(line)
        figure = limited[1] if limited else ""
    if not figure or not heads.total:
        return False
    reading.fields.setdefault(heads.total, int(figure))
    return True


def _bare_heads(reading: _Reading, line: str, heads: Heads) -> bool:
    """“Models 8”, “8 models, 300 points”, “50 Rice, Nightmares theme”: heads without a colon, with few other words."""
    parts = _PARTS.split(line)
    found = [_bare_head(part, heads) for part in parts]
    if found[0] is None:
        # A dash may separate a word from its number: “Models - 8”.
        parts, found = [line], [_bare_head(line, heads)]
    strange = [part for part, one in zip(parts, found, strict=True) if one is None and any(map(str.isdigit, part))]
    if found[0] is None or strange:
        return False
    for one in filter(None, found):
        reading.fields.setdefault(*one)
    return True


def _bare_head(part: str, heads: Heads) -> tuple[str, int] | None:
    named = _WORD_NUMBER.fullmatch(part)
    if named:
        key = heads.number_key(named[1])
        return (key, int(named[2])) if key else None
    counted = _NUMBER_WORD.fullmatch(part)
    if counted is None:
        return None
    if heads.total and re.fullmatch(_UNIT, counted[2], re.IGNORECASE):
        return heads.size or heads.total, int(counted[1])
    key = heads.number_key(counted[2])
    return (key, int(counted[1])) if key else None


def _heading(reading: _Reading, line: str) -> bool:
    """“Heroes:” or “=== HEROES ===” or “[Heroes]”: what follows belongs to it."""
    bare = line.strip("=-_*#[]: ")
    marked = (
        line.endswith((":", " -", "="))
        or line.startswith(("#", "==", "--", "**"))
        or (line[0] == "[" and line[-1] == "]")
    )
    if not bare or not (marked or (bare.isupper() and len(bare) > 3)) or any(c.isdigit() for c in bare):
        return False
    reading.section = bare[:LONGEST_NAME]
    return True


def _item(number: int, raw: str, line: str, section: str) -> Item | None:
    cells = [cell.strip() for cell in _COLUMNS.split(raw.strip())]
    if len(cells) > 1:
        found = _from_cells(number, cells, section)
        if found:
            return found
    return _from_words(number, line, section)


def _from_cells(number: int, cells: list[str], section: str) -> Item | None:
    """Number, name, cost; or name, number, cost; or name, cost: as a spreadsheet pastes them."""
    names = [c for c in cells if c and not _whole(c)]
    figures = [_whole(c) for c in cells if _whole(c)]
    if len(names) != 1 or not figures or len(figures) > 2:
        return None
    name = _from_words(number, " ".join(names[0].split()), section)
    if name is None or name.cost is not None:
        return None
    values = [int(f) for f in figures if f]
    if len(values) == 2:
        return Item(number, name.name, values[0], values[1], section) if name.count == 1 else None
    return Item(number, name.name, name.count, values[0], section)


def _whole(cell: str) -> str:
    """The digits of a cell that holds a number and perhaps a unit; empty for any other."""
    found = re.fullmatch(rf"x?\s?(\d{{1,4}})\s?(?:x|{_UNIT})?", cell, re.IGNORECASE | re.ASCII)
    return found[1] if found else ""


def _from_words(number: int, line: str, section: str) -> Item | None:
    rest, count, cost = line, 1, None
    each = bool(_EACH.search(line))
    priced = _COST.fullmatch(rest)
    if priced and priced[2].isascii():
        rest, cost, each = priced[1], int(priced[2]), each or bool(priced[3])
    for shape, figure, name in ((_COUNT_FIRST, 1, 2), (_X_FIRST, 1, 2), (_COUNT_LAST, 2, 1)):
        counted = shape.fullmatch(rest)
        if counted and counted[figure].isascii():
            count, rest = int(counted[figure]), counted[name]
            break
    title = rest.strip(" -:,;.|=@~([")
    if not any(c.isalpha() for c in title) or count < 1 or len(title) > LONGEST_NAME:
        return None
    if cost is None and (len(title.split()) > MOST_WORDS or line.endswith((".", "?"))):
        return None
    return Item(number, title, count, cost * count if cost is not None and each else cost, section)
