"""Reads a FIDE tournament report: TRF16, and of TRF26 and the pairing programs' extensions what has a place here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from muster.app.exchange import ties
from muster.app.exchange.record import (
    Meeting,
    MeetingEnding,
    PlayedRound,
    Published,
    PublishedNumber,
    Record,
    RecordedPlayer,
    SitOut,
    Triple,
    day,
    figure,
    points,
    quoted,
)
from muster.app.numbers import count
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Points

FORMAT = "TRF"

BLANKS = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
"""Columns between the fields of a player's line, counted from 1."""

NUMBER, NAME, RATING, POINTS, RANK = (5, 8), (15, 47), (49, 52), (81, 84), (86, 89)
FIRST_ROUND, ROUND_WIDTH = 92, 10

PLAYER_FIELDS = {"sex": (10, 10), "title": (11, 13), "federation": (54, 56), "number": (58, 68), "birth date": (70, 79)}
"""What a player's line has but an event here does not."""

MEANINGS = {
    "022": "city",
    "032": "federation",
    "052": "date of the end",
    "072": "number of rated players",
    "082": "number of teams",
    "092": "type of tournament",
    "102": "chief arbiter",
    "112": "deputy arbiter",
    "122": "time control",
    "132": "dates of the rounds",
    "152": "first colour",
    "172": "starting-rank method",
    "182": "pairing program",
    "192": "encoded type of tournament",
    "222": "encoded time control",
    "240": "announced byes",
    "250": "accelerated rounds",
    "260": "forbidden pairs",
    "299": "points given out of the ordinary",
    "300": "board order of a team",
    "320": "byes of teams",
    "330": "forfeited team matches",
    "352": "colours of the boards",
    "362": "points of teams",
    "801": "team pairings",
    "802": "team results",
    "XXA": "accelerated pairing",
    "XXC": "pairing settings",
    "XXP": "forbidden pairs",
    "XXZ": "announced absences",
    "DAT": "further player data",
}
"""Known lines that have no place here. Any others are reported by their first three characters."""

TEAMS = ("013", "310")
"""Lines about who is in a team, in TRF16 and TRF26."""

_SYSTEM = re.compile(r"([A-Z]+) *=? *([0-9]+(?:[.,][0-9]+)?)")
_CODES = {"W": "W", "D": "D", "L": "L", "A": "A", "P": "P", "PAB": "P"}
_BBP = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "A", "BBF": "A", "BBU": "P"}

WON, DRAWN, LOST = ("1", "W"), ("=", "D"), ("0", "L")
PAID = ("U", "F", "H", "+", *WON, *DRAWN)
"""Results that pay without an opponent; the older report has signs where TRF16 has letters."""


@dataclass(frozen=True, slots=True)
class RoundCell:
    """One round in a player's line: opponent 0 for none, colour in lower case and result in upper case."""

    opponent: int
    colour: str
    result: str


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's line as it is in the file."""

    where: str
    number: int
    entrant: RecordedPlayer
    cells: tuple[RoundCell, ...]

    @property
    def last(self) -> int:
        """The last round with an opponent or a bye; afterwards the player has left."""
        taken = [n for n, cell in enumerate(self.cells, start=1) if cell.opponent or cell.result in PAID]
        return max(taken, default=0)

    @property
    def paired(self) -> int:
        """The last round that was certainly paired; half and full points may be promised beforehand."""
        taken = [n for n, cell in enumerate(self.cells, start=1) if cell.opponent or cell.result in ("U", "+", "1")]
        return max(taken, default=0)

    def cell(self, round_: int) -> RoundCell:
        return self.cells[round_ - 1] if round_ <= len(self.cells) else RoundCell(0, "", "")


@dataclass(slots=True)
class _Head:
    """What the lines other than players say."""

    title: str = ""
    date: str = ""
    planned: int = 0
    players: int = 0
    worth: dict[str, Points] = field(default_factory=dict)
    tiebreaks: list[str] | None = None
    aside: dict[str, int] = field(default_factory=dict)
    """How many lines of each kind are not carried over."""
    notes: list[str] = field(default_factory=list)


