"""What is known about a request while it is being answered, for the log and the metrics."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex

from muster.web.connections import Scope

UNDER_WAY = "muster.under_way"
"""In a scope: what is known about its request so far."""


@dataclass(slots=True)
class UnderWay:
    """`page`: the name of the address in `web/urls.py`, which is the same for everybody and everything."""

    id: str
    arrived: float = 0.0
    """When all of it had arrived: a slow sender is not our slowness."""
    page: str = "other"
    status: int = 0
    lasting: bool = False
    """A stream: open for as long as somebody looks."""
    handed_on: bool = False
    """Answered by another process, which logs it."""


def under_way(scope: Scope) -> UnderWay:
    """A request that did not come through our server, as in a test, also gets an id."""
    found = scope.get(UNDER_WAY)
    return found if isinstance(found, UnderWay) else UnderWay(token_hex(6))
