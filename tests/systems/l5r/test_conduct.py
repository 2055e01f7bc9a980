"""Which leaders of an event may play in it, what each tier expects, and what is left to the marshal."""

from __future__ import annotations

import pytest

from muster.core.book.conduct import Infraction, Subject, Topic
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Role
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


@pytest.mark.parametrize(
    ("tier", "clause", "sleeves"),
    [("relaxed", "L5R-135", "L5R-052"), ("formal", "L5R-136", "L5R-048"), ("premier", "L5R-137", "L5R-048")],
)
def test_a_tier_has_its_own_expectations(tier: str, clause: str, sleeves: str) -> None:
    """L5R-135, L5R-136, L5R-137: what players can expect and how they play; L5R-048, L5R-052: sleeves."""
    expected = [(one.topic, one.clause) for one in SYSTEM.conduct.expects(settings(tier=tier))]
    tiers = [one for one in expected if one[1] in ("L5R-135", "L5R-136", "L5R-137")]
    assert tiers == [(Topic.EVENT, clause), (Topic.PLAY, clause)]
    assert [one for one in expected if one[1] in ("L5R-048", "L5R-052")] == [(Topic.BRING, sleeves)]


def test_what_is_left_to_the_marshal() -> None:
    """L5R-022, L5R-024, L5R-061: a judge decides on everything else that is named (L5R-012, L5R-023, L5R-079)."""
    named: list[Infraction | Subject] = [*SYSTEM.conduct.infractions, *SYSTEM.conduct.subjects]
    assert {one.key for one in named if one.by is Role.MARSHAL} == {"collusion", "card", "document", "token"}
    assert {one.key for one in named if one.by is not Role.MARSHAL} == {
        *("stalling", "slamming", "behaviour", "discourtesy", "cheating", "distraction", "other"),
        *("rule", "inquiry"),
    }
    assert not any(one.only for one in SYSTEM.conduct.infractions)
