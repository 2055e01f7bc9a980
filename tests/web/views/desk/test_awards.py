"""Awards on pages: the organiser adds one and opens the vote, phones vote, all see who won; nobody sees votes."""

from __future__ import annotations

import pytest

from muster.app.awards import actions
from muster.app.events import actions as events
from muster.app.people import roster
from muster.core.kit.model import PlayerId
from muster.core.record.facts.awards import AwardKind
from muster.web.live.news import Reporter
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, judge_of, picked, player_of, start

NAMES = ("Ann Bell", "Bob Hall", "Cem Kaya", "Dai Wynn")


@pytest.fixture
def voting(site: Site, organiser: Browser) -> Site:
    """One round played; the vote for the best opponent is open."""
    start(site, names=NAMES, played=1)
    organiser.press("/e/cup/awards/", "/e/cup/awards/add/", title="Best opponent", kind="opponent", prize="A dice bag")
    organiser.send("/e/cup/awards/voting/", award="1", open="yes")
    return site


def pair_of(site: Site) -> tuple[PlayerId, PlayerId]:
    match = site.open("cup").event.rounds[0].matches[0]
    return match.a, match.b


def test_two_phones_vote_and_everybody_sees_who_won(voting: Site, organiser: Browser, stranger: Browser) -> None:
    one, other = pair_of(voting)
    phone = picked(voting, "cup", one)
    assert "Vote: Best opponent" in phone.see("/e/cup/me/")
    form = phone.form("/e/cup/me/", "/e/cup/me/vote/")
    phone.send("/e/cup/me/vote/", **form, choice=other)
    phone.send("/e/cup/me/vote/", **form, choice=other)  # the same form twice counts once
    assert len([e for e in voting.open("cup").entries if type(e.fact).__name__ == "VoteGiven"]) == 1
    seen = phone.see("/e/cup/me/")
    assert "Your vote is in." in seen and "checked" not in phone.get("/e/cup/me/").content.decode()
    page = organiser.see("/e/cup/awards/")
    assert "Votes in: 1 of 4" in page
    organiser.send("/e/cup/awards/voting/", award="1", open="no")
    events.finish(voting.desk, "cup", STAFF, "enough")
    name = voting.open("cup").event.name_of(other)
    public = stranger.see("/e/cup/")
    assert f"Best opponent {name} A dice bag most votes: 1 of 1" in public
    assert name in stranger.see("/e/cup/standings/file/")
    assert f"Awards Best opponent {name} most votes: 1 of 1" in stranger.see("/e/cup/screen/?page=2")
    assert organiser.get("/e/cup/print/certificates/").content.startswith(b"%PDF")


def test_what_a_stranger_with_a_phone_can_do(voting: Site, stranger: Browser) -> None:
    """Nothing without a name; with one, only a vote for somebody whom that player met, and never for themselves."""
    one, other = pair_of(voting)
    stranger.send("/e/cup/me/vote/", 403, award="1", choice=other)
    stranger.send("/e/cup/awards/paper/", 403, award="1", voter=one, choice=other)
    phone = picked(voting, "cup", one)
    assert "Nobody can vote for themselves" in phone.send("/e/cup/me/vote/", 409, award="1", choice=one)
    never = next(p for p in voting.open("cup").event.players if p not in (one, other))
    assert "cannot vote for" in phone.send("/e/cup/me/vote/", 409, award="1", choice=never)
    assert "is called “9”" in phone.send("/e/cup/me/vote/", 409, award="9", choice=other)
    phone.send("/e/cup/me/vote/", 409, award="1", choice="x")
    owner = player_of(voting, "cup", one)  # whoever has proof takes the name over, and votes again
    owner.send("/e/cup/me/vote/", award="1", choice=other)


