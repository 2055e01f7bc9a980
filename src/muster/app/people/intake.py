"""The one reader for people, wherever they are written: a file, pasted cells, the box on the desk, a form, a command.

Headings, encodings and faults are the same everywhere. A cell is read here once, and checked once by the core.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from muster.app import languages
from muster.app.csv_tables import CsvTable, older_text_of, unguarded
from muster.app.desk import Opened
from muster.app.languages import language
from muster.app.people.sources import BroughtList, Source, bring, is_foreign
from muster.app.speech import tr
from muster.core.book.system import System
from muster.core.forms.fields import Field
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import Message, Text, mark
from muster.core.kit.model import Raw
from muster.core.kit.progress import Progress, unwatched
from muster.core.rules.players import NAME as CALLED
from muster.core.rules.players import Newcomer, Vetted, player_fields, vet

LARGEST = 2_000_000
"""Bytes of a list of people; 10,000 people with club and faction take half a million."""

NAME, GIVEN, FAMILY, IGNORED = "name", "given", "family", ""
NAMES = {NAME, GIVEN, FAMILY}
TYPED = Message("the list")
"""What messages call text typed into a box."""

FIELD = "field:"
"""The prefix of a player field's key when a column is matched to it."""

TITLES = {
    **dict.fromkeys(("name", "player", "full name", "player name"), NAME),
    **dict.fromkeys(("first name", "firstname", "given name", "forename"), GIVEN),
    **dict.fromkeys(("last name", "lastname", "family name", "surname"), FAMILY),
    **dict.fromkeys(("spieler", "spielername"), NAME),
    **dict.fromkeys(("vorname",), GIVEN),
    **dict.fromkeys(("nachname", "familienname"), FAMILY),
    **dict.fromkeys(("nom", "joueur", "nom complet", "nom du joueur"), NAME),
    **dict.fromkeys(("prénom", "prenom"), GIVEN),
    **dict.fromkeys(("nom de famille",), FAMILY),
    **dict.fromkeys(("nombre", "jugador", "nombre completo", "nombre y apellidos", "nombre del jugador"), NAME),
    **dict.fromkeys(("nombre de pila",), GIVEN),
    **dict.fromkeys(("apellido", "apellidos"), FAMILY),
}
"""What spreadsheets call the columns with names, in English, German, French and Spanish."""

_KINDS = (
    (b"PK\x03\x04", mark("a zip file or a spreadsheet workbook")),
    (b"\xd0\xcf\x11\xe0", mark("a spreadsheet workbook")),
    (b"\x89PNG", mark("a picture")),
    (b"\xff\xd8\xff", mark("a picture")),
    (b"GIF8", mark("a picture")),
    (b"%PDF", mark("a PDF")),
)
"""How files of other types begin."""


@dataclass(frozen=True, slots=True)
class ListColumn:
    """`shown`: its first cells, to recognise it by."""

    number: int
    title: str
    shown: tuple[str, ...]
    match: str