def read(text: str) -> Record:
    """The record of a whole file, or one sentence that quotes the first wrong line."""
    head = _Head()
    lines: dict[int, PlayerLine] = {}
    extra = dict.fromkeys(PLAYER_FIELDS, 0)
    for number, raw in enumerate(re.split("\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        where = f"Line {number}"
        if raw.startswith("001"):
            line = _player(raw, where, extra)
            if line.number in lines:
                raise _wrong(raw, where, f"player {line.number} is already in {lines[line.number].where}")
            lines[line.number] = line
        elif raw.strip() and not raw.startswith("###"):
            _head_line(raw, where, head)
    if not lines:
        raise BadInput("This is not a tournament report: it has no players (lines that begin with 001).")
    triple = Triple(head.worth.get("W", 1), head.worth.get("D", Triple().draw), head.worth.get("L", 0))
    if not triple.loss <= triple.draw <= triple.win or triple.loss == triple.win:
        raise BadInput(
            "In this file a win does not score more than a draw, or a draw more than a loss, so nothing can be "
            "recomputed from it."
        )
    rounds = max(line.paired for line in lines.values())
    if any(line.last > rounds for line in lines.values()):
        head.notes.append(f"Not carried over: byes announced for rounds after round {rounds}, the last one paired.")
    played = tuple(_round(lines, number, triple, head.worth) for number in range(1, rounds + 1))
    rows, unknown = _ties(head.tiebreaks)
    return Record(
        FORMAT,
        tuple(line.entrant for line in lines.values()),
        played,
        head.title,
        head.date,
        head.planned,
        triple,
        rows,
        (*head.notes, *_notes(head, lines, extra, unknown)),
    )


def _wrong(raw: str, where: str, sentence: str) -> BadInput:
    return BadInput("{where}: {what}: “{quoted}”.", where=where, what=sentence, quoted=quoted(raw))


def _cut(raw: str, span: tuple[int, int]) -> str:
    return raw[span[0] - 1 : span[1]].strip()


def _player(raw: str, where: str, extra: dict[str, int]) -> PlayerLine:
    raw = _in_columns(raw, where)
    number = _whole(raw, NUMBER, where, "a starting-rank number")
    if not number:
        raise _wrong(raw, where, "a player's number, 1 or more, should be in columns 5 to 8")
    if len(raw.rstrip()) < POINTS[1]:
        raise _wrong(raw, where, f"the line ends at column {len(raw.rstrip())}, before the points in columns 81 to 84")
    said = _cut(raw, POINTS)
    rank = _whole(raw, RANK, where, "a rank")
    for name, span in PLAYER_FIELDS.items():
        extra[name] += bool(_cut(raw, span))
    paid: PublishedNumber | None = figure(said, f"{where}, columns 81 to 84") if said else None
    entrant = RecordedPlayer(
        str(number),
        _cut(raw, NAME),
        _whole(raw, RATING, where, "a rating"),
        published=Published(rank or None, paid),
    )
    return PlayerLine(where, number, entrant, tuple(_cells(raw, where)))


def _in_columns(raw: str, where: str) -> str:
    """The line with one character per column. Some programs count UTF-8 bytes instead."""
    if (off := _misplaced(raw)) is None:
        return raw
    by_bytes = raw.encode("utf-8", "replace").decode("latin-1")
    if by_bytes != raw and _misplaced(by_bytes) is None:
        name = by_bytes[NAME[0] - 1 : NAME[1]].encode("latin-1").decode("utf-8", "replace")
        return by_bytes[: NAME[0] - 1] + name.ljust(NAME[1] - NAME[0] + 1) + by_bytes[NAME[1] :]
    raise _wrong(raw, where, f"the columns are not those of a report: column {off} should be blank")


def _misplaced(raw: str) -> int | None:
    return next((column for column in BLANKS if raw[column - 1 : column].strip()), None)


def _whole(raw: str, span: tuple[int, int], where: str, what: str) -> int:
    """A whole number in these columns; 0 if they are blank."""
    text = _cut(raw, span)
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()):
        raise _wrong(raw, where, f"“{text}” in columns {span[0]} to {span[1]} should be {what}")
    return int(text)


def _cells(raw: str, where: str) -> Iterator[RoundCell]:
    end = len(raw.rstrip())
    for start in range(FIRST_ROUND, end + 1, ROUND_WIDTH):
        round_ = (start - FIRST_ROUND) // ROUND_WIDTH + 1
        if end < start + 3:
            raise _wrong(raw, where, f"the line is cut short in round {round_}, at column {end}")
        for blank in (start + 4, start + 6, start + 8, start + 9):
            if raw[blank - 1 : blank].strip():
                raise _wrong(raw, where, f"the columns of round {round_} are off: column {blank} should be blank")
        opponent = _whole(raw, (start, start + 3), where, "the number of an opponent")
        colour, result = _cut(raw, (start + 5, start + 5)).lower(), _cut(raw, (start + 7, start + 7)).upper()
        if colour not in ("", "w", "b", "-"):
            raise _wrong(raw, where, f"“{colour}” in round {round_} should be a colour, w, b or -")
        if result not in ("", *"1=0+-WDLHFUZ"):
            raise _wrong(raw, where, f"“{result}” in round {round_} should be a result, one of 1 = 0 + - W D L H F U Z")
        if opponent and result in ("H", "F", "U", "Z"):
            raise _wrong(raw, where, f"round {round_} has an opponent and the bye “{result}”; it should be one of them")
        yield RoundCell(opponent, colour, result)


def _head_line(raw: str, where: str, head: _Head) -> None:
    tag, rest = raw[:3], raw[3:].strip()
    if tag in TEAMS:
        raise BadInput(
            "{where} is about a team: “{quoted}”. Muster runs events of single players, so a report of teams cannot be "
            "imported.",
            where=where,
            quoted=quoted(raw),
        )
    match tag:
        case "012":
            head.title = rest
        case "042":
            head.date = day(rest)
            if rest and not head.date:
                head.notes.append(f"Not carried over: the date “{quoted(rest)}”, which is not of the form 2026/11/15.")
        case "062":
            head.players = int(found[0]) if (found := re.match(r"[0-9]{1,5}(?![0-9])", rest, re.ASCII)) else 0
        case "142" | "XXR":
            if not (rest.isascii() and rest.isdigit() and len(rest) < 4):
                raise _wrong(raw, where, "the number of rounds should be a whole number")
            head.planned = max(head.planned, int(rest))
        case "162" | "XXS":
            for code, value in _SYSTEM.findall(rest):
                if code in _CODES:
                    head.worth[_CODES[code]] = points(value, where)
                else:
                    head.notes.append(f"Not carried over: {where.lower()}, the points for “{code}”.")
        case "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU":
            head.worth[_BBP[tag]] = points(rest, where)
        case "202":
            head.tiebreaks = [code.strip().upper() for code in rest.split(",") if code.strip()]
        case "212":
            if head.tiebreaks is None:
                head.tiebreaks = [code for part in rest.split(",") if (code := part.strip().upper()) not in ("", "PTS")]
        case _ if rest and rest != "0":
            head.aside[tag] = head.aside.get(tag, 0) + 1
        case _:
            pass


def _ties(codes: Sequence[str] | None) -> tuple[tuple[dict[str, object], ...], list[str]]:
    """Rows of a definition, and the codes that have none."""
    if codes is None:
        return ties.CHESS, []
    rows = [ties.FIDE[code] for code in dict.fromkeys(codes) if code in ties.FIDE]
    return tuple(rows), [code for code in codes if code not in ties.FIDE]


def _round(lines: dict[int, PlayerLine], number: int, triple: Triple, worth: dict[str, Points]) -> PlayedRound:
    meetings, free = [], []
    for line in lines.values():
        cell = line.cell(number)
        if cell.opponent:
            other = _opponent(lines, line, cell, number)
            white, black = cell.colour == "w", other.cell(number).colour == "w"
            if white > black or (white == black and line.number < other.number):
                meetings.append(_meeting(line, other, number, triple))
            continue
        if number <= line.last:
            free.append(SitOut(line.entrant.key, _free(cell.result, triple, worth), line.where))
    if not meetings and not any(one.points for one in free):
        raise BadInput(
            "Round {number} has neither a game nor a bye, but a later round has. Is a round missing?", number=number
        )
    return PlayedRound(tuple(meetings), tuple(free))


def _opponent(lines: dict[int, PlayerLine], line: PlayerLine, cell: RoundCell, number: int) -> PlayerLine:
    """The opponent's line, which must describe the same game."""
    other = lines.get(cell.opponent)
    if other is None:
        raise BadInput(
            "{where}: player {number} plays {opponent} in round {round}, but {opponent} has no line. Is the "
            "file cut short?",
            where=line.where,
            number=line.number,
            opponent=cell.opponent,
            round=number,
        )
    if other is line:
        raise BadInput(
            "{where}: player {number} plays themselves in round {round}.",
            where=line.where,
            number=line.number,
            round=number,
        )
    back = other.cell(number)
    if back.opponent != line.number:
        says = f"{back.opponent}" if back.opponent else "nobody"
        raise BadInput(
            "{where}: player {number} plays {opponent} in round {round}, but {opponent} plays {says} ({there}).",
            where=line.where,
            number=line.number,
            opponent=cell.opponent,
            round=number,
            says=says,
            there=other.where.lower(),
        )
    return other


def _free(result: str, triple: Triple, worth: dict[str, Points]) -> Points:
    """What a round without an opponent pays."""
    if result == "U":
        return worth.get("P", triple.win)
    if result in PAID:
        return triple.draw if result in ("H", *DRAWN) else triple.win
    return 0


def _meeting(line: PlayerLine, other: PlayerLine, number: int, triple: Triple) -> Meeting:
    a, b = line.entrant.key, other.entrant.key
    results = line.cell(number).result, other.cell(number).result
    where = f"{line.where}, round {number}"
    one, two = results
    if one in WON and two in LOST:
        return Meeting(a, b, triple.win, triple.loss, where=where)
    if one in LOST and two in WON:
        return Meeting(a, b, triple.loss, triple.win, where=where)
    if one in DRAWN and two in DRAWN:
        return Meeting(a, b, triple.draw, triple.draw, where=where)
    if one in LOST and two in LOST:
        return Meeting(a, b, triple.loss, triple.loss, MeetingEnding.DOUBLE_LOSS, where=where)
    if set(results) <= {"+", "-"} and "-" in results:
        absent = tuple(key for key, said in zip((a, b), results, strict=True) if said == "-")
        paid = [triple.win if said == "+" else 0 for said in results]
        return Meeting(a, b, paid[0], paid[1], MeetingEnding.NO_SHOW, absent, where=where)
    if results == ("", ""):
        return Meeting(a, b, ending=MeetingEnding.OPEN, where=where)
    raise BadInput(
        "{where}: player {a} has the result “{one}” and player {b} has “{two}” ({there}). They do not match.",
        where=where,
        a=a,
        one=one,
        b=b,
        two=two,
        there=other.where.lower(),
    )


def _notes(head: _Head, lines: dict[int, PlayerLine], extra: dict[str, int], unknown: list[str]) -> Iterator[str]:
    for tag, number in head.aside.items():
        meaning = f" ({MEANINGS[tag]})" if tag in MEANINGS else ""
        yield f"Not carried over: {count(number, 'line')} “{tag}”{meaning}."
    for name, number in extra.items():
        if number:
            yield f"Not carried over: the {name} of {count(number, 'player')}."
    if unknown:
        yield f"Not recomputed: the tie-breaks {', '.join(quoted(code, 20) for code in unknown)}."
    if head.tiebreaks is None:
        yield (
            "The file does not say which tie-breaks were used; ours are " + ", ".join(map(ties.word, ties.CHESS)) + "."
        )
    if head.worth.get("A"):
        yield "Not carried over: points for an absence; here an absent player has none."
    if head.players and head.players != len(lines):
        yield f"The file speaks of {head.players} players and has {len(lines)}."
