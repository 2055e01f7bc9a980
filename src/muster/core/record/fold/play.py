"""From the journal to the state: pure and total. Every kind of fact has one handler."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from muster.core.kit.errors import BadInput, DamagedJournal
from muster.core.kit.known import Known
from muster.core.kit.model import Ending, PlayerId, Result, StageKind
from muster.core.kit.reasons import Reason
from muster.core.record import presence
from muster.core.record.event import ByeSeat, Event, Match, MatchState, Round, RoundState, Seats, Stage
from muster.core.record.facts import play as facts
from muster.core.record.facts.awards import AwardFact
from muster.core.record.facts.claims import ClaimFact
from muster.core.record.facts.clock import ClockFact
from muster.core.record.facts.lists import ListFact
from muster.core.record.facts.play import Entry
from muster.core.record.facts.staff import StaffFact
from muster.core.record.facts.venue import VenueFact
from muster.core.record.fold import awards as award_fold
from muster.core.record.fold import claims as claim_fold
from muster.core.record.fold import clock as clock_fold
from muster.core.record.fold import lists as list_fold
from muster.core.record.fold import staff as staff_fold
from muster.core.record.fold import venue as venue_fold
from muster.core.record.fold.fault import names_what_is_not_there
from muster.core.record.hidden import number_name
from muster.core.record.journal import is_withheld
from muster.core.record.player import Player, Status
from muster.core.record.undo import effective


def fold(entries: Sequence[Entry]) -> Event:
    """The state after all these entries."""
    counting = effective(entries)
    if not counting or not isinstance(counting[0].fact, facts.EventCreated):
        raise DamagedJournal("The journal does not begin with the creation of an event.")
    event = _created(counting[0])
    proceed(event, counting[1:])
    event.known = Known()
    return event


def advance(event: Event, entries: Sequence[Entry]) -> Event:
    """The state after some more entries, none of which undoes another.

    It shares everything unchanged with the one before.
    """
    after = event.branch()
    proceed(after, entries)
    after.known = event.known or Known()
    return after


def proceed(event: Event, entries: Sequence[Entry]) -> None:
    """Updates a state that nobody else reads with new entries, in place."""
    event.known = None
    handlers = apply.registry  # Over thousands of entries, looking up the handler is cheaper than a dispatch each time.
    for entry in entries:
        try:
            handlers.get(type(entry.fact), apply)(entry.fact, event)
        except (BadInput, LookupError) as error:
            if isinstance(error, LookupError) and not names_what_is_not_there(entry.fact, event, error):
                raise  # Our own bug; the journal is fine.
            raise DamagedJournal(
                "Entry {seq} ({name}) is about a player, round or match that does not exist.",
                seq=entry.seq,
                name=type(entry.fact).__name__,
            ) from None


def _created(entry: Entry) -> Event:
    fact = entry.fact
    assert isinstance(fact, facts.EventCreated)
    event = Event(
        name=fact.name,
        system=fact.system,
        edition=fact.edition,
        seed_hash=fact.seed_hash,
        version=fact.version,
        created=entry.at,
        date=fact.date,
        definition=fact.definition,
        package=fact.package,
        game_version=fact.game_version,
    )
    event.stages.append(Stage(1, StageKind.SWISS))
    return event


@singledispatch
def apply(fact: object, event: Event) -> None:
    raise DamagedJournal("A fact of the kind “{name}” cannot be here.", name=type(fact).__name__)


apply.register(ClockFact, clock_fold.apply)
apply.register(StaffFact, staff_fold.apply)
apply.register(ListFact, list_fold.apply)
apply.register(VenueFact, venue_fold.apply)
apply.register(ClaimFact, claim_fold.apply)
apply.register(AwardFact, award_fold.apply)


@apply.register
def _(fact: facts.EventAmended, event: Event) -> None:
    event.name = event.name if fact.name is None else fact.name
    event.date = event.date if fact.date is None else fact.date
    event.place = event.place if fact.place is None else fact.place
    event.map_link = event.map_link if fact.map_link is None else fact.map_link
    event.schedule = event.schedule if fact.schedule is None else fact.schedule
    event.timetable = event.timetable if fact.timetable is None else fact.timetable


@apply.register
def _(fact: facts.OptionSet, event: Event) -> None:
    event.options = {**event.options, fact.key: fact.value}
    if fact.reason:
        event.option_reasons = {**event.option_reasons, fact.key: fact.reason}
    if fact.key == "format" and not event.rounds:
        event.edit_stage(1).kind = StageKind.ELIMINATION if fact.value == "elimination" else StageKind.SWISS


@apply.register
def _(fact: facts.PlayerEnrolled, event: Event) -> None:
    late = frozenset(fact.missed)
    event.edit_players()[fact.player] = Player(
        fact.player,
        fact.name or number_name(fact.player),
        fact.lot,
        dict(fact.values),
        fact.stand_in,
        missed=late,
        late=late,
    )
    event.enrolled = max(event.enrolled, fact.player)


@apply.register
def _(fact: facts.EnrolmentsRemoved, event: Event) -> None:
    players, lists = event.edit_players(), event.edit_lists()
    event.claims = event.mine(event.claims)
    for player in fact.players:
        del players[player]
        lists.forget_player(player)
        event.claims.pop(player, None)
        event.asked = {key: asked for key, asked in event.asked.items() if key[0] != player}


@apply.register
def _(fact: facts.PlayerAmended, event: Event) -> None:
    player = event.edit_player(fact.player)
    if fact.name is not None or is_withheld(fact):
        player.name = fact.name or number_name(fact.player)
    if fact.values and fact.after_round:
        player.former = (*player.former, (fact.after_round, player.values))
    player.values = {**player.values, **fact.values}


@apply.register
def _(fact: facts.CheckedIn, event: Event) -> None:
    player = event.edit_player(fact.player)
    player.checked_in = True
    player.late = player.late | set(fact.missed)
    presence.work_out(player)


@apply.register
def _(fact: facts.CheckedOut, event: Event) -> None:
    player = event.edit_player(fact.player)
    player.checked_in = False
    if not any(fact.player in set(r.players()) for r in event.shown):
        player.late = frozenset()  # They are held out again, and will be late whenever they come.
        presence.work_out(player)


@apply.register
def _(fact: facts.ScenarioChosen, event: Event) -> None:
    event.scenarios = event.mine(event.scenarios)
    if fact.seal:
        event.scenarios.pop(fact.round, None)  # This copy withholds it.
    else:
        event.scenarios[fact.round] = fact


def _matches(pairs: Sequence[facts.DrawnPair]) -> list[Match]:
    return [
        Match(number, pair.a, pair.b, pair.table, pair.why, pair.table_why, pair.down, pair.game)
        for number, pair in enumerate(pairs, start=1)
    ]


def _byes(byes: Sequence[facts.DrawnBye]) -> list[ByeSeat]:
    return [ByeSeat(bye.player, bye.why, bye.game) for bye in byes]


@apply.register
def _(fact: facts.RoundDrawn, event: Event) -> None:
    _take_back(event, fact.round)
    event.attempts = {**event.attempts, fact.round: fact.attempt}
    drawn = Round(
        fact.round,
        fact.stage,
        _matches(fact.pairs),
        _byes(fact.byes),
        fact.notices,
        fact.draw,
        fact.attempt,
        fact.by_hand,
        fact.reason,
        reason_public=fact.reason_public,
    )
    event.rounds = [*event.rounds, drawn]


def _take_back(event: Event, number: int) -> None:
    """Removes a round and everything said about it or worked out from it."""
    event.rounds = event.rounds[: number - 1]
    presence.take_back(event, number)
    if event.lists.sealed:
        event.edit_lists().forget_round(number)


@apply.register
def _(fact: facts.PlayersSwapped, event: Event) -> None:
    round_ = event.edit_round(fact.round)
    round_.matches, round_.seats = _matches(fact.pairs), Seats()
    round_.byes = _byes(fact.byes)
    round_.notices = fact.notices


@apply.register
def _(fact: facts.ByeAdded, event: Event) -> None:
    round_ = event.edit_round(fact.round)
    event.players[fact.player]  # A journal that names nobody is damaged.
    round_.byes = [*round_.byes, *_byes((facts.DrawnBye(fact.player, fact.why),))]
    round_.notices = tuple(n for n in round_.notices if n.code != "left_out" or n.data.get("player") != fact.player)


@apply.register
def _(fact: facts.LatecomerSeated, event: Event) -> None:
    round_ = event.edit_round(fact.round)
    (match,) = _matches((fact.pair,))
    match.number = len(round_.matches) + 1
    round_.matches, round_.seats = [*round_.matches, match], Seats()
    round_.byes = [bye for bye in round_.byes if not match.has(bye.player)]
    presence.seat(event, round_, fact.player)


@apply.register
def _(fact: facts.TableMoved, event: Event) -> None:
    match = event.edit_match(fact.round, fact.match)
    round_ = event.edit_round(fact.round)
    round_.seats = Seats()
    if fact.other:
        _move(round_, event.edit_match(fact.round, fact.other), match.table)
    _move(round_, match, fact.table)


def _move(round_: Round, match: Match, table: int) -> None:
    """Players have not seen a draft's tables, so a move in a draft is not shown to them."""
    match.moved_from = match.table if round_.state is RoundState.PUBLISHED else 0
    match.table, match.table_why = table, (Reason("table_moved"),)


