"""Decoders of msgspec: one for each class, built one after the other.

msgspec works a class out when something is first decoded into it. If another thread decodes into that class before this
is done, or into one that it is a part of, the process crashes (seen with 0.22.0). So no other module builds one.
"""

from __future__ import annotations

from threading import Lock
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_LOCK = Lock()
_BUILT: dict[Any, msgspec.json.Decoder[Any]] = {}


def decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    """The decoder from JSON to this class."""
    found = _BUILT.get(kind)
    if found is None:
        with _LOCK:
            found = _BUILT[kind] = msgspec.json.Decoder(kind)
    return found


def converted(value: Any, kind: type[T], *, strict: bool = True) -> T:
    """Plain values converted to an object of this class."""
    decoder(kind)
    return msgspec.convert(value, kind, strict=strict)
