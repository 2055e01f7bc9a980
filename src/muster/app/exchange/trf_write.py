"""Writes an event as a FIDE tournament report: TRF16, with TRF26's records of rounds, points and tie-breaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from muster.app.desk import Opened
from muster.app.exchange import ties
from muster.app.exchange.record import plain
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Ending, Outcome, Points, StageKind
from muster.core.reading.plan import planned
from muster.core.reading.tally import scores, standings, table
from muster.core.record.event import MatchState, Round, RoundState
from muster.core.record.player import Player
from muster.core.standings.lines import LineKind

WIDEST_NAME = 33
MOST_PLAYERS = 9999
CODES = {Outcome.WIN: "1", Outcome.DRAW: "=", Outcome.LOSS: "0"}


@dataclass(frozen=True, slots=True)
class Worths:
    """What a win, a draw and a loss pay, and a bye and a missed round. A report has no others."""

    win: Points
    draw: Points
    loss: Points
    bye: Points
    missed: Points


def write(opened: Opened) -> str:
    """The published Swiss rounds. Side a has the white pieces."""
    event = opened.event
    if len(event.players) > MOST_PLAYERS:
        raise Refusal(
            "A report has room for {most_players} players, but this event has {players}.",
            most_players=MOST_PLAYERS,
            players=len(event.players),
        )
    worths = _worths(opened)
    rounds = [r for r in event.rounds if _belongs(opened, r)]
    lines = [*_head(opened, worths, len(rounds)), *_players(opened, worths, rounds)]
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def _belongs(opened: Opened, round_: Round) -> bool:
    return opened.event.stage_of(round_).kind is StageKind.SWISS and round_.state is not RoundState.DRAFT


def _worths(opened: Opened) -> Worths:
    """From what was paid; a report is refused if points do not follow from win, draw and loss."""
    event, system = opened.event, opened.system
    settings = system.settings(event)
    paid: dict[Outcome, set[Points]] = {outcome: set() for outcome in Outcome}
    walkovers = False
    for own in table(event, system).lines.values():
        for line in own:
            walkovers |= line.kind is LineKind.WALKOVER
            if line.kind is LineKind.GAME:
                paid[line.outcome].add(line.points)
    for outcome, values in paid.items():
        if len(values) > 1:
            shown = ", ".join(plain(value) for value in sorted(values))
            raise Refusal(
                "A report has one value for a {outcome}, but here it scored {shown}. Export CSV instead.",
                outcome=outcome,
                shown=shown,
            )
    bye, missed = system.bye(settings).points, system.unpaired(settings).points
    win = next(iter(paid[Outcome.WIN]), bye)
    loss = next(iter(paid[Outcome.LOSS]), 0)
    draw = next(iter(paid[Outcome.DRAW]), _draw_undrawn(opened, win, loss))
    if walkovers and bye != win:
        raise Refusal(
            "A walkover scored {plain} and a win {win}, which a report cannot show. Export CSV instead.",
            plain=plain(bye),
            win=plain(win),
        )
    met = any(r.match_of(p.id) for p in event.players.values() for r in event.rounds if r.number in p.missed)
    if (missed not in (0, draw, win) or (missed and met)) and any(p.missed for p in event.players.values()):
        raise Refusal(
            "A missed round scored {plain}, which a report cannot show. Export CSV instead.", plain=plain(missed)
        )
    return Worths(win, draw, loss, bye, missed)


def _draw_undrawn(opened: Opened, win: Points, loss: Points) -> Points:
    """What a draw pays if nobody drew: from the definition, or else any value in between that fits the columns."""
    said = (opened.event.definition or {}).get("points", {}).get("draw")
    if said is not None:
        return Fraction(str(said))
    middle = Fraction(win + loss) / 2
    return middle if (middle * 10).denominator == 1 else loss


def _points(value: Points) -> str:
    """Four columns with one decimal, such as 11.5."""
    tenths = Fraction(value) * 10
    text = f"{tenths.numerator // 10}.{tenths.numerator % 10}"
    if tenths.denominator != 1 or value < 0 or len(text) > 4:
        raise Refusal(
            "A report has points from 0.0 to 99.9 with one decimal, not {plain}. Export CSV instead.",
            plain=plain(value),
        )
    return text.rjust(4)


def _head(opened: Opened, worths: Worths, rounds: int) -> Iterator[str]:
    event = opened.event
    yield f"012 {event.name}"
    if event.date:
        yield f"042 {event.date.replace('-', '/')}"
    yield f"062 {len(event.players)}"
    expected = max(rounds, _planned(opened))
    if expected:
        yield f"142 {expected}"
        yield f"XXR {expected}"
    if worths != Worths(1, Fraction(1, 2), 0, 1, worths.missed):
        named = (("W", worths.win), ("D", worths.draw), ("L", worths.loss), ("P", worths.bye))
        yield "162  " + "    ".join(f"{code}{_points(value)}" for code, value in named)
    codes = [ties.code(row) for row in (event.definition or {}).get("tiebreak", ())]
    if codes and all(codes):
        yield f"202 {','.join(codes)}"
    elif len(codes) or standings(event, opened.system).tiebreaks:
        yield "### The tie-breaks of this event have no code in a report."
    left = sum(not _belongs(opened, r) for r in event.rounds)
    if left:
        yield f"### Left out: {left} of {len(event.rounds)} rounds (a draft, or elimination)."
    long = sum(len(p.name) > WIDEST_NAME for p in event.players.values())
    if long:
        yield f"### {long} names are cut at {WIDEST_NAME} characters."


def _planned(opened: Opened) -> int:
    try:
        return planned(opened.event, opened.system).rounds
    except Refusal:
        return 0  # No plan fits, so none is written.


def _players(opened: Opened, worths: Worths, rounds: list[Round]) -> Iterator[str]:
    event = opened.event
    rows = {row.player: row for row in standings(event, opened.system).rows}
    rating = opened.system.seed_field
    for player in event.players.values():
        row = rows[player.id]
        rated = player.values.get(rating) if rating else None
        rated = rated if isinstance(rated, int) and 0 < rated <= 9999 else ""
        rank = "" if row.rank is None else row.rank
        yield (
            f"001 {player.id:>4}      {player.name[:WIDEST_NAME]:<33} {rated:>4} {'':3} {'':11} {'':10} "
            f"{_points(row.points)} {rank:>4}" + "".join(_cell(opened, worths, r, player) for r in rounds)
        )


def _cell(opened: Opened, worths: Worths, round_: Round, player: Player) -> str:
    """Ten columns: two blanks, the opponent, the colour, the result."""
    match = round_.match_of(player.id)
    if match is not None:
        colour = "w" if player.id == match.a else "b"
        result = ""
        if match.state is MatchState.IN and match.result is not None:
            if match.result.ending is Ending.NO_SHOW:
                result = "-" if player.id in match.result.by else "+"
            else:
                side = 0 if player.id == match.a else 1
                result = CODES[scores(opened.event, opened.system, round_, match)[side].outcome]
        return f"  {match.other(player.id):>4} {colour} {result:1}"
    if any(bye.player == player.id for bye in round_.byes):
        several = len(round_.byes) > 1 and worths.bye == worths.win
        return f"  0000 - {'F' if several else 'U'}"
    if round_.number in player.missed and worths.missed:
        return f"  0000 - {'H' if worths.missed == worths.draw else 'F'}"
    return "  0000 - Z"
