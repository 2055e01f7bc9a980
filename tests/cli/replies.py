"""Holds what a command answers with `--json` against the shapes that it may have."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec

from muster.app.exact import View
from muster.cli.commands import ALIASES, COMMANDS
from muster.cli.replies.base import Refused
from muster.cli.schemas import REPLIES


def called(args: Sequence[str]) -> str:
    """A line's command, with its group's name first; empty if the line has none."""
    at = next((at for at, word in enumerate(args) if word in COMMANDS or word in ALIASES), None)
    if at is None:
        return ""
    name = ALIASES.get(args[at], args[at])
    within = " ".join((name, *args[at + 1 : at + 2]))
    return within if within in REPLIES else name


def must_fit(args: Sequence[str], out: str) -> type[View]:
    """The one shape that an answer has: nothing less, nothing else and nothing more."""
    name = called(args)
    refused = not json.loads(out)["ok"] and "error" in json.loads(out)
    shapes: list[type[View]] = [*REPLIES.get(name, ()), *([Refused] if refused else [])]
    wrong: dict[str, str] = {}
    for shape in shapes:
        try:
            read = msgspec.json.decode(out, type=shape)
        except msgspec.ValidationError as error:
            wrong[shape.__name__] = str(error)
            continue
        again = json.loads(msgspec.json.encode(read))
        if again == json.loads(out):
            return shape
        wrong[shape.__name__] = "has keys that the shape does not know"
    raise AssertionError(f"muster {name} --json answered none of {wrong}:\n{out}")
