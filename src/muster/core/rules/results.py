"""Results of matches: reported, confirmed, disputed, corrected. Answers with facts, or refuses with the way out."""

from __future__ import annotations

from muster.core.book.system import System
from muster.core.forms.fields import check_values
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import either, mark, tr
from muster.core.kit.model import Ending, Outcome, PlayerId, Raw, Result, StageKind
from muster.core.reading.games import winner
from muster.core.reading.stage_names import numbered
from muster.core.reading.tally import game_of, worth
from muster.core.record.event import Event, Match, MatchState, Round, RoundState
from muster.core.record.facts.play import (
    Fact,
    PlayerDisqualified,
    PlayerDropped,
    PlayerExcused,
    ResultConfirmed,
    ResultCorrected,
    ResultKeyed,
    ResultReported,
)

Values = dict[str, Raw]

NAMED: dict[Ending, tuple[int, ...]] = {
    Ending.CONCESSION: (1,),
    Ending.DISQUALIFIED: (1,),
    Ending.GAME_LOSS: (1,),
    Ending.NO_SHOW: (1, 2),
}
"""How many of the two players a result with this ending names; others name nobody."""


def open_match(event: Event, *, table: int = 0, player: PlayerId | None = None, round_: int = 0) -> tuple[Round, Match]:
    """The match of a table or a player, in the current round or the one given."""
    if not event.rounds:
        raise Refusal("No round has been drawn yet. Pair one first.")
    played = event.round(round_) if round_ else event.rounds[-1]
    if player is not None:
        match = played.match_of(player)
        if match is None:
            raise Refusal(
                "{player} has no match in round {number}.",
                player=event.name_of(player),
                number=numbered(event, played.number),
            )
        return played, match
    found = played.match_at(table)
    if found is not None:
        return played, found
    tables = sorted(m.table for m in played.matches)
    span = tr("tables {tables} to {last}", tables=tables[0], last=tables[-1]) if tables else tr("no tables")
    raise BadInput(
        "There is no table {table} in round {number}. It has {span}.",
        table=table,
        number=numbered(event, played.number),
        span=span,
    )


def checked(
    event: Event, system: System, round_: Round, match: Match, values: Values, ending: Ending, by: tuple[PlayerId, ...]
) -> Result:
    """A complete result within the book's ranges, or BadInput."""
    for player in by:
        if not match.has(player):
            raise BadInput(
                "{player} does not play at table {table} in round {number}.",
                player=event.name_of(player),
                table=match.table,
                number=numbered(event, round_.number),
            )
    wanted = NAMED.get(ending, (0,))
    if len(by) not in wanted:
        raise BadInput(
            "A result “{ending}” names {wanted} of the two players, not {named}.",
            ending=tr(ending.value.replace("_", " ")),
            wanted=either(wanted),
            named=len(by),
        )
    if ending in (Ending.NO_SHOW, Ending.DOUBLE_LOSS, Ending.GAME_LOSS):
        return Result({}, ending, by)
    what = tr("a {name} result", name=system.name)
    full = check_values(system.result_fields, values, what, required=ending is Ending.PLAYED)
    result = Result(full, ending, by)
    game = game_of(event, system, round_, match, result)
    system.check(game)
    outcomes = [score.outcome for score in worth(event, system, round_, match, result).scores]
    if game.elimination and Outcome.WIN not in outcomes:
        raise BadInput("An elimination game needs a winner; this result has none.")
    return result