@dataclass(frozen=True, slots=True)
class Written:
    """A person as written: the line of the list (0 if there is none), the name, and the fields by key."""

    line: int
    name: str
    texts: dict[str, str]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why somebody cannot be enrolled. `column`: `name` or a field's key, empty if it is about the whole line."""

    line: int
    column: str
    value: str
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person as they would be enrolled, or the fault that prevents it."""

    written: Written
    vetted: Vetted
    fault: Fault | None = None


class WrongLines(BadInput):
    """A list from which nobody was enrolled, with the faults in all its lines."""

    def __init__(self, source: Text, faults: Sequence[Fault]) -> None:
        first, n = faults[0], len(faults)
        sentence = mark("“{source}” line {line}: {fault}")
        if n > 1:
            sentence = mark("{n} lines of “{source}” have mistakes, so nobody was enrolled. Line {line}: {fault}")
        fault = first.refusal
        super().__init__(sentence, clause=fault.clause, source=source, line=first.line, fault=fault.message, n=n)
        self.faults = tuple(faults)


def text_of_file(name: str, data: bytes) -> tuple[str, bool]:
    """The text of a file, and whether it was in an older encoding (cp1252); or what is wrong with it."""
    must_fit(name, len(data))
    if not data:
        raise BadInput("“{name}” is empty.", name=name)
    kind = next((kind for head, kind in _KINDS if data.startswith(head)), "")
    if kind:
        raise BadInput(
            "“{name}” is {kind}, not a list. Save the sheet as CSV, or copy its cells and paste them.",
            name=name,
            kind=Message(kind),
        )
    return older_text_of(name, data)


def must_fit(name: Text, size: int) -> None:
    if size > LARGEST:
        most = LARGEST // 1_000_000
        raise BadInput("“{name}” is larger than {n} MB, too large for a list of players.", name=name, n=most)


def read_list(name: Text, text: str, source: Source | None = None) -> BroughtList:
    """The table in a text, even if another program wrote it; `source`: the program it must be from."""
    must_fit(name, len(text.encode()))
    return bring(name, text, source)


def choices(system: System) -> list[tuple[str, str]]:
    """What a column may be: its value in the form and its label."""
    return [(match, tr(words)) for match, words in _choices(system).items()]


def _choices(system: System) -> dict[str, Message]:
    return {
        IGNORED: Message("leave out"),
        NAME: Message("Name"),
        GIVEN: Message("Given name"),
        FAMILY: Message("Family name"),
        **{FIELD + f.key: Message(f.label) for f in player_fields(system)},
    }


def is_headed(system: System, sheet: CsvTable) -> bool:
    """Whether the first line names the columns."""
    return any(_by_title(system, cell) for cell in sheet.lines[0][1])


def _by_title(system: System, title: str) -> str:
    words = " ".join(title.casefold().replace("_", " ").replace("-", " ").split())
    if words in TITLES:
        return TITLES[words]
    fields = player_fields(system)
    for field in fields:
        if words in (field.key.replace("_", " ").casefold(), field.label.casefold()):
            return FIELD + field.key
    # Catalogues are large: they are only read for a title that is not English.
    for spoken in map(language, languages.NAMES):
        for field in fields:
            if words == spoken.text(field.label).casefold():
                return FIELD + field.key
    return IGNORED


def guessed(system: System, sheet: CsvTable, headed: bool) -> list[str]:
    """What each column probably is: by its title; otherwise the first one with words is the name."""
    width = max(len(cells) for _, cells in sheet.lines)
    if not headed:
        named = next((i for i in range(width) if any(_is_word(cells, i) for _, cells in sheet.lines)), 0)
        return [NAME if i == named else IGNORED for i in range(width)]
    found: list[str] = []
    for match in _by_titles(system, sheet.lines[0][1]):
        found.append(IGNORED if match in found else match)
    return found + [IGNORED] * (width - len(found))


def _by_titles(system: System, titles: Sequence[str]) -> list[str]:
    found = [_by_title(system, title) for title in titles]
    if GIVEN in found and FAMILY not in found:
        # “Name” beside “Vorname” is the family name.
        found = [FAMILY if match == NAME else match for match in found]
    elif FAMILY in found and GIVEN not in found:
        # “Nombre” beside “Apellidos” is the given name.
        found = [GIVEN if match == NAME else match for match in found]
    return found


def _is_word(cells: Sequence[str], place: int) -> bool:
    return place < len(cells) and any(c.isalpha() for c in cells[place])


def columns(sheet: CsvTable, matches: Sequence[str], headed: bool) -> list[ListColumn]:
    lines = [cells for _, cells in sheet.lines[headed : headed + 3]]
    titles = sheet.lines[0][1] if headed else ()
    return [
        ListColumn(
            i + 1,
            titles[i].strip() if i < len(titles) else "",
            tuple(cells[i].strip() for cells in lines if i < len(cells) and cells[i].strip()),
            match,
        )
        for i, match in enumerate(matches)
    ]


def as_matched(system: System, sheet: CsvTable, matches: Sequence[str], headed: bool) -> list[Written]:
    """The people of a table whose columns somebody has matched."""
    _must_match(system, matches)
    found = []
    for line, cells in sheet.lines[headed:]:
        named = {match: unguarded(cell.strip()) for match, cell in zip(matches, cells, strict=False) if match}
        found.append(_written(line, named))
    if not found:
        raise BadInput("“{name}” has headings but no players.", name=sheet.name)
    return found


def _written(line: int, named: Mapping[str, str]) -> Written:
    name = named.get(NAME) or " ".join(filter(None, (named.get(GIVEN), named.get(FAMILY))))
    texts = {match.removeprefix(FIELD): cell for match, cell in named.items() if match.startswith(FIELD) and cell}
    return Written(line, name, texts)


def as_brought(system: System, brought: BroughtList) -> list[Written]:
    """The people in a list that nobody reviews first. From another program's list, what we know is used."""
    if brought.source is None:
        return as_titled(system, brought.sheet)
    return as_matched(system, brought.sheet, guessed(system, brought.sheet, headed=True), headed=True)