def test_one_phone_that_picks_name_after_name_votes_once(voting: Site, organiser: Browser) -> None:
    """In the names of those who have no phone yet. Whoever has proof, or comes to the desk, votes anyway."""
    one, other = pair_of(voting)
    phone = picked(voting, "cup", one)
    phone.send("/e/cup/me/vote/", award="1", choice=other)
    phone.send("/e/cup/me/leave/")
    phone.send("/e/cup/me/pick/", player=other)
    told = phone.send("/e/cup/me/vote/", 409, award="1", choice=one)
    assert f"on this phone, as {voting.open('cup').event.name_of(one)}" in told
    assert "Votes in: 1 of 4" in organiser.see("/e/cup/awards/")
    phone.send("/e/cup/me/leave/")
    phone.send("/e/cup/me/pick/", player=one)
    phone.send("/e/cup/me/vote/", award="1", choice=other)  # their own vote again
    owner = player_of(voting, "cup", other)
    owner.send("/e/cup/me/vote/", award="1", choice=one)
    organiser.send("/e/cup/awards/paper/", award="1", voter=other, choice=one)
    assert "Votes in: 2 of 4" in organiser.see("/e/cup/awards/")


def test_no_page_log_or_stream_shows_for_whom_somebody_voted(voting: Site, organiser: Browser) -> None:
    one, other = pair_of(voting)
    names = voting.open("cup").event
    before = Reporter(voting.open)
    before.hello("cup")
    before.tell("cup")
    player_of(voting, "cup", one).send("/e/cup/me/vote/", award="1", choice=other)
    assert before.tell("cup").about == ()  # Only staff pages are told that there is something new.
    said = f"{names.name_of(one)} voted: Best opponent"
    for page in ("/e/cup/log/", "/e/cup/desk/"):
        text = organiser.see(page)
        assert said in text
    judge = judge_of(voting, "cup")
    assert said in judge.see("/e/cup/log/")
    line = next(line for line in organiser.get("/e/cup/log/").content.decode().splitlines() if "voted: Best" in line)
    assert names.name_of(other) not in line.split("voted: Best opponent")[1][:200]
    for what in ("whole", "shared"):
        exported = organiser.post(
            "/e/cup/keeping/export/", {"csrfmiddlewaretoken": organiser.token(), "what": what}
        ).json()
        (cast,) = [row for row in exported["rows"] if row["kind"] == "VoteGiven"]
        assert "sealed" not in cast and "choice" not in cast["body"]


def test_paper_votes_ties_and_removal_at_the_desk(voting: Site, organiser: Browser) -> None:
    one, other = pair_of(voting)
    assert "votes for" in organiser.see(f"/e/cup/awards/?voter={one}")
    organiser.send("/e/cup/awards/paper/", award="1", voter=one, choice=other)
    organiser.send("/e/cup/awards/paper/", award="1", voter=other, choice=one)
    organiser.send("/e/cup/awards/voting/", award="1", open="no")
    assert "Decide the tie" in organiser.see("/e/cup/awards/")
    assert "Give a reason" in organiser.send("/e/cup/awards/decide/", 409, award="1", player=one)
    organiser.send("/e/cup/awards/decide/", award="1", player=one, reason="explained the rules twice")
    assert "decided by the organiser: explained the rules twice" in organiser.see("/e/cup/awards/").lower()
    organiser.send("/e/cup/awards/remove/", award="1")
    assert "explained the rules twice" not in organiser.see("/e/cup/awards/")


def test_an_award_by_field_and_one_by_choice(site: Site, organiser: Browser) -> None:
    start(site, names=NAMES, played=1)
    assert "Enter what players must have" in organiser.send(
        "/e/cup/awards/add/", 409, title="Best newcomer", kind="field", field="prize_group", value=""
    )
    organiser.send("/e/cup/awards/add/", title="Best newcomer", kind="field", field="prize_group", value="newcomer")
    roster.amend(site.desk, "cup", "Cem Kaya", STAFF, texts={"prize_group": "newcomer"})
    actions.add(site.desk, "cup", "Finest army", AwardKind.STAFF, STAFF)
    organiser.send("/e/cup/awards/decide/", award="2", player="4")
    page = organiser.see("/e/cup/awards/")
    assert "Cem Kaya Highest placed with “newcomer”" in page and "Dai Wynn Chosen by the organiser" in page
