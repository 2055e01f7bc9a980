"""The shapes that all replies share: a change, and a refusal."""

from __future__ import annotations

from typing import Literal

from muster.app.exact import View


class Reply(View, frozen=True):
    """The base of all replies; `ok` is false if the exit code is not 0."""

    ok: bool


class ErrorView(View, frozen=True):
    """Why not: a sentence, and the clause it cites with its heading. `code` is the same in every wording."""

    sentence: str
    clause: str
    heading: str
    kind: Literal[
        "refusal",
        "bad_input",
        "unknown_name",
        "conflict",
        "damaged_journal",
        "game_missing",
        "difference",
        "usage",
        "fault",
    ]
    code: str


class Refused(View, frozen=True):
    """Why the command could not be carried out."""

    ok: Literal[False]
    error: ErrorView


class Change(Reply, frozen=True):
    """What was done, what to type next, and the number of the journal's last entry."""

    event: str
    done: str
    next: str
    entries: int