def left_out(system: System, brought: BroughtList) -> list[str]:
    """The headings in another program's list that match nothing here."""
    if brought.source is None:
        return []
    titles = brought.sheet.lines[0][1]
    matches = guessed(system, brought.sheet, headed=True)
    return [title for title, match in zip(titles, matches, strict=False) if title and not match]


def as_titled(system: System, sheet: CsvTable) -> list[Written]:
    """The people in a table that nobody reviews first: all its columns must have titles, or there is only one, the
    names.
    """
    headed = is_headed(system, sheet)
    columns = [NAME] if not headed and len(sheet.lines[0][1]) == 1 else _titled(system, sheet)
    found = [_written(row.line, row.cells) for row in sheet.rows(columns, 1 if headed else 0)]
    if not found:
        raise BadInput("“{name}” has headings but no players.", name=sheet.name)
    return found


def _titled(system: System, sheet: CsvTable) -> list[str]:
    """What each column is by its title; all must be known and different."""
    number, cells = sheet.lines[0]
    titles = [cell.strip() for cell in cells]
    matches = _by_titles(system, titles)
    fields = [f.key for f in player_fields(system)]
    if not NAMES & set(matches):
        raise BadInput(
            "“{name}” line {line} should have the column headings: “name” and any of {fields}. It is “{first}”.",
            name=sheet.name,
            line=number,
            fields=", ".join(fields),
            first=", ".join(titles),
        )
    for title, match in zip(titles, matches, strict=True):
        if title and not match:
            raise BadInput(
                "{where}: “{cell}” is not a column. The columns are: {listed}.",
                where=sheet.where(number),
                cell=title,
                listed=", ".join([NAME, *fields]),
            )
        if match and matches.count(match) > 1:
            where = sheet.where(number)
            raise BadInput("{where}: there are two columns “{column}”.", where=where, column=match.removeprefix(FIELD))
    return matches


