"""A scenario as a card for the table: its elements, and its rules in our own words with every number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under a heading, each a text of the catalogue with the rule it comes from."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """`lays`: elements by their name, with how many of each are on one table. `clause`: where that is said."""

    clause: str
    lays: tuple[tuple[str, int], ...] = ()
    groups: tuple[Group, ...] = ()
