"""Finding a system by key or alias: those in this package, and those of installed packages (`muster.systems`)."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from muster.game import Event, Refusal, System, UnknownName

GROUP = "muster.systems"
"""The entry-point group under which an installed package offers its SYSTEM."""

BUILT_IN = ("bushido", "l5r", "warmachine", "urban_war", "custom")


def _plain(name: str) -> str:
    return name.strip().casefold().replace("-", "_").replace(" ", "_")


def _load(key: str) -> System:
    system: System = import_module(f"muster.systems.{key}").SYSTEM
    return system


@cache
def _installed() -> dict[str, System]:
    from importlib.metadata import entry_points

    found: dict[str, System] = {}
    for point in entry_points(group=GROUP):
        system = point.load()
        if not isinstance(system, System):
            raise Refusal(
                "The installed package behind “{name}” offers no System, but a {kind}.",
                name=point.name,
                kind=type(system).__name__,
            )
        found[system.key] = system
    return found


def names() -> list[str]:
    """The keys of every system there is."""
    return [*BUILT_IN, *(key for key in _installed() if key not in BUILT_IN)]


def find(name: str) -> System:
    """The system of this key or alias, whatever its case; an unknown one says the nearest."""
    wanted = _plain(name)
    if wanted in BUILT_IN:
        return _load(wanted)
    every = [*(_load(key) for key in BUILT_IN), *_installed().values()]
    for system in every:
        if wanted in (_plain(known) for known in (system.key, system.name, *system.aliases)):
            return system
    raise UnknownName("system", name, [s.key for s in every])


def composed(definition: dict[str, Any]) -> System:
    """A system that an organiser put together."""
    built: System = import_module("muster.systems.custom").build(definition)
    return built


def of(event: Event) -> System:
    """The system of an event; one that was composed by the organiser travels in the event itself."""
    return find(event.system) if event.definition is None else composed(event.definition)
