"""An event's standings after any round: asks the system what each result is worth, then ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from muster.core.book.system import Game, System
from muster.core.kit.model import Ending, Outcome, PlayerId, Points, Result, Score, StageKind
from muster.core.kit.reasons import Reason
from muster.core.record.event import Event, Match, MatchState, Round, RoundState, Scored
from muster.core.record.player import Status
from muster.core.standings.lines import LineKind, PlayerRound, RoundLines, Table
from muster.core.standings.ranking import Standings, rank
from muster.core.standings.tiebreaks import TieBreak, head_to_head


def scores(event: Event, system: System, round_: Round, match: Match) -> tuple[Score, Score]:
    """What the result of a match is worth to side a and side b."""
    assert match.result is not None, "no result is in"
    return worth(event, system, round_, match, match.result).scores


def worth(event: Event, system: System, round_: Round, match: Match, result: Result) -> Scored:
    """What a result would be worth to a match's players; scored once, until something it depends on changes."""
    place, kind = (round_.number, match.number), event.stage_of(round_).kind
    a, b = event.players[match.a], event.players[match.b]
    values_a, values_b = a.values_at(round_.number), b.values_at(round_.number)
    rests_on = (result, match.a, match.b, values_a, values_b, event.options, system, kind)
    held = event.scored.get(place)
    if held is None or held.rests_on != rests_on:
        scored = _scored(event, system, round_, match, result)
        line_a = _line(round_, result, match.a, match.b, scored[0])
        line_b = _line(round_, result, match.b, match.a, scored[1])
        held = event.scored[place] = Scored(rests_on, scored, (line_a, line_b))
    return held


def _scored(event: Event, system: System, round_: Round, match: Match, result: Result) -> tuple[Score, Score]:
    settings = system.settings(event)
    if result.ending is Ending.DOUBLE_LOSS:
        both = system.double_loss(settings)
        return both, both
    if result.ending is Ending.NO_SHOW:
        present = replace(system.bye(settings), why=Reason("walkover", clause="X-06"))
        absent = Score(0, Outcome.LOSS, Reason("no_show", clause="X-06"))
        return absent if match.a in result.by else present, absent if match.b in result.by else present
    game = game_of(event, system, round_, match, result)
    return penalised(system, game) if result.ending is Ending.GAME_LOSS else system.score(game)


def game_of(event: Event, system: System, round_: Round, match: Match, result: Result) -> Game:
    """A match with a result, as its system sees it."""
    a, b = (event.players[p].at(round_.number) for p in (match.a, match.b))
    elimination = event.stage_of(round_).kind is StageKind.ELIMINATION
    return Game(a, b, result, system.settings(event), elimination)


def penalised(system: System, game: Game) -> tuple[Score, Score]:
    """A game lost by a penalty is worth what the book pays when a game ends by a disqualification: the opponent
    wins.
    """
    as_disqualified = replace(game.result, ending=Ending.DISQUALIFIED)
    scored = system.score(replace(game, result=as_disqualified))
    lost = game.side(game.result.by[0])
    won, clause = 1 - lost, system.conduct.penalty("game_loss").clause
    told = {lost: "penalty_lost", won: "penalty_won"}
    a, b = (replace(s, why=Reason(told[i], {"points": s.points}, clause)) for i, s in enumerate(scored))
    return a, b


def _line(round_: Round, result: Result, player: PlayerId, opponent: PlayerId, score: Score) -> PlayerRound | None:
    if result.ending is not Ending.NO_SHOW:
        kind = LineKind.GAME
        return PlayerRound(round_.number, kind, score.points, score.outcome, score.why, opponent, score.stats)
    # nobody was met; the absent player gets a line only if the round counts as an unpaired loss.
    return None if player in result.by else _aside(round_, LineKind.WALKOVER, score)


def _aside(round_: Round, kind: LineKind, score: Score) -> PlayerRound:
    """A round without a game."""
    return PlayerRound(round_.number, kind, score.points, score.outcome, score.why, None, score.stats)


def _not_there(missed: Reason) -> Reason:
    """L-39: somebody who did not appear and is back has a loss like one who missed the round, but they were paired."""
    return Reason("no_show_back", clause=missed.clause)


def counted_rounds(event: Event, system: System, through: int | None = None) -> list[Round]:
    """The Swiss rounds that count: all finished ones up to `through` (X-15; elimination earns nothing, L-42)."""
    part = system.settings(event).flag("count_part_round")
    counted = []
    for round_ in event.rounds[:through]:
        swiss = event.stage_of(round_).kind is StageKind.SWISS
        if swiss and (round_.complete or (part and round_.state is not RoundState.DRAFT)):
            counted.append(round_)
    return counted


