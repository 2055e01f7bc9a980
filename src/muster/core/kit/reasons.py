"""Why something is so: a code, its data and the clause. Stored in the journal, put into words when shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Reason:
    """`code` picks the sentence, `data` fills it, `clause` is a rule id that the system explains.

    Together with its event it becomes a message (`core.reading.words`).

    Players are in `data` as ids under keys that begin with `player`; their names are filled in when the reason is put
    into words.
    """

    code: str
    data: dict[str, Any] = field(default_factory=dict)
    clause: str = ""
