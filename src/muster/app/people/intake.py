"""A table of people from elsewhere: which column is what, who would be enrolled, and what is wrong with each line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.app.csv_tables import Sheet, older_text_of, parse_sheet
from muster.app.desk import Opened
from muster.app.people.roster import read_values
from muster.app.speech import tr
from muster.core.book.system import System
from muster.core.forms.fields import Field, check_values
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import Message, mark
from muster.core.rules.players import clean_name, look, player_fields

LARGEST = 2_000_000
"""Bytes of a list of people; 10,000 of them with a club and a faction take half a million."""

NAME, GIVEN, FAMILY, IGNORED = "name", "given", "family", ""
FIELD = "field:"
"""What stands before the key of a player field where a column is matched to one."""

TITLES = {
    **dict.fromkeys(("name", "player", "full name", "player name", "spieler", "spielername"), NAME),
    **dict.fromkeys(("first name", "firstname", "given name", "forename", "vorname"), GIVEN),
    **dict.fromkeys(("last name", "lastname", "family name", "surname", "nachname", "familienname"), FAMILY),
}
"""What spreadsheets call the columns of names."""

_KINDS = (
    (b"PK\x03\x04", mark("a zip file or a workbook of a spreadsheet program")),
    (b"\xd0\xcf\x11\xe0", mark("a workbook of a spreadsheet program")),
    (b"\x89PNG", mark("a picture")),
    (b"\xff\xd8\xff", mark("a picture")),
    (b"GIF8", mark("a picture")),
    (b"%PDF", mark("a PDF")),
)
"""How files of other kinds begin."""


@dataclass(frozen=True, slots=True)
class Column:
    """`shown`: the first cells of it, to recognise it by."""

    number: int
    title: str
    shown: tuple[str, ...]
    match: str


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who would be enrolled; `wrong` says why not."""

    line: int
    name: str
    texts: dict[str, str]
    wrong: Message | None = None
    clause: str = ""


def uploaded(name: str, data: bytes) -> tuple[str, bool]:
    """The text of a file that was sent, and whether it was in older letters; or what is wrong with it."""
    if not data:
        raise BadInput("“{name}” is empty.", name=name)
    kind = next((kind for head, kind in _KINDS if data.startswith(head)), "")
    if kind:
        raise BadInput(
            "“{name}” is {kind}, not a list; save the sheet as CSV, or copy its cells and paste them.",
            name=name,
            kind=Message(kind),
        )
    return older_text_of(name, data)


