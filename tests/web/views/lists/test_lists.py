"""Lists in the browser: handed in on a phone, listed for the staff, checked by a judge."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest

from muster.app.events import actions as events
from muster.app.lists import actions as lists
from muster.app.people import roster
from muster.core.forms.options import read_moment
from muster.core.kit.model import PlayerId
from muster.core.record.facts.lists import ListMark
from muster.web.site import Site
from tests.app.paperwork import FORCE
from tests.web.conftest import NAMES, STAFF, Browser, judge_of, marshal_of, organiser_of, player_of, publish, text_of
from tests.web.list_hall import ALL, MINE, bring, hall, versions

OVER = "2020-01-01T12:00"
WRONG = FORCE.replace("Total: 300", "Total: 310")


def file(name: str, data: bytes) -> Any:
    found = io.BytesIO(data)
    found.name = name
    return found


def test_a_list_is_handed_in_and_the_book_says_what_is_wrong_with_it(site: Site) -> None:
    """UW-69: the clause, what is wrong and how to fix it; fixed, it is in."""
    hall(site)
    ann = player_of(site, "cup", 1)
    assert "My list" in ann.see("/e/cup/me/")
    assert "Hand in your list" in ann.see(MINE)
    ann.send(MINE + "send/", text=WRONG.replace("\n", "\r\n"))
    page = ann.see(MINE)
    assert "Fix 2 problems in your list" in page and "UW-58" in page
    assert "The list says 310 points, its lines come to 300. UW-69 Correct the total or the lines" in page
    assert versions(site, 1) == [WRONG]
    ann.send(MINE + "send/", text=FORCE)
    page = ann.see(MINE)
    assert "Your list is in. No faults found" in page and "Not checked. What each unit costs" in page
    assert "2 versions" in page


def test_a_finding_stands_beside_its_line(site: Site) -> None:
    hall(site)
    ann = player_of(site, "cup", 1)
    ann.send(MINE + "send/", text=FORCE.replace("3 x Secutors 90", "3 x Secutors"))
    page = ann.get(MINE).getvalue().decode()
    assert '<a href="#line-4">Line 4</a> <q>3 x Secutors</q>' in page
    assert '<li id="line-4" data-level="error">' in page and '<li id="line-5">' in page


def test_a_list_can_be_checked_before_it_is_handed_in(site: Site) -> None:
    hall(site)
    ann = player_of(site, "cup", 1)
    page = ann.send(MINE + "send/", 200, text=WRONG, do="check")
    assert "Not handed in: 2 problems found" in page and "Total: 310" in page
    assert versions(site, 1) == []


def test_a_file_goes_in_and_fields_too(site: Site) -> None:
    hall(site)
    ann = player_of(site, "cup", 1)
    ann.send(MINE + "send/", file=file("force.txt", FORCE.encode()), text="something older")
    assert versions(site, 1) == [FORCE]
    bob = player_of(site, "cup", 2)
    text = "1 x Sergeant 50\n"
    bob.send(MINE + "send/", text=text, **{"field-faction": "Syntha", "field-models": "1", "field-points": "50"})
    page = bob.get(MINE).getvalue().decode()
    assert "No faults found" in page and 'value="Syntha"' in page
    assert "50" in versions(site, 2)[0]
    bad = bob.send(MINE + "send/", 409, text=text, **{"field-models": "many"})
    assert "Number of models: “many” should be a whole number" in bad


def test_the_same_form_sent_twice_counts_once(site: Site) -> None:
    hall(site)
    ann = player_of(site, "cup", 1)
    for _ in range(2):
        ann.send(MINE + "send/", text=FORCE, once="once-1")
    assert versions(site, 1) == [FORCE]
    assert "has already handed in this list (version 1)." in ann.send(MINE + "send/", 409, text=FORCE, once="once-2")


@pytest.mark.parametrize(
    ("name", "data", "word"),
    [
        ("list.zip", b"PK\x03\x04rest", "“list.zip” is a zip archive"),
        ("list.pdf", b"%PDF-1.7", "“list.pdf” is a PDF"),
        ("shot.png", b"\x89PNG\r\n\x1a\n\x00", "“shot.png” is a picture. Paste the list as text."),
        ("shot.jpg", b"\xff\xd8\xff\xe0", "“shot.jpg” is a picture"),
        ("thing.bin", b"abc\x00def", "Paste the list, or save it as text in UTF-8."),
        ("old.txt", b"Faction: Vir\xeddian", "is not UTF-8 text"),
        ("large.txt", b"x" * 400_001, "“large.txt” is larger than 400 KB"),
    ],
)
def test_a_file_that_is_no_list_is_said_and_what_was_typed_stays(site: Site, name: str, data: bytes, word: str) -> None:
    hall(site)
    ann = player_of(site, "cup", 1)
    page = ann.send(MINE + "send/", 409, file=file(name, data), text="Typed before")
    assert word in page and "Typed before" in page
    assert versions(site, 1) == []


@pytest.mark.parametrize("do", ["check", "hand-in"])
def test_half_a_megabyte_of_noise_is_refused_and_stays_in_the_form(site: Site, do: str) -> None:
    hall(site, "l5r")
    ann = player_of(site, "cup", 1)
    noise = "3x ¿Noise? “of” all kinds\t‰ " * 15_000
    page = ann.send(MINE + "send/", 409, text=noise, do=do)
    assert "A list can have at most 100000." in page
    assert " ".join(noise.split()) in page
    assert versions(site, 1) == []


def test_long_lists_are_shown_in_part(site: Site) -> None:
    hall(site)
    ann = player_of(site, "cup", 1)
    ann.send(MINE + "send/", text="\n".join(f"1 x Marine {n}" for n in range(1, 501)))
    assert "100 more lines" in ann.see(MINE)


CARDS: list[dict[str, Any]] = [
    {"id": "01-assassination", "name": "Assassination", "clan": "neutral", "side": "conflict", "type": "event"},
    {"id": "01-doji-challenger", "name": "Doji Challenger", "clan": "crane", "side": "dynasty", "type": "character"},
]


def test_card_data_comes_in_by_the_browser_and_a_misprint_finds_its_card(site: Site, organiser: Browser) -> None:
    """X-19: without data nothing is claimed; with it, the nearest known card is named."""
    hall(site, "l5r")
    assert "nothing WARMACHINE" in organiser.see("/card-data/")
    organiser.send("/card-data/import/", file=file("cards.json", json.dumps({"records": CARDS}).encode()))
    assert "2 cards" in organiser.see("/card-data/")
    ann = player_of(site, "cup", 1)
    ann.send(MINE + "send/", text="Conflict\n3x Assasination\n3x “Doji Challanger”\n")
    page = ann.see(MINE)
    assert "Assassination" in page and "Doji Challenger" in page
    for name, data, word in (
        ("", b"", "No file was chosen"),
        ("cards.zip", b"PK\x03\x04", "cannot be opened as a zip archive"),
        ("cards.json", b"{", "“cards.json” is not valid JSON"),
        ("cards.json", b'{"muster_lists": 99, "system": "l5r"}', "newer version of Muster"),
    ):
        sent = {"file": file(name, data)} if name else {}
        assert word in organiser.send("/card-data/import/", 409, **sent)
    assert "2 cards" in organiser.see("/card-data/")


def test_at_the_deadline_a_list_locks_and_a_missing_one_comes_late(site: Site, organiser: Browser) -> None:
    hall(site)
    ann, bob = player_of(site, "cup", 1), player_of(site, "cup", 2)
    ann.send(MINE + "send/", text=WRONG)
    organiser.send(ALL + "due/", due=OVER)
    assert read_moment(lists_due(site)) is not None
    page = ann.see(MINE)
    assert "It is locked. The organiser can unlock it." in page and "Hand in this version" not in page
    refused = ann.send(MINE + "send/", 409, text="1 x Somebody new 50\n" + FORCE)
    assert "is locked. Ask the organiser to unlock it. Force list" in refused, (
        "no clause: the deadline is the organiser's"
    )
    assert "It was not handed in. Copy it" in refused and "1 x Somebody new 50" in refused
    assert "It was not handed in" not in ann.send(MINE + "withdraw/", 409)
    assert "A list handed in now will be marked as late." in bob.see(MINE)
    bob.send(MINE + "send/", text=FORCE)
    assert "Late" in bob.see(MINE)
    organiser.send(ALL + "lock/", do="unlock")
    ann.send(MINE + "send/", text=FORCE)
    organiser.send(ALL + "2/lock/", do="lock")
    assert "It is locked" in bob.see(MINE) and "It is locked" not in ann.see(MINE)
    organiser.send(ALL + "due/", do="remove")
    assert lists_due(site) == ""
    assert "“soon” is not a date and time." in organiser.send(ALL + "due/", 409, due="soon")


def lists_due(site: Site) -> str:
    opened = site.open("cup")
    return opened.system.settings(opened.event).text("lists_due")


def test_unlocking_after_the_start_needs_a_reason(site: Site, organiser: Browser) -> None:
    """UW-67."""
    hall(site)
    bring(site, "Ann", FORCE)
    publish(site)
    page = organiser.send(ALL + "lock/", 409, do="unlock")
    assert "give a reason" in page and "UW-67" in page
    assert "UW-67" in organiser.send(ALL + "1/lock/", 409, do="unlock")
    organiser.send(ALL + "1/lock/", do="unlock", reason="a misprint")
    player_of(site, "cup", 1).send(MINE + "send/", text=FORCE + "\n")
    assert len(versions(site, 1)) == 2


def test_the_organiser_sees_who_is_missing_illegal_and_late(site: Site, organiser: Browser) -> None:
    hall(site)
    bring(site, "Ann", WRONG)
    organiser.send(ALL + "due/", due=OVER)
    bring(site, "Bob", FORCE)
    lists.mark(site.desk, "cup", "Bob", 1, ListMark.FAULTY, STAFF, "no bases")
    page = organiser.see(ALL)
    assert "Ask 3 players for their lists" in page and "UW-65" in page
    assert "All 5 Missing 3 Illegal 1 With warnings 0 Not all checked 2 Late 1 With faults 1" in page
    found = {state: names(organiser.see(f"{ALL}?state={state}")) for state in ("missing", "illegal", "late", "faulty")}
    assert found == {"missing": {"Cem", "Dai", "Eve"}, "illegal": {"Ann"}, "late": {"Bob"}, "faulty": {"Bob"}}
    assert names(organiser.see(f"{ALL}?q=da")) == {"Dai"}
    assert "No list found for “nobody”." in organiser.see(f"{ALL}?q=nobody")
    report = organiser.see(ALL + "missing/")
    assert "3 players still have to hand in lists" in report and names(report) == {"Cem", "Dai", "Eve"}


def names(page: str) -> set[str]:
    return {name for name in NAMES if f" {name} " in page}


def test_many_lists_come_in_from_one_file_or_none_does(site: Site, organiser: Browser) -> None:
    hall(site)
    page = organiser.send(ALL + "import/take/", 409, text=json.dumps({"Ann": FORCE, "Bobb": FORCE}))
    assert "Nobody in this event is called “Bobb” (Bob?). Nothing was imported." in page and "Bobb" in page
    twice = "name,slot,text\nBobb,1,x\nBobb,2,y"
    page = organiser.send(ALL + "import/take/", 409, text=twice)
    assert "Nobody in this event is called “Bobb” (Bob?)." in page, "a name is said once, however many lists it has"
    assert versions(site, 1) == []
    organiser.send(ALL + "import/take/", file=file("all.json", json.dumps({"Ann": FORCE, "Bob": WRONG}).encode()))
    assert (versions(site, 1), versions(site, 2)) == ([FORCE], [WRONG])
    organiser.send(ALL + "import/take/", file=file("Cem.txt", FORCE.encode()))
    assert versions(site, 3) == [FORCE]
    assert "Nothing was sent" in organiser.send(ALL + "import/take/", 409)
    assert "is a zip archive" in organiser.send(ALL + "import/take/", 409, file=file("a.zip", b"PK\x03\x04"))


def test_a_judge_checks_a_list_at_the_table(site: Site) -> None:
    """UW-73: lines and points of the checklist are ticked, with a verdict and a note that the player reads."""
    hall(site)
    bring(site, "Ann", FORCE)
    publish(site)
    judge = judge_of(site, "cup")
    match = site.open("cup").event.rounds[-1].match_of(PlayerId(1))
    assert match is not None
    sheet = judge.get(f"/e/cup/tables/?table={match.table}").getvalue().decode()
    assert f'href="{ALL}1/"' in sheet and "Ann’s list" in sheet
    page = judge.see(ALL + "1/")
    assert "8 × Marines" in page and "No proxies" in page and "UW-73" in page
    refused = judge.post(
        ALL + "1/mark/",
        {"csrfmiddlewaretoken": judge.token(), "mark": "faulty", "checked": ["1", "2"], "tick": ["UW-73"]},
    )
    body = refused.getvalue().decode()
    assert refused.status_code == 409 and "needs a note" in text_of(refused)
    assert body.count(" checked>") == 3
    judge.send(ALL + "1/mark/", mark="faulty", note="One Secutor short", checked=["1", "2"], tick=["UW-73"])
    version = site.open("cup").event.lists.of(PlayerId(1), 1)[-1]
    assert (version.mark, version.checked, version.ticked) == (ListMark.FAULTY, (1, 2), ("UW-73",))
    assert "2 lines checked: One Secutor short" in judge.see(ALL + "1/")
    assert "Note from the judge: One Secutor short" in player_of(site, "cup", 1).see(MINE)
    assert "There is no number 9 on this list. It has 3." in judge.send(
        ALL + "1/mark/", 409, mark="in_order", checked=["9"]
    )
    assert "Choose whether the list is correct or has faults" in judge.send(ALL + "1/mark/", 409)
    judge.send(ALL + "1/mark/", mark="in_order")
    assert "Checked: correct" in judge.see(ALL + "1/")


def test_a_judge_completes_a_list_with_a_reason(site: Site) -> None:
    """L5R-046."""
    hall(site, "l5r")
    bring(site, "Ann", "Conflict\n3x Assassination\n")
    publish(site)
    judge = judge_of(site, "cup")
    more = "Conflict\n3x Assassination\n3x Banzai!\n"
    page = judge.send(ALL + "1/hand-in/", 409, text=more)
    assert "give a reason" in page and "L5R-042" in page and "3x Banzai!" in page
    judge.send(ALL + "1/hand-in/", text=more, reason="completed from the cards")
    assert versions(site, 1)[-1] == more
    assert "completed from the cards" in judge.see(ALL + "1/")


def test_a_proxy_is_made_by_a_judge_and_printed_with_all_it_must_say(site: Site) -> None:
    """L5R-058, L5R-059."""
    hall(site, "l5r")
    bring(site, "Ann", "Conflict\n3x Assassination\n")
    marshal = marshal_of(site, "cup")
    assert "did you mean “Assassination”" in marshal.send(ALL + "1/proxy/", 409, card="Assasination", by="Mora")
    marshal.send(ALL + "1/proxy/", card="assassination", unreadable="its cost", by="Mora")
    page = marshal.see(ALL + "1/")
    said = "PROXY: Assassination Not readable on the card: its cost Made by Mora, "
    assert re.search(said + r"\d{1,2} [A-Z]\w+ 20\d\d ", page)
    assert "The original lies face down close by." in page
    events.create(site.desk, "Models", "urban_war", STAFF, seed="seed")
    roster.enrol(site.desk, "models", [("Ann", {"models": "12"})], STAFF)
    assert "Make a proxy" in page
    assert "Make a proxy" not in organiser_of(site).see("/e/models/lists/1/")


def test_a_game_without_lists_says_so(site: Site, organiser: Browser) -> None:
    plain = {"name": "Plain", "points": {"win": 3, "draw": 1}, "result": {"high": 2}}
    events.create(site.desk, "Cup", "custom", STAFF, seed="seed", definition=plain)
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES], STAFF)
    ann = player_of(site, "cup", 1)
    assert "My list" not in ann.see("/e/cup/me/")
    assert "players do not hand in lists." in ann.see(MINE, 409)
    for path in (ALL, ALL + "1/", ALL + "missing/", ALL + "import/", "/e/cup/players/1/lists/"):
        assert "players do not hand in lists." in organiser.see(path, 409)


def test_too_many_checks_have_to_wait(site: Site) -> None:
    hall(site)
    ann = player_of(site, "cup", 1)
    for _ in range(30):
        ann.send(MINE + "send/", 200, text=FORCE, do="check")
    assert "You have sent too many lists." in ann.send(MINE + "send/", 429, text=FORCE, do="check")


def test_what_two_lists_do_wrong_together_makes_both_illegal(site: Site, organiser: Browser) -> None:
    """WMH-030: the same leader twice; each list by itself would do."""
    hall(site, "warmachine", kind="masters", lists="dyad")
    army = "Khador Army - 75 / 75 points\n\n(Vlad 1) Vladimir Tzepesci [+28]\n - Juggernaut [28]\nWinter Guard [75]\n"
    bring(site, "Ann", army)
    ann = player_of(site, "cup", 1)
    page = ann.see(MINE)
    assert "List 1 is in; hand in List 2 too" in page and "in order" not in page.partition("Legal")[0]
    bring(site, "Ann", army.replace("Winter Guard", "Iron Fang"), 2)
    page = ann.see(MINE)
    assert "WMH-030" in page and "Fix 1 problem in your list" in page
    assert "Illegal 2" in organiser.see(ALL)


def test_what_players_type_is_text_and_nothing_else(site: Site, organiser: Browser) -> None:
    hall(site)
    ann = player_of(site, "cup", 1)
    evil = "Faction: <script>alert(1)</script>\n1 x <b>Marine</b> 5\n</textarea><img src=x>\n"
    ann.send(MINE + "send/", text=evil)
    for page in (ann.get(MINE), ann.get("/e/cup/players/1/lists/"), organiser.get(ALL + "1/")):
        body = page.getvalue().decode()
        assert "&lt;b&gt;Marine" in body
        assert not [tag for tag in ("<script>alert", "<b>Marine", "<img") if tag in body]
