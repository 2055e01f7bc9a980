"""Announcements: put up, replaced, taken down, undone; what is too long or empty is refused."""

from __future__ import annotations

import pytest

from muster.app.log.entries import log_view
from muster.app.past import history
from muster.app.staff import announcements
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor
from tests.app.hall import Hall

STAFF = Actor()


def test_up_replaced_down_and_undone() -> None:
    hall = Hall("bushido", ["Ann", "Bob"])
    announcements.announce(hall.desk, hall.id, "  Lunch\tuntil 13:30 ", STAFF)
    assert hall.event.announcement == "Lunch until 13:30"
    announcements.announce(hall.desk, hall.id, "Round 2 at 13:40", STAFF)
    assert hall.event.announcement == "Round 2 at 13:40"
    opened = announcements.withdraw(hall.desk, hall.id, STAFF)
    assert hall.event.announcement == ""
    logged = [line.text for line in log_view(opened)[-2:]]
    assert logged == ["Announced: Round 2 at 13:40", "Announcement taken down"]
    history.undo(hall.desk, hall.id, STAFF)
    assert hall.event.announcement == "Round 2 at 13:40"
    history.undo(hall.desk, hall.id, STAFF)
    assert hall.event.announcement == "Lunch until 13:30"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" \u200b ", "is not an announcement: it has no visible characters."),
        ("x" * 161, "An announcement can have at most 160."),
        ("Lunch", "“Lunch” is already announced."),
    ],
)
def test_refused(text: str, sentence: str) -> None:
    hall = Hall("bushido", ["Ann", "Bob"])
    announcements.announce(hall.desk, hall.id, "Lunch", STAFF)
    with pytest.raises(Refusal, match=sentence):
        announcements.announce(hall.desk, hall.id, text, STAFF)
    announcements.withdraw(hall.desk, hall.id, STAFF)
    with pytest.raises(Refusal, match="There is no announcement to remove"):
        announcements.withdraw(hall.desk, hall.id, STAFF)
