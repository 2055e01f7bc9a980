"""A definition as a TOML text and back. Reading and writing the file itself is the caller's part."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from muster.core.kit.errors import BadInput

LONGEST_LINE = 2_000
"""Characters. A key with many parts takes time quadratic in its length, and no real definition has such a line."""


def parse(text: str) -> dict[str, Any]:
    """The tables of a TOML text, not yet checked. A decimal such as 0.5 is kept as text, so that it stays exact."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise BadInput(
                "Line {number} has {long} characters. A line of a TOML file can have at most {most} here.",
                number=number,
                long=len(line),
                most=LONGEST_LINE,
            )
    try:
        return tomllib.loads(text, parse_float=str)
    except (ValueError, RecursionError) as error:
        if isinstance(error, RecursionError):
            raise BadInput("This is not a TOML file: it is nested too deep.") from None
        raise BadInput("This is not a TOML file: {rstrip}.", rstrip=str(error).rstrip(".")) from None


def written(tables: Mapping[str, Any], order: Sequence[str]) -> str:
    """The text of a valid definition, its plain values first, in this order; `parse` gives the same tables back."""
    keys = [key for key in order if key in tables]
    plain = [key for key in keys if not isinstance(tables[key], Mapping) and not _is_rows(tables[key])]
    lines = [f"{key} = {_value(tables[key])}" for key in plain]
    for key in keys:
        if key not in plain:
            lines += _table(key, tables[key])
    return "\n".join(lines) + "\n"


def _table(name: str, value: Any) -> Iterator[str]:
    """A table, its plain values first, or rows of tables."""
    if not isinstance(value, Mapping):
        for row in value:
            yield from ("", f"[[{name}]]")
            yield from _inside(name, row)
        return
    nested = [key for key, one in value.items() if _is_rows(one) or isinstance(one, Mapping)]
    if len(nested) < len(value) or not nested:
        yield from ("", f"[{name}]")
    yield from _inside(name, value)


def _inside(name: str, value: Mapping[str, Any]) -> Iterator[str]:
    nested = {key: one for key, one in value.items() if _is_rows(one) or isinstance(one, Mapping)}
    yield from (f"{key} = {_value(one)}" for key, one in value.items() if key not in nested)
    for key, one in nested.items():
        yield from _table(f"{name}.{key}", one)


def _is_rows(value: object) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value)


def _value(value: Any) -> str:
    """TOML writes text, whole numbers, true and false, and lists of them as JSON does."""
    return json.dumps(value, ensure_ascii=False)
