"""A deck as people paste it: deck builders' exports, a page of fiveringsdb, or a plain “3x Name” a line.

A heading says where the lines under it belong. A line without a number counts as one card where a heading asks for
single cards, and is left to the check elsewhere (section LOOSE): only card data can tell a card from page furniture.
Five single cards below the stronghold are its provinces, as many people write them without a heading.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from muster.game import Finding, Item, Level, Parsed, error, lines, mark, plain, quote, unread, warning
from muster.systems.l5r.decks import written_json as deck_json
from muster.systems.l5r.decks.cards import CONFLICT, DYNASTY, PROVINCE, ROLE, STRONGHOLD
from muster.systems.l5r.decks.numbers import RINGS

LOOSE = "loose"
LONGEST = 100_000
MOST_ITEMS = 400
"""A deck has about 60 lines; anything far beyond is not a deck."""
MOST_COPIES_READ = 99
LONGEST_LINE = 300
"""A longer line is not examined: no card has such a name."""

_WORDS = {
    STRONGHOLD: "stronghold festung forteresse fortaleza bastion bastión roccaforte",
    ROLE: "role rolle rôle rol ruolo",
    PROVINCE: "province provinces provinz provinzen provincia provincias",
    DYNASTY: "dynasty dynastie dinastía dinastia",
    CONFLICT: "conflict konflikt conflit conflicto conflitto",
}
_PLACE = {word: place for place, words in _WORDS.items() for word in words.split()}
_TYPES = {
    "character": "character characters charakter charaktere personnage personnages personaje personajes",
    "other": "attachment attachments event events holding holdings anlage anlagen anhang anhänge ereignis ereignisse "
    "besitz besitztümer attachement attachements événement événements domaine domaines accesorio accesorios vínculo "
    "vínculos evento eventos posesión posesiones",
}
_TYPE = {word: kind for kind, words in _TYPES.items() for word in words.split()}
_DECK_WORDS = {"deck", "cards", "card", "karten", "cartes", "cartas", "total", "side", "mazo", "the", "your"}
_SINGLE = (STRONGHOLD, ROLE, PROVINCE)
_RINGS = "air|earth|fire|water|void"

_FRONT = re.compile(r"^(?:(\d{1,4})\s*[xX*]?\s+|[xX]\s*(\d{1,4})\s+|(\d{1,4})[xX*])\s*(\S.*)$")
_BACK = re.compile(r"^(\S.*?)\s+(?:[xX*]\s*(\d{1,2})|(\d{1,2})\s*[xX])$")
_COMMAS = re.compile(r'^"?\d{1,2}"?\s*([,;])')
_FIGURE = re.compile(r"^[xX]?\d{1,4}[xX]?$", re.ASCII)
_BRACKET = re.compile(r"^(.*\S)\s*[(\[]([^()\[\]]*)[)\]]$")
_ORNAMENT = re.compile(r"^(?:[^\w(]|_)+|(?:[^\w):]|_)+$")
"""Decoration around headings: rules, stars, pictures."""
_COUNT_AT_END = re.compile(r"^(.*?)[\s:]*\(?(\d{1,3})?(?:\s*(?:cards|karten|cartes|cartas))?\)?\s*:?$", re.I)
_RING_AT_END = re.compile(rf"^(.*\S)\s+-?\s*({_RINGS})$", re.I)
_LABEL = re.compile(r"^([^\W\d]+(?: deck)?)\s*:\s+(\S.*)$")
_FURNITURE = re.compile(
    r"^(https?:|www\.|influence\b|splash\b|clan\b|format\b|by\b|deck (created|name)\b|created with\b|last update\b|"
    r"version\b|packs?:|from\b.*\bto\b|page \d|#|//|[\W\d_]+$|"
    r"(?:crab|crane|dragon|lion|phoenix|scorpion|unicorn|neutral)(?: clan)?$)",
    re.I,
)
_ROLE_NAME = re.compile(rf"^(?:(?:keeper|seeker) of (?:{_RINGS})|support of the \w+)$", re.I)


@dataclass(slots=True)
class _State:
    """Where the reader is: the place and card type of the last heading, and the cards below a stronghold or role.

    `named`: that heading's stronghold or role was read, so what follows is something else.
    """

    place: str = ""
    type: str = ""
    named: bool = False
    below: list[Item] = field(default_factory=list)

    def single(self, place: str) -> None:
        """A stronghold or role was named outside the two decks."""
        if self.place in ("", STRONGHOLD, ROLE):
            self.place, self.type, self.named = place, "", True


def read(text: str) -> Parsed:
    """Accepts any text at all."""
    if text.startswith("PK\x03\x04"):
        return Parsed(findings=(error("This is a zip archive, not a deck.", fix="Unpack it and hand in the text."),))
    if len(text) > LONGEST:
        sentence = "The text has {n} characters, far more than a deck."
        return Parsed(findings=(error(sentence, fix="Hand in only the deck.", n=len(text)),))
    if text.lstrip().startswith(("{", "[")):
        found = deck_json.read(text)
        if found is not None:
            return found
    return _read_lines(text)


def _read_lines(text: str) -> Parsed:
    state, items, findings = _State(), list[Item](), list[Finding]()
    said: list[tuple[str, int, int]] = []
    for number, line in _lines(text):
        if len(items) >= MOST_ITEMS:
            sentence = "The list is longer than {most} lines. A deck has far fewer."
            findings.append(error(sentence, line=number, fix="Hand in only the deck.", most=MOST_ITEMS))
            break
        if len(line) > LONGEST_LINE:
            findings += unread([(number, line)], mark("Write each card on a line of its own."))
            continue
        heading = _heading(line, state)
        if heading is not None:
            if heading and not state.type:
                said.append((state.place, heading, number))
            continue
        try:
            item = _item(number, line, state)
        except ValueError:
            sentence = "“{text}” is not a number of copies."
            fix = "Write the number of copies, 1 to 3, before the name."
            findings.append(error(sentence, line=number, fix=fix, text=quote(line)))
            continue
        if item is not None:
            items.append(item)
    items = _provinces(items, state.below)
    findings += _totals(items, said)
    if not items and not any(f.level is Level.ERROR for f in findings):
        fix = "Write each card as “3x Name”, under headings such as Dynasty and Conflict."
        findings.append(error("There are no cards in this text.", clause="L5R-043", fix=fix))
    return Parsed(items=tuple(items), findings=tuple(findings))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with content; one from a spreadsheet has its number first and its product last.

    Tabs separate its cells, or commas or semicolons if the number comes first.
    """
    raw = re.split(r"\r\n|\r|\n", text)
    for number, line in lines(text):
        if "\t" in raw[number - 1]:
            split = raw[number - 1].split("\t")
        elif (found := _COMMAS.match(line)) and len(line) <= LONGEST_LINE:
            split = next(csv.reader([line], delimiter=found[1]))
        else:
            yield number, line
            continue
        cells = [plain(cell) for cell in split if plain(cell)]
        figures = [cell for cell in cells if _FIGURE.match(cell)]
        names = [cell for cell in cells if not _FIGURE.match(cell)]
        if len(figures) == 1 and 1 <= len(names) <= 2:
            product = f" ({names[1]})" if len(names) == 2 else ""
            yield number, f"{figures[0].strip('xX')} {names[0]}{product}"
        else:
            yield number, line


