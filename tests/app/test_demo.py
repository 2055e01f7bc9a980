"""An event to look around in: the middle of a round, for every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from muster.app.demo import begun, begun_of_each
from muster.app.steps import Step, next_step
from muster.systems import registry
from tests.app.hall import new_desk
from tests.plugins import TINY, Packages, install

RAISES = (
    TINY
    + """

def score(*_):
    raise ZeroDivisionError("a book without pages")


SYSTEM = replace(SYSTEM, score=score)
"""
)


@pytest.mark.parametrize("key", registry.BUILT_IN)
def test_begun_is_in_the_middle_of_a_round(key: str) -> None:
    opened = begun(new_desk(), key)
    current = opened.event.current
    assert current is not None and current.number == 2
    assert 0 < len(current.out()) < len(current.matches)
    assert next_step(opened) is Step.REPORT


def test_an_installed_game_that_breaks_spoils_no_other(tmp_path: Path, packages: Packages) -> None:
    install(tmp_path / "site", RAISES)
    packages.use(tmp_path / "site")
    desk = new_desk()
    broken = begun_of_each(desk)
    assert {package: str(error) for package, error in broken.items()} == {"tiny-game": "a book without pages"}
    assert len(desk.listed()) == len(registry.BUILT_IN) + 1  # What the broken one had started can still be looked at.
