"""An event to look around in: the middle of a round, for every game."""

from __future__ import annotations

import pytest

from muster.app.demo import begun
from muster.app.steps import Step, next_step
from muster.systems import registry
from tests.app.hall import new_desk


@pytest.mark.parametrize("key", registry.BUILT_IN)
def test_begun_is_in_the_middle_of_a_round(key: str) -> None:
    opened = begun(new_desk(), key)
    current = opened.event.current
    assert current is not None and current.number == 2
    assert 0 < len(current.out()) < len(current.matches)
    assert next_step(opened) is Step.REPORT