@apply.register
def _(fact: facts.RoundWithdrawn, event: Event) -> None:
    _take_back(event, fact.round)


@apply.register
def _(fact: facts.RoundPublished, event: Event) -> None:
    round_ = event.edit_round(fact.round)
    round_.state = RoundState.PUBLISHED
    presence.publish(event, round_)


def _settle(event: Event, number: int, match: Match, result: Result, *agreed: PlayerId) -> None:
    """`agreed`: the players who reported or confirmed it; none if staff entered it."""
    presence.settle(event, event.round(number), match, result)
    match.agreed, match.objections, match.answer = frozenset(agreed), {}, ""
    match.result = result
    match.state = MatchState.IN
    match.reports = {}
    match.devices = {}


@apply.register
def _(fact: facts.ResultReported, event: Event) -> None:
    match = event.edit_match(fact.round, fact.match)
    if fact.reporter is None:
        _settle(event, fact.round, match, fact.result)
        return
    if match.state is MatchState.IN:
        return
    match.reports = {**match.reports, fact.reporter: fact.result}
    match.devices = {**match.devices, fact.reporter: fact.device}
    both = match.a in match.reports and match.b in match.reports
    if not both:
        match.state = MatchState.REPORTED
    elif match.reports[match.a] == match.reports[match.b]:
        _settle(event, fact.round, match, fact.result, match.a, match.b)
    else:
        match.state = MatchState.DISPUTED


