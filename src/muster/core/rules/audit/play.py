"""What an entry of play must be, given the state before it: the event, its players, rounds, results and the cut.

Each check refuses with a sentence. What is checked when somebody does a thing is checked here by the same functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache

from muster.core.book.system import System
from muster.core.forms.fields import check_values
from muster.core.kit.errors import BadInput
from muster.core.kit.language import tr
from muster.core.kit.lots import seed_hash
from muster.core.kit.model import PlayerId, Raw, Result, StageKind
from muster.core.kit.reasons import Reason
from muster.core.kit.written import look
from muster.core.pairing.policies import bracket
from muster.core.reading.tally import scores
from muster.core.reading.words import say
from muster.core.record.event import Event, Match, MatchState, Round, RoundState
from muster.core.record.facts import play as facts
from muster.core.record.facts.timetable import Timetable
from muster.core.record.journal import is_withheld
from muster.core.record.player import Player
from muster.core.record.undo import Redone, Undone
from muster.core.rules import venue
from muster.core.rules.conduct.objections import must_be_answerable, must_be_open_to_objection
from muster.core.rules.players import clean_name, player_fields
from muster.core.rules.results import checked
from muster.core.rules.rounds import must_be_ready

MOST_TABLES = 1_000_000
HIGHEST_LOT = 1 << 53

PlayFact = (
    facts.EventCreated
    | facts.EventAmended
    | facts.OptionSet
    | facts.PlayerEnrolled
    | facts.EnrolmentsRemoved
    | facts.PlayerAmended
    | facts.CheckedIn
    | facts.CheckedOut
    | facts.ScenarioChosen
    | facts.RoundDrawn
    | facts.PlayersSwapped
    | facts.ByeAdded
    | facts.LatecomerSeated
    | facts.TableMoved
    | facts.RoundWithdrawn
    | facts.RoundPublished
    | facts.ResultReported
    | facts.ResultKeyed
    | facts.ResultConfirmed
    | facts.ResultCorrected
    | facts.ResultObjected
    | facts.ObjectionAnswered
    | facts.PlayerDropped
    | facts.PlayerRejoined
    | facts.PlayerExcused
    | facts.PlayerDisqualified
    | facts.CutMade
    | facts.CutRefilled
    | facts.RoundClosed
    | facts.EventFinished
)


def turn(fact: facts.Fact, seq: int) -> None:
    """The first entry of a journal, or one that undoes or redoes others."""
    match fact:
        case facts.EventCreated():
            must_be_name(fact.name)
            must_be_date(fact.date)
            if len(fact.seed_hash) != 64:
                raise BadInput("“{hash}” should be a hash of 64 digits.", hash=fact.seed_hash[:70])
        case Undone() | Redone():
            if not 2 <= fact.first <= fact.last < seq:
                raise BadInput(
                    "it refers to entries {first} to {last}, which are not before it.",
                    first=fact.first,
                    last=fact.last,
                )
        case _:
            raise BadInput("a journal begins with the creation of an event.")


def check(fact: PlayFact, event: Event, system: System) -> None:
    event.must_run()
    match fact:
        case facts.EventCreated():
            raise BadInput("an event is created once, by the first entry.")
        case facts.EventAmended():
            if fact.name is not None:
                must_be_name(fact.name)
            must_be_date(fact.date or "")
            _must_be_venue(fact, event)
        case facts.OptionSet():
            system.settings(event).option(fact.key).check(fact.value)
        case facts.ScenarioChosen():
            must_be_round_number(fact.round)
            if not fact.seal:
                must_be_name(fact.name)
        case facts.CutMade() | facts.CutRefilled():
            _check_cut(fact, event)
        case facts.EventFinished():
            if fact.seed and seed_hash(fact.seed) != event.seed_hash:
                raise BadInput("the seed does not match the hash in the first entry.")
            if not any(round_.complete for round_ in event.rounds):
                raise BadInput("no round is finished, so there is nothing to rank.")
        case facts.ResultReported() | facts.ResultKeyed() | facts.ResultConfirmed() | facts.ResultCorrected():
            _check_result(fact, event, system)
        case facts.ResultObjected() | facts.ObjectionAnswered():
            _check_objection(fact, event)
        case (
            facts.RoundDrawn()
            | facts.PlayersSwapped()
            | facts.ByeAdded()
            | facts.LatecomerSeated()
            | facts.TableMoved()
            | facts.RoundWithdrawn()
            | facts.RoundPublished()
            | facts.RoundClosed()
        ):
            _check_round(fact, event, system)
        case _:
            _check_player(fact, event, system)


def must_be_name(name: str) -> None:
    if clean_name(name) != name:
        raise BadInput("“{name}” is not a clean name: it has invisible characters or extra spaces.", name=name)


def _must_be_venue(fact: facts.EventAmended, event: Event) -> None:
    """Place, map, schedule and times must be as the form would have written them."""
    venue.clean_place(fact.place or "")
    venue.clean_link(fact.map_link or "")
    if venue.clean_schedule(venue.as_text(fact.schedule or ())) != (fact.schedule or ()):
        raise BadInput("the schedule is not as the form for it writes it.")
    times = fact.timetable or Timetable()
    breaks, days = venue.typed_times(times)
    if venue.clean_timetable(times.start, str(times.between), str(times.length or ""), breaks, days) != times:
        raise BadInput("the times are not as the form for them writes them.")
    venue.must_fit(fact.date if fact.date is not None else event.date, times if fact.timetable else event.timetable)


def must_be_date(text: str) -> None:
    try:
        if text:
            date.fromisoformat(text)
    except ValueError:
        raise BadInput("“{text}” is not a date such as 2026-11-15.", text=text) from None


def must_be_round_number(number: int) -> None:
    if not 1 <= number <= MOST_TABLES:
        raise BadInput("“{number}” is not a round; rounds are numbered from 1.", number=number)


def must_be_enrolled(event: Event, *players: PlayerId | None) -> None:
    for player in players:
        if player is not None and player not in event.players:
            raise BadInput("there is no player {number}.", number=player)


def must_be_drawn(event: Event, *rounds: int) -> None:
    for number in rounds:
        event.round(number)


def must_be_up_to_now(event: Event, number: int) -> None:
    """A round that was drawn, or 0 for before the first."""
    if number:
        event.round(number)


# The players.

_PlayerFact = (
    facts.PlayerEnrolled
    | facts.EnrolmentsRemoved
    | facts.PlayerAmended
    | facts.CheckedIn
    | facts.CheckedOut
    | facts.PlayerDropped
    | facts.PlayerRejoined
    | facts.PlayerExcused
    | facts.PlayerDisqualified
)


def _check_player(fact: _PlayerFact, event: Event, system: System) -> None:
    if isinstance(fact, facts.PlayerEnrolled):
        _check_enrolled(fact, event, system)
        return
    if isinstance(fact, facts.EnrolmentsRemoved):
        must_be_enrolled(event, *fact.players)
        if event.rounds or len(set(fact.players)) != len(fact.players):
            raise BadInput("players are removed before round 1 is drawn, each once.")
        return
    must_be_enrolled(event, fact.player)
    match fact:
        case facts.PlayerAmended():
            player = event.players[fact.player]
            if fact.name is not None:
                _must_be_told_apart(event, fact.name, player)
            _must_be_values(system, {**player.values, **fact.values})
            must_be_up_to_now(event, fact.after_round)
        case facts.PlayerDropped():
            must_be_up_to_now(event, fact.round)
        case facts.PlayerDisqualified():
            must_be_up_to_now(event, fact.round)
            system.conduct.infraction(fact.infraction)
        case facts.PlayerRejoined():
            must_be_drawn(event, *fact.missed)
        case facts.PlayerExcused():
            must_be_drawn(event, fact.round)
        case _:
            pass  # Checked in or out: being enrolled is enough.


def _check_enrolled(fact: facts.PlayerEnrolled, event: Event, system: System) -> None:
    number = event.enrolled + 1
    if fact.player != number:
        raise BadInput("the next player is number {number}, not {given}.", number=number, given=fact.player)
    if not is_withheld(fact):
        _must_be_told_apart(event, fact.name)
    if not 0 <= fact.lot < HIGHEST_LOT:
        raise BadInput("“{lot}” is not a lot.", lot=fact.lot)
    _must_be_values(system, fact.values)
    must_be_drawn(event, *fact.missed)


def _must_be_values(system: System, values: dict[str, Raw]) -> None:
    check_values(player_fields(system), values, tr("a {name} player", name=system.name))


_look = lru_cache(maxsize=10_000)(look)
"""Every name is compared with all others."""


def _must_be_told_apart(event: Event, name: str, but: Player | None = None) -> None:
    must_be_name(name)
    for other in event.players.values():
        if other is not but and _look(other.name) == _look(name):
            raise BadInput(
                "“{new}” looks the same as “{name}” (player {id}).",
                clause="X-16",
                new=name,
                name=other.name,
                id=other.id,
            )


# Rounds.

_RoundFact = (
    facts.RoundDrawn
    | facts.PlayersSwapped
    | facts.ByeAdded
    | facts.LatecomerSeated
    | facts.TableMoved
    | facts.RoundWithdrawn
    | facts.RoundPublished
    | facts.RoundClosed
)


def _check_round(fact: _RoundFact, event: Event, system: System) -> None:
    if isinstance(fact, facts.RoundDrawn):
        again = "again" if fact.round == len(event.rounds) else ""
        number = must_be_ready(event, system, again)
        if (fact.round, fact.stage) != (number, event.stage.number):
            raise BadInput(
                "round {number} of stage {stage} comes next, not round {given} of stage {other}.",
                number=number,
                stage=event.stage.number,
                given=fact.round,
                other=fact.stage,
            )
        if fact.attempt < 1:
            raise BadInput("“{attempt}” is not the number of a draw.", attempt=fact.attempt)
        _must_be_seats(fact, event, system)
        return
    round_ = event.round(fact.round)
    if round_ is not event.current:
        raise BadInput("round {number} is not the current one.", number=round_.number)
    match fact:
        case facts.PlayersSwapped():
            _must_be_without_results(round_)
            _must_be_seats(fact, event, system)
            if _seated(fact) != set(round_.players()) or not {fact.first, fact.second} <= _seated(fact):
                raise BadInput("the swap changes who is in round {number}.", number=round_.number)
        case facts.ByeAdded():
            _must_be(round_, RoundState.DRAFT)
            must_be_enrolled(event, fact.player)
            if fact.player in set(round_.players()):
                raise BadInput("{name} is in this round twice.", name=event.name_of(fact.player))
            must_be_worded(fact.why, event, system)
        case facts.LatecomerSeated():
            _check_latecomer(fact, event, system, round_)
        case facts.TableMoved():
            _check_moved(fact, event, round_)
        case facts.RoundWithdrawn():
            _must_be_without_results(round_)
        case facts.RoundPublished():
            _must_be(round_, RoundState.DRAFT)
            for player in round_.players():
                if not event.players[player].active:
                    raise BadInput("{name} has left the event and cannot be paired.", name=event.name_of(player))
        case facts.RoundClosed():
            _must_be(round_, RoundState.PUBLISHED)
            if not round_.complete:
                raise BadInput("round {number} has tables without a result.", number=round_.number)


def _check_latecomer(fact: facts.LatecomerSeated, event: Event, system: System, round_: Round) -> None:
    """A player without a game plays one who has a bye, at a free table."""
    _must_be(round_, RoundState.PUBLISHED)
    pair, byes = fact.pair, {bye.player for bye in round_.byes}
    must_be_enrolled(event, fact.player)
    if fact.player in set(round_.players()):
        raise BadInput("{name} is in this round twice.", name=event.name_of(fact.player))
    if fact.player not in (pair.a, pair.b) or not byes & {pair.a, pair.b} or pair.down not in (None, pair.a, pair.b):
        raise BadInput("round {number}: a latecomer can only play somebody who has a bye.", number=round_.number)
    if event.stage_of(round_).kind is StageKind.ELIMINATION or not event.players[fact.player].active:
        raise BadInput(
            "{name} cannot come into round {number} late.", name=event.name_of(fact.player), number=round_.number
        )
    _must_be_tables([*(match.table for match in round_.matches), pair.table])
    must_be_worded((*pair.why, *pair.table_why), event, system)


def _must_be(round_: Round, state: RoundState) -> None:
    if round_.state is not state:
        raise BadInput(
            "round {number} is {state} at that point, not {wanted}.",
            number=round_.number,
            state=tr(round_.state.value),
            wanted=tr(state.value),
        )


def _must_be_without_results(round_: Round) -> None:
    if round_.state is RoundState.CLOSED or any(m.result or m.reports for m in round_.matches):
        raise BadInput("round {number} already has results.", clause="X-02", number=round_.number)


def _seated(fact: facts.RoundDrawn | facts.PlayersSwapped) -> set[PlayerId]:
    return {p for pair in fact.pairs for p in (pair.a, pair.b)} | {bye.player for bye in fact.byes}


def _must_be_seats(fact: facts.RoundDrawn | facts.PlayersSwapped, event: Event, system: System) -> None:
    """Two different players at each table, nobody twice in the round, and reasons we have sentences for."""
    seen: set[PlayerId] = set()
    for player in [p for pair in fact.pairs for p in (pair.a, pair.b)] + [bye.player for bye in fact.byes]:
        must_be_enrolled(event, player)
        if player in seen:
            raise BadInput("{name} is in this round twice.", name=event.name_of(player))
        seen.add(player)
    if not seen:
        raise BadInput("nobody is in this round.")
    _must_be_tables([pair.table for pair in fact.pairs])
    for pair in fact.pairs:
        if pair.down not in (None, pair.a, pair.b):
            raise BadInput("player {number} is paired down, but is not in that pair.", number=pair.down)
        must_be_worded((*pair.why, *pair.table_why), event, system)
    for bye in fact.byes:
        must_be_worded(bye.why, event, system)
    must_be_worded(fact.notices, event, system)
    if event.stage.kind is StageKind.ELIMINATION:
        _must_be_games(fact, event)


def _must_be_games(fact: facts.RoundDrawn | facts.PlayersSwapped, event: Event) -> None:
    """In a bracket each pair and bye has its own game number; besides the final there may be a game for third place."""
    before = [r for r in event.rounds_of(event.stage) if r.number < fact.round]
    players = set(before[0].players()) if before else _seated(fact)
    most = max(bracket.slots(len(players)) >> (len(before) + 1), 1)
    games = [pair.game for pair in fact.pairs] + [bye.game for bye in fact.byes]
    third = most == 1 and len(fact.pairs) == 2
    if len(set(games)) != len(games) or not all(1 <= game <= most + third for game in games):
        raise BadInput(
            "round {number} of the bracket has the games 1 to {most}, each once.", number=fact.round, most=most
        )


def _must_be_tables(tables: Sequence[int]) -> None:
    for table in tables:
        if not 1 <= table <= MOST_TABLES:
            raise BadInput("“{table}” is not a table; tables are numbered from 1.", table=table)
    if len(set(tables)) != len(tables):
        raise BadInput("two pairs sit at one table.")


def _check_moved(fact: facts.TableMoved, event: Event, round_: Round) -> None:
    if round_.state is RoundState.CLOSED:
        raise BadInput("round {number} is closed.", number=round_.number)
    moved = event.match(fact.round, fact.match)
    tables = {m.number: m.table for m in round_.matches}
    if fact.other:
        tables[event.match(fact.round, fact.other).number] = moved.table
    tables[moved.number] = fact.table
    _must_be_tables(list(tables.values()))


def must_be_worded(reasons: Iterable[Reason], event: Event, system: System) -> None:
    for reason in reasons:
        try:
            say(reason, event, system)
        except (LookupError, TypeError, ValueError):
            raise BadInput("the reason “{code}” cannot be put in words.", code=reason.code[:60]) from None


# Results.

_ResultFact = facts.ResultReported | facts.ResultKeyed | facts.ResultConfirmed | facts.ResultCorrected


def _check_result(fact: _ResultFact, event: Event, system: System) -> None:
    round_, match = event.round(fact.round), event.match(fact.round, fact.match)
    if round_.state is RoundState.DRAFT:
        raise BadInput("round {number} is not published at that point.", number=round_.number)
    if not isinstance(fact, facts.ResultCorrected):
        _must_be(round_, RoundState.PUBLISHED)
        if match.state is MatchState.IN:
            raise BadInput("table {table} already has a result.", table=match.table)
    elif match.state is MatchState.OPEN:
        raise BadInput("table {table} has no result to correct.", table=match.table)
    if isinstance(fact, facts.ResultConfirmed):
        _check_confirmed(fact, match)
        return
    if isinstance(fact, facts.ResultReported) and fact.reporter is not None:
        _must_sit(match, fact.reporter)
    must_be_possible(fact.result, event, system, round_, match)


def must_be_possible(result: Result, event: Event, system: System, round_: Round, match: Match) -> None:
    """Applies what a reported result must meet: within the book's ranges, complete, and scorable."""
    must_be_enrolled(event, *result.by)
    if len(set(result.by)) != len(result.by):
        raise BadInput("a result names a player twice.")
    full = checked(event, system, round_, match, result.values, result.ending, result.by)
    if any(full.values.get(key) != value for key, value in result.values.items()):
        raise BadInput("this result is not written the way Muster saves it.")
    trial = Match(match.number, match.a, match.b, match.table, result=result)
    try:
        scores(event, system, round_, trial)
    except LookupError as error:
        raise BadInput("the result lacks “{key}”.", key=str(error)) from None


