"""Fields of a result that only staff can fill in: whether a late slip is forgiven, whether a table was extended."""

from __future__ import annotations

import pytest

from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.core.forms.fields import Kind
from muster.core.kit.errors import Refusal
from muster.core.reading.tally import scores
from muster.core.record.event import MatchState
from muster.systems import registry
from muster.web.site import Site
from tests.web.conftest import Browser, player_of, start

SEND = "/e/cup/me/report/send/"


def test_a_player_is_not_asked_for_them_and_cannot_send_them(site: Site) -> None:
    """L-17, L-18: waived by the organiser, given by staff."""
    match = start(site, "l5r").event.rounds[0].matches[0]
    ann = player_of(site, "cup", match.a)
    form = ann.see("/e/cup/me/report/")
    assert "Slip at minute" in form and "Late slip waived" not in form and "Extension" not in form
    for field, label in (("waived", "Late slip waived"), ("extended", "Extension")):
        page = ann.send(SEND, 409, round=1, ending="played", winner="b", **{field: "yes"})
        assert f"Only staff can enter “{label}”." in page
        actor = roster.as_player(site.desk, "cup", f"#{match.a}")
        with pytest.raises(Refusal, match="Only staff can enter"):
            results.report(site.desk, "cup", [Report(f"#{match.a}", {"winner": "b", field: "yes"})], actor)
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.OPEN


def test_reports_of_both_players_agree_without_them_and_staff_can_correct_them_in(
    site: Site, organiser: Browser
) -> None:
    """L5R-116, L-17: a slip at minute 80 is a modified loss, until the organiser forgives it."""
    match = start(site, "l5r").event.rounds[0].matches[0]
    for number, winner in ((match.a, "a"), (match.b, "b")):
        player_of(site, "cup", number).send(SEND, round=1, ending="played", winner=winner, slip_at="80")
    assert _points(site) == [10, 0]
    correct = f"/e/cup/correct/?round=1&table={match.table}"
    assert "Late slip waived" in organiser.see(correct) and "Extension" in organiser.see(correct)
    form = {"round": 1, "table": match.table, "ending": "played", "winner": "a", "slip_at": "80", "waived": "yes"}
    organiser.send("/e/cup/correct/save/", **form, reason="we were late to collect it")
    assert _points(site) == [10, 1]


def test_staff_enter_them_at_the_desk(site: Site, organiser: Browser) -> None:
    match = start(site, "l5r").event.rounds[0].matches[0]
    assert "Late slip waived" in organiser.see(f"/e/cup/desk/?table={match.table}")
    organiser.send("/e/cup/result/", table=match.table, winner="a", slip_at="80", waived="yes")
    assert _points(site) == [10, 1]


@pytest.mark.parametrize("key", registry.names())
def test_a_field_for_staff_alone_has_a_default_that_reports_agree_in(key: str) -> None:
    fields = [f for f in registry.find(key).result_fields if f.staff_only]
    assert all(f.default is not None or not f.required for f in fields)
    assert {f.key for f in fields if f.kind is Kind.YES_NO} == ({"extended", "waived"} if key == "l5r" else set())


def _points(site: Site) -> list[object]:
    opened = site.open("cup")
    round_ = opened.event.rounds[0]
    return [score.points for score in scores(opened.event, opened.system, round_, round_.matches[0])]
