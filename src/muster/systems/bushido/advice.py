"""What the book advises on the set-up of an event, for the organiser only: it names scenarios that are still hidden."""

from __future__ import annotations

from collections.abc import Sequence

from muster.game import Event, Plan, Reason, ScenarioChosen, Settings
from muster.systems.bushido.tiebreaks import NAMES, SUGGESTED

USUAL_MIX = ("circle", "centre", "zone")
VIM = "vim"
VIM_ROUNDS = 4
"""BUS-44: one of each kind; from this many rounds on one VIM scenario too."""


def advice(event: Event, settings: Settings, players: int, plan: Plan) -> tuple[Reason, ...]:
    """What the organiser should look at again; nothing here forbids anything."""
    chosen = [event.scenarios[number] for number in sorted(event.scenarios)]
    return (*_mix(chosen, plan.rounds), *_advanced(chosen, settings), *_repeats(chosen), *_to_publish(settings))


def _mix(chosen: Sequence[ScenarioChosen], rounds: int) -> list[Reason]:
    """BUS-44. Silent while the remaining rounds can still provide what is missing; free entries need a category."""
    chosen = [s for s in chosen if s.round <= rounds]
    kinds = [s.category.strip().casefold() for s in chosen]
    wanted = (*USUAL_MIX, VIM) if rounds >= VIM_ROUNDS else USUAL_MIX
    missing = [kind for kind in wanted if kind not in kinds]
    unknown = [str(s.round) for s, kind in zip(chosen, kinds, strict=True) if not kind]
    still_open = rounds - len(chosen) + len(unknown)
    if chosen and len(missing) > still_open:
        return [Reason("mix_missing", {"rounds": rounds, "missing": missing}, "BUS-44")]
    if missing and unknown:
        return [Reason("mix_unchecked", {"rounds": ", ".join(unknown)}, "BUS-44")]
    return []


def _advanced(chosen: Sequence[ScenarioChosen], settings: Settings) -> list[Reason]:
    """BUS-48."""
    if settings.flag("advanced_scenarios"):
        return []
    return [Reason("advanced_off", {"round": s.round, "scenario": s.name}, "BUS-48") for s in chosen if s.advanced]


def _repeats(chosen: Sequence[ScenarioChosen]) -> list[Reason]:
    """B-29."""
    rounds: dict[str, list[ScenarioChosen]] = {}
    for scenario in chosen:
        rounds.setdefault(scenario.name.strip().casefold(), []).append(scenario)
    return [
        Reason("scenario_repeat", {"scenario": same[0].name, "rounds": ", ".join(str(s.round) for s in same)}, "B-29")
        for same in rounds.values()
        if len(same) > 1
    ]


def _to_publish(settings: Settings) -> list[Reason]:
    """BUS-38."""
    used = list(settings.words("tiebreakers"))
    if settings.text("last_resort") == "head_to_head" and "head_to_head" not in used:
        used.append("head_to_head")
    return [Reason("publish_tiebreak", {"tiebreak": NAMES[key]}, "BUS-38") for key in used if key not in SUGGESTED]
