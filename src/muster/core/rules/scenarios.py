"""The scenarios of an event: chosen, rolled (none twice until all were used), and the organiser's own sheets."""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.lots import Urn
from muster.core.kit.written import tidy
from muster.core.reading.plan import planned
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Event, RoundState
from muster.core.record.facts.play import Fact, ScenarioChosen
from muster.core.record.facts.venue import SheetAttached, VariantSaved
from muster.core.rules.players import clean_name

MOST_ROUNDS = 999
"""The last round a scenario can be chosen for; no event has this many."""
LONGEST_TEXT = 20_000
"""Characters in a scenario's own text: about five pages."""
MOST_OBJECTIVES = 20
LONGEST_OBJECTIVE = 300


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
    if not 1 <= round_ <= MOST_ROUNDS:
        raise BadInput(
            "“{round}” is not a round. Rounds are numbered from 1 to {most}.", round=str(round_), most=MOST_ROUNDS
        )
    begun = round_ <= len(event.rounds) and event.rounds[round_ - 1].state is not RoundState.DRAFT
    if begun:
        raise Refusal("Round {round} has begun, so its scenario cannot be changed.", round=numbered(event, round_))


def attach(event: Event, scenario: str, file: str, media: str, data: str) -> list[Fact]:
    """The organiser's own sheet for a scenario. It takes precedence over our card (BUS-46, X-20)."""
    event.must_run()
    return [SheetAttached(clean_name(scenario), file, media, data)]


def detach(event: Event, scenario: str) -> list[Fact]:
    event.must_run()
    if scenario not in event.venue.sheets:
        raise Refusal("“{scenario}” has no sheet of your own.", scenario=scenario)
    return [SheetAttached(scenario, "", "", "")]


def keep_variant(
    event: Event, scenario: str, text: str, variant_of: str = "", objectives: Sequence[str] = ()
) -> list[Fact]:
    """One of the event's own scenarios, in full: a variant to try out and pass on (BUS-47), or a campaign's with
    further objectives (UW-44). A later one with the same name replaces it.
    """
    event.must_run()
    name = clean_name(scenario)
    kept = text.replace("\r\n", "\n").strip()
    aims = tuple(aim for aim in map(tidy, objectives) if aim)
    if not kept and not aims:
        raise BadInput("“{name}” needs its text or an objective.", name=name)
    must_be_full_text(kept)
    must_be_objectives(aims)
    fact = VariantSaved(name, clean_name(variant_of) if variant_of.strip() else "", kept, aims)
    if event.venue.variants.get(name) == fact:
        raise Refusal("“{name}” is already saved like this.", name=name)
    return [fact]


def must_be_full_text(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise BadInput(
            "“{start}…” has {length} characters. A scenario’s text can have at most {most}.",
            start=text[:30],
            length=len(text),
            most=LONGEST_TEXT,
        )


def must_be_objectives(objectives: Sequence[str]) -> None:
    if len(objectives) > MOST_OBJECTIVES:
        raise BadInput(
            "{n} objectives are too many. A scenario has at most {most}.", n=len(objectives), most=MOST_OBJECTIVES
        )
    for one in objectives:
        if len(one) > LONGEST_OBJECTIVE:
            raise BadInput(
                "“{start}…” has {length} characters. An objective can have at most {most}.",
                start=one[:30],
                length=len(one),
                most=LONGEST_OBJECTIVE,
            )


def drop_variant(event: Event, scenario: str) -> list[Fact]:
    event.must_run()
    if scenario not in event.venue.variants:
        raise UnknownName("scenario", scenario, event.venue.variants)
    return [VariantSaved(scenario)]


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
