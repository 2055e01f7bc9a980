"""Which leaders of an event may play in it."""

from __future__ import annotations

import pytest

from muster.core.kit.errors import Refusal
from muster.systems.l5r import SYSTEM
from tests.systems.l5r.desk import settings


def test_a_leader_plays_in_a_relaxed_event_beside_another_leader() -> None:
    """L5R-017 L-31."""
    SYSTEM.conduct.may_play(settings(tier="relaxed"), 1)
    with pytest.raises(Refusal) as refused:
        SYSTEM.conduct.may_play(settings(tier="relaxed"), 0)
    assert refused.value.clause == "L5R-017"


@pytest.mark.parametrize("tier", ["formal", "premier"])
def test_a_leader_of_any_other_event_does_not_play(tier: str) -> None:
    """L5R-020."""
    with pytest.raises(Refusal) as refused:
        SYSTEM.conduct.may_play(settings(tier=tier), 5)
    assert refused.value.clause == "L5R-020"