def report(
    event: Event,
    system: System,
    round_: Round,
    match: Match,
    values: Values,
    *,
    ending: Ending = Ending.PLAYED,
    by: tuple[PlayerId, ...] = (),
    reporter: PlayerId | None = None,
    excused: bool = False,
    device: str = "",
) -> list[Fact]:
    """A first report waits for the other player, an equal second one settles it, a different one disputes it (X-03).

    `device`: the phone it came from.
    """
    event.must_run()
    if round_.state is RoundState.DRAFT:
        raise Refusal(
            "Round {number} is not published yet. Publish it before entering results.",
            number=numbered(event, round_.number),
        )
    if round_.state is RoundState.CLOSED or round_ is not event.rounds[-1]:
        if reporter is not None:
            raise Refusal(
                "Round {number} is closed. If the result of table {table} is wrong, tell the desk.",
                number=numbered(event, round_.number),
                table=match.table,
            )
        raise Refusal(
            "Round {number} is closed. Correct the result of table {table} instead.",
            number=numbered(event, round_.number),
            table=match.table,
        )
    if match.state is MatchState.IN:
        if reporter is not None:
            raise Refusal("Table {table} already has a result. If it is wrong, tell the desk.", table=match.table)
        raise Refusal("Table {table} already has a result. If it is wrong, correct it.", table=match.table)
    if reporter is not None and not match.has(reporter):
        raise Refusal(
            "{reporter} does not play at table {table} in round {number}.",
            reporter=event.name_of(reporter),
            table=match.table,
            number=numbered(event, round_.number),
        )
    if reporter is not None:
        _must_be_for_players(system, values)
        must_be_another_phone(event, match, reporter, device)
    result = checked(event, system, round_, match, values, ending, by)
    if reporter is not None and match.reports.get(reporter) == result and match.devices.get(reporter, "") == device:
        return []  # They have said so already.
    facts: list[Fact] = [ResultReported(round_.number, match.number, result, reporter, device)]
    if reporter is None:
        return facts + consequences(event, system, round_, result, excused)
    other = match.reports.get(match.other(reporter))
    if other == result:
        return facts + consequences(event, system, round_, result, excused)
    alone = not system.settings(event).flag("two_sided_confirm") and not system.opponent_enters
    if alone and other is None:
        facts.append(ResultConfirmed(round_.number, match.number, None))
        return facts + consequences(event, system, round_, result, excused)
    return facts


def _must_be_for_players(system: System, values: Values) -> None:
    """A player's report cannot contain fields that are for staff only."""
    for spec in system.result_fields:
        if spec.staff_only and values.get(spec.key) not in (None, "", spec.default):
            raise Refusal(
                "Only staff can enter “{label}”. Report without it and tell the desk.",
                clause=spec.clause,
                label=tr(spec.label),
            )


def key(
    event: Event,
    system: System,
    round_: Round,
    match: Match,
    values: Values,
    *,
    ending: Ending = Ending.PLAYED,
    by: tuple[PlayerId, ...] = (),
    excused: bool = False,
) -> list[Fact]:
    """A result entered at the desk: accepted immediately or, with `key_twice`, once a second entry agrees."""
    facts = report(event, system, round_, match, values, ending=ending, by=by, excused=excused)
    if not system.settings(event).flag("key_twice"):
        return facts
    result = checked(event, system, round_, match, values, ending, by)
    return facts if result in match.keyed else [ResultKeyed(round_.number, match.number, result)]


def must_be_another_phone(event: Event, match: Match, player: PlayerId, device: str) -> None:
    """One phone cannot speak for both sides of a table (X-03)."""
    other = match.other(player)
    if device and match.devices.get(other) == device:
        raise Refusal(
            "This phone reported the result as {other}. {name} must confirm it on another phone, or the desk does it.",
            clause="X-03",
            other=event.name_of(other),
            name=event.name_of(player),
        )