def table(event: Event, system: System, through: int | None = None) -> Table:
    """Every player's lines for the rounds that count."""
    return _table(event, system, counted_rounds(event, system, through))


def _table(event: Event, system: System, counted: Sequence[Round]) -> Table:
    lines: dict[PlayerId, list[PlayerRound]] = {p: [] for p in event.players}
    rounds = [_lines_of(event, system, round_) for round_ in counted]
    for each in rounds:
        for player, line in zip(each.players, each.lines, strict=True):
            lines[player].append(line)
    return Table(lines, rounds, _index(event))


def _index(event: Event) -> dict[PlayerId, int]:
    def find() -> dict[PlayerId, int]:
        return {player: at for at, player in enumerate(event.players)}

    return find() if event.known is None else event.known.once("index", find, (event.players,))


def _lines_of(event: Event, system: System, round_: Round) -> RoundLines:
    """A round's lines: from games, byes and absences."""

    def find() -> RoundLines:
        settings = system.settings(event)
        found: dict[PlayerId, PlayerRound] = {}
        for match in round_.matches:
            if match.state is MatchState.IN and match.result is not None:
                line_a, line_b = worth(event, system, round_, match, match.result).lines
                if line_a is not None:
                    found[match.a] = line_a
                if line_b is not None:
                    found[match.b] = line_b
        bye = _aside(round_, LineKind.BYE, system.bye(settings))
        found.update((seat.player, bye) for seat in round_.byes)
        unpaired = _aside(round_, LineKind.UNPAIRED, system.unpaired(settings))
        for one in event.players.values():
            if round_.number in one.missed:
                came_not = round_.number in one.no_shows
                found[one.id] = replace(unpaired, why=_not_there(unpaired.why)) if came_not else unpaired
        return RoundLines(list(found), list(found.values()))

    if event.known is None:
        return find()
    rests_on = (system, event.options, event.stages, event.players, round_.matches, round_.byes)
    return event.known.once(("lines", round_.number), find, rests_on)


def tiebreaks(event: Event, system: System) -> tuple[TieBreak, ...]:
    settings = system.settings(event)
    own = system.tiebreaks(settings)
    if settings.text("last_resort") == "head_to_head" and all(t.key != "head_to_head" for t in own):
        extra = TieBreak(key="head_to_head", name="Head-to-head", compute=head_to_head, clause="X-09", within_tie=True)
        return (*own, extra)
    return own


def standings(event: Event, system: System, through: int | None = None) -> Standings:
    """The Swiss standings. Stand-ins, retired and disqualified players take no place."""
    if through is not None and through > 0:
        event.round(through)
    counted = counted_rounds(event, system, through)
    if event.known is None:
        return _ranked(event, system, counted)
    # Everything they depend on: a state shares whatever did not change with the one before.
    played = [part for round_ in counted for part in (round_.matches, round_.byes)]
    rests_on = (system, event.options, event.stages, event.players, *played)
    # Standings of earlier rounds are looked at rarely and should not push out the latest.
    latest = through is None or through + 1 >= len(event.rounds)
    return event.known.once(("standings", latest), lambda: _ranked(event, system, counted), rests_on)


def _ranked(event: Event, system: System, counted: Sequence[Round]) -> Standings:
    record = _table(event, system, counted)
    placed, marks = [], {}
    aside: list[tuple[PlayerId, str]] = []
    for player in event.players.values():
        if player.stand_in:
            aside.append((player.id, "stand-in"))
        elif player.status in (Status.RETIRED, Status.DISQUALIFIED):
            aside.append((player.id, player.status.value))
        else:
            placed.append(player.id)
            if player.status is Status.DROPPED:
                marks[player.id] = player.status.value
    last = ("stand-in", Status.RETIRED.value, Status.DISQUALIFIED.value)
    aside.sort(key=lambda item: (last.index(item[1]), -record.points[item[0]], item[0]))
    lots = {p.id: p.lot for p in event.players.values()}
    after = counted[-1].number if counted else 0
    return rank(record, placed, aside, tiebreaks(event, system), lots, marks, after)


def digest(result: Standings) -> str:
    """A seal over places, points and tie-breaks, to check later that they are unchanged."""
    words: dict[int, str] = {}

    def say(value: Points | None) -> str:
        """Each object is put into words once: many players share a number."""
        return words.get(id(value)) or words.setdefault(id(value), str(value))

    text = ";".join(
        f"{row.player}:{row.rank}:{row.points}:" + ",".join([f"{k}={say(v)}" for k, v in row.values.items()])
        for row in result.rows
    )
    return sha256(text.encode()).hexdigest()[:16]
