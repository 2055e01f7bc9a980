"""The scenarios of an event: chosen, rolled (none twice until all were used), and the organiser's own sheets."""

from __future__ import annotations

from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.lots import Urn
from muster.core.reading.plan import planned
from muster.core.record.event import Event, RoundState
from muster.core.record.facts.play import Fact, ScenarioChosen
from muster.core.record.facts.venue import SheetAttached
from muster.core.rules.players import clean_name


def choose(
    event: Event, system: System, round_: int, name: str, category: str = "", advanced: bool = False, text: str = ""
) -> list[Fact]:
    """The scenario of a round, fixed before it begins and hidden until then (BUS-42, WMH-105)."""
    _must_be_ahead(event, round_)
    known = next((s for s in system.scenarios if s.name.casefold() == name.strip().casefold()), None)
    if known is not None:
        return [ScenarioChosen(round_, known.name, category or known.category, advanced or known.advanced, text)]
    return [ScenarioChosen(round_, clean_name(name), category, advanced, text)]


def _must_be_ahead(event: Event, round_: int) -> None:
    event.must_run()
    if round_ < 1:
        raise BadInput("“{round}” is not a round. Rounds are numbered from 1.", round=round_)
    begun = round_ <= len(event.rounds) and event.rounds[round_ - 1].state is not RoundState.DRAFT
    if begun:
        raise Refusal("Round {round} has begun, so its scenario cannot be changed.", round=round_)


def attach(event: Event, scenario: str, file: str, media: str, data: str) -> list[Fact]:
    """The organiser's own sheet of a scenario. It goes before our card (BUS-46, X-20)."""
    event.must_run()
    return [SheetAttached(clean_name(scenario), file, media, data)]


def detach(event: Event, scenario: str) -> list[Fact]:
    event.must_run()
    if scenario not in event.venue.sheets:
        raise Refusal("“{scenario}” has no sheet of your own.", scenario=scenario)
    return [SheetAttached(scenario, "", "", "")]


def roll(event: Event, system: System, urn: Urn) -> list[Fact]:
    """A scenario for every planned round that has none yet."""
    event.must_run()
    if not system.scenarios:
        raise Refusal("{name} has no list of scenarios to roll from. Choose them by name.", name=system.name)
    used = [chosen.name for chosen in event.scenarios.values()]
    lots = urn.stream(f"scenarios after {len(used)}")
    rolled: list[Fact] = []
    for number in range(len(event.rounds) + 1, planned(event, system).rounds + 1):
        if number in event.scenarios:
            continue
        fresh = [s for s in system.scenarios if s.name not in used] or list(system.scenarios)
        scenario = lots.choice(fresh)
        used.append(scenario.name)
        rolled.append(ScenarioChosen(number, scenario.name, scenario.category, scenario.advanced, rolled=True))
    if not rolled:
        raise Refusal("Every planned round already has a scenario.")
    return rolled
