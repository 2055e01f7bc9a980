"""Which staff may read a fact in the log, and when. Each kind of fact declares it as `readers`."""

from __future__ import annotations

from enum import StrEnum


class Readers(StrEnum):
    """Rules for marshals and judges, who may also play; the organiser reads everything."""

    STAFF = "staff"
    """All of them."""
    PUBLISHED = "published"
    """All, once the round in question is published."""
    SCENARIO = "scenario"
    """All, once a round with the scenario in question is published (BUS-43, WMH-109)."""
    OUTSIDERS = "outsiders"
    """All except the match's own players, until its result is in (L5R-018)."""
    NOT_OPPONENT = "not_opponent"
    """All except the player's opponent in the round being played (X-17, L5R-018)."""
    AS_TAKEN = "as_taken"
    """Whoever may read what was undone or redone."""
