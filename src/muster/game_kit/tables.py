"""Made-up games at the table: what must be true of every tracker, whatever is tapped and in whatever order it comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from muster.core.book.system import Game, System, tracker_of
from muster.core.book.tracker.board import (
    Answers,
    Board,
    BoardPart,
    Emphasis,
    Fold,
    Gauge,
    ModelRow,
    Pick,
    PlayersClock,
    Press,
    Stepper,
    Switch,
    Tick,
)
from muster.core.book.tracker.plain import PlainTable
from muster.core.book.tracker.tracker import AnyTracker, Eye, ForceList, Handover, TableSetup
from muster.core.forms.fields import check_values
from muster.core.forms.options import Settings
from muster.core.kit.errors import Refusal
from muster.core.kit.language import Message
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending, Raw, Result
from muster.core.reading.replay import Followed, begin, follow, replay
from muster.core.reading.round_time import RoundHistory
from muster.core.record.player import Player
from muster.core.record.table.facts import TapMade
from muster.game_kit.declared import invented_player, where_raised

GAMES, TAPS = 6, 60
"""How many games are made up, and how many taps each has."""

SLOWEST = 240_000
"""The most milliseconds between two taps in a slow game: long enough for a round to run out of time."""

START = 1_700_000_000_000
"""When they begin, in milliseconds."""

ODD: tuple[Raw, ...] = (None, True, -1, 0, 7, 10**5_000, "", "x" * 2_000, "{", [], [1, 2, 3], "\u202e")
"""Values that nobody means."""

Offered = tuple[str, dict[str, Raw]]


def problems(system: System, games: int = GAMES, taps: int = TAPS) -> Iterator[str]:
    """What is wrong with a game's tracker, or with the plain one for it."""
    for number in range(games):
        try:
            yield from _game(system, Lots(f"table {number}", system.key), number, taps)
        except Exception as error:  # A game's code may raise anything.
            yield f"its tracker cannot begin a game: {where_raised(error)}"


