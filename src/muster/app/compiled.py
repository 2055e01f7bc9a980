"""Catalogues compiled for quick loading: once each, stored beside the catalogue under the hash of its content.

Reading a language of 18,000 lines takes a tenth of a second of computing, its compiled form five milliseconds. It lies
in a folder `__pycache__`, is written under the conditions of Python's own, and can be deleted at any time.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Message

FORM = b"1"
"""Goes up by one when the compiled form changes."""

KEPT = "__pycache__"


@dataclass(frozen=True, slots=True)
class Texts:
    """Translations by their English text, empty if there is none yet; and which plural form a number has."""

    found: dict[str, str | list[str]]
    plural: str


def compiled(catalogue: Traversable, code: str, use: Callable[[Message], bool] | None = None) -> Texts:
    """A catalogue's texts that `use` accepts; OSError or ValueError if it cannot be read."""
    data = catalogue.read_bytes()
    name = f"{code}.{sha256(FORM + data).hexdigest()[:24]}.json"
    # An archive has no folder beside it.
    kept = catalogue.parent / KEPT / name if isinstance(catalogue, Path) else None
    if kept is not None:
        with suppress(OSError, ValueError):
            return _texts(json.loads(kept.read_bytes()))
    texts = _compile(data, code, use)
    if kept is not None and not sys.dont_write_bytecode:
        with suppress(OSError):
            _keep(kept, code, texts)
    return texts


def _compile(data: bytes, code: str, use: Callable[[Message], bool] | None) -> Texts:
    from babel.messages.pofile import read_po  # Slow to load, and only needed to compile.

    whole = read_po(BytesIO(data), locale=code)
    found: dict[str, str | list[str]] = {}
    for message in whole:
        if message.id and (use is None or use(message)):
            english = message.id if isinstance(message.id, str) else message.id[0]
            found[english] = message.string if isinstance(message.string, str) else list(message.string or ())
    return Texts(found, whole.plural_expr)


def _texts(data: Any) -> Texts:
    """What was kept, or ValueError if it is something else."""
    if not isinstance(data, dict) or not isinstance(data.get("found"), dict) or not isinstance(data.get("plural"), str):
        raise ValueError("not a compiled catalogue")
    return Texts(data["found"], data["plural"])


def _keep(path: Path, code: str, texts: Texts) -> None:
    """Written completely or not at all; compiled forms of earlier contents are removed."""
    path.parent.mkdir(exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps({"found": texts.found, "plural": texts.plural}, ensure_ascii=False), encoding="utf-8")
    os.replace(part, path)
    for old in path.parent.glob(f"{code}.*.json"):
        if old != path:
            with suppress(OSError):
                old.unlink()
