"""What is wrong with the fields of a body or a query, in words of our own where they help."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import inspect

from muster.core.kit.language import Message, Text, either, plural, tr

_AT = r"(?: - at (?:`key` in )?`\$\.?(?P<place>.*)`)?"
_UNKNOWN = re.compile(rf"Object contains unknown field `(?P<name>.*?)`{_AT}", re.DOTALL)
_MISSING = re.compile(rf"Object missing required field `(?P<name>.*?)`{_AT}", re.DOTALL)
_CHOICE = re.compile(rf"Invalid enum value '?(?P<value>.*?)'?{_AT}", re.DOTALL)
_KIND = re.compile(rf"Expected `(?P<wanted>[^`]*)`, got `(?P<found>[^`]*)`{_AT}", re.DOTALL)
_SIZE = re.compile(
    rf"Expected `(?P<kind>str|array)` of (?:length|at (?:least|most) length) ?(?P<than>[<>]=)? ?(?P<n>\d+)"
    rf"(?:, got \d+)?{_AT}",
    re.DOTALL,
)
_BOUND = re.compile(rf"Expected `(?:int|float)` (?P<than>[<>]=) (?P<n>-?[\d.]+){_AT}", re.DOTALL)
_BASE64 = re.compile(rf"Invalid base64 encoded string{_AT}", re.DOTALL)
_FAR = re.compile(rf"(?:Integer value|Number) out of range{_AT}", re.DOTALL)
_BYTE = re.compile(r"JSON is malformed: .* \(byte (?P<n>\d+)\)", re.DOTALL)
_STEP = re.compile(r"\.?(\w+)|\[(?:\d+|\.\.\.)\]")

LONGEST = 100
"""How much of what was sent is quoted."""

_KINDS = {
    "int": tr("a whole number"),
    "float": tr("a number"),
    "str": tr("text"),
    "bytes": tr("text in base64"),
    "bool": tr("true or false"),
    "null": tr("null"),
    "array": tr("a list"),
    "object": tr("an object"),
}
"""What JSON has, by msgspec's names."""


def fault_of(error: msgspec.ValidationError, shape: type[Any]) -> Text:
    """The fault without its full stop, to follow a colon."""
    said = str(error)
    for pattern, told in _TOLD:
        found = pattern.fullmatch(said)
        message = told(found, shape) if found else None
        if message is not None:
            return message
    return said


def not_json(error: Exception) -> Text:
    """Why a text cannot be read at all, likewise."""
    if isinstance(error, RecursionError):
        return tr("it is nested too deep")
    found = _BYTE.fullmatch(str(error))
    if found:
        return tr("something is wrong at byte {n}", n=int(found["n"]))
    return tr("it is cut short") if "truncated" in str(error) else tr("it is not UTF-8")


def _unknown(found: re.Match[str], shape: type[Any]) -> Message:
    place, name = found["place"] or "", found["name"][:LONGEST]
    known = ", ".join(_fields(_at(shape, place)))
    if not known:
        return tr("“{name}” is not known; this address takes no fields", name=_inside(place, name))
    return tr("“{name}” is not known; known: {known}", name=_inside(place, name), known=known)


def _missing(found: re.Match[str], shape: type[Any]) -> Message:
    return tr("“{name}” is missing", name=_inside(found["place"] or "", found["name"]))


def _choice(found: re.Match[str], shape: type[Any]) -> Message | None:
    choices = _choices(_at(shape, found["place"] or ""))
    if not choices:
        return None
    return tr(
        "“{value}” for “{name}” should be one of {known}",
        value=found["value"][:LONGEST],
        name=_name(found),
        known=", ".join(choices),
    )


def _kind(found: re.Match[str], shape: type[Any]) -> Message | None:
    wanted = [_KINDS.get(one) for one in found["wanted"].split(" | ")]
    got = _KINDS.get(found["found"])
    if got is None or None in wanted:
        return None
    if not found["place"]:
        return tr("it should be {wanted}, not {found}", wanted=either(wanted), found=got)
    return tr("“{name}” should be {wanted}, not {found}", name=_name(found), wanted=either(wanted), found=got)


def _size(found: re.Match[str], shape: type[Any]) -> Message:
    name, n = _name(found), int(found["n"])
    least = found["than"] == ">=" or "at least" in found[0]
    if found["kind"] == "str" and least:
        return plural(
            n,
            "“{name}” should have at least {n} character",
            "“{name}” should have at least {n} characters",
            name=name,
        )
    if found["kind"] == "str":
        return plural(
            n, "“{name}” should have at most {n} character", "“{name}” should have at most {n} characters", name=name
        )
    if least:
        return tr("“{name}” should list {least} or more", name=name, least=n)
    return tr("“{name}” should list {most} or fewer", name=name, most=n)


def _bound(found: re.Match[str], shape: type[Any]) -> Message:
    if found["than"] == ">=":
        return tr("“{name}” should be {least} or more", name=_name(found), least=found["n"])
    return tr("“{name}” should be {most} or less", name=_name(found), most=found["n"])


def _base64(found: re.Match[str], shape: type[Any]) -> Message:
    return tr("“{name}” is not text in base64", name=_name(found))


def _far(found: re.Match[str], shape: type[Any]) -> Message:
    if not found["place"]:
        return tr("a number in it is out of range")
    return tr("the number for “{name}” is out of range", name=_name(found))


_TOLD = (
    (_UNKNOWN, _unknown),
    (_MISSING, _missing),
    (_CHOICE, _choice),
    (_KIND, _kind),
    (_SIZE, _size),
    (_BOUND, _bound),
    (_BASE64, _base64),
    (_FAR, _far),
)


def _name(found: re.Match[str]) -> str:
    return found["place"] or ""


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
    enums = [str(choice.value) for part in _parts(one) if isinstance(part, inspect.EnumType) for choice in part.cls]
    words = [str(word) for part in _parts(one) if isinstance(part, inspect.LiteralType) for word in part.values if word]
    return enums + words
