"""Rolling the scenarios of an event: none twice until all were used."""

from __future__ import annotations

from muster.core.book.system import System
from muster.core.kit.errors import Refusal
from muster.core.kit.lots import Urn
from muster.core.reading.plan import planned
from muster.core.record.event import Event
from muster.core.record.facts.play import ScenarioChosen


def roll(event: Event, system: System, urn: Urn) -> list[ScenarioChosen]:
    """A scenario for every planned round that has none yet."""
    if not system.scenarios:
        raise Refusal("{name} lists no scenarios to roll from; choose them by name.", name=system.name)
    used = [chosen.name for chosen in event.scenarios.values()]
    lots = urn.stream(f"scenarios after {len(used)}")
    rolled: list[ScenarioChosen] = []
    for number in range(len(event.rounds) + 1, planned(event, system).rounds + 1):
        if number in event.scenarios:
            continue
        fresh = [s for s in system.scenarios if s.name not in used] or list(system.scenarios)
        scenario = lots.choice(fresh)
        used.append(scenario.name)
        rolled.append(ScenarioChosen(number, scenario.name, scenario.category, scenario.advanced, rolled=True))
    if not rolled:
        raise Refusal("Every planned round has a scenario already.")
    return rolled
