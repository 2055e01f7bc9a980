"""Finding a system by key or alias: those in this package, and those of installed packages (`muster.systems`).

Whatever is wrong with an installed package, the other games work: it is named in one sentence, and left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from muster.core.book.system import System
from muster.core.kit.errors import GameMissing, Refusal, UnknownName
from muster.core.kit.language import Message, mark
from muster.core.record.event import Event
from muster.game import API_VERSION

GROUP = "muster.systems"
"""The entry-point group in which an installed package offers its SYSTEM."""

BUILT_IN = ("bushido", "l5r", "warmachine", "urban_war", "custom")


@dataclass(frozen=True, slots=True)
class Offer:
    """A game, and who offers it: the name of an installed package, empty for Muster's own games.

    `version` is that of the game's rules: events remember it. `home` is the package of its code, as imported.
    """

    system: System
    package: str
    version: str
    home: str


@dataclass(frozen=True, slots=True)
class Broken:
    """An installed package whose game cannot be used, and why."""

    name: str
    message: Message

    def refusal(self) -> Refusal:
        return Refusal(self.message)


@dataclass(frozen=True, slots=True)
class Installed:
    offers: Mapping[str, Offer]
    broken: tuple[Broken, ...]


def _plain(name: str) -> str:
    return name.strip().casefold().replace("-", "_").replace(" ", "_")


def _load(key: str) -> System:
    system: System = import_module(f"muster.systems.{key}").SYSTEM
    return system


@cache
def installed() -> Installed:
    """The games of installed packages; searched once."""
    from importlib.metadata import entry_points

    offers: dict[str, Offer] = {}
    broken: list[Broken] = []
    for point in entry_points(group=GROUP):
        package, version = (point.dist.name, point.dist.version) if point.dist else (point.value, "")
        named = f"{package} {version}".strip()
        try:
            system = point.load()
        except (Exception, SystemExit) as error:  # Third-party code may raise anything when it is loaded.
            why = f"{type(error).__name__}: {error}"
            cannot = Refusal(CANNOT_LOAD, name=point.name, package=named, why=why)
            broken.append(Broken(point.name, cannot.message))
            continue
        wrong = _wrong(system, offers, point.name, named)
        if wrong is None:
            spec = import_module(point.module).__spec__
            home = (spec.parent if spec else "") or point.module
            offers[system.key] = Offer(system, package, system.version or version, home)
        else:
            broken.append(Broken(point.name, wrong.message))
    return Installed(offers, tuple(broken))


CANNOT_LOAD = mark(
    "The package {package} offers the game “{name}”, but it cannot be loaded ({why}). Update or remove the package; "
    "all other games work."
)
NOT_A_SYSTEM = mark(
    "The package {package} offers the game “{name}”, but what it offers is a {kind}, not a System. Update or remove "
    "the package; all other games work."
)
OTHER_API = mark(
    "The package {package} offers the game “{name}”, but it was written for version {theirs} of muster.game, and this "
    "Muster has version {ours}. Update the package or Muster; all other games work."
)
KEY_TAKEN = mark(
    "The package {package} offers the game “{name}” under the key “{key}”, which another game has. Remove one of the "
    "two; all other games work."
)


def _wrong(system: object, offers: Mapping[str, Offer], name: str, package: str) -> Refusal | None:
    if not isinstance(system, System):
        return Refusal(NOT_A_SYSTEM, name=name, package=package, kind=type(system).__name__)
    if system.api != API_VERSION:
        return Refusal(OTHER_API, name=name, package=package, theirs=system.api, ours=API_VERSION)
    if system.key in BUILT_IN or system.key in offers:
        return Refusal(KEY_TAKEN, name=name, package=package, key=system.key)
    return None


def names() -> list[str]:
    """The keys of every system that can be played."""
    return [*BUILT_IN, *installed().offers]


def broken() -> list[Refusal]:
    """What is wrong with installed packages, one sentence each."""
    return [one.refusal() for one in installed().broken]


def find(name: str) -> System:
    """The system with this key or alias, in any case; for an unknown one, the refusal suggests the nearest."""
    wanted = _plain(name)
    if wanted in BUILT_IN:
        return _load(wanted)
    found = installed()
    every = [*(_load(key) for key in BUILT_IN), *(offer.system for offer in found.offers.values())]
    for system in every:
        if wanted in (_plain(known) for known in (system.key, system.name, *system.aliases)):
            return system
    for one in found.broken:
        if wanted == _plain(one.name):
            raise one.refusal()
    raise UnknownName("system", name, [s.key for s in every])


def offer(key: str) -> Offer:
    """The game with exactly this key, its package and the version of its rules."""
    if key in BUILT_IN:
        system = _load(key)
        return Offer(system, "", system.version, f"muster.systems.{key}")
    return installed().offers[key]


def composed(definition: dict[str, Any]) -> System:
    """A system composed by an organiser."""
    built: System = import_module("muster.systems.custom").build(definition)
    return built


def circuits() -> dict[str, Mapping[str, Any]]:
    """The circuits described in the books of the games here, by key: each definition's tables."""
    return {key: tables for name in names() for key, tables in find(name).circuits.items()}


def circuit(key: str) -> Mapping[str, Any]:
    known = circuits()
    if key not in known:
        raise UnknownName("circuit", key, known)
    return known[key]


def of(event: Event) -> System:
    """An event's system; one composed by the organiser is stored in the event itself."""
    if event.definition is not None:
        return composed(event.definition)
    if event.system in BUILT_IN:
        return _load(event.system)
    found = installed()
    if event.system in found.offers:
        return found.offers[event.system].system
    for one in found.broken:
        if event.system == one.name:
            raise one.refusal()
    if not event.package:
        raise GameMissing(
            "“{event}” is played by the game “{system}”, which is not installed here. Install the package that offers "
            "it, and the event opens again.",
            event=event.name,
            system=event.system,
        )
    raise GameMissing(
        "“{event}” is played by the game “{system}”, which is not installed here. Install the package {package} "
        "({version} or newer), and the event opens again.",
        event=event.name,
        system=event.system,
        package=event.package,
        version=event.game_version,
    )
