"""What a Masters or Champions event expects of players, and what ends in a disqualification."""

from __future__ import annotations

import pytest

from muster.core.book.conduct import RECOMMEND
from muster.core.forms.options import Settings
from muster.core.kit.model import Role
from muster.systems.warmachine import SYSTEM


def test_only_rudeness_leaves_no_choice() -> None:
    """WMH-058; WMH-059, WMH-061, WMH-064: for everything else it is the organiser's choice."""
    named = SYSTEM.conduct.infractions
    assert [(one.key, one.only) for one in named if one.only] == [("rudeness", RECOMMEND)]
    by_rule = {clause: {one.key for one in named if one.clause == clause} for clause in {one.clause for one in named}}
    assert by_rule == {
        "WMH-058": {"rudeness"},
        "WMH-059": {"abuse", "bullying", "cheating", "arguing", "improper_play", "stalling", "other"},
        "WMH-061": {"clock", "measuring", "conversion", "exploiting"},
        "WMH-064": {"concession"},
    }
    assert {one.by for one in named} == {Role.JUDGE}


@pytest.mark.parametrize(("kind", "award"), [("masters", False), ("champions", True)])
def test_painting_is_welcome_and_never_required(kind: str, award: bool) -> None:
    """WMH-041, WMH-087."""
    expected = SYSTEM.conduct.expects(Settings(SYSTEM.options, {"kind": kind}))
    (painting,) = [one.text for one in expected if one.clause == "WMH-041"]
    assert "not required" in painting and ("award" in painting) is award