def confirm(
    event: Event, system: System, round_: Round, match: Match, confirmer: PlayerId | None = None, device: str = ""
) -> list[Fact]:
    """The other player, or staff, confirms the report. `device`: the phone, if a player confirms."""
    event.must_run()
    if match.state is MatchState.DISPUTED:
        raise Refusal(
            "The two reports for table {table} differ. The organiser must enter the right result.", table=match.table
        )
    if match.state is not MatchState.REPORTED:
        state = tr("is in already") if match.state is MatchState.IN else tr("has not been reported")
        raise Refusal(
            "The result of table {table} {state}; there is nothing to confirm.", table=match.table, state=state
        )
    (reporter, result), *_ = match.reports.items()
    if confirmer is not None and not match.has(confirmer):
        raise Refusal(
            "{confirmer} does not play at table {table}.", confirmer=event.name_of(confirmer), table=match.table
        )
    if confirmer is not None and confirmer != reporter and system.opponent_enters:
        raise Refusal(
            "In {system} both players enter the result. {name} must report it too; equal reports settle it.",
            clause="X-03",
            system=system.name,
            name=event.name_of(confirmer),
        )
    if confirmer == reporter:
        raise Refusal(
            "{reporter} reported it; {other} or staff must confirm.",
            clause="X-03",
            reporter=event.name_of(reporter),
            other=event.name_of(match.other(reporter)),
        )
    if confirmer is not None:
        must_be_another_phone(event, match, confirmer, device)
    return [
        ResultConfirmed(round_.number, match.number, confirmer, device),
        *consequences(event, system, round_, result, excused=False),
    ]


def consequences(event: Event, system: System, round_: Round, result: Result, excused: bool) -> list[Fact]:
    """What a settled result does to the players besides their points, whatever else they did since (X-29)."""
    facts: list[Fact] = []
    for player in result.by:
        if result.ending is Ending.CONCESSION and system.concession_retires:
            facts.append(PlayerDropped(player, round_.number, mark("conceded a game"), retired=True, by_result=True))
        elif result.ending is Ending.NO_SHOW:
            if excused:
                facts.append(PlayerExcused(player, round_.number))
            else:
                facts.append(PlayerDropped(player, round_.number, mark("did not appear"), by_result=True))
        elif result.ending is Ending.DISQUALIFIED:
            facts.append(PlayerDisqualified(player, round_.number, mark("disqualified in a game"), by_result=True))
    return facts


def correct(
    event: Event,
    system: System,
    round_: Round,
    match: Match,
    values: Values,
    *,
    ending: Ending = Ending.PLAYED,
    by: tuple[PlayerId, ...] = (),
    reason: str = "",
    excused: bool = False,
) -> list[Fact]:
    """At any time, even if later rounds are paired: those stay as drawn (X-02).

    Consequences of the old result are removed, and those of the new one recorded with it (X-29).
    """
    event.must_run()
    if match.state is MatchState.OPEN:
        raise Refusal(
            "Table {table} in round {number} has no result to correct. Report it instead.",
            table=match.table,
            number=numbered(event, round_.number),
        )
    if not reason.strip():
        raise Refusal("A correction needs a reason, for the log.")
    result = checked(event, system, round_, match, values, ending, by)
    if result == match.result and excused == is_excused(event, round_, match):
        raise Refusal(
            "Table {table} in round {number} already has this result.",
            table=match.table,
            number=numbered(event, round_.number),
        )
    later = event.rounds[round_.number :]
    if event.stage_of(round_).kind is StageKind.ELIMINATION and later and match.result is not None:
        before = winner(event, system, round_, match)
        trial = Match(match.number, match.a, match.b, match.table, result=result)
        if winner(event, system, round_, trial) != before:
            raise Refusal(
                "This would put a different player into round {number}, which is already drawn. Undo back to "
                "round {earlier} first.",
                number=numbered(event, later[0].number),
                earlier=numbered(event, round_.number),
            )
    return [
        ResultCorrected(round_.number, match.number, result, reason),
        *consequences(event, system, round_, result, excused),
    ]


def is_excused(event: Event, round_: Round, match: Match) -> bool:
    """Whether the match has an excused no-show."""
    absent = match.result is not None and match.result.ending is Ending.NO_SHOW
    return absent and any(round_.number in event.players[p].excused for p in (match.a, match.b))
