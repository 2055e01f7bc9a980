"""Two people at one event: a step is taken only by somebody whose page showed the latest state."""

from __future__ import annotations

from muster.app.desk import Opened
from muster.app.log.entries import tell
from muster.app.log.names import Names
from muster.core.kit.errors import Conflict
from muster.core.kit.language import Message
from muster.core.kit.model import Actor
from muster.core.record.facts import play as facts
from muster.core.record.undo import Redone, Undone

STEPS = (
    facts.RoundDrawn
    | facts.PlayersSwapped
    | facts.LatecomerSeated
    | facts.TableMoved
    | facts.RoundWithdrawn
    | facts.RoundPublished
    | facts.RoundClosed
    | facts.CutMade
    | facts.CutRefilled
    | facts.EventFinished
    | Undone
    | Redone
)
"""What makes a page stale for the next step. Results and rulings come in all the time and do not."""


def must_be_seen(opened: Opened, seen: int) -> None:
    """Refuses a step from a page older than the last step; 0 means no page was involved."""
    if not seen:
        return
    news = [e for e in opened.entries if e.seq > seen and isinstance(e.fact, STEPS)]
    if news:
        last, names = news[-1], Names(opened.event, opened.entries)
        raise Conflict(
            "{who} has just done this: {what}. Your change was not saved. Check and try again.",
            who=Message("The organiser") if last.actor.name == Actor().name else names.who(last),
            what=tell(last.fact, names, opened.system),
        )