def read_list(name: str, text: str) -> Sheet:
    if len(text.encode()) > LARGEST:
        raise BadInput("“{name}” is larger than {n} MB; that is no list of players.", name=name, n=LARGEST // 1_000_000)
    return parse_sheet(name, text)


def choices(system: System) -> list[tuple[str, str]]:
    """What a column may be: its value in the form and its words."""
    return [
        (IGNORED, tr("leave out")),
        (NAME, tr("Name")),
        (GIVEN, tr("Given name")),
        (FAMILY, tr("Family name")),
        *((FIELD + f.key, tr(f.label)) for f in player_fields(system)),
    ]


def is_headed(system: System, sheet: Sheet) -> bool:
    """Whether the first line names the columns."""
    return any(_by_title(system, cell) for cell in sheet.lines[0][1])


def _by_title(system: System, title: str) -> str:
    words = " ".join(title.casefold().replace("_", " ").replace("-", " ").split())
    if words in TITLES:
        return TITLES[words]
    for field in player_fields(system):
        if words in (field.key.replace("_", " ").casefold(), field.label.casefold(), tr(field.label).casefold()):
            return FIELD + field.key
    return IGNORED


def guessed(system: System, sheet: Sheet, headed: bool) -> list[str]:
    """What each column probably is: by its title, or the first one with words in it is the name."""
    width = max(len(cells) for _, cells in sheet.lines)
    if not headed:
        named = next((i for i in range(width) if any(_is_word(cells, i) for _, cells in sheet.lines)), 0)
        return [NAME if i == named else IGNORED for i in range(width)]
    found: list[str] = []
    for title in sheet.lines[0][1]:
        match = _by_title(system, title)
        found.append(IGNORED if match in found else match)
    if GIVEN in found and FAMILY not in found:
        # “Name” beside “Vorname” is the family name.
        found = [FAMILY if match == NAME else match for match in found]
    return found + [IGNORED] * (width - len(found))


def _is_word(cells: Sequence[str], place: int) -> bool:
    return place < len(cells) and any(c.isalpha() for c in cells[place])


def columns(sheet: Sheet, matches: Sequence[str], headed: bool) -> list[Column]:
    lines = [cells for _, cells in sheet.lines[headed : headed + 3]]
    titles = sheet.lines[0][1] if headed else ()
    return [
        Column(
            i + 1,
            titles[i].strip() if i < len(titles) else "",
            tuple(cells[i].strip() for cells in lines if i < len(cells) and cells[i].strip()),
            match,
        )
        for i, match in enumerate(matches)
    ]


def newcomers(opened: Opened, sheet: Sheet, matches: Sequence[str], headed: bool) -> list[Newcomer]:
    """Everybody in the list, each with what is wrong, if anything is (X-16)."""
    _must_match(opened.system, matches)
    fields = player_fields(opened.system)
    seen = {
        look(p.name): Message("“{name}” (player {id})", {"name": p.name, "id": p.id})
        for p in opened.event.players.values()
    }
    found = []
    for line, cells in sheet.lines[headed:]:
        named = {match: cell.strip() for match, cell in zip(matches, cells, strict=False) if match}
        name = named.get(NAME) or " ".join(filter(None, (named.get(GIVEN), named.get(FAMILY))))
        texts = {match.removeprefix(FIELD): cell for match, cell in named.items() if match.startswith(FIELD) and cell}
        found.append(_newcomer(opened, fields, line, name, texts, seen))
    if not found:
        raise BadInput("The list has titles but no players.")
    return found


def _newcomer(
    opened: Opened, fields: tuple[Field, ...], line: int, name: str, texts: dict[str, str], seen: dict[str, Message]
) -> Newcomer:
    try:
        if not name:
            raise BadInput("There is no name in this line.")
        name = clean_name(name)
        twin = seen.get(look(name))
        if twin is not None:
            raise Refusal(
                "“{name}” looks the same as {twin}; add something that tells namesakes apart.",
                clause="X-16",
                name=name,
                twin=twin,
            )
        seen[look(name)] = Message("“{name}” in line {line}", {"name": name, "line": line})
        check_values(fields, read_values(opened.system, texts), Message("a player"))
    except Refusal as refusal:
        return Newcomer(line, name, texts, refusal.message, refusal.clause)
    return Newcomer(line, name, texts)


def _must_match(system: System, matches: Sequence[str]) -> None:
    known = dict(choices(system))
    for match in filter(None, matches):
        if match not in known:
            raise BadInput("“{match}” is nothing a column can be; pick from the list.", match=match)
        if matches.count(match) > 1:
            raise BadInput("Two columns are matched to “{match}”; leave one out.", match=known[match])
    if NAME not in matches and GIVEN not in matches and FAMILY not in matches:
        raise BadInput("No column is matched to the name; say which one it is.")


def entries(people: Sequence[Newcomer]) -> list[tuple[str, dict[str, str]]]:
    """As `roster.enrol` takes them: all, or none if one line is wrong."""
    wrong = [one for one in people if one.wrong]
    if wrong:
        values = {"n": len(wrong), "line": wrong[0].line, "fault": wrong[0].wrong}
        raise Refusal(
            Message(
                "{n} line cannot be enrolled, so nobody was; line {line}: {fault}",
                values,
                "{n} lines cannot be enrolled, so nobody was; line {line}: {fault}",
            ),
            clause=wrong[0].clause,
        )
    return [(one.name, one.texts) for one in people]
