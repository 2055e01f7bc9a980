"""A definition as a TOML text and back. Reading and writing the file itself is the caller's part."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from muster.game import BadInput
from muster.systems.custom.definition import KEYS, read


def parse(text: str) -> dict[str, Any]:
    """The tables of a TOML text, not yet checked. A decimal such as 0.5 is kept as text, and so exact."""
    try:
        return tomllib.loads(text, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            "This is not a TOML file: {rstrip}.", rstrip=str(error).rstrip(".") or "nested too deep"
        ) from None


def to_toml(definition: Mapping[str, Any]) -> str:
    """The text of a definition that is right, in the order of the documentation; `parse` gives the same back."""
    read(definition)
    plain = [key for key in KEYS if key in definition and isinstance(definition[key], str)]
    tables = [key for key in KEYS if key in definition and key not in plain]
    lines = [f"{key} = {_value(definition[key])}" for key in plain]
    for key in tables:
        lines += _table(key, definition[key])
    return "\n".join(lines) + "\n"


def _table(name: str, value: Any) -> Iterator[str]:
    """A table, its plain values first, or rows of tables."""
    if not isinstance(value, Mapping):
        for row in value:
            yield from ("", f"[[{name}]]")
            yield from (f"{key} = {_value(one)}" for key, one in row.items())
        return
    nested = {key: one for key, one in value.items() if _is_rows(one)}
    if len(nested) < len(value) or not nested:
        yield from ("", f"[{name}]")
        yield from (f"{key} = {_value(one)}" for key, one in value.items() if key not in nested)
    for key, one in nested.items():
        yield from _table(f"{name}.{key}", one)


def _is_rows(value: object) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value)


def _value(value: Any) -> str:
    """Text, whole numbers, true and false, and lists of them are written in TOML as in JSON."""
    return json.dumps(value, ensure_ascii=False)