def _heading(line: str, state: _State) -> int | None:
    """The size that a heading gives (0: none), once the state has followed it; None for any other line."""
    match = _COUNT_AT_END.match(_ORNAMENT.sub("", line))
    if match is None:
        return None
    words = [word.strip(":().").casefold() for word in match[1].split()]
    left = [word for word in words if word and word not in _DECK_WORDS]
    if len(left) > 1 or (not left and not match[2]):
        return None
    size = int(match[2] or 0)
    if not left:
        return 0
    word = left[0].removesuffix("deck").rstrip("-")
    if word in _PLACE:
        state.place, state.type, state.named = _PLACE[word], "", False
    elif word in _TYPE:
        state.type = _TYPE[word]
    else:
        return None
    return size


def _item(number: int, line: str, state: _State) -> Item | None:
    label = _LABEL.match(line)
    if label and label[1].casefold().removesuffix(" deck") in _PLACE:
        place = _PLACE[label[1].casefold().removesuffix(" deck")]
        if place in (STRONGHOLD, ROLE):
            state.single(place)
        return _card(number, *(_counted(label[2]) or (1, label[2])), place, "")
    counted = _counted(line)
    if counted is None and _FURNITURE.match(line):
        return None
    if state.named:
        return _below(number, line, counted, state)
    if state.place in (STRONGHOLD, ROLE):
        state.single(state.place)
    if counted is not None:
        return _card(number, *counted, state.place, state.type)
    if state.place in _SINGLE:
        return _card(number, 1, line, state.place, "")
    if _ROLE_NAME.match(line):
        return Item(number, line, section=ROLE)
    if not state.place and _with_ring(line):
        return _card(number, 1, line, PROVINCE, "")
    return _card(number, 1, line, LOOSE, "")


