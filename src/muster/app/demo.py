"""A whole event with invented players and results, start to trophy, to try things out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muster.app.clock import actions as clock
from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.exact import View
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.views.shapes import AwardView, StandingsView
from muster.core.book.system import Game, System
from muster.core.forms.fields import Field, Kind
from muster.core.kit.errors import Refusal
from muster.core.kit.lots import Lots
from muster.core.kit.model import Actor, Outcome, Raw, StageKind
from muster.core.reading.plan import planned
from muster.core.reading.tally import standings
from muster.core.record.event import Match
from muster.core.record.player import Player
from muster.core.rules.stages import champion
from muster.systems import registry

FEWEST, MOST = 4, 2000
NAMES = (
    *("Ada Brandt", "Bela Kovács", "Chiyo Mori", "Dario Costa", "Edda Lind", "Farid Amiri", "Gwen Rhys", "Hugo Sand"),
    *("Ines Duarte", "Jonas Weber", "Kateryna Bondar", "Liam Byrne", "Mina Park", "Noor Haddad", "Oskar Dahl"),
    *("Pia Rossi", "Quentin Roux", "Rosa Vidal", "Sven Holm", "Tomoko Abe", "Umar Saleh", "Vera Novak", "Wim Jansen"),
    *("Xenia Papadaki", "Yusuf Demir", "Zofia Lis"),
)
GROUPS = ("North", "South", "East", "West")
STAFF = Actor("demo")


class Played(View, frozen=True):
    """An event that was played through; `event` is null unless it is kept."""

    system: str
    event: str | None
    steps: list[str]
    standings: StandingsView
    awards: list[AwardView]


@dataclass(frozen=True, slots=True)
class DemoStep:
    """What just happened, and the event as it is now."""

    kind: str
    text: str
    opened: Opened


def demo(
    desk: Desk, system_key: str, players: int = 9, seed: str = "demo", options: dict[str, str] | None = None
) -> Iterator[DemoStep]:
    """Plays it step by step, with the same actions an organiser uses."""
    system = registry.find(system_key)
    if not FEWEST <= players <= MOST:
        raise Refusal(
            "A demo has {fewest} to {most} players, not {players}.", fewest=FEWEST, most=MOST, players=players
        )
    lots = Lots(seed, f"demo of {system.key}")
    chosen = {**system.demo_options, **(options or {})}
    opened = events.create(desk, f"Demo {system.name}", system.key, STAFF, seed=seed, options=chosen)
    event_id = opened.id
    yield DemoStep("created", f"Event “{opened.event.name}” created.", opened)
    people = [(_name(n), invented(system, lots)) for n in range(players)]
    opened = roster.enrol(desk, event_id, people, STAFF)
    yield DemoStep("enrolled", f"{players} players enrolled.", opened)
    while (drawn := _next(desk, opened, system)) is not None:
        opened = drawn
        yield DemoStep("drawn", f"Round {len(opened.event.rounds)} drawn and published.", opened)
        opened = _play(desk, opened, system, lots)
        yield DemoStep("played", f"Round {len(opened.event.rounds)} played and closed.", opened)
        if len(opened.event.rounds) == 1 and players > FEWEST * 2:
            last = standings(opened.event, system).order()[-1]
            name = opened.event.name_of(last)
            opened = roster.drop(desk, event_id, name, STAFF, "has to catch a train")
            yield DemoStep("dropped", f"{name} drops after round 1.", opened)
    opened = events.finish(desk, event_id, STAFF)
    yield DemoStep("finished", "The event is finished; the seed is revealed.", opened)


def begun(desk: Desk, system_key: str, players: int = 12, seed: str = "demo") -> Opened:
    """An event in the middle of its second round, with half of the results in: something to try things out on."""
    system = registry.find(system_key)
    steps = (step for step in demo(desk, system_key, players, seed) if step.kind == "drawn")
    opened = next(steps).opened
    opened = next(steps, DemoStep("drawn", "", opened)).opened
    clock.start(desk, opened.id, STAFF)
    lots = Lots(seed, f"demo of {system.key}, half a round")
    matches = opened.event.rounds[-1].matches
    found = [_report(opened, m, system, lots) for m in matches[: len(matches) // 2]]
    return results.report(desk, opened.id, found, STAFF)


def begun_of_each(desk: Desk) -> dict[str, Exception]:
    """One event per game. An installed game that fails does not affect the others: returns what each package raised."""
    broken: dict[str, Exception] = {}
    for key in registry.names():
        package = registry.offer(key).package
        try:
            begun(desk, key)
        except Exception as error:  # Third-party code may raise anything; ours may not.
            if not package:
                raise
            broken[package] = error
    return broken


def _name(number: int) -> str:
    again = number // len(NAMES)
    return NAMES[number % len(NAMES)] + (f" {again + 1}" if again else "")


def invented(system: System, lots: Lots) -> dict[str, str]:
    """Player fields made up from what the system declares."""
    values = {}
    for field in system.player_fields:
        if field.key == system.circle_field:
            values[field.key] = lots.choice(GROUPS)
        elif field.required and field.default is None:
            values[field.key] = _typed(field, lots)
    return values


def _typed(field: Field, lots: Lots) -> str:
    if field.kind is Kind.NUMBER:
        low = max(field.low or 0, 6)
        return str(low + lots.below(8))
    return field.choices[0] if field.choices else "none"


def _next(desk: Desk, opened: Opened, system: System) -> Opened | None:
    """Draws and publishes what comes next, including the cut; None when the event is over."""
    event = opened.event
    if event.rounds and event.stage.kind is StageKind.SWISS:
        plan = planned(event, system)
        over = system.over(event, system.settings(event), standings(event, system))
        if over is not None:
            return None
        if len(event.rounds) >= plan.rounds:
            if not plan.cut:
                return None
            rounds.cut(desk, opened.id, STAFF)
    elif event.rounds and champion(event, system) is not None:
        return None
    rounds.pair(desk, opened.id, STAFF)
    return rounds.publish(desk, opened.id, STAFF)


def _play(desk: Desk, opened: Opened, system: System, lots: Lots) -> Opened:
    """Invents every result of the round and closes it."""
    found = [_report(opened, m, system, lots) for m in opened.event.rounds[-1].matches]
    if found:
        results.report(desk, opened.id, found, STAFF)
    return rounds.close(desk, opened.id, STAFF)


def _report(opened: Opened, match: Match, system: System, lots: Lots) -> Report:
    a, b = opened.event.players[match.a], opened.event.players[match.b]
    return Report(str(match.table), raw=_result(a, b, opened, match, system, lots))


def _result(a: Player, b: Player, opened: Opened, match: Match, system: System, lots: Lots) -> dict[str, Raw]:
    """A legal result; in elimination one that has a winner."""
    settings = system.settings(opened.event)
    elimination = opened.event.stage.kind is StageKind.ELIMINATION
    while True:
        values = system.invent(a, b, settings, lots)
        if not elimination:
            return values
        full = results.complete(system, values)
        outcomes = [s.outcome for s in system.score(Game(a, b, full, settings, elimination))]
        if Outcome.WIN in outcomes:
            return values
