"""The cut, and single elimination after it or from the start: who goes on, and who meets whom by game number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from muster.core.book.system import System
from muster.core.kit.errors import Refusal
from muster.core.kit.language import mark, tr
from muster.core.kit.lots import Lots, Urn
from muster.core.kit.model import PlayerId, StageKind
from muster.core.kit.reasons import Reason
from muster.core.pairing.policies import bracket
from muster.core.pairing.pool import Pair
from muster.core.reading.games import winner
from muster.core.reading.plan import is_final, planned
from muster.core.reading.tally import standings
from muster.core.record.event import Event, MatchState, Round, Stage
from muster.core.record.facts.play import (
    CutMade,
    CutRefilled,
    DrawnBye,
    Fact,
    PlayerDropped,
    RoundDrawn,
    RoundWithdrawn,
)
from muster.core.record.player import Player
from muster.core.rules.rounds import must_be_ready, present, seat


def cut(event: Event, system: System, size: int | None = None) -> list[Fact]:
    """Ends the Swiss stage: the best players continue, seeded by their place in the standings (L5R-099, L5R-100)."""
    event.must_run()
    if event.stage.kind is StageKind.ELIMINATION:
        raise Refusal("This event is already in its elimination stage. There is nothing to cut.")
    if not event.rounds:
        raise Refusal("The cut comes after the planned rounds. None has been drawn yet.")
    plan = planned(event, system)
    played, wanted = len([r for r in event.rounds if r.complete]), max(plan.rounds, len(event.rounds))
    if played < wanted:
        raise Refusal(
            "The cut comes after the planned rounds. {played} of {wanted} have been played.",
            played=played,
            wanted=wanted,
        )
    wanted_size = plan.cut if size is None else size
    if wanted_size < 2:
        raise Refusal("No cut is planned. Enter how many players continue (at least 2).")
    here = {p.id for p in present(event, len(event.rounds) + 1)}
    ranked = [row.player for row in standings(event, system).ranked() if row.player in here]
    if len(ranked) < 2:
        raise Refusal("A cut needs two players. Still in the event: {ranked}.", ranked=len(ranked))
    return [CutMade(wanted_size, tuple(ranked[:wanted_size]))]


def refill(
    event: Event, system: System, leaver: Player, declined: Sequence[PlayerId] = (), reason: str = ""
) -> list[Fact] | None:
    """A qualifier leaves before the stage's first game: the next in rank comes in as the lowest seed (L5R-102).

    None if the book does not promote anybody: no cut was made, or a game has been played (L-22).
    """
    seeds = event.stage.seeds
    if leaver.id not in seeds or not leaver.active or _begun(event):
        return None
    promoted = next(iter(_next_in_rank(event, system, {*seeds, *declined})), None)
    rest = tuple(p for p in seeds if p != leaver.id)
    why = mark("a player left before it was played")
    facts: list[Fact] = [RoundWithdrawn(r.number, why) for r in event.rounds_of(event.stage)]
    return [
        *facts,
        PlayerDropped(leaver.id, event.stage.after_round, reason),
        CutRefilled(leaver.id, promoted, rest if promoted is None else (*rest, promoted), tuple(p for p in declined)),
    ]


def _begun(event: Event) -> bool:
    return any(m.state is not MatchState.OPEN for r in event.rounds_of(event.stage) for m in r.matches)


def _next_in_rank(event: Event, system: System, taken: set[PlayerId]) -> list[PlayerId]:
    """Who could step in, best first; players who declined are not asked again."""
    free = {p.id for p in present(event, len(event.rounds) + 1)} - taken - event.stage.declined
    return [row.player for row in standings(event, system).ranked() if row.player in free]


def reseated(event: Event, system: System) -> list[Fact]:
    """After a correction and before the stage's first game: players who are out are replaced, and those who are back
    get their seat (X-29).

    The cut itself stays as it was made, whatever the points are now (X-02).
    """
    stage = event.stage
    if _begun(event):
        return []
    kept = [p for p in stage.qualified if event.players[p].active]
    promoted = [p for p in stage.seeds if p not in stage.qualified and event.players[p].active]
    promoted += _next_in_rank(event, system, {*stage.qualified, *promoted})
    seeds = (*kept, *promoted[: len(stage.qualified) - len(kept)])
    if set(seeds) == set(stage.seeds):
        return []
    out = [p for p in stage.seeds if p not in seeds]
    new = [p for p in seeds if p not in stage.seeds]
    facts: list[Fact] = [RoundWithdrawn(r.number, mark("a result was corrected")) for r in event.rounds_of(stage)]
    for left, came in zip_longest(out, new):
        out, new = [p for p in out if p != left], [p for p in new if p != came]
        facts.append(CutRefilled(left, came, (*out, *(p for p in seeds if p not in new))))
    return facts


def draw_bracket(event: Event, system: System, urn: Urn, redraw_reason: str = "") -> RoundDrawn:
    """The next elimination round."""
    number = must_be_ready(event, system, redraw_reason)
    stage = event.stage
    attempt = event.attempts.get(number, 0) + 1
    stream = f"round {number} draw {attempt}"
    before = [r for r in event.rounds_of(stage) if r.number < number]
    games = _games(event, system, stage, before, number, urn.stream(stream))
    rules = system.rules(system.settings(event), number)
    code = "bracket_next" if before else "bracket_seeded" if stage.seeds else "bracket_drawn"

    def why(code: str, game: int) -> tuple[Reason, ...]:
        return (rules.reason(code, game=game),)

    pairs: list[tuple[int, Pair]] = []
    byes: list[DrawnBye] = []
    for game, (a, b) in enumerate(games, start=1):
        if a is not None and b is not None:
            pairs.append((game, Pair(a, b, why(code, game))))
        elif a is not None:
            byes.append(DrawnBye(a, why("bracket_bye", game), game))
    if len(games) == 1 and before and system.settings(event).flag("play_for_third"):
        losers = _losers(event, system, before[-1])
        if len(losers) == 2:
            pairs.append((2, Pair(losers[0], losers[1], why("third_place", 2))))
    level = {p: 0 for _, pair in pairs for p in (pair.a, pair.b)}
    seated = seat(event, system, number, [pair for _, pair in pairs], dict(level))
    numbered = tuple(replace(drawn, game=game) for drawn, (game, _) in zip(seated, pairs, strict=True))
    return RoundDrawn(
        number, stage.number, numbered, tuple(byes), (), draw=stream, attempt=attempt, reason=redraw_reason
    )


def _games(
    event: Event, system: System, stage: Stage, before: Sequence[Round], number: int, lots: Lots
) -> list[bracket.Game]:
    if not before:
        if stage.seeds:
            return bracket.first_round(stage.seeds)
        players = [p.id for p in present(event, number)]
        if len(players) < 2:
            raise Refusal("A bracket needs two players, but only {players} can be paired.", players=len(players))
        return bracket.open_round(players, lots)
    through = winners(event, system, stage, before)
    left = [p for p in through if p is not None]
    if len(left) < 2:
        name = tr("{left} has won", left=event.name_of(left[0])) if left else tr("Nobody is left")
        raise Refusal("{name}: the bracket has been played. Finish the event.", name=name)
    return bracket.next_round(through)


def winners(event: Event, system: System, stage: Stage, rounds: Sequence[Round]) -> list[PlayerId | None]:
    """Who won the last of these rounds, by game number; None if nobody is left (L-25)."""
    size = bracket.slots(len(set(rounds[0].players())))
    games = max(size >> len(rounds), 1)
    through: list[PlayerId | None] = [None] * games
    last = rounds[-1]
    for bye in last.byes:
        through[bye.game - 1] = bye.player
    for match in last.matches:
        if match.game <= games:
            through[match.game - 1] = winner(event, system, last, match)
    return [p if p is not None and event.players[p].active else None for p in through]


def _losers(event: Event, system: System, round_: Round) -> list[PlayerId]:
    lost = []
    for match in round_.matches:
        won = winner(event, system, round_, match)
        if won is not None and event.players[match.other(won)].active:
            lost.append(match.other(won))
    return lost


def plays_on(event: Event, system: System, player: PlayerId) -> bool:
    """Whether a player in the bracket has a game, or a place, in its next round, as far as is known."""
    rounds = [r for r in event.shown if r.stage == event.stage.number]
    if not rounds:
        return player in event.stage.seeds
    last = rounds[-1]
    if player not in last.players() or not event.players[player].active or is_final(event, last):
        return False
    match = last.match_of(player)
    won = match is None or match.result is None or winner(event, system, last, match) == player
    if not last.complete:
        return won or _plays_for_third(event, system, rounds)
    if sum(p is not None for p in winners(event, system, event.stage, rounds)) < 2:
        return False
    return won or (_plays_for_third(event, system, rounds) and len(_losers(event, system, last)) == 2)


def _plays_for_third(event: Event, system: System, rounds: Sequence[Round]) -> bool:
    """Whether the losers of the last of these rounds may play for third place during the final."""
    semi_final = bracket.slots(len(set(rounds[0].players()))) >> len(rounds) == 2
    return semi_final and system.settings(event).flag("play_for_third")


def champion(event: Event, system: System) -> PlayerId | None:
    """The winner of the bracket, once it is played out."""
    rounds = [r for r in event.rounds_of(event.stage) if r.complete]
    if event.stage.kind is not StageKind.ELIMINATION or not rounds or len(rounds) < len(event.rounds_of(event.stage)):
        return None
    left = [p for p in winners(event, system, event.stage, rounds) if p is not None]
    return left[0] if len(left) == 1 else None
