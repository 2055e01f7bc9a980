"""What pages, tables and --json show of a season: its table, its events with every check, its people, its final."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from muster.app.circuit.first_round import FinalToday, final_today
from muster.app.circuit.held import Held, HeldState, corrections, held_events
from muster.app.circuit.seasons import OpenSeason, Seasons
from muster.app.desk import Desk
from muster.app.exact import View, exact
from muster.app.past.record import SHOWN
from muster.app.speech import tr
from muster.core.book.circuit.definition import Circuit
from muster.core.book.system import System
from muster.core.kit.errors import Refusal
from muster.core.reading.circuit.checks import Check, CheckState, counts, event_checks
from muster.core.reading.circuit.people import suggestions
from muster.core.reading.circuit.table import (
    Earned,
    GroupRow,
    SeasonReason,
    SeasonRow,
    counting,
    event_earned,
    group_table,
    region_table,
    season_table,
    with_results,
)
from muster.core.record.people.facts import Appearance
from muster.core.record.season.facts import ResultsTaken
from muster.core.record.season.journal import Season, SeasonEvent
from muster.core.rules.circuit.final import not_qualified
from muster.core.rules.circuit.people import name_of
from muster.systems import registry

TOP = 3
"""How many places of an event its line shows."""


class SeasonLine(View, frozen=True):
    """A season in the list of seasons. `error`: why it cannot be shown, empty if it can."""

    id: str
    name: str
    circuit: str
    first: str
    last: str
    events: int
    error: str


class SeasonReasonView(View, frozen=True):
    text: str
    clause: str


class EarnedView(View, frozen=True):
    """What one event is worth to a person; `counted` is false if it is not among the best results."""

    event: str
    event_name: str
    player: int
    place: int
    points: int | str
    counted: bool
    why: list[SeasonReasonView]


class SeasonRowView(View, frozen=True):
    """A person in the table. `places`: how often they took each place that breaks ties. `qualified`: why."""

    rank: int
    name: str
    points: int | str
    places: list[int]
    earned: list[EarnedView]
    qualified: list[SeasonReasonView]


class RegionView(View, frozen=True):
    region: str
    table: list[SeasonRowView]


class MemberView(View, frozen=True):
    name: str
    points: int | str


class GroupRowView(View, frozen=True):
    rank: int
    name: str
    points: int | str
    members: list[MemberView]


class GroupTableView(View, frozen=True):
    title: str
    table: list[GroupRowView]


class CheckView(View, frozen=True):
    """`on`: the day it was done. `due`: the last day for it. Both may be empty."""

    key: str
    title: str
    state: CheckState
    text: str
    clause: str
    needed: bool
    on: str
    due: str


class TopPlace(View, frozen=True):
    place: int
    name: str
    points: int | str


class PlaceMove(View, frozen=True):
    """A player's place in an event as reported and now; null for none."""

    name: str
    was: int | None
    now: int | None


class CorrectionView(View, frozen=True):
    """An event whose results changed after it was reported: since which entry, and who moved."""

    event: str
    entry: int
    record: str
    text: str
    moved: list[PlaceMove]


class SeasonEventView(View, frozen=True):
    """An event of the season. `state`: how it is in this data folder; `note`: what to know about that."""

    event: str
    name: str
    tier: str
    region: str
    first_day: str
    last_day: str
    carried_from: str
    attendees: int | None
    players: int | None
    counts: bool
    nothing_clause: str
    checks: list[CheckView]
    top: list[TopPlace]
    state: HeldState
    note: str
    tier_note: str

    @property
    def never(self) -> bool:
        """Whether it does not count and recording another step would not change that: it is too small, or something was
        done too late. A step that nobody has recorded yet may have been taken in time.
        """
        missed = [check for check in self.checks if check.needed and check.state is CheckState.MISSED]
        return any(check.on or not check.due for check in missed)


class AlikeView(View, frozen=True):
    """Two players who may be one person, each as `NAME@EVENT`."""

    name: str
    one: str
    other: str


class FinalView(View, frozen=True):
    """`not_qualified`: players in it who were not confirmed as having qualified."""

    event: str
    name: str
    not_qualified: list[str]
    clause: str


class QualifyView(View, frozen=True):
    """How people qualify: any of these is enough; 0 or null for none."""

    points: int | str | None
    places: int
    region_places: int
    clause: str


