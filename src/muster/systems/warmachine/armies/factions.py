"""Factions as people write them, and the Faction that a list counts as: theme forces and Partisans may change it."""

from __future__ import annotations

from dataclasses import dataclass

from muster.game import plain_name

_SPELLINGS = {
    "Cygnar": ("cygnar",),
    "Protectorate of Menoth": ("protectorate of menoth", "protectorate", "menoth", "menites"),
    "Khador": ("khador",),
    "Cryx": ("cryx",),
    "Retribution of Scyrah": ("retribution of scyrah", "retribution"),
    "Convergence of Cyriss": ("convergence of cyriss", "convergence"),
    "Crucible Guard": ("crucible guard",),
    "Infernals": ("infernals", "infernal"),
    "Mercenaries": ("mercenaries", "mercenary"),
    "Trollbloods": ("trollbloods", "trollblood"),
    "Circle Orboros": ("circle orboros", "circle"),
    "Skorne": ("skorne",),
    "Legion of Everblight": ("legion of everblight", "legion", "everblight"),
    "Minions": ("minions", "minion"),
    "Grymkin": ("grymkin",),
}
_FACTION = {spelling: faction for faction, spellings in _SPELLINGS.items() for spelling in spellings}


def plain(name: str) -> str:
    """A name as it is compared, without a leading “the”."""
    return plain_name(name).removeprefix("the ")


def faction(name: str) -> str:
    """The Faction's own name; an unknown one stays as written."""
    return _FACTION.get(plain(name), name.strip())


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader in the imported data: the printed Faction, and those it is a Partisan of."""

    name: str
    faction: str
    partisan: tuple[str, ...] = ()


def counts_as(stated: str, theme: str, leader: Leader | None) -> frozenset[str] | None:
    """The Factions a list may count as; None if the data do not say.

    `stated`: the Faction that the list itself names.
    """
    match plain(theme):
        case "hearts of darkness":
            return frozenset(("Infernals",))  # WMH-034
        case "warriors of the old faith":
            return frozenset(("Khador", "Protectorate of Menoth"))  # WMH-035
        case "flame in the darkness":  # WMH-036
            return frozenset((leader.faction, *leader.partisan)) if leader else None
    return frozenset((faction(stated),)) if stated else None