def _below(number: int, line: str, counted: tuple[int, str] | None, state: _State) -> Item:
    """A card below the stronghold or role: its place is unknown, unless it says so itself or is one of five."""
    count, name = counted or (1, line)
    if _ROLE_NAME.match(name):
        return Item(number, name, count, section=ROLE)
    if _with_ring(name):
        return _card(number, count, name, PROVINCE, "")
    item = _card(number, count, name, LOOSE if counted is None else "", "")
    state.below.append(item)
    return item


def _with_ring(line: str) -> bool:
    bracket = _BRACKET.match(line)
    return bool(_RING_AT_END.match(line)) or bool(bracket and bracket[2].strip().casefold() in RINGS)


def _provinces(items: list[Item], below: list[Item]) -> list[Item]:
    """Single cards below the stronghold are provinces if they bring the number to five."""
    known = sum(item.count for item in items if item.section == PROVINCE)
    if any(item.count > 1 for item in below) or known + len(below) != len(RINGS):
        return items
    lines = {item.line for item in below}
    return [replace(item, section=PROVINCE) if item.line in lines else item for item in items]


def _counted(line: str) -> tuple[int, str] | None:
    front = _FRONT.match(line)
    if front:
        return _copies(front[1] or front[2] or front[3]), front[4]
    back = _BACK.match(line)
    if back:
        return _copies(back[2] or back[3]), back[1]
    return None


def _copies(digits: str) -> int:
    if not 1 <= int(digits) <= MOST_COPIES_READ:
        raise ValueError(digits)
    return int(digits)


def _card(number: int, count: int, name: str, place: str, type_: str) -> Item:
    """The name and, as its note, what follows in brackets: a product, or a province's ring."""
    name = name.strip('" ') or name
    bracket = _BRACKET.match(name)
    ring = _RING_AT_END.match(name) if place == PROVINCE else None
    section = f"{place} {type_}" if place in (DYNASTY, CONFLICT) and type_ else place
    if bracket:
        return Item(number, bracket[1], count, section=section, note=bracket[2].strip())
    if ring:
        return Item(number, ring[1], count, section=section, note=ring[2].casefold())
    return Item(number, name, count, section=section)


def _totals(items: list[Item], said: list[tuple[str, int, int]]) -> Iterator[Finding]:
    """A heading whose number differs from the sum of its lines: something got lost."""
    for place, size, number in said:
        found = sum(item.count for item in items if item.section.split(" ")[0] == place)
        if found and found != size:
            yield warning(
                "The heading says {said} cards, and the lines under it come to {found}.",
                clause="L5R-043",
                line=number,
                fix="Look for a card that is missing or written twice.",
                said=size,
                found=found,
            )
