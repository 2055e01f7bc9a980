"""Games that everybody may watch: marked by the staff, and shown without anything to tap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from muster.app.desk import Desk, Opened
from muster.app.table import actions
from muster.app.table.tables import OpenTable, Tables
from muster.core.book.system import tracker_of
from muster.core.book.tracker.board import (
    Answers,
    Board,
    BoardPart,
    Course,
    Fold,
    Gauge,
    ModelRow,
    Pick,
    PlayersClock,
    Stated,
    Stepper,
    Switch,
    Tick,
)
from muster.core.book.tracker.tracker import no_course
from muster.core.kit.errors import BadInput, DamagedJournal, Refusal
from muster.core.kit.model import Actor
from muster.core.record.event import Match, Round
from muster.core.record.facts.play import Fact
from muster.core.rules.results import checked
from muster.core.rules.table import opening


def feature(desk: Desk, event_id: str, round_: int, table: int, shown: bool, actor: Actor) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        return opening.feature(opened.event, opened.system, tracker_of(opened.system), round_, table, shown)

    return desk.act(event_id, decide, actor)


def is_featured(opened: Opened, round_: Round, match: Match) -> bool:
    return (round_.number, match.number) in opened.event.staff.featured


def featured_now(opened: Opened) -> list[Match]:
    """Featured games of the current round, by table."""
    round_ = opened.event.shown[-1] if opened.event.shown else None
    found = [] if round_ is None else [m for m in round_.matches if is_featured(opened, round_, m)]
    return sorted(found, key=lambda match: match.table)


def must_be_featured(opened: Opened, round_: Round, match: Match) -> None:
    refusal = tracker_of(opened.system).allowed(opened.system.settings(opened.event))
    if refusal is not None:
        raise refusal
    if not is_featured(opened, round_, match):
        raise Refusal("The game at table {table} is not shown to everybody. Ask the staff.", table=match.table)


def followed(tables: Tables, opened: Opened, round_: Round, match: Match) -> OpenTable | None:
    """A match's table, if anybody tracked the game there. Watching does not open one."""
    table_id = actions.id_of(opened.id, round_, match)
    return tables.open(table_id) if any(stored.id == table_id for stored in tables.listed()) else None


def course_of(tables: Tables, opened: Opened, round_: Round, match: Match) -> Course | None:
    """How the points developed, once the result is in; None if nobody tracked the game, or it has no picture."""
    if match.result is None or not has_course(opened):
        return None
    try:
        table = followed(tables, opened, round_, match)
    except DamagedJournal:
        return None
    if table is None:
        return None
    game = tables.game(table, actions.round_of(opened, table))
    course = game.tracker.course(game.state)
    return None if course is None else replace(course, names=table.record.opened.names)


def entered_by_hand(tables: Tables, opened: Opened, round_: Round, match: Match) -> bool:
    """Whether the result of a tracked game is not what its table filled in: reported otherwise, or corrected."""
    table = followed(tables, opened, round_, match)
    if table is None:
        return False
    given, players = actions.handover(tables, table, opened), table.record.opened.players
    if given is None or players is None:
        return True
    by = () if given.by is None else (players[given.by],)
    try:
        return match.result != checked(opened.event, opened.system, round_, match, dict(given.values), given.ending, by)
    except BadInput:
        return True


def has_course(opened: Opened) -> bool:
    """Whether the game's tracker has such a picture at all."""
    return tracker_of(opened.system).course is not no_course


def with_course(tables: Tables, opened: Opened, round_: Round) -> set[int]:
    """The tables of a round with a result and a tracked game, if there is a picture of it."""
    if not has_course(opened):
        return set()
    known = {stored.id for stored in tables.listed()}
    over = (match for match in round_.matches if match.result is not None)
    return {match.table for match in over if actions.id_of(opened.id, round_, match) in known}


def to_watch(board: Board) -> Board:
    """The same board with nothing to tap."""
    return replace(board, parts=tuple(_watched(board.parts)), presses=())


def _watched(parts: Iterable[BoardPart]) -> Iterator[BoardPart]:
    for part in parts:
        match part:
            case Stepper():
                yield Stated(part.label, str(part.value))
            case Switch():
                chosen = [way.label for way in part.ways if way.value == part.chosen]
                yield from (Stated(part.label, label) for label in chosen)
            case Pick() | Answers():
                continue
            case Tick():
                yield replace(part, key="")
            case Gauge():
                yield replace(part, key="")
            case PlayersClock():
                yield replace(part, press=None, large=True)
            case ModelRow():
                yield replace(part, steppers=(), press=None)
                yield from _watched(part.steppers)
            case Fold():
                yield replace(part, parts=tuple(_watched(part.parts)))
            case _:
                yield part