def _check_confirmed(fact: facts.ResultConfirmed, match: Match) -> None:
    if match.state is not MatchState.REPORTED:
        raise BadInput("table {table} has no report waiting to be confirmed.", table=match.table)
    if fact.confirmer is not None:
        _must_sit(match, fact.confirmer)
    if fact.confirmer in match.reports:
        raise BadInput("player {number} confirms their own report.", clause="X-03", number=fact.confirmer)


def _check_objection(fact: facts.ResultObjected | facts.ObjectionAnswered, event: Event) -> None:
    round_, match = event.round(fact.round), event.match(fact.round, fact.match)
    if isinstance(fact, facts.ObjectionAnswered):
        must_be_answerable(match)
    else:
        _must_sit(match, fact.player)
        must_be_open_to_objection(event, round_, match, fact.player)


def _must_sit(match: Match, player: PlayerId) -> None:
    if not match.has(player):
        raise BadInput("player {number} does not play at table {table}.", number=player, table=match.table)


def _check_cut(fact: facts.CutMade | facts.CutRefilled, event: Event) -> None:
    must_be_enrolled(event, *fact.seeds)
    if len(set(fact.seeds)) != len(fact.seeds):
        raise BadInput("a player is seeded twice.")
    if isinstance(fact, facts.CutMade):
        if event.stage.kind is StageKind.ELIMINATION:
            raise BadInput("the event is already in its elimination stage.")
        if not event.rounds or not all(round_.complete for round_ in event.rounds):
            raise BadInput("a cut comes after rounds that are finished.")
        if not 2 <= len(fact.seeds) <= fact.size:
            raise BadInput("a cut to the top {size} has {n} players.", size=fact.size, n=len(fact.seeds))
        return
    must_be_enrolled(event, fact.left, fact.promoted, *fact.declined)
    if fact.left is not None and (fact.left not in event.stage.seeds or fact.left in fact.seeds):
        raise BadInput("player {number} does not leave the cut.", number=fact.left)
    if {*fact.seeds} != {*event.stage.seeds, fact.promoted} - {fact.left, None}:
        raise BadInput("the rest of the cut would change.")
    if event.rounds_of(event.stage):
        raise BadInput("the elimination stage has begun.")
