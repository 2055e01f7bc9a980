"""Which staff may read a fact in the log, and when. Each kind of fact declares it as `readers`."""

from __future__ import annotations

from enum import StrEnum


class Readers(StrEnum):
    """The organiser reads everything; these are the rules for marshals and judges, who may play too."""

    STAFF = "staff"
    """All of them."""
    PUBLISHED = "published"
    """All, once the round that it is about is published."""
    SCENARIO = "scenario"
    """All, once a round with the scenario that it is about is published (BUS-43, WMH-109)."""
    OUTSIDERS = "outsiders"
    """All but those who play in the match that it is about, until its result is in (L5R-018)."""
    NOT_OPPONENT = "not_opponent"
    """All but those who play against the player whom it is about, in the round being played (X-17, L5R-018)."""
    AS_TAKEN = "as_taken"
    """Those who may read what was undone or redone."""