def _game(system: System, lots: Lots, number: int, taps: int) -> Iterator[str]:
    tracker = tracker_of(system)
    settings = Settings(system.options)
    if tracker.allowed(settings) is not None:
        return
    players = invented_player(system, 1, lots), invented_player(system, 2, lots)
    setup = _setup(system, settings, players, event=number != 2)
    ran = RoundHistory(((START + 60_000, START + 900_000), (START + 1_200_000, None)) if setup.event else ())
    made: list[TapMade] = []
    game, at = begin(tracker, setup, ran), START
    try:
        for count in range(taps):
            at += lots.below(SLOWEST if number % 2 else SLOWEST // 8)
            side = lots.choice((0, 1, 0, 1, 0, 1, None))
            key, values = _chosen(game, at, side, lots)
            tapped = TapMade(key, side, at, f"phone {side}", count + 1, values)
            made.append(tapped)
            game = follow(game, tapped)
            yield from _seen(system, game, at)
            if (handover := tracker.handover(game.at(at))) is not None:
                # Staff may enter at the table what the event does not know yet, and friends whatever they like.
                free = not setup.event or any(counted.side is None for counted, _ in game.counted)
                by_rules = not free and not isinstance(game.state, PlainTable)
                yield from _handed(system, players, settings, handover, by_rules=by_rules)
    except Exception as error:  # A game's code may raise anything.
        last = f"after the tap “{made[-1].key}” with {_short(made[-1].values)}" if made else "before any tap"
        yield f"its tracker fails {last}, and may only refuse: {where_raised(error)}"
        return
    yield from _any_order(tracker, setup, game, made, lots)


def _setup(system: System, settings: Settings, players: tuple[Player, Player], *, event: bool) -> TableSetup:
    def models(player: Player) -> int | None:
        known = player.values.get("models")
        return known if isinstance(known, int) else None

    scenario = system.scenarios[0].name if system.scenarios else ""
    lists = ((ForceList("One"), ForceList("Two")), (ForceList("Three"),)) if system.lists else ((), ())
    names = players[0].name, players[1].name
    known = (models(players[0]), models(players[1])) if event else (None, None)
    return TableSetup(names=names, settings=settings, scenario=scenario, lists=lists, event=event, models=known)


def _chosen(game: Followed[Any], at: int, side: int | None, lots: Lots) -> Offered:
    """A tap that the board offers; now and then one that it does not, or with odd values."""
    shown = game.tracker.board(game.at(at), Eye(side, staff=side is None), game.moment(at))
    offered = list(taps_on(shown, lots))
    if not offered or lots.below(8) == 0:
        key = lots.choice(offered)[0] if offered and lots.below(2) else lots.choice(("", "no such key"))
        return key, {name: lots.choice(ODD) for name in ("side", "value", "by", "box", "a", "b", "to")}
    key, values = lots.choice(offered)
    if lots.below(6) == 0:
        return key, {name: lots.choice(ODD) if lots.below(2) else value for name, value in values.items()}
    return key, values


def taps_on(board: Board, lots: Lots) -> Iterator[Offered]:
    """What can be tapped on a board, each with one choice of values."""
    seldom = lots.below(20) == 0
    yield from ((p.key, dict(p.values)) for p in board.presses if seldom or p.emphasis is not Emphasis.DANGER)
    for part in board.parts:
        yield from _taps_on(part, lots)


def _taps_on(part: BoardPart, lots: Lots) -> Iterator[Offered]:
    match part:
        case Stepper():
            yield part.key, {**part.values, "by": lots.choice((1, 1, -1))}
        case Gauge() if part.key and part.of:
            yield part.key, {**part.values, "box": 1 + lots.below(part.of)}
        case Switch():
            yield part.key, {**part.values, "value": lots.choice(part.ways).value}
        case Pick():
            yield part.key, {"value": lots.choice(part.ways).value}
        case Answers():
            boxes = {box.name: box.least + lots.below(min(box.most - box.least, 20) + 1) for box in part.boxes}
            yield part.key, {**part.values, **boxes, **{s.key: lots.choice(s.ways).value for s in part.switches}}
        case Tick() if part.key:
            yield part.key, dict(part.values)
        case PlayersClock(press=Press() as press):
            yield press.key, dict(press.values)
        case ModelRow():
            for one in part.steppers:
                yield from _taps_on(one, lots)
            if part.press is not None:
                yield part.press.key, dict(part.press.values)
        case Fold():
            for inner in part.parts:
                yield from _taps_on(inner, lots)


def _seen(system: System, game: Followed[Any], at: int) -> Iterator[str]:
    """Time that passes in two steps has the same effect as in one, and everybody's board can be shown."""
    once = game.at(at)
    now = game.moment(at)
    if game.tracker.later(once, now) != once:
        yield "later does more when it is asked a second time at the same moment"
    for eye in (Eye(0), Eye(1), Eye(None, staff=True), Eye()):
        board = game.tracker.board(once, eye, now)
        if sum(press.emphasis is Emphasis.MAIN for press in board.presses) > 1:
            yield "a board has more than one main thing to press"
        for text in _texts(board):
            str(text)
        for clause in _clauses(board):
            if clause not in system.clauses:
                yield f"a board cites {clause}, which is not in its clauses"
    for refusal in game.refused.values():
        if refusal.clause and refusal.clause not in system.clauses:
            yield f"a tap is refused by {refusal.clause}, which is not in its clauses"


def _texts(part: object) -> Iterator[Message]:
    if isinstance(part, Message):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from _texts(one)
    elif is_dataclass(part):
        for field in fields(part):
            yield from _texts(getattr(part, field.name))


def _clauses(part: object) -> Iterator[str]:
    if isinstance(part, tuple):
        for one in part:
            yield from _clauses(one)
    elif is_dataclass(part) and not isinstance(part, Message):
        for field in fields(part):
            found = getattr(part, field.name)
            if field.name == "clause":
                yield from [found] if found else []
            else:
                yield from _clauses(found)


def _handed(
    system: System, players: tuple[Player, Player], settings: Settings, handover: Handover, *, by_rules: bool
) -> Iterator[str]:
    """What the end of a game fills into the form must be a result that the game accepts; the plain tracker only knows
    fields.
    """
    by = () if handover.by is None else (players[handover.by].id,)
    played = handover.ending is Ending.PLAYED
    try:
        values = check_values(system.result_fields, dict(handover.values), "a result", required=played)
        if by_rules:
            game = Game(*players, Result(values, handover.ending, by), settings)
            system.check(game)
            system.score(game)
    except Refusal as refused:
        yield f"its tracker hands over {dict(handover.values)}, which is refused: {refused}"


def _any_order(
    tracker: AnyTracker, setup: TableSetup, game: Followed[Any], made: Sequence[TapMade], lots: Lots
) -> Iterator[str]:
    """Taps that arrive late, in another order or twice must give the same game."""
    came = lots.shuffled([*made, *made[::3]])
    other = begin(tracker, setup, game.round_at)
    for tapped in came:
        other = follow(other, tapped)
    again = replay(tracker, setup, came, game.round_at)
    if not game.state == other.state == again.state or game.refused.keys() != other.refused.keys():
        yield "the same taps in another order give another game"


def _short(values: dict[str, Raw]) -> str:
    return ", ".join(
        f"{name}: {str(value)[:20] if not isinstance(value, int) else 'a number'}" for name, value in values.items()
    )