@apply.register
def _(fact: facts.ResultKeyed, event: Event) -> None:
    match = event.edit_match(fact.round, fact.match)
    match.keyed = (*match.keyed, fact.result)


@apply.register
def _(fact: facts.ResultConfirmed, event: Event) -> None:
    match = event.edit_match(fact.round, fact.match)
    reporter = next((p for p in match.reports if p != fact.confirmer), None)
    if reporter is None:
        raise BadInput("Nobody else has reported this result.")
    confirmer = () if fact.confirmer is None else (fact.confirmer,)
    _settle(event, fact.round, match, match.reports[reporter], reporter, *confirmer)


@apply.register
def _(fact: facts.ResultCorrected, event: Event) -> None:
    match = event.edit_match(fact.round, fact.match)
    _settle(event, fact.round, match, fact.result)
    match.corrections += 1


@apply.register
def _(fact: facts.ResultObjected, event: Event) -> None:
    match = event.edit_match(fact.round, fact.match)
    match.objections = {**match.objections, fact.player: fact.note}


@apply.register
def _(fact: facts.ObjectionAnswered, event: Event) -> None:
    match = event.edit_match(fact.round, fact.match)
    match.objections, match.answer = {}, fact.note


@apply.register
def _(fact: facts.PlayerDropped, event: Event) -> None:
    status = Status.RETIRED if fact.retired else Status.DROPPED
    presence.leave(event, fact.player, status, fact.round, fact.reason, by_result=_followed(fact, event))


def _followed(fact: facts.PlayerDropped, event: Event) -> bool:
    """Whether it followed from a result; journals older than `by_result` are recognised by the reason they gave."""
    if fact.by_result or fact.retired:
        return True
    match = event.round(fact.round).match_of(fact.player) if fact.round and fact.reason == "did not appear" else None
    result = None if match is None else match.result
    return result is not None and result.ending is Ending.NO_SHOW and fact.player in result.by


@apply.register
def _(fact: facts.PlayerRejoined, event: Event) -> None:
    presence.come_back(event, fact.player)


@apply.register
def _(fact: facts.PlayerExcused, event: Event) -> None:
    player = event.edit_player(fact.player)
    player.excused = player.excused | {fact.round}
    presence.work_out(player)


@apply.register
def _(fact: facts.PlayerDisqualified, event: Event) -> None:
    presence.leave(event, fact.player, Status.DISQUALIFIED, fact.round, fact.reason, by_result=fact.by_result)


@apply.register
def _(fact: facts.CutMade, event: Event) -> None:
    number = len(event.stages) + 1
    made = Stage(number, StageKind.ELIMINATION, len(event.rounds), fact.seeds, fact.seeds)
    event.stages = [*event.stages, made]


@apply.register
def _(fact: facts.CutRefilled, event: Event) -> None:
    stage = event.edit_stage(len(event.stages))
    stage.seeds, stage.declined = fact.seeds, stage.declined | set(fact.declined)


@apply.register
def _(fact: facts.RoundClosed, event: Event) -> None:
    round_ = event.edit_round(fact.round)
    round_.state = RoundState.CLOSED
    round_.digest = fact.digest


@apply.register
def _(fact: facts.EventFinished, event: Event) -> None:
    event.finished = True
    event.finish_reason = fact.reason
    event.seed = fact.seed