class SeasonView(View, frozen=True):
    """`counting`: what becomes of the points of a place, in sentences. `rules`: the heading of each clause that is
    cited, if the circuit's game is installed here. `final_today`: the final's first round if it were today; null once
    the final exists, or where seeds do not decide it.
    """

    id: str
    name: str
    circuit: str
    game: str
    game_name: str
    points_name: str
    chart: list[int | str]
    others: int | str
    chart_clause: str
    counting: list[SeasonReasonView]
    qualify: QualifyView | None
    rules: list[SeasonReasonView]
    first: str
    last: str
    events: list[SeasonEventView]
    table: list[SeasonRowView]
    regions: list[RegionView]
    groups: list[GroupTableView]
    corrections: list[CorrectionView]
    alike: list[AlikeView]
    final: FinalView | None
    final_today: FinalToday | None
    entries: int


def seasons_view(seasons: Seasons) -> list[SeasonLine]:
    """Every season; one that cannot be shown does not hide the others."""
    found = []
    for stored in seasons.listed():
        try:
            opened = seasons.open(stored.id)
        except Refusal as refusal:
            found.append(SeasonLine(stored.id, stored.name, "", "", "", 0, tr(refusal.message)))
            continue
        season = opened.season
        found.append(
            SeasonLine(stored.id, season.name, opened.circuit.name, season.first, season.last, len(season.events), "")
        )
    return found


def entered_in(seasons: Seasons, origin: str) -> list[str]:
    """The names of the seasons that an event is in or is the final of."""
    return [one.name for one in seasons.others() if origin in one.events or (one.final and one.final.origin == origin)]


def public_season(view: SeasonView) -> SeasonView:
    """What everybody may see of it on its page: no possible duplicates, no notes to the organiser, and no completed
    steps.
    """
    final = None if view.final is None else replace(view.final, not_qualified=[])
    return replace(view, events=[_public_event(one) for one in view.events], alike=[], final=final)


def _public_event(event: SeasonEventView) -> SeasonEventView:
    lacking = [] if event.counts else [one for one in event.checks if one.needed and one.state in ("open", "missed")]
    warned = [one for one in event.checks if one.state == "warning"]
    return replace(event, checks=[*lacking, *warned], note="")


def amount(circuit: Circuit, points: int | str) -> str:
    """“1 point”, “7 qualifying points”."""
    return tr(circuit.amount(points if isinstance(points, int) else Fraction(points)))


def corrections_digest(view: SeasonView) -> str:
    """A digest of the pending corrections, to check that they are unchanged when somebody takes them over."""
    return sha256(msgspec.json.encode(view.corrections)).hexdigest()[:16]


def season_view(seasons: Seasons, desk: Desk, opened: OpenSeason) -> SeasonView:
    """The season with its events' current results: a correction moves the table, and is pointed out."""
    opened = seasons.with_people(opened)
    held = held_events(desk, opened)
    season, circuit, today = with_results(opened.season, corrections(held)), opened.circuit, seasons.today()
    rows = season_table(season, circuit, today)
    why = {row.person: row.qualified for row in rows}
    game = _game(circuit)
    today_final = None if season.final or game is None else final_today(game, circuit, rows)
    return SeasonView(
        id=opened.id,
        name=season.name,
        circuit=circuit.name,
        game=circuit.game,
        game_name=game.name if game else "",
        points_name=tr(circuit.points_name),
        chart=[exact(points) for points in circuit.chart],
        others=exact(circuit.others),
        chart_clause=circuit.chart_clause,
        counting=_because(counting(circuit)),
        qualify=_qualify(circuit),
        rules=[
            SeasonReasonView(tr(game.clauses[clause]), clause)
            for clause in sorted(circuit.clauses() | (today_final.clauses() if today_final else set()))
            if game and clause in game.clauses
        ],
        first=season.first,
        last=season.last,
        events=[_event(opened, seasons, season, one) for one in held],
        table=[_row(row, row.qualified) for row in rows],
        regions=[
            RegionView(
                region,
                [_row(row, why.get(row.person, ())) for row in region_table(season, circuit, today, region)],
            )
            for region in circuit.regions
        ],
        groups=[GroupTableView(one.title, [_group(row) for row in group_table(rows, one)]) for one in circuit.groups],
        corrections=[_correction(one) for one in held if one.state is HeldState.CHANGED and one.event.results],
        alike=[AlikeView(one.name, _named(season, one.one), _named(season, one.other)) for one in suggestions(season)],
        final=_final(desk, opened, rows),
        final_today=today_final,
        entries=opened.last,
    )


def _game(circuit: Circuit) -> System | None:
    """The circuit's game; None if it names none, or one that is not installed here."""
    try:
        return registry.find(circuit.game) if circuit.game else None
    except Refusal:
        return None


def _qualify(circuit: Circuit) -> QualifyView | None:
    asked = circuit.qualify
    return None if asked is None else QualifyView(exact(asked.points), asked.places, asked.region_places, asked.clause)


