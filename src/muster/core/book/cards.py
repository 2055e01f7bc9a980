"""A scenario as a card for the table: its elements, and its rules in our own words with every number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under a heading, each a text from the catalogue and the rule it comes from."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """`lays`: how many of each element are on one table, by name. `clause`: where the book says so."""

    clause: str
    lays: tuple[tuple[str, int], ...] = ()
    groups: tuple[Group, ...] = ()
