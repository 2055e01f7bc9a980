"""What is known about a request while it is being answered, for the log and the metrics."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex

from muster.web.connections import Scope

UNDER_WAY = "muster.under_way"
"""In a scope: what is known so far of its request."""


@dataclass(slots=True)
class UnderWay:
    """`page`: the name of the address in `web/urls.py`, which is the same whoever and whatever it is about."""

    id: str
    arrived: float = 0.0
    """When all of it was there: how slowly somebody sends is not our slowness."""
    page: str = "other"
    status: int = 0
    lasting: bool = False
    """A stream: it is open for as long as somebody looks."""
    handed_on: bool = False
    """Answered by another process, which tells of it."""


def under_way(scope: Scope) -> UnderWay:
    """A request that no server of ours took in, as in a test, has an id of its own too."""
    found = scope.get(UNDER_WAY)
    return found if isinstance(found, UnderWay) else UnderWay(token_hex(6))