def as_typed(system: System, text: str) -> list[Written]:
    """The people typed into a box: one name per line with `key=value` after semicolons or tabs, or a table with
    titles.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise BadInput("No names entered. Type one name per line.")
    if is_foreign(text) or "=" not in text:
        brought = read_list(TYPED, text)
        if brought.source is not None or NAMES & set(_by_titles(system, brought.sheet.lines[0][1])):
            return as_brought(system, brought)
    return [_typed(system, number, line) for number, line in lines]


def _typed(system: System, number: int, line: str) -> Written:
    name, *parts = (part.strip() for part in line.replace("\t", ";").split(";"))
    texts: dict[str, str] = {}
    for part in filter(None, parts):
        title, given, value = part.partition("=")
        if not given:
            raise BadInput(
                "“{field}” in {name}’s line should be a field and its value, such as club=North.",
                field=part,
                name=name,
            )
        texts[_by_title(system, title).removeprefix(FIELD) or title.strip()] = value.strip()
    return Written(number, name, texts)


def candidates(
    opened: Opened, people: Sequence[Written], *, stand_in: bool = False, progress: Progress = unwatched
) -> list[Candidate]:
    """Everybody in the list, each with what is wrong, if anything (X-16)."""
    known = {f.key: f for f in player_fields(opened.system)}
    newcomers: list[Newcomer] = []
    unread: list[Fault | None] = []
    for number, one in enumerate(people):
        progress(number, len(people))
        values, fault = _read(opened.system, known, one)
        newcomers.append(Newcomer(one.name, values, stand_in, line=one.line))
        unread.append(fault)
    vetted = vet(opened.event, opened.system, newcomers)
    progress(len(people), len(people))
    return [
        Candidate(one, seen, fault or _fault(one, seen))
        for one, seen, fault in zip(people, vetted, unread, strict=True)
    ]


def _fault(one: Written, seen: Vetted) -> Fault | None:
    if seen.fault is None:
        return None
    value = one.name if seen.field == CALLED else one.texts.get(seen.field, "")
    return Fault(one.line, seen.field, value, seen.fault)


def _read(system: System, known: Mapping[str, Field], one: Written) -> tuple[dict[str, Raw], Fault | None]:
    """The cells that can be read, and the first that cannot."""
    values: dict[str, Raw] = {}
    fault = None
    if one.line and not one.name:
        fault = Fault(one.line, CALLED, "", BadInput("This line has no name."))
    for key, text in one.texts.items():
        try:
            values[key] = _field(system, known, key).read(text)
        except Refusal as refusal:
            fault = fault or Fault(one.line, key, text, refusal)
    return values, fault


def _field(system: System, known: Mapping[str, Field], key: str) -> Field:
    if key in known:
        return known[key]
    raise BadInput(
        "“{key}” is not a field of a {name} player. The fields are: {known}.",
        key=key,
        name=system.name,
        known=", ".join(known),
    )


def read_values(system: System, texts: Mapping[str, str]) -> dict[str, Raw]:
    """Typed player fields as values."""
    known = {f.key: f for f in player_fields(system)}
    return {key: _field(system, known, key).read(text) for key, text in texts.items()}


@dataclass(frozen=True, slots=True)
class Lacking:
    """A person in a list who only lacks fields that the game requires."""

    line: int
    name: str
    fields: tuple[Field, ...]


def lacking(opened: Opened, people: Sequence[Written]) -> list[Lacking]:
    """Whom to ask for what is missing; nobody while anything else is wrong with the list."""
    needed = [f for f in player_fields(opened.system) if f.required and f.default is None]
    found: list[Lacking] = []
    for one in candidates(opened, people):
        if one.fault is None:
            continue
        fields = tuple(f for f in needed if not one.written.texts.get(f.key, "").strip())
        if one.fault.column not in {f.key for f in fields}:
            return []
        found.append(Lacking(one.written.line, one.vetted.name, fields))
    return found


def with_asked(system: System, people: Sequence[Written], typed: Mapping[str, str]) -> list[Written]:
    """The people in a list, with the answers that were asked for: `more-3-models` is the models of the player in line
    3.
    """
    keys = [f.key for f in player_fields(system)]
    return [
        replace(one, texts={**one.texts, **{key: text for key in keys if (text := _asked(typed, one, key))}})
        for one in people
    ]


def _asked(typed: Mapping[str, str], one: Written, key: str) -> str:
    return typed.get(asked_as(one.line, key), "").strip()


def asked_as(line: int, key: str) -> str:
    """What an answer about somebody in a list is called."""
    return f"more-{line}-{key}"


def accepted(source: Text, people: Sequence[Candidate]) -> list[Vetted]:
    """All of them, or none if one line is wrong."""
    faults = [one.fault for one in people if one.fault is not None]
    if faults and not faults[0].line:
        raise faults[0].refusal
    if faults:
        raise WrongLines(source, faults)
    return [one.vetted for one in people]


def _must_match(system: System, matches: Sequence[str]) -> None:
    known = _choices(system)
    for match in filter(None, matches):
        if match not in known:
            raise BadInput("A column cannot be “{match}”. Pick from the list.", match=match)
        if matches.count(match) > 1:
            raise BadInput("Two columns are matched to “{match}”. Leave one out.", match=known[match])
    if not NAMES & set(matches):
        raise BadInput("No column is matched to the name. Choose which one it is.")
