"""What is wrong with the fields of a body or a query, in words of our own where they help."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import inspect

from muster.core.kit.language import Text, tr

_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*?)`(?: - at `\$\.?(?P<place>.*)`)?", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<name>.*?)`(?: - at `\$\.?(?P<place>.*)`)?", re.DOTALL)
_CHOICE = re.compile(r"Invalid enum value '?(?P<value>.*?)'?(?: - at `\$\.?(?P<place>.*)`)", re.DOTALL)
_STEP = re.compile(r"\.?(\w+)|\[(?:\d+|\.\.\.)\]")

LONGEST = 100
"""How much of what was sent is quoted."""


def fault_of(error: msgspec.ValidationError, shape: type[Any]) -> Text:
    """The fault without its full stop, to follow a colon."""
    said = str(error)
    if found := _UNKNOWN.fullmatch(said):
        place, name = found["place"] or "", found["name"][:LONGEST]
        known = ", ".join(_fields(_at(shape, place)))
        if not known:
            return tr("“{name}” is not known; this address takes no fields", name=_inside(place, name))
        return tr("“{name}” is not known; known: {known}", name=_inside(place, name), known=known)
    if found := _MISSING.fullmatch(said):
        return tr("“{name}” is missing", name=_inside(found["place"] or "", found["name"]))
    if found := _CHOICE.fullmatch(said):
        choices = _choices(_at(shape, found["place"]))
        if choices:
            return tr(
                "“{value}” for “{name}” should be one of {known}",
                value=found["value"][:LONGEST],
                name=found["place"],
                known=", ".join(choices),
            )
    return said


def _inside(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _at(shape: type[Any], place: str) -> inspect.Type:
    """The type at a place such as `players[0].values`."""
    found: inspect.Type = inspect.type_info(shape)
    for step in _STEP.finditer(place):
        found = next((one for one in _parts(found) if isinstance(one, inspect.StructType | inspect.ListType)), found)
        if step[1] and isinstance(found, inspect.StructType):
            found = next((field.type for field in found.fields if field.encode_name == step[1]), found)
        elif isinstance(found, inspect.ListType):
            found = found.item_type
    return found


def _parts(one: inspect.Type) -> tuple[inspect.Type, ...]:
    return one.types if isinstance(one, inspect.UnionType) else (one,)


def _fields(one: inspect.Type) -> list[str]:
    return [field.encode_name for part in _parts(one) if isinstance(part, inspect.StructType) for field in part.fields]


def _choices(one: inspect.Type) -> list[str]:
    return [str(choice.value) for part in _parts(one) if isinstance(part, inspect.EnumType) for choice in part.cls]