def _because(given: Sequence[SeasonReason]) -> list[SeasonReasonView]:
    return [SeasonReasonView(tr(one.told), one.clause) for one in given]


def _earned(earned: Earned) -> EarnedView:
    entered = earned.event.entered
    return EarnedView(
        entered.event,
        entered.name,
        earned.player,
        earned.place,
        exact(earned.points),
        earned.counted,
        _because(earned.why),
    )


def _row(row: SeasonRow, qualified: Sequence[SeasonReason]) -> SeasonRowView:
    earned = [_earned(one) for one in row.earned]
    return SeasonRowView(row.rank, row.name, exact(row.points), list(row.places), earned, _because(qualified))


def _group(row: GroupRow) -> GroupRowView:
    members = [MemberView(name, exact(points)) for name, points in row.members]
    return GroupRowView(row.rank, row.name, exact(row.points), members)


def _check(check: Check) -> CheckView:
    return CheckView(
        check.key, tr(check.title), check.state, tr(check.told), check.clause, check.needed, check.on, check.due
    )


def _named_options(checks: Sequence[Check], event: SeasonEvent, circuit: Circuit) -> list[Check]:
    """Options and their values by their names in the game, if it is installed here."""
    game, results = _game(circuit), event.results
    if game is None or results is None:
        return list(checks)
    options = {f"option {option.key}": option for option in game.options}
    found = []
    for check in checks:
        option = options.get(check.key)
        if option is not None:
            wanted = circuit.tier(event.entered.tier).options[option.key]
            title = {"key": tr(option.title), "wanted": tr(option.words(wanted))}
            told = {"found": tr(option.words(results.options.get(option.key)))}
            check = dataclasses.replace(
                check,
                title=dataclasses.replace(check.title, values=title),
                told=dataclasses.replace(check.told, values=told),
            )
        found.append(check)
    return found


def _event(opened: OpenSeason, seasons: Seasons, season: Season, held: Held) -> SeasonEventView:
    event, circuit = season.events[held.event.origin], opened.circuit
    entered, results = event.entered, event.results
    checks = event_checks(circuit, event, seasons.today())
    names = {} if results is None else results.by_player(results.names)
    top = [] if results is None else results.order[:TOP]
    worth = {one.place: one.points for one in event_earned(season, circuit, event, seasons.today())}
    note = "" if entered.carried_from else circuit.tier(entered.tier).note
    return SeasonEventView(
        event=entered.event,
        name=entered.name,
        tier=entered.tier,
        region=entered.region,
        first_day=entered.first_day,
        last_day=entered.last_day,
        carried_from=entered.carried_from,
        attendees=entered.attendees,
        players=None if results is None else results.players,
        counts=counts(checks),
        nothing_clause=circuit.nothing_clause,
        checks=[_check(check) for check in _named_options(checks, event, circuit)],
        top=[
            TopPlace(place, names.get(player, f"#{player}"), exact(worth.get(place, 0)))
            for place, player in enumerate(top, start=1)
        ],
        state=held.state,
        note="" if held.told is None else tr(held.told),
        tier_note=tr(note) if note else "",
    )


def _correction(held: Held) -> CorrectionView:
    known, found = held.event.results, held.results
    assert known is not None and found is not None and held.told is not None
    record = known.head[:SHOWN]
    return CorrectionView(held.event.entered.event, known.entry, record, tr(held.told), place_moves(known, found))


def place_moves(known: ResultsTaken, found: ResultsTaken) -> list[PlaceMove]:
    """Players whose place has changed, in order of their new places."""
    was = {player: place for place, player in enumerate(known.order, start=1)}
    now = {player: place for place, player in enumerate(found.order, start=1)}
    names = {**known.by_player(known.names), **found.by_player(found.names)}
    moved = [player for player in {**now, **was} if was.get(player) != now.get(player)]
    return [PlaceMove(names.get(player, f"#{player}"), was.get(player), now.get(player)) for player in moved]


def _named(season: Season, appearance: Appearance) -> str:
    return f"{name_of(season, appearance)}@{season.events[appearance[0]].entered.event}"


def _final(desk: Desk, opened: OpenSeason, rows: Sequence[SeasonRow]) -> FinalView | None:
    final = opened.season.final
    if final is None:
        return None
    try:
        event = desk.open(final.event).event
    except Refusal:
        return FinalView(final.event, final.name, [], opened.circuit.final_clause)
    strangers = not_qualified(opened.season, rows, [player.id for player in event.active_players()])
    names = [event.name_of(player) for player in strangers]
    return FinalView(final.event, final.name, names, opened.circuit.final_clause)
