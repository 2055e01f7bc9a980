"""The bracket as plain data: rounds as columns of games with two places each, including games not drawn yet."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.desk import Opened
from muster.app.results.forms import said
from muster.app.speech import tr
from muster.app.venue.rooms import room_of
from muster.core.kit.model import PlayerId, StageKind
from muster.core.pairing.policies import bracket
from muster.core.reading.games import winner
from muster.core.reading.stage_names import games_name
from muster.core.reading.stage_names import stage_name as named
from muster.core.record.event import Match, MatchState, Round, RoundState, Stage


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """One of the two places in a game: a player, or the words for who will take it."""

    text: str
    player: PlayerId | None = None
    seed: int = 0
    won: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class BracketGame:
    """`state`: the match's; `none` for a game that is not drawn yet, `bye` for one without an opponent."""

    number: int
    places: tuple[BracketPlace, ...]
    state: str = "none"
    table: int = 0
    said: str = ""
    room: str = ""


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of the bracket, its games from top to bottom: two that lead to the same game are next to each other."""

    name: str
    games: tuple[BracketGame, ...]
    round: int = 0


@dataclass(frozen=True, slots=True)
class Bracket:
    columns: tuple[BracketRound, ...]
    third: BracketGame | None
    """The game for third place, played alongside the final."""
    champion: str


def has_bracket(opened: Opened) -> bool:
    return _size(opened) >= 2


def bracket_view(opened: Opened) -> Bracket | None:
    """The elimination stage as everybody may see it; None before there is one."""
    size = _size(opened)
    if size < 2:
        return None
    stage, rounds = opened.event.stage, _published(opened)
    columns: list[BracketRound] = []
    third: BracketGame | None = None
    order = _orders(size)
    before: dict[int, BracketGame] = {}
    for depth, numbers in enumerate(order):
        played = rounds[depth] if depth < len(rounds) else None
        if played is not None:
            games = _drawn(opened, stage, played)
            third = games.pop(2, None) if len(numbers) == 1 else None
        else:
            games = _foretold(opened, stage, numbers, before)
        games = {n: games.get(n, BracketGame(n, (BracketPlace(tr("nobody")),), "bye")) for n in numbers}
        columns.append(
            BracketRound(
                tr(games_name(len(numbers))), tuple(games[n] for n in numbers), 0 if played is None else played.number
            )
        )
        before = games
    final = columns[-1].games[0]
    return Bracket(tuple(columns), third, next((p.text for p in final.places if p.won), ""))


def _published(opened: Opened) -> list[Round]:
    stage = opened.event.stage
    return [r for r in opened.event.rounds_of(stage) if r.state is not RoundState.DRAFT]


def _size(opened: Opened) -> int:
    """How many places the first round has; 0 if there is no bracket yet."""
    stage, rounds = opened.event.stage, _published(opened)
    if stage.kind is not StageKind.ELIMINATION:
        return 0
    entered = len(set(rounds[0].players())) if rounds else len(stage.seeds)
    return max(bracket.slots(entered), 2) if entered else 0


def _orders(size: int) -> list[list[int]]:
    """The game numbers of each round from top to bottom, first round first (L5R-108: first meets last)."""
    orders = [[1]]
    while 2 * len(orders[0]) < size:
        games = 2 * len(orders[0])
        orders.insert(0, [n for game in orders[0] for n in (game, games + 1 - game)])
    return orders


def stage_name(opened: Opened, number: int) -> str:
    """“Semi-finals” for a round of a bracket; empty for any other round, which only has a number."""
    name = named(opened.event, number)
    return "" if name is None else tr(name)


def _drawn(opened: Opened, stage: Stage, round_: Round) -> dict[int, BracketGame]:
    games = {m.game: _played(opened, stage, round_, m) for m in round_.matches}
    for bye in round_.byes:
        through = BracketPlace(opened.event.name_of(bye.player), bye.player, _seed(stage, bye.player), won=True)
        games[bye.game] = BracketGame(bye.game, (through, BracketPlace(tr("bye"))), "bye")
    return games


def _played(opened: Opened, stage: Stage, round_: Round, match: Match) -> BracketGame:
    won = winner(opened.event, opened.system, round_, match) if match.state is MatchState.IN else None
    places = tuple(
        BracketPlace(opened.event.name_of(p), p, _seed(stage, p), p == won, won is not None and p != won)
        for p in (match.a, match.b)
    )
    told = said(opened, match, match.result)
    return BracketGame(match.game, places, match.state.value, match.table, told, room_of(opened, match.table))


def _foretold(
    opened: Opened, stage: Stage, numbers: list[int], before: dict[int, BracketGame]
) -> dict[int, BracketGame]:
    """Who will meet: the cut's seeds, the winners known so far, or “Winner of game 3”."""
    if not before:
        pairs = bracket.first_round(stage.seeds)
        return {
            number: BracketGame(number, tuple(_seeded(opened, stage, player) for player in pair))
            for number, pair in enumerate(pairs, start=1)
        }
    games = {}
    for number in numbers:
        parents = (before[number], before[2 * len(numbers) + 1 - number])
        games[number] = BracketGame(number, tuple(_through(parent) for parent in parents))
    return games


def _seeded(opened: Opened, stage: Stage, player: PlayerId | None) -> BracketPlace:
    if player is None:
        return BracketPlace(tr("bye"))
    return BracketPlace(opened.event.name_of(player), player, _seed(stage, player))


def _through(game: BracketGame) -> BracketPlace:
    for place in game.places:
        if place.won:
            return BracketPlace(place.text, place.player, place.seed)
    return BracketPlace(tr("Winner of game {number}", number=game.number))


def _seed(stage: Stage, player: PlayerId) -> int:
    return stage.seeds.index(player) + 1 if player in stage.seeds else 0
