"""The vocabulary of an event: the first kind of journal."""

from __future__ import annotations

from typing import get_args

from muster.core.kit.errors import DamagedJournal
from muster.core.kit.language import mark
from muster.core.record.event import Event
from muster.core.record.facts.awards import VoteGiven
from muster.core.record.facts.claims import ClaimFact
from muster.core.record.facts.play import EventCreated, Fact
from muster.core.record.fold.play import fold
from muster.core.record.vocabulary import Title, Vocabulary


def _title(first: Fact) -> Title:
    if not isinstance(first, EventCreated):
        raise DamagedJournal("The journal does not begin with the creation of an event.")
    return Title(first.name, first.system)


EVENT: Vocabulary[Fact, Event] = Vocabulary(
    mark("event"), get_args(Fact), fold, _title, quiet=(*get_args(ClaimFact), VoteGiven)
)
